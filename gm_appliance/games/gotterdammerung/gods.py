"""The gods: one small declaration each, here alone.

Numbers and effects: rulebook, "Overview of the Gods and Their Actions". How effects meet is told to
players in docs/gotterdammerung.md.
"""

from __future__ import annotations

from collections.abc import Callable

from gm_appliance.core.values import immutable
from gm_appliance.games.gotterdammerung.ending import banish
from gm_appliance.games.gotterdammerung.events import CardLaid, CardRemoved, CardTaken, OracleSent, Protected
from gm_appliance.games.gotterdammerung.model import StepBuilder, Target, View

ORACLE = "oracle"
"""Loki's target when he takes the Oracle instead of an action card."""


@immutable
class ActionCard:
    """An action card and what it does to the player it lies at.

    wounds:   the holder takes no action this round, unless Niörd's player takes it instead.
    shields:  the holder cannot be wounded.
    votes:    added to the holder's weight in every ballot of the round.
    turns:    the holder's votes follow the thumb of the card's own god.
    adds:     votes added, the way the card's own god votes, when the holder is the accused.
    keeps:    the holder cannot be banished. frees: the holder cannot be accused.
    deputes:  the card's own god takes the holder's action while the holder is wounded.
    """

    wounds: bool = False
    shields: bool = False
    votes: int = 0
    turns: bool = False
    adds: int = 0
    keeps: bool = False
    frees: bool = False
    deputes: bool = False


@immutable
class God:
    """One god.

    order:   the order of play in the action phase.
    targets: what this god may act on, given the view and the acting seat: seats, or cards by
             their god, or the Oracle.
    act:     what happens to the chosen one, given the god.
    """

    order: int
    targets: Callable[[View, int], tuple[Target, ...]]
    act: Callable[[StepBuilder, str, Target], None]
    card: ActionCard | None = None


NO_CARD = ActionCard()


# ---------------------------------------------------------------- what cards do


def card_of(god: str) -> ActionCard:
    """A god's action card; one without effect where the god has none."""
    return GODS[god].card or NO_CARD


def wounds(view: View, seat: int) -> tuple[str, ...]:
    """The wound cards lying at a seat."""
    return tuple(card for card in view.cards_at(seat) if card_of(card).wounds)


def weight(view: View, seat: int) -> int:
    """How many votes a seat's thumb has: 1, changed by the cards at it, never below 0."""
    return max(0, 1 + sum(card_of(card).votes for card in view.cards_at(seat)))


def holds(view: View, seat: int, effect: Callable[[ActionCard], bool]) -> bool:
    """Whether a card with this effect lies at a seat."""
    return any(effect(card_of(card)) for card in view.cards_at(seat))


def holders(view: View, effect: Callable[[ActionCard], bool]) -> set[int]:
    """The seats at which a card with this effect lies."""
    return {seat for card, seat in view.cards.away.items() if effect(card_of(card))}


def deputy(view: View, seat: int) -> int:
    """The seat that takes this seat's action while it is wounded; 0 where none does."""
    deputes = [card for card in view.cards_at(seat) if card_of(card).deputes]
    return view.seat_of(deputes[0]) if deputes else 0


# ---------------------------------------------------------------- whom a god may act on


def _others(view: View, actor: int) -> tuple[int, ...]:
    return view.seats[: actor - 1] + view.seats[actor:]


def _woundable(view: View, actor: int) -> tuple[Target, ...]:
    shielded = holders(view, lambda card: card.shields)
    return tuple(seat for seat in _others(view, actor) if seat not in shielded)


def _wounded(view: View, actor: int) -> tuple[Target, ...]:
    wounded = holders(view, lambda card: card.wounds)
    return tuple(seat for seat in _others(view, actor) if seat in wounded)


def _banishable(view: View, actor: int) -> tuple[Target, ...]:
    wounded = holders(view, lambda card: card.wounds)
    kept = holders(view, lambda card: card.keeps)
    return tuple(seat for seat in view.asgard if seat != actor and seat in wounded - kept)


def _not_kept_before(view: View, actor: int) -> tuple[Target, ...]:
    """Dvalin: not the player his card was given to in the round before."""
    last, given = view.dvalin_last
    barred = last if given == view.round - 1 else 0
    return tuple(seat for seat in _others(view, actor) if seat != barred)


def _cards_elsewhere(view: View, actor: int) -> tuple[str, ...]:
    """The action cards lying at other players than the actor, away from their own gods."""
    lying = view.cards.lying
    return tuple(card for seat in sorted(lying) if seat != actor for card in lying[seat])


def _wound_cards(view: View, actor: int) -> tuple[Target, ...]:
    return tuple(card for card in _cards_elsewhere(view, actor) if card_of(card).wounds)


def _removable(view: View, actor: int) -> tuple[Target, ...]:
    return tuple(_cards_elsewhere(view, actor))


def _takeable(view: View, actor: int) -> tuple[Target, ...]:
    """Loki: the Oracle, or a card of another player; shielded, he takes no wound."""
    shielded = holds(view, actor, lambda card: card.shields)
    cards = [c for c in _cards_elsewhere(view, actor) if not (shielded and card_of(c).wounds)]
    oracle: tuple[Target, ...] = (ORACLE,) if view.oracle != actor else ()
    return (*oracle, *cards)


def _neighbours(view: View, actor: int) -> tuple[Target, ...]:
    """The two seats beside the Oracle's."""
    count = len(view.places)
    return tuple(sorted({(view.oracle - 2) % count + 1, view.oracle % count + 1}))


# ---------------------------------------------------------------- what happens


def _lay(builder: StepBuilder, god: str, target: Target) -> None:
    seat, view = int(target), builder.view
    kept = (seat, view.round) if card_of(god).keeps else view.dvalin_last
    builder.tell(CardLaid(god, seat), cards=view.cards.moved(god, seat), dvalin_last=kept)


def _send_home(builder: StepBuilder, god: str, target: Target) -> None:
    view, card = builder.view, str(target)
    seat = view.cards[card]
    builder.tell(CardRemoved(god, card, seat), cards=view.cards.moved(card, view.seat_of(card)))


def _take(builder: StepBuilder, god: str, target: Target) -> None:
    view = builder.view
    own = view.seat_of(god)
    if target == ORACLE:
        builder.tell(OracleSent(god, own), oracle=own)
        return
    card = str(target)
    builder.tell(CardTaken(god, card, view.cards[card]), cards=view.cards.moved(card, own))


def _send_oracle(builder: StepBuilder, god: str, target: Target) -> None:
    builder.tell(OracleSent(god, int(target)), oracle=int(target))


def _banish(builder: StepBuilder, god: str, target: Target) -> None:
    banish(builder, int(target), by=god)


def stays(builder: StepBuilder, seat: int) -> bool:
    """Whether a card keeps a seat in Asgard whatever was decided; told where it does."""
    if not holds(builder.view, seat, lambda card: card.keeps):
        return False
    builder.tell(Protected(seat))
    return True


GODS: dict[str, God] = {
    "odin": God(1, _others, _lay, ActionCard(shields=True)),
    "brynhild": God(2, _woundable, _lay, ActionCard(wounds=True)),
    "sif": God(3, _woundable, _lay, ActionCard(wounds=True, votes=1)),
    "thor": God(4, _woundable, _lay, ActionCard(wounds=True, votes=-1)),
    "idun": God(5, _wound_cards, _send_home),
    "niord": God(6, _wounded, _lay, ActionCard(deputes=True)),
    "heimdall": God(7, _others, _lay, ActionCard(votes=1)),
    "balder": God(8, _others, _lay, ActionCard(turns=True)),
    "freya": God(9, _others, _lay, ActionCard(adds=2)),
    "tyr": God(10, _others, _lay, ActionCard(frees=True)),
    "skadi": God(11, _removable, _send_home),
    "loki": God(12, _takeable, _take),
    "dvalin": God(13, _not_kept_before, _lay, ActionCard(keeps=True)),
    "saga": God(14, _neighbours, _send_oracle),
    "hel": God(15, _banishable, _banish),
}

ADDED = (
    *("odin", "thor", "hel", "saga", "heimdall", "loki", "brynhild"),
    # After these the book leaves the order to the table.
    *("sif", "idun", "niord", "balder", "freya", "tyr", "skadi", "dvalin"),
)
"""The order in which gods join: the first game's three, the four recommended, then the rest."""


def gods_of(count: int) -> tuple[str, ...]:
    """The first so many gods, in order of play."""
    return tuple(sorted(ADDED[:count], key=lambda god: GODS[god].order))
