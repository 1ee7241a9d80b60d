"""The action phase: the Oracle's dice, the gods in ascending order, the Oracle's look. Rulebook, "Action
Phase"."""

from __future__ import annotations

from functools import cache, lru_cache

from gm_appliance.core.game import Chance, Clock, Decision, Number, OneOf, Seat, Table
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.gotterdammerung import events, model
from gm_appliance.games.gotterdammerung.gods import GODS, deputy, wounds
from gm_appliance.games.gotterdammerung.model import GotterdammerungStepBuilder, GotterdammerungView
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.timetable import LEAD, Steps


def _dice(view: GotterdammerungView, phase: model.Dice) -> Decision:
    return _die("oracle.second-die" if phase.thrown else "oracle.first-die", view.setup.dice == "own")


@cache
def _die(name: str, own: bool) -> Decision:
    return Decision(name, Table() if own else Chance(), Number(1, 6, 1))


def _die_thrown(builder: GotterdammerungStepBuilder, phase: model.Dice, die: int) -> None:
    view, thrown = builder.view, (*phase.thrown, die)
    if len(thrown) < 2:
        builder.change(phase=model.Dice(thrown))
        return
    oracle = (view.oracle - 1 + sum(thrown)) % len(view.places) + 1
    builder.tell(events.OracleMoved(thrown, oracle), oracle=oracle, dice=thrown)
    if view.cards.away:
        builder.tell(events.CardsReturned(tuple(view.cards.away)), cards=view.cards.returned())
    next_turn(builder, after=0)


def next_turn(builder: GotterdammerungStepBuilder, after: int) -> None:
    """Go on to the next god who can act, announcing those who cannot; after the last one, to the look. after:
    the order of play of the god who acted last; 0 at the beginning."""
    view = builder.view
    for god, seat in view.places.gods.items():
        if GODS[god].order <= after:
            continue
        by = deputy(view, seat) if wounds(view, seat) else seat
        if not by or (by in view.gone and by != seat):
            builder.tell(events.Skipped(god))
        elif by in view.gone:
            builder.tell(events.Absent(god))
        elif not GODS[god].targets(view, seat):
            builder.tell(events.Targetless(god))
        else:
            builder.change(phase=model.Turn(god, by))
            return
    builder.change(phase=model.Look())


def _turn(view: GotterdammerungView, phase: model.Turn) -> Decision:
    targets, asgard = GODS[phase.god].targets(view, view.seat_of(phase.god)), view.asgard
    at = next((at for at, target in enumerate(targets) if target in asgard), 0)
    return _action(phase.god, phase.by, targets, at)


@lru_cache(maxsize=1024)
def _action(god: str, by: int, targets: tuple[model.Target, ...], at: int) -> Decision:
    """Cached, because most gods have the same targets round after round."""
    return Decision(f"action.{god}", Seat(by), OneOf((*targets, kit.PASS)), at=at)


def _acted(builder: GotterdammerungStepBuilder, phase: model.Turn, target: model.Target) -> None:
    if target == kit.PASS:
        builder.tell(events.Passed(phase.god))
    else:
        GODS[phase.god].act(builder, phase.god, target)
    if not isinstance(builder.view.phase, (kit.Over, kit.EndCheck)):
        next_turn(builder, after=GODS[phase.god].order)


def look_candidates(view: GotterdammerungView) -> tuple[int, ...]:
    """The seats in the Oracle's world except the Oracle's own; none if the Oracle's player left."""
    if view.oracle in view.gone:
        return ()
    below = view.place(view.oracle).below
    return tuple(s for s in view.seats if s != view.oracle and view.place(s).below == below)


def _look(view: GotterdammerungView, phase: model.Look) -> Decision:
    return _look_for(view.oracle, view.setup.look) if look_candidates(view) else _NO_LOOK


_LOOKED = OneOf(("looked",))
_NO_LOOK = Decision(
    "oracle.look", Clock(), _LOOKED, beats=Steps().beat("lead", lasts=5.0, rest=1.0).done(), lead=5.0
)
"""The Oracle has nobody to look at, so everybody's eyes stay open."""


@cache
def _look_for(oracle: int, seconds: int) -> Decision:
    """The Oracle has time to put the card back before the others open their eyes."""
    steps = Steps().beat("lead", lasts=LEAD, rest=4.0).wake("close", 1.5, oracle)
    beats = steps.wake("look", float(seconds), oracle, "look").wake("return", 4.0, oracle).open(2.0)
    return Decision("oracle.look", Clock(), _LOOKED, closed=True, beats=beats, lead=beats[1].at)


def _looked(builder: GotterdammerungStepBuilder, phase: model.Look, value: str) -> None:
    """Final, because a card was seen: if it were undone, the Oracle would see a second one."""
    builder.final = True
    builder.tell(events.Looked())
    builder.rules.open_council(builder, ())


def without(builder: GotterdammerungStepBuilder, seat: int) -> None:
    """Go on with the action phase after a player left, possibly in the middle of their turn."""
    phase = builder.view.phase
    if isinstance(phase, model.Turn) and phase.by == seat:
        builder.tell(events.Absent(phase.god))
        next_turn(builder, after=GODS[phase.god].order)


PHASES: dict[type, PhaseRules] = {
    model.Dice: PhaseRules(_dice, _die_thrown),
    model.Turn: PhaseRules(_turn, _acted),
    model.Look: PhaseRules(_look, _looked),
}
