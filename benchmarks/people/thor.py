"""Thor, played by people who count: they raise the gods they hold, and take the most valuable cards."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from benchmarks.people import Custom, People, options
from gm_appliance.core.game import JSON, Choice, Decision
from gm_appliance.core.play import Play
from gm_appliance.games.thor import THOR
from gm_appliance.games.thor.model import CARDS, GIFTS, PLACE, VALUES, Fact, Setup, Sheet, ThorView
from gm_appliance.games.thor.rules import hand_size
from gm_appliance.games.thor.sheets import asked, facts, value_of, worth, worths

LIKELY = 2.5
"""The expected final value of a god about which nothing is known."""

CARD, REMOVE, DRAW = 0.3, 0.1, 0.15
"""The probabilities of placing an action card, removing one, and drawing one, when possible."""


class Hands:
    """The hidden hands of one round, dealt at its first decision. offers: gods and values by seat. cards:
    action cards by seat."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        pack = [(god, value) for god in setup.gods for value in VALUES]
        rng.shuffle(pack)
        size = hand_size(setup.players, len(setup.gods))
        self.offers = {seat: [pack.pop() for _ in range(size)] for seat in setup.seats}
        self.pile = [card for card, copies in CARDS.items() for _ in range(copies)]
        rng.shuffle(self.pile)
        self.cards: dict[int, list[str]] = {seat: [] for seat in setup.seats}


def live(rng: Random) -> People:
    """People in a round followed turn by turn."""
    dealt: dict[int, Hands] = {}

    def choose(decision: Decision, view: ThorView) -> Choice | None:
        name, seat = decision.name, view.turn
        if name in ANYWHERE:
            return Choice(name, ANYWHERE[name])
        hands = dealt.setdefault(view.round, Hands(view.setup, rng))
        if name == "turn.offer":
            return Choice(name, offered(decision, view, hands, rng))
        if name == "gifts.who":
            return Choice(
                name, holder(decision, {at: cards.count(GIFTS) for at, cards in hands.cards.items()}, view)
            )
        if name == "turn.last":
            return Choice(name, "end" if ahead(view, worths(view.setup, view.board), seat) > 0 else "on")
        if name == "turn.take":
            return Choice(name, taken(decision, view, hands, rng))
        return Choice(name, of_cards(decision, view, hands, rng))

    return choose


ANYWHERE: Mapping[str, JSON] = {
    "first.who": 1,
    "round.next": "next",
    "match.over": "done",
    "final.begin": "enter",
}


def holder(decision: Decision, gifts: Mapping[int, int], view: ThorView) -> JSON:
    """A seat whose Three Gifts have not all been entered, or "none"."""
    told = dict(zip(facts(view.setup), view.sheets[-1].values, strict=True))
    for seat in view.seats:
        if gifts[seat] > int(told[Fact("gifts", seat=seat)] or 0):
            return seat
    return "none"


def ahead(view: ThorView, values: tuple[int, ...], seat: int) -> float:
    """The seat's lead over the others' mean with these values of the gods."""
    points = [sum(a * b for a, b in zip(values, hand, strict=True)) for hand in view.board.hands]
    own = points.pop(seat - 1)
    return own - sum(points) / len(points)


def offered(decision: Decision, view: ThorView, hands: Hands, rng: Random) -> str:
    """The offer in hand that helps the seat most, or an action card."""
    seat, board, can = view.turn, view.board, options(decision)
    if (
        "card" in can
        and any(card != GIFTS for card in hands.cards[seat])
        and (not hands.offers[seat] or rng.random() < CARD)
    ):
        return "card"
    if "remove" in can and hands.cards[seat] and (not hands.offers[seat] or rng.random() < REMOVE):
        return "remove"
    if not hands.offers[seat]:
        return "stuck" if "stuck" in can else str(can[0])

    def good(offer: tuple[str, int]) -> float:
        god, value = offer
        at, values = PLACE[god], list(worths(view.setup, board))
        values[at] = worth(value, board.will.above[at] if board.will else "")
        gain = ahead(view, tuple(values), seat)
        if len(board.offers[at]) == len(VALUES) - 1:  # it ends the round
            gain += 10 if gain > 0 else -10
        return gain + rng.gauss(0.0, 1.0)

    best = max(hands.offers[seat], key=good)
    hands.offers[seat].remove(best)
    god, value = best
    return f"{god}-{value}"


def taken(decision: Decision, view: ThorView, hands: Hands, rng: Random) -> str:
    """The most promising god: valuable now, or with a high offer for it in hand."""
    seat, can = view.turn, options(decision)
    if "draw" in can and (len(can) == 1 or rng.random() < DRAW):
        hands.cards[seat].append(hands.pile.pop())
        return "draw"
    gods = [str(one) for one in can if one in PLACE]
    if not gods:
        return str(can[0])
    values = worths(view.setup, view.board)

    def promises(god: str) -> float:
        own = max((value for one, value in hands.offers[seat] if one == god), default=LIKELY)
        return 0.6 * values[PLACE[god]] + 0.4 * own + rng.gauss(0.0, 0.5)

    best = max(gods, key=promises)
    return "none" if "none" in can and values[PLACE[best]] < 0 else best


def of_cards(decision: Decision, view: ThorView, hands: Hands, rng: Random) -> JSON:
    """Choices about action cards."""
    seat, can = view.turn, options(decision)
    if decision.name in ("card.which", "remove.with"):
        own = [card for card in hands.cards[seat] if card in can]
        card = rng.choice(own)
        hands.cards[seat].remove(card)
        return card
    if decision.name == "times.take":
        return can[0]
    return rng.choice(can)


def final(rng: Random) -> People:
    """People who play without the box, and enter the final positions."""
    told: dict[int, Sheet] = {}

    def choose(decision: Decision, view: ThorView) -> Choice | None:
        if decision.name in ANYWHERE:
            return Choice(decision.name, ANYWHERE[decision.name])
        if view.round not in told:
            told[view.round] = played(view, rng)
        sheet, fact = told[view.round], asked(view)
        assert fact is not None
        if decision.name == "gifts.who":
            gifts = {seat: value_of(view.setup, sheet, Fact("gifts", seat=seat)) for seat in view.seats}
            return Choice(decision.name, holder(decision, {at: int(n or 0) for at, n in gifts.items()}, view))
        return Choice(decision.name, value_of(view.setup, sheet, fact))

    return choose


def played(view: ThorView, rng: Random) -> Sheet:
    """The final position of a round that people played by themselves."""
    setup = view.setup
    alone = {
        "players": setup.players,
        "mode": "live",
        "game": "big" if len(setup.gods) > 5 else "basic",
        "match": "single",
        "first": "choose",
        **({"will_of_thor": "yes"} if setup.will else {}),
    }
    play, people = Play(THOR, THOR.complete(alone)), live(rng)
    while (decision := play.decision) and decision.name != "match.over":
        choice = people(decision, play.view)
        assert choice is not None
        play.take(choice)
    sheet: Sheet = play.view.sheets[-1]
    return sheet


ROUND_OVER = frozenset(("RoundOver",))


def _live(name: str, **options: JSON) -> Custom:
    return Custom(
        f"Thor, live, {name}",
        "thor",
        {"mode": "live", **options},
        live,
        "turn",
        frozenset(("turn.offer",)),
        ROUND_OVER,
    )


def _final(name: str, **options: JSON) -> Custom:
    return Custom(
        f"Thor, final, {name}",
        "thor",
        {"mode": "final", **options},
        final,
        "round",
        frozenset(("final.begin",)),
        ROUND_OVER,
    )


TABLES = (
    _final("4 players", players=4),
    _final("4, with the Will", players=4, will_of_thor="yes"),
    _live("4 players", players=4),
    _live("6, with the Will", players=6, will_of_thor="yes"),
    Custom(
        "Thor, live: the offer alone",
        "thor",
        {"mode": "live", "players": 4},
        live,
        "offer",
        frozenset(("turn.offer",)),
        frozenset(("OfferPlaced",)),
    ),
)
