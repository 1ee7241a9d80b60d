"""Thor's table as props: stacks with their offers and action cards, hands, points."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Props
from gm_appliance.core.cues.props import Card, Plate, Prop, Tally, Token, drawing_of
from gm_appliance.core.cues.screens import Cell
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.games.thor.model import COPIES, Board, Fact, Sheet, ThorView, Waiting
from gm_appliance.games.thor.narration.names import ACTION_CARDS, god_colour, god_name
from gm_appliance.games.thor.sheets import NONE, value_of

STACK, LEFT, FIRST_OFFER, ABOVE = 1, 2, 3, 9
"""The columns of a god's row: its stack, the number of cards left, six offers, an action card."""


def props(_: Language, people: Party, view: ThorView) -> Props:
    items: list[Prop] = [
        Plate(seat, people.name(_, seat), numbered=not people.named(seat)) for seat in view.seats
    ]
    if view.points:
        label = _.pgettext("card", "Points")
        items += [Tally(seat, points, label) for seat, points in view.totals.items()]
    if view.setup.mode == "live" or (view.followed and isinstance(view.phase, Waiting)):
        items += _followed(_, view, view.board)
    elif view.first and len(view.sheets) == view.round:
        items += _entered(_, view, view.sheets[-1])
    if view.first:
        items.append(Token(view.first, _.pgettext("card", "Begins"), "grey", "dealer", name="first"))
    return Props(tuple(items))


def _followed(_: Language, view: ThorView, board: Board) -> Iterator[Prop]:
    """The table in a live round; if the box stopped following, as last known."""
    for at, god in enumerate(view.gods):
        if board.will:
            yield from _above(_, at, board.will.above[at])
        yield from _stack(_, view, at, board.stacks[at])
        for number, value in enumerate(board.offers[at]):
            yield _offer(view, at, number, value)
        for seat, hand in zip(view.seats, board.hands, strict=True):
            yield from _held(_, god, seat, hand[at])
    for seat, left in zip(view.seats, board.cards, strict=True):
        if left:
            yield Card(seat, _.npgettext("card", "{n} offer", "{n} offers", left), face_down=True)
    if board.will:
        for seat, held in zip(view.seats, board.will.held, strict=True):
            if held:
                label = _.npgettext("card", "{n} action", "{n} actions", held)
                yield Card(seat, label, face_down=True)
        below = len(view.gods) + 1
        yield Card(Cell(below, STACK), _.pgettext("card", "Draw pile"), face_down=True)
        yield Tally(Cell(below, LEFT), board.will.pile)


def _entered(_: Language, view: ThorView, sheet: Sheet) -> Iterator[Prop]:
    for at, god in enumerate(view.gods):
        counts = [value_of(view.setup, sheet, Fact("count", god, seat)) for seat in view.seats]
        offer = value_of(view.setup, sheet, Fact("offer", god))
        if view.setup.will:
            card = value_of(view.setup, sheet, Fact("card", god))
            yield from _above(_, at, "" if card in (None, NONE) else str(card))
        yield from _stack(_, view, at, COPIES - sum(int(one) for one in counts if one is not None))
        if offer not in (None, NONE):
            yield _offer(view, at, 0, int(str(offer)))
        for seat, number in zip(view.seats, counts, strict=True):
            yield from _held(_, god, seat, int(number or 0))


def _above(_: Language, at: int, card: str) -> Iterator[Prop]:
    words = ACTION_CARDS.get(card)
    if words and words.short:
        yield Card(Cell(at + 1, ABOVE), _(words.short), "grey", name=card, idle=len(words.sign) < 2)


def _stack(_: Language, view: ThorView, at: int, left: int) -> Iterator[Prop]:
    god = view.gods[at]
    yield Card(Cell(at + 1, STACK), god_name(_, god), god_colour(god), drawing_of(god), name=god)
    yield Tally(Cell(at + 1, LEFT), left, _.pgettext("card", "Cards left"))


def _offer(view: ThorView, at: int, number: int, value: int) -> Prop:
    god = view.gods[at]
    return Card(Cell(at + 1, FIRST_OFFER + number), str(value), god_colour(god), name=f"{god}-{value}")


def _held(_: Language, god: str, seat: int, number: int) -> Iterator[Prop]:
    if number:
        label = _.pgettext("card", "{n} {god}", n=number, god=god_name(_, god))
        yield Card(seat, label, god_colour(god), drawing_of(god), name=god)
