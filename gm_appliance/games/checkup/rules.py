"""The check-up: voice, horn, display, each button, each pad and its lamp; then the findings. Only people can
say what they see and hear. The box itself notices presses; if none comes, the button does not work."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.game import (
    PADS,
    AnyButton,
    Choice,
    Clock,
    Decision,
    OneOf,
    Outcome,
    Step,
    Table,
    button_named,
    demanded,
    pages,
)
from gm_appliance.core.values import Value, replace

YES, NO = "yes", "no"
PARTS, BEFORE = "parts", "before"
"""The first choice if there is a previous version: check the parts, or go back to it."""
OK = "ok"
FINE = "fine"
"""The entry in the list of findings if nothing is wrong."""
OVER = "over"  # the clock's choice after silence

BUTTONS = ("up", "down", "back", "repeat", OK)
"""The panel's buttons, in the order they are asked for."""
SWITCHES = ("up", "down")

BUTTON_LIMIT = 20.0  # seconds to press one button of the panel
PADS_LIMIT = 60.0
"""Seconds after the last press at a pad; longer than it takes to reach for the next one."""


class Finding(Value):
    """A fault.

    part: ``"voice"``, ``"horn"``, ``"display"``, ``"button"``, ``"pad"``, ``"lamp"`` of a pad, or ``"lamps"``
    if nobody said which.
    button: the button of the panel or pad that is not heard. pad: its number. heard: the button that was
    heard instead.
    """

    part: str
    button: str = ""
    pad: int = 0
    heard: str = ""


class CheckupView(Value):
    """Nothing is secret, so this is the state too.

    phase: ``"first"``, ``"voice"``, ``"horn"``, ``"display"``, ``"button"``, ``"pads"``, ``"lamps"``,
           ``"dark"``, ``"findings"``, ``"done"``, or ``"before"`` to go back to the previous version.
    button: the panel button asked for. other: the one heard instead.
    last:   the last button pressed, if it will be echoed.
    pads:   the switches heard, such as ``"3.up"``, in the order of first presses.
    dark:   pads reported as having a dark lamp, in the order of the reports.
    before: the version people can go back to; empty if there is none.
    """

    phase: str = "voice"
    button: str = BUTTONS[0]
    other: str = ""
    last: str = ""
    pads: tuple[str, ...] = ()
    dark: tuple[int, ...] = ()
    findings: tuple[Finding, ...] = ()
    before: str = ""

    def heard(self, pad: int) -> tuple[str, ...]:
        return tuple(switch for switch in SWITCHES if f"{pad}.{switch}" in self.pads)


class HornBlown(Value):
    """The horn sounds now."""


class Echoed(Value):
    """This button reached the box: of the panel if the pad is 0, otherwise of a pad."""

    pad: int
    button: str


class Checked(Value):
    findings: tuple[Finding, ...]


_QUESTIONS: Mapping[str, tuple[str, Finding]] = {
    "voice": ("horn", Finding("voice")),
    "horn": ("display", Finding("horn")),
    "display": ("button", Finding("display")),
}
"""The yes-or-no questions: the phase that comes next, and the finding for a no."""


def decision(view: CheckupView) -> Decision | None:
    match view.phase:
        case "first":
            return Decision("check.first", Table(), OneOf((PARTS, BEFORE)))
        case "button":
            silence = Decision("check.silence", Clock(), OneOf((OVER,)), limit=BUTTON_LIMIT)
            return Decision("check.button", AnyButton(), OneOf(BUTTONS), also=(silence,))
        case "pads" | "dark":
            switches = (f"{pad}.{switch}" for pad in range(1, PADS + 1) for switch in SWITCHES)
            silence = Decision("check.silence", Clock(), OneOf((OVER,)), limit=PADS_LIMIT)
            return Decision(f"check.{view.phase}", AnyButton(), OneOf((OK, *switches)), also=(silence,))
        case "findings":
            listed = tuple(range(1, len(view.findings) + 1)) or (FINE,)
            return Decision("check.findings", Table(), pages(listed), talk=True)
        case "done" | "before":
            return None
    return Decision(f"check.{view.phase}", Table(), OneOf((YES, NO)))


def apply(view: CheckupView, choice: Choice) -> Step[CheckupView, CheckupView]:
    demanded(decision(view), choice)
    value = str(choice.value)
    if view.phase == "findings":
        return Step(replace(view, phase="done"))
    if view.phase == "first":
        return Step(replace(view, phase="voice" if value == PARTS else "before"))
    after = _after(view, value)
    events: list[object] = []
    if choice.name in ("check.button", "check.pads", "check.dark"):
        events.append(Echoed(*button_named(value)))
    if after.phase == "horn":
        events.append(HornBlown())
    if after.phase == "findings":
        events.append(Checked(after.findings))
    return Step(after, tuple((event, after) for event in events))


def _after(view: CheckupView, value: str) -> CheckupView:
    if view.phase in _QUESTIONS:
        phase, wrong = _QUESTIONS[view.phase]
        return replace(_found(view, *(() if value == YES else (wrong,))), phase=phase)
    if view.phase == "button":
        return _after_button(view, value)
    if view.phase == "lamps":
        return replace(view, phase="findings" if value == YES else "dark")
    if view.phase == "dark":
        return _after_dark(view, value)
    if value not in (OK, OVER):
        known = view.pads if value in view.pads else (*view.pads, value)
        return replace(view, last=value, pads=known)
    return replace(_found(view, *_dead_switches(view)), last="", phase="lamps" if view.pads else "findings")


def _after_button(view: CheckupView, value: str) -> CheckupView:
    """Go on to the next button. The first time a wrong one is heard, ask again: people may have slipped."""
    if value not in (view.button, OVER) and not view.other:
        return replace(view, last=value, other=value)
    if value != view.button:
        heard = view.other if value == OVER else value
        view = _found(view, Finding("button", view.button, heard=heard))
    last, at = "" if value == OVER else value, BUTTONS.index(view.button) + 1
    if at == len(BUTTONS):
        return replace(view, phase="pads", last=last)
    return replace(view, button=BUTTONS[at], last=last, other="")


def _after_dark(view: CheckupView, value: str) -> CheckupView:
    """Any switch of a pad reports that its lamp is dark."""
    if value not in (OK, OVER):
        pad = button_named(value)[0]
        return replace(view, last=value, dark=view.dark if pad in view.dark else (*view.dark, pad))
    wrong = [Finding("lamp", pad=pad) for pad in sorted(view.dark)] or [Finding("lamps")]
    return replace(_found(view, *wrong), last="", phase="findings")


def _dead_switches(view: CheckupView) -> tuple[Finding, ...]:
    """The silent switch of each pad whose other switch was heard."""
    pads = sorted({button_named(one)[0] for one in view.pads})
    return tuple(
        Finding("pad", switch, pad) for pad in pads for switch in SWITCHES if switch not in view.heard(pad)
    )


def _found(view: CheckupView, *findings: Finding) -> CheckupView:
    return replace(view, findings=(*view.findings, *findings))


def outcome(view: CheckupView) -> Outcome | None:
    return {"done": Outcome((), "checked"), "before": Outcome((), BEFORE)}.get(view.phase)
