"""Properties of every game, in random evenings with random options."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from gm_appliance.core.game import Choice, Decision, Domain, Game, IllegalChoice, Number, OneOf
from gm_appliance.core.play import Play
from gm_appliance.games.registry import GAMES
from tests.games.recorded import random_choice, random_options

pytestmark = pytest.mark.many

KEPT = [name for name, one in GAMES.items() if one.game.kept]
every_game = pytest.mark.parametrize("name", KEPT)

EVENINGS, MOST = 40, 150
"""Evenings of each game, and the most choices in each."""


def reached(name: str, seed: int) -> Play:
    """An evening in its course, or at its end."""
    game, rng = GAMES[name].game, Random(seed)
    play, most = Play(game, random_options(game, rng)), rng.randrange(MOST)
    while play.decision is not None and len(play.taken) < most:
        if choice := random_choice(play.decision, rng):
            play.take(choice)
    return play


def state_of(play: Play, game: Game[Any, Any]) -> Any:
    """The state replayed, because a play never hands out its own."""
    state = game.begin(play.options)
    for taken in play.taken:
        state = game.apply(state, taken.choice).state
    return state


LOOSE: tuple[Any, ...] = (None, True, False, "", "Pass", -1, 0, 16, 99, 1.5, [], [1], {"0": "up"})
"""Values that are almost never legal."""


def near_misses(domain: Domain) -> list[Any]:
    """Values that are nearly legal."""
    if isinstance(domain, Number):
        return [domain.lo - 1, domain.hi + 1, str(domain.lo), float(domain.lo), {"1": domain.lo}, {}]
    if isinstance(domain, OneOf):
        options = domain.options
        misspelt = [str(one) if isinstance(one, int) else one.upper() for one in options]
        return [*misspelt, *([one] for one in options), *({"1": one} for one in options[:1]), {}]
    key, good = domain.keys[0], domain.each.sample(Random(1))
    values: tuple[Any, ...] = (True, None, "nobody", 99, [good], {key: good})
    return [good, key, *({key: one} for one in values), {"99": good}, {key: good, "": good}]


def illegal(decision: Decision) -> list[Choice]:
    wrong = [Choice(name, 1) for name in ("council.abstain", "", decision.name.upper(), f"{decision.name} ")]
    for one in (*decision.open(), *decision.on_request):
        values = (*LOOSE, *near_misses(one.domain))
        wrong += [Choice(one.name, value) for value in values if not one.domain.contains(value)]
    return wrong


@every_game
def test_an_illegal_choice_changes_nothing_and_is_told_what_was_legal(name: str) -> None:
    game = GAMES[name].game
    for seed in range(EVENINGS):
        play = reached(name, seed)
        if play.decision is None:
            continue
        state = state_of(play, game)
        before, taken, view, told = deepcopy(state), list(play.taken), play.view, play.events
        for choice in illegal(play.decision):
            with pytest.raises(IllegalChoice) as refused:
                game.apply(state, choice)
            for one in (*play.decision.open(), *play.decision.on_request):
                assert f"{one.name}: {one.domain}" in str(refused.value)
            with pytest.raises(IllegalChoice):
                play.take(choice)
        assert state == before
        assert (play.taken, play.view, play.events) == (taken, view, told)


@every_game
def test_it_is_over_when_it_has_an_outcome_and_then_every_choice_is_illegal(name: str) -> None:
    game, over = GAMES[name].game, 0
    for seed in range(EVENINGS):
        play = reached(name, seed)
        assert (play.decision is None) == (play.outcome is not None)
        if play.decision is None:
            over += 1
            state = state_of(play, game)
            for choice in (play.taken[-1].choice, Choice("setup.deal", "dealt")):
                with pytest.raises(IllegalChoice, match="over"):
                    game.apply(state, choice)
                with pytest.raises(IllegalChoice, match="over"):
                    play.take(choice)
    assert over, "some evenings end"


@every_game
def test_choices_survive_the_journal(name: str) -> None:
    for seed in range(EVENINGS):
        play = reached(name, seed)
        again = Play(GAMES[name].game, play.options)
        for taken in play.taken:
            again.take(Choice(taken.choice.name, json.loads(json.dumps(taken.choice.value))))
        assert again.view == play.view


@every_game
def test_a_step_that_is_undone_and_made_again_is_the_same(name: str) -> None:
    for seed in range(EVENINGS):
        play = reached(name, seed)
        if play.can_undo():
            again = play.undone()
            again.take(play.taken[-1].choice)
            assert (again.view, again.events) == (play.view, play.events)
