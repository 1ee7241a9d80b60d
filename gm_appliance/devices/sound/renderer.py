"""Renders sentences ahead of time in child processes, and keeps them on disk."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from gm_appliance.core.ports import FaultReport, estimated_length
from gm_appliance.devices.sound.espeak_engine import EspeakEngine
from gm_appliance.devices.sound.loudness import VERSION, finish
from gm_appliance.devices.sound.own_engine import OwnEngine
from gm_appliance.devices.sound.packs import Pack
from gm_appliance.devices.sound.render import RenderFailed, Request
from gm_appliance.devices.sound.resident import NotInTime
from gm_appliance.devices.sound.shelf import Shelf
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.devices.sound.wanted import Sample, Sentence, Speaker, Wanted
from gm_appliance.devices.worker import Worker

log = logging.getLogger(__name__)

SLOWEST, FASTEST = 80, 450  # the engine's limits, in words per minute

# Seconds that people wait for an engine that stays loaded; then espeak-ng speaks, lest more be left out.
STAND_IN_AFTER = 2.5
KEPT = 600.0  # seconds without a new sentence after which such an engine is ended: a council may last as long


class Renderer:
    """Renders sentences into WAV files on a shelf, with two threads and one child process per sentence.

    The first thread renders everything, the second only urgent sentences, so that an engine that hangs on
    something prepared does not delay what is said meanwhile.

    voice: see VOICES. rate: words per minute.
    fault: called with ``("voice", "missing")``, ``("voice", "lost")`` and ``("voice", "back")``, once per
           change, from a rendering thread; and with ``("voice", "stand-in")`` if another engine failed.
    ready: called after every sentence that was rendered or given up.
    """

    def __init__(
        self,
        shelf: Shelf,
        voice: str,
        rate: int,
        fault: FaultReport,
        ready: Callable[[], None],
        espeak: EspeakEngine | None = None,
    ) -> None:
        self._shelf = shelf
        self._speaker = Speaker(voice)
        self._rate = min(FASTEST, max(SLOWEST, rate))
        self._fault = fault
        self._ready = ready
        self._espeak = espeak or EspeakEngine()
        self._engines: dict[SpeechCommand, OwnEngine] = {}
        self._lock = threading.Lock()
        self._wanted = Wanted()
        self._engine: str | None = None
        self._missing = False
        ends = partial(self._rest, ends=True)
        mishap = "A sentence could not be rendered for a reason nobody thought of; the next ones are."
        self._workers = (
            Worker("voice", partial(self._work, True), mishap, log, retry=0.0, begin=self._begin, end=ends),
            Worker("voice, urgent", partial(self._work, False), mishap, log, retry=0.0, end=ends),
        )

    def start(self) -> None:
        for worker in self._workers:
            worker.start()

    def close(self) -> None:
        """Stop rendering. Does not wait for a running child, which ends by itself or is ended then."""
        for worker in self._workers:
            worker.close(0.0)

    def _closed(self) -> bool:
        """Whether it is closed: a rendering that fails now may have lost its folder."""
        return any(worker.closing.is_set() for worker in self._workers)

    def _wake(self) -> None:
        for worker in self._workers:
            worker.wake()

    def want(self, text: str, urgent: bool, first: bool = False) -> Sentence:
        """The sentence of this text, rendered now or soon, urgent ones first.

        first: before all others that are not urgent; and one that failed is not tried again. Only these and
        urgent ones are looked up on disk at once; the rest is left to the rendering threads.
        """
        with self._lock:
            sentence = self._wanted.want(text, again=not first, missing=self._missing)
            if urgent or first:
                self._wanted.hurry(sentence, urgent=urgent, cached=self._from_cache)
        self._wake()
        return sentence

    def want_of(self, sample: Sample) -> Sentence:
        """The sentence of another voice, rendered now. It is not known afterwards, except on the shelf."""
        with self._lock:
            sentence = self._sentence_of(sample)
            if not self._missing and not self._from_cache(sentence):
                self._wanted.urgent.append(sentence)
        self._wake()
        return sentence

    def _sentence_of(self, sample: Sample) -> Sentence:
        text, voice, speech = sample
        sentence = Sentence(text, estimated_length(text), failed=self._missing)
        sentence.speaker = Speaker(voice, self._engine_for(speech))
        return sentence

    def change_rate(self, rate: int) -> None:
        """Change the speaking rate; known sentences are rendered again, the latest first. This includes
        sentences that were said but not rendered yet."""
        with self._lock:
            rate = min(FASTEST, max(SLOWEST, rate))
            if rate == self._rate:
                return
            self._rate = rate
            self._shelf.nothing_at_hand()
            self._wanted.render_again(missing=self._missing)
        self._wake()

    def change_voice(
        self,
        voice: str,
        speech: SpeechCommand | None = None,
        *,
        waits: bool = False,
        pack: Pack | None = None,
    ) -> None:
        """Change the voice, and forget sentences wanted of the former one.

        speech: what speaks instead of espeak-ng. voice, waits, pack: as in `Speaker`.
        """
        with self._lock:
            self._speaker = Speaker(voice, self._engine_for(speech), waits, pack)
            if pack and self._missing:
                self._engine, self._missing = "", False  # recordings need none
            self._wanted.forget_all()
        if (own := self._speaker.own) and own.absent():
            self._fault("voice", "stand-in")
        self._wake()

    def rehearse(self, samples: Iterable[Sample]) -> None:
        """Render these when nothing else is wanted: each voice can then be heard at once."""
        with self._lock:
            self._wanted.samples = deque(samples)
        self._wake()

    def _engine_for(self, speech: SpeechCommand | None) -> OwnEngine | None:
        """The engine with this command, as long as the renderer lives."""
        if speech and speech not in self._engines:
            self._engines[speech] = OwnEngine(speech, self._espeak.timeout)
        return self._engines[speech] if speech else None

    def keep_at_hand(self, texts: Iterable[str]) -> None:
        """Keep these sentences in memory, and no others, in case the card or the engine fails. They are
        rendered when nothing else is wanted."""
        with self._lock:
            self._shelf.nothing_at_hand()
            self._wanted.keep_at_hand(tuple(texts))
        self._wake()

    def calm_down(self) -> None:
        with self._lock:
            self._wanted.calm_down()

    def _begin(self) -> None:
        self._identify()
        self._prune()

    def _work(self, first: bool) -> float | None:
        """Render one sentence; returns when to be called again."""
        sentence, urgent = self._next(first)
        if sentence is None:
            if not first:
                return None
            return time.monotonic() if self._idle_next() else self._rest()
        try:
            if not self._from_cache(sentence):
                self._render(sentence, urgent=urgent)
                if self._shelf.overflows:
                    self._prune()
        finally:
            # Even after an error nobody must wait for it any longer.
            sentence.failed = sentence.wav is None
            self._ready()
        return time.monotonic()

    def _next(self, first: bool) -> tuple[Sentence | None, bool]:
        """The next sentence to render, and whether it is urgent; None without a sentence or an engine."""
        with self._lock:
            return (None, False) if self._engine is None else self._wanted.next(also_later=first)

    def _idle_next(self) -> bool:
        """Put the next sentence in memory, else render the next sample; returns whether there was one."""
        with self._lock:
            if self._engine is None or not (self._wanted.to_hand or self._wanted.samples):
                return False
            if self._wanted.to_hand:
                sentence = Sentence(self._wanted.to_hand.popleft(), 0.0)
            else:
                sentence = self._sentence_of(self._wanted.samples.popleft())
        if not self._from_cache(sentence):
            self._render(sentence)
        if sentence.wav and not sentence.speaker:
            self._shelf.lay_at_hand(sentence.wav.name)
        return True

    def _rest(self, *, ends: bool = False) -> float | None:
        """End engines that are not used now, or all if it `ends`; returns when to look again."""
        engines = tuple(self._engines.values())
        again = [one.speech.rest(KEPT if one is self._speaker.own and not ends else 0.0) for one in engines]
        return min((moment for moment in again if moment is not None), default=None)

    def _identify(self) -> None:
        """Find the engine, whose name identifies its renderings in the cache."""
        engine, complaint = self._espeak.find()
        with self._lock:
            own = self._speaker.own
            if engine is None and (self._speaker.pack or (own and own.usable())):
                engine = ""  # without a stand-in
            self._engine = engine
            self._missing = engine is None
            if self._missing:
                for sentence in self._wanted.known.values():
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
        return _named(text, voice, rate, self._engine)

    def _own_name(self, own: OwnEngine, text: str, rate: int) -> str:
        return _named(text, *own.command.at(rate), own.version)

    def _from_cache(self, sentence: Sentence) -> bool:
        """Complete the sentence from the cache; returns whether it was there."""
        if self._engine is None:
            return False
        for name in self._names(sentence):
            if found := self._shelf.find(name):
                self._finish(sentence, found[1], found[0])
                return True
        return False

    def _names(self, sentence: Sentence) -> Iterator[str]:
        """The names of renderings that may be used, the best first."""
        (voice, own, _waits, pack), rate = sentence.speaker or self._speaker, self._rate
        if pack and (takes := pack.takes(sentence.text)):
            yield _named(sentence.text, *takes)
            return
        if own:
            yield self._own_name(own, sentence.text, rate)
        if not (own and own.usable()):
            yield self._name(sentence.text, voice, rate)

    def _finish(self, sentence: Sentence, seconds: float, wav: Path) -> None:
        # In this order: whoever sees the file must see its exact length.
        sentence.seconds = seconds
        sentence.wav = wav

    def _render(self, sentence: Sentence, *, urgent: bool = False) -> None:
        # These may change meanwhile.
        (voice, own, _, pack), rate = sentence.speaker or self._speaker, self._rate
        waits = self._speaker.waits
        if pack and self._render_recorded(pack, sentence):
            return
        if own and own.usable():
            hurried = urgent and own.command.memory and not waits
            if self._render_own(own, sentence, rate, STAND_IN_AFTER if hurried else self._espeak.timeout):
                return
        self._render_espeak(sentence, voice, rate)

    def _render_recorded(self, pack: Pack, sentence: Sentence) -> bool:
        """Use recordings; returns whether they make up the sentence."""
        if not (takes := pack.takes(sentence.text)):
            return False
        name = _named(sentence.text, *takes)
        part = self._shelf.part(name)
        try:
            self._finish(sentence, pack.render(sentence.text, part), self._shelf.keep(part, name))
        except (RenderFailed, OSError) as error:
            _remove(part)
            log.warning("The recording of %r is not used: %s.", sentence.text, error)
            return False
        return True

    def _render_espeak(self, sentence: Sentence, voice: str, rate: int) -> None:
        name = self._name(sentence.text, voice, rate)
        part = self._shelf.part(name)
        request = Request(sentence.text, voice, rate, str(part))
        try:
            self._espeak.render(request)
            made = self._finished(part, name)
        except (RenderFailed, OSError) as error:
            _remove(part)
            if self._closed():
                return
            if self._espeak.failed(sentence.text, error):
                self._fault("voice", "lost")
        else:
            self._recover()
            self._finish(sentence, *made)

    def _render_own(self, own: OwnEngine, sentence: Sentence, rate: int, timeout: float) -> bool:
        """Render with an engine other than espeak-ng; returns whether that worked, and reports a failure.

        timeout: in seconds. A sentence that takes longer is rendered later, for the next time it is said.
        """
        name = self._own_name(own, sentence.text, rate)
        part = self._shelf.part(name)
        try:
            own.speech.render(sentence.text, rate, part, timeout)
            made = self._finished(part, name)
        except NotInTime:
            with self._lock:
                if self._wanted.known.get(sentence.text) is sentence:
                    self._wanted.later.append(sentence)
            self._wake()
            return False
        except (RenderFailed, OSError) as error:
            _remove(part)
            if self._closed():
                return True
            if own.failed(sentence.text, error):
                self._fault("voice", "stand-in")
            return False
        if own.succeeded():
            self._fault("voice", "back")
        self._recover()
        self._finish(sentence, *made)
        return True

    def _finished(self, part: Path, name: str) -> tuple[float, Path]:
        """Finish a rendering and keep it; returns its length in seconds and its path. Raises OSError."""
        # On this thread, as a child would cost a prompt more time than the arithmetic.
        return finish(part), self._shelf.keep(part, name)

    def _recover(self) -> None:
        if self._espeak.succeeded():
            self._fault("voice", "back")

    def _prune(self) -> None:
        """Delete the least recently used renderings if there are too many."""
        gone = self._shelf.superfluous()
        with self._lock:
            # If one of them is said after all, it is rendered again.
            for sentence in [known for known in self._wanted.known.values() if known.wav in gone]:
                del self._wanted.known[sentence.text]
            for path in gone:
                _remove(path)


def _named(*made_from: str | int | None) -> str:
    return f"{hashlib.sha256(json.dumps((*made_from, VERSION)).encode()).hexdigest()[:32]}.wav"


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
