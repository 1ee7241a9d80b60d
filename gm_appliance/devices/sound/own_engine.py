"""Keeps track of whether an engine other than espeak-ng works: one that fails is not used for a while."""

from __future__ import annotations

import logging
import threading
import time

from gm_appliance.devices.sound.resident import opened
from gm_appliance.devices.sound.speech_command import SpeechCommand

log = logging.getLogger(__name__)

FAILURES_TO_LOSE = 3  # failures in a row after which an engine counts as lost
REST = 60.0  # seconds it is not used then: one that hangs would delay every prompt


class OwnEngine:
    """An engine and its recent success. Its methods may be called from any thread.

    speech: renders its sentences. version: identifies it in the cache of renderings, as it was at the start.
    """

    def __init__(self, command: SpeechCommand, timeout: float) -> None:
        self.command = command
        self.speech = opened(command)
        self.version = command.version()
        self._timeout = timeout
        self._lock = threading.Lock()
        self._there = command.program is not None
        self._told = False
        self._failures = 0
        self._rests_until = 0.0

    def absent(self) -> bool:
        """Whether there is no such program and that is not told yet; it is logged with a remedy."""
        with self._lock:
            told, self._told = self._told, True
        if not self._there and not told:
            log.error(
                "%s: there is no program %r. espeak-ng speaks instead. Install it, or name it with its whole "
                "path, then restart.",
                self.command.source,
                self.command.words[0],
            )
        return not self._there and not told

    def usable(self) -> bool:
        with self._lock:
            return self._there and time.monotonic() >= self._rests_until

    def failed(self, text: str, error: Exception) -> bool:
        """It failed to render this text; returns whether to report that."""
        log.warning("%s failed at %r: %s. espeak-ng speaks instead.", self.command.source, text, error)
        with self._lock:
            self._failures += 1
            if self._failures >= FAILURES_TO_LOSE:
                self._rests_until = time.monotonic() + REST
            if self._failures != FAILURES_TO_LOSE:
                return False
        log.error(
            "%s failed %d times in a row. Likely its model is missing or it takes longer than %g s: "
            "try it in a terminal, as docs/sound.md says. It is tried again every minute.",
            self.command.source,
            FAILURES_TO_LOSE,
            self._timeout,
        )
        return True

    def succeeded(self) -> bool:
        """It rendered a sentence; returns whether to report that it works again."""
        with self._lock:
            was_lost, self._failures = self._failures >= FAILURES_TO_LOSE, 0
        if was_lost:
            log.warning("%s works again.", self.command.source)
        return was_lost
