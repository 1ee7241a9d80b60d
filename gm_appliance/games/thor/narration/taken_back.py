"""The changes people make by hand after an undo in Thor."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Say
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.games.thor.model import Amending, ThorView
from gm_appliance.games.thor.narration.names import card_name, god_name


def taken_back(_: Language, people: Party, before: ThorView, view: ThorView) -> Iterator[Say]:
    """The differences of `view` from `before`; none unless the box follows the round."""
    if view.setup.mode != "live" or not view.first or isinstance(view.phase, Amending):
        return  # a correction fixed the box's record, not the table
    if before.round != view.round:
        yield Say(_("Set the table as it was when round {round} ended.", round=view.round))
        return
    for seat, had, has in zip(view.seats, before.board.cards, view.board.cards, strict=True):
        if has > had:
            yield Say(_("{player} takes the offer back.", player=people.name(_, seat)))
    yield from _gods(_, before, view)
    yield from _action_cards(_, before, view)


def _gods(_: Language, before: ThorView, view: ThorView) -> Iterator[Say]:
    for at, name in enumerate(view.gods):
        god, lay, lies = god_name(_, name), before.board.offers[at], view.board.offers[at]
        if len(lay) == len(lies) and lay != lies:
            yield Say(_("{god}: {n} is on top again.", god=god, n=lies[-1]))
        hands = [hand[at] for hand in view.board.hands]
        if hands == [hand[at] for hand in before.board.hands]:
            continue
        if sum(hands) == sum(hand[at] for hand in before.board.hands):
            yield Say(_("The card of {god} goes back to its owner.", god=god))
        elif (back := view.board.stacks[at] - before.board.stacks[at]) == 1:
            yield Say(_("{god} goes back on the stack.", god=god))
        elif back > 0:
            yield Say(
                _.ngettext(
                    "{n} card of {god} goes back on the stack.",
                    "{n} cards of {god} go back on the stack.",
                    back,
                    god=god,
                )
            )
        else:
            yield Say(_("If you returned a card of {god}, take it back.", god=god))


def _action_cards(_: Language, before: ThorView, view: ThorView) -> Iterator[Say]:
    had, has = before.board.will, view.board.will
    if had is None or has is None:
        return
    for at, (lay, lies) in enumerate(zip(had.above, has.above, strict=True)):
        if lay and not lies:
            yield Say(_("{card} goes back into the hand.", card=card_name(_, lay)))
        elif lies and not lay:
            god = god_name(_, view.gods[at])
            yield Say(_("{card} lies above {god} again.", card=card_name(_, lies), god=god))
            yield Say(_("{card} goes back into the hand.", card=card_name(_, had.gone[-1])))
    if has.pile > had.pile:
        yield Say(_("The drawn card goes back on the pile."))
