"""Götterdämmerung on the kit for hidden roles.

A round is a night, the Oracle's dice, the gods in ascending order, the Oracle's look and a council
(rulebook, "Playing the Game").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import JSON, Beat, Decision
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.gotterdammerung import action, model, setup
from gm_appliance.games.gotterdammerung.gods import GODS, card_of, prevented, weight
from gm_appliance.games.gotterdammerung.model import (
    CONSPIRE,
    FACTIONS,
    PROTECT,
    GotterdammerungStepBuilder,
    GotterdammerungView,
)
from gm_appliance.hidden_roles.events import CouncilEnds, NobodyBanished, Protected
from gm_appliance.hidden_roles.hooks import BANISH
from gm_appliance.hidden_roles.model import DOWN, UP, Count, Modifier
from gm_appliance.hidden_roles.rules import HiddenRoles
from gm_appliance.hidden_roles.timetable import Steps


@lru_cache(maxsize=64)
def _at_pads(asgard: tuple[int, ...], agree: int, beat: int) -> tuple[Beat, ...]:
    """The conspirators agree on a victim, and mark it in a roll call, `beat` seconds a name."""
    return Steps().storm().agree(agree, CONSPIRE).roll_call(asgard, beat).sleep().open()


@lru_cache(maxsize=64)
def _by_die(agree: int) -> tuple[Beat, ...]:
    """Without pads a die is laid on the victim's card while the seconds are counted aloud."""
    return Steps().storm().wake("die", 1.5, CONSPIRE, "die").countdown(range(agree, 0, -1)).sleep().open()


class GotterdammerungRules(HiddenRoles):
    SEATING = (model.Picking, model.Seating)
    NIGHT = ("conspiracy", "conspiracy.night", "conspiracy.die")

    def phases(self) -> dict[type, PhaseRules]:
        return {**setup.PHASES, **action.PHASES}

    # ------------------------------------------------------------ factions

    def deck(self, view: GotterdammerungView) -> Mapping[str, int]:
        protectors, conspirators = FACTIONS[len(view.places)]
        return {CONSPIRE: conspirators, PROTECT: protectors}

    def winner(self, view: GotterdammerungView, cards: Mapping[int, str]) -> str | None:
        """The only faction with somebody in Asgard (rulebook, "The End of the Game")."""
        left = {cards[seat] for seat in view.asgard}
        return left.pop() if len(left) == 1 else None

    def side(self, card: str) -> str:
        return card

    def possible_winners(self, view: GotterdammerungView) -> tuple[str, ...]:
        """Those with at least as many players banished as the other faction has cards. The conspirators call
        the end (rulebook, "Playing without a Game Master")."""
        protectors, conspirators = FACTIONS[len(view.places)]
        banished = len(view.places) - len(view.asgard)
        against = ((PROTECT, conspirators), (CONSPIRE, protectors))
        return tuple(faction for faction, others in against if others <= banished)

    def reason(self, winner: str) -> str:
        return f"all-{CONSPIRE if winner == PROTECT else PROTECT}-banished"

    def facts(self, view: GotterdammerungView) -> dict[str, JSON]:
        roles: dict[str, JSON] = {
            str(seat): view.place(seat).role for seat in view.seats if view.place(seat).role
        }
        return {"roles": roles, "asgard": list(view.asgard)}

    # ------------------------------------------------------------ the night

    def night_steps(self, view: GotterdammerungView) -> tuple[Beat, ...]:
        """Rulebook, "Conspiracy Phase"."""
        setup = view.setup
        return _at_pads(view.asgard, setup.agree, setup.beat) if view.with_pads else _by_die(setup.agree)

    def marks_of(self, view: GotterdammerungView, names: tuple[Any, ...]) -> Mapping[str, tuple[Any, ...]]:
        return {CONSPIRE: names}

    def marked(self, builder: GotterdammerungStepBuilder, marks: Mapping[int, int]) -> None:
        """Banish the seat most conspirators marked, on a tie the one named first. Other marks are void."""
        factions, asgard = builder.factions, builder.view.asgard
        count = Counter(mark for seat, mark in marks.items() if factions[seat] == CONSPIRE)
        # max() returns the first of equals, and `asgard` is in the order of the roll call.
        victim = max(asgard, key=lambda seat: count[seat]) if count else 0
        self.falls_at_night(builder, 0 if victim in self.prevented(builder.view, BANISH) else victim)

    def falls_at_night(self, builder: GotterdammerungStepBuilder, victim: int) -> None:
        """Everybody sees where a die lies, so a card that saves the victim is named."""
        if not victim:
            builder.tell(NobodyBanished(), phase=model.Dice())
        elif victim in self.prevented(builder.view, BANISH):
            builder.tell(Protected(victim), phase=model.Dice())
        elif self.banish(builder, victim, by="conspiracy"):
            self.day(builder)

    def day(self, builder: GotterdammerungStepBuilder) -> None:
        builder.change(phase=model.Dice())

    def after_fall(self, builder: GotterdammerungStepBuilder, by: str) -> None:
        if by in GODS:
            action.next_turn(builder, after=GODS[by].order)
        else:
            super().after_fall(builder, by)

    def can_be_void(self, phase: Any) -> bool:
        """Until the Oracle looks."""
        return type(phase) in (model.Dice, model.Turn) or super().can_be_void(phase)

    def cards_moved(self, before: GotterdammerungView, view: GotterdammerungView) -> tuple[str, ...]:
        return tuple(card for card, at in before.cards.items() if view.cards[card] != at)

    # ------------------------------------------------------------ the council

    def prevented(self, view: GotterdammerungView, deed: str) -> set[int]:
        return prevented(view, deed)

    def shown_by(self, view: GotterdammerungView, accused: int) -> tuple[int, ...]:
        """The voters, and an accused god whose card turns another's votes."""
        god = view.place(accused).god
        turns = god in view.cards and card_of(god).turns and view.cards[god] != accused
        return view.present if turns else self.voters(view, accused)

    def counted(self, view: GotterdammerungView, accused: int, thumbs: Mapping[int, str]) -> Count:
        """An accused Balder who does not vote himself still turns the votes of his card's holder."""
        voters = self.voters(view, accused)
        raw = [thumbs[seat] for seat in voters]
        modifiers: list[Modifier] = []
        facing = {**thumbs}
        lying = [(seat, card) for seat in view.seats for card in view.cards_at(seat)]
        for seat, card in lying:
            leader = view.seat_of(card)
            if card_of(card).turns and seat in voters and thumbs.get(leader, thumbs[seat]) != thumbs[seat]:
                facing[seat] = thumbs[leader]
                modifiers.append(Modifier(seat, card, facing[seat], 0))
        for seat, card in lying:
            if card_of(card).votes and seat in voters:
                modifiers.append(Modifier(seat, card, facing[seat], card_of(card).votes))
        total = {DOWN: 0, UP: 0}
        for seat in voters:
            total[facing[seat]] += weight(view, seat)
        for seat, card in lying:
            own = view.seat_of(card)
            if card_of(card).adds and seat == accused and own in facing:
                total[facing[own]] += card_of(card).adds
                modifiers.append(Modifier(own, card, facing[own], card_of(card).adds))
        return Count(raw.count(DOWN), raw.count(UP), tuple(modifiers), total[DOWN], total[UP])

    def modifiers(self, view: GotterdammerungView, accused: int, thumb: str) -> tuple[Modifier, ...]:
        lying = [(seat, card) for seat in view.seats for card in view.cards_at(seat)]
        told = [(seat, card) for seat, card in lying if card_of(card).votes or card_of(card).turns]
        told += [(view.seat_of(card), card) for seat, card in lying if card_of(card).adds and seat == accused]
        return tuple(Modifier(seat, card, thumb, card_of(card).votes) for seat, card in told)

    def outcomes(self, decision: Decision, view: GotterdammerungView) -> Iterable[Any]:
        yield from super().outcomes(decision, view)
        if decision.name == "oracle.look":
            yield CouncilEnds("nobody")

    def without(self, builder: GotterdammerungStepBuilder, seat: int) -> None:
        action.without(builder, seat)


RULES = GotterdammerungRules()

begin = setup.begin
opening = setup.opening
public, decision, apply, outcome = RULES.public, RULES.decision, RULES.apply, RULES.outcome
