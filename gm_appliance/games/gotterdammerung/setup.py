"""Before the first night: gods, seats, pads, the deal, and what the box learns of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import PADS, Choice, Decision, Each, Every, OneOf, Pad, Seat, Table
from gm_appliance.games.gotterdammerung import timetable
from gm_appliance.games.gotterdammerung.events import AllSeated, FactionsLearned, Missing, PadCalled, Seated
from gm_appliance.games.gotterdammerung.gods import ADDED, GODS, gods_of
from gm_appliance.games.gotterdammerung.model import (
    CONSPIRE,
    FACTIONS,
    PROTECT,
    Calling,
    Deal,
    Learning,
    Picking,
    Seating,
    Setup,
    State,
    StepBuilder,
    View,
)
from gm_appliance.games.gotterdammerung.night import nightfall
from gm_appliance.games.gotterdammerung.places import VALKYRIE, Cards, Place, Places

WRONG_DEAL = 3
"""When the thumbs do not fit so often, it is not somebody's thumb: cards were dealt wrongly."""

_CARDS = OneOf((CONSPIRE, PROTECT))

_UNCOUNTED: Mapping[str, int | str] = {"roll_call": "no", "count": "seats", "beat": 2, "vote": 8}
"""Options that do not count with others, and what stands for them then."""


def begin(options: Mapping[str, int | str]) -> State:
    """A table before the faction cards are dealt. Options as `Game.complete` returns them."""
    given: Mapping[str, Any] = {**_UNCOUNTED, **options}
    setup = Setup(**{name: given[name] for name in Setup.__dataclass_fields__})
    places = Places(Place(VALKYRIE) for _ in range(setup.players))
    view = View(setup, places, Picking(ADDED[:1]))
    if setup.pick == "choose" and setup.gods < len(ADDED):
        return State(view)
    return State(_picked(view, gods_of(setup.gods)))


def opening(view: View) -> tuple[AllSeated, ...]:
    """Who is who, where the box says who sits where."""
    return () if isinstance(view.phase, Picking | Seating) else (AllSeated(),)


# ---------------------------------------------------------------- gods and seats


def _picked(view: View, gods: tuple[str, ...]) -> View:
    """The gods are known; their seats too, unless the table chooses them."""
    if view.setup.seating == "choose":
        return replace(view, phase=Seating(gods, (1,)))
    players, count = len(view.places), len(gods)
    return _seat(view, gods, tuple(1 + (i * players + count // 2) // count for i in range(count)))


def _seat(view: View, gods: tuple[str, ...], seats: tuple[int, ...]) -> View:
    """Gods at these seats, Valkyries numbered on the rest, cards at home, the Oracle at Odin."""
    at = dict(zip(seats, gods, strict=True))
    places: list[Place] = []
    valkyries = 0
    for seat in view.seats:
        if seat not in at:
            valkyries += 1
        places.append(Place(at[seat]) if seat in at else Place(VALKYRIE, valkyries))
    home = {god: seat for seat, god in at.items() if GODS[god].card}
    seated = replace(view, places=Places(places), cards=Cards(home), phase=Deal(), oracle=seats[0])
    if not view.with_pads:
        return seated
    if view.setup.roll_call == "no":
        return replace(seated, pads={seat: seat for seat in view.seats})
    return replace(seated, phase=call_all(seated))


def picking_decision(view: View, phase: Picking) -> Decision:
    return Decision("setup.god", Table(), OneOf(tuple(god for god in ADDED if god not in phase.gods)))


def apply_picking(builder: StepBuilder, choice: Choice) -> None:
    phase, view = builder.view.phase, builder.view
    assert isinstance(phase, Picking)
    gods = (*phase.gods, str(choice.value))
    if len(gods) < view.setup.gods:
        builder.change(phase=Picking(gods))
    else:
        builder.view = _picked(view, tuple(sorted(gods, key=lambda god: GODS[god].order)))
        if not isinstance(builder.view.phase, Seating):
            builder.tell(AllSeated())


def seating_decision(view: View, phase: Seating) -> Decision:
    left = len(phase.gods) - len(phase.seats)
    seats = tuple(range(phase.seats[-1] + 1, len(view.places) - left + 2))
    return Decision("setup.seat", Table(), OneOf(seats))


def apply_seating(builder: StepBuilder, choice: Choice) -> None:
    phase = builder.view.phase
    assert isinstance(phase, Seating)
    god, seats = phase.gods[len(phase.seats)], (*phase.seats, int(str(choice.value)))
    if len(seats) < len(phase.gods):
        builder.tell(Seated(god, seats[-1]), phase=replace(phase, seats=seats))
        return
    builder.view = _seat(builder.view, phase.gods, seats)
    builder.tell(Seated(god, seats[-1]))
    builder.tell(AllSeated())


# ---------------------------------------------------------------- pads


def call_all(view: View) -> Calling:
    """Every seat somebody plays is called, in order; then goes on what was open."""
    first, *rest = view.present
    return Calling(first, tuple(rest), view.phase)


def calling_decision(view: View, phase: Calling) -> Decision:
    """Any pad that is not known to be another seat's; or none."""
    waiting = {phase.seat, *phase.rest}
    taken = {pad for seat, pad in view.pads.items() if seat not in waiting}
    free = tuple(pad for pad in range(1, PADS + 1) if pad not in taken)
    return Decision("setup.pad", Pad(phase.seat), OneOf((0, *free)))


def apply_calling(builder: StepBuilder, choice: Choice) -> None:
    view, phase = builder.view, builder.view.phase
    assert isinstance(phase, Calling)
    pad = int(str(choice.value))
    pads = {seat: at for seat, at in view.pads.items() if seat != phase.seat and at != pad}
    if pad:
        pads[phase.seat] = pad
    after = Calling(phase.rest[0], phase.rest[1:], phase.back, phase.swap) if phase.rest else phase.back
    builder.tell(PadCalled(phase.seat, not pad, phase.swap), pads=pads, phase=after)
    if not phase.rest and isinstance(after, Learning):
        # Whoever has a pad now tells a faction there, and whoever lost it at the panel.
        builder.change(phase=learning(builder.view, builder.factions, after.wrong))


# ---------------------------------------------------------------- the deal and the factions


def deal_decision(view: View, phase: Deal) -> Decision:
    return Decision("setup.deal", Table(), OneOf(("dealt",)))


def apply_deal(builder: StepBuilder, choice: Choice) -> None:
    """Without pads the box never knows the factions, and night falls at once."""
    view = builder.view
    if view.with_pads:
        builder.change(phase=learning(view, {}))
    else:
        nightfall(builder)


def learning(view: View, known: Mapping[int, str], wrong: int = 0) -> Learning:
    """Ask those at pads all at once; then everybody still unknown, alone at the panel."""
    unknown = tuple(seat for seat in view.seats if seat not in known)
    at_pads = tuple(seat for seat in unknown if seat in view.pads)
    return Learning(at_pads, wrong=wrong) if at_pads else Learning(unknown, booth=True, wrong=wrong)


def learning_decision(view: View, phase: Learning) -> Decision:
    if phase.booth:
        return _alone(phase.asked[0])
    return _at_pads(phase.asked)


@lru_cache(maxsize=16)
def _alone(seat: int) -> Decision:
    return Decision("setup.faction", Seat(seat), _CARDS, secret=True)


@lru_cache(maxsize=128)
def _at_pads(asked: tuple[int, ...]) -> Decision:
    """The same again as long as the thumbs do not fit."""
    thumbs = Each(tuple(map(str, asked)), _CARDS, partial=True)
    beats = timetable.learning()
    return Decision("setup.factions", Every(asked), thumbs, True, True, beats, timetable.LEAD)


def apply_learning(builder: StepBuilder, choice: Choice) -> None:
    """A secret ballot of all seats; thumbs that do not fit are told, and it is repeated. If they never fit,
    the deal is to be checked."""
    view, phase = builder.view, builder.view.phase
    assert isinstance(phase, Learning)
    if isinstance(choice.value, dict):
        pressed = {int(key): str(value) for key, value in choice.value.items()}
    else:
        pressed = {phase.asked[0]: str(choice.value)}
    builder.factions = factions = {**builder.factions, **pressed}
    missing = tuple(seat for seat in view.seats if seat not in factions)
    builder.final = not (phase.booth and missing)
    if missing:
        _ask_on(builder, phase, missing)
        return
    counted = Counter(factions.values())
    protectors, conspirators = FACTIONS[len(view.places)]
    fit = counted[PROTECT] == protectors and counted[CONSPIRE] == conspirators
    if fit:
        builder.tell(FactionsLearned(fit))
        nightfall(builder)
    else:
        builder.factions, wrong = {}, phase.wrong + 1
        again = learning(view, {}, wrong) if wrong < WRONG_DEAL else Deal()
        builder.tell(FactionsLearned(fit), phase=again)


def _ask_on(builder: StepBuilder, phase: Learning, missing: tuple[int, ...]) -> None:
    """Those still unknown: at their pads once more, then one after the other at the panel."""
    view = builder.view
    at_pads = () if phase.booth else tuple(seat for seat in missing if seat in view.pads)
    if not at_pads:
        builder.change(phase=replace(phase, asked=missing, booth=True))
    elif phase.repeat:
        builder.tell(Missing(at_pads), phase=replace(phase, asked=missing, booth=True))
    else:
        builder.tell(Missing(at_pads), phase=replace(phase, asked=at_pads, repeat=True))
