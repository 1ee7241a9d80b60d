"""Odin's Table's events: what all are told.

Seats and games count from 1. Squares go by their names, "a1" to "f5"; columns are "a" to "f"; cards are
their numbers, Idunn 0 and Loki 1. What colour a seat plays, the view tells.
"""

from __future__ import annotations

from gm_appliance.core.values import immutable


@immutable
class GameBegins:
    """A game of the match begins, and `white` with it. lots: the box has just drawn that seat."""

    game: int
    white: int
    lots: bool = False


@immutable
class CardsShown:
    """Solo: a seat's first six cards, the strongest first; it is about to put them behind its wall."""

    seat: int
    cards: tuple[int, ...]


@immutable
class BoxLaid:
    """Solo: the box has put its cards behind its wall."""


@immutable
class Shuffled:
    """Solo: the seat's deck was used up, and its discarded cards are its deck now."""

    seat: int


# ---------------------------------------------------------------- moves


@immutable
class Moved:
    """A seat's piece went to an empty space. conquers: it is one of the opponent's energy row."""

    seat: int
    start: str
    to: str
    conquers: bool


@immutable
class Attacked:
    """A seat's piece attacks one of the opponent's; the cards come next. conquers: if it wins."""

    seat: int
    start: str
    to: str
    conquers: bool


@immutable
class Resurrected:
    """A seat's lost piece is back, in that corner. lost: how many still are off the board."""

    seat: int
    to: str
    lost: int


@immutable
class Passed:
    """A seat had no legal move."""

    seat: int


# ---------------------------------------------------------------- fights


@immutable
class Fought:
    """Two cards were revealed.

    seat: the attacker. ends: ``"attacker"`` or ``"defender"`` wins, or the pieces ``"swap"`` places.
    why: ``"higher"``, ``"tie"``, ``"trickery"``, ``"two-lokis"``, ``"no-trickery"``; see `fight.Verdict`.
    start, to: where the attack came from and went; "" in `mode=judge`.
    conquers: the seat that has conquered a space by it, 0 if none has. Loki's trickery can make it the
              defender's.
    """

    seat: int
    attack: int
    defence: int
    ends: str
    why: str
    start: str = ""
    to: str = ""
    conquers: int = 0


@immutable
class Conquered:
    """A seat holds so many spaces of the opponent's energy row now, 1 to 3. Comes after what did it."""

    seat: int
    spaces: int


# ---------------------------------------------------------------- cards


@immutable
class MaySwap:
    """A seat lost a piece to a conqueror and may swap two cards. asked: it is asked now which, for some of
    its cards lie face up; else nobody need know."""

    seat: int
    asked: bool


@immutable
class Swapped:
    """A seat swapped the cards of these two columns, at least one of which lies face up."""

    seat: int
    first: str
    second: str


@immutable
class IdunnRevealed:
    """A seat revealed Idunn, who guards that column, to scout."""

    seat: int
    column: str


@immutable
class TurnedUp:
    """A seat's card in that column lies face up from now on, until it is used."""

    seat: int
    column: str
    card: int


@immutable
class IdunnDiscarded:
    """The turn is over: a seat's Idunn leaves that column, and a new card takes the place."""

    seat: int
    column: str


# ---------------------------------------------------------------- the end


@immutable
class Repeated:
    """A position is there for the third time, or more often: `times`. A draw is offered to both."""

    times: int


@immutable
class PlaysOn:
    """A seat does not agree to a draw."""

    seat: int


@immutable
class GameOver:
    """A game is over.

    winner: the seat, 0 for a draw.
    why: ``"conquered"``, the third space; ``"stuck"``, nobody can move, so the most spaces win;
         ``"repetition"`` or, in `mode=judge`, ``"agreed"``: a draw by agreement.
    spaces: conquered by seat 1 and by seat 2.
    """

    game: int
    winner: int
    why: str
    spaces: tuple[int, int]


@immutable
class Ended:
    """The match is over. winners: the seat that won more games; none for a draw.

    why: ``"decided"``, one has won more than half of the games there can be; ``"played"``, all have been
         played; ``"ended"``, the table stopped before.
    """

    why: str
    winners: tuple[int, ...]
