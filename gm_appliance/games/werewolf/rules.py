"""Werewolf on the kit for hidden roles.

docs/werewolf.md explains the rules to players, and what is decided where tables differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from gm_appliance.core.game import JSON, AllSeats, Beat, Clock, Decision, OneOf, PerSeat, Seat, Table
from gm_appliance.core.values import Value
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.werewolf.roles import (
    PACKS,
    POTION,
    ROLES,
    SPECIAL,
    VILLAGE,
    VILLAGER,
    WEREWOLF,
    WOLVES,
    Night,
    Role,
)
from gm_appliance.hidden_roles import model, timetable
from gm_appliance.hidden_roles.calling import with_pads
from gm_appliance.hidden_roles.events import Banished, NobodyBanished
from gm_appliance.hidden_roles.hooks import Builder
from gm_appliance.hidden_roles.model import HiddenRolesView, Setup
from gm_appliance.hidden_roles.people import NOBODY
from gm_appliance.hidden_roles.places import Place, Places
from gm_appliance.hidden_roles.rules import HiddenRoles
from gm_appliance.hidden_roles.state import State


class WerewolfSetup(Setup):
    """The options of one game; `OPTIONS` in the package has their ranges and defaults."""

    roles: int
    reveal: str
    second: str
    ties: str
    look: int


class WerewolfView(HiddenRolesView):
    """All public knowledge. shot: whether somebody took another along, which ends that question."""

    setup: WerewolfSetup
    places: Places[Place]
    shot: bool = False


class Shot(Value):
    """Somebody who fell may take another along. seat: 0 if the table has to say whether there is one.

    by: how they fell; determines what follows.
    """

    seat: int
    by: str


def roles_of(setup: WerewolfSetup) -> tuple[str, ...]:
    """The special roles of a game. Without pads nobody could tell the box about some of them."""
    joined = SPECIAL[: setup.roles]
    return tuple(name for name in joined if setup.ballot == "pads" or not ROLES[name].at_pads)


class WerewolfRules(HiddenRoles):
    BALLOTS = 3

    def phases(self) -> dict[type, PhaseRules]:
        return {
            model.Die: PhaseRules(self._die, self._die_found),
            Shot: PhaseRules(self._shot, self._hit),
        }

    # ------------------------------------------------------------ cards and sides

    def deck(self, view: WerewolfView) -> Mapping[str, int]:
        players, special = len(view.places), roles_of(view.setup)
        cards = {WEREWOLF: PACKS[players], **dict.fromkeys(special, 1)}
        return {**cards, VILLAGER: players - sum(cards.values())}

    def winner(self, view: WerewolfView, cards: Mapping[int, str]) -> str | None:
        """The village without a werewolf left; the wolves when they are as many as all others."""
        wolves = sum(ROLES[cards[seat]].side == WOLVES for seat in view.places.inside)
        if not wolves:
            return VILLAGE
        return WOLVES if wolves * 2 >= len(view.places.inside) else None

    def side(self, card: str) -> str:
        return ROLES[card].side

    def possible_winners(self, view: WerewolfView) -> tuple[str, ...]:
        wolves, inside = PACKS[len(view.places)], len(view.places.inside)
        fallen = len(view.places) - inside
        may = ((VILLAGE, fallen >= wolves), (WOLVES, inside <= wolves * 2))
        return tuple(side for side, possible in may if possible)

    def facts(self, view: WerewolfView) -> dict[str, JSON]:
        return {"inside": list(view.places.inside)}

    def turns_cards(self, view: WerewolfView) -> bool:
        return view.setup.reveal == "yes"

    # ------------------------------------------------------------ the night

    def _dealt_roles(self, view: WerewolfView) -> dict[str, Role]:
        """The special roles of the game, without those whose card lies turned."""
        turned = {place.card for place in view.places}
        return {name: ROLES[name] for name in roles_of(view.setup) if name not in turned}

    def _steps(self, view: WerewolfView) -> tuple[Beat, ...]:
        """Those who look, those who attack, those who act by hand, and the roll call of all."""
        setup, roles, pads = view.setup, self._dealt_roles(view), view.with_pads
        steps = timetable.Steps().storm()
        for name, role in roles.items():
            if role.wakes:
                steps.wake(role.wakes, float(setup.look), name, "look").sleep(f"{role.wakes}.over")
        if pads:
            steps.agree(setup.agree, WEREWOLF).sleep()
            potions = (POTION,) if any(role.potions for role in roles.values()) else ()
            return steps.roll_call((*view.places.inside, *potions), setup.beat).open()
        steps.wake("die", 1.5, WEREWOLF, "die").countdown(range(setup.agree, 0, -1)).sleep()
        for name, role in roles.items():
            if role.unaided:
                steps.wake(role.unaided, float(setup.look), name).sleep(f"{role.unaided}.over")
        return steps.open()

    def night(self, view: WerewolfView, phase: model.Night) -> Decision:
        beats = self._steps(view)
        if not view.with_pads:
            return Decision(
                "night.die", Clock(), OneOf(("over",)), closed=True, beats=beats, lead=timetable.LEAD
            )
        asked = tuple(seat for seat in view.padded if seat in view.places.inside)
        names = OneOf(tuple(beat.about for beat in beats if beat.listens))
        marks = PerSeat(tuple(map(str, asked)), names, partial=True)
        acting = {WEREWOLF: ROLES[WEREWOLF], **self._dealt_roles(view)}
        by_card = {
            name: names.options if role.potions else view.places.inside
            for name, role in acting.items()
            if role.mark
        }
        return Decision("night", AllSeats(asked), marks, True, True, beats, timetable.LEAD, by_card=by_card)

    def night_over(self, builder: Builder, phase: model.Night, value: str | dict[str, int | str]) -> None:
        """The attack is at the name most werewolves marked, on a tie the one named first."""
        builder.final = True
        if not isinstance(value, dict):
            builder.change(phase=model.Die())
            return
        view, night = builder.view, Night(builder.view.round, builder.secrets)
        by_role: dict[str, Counter[int | str]] = {}
        for seat, name in value.items():
            by_role.setdefault(builder.factions[int(seat)], Counter())[name] += 1
        for role, marks in by_role.items():
            if mark := ROLES[role].mark:
                # max() returns the first of equals, in the order of the roll call.
                mark(night, max((*view.places.inside, POTION), key=lambda name: marks[name]))
        builder.secrets = night.secrets
        self._fall_at_night(builder, sorted(night.victims))

    def _fall_at_night(self, builder: Builder, victims: Iterable[int]) -> None:
        victims = tuple(victims)
        if not victims:
            builder.tell(NobodyBanished())
            self.day(builder)
        elif self.banish(builder, *victims, by="night"):
            self.day(builder)

    def day(self, builder: Builder) -> None:
        self.open_council(builder, ())

    def can_be_void(self, phase: Any) -> bool:
        """Until the first accusation. The seer looks at the same card again."""
        talked = isinstance(phase, model.Council) and not phase.spared and not phase.resumed
        return talked or isinstance(phase, model.Die | Shot) or super().can_be_void(phase)

    # ------------------------------------------------------------ without pads

    def _die(self, view: WerewolfView, phase: model.Die) -> Decision:
        """The die lies on the victim's card, unless somebody took it away to heal."""
        return Decision("night.victim", Table(), OneOf((*view.places.inside, NOBODY)))

    def _die_found(self, builder: Builder, phase: model.Die, victim: int | str) -> None:
        self._fall_at_night(builder, [victim] if isinstance(victim, int) else [])

    # ------------------------------------------------------------ who takes another along

    def last_deed(self, builder: Builder, seats: tuple[int, ...], by: str) -> Shot | None:
        view = builder.view
        hunters = [name for name in roles_of(view.setup) if ROLES[name].shoots]
        if view.shot or not hunters:
            return None
        if not view.with_pads:
            return Shot(0, by)
        shooter = next((seat for seat in seats if ROLES[builder.factions[seat]].shoots), 0)
        return Shot(shooter, by) if shooter else None

    def _shot(self, view: WerewolfView, phase: Shot) -> Decision:
        inside = view.places.inside
        if phase.seat:
            return Decision("hunter.shot", Seat(phase.seat), OneOf((*inside, model.PASS)), at=-1)
        return Decision("hunter.fell", Table(), OneOf((NOBODY, *inside)))

    def _hit(self, builder: Builder, phase: Shot, target: int | str) -> None:
        if phase.seat or isinstance(target, int):
            builder.change(shot=True)
        if isinstance(target, int):
            goes_on = self.banish(builder, target, by="hunter", then=phase.by)
        else:
            goes_on = self.goes_on(builder, phase.by)
        if goes_on:
            self.after_fall(builder, phase.by)

    # ------------------------------------------------------------ the day

    def seconded(self, view: WerewolfView) -> bool:
        return view.setup.second == "yes"

    def speaking(self, view: WerewolfView) -> tuple[int, ...]:
        return tuple(seat for seat in view.present if seat in view.places.inside)

    def condemns(self, view: WerewolfView, counted: model.Count) -> bool:
        tie = counted.down == counted.up
        return view.setup.ties == "fall" if tie else super().condemns(view, counted)

    def outcomes(self, decision: Decision, view: WerewolfView) -> Iterable[Any]:
        if decision.name == "night":
            yield NobodyBanished()
            yield from (Banished(seat, "night") for seat in view.places.inside)


RULES = WerewolfRules()


def begin(options: Mapping[str, int | str]) -> State:
    """The state before the cards are dealt, from options as `Game.complete` returns them."""
    given: Mapping[str, Any] = {**model.UNCOUNTED, "names": "no", **options}
    setup = WerewolfSetup(**{name: given[name] for name in WerewolfSetup.__struct_fields__})
    places = Places(Place() for _ in range(setup.players))
    return State(with_pads(WerewolfView(setup, places, model.Deal())))


public, decision, apply, outcome = RULES.public, RULES.decision, RULES.apply, RULES.outcome
