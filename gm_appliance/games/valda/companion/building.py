"""Phase 3: buildings, what they cost and bring, and areas that are locked and opened."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Decision
from gm_appliance.games.valda.companion.asking import ask
from gm_appliance.games.valda.companion.events import (
    AreaLocked,
    AreaOpened,
    BuildingCancelled,
    Built,
    Destroyed,
    TempleMoved,
)
from gm_appliance.games.valda.companion.model import (
    BUILDINGS,
    COSTS,
    GODS,
    LOCK,
    MOST,
    RESOURCES,
    TEMPLES,
    Building,
    Phase,
    View,
)
from gm_appliance.games.valda.companion.recent import Site
from gm_appliance.games.valda.companion.steps import CompanionStepBuilder

DONE = "done"


def enter_building(view: View) -> Phase | None:
    """None where nothing can be built, or buildings are kept by hand."""
    return Building() if "buildings" not in view.setup.by_hand and _affordable(view) else None


def has_room(view: View, seat: int, what: str) -> bool:
    """Whether the seat can have one more of a building: dice, sites, temples and locks allow it."""
    holding = view.has(seat)
    if what in MOST:
        return holding.of(what) < MOST[what]
    return sum(holding.temples) < TEMPLES and is_open(view, seat, what)


def is_open(view: View, seat: int, god: str) -> bool:
    """Whether a god's area has a site for one more temple of the seat."""
    return view.sites(god) > 0 and view.owner(god) in (0, seat)


def affords(view: View, seat: int, what: str) -> bool:
    """Whether the seat has what a building costs."""
    holding = view.has(seat)
    return all(holding.of(kind) >= cost for kind, cost in zip(RESOURCES, COSTS[what], strict=True))


def _affordable(view: View) -> tuple[str, ...]:
    """What the player in turn can build. Temples first, at the god of whom one has most.

    Where the table keeps something by hand the box may not know of a resource: then whatever has room is
    offered, what can surely be paid first.
    """
    seat = view.turn
    holding = view.has(seat)
    rest = [what for what in (*GODS, *MOST) if has_room(view, seat, what)]
    if view.setup.whole:
        rest = [what for what in rest if affords(view, seat, what)]
    rest.sort(key=lambda what: (not affords(view, seat, what), what in MOST, -holding.of(what)))
    return tuple(rest)


def building_decision(view: View, phase: Building) -> Decision:
    return ask("build.what", view.turn, (DONE, *_affordable(view)))


def apply_building(builder: CompanionStepBuilder, phase: Building, value: Any) -> None:
    if value == DONE:
        builder.leave("building")
        return
    build(builder, builder.view.turn, value)
    go_on(builder, phase.left - 1)


def go_on(builder: CompanionStepBuilder, left: int) -> None:
    """Ask for the next building, if there is one."""
    if left and _affordable(builder.view):
        builder.go(Building(left))
    else:
        builder.leave("building")


def build(builder: CompanionStepBuilder, seat: int, what: str, *, card: bool = False) -> None:
    """The seat builds, and pays for it unless a card does."""
    holding, cost = builder.view.has(seat), (0, 0, 0) if card else COSTS[what]
    blood, gold, diamond = (
        min(holding.of(kind), number) for kind, number in zip(RESOURCES, cost, strict=True)
    )
    followers = 1 if what in GODS else 0
    builder.tell(Built(seat, what, blood, gold, diamond, followers, card))
    claimed = bool(followers) and lock(builder, seat, what)
    if not card:
        builder.change(site=Site(seat, what, (blood, gold, diamond), followers + claimed, claimed))


def lock(builder: CompanionStepBuilder, seat: int, god: str) -> bool:
    """A temple has come: is it the third? Returns whether it brought the follower."""
    holding = builder.view.has(seat)
    if holding.of(god) != LOCK:
        return False
    first = god not in holding.claimed
    builder.tell(AreaLocked(seat, god, int(first)))
    return first


def unlock(builder: CompanionStepBuilder, seat: int, god: str) -> None:
    """A temple has gone: was it the third?"""
    if builder.view.has(seat).of(god) == LOCK - 1:
        builder.tell(AreaOpened(seat, god))


def destroy(builder: CompanionStepBuilder, seat: int, what: str, by: int) -> None:
    """A building of the seat goes."""
    builder.tell(Destroyed(seat, what, by))
    if what in GODS:
        unlock(builder, seat, what)


def move(builder: CompanionStepBuilder, seat: int, god: str, to: str, by: int) -> None:
    """A temple of the seat goes to another god. It brings no follower, unless it locks."""
    builder.tell(TempleMoved(seat, god, to, by))
    unlock(builder, seat, god)
    lock(builder, seat, to)


def movable(view: View, seat: int, god: str) -> tuple[str, ...]:
    """Where a temple of the seat at that god can go."""
    return tuple(to for to in GODS if to != god and is_open(view, seat, to))


def standing(view: View, seat: int) -> tuple[str, ...]:
    """The buildings that the seat has."""
    return tuple(what for what in BUILDINGS if view.has(seat).of(what))


def cancel(builder: CompanionStepBuilder, site: Site) -> None:
    """Backstab: the building never stood, and its option is used up."""
    seat, god = site.seat, site.what
    left = builder.view.phase.left if isinstance(builder.view.phase, Building) else 0
    builder.tell(BuildingCancelled(seat, site.what, *site.cost, site.followers, site.claimed))
    if god in GODS:
        unlock(builder, seat, god)
    if isinstance(builder.view.phase, Building):
        go_on(builder, left)
