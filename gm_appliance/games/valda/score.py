"""Valda, the score: rounds, turns and everybody's followers, as the table tells them.

Nothing is secret, so the view is the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeAlias

from gm_appliance.core.game import (
    Chance,
    Choice,
    Decision,
    Each,
    IllegalChoice,
    Number,
    OneOf,
    Outcome,
    Plain,
    Step,
    Table,
)
from gm_appliance.core.values import frozen, immutable
from gm_appliance.core.views import BaseStepBuilder, BaseView
from gm_appliance.games.valda.companion.ending import PLAYED, SHARED, WON_RACE
from gm_appliance.games.valda.companion.events import Corrected, Ended, RoundBegins, StartRolled, ZoneReached
from gm_appliance.games.valda.companion.model import FOLLOWERS, StartRolling
from gm_appliance.games.valda.score_events import Counted, Moved, Tied
from gm_appliance.games.valda.track import GOAL, ROUNDS, safe_below, turn_order

MOST = 99
"""More of anything than anybody has had."""

MOST_GAINED = 20
"""More followers than anybody gains at once."""

COUNTS: Mapping[str, Number] = {"buildings": Number(2, 16, 2), "resources": Number(0, MOST)}
"""What breaks a tie, in order. Everybody has two mines at least; four mines, three drills and nine temples
are all there are."""

# ---------------------------------------------------------------- phases: where the game stands


@immutable
class Choosing:
    """The table says who begins."""


@immutable
class Turn:
    """The seat's turn is played; then its followers are set."""

    seat: int


@immutable
class Counting:
    """These seats are tied, and what breaks the tie is counted, one of `COUNTS`. numbers: as far as told."""

    what: str
    seats: tuple[int, ...]
    numbers: tuple[int, ...] = ()


@immutable
class Final:
    """The game is decided; all look at the standings. seat: whose turn decided a race, else 0."""

    why: str
    winners: tuple[int, ...]
    seat: int = 0


@immutable
class Setting:
    """The followers of a seat are set beside its turn. back: where the game stands meanwhile.

    correcting: they were wrong; else something happened to them in another's turn.
    """

    seat: int
    back: Turn | Final
    correcting: bool = False


@immutable
class Asking:
    """Whose followers are wrong? back: where the game stands meanwhile."""

    back: Final


@immutable
class Over:
    """The game is over."""

    why: str
    winners: tuple[int, ...]


ScorePhase: TypeAlias = "StartRolling | Choosing | Turn | Setting | Counting | Final | Asking | Over"


@frozen
class ScoreView(BaseView):
    """Everything there is.

    first: the seat that began, 0 before it is known. round: the one that is played, from 1.
    followers: of each seat. ended: the same at the end of each round so far.
    """

    players: int
    turnaround: bool
    race: bool
    phase: ScorePhase
    followers: tuple[int, ...]
    first: int = 0
    round: int = 1
    ended: tuple[tuple[int, ...], ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(1, self.players + 1))

    @property
    def turn(self) -> int:
        """The seat whose turn it is; 0 where it is nobody's."""
        phase = self.phase.back if isinstance(self.phase, Setting) else self.phase
        return phase.seat if isinstance(phase, Turn) else 0

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of this round, once it is known who began."""
        return turn_order(self.players, self.first, self.round, turnaround=self.turnaround, race=self.race)

    @property
    def gains(self) -> tuple[tuple[int, ...], ...]:
        """What each round brought each seat, the round that is played included."""
        marks = [(0,) * self.players, *self.ended]
        if self.followers != marks[-1] or not self.ended:
            marks.append(self.followers)
        return tuple(
            tuple(after - before for before, after in zip(one, other, strict=True))
            for one, other in pairwise(marks)
        )


class _ScoreStep(BaseStepBuilder[ScoreView]):
    """A step of the score in the making."""

    __slots__ = ()


# ---------------------------------------------------------------- who begins


def begin(options: Mapping[str, int | str]) -> ScoreView:
    """A table before it is known who begins. Options as `Game.complete` returns them."""
    players = int(options["players"])
    rolls = options.get("dice") == "box"
    seats = tuple(range(1, players + 1))
    turnaround, race = options["turnaround"] == "yes", options["race"] == "yes"
    return ScoreView(
        players, turnaround, race, StartRolling(seats) if rolls else Choosing(), followers=(0,) * players
    )


def _rolling_decision(view: ScoreView, phase: StartRolling) -> Decision:
    return Decision("first.die", Chance(), Each(tuple(map(str, phase.seats)), Number(1, 6)))


def _apply_rolling(step: _ScoreStep, phase: StartRolling, value: Any) -> None:
    """The highest begins; those who tie for it roll once more."""
    numbers = {seat: value[str(seat)] for seat in phase.seats}
    highest = tuple(seat for seat in phase.seats if numbers[seat] == max(numbers.values()))
    step.tell(StartRolled(tuple(numbers.items()), highest), phase=StartRolling(highest))
    if len(highest) == 1:
        _begin_round(step, 1, highest[0])


def _choosing_decision(view: ScoreView, phase: Choosing) -> Decision:
    return Decision("first.who", Table(), OneOf(view.seats))


def _apply_choosing(step: _ScoreStep, phase: Choosing, value: Any) -> None:
    _begin_round(step, 1, value)


# ---------------------------------------------------------------- rounds and turns


def _begin_round(step: _ScoreStep, round: int, first: int) -> None:
    step.change(round=round, first=first)
    order = step.view.order
    clockwise = order[0] == first
    step.tell(RoundBegins(round, order[0], clockwise), phase=Turn(order[0]))


def _turn_decision(view: ScoreView, phase: Turn) -> Decision:
    """The turn's own number; on request, what it did to others, or what was wrong."""
    mine = Decision("turn.followers", Table(), _number(view, phase.seat), talk=True)
    others = tuple(seat for seat in view.seats if seat != phase.seat)
    return mine.offering(
        (
            Decision("other.who", Table(), OneOf(others)),
            Decision("correct.who", Table(), OneOf(view.seats)),
        )
    )


def _number(view: ScoreView, seat: int) -> Number:
    """What a seat's followers can be: never below its safe zone."""
    now = view.followers[seat - 1]
    return Number(safe_below(now), now + MOST_GAINED, start=now)


def _apply_turn(step: _ScoreStep, phase: Turn, value: Any) -> None:
    _move(step, phase.seat, value)
    if not _race_won(step, phase.seat):
        _next_turn(step, phase.seat)


def _apply_on_request(step: _ScoreStep, phase: Turn, choice: Choice) -> None:
    seat = int(str(choice.value))
    step.change(phase=Setting(seat, phase, correcting=choice.name == "correct.who"))


def _setting_decision(view: ScoreView, phase: Setting) -> Decision:
    if phase.correcting:
        now = view.followers[phase.seat - 1]
        return Decision("correct.followers", Table(), Number(0, max(MOST, now), start=now))
    return Decision("other.followers", Table(), _number(view, phase.seat))


def _apply_setting(step: _ScoreStep, phase: Setting, value: Any) -> None:
    before = step.view.followers[phase.seat - 1]
    if not phase.correcting:
        _move(step, phase.seat, value)
    elif value != before:
        step.tell(
            Corrected(phase.seat, FOLLOWERS, before, value), followers=_with(step.view, phase.seat, value)
        )
    _go_on(step, phase.back)


def _go_on(step: _ScoreStep, back: Turn | Final) -> None:
    """Go on after the followers of a seat were set out of turn."""
    seat = back.seat
    if isinstance(back, Final) and not seat:
        _finish(step)
    elif not _race_won(step, seat):
        step.change(phase=Turn(seat))


def _move(step: _ScoreStep, seat: int, followers: int) -> None:
    before = step.view.followers[seat - 1]
    if followers == before:
        return
    step.tell(Moved(seat, before, followers), followers=_with(step.view, seat, followers))
    zone = safe_below(followers)
    if zone > safe_below(before):
        step.tell(ZoneReached(seat, zone))


def _with(view: ScoreView, seat: int, followers: int) -> tuple[int, ...]:
    return tuple(followers if one == seat else now for one, now in enumerate(view.followers, 1))


def _next_turn(step: _ScoreStep, seat: int) -> None:
    """The next seat in the order; after the last one the drakkar sails on."""
    view = step.view
    at = view.order.index(seat) + 1
    if at < view.players:
        step.change(phase=Turn(view.order[at]))
        return
    step.change(ended=(*view.ended, view.followers))
    if view.race or view.round < ROUNDS:
        _begin_round(step, view.round + 1, view.first)
    else:
        _finish(step)


# ---------------------------------------------------------------- the end


def _race_won(step: _ScoreStep, seat: int) -> bool:
    """Whether somebody is at the goal of a race, which ends it at once."""
    view = step.view
    there = tuple(one for one in view.seats if view.followers[one - 1] >= GOAL)
    if not view.race or not there:
        return False
    best = max(view.followers[one - 1] for one in there)
    winners = tuple(one for one in there if view.followers[one - 1] == best)
    step.tell(Ended(WON_RACE, winners, FOLLOWERS), phase=Final(WON_RACE, winners, seat))
    return True


def _finish(step: _ScoreStep) -> None:
    """All rounds are played: most followers win. Only a tie is counted out."""
    view = step.view
    step.change(ended=(*view.ended[: view.round - 1], view.followers))
    best = max(view.followers)
    tied = tuple(seat for seat in view.seats if view.followers[seat - 1] == best)
    _break_tie(step, tied, FOLLOWERS, tuple(COUNTS))


def _break_tie(step: _ScoreStep, tied: tuple[int, ...], told: str, left: tuple[str, ...]) -> None:
    """Count what is left to break a tie. told: what these seats have most of."""
    if len(tied) == 1 or not left:
        by = told if len(tied) == 1 else SHARED
        step.tell(Ended(PLAYED, tied, by), phase=Final(PLAYED, tied))
    else:
        step.tell(Tied(tied, told), phase=Counting(left[0], tied))


def _counting_decision(view: ScoreView, phase: Counting) -> Decision:
    return Decision(f"tie.{phase.what}", Table(), COUNTS[phase.what])


def _apply_counting(step: _ScoreStep, phase: Counting, value: Any) -> None:
    numbers = (*phase.numbers, value)
    step.tell(
        Counted(phase.what, phase.seats[len(phase.numbers)], value), phase=replace(phase, numbers=numbers)
    )
    if len(numbers) == len(phase.seats):
        most = max(numbers)
        tied = tuple(seat for seat, number in zip(phase.seats, numbers, strict=True) if number == most)
        kinds = tuple(COUNTS)
        _break_tie(step, tied, phase.what, kinds[kinds.index(phase.what) + 1 :])


def _final_decision(view: ScoreView, phase: Final) -> Decision:
    return Decision("game.over", Table(), OneOf(("done", "correct")))


def _apply_final(step: _ScoreStep, phase: Final, value: Any) -> None:
    step.change(phase=Asking(phase) if value == "correct" else Over(phase.why, phase.winners))


def _asking_decision(view: ScoreView, phase: Asking) -> Decision:
    return Decision("correct.who", Table(), OneOf((*view.seats, "back")))


def _apply_asking(step: _ScoreStep, phase: Asking, value: Any) -> None:
    step.change(phase=phase.back if value == "back" else Setting(value, phase.back, correcting=True))


# ---------------------------------------------------------------- what a game is made of

_DECISIONS: Mapping[type, Callable[[ScoreView, Any], Decision]] = {
    StartRolling: _rolling_decision,
    Choosing: _choosing_decision,
    Turn: _turn_decision,
    Setting: _setting_decision,
    Counting: _counting_decision,
    Final: _final_decision,
    Asking: _asking_decision,
}

_FOLLOWS: Mapping[type, Callable[[_ScoreStep, Any, Any], None]] = {
    StartRolling: _apply_rolling,
    Choosing: _apply_choosing,
    Turn: _apply_turn,
    Setting: _apply_setting,
    Counting: _apply_counting,
    Final: _apply_final,
    Asking: _apply_asking,
}


def decision(view: ScoreView) -> Decision | None:
    """What is open; None once everybody has seen how it ended."""
    return None if isinstance(view.phase, Over) else _DECISIONS[type(view.phase)](view, view.phase)


def apply(view: ScoreView, choice: Choice) -> Step[Any, Any]:
    """The step that follows. Raises IllegalChoice, having changed nothing."""
    open_now = decision(view)
    if open_now is None:
        raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
    answered, step = open_now.demand(choice), _ScoreStep(view)
    if answered is open_now:
        _FOLLOWS[type(view.phase)](step, view.phase, choice.value)
    else:
        assert isinstance(view.phase, Turn)
        _apply_on_request(step, view.phase, choice)
    return Step(step.view, tuple(step.events))


def outcome(view: ScoreView) -> Outcome | None:
    """How it ended; None while it goes on."""
    if not isinstance(view.phase, Over):
        return None
    totals: dict[str, Plain] = {str(seat): number for seat, number in enumerate(view.followers, 1)}
    by_round: list[Plain] = [{str(seat): gain for seat, gain in enumerate(one, 1)} for one in view.gains]
    facts: dict[str, Plain] = {"totals": totals, "rounds": len(by_round), "by_round": by_round}
    return Outcome(view.phase.winners, view.phase.why, facts)
