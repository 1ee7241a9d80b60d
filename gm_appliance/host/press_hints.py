"""Press hints: one table with a row for each shape of decision. No game names a button itself.

The row follows from who decides, what may be chosen, and whether the decider has a pad that works. A test
presses only what each row names and reaches every choice.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues import PressHint
from gm_appliance.core.cues.screens import BarScreen, ClosedScreen, DiceScreen, Lines, Screen, VersusScreen
from gm_appliance.core.game import (
    AnyButton,
    Decision,
    Face,
    First,
    Grouped,
    Number,
    NumberFace,
    OneOf,
    Pad,
    Seat,
    Table,
)
from gm_appliance.core.language import CONTEXTS, N_, NP_, Language, Message
from gm_appliance.core.narration import ButtonLabels
from gm_appliance.core.values import Value, replace
from gm_appliance.pickers.number import NumberPicker
from gm_appliance.pickers.thumb import is_thumb

PANEL, PAD = "panel", "pad"


class Row(Value):
    """The hint for one shape of decision.

    said:     a sentence, or two.
    line:     the same on the display, short enough for the middle of a ring of seats. It may name {leap}, the
              step of a held button. Passing by a hold need not be in it, as the list has a line for it.
    gestures: everything that is pressed for it, each as source, button and kind of gesture.
    """

    said: Message
    line: Message
    gestures: tuple[tuple[str, str, str], ...]


_UP, _DOWN, _OK = (PANEL, "up", "press"), (PANEL, "down", "press"), (PANEL, "ok", "press")
_STEPS = (_UP, _DOWN, _OK)

ROWS: Mapping[str, Row] = {
    "ready": Row(N_("Press OK."), NP_("hint", "Press OK"), (_OK,)),
    "ready.pad": Row(N_("Press your pad."), NP_("hint", "Press your pad"), ((PAD, "up", "press"),)),
    "list": Row(N_("Up and down, then OK."), NP_("hint", "↑↓ OK"), _STEPS),
    "list.pad": Row(
        N_("Tap down: next. Hold up: choose."),
        NP_("hint", "Tap ▼, hold ▲"),
        ((PAD, "down", "tap"), (PAD, "up", "hold")),
    ),
    "pass.pad": Row(
        N_("Tap down: next. Hold up: choose. Hold down: pass."),
        NP_("hint", "Tap ▼, hold ▲"),
        ((PAD, "down", "tap"), (PAD, "up", "hold"), (PAD, "down", "hold")),
    ),
    "press-up.pad": Row(N_("Thumb up."), NP_("hint", "Pad: press ▲"), ((PAD, "up", "press"),)),
    "hold-down.pad": Row(N_("Hold thumb down."), NP_("hint", "Pad: hold ▼"), ((PAD, "down", "hold"),)),
    "groups": Row(
        N_("Tap to step, hold to jump, then OK."),
        NP_("line", "↑↓, hold: jump, OK"),
        (*_STEPS, (PANEL, "up", "hold"), (PANEL, "down", "hold")),
    ),
    "groups.pad": Row(
        N_("Tap down: next. Hold down: jump. Hold up: choose."),
        NP_("line", "Tap or hold ▼, hold ▲"),
        ((PAD, "down", "tap"), (PAD, "down", "hold"), (PAD, "up", "hold")),
    ),
    "leaps": Row(
        N_("Tap for one, hold for tens, then OK."),
        NP_("line", "↑↓ 1, hold {leap}, OK"),
        (*_STEPS, (PANEL, "up", "hold"), (PANEL, "down", "hold")),
    ),
    "thumb": Row(N_("Press up or down."), NP_("hint", "Press ↑ or ↓"), (_UP, _DOWN)),
    "secret": Row(N_("Down or up, then OK."), NP_("line", "↑ or ↓, then OK"), _STEPS),
    "secret.many": Row(
        N_("Press down that many times, then OK. Up starts again."),
        NP_("line", "↓ that many, then OK"),
        _STEPS,
    ),
    "beside": Row(
        N_("{what}? At the box: up, then OK."), NP_("line", "{what}: ↑ OK"), ((PANEL, "up", "press"), _OK)
    ),
    "call": Row(N_("No pad there? Press OK."), NP_("hint", "No pad? OK"), ((PAD, "up", "press"), _OK)),
}
"""Some shapes share a row: a list, a number, and a race without pads are all stepped through. `beside`
follows another row while pads race: it is the last line of the panel's list."""


def row_of(decision: Decision, *, at_pad: bool) -> str:
    """The name of the row for a decision; empty where nothing is pressed, or any button is meant.

    at_pad: the decider has a pad that works.
    """
    who, domain = decision.who, decision.domain
    if isinstance(who, Pad):
        return "call"
    if isinstance(who, AnyButton) or not isinstance(who, Table | Seat | First):
        return ""
    if isinstance(domain, Number):
        return "leaps" if NumberPicker(decision.name, domain, domain.start).wide else "list"
    if decision.secret:
        return "secret" if len(getattr(domain, "options", ())) == 2 else "secret.many"
    if is_thumb(decision):
        return "thumb"
    assert isinstance(domain, OneOf)
    if isinstance(who, First):
        return f"{who.gesture}.pad" if at_pad and f"{who.gesture}.pad" in ROWS else "list"
    alone = len(domain.options) == 1 and all(
        not isinstance(one.who, Table | Seat | First) for one in decision.also
    )
    if isinstance(domain, Grouped):
        return "groups.pad" if isinstance(who, Seat) and at_pad else "groups"
    if isinstance(who, Seat) and at_pad:
        if alone:
            return "ready.pad"
        return "pass.pad" if "pass" in domain.options else "list.pad"
    return "ready" if alone and decision.at >= 0 else "list"


class PressHints:
    def __init__(self, language: Language) -> None:
        self._ = language

    def said(
        self, decision: Decision, labels: ButtonLabels | None, *, at_pad: bool, beside: str = ""
    ) -> tuple[PressHint, ...]:
        """The sentences at the end of a prompt; or the effects of the buttons, if the game labels them.

        beside: the panel's choice while pads race, as its list has it; empty for none.
        """
        row = row_of(decision, at_pad=at_pad)
        if not row:
            return ()
        at_panel = labels if labels and not row.endswith(".pad") else ButtonLabels()
        told = (
            ("ok", at_panel.ok, self._("OK: {what}.", what=at_panel.ok)),
            ("steps", at_panel.steps, self._("Up and down: {what}.", what=at_panel.steps)),
            ("back", at_panel.back, self._("Back: {what}.", what=at_panel.back)),
        )
        hints = tuple(PressHint(text, f"{decision.name}.{buttons}") for buttons, what, text in told if what)
        if not (at_panel.ok or at_panel.steps):
            hints = (PressHint(self._(ROWS[row].said), row), *hints)
        if beside:
            hints = (*hints, PressHint(self._(ROWS["beside"].said, what=beside), f"{decision.name}.beside"))
        return hints

    def beside(self, what: str) -> str:
        """The panel's choice while pads race, as a line of the display; empty if it is too long."""
        return _fitting(self._(ROWS["beside"].line, what=what)) if what else ""

    def line(self, decision: Decision, face: Face, labels: ButtonLabels | None, *, at_pad: bool) -> str:
        """The same as a line of the display, at most 21 columns; empty where nothing is pressed."""
        row = row_of(decision, at_pad=at_pad)
        if labels is not None and labels.ok and not row.endswith(".pad"):
            return self._labelled(labels)
        if labels is not None and labels.back and row == "list":
            line = _fitting(self._.pgettext("line", "BACK: {what}", what=labels.back))
            if line:
                return line
        leap = face.leap if isinstance(face, NumberFace) else 0
        return self._(ROWS[row].line, leap=leap) if row else ""

    def _labelled(self, labels: ButtonLabels) -> str:
        """The page, and the effects of the buttons that fit."""
        ok, page = self._.pgettext("line", "OK: {what}", what=labels.ok), labels.page
        if page:
            turn = self._(ROWS["list"].line)
            return _fitting(f"{page}  ↑↓  {ok}") or _fitting(f"{page}  {turn}") or page
        down = self._.pgettext("line", "↓: {what}", what=labels.steps)
        return (labels.steps and _fitting(f"{ok}  {down}")) or ok


def _fitting(line: str) -> str:
    """The line, if the display has room for it."""
    return line if len(line) <= CONTEXTS["line"] else ""


def hinted(screen: Screen, line: str, beside: str = "") -> Screen:
    """The screen with this line as its press hint, unless it has one already or is full.

    beside: a line above that one, for which only a screen of lines has room.
    """
    if beside and isinstance(screen, Lines) and len(screen.lines) < 3:
        screen = replace(screen, lines=(*screen.lines, beside))
    if not line:
        return screen
    match screen:
        case Lines(lines=lines):
            return screen if len(lines) > 3 else replace(screen, lines=(*(*lines, "", "", "")[:3], line))
        case BarScreen(lines=lines) | VersusScreen(lines=lines) | DiceScreen(lines=lines):
            # With more they would be drawn smaller.
            return screen if len(lines) > 1 else replace(screen, lines=(*lines, line))
        case ClosedScreen():
            return screen
        case _:
            return screen if screen.hint else replace(screen, hint=line)
