"""What people can point at in an open prompt, and the presses that choose it. All of it is public."""

from __future__ import annotations

from gm_appliance.core import game
from gm_appliance.core.cues.screens import NumberScreen
from gm_appliance.core.game import Choice, Decision, MenuFace, NumberFace
from gm_appliance.core.offers import Offers
from gm_appliance.core.ports import PANEL
from gm_appliance.pickers.gestures import Gesture
from gm_appliance.pickers.number import NumberPicker
from gm_appliance.pickers.presses import TAP, Stroke, presses


def number(offers: Offers) -> tuple[int, int, int] | None:
    """The number being chosen, and its limits; None if the choice is not a number."""
    face, domain, screen = offers.face, offers.decision.domain, offers.screen
    if isinstance(face, NumberFace) and isinstance(domain, game.Number):
        return face.value, domain.lo, domain.hi
    among = [one.choice.value for one in offers.items if isinstance(one.choice.value, int)]
    if isinstance(screen, NumberScreen) and among:
        return screen.value, min(among), max(among)
    return None


def groups(decision: Decision) -> dict[Choice, str]:
    """The subject shared by several choices of a group: "odin" of "odin-5"."""
    domain, found, first = decision.domain, dict[Choice, str](), 0
    if not isinstance(domain, game.Grouped):
        return {}
    for size in domain.sizes:
        for option in domain.options[first : first + size * (size > 1)]:
            found[Choice(decision.name, option)] = str(option).rpartition("-")[0]
        first += size
    return found


def chosen(offers: Offers, item: int | None, number: int | None) -> Choice | None:
    """The choice of an item or a number; None if there is no such item."""
    if number is not None:
        listed = (one.choice for one in offers.items if one.choice.value == number)
        return next(listed, Choice(offers.decision.name, number))
    if item is not None and 0 <= item < len(offers.items):
        return offers.items[item].choice
    return None


def deciders(decision: Decision, choice: Choice) -> frozenset[int]:
    """The seats that can choose this at their pads; empty if it is up to the table."""
    try:
        answered = decision.demand(choice)
    except game.IllegalChoice:
        return frozenset()
    if isinstance(answered.who, game.First):
        return frozenset({choice.value}) if isinstance(choice.value, int) else frozenset()
    return frozenset({answered.who.seat}) if isinstance(answered.who, game.Seat) else frozenset()


def strokes(offers: Offers, item: int | None, number: int | None, *, panel: bool) -> tuple[Stroke, ...]:
    """The presses that choose an item, or a number, from the present cursor; empty if it cannot be chosen.

    panel: press at the panel; otherwise at the pad of the deciding seat.
    """
    choice, face, decision = chosen(offers, item, number), offers.face, offers.decision
    at = face.at if isinstance(face, MenuFace) else face.value if isinstance(face, NumberFace) else None
    if choice is None:
        return ()
    try:
        if not panel and isinstance(decision.demand(choice).domain, game.Number):
            return _tapped(decision, choice, at) or presses(decision, choice, at=at)
        return presses(decision, choice, panel=panel, at=at)
    except game.IllegalChoice:
        return ()


def _tapped(decision: Decision, choice: Choice, at: int | None) -> tuple[Stroke, ...]:
    """Only taps, for presses that take no time; empty if too many. A number is chosen at the panel only."""
    assert isinstance(decision.domain, game.Number)
    assert isinstance(choice.value, int)
    picker = NumberPicker(decision.name, decision.domain, decision.domain.start if at is None else at)
    strokes: list[Stroke] = []
    while picker.value != choice.value and len(strokes) < _MOST_TAPS:
        button = "up" if choice.value > picker.value else "down"
        picker = picker.on(Gesture(PANEL, button, "press", 0.0))
        strokes.append(Stroke(PANEL, button, TAP))
    return (*strokes, Stroke(PANEL, "ok", TAP)) if picker.value == choice.value else ()


_MOST_TAPS = 300
