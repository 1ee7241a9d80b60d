"""The order of Thor's options: a usual turn takes three presses."""

from __future__ import annotations

from random import Random

import pytest

from gm_appliance.core.game import Choice, Number, OneOf
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL
from gm_appliance.games.thor import THOR
from gm_appliance.pickers import Stroke, presses
from gm_appliance.pickers.presses import TAP
from tests.games.thor_rounds import MATCHES, Options, named, values
from tests.games.thor_table import Table
from tests.pickers.decisions import press


@pytest.mark.parametrize("options", MATCHES, ids=named)
def test_a_decision_with_one_option_is_not_asked(options: Options) -> None:
    """Except that a round was played, which the table says when it is ready."""
    rng, play = Random(5), Play(THOR, THOR.complete(options))
    while (decision := play.decision) and len(play.taken) < 200:
        assert len(values(decision.domain)) > 1 or decision.name in ("final.begin", "correct.group")
        play.take(Choice(decision.name, decision.domain.sample(rng)))


def test_a_usual_turn_takes_three_presses() -> None:
    """A high offer to the god of whom one has most cards; a card of the god that is worth most."""
    table = Table(will_of_thor="no").has(1, freya=2, thor=1).offers(njord=(3,), odin=(1,))
    table.say("turn.offer", table.asked()[1][0])
    assert table.asked() == ("turn.value", (5, 4, 3, 2, 1, 0))
    table.say("turn.value", table.asked()[1][0])
    assert table.asked() == ("turn.take", ("freya", "njord", "odin", "thor", "freyr"))
    table.say("turn.take", table.asked()[1][0])
    assert table.view.board.hands[0] == (0, 1, 3, 0, 0)


def test_low_offers_come_first_at_a_god_of_whom_one_has_no_card() -> None:
    table = Table().has(2, odin=1).say("turn.offer", "odin")
    assert table.asked() == ("turn.value", (0, 1, 2, 3, 4, 5))


def test_a_count_starts_at_the_most_likely_number() -> None:
    """One, and what is left for the last player."""
    table = Table(players=3, mode="final", will_of_thor="no").say("final.begin", "enter")
    table.say("final.offer", 3)
    starts = []
    for number in (1, 1):
        decision = THOR.decision(table.view)
        assert decision is not None
        assert isinstance(decision.domain, Number)
        starts.append(decision.domain.start)
        table.say("final.count", number)
    decision = THOR.decision(table.view)
    assert decision is not None
    assert decision.domain == Number(0, 3, 3)
    assert starts == [1, 1]


@pytest.mark.parametrize("number", [0, 4])
def test_up_is_one_more_at_offers_and_at_counts(number: int) -> None:
    table = Table(players=3, mode="final", will_of_thor="no").say("final.begin", "enter")
    for name in ("final.offer", "final.count"):
        decision = THOR.decision(table.view)
        assert decision is not None
        (*steps, ok) = presses(decision, Choice(name, number))
        assert press(decision, (*steps, Stroke(PANEL, "up", TAP), ok)) == Choice(name, number + 1)
        table.say(name, number)


def test_no_offer_is_the_last_option_and_no_action_card_the_first() -> None:
    table = Table(mode="final").say("final.begin", "enter")
    assert table.asked()[1] == (5, 4, 3, 2, 1, 0, "none")
    table.say("final.offer", 3)
    decision = THOR.decision(table.view)
    assert decision is not None
    assert isinstance(decision.domain, OneOf)
    assert decision.domain.options[0] == "none"
