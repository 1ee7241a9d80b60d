"""The narration for phones joining the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from gm_appliance.core.cues import Cue, Props, Say
from gm_appliance.core.cues.screens import CodeScreen, Lines, Screen, TextScreen
from gm_appliance.core.game import Choice, Decision, Face, MenuFace
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import ButtonLabels, PromptText
from gm_appliance.core.table_narration import TableNarration
from gm_appliance.games.joining import rules
from gm_appliance.games.joining.rules import JoiningView, Wifi

_WIFI = {rules.HERE: NP_("line", "The Wi-Fi here"), rules.OWN: NP_("line", "My own Wi-Fi")}

_HINTS: Mapping[str, tuple[Message, ...]] = dict(
    zip(
        rules.HINTS,
        (
            (N_("The phone and I must be on the same Wi-Fi."),),
            (N_("A guest Wi-Fi often keeps devices apart."), N_("Use another one.")),
            (N_("If the page does not load, turn mobile data off."),),
            (N_("If the phone asks, stay on this Wi-Fi without internet."),),
            (N_("If a phone keeps falling asleep, let it lock after five minutes."),),
        ),
        strict=True,
    )
)
"""Advice for phones that do not connect, by page."""

GROUP, A_ROW = 4, 4  # letters of the code in a group, and groups in a row: 19 columns
SPELT = 8  # characters spelt out in one sentence

_SIGNS: Mapping[str, Message] = {".": NP_("line", "Dot"), ":": NP_("line", "Colon")}


class Joining(TableNarration):
    """The narration of one language. here: returns the number of phones at the table now."""

    PROMPTS: ClassVar[Mapping[str, PromptText]] = {
        "joining.network": PromptText(
            ask=N_("Which Wi-Fi will the phones use?"),
            again=N_("Which Wi-Fi?"),
            title=NP_("title", "Which Wi-Fi?"),
            items=_WIFI,
        ),
        "joining.wanted": PromptText(
            ask=N_("How many phones will there be?"),
            again=N_("How many phones?"),
            title=NP_("title", "How many phones?"),
        ),
        "joining.crowded": PromptText(
            ask=N_("My own Wi-Fi can handle {n} phones. For more, use a router."),
            again=N_("Which Wi-Fi?"),
            title=NP_("title", "Too many phones"),
            items=_WIFI,
        ),
        "joining.wifi": PromptText(
            ask=N_("First scan this code to join my Wi-Fi."),
            again=N_("Join my Wi-Fi."),
            title=NP_("title", "My Wi-Fi"),
        ),
        "joining.code": PromptText(
            ask=N_("Scan this code with each phone."),
            again=N_("Scan this code."),
            title=NP_("title", "Phones"),
            items={
                rules.DONE: NP_("line", "Done"),
                rules.TYPED: NP_("line", "Type it instead"),
                rules.HELP: NP_("line", "A phone cannot join"),
                rules.FREE: NP_("line", "A phone has gone"),
                rules.REST: NP_("line", "Stop using phones"),
            },
        ),
        "joining.typed": PromptText(
            ask=N_("Type this address into the browser. Then type these letters on the page."),
            again=N_("Type the address, then the letters."),
            title=NP_("title", "In the browser"),
        ),
        "joining.help": PromptText(ask=_HINTS[rules.HINTS[0]][0], title=NP_("title", "Phones")),
        "joining.free": PromptText(
            ask=N_("Which pad is free for another phone?"),
            again=N_("Which pad is free?"),
            title=NP_("title", "Which pad?"),
            items={"none": NP_("line", "None")},
        ),
    }

    def __init__(self, _: Language, here: Callable[[], int] = lambda: 0) -> None:
        super().__init__(_)
        self._here = here

    def values(self, decision: Decision, view: JoiningView) -> Mapping[str, object]:
        return {"n": view.own.carries if view.own else 0}

    def question(self, decision: Decision, view: JoiningView) -> Say:
        if decision.name == "joining.crowded" and view.own and view.own.carries == 1:
            return Say(self._("My own Wi-Fi can handle one phone. For more, use a router."))
        return super().question(decision, view)

    def ask(self, decision: Decision, view: JoiningView) -> tuple[Cue, ...]:
        if decision.name == "joining.help":
            return tuple(self._page(0))
        return super().ask(decision, view)

    def again(self, decision: Decision, view: JoiningView) -> tuple[Cue, ...]:
        return () if decision.name == "joining.help" else super().again(decision, view)

    def on_repeat(self, decision: Decision, view: JoiningView) -> tuple[Cue, ...]:
        """Spell what people have to type, for those who cannot see it."""
        if decision.name == "joining.wifi" and view.own:
            return (*self.ask(decision, view), *self._spelt(view.own.name), *self._spelt(view.own.password))
        if decision.name == "joining.typed":
            return (*self.ask(decision, view), *self._spelt(view.address), *self._spelt(view.code))
        return super().on_repeat(decision, view)

    def labels(self, decision: Decision, view: JoiningView, face: Face) -> ButtonLabels | None:
        done, at = self._.pgettext("button", "done"), max(face.at, 0) if isinstance(face, MenuFace) else 0
        match decision.name:
            case "joining.wifi":
                return ButtonLabels(ok=self._.pgettext("button", "the next code"))
            case "joining.code" if at == 0:
                return ButtonLabels(ok=done, steps=self._.pgettext("button", "more"))
            case "joining.typed":
                return ButtonLabels(ok=done)
            case "joining.help":
                turn, page = self._.pgettext("button", "turn the page"), f"{at + 1}/{len(rules.HINTS)}"
                return ButtonLabels(ok=done, steps=turn, page=page)
        return None

    def picture(self, decision: Decision, view: JoiningView, face: Face, title: str) -> Screen:
        at = max(face.at, 0) if isinstance(face, MenuFace) else 0
        match decision.name:
            case "joining.wifi" if view.own:
                return CodeScreen(title, wifi_link(view.own), _parts(view.own.name, " ", view.own.password))
            case "joining.code" if at == 0:
                here = self._here()
                lines = (self._.npgettext("line", "{n} phone", "{n} phones", here),) if here else ()
                return CodeScreen(title, view.link, _parts(view.address), lines)
            case "joining.typed":
                return Lines(title, (view.address, *_grouped(view.code)))
            case "joining.help":
                return TextScreen(" ".join(cue.text for cue in self._page(at)))
        return super().picture(decision, view, face, title)

    def item(self, choice: Choice, view: JoiningView) -> str:
        if choice.name == "joining.help":
            return self._(_HINTS[str(choice.value)][0])
        if choice.name != "joining.free" or not isinstance(choice.value, int):
            return super().item(choice, view)
        name = dict(view.names).get(choice.value, "")
        if name:
            return self._.pgettext("line", "Pad {pad}: {name}", pad=choice.value, name=name)
        return self._.pgettext("line", "Pad {pad}", pad=choice.value)

    def under_cursor(self, decision: Decision, view: JoiningView, face: Face) -> tuple[Cue, ...]:
        if decision.name == "joining.help" and isinstance(face, MenuFace):
            return tuple(self._page(max(face.at, 0)))
        return super().under_cursor(decision, view, face)

    def _page(self, at: int) -> Iterator[Say]:
        return (Say(self._(one)) for one in _HINTS[rules.HINTS[at]])

    def _spelt(self, text: str) -> Iterator[Say]:
        """Character by character, a few in each sentence."""
        signs = [self._(_SIGNS[one]) if one in _SIGNS else one for one in text if one != " "]
        for first in range(0, len(signs), SPELT):
            yield Say(self._("{name}.", name=", ".join(signs[first : first + SPELT])))

    def props(self, view: JoiningView) -> Props | None:
        return None

    def interrupted(self, decision: Decision, view: JoiningView) -> str:
        return ""


def wifi_link(wifi: Wifi) -> str:
    r"""The Wi-Fi invitation that phone cameras recognize in a QR code.

    >>> wifi_link(Wifi(4, "Table; 7", "AB23CD45"))
    'WIFI:T:WPA;S:Table\\; 7;P:AB23CD45;;'
    """
    name, password = (re.sub(r"([\\;,:\"])", r"\\\1", text) for text in (wifi.name, wifi.password))
    return f"WIFI:T:WPA;S:{name};P:{password};;"


def _parts(*texts: str) -> tuple[str, ...]:
    """Split where a row may break: after a dot, before a colon.

    >>> _parts("10.0.0.1:80")
    ('10.', '0.', '0.', '1', ':80')
    """
    return tuple(part for text in texts for part in re.findall(r":?[^.:]+\.?|[.:]", text))


def _grouped(code: str) -> tuple[str, str]:
    """The code's letters in groups, on two rows.

    >>> _grouped("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    ('ABCD EFGH IJKL MNOP', 'QRST UVWX YZ')
    """
    groups = [code[at : at + GROUP] for at in range(0, len(code), GROUP)]
    return " ".join(groups[:A_ROW]), " ".join(groups[A_ROW:])
