"""The order of Thor's options, and the presses a turn takes."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest

from benchmarks.people.thor import TABLES
from benchmarks.presses import play as play_evening
from gm_appliance.core.game import Choice, Number
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL
from gm_appliance.games.thor import THOR
from gm_appliance.pickers import Stroke
from gm_appliance.pickers.presses import TAP
from tests.games.thor_rounds import MATCHES, Options, named, values
from tests.games.thor_table import Table
from tests.pickers.decisions import press


@pytest.mark.parametrize("options", MATCHES, ids=named)
def test_a_decision_with_one_option_is_not_asked(options: Options) -> None:
    """Except that a round is over, which the table says when it is ready."""
    rng, play = Random(5), Play(THOR, THOR.complete(options))
    while (decision := play.decision) and len(play.taken) < 200:
        assert len(values(decision.domain)) > 1 or decision.name in ("final.begin", "correct.group")
        play.take(Choice(decision.name, decision.domain.sample(rng)))


def test_gods_are_in_the_order_of_their_stacks_whatever_is_held() -> None:
    """Hands learn the way; only the cursor's start depends on what is likely."""
    table = Table(will_of_thor="no").has(1, freya=2, thor=1).offers(njord=(3,), odin=(1,)).stacks(odin=0)
    offers = table.asked()[1]
    assert tuple(dict.fromkeys(one.partition("-")[0] for one in offers)) == table.view.gods
    table.offer("freya", 4)
    assert table.asked() == ("turn.take", ("thor", "freya", "njord", "freyr"))
    assert table.decision().at == 1, "Freya is worth most now"


def test_a_hold_comes_to_the_likely_offer_of_the_next_god_and_a_tap_stays_there() -> None:
    """The highest at a god whose cards the player has, the lowest at others; UP is one more."""
    table = Table(will_of_thor="no").has(1, thor=1).offers(thor=(5, 3))
    held, up, ok = Stroke(PANEL, "down", 0.75), Stroke(PANEL, "up", TAP), Stroke(PANEL, "ok", TAP)
    decision = table.decision()
    for strokes, offer in (
        ((), "odin-0"),
        ((up,), "odin-1"),
        ((held,), "thor-4"),
        ((held, up), "thor-0"),
        ((held, held, up, up), "freya-2"),
    ):
        assert press(decision, (*strokes, ok)) == Choice("turn.offer", offer)


def test_the_god_and_the_value_of_an_offer_take_four_presses_in_the_median() -> None:
    """With real hands, as people play; see benchmarks/presses.py."""
    offers = next(one for one in TABLES if one.turn == "offer")
    pressed = [offer.panel for seed in range(2) for offer in play_evening(offers, seed).turns]
    assert len(pressed) > 100
    assert median(pressed) <= 4


def test_a_count_starts_at_the_most_likely_number() -> None:
    """One; for the last player, all that are left."""
    table = Table(players=3, mode="final", will_of_thor="no").say("final.begin", "enter")
    table.say("final.offer", 3)
    starts = []
    for number in (1, 1):
        decision = table.decision()
        assert isinstance(decision.domain, Number)
        starts.append(decision.domain.start)
        table.say("final.count", number)
    assert table.decision().domain == Number(0, 3, 3)
    assert starts == [1, 1]
