"""Renders sentences ahead of time in child processes, and keeps them on disk."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
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
)
from gm_appliance.devices.sound.shelf import Shelf
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.devices.worker import Worker

log = logging.getLogger(__name__)

SLOWEST, FASTEST = 80, 450
"""The engine's limits, in words per minute."""

KNOWN = 1000
"""Sentences remembered, more than an evening has. The least recently wanted is forgotten first."""


class Renderer:
    """Renders sentences into WAV files on a shelf, with two threads and one child process per sentence.

    The first thread renders everything, the second only urgent sentences, so that an engine that hangs on
    something prepared does not delay what is said meanwhile.

    shelf:   keeps the files. voice: see VOICES. rate: words per minute.
    fault: called with ``("voice", "missing")``, ``("voice", "lost")`` and ``("voice", "back")``, once per
             change, from a rendering thread; and with ``("voice", "stand-in")`` if `speech` failed.
    ready:   called after every sentence that was rendered or given up.
    speech:  the table's own engine, if it has one; espeak-ng renders the sentences it fails at.
    child, command, timeout: see `render`; the command is tried if the child fails.
    """

    def __init__(
        self,
        shelf: Shelf,
        voice: str,
        rate: int,
        fault: FaultReport,
        ready: Callable[[], None],
        *,
        child: Sequence[str] = CHILD,
        command: str = "espeak-ng",
        timeout: float = TIMEOUT,
        speech: SpeechCommand | None = None,
    ) -> None:
        self._shelf = shelf
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
        self._at_hand: tuple[str, ...] = ()
        self._to_hand: deque[str] = deque()
        self._engine: str | None = None
        self._child_works = True
        self._missing = self._lost = False
        self._failures = 0
        mishap = "A sentence could not be rendered for a reason nobody thought of; the next ones are."
        self._workers = (
            Worker("voice", partial(self._work, True), mishap, log, retry=0.0, begin=self._begin),
            Worker("voice, urgent", partial(self._work, False), mishap, log, retry=0.0),
        )

    def start(self) -> None:
        for worker in self._workers:
            worker.start()

    def close(self) -> None:
        """Stop rendering. Does not wait for a running child, which ends by itself."""
        for worker in self._workers:
            worker.close(0.0)

    def _wake(self) -> None:
        for worker in self._workers:
            worker.wake()

    def want(self, text: str, urgent: bool, first: bool = False) -> Sentence:
        """The sentence of this text, rendered now or soon, urgent ones first.

        first: before all others that are not urgent; and one that failed is not tried again. Only these and
        urgent ones are looked up on disk at once; the rest is left to the rendering threads.
        """
        with self._lock:
            sentence = self._sentences.pop(text, None)
            if sentence is None or (sentence.failed and not first) or _gone(sentence):
                sentence = Sentence(text, estimated_length(text), failed=self._missing)
                if not self._missing:
                    self._later.append(sentence)
            # Moved to the end: the last one wanted is forgotten last.
            self._sentences[text] = sentence
            if len(self._sentences) > KNOWN:
                self._forget(next(iter(self._sentences)))
            if (urgent or first) and sentence in self._later:
                self._later.remove(sentence)
                if not self._from_cache(sentence):
                    if urgent:
                        self._urgent.append(sentence)
                    else:
                        self._later.appendleft(sentence)
        self._wake()
        return sentence

    def change_rate(self, rate: int) -> None:
        """Change the speaking rate; known sentences are rendered again, the latest first.

        This includes sentences that were said but not rendered yet.
        """
        with self._lock:
            if _bounded(rate) == self._rate:
                return
            self._rate = _bounded(rate)
            self._sentences = {
                text: Sentence(text, estimated_length(text), failed=self._missing) for text in self._sentences
            }
            self._later = deque(reversed(self._sentences.values()))
            self._shelf.nothing_at_hand()
            self._to_hand = deque(self._at_hand)
        self._wake()

    def change_voice(self, voice: str, own: bool) -> None:
        """Change the voice, and forget sentences wanted of the former one.

        own: whether the table's own engine, if it has one, is used.
        """
        with self._lock:
            self._voice = voice
            self._own = self._own_engine if own else None
            self._sentences.clear()
            self._urgent.clear()
            self._later.clear()

    def keep_at_hand(self, texts: Iterable[str]) -> None:
        """Keep these sentences in memory, and no others, in case the card or the engine fails.

        They are rendered when nothing else is wanted.
        """
        with self._lock:
            self._at_hand = tuple(texts)
            self._shelf.nothing_at_hand()
            self._to_hand = deque(self._at_hand)
        self._wake()

    def calm_down(self) -> None:
        """Make urgent sentences ordinary ones, at the front of the queue."""
        with self._lock:
            known = [one for one in self._urgent if self._sentences.get(one.text) is one]
            self._later.extendleft(reversed(known))
            self._urgent.clear()

    def _forget(self, text: str) -> None:
        """Forget a sentence, and do not render it if it is only prepared, so that nothing piles up."""
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
        """Render one sentence; returns when to be called again."""
        sentence = self._next(first)
        if sentence is None:
            return time.monotonic() if first and self._hand_next() else None
        try:
            if not self._from_cache(sentence):
                self._render(sentence)
                if self._shelf.overflows:
                    self._prune()
        finally:
            # Even after an error nobody must wait for it any longer.
            sentence.failed = sentence.wav is None
            self._ready()
        return time.monotonic()

    def _next(self, first: bool) -> Sentence | None:
        """The next sentence to render; None if there is none, or no engine yet."""
        with self._lock:
            if self._engine is None:
                return None
            if self._urgent:
                return self._urgent.popleft()
            return self._later.popleft() if first and self._later else None

    def _hand_next(self) -> bool:
        """Put the next sentence in memory; returns whether there was one."""
        with self._lock:
            if self._engine is None or not self._to_hand:
                return False
            text = self._to_hand.popleft()
        sentence = Sentence(text, 0.0)
        if not self._from_cache(sentence):
            self._render(sentence)
        if sentence.wav:
            self._shelf.lay_at_hand(sentence.wav.name)
        return True

    def _identify(self) -> None:
        """Find the engine, whose name identifies its renderings in the cache."""
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
                engine = ""  # without a stand-in
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

    def _name(self, text: str, voice: str, rate: int) -> str:
        made_from = json.dumps([text, voice, rate, self._engine])
        return f"{hashlib.sha256(made_from.encode()).hexdigest()[:32]}.wav"

    def _own_name(self, own: OwnEngine, text: str, rate: int) -> str:
        made_from = json.dumps([text, *own.speech.at(rate), own.version])
        return f"{hashlib.sha256(made_from.encode()).hexdigest()[:32]}.wav"

    def _from_cache(self, sentence: Sentence) -> bool:
        """Complete the sentence from the cache; returns whether it was there."""
        if self._engine is None:
            return False
        for name in self._names(sentence.text, self._rate):
            if found := self._shelf.find(name):
                self._finish(sentence, found[1], found[0])
                return True
        return False

    def _names(self, text: str, rate: int) -> Iterator[str]:
        """The names of renderings that may be used, the best first."""
        own = self._own
        if own:
            yield self._own_name(own, text, rate)
        if not (own and own.usable()):
            yield self._name(text, self._voice, rate)

    def _finish(self, sentence: Sentence, seconds: float, wav: Path) -> None:
        # In this order, so that a reader that sees the file sees its exact length.
        sentence.seconds = seconds
        sentence.wav = wav

    def _render(self, sentence: Sentence) -> None:
        # These may change meanwhile.
        rate, voice, own = self._rate, self._voice, self._own
        if own and own.usable() and self._render_own(own, sentence, rate):
            return
        name = self._name(sentence.text, voice, rate)
        part = self._shelf.part(name)
        request = Request(sentence.text, voice, rate, str(part))
        try:
            seconds = self._rendered(request)
            kept = self._shelf.keep(part, name)
        except (RenderFailed, OSError) as error:
            _remove(part)
            self._fail(sentence.text, error)
        else:
            self._recover()
            self._finish(sentence, seconds, kept)

    def _render_own(self, own: OwnEngine, sentence: Sentence, rate: int) -> bool:
        """Render with the table's own engine; returns whether that worked, and reports a failure."""
        name = self._own_name(own, sentence.text, rate)
        part = self._shelf.part(name)
        try:
            seconds = own.speech.render(sentence.text, rate, part, self._timeout)
            kept = self._shelf.keep(part, name)
        except (RenderFailed, OSError) as error:
            _remove(part)
            if own.failed(sentence.text, error):
                self._fault("voice", "stand-in")
            return False
        if own.succeeded():
            self._fault("voice", "back")
        self._recover()
        self._finish(sentence, seconds, kept)
        return True

    def _rendered(self, request: Request) -> float:
        """Render by a child, by a second one, or by the command; returns the length in seconds.

        Raises RenderFailed if all fail.
        """
        for attempt in (1, 2) if self._child_works else ():
            try:
                return ask_child((request,), self._child, self._timeout)[1][0]
            except NoEngine:
                break
            except RenderFailed as error:
                log.debug("Attempt %d at a prompt failed: %s", attempt, error)
        return ask_command(request, self._command, self._timeout)

    def _fail(self, text: str, error: Exception) -> None:
        with self._lock:
            self._failures += 1
            if not self._lost:  # one line is enough
                log.warning("%r will not be heard: %s", text, error)
            if self._failures < FAILURES_TO_LOSE or self._lost:
                return
            self._lost = True
        log.error(
            "Voice lost: %d prompts in a row failed. Likely the speech engine is broken. "
            "Everything is on the display; `apt reinstall espeak-ng`.",
            self._failures,
        )
        self._fault("voice", "lost")

    def _recover(self) -> None:
        """A prompt succeeded: the voice works."""
        with self._lock:
            self._failures = 0
            was_lost, self._lost = self._lost, False
        if was_lost:
            log.warning("The voice is back.")
            self._fault("voice", "back")

    def _prune(self) -> None:
        """Delete the least recently used renderings if there are too many."""
        gone = self._shelf.superfluous()
        with self._lock:
            # If one of them is said after all, it is rendered again.
            for sentence in [known for known in self._sentences.values() if known.wav in gone]:
                del self._sentences[sentence.text]
            for path in gone:
                _remove(path)


def _gone(sentence: Sentence) -> bool:
    """Whether its rendering is missing."""
    return sentence.wav is not None and not sentence.wav.exists()


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _bounded(rate: int) -> int:
    return min(FASTEST, max(SLOWEST, int(rate)))
