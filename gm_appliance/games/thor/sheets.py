"""Final positions: their facts, the possible values of each, and the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import mul
from typing import Any

from gm_appliance.core.game import Domain, Number, OneOf
from gm_appliance.core.values import Value, replace
from gm_appliance.games.thor import model
from gm_appliance.games.thor.model import COPIES, GIFT_POINTS, PLACE, VALUES, Fact, Setup, Sheet, ThorView

NONE = "none"

HIGH_FIRST = VALUES[::-1]

USUAL = 2  # the usual last offer: from here every value is near

_ALL_CARDS = sum(model.CARDS.values())


def facts(setup: Setup) -> tuple[Fact, ...]:
    """The facts of a final position in the order of entry: god by god, then Three Gifts in each hand."""
    return _facts(setup.gods, setup.seats, setup.will)


@lru_cache(maxsize=32)
def _facts(gods: tuple[str, ...], seats: tuple[int, ...], will: bool) -> tuple[Fact, ...]:
    found: list[Fact] = []
    for god in gods:
        found.append(Fact("offer", god))
        if will:
            found.append(Fact("card", god))
        found.extend(Fact("count", god, seat) for seat in seats)
    if will:
        found.extend(Fact("gifts", seat=seat) for seat in seats)
    return tuple(found)


def _place(setup: Setup, fact: Fact) -> int:
    return _places(setup.gods, setup.seats, setup.will)[fact]


@lru_cache(maxsize=32)
def _places(gods: tuple[str, ...], seats: tuple[int, ...], will: bool) -> Mapping[Fact, int]:
    return {fact: at for at, fact in enumerate(_facts(gods, seats, will))}


def blank(setup: Setup, gone: tuple[str, ...] = ()) -> Sheet:
    """A final position with nothing entered. gone: the action cards known to be out of play."""
    return Sheet((None,) * len(facts(setup)), gone, (_ALL_CARDS,) * setup.players, _ALL_CARDS)


def laid(setup: Setup, board: model.Board) -> Sheet:
    values: list[int | str | None] = []
    for at, offers in enumerate(board.offers):
        values.append(offers[-1] if offers else NONE)
        if board.will:
            values.append(board.will.above[at] or NONE)
        values.extend(hand[at] for hand in board.hands)
    if board.will is None:
        return Sheet(tuple(values), (), (0,) * setup.players, 0)
    values.extend((None,) * setup.players)
    return Sheet(tuple(values), board.will.gone, board.will.held, board.will.pile)


def follows(setup: Setup, sheet: Sheet, fact: Fact) -> tuple[Fact, ...]:
    """The unentered facts like this one that now have only one possible value."""
    at = _alike(setup, fact)
    alike = zip(facts(setup)[at], sheet.values[at], strict=True)
    return tuple(one for one, value in alike if value is None and _follows(setup, sheet, one) is not None)


def _follows(setup: Setup, sheet: Sheet, fact: Fact) -> int | None:
    """The only possible number of a fact; None if there are several, and for offers and action cards. Seats
    without an entered Three Gifts count as having none once no seat can have another one."""
    if fact.kind == "gifts":
        return None if any(one != NONE for one in holders(setup, sheet)) else 0
    if fact.kind != "count":
        return None
    domain = possible(setup, sheet, fact)
    return domain.lo if isinstance(domain, Number) and domain.lo == domain.hi else None


def value_of(setup: Setup, sheet: Sheet, fact: Fact) -> int | str | None:
    """The value that was entered or follows from others; None if unknown."""
    entered = sheet.values[_place(setup, fact)]
    return _follows(setup, sheet, fact) if entered is None else entered


@lru_cache(maxsize=32)
def unknown(setup: Setup, sheet: Sheet) -> Fact | None:
    """The first fact neither entered nor derived from others; None if all that count are known. The cards of
    a worthless god do not count."""
    if None not in sheet.values:
        return None
    for fact, value in zip(facts(setup), sheet.values, strict=True):
        if value is None and _follows(setup, sheet, fact) is None and not worthless(setup, sheet, fact):
            return fact
    return None


def worthless(setup: Setup, sheet: Sheet, fact: Fact) -> bool:
    """Whether this is the number of somebody's cards of a god known to be worthless."""
    if fact.kind != "count":
        return False
    first = _width(setup) * setup.gods.index(fact.god)
    offer, card = sheet.values[first], sheet.values[first + 1] if setup.will else NONE
    return offer is not None and card is not None and not worth(offer, str(card), floor=setup.floor)


def known(view: ThorView, fact: Fact) -> int | str | None:
    """The value of a fact after the last turn the box followed in this round; None if it followed none."""
    board, will = view.board, view.board.will
    if not view.followed or fact.kind == "gifts":
        return None
    at = PLACE[fact.god]
    if fact.kind == "offer":
        return board.offers[at][-1] if board.offers[at] else NONE
    if fact.kind == "card":
        return will.above[at] or NONE if will else None
    return board.hands[fact.seat - 1][at]


def usual(options: Sequence[int | str]) -> int:
    """Where the cursor starts among offers or action cards: in the middle of the values, or at none."""
    return options.index(USUAL) if USUAL in options else 0


def holders(setup: Setup, sheet: Sheet) -> tuple[int | str, ...]:
    """The seats that can have one more of Three Gifts; "none" if the remaining ones may all be on the pile.
    Empty if all were found."""
    told = {seat: sheet.values[_place(setup, Fact("gifts", seat=seat))] or 0 for seat in setup.seats}
    left = model.CARDS[model.GIFTS] - sheet.gone.count(model.GIFTS) - sum(map(int, told.values()))
    if not left:
        return ()
    more = tuple(seat for seat in setup.seats if sheet.held[seat - 1] > int(told[seat]))
    return (*((NONE,) if left <= sheet.pile else ()), *more)


def entered(setup: Setup, sheet: Sheet) -> tuple[Fact, ...]:
    return tuple(fact for fact, value in zip(facts(setup), sheet.values, strict=True) if value is not None)


def written(setup: Setup, sheet: Sheet, fact: Fact, value: int | str) -> Sheet:
    at = _place(setup, fact)
    return replace(sheet, values=(*sheet.values[:at], value, *sheet.values[at + 1 :]))


def asked(view: ThorView) -> Fact | None:
    phase = view.phase
    if isinstance(phase, model.Correcting):
        return phase.fact
    return unknown(view.setup, view.sheets[phase.round - 1]) if isinstance(phase, model.Entering) else None


def possible(setup: Setup, sheet: Sheet, fact: Fact) -> Domain:
    others = list(sheet.values[_alike(setup, fact)])
    others[fact.seat - 1 if fact.seat else setup.gods.index(fact.god)] = None
    if fact.kind == "offer":
        return _offers(others.count(NONE) == len(others) - 1)
    if fact.kind == "card":
        lying = (*sheet.gone, *others)
        return _cards(
            tuple(
                card for card in model.CARDS if card != model.GIFTS and lying.count(card) < model.CARDS[card]
            )
        )
    told = sum(int(one) for one in others if one is not None)
    if fact.kind == "gifts":
        hidden = (held for held, one in zip(sheet.held, others, strict=True) if one is None)
        return _gifts(sheet, fact.seat, told, sum(hidden))
    left = COPIES - told
    # The last player most likely has the rest; every other one has one card or none.
    return Number(0, left, left if fact.seat == setup.players else min(1, left))


def _width(setup: Setup) -> int:
    return 1 + setup.will + setup.players


def _alike(setup: Setup, fact: Fact) -> slice:
    """The facts that limit each other: offers or action cards of all gods, or the numbers of all seats."""
    width = _width(setup)
    gods = width * len(setup.gods)
    if fact.kind == "gifts":
        return slice(gods, None)
    if fact.kind == "count":
        first = width * setup.gods.index(fact.god) + 1 + setup.will
        return slice(first, first + setup.players)
    return slice(0 if fact.kind == "offer" else 1, gods, width)


@lru_cache(maxsize=2)
def _offers(some: bool) -> OneOf:
    """Offers, highest first: pressing UP moves up the list, and should mean one more, as with any number.
    some: no other god has an offer, so this one must: no round ends without any."""
    return OneOf(HIGH_FIRST if some else (*HIGH_FIRST, NONE))


@lru_cache(maxsize=1024)
def _cards(cards: tuple[str, ...]) -> OneOf:
    return OneOf((NONE, *cards))


def _gifts(sheet: Sheet, seat: int, told: int, held: int) -> Number:
    """The possible numbers of Three Gifts in a seat's hand: at most its hand and those left; at least those
    that fit neither in the pile nor in the other hands.

    told: Three Gifts entered for other seats. held: action cards of this seat and of those not entered yet.
    """
    left = model.CARDS[model.GIFTS] - sheet.gone.count(model.GIFTS) - told
    own = sheet.held[seat - 1]
    least = max(0, left - sheet.pile - (held - own))
    return Number(least, min(own, left), least)


def any_gifts(view: ThorView) -> bool:
    sheet = view.sheets[-1] if view.sheets else None
    return sheet is not None and any(
        value for fact, value in zip(facts(view.setup), sheet.values, strict=True) if fact.kind == "gifts"
    )


def worth(offer: int | str, card: str = "", *, floor: bool = False) -> int:
    """The value of each card of a god: its last offer, changed by the action card above it.

    offer: 0 to 5, or ``"none"``, which counts as 0. floor: the value does not fall below zero.

    >>> worth(4), worth(4, "fruits"), worth("none", "favor"), worth(1, "intrigues")
    (4, 8, 5, -2)
    """
    value = 0 if offer == NONE else int(offer)
    match card:
        case "advice":
            value += 3
        case "tricks":
            value += 2
        case "ploy":
            value -= 2
        case "intrigues":
            value -= 3
        case "favor":
            value = 5
        case "wrath":
            value = 0
        case "fruits":
            value *= 2
    return max(0, value) if floor else value


def worths(setup: Setup, board: model.Board) -> tuple[int, ...]:
    if board.will is None:
        return tuple([offers[-1] if offers else 0 for offers in board.offers])
    lying = zip(board.offers, board.will.above, strict=True)
    return tuple([worth(offers[-1] if offers else 0, card, floor=setup.floor) for offers, card in lying])


class Score(Value):
    """The score of a final position. values: of each god. counts: of each seat, its cards of each god; 0 for
    an unknown number of worthless cards. gifts: Three Gifts of each seat."""

    values: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    gifts: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(
            _points(self.values, hand) + GIFT_POINTS * gifts
            for hand, gifts in zip(self.counts, self.gifts, strict=True)
        )


def _points(values: Sequence[int], hand: Sequence[int]) -> int:
    return sum(map(mul, values, hand))


def so_far(setup: Setup, board: model.Board) -> tuple[int, ...]:
    """The points each seat would have if the round ended now, not counting Three Gifts."""
    values = worths(setup, board)
    return tuple(_points(values, hand) for hand in board.hands)


def _counting(setup: Setup, sheet: Sheet, fact: Fact) -> int | str | None:
    value = value_of(setup, sheet, fact)
    return 0 if value is None and worthless(setup, sheet, fact) else value


def is_complete(setup: Setup, sheet: Sheet) -> bool:
    """Whether every fact that counts is known, which may not be so during a correction."""
    return None not in sheet.values or all(_counting(setup, sheet, fact) is not None for fact in facts(setup))


def score(setup: Setup, sheet: Sheet) -> Score:
    """The score of a final position. Raises ValueError if a fact that counts is unknown."""
    known: Any = sheet.values
    if None in known:
        known = tuple(_counting(setup, sheet, fact) for fact in facts(setup))
    if None in known:
        raise ValueError("the final position is not complete")
    width, seats = _width(setup), setup.players
    gods = width * len(setup.gods)
    each = [known[at : at + width] for at in range(0, gods, width)]
    worth_of = tuple([worth(*one[:-seats], floor=setup.floor) for one in each])
    counts = tuple(zip(*[one[-seats:] for one in each], strict=True))
    return Score(worth_of, counts, known[gods:] or (0,) * seats)
