"""The appliance's own voice: sentences rendered ahead of time by children, played by the mixer.

Rendering takes a moment, several on a small Pi, and may hang. So nothing here waits for it: what is
prepared is rendered in the background and kept on disk, what is said unrendered goes to the front.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import shutil
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gm_appliance.table.mixer import Sentence, SoundMixer, TroubleReport
from gm_appliance.table.ports import estimated_length
from gm_appliance.table.render import (
    CHILD,
    TIMEOUT,
    NoEngine,
    RenderFailed,
    Request,
    ask_child,
    ask_command,
    wav_seconds,
)

log = logging.getLogger(__name__)

VOICES = {"en": "gmw/en", "de": "gmw/de", "fr": "roa/fr", "it": "roa/it", "nl": "gmw/nl"}
"""The engine's voice for each language. A variant may be appended, e.g. ``"gmw/de+f3"``."""

DEFAULT_RATE = 160
"""Words per minute: calm, and understood across a table."""

SLOWEST, FASTEST = 80, 450
"""Words per minute the engine can speak."""

CACHE_BYTES = 256 * 1024 * 1024
"""Renderings kept on disk; the longest unused go first. A sentence takes about 100 kB."""

ABANDONED_AFTER = 3600.0
"""Seconds after which a half-written file belongs to nobody any more."""

FAILURES_TO_LOSE = 3
"""Prompts failed in a row after which the voice counts as lost."""


class SilentVoice:
    """A voice nobody hears: lengths from letters alone, no library."""

    def say(self, text: str) -> float:
        return estimated_length(text)

    def hush(self) -> None:
        return

    def prepare(self, texts: Sequence[str]) -> None:
        return


class Renderer:
    """Sentences to WAV files in a folder, by two threads and one child process a sentence.

    The first thread renders whatever is wanted, the second only what is urgent: an engine that
    hangs on something prepared does not hold up what is said meanwhile.

    cache:   a folder that can be written. voice: see VOICES. rate: words per minute.
    trouble: told ``("voice", "missing")`` or ``("voice", "lost")``, once, from a rendering thread.
    ready:   called after every sentence that was rendered or given up.
    child, command, timeout: see `render`; the command is what is tried where the child fails.
    cache_bytes: what the renderings may take on disk, measured at the start.
    """

    def __init__(
        self,
        cache: Path,
        voice: str,
        rate: int,
        trouble: TroubleReport,
        ready: Callable[[], None],
        *,
        child: Sequence[str] = CHILD,
        command: str = "espeak-ng",
        timeout: float = TIMEOUT,
        cache_bytes: int = CACHE_BYTES,
    ) -> None:
        self._cache = cache
        self._cache_bytes = cache_bytes
        self._voice = voice
        self._rate = min(FASTEST, max(SLOWEST, int(rate)))
        self._trouble = trouble
        self._ready = ready
        self._child = child
        self._command = command
        self._timeout = timeout
        self._changed = threading.Condition()
        self._sentences: dict[str, Sentence] = {}
        self._urgent: deque[Sentence] = deque()
        self._later: deque[Sentence] = deque()
        self._engine: str | None = None
        self._child_works = True
        self._missing = self._lost = self._closing = False
        self._failures = 0

    def start(self) -> None:
        threading.Thread(target=self._run, args=(True,), name="voice", daemon=True).start()
        threading.Thread(target=self._run, args=(False,), name="voice, urgent", daemon=True).start()

    def close(self) -> None:
        """Render nothing more. Does not wait for a child at work; it ends by itself."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()

    def want(self, text: str, urgent: bool) -> Sentence:
        """The sentence of this text, rendered or soon to be; what is urgent comes first."""
        with self._changed:
            sentence = self._sentences.get(text)
            if sentence is None or sentence.failed:
                sentence = Sentence(text, estimated_length(text), failed=self._missing)
                self._sentences[text] = sentence
                if not self._missing and not self._from_cache(sentence):
                    (self._urgent if urgent else self._later).append(sentence)
            elif urgent and sentence in self._later:
                self._later.remove(sentence)
                self._urgent.append(sentence)
            self._changed.notify_all()
            return sentence

    def calm_down(self) -> None:
        """Nothing is urgent any more: what was, is rendered before the rest, but later."""
        with self._changed:
            self._later.extendleft(reversed(self._urgent))
            self._urgent.clear()

    # ------------------------------------------------------------ the rendering threads

    def _run(self, first: bool) -> None:
        if first:
            self._identify()
            self._prune()
        while (sentence := self._next(first)) is not None:
            if not self._from_cache(sentence):
                self._render(sentence)
            self._ready()

    def _next(self, first: bool) -> Sentence | None:
        """The next sentence to render; None when there is nothing more to be done."""
        with self._changed:
            while not self._closing and not self._missing:
                if self._engine is not None and self._urgent:
                    return self._urgent.popleft()
                if self._engine is not None and first and self._later:
                    return self._later.popleft()
                self._changed.wait()
            return None

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
        with self._changed:
            if engine is None:
                self._child_works = False
                engine = shutil.which(self._command)
            self._engine = engine
            self._missing = engine is None
            if self._missing:
                for sentence in self._sentences.values():
                    sentence.failed = True
            self._changed.notify_all()
        if self._missing:
            log.error(
                "No voice: %s. Likely neither espeak-ng nor espeakng-loader is installed. Everything is on "
                "the display; `apt install espeak-ng`, then restart.",
                complaint,
            )
            self._trouble("voice", "missing")
            self._ready()

    def _path(self, text: str) -> Path:
        made_from = json.dumps([text, self._voice, self._rate, self._engine])
        return self._cache / f"{hashlib.sha256(made_from.encode()).hexdigest()[:32]}.wav"

    def _from_cache(self, sentence: Sentence) -> bool:
        """Whether it was rendered before, and wholly; the sentence is ready then."""
        if self._engine is None:
            return False
        path = self._path(sentence.text)
        try:
            seconds = wav_seconds(path)
            os.utime(path)
        except (RenderFailed, OSError):
            return False
        self._finish(sentence, seconds, path)
        return True

    def _finish(self, sentence: Sentence, seconds: float, wav: Path) -> None:
        # In this order: whoever sees the file must see its exact length too.
        sentence.seconds = seconds
        sentence.wav = wav

    def _render(self, sentence: Sentence) -> None:
        path = self._path(sentence.text)
        part = path.with_suffix(f".{os.getpid()}.{threading.get_ident()}.part")
        request = Request(sentence.text, self._voice, self._rate, str(part))
        try:
            seconds = self._rendered(request)
            part.replace(path)
        except (RenderFailed, OSError) as error:
            part.unlink(missing_ok=True)
            self._fail(sentence, error)
        else:
            self._failures = 0
            self._finish(sentence, seconds, path)

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

    def _fail(self, sentence: Sentence, error: Exception) -> None:
        sentence.failed = True
        self._failures += 1
        log.warning("%r will not be heard: %s", sentence.text, error)
        if self._failures < FAILURES_TO_LOSE or self._lost:
            return
        self._lost = True
        log.error(
            "Voice lost: %d prompts in a row failed. Likely the disk is full or the speech engine is broken. "
            "Everything is on the display; free some space, `apt reinstall espeak-ng`, then restart.",
            self._failures,
        )
        self._trouble("voice", "lost")

    def _prune(self) -> None:
        """Forget the renderings longest unused where they have become too many."""
        found = []
        for path in self._cache.glob("*"):
            # Others may clear up at the same time.
            with contextlib.suppress(OSError):
                facts = path.stat()
                found.append((facts.st_mtime, facts.st_size, path))
        left = sum(size for _, size, _ in found)
        for used, size, path in sorted(found):
            abandoned = path.suffix == ".part" and used < time.time() - ABANDONED_AFTER
            if abandoned or (left > self._cache_bytes and path.suffix == ".wav"):
                left -= size
                with contextlib.suppress(OSError):
                    path.unlink()


class SpeechVoice:
    """The port `Voice`, heard through a mixer."""

    def __init__(self, renderer: Renderer, mixer: SoundMixer) -> None:
        self._renderer = renderer
        self._mixer = mixer

    def say(self, text: str) -> float:
        if not text.strip():
            return 0.0
        sentence = self._renderer.want(text, urgent=True)
        self._mixer.speak(sentence)
        return sentence.seconds

    def hush(self) -> None:
        self._mixer.hush()
        self._renderer.calm_down()

    def prepare(self, texts: Sequence[str]) -> None:
        for text in texts:
            if text.strip():
                self._renderer.want(text, urgent=False)

    def close(self) -> None:
        """Render nothing more."""
        self._renderer.close()


def open_sound(
    cache_dir: Path,
    language: str,
    rate: int,
    volume: float,
    trouble: TroubleReport,
    voice: str | None = None,
) -> tuple[SpeechVoice, SoundMixer]:
    """The voice and the mixer, both at work already. Never raises: what is missing is told.

    cache_dir: made if need be. language: see VOICES; English for a language without a voice.
    rate: words per minute, 80 to 450. volume: 0 to 1. trouble: called once a part, from any thread.
    voice: an espeak-ng voice instead of the language's own.
    """
    cache = _writable(cache_dir)
    prompts = cache / "prompts"
    prompts.mkdir(exist_ok=True)
    mixer = SoundMixer(cache, volume, trouble)
    chosen = voice or VOICES.get(language, VOICES["en"])
    renderer = Renderer(prompts, chosen, rate, trouble, mixer.wake)
    mixer.start()
    renderer.start()
    return SpeechVoice(renderer, mixer), mixer


def _writable(cache_dir: Path) -> Path:
    """The folder, or a passing one where it cannot be written."""
    try:
        cache_dir.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=cache_dir):
            return cache_dir
    except OSError as error:
        passing = Path(tempfile.mkdtemp(prefix="gm-appliance-"))
        log.error(
            "Prompts cannot be kept in %s: %s. They are rendered anew at every start, in %s. "
            "Check whose folder it is and whether the disk is full.",
            cache_dir,
            error,
            passing,
        )
        return passing


def spoken_lengths(
    texts: Sequence[str], language: str, rate: int = DEFAULT_RATE, children: int = 2
) -> list[float]:
    """How many seconds each of these takes, rendered for real; some 30 sentences a second.

    The same samples as the appliance will play: every sentence has a fresh engine. Raises
    RenderFailed where one cannot be rendered, NoEngine where nothing can.
    """
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(children) as pool:
        requests = [
            Request(text, VOICES.get(language, VOICES["en"]), rate, str(Path(folder, f"{number}.wav")))
            for number, text in enumerate(texts)
        ]
        shares = [requests[first::children] for first in range(children)]
        told = pool.map(_lengths, shares)
        lengths = [0.0] * len(requests)
        for first, seconds in enumerate(told):
            lengths[first::children] = seconds
        return lengths


def _lengths(share: Sequence[Request]) -> list[float]:
    return ask_child(share, timeout=TIMEOUT + len(share))[1] if share else []


def spoken_length(text: str, language: str, rate: int = DEFAULT_RATE) -> float:
    """How many seconds this takes, rendered for real. Raises as `spoken_lengths` does."""
    return spoken_lengths((text,), language, rate, children=1)[0]
