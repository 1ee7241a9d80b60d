"""Before the deal: which gods take part, and where they sit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import Decision, OneOf, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.events import Seated
from gm_appliance.games.gotterdammerung.gods import ADDED, GODS, gods_of
from gm_appliance.games.gotterdammerung.model import (
    Cards,
    GotterdammerungStepBuilder,
    GotterdammerungView,
    Place,
    Places,
)
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.calling import with_pads
from gm_appliance.hidden_roles.events import AllSeated
from gm_appliance.hidden_roles.model import UNCOUNTED
from gm_appliance.hidden_roles.state import State


def begin(options: Mapping[str, int | str]) -> State:
    """The state before the faction cards are dealt, from options as `Game.complete` returns them."""
    given: Mapping[str, Any] = {**UNCOUNTED, **options}
    setup = model.Setup(**{name: given[name] for name in model.Setup.__struct_fields__})
    places = Places(Place() for _ in range(setup.players))
    view = GotterdammerungView(setup, places, model.Picking(ADDED[:1]))
    if setup.pick == "choose" and setup.gods < len(ADDED):
        return State(view)
    return State(_picked(view, gods_of(setup.gods)))


def opening(view: GotterdammerungView) -> tuple[AllSeated, ...]:
    """Who sits where, unless the table has yet to choose."""
    return () if isinstance(view.phase, model.Picking | model.Seating) else (AllSeated(),)


def _picked(view: GotterdammerungView, gods: tuple[str, ...]) -> GotterdammerungView:
    """The view once the gods are known, and their seats too, unless the table chooses those."""
    if view.setup.seating == "choose":
        return replace(view, phase=model.Seating(gods, (1,)))
    players, count = len(view.places), len(gods)
    return _seat(view, gods, tuple(1 + (i * players + count // 2) // count for i in range(count)))


def _seat(view: GotterdammerungView, gods: tuple[str, ...], seats: tuple[int, ...]) -> GotterdammerungView:
    """Gods at these seats, numbered Valkyries at the others, action cards at home, the Oracle at Odin's."""
    at = dict(zip(seats, gods, strict=True))
    places: list[Place] = []
    valkyries = 0
    for seat in view.seats:
        if seat not in at:
            valkyries += 1
        places.append(Place(god=at[seat]) if seat in at else Place(number=valkyries))
    home = {god: seat for seat, god in at.items() if GODS[god].card}
    seated = replace(view, places=Places(places), cards=Cards(home), phase=kit.Deal(), oracle=seats[0])
    return with_pads(seated)


def _next_god(view: GotterdammerungView, phase: model.Picking) -> Decision:
    return Decision("setup.god", Table(), OneOf(tuple(god for god in ADDED if god not in phase.gods)))


def _god_joins(builder: GotterdammerungStepBuilder, phase: model.Picking, god: str) -> None:
    gods = (*phase.gods, god)
    if len(gods) < builder.view.setup.gods:
        builder.change(phase=model.Picking(gods))
        return
    builder.view = _picked(builder.view, tuple(sorted(gods, key=lambda god: GODS[god].order)))
    if not isinstance(builder.view.phase, model.Seating):
        builder.tell(AllSeated())


def _next_seat(view: GotterdammerungView, phase: model.Seating) -> Decision:
    """Any seat after the last god's that leaves enough seats for the remaining gods."""
    unseated = len(phase.gods) - len(phase.seats)
    seats = tuple(range(phase.seats[-1] + 1, len(view.places) - unseated + 2))
    return Decision("setup.seat", Table(), OneOf(seats))


def _god_sits(builder: GotterdammerungStepBuilder, phase: model.Seating, seat: int) -> None:
    god, seats = phase.gods[len(phase.seats)], (*phase.seats, seat)
    if len(seats) < len(phase.gods):
        builder.tell(Seated(god, seat), phase=replace(phase, seats=seats))
        return
    builder.view = _seat(builder.view, phase.gods, seats)
    builder.tell(Seated(god, seat))
    builder.tell(AllSeated())


PHASES: dict[type, PhaseRules] = {
    model.Picking: PhaseRules(_next_god, _god_joins),
    model.Seating: PhaseRules(_next_seat, _god_sits),
}
