"""The action phase: the Oracle's dice, the gods in ascending order, the Oracle's look.

Rulebook, "Action Phase".
"""

from __future__ import annotations

from functools import cache, lru_cache

from gm_appliance.core.game import Chance, Choice, Clock, Decision, Number, OneOf, Seat, Table
from gm_appliance.games.gotterdammerung import timetable
from gm_appliance.games.gotterdammerung.council import open_council
from gm_appliance.games.gotterdammerung.events import (
    Absent,
    CardsReturned,
    Looked,
    OracleMoved,
    Passed,
    Skipped,
    Targetless,
)
from gm_appliance.games.gotterdammerung.gods import GODS, deputy, wounds
from gm_appliance.games.gotterdammerung.model import (
    PASS,
    Dice,
    EndCheck,
    Look,
    Over,
    StepBuilder,
    Target,
    Turn,
    View,
)


def dice_decision(view: View, phase: Dice) -> Decision:
    return _die("oracle.second-die" if phase.thrown else "oracle.first-die", view.setup.dice == "own")


@cache
def _die(name: str, own: bool) -> Decision:
    return Decision(name, Table() if own else Chance(), Number(1, 6, 1))


def apply_dice(builder: StepBuilder, choice: Choice) -> None:
    view = builder.view
    phase = view.phase
    assert isinstance(phase, Dice)
    thrown = (*phase.thrown, int(str(choice.value)))
    if len(thrown) < 2:
        builder.change(phase=Dice(thrown))
        return
    oracle = (view.oracle - 1 + sum(thrown)) % len(view.places) + 1
    builder.tell(OracleMoved(thrown, oracle), oracle=oracle, dice=thrown)
    if view.cards.away:
        builder.tell(CardsReturned(tuple(view.cards.away)), cards=view.cards.returned())
    next_turn(builder, after=0)


def next_turn(builder: StepBuilder, after: int) -> None:
    """Go on to the next god who can act, telling of those who cannot; then to the look."""
    view = builder.view
    for god, seat in view.places.gods.items():
        if GODS[god].order <= after:
            continue
        by = deputy(view, seat) if wounds(view, seat) else seat
        if not by or (by in view.gone and by != seat):
            builder.tell(Skipped(god))
        elif by in view.gone:
            builder.tell(Absent(god))
        elif not GODS[god].targets(view, seat):
            builder.tell(Targetless(god))
        else:
            builder.change(phase=Turn(god, by))
            return
    builder.change(phase=Look())


def turn_decision(view: View, phase: Turn) -> Decision:
    return _turn(phase.god, phase.by, GODS[phase.god].targets(view, view.seat_of(phase.god)))


@lru_cache(maxsize=256)
def _turn(god: str, by: int, targets: tuple[Target, ...]) -> Decision:
    """Most gods may act on the same as the round before."""
    return Decision(f"action.{god}", Seat(by), OneOf((*targets, PASS)))


def apply_turn(builder: StepBuilder, choice: Choice) -> None:
    phase = builder.view.phase
    assert isinstance(phase, Turn)
    assert isinstance(choice.value, int | str)
    if choice.value == PASS:
        builder.tell(Passed(phase.god))
    else:
        GODS[phase.god].act(builder, phase.god, choice.value)
    if not isinstance(builder.view.phase, (Over, EndCheck)):
        next_turn(builder, after=GODS[phase.god].order)


def look_candidates(view: View) -> tuple[int, ...]:
    """The seats in the Oracle's world but the Oracle's own; empty when the Oracle is alone there, or its
    player left."""
    if view.oracle in view.gone:
        return ()
    below = view.place(view.oracle).below
    return tuple(s for s in view.seats if s != view.oracle and view.place(s).below == below)


def look_decision(view: View, phase: Look) -> Decision:
    return _look(view.setup.look) if look_candidates(view) else _NO_LOOK


_LOOKED = OneOf(("looked",))
_NO_LOOK = Decision(
    "oracle.look", Clock(), _LOOKED, beats=timetable.no_look(), lead=timetable.no_look()[-1].at
)


@cache
def _look(seconds: int) -> Decision:
    beats = timetable.look(seconds)
    return Decision("oracle.look", Clock(), _LOOKED, closed=True, beats=beats, lead=beats[1].at)


def apply_look(builder: StepBuilder, choice: Choice) -> None:
    """Final: a card was seen. Undoing it would show a second one."""
    builder.final = True
    builder.tell(Looked())
    open_council(builder, ())


def without(builder: StepBuilder, seat: int) -> None:
    """The action phase goes on although this player left when it was his turn."""
    phase = builder.view.phase
    if isinstance(phase, Turn) and phase.by == seat:
        builder.tell(Absent(phase.god))
        next_turn(builder, after=GODS[phase.god].order)
