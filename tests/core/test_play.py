"""A play keeps its moments: undoing a choice is as good as never having made it."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import force_setattr

from gm_appliance.core.game import JSON, Choice, Game, Step
from gm_appliance.core.play import Moment, Play
from gm_appliance.core.values import asdict, fields, replace
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.games.scorepad import SCOREPAD
from tests.games.gotterdammerung import random_choice

SEEDS = st.integers(0, 2**32)
GAMES = st.sampled_from((GOTTERDAMMERUNG, SCOREPAD))
STEPS = st.integers(0, 120)
BACK = st.integers(1, 12)


def begun(game: Game[Any, Any], rng: Random) -> Play:
    """A play of this game with random options."""
    options: dict[str, JSON] = {"players": rng.randint(7, 15)}
    if game is SCOREPAD:
        options["mode"] = rng.choice(("round", "free"))
    elif game is GOTTERDAMMERUNG:
        options["ballot"] = rng.choice(("pads", "thumbs", "booth"))
        options["seating"] = rng.choice(("spread", "choose"))
    return Play(game, game.complete(options))


def go_on(play: Play, steps: int, rng: Random) -> Play:
    """Make this many random choices, or fewer if the game ends."""
    for _ in range(steps):
        if play.decision is None:
            break
        if play.game.name == "gotterdammerung":
            play.take(random_choice(play.decision, play.view, rng))
        else:
            play.take(Choice(play.decision.name, play.decision.domain.sample(rng)))
    return play


def moments(play: Play) -> list[Moment]:
    """The moments kept, which a play never hands out."""
    kept: list[Moment] = vars(play)["_moments"]
    return list(kept)


def replayed(play: Play, choices: int) -> Play:
    """A new play with the first `choices` choices of this one."""
    fresh = Play(play.game, play.options)
    for taken in play.taken[:choices]:
        fresh.take(taken.choice)
    return fresh


def all_of(play: Play) -> tuple[Any, ...]:
    """Everything about a play, its state included."""
    public = (play.options, play.view, play.decision, play.events, dict(play.pads), play.taken)
    return (*public, play.outcome, play.can_undo(), repr(play), moments(play))


def undo_is_folding_again(play: Play, back: int, rng: Random) -> None:
    """Undo `back` times, going on differently each time. Asserts that undoing equals replaying."""
    for _ in range(min(back, len(play.taken))):
        whole = all_of(play)
        afresh = all_of(replayed(play, len(play.taken) - 1))
        earlier = play.undone()
        assert all_of(earlier) == afresh
        go_on(play.undone(), 3, rng)
        assert all_of(play) == whole, "what follows an undo leaves the other play as it was"
        go_on(play, 3, rng)
        assert all_of(earlier) == afresh, "what follows in the other play leaves the one undone as it was"
        play = earlier


@given(GAMES, SEEDS, STEPS, BACK)
@settings(max_examples=80)
def test_undo_is_folding_again(game: Game[Any, Any], seed: int, steps: int, back: int) -> None:
    rng = Random(seed)
    undo_is_folding_again(go_on(begun(game, rng), steps, rng), back, rng)


@given(GAMES, SEEDS, STEPS)
@settings(max_examples=40)
def test_the_same_choices_make_plays_alike(game: Game[Any, Any], seed: int, steps: int) -> None:
    rng = Random(seed)
    play = go_on(begun(game, rng), steps, rng)
    assert all_of(play) == all_of(replayed(play, len(play.taken)))


@given(SEEDS, st.integers(1, 60))
@settings(max_examples=40)
def test_pads_and_what_was_told_are_those_of_the_moment(seed: int, steps: int) -> None:
    """Compare them with a record made on the way forward."""
    rng = Random(seed)
    play = begun(GOTTERDAMMERUNG, rng)
    seen: list[tuple[dict[int, int], tuple[Any, ...]]] = []
    for _ in range(steps):
        seen.append((dict(play.pads), play.events))
        go_on(play, 1, rng)
    for pads, told in reversed(seen[: len(play.taken)]):
        play = play.undone()
        assert (play.pads, play.events) == (pads, told)
    opening = Play(play.game, play.options).events
    assert (play.taken, play.pads, play.events) == ([], {}, opening)


def test_at_the_beginning_there_is_nothing_to_take_back() -> None:
    play = Play(SCOREPAD, SCOREPAD.complete({}))
    assert not play.can_undo()
    assert all_of(play.undone()) == all_of(play)
    play.undone().take(Choice("dealer.first", 1))
    assert play.taken == []


def show_no_secret(play: Play) -> None:
    """Raises AssertionError if a kept moment, or the play, shows a faction or a thumb."""
    shown = repr(play) + repr(moments(play))
    assert not [word for word in ("conspire", "protect", "'up'", "'down'") if word in shown]


@given(SEEDS, STEPS)
@settings(max_examples=60)
def test_no_kept_moment_shows_a_secret(seed: int, steps: int) -> None:
    rng = Random(seed)
    show_no_secret(go_on(begun(GOTTERDAMMERUNG, rng), steps, rng))


def test_a_moment_that_shows_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Moment, "__repr__", lambda self: f"Moment({asdict(self.state)})")
    rng = Random(1)
    with pytest.raises(AssertionError):
        show_no_secret(go_on(begun(GOTTERDAMMERUNG, rng), 60, rng))


def _shared(play: Play) -> Play:
    """The earlier play shares its list of moments with the later one."""
    earlier = copy(play)
    vars(play)["_moments"].pop()
    return earlier


def _last_of_all(**kept: str) -> Callable[[Play], Play]:
    """These attributes stay as they were before the undo."""

    def undone(play: Play) -> Play:
        earlier = right(play)
        kept_now = {name: getattr(moments(play)[-1], name) for name in kept.values()}
        vars(earlier)["_moments"][-1] = replace(moments(earlier)[-1], **kept_now)
        return earlier

    return undone


right = Play.undone

FAULTS: dict[str, Callable[[Play], Play]] = {
    "nothing is taken back": copy,
    "one choice too many": lambda play: right(right(play)),
    "the list is shared": _shared,
    "the pads stay": _last_of_all(kept="pads"),
    "what was told stays": _last_of_all(kept="events"),
    "the state stays": _last_of_all(kept="state"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_undo_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Play, "undone", FAULTS[fault])
    rng = Random(7)
    play = Play(GOTTERDAMMERUNG, GOTTERDAMMERUNG.complete({"players": 7, "ballot": "pads"}))
    with pytest.raises(AssertionError):
        undo_is_folding_again(go_on(play, 40, rng), 40, rng)


def test_a_game_that_changes_its_state_in_place_is_found() -> None:
    """States are values: changing one in place would change the earlier moments too."""

    def apply(state: Any, choice: Choice) -> Step[Any, Any]:
        step = SCOREPAD.apply(state, choice)
        for part in fields(step.state):
            force_setattr(state, part.name, getattr(step.state, part.name))
        return Step(state, step.events)

    rng = Random(1)
    play = begun(replace(SCOREPAD, apply=apply), rng)
    with pytest.raises(AssertionError):
        undo_is_folding_again(go_on(play, 20, rng), 5, rng)
