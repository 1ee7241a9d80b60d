"""Which voices are quick enough on this machine: measured once, and kept between starts."""

from __future__ import annotations

import contextlib
import json
import logging
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.language_voices import ESPEAK
from gm_appliance.devices.sound.memory import free_megabytes
from gm_appliance.devices.sound.render import TIMEOUT, RenderFailed
from gm_appliance.devices.sound.resident import opened
from gm_appliance.devices.sound.speech_command import SpeechCommand

log = logging.getLogger(__name__)

QUICK = 0.5
"""The most seconds of work for a second of speech. A slower voice would leave sentences that people wait for
to espeak-ng, and the box would have two voices."""

KEPT = "quick-voices.json"
TRIES = 3  # renderings of which the quickest counts: the first may load the engine, the machine may be busy
FAILED = 1000.0  # the share of real time of a voice that fails


class QuickVoices:
    """folder: where measurements are kept. free: the megabytes that are free. Thread-safe."""

    def __init__(self, folder: Path, free: Callable[[], int] = free_megabytes) -> None:
        self._file, self._free = folder / KEPT, free
        self._shares = _kept(self._file)
        self._fresh: set[str] = set()
        self._room: dict[str, bool] = {}
        self._lock = threading.Lock()

    def suits(self, voice: str) -> bool:
        """Whether a voice may be taken unasked. One that is not measured yet may, unless it stays loaded."""
        if voice == ESPEAK:
            return True
        share = self._shares.get(_version(voice))
        return self._fits(voice) and (engines.memory(voice) == 0 if share is None else share <= QUICK)

    def settled(self, voice: str) -> bool:
        """Whether measuring it would tell nothing new. One that was too slow is measured at each start."""
        version = _version(voice)
        known = version in self._fresh or self._shares.get(version, FAILED) <= QUICK
        return voice == ESPEAK or known or not self._fits(voice)

    def slowness(self, voice: str) -> float | None:
        """The seconds of work for a second of speech; None if that is not known."""
        return self._shares.get(_version(voice))

    def prove(self, voice: str, text: str, rate: int) -> None:
        """Measure a voice if that tells something new: this takes seconds."""
        with self._lock:
            if self.settled(voice) or (command := engines.command(voice)) is None:
                return
            share = measured(command, text, rate)
            log.info("The voice %s needs %.2f s for a second of speech.", voice, share)
            version = _version(voice)
            self._fresh.add(version)
            self._shares = {**self._shares, version: round(share, 3)}
            with contextlib.suppress(OSError):
                self._file.write_text(json.dumps(self._shares))

    def _fits(self, voice: str) -> bool:
        """Whether there is the memory; asked once, as there is less once the voice is loaded."""
        if voice not in self._room:
            self._room[voice] = self._free() >= engines.memory(voice)
        return self._room[voice]


def measured(
    command: SpeechCommand, text: str, rate: int, now: Callable[[], float] = time.monotonic
) -> float:
    """The seconds of work for a second of speech. A voice that fails takes very long."""
    speech, shares = opened(command), []
    try:
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(TRIES):
                begun = now()
                seconds = speech.render(text, rate, Path(folder, "measured.wav"), TIMEOUT)
                shares.append((now() - begun) / seconds)
            return min(shares)
    except (RenderFailed, OSError) as error:
        log.info("%s failed: %s", command.source, error)
        return FAILED
    finally:
        speech.rest()


def _version(voice: str) -> str:
    command = engines.command(voice)
    return f"{voice} {command.version()}" if command else ""


def _kept(file: Path) -> dict[str, float]:
    with contextlib.suppress(OSError, ValueError):
        if isinstance(told := json.loads(file.read_bytes()), dict):
            return {str(one): float(share) for one, share in told.items() if isinstance(share, (int, float))}
    return {}
