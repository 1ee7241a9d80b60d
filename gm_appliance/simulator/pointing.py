"""What a page can point at, and the presses that then choose it. All of it is public."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.cues.screens import MenuScreen, NumberScreen, Screen
from gm_appliance.core.game import Choice, Decision, Grouped, IllegalChoice, MenuFace, Number, NumberFace
from gm_appliance.core.offers import Offers
from gm_appliance.pickers.presses import presses

NOTHING: dict[str, Any] = {"type": "offers", "items": []}
_WHOLE = (0, 63)


def told(offers: Offers | None, large: bool) -> dict[str, Any]:
    """The offers as pages get them, with the rows of the display's pixels that show each.

    A number, and what alone can be chosen, is all that the display shows. A group of choices is
    opened at the thing that it is about.
    """
    if offers is None:
        return NOTHING
    rows, groups = _rows(offers.screen, large), _groups(offers.decision)
    alone = len(offers.items) == 1
    items = [
        {
            "says": one.said,
            "name": one.choice.value if isinstance(one.choice.value, str) else "",
            "seat": one.seat,
            "square": one.square,
            "group": groups.get(one.choice, ""),
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
    if number := _number(offers):
        message["number"] = number
    return message


def _number(offers: Offers) -> dict[str, int] | None:
    """The number on the display, if one is chosen there, and what it can be."""
    face, domain, screen = offers.face, offers.decision.domain, offers.screen
    if isinstance(face, NumberFace) and isinstance(domain, Number):
        return {"value": face.value, "lo": domain.lo, "hi": domain.hi}
    among = [one.choice.value for one in offers.items if isinstance(one.choice.value, int)]
    if isinstance(screen, NumberScreen) and among:
        return {"value": screen.value, "lo": min(among), "hi": max(among)}
    return None


def _groups(decision: Decision) -> dict[Choice, str]:
    """The thing that a choice among several in a group is about: "odin" of "odin-5"."""
    domain, found, first = decision.domain, dict[Choice, str](), 0
    if not isinstance(domain, Grouped):
        return {}
    for size in domain.sizes:
        for option in domain.options[first : first + size * (size > 1)]:
            found[Choice(decision.name, option)] = str(option).rpartition("-")[0]
        first += size
    return found


def _rows(screen: Screen, large: bool) -> dict[int, tuple[int, int]]:
    if not isinstance(screen, MenuScreen):
        return {}
    # Drawing imports the imaging library.
    from gm_appliance.devices.display.drawing import lines

    return {number: (top, bottom) for number, top, bottom in lines(screen, large)}


def way(offers: Offers, item: int | None, number: int | None) -> list[tuple[str, float]]:
    """The panel's buttons that choose an item, or a number, and the seconds that each is held; from where the
    cursor is. None if that cannot be chosen."""
    face = offers.face
    if number is not None:
        listed = (one.choice for one in offers.items if one.choice.value == number)
        choice = next(listed, Choice(offers.decision.name, number))
    elif item is not None and 0 <= item < len(offers.items):
        choice = offers.items[item].choice
    else:
        return []
    at = face.at if isinstance(face, MenuFace) else face.value if isinstance(face, NumberFace) else None
    try:
        strokes = presses(offers.decision, choice, panel=True, at=at)
    except IllegalChoice:
        return []
    return [(stroke.button, stroke.held) for stroke in strokes]
