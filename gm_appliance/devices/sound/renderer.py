"""Sentences rendered ahead of time, in the background, by child processes, and kept on disk."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import math
import os
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from gm_appliance.core.ports import FaultReport, estimated_length
from gm_appliance.devices.sound.mixer import Sentence
from gm_appliance.devices.sound.own_engine import FAILURES_TO_LOSE, OwnEngine
from gm_appliance.devices.sound.render import (
    CHILD,
    TIMEOUT,
    NoEngine,
    RenderFailed,
    Request,
    ask_child,
    ask_command,
    wav_seconds,
)
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.devices.worker import Worker

log = logging.getLogger(__name__)

SLOWEST, FASTEST = 80, 450
"""Words per minute the engine can speak."""

CACHE_BYTES = 256 * 1024 * 1024
"""Renderings kept on disk; the longest unused go first. A sentence takes about 100 kB."""

ABANDONED_AFTER = 3600.0
"""Seconds after which a half-written file belongs to nobody any more."""

KNOWN = 1000
"""Sentences kept in mind; an evening has fewer. What was wanted longest ago is forgotten first."""


class Renderer:
    """Sentences to WAV files in a folder, by two threads and one child process a sentence.

    The first thread renders whatever is wanted, the second only what is urgent: an engine that
    hangs on something prepared does not hold up what is said meanwhile.

    cache:   a folder that can be written. voice: see VOICES. rate: words per minute.
    fault: told ``("voice", "missing")``, ``("voice", "lost")`` and ``("voice", "back")``, once for
             every change, from a rendering thread; and ``("voice", "stand-in")`` where `speech` failed.
    ready:   called after every sentence that was rendered or given up.
    speech:  the table's own engine, if it has one; where it fails, a sentence is rendered as without.
    child, command, timeout: see `render`; the command is what is tried where the child fails.
    cache_bytes: what the renderings may take on disk; an eighth more between two looks.
    """

    def __init__(
        self,
        cache: Path,
        voice: str,
        rate: int,
        fault: FaultReport,
        ready: Callable[[], None],
        *,
        child: Sequence[str] = CHILD,
        command: str = "espeak-ng",
        timeout: float = TIMEOUT,
        cache_bytes: int = CACHE_BYTES,
        speech: SpeechCommand | None = None,
    ) -> None:
        self._cache = cache
        self._cache_bytes = cache_bytes
        self._voice = voice
        self._rate = _bounded(rate)
        self._fault = fault
        self._ready = ready
        self._child = child
        self._command = command
        self._timeout = timeout
        self._own_engine = self._own = OwnEngine(speech, timeout) if speech else None
        self._lock = threading.Lock()
        self._sentences: dict[str, Sentence] = {}
        self._urgent: deque[Sentence] = deque()
        self._later: deque[Sentence] = deque()
        self._engine: str | None = None
        self._child_works = True
        self._missing = self._lost = False
        self._failures = 0
        self._written = 0
        mishap = "A sentence could not be rendered for a reason nobody thought of; the next ones are."
        self._workers = (
            Worker("voice", partial(self._work, True), mishap, log, retry=0.0, begin=self._begin),
            Worker("voice, urgent", partial(self._work, False), mishap, log, retry=0.0),
        )

    def start(self) -> None:
        for worker in self._workers:
            worker.start()

    def close(self) -> None:
        """Render nothing more. Does not wait for a child at work; it ends by itself."""
        for worker in self._workers:
            worker.close(0.0)

    def _wake(self) -> None:
        for worker in self._workers:
            worker.wake()

    def want(self, text: str, urgent: bool) -> Sentence:
        """The sentence of this text, rendered or soon to be; what is urgent comes first.

        Only what is urgent is looked for on disk at once; the rest is left to the rendering threads.
        """
        with self._lock:
            sentence = self._sentences.pop(text, None)
            if sentence is None or sentence.failed:
                sentence = Sentence(text, estimated_length(text), failed=self._missing)
                if not self._missing:
                    self._later.append(sentence)
            # At the end again: what was wanted last is forgotten last.
            self._sentences[text] = sentence
            if len(self._sentences) > KNOWN:
                self._forget(next(iter(self._sentences)))
            if urgent and sentence in self._later:
                self._later.remove(sentence)
                if not self._from_cache(sentence):
                    self._urgent.append(sentence)
        self._wake()
        return sentence

    def change_rate(self, rate: int) -> None:
        """Speak faster or slower from now on; what is known is rendered anew, the latest first.

        What was said already and waits for its rendering gets the new rate too.
        """
        with self._lock:
            if _bounded(rate) == self._rate:
                return
            self._rate = _bounded(rate)
            self._sentences = {
                text: Sentence(text, estimated_length(text), failed=self._missing) for text in self._sentences
            }
            self._later = deque(reversed(self._sentences.values()))
        self._wake()

    def change_voice(self, voice: str, own: bool) -> None:
        """Speak with another voice from now on; what was wanted of the one before is wanted no more.

        own: whether the table's own engine, if it has one, speaks instead.
        """
        with self._lock:
            self._voice = voice
            self._own = self._own_engine if own else None
            self._sentences.clear()
            self._urgent.clear()
            self._later.clear()

    def calm_down(self) -> None:
        """Nothing is urgent any more: what was, is rendered before the rest, but later."""
        with self._lock:
            known = [one for one in self._urgent if self._sentences.get(one.text) is one]
            self._later.extendleft(reversed(known))
            self._urgent.clear()

    def _forget(self, text: str) -> None:
        """Keep it in mind no longer, nor render it only because it was prepared: nothing here may pile up."""
        forgotten = self._sentences.pop(text)
        with contextlib.suppress(ValueError):
            self._later.remove(forgotten)

    # ------------------------------------------------------------ the rendering threads

    def _begin(self) -> None:
        if (own := self._own) and own.absent():
            self._fault("voice", "stand-in")
        self._identify()
        self._prune()

    def _work(self, first: bool) -> float | None:
        """Render one sentence; at once the next, if there was one."""
        sentence = self._next(first)
        if sentence is None:
            return None
        try:
            if not self._from_cache(sentence):
                self._render(sentence)
                if self._written > self._cache_bytes // 8:
                    self._prune()
        finally:
            # Whatever came of it, nobody is to wait for it any longer.
            sentence.failed = sentence.wav is None
            self._ready()
        return time.monotonic()

    def _next(self, first: bool) -> Sentence | None:
        """The next sentence to render; None when there is none, or nothing yet that could."""
        with self._lock:
            if self._engine is None:
                return None
            if self._urgent:
                return self._urgent.popleft()
            return self._later.popleft() if first and self._later else None

    def _identify(self) -> None:
        """Find out what renders here, for the cache to know its renderings by."""
        engine, complaint = None, ""
        for _attempt in range(2):
            try:
                engine = ask_child((), self._child, self._timeout)[0]
                break
            except NoEngine as error:
                complaint = str(error)
                break
            except RenderFailed as error:
                complaint = str(error)
        with self._lock:
            if engine is None:
                self._child_works = False
                engine = shutil.which(self._command)
            if engine is None and (own := self._own) and own.usable():
                engine = ""  # nothing stands in for it
            self._engine = engine
            self._missing = engine is None
            if self._missing:
                for sentence in self._sentences.values():
                    sentence.failed = True
        self._wake()
        if self._missing:
            log.error(
                "No voice: %s. Likely neither espeak-ng nor espeakng-loader is installed. Everything is on "
                "the display; `apt install espeak-ng`, then restart.",
                complaint,
            )
            self._fault("voice", "missing")
            self._ready()

    def _path(self, text: str, voice: str, rate: int) -> Path:
        made_from = json.dumps([text, voice, rate, self._engine])
        return self._cache / f"{hashlib.sha256(made_from.encode()).hexdigest()[:32]}.wav"

    def _own_path(self, own: OwnEngine, text: str, rate: int) -> Path:
        made_from = json.dumps([text, *own.speech.at(rate), own.version])
        return self._cache / f"{hashlib.sha256(made_from.encode()).hexdigest()[:32]}.wav"

    def _from_cache(self, sentence: Sentence) -> bool:
        """Whether it was rendered before, and wholly; the sentence is ready then."""
        if self._engine is None:
            return False
        for path in self._paths(sentence.text, self._rate):
            try:
                seconds = wav_seconds(path)
                os.utime(path)
            except (RenderFailed, OSError):
                continue
            self._finish(sentence, seconds, path)
            return True
        return False

    def _paths(self, text: str, rate: int) -> Iterator[Path]:
        """Where a rendering may lie that is taken as it is, the best first."""
        own = self._own
        if own:
            yield self._own_path(own, text, rate)
        if not (own and own.usable()):
            yield self._path(text, self._voice, rate)

    def _finish(self, sentence: Sentence, seconds: float, wav: Path) -> None:
        # In this order: whoever sees the file must see its exact length too.
        sentence.seconds = seconds
        sentence.wav = wav

    def _render(self, sentence: Sentence) -> None:
        # All of these may change meanwhile.
        rate, voice, own = self._rate, self._voice, self._own
        if own and own.usable() and self._render_own(own, sentence, rate):
            return
        path = self._path(sentence.text, voice, rate)
        part = _part(path)
        request = Request(sentence.text, voice, rate, str(part))
        try:
            seconds = self._rendered(request)
            size = part.stat().st_size
            part.replace(path)
        except (RenderFailed, OSError) as error:
            part.unlink(missing_ok=True)
            self._fail(sentence.text, error)
        else:
            self._written += size
            self._recover()
            self._finish(sentence, seconds, path)

    def _render_own(self, own: OwnEngine, sentence: Sentence, rate: int) -> bool:
        """Whether the table's own engine rendered it; where it did not, that is told."""
        path = self._own_path(own, sentence.text, rate)
        part = _part(path)
        try:
            seconds = own.speech.render(sentence.text, rate, part, self._timeout)
            size = part.stat().st_size
            part.replace(path)
        except (RenderFailed, OSError) as error:
            part.unlink(missing_ok=True)
            if own.failed(sentence.text, error):
                self._fault("voice", "stand-in")
            return False
        self._written += size
        if own.succeeded():
            self._fault("voice", "back")
        self._recover()
        self._finish(sentence, seconds, path)
        return True

    def _rendered(self, request: Request) -> float:
        """Length in seconds of what was rendered: by a child, by a second one, by the command.

        Raises RenderFailed where none of them did it.
        """
        for attempt in (1, 2) if self._child_works else ():
            try:
                return ask_child((request,), self._child, self._timeout)[1][0]
            except NoEngine:
                break
            except RenderFailed as error:
                log.warning("Attempt %d at a prompt failed: %s", attempt, error)
        return ask_command(request, self._command, self._timeout)

    def _fail(self, text: str, error: Exception) -> None:
        log.warning("%r will not be heard: %s", text, error)
        with self._lock:
            self._failures += 1
            if self._failures < FAILURES_TO_LOSE or self._lost:
                return
            self._lost = True
        log.error(
            "Voice lost: %d prompts in a row failed. Likely the disk is full or the speech engine is broken. "
            "Everything is on the display; free some space, `apt reinstall espeak-ng`.",
            self._failures,
        )
        self._fault("voice", "lost")

    def _recover(self) -> None:
        """A prompt succeeded: the voice is there."""
        with self._lock:
            self._failures = 0
            was_lost, self._lost = self._lost, False
        if was_lost:
            log.warning("The voice is back.")
            self._fault("voice", "back")

    def _prune(self) -> None:
        """Forget the renderings longest unused where they have become too many."""
        self._written = 0
        now, found = time.time(), []
        for path in self._cache.glob("*"):
            # Others may clear up at the same time.
            with contextlib.suppress(OSError):
                facts = path.stat()
                # What seems to be used in times to come was used before the clock was set back.
                ahead = facts.st_mtime > now + ABANDONED_AFTER
                found.append((-math.inf if ahead else facts.st_mtime, facts.st_size, path))
        left = sum(size for _, size, _ in found)
        gone = set()
        for used, size, path in sorted(found):
            abandoned = path.suffix == ".part" and used < now - ABANDONED_AFTER
            if abandoned or (left > self._cache_bytes and path.suffix == ".wav"):
                left -= size
                gone.add(path)
        with self._lock:
            # Should one of them be said after all, it is rendered again.
            for sentence in [known for known in self._sentences.values() if known.wav in gone]:
                del self._sentences[sentence.text]
            for path in gone:
                with contextlib.suppress(OSError):
                    path.unlink()


def _part(path: Path) -> Path:
    """Where it is written, by this thread alone."""
    return path.with_suffix(f".{os.getpid()}.{threading.get_ident()}.part")


def _bounded(rate: int) -> int:
    return min(FASTEST, max(SLOWEST, int(rate)))
