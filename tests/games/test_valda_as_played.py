"""Valda as sensible people play it: how many presses it takes, and that the box keeps the right balances."""

from __future__ import annotations

from random import Random
from statistics import mean, median

import pytest

from benchmarks.people import Custom
from benchmarks.people.valda import TABLES, Table
from benchmarks.presses import play, with_holds
from gm_appliance.core.game import Chance, Choice
from gm_appliance.core.play import Play
from gm_appliance.core.ports import estimated_length
from gm_appliance.games.valda import VALDA, phases
from gm_appliance.pickers import presses

CUSTOMS = {one.name.removeprefix("Valda, "): one for one in TABLES}


def evening(custom: Custom, seed: int) -> tuple[Play, Table, list[int]]:
    """An evening without the box around it: the game, its people, and the presses for each yellow card."""
    rng, people, cards = Random(seed), Table(Random(seed)), list[int]()
    game = Play(VALDA, VALDA.complete(custom.options))
    while decision := game.decision:
        choice = people(decision, game.view)
        if isinstance(decision.who, Chance) or choice is None:
            choice = Choice(decision.name, decision.domain.sample(rng))
        else:
            pressed = len([*with_holds(decision, presses(decision, choice, panel=True))])
            phase = game.view.phase
            if decision.name == "game.what" and (choice.value == "card" or " " in str(choice.value)):
                cards.append(pressed)
            elif isinstance(phase, phases.Effect) and phase.attack is None:
                cards[-1] += pressed
        game.take(choice)
    return game, people, cards


@pytest.mark.parametrize("name", CUSTOMS)
def test_what_the_box_keeps_agrees_with_the_table(name: str) -> None:
    for seed in range(4):
        game, people, _cards = evening(CUSTOMS[name], seed)
        for seat, has in people.has.items():
            kept = {what: game.view.has(seat).of(what) for what in game.view.setup.keeps}
            assert kept == {what: has[what] for what in kept}


def test_the_guide_takes_ten_presses_a_turn_at_most_and_a_quarter_of_an_hour_of_speech() -> None:
    """Presses in the median; speech is estimated, slightly too long."""
    evenings = [play(CUSTOMS["guide, 5 players"], seed) for seed in range(4)]
    assert median(turn.panel for one in evenings for turn in one.turns) <= 10
    assert mean(sum(map(estimated_length, one.whole.said)) for one in evenings) <= 17.25 * 60


def test_a_card_of_the_companion_takes_four_presses_at_most_in_the_median() -> None:
    taken = [pressed for seed in range(6) for pressed in evening(CUSTOMS["companion, 5 players"], seed)[2]]
    assert len(taken) > 200
    assert median(taken) <= 4
