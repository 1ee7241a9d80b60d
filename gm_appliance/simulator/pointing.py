"""What people can point at on a page, and the presses that choose it. All of it is public."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.cues.screens import MenuScreen, Screen
from gm_appliance.core.offers import Offers
from gm_appliance.pickers.pointed import groups, number, strokes

NOTHING: dict[str, Any] = {"type": "offers", "items": []}
_WHOLE = (0, 63)


def told(offers: Offers | None, large: bool) -> dict[str, Any]:
    """The offers for pages, with the rows of the display's pixels that show each.

    A number or a sole choice is all that the display shows. A group of choices opens at the thing it is
    about.
    """
    if offers is None:
        return NOTHING
    rows, grouped = _rows(offers.screen, large), groups(offers.decision)
    alone = len(offers.items) == 1
    items = [
        {
            "says": one.said,
            "name": one.choice.value if isinstance(one.choice.value, str) else "",
            "seat": one.seat,
            "square": one.square,
            "group": grouped.get(one.choice, ""),
            "rows": _WHOLE if alone else rows.get(one.row),
        }
        for one in offers.items
    ]
    message: dict[str, Any] = {
        "type": "offers",
        "prompt": str(offers.prompt_id),
        "question": " ".join(offers.question),
        "items": items,
    }
    if shown := number(offers):
        value, lo, hi = shown
        message["number"] = {"value": value, "lo": lo, "hi": hi}
    return message


def _rows(screen: Screen, large: bool) -> dict[int, tuple[int, int]]:
    if not isinstance(screen, MenuScreen):
        return {}
    # Drawing imports the imaging library.
    from gm_appliance.devices.display.drawing import lines

    return {number: (top, bottom) for number, top, bottom in lines(screen, large)}


def way(offers: Offers, item: int | None, number: int | None) -> list[tuple[str, float]]:
    """The presses that choose an item or a number from the present cursor: the panel's buttons, and seconds
    held. Empty if it cannot be chosen."""
    return [(stroke.button, stroke.held) for stroke in strokes(offers, item, number, panel=True)]
