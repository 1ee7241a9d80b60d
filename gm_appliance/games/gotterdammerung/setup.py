"""Before the first night: gods, seats, pads, the deal, and what the box learns of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Choice, Decision, Each, Every, OneOf, Pad, Seat, Table
from gm_appliance.games.gotterdammerung import timetable
from gm_appliance.games.gotterdammerung.events import FactionsLearned, Missing, PadCalled, Seated
from gm_appliance.games.gotterdammerung.gods import ADDED, GODS, gods_of
from gm_appliance.games.gotterdammerung.model import (
    CONSPIRE,
    FACTIONS,
    PROTECT,
    VALKYRIE,
    Calling,
    Cards,
    Deal,
    Learning,
    Picking,
    Place,
    Places,
    Seating,
    Setup,
    State,
    Telling,
    View,
)
from gm_appliance.games.gotterdammerung.night import nightfall

_CARDS = OneOf((CONSPIRE, PROTECT))

PADS = 15
"""As many pads as a hub can have."""


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


# ---------------------------------------------------------------- gods and seats


def _picked(view: View, gods: tuple[str, ...]) -> View:
    """The gods are known; their seats too, unless the table chooses them."""
    if view.setup.seating == "choose":
        return replace(view, stage=Seating(gods, (1,)))
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
    seated = replace(view, places=Places(places), cards=Cards(home), stage=Deal(), oracle=seats[0])
    if not view.with_pads:
        return seated
    if view.setup.roll_call == "no":
        return replace(seated, pads={seat: seat for seat in view.seats})
    return replace(seated, stage=call_all(seated))


def picking_decision(view: View, stage: Picking) -> Decision:
    return Decision("setup.god", Table(), OneOf(tuple(god for god in ADDED if god not in stage.gods)))


def apply_picking(telling: Telling, choice: Choice) -> None:
    stage, view = telling.view.stage, telling.view
    assert isinstance(stage, Picking)
    gods = (*stage.gods, str(choice.value))
    if len(gods) < view.setup.gods:
        telling.change(stage=Picking(gods))
    else:
        telling.view = _picked(view, tuple(sorted(gods, key=lambda god: GODS[god].order)))


def seating_decision(view: View, stage: Seating) -> Decision:
    left = len(stage.gods) - len(stage.seats)
    seats = tuple(range(stage.seats[-1] + 1, len(view.places) - left + 2))
    return Decision("setup.seat", Table(), OneOf(seats))


def apply_seating(telling: Telling, choice: Choice) -> None:
    stage = telling.view.stage
    assert isinstance(stage, Seating)
    god, seats = stage.gods[len(stage.seats)], (*stage.seats, int(str(choice.value)))
    if len(seats) < len(stage.gods):
        telling.tell(Seated(god, seats[-1]), stage=replace(stage, seats=seats))
        return
    telling.view = _seat(telling.view, stage.gods, seats)
    telling.tell(Seated(god, seats[-1]))


# ---------------------------------------------------------------- pads


def call_all(view: View) -> Calling:
    """Every seat somebody plays is called, in order; then goes on what was open."""
    first, *rest = view.present
    return Calling(first, tuple(rest), view.stage)


def calling_decision(view: View, stage: Calling) -> Decision:
    """Any pad that is not known to be another seat's; or none."""
    waiting = {stage.seat, *stage.rest}
    taken = {pad for seat, pad in view.pads.items() if seat not in waiting}
    free = tuple(pad for pad in range(1, PADS + 1) if pad not in taken)
    return Decision("setup.pad", Pad(stage.seat), OneOf((0, *free)))


def apply_calling(telling: Telling, choice: Choice) -> None:
    view, stage = telling.view, telling.view.stage
    assert isinstance(stage, Calling)
    pad = int(str(choice.value))
    pads = {seat: at for seat, at in view.pads.items() if seat != stage.seat and at != pad}
    if pad:
        pads[stage.seat] = pad
    after = Calling(stage.rest[0], stage.rest[1:], stage.back, stage.swap) if stage.rest else stage.back
    telling.tell(PadCalled(stage.seat, not pad, stage.swap), pads=pads, stage=after)
    if not stage.rest and isinstance(after, Learning):
        # Whoever has a pad now tells a faction there, and whoever lost it at the panel.
        telling.change(stage=learning(telling.view, telling.factions))


# ---------------------------------------------------------------- the deal and the factions


def deal_decision(view: View, stage: Deal) -> Decision:
    return Decision("setup.deal", Table(), OneOf(("dealt",)))


def apply_deal(telling: Telling, choice: Choice) -> None:
    """Without pads the box never knows the factions, and night falls at once."""
    view = telling.view
    if view.with_pads:
        telling.change(stage=learning(view, {}))
    else:
        nightfall(telling)


def learning(view: View, known: Mapping[int, str], repeat: bool = False) -> Learning:
    """Ask those at pads all at once; then everybody still unknown, alone at the panel."""
    unknown = tuple(seat for seat in view.seats if seat not in known)
    at_pads = tuple(seat for seat in unknown if seat in view.pads)
    return Learning(at_pads, repeat) if at_pads else Learning(unknown, booth=True)


def learning_decision(view: View, stage: Learning) -> Decision:
    if stage.booth:
        return _alone(stage.asked[0])
    return _at_pads(stage.asked)


@lru_cache(maxsize=16)
def _alone(seat: int) -> Decision:
    return Decision("setup.faction", Seat(seat), _CARDS, secret=True)


@lru_cache(maxsize=128)
def _at_pads(asked: tuple[int, ...]) -> Decision:
    """The same again as long as the thumbs do not fit."""
    thumbs = Each(tuple(map(str, asked)), _CARDS, partial=True)
    beats = timetable.learning()
    return Decision("setup.factions", Every(asked), thumbs, True, True, beats, timetable.LEAD)


def apply_learning(telling: Telling, choice: Choice) -> None:
    """A secret ballot of all seats; a count that cannot be is said, and it is repeated."""
    view, stage = telling.view, telling.view.stage
    assert isinstance(stage, Learning)
    if isinstance(choice.value, dict):
        pressed = {int(key): str(value) for key, value in choice.value.items()}
    else:
        pressed = {stage.asked[0]: str(choice.value)}
    telling.factions = factions = {**telling.factions, **pressed}
    missing = tuple(seat for seat in view.seats if seat not in factions)
    telling.final = not (stage.booth and missing)
    if missing:
        _ask_on(telling, stage, missing)
        return
    counted = Counter(factions.values())
    protectors, conspirators = FACTIONS[len(view.places)]
    fit = counted[PROTECT] == protectors and counted[CONSPIRE] == conspirators
    if fit:
        telling.tell(FactionsLearned(fit))
        nightfall(telling)
    else:
        telling.factions = {}
        telling.tell(FactionsLearned(fit), stage=learning(view, {}))


def _ask_on(telling: Telling, stage: Learning, missing: tuple[int, ...]) -> None:
    """Those still unknown: at their pads once more, then one after the other at the panel."""
    view = telling.view
    at_pads = () if stage.booth else tuple(seat for seat in missing if seat in view.pads)
    if not at_pads:
        telling.change(stage=Learning(missing, booth=True))
    elif stage.repeat:
        telling.tell(Missing(at_pads), stage=Learning(missing, booth=True))
    else:
        telling.tell(Missing(at_pads), stage=Learning(at_pads, repeat=True))
