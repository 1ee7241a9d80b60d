"""The check-up, told: what to look at, to listen to and to press; then what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues import Cue, Pause, Say, Show, Sound
from gm_appliance.core.cues.screens import Lines, MenuScreen, RingScreen, RingSeat, Screen, TextScreen
from gm_appliance.core.game import PADS, Decision, Face, MenuFace, Plain, button_named
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import BaseNarration, PromptText, Unspoken
from gm_appliance.games.checkup.rules import (
    FINE,
    NO,
    SWITCHES,
    YES,
    Checked,
    Echoed,
    Finding,
    HornBlown,
    View,
)

HORN = 1.5
"""Seconds of the horn, before it is asked whether it was heard."""

_ITEMS = {YES: NP_("line", "Yes"), NO: NP_("line", "No")}

_QUESTIONS: Mapping[str, PromptText] = {
    "check.voice": PromptText(
        ask=N_("We try my parts. Do you hear me? OK, or down for no."),
        again=N_("Do you hear me? OK, or down for no."),
        title=NP_("title", "A voice heard?"),
        items=_ITEMS,
    ),
    "check.horn": PromptText(
        ask=N_("Did you hear the horn? OK, or down for no."),
        again=N_("Did you hear the horn? OK, or down for no."),
        title=NP_("title", "The horn heard?"),
        items=_ITEMS,
    ),
    "check.display": PromptText(
        ask=N_("Is the whole display white? OK, or down for no."),
        again=N_("Is the whole display white? OK, or down for no."),
        title=NP_("title", "Was all white?"),
        items=_ITEMS,
    ),
    "check.lamps": PromptText(
        ask=N_("Is the lamp on at every pad? OK, or down for no."),
        again=N_("Are all lamps on? OK, or down for no."),
        title=NP_("title", "All lamps on?"),
        items=_ITEMS,
    ),
}

_PRESS: Mapping[str, Message] = {
    "up": N_("Press up."),
    "down": N_("Press down."),
    "ok": N_("Press OK."),
    "back": N_("Press back."),
    "repeat": N_("Press repeat."),
}
_WAS: Mapping[str, Message] = {
    "up": N_("That was up."),
    "down": N_("That was down."),
    "ok": N_("That was OK."),
    "back": N_("That was back."),
    "repeat": N_("That was repeat."),
}
_UNHEARD: Mapping[str, Message] = {
    "up": N_("The up button does not reach me."),
    "down": N_("The down button does not reach me."),
    "ok": N_("The OK button does not reach me."),
    "back": N_("The back button does not reach me."),
    "repeat": N_("The repeat button does not reach me."),
}
_INSTEAD: Mapping[str, Message] = {
    "up": N_("Instead of the up button I heard another one."),
    "down": N_("Instead of the down button I heard another one."),
    "ok": N_("Instead of the OK button I heard another one."),
    "back": N_("Instead of the back button I heard another one."),
    "repeat": N_("Instead of the repeat button I heard another one."),
}
_NAMES: Mapping[str, Message] = {
    "up": NP_("line", "Button: up"),
    "down": NP_("line", "Button: down"),
    "ok": NP_("line", "Button: OK"),
    "back": NP_("line", "Button: back"),
    "repeat": NP_("line", "Button: repeat"),
}
"""Of each button of the panel what is asked, echoed, found and shown."""

_ECHOED: Mapping[str, Message] = {"up": N_("Pad {pad}, up."), "down": N_("Pad {pad}, down.")}
_PAD_UNHEARD: Mapping[str, Message] = {
    "up": N_("Pad {pad}: its up switch does not reach me."),
    "down": N_("Pad {pad}: its down switch does not reach me."),
}
_SWITCHES: Mapping[str, Message] = {
    "up": NP_("line", "Pad {pad}: up"),
    "down": NP_("line", "Pad {pad}: down"),
}
"""Of each switch of a pad what is echoed, found and shown."""

_WRONG: Mapping[str, tuple[Message, Message, Message]] = {
    "voice": (
        NP_("line", "Voice"),
        N_("My voice was not heard."),
        N_("Check the loudspeaker, and turn me up."),
    ),
    "horn": (
        NP_("line", "Horn"),
        N_("My horn was not heard."),
        N_("Check the loudspeaker, and its card in the settings."),
    ),
    "display": (
        NP_("line", "Display"),
        N_("The display was not white all over."),
        N_("Check its wires, and its driver in the settings."),
    ),
    "lamps": (
        NP_("line", "Lamps"),
        N_("A lamp stays dark."),
        N_("Check its wires in the pad and in the hub."),
    ),
}
"""Of each part: what it is called, what is wrong with it, and what to do."""

SILENT = frozenset((Echoed, Checked))
"""Events that the prompt after them tells, so that nobody waits to press again."""


class Checkup(BaseNarration):
    """The narration of one language; see `narration.PromptNarration` for what each method promises."""

    def __init__(self, _: Language) -> None:
        self._ = _

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if decision.name in _QUESTIONS:
            return (Say(self._(_QUESTIONS[decision.name].ask)),)
        if decision.name == "check.button":
            return (*self._echo(view), Say(self._(_PRESS[view.button])))
        if decision.name == "check.pads":
            return self._echo(view) if view.pads else (*self._echo(view), *self.again(decision, view))
        if decision.name == "check.findings":
            found = (sentence for one in view.findings for sentence in self._sentences(one))
            return (Say(self._result(view)), *map(Say, found), Say(self._("OK leads to the menu.")))
        raise Unspoken(f"ask {decision.name!r}")

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if decision.name in _QUESTIONS:
            return (Say(self._(_QUESTIONS[decision.name].again)),)
        if decision.name == "check.button":
            return (Say(self._(_PRESS[view.button])),)
        if decision.name == "check.pads":
            return (Say(self._("Press both switches of every pad. OK when done.")),)
        if decision.name == "check.findings":
            return (Say(self._result(view)), Say(self._("OK leads to the menu.")))
        raise Unspoken(f"ask {decision.name!r} again")

    def on_repeat(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if decision.name == "check.pads":
            return self.again(decision, view)
        horn = (Sound("horn"),) if decision.name == "check.horn" else ()
        return (*horn, *self.ask(decision, view))

    def lights(self, decision: Decision, view: View) -> frozenset[int]:
        pads = frozenset(button_named(one)[0] for one in view.pads)
        if decision.name == "check.lamps":
            return pads
        return pads & {button_named(view.last)[0]}

    def under_cursor(self, decision: Decision, view: View, face: Face) -> tuple[Cue, ...]:
        value = face.current.value if isinstance(face, MenuFace) and face.current else None
        if decision.name in _QUESTIONS:
            return (Say(self._(_QUESTIONS[decision.name].items[str(value)])),)
        if decision.name == "check.findings":
            return (
                tuple(map(Say, self._sentences(view.findings[value - 1]))) if isinstance(value, int) else ()
            )
        return ()

    # ------------------------------------------------------------ pictures

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        if decision.name == "check.button":
            echo = self._line(view.last) if view.last else ""
            press = self._(_PRESS[view.button])
            return Lines(self._.pgettext("title", "Buttons"), (press, "", echo))
        if decision.name == "check.pads":
            return self._ring(view)
        if not isinstance(face, MenuFace):
            raise Unspoken(f"show {decision.name!r}")
        if decision.name == "check.display" and face.at == 0:
            return TextScreen(self._("Is all of this white? OK: yes. Down: no."), bright=True)
        items = tuple(self._item(decision, view, one.value) for one in face.items)
        return MenuScreen(self._title(decision, view), items, face.at, self._hint(decision))

    def _ring(self, view: View) -> RingScreen:
        """Every pad: solid once both of its switches were heard."""
        last = button_named(view.last)[0] if view.last else 0
        seats = (
            RingSeat(str(pad), hollow=len(view.heard(pad)) < len(SWITCHES), marked=pad == last)
            for pad in range(1, PADS + 1)
        )
        lines = (self._line(view.last),) if last else ()
        return RingScreen(
            self._.pgettext("title", "Seat pads"), tuple(seats), lines, self._.pgettext("line", "OK: done")
        )

    def _title(self, decision: Decision, view: View) -> str:
        if decision.name in _QUESTIONS:
            return self._(_QUESTIONS[decision.name].title)
        if view.findings:
            return self._.pgettext("title", "To be mended")
        return self._.pgettext("title", "Checked")

    def _hint(self, decision: Decision) -> str:
        if decision.name == "check.findings":
            return self._.pgettext("line", "↑↓ OK: menu")
        return self._.pgettext("line", "↑↓ OK")

    def _item(self, decision: Decision, view: View, value: Plain) -> str:
        if decision.name in _QUESTIONS:
            return self._(_QUESTIONS[decision.name].items[str(value)])
        if isinstance(value, int):
            return self._named(view.findings[value - 1])
        assert value == FINE
        return self._.pgettext("line", "All of it works")

    def _line(self, button: str) -> str:
        """A button, in a line of the display."""
        pad, name = button_named(button)
        return self._(_SWITCHES[name], pad=pad) if pad else self._(_NAMES[name])

    # ------------------------------------------------------------ words

    def _echo(self, view: View) -> tuple[Cue, ...]:
        """The button that was pressed last."""
        if not view.last:
            return ()
        pad, name = button_named(view.last)
        return (Say(self._(_ECHOED[name], pad=pad) if pad else self._(_WAS[name])),)

    def _result(self, view: View) -> str:
        if not view.findings:
            return self._("All that we tried works.")
        return self._.ngettext("{n} thing is wrong.", "{n} things are wrong.", len(view.findings))

    def _named(self, finding: Finding) -> str:
        if finding.part == "button":
            return self._(_NAMES[finding.button])
        if finding.part == "pad":
            return self._(_SWITCHES[finding.button], pad=finding.pad)
        return self._(_WRONG[finding.part][0])

    def _sentences(self, finding: Finding) -> tuple[str, ...]:
        """What is wrong, and what to do."""
        if finding.part == "pad":
            wrong = self._(_PAD_UNHEARD[finding.button], pad=finding.pad)
            return (wrong, self._("Check its wires in the pad and in the hub."))
        if finding.part == "button":
            if finding.heard:
                swapped = self._("Swap their wires, or their pins in the settings.")
                return (self._(_INSTEAD[finding.button]), swapped)
            unheard = self._("Check its wires, and its pin in the settings.")
            return (self._(_UNHEARD[finding.button]), unheard)
        _name, wrong_text, help_text = _WRONG[finding.part]
        return (self._(wrong_text), self._(help_text))

    # ------------------------------------------------------------ what happened

    def tell(self, event: object, view: View) -> tuple[Cue, ...]:
        if isinstance(event, HornBlown):
            return (Show(Lines(self._.pgettext("title", "Horn"))), Sound("horn"), Pause(HORN))
        if type(event) in SILENT:
            return ()
        raise Unspoken(f"tell {type(event).__name__}")
