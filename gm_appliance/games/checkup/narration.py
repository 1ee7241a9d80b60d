"""The check-up, told: what to look at, to listen to and to press; then what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from gm_appliance.core.cues import Cue, Pause, Say, Show, Sound, Suggestion
from gm_appliance.core.cues.screens import Lines, MenuScreen, RingScreen, RingSeat, Screen, TextScreen
from gm_appliance.core.game import JSON, PADS, Decision, Face, MenuFace, button_named
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import BaseNarration, ButtonLabels, MissingWords, PromptText
from gm_appliance.games.checkup.rules import (
    FINE,
    NO,
    SWITCHES,
    YES,
    Checked,
    CheckupView,
    Echoed,
    Finding,
    HornBlown,
)

HORN = 1.5
"""Seconds of the horn, before it is asked whether it was heard."""

_ITEMS = {YES: NP_("line", "Yes"), NO: NP_("line", "No")}

_QUESTIONS: Mapping[str, PromptText] = {
    "check.voice": PromptText(
        ask=N_("Let us try my parts. Do you hear me?"),
        again=N_("Do you hear me?"),
        title=NP_("title", "A voice heard?"),
        items=_ITEMS,
    ),
    "check.horn": PromptText(
        ask=N_("Did you hear the horn?"),
        title=NP_("title", "The horn heard?"),
        items=_ITEMS,
    ),
    "check.display": PromptText(
        ask=N_("Is the whole display white?"),
        title=NP_("title", "Was all white?"),
        items=_ITEMS,
    ),
    "check.lamps": PromptText(
        ask=N_("Is the lamp on at every pad?"),
        again=N_("Are all lamps on?"),
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
_NAMES: Mapping[str, Message] = {
    "up": NP_("line", "Button: up"),
    "down": NP_("line", "Button: down"),
    "ok": NP_("line", "Button: OK"),
    "back": NP_("line", "Button: back"),
    "repeat": NP_("line", "Button: repeat"),
}
_CALLED: Mapping[str, Message] = {
    "up": NP_("line", "up"),
    "down": NP_("line", "down"),
    "ok": NP_("line", "OK"),
    "back": NP_("line", "back"),
    "repeat": NP_("line", "repeat"),
}
"""Of each button of the panel what is asked, echoed and shown, and what it is called in a sentence."""

_ECHOED: Mapping[str, Message] = {"up": N_("Pad {pad}, up."), "down": N_("Pad {pad}, down.")}
_PAD_UNHEARD: Mapping[str, Message] = {
    "up": N_("Pad {pad}: the up switch does not work."),
    "down": N_("Pad {pad}: the down switch does not work."),
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

    def ask(self, decision: Decision, view: CheckupView) -> tuple[Cue, ...]:
        if decision.name in _QUESTIONS:
            return (Suggestion(self._(_QUESTIONS[decision.name].ask)),)
        if decision.name == "check.button":
            return (*self._echo(view), Say(self._(_PRESS[view.button])))
        if decision.name == "check.pads":
            return self._echo(view) if view.pads else (*self._echo(view), *self.again(decision, view))
        if decision.name == "check.findings":
            found = map(Suggestion, self._verdicts(view))
            return (Say(self._result(view)), *found)
        raise MissingWords(f"ask {decision.name!r}")

    def again(self, decision: Decision, view: CheckupView) -> tuple[Cue, ...]:
        if decision.name in _QUESTIONS:
            return (Say(self._(_QUESTIONS[decision.name].shorter)),)
        if decision.name == "check.button":
            return (Say(self._(_PRESS[view.button])),)
        if decision.name == "check.pads":
            return (Say(self._("Press both switches of every pad. OK when done.")),)
        if decision.name == "check.findings":
            return (Say(self._result(view)),)
        raise MissingWords(f"ask {decision.name!r} again")

    def on_repeat(self, decision: Decision, view: CheckupView) -> tuple[Cue, ...]:
        if decision.name == "check.pads":
            return self.again(decision, view)
        horn = (Sound("horn"),) if decision.name == "check.horn" else ()
        return (*horn, *self.ask(decision, view))

    def labels(self, decision: Decision, view: CheckupView, face: Face) -> ButtonLabels | None:
        if decision.name == "check.pads":
            return ButtonLabels(ok=self._.pgettext("button", "done"))
        if decision.name == "check.findings":
            steps = self._.pgettext("button", "one by one") if len(view.findings) > 1 else ""
            return ButtonLabels(ok=self._.pgettext("button", "the menu"), steps=steps)
        return None

    def lights(self, decision: Decision, view: CheckupView) -> frozenset[int]:
        pads = frozenset(button_named(one)[0] for one in view.pads)
        if decision.name == "check.lamps":
            return pads
        return pads & {button_named(view.last)[0]}

    def under_cursor(self, decision: Decision, view: CheckupView, face: Face) -> tuple[Cue, ...]:
        value = face.current.value if isinstance(face, MenuFace) and face.current else None
        if decision.name in _QUESTIONS:
            return (Say(self._(_QUESTIONS[decision.name].items[str(value)])),)
        if decision.name == "check.findings":
            return (
                tuple(map(Say, self._sentences(view.findings[value - 1]))) if isinstance(value, int) else ()
            )
        return ()

    # ------------------------------------------------------------ pictures

    def screen(self, decision: Decision, view: CheckupView, face: Face, minutes: int) -> Screen:
        if decision.name == "check.button":
            echo = self._line(view.last) if view.last else ""
            press = self._(_PRESS[view.button])
            return Lines(self._.pgettext("title", "Buttons"), (press, "", echo))
        if decision.name == "check.pads":
            return self._ring(view)
        if not isinstance(face, MenuFace):
            raise MissingWords(f"show {decision.name!r}")
        if decision.name == "check.display" and face.at == 0:
            # It hides the lines of the list.
            hint = self._.pgettext("line", "OK: yes  ↓: no")
            return TextScreen(self._("Is all of this white?"), hint, bright=True)
        items = tuple(self._item(decision, view, one.value) for one in face.items)
        return MenuScreen(self._title(decision, view), items, face.at)

    def _ring(self, view: CheckupView) -> RingScreen:
        """Every pad: solid once both of its switches were heard."""
        last = button_named(view.last)[0] if view.last else 0
        seats = (
            RingSeat(str(pad), hollow=len(view.heard(pad)) < len(SWITCHES), marked=pad == last)
            for pad in range(1, PADS + 1)
        )
        lines = (self._line(view.last),) if last else ()
        return RingScreen(self._.pgettext("title", "Seat pads"), tuple(seats), lines)

    def _title(self, decision: Decision, view: CheckupView) -> str:
        if decision.name in _QUESTIONS:
            return self._(_QUESTIONS[decision.name].title)
        if view.findings:
            return self._.pgettext("title", "Needs repair")
        return self._.pgettext("title", "Checked")

    def _item(self, decision: Decision, view: CheckupView, value: JSON) -> str:
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

    def _echo(self, view: CheckupView) -> tuple[Cue, ...]:
        """The button that was pressed last."""
        if not view.last:
            return ()
        pad, name = button_named(view.last)
        return (Say(self._(_ECHOED[name], pad=pad) if pad else self._(_WAS[name])),)

    def _result(self, view: CheckupView) -> str:
        if not view.findings:
            return self._("All that we tried works.")
        return self._.ngettext("{n} thing is wrong.", "{n} things are wrong.", len(view.findings))

    def _named(self, finding: Finding) -> str:
        if finding.part == "button":
            return self._(_NAMES[finding.button])
        if finding.part == "pad":
            return self._(_SWITCHES[finding.button], pad=finding.pad)
        return self._(_WRONG[finding.part][0])

    def _verdicts(self, view: CheckupView) -> Iterator[str]:
        """What is wrong, and what to do: once for all buttons, or all switches, with the same fault."""
        for (part, instead), alike in groupby(view.findings, lambda one: (one.part, bool(one.heard))):
            first, *others = alike
            if not others:
                yield from self._sentences(first)
            elif part == "pad":
                for one in (first, *others):
                    yield self._sentences(one)[0]
                yield self._("Check their wires in the pads and in the hub.")
            else:
                which = self._.enumerated(self._(_CALLED[one.button]) for one in (first, *others))
                yield from self._buttons(which, instead=instead)

    def _buttons(self, which: str, *, instead: bool) -> tuple[str, str]:
        """Several buttons that are not heard, or others instead of them."""
        if instead:
            wrong = self._("I take these buttons for others: {buttons}.", buttons=which)
            return (wrong, self._("Swap their wires, or their pins in the settings."))
        wrong = self._("These buttons do not work: {buttons}.", buttons=which)
        return (wrong, self._("Check their wires, and their pins in the settings."))

    def _sentences(self, finding: Finding) -> tuple[str, ...]:
        """What is wrong, and what to do."""
        if finding.part == "pad":
            wrong = self._(_PAD_UNHEARD[finding.button], pad=finding.pad)
            return (wrong, self._("Check its wires in the pad and in the hub."))
        if finding.part == "button":
            button = self._(_CALLED[finding.button])
            if finding.heard:
                wrong = self._("I take the {button} button for another one.", button=button)
                return (wrong, self._("Swap their wires, or their pins in the settings."))
            wrong = self._("The {button} button does not work.", button=button)
            return (wrong, self._("Check its wires, and its pin in the settings."))
        _name, wrong_text, help_text = _WRONG[finding.part]
        return (self._(wrong_text), self._(help_text))

    # ------------------------------------------------------------ what happened

    def tell(self, event: object, view: CheckupView) -> tuple[Cue, ...]:
        if isinstance(event, HornBlown):
            return (Show(Lines(self._.pgettext("title", "Horn"))), Sound("horn"), Pause(HORN))
        if type(event) in SILENT:
            return ()
        raise MissingWords(f"tell {type(event).__name__}")
