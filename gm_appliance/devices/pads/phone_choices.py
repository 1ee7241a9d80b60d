"""The choices offered on each pad's phone, and the edges that make them. All of it is public."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from gm_appliance.core.cues.props import drawing_of
from gm_appliance.core.cues.screens import BoardScreen, NumberScreen, PilesScreen, RingScreen, Screen
from gm_appliance.core.game import Decision, First, Seat
from gm_appliance.core.offers import Offer, Offers
from gm_appliance.core.ports import PANEL, Edge
from gm_appliance.core.values import Value, replace
from gm_appliance.phones.messages import Choices, Item, Range
from gm_appliance.pickers.gestures import HOLD
from gm_appliance.pickers.pointed import deciders, groups, number, strokes

STEP = 0.002  # seconds between two edges of a choice

SHAPES: Mapping[type, str] = {
    NumberScreen: "number",
    RingScreen: "ring",
    BoardScreen: "board",
    PilesScreen: "piles",
}


class PadChoices(Value):
    """A pad's choices. items: for each of them, its place among the offers."""

    choices: Choices
    items: tuple[int, ...]


def choices_of(offers: Offers, pad_of: Callable[[int], int]) -> dict[int, PadChoices]:
    """The choices of each pad's seat, by pad. In a race to be first each can choose itself.

    pad_of: the pad of a seat, 0 for none.
    """
    decision, grouped, chosen = offers.decision, groups(offers.decision), number(offers)
    items: dict[int, list[int]] = {}
    for at, one in enumerate(offers.items):
        for seat in deciders(decision, one.choice):
            items.setdefault(seat, []).append(at)
    if chosen and isinstance(decision.who, Seat):
        items.setdefault(decision.who.seat, [])
    screen = offers.screen
    line = screen.line if isinstance(screen, NumberScreen) else ""
    ranged = Range(*chosen, line) if chosen and isinstance(decision.who, Seat) else None
    # The thumb by which pads are first: "hold-down" is "down".
    tone = decision.who.gesture.rpartition("-")[2] if isinstance(decision.who, First) else ""
    found = {}
    for seat, places in items.items():
        if not (pad := pad_of(seat)):
            continue
        said = [offers.items[at] for at in places]
        lines = (_item(one, grouped.get(one.choice, ""), screen) for one in said)
        alone = len(places) == 1
        found[pad] = PadChoices(
            Choices(
                *(pad, str(offers.prompt_id), " ".join(offers.question), tuple(lines), ranged),
                shape=SHAPES.get(type(screen), "list"),
                guarded=is_guarded(decision),
                own=offers.own if alone else "",
                tone=tone if alone else "",
                barred=tuple(one for one in offers.barred.items() if one[0] != seat),
            ),
            tuple(places),
        )
    return found


def _item(one: Offer, group: str, screen: Screen) -> Item:
    item = Item(one.said, one.seat, one.square, group)
    if not isinstance(screen, PilesScreen) or not 0 <= one.pile < len(screen.piles):
        return item
    pile, symbol = screen.piles[one.pile], ""
    with suppress(KeyError):  # a pile that is no god's
        symbol = drawing_of(group or str(one.choice.value))
    left = pile.remaining if pile.most else None
    return replace(item, worth=str(pile.number), symbol=symbol, left=left)


def is_guarded(decision: Decision) -> bool:
    """Whether panel and pads need more than a tap for it: a hold, or that the choice was said before."""
    first = isinstance(decision.who, First) and decision.who.gesture.startswith("hold")
    return first or decision.said_first


def edges(
    offers: Offers, pad: int, item: int | None, number: int | None, now: float, since: float
) -> list[Edge]:
    """The presses of a pad that choose an item of the offers, or a number; empty if that cannot be chosen.
    They end by `now`, and none begins before `since`, when presses began to be public."""
    made = strokes(offers, item, number, panel=False)
    if offers.decision.said_first:
        # The last one may only have it said. If it chose, the prompt is over, and so is one more.
        made += made[-1:]
    # The panel's holds count on, up to a number; a pad reports a single one.
    holds = [(one.held if one.source == PANEL else HOLD) if one.held >= HOLD else 0.0 for one in made]
    t = max(since, now - sum(2 * STEP + held for held in holds))
    found = []
    for stroke, held in zip(made, holds, strict=True):
        source = PANEL if stroke.source == PANEL else pad
        found.append(Edge(source, stroke.button, True, t, offers.prompt_id))
        if held:
            found.append(Edge(source, stroke.button, True, t + held, offers.prompt_id))
        found.append(Edge(source, stroke.button, False, t + held + STEP, offers.prompt_id))
        t += 2 * STEP + held
    return found
