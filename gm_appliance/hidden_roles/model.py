"""The public records of every game of hidden roles: options, phases, the count and the view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from gm_appliance.core.game import Outcome
from gm_appliance.core.values import Value, field, replace
from gm_appliance.core.views import BaseView

DOWN = "down"
UP = "up"
PASS = "pass"
GOES_ON = "on"
NOBODY = "nobody"


class Setup(Value):
    """The options that every such game has; see `options`."""

    players: int
    ballot: str
    roll_call: str
    accused_votes: str
    count: str
    agree: int
    beat: int
    vote: int
    talk: int
    defence: int
    drop: int
    names: str


UNCOUNTED: Mapping[str, int | str] = {"roll_call": "no", "count": "seats", "beat": 2, "vote": 8}
"""Values for options that are not given because other options make them meaningless."""


class Place(Value):
    """A seat. below: whether it is out of the fight. card: its card, if it was turned for all to see."""

    below: bool = False
    card: str = ""


P = TypeVar("P", bound=Place)


class Places(tuple[P, ...], Generic[P]):
    """All seats, in seating order. Derived values are computed once, because views share a `Places`.

    seats: all seats, by number. inside: the seats still in the fight, in seating order.
    """

    def __init__(self, places: Iterable[P]) -> None:
        self.seats = tuple(range(1, len(self) + 1))
        self.inside = tuple(seat for seat, place in zip(self.seats, self, strict=True) if not place.below)

    def banished(self, seat: int, card: str = "") -> Any:
        """A copy with this seat out of the fight. card: its card, if it is turned."""
        fallen = replace(self[seat - 1], below=True, card=card)
        return type(self)((*self[: seat - 1], fallen, *self[seat:]))


class Calling(Value):
    """`seat` is called to its pad, then those of `rest`; after that, phase `back` resumes.

    swap: whether one pad is being replaced during a game.
    """

    seat: int
    rest: tuple[int, ...]
    back: Phase
    swap: bool = False


class Deal(Value):
    """The cards are dealt by hand."""


class Learning(Value):
    """The box learns the cards.

    asked:  the seats asked for their card.
    repeat: whether this is the second time for these seats.
    booth:  whether they enter it privately at the panel, one after the other.
    wrong:  how often the presses did not fit since the deal.
    """

    asked: tuple[int, ...]
    repeat: bool = False
    booth: bool = False
    wrong: int = 0


class Night(Value):
    """The night."""


class Die(Value):
    """Without pads: the table enters where the die lies that was laid at night."""


class EndCheck(Value):
    """Without pads only those who know the cards know whether the game is over, so they are asked.

    by: as in `events.Banished`; determines what follows if the game goes on.
    """

    by: str


class Leaving(Value):
    """A player leaves for good, and the table decides whether the game goes on, in phase `back`."""

    seat: int
    back: Phase


class Council(Value):
    """Free talk.

    spared:  the seats voted on before on this day.
    resumed: whether the talk continues after an accusation was withdrawn or dropped.
    """

    spared: tuple[int, ...] = ()
    resumed: bool = False


class Trial(Value):
    """An accusation under way. Seats not known yet are 0.

    step:   ``"accuse"`` (whom?), ``"support"``, ``"defence"``, ``"vote"``, ``"booth"`` (the first of `asked`
            votes privately at the panel) or, without pads, ``"show"`` (thumbs are shown to all) and
            ``"thumb"`` (the table enters the thumb of the first of `asked`).
    asked:  the seats whose thumbs are asked for.
    repeat: whether this is the second time for these seats.
    begun:  whether some thumbs have been entered at the panel.
    """

    step: str
    spared: tuple[int, ...]
    accuser: int
    accused: int = 0
    supporter: int = 0
    asked: tuple[int, ...] = ()
    repeat: bool = False
    begun: bool = False


class Over(Value):
    """The cards are revealed."""


Phase: TypeAlias = Any  # one of these, or a game's own


class Modifier(Value):
    """A card's effect on a count.

    seat:  whose votes are changed, or who adds some.
    thumb: the direction of the votes.
    votes: how many more, or fewer if negative; 0 if the card turned the votes.
    """

    seat: int
    card: str
    thumb: str
    votes: int


class Count(Value):
    """A counted ballot: the raw thumbs, the effects of cards, and the total."""

    raw_down: int
    raw_up: int
    modifiers: tuple[Modifier, ...]
    down: int
    up: int


class CountedBallot(Value):
    """A counted ballot, with the cards' effects.

    fell:    whether the accused did.
    thumbs:  of those who voted, by seat; empty if only totals were announced.
    accuser: a seat; 0 if unknown.
    """

    round: int
    accused: int
    down: int
    up: int
    fell: bool
    thumbs: Mapping[int, str] = field(default_factory=dict)
    accuser: int = 0


class HiddenRolesView(BaseView):
    """All public knowledge.

    factions: the cards by seat; empty until the reveal.
    pads:     the number of each seat's pad; seats without one are missing.
    gone:     the seats of players who left.
    verdicts: of all ballots so far.
    falls:    the round in which each seat fell that is out of the fight.
    """

    setup: Setup
    places: Places[Any]
    phase: Phase
    round: int = 1
    factions: tuple[str, ...] = ()
    pads: Mapping[int, int] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()
    verdicts: tuple[CountedBallot, ...] = ()
    falls: Mapping[int, int] = field(default_factory=dict)
    outcome: Outcome | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        return self.places.seats

    @property
    def ballots(self) -> int:
        """How many were counted in this game."""
        return len(self.verdicts)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats with a player."""
        return tuple(seat for seat in self.seats if seat not in self.gone) if self.gone else self.seats

    @property
    def padded(self) -> tuple[int, ...]:
        """The seats with a player and a pad: those asked in a secret window."""
        return tuple([seat for seat in self.present if seat in self.pads])

    @property
    def with_pads(self) -> bool:
        """Whether pads tell the box secrets: cards, the night's victim, ballots."""
        return self.setup.ballot == "pads"
