"""The events of Odin's Table, which are public. Seats and games count from 1. Squares are named "a1" to "f5",
columns "a" to "f"; cards are numbers, Idunn 0 and Loki 1. The view has the colour of each seat."""

from __future__ import annotations

from gm_appliance.core.values import Value


class GameBegins(Value):
    game: int
    white: int
    lots: bool = False


class BoardKept(Value):
    """From now on the players keep the board themselves, and the box only judges fights."""


class CardsShown(Value):
    """Solo: a seat shows its first six cards, strongest first, before they go behind its wall."""

    seat: int
    cards: tuple[int, ...]


class TooMany(Value):
    """Solo: the person named a card more often than there are copies of it."""

    seat: int
    card: int
    copies: int


class BoxLaid(Value):
    """Solo: the box has put its cards behind its wall."""


class Shuffled(Value):
    """Solo: the seat's deck is used up, so its discarded cards become the new deck."""

    seat: int


class Moved(Value):
    seat: int
    start: str
    to: str
    conquers: bool


class Attacked(Value):
    """A seat's piece attacks; the cards come next. conquers: it would conquer a space by winning."""

    seat: int
    start: str
    to: str
    conquers: bool


class Resurrected(Value):
    seat: int
    to: str
    lost: int


class Passed(Value):
    seat: int


class Fought(Value):
    """Two cards were revealed, and a fight is decided.

    seat: the attacker. ends, why: see `fight.Verdict`.
    start, to: the attacker's square and the attacked one; "" in `mode=judge`.
    conquers: the seat that conquered a space this way, with Loki's trickery even the defender; 0 if none.
    """

    seat: int
    attack: int
    defence: int
    ends: str
    why: str
    start: str = ""
    to: str = ""
    conquers: int = 0


class Corrected(Value):
    """Solo: a seat corrects its card in the last fight. That fight and its consequences are void; it is
    announced again next. white, black: the squares of the pieces until now."""

    seat: int
    card: int
    white: tuple[str, ...]
    black: tuple[str, ...]


class Conquered(Value):
    seat: int
    spaces: int


class MaySwap(Value):
    """A seat lost a piece to a conqueror and may swap two cards. asked: the seat has face-up cards, so it is
    asked which; hidden cards are swapped unseen."""

    seat: int
    asked: bool


class Swapped(Value):
    seat: int
    first: str
    second: str


class IdunnRevealed(Value):
    seat: int
    column: str


class TurnedUp(Value):
    seat: int
    column: str
    card: int


class IdunnDiscarded(Value):
    seat: int
    column: str


class Repeated(Value):
    """A position occurs for the third time or more (`times`), so both players are offered a draw."""

    times: int


class PlaysOn(Value):
    seat: int


class GameOver(Value):
    """A game is over.

    winner: the seat, 0 for a draw.
    why: ``"conquered"``: three spaces; ``"stuck"``: nobody can move, so most spaces win; ``"repetition"``
         or, in `mode=judge`, ``"agreed"``: a draw by agreement.
    spaces: conquered by seat 1 and by seat 2.
    """

    game: int
    winner: int
    why: str
    spaces: tuple[int, int]


class Ended(Value):
    """The match is over. winners: the seat that won more games; empty for a draw.

    why: ``"decided"``: a seat has won more than half of the games; ``"played"``: all games were played;
         ``"ended"``: the table ended the match early.
    """

    why: str
    winners: tuple[int, ...]
