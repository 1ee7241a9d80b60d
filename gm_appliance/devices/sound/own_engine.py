"""Keeps track of whether the table's own speech engine works: one that fails is not used for a while."""

from __future__ import annotations

import logging
import threading
import time

from gm_appliance.devices.sound.speech_command import SpeechCommand

log = logging.getLogger(__name__)

FAILURES_TO_LOSE = 3
"""Failures in a row after which an engine counts as lost."""

REST = 60.0
"""Seconds it is not used then: one that hangs would delay every prompt."""


class OwnEngine:
    """A speech command and its recent success. Its methods may be called from any thread.

    version: identifies the program at the start, for the cache of renderings.
    """

    def __init__(self, speech: SpeechCommand, timeout: float) -> None:
        self.speech = speech
        self.version = speech.version()
        self._timeout = timeout
        self._lock = threading.Lock()
        self._there = speech.program is not None
        self._failures = 0
        self._rests_until = 0.0

    def absent(self) -> bool:
        """Whether there is no such program, which is logged with a remedy."""
        if not self._there:
            log.error(
                "%s: there is no program %r. espeak-ng speaks instead. Install it, or name it with its whole "
                "path, then restart.",
                self.speech.source,
                self.speech.words[0],
            )
        return not self._there

    def usable(self) -> bool:
        """Whether it exists and may be used now."""
        with self._lock:
            return self._there and time.monotonic() >= self._rests_until

    def failed(self, text: str, error: Exception) -> bool:
        """It failed to render this text; returns whether to report that."""
        log.warning("%s failed at %r: %s. espeak-ng speaks instead.", self.speech.source, text, error)
        with self._lock:
            self._failures += 1
            if self._failures >= FAILURES_TO_LOSE:
                self._rests_until = time.monotonic() + REST
            if self._failures != FAILURES_TO_LOSE:
                return False
        log.error(
            "%s failed %d times in a row. Likely its model is missing or it takes longer than %g s: "
            "try it in a terminal, as docs/sound.md says. It is tried again every minute.",
            self.speech.source,
            FAILURES_TO_LOSE,
            self._timeout,
        )
        return True

    def succeeded(self) -> bool:
        """It rendered a sentence; returns whether to report that it works again."""
        with self._lock:
            was_lost, self._failures = self._failures >= FAILURES_TO_LOSE, 0
        if was_lost:
            log.warning("%s works again.", self.speech.source)
        return was_lost
