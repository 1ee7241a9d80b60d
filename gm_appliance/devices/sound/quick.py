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
from gm_appliance.devices.sound.memory import free_megabytes
from gm_appliance.devices.sound.render import TIMEOUT, RenderFailed
from gm_appliance.devices.sound.resident import opened
from gm_appliance.devices.sound.speech_command import USUAL_RATE, SpeechCommand

log = logging.getLogger(__name__)

# The most seconds of work for a second of speech: a slower voice would leave sentences to espeak-ng.
QUICK = 0.5
KEPT = "quick-voices.json"
TRIES = 3  # renderings of which the quickest counts: the first may load the engine, the machine may be busy
FAILED = 1000.0  # the seconds of one that fails


class QuickVoices:
    """folder: where the quick ones are kept. free: the megabytes that are free. Thread-safe."""

    def __init__(self, folder: Path, free: Callable[[], int] = free_megabytes) -> None:
        self._file, self._free = folder / KEPT, free
        self._seconds: dict[str, float] = {}  # of work for a second of speech
        with contextlib.suppress(OSError, ValueError, TypeError, AttributeError):
            kept = json.loads(self._file.read_bytes())
            self._seconds = {str(one): float(seconds) for one, seconds in kept.items()}
        self._fits: dict[str, bool] = {}
        self._lock = threading.Lock()

    def suits(self, voice: str) -> bool:
        """Whether a voice may speak unasked. One that is not measured yet may, unless it stays loaded."""
        usual = FAILED if engines.memory(voice) else 0.0
        return self.fits(voice) and self._seconds.get(_version(voice), usual) <= QUICK

    def settled(self, voice: str) -> bool:
        """Whether measuring it would tell nothing new."""
        return not self.fits(voice) or _version(voice) in self._seconds

    def fits(self, voice: str) -> bool:
        """Whether there is the memory; the first answer stays, as there is less when it is loaded."""
        return self._fits.setdefault(voice, self._free() >= engines.memory(voice))

    def prove(self, voice: str, text: str) -> None:
        """Measure a voice if that tells something new, which takes seconds. Only quick ones are kept: the
        machine may have been busy."""
        with self._lock:
            if self.settled(voice) or (command := engines.command(voice)) is None:
                return
            seconds = measured(command, text)
            log.info("The voice %s needs %.2f s for a second of speech.", voice, seconds)
            self._seconds = {**self._seconds, _version(voice): round(seconds, 3)}
            quick = {one: seconds for one, seconds in self._seconds.items() if seconds <= QUICK}
            with contextlib.suppress(OSError):
                self._file.write_text(json.dumps(quick))


def measured(command: SpeechCommand, text: str, now: Callable[[], float] = time.monotonic) -> float:
    """The seconds of work for a second of speech."""
    speech, found = opened(command), FAILED
    try:
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(TRIES):
                begun = now()
                seconds = speech.render(text, USUAL_RATE, Path(folder, "measured.wav"), TIMEOUT)
                found = min(found, (now() - begun) / seconds)
    except (RenderFailed, OSError) as error:
        log.info("%s failed: %s", command.source, error)
        return FAILED
    finally:
        speech.rest()
    return found


def _version(voice: str) -> str:
    command = engines.command(voice)
    return f"{voice} {command.version()}" if command else voice
