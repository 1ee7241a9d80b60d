"""What Odin's Table is made of beside its board: setup, phases, cards that are known, and the view.

A seat plays white in one game and black in the next, so whatever belongs to a side of the board is kept
by colour (WHITE 0, BLACK 1), and whatever belongs to a player by seat (1, 2).
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from gm_appliance.core.values import frozen, immutable
from gm_appliance.core.views import BaseView
from gm_appliance.games.odins_table import board
from gm_appliance.games.odins_table.board import BLACK, COLUMNS, START, WHITE, Move, Position
from gm_appliance.games.odins_table.wall import UNSEEN, Wall

T = TypeVar("T")

JUDGE = "judge"
REFEREE = "referee"
SOLO = "solo"

SEATS = (1, 2)
PERSON = 1
BOX = 2
"""Their seats in `mode=solo`."""

COLOURS = ("white", "black")
"""By WHITE and BLACK, as choices and facts name them."""

COLUMN_NAMES = "abcdef"

FROM = "from"
ONTO = "onto"
"""Which of a move's two columns Idunn guards."""

NONE = "none"


@immutable
class Setup:
    """The options of one match: `games` at most, so that more than half of them decide it.

    strength: how well the box plays, ``"easy"``, ``"normal"`` or ``"strong"``; "" where it does not.
    """

    mode: str
    games: int
    strength: str = ""

    @property
    def to_win(self) -> int:
        """Games won that decide the match."""
        return self.games // 2 + 1


@immutable
class Pile:
    """A player's cards that are in nobody's hand.

    left: how many are in the draw deck. used: what lies open beside it, the first discarded first.
    """

    left: int
    used: tuple[int, ...] = ()

    def discarded(self, card: int) -> Pile:
        """The same, with a used card on it and one drawn for its place."""
        used = (*self.used, card)
        return Pile(self.left - 1, used) if self.left else Pile(len(used) - 1)


DECK = 27
"""Cards of each player."""

FULL_PILE = Pile(DECK - COLUMNS)

Known: TypeAlias = tuple[int | None, ...]
"""The cards of a player that lie face up, by column; None where the card is hidden."""

HIDDEN: Known = (None,) * COLUMNS


# ---------------------------------------------------------------- phases: where the match stands


@immutable
class Lots:
    """The box draws who plays white."""


@immutable
class Judging:
    """Judge: the players play by themselves; somebody attacks, or has conquered a space."""


@immutable
class Defending:
    """Judge: that card attacks, of that colour; which one defends?"""

    colour: int
    attack: int


@immutable
class Dealing:
    """Solo: the box's deck is shuffled, unseen, and its first six cards are shown."""


@immutable
class Showing:
    """Solo: the person shows six cards as well. cards: those told so far."""

    cards: tuple[int, ...] = ()


@immutable
class Laying:
    """Solo: the box puts its cards behind its wall, unseen; and the person too."""


@immutable
class Moving:
    """Solo: the box moves."""


@immutable
class Choosing:
    """A turn begins: which piece moves? Or where does a lost one come back?"""


@immutable
class Targeting:
    """Where does the piece on that square move?

    idunn: the player reveals Idunn with this move, of the column it leaves (``"from"``) or of the one it
           comes to (``"onto"``); else "".
    """

    square: int
    idunn: str = ""


@immutable
class Fighting:
    """A piece attacks: which cards are revealed? attack: the attacker's; None while nobody has told it.

    idunn: as in Targeting; of the box, ``"onto"`` where it would reveal her if she guards that column.
    """

    move: Move
    idunn: str = ""
    attack: int | None = None


@immutable
class TurnEnd:
    """What is still due in a turn whose move is made.

    mover: the colour that moved. to: the column it came to, 0 to 5.
    swap:  the other one may swap two cards.
    idunn: the column whose Idunn scouts; None if none does. fought: she has won a fight, so she is
           discarded already, and scouting can still be declined.
    """

    mover: int
    to: int
    swap: bool = False
    idunn: int | None = None
    fought: bool = False


@immutable
class Reshuffling:
    """Solo: the box's deck is used up, and what was discarded is shuffled, unseen. end: of the turn, if more
    is due in it."""

    end: TurnEnd | None


@immutable
class Swapping:
    """Who lost a piece to a conqueror may swap two cards. first: the column of one, once it is chosen.

    The box chooses both at once.
    """

    end: TurnEnd
    first: int | None = None


@immutable
class Scouting:
    """Idunn turns up one of the opponent's cards. column: of that card, once it is chosen, to be told."""

    end: TurnEnd
    column: int | None = None


@immutable
class Repeating:
    """A position is there for the third time, or once more: a draw? Each is asked, whose turn it is first.

    agreed: one has said yes.
    """

    agreed: bool = False


@immutable
class Between:
    """A game is over, and another follows."""


@immutable
class Final:
    """The match is decided; all look at how it ended. why: as `events.Ended` has it."""

    why: str


@immutable
class Over:
    """The match is over."""

    why: str


Phase: TypeAlias = (
    "Lots | Judging | Defending | Dealing | Showing | Laying | Moving | Choosing | Targeting | Fighting"
    " | Reshuffling | Swapping | Scouting | Repeating | Between | Final | Over"
)


# ---------------------------------------------------------------- the view


@immutable
class GameResult:
    """How a game ended.

    winner: the seat, 0 for a draw. why: as `events.GameOver` has it.
    spaces: what seat 1 and seat 2 had conquered.
    """

    winner: int
    why: str
    spaces: tuple[int, int]


@frozen
class View(BaseView):
    """Everything all may know; where nobody plays against the box, that is everything there is.

    white:  the seat that plays white in this game. game: its number, from 1.
    position: where the pieces stand; as they are set up where the box does not follow the board.
    spaces: in `mode=judge`, how many each colour has conquered. Elsewhere the position tells.
    seen:   every position since the last conquest, this one the last: none before can come again.
    known:  the cards that lie face up, by colour and column.
    piles:  the cards that nobody holds, by colour, as far as fights have shown them.
    dealt:  solo: the six cards each colour has shown before it put them behind its wall, the strongest first.
    wall:   solo: what can be known of the person's hidden cards.
    results: of the games so far.
    """

    setup: Setup
    phase: Phase
    white: int = 1
    game: int = 1
    position: Position = START
    spaces: tuple[int, int] = (0, 0)
    seen: tuple[Position, ...] = (START,)
    known: tuple[Known, Known] = (HIDDEN, HIDDEN)
    piles: tuple[Pile, Pile] = (FULL_PILE, FULL_PILE)
    dealt: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    wall: Wall = UNSEEN
    results: tuple[GameResult, ...] = ()

    def seat_of(self, colour: int) -> int:
        """Who plays that colour in this game."""
        return self.white if colour == WHITE else 3 - self.white

    def colour_of(self, seat: int) -> int:
        """What that seat plays in this game: WHITE or BLACK."""
        return WHITE if seat == self.white else BLACK

    @property
    def box(self) -> int | None:
        """The colour the box plays in this game; None where it is no opponent."""
        return self.colour_of(BOX) if self.setup.mode == SOLO else None

    def conquests(self, colour: int) -> int:
        """How many spaces that colour has conquered, 0 to 3."""
        if self.setup.mode == JUDGE:
            return self.spaces[colour]
        return board.conquests(self.position, colour)

    @property
    def turn(self) -> int:
        """The seat whose turn it is; 0 where the box does not follow that."""
        return 0 if self.setup.mode == JUDGE else self.seat_of(self.position.turn)

    @property
    def wins(self) -> tuple[int, int]:
        """Games won by seat 1 and seat 2."""
        first, second = (sum(one.winner == seat for one in self.results) for seat in SEATS)
        return first, second

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat with more games won; nobody where both have as many."""
        first, second = self.wins
        return () if first == second else (1,) if first > second else (2,)


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The items with another one at that place, from 0."""
    return (*items[:at], item, *items[at + 1 :])


def to_begin(view: View) -> Phase:
    """The phase in which whose turn it is begins it."""
    return Moving() if view.position.turn == view.box else Choosing()


def put_known(view: View, colour: int, cards: Known) -> tuple[Known, Known]:
    """The cards that lie face up when a colour's are these."""
    return (cards, view.known[BLACK]) if colour == WHITE else (view.known[WHITE], cards)
