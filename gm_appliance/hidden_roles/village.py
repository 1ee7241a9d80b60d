"""Games of a village: some agree on a victim each night, all vote by day, and each role is a row of a table.

docs/werewolf.md explains the rules to players, and what is decided where tables differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gm_appliance.core.game import JSON, Beat, Decision, OneOf, Seat, Table
from gm_appliance.core.values import Value
from gm_appliance.core.views import PhaseRules
from gm_appliance.hidden_roles import model, timetable
from gm_appliance.hidden_roles.events import NobodyBanished
from gm_appliance.hidden_roles.hooks import Builder, State
from gm_appliance.hidden_roles.model import NOBODY, HiddenRolesView, Place, Places, Setup
from gm_appliance.hidden_roles.rules import HiddenRoles, with_pads

POTION = "potion"
"""The name after all seats' in the roll call, at which the night's victim can be healed."""


class Night:
    """The deeds of one night, done in the order of the rows: an attack, then what prevents or changes it.

    by:       the seat whose deed it is; of several with the same card, the first.
    attacked: the victims so far. killed: those whom nothing saves.
    secrets:  what roles may not do again, as they note it themselves.
    """

    def __init__(self, round: int, secrets: Mapping[str, int]) -> None:
        self.round = round
        self.secrets = dict(secrets)
        self.by = 0
        self.attacked: set[int] = set()
        self.killed: set[int] = set()

    def once(self, deed: str) -> bool:
        """Whether this is the first time in the game; notes that it is done."""
        return self.secrets.setdefault(deed, self.round) == self.round


Deed = Callable[[Night, Any], None]
"""What a thumb down in the roll call does, at a seat or at `POTION`."""


class Role(Value):
    """A role, a row of its game's table.

    side:    who it wins with. deed: None if it does nothing at night.
    wakes:   the step of the night in which it opens its eyes; empty for none. unaided: the same without pads.
    potions: whether `POTION` is read out for it.
    shoots:  whether it may take somebody along when it falls.
    """

    side: str
    deed: Deed | None = None
    wakes: str = ""
    unaided: str = ""
    potions: bool = False
    shoots: bool = False


def attack(night: Night, target: Any) -> None:
    if target != POTION:
        night.attacked.add(target)


class VillageSetup(Setup):
    """The options of one game; `options.of_village` has their ranges and defaults."""

    roles: int
    reveal: str
    second: str
    ties: str
    look: int


class VillageView(HiddenRolesView):
    """All public knowledge. shot: whether somebody took another along, which ends that question."""

    setup: VillageSetup
    places: Places[Place]
    shot: bool = False


class Dawn(Value):
    """So many fell at night; who, follows."""

    dead: int


class Shot(Value):
    """Somebody who fell may take another along. seat: 0 if only they know who they are.

    by: how they fell; determines what follows.
    """

    seat: int
    by: str


class Village(HiddenRoles):
    """The rules of a game with these roles.

    roles: first those who attack, then the special roles as they join, then the card of all others.
    packs: the number of the first, by players.
    """

    BALLOTS = 3
    LAST = 2  # if one of two attacks, they are as many as all others

    def __init__(self, roles: Mapping[str, Role], packs: Mapping[int, int]) -> None:
        self.roles, self.packs = roles, packs
        self.attackers, *special, self.others = roles
        self.special = tuple(special)
        self.sides = (roles[self.others].side, roles[self.attackers].side)

    def begin(self, options: Mapping[str, int | str]) -> State:
        """The state before the cards are dealt, from options as `Game.complete` returns them."""
        given: Mapping[str, Any] = {**model.UNCOUNTED, "names": "no", **options}
        setup = VillageSetup(**{name: given[name] for name in VillageSetup.__struct_fields__})
        places = Places(Place() for _ in range(setup.players))
        return State(with_pads(VillageView(setup, places, model.Deal())))

    def phases(self) -> dict[type, PhaseRules]:
        return {Shot: PhaseRules(self._shot, self._hit)}

    def joined(self, view: VillageView) -> tuple[str, ...]:
        """The special roles of this game."""
        return self.special[: view.setup.roles]

    def deck(self, view: VillageView) -> Mapping[str, int]:
        players = len(view.places)
        cards = {self.attackers: self.packs[players], **dict.fromkeys(self.joined(view), 1)}
        return {**cards, self.others: players - sum(cards.values())}

    def attackers_of(self, seats: Iterable[int], cards: Mapping[int, str]) -> tuple[int, ...]:
        """Those of these seats that are on the attackers' side."""
        return tuple(seat for seat in seats if self.side(cards[seat]) == self.sides[1])

    def only_they_kill(self, view: VillageView) -> bool:
        return all(self.roles[name].deed is None for name in self.joined(view))

    def winner(self, view: VillageView, cards: Mapping[int, str]) -> str | None:
        """The village without an attacker left; the attackers when they are as many as all others."""
        village, attackers = self.sides
        left = len(self.attackers_of(view.places.inside, cards))
        if not left:
            return village
        return attackers if left * 2 >= len(view.places.inside) else None

    def side(self, card: str) -> str:
        return self.roles[card].side

    def possible_winners(self, view: VillageView) -> tuple[str, ...]:
        pack, inside = self.packs[len(view.places)], len(view.places.inside)
        may = (len(view.places) - inside >= pack, inside <= pack * 2)
        return tuple(side for side, possible in zip(self.sides, may, strict=True) if possible)

    def facts(self, view: VillageView) -> dict[str, JSON]:
        return {"inside": list(view.places.inside)}

    def turns_cards(self, view: VillageView) -> bool:
        return view.setup.reveal == "yes"

    def night_steps(self, view: VillageView) -> tuple[Beat, ...]:
        """Those who look, those who attack, those who act by hand, and the roll call of all.

        A role whose card lies turned is left out."""
        setup, turned = view.setup, {place.card for place in view.places}
        roles = {name: self.roles[name] for name in self.joined(view) if name not in turned}
        steps = timetable.Steps().storm()
        for name, role in roles.items():
            if role.wakes:
                steps.wake(role.wakes, float(setup.look), name, "look").sleep(f"{role.wakes}.over")
        if view.with_pads:
            potions = (POTION,) if any(role.potions for role in roles.values()) else ()
            steps.agree(setup.agree, self.attackers).sleep()
            return steps.roll_call((*view.places.inside, *potions), setup.beat).open()
        steps.wake("die", 1.5, self.attackers, "die").countdown(range(setup.agree, 0, -1)).sleep()
        for name, role in roles.items():
            if role.unaided:
                steps.wake(role.unaided, float(setup.look), name).sleep(f"{role.unaided}.over")
        return steps.open()

    def marking(self, view: VillageView) -> tuple[int, ...]:
        return tuple(seat for seat in view.padded if seat in view.places.inside)

    def marks_of(self, view: VillageView, names: tuple[Any, ...]) -> Mapping[str, tuple[Any, ...]]:
        acting = {name: self.roles[name] for name in (self.attackers, *self.joined(view))}
        seats = view.places.inside
        return {name: names if role.potions else seats for name, role in acting.items() if role.deed}

    def marked(self, builder: Builder, marks: Mapping[int, int | str]) -> None:
        """Of several with the same card, most decide whom they mean; on a tie the name read out first."""
        view, night = builder.view, Night(builder.view.round, builder.secrets)
        for name, role in self.roles.items():
            of_card = {seat: at for seat, at in marks.items() if builder.factions[seat] == name}
            if role.deed and of_card:
                night.by, count = min(of_card), Counter(of_card.values())
                # max() returns the first of equals.
                role.deed(night, max((*view.places.inside, POTION), key=lambda at: count[at]))
        builder.secrets = night.secrets
        self._fall_at_night(builder, sorted(night.attacked | night.killed))

    def falls_at_night(self, builder: Builder, victim: int) -> None:
        self._fall_at_night(builder, [victim] if victim else [])

    def _fall_at_night(self, builder: Builder, victims: list[int]) -> None:
        builder.tell(Dawn(len(victims)) if victims else NobodyBanished())
        if not victims or self.banish(builder, *victims, by="night"):
            self.day(builder)

    def can_be_void(self, phase: Any) -> bool:
        """Until the first accusation. Those who looked at a card look at the same one again."""
        at_night = isinstance(phase, Shot) and phase.by == "night"
        return at_night or phase == model.Council() or super().can_be_void(phase)

    def last_deed(self, builder: Builder, seats: tuple[int, ...], by: str) -> Shot | None:
        """The box asks after every fall, because only a turned card may tell whose role it was."""
        view, cards = builder.view, builder.factions
        if view.shot or not any(self.roles[name].shoots for name in self.joined(view)):
            return None
        left = [seat for seat in view.places.inside if seat not in seats]
        if view.with_pads and not self.attackers_of(left, cards):
            return None  # the village has won, whoever else falls
        if not (view.with_pads and self.turns_cards(view)):
            return Shot(0, by)
        present = (seat for seat in seats if seat not in view.gone)
        return next((Shot(seat, by) for seat in present if self.roles[cards[seat]].shoots), None)

    def _shot(self, view: VillageView, phase: Shot) -> Decision:
        inside = view.places.inside
        if phase.seat:
            return Decision("fallen.shot", Seat(phase.seat), OneOf((*inside, model.PASS)), at=-1)
        return Decision("fallen.shoots", Table(), OneOf((NOBODY, *inside)))

    def _hit(self, builder: Builder, phase: Shot, target: int | str) -> None:
        if phase.seat or isinstance(target, int):
            builder.change(shot=True)
        if isinstance(target, int):
            goes_on = self.banish(builder, target, by="shot", then=phase.by)
        else:
            goes_on = self.goes_on(builder, phase.by)
        if goes_on:
            self.after_fall(builder, phase.by)

    def without(self, builder: Builder, seat: int) -> None:
        phase = builder.view.phase
        if isinstance(phase, Shot) and phase.seat == seat:
            self._hit(builder, phase, model.PASS)

    def seconded(self, view: VillageView) -> bool:
        return view.setup.second == "yes"

    def speaking(self, view: VillageView) -> tuple[int, ...]:
        return tuple(seat for seat in view.present if seat in view.places.inside)

    def condemns(self, view: VillageView, counted: model.Count) -> bool:
        tie = counted.down == counted.up
        return view.setup.ties == "fall" if tie else super().condemns(view, counted)

    def outcomes(self, decision: Decision, view: VillageView) -> Iterable[Any]:
        yield from super().outcomes(decision, view)
        if decision.name == "night":
            yield from (Dawn(1), Dawn(2))
