"""Who falls, and how that ends the game."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import JSON, Decision, OneOf, Outcome, Table
from gm_appliance.hidden_roles import model
from gm_appliance.hidden_roles.events import Banished, Ended, Won
from gm_appliance.hidden_roles.hooks import Builder, Hooks

GOES_ON = "on"


class EndingRules(Hooks):
    def banish(self, builder: Builder, *seats: int, by: str, then: str = "") -> bool:
        """These seats fall. Returns whether the game goes on, to the box's knowledge.

        then: what follows, as `after_fall` takes it, if it is not by `by`.

        The step is final if the box knows the cards: it has used them to see whether the game is over, so
        taking the fall back would reveal something about them. If it does not know them, it asks those who
        do, as soon as a side may have won.
        """
        view = builder.view
        places = view.places
        for seat in seats:
            places = places.banished(seat, builder.factions.get(seat, "") if self.turns_cards(view) else "")
        deed = self.last_deed(builder, seats, by)
        winner = None
        if not deed and view.with_pads:
            winner = self.winner(view.changed({"places": places}), builder.factions)
        for seat in seats:
            over = winner is not None and seat == seats[-1]
            builder.tell(Banished(seat, by, over), places=places)
        builder.final = builder.final or view.with_pads
        if winner:
            self.win(builder, winner, last_banished=seats[-1], by=by)
        elif deed:
            builder.change(phase=deed)
        else:
            return self.goes_on(builder, then or by)
        return False

    def goes_on(self, builder: Builder, by: str) -> bool:
        """Return whether the game goes on; without pads those who know the cards are asked first."""
        view = builder.view
        if view.with_pads:
            if winner := self.winner(view, builder.factions):
                self.win(builder, winner)
            return winner is None
        if self.possible_winners(view):
            builder.change(phase=model.EndCheck(by))
            return False
        return True

    def after_fall(self, builder: Builder, by: str) -> None:
        """Go on after somebody fell, and the game is not over."""
        if by == "council":
            self.next_round(builder)
        else:
            self.day(builder)

    def _end_check(self, view: Any, phase: model.EndCheck) -> Decision:
        """With one player left the game cannot go on."""
        over = len(view.places.inside) <= self.LAST
        called = (*(() if over else (GOES_ON,)), *self.possible_winners(view))
        sides = {card: (side,) for card in self.deck(view) if (side := self.side(card)) in called}
        return Decision("end.called", Table(), OneOf(called), by_card=sides)

    def win(self, builder: Builder, winner: str, **facts: JSON) -> None:
        """This side has won. facts: added to the outcome's facts."""
        cards = _known(builder)
        outcome = Outcome((winner,), self.reason(winner), {**self._facts(builder.view, cards), **facts})
        builder.tell(Won(winner, cards), phase=model.Over(), factions=cards, outcome=outcome)

    def end(self, builder: Builder) -> None:
        """The table ends the game before a side has won: nobody wins, and the cards are revealed."""
        cards = _known(builder)
        builder.final = True
        outcome = Outcome((), "ended", self._facts(builder.view, cards))
        builder.tell(Ended(cards), phase=model.Over(), factions=cards, outcome=outcome)

    def _facts(self, view: Any, cards: tuple[str, ...]) -> dict[str, JSON]:
        by_seat: dict[str, JSON] = {str(seat): one for seat, one in enumerate(cards, 1)}
        return {"rounds": view.round, "factions": by_seat, **self.facts(view)}


def _known(builder: Builder) -> tuple[str, ...]:
    """Every seat's card, in seating order; empty if the box does not know them all."""
    cards, seats = builder.factions, builder.view.seats
    return tuple(cards[seat] for seat in seats) if len(cards) == len(seats) else ()
