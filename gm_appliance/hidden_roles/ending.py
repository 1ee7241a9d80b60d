"""Who falls, and how that ends the game."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import JSON, Decision, OneOf, Outcome, Table
from gm_appliance.hidden_roles import model
from gm_appliance.hidden_roles.events import Banished, Ended, Won
from gm_appliance.hidden_roles.hooks import Builder, Hooks

GOES_ON = "on"


class EndingRules(Hooks):
    def banish(self, builder: Builder, seat: int, by: str) -> bool:
        """A seat falls. Returns whether the game goes on, to the box's knowledge.

        The step is final if the box knows the cards: it has used them to see whether the game is over, so
        taking the fall back would reveal something about them. If it does not know them, it asks those who
        do, as soon as a side may have won.
        """
        view = builder.view
        after = view.changed({"places": view.places.banished(seat)})
        winner = self.winner(after, builder.factions) if view.with_pads else None
        builder.tell(Banished(seat, by, over=winner is not None), places=after.places)
        if not view.with_pads:
            if not self.possible_winners(builder.view):
                return True
            builder.change(phase=model.EndCheck(by))
            return False
        builder.final = True
        if winner is None:
            return True
        self.win(builder, winner, last_banished=seat, by=by)
        return False

    def _end_check(self, view: Any, phase: model.EndCheck) -> Decision:
        """With one player left the game cannot go on."""
        over = len(view.places.inside) <= 1
        goes_on = () if over else (GOES_ON,)
        return Decision("end.called", Table(), OneOf((*goes_on, *self.possible_winners(view))))

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
