"""The check-up's narration: what to look at, listen to and press, then what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import ClassVar

from gm_appliance.core.cues import Cue, Pause, Say, Show, Sound, Suggestion
from gm_appliance.core.cues.screens import Lines, RingScreen, RingSeat, Screen, TextScreen
from gm_appliance.core.game import PADS, Choice, Decision, Face, MenuFace, button_named
from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import ButtonLabels, PromptText
from gm_appliance.core.table_narration import TableNarration
from gm_appliance.core.values import Value, replace
from gm_appliance.games.checkup import rules

HORN = 1.5  # seconds of the horn before the question whether people heard it

_ITEMS = {rules.YES: NP_("line", "Yes"), rules.NO: NP_("line", "No")}

_QUESTIONS: Mapping[str, PromptText] = {
    "check.voice": PromptText(
        ask=N_("Let's test my parts. Can you hear me?"),
        again=N_("Can you hear me?"),
        title=NP_("title", "A voice heard?"),
        items=_ITEMS,
    ),
    "check.horn": PromptText(
        ask=N_("Did you hear the horn?"), title=NP_("title", "The horn heard?"), items=_ITEMS
    ),
    "check.display": PromptText(
        ask=N_("Is the whole display white?"), title=NP_("title", "Was all white?"), items=_ITEMS
    ),
    "check.lamps": PromptText(
        ask=N_("Is every pad's lamp on?"),
        again=N_("Are all lamps on?"),
        title=NP_("title", "All lamps on?"),
        items=_ITEMS,
    ),
}


class _Button(Value):
    """The words for a button of the panel: the prompt, the echo, its line, and its name in a sentence."""

    press: Message
    was: Message
    line: Message
    called: Message


_BUTTONS: Mapping[str, _Button] = {
    "up": _Button(N_("Press up."), N_("That was up."), NP_("line", "Button: up"), NP_("line", "up")),
    "down": _Button(
        N_("Press down."), N_("That was down."), NP_("line", "Button: down"), NP_("line", "down")
    ),
    "ok": _Button(N_("Press OK."), N_("That was OK."), NP_("line", "Button: OK"), NP_("line", "OK")),
    "back": _Button(
        N_("Press back."), N_("That was back."), NP_("line", "Button: back"), NP_("line", "back")
    ),
    "repeat": _Button(
        N_("Press repeat."), N_("That was repeat."), NP_("line", "Button: repeat"), NP_("line", "repeat")
    ),
}


class _Part(Value):
    """The words for a part: its line on the display, the fault, and the remedy."""

    line: Message
    wrong: Message
    remedy: Message


_SWITCH = N_("Check its wires in the pad and in the hub.")

_PARTS: Mapping[str, _Part] = {
    "voice": _Part(
        NP_("line", "Voice"), N_("My voice was not heard."), N_("Check the loudspeaker, and turn me up.")
    ),
    "horn": _Part(
        NP_("line", "Horn"),
        N_("My horn was not heard."),
        N_("Check the loudspeaker, and its card in the settings."),
    ),
    "display": _Part(
        NP_("line", "Display"),
        N_("The display was not white all over."),
        N_("Check its wires, and its driver in the settings."),
    ),
    "lamps": _Part(NP_("line", "Lamps"), N_("A lamp stays dark."), _SWITCH),
    "lamp": _Part(NP_("line", "Pad {pad}: lamp"), N_("Pad {pad}: the lamp stays dark."), _SWITCH),
    "up": _Part(NP_("line", "Pad {pad}: up"), N_("Pad {pad}: the up switch does not work."), _SWITCH),
    "down": _Part(NP_("line", "Pad {pad}: down"), N_("Pad {pad}: the down switch does not work."), _SWITCH),
}
"""By part; "up" and "down" are the two switches of a pad."""

_ECHOED: Mapping[str, Message] = {"up": N_("Pad {pad}, up."), "down": N_("Pad {pad}, down.")}


def _fault(one: rules.Finding) -> tuple[str, bool]:
    """The key for grouping findings: faults of pads go together, and so do buttons with the same fault."""
    return "pad" if one.pad else one.part, bool(one.heard)


_OF_PADS = ("check.pads", "check.dark")  # decisions in which pads are pressed, in any order

SILENT = frozenset((rules.Echoed, rules.Checked))
"""Events announced by the prompt that follows, so people can press again at once."""


class Checkup(TableNarration):
    PROMPTS: ClassVar[Mapping[str, PromptText]] = {
        **_QUESTIONS,
        "check.first": PromptText(
            ask=N_("Check the parts, or go back to the previous version?"),
            title=NP_("title", "The box"),
            items={
                rules.PARTS: NP_("line", "Check the parts"),
                rules.BEFORE: NP_("line", "The version before"),
            },
        ),
        "check.pads": PromptText(
            ask=N_("Press both switches on every pad. OK when done."), title=NP_("title", "Seat pads")
        ),
        "check.dark": PromptText(
            ask=N_("Press a switch on every pad with a dark lamp. OK when done."),
            title=NP_("title", "Dark lamps"),
        ),
        "check.findings": PromptText(
            ask=N_("Everything we tested works."),
            title=NP_("title", "Checked"),
            items={rules.FINE: NP_("line", "All of it works")},
        ),
    }
    SUGGESTIONS = frozenset(_QUESTIONS)

    def prompt(self, decision: Decision, view: rules.CheckupView) -> PromptText:
        if decision.name == "check.button":
            return PromptText(ask=_BUTTONS[view.button].press, title=NP_("title", "Buttons"))
        words = super().prompt(decision, view)
        repairs = decision.name == "check.findings" and view.findings
        return replace(words, title=NP_("title", "Needs repair")) if repairs else words

    def before(self, decision: Decision, view: rules.CheckupView) -> Iterator[Say]:
        if decision.name in ("check.button", *_OF_PADS) and view.last:
            pad, name = button_named(view.last)
            yield Say(self._(_ECHOED[name], pad=pad) if pad else self._(_BUTTONS[name].was))

    def ask(self, decision: Decision, view: rules.CheckupView) -> tuple[Cue, ...]:
        if decision.name in _OF_PADS and view.last:
            return (*self.before(decision, view),)  # people know what to press
        if decision.name == "check.findings":
            return (*super().ask(decision, view), *map(Suggestion, self._verdicts(view)))
        return super().ask(decision, view)

    def question(self, decision: Decision, view: rules.CheckupView) -> Say:
        if decision.name == "check.findings" and view.findings:
            wrong = len(view.findings)
            return Say(self._.ngettext("{n} thing is wrong.", "{n} things are wrong.", wrong))
        return super().question(decision, view)

    def again(self, decision: Decision, view: rules.CheckupView) -> tuple[Cue, ...]:
        if decision.name == "check.findings":
            return (self.question(decision, view),)
        return super().again(decision, view)

    def on_repeat(self, decision: Decision, view: rules.CheckupView) -> tuple[Cue, ...]:
        if decision.name in _OF_PADS:
            return self.again(decision, view)
        horn = (Sound("horn"),) if decision.name == "check.horn" else ()
        return (*horn, *self.ask(decision, view))

    def labels(self, decision: Decision, view: rules.CheckupView, face: Face) -> ButtonLabels | None:
        if decision.name in _OF_PADS:
            return ButtonLabels(ok=self._.pgettext("button", "done"))
        if decision.name == "check.findings":
            steps = self._.pgettext("button", "one by one") if len(view.findings) > 1 else ""
            return ButtonLabels(ok=self._.pgettext("button", "the menu"), steps=steps)
        return None

    def lights(self, decision: Decision, view: rules.CheckupView) -> frozenset[int]:
        pads = frozenset(button_named(one)[0] for one in view.pads)
        return pads if decision.name in ("check.lamps", "check.dark") else pads & {button_named(view.last)[0]}

    def under_cursor(self, decision: Decision, view: rules.CheckupView, face: Face) -> tuple[Cue, ...]:
        value = face.current.value if isinstance(face, MenuFace) and face.current else None
        if isinstance(value, int):
            return tuple(map(Say, self._sentences(view.findings[value - 1])))
        return super().under_cursor(decision, view, face) if decision.name in _QUESTIONS else ()

    def picture(self, decision: Decision, view: rules.CheckupView, face: Face, title: str) -> Screen:
        if decision.name == "check.button":
            echo = self._line(*button_named(view.last)) if view.last else ""
            return Lines(title, (self._(_BUTTONS[view.button].press), "", echo))
        if decision.name in _OF_PADS:
            return self._ring(view, title)
        if decision.name == "check.display" and isinstance(face, MenuFace) and face.at == 0:
            # Only until the cursor moves: an all-white screen leaves no room for the answers.
            return TextScreen(self._("Is all of this white?"), bright=True)
        return super().picture(decision, view, face, title)

    def _ring(self, view: rules.CheckupView, title: str) -> RingScreen:
        """All pads: solid if both switches were heard and nobody said that the lamp is dark."""
        last, button = button_named(view.last) if view.last else (0, "")
        seats = (
            RingSeat(
                str(pad),
                hollow=pad in view.dark or len(view.heard(pad)) < len(rules.SWITCHES),
                marked=pad == last,
            )
            for pad in range(1, PADS + 1)
        )
        return RingScreen(title, tuple(seats), (self._line(last, button),) if button else ())

    def item(self, choice: Choice, view: rules.CheckupView) -> str:
        if not isinstance(choice.value, int):
            return super().item(choice, view)
        finding = view.findings[choice.value - 1]
        return self._line(finding.pad, finding.button or finding.part)

    def _line(self, pad: int, part: str) -> str:
        return (
            self._(_PARTS[part].line, pad=pad) if pad or part not in _BUTTONS else self._(_BUTTONS[part].line)
        )

    def _verdicts(self, view: rules.CheckupView) -> Iterator[str]:
        for (part, instead), alike in groupby(view.findings, _fault):
            first, *others = alike
            if not others:
                yield from self._sentences(first)
            elif part == "pad":
                for one in (first, *others):
                    yield self._sentences(one)[0]
                yield self._("Check their wires in the pads and in the hub.")
            else:
                which = self._.enumerated(self._(_BUTTONS[one.button].called) for one in (first, *others))
                yield from self._buttons(which, instead=instead)

    def _buttons(self, which: str, *, instead: bool) -> tuple[str, str]:
        """Fault and remedy for several buttons; instead: other buttons were heard instead of them."""
        if instead:
            wrong = self._("These buttons are mixed up: {buttons}.", buttons=which)
            return (wrong, self._("Swap their wires, or their pins in the settings."))
        wrong = self._("These buttons do not work: {buttons}.", buttons=which)
        return (wrong, self._("Check their wires, and their pins in the settings."))

    def _sentences(self, finding: rules.Finding) -> tuple[str, str]:
        if finding.part == "button":
            button = self._(_BUTTONS[finding.button].called)
            if finding.heard:
                wrong = self._("The {button} button is mixed up with another one.", button=button)
                return (wrong, self._("Swap their wires, or their pins in the settings."))
            wrong = self._("The {button} button does not work.", button=button)
            return (wrong, self._("Check its wires, and its pin in the settings."))
        words = _PARTS[finding.button or finding.part]
        return (self._(words.wrong, pad=finding.pad), self._(words.remedy))

    def happened(self, event: object, view: rules.CheckupView) -> Iterable[Cue]:
        if isinstance(event, rules.HornBlown):
            return (Show(Lines(self._.pgettext("title", "Horn"))), Sound("horn"), Pause(HORN))
        return () if type(event) in SILENT else super().happened(event, view)
