"""The reverse of pickers: the presses that make a choice, for bots, scripts and tests."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from gm_appliance.core.game import (
    JSON,
    AnyButton,
    Choice,
    Decision,
    First,
    Grouped,
    OneOf,
    Pad,
    PerSeat,
    Seat,
    button_named,
)
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import Value, replace
from gm_appliance.pickers.ballot import is_roll_call
from gm_appliance.pickers.gestures import HOLD, REPEAT, Gesture
from gm_appliance.pickers.menu import EVERY, Menu
from gm_appliance.pickers.number import NumberPicker
from gm_appliance.pickers.thumb import THUMBS, is_thumb


class Stroke(Value):
    """One press of one button.

    held: seconds. at: seconds from the decision's onset in a timetable; None for any time.
    """

    source: int
    button: str
    held: float
    at: float | None = None


TAP = 0.08
_HELD = HOLD + REPEAT / 2  # a hold without a repeat


def presses(
    decision: Decision,
    choice: Choice,
    *,
    panel: bool = False,
    at: int | None = None,
    pads: Mapping[int, int] | None = None,
) -> tuple[Stroke, ...]:
    """The strokes that make this choice in a newly opened picker.

    panel: press at the panel even if a pad could be used.
    at:    the menu's cursor or the number shown, if it was moved before.
    pads:  the pad of each seat that was called, 0 for none; the pad of any other seat has its number.

    For a roll call these are only the marks, for a ballot one stroke per seat. Raises IllegalChoice.
    """
    answered, lying = decision.demand(choice), pads or {}
    padless = lying.get(_seat(answered, choice)) == 0
    strokes = _strokes(decision, answered, choice, panel or padless, at)
    if isinstance(answered.who, Pad):
        return strokes
    return tuple(replace(one, source=lying.get(one.source, one.source)) for one in strokes)


def _seat(answered: Decision, choice: Choice) -> int:
    """The seat that makes this choice; 0 if it is not up to one seat."""
    if isinstance(answered.who, First):
        return int(str(choice.value))
    return answered.who.seat if isinstance(answered.who, Seat) else 0


def _strokes(
    decision: Decision, answered: Decision, choice: Choice, panel: bool, at: int | None
) -> tuple[Stroke, ...]:
    """The strokes, as if each pad were at the seat of its number."""
    if isinstance(answered.domain, PerSeat):
        return _window(decision, choice.value)
    if not isinstance(answered.domain, OneOf):
        start = answered.domain.start if at is None else at
        picker = NumberPicker(answered.name, answered.domain, start)
        return _number(picker, choice.value)
    if answered.secret and isinstance(answered.who, Seat):
        options = answered.domain.options
        nth = options.index(choice.value)
        thumbs = [THUMBS[nth]] if len(options) == len(THUMBS) else ["down"] * (nth + 1)
        return (*(Stroke(PANEL, thumb, TAP) for thumb in thumbs), Stroke(PANEL, "ok", TAP))
    if isinstance(answered.who, AnyButton):
        return (Stroke(*button_named(str(choice.value)), TAP),)
    if is_thumb(_alone(decision, answered)):
        return (Stroke(PANEL, str(choice.value), TAP),)
    if isinstance(answered.who, Pad) and choice.value:
        return (Stroke(int(str(choice.value)), "up", TAP),)
    menu = Menu.opened(_alone(decision, answered)).resumed(at)
    if isinstance(answered.domain, Grouped):
        return _grouped(menu, answered.domain, PANEL if panel else _seat(answered, choice), choice)
    if not panel:
        strokes = _pad(menu, answered, choice)
        if strokes is not None:
            return strokes
    target = menu.items.index(choice)
    return (*_moves(PANEL, "down", "up", menu.at, target, len(menu.items)), Stroke(PANEL, "ok", TAP))


def _grouped(menu: Menu, domain: Grouped, source: int, choice: Choice) -> tuple[Stroke, ...]:
    """A hold to the group, if it is a different one, then taps within it."""
    at, target = menu.at, menu.items.index(choice)
    (group, _), (wanted, first), size = domain.place(at), domain.place(target), len(domain.sizes)
    leaps, strokes = (wanted - group) % size, list[Stroke]()
    if leaps:
        at = domain.leapt(at, leaps)
        if source != PANEL:
            strokes = [Stroke(source, "down", _HELD)] * leaps
        else:
            button, leaps = ("down", leaps) if leaps <= size - leaps else ("up", size - leaps)
            strokes = [Stroke(source, button, _HELD + (leaps - 1) * EVERY * REPEAT)]
    taps = _moves(source, "down", "up", at - first, target - first, domain.sizes[wanted])
    return (*strokes, *taps, Stroke(source, "ok", TAP) if source == PANEL else Stroke(source, "up", _HELD))


def _alone(decision: Decision, answered: Decision) -> Decision:
    """The decision whose menu is shown: a decision on request has one of its own."""
    return answered if answered in decision.on_request else decision


def _moves(source: int, onward: str, back: str, at: int, target: int, size: int) -> tuple[Stroke, ...]:
    """The shortest way from one item of a circular list to another."""
    steps = (target - at) % size
    if at >= 0 and steps > size - steps:
        return (Stroke(source, back, TAP),) * (size - steps)
    return (Stroke(source, onward, TAP),) * (target - at if at < 0 else steps)


def _pad(menu: Menu, answered: Decision, choice: Choice) -> tuple[Stroke, ...] | None:
    who = answered.who
    if isinstance(who, First):
        kind, button = who.gesture.split("-")
        return (Stroke(int(str(choice.value)), button, _HELD if kind == "hold" else TAP),)
    if not isinstance(who, Seat):
        return None
    if len(menu.items) == 1:
        return (Stroke(who.seat, "up", TAP),)
    if choice.value == "pass":
        return (Stroke(who.seat, "down", _HELD),)
    moves = _moves(who.seat, "down", "up", menu.at, menu.items.index(choice), len(menu.items))
    return (*moves, Stroke(who.seat, "up", _HELD))


def _number(picker: NumberPicker, value: JSON) -> tuple[Stroke, ...]:
    """Taps, after holds to a nearby value if holding leaps."""
    assert isinstance(value, int)
    strokes: list[Stroke] = []
    while picker.value != value:
        button = "up" if value > picker.value else "down"
        near, held = _held(picker, button, value)
        strokes.append(Stroke(PANEL, button, held))
        picker = replace(picker, value=near)
    return (*strokes, Stroke(PANEL, "ok", TAP))


def _held(picker: NumberPicker, button: str, value: int) -> tuple[int, float]:
    """The value closest to the target that one press can reach, and how long to hold it."""
    t, held = HOLD, TAP
    now = picker.on(Gesture(PANEL, button, "press", 0.0))
    near = now.value
    if not picker.wide or abs(value - picker.value) < _TAPPED:
        return near, held
    passed = now.value >= value if button == "up" else now.value <= value
    for nth in count():
        after = now.on(Gesture(PANEL, button, "repeat" if nth else "hold", t, nth=nth))
        if abs(after.value - value) < abs(near - value):
            near, held = after.value, t + REPEAT
        if passed:
            return near, held
        passed = after.value >= value if button == "up" else after.value <= value
        now, t = after, t + REPEAT
    raise AssertionError("unreachable")


_TAPPED = 10  # the distance below which a number is tapped, because holding would leap over it


def _window(decision: Decision, value: JSON) -> tuple[Stroke, ...]:
    """Presses shortly after the beginning of their beat, no two at the same time."""
    assert isinstance(value, dict)
    assert isinstance(decision.domain, PerSeat)
    values = decision.domain.each.options if isinstance(decision.domain.each, OneOf) else ()
    listening = [beat for beat in decision.beats if beat.listens]
    marked = listening if is_roll_call(decision) else []
    strokes = []
    for i, (key, one) in enumerate(sorted(value.items(), key=lambda item: int(item[0]))):
        named = next((beat for beat in marked if beat.about == one), None)
        beat = named or listening[0]
        button = "down" if named or one == values[0] else "up"
        strokes.append(Stroke(int(key), button, TAP, beat.at + 0.25 + 0.03 * i))
    return tuple(strokes)
