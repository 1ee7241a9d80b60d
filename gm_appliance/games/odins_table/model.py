"""The nouns of Odin's Table besides its board: setup, piles, phases and the view.

The seats swap colours after each game. Whatever belongs to a side of the board is therefore kept by colour
(WHITE 0, BLACK 1), and whatever belongs to a player by seat (1, 2).
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from gm_appliance.core.values import Value
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
"""The seats in solo games."""

COLOURS = ("white", "black")

COLUMN_NAMES = "abcdef"

FROM = "from"
ONTO = "onto"
"""Which of a move's two columns Idunn guards: the one the piece leaves, or the one it enters."""

NONE = "none"


class Setup(Value):
    """The options of a match.

    mode: as the table wants it now.
    games: the most games, an odd number; more than half of them decide the match.
    strength: the box's, ``"easy"``, ``"normal"`` or ``"strong"``; "" if it does not play.
    """

    mode: str
    games: int
    strength: str = ""

    @property
    def to_win(self) -> int:
        return self.games // 2 + 1


class Pile(Value):
    """A player's deck and discarded cards. left: the number of cards in the deck. used: the discarded cards,
    which lie open, oldest first."""

    left: int
    used: tuple[int, ...] = ()

    def discarded(self, card: int) -> Pile:
        """With one more card discarded, and one drawn to replace it."""
        used = (*self.used, card)
        return Pile(self.left - 1, used) if self.left else Pile(len(used) - 1)


DECK = 27

FULL_PILE = Pile(DECK - COLUMNS)

Known: TypeAlias = tuple[int | None, ...]
"""A player's face-up cards, by column; None for hidden ones."""

HIDDEN: Known = (None,) * COLUMNS


class Lots(Value):
    """White is drawn by lot."""


class Judging(Value):
    """Judge: waiting for an attack or a conquered space."""


class Defending(Value):
    """Judge: a colour attacks with this card; waiting for the defending card."""

    colour: int
    attack: int


class Dealing(Value):
    """Solo: the box's deck is shuffled in secret, and its first six cards are shown."""


class Showing(Value):
    """Solo: the person enters six cards as well. cards: those entered so far."""

    cards: tuple[int, ...] = ()


class Laying(Value):
    """Solo: both put their cards behind their walls, the box by a secret choice."""


class Moving(Value):
    """Solo: it is the box's turn."""


class Choosing(Value):
    """A turn begins with the choice of a piece, or of a corner where a lost one comes back."""


class Targeting(Value):
    """Choosing the target of the piece on this square. idunn: FROM or ONTO if the player reveals Idunn with
    this move; otherwise ""."""

    square: int
    idunn: str = ""


class Fighting(Value):
    """A piece attacks; waiting for its card and the defender's. idunn: as in Targeting; the box's ONTO only
    appears after the fight. attack: the attacker's card; None until it is known."""

    move: Move
    idunn: str = ""
    attack: int | None = None


class TurnEnd(Value):
    """The rest of a turn after its move.

    mover: the colour that moved. to: the column the piece entered, 0 to 5.
    swap: whether the other player may swap two cards.
    idunn: the column whose Idunn scouts; None if she does not.
    fought: she has won a fight, so she is already discarded and may decline to scout.
    """

    mover: int
    to: int
    swap: bool = False
    idunn: int | None = None
    fought: bool = False


class Reshuffling(Value):
    """Solo: the box's deck is used up; its discarded cards are shuffled in secret. end: the rest of the
    turn."""

    end: TurnEnd | None


class Swapping(Value):
    """The player who lost a piece to a conqueror may swap two cards. first: the column of one of them, once
    chosen; the box chooses both at once."""

    end: TurnEnd
    first: int | None = None


class Scouting(Value):
    """Idunn turns up one of the opponent's cards. column: the one chosen; its owner is asked for the card."""

    end: TurnEnd
    column: int | None = None


class Repeating(Value):
    """A position occurs for the third time or more; each player is offered a draw, starting with the one to
    move. agreed: the first player has agreed."""

    agreed: bool = False


class Between(Value):
    """Between two games."""


class Sure(Value):
    """Confirming, between two games, that the match should end."""


class Final(Value):
    """The match has ended, and its result is shown. why: see `events.Ended`."""

    why: str


class Over(Value):
    """The match is over. why: see `events.Ended`."""

    why: str


Phase: TypeAlias = (
    "Lots | Judging | Defending | Dealing | Showing | Laying | Moving | Choosing | Targeting | Fighting"
    " | Reshuffling | Swapping | Scouting | Repeating | Between | Sure | Final | Over"
)


class GameResult(Value):
    """See `events.GameOver`."""

    winner: int
    why: str
    spaces: tuple[int, int]


# Many attributes: one for each public fact.
class OdinView(BaseView):
    """Everything both players may know; in a game of two, that is everything the box knows.

    white: the seat that plays white in this game. game: its number, from 1.
    position: of the pieces; unchanged in `mode=judge`, in which the box does not know it.
    spaces: in `mode=judge`, the spaces each colour has conquered; otherwise the position has them.
    seen: the positions since the last conquest, the current one last. Earlier ones cannot recur.
    known: the face-up cards, by colour and column.
    piles: the decks and discarded cards, by colour, as revealed by fights.
    dealt: solo: the six cards each colour showed at the start of the game, strongest first.
    wall: solo: everything that can be known about the person's hidden cards.
    results: of the games so far.
    correctable: solo: the person can correct the card named in the last fight.
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
    correctable: bool = False

    def seat_of(self, colour: int) -> int:
        return self.white if colour == WHITE else 3 - self.white

    def colour_of(self, seat: int) -> int:
        return WHITE if seat == self.white else BLACK

    @property
    def box(self) -> int | None:
        """The colour the box plays; None except in solo games."""
        return self.colour_of(BOX) if self.setup.mode == SOLO else None

    def conquests(self, colour: int) -> int:
        if self.setup.mode == JUDGE:
            return self.spaces[colour]
        return board.conquests(self.position, colour)

    @property
    def turn(self) -> int:
        return 0 if self.setup.mode == JUDGE else self.seat_of(self.position.turn)

    @property
    def wins(self) -> tuple[int, int]:
        first, second = (sum(one.winner == seat for one in self.results) for seat in SEATS)
        return first, second

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat with more games won; empty for a tie."""
        first, second = self.wins
        return () if first == second else (1,) if first > second else (2,)


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])


def to_begin(view: OdinView) -> Phase:
    return Moving() if view.position.turn == view.box else Choosing()


def put_known(view: OdinView, colour: int, cards: Known) -> tuple[Known, Known]:
    return (cards, view.known[BLACK]) if colour == WHITE else (view.known[WHITE], cards)
