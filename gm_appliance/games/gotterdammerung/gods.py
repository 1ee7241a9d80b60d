"""The gods: one small declaration each. A further god is a further entry, here alone.

Numbers and effects: rulebook, "Overview of the Gods and Their Actions".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gm_appliance.games.gotterdammerung.ending import banish
from gm_appliance.games.gotterdammerung.model import CardLaid, Telling, View


@dataclass(frozen=True)
class Card:
    """An action card and what it does to the player it lies at.

    wounds:  the holder takes no action this round.
    shields: the holder cannot be wounded.
    votes:   added to the holder's weight in every ballot of the round.
    """

    wounds: bool = False
    shields: bool = False
    votes: int = 0


@dataclass(frozen=True)
class God:
    """One god.

    order:   the order of play in the action phase.
    targets: the seats this god may act on, given the view and the acting seat; in seating order.
    act:     what happens to the chosen one.
    """

    order: int
    targets: Callable[[View, int], tuple[int, ...]]
    act: Callable[[Telling, str, int], None]
    card: Card | None = None


def wounds(view: View, seat: int) -> tuple[str, ...]:
    """The wound cards lying at a seat."""
    return tuple(card for card in view.cards_at(seat) if _card(card).wounds)


def weight(view: View, seat: int) -> int:
    """How many votes a seat's thumb has: 1, changed by the cards at it, never below 0."""
    return max(0, 1 + sum(_card(card).votes for card in view.cards_at(seat)))


def votes_of(card: str) -> int:
    """What an action card adds to its holder's weight."""
    return _card(card).votes


def _card(god: str) -> Card:
    return GODS[god].card or Card()


def _others(view: View, actor: int) -> tuple[int, ...]:
    return tuple(seat for seat in view.seats if seat != actor)


def _woundable(view: View, actor: int) -> tuple[int, ...]:
    def shielded(seat: int) -> bool:
        return any(_card(card).shields for card in view.cards_at(seat))

    return tuple(seat for seat in _others(view, actor) if not shielded(seat))


def _wounded_in_asgard(view: View, actor: int) -> tuple[int, ...]:
    return tuple(s for s in _others(view, actor) if not view.place(s).below and wounds(view, s))


def _lay_card(telling: Telling, god: str, seat: int) -> None:
    telling.tell(CardLaid(god, seat), cards={**telling.view.cards, god: seat})


def _banish(telling: Telling, god: str, seat: int) -> None:
    banish(telling, seat, by=god)


GODS: dict[str, God] = {
    "odin": God(1, _others, _lay_card, Card(shields=True)),
    "thor": God(4, _woundable, _lay_card, Card(wounds=True, votes=-1)),
    "hel": God(15, _wounded_in_asgard, _banish),
}

FIRST_GAME = ("odin", "thor", "hel")
