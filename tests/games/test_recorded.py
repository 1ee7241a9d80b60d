"""Rules that lead the same choices elsewhere are new rules, and must have a new number."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gm_appliance.core.game import Chance, Choice, Decision, Game, Number, Option, Outcome, Seat, Step
from gm_appliance.core.play import Play
from gm_appliance.core.values import Value
from gm_appliance.games.registry import GAMES
from tests.games.recorded import FOLDER, Session, fault, record, sessions_of
from tests.games.recorded_ends import ENDS

KEPT = [name for name, one in GAMES.items() if one.game.kept]


@pytest.mark.parametrize("name", KEPT)
def test_a_game_goes_as_it_was_recorded(name: str) -> None:
    assert fault(GAMES[name].game, sessions_of(name)) == ""


def test_nothing_is_recorded_of_a_game_there_is_not() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {*KEPT}


@pytest.mark.parametrize("name", ENDS)
def test_every_script_is_recorded_to_its_end(name: str) -> None:
    recorded = [[(choice, value) for choice, value, _digest in one["steps"]] for one in sessions_of(name)]
    assert recorded[-len(ENDS[name]) :] == [[*script.choices] for script in ENDS[name]]
    assert all(ends(name, one) for one in sessions_of(name)[-len(ENDS[name]) :])


def ends(name: str, session: Session) -> bool:
    game = GAMES[name].game
    play = Play(game, game.complete(session["options"]))
    for choice, value, _digest in session["steps"]:
        play.take(Choice(choice, value))
    return play.decision is None


class Sum(Value):
    """The state, which is public. most: the total that ends the game."""

    most: int
    total: int = 0
    by: frozenset[str] = frozenset()


class Added(Value):
    number: int


class Doubled(Value):
    number: int


def small(
    *, rules: int = 1, factor: int = 1, most: int = 21, highest: int = 6, event: type = Added, winner: int = 1
) -> Game[Sum, Sum]:
    def begin(options: Mapping[str, int | str]) -> Sum:
        return Sum(most)

    def decision(view: Sum) -> Decision | None:
        if view.total >= view.most:
            return None
        return Decision("add", Chance() if view.total % 2 else Seat(1), Number(1, highest, 1))

    def apply(state: Sum, choice: Choice) -> Step[Sum, Sum]:
        number = int(str(choice.value))
        after = Sum(state.most, state.total + factor * number, state.by | {f"n{number}"})
        return Step(after, ((event(number), after),))

    return Game(
        name="small",
        rules=rules,
        options=(Option("players", Number(1, 2, 1), 1),),
        begin=begin,
        public=lambda state: state,
        decision=decision,
        apply=apply,
        outcome=lambda view: Outcome((winner,), "sum") if view.total >= view.most else None,
    )


def test_a_game_that_is_the_same_is_accepted() -> None:
    assert fault(small(), record(small())) == ""
    assert fault(small(rules=2), record(small(rules=2))) == ""


@pytest.mark.parametrize(
    ("other", "where"),
    [
        (small(factor=2), "at choice 1, 'add'. Raise its `rules=`"),
        (small(most=5), "before the first choice. Raise its `rules=`"),
        (small(event=Doubled), "at choice 1, 'add'. Raise its `rules=`"),
        (small(highest=1), "'add' ("),
        (small(winner=2), "'add'. Raise its `rules=`"),
    ],
)
def test_a_rule_that_changed_under_its_number_is_noticed(other: Game[Sum, Sum], where: str) -> None:
    told = fault(other, record(small()))
    assert told.startswith("small, rules 1, goes another way than it was recorded, ")
    assert where in told
    assert "then run `python -m tests.games.recorded small`" in told


def test_a_number_that_was_raised_wants_a_new_recording() -> None:
    told = "small has rules 2, recorded were 1: run `python -m tests.games.recorded small`"
    assert fault(small(rules=2, factor=2), record(small())) == told
    assert fault(small(), []) == "small was never recorded: run `python -m tests.games.recorded small`"
