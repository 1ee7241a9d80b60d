"""Götterdämmerung on the kit for hidden roles.

A round is a night, the Oracle's dice, the gods in ascending order, the Oracle's look and a council
(rulebook, "Playing the Game").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from gm_appliance.core.game import JSON, AllSeats, Clock, Decision, OneOf, PerSeat, Table
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.gotterdammerung import action, model, setup
from gm_appliance.games.gotterdammerung.count import count
from gm_appliance.games.gotterdammerung.gods import GODS, card_of, holders, holds
from gm_appliance.games.gotterdammerung.model import (
    CONSPIRE,
    FACTIONS,
    PROTECT,
    GotterdammerungStepBuilder,
    GotterdammerungView,
)
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles import timetable
from gm_appliance.hidden_roles.events import Banished, CouncilEnds, NobodyBanished, Protected
from gm_appliance.hidden_roles.hooks import Builder
from gm_appliance.hidden_roles.model import Count, Modifier
from gm_appliance.hidden_roles.people import NOBODY
from gm_appliance.hidden_roles.rules import HiddenRoles


class GotterdammerungRules(HiddenRoles):
    SEATING = (model.Picking, model.Seating)

    def phases(self) -> dict[type, PhaseRules]:
        return {**setup.PHASES, **action.PHASES, kit.Die: PhaseRules(self._die, self._die_found)}

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

    def night(self, view: GotterdammerungView, phase: kit.Night) -> Decision:
        """Rulebook, "Conspiracy Phase"."""
        if not view.with_pads:
            beats = timetable.night_of_the_die(CONSPIRE, view.setup.agree)
            # Named differently, because it sounds different from a night at pads, and the clock answers it.
            return Decision(
                "conspiracy.night", Clock(), OneOf(("over",)), closed=True, beats=beats, lead=timetable.LEAD
            )
        padded = view.padded
        marks = PerSeat(tuple(map(str, padded)), OneOf(view.asgard), partial=True)
        beats = timetable.night(CONSPIRE, view.asgard, view.setup.agree, view.setup.beat)
        by_card = {CONSPIRE: view.asgard}
        return Decision(
            "conspiracy", AllSeats(padded), marks, True, True, beats, timetable.LEAD, by_card=by_card
        )

    def night_over(
        self, builder: GotterdammerungStepBuilder, phase: kit.Night, value: str | dict[str, int]
    ) -> None:
        """Banish the seat most conspirators marked, on a tie the one named first. Other marks are void."""
        # Final without pads too: undoing the die's place must not make everybody close their eyes again.
        builder.final = True
        if not isinstance(value, dict):
            builder.change(phase=kit.Die())
            return
        factions, asgard = builder.factions, builder.view.asgard
        marks = Counter(mark for seat, mark in value.items() if factions[int(seat)] == CONSPIRE)
        # max() returns the first of equals, and `asgard` is in the order of the roll call.
        victim = max(asgard, key=lambda seat: marks[seat]) if marks else 0
        if victim and not holds(builder.view, victim, lambda card: card.keeps):
            if self.banish(builder, victim, by="conspiracy"):
                self.day(builder)
        else:
            builder.tell(NobodyBanished(), phase=model.Dice())

    def _die(self, view: GotterdammerungView, phase: kit.Die) -> Decision:
        return Decision("conspiracy.die", Table(), OneOf((*view.asgard, NOBODY)))

    def _die_found(self, builder: GotterdammerungStepBuilder, phase: kit.Die, victim: int | str) -> None:
        """Everybody sees where the die lies, so a card that saves the victim is named."""
        if not isinstance(victim, int):
            builder.tell(NobodyBanished(), phase=model.Dice())
        elif self.stays(builder, victim) or self.banish(builder, victim, by="conspiracy"):
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
        return isinstance(phase, kit.Die | model.Dice | model.Turn) or super().can_be_void(phase)

    def restored(self, before: GotterdammerungView) -> dict[str, Any]:
        names = ("places", "cards", "oracle", "dice", "dvalin_last")
        return {name: getattr(before, name) for name in names}

    def cards_moved(self, before: GotterdammerungView, view: GotterdammerungView) -> tuple[str, ...]:
        return tuple(card for card, at in before.cards.items() if view.cards[card] != at)

    # ------------------------------------------------------------ the council

    def free(self, view: GotterdammerungView) -> set[int]:
        return holders(view, lambda card: card.frees)

    def shown_by(self, view: GotterdammerungView, accused: int) -> tuple[int, ...]:
        """The voters, and an accused god whose card turns another's votes."""
        god = view.place(accused).god
        turns = god in view.cards and card_of(god).turns and view.cards[god] != accused
        return view.present if turns else self.voters(view, accused)

    def counted(self, view: GotterdammerungView, accused: int, thumbs: Mapping[int, str]) -> Count:
        return count(view, accused, thumbs, self.voters(view, accused))

    def modifiers(self, view: GotterdammerungView, accused: int, thumb: str) -> tuple[Modifier, ...]:
        lying = [(seat, card) for seat in view.seats for card in view.cards_at(seat)]
        told = [(seat, card) for seat, card in lying if card_of(card).votes or card_of(card).turns]
        told += [(view.seat_of(card), card) for seat, card in lying if card_of(card).adds and seat == accused]
        return tuple(Modifier(seat, card, thumb, card_of(card).votes) for seat, card in told)

    def kept(self, view: GotterdammerungView, seat: int) -> tuple[Any, ...]:
        return (Protected(seat),)

    def outcomes(self, decision: Decision, view: GotterdammerungView) -> Iterable[Any]:
        if decision.name == "conspiracy":
            yield NobodyBanished()
            yield from (Banished(seat, "conspiracy") for seat in view.asgard)
        elif decision.name == "oracle.look":
            yield CouncilEnds("nobody")

    def stays(self, builder: Builder, seat: int) -> bool:
        if not holds(builder.view, seat, lambda card: card.keeps):
            return False
        builder.tell(Protected(seat))
        return True

    def without(self, builder: GotterdammerungStepBuilder, seat: int) -> None:
        action.without(builder, seat)


RULES = GotterdammerungRules()

begin = setup.begin
opening = setup.opening
public, decision, apply, outcome = RULES.public, RULES.decision, RULES.apply, RULES.outcome
