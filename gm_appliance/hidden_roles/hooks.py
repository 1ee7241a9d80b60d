"""What a game of hidden roles decides by itself: the base of the kit's rules, with their usual answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from gm_appliance.core.game import JSON, Beat, Decision
from gm_appliance.core.views import PhaseRules
from gm_appliance.hidden_roles import model
from gm_appliance.hidden_roles.model import DOWN, UP, Count, Modifier
from gm_appliance.hidden_roles.state import StepBuilder

Builder = StepBuilder[Any]

ACCUSE, BANISH = "accuse", "banish"
"""Deeds that something may prevent."""


class Hooks:
    """A game overrides these; a view is always its own."""

    BALLOTS: ClassVar[int] = 2
    """The most ballots of one day."""

    NIGHT: ClassVar[tuple[str, str, str]] = ("night", "night.die", "night.victim")
    """The decisions at night: at pads, with a die, and where that lies. Who falls, falls by the first."""

    LAST: ClassVar[int] = 1
    """With so many left the game is over."""

    SEATING: ClassVar[tuple[type, ...]] = ()
    """The phases before everybody has a seat."""

    # ------------------------------------------------------------ cards and sides

    def deck(self, view: Any) -> Mapping[str, int]:
        """The number of each card dealt. If there are two, thumb down at a pad is the first."""
        raise NotImplementedError

    def winner(self, view: Any, cards: Mapping[int, str]) -> str | None:
        """The side that has won, by all seats' cards; None while the game goes on."""
        raise NotImplementedError

    def side(self, card: str) -> str:
        """The side that a card wins with."""
        raise NotImplementedError

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

    # ------------------------------------------------------------ the night

    def night_steps(self, view: Any) -> tuple[Beat, ...]:
        """The timetable of the night; all press at each name that is read out."""
        raise NotImplementedError

    def marking(self, view: Any) -> tuple[int, ...]:
        """The seats that press in the roll call."""
        padded: tuple[int, ...] = view.padded
        return padded

    def marks_of(self, view: Any, names: tuple[Any, ...]) -> Mapping[str, tuple[Any, ...]]:
        """The names at which each card's holder may press thumb down; cards without any are missing."""
        raise NotImplementedError

    def marked(self, builder: Builder, marks: Mapping[int, Any]) -> None:
        """All have pressed. marks: the name at which each seat pressed thumb down, of those that did."""
        raise NotImplementedError

    def falls_at_night(self, builder: Builder, victim: int) -> None:
        """Without pads: the die lay at this seat; 0 for none."""
        raise NotImplementedError

    def day(self, builder: Builder) -> None:
        """Go on after the night's victims are known."""
        raise NotImplementedError

    def can_be_void(self, phase: Any) -> bool:
        """Whether the night can still be void: until something was seen that cannot be undone."""
        return isinstance(phase, model.EndCheck) and phase.by != "council"

    def restored(self, before: Any) -> dict[str, Any]:
        """The fields of the view at nightfall that a void night restores."""
        return {"places": before.places}

    def cards_moved(self, before: Any, view: Any) -> tuple[str, ...]:
        """The cards that a void night moves back."""
        return ()

    # ------------------------------------------------------------ what lies at a seat

    def prevented(self, view: Any, deed: str, seat: int) -> bool:
        """Whether something prevents a deed at a seat: `ACCUSE`, `BANISH`, or one of the game's own.

        Whoever does the deed asks this, and nothing about roles.
        """
        return False

    # ------------------------------------------------------------ the ballot

    def seconded(self, view: Any) -> bool:
        """Whether an accusation needs a second."""
        return True

    def speaking(self, view: Any) -> tuple[int, ...]:
        """The seats that may accuse and second."""
        present: tuple[int, ...] = view.present
        return present

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

    def outcomes(self, decision: Decision, view: Any) -> Iterable[Any]:
        """The events that may follow one of the game's own secret decisions."""
        return ()

    def condemns(self, view: Any, counted: Count) -> bool:
        """Whether these votes make the accused fall."""
        return counted.down > counted.up

    # ------------------------------------------------------------ people

    def without(self, builder: Builder, seat: int) -> None:
        """Go on with the game's own phases after a player left."""

    def phases(self) -> dict[type | str, PhaseRules]:
        """The rules of the game's own phases."""
        return {}

    # ------------------------------------------------------------ what the kit's parts ask of each other

    def nightfall(self, builder: Builder) -> None:
        """Begin a night. The view is kept, to be restored if the night is void."""
        builder.change(phase=model.Night())
        builder.before_night, builder.secrets_before = builder.view, builder.secrets

    def banish(self, builder: Builder, *seats: int, by: str, then: str = "") -> bool:
        """These seats fall; see `ending`. Returns whether the game goes on, to the box's knowledge."""
        raise NotImplementedError

    def next_round(self, builder: Builder) -> None:
        """The day is over; see `council`."""
        raise NotImplementedError

    def open_council(self, builder: Builder, spared: tuple[int, ...]) -> None:
        """Open the talk; see `council`. spared: the seats voted on before on this day."""
        raise NotImplementedError
