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
    Asking,
    Dice,
    Look,
    Over,
    Target,
    Telling,
    Turn,
    View,
)


def dice_decision(view: View, stage: Dice) -> Decision:
    return _die("oracle.second-die" if stage.thrown else "oracle.first-die", view.setup.dice == "own")


@cache
def _die(name: str, own: bool) -> Decision:
    return Decision(name, Table() if own else Chance(), Number(1, 6, 1))


def apply_dice(telling: Telling, choice: Choice) -> None:
    view = telling.view
    stage = view.stage
    assert isinstance(stage, Dice)
    thrown = (*stage.thrown, int(str(choice.value)))
    if len(thrown) < 2:
        telling.change(stage=Dice(thrown))
        return
    oracle = (view.oracle - 1 + sum(thrown)) % len(view.places) + 1
    telling.tell(OracleMoved(thrown, oracle), oracle=oracle, dice=thrown)
    if view.cards.away:
        telling.tell(CardsReturned(tuple(view.cards.away)), cards=view.cards.returned())
    next_turn(telling, after=0)


def next_turn(telling: Telling, after: int) -> None:
    """Go on to the next god who can act, telling of those who cannot; then to the look."""
    view = telling.view
    for god, seat in view.places.gods.items():
        if GODS[god].order <= after:
            continue
        by = deputy(view, seat) if wounds(view, seat) else seat
        if not by or (by in view.gone and by != seat):
            telling.tell(Skipped(god))
        elif by in view.gone:
            telling.tell(Absent(god))
        elif not GODS[god].targets(view, seat):
            telling.tell(Targetless(god))
        else:
            telling.change(stage=Turn(god, by))
            return
    telling.change(stage=Look())


def turn_decision(view: View, stage: Turn) -> Decision:
    return _turn(stage.god, stage.by, GODS[stage.god].targets(view, view.seat_of(stage.god)))


@lru_cache(maxsize=256)
def _turn(god: str, by: int, targets: tuple[Target, ...]) -> Decision:
    """Most gods may act on the same as the round before."""
    return Decision(f"action.{god}", Seat(by), OneOf((*targets, PASS)))


def apply_turn(telling: Telling, choice: Choice) -> None:
    stage = telling.view.stage
    assert isinstance(stage, Turn)
    assert isinstance(choice.value, int | str)
    if choice.value == PASS:
        telling.tell(Passed(stage.god))
    else:
        GODS[stage.god].act(telling, stage.god, choice.value)
    if not isinstance(telling.view.stage, (Over, Asking)):
        next_turn(telling, after=GODS[stage.god].order)


def look_candidates(view: View) -> tuple[int, ...]:
    """The seats in the Oracle's world but the Oracle's own; empty when the Oracle is alone there."""
    below = view.place(view.oracle).below
    return tuple(s for s in view.seats if s != view.oracle and view.place(s).below == below)


def look_decision(view: View, stage: Look) -> Decision:
    return _look(view.setup.look)


@cache
def _look(seconds: int) -> Decision:
    beats = timetable.look(seconds)
    return Decision("oracle.look", Clock(), OneOf(("looked",)), closed=True, beats=beats, lead=beats[1].at)


def apply_look(telling: Telling, choice: Choice) -> None:
    """Final: a card was seen. Undoing it would show a second one."""
    telling.final = True
    telling.tell(Looked())
    open_council(telling, ())


def without(telling: Telling, seat: int) -> None:
    """The action phase goes on although this player left when it was his turn."""
    stage = telling.view.stage
    if isinstance(stage, Turn) and stage.by == seat:
        telling.tell(Absent(stage.god))
        next_turn(telling, after=GODS[stage.god].order)
