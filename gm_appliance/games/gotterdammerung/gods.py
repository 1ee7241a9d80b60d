"""The gods, each declared once. Numbers and effects are from the rulebook, "Overview of the Gods and Their
Actions"; docs/gotterdammerung.md says how effects combine."""

from __future__ import annotations

from collections.abc import Callable

from gm_appliance.core.values import Value
from gm_appliance.games.gotterdammerung.events import CardLaid, CardRemoved, CardTaken, OracleSent
from gm_appliance.games.gotterdammerung.model import GotterdammerungStepBuilder, GotterdammerungView, Target
from gm_appliance.hidden_roles.hooks import ACCUSE, BANISH

WOUND = "wound"  # a deed that a card may prevent, as `ACCUSE` and `BANISH`
ORACLE = "oracle"  # Loki's target if he takes the Oracle instead of an action card


class ActionCard(Value):
    """The effect of an action card on its holder, the player it lies at.

    wounds:   the holder takes no action this round, unless Niörd's player takes it instead.
    prevents: a deed that cannot be done to the holder: `WOUND`, `ACCUSE` or `BANISH`.
    votes:    added to the holder's weight in every ballot of the round; may be negative.
    turns:    the holder's votes follow the thumb of the card's own god.
    adds:     votes the card's own god adds, as its own thumb points, when the holder is the accused.
    deputes:  the player of the card's own god takes the holder's action while the holder is wounded.
    """

    wounds: bool = False
    prevents: str = ""
    votes: int = 0
    turns: bool = False
    adds: int = 0
    deputes: bool = False


class God(Value):
    """One god.

    order:   the place in the order of play, from 1.
    targets: the god's possible targets, given the view and the god's own seat.
    act:     carries out the action on a target; takes the god's name too.
    card:    the god's action card; None if there is none.
    """

    order: int
    targets: Callable[[GotterdammerungView, int], tuple[Target, ...]]
    act: Callable[[GotterdammerungStepBuilder, str, Target], None]
    card: ActionCard | None = None


NO_CARD = ActionCard()


def card_of(god: str) -> ActionCard:
    """A god's action card; one without effect if the god has none."""
    return GODS[god].card or NO_CARD


def lying(view: GotterdammerungView) -> list[tuple[int, str]]:
    """The cards away from home, each with its seat, by seat."""
    return [(seat, card) for seat in view.seats for card in view.cards_at(seat)]


def wounds(view: GotterdammerungView, seat: int) -> tuple[str, ...]:
    return tuple(card for card in view.cards_at(seat) if card_of(card).wounds)


def weight(view: GotterdammerungView, seat: int) -> int:
    """The number of votes a seat's thumb counts for: 1, changed by the cards at the seat, at least 0."""
    return max(0, 1 + sum(card_of(card).votes for card in view.cards_at(seat)))


def prevented(view: GotterdammerungView, deed: str) -> set[int]:
    """The seats at which a card prevents this deed."""
    return {seat for card, seat in view.cards.away.items() if card_of(card).prevents == deed}


def deputy(view: GotterdammerungView, seat: int) -> int:
    """The seat that acts for this seat while it is wounded; 0 for none."""
    deputes = [card for card in view.cards_at(seat) if card_of(card).deputes]
    return view.seat_of(deputes[0]) if deputes else 0


def _others(view: GotterdammerungView, actor: int) -> tuple[int, ...]:
    seats = view.places.seats
    return seats[: actor - 1] + seats[actor:]


def _woundable(view: GotterdammerungView, actor: int) -> tuple[Target, ...]:
    shielded = prevented(view, WOUND)
    return tuple(seat for seat in _others(view, actor) if seat not in shielded)


def _wounded(view: GotterdammerungView, actor: int) -> tuple[Target, ...]:
    wounded = {seat for card, seat in view.cards.away.items() if card_of(card).wounds}
    return tuple(seat for seat in _others(view, actor) if seat in wounded)


def _banishable(view: GotterdammerungView, actor: int) -> tuple[Target, ...]:
    able = {*view.asgard} - prevented(view, BANISH)
    return tuple(seat for seat in _wounded(view, actor) if seat in able)


def _not_kept_before(view: GotterdammerungView, actor: int) -> tuple[Target, ...]:
    """Dvalin: everybody except the player who got his card in the previous round."""
    last, given = view.dvalin_last
    barred = last if given == view.round - 1 else 0
    return tuple(seat for seat in _others(view, actor) if seat != barred)


def _cards_elsewhere(view: GotterdammerungView, actor: int) -> tuple[str, ...]:
    lying = view.cards.lying
    return tuple(card for seat in sorted(lying) if seat != actor for card in lying[seat])


def _wound_cards(view: GotterdammerungView, actor: int) -> tuple[Target, ...]:
    return tuple(card for card in _cards_elsewhere(view, actor) if card_of(card).wounds)


def _takeable(view: GotterdammerungView, actor: int) -> tuple[Target, ...]:
    """Loki: the Oracle, or a card at another player, but no wound while he is shielded."""
    shielded = actor in prevented(view, WOUND)
    cards = [c for c in _cards_elsewhere(view, actor) if not (shielded and card_of(c).wounds)]
    oracle: tuple[Target, ...] = (ORACLE,) if view.oracle != actor else ()
    return (*oracle, *cards)


def _neighbours(view: GotterdammerungView, actor: int) -> tuple[Target, ...]:
    count = len(view.places)
    return tuple(sorted({(view.oracle - 2) % count + 1, view.oracle % count + 1}))


def _lay(builder: GotterdammerungStepBuilder, god: str, target: Target) -> None:
    seat, view = int(target), builder.view
    kept = (seat, view.round) if card_of(god).prevents == BANISH else view.dvalin_last
    builder.tell(CardLaid(god, seat), cards=view.cards.moved(god, seat), dvalin_last=kept)


def _send_home(builder: GotterdammerungStepBuilder, god: str, target: Target) -> None:
    view, card = builder.view, str(target)
    seat = view.cards[card]
    builder.tell(CardRemoved(god, card, seat), cards=view.cards.moved(card, view.seat_of(card)))


def _take(builder: GotterdammerungStepBuilder, god: str, target: Target) -> None:
    view = builder.view
    own = view.seat_of(god)
    if target == ORACLE:
        builder.tell(OracleSent(god, own), oracle=own)
        return
    card = str(target)
    builder.tell(CardTaken(god, card, view.cards[card]), cards=view.cards.moved(card, own))


def _send_oracle(builder: GotterdammerungStepBuilder, god: str, target: Target) -> None:
    builder.tell(OracleSent(god, int(target)), oracle=int(target))


def _banish(builder: GotterdammerungStepBuilder, god: str, target: Target) -> None:
    builder.rules.banish(builder, int(target), by=god)


GODS: dict[str, God] = {
    "odin": God(1, _others, _lay, ActionCard(prevents=WOUND)),
    "brynhild": God(2, _woundable, _lay, ActionCard(wounds=True)),
    "sif": God(3, _woundable, _lay, ActionCard(wounds=True, votes=1)),
    "thor": God(4, _woundable, _lay, ActionCard(wounds=True, votes=-1)),
    "idun": God(5, _wound_cards, _send_home),
    "niord": God(6, _wounded, _lay, ActionCard(deputes=True)),
    "heimdall": God(7, _others, _lay, ActionCard(votes=1)),
    "balder": God(8, _others, _lay, ActionCard(turns=True)),
    "freya": God(9, _others, _lay, ActionCard(adds=2)),
    "tyr": God(10, _others, _lay, ActionCard(prevents=ACCUSE)),
    "skadi": God(11, _cards_elsewhere, _send_home),
    "loki": God(12, _takeable, _take),
    "dvalin": God(13, _not_kept_before, _lay, ActionCard(prevents=BANISH)),
    "saga": God(14, _neighbours, _send_oracle),
    "hel": God(15, _banishable, _banish),
}

ADDED = (
    *("odin", "thor", "hel", "saga", "heimdall", "loki", "brynhild"),
    # The rulebook leaves the order of the others to the table.
    *("sif", "idun", "niord", "balder", "freya", "tyr", "skadi", "dvalin"),
)
"""The order in which gods join: the first game's three, the four recommended, then the rest."""


def gods_of(count: int) -> tuple[str, ...]:
    """The gods of a game with `count` of them, in order of play."""
    return tuple(sorted(ADDED[:count], key=lambda god: GODS[god].order))
