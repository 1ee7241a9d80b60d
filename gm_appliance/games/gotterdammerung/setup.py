"""Before the first night: gods, seats, pads, the deal, and the factions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import PADS, AllSeats, Decision, OneOf, Pad, PerSeat, Ready, Seat, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.gotterdammerung import model, timetable
from gm_appliance.games.gotterdammerung.events import AllSeated, FactionsLearned, Missing, PadCalled, Seated
from gm_appliance.games.gotterdammerung.gods import ADDED, GODS, gods_of
from gm_appliance.games.gotterdammerung.model import GotterdammerungStepBuilder, GotterdammerungView
from gm_appliance.games.gotterdammerung.night import nightfall
from gm_appliance.games.gotterdammerung.places import VALKYRIE, Cards, Place, Places

WRONG_DEAL = 3
"""After this many counts that do not fit, the cards themselves must have been dealt wrongly."""

_CARDS = OneOf((model.CONSPIRE, model.PROTECT))

_UNCOUNTED: Mapping[str, int | str] = {"roll_call": "no", "count": "seats", "beat": 2, "vote": 8}
"""Values for options that are not given because other options make them meaningless."""


def begin(options: Mapping[str, int | str]) -> model.State:
    """The state before the faction cards are dealt, from options as `Game.complete` returns them."""
    given: Mapping[str, Any] = {**_UNCOUNTED, **options}
    setup = model.Setup(**{name: given[name] for name in model.Setup.__struct_fields__})
    places = Places(Place(VALKYRIE) for _ in range(setup.players))
    view = GotterdammerungView(setup, places, model.Picking(ADDED[:1]))
    if setup.pick == "choose" and setup.gods < len(ADDED):
        return model.State(view)
    return model.State(_picked(view, gods_of(setup.gods)))


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
        places.append(Place(at[seat]) if seat in at else Place(VALKYRIE, valkyries))
    home = {god: seat for seat, god in at.items() if GODS[god].card}
    seated = replace(view, places=Places(places), cards=Cards(home), phase=model.Deal(), oracle=seats[0])
    if not view.with_pads:
        return seated
    if view.setup.roll_call == "no":
        return replace(seated, pads={seat: seat for seat in view.seats})
    return replace(seated, phase=call_all(seated))


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


def call_all(view: GotterdammerungView) -> model.Calling:
    """Call every seat with a player, in order. The phase of `view` follows."""
    first, *rest = view.present
    return model.Calling(first, tuple(rest), view.phase)


def _call(view: GotterdammerungView, phase: model.Calling) -> Decision:
    """Any pad not known to belong to another seat, or 0 for none."""
    waiting = {phase.seat, *phase.rest}
    taken = {pad for seat, pad in view.pads.items() if seat not in waiting}
    free = tuple(pad for pad in range(1, PADS + 1) if pad not in taken)
    return Decision("setup.pad", Pad(phase.seat), OneOf((0, *free)))


def _pad_called(builder: GotterdammerungStepBuilder, phase: model.Calling, pad: int) -> None:
    pads = {seat: at for seat, at in builder.view.pads.items() if seat != phase.seat and at != pad}
    if pad:
        pads[phase.seat] = pad
    after = model.Calling(phase.rest[0], phase.rest[1:], phase.back, phase.swap) if phase.rest else phase.back
    builder.tell(PadCalled(phase.seat, not pad, phase.swap), pads=pads, phase=after)
    if not phase.rest and isinstance(after, model.Learning):
        # Players who have a pad now enter their faction there; those who lost theirs, at the panel.
        builder.change(phase=learning(builder.view, builder.factions, after.wrong))


def _deal(view: GotterdammerungView, phase: model.Deal) -> Decision:
    return Decision("setup.deal", Table(), Ready(("dealt",)))


def _dealt(builder: GotterdammerungStepBuilder, phase: model.Deal, value: str) -> None:
    """Without pads the box never knows the factions, and night falls at once."""
    view = builder.view
    if view.with_pads:
        builder.change(phase=learning(view, {}))
    else:
        nightfall(builder)


def learning(view: GotterdammerungView, known: Mapping[int, str], wrong: int = 0) -> model.Learning:
    """Ask all seats with pads at once, or, once those are known, the others one by one at the panel. known:
    the known factions, by seat. wrong: how often the thumbs did not fit since the deal."""
    unknown = tuple(seat for seat in view.seats if seat not in known)
    at_pads = tuple(seat for seat in unknown if seat in view.pads)
    return (
        model.Learning(at_pads, wrong=wrong) if at_pads else model.Learning(unknown, booth=True, wrong=wrong)
    )


def _learn(view: GotterdammerungView, phase: model.Learning) -> Decision:
    return _alone(phase.asked[0]) if phase.booth else _at_pads(phase.asked)


@lru_cache(maxsize=16)
def _alone(seat: int) -> Decision:
    return Decision("setup.faction", Seat(seat), _CARDS, secret=True)


@lru_cache(maxsize=128)
def _at_pads(asked: tuple[int, ...]) -> Decision:
    """Cached, because the question is repeated until the thumbs fit."""
    thumbs = PerSeat(tuple(map(str, asked)), _CARDS, partial=True)
    beats = timetable.learning()
    return Decision("setup.factions", AllSeats(asked), thumbs, True, True, beats, timetable.LEAD)


def _learned(builder: GotterdammerungStepBuilder, phase: model.Learning, value: str | dict[str, str]) -> None:
    """Record the factions pressed. When all are known, check their numbers: if they do not fit, say so and
    ask again; after `WRONG_DEAL` times, have the deal checked."""
    view = builder.view
    pressed = value if isinstance(value, dict) else {phase.asked[0]: value}
    builder.factions = factions = {**builder.factions, **{int(seat): one for seat, one in pressed.items()}}
    missing = tuple(seat for seat in view.seats if seat not in factions)
    builder.final = not (phase.booth and missing)
    if missing:
        _ask_on(builder, phase, missing)
        return
    counted = Counter(factions.values())
    protectors, conspirators = model.FACTIONS[len(view.places)]
    fit = counted[model.PROTECT] == protectors and counted[model.CONSPIRE] == conspirators
    if fit:
        builder.tell(FactionsLearned(fit))
        nightfall(builder)
    else:
        builder.factions, wrong = {}, phase.wrong + 1
        again = learning(view, {}, wrong) if wrong < WRONG_DEAL else model.Deal()
        builder.tell(FactionsLearned(fit), phase=again)


def _ask_on(builder: GotterdammerungStepBuilder, phase: model.Learning, missing: tuple[int, ...]) -> None:
    view = builder.view
    at_pads = () if phase.booth else tuple(seat for seat in missing if seat in view.pads)
    if not at_pads:
        builder.change(phase=replace(phase, asked=missing, booth=True))
    elif phase.repeat:
        builder.tell(Missing(at_pads), phase=replace(phase, asked=missing, booth=True))
    else:
        builder.tell(Missing(at_pads), phase=replace(phase, asked=at_pads, repeat=True))


PHASES: dict[type, PhaseRules] = {
    model.Picking: PhaseRules(_next_god, _god_joins),
    model.Seating: PhaseRules(_next_seat, _god_sits),
    model.Calling: PhaseRules(_call, _pad_called),
    model.Deal: PhaseRules(_deal, _dealt),
    model.Learning: PhaseRules(_learn, _learned),
}
