"""What each pad can choose on its phone, and the edges that then choose it. All of it is public."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from gm_appliance.core.cues.screens import (
    BoardScreen,
    NumberScreen,
    PilesScreen,
    RingScreen,
    Screen,
)
from gm_appliance.core.cues.words import parts
from gm_appliance.core.game import Decision, First, Seat
from gm_appliance.core.offers import Offers
from gm_appliance.core.ports import PANEL, Edge
from gm_appliance.core.values import Value
from gm_appliance.phones.messages import Choices, Item, Range, Shown
from gm_appliance.pickers.gestures import HOLD
from gm_appliance.pickers.pointed import deciders, groups, number, strokes
from gm_appliance.pickers.presses import Stroke

STEP = 0.002
"""Seconds between two edges of a choice."""

SHAPES: Mapping[type, str] = {
    NumberScreen: "number",
    RingScreen: "ring",
    BoardScreen: "board",
    PilesScreen: "piles",
}


class PadChoices(Value):
    """What a pad can choose. items: the offer of each of its items, by its place among the offers."""

    choices: Choices
    items: tuple[int, ...]


def choices_of(offers: Offers, pad_of: Callable[[int], int]) -> dict[int, PadChoices]:
    """What each pad's seat can choose, by pad. In a race to be first each can choose itself.

    pad_of: the pad of a seat, 0 for none.
    """
    decision, grouped, chosen = offers.decision, groups(offers.decision), number(offers)
    items: dict[int, list[int]] = {}
    for at, one in enumerate(offers.items):
        for seat in deciders(decision, one.choice):
            items.setdefault(seat, []).append(at)
    if chosen and isinstance(decision.who, Seat):
        items.setdefault(decision.who.seat, [])
    guarded = is_guarded(decision)
    found = {}
    for seat, places in items.items():
        if not (pad := pad_of(seat)):
            continue
        said = [offers.items[at] for at in places]
        lines = (Item(one.said, one.seat, one.square, grouped.get(one.choice, "")) for one in said)
        ranged = Range(*chosen) if chosen and isinstance(decision.who, Seat) else None
        screen = offers.screen
        columns, rows = (screen.columns, screen.rows) if isinstance(screen, BoardScreen) else ((), ())
        found[pad] = PadChoices(
            Choices(
                *(pad, str(offers.prompt_id), " ".join(offers.question), tuple(lines), ranged),
                shape=SHAPES.get(type(screen), "list"),
                columns="".join(columns),
                rows="".join(rows),
                guarded=guarded,
            ),
            tuple(places),
        )
    return found


def is_guarded(decision: Decision) -> bool:
    """Whether panel and pads need more than a tap for it: a hold, or that the choice was said before."""
    first = isinstance(decision.who, First) and decision.who.gesture.startswith("hold")
    return first or decision.said_first


def edges(
    offers: Offers, pad: int, item: int | None, number: int | None, now: float, since: float
) -> list[Edge]:
    """The presses of a pad that choose an item of the offers, or a number; empty if that cannot be chosen.

    They end by `now`, and none begins before `since`, when presses began to be public.
    """
    made = strokes(offers, item, number, panel=False)
    if offers.decision.said_first:
        # The last one may only have it said. If it chose, the prompt is over, and so is one more.
        made += made[-1:]
    t = max(since, now - sum(_lasts(one) for one in made))
    return [edge for one in _timed(made, t) for edge in _edges(*one, offers.prompt_id, pad)]


def _lasts(stroke: Stroke) -> float:
    return 2 * STEP + (HOLD if _holds(stroke) else 0.0)


def _holds(stroke: Stroke) -> bool:
    return stroke.held >= HOLD


def _timed(made: tuple[Stroke, ...], t: float) -> Iterator[tuple[Stroke, float]]:
    for one in made:
        yield one, t
        t += _lasts(one)


def _edges(stroke: Stroke, t: float, prompt_id: int, pad: int) -> Iterator[Edge]:
    source = PANEL if stroke.source == PANEL else pad
    yield Edge(source, stroke.button, True, t, prompt_id)
    if _holds(stroke):
        yield Edge(source, stroke.button, True, t + HOLD, prompt_id)
    yield Edge(source, stroke.button, False, t + _lasts(stroke) - STEP, prompt_id)


def shown(screen: Screen) -> Shown:
    """A screen in words."""
    title, *lines = (*parts(screen), "")
    return Shown(title, tuple(filter(None, lines)))
