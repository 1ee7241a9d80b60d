"""What Götterdämmerung is made of: options, phases, the count, the view and the state.

The view is public by construction: the state is the view plus three secrets, and `public` merely
drops them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from gm_appliance.core.game import Outcome, Step
from gm_appliance.core.values import frozen, immutable
from gm_appliance.core.views import BaseStepBuilder, BaseView
from gm_appliance.games.gotterdammerung.places import Cards, Place, Places

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

Target: TypeAlias = "int | str"
"""What a god acts on: a seat, a card by its god's name, or the Oracle."""


@immutable
class Setup:
    """The options of one game; see OPTIONS in the package for their ranges."""

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


# ---------------------------------------------------------------- phases: where the game stands


@immutable
class Picking:
    """The table chooses which gods take part; `gods` do already."""

    gods: tuple[str, ...]


@immutable
class Seating:
    """The table chooses seats for `gods`, in order of play; the first ones sit at `seats` already."""

    gods: tuple[str, ...]
    seats: tuple[int, ...]


@immutable
class Calling:
    """The pad of `seat` is asked for, and with `rest` those of the seats after it; then `back` goes on.

    swap: one pad is replaced in the middle of a game.
    """

    seat: int
    rest: tuple[int, ...]
    back: Phase
    swap: bool = False


@immutable
class Deal:
    """The faction cards are dealt by hand."""


@immutable
class Learning:
    """The box learns the factions from `asked`; `repeat` when these were missing before.

    booth: these tell theirs at the panel, alone, one after the other.
    wrong: how often the thumbs did not fit since the deal.
    """

    asked: tuple[int, ...]
    repeat: bool = False
    booth: bool = False
    wrong: int = 0


@immutable
class Night:
    """The conspiracy phase."""


@immutable
class Die:
    """Without pads: the table enters where the conspirators' die lies."""


@immutable
class EndCheck:
    """Without pads only the conspirators know whether a banishment ended the game: they are asked.

    by: what banished, as in `events.Banished`: it says where the game goes on if it does.
    """

    by: str


@immutable
class Leaving:
    """A player leaves for good, and the table decides how the game goes on; `back` if it does."""

    seat: int
    back: Phase


@immutable
class Dice:
    """The Oracle's two dice; `thrown` holds what lies already."""

    thrown: tuple[int, ...] = ()


@immutable
class Turn:
    """A god may act; the player at seat `by` decides, who is another one for a god Niörd stands in for."""

    god: str
    by: int


@immutable
class Look:
    """The Oracle looks at a card."""


@immutable
class Council:
    """Free talk; `spared` were accused and voted on before in this council.

    resumed: it goes on after an accusation that was taken back or that nobody seconded.
    """

    spared: tuple[int, ...] = ()
    resumed: bool = False


@immutable
class Trial:
    """An accusation under way. 0 stands for nobody yet.

    step: ``"accuse"`` (whom?), ``"support"``, ``"defence"``, ``"vote"``, ``"booth"`` (the first of
          `asked` votes alone at the panel) or, without pads, ``"show"`` (thumbs are shown to all) and
          ``"thumb"`` (the table enters that of the first of `asked`).
    """

    step: str
    spared: tuple[int, ...]
    accuser: int
    accused: int = 0
    supporter: int = 0
    asked: tuple[int, ...] = ()
    repeat: bool = False


@immutable
class Over:
    """The factions are revealed."""


Phase: TypeAlias = (
    "Picking | Seating | Calling | Deal | Learning | Night | Die | Dice | Turn | Look | Council | Trial"
    " | EndCheck | Leaving | Over"
)


# ---------------------------------------------------------------- the count


@immutable
class Modifier:
    """What a card changed: `votes` more (or less) in the direction `thumb`; 0 where it turned the votes.

    seat: the one whose votes they are; for Freya's card, Freya's own.
    """

    seat: int
    card: str
    thumb: str
    votes: int


@immutable
class Count:
    """A counted ballot: raw thumbs, then each card that bears on it, then the total.

    Balder's card is among them only where its holder did not agree with him anyway.
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


@frozen
class View(BaseView):
    """Everything all players may know.

    cards: where each action card lies; at its own god's seat it is inert.
    dice:  the last thrown; empty before. factions: known to all only at the reveal.
    dvalin_last: where Dvalin's card was given last, and in which round; (0, 0) for never.
    pads:  the pad of each seat that has one, by number. gone: the seats of players who left.
    ballots: how many were counted.
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
        """The seats somebody plays."""
        seats = self.places.seats
        return tuple(seat for seat in seats if seat not in self.gone) if self.gone else seats

    @property
    def padded(self) -> tuple[int, ...]:
        """The seats somebody plays at a pad: those asked in a secret window."""
        return tuple(seat for seat in self.present if seat in self.pads)

    @property
    def with_pads(self) -> bool:
        """Whether the box hears secrets: factions, the conspirators' victim, ballots at pads."""
        return self.setup.ballot == "pads"

    @property
    def asgard(self) -> tuple[int, ...]:
        """The seats in Asgard, in seating order: the order in which the roll call names them."""
        return self.places.asgard

    def place(self, seat: int) -> Place:
        return self.places[seat - 1]

    def seat_of(self, god: str) -> int:
        """The seat of a god in this game; 0 if the god is not in it."""
        return self.places.gods.get(god, 0)

    def cards_at(self, seat: int) -> tuple[str, ...]:
        """The action cards other gods laid at this seat."""
        return self.cards.lying.get(seat, ())


@immutable
class State:
    """The view and the secrets. The secrets stay out of the repr.

    before_night: the view in which this round's night fell: where a void night goes back to. Public.
    """

    view: View
    factions: Mapping[int, str] = field(default_factory=dict, repr=False)
    thumbs: Mapping[int, str] = field(default_factory=dict, repr=False)
    before_night: View | None = None


class StepBuilder(BaseStepBuilder[View]):
    """A step in the making: the state so far and what has been told of it."""

    __slots__ = ("before_night", "factions", "final", "thumbs")

    def __init__(self, state: State) -> None:
        super().__init__(state.view)
        self.factions = state.factions
        self.thumbs = state.thumbs
        self.before_night = state.before_night
        self.final = False

    def step(self) -> Step[State, View]:
        """The step, made."""
        state = State(self.view, self.factions, self.thumbs, self.before_night)
        return Step(state, tuple(self.events), self.final)
