"""The base of the kit's rules: the state, what a game decides by itself, and how it ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from gm_appliance.core.game import JSON, Beat, Decision, OneOf, Outcome, Step, Table
from gm_appliance.core.values import Redacted, field
from gm_appliance.core.views import BaseStepBuilder, PhaseRules
from gm_appliance.hidden_roles import model
from gm_appliance.hidden_roles.events import Banished, Ended, Won
from gm_appliance.hidden_roles.model import DOWN, GOES_ON, UP, Count, HiddenRolesView, Modifier

if TYPE_CHECKING:
    from gm_appliance.hidden_roles.rules import HiddenRoles

V = TypeVar("V", bound=HiddenRolesView)


class State(Redacted):
    """The view and the secrets, which stay out of the repr.

    factions:     the cards by seat, those the box knows.
    thumbs:       in an open ballot, by seat.
    secrets:      what roles may not do again, as the game notes it.
    before_night: the view and the secrets at nightfall, restored if the night is void.
    """

    redacted = ("factions", "thumbs", "secrets", "before_night")

    view: Any
    factions: Mapping[int, str] = field(default_factory=dict)
    thumbs: Mapping[int, str] = field(default_factory=dict)
    secrets: Mapping[str, int] = field(default_factory=dict)
    before_night: tuple[Any, Mapping[str, int]] | None = None


class StepBuilder(BaseStepBuilder[V], Generic[V]):
    """rules: the game's, for what its roles do."""

    __slots__ = ("before_night", "factions", "final", "rules", "secrets", "thumbs")

    def __init__(self, rules: HiddenRoles, state: State) -> None:
        super().__init__(state.view)
        self.factions = state.factions
        self.thumbs = state.thumbs
        self.secrets = state.secrets
        self.before_night = state.before_night
        self.rules = rules
        self.final = False

    def step(self) -> Step[State, V]:
        state = State(self.view, self.factions, self.thumbs, self.secrets, self.before_night)
        return Step(state, tuple(self.events), self.final)


Builder = StepBuilder[Any]

ACCUSE, BANISH = "accuse", "banish"  # deeds that something may prevent


class Hooks:
    """A game overrides these; a view is always its own."""

    BALLOTS: ClassVar[int] = 2
    """The most ballots of one day."""

    NIGHT: ClassVar[tuple[str, str, str]] = ("night", "night.die", "night.victim")
    """The decisions at night: at pads, with a die, and where that lies. Who falls, falls by the first."""

    LAST: ClassVar[int] = 1
    """With so many left the game is over."""

    VOIDABLE: ClassVar[tuple[type, ...]] = (model.Die,)
    """The phases in which the night can still be void: until something was seen that cannot be undone."""

    SEATING: ClassVar[tuple[type, ...]] = ()
    """The phases before everybody has a seat."""

    def deck(self, view: Any) -> Mapping[str, int]:
        """The number of each card dealt. If there are two, thumb down at a pad is the first."""
        raise NotImplementedError

    def winner(self, view: Any, cards: Mapping[int, str]) -> str | None:
        """The side that has won, by all seats' cards; None while the game goes on."""
        raise NotImplementedError

    def side(self, card: str) -> str:
        """The side that a card wins with."""
        return card

    def only_they_kill(self, view: Any) -> bool:
        """Whether nobody else makes somebody fall at night."""
        return True

    def decisive(self, view: Any) -> model.CountedBallot | None:
        """The closest vote that felled one of the losers, or else spared one of the winners; of several the
        last. None if there was none, or the cards are not known."""
        cards, winners = view.factions, view.outcome.winners if view.outcome else ()
        if not (cards and winners):
            return None
        won = [self.side(cards[one.accused - 1]) in winners for one in view.verdicts]
        helped = [one for one, good in zip(view.verdicts, won, strict=True) if one.fell is not good]
        felled = [one for one in helped if one.fell]
        return min(reversed(felled or helped), key=lambda one: abs(one.down - one.up), default=None)

    def possible_winners(self, view: Any) -> tuple[str, ...]:
        """The sides that may have won, by what everybody knows."""
        raise NotImplementedError

    def turns_cards(self, view: Any) -> bool:
        """Whether those who fall turn their cards for all to see."""
        return False

    def last_deed(self, builder: Builder, seats: tuple[int, ...], by: str) -> Any:
        """The phase in which somebody who just fell may still act; None if nobody may."""
        return None

    def reason(self, winner: str) -> str:
        """A word for the outcome, as `Outcome.reason`."""
        return winner

    def facts(self, view: Any) -> dict[str, JSON]:
        """The outcome's facts beside the round and the cards."""
        return {}

    def night_steps(self, view: Any) -> tuple[Beat, ...]:
        """The timetable of the night; all press at each name that is read out."""
        raise NotImplementedError

    def marking(self, view: Any) -> tuple[int, ...]:
        """The seats that press in the roll call."""
        return tuple(view.padded)

    def marks_of(self, view: Any, names: tuple[Any, ...]) -> Mapping[str, tuple[Any, ...]]:
        """The names at which each card's holder may press thumb down; cards without any are missing."""
        raise NotImplementedError

    def marked(self, builder: Builder, marks: Mapping[int, Any]) -> None:
        """All have pressed. marks: the name at which each seat pressed thumb down, of those that did."""
        raise NotImplementedError

    def falls_at_night(self, builder: Builder, victim: int) -> None:
        """Without pads: the die lay at this seat; 0 for none."""
        raise NotImplementedError

    def can_be_void(self, phase: Any) -> bool:
        return type(phase) in self.VOIDABLE or (type(phase) is model.EndCheck and phase.by != "council")

    def cards_moved(self, before: Any, view: Any) -> tuple[str, ...]:
        """The cards that a void night moves back."""
        return ()

    def prevented(self, view: Any, deed: str) -> Collection[int]:
        """The seats at which something prevents a deed: `ACCUSE`, `BANISH`, or one of the game's own.

        Whoever does the deed asks this, and nothing about roles.
        """
        return ()

    def seconded(self, view: Any) -> bool:
        """Whether an accusation needs a second."""
        return True

    def speaking(self, view: Any) -> tuple[int, ...]:
        """The seats that may accuse and second."""
        return tuple(view.present)

    def voters(self, view: Any, accused: int) -> tuple[int, ...]:
        """The seats whose own thumb counts: the accused's only if the option says so."""
        speaking = self.speaking(view)
        if view.setup.accused_votes == "yes":
            return speaking
        return tuple(seat for seat in speaking if seat != accused)

    def shown_by(self, view: Any, accused: int) -> tuple[int, ...]:
        """The seats that show a thumb."""
        return self.voters(view, accused)

    def counted(self, view: Any, accused: int, thumbs: Mapping[int, str]) -> Count:
        """Count a complete ballot; thumbs: of everybody who showed one, by seat."""
        down = sum(thumb == DOWN for thumb in thumbs.values())
        up = sum(thumb == UP for thumb in thumbs.values())
        return Count(down, up, (), down, up)

    def modifiers(self, view: Any, accused: int, thumb: str) -> tuple[Modifier, ...]:
        """Every effect that cards may have on a count, if all thumbs point this way."""
        return ()

    def condemns(self, view: Any, counted: Count) -> bool:
        """Whether these votes make the accused fall."""
        return counted.down > counted.up

    def nightfall(self, builder: Builder) -> None:
        """Begin a night. The view is kept, to be restored if the night is void."""
        builder.change(phase=model.Night())
        builder.before_night = builder.view, builder.secrets

    def without(self, builder: Builder, seat: int) -> None:
        """Go on with the game's own phases after a player left."""

    def phases(self) -> dict[type, PhaseRules]:
        """The rules of the game's own phases."""
        return {}

    def banish(self, builder: Builder, *seats: int, by: str, then: str = "") -> bool:
        """These seats fall. Returns whether the game goes on, to the box's knowledge.

        then: what follows, as `after_fall` takes it, if it is not by `by`.

        The step is final if the box knows the cards: it has used them to see whether the game is over, so
        taking the fall back would reveal something about them. If it does not know them, it asks those who
        do, as soon as a side may have won.
        """
        places = builder.view.places
        turned = builder.factions if self.turns_cards(builder.view) else {}
        for seat in seats:
            places = places.banished(seat, turned.get(seat, ""))
        deed = self.last_deed(builder, seats, by)
        falls = {**builder.view.falls, **dict.fromkeys(seats, builder.view.round)}
        builder.change(places=places, falls=falls)
        view = builder.view
        winner = None if deed or not view.with_pads else self.winner(view, builder.factions)
        for seat in seats:
            builder.tell(Banished(seat, by, winner is not None and seat == seats[-1]))
        builder.final = builder.final or view.with_pads
        if winner:
            self.win(builder, winner, last_banished=seats[-1], by=by)
        elif deed:
            builder.change(phase=deed)
        else:
            return view.with_pads or self.goes_on(builder, then or by)
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

    def _end_check(self, view: Any, phase: model.EndCheck) -> Decision:
        """With one player left the game cannot go on."""
        over = len(view.places.inside) <= self.LAST
        called = (*(() if over else (GOES_ON,)), *self.possible_winners(view))
        sides = {card: (side,) for card in self.deck(view) if (side := self.side(card)) in called}
        return Decision("end.called", Table(), OneOf(called), by_card=sides)

    def win(self, builder: Builder, winner: str, **facts: JSON) -> None:
        """This side has won. facts: added to the outcome's facts."""
        cards = _known(builder)
        known = {**self._facts(builder.view, cards), **facts}
        outcome = Outcome((winner,), self.reason(winner), known, self._counted(builder.view, cards))
        builder.tell(Won(winner, cards), phase=model.Over(), factions=cards, outcome=outcome)

    def end(self, builder: Builder) -> None:
        """The table ends the game before a side has won: nobody wins, and the cards are revealed."""
        cards = _known(builder)
        builder.final = True
        facts, counted = self._facts(builder.view, cards), self._counted(builder.view, cards)
        outcome = Outcome((), "ended", facts, counted)
        builder.tell(Ended(cards), phase=model.Over(), factions=cards, outcome=outcome)

    def _facts(self, view: Any, cards: tuple[str, ...]) -> dict[str, JSON]:
        by_seat: dict[str, JSON] = {str(seat): one for seat, one in enumerate(cards, 1)}
        return {"rounds": view.round, "factions": by_seat, **self.facts(view)}

    def _counted(self, view: Any, cards: tuple[str, ...]) -> dict[str, JSON]:
        """Sides instead of cards, which are the roles of games whose roles have no other name."""
        roles: dict[str, JSON] = {str(seat): one for seat, one in enumerate(cards, 1)}
        given = {"roles": roles, **self.facts(view)}
        return {
            "roles": given["roles"],
            "factions": {str(seat): self.side(one) for seat, one in enumerate(cards, 1)},
            "accused": [[one.accuser, one.accused, one.fell] for one in view.verdicts],
            "falls": {str(seat): after for seat, after in view.falls.items()},
        }


def _known(builder: Builder) -> tuple[str, ...]:
    """Every seat's card, in seating order; empty if the box does not know them all."""
    cards, seats = builder.factions, builder.view.seats
    return tuple(cards[seat] for seat in seats) if len(cards) == len(seats) else ()
