"""What Götterdämmerung is made of: places, cards, stages, events, the view and the state.

The view is public by construction: the state is the view plus three secrets, and `public` merely
drops them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from gm_appliance.games.game import Outcome

PROTECT = "protect"
CONSPIRE = "conspire"
DOWN = "down"
UP = "up"
PASS = "pass"

# Players: (protectors, conspirators). Rulebook, "Setup"; the appliance is the game master.
FACTIONS: Mapping[int, tuple[int, int]] = {
    7: (5, 2),
    8: (6, 2),
    9: (6, 3),
    10: (7, 3),
    11: (8, 3),
    12: (8, 4),
    13: (9, 4),
    14: (10, 4),
    15: (10, 5),
}

VALKYRIE = "valkyrie"
MOST_VALKYRIES = 12

Target: TypeAlias = "int | str"
"""What a god acts on: a seat, a card by its god's name, or the Oracle."""


@dataclass(frozen=True)
class Setup:
    """The options of one game; see OPTIONS in the package for their ranges."""

    players: int
    gods: int
    pick: str
    seating: str
    accused_votes: str
    dice: str
    agree: int
    beat: int
    look: int
    vote: int


@dataclass(frozen=True)
class Place:
    """One seat's god. `number` tells Valkyries apart (from 1); 0 for a god."""

    god: str
    number: int = 0
    below: bool = False


# ---------------------------------------------------------------- stages: where the game stands


@dataclass(frozen=True)
class Picking:
    """The table chooses which gods take part; `gods` do already."""

    gods: tuple[str, ...]


@dataclass(frozen=True)
class Seating:
    """The table chooses seats for `gods`, in order of play; the first ones sit at `seats` already."""

    gods: tuple[str, ...]
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Deal:
    """The faction cards are dealt by hand."""


@dataclass(frozen=True)
class Learning:
    """The box learns the factions from `asked`; `repeat` when these were missing before."""

    asked: tuple[int, ...]
    repeat: bool = False


@dataclass(frozen=True)
class Night:
    """The conspiracy phase."""


@dataclass(frozen=True)
class Dice:
    """The Oracle's two dice; `thrown` holds what lies already."""

    thrown: tuple[int, ...] = ()


@dataclass(frozen=True)
class Turn:
    """A god may act; the player at seat `by` decides, who is another one for a god Niörd stands in for."""

    god: str
    by: int


@dataclass(frozen=True)
class Look:
    """The Oracle looks at a card."""


@dataclass(frozen=True)
class Council:
    """Free talk; `spared` were accused and voted on before in this council."""

    spared: tuple[int, ...] = ()


@dataclass(frozen=True)
class Trial:
    """An accusation under way. 0 stands for nobody yet.

    step: ``"accuse"`` (whom?), ``"support"``, ``"defence"``, ``"vote"``, ``"thumb"`` (the table
    enters the thumb of the first of `asked`).
    """

    step: str
    spared: tuple[int, ...]
    accuser: int
    accused: int = 0
    supporter: int = 0
    asked: tuple[int, ...] = ()
    repeat: bool = False


@dataclass(frozen=True)
class Over:
    """The factions are revealed."""


Stage: TypeAlias = "Picking | Seating | Deal | Learning | Night | Dice | Turn | Look | Council | Trial | Over"


# ---------------------------------------------------------------- the count


@dataclass(frozen=True)
class Modifier:
    """What a card changed: `votes` more (or less) in the direction `thumb`; 0 where it turned the votes.

    seat: the one whose votes they are; for Freya's card, Freya's own.
    """

    seat: int
    card: str
    thumb: str
    votes: int


@dataclass(frozen=True)
class Count:
    """A counted ballot: raw thumbs, then each card that bears on it, then the total.

    Balder's card is among them even where its holder agreed with him anyway.
    """

    raw_down: int
    raw_up: int
    modifiers: tuple[Modifier, ...]
    down: int
    up: int

    @property
    def banishes(self) -> bool:
        """Strictly more down than up; a tie spares (rulebook, "The Council of the Gods")."""
        return self.down > self.up


# ---------------------------------------------------------------- view and state


@dataclass(frozen=True)
class View:
    """Everything all players may know.

    cards: where each action card lies; at its own god's seat it is inert.
    dice:  the last thrown; empty before. factions: known to all only at the reveal.
    kept:  where Dvalin's card was given last, and in which round; (0, 0) for never.
    """

    setup: Setup
    places: tuple[Place, ...]
    stage: Stage
    cards: Mapping[str, int] = field(default_factory=dict)
    oracle: int = 1
    round: int = 1
    dice: tuple[int, ...] = ()
    kept: tuple[int, int] = (0, 0)
    factions: tuple[str, ...] = ()
    outcome: Outcome | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(1, len(self.places) + 1))

    @property
    def asgard(self) -> tuple[int, ...]:
        """The seats in Asgard, in seating order: the order in which the roll call names them."""
        return tuple(seat for seat in self.seats if not self.place(seat).below)

    def place(self, seat: int) -> Place:
        return self.places[seat - 1]

    def seat_of(self, god: str) -> int:
        """The seat of a god in this game; 0 if the god is not in it."""
        return next((s for s in self.seats if self.place(s).god == god), 0)

    def cards_at(self, seat: int) -> tuple[str, ...]:
        """The action cards other gods laid at this seat."""
        return tuple(
            card for card, at in self.cards.items() if at == seat and self.place(seat).god != card
        )


@dataclass(frozen=True)
class State:
    """The view and the secrets. The secrets stay out of the repr."""

    view: View
    factions: Mapping[int, str] = field(default_factory=dict, repr=False)
    thumbs: Mapping[int, str] = field(default_factory=dict, repr=False)


# ---------------------------------------------------------------- events: what all are told


@dataclass(frozen=True)
class Seated:
    god: str
    seat: int


@dataclass(frozen=True)
class Missing:
    """These seats did not press in the window."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class FactionsLearned:
    """Whether the thumbs fit the number of faction cards."""

    fit: bool


@dataclass(frozen=True)
class Banished:
    """By ``"conspiracy"``, ``"hel"`` or ``"council"``."""

    seat: int
    by: str


@dataclass(frozen=True)
class NobodyBanished:
    """The night passed; never with a reason."""


@dataclass(frozen=True)
class OracleMoved:
    """By the dice, so many seats on."""

    dice: tuple[int, ...]
    seat: int


@dataclass(frozen=True)
class CardsReturned:
    """The action cards that lay elsewhere go back to their gods."""

    cards: tuple[str, ...]


@dataclass(frozen=True)
class Skipped:
    """A wounded god takes no action."""

    god: str


@dataclass(frozen=True)
class Targetless:
    """A god has nobody to act on."""

    god: str


@dataclass(frozen=True)
class Passed:
    god: str


@dataclass(frozen=True)
class CardLaid:
    """A god's action card was laid at a seat."""

    god: str
    seat: int


@dataclass(frozen=True)
class CardRemoved:
    """A god sent a card that lay at a seat home to its own god."""

    god: str
    card: str
    seat: int


@dataclass(frozen=True)
class CardTaken:
    """A god took a card that lay at a seat to himself."""

    god: str
    card: str
    seat: int


@dataclass(frozen=True)
class OracleSent:
    """A god moved the Oracle to a seat."""

    god: str
    seat: int


@dataclass(frozen=True)
class Protected:
    """A card keeps this seat in Asgard."""

    seat: int


@dataclass(frozen=True)
class Looked:
    """The Oracle has looked."""


@dataclass(frozen=True)
class Accuses:
    """Somebody wants to accuse; whom is not said yet."""

    accuser: int


@dataclass(frozen=True)
class Withdrawn:
    accuser: int


@dataclass(frozen=True)
class Accused:
    accuser: int
    accused: int


@dataclass(frozen=True)
class Supported:
    supporter: int
    accused: int


@dataclass(frozen=True)
class Dropped:
    """Nobody supported it; it does not count."""

    accused: int


@dataclass(frozen=True)
class ThumbsShown:
    """All thumbs of a ballot at once, by seat."""

    accused: int
    thumbs: Mapping[int, str]


@dataclass(frozen=True)
class Counted:
    accused: int
    count: Count


@dataclass(frozen=True)
class Spared:
    accused: int
    tie: bool


@dataclass(frozen=True)
class CouncilEnds:
    """Without a banishment: ``"agreed"``, ``"second"`` (after the second vote), ``"nobody"``."""

    why: str


@dataclass(frozen=True)
class RoundBegins:
    """The next round, before its night."""

    round: int


@dataclass(frozen=True)
class Won:
    """The reveal: the faction that stands and every seat's faction."""

    faction: str
    factions: tuple[str, ...]


class Telling:
    """A step in the making: the state so far and what has been told of it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.told: list[tuple[Any, View]] = []
        self.final = False

    @property
    def view(self) -> View:
        return self.state.view

    def change(self, **changes: Any) -> None:
        """Change the view without a word."""
        self.state = replace(self.state, view=replace(self.view, **changes))

    def tell(self, event: object, **changes: Any) -> None:
        """Change the view and tell the event that did it."""
        self.change(**changes)
        self.told.append((event, self.view))
