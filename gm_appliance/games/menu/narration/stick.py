"""The words for everything done with a USB stick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from gm_appliance.core.cues import Cue, Props, Say, Show
from gm_appliance.core.cues.screens import TextScreen
from gm_appliance.core.game import Decision, Face
from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import ButtonLabels, PromptText
from gm_appliance.core.table_narration import TableNarration
from gm_appliance.games.menu.stick import BACK, COPY, INSTALL, OLDER, TAKE, StickView


class StickWords(TableNarration):
    PROMPTS: ClassVar[Mapping[str, PromptText]] = {
        f"stick.{INSTALL}": PromptText(
            ask=N_("Version {version} is on the stick. Install it?"),
            again=N_("Install version {version}?"),
            title=NP_("title", "Update"),
            items={INSTALL: NP_("line", "Install it")},
        ),
        f"stick.{OLDER}": PromptText(
            ask=N_("Version {version} is on the stick. It is older than mine. Install it anyway?"),
            again=N_("Install version {version}, which is older than mine?"),
            title=NP_("title", "Older version"),
            items={OLDER: NP_("line", "Install it")},
        ),
        f"stick.{OLDER}-again": PromptText(
            ask=N_("Unfinished games may be lost. Really go back to version {version}?"),
            again=N_("Really go back to version {version}?"),
            title=NP_("title", "Older version"),
            items={OLDER: NP_("line", "Install it")},
        ),
        f"stick.{COPY}": PromptText(
            ask=N_("Copy results, finished games and a report to the stick?"),
            again=N_("Copy them to the stick?"),
            title=NP_("title", "USB stick"),
            items={COPY: NP_("line", "Copy to the stick")},
        ),
        f"stick.{TAKE}": PromptText(
            ask=N_("The stick has results from box {box}. Add them to mine?"),
            again=N_("Add the results from box {box}?"),
            title=NP_("title", "USB stick"),
            items={TAKE: NP_("line", "Add them")},
        ),
        f"stick.{BACK}": PromptText(
            ask=N_("Go back to version {version}?"),
            title=NP_("title", "Older version"),
            items={BACK: NP_("line", "Go back to it")},
        ),
        f"stick.{BACK}-again": PromptText(
            ask=N_("Unfinished games may be lost. Really go back to version {version}?"),
            again=N_("Really go back to version {version}?"),
            title=NP_("title", "Older version"),
            items={BACK: NP_("line", "Go back to it")},
        ),
    }

    def values(self, decision: Decision, view: StickView) -> Mapping[str, object]:
        return {"version": view.version, "box": view.version}

    def labels(self, decision: Decision, view: StickView, face: Face) -> ButtonLabels | None:
        ok = {COPY: self._.pgettext("button", "copy"), BACK: self._.pgettext("button", "go back")}
        ok[TAKE] = self._.pgettext("button", "add them")
        install = self._.pgettext("button", "install it")
        return ButtonLabels(ok=ok.get(view.what, install), back=self._.pgettext("button", "the menu"))

    def busy(self, view: StickView) -> tuple[Cue, ...]:
        text = self._("I am copying. Leave the stick in.")
        if view.what != COPY:
            text = self._("I am installing version {version}. Leave the stick in.", version=view.version)
        if view.what == TAKE:
            text = self._("I am adding the results from box {box}.", box=view.version)
        if view.what == BACK:
            text = self._("I am going back to version {version}. One moment.", version=view.version)
        return (Show(TextScreen(text)), Say(text))

    def props(self, view: StickView) -> Props | None:
        return None

    def interrupted(self, decision: Decision, view: StickView) -> str:
        return ""
