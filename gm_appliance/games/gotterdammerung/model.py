"""Götterdämmerung's records: options, phases, the count, the view and the state. The state is the public view
plus the secrets; `public` returns only the view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from gm_appliance.core.game import Outcome, Step
from gm_appliance.core.values import Redacted, Value, field
from gm_appliance.core.views import BaseStepBuilder, BaseView
from gm_appliance.games.gotterdammerung.places import Cards, Place, Places

PROTECT = "protect"
CONSPIRE = "conspire"
DOWN = "down"
UP = "up"
PASS = "pass"

# Players: (protectors, conspirators). Rulebook, "Setup", for a game with a game master.
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

Target: TypeAlias = "int | str"
"""The target of a god's action: a seat, a card by its god's name, or ``"oracle"``."""


# Many attributes: one for each option.
class Setup(Value):
    """The options of one game; `OPTIONS` in the package has their ranges and defaults."""

    players: int
    gods: int
    pick: str
    seating: str
    ballot: str
    roll_call: str
    accused_votes: str
    count: str
    dice: str
    agree: int
    beat: int
    look: int
    vote: int
    talk: int
    defence: int
    drop: int
    names: str


class Picking(Value):
    """The table chooses which gods take part; `gods` are those chosen so far."""

    gods: tuple[str, ...]


class Seating(Value):
    """The table chooses seats for `gods`, in order of play; `seats` are the first gods' seats."""

    gods: tuple[str, ...]
    seats: tuple[int, ...]


class Calling(Value):
    """`seat` is called to its pad, then those of `rest`; after that, phase `back` resumes. swap: whether one
    pad is being replaced during a game."""

    seat: int
    rest: tuple[int, ...]
    back: Phase
    swap: bool = False


class Deal(Value):
    """The faction cards are dealt by hand."""


class Learning(Value):
    """The box learns the factions.

    asked:  the seats asked for their faction.
    repeat: whether this is the second time for these seats.
    booth:  whether they enter it privately at the panel, one after the other.
    wrong:  how often the thumbs did not fit since the deal.
    """

    asked: tuple[int, ...]
    repeat: bool = False
    booth: bool = False
    wrong: int = 0


class Night(Value):
    """The conspiracy phase."""


class Die(Value):
    """Without pads: the table enters where the conspirators' die lies."""


class EndCheck(Value):
    """Without pads only the conspirators know whether a banishment ended the game, so they are asked. by: as
    in `events.Banished`; determines what follows if the game goes on."""

    by: str


class Leaving(Value):
    """A player leaves for good, and the table decides whether the game goes on, in phase `back`."""

    seat: int
    back: Phase


class Dice(Value):
    """The Oracle's two dice; `thrown` holds those thrown so far."""

    thrown: tuple[int, ...] = ()


class Turn(Value):
    """A god may act. The player at seat `by` decides: the god's own, or Niörd's as a deputy."""

    god: str
    by: int


class Look(Value):
    """The Oracle looks at a card."""


class Council(Value):
    """Free talk. spared: the seats voted on before in this council. resumed: whether the talk continues after
    an accusation was withdrawn or dropped."""

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
    """The factions are revealed."""


Phase: TypeAlias = (
    "Picking | Seating | Calling | Deal | Learning | Night | Die | Dice | Turn | Look | Council | Trial"
    " | EndCheck | Leaving | Over"
)


class Modifier(Value):
    """A card's effect on a count. seat: whose votes are changed; for Freya's card, Freya's own. thumb: the
    direction of the votes. votes: how many more, or fewer if negative; 0 if the card turned the votes."""

    seat: int
    card: str
    thumb: str
    votes: int


class Count(Value):
    """A counted ballot: the raw thumbs, the effects of cards, and the total. Balder's card is among the
    modifiers only if its holder's own thumb differed from his."""

    raw_down: int
    raw_up: int
    modifiers: tuple[Modifier, ...]
    down: int
    up: int

    @property
    def banishes(self) -> bool:
        """Whether there are more votes down than up; a tie spares (rulebook, "The Council of the Gods")."""
        return self.down > self.up


# Many attributes: one for each public fact.
class GotterdammerungView(BaseView):
    """All public knowledge.

    cards:       where each action card lies; at its own god's seat it is inert.
    oracle:      the seat that holds the Oracle.
    dice:        the last dice thrown; empty before.
    dvalin_last: the seat Dvalin's card was last given to, and the round; (0, 0) for never.
    factions:    by seat; empty until the reveal.
    pads:        the number of each seat's pad; seats without one are missing.
    gone:        the seats of players who left.
    ballots:     how many were counted in this game.
    """

    setup: Setup
    places: Places
    phase: Phase
    cards: Cards = field(default_factory=lambda: Cards({}))
    oracle: int = 1
    round: int = 1
    dice: tuple[int, ...] = ()
    dvalin_last: tuple[int, int] = (0, 0)
    factions: tuple[str, ...] = ()
    pads: Mapping[int, int] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()
    ballots: int = 0
    outcome: Outcome | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        return self.places.seats

    @property
    def present(self) -> tuple[int, ...]:
        seats = self.places.seats
        return tuple(seat for seat in seats if seat not in self.gone) if self.gone else seats

    @property
    def padded(self) -> tuple[int, ...]:
        """The seats with a player and a pad: those asked in a secret window."""
        return tuple(seat for seat in self.present if seat in self.pads)

    @property
    def with_pads(self) -> bool:
        """Whether pads tell the box secrets: factions, the conspirators' victim, ballots."""
        return self.setup.ballot == "pads"

    @property
    def asgard(self) -> tuple[int, ...]:
        return self.places.asgard

    def place(self, seat: int) -> Place:
        return self.places[seat - 1]

    def seat_of(self, god: str) -> int:
        """The seat of a god; 0 if the god does not take part."""
        return self.places.gods.get(god, 0)

    def cards_at(self, seat: int) -> tuple[str, ...]:
        """Other gods' action cards at this seat."""
        return self.cards.lying.get(seat, ())


class State(Redacted):
    """The view and the secrets, which stay out of the repr. factions: by seat, those the box knows. thumbs:
    in an open ballot, by seat. before_night: public: the view at nightfall, restored if the night is void."""

    redacted = ("factions", "thumbs")

    view: GotterdammerungView
    factions: Mapping[int, str] = field(default_factory=dict)
    thumbs: Mapping[int, str] = field(default_factory=dict)
    before_night: GotterdammerungView | None = None


class GotterdammerungStepBuilder(BaseStepBuilder[GotterdammerungView]):
    __slots__ = ("before_night", "factions", "final", "thumbs")

    def __init__(self, state: State) -> None:
        super().__init__(state.view)
        self.factions = state.factions
        self.thumbs = state.thumbs
        self.before_night = state.before_night
        self.final = False

    def step(self) -> Step[State, GotterdammerungView]:
        state = State(self.view, self.factions, self.thumbs, self.before_night)
        return Step(state, tuple(self.events), self.final)
