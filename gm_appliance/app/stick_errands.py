"""Copying to, taking results and updating from a USB stick between games, and going back to the previous
version."""

from __future__ import annotations

import logging

from gm_appliance.core.language import Language
from gm_appliance.core.league import SHORT
from gm_appliance.core.narration import ForgivingNarration
from gm_appliance.core.play import Play
from gm_appliance.core.ports import FAULTS, STICK, Fault, FaultReport, Stick, StickFound
from gm_appliance.games.menu.narration.stick import StickWords
from gm_appliance.games.menu.stick import BACK, COPY, INSTALL, OLDER, TAKE, stick_question
from gm_appliance.host.loop import Host
from gm_appliance.host.run_settings import BACK_LEAVES
from gm_appliance.storage.kept_settings import KeptSettings
from gm_appliance.storage.session_log import NullSessionLog

log = logging.getLogger(__name__)

OFFERED = "stick.offered"  # keeps the build of the update offered last, and when it was plugged in
WHAT = {"update": INSTALL, "older": OLDER, "empty": COPY}  # the errand offered for each kind of stick
ENDINGS = tuple(what for what in FAULTS[STICK] if what not in ("update", "older", "same", "none"))


AT_POWER_ON = 60  # seconds in which a stick is found that was plugged in before the machine was switched on


class StickErrands:
    """stick: None if sticks are not watched. fault: posts news to the inbox."""

    def __init__(self, host: Host, stick: Stick | None, fault: FaultReport, kept: KeptSettings) -> None:
        self._host, self._stick, self._fault, self._kept = host, stick, fault, kept

    @property
    def there(self) -> bool:
        return self._stick is not None

    @property
    def due(self) -> bool:
        """Whether there is an update not yet offered since it was plugged in, whatever became of it."""
        found = self._stick.found if self._stick else StickFound()
        kept = self._kept.value(OFFERED)
        build, since = kept if isinstance(kept, list) else (None, None)
        again = found.build == build and (found.since == since or found.since <= AT_POWER_ON)
        return found.kind == "update" and not again

    def reminder(self) -> Fault | None:
        """The news of an update in the middle of a game."""
        found = self._stick.found if self._stick else StickFound()
        return Fault(STICK, "update", meant=found.version) if found.kind == "update" else None

    def run(self, language: Language) -> None:
        """Offer the errand for the stick that is plugged in. Raises Stopped."""
        if self._stick is None:
            return
        found = self._stick.found
        if found.kind not in WHAT:
            self._fault(STICK, found.kind)
            return
        if found.kind == "empty":
            for box in self._stick.brought():
                if (
                    self._begun(TAKE, StickFound(version=f"{box[:4]} {box[4:SHORT]}".upper()), language)
                    == TAKE
                ):
                    self._stick.take_in((box,))
        ended = self._begun(WHAT[found.kind], found, language)
        if found.kind == "update":
            self._kept.change(OFFERED, lambda _before: [found.build, found.since])
        if ended == "installed":
            self._stick.restart()

    def before(self) -> str:
        """The previous version; empty for none."""
        return self._stick.before() if self._stick else ""

    def go_back(self, version: str, language: Language) -> None:
        """Raises Stopped."""
        self._begun(BACK, StickFound(version=version), language)

    def _begun(self, what: str, found: StickFound, language: Language) -> str:
        """Ask, and do it; returns how it ended, empty if people declined."""
        words, play = StickWords(language), Play(stick_question(what, found.version), {})
        agreed = self._host.run(play, ForgivingNarration(words), NullSessionLog(), BACK_LEAVES)
        if agreed is None or agreed.reason != what or self._stick is None:
            return ""
        log.info("The stick: %s.", what)
        self._host.perform(words.busy(play.view))
        if what == TAKE:
            return what
        if what == COPY:
            self._stick.copy()
        elif what == BACK:
            self._stick.go_back()
        else:
            self._stick.install(found)
        return self._host.until_news(STICK, *ENDINGS)
