"""Phase 3: buildings, with their prices and followers; locking and opening areas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import Decision
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.valda import events, model, phases
from gm_appliance.games.valda.model import GODS, LOCK, RESOURCES, ValdaView
from gm_appliance.games.valda.steps import ValdaStepBuilder, ask

DONE = "done"


def enter_building(view: ValdaView) -> phases.Phase | None:
    """The phase; None if nothing can be built."""
    return phases.Building() if _affordable(view) else None


def has_room(view: ValdaView, seat: int, what: str) -> bool:
    """Whether dice, sites, temples and locks allow the seat one more building of this kind."""
    holding = view.has(seat)
    if what in model.MOST:
        return holding.of(what) < model.MOST[what]
    return sum(holding.temples) < model.TEMPLES and is_open(view, seat, what)


def is_open(view: ValdaView, seat: int, god: str) -> bool:
    """Whether the seat can put a temple into a god's area."""
    return view.sites(god) > 0 and view.owner(god) in (0, seat)


def affords(view: ValdaView, seat: int, what: str) -> bool:
    holding = view.has(seat)
    return all(holding.of(kind) >= cost for kind, cost in zip(RESOURCES, model.COSTS[what], strict=True))


def _affordable(view: ValdaView) -> tuple[str, ...]:
    """The current player's possible buildings: temples first, starting with the god where the player has
    most.

    If the table plays a part by hand, the box may not know of all resources. Then it offers everything there
    is room for, starting with what the player can certainly afford.
    """
    seat = view.turn
    holding = view.has(seat)
    rest = [what for what in (*GODS, *model.MOST) if has_room(view, seat, what)]
    if view.setup.whole:
        rest = [what for what in rest if affords(view, seat, what)]
    rest.sort(key=lambda what: (not affords(view, seat, what), what in model.MOST, -holding.of(what)))
    return tuple(rest)


def _decision(view: ValdaView, phase: phases.Building) -> Decision:
    """If cards are played by hand, the decision stays open while people play them."""
    return ask("build.what", view.turn, (DONE, *_affordable(view)), talk="cards" in view.setup.by_hand)


def _apply(builder: ValdaStepBuilder, phase: phases.Building, value: Any) -> None:
    if value == DONE:
        builder.leave("buildings")
        return
    build(builder, builder.view.turn, value)
    go_on(builder, phase.left - 1)


def beside_attacks(view: ValdaView) -> int:
    """How many more buildings to offer beside the first attack. Most players build only one, so if the box
    cannot know whether they can afford a second, it does not ask for that separately."""
    beside = "attacks" in view.setup.parts and not view.setup.cubes
    return phases.AT_ONCE - 1 if beside and view.site and _affordable(view) else 0


def again(view: ValdaView) -> tuple[Decision, ...]:
    can = _affordable(view) if "buildings" in view.setup.parts else ()
    return (ask("build.what", view.turn, can),) if can else ()


def go_on(builder: ValdaStepBuilder, left: int) -> None:
    if left and _affordable(builder.view) and not beside_attacks(builder.view):
        builder.go(phases.Building(left))
    else:
        builder.leave("buildings")


def build(builder: ValdaStepBuilder, seat: int, what: str, *, card: bool = False) -> None:
    holding, cost = builder.view.has(seat), (0, 0, 0) if card else model.COSTS[what]
    blood, gold, diamond = (
        min(holding.of(kind), number) for kind, number in zip(RESOURCES, cost, strict=True)
    )
    followers = 1 if what in GODS else 0
    builder.tell(events.Built(seat, what, blood, gold, diamond, followers, card))
    claimed = bool(followers) and lock(builder, seat, what)
    if not card:
        builder.change(site=model.Site(seat, what, (blood, gold, diamond), followers + claimed, claimed))


def lock(builder: ValdaStepBuilder, seat: int, god: str) -> bool:
    """Lock the area if the new temple is the third. Returns whether this brought a follower."""
    holding = builder.view.has(seat)
    if holding.of(god) != LOCK:
        return False
    first = god not in holding.claimed
    builder.tell(events.AreaLocked(seat, god, int(first)))
    return first


def unlock(builder: ValdaStepBuilder, seat: int, god: str) -> None:
    """Open the area if the lost temple was the third."""
    if builder.view.has(seat).of(god) == LOCK - 1:
        builder.tell(events.AreaOpened(seat, god))


def destroy(builder: ValdaStepBuilder, seat: int, what: str, by: int) -> None:
    builder.tell(events.Destroyed(seat, what, by))
    if what in GODS:
        unlock(builder, seat, what)


def move(builder: ValdaStepBuilder, seat: int, god: str, to: str, by: int) -> None:
    """Move a temple of the seat to another god. It brings a follower only if it locks the area."""
    builder.tell(events.TempleMoved(seat, god, to, by))
    unlock(builder, seat, god)
    lock(builder, seat, to)


def movable(view: ValdaView, seat: int, god: str) -> tuple[str, ...]:
    return tuple(to for to in GODS if to != god and is_open(view, seat, to))


def standing(view: ValdaView, seat: int) -> tuple[str, ...]:
    return tuple(what for what in model.BUILDINGS if view.has(seat).of(what))


def cancel(builder: ValdaStepBuilder, site: model.Site) -> None:
    """Backstab: cancel a building. It still counts toward the number allowed."""
    seat, god = site.seat, site.what
    left = builder.view.phase.left if isinstance(builder.view.phase, phases.Building) else 0
    builder.tell(events.BuildingCancelled(seat, site.what, *site.cost, site.followers, site.claimed))
    if god in GODS:
        unlock(builder, seat, god)
    if isinstance(builder.view.phase, phases.Building):
        go_on(builder, left)


PHASES: Mapping[type, PhaseRules] = {phases.Building: PhaseRules(_decision, _apply)}
