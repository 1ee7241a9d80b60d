"""Every decision of Thor can be made with the buttons there are, and a usual turn takes three presses."""

from __future__ import annotations

from random import Random

import pytest

from gm_appliance.core.game import Choice, Number, OneOf
from gm_appliance.core.play import Play
from gm_appliance.games.thor import THOR
from gm_appliance.pickers import presses
from tests.games.thor_rounds import MATCHES, Options, for_long, named, values
from tests.games.thor_table import Table
from tests.pickers.decisions import press

NAMES = {
    *("first.who", "turn.offer", "turn.value", "turn.last", "turn.take", "card.which", "card.god"),
    *("remove.god", "remove.with", "times.take", "oath.from", "mjollnir.top", "final.begin", "final.offer"),
    *("final.card", "final.count", "final.gifts", "round.next", "match.over", "correct.round"),
    *("correct.group", "correct.fact"),
}


def test_every_answer_to_every_decision_can_be_pressed() -> None:
    pressed: set[str] = set()
    for options in MATCHES:
        rng, play = Random(3), Play(THOR, THOR.complete({**options, "first": "choose"}))
        while (decision := play.decision) and len(play.taken) < 300:
            one = rng.choice((decision, *decision.on_request)) if rng.random() < 0.1 else decision
            value = for_long(one, play.view, rng) if one.name.startswith("turn") else one.domain.sample(rng)
            wanted = Choice(one.name, value)
            assert press(one, presses(one, wanted)) == wanted
            pressed.add(one.name)
            play.take(wanted)
    assert pressed == NAMES


@pytest.mark.parametrize("options", MATCHES, ids=named)
def test_nothing_is_asked_that_has_one_answer_only(options: Options) -> None:
    """But for the word that a round was played, which the table gives when it is ready."""
    rng, play = Random(5), Play(THOR, THOR.complete(options))
    while (decision := play.decision) and len(play.taken) < 200:
        assert len(values(decision.domain)) > 1 or decision.name in ("final.begin", "correct.group")
        play.take(Choice(decision.name, decision.domain.sample(rng)))


def test_a_usual_turn_takes_three_presses() -> None:
    """An offer at the god of whom one has most, a high one; and the card of the god who is worth most."""
    table = Table(will_of_thor="no").has(1, freya=2, thor=1).offers(njord=(3,), odin=(1,))
    table.say("turn.offer", table.asked()[1][0])
    assert table.asked() == ("turn.value", (5, 4, 3, 2, 1, 0))
    table.say("turn.value", table.asked()[1][0])
    assert table.asked() == ("turn.take", ("freya", "njord", "odin", "thor", "freyr"))
    table.say("turn.take", table.asked()[1][0])
    assert table.view.board.hands[0] == (0, 1, 3, 0, 0)


def test_at_a_god_of_others_the_low_offers_come_first() -> None:
    table = Table().has(2, odin=1).say("turn.offer", "odin")
    assert table.asked() == ("turn.value", (0, 1, 2, 3, 4, 5))


def test_a_number_starts_where_it_most_likely_is() -> None:
    """One or none for most; for the last player what is left."""
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


def test_the_table_is_asked_for_no_offer_or_card_last_or_first() -> None:
    """No offer is one step up from the first; no action card is the usual."""
    table = Table(mode="final").say("final.begin", "enter")
    assert table.asked()[1] == (0, 1, 2, 3, 4, 5, "none")
    table.say("final.offer", 3)
    decision = THOR.decision(table.view)
    assert decision is not None
    assert isinstance(decision.domain, OneOf)
    assert decision.domain.options[0] == "none"
