"""The sentences to render, in their order."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

from gm_appliance.core.ports import estimated_length
from gm_appliance.devices.sound.own_engine import OwnEngine
from gm_appliance.devices.sound.packs import Pack
from gm_appliance.devices.sound.speech_command import SpeechCommand

KNOWN = 1000  # sentences remembered, more than an evening has. The least recently wanted is forgotten first.

Sample: TypeAlias = "tuple[str, str, SpeechCommand | None]"
"""A text as it is spelled for a voice, the voice of espeak-ng, and the command that speaks instead of it."""


class Speaker(NamedTuple):
    """voice: of espeak-ng. own: the engine that speaks instead.

    waits: sentences come late rather than from espeak-ng, as when voices are compared.
    pack: the recordings that speak instead of both, where there are some.
    """

    voice: str
    own: OwnEngine | None = None
    waits: bool = False
    pack: Pack | None = None


class Sentence:
    """A sentence to be spoken. A thousand of them are kept, so each is small.

    seconds: its length, estimated until `wav` is there.
    wav:     the rendering, once it is ready. failed: whether there will never be one.
    speaker: who says it; None for the current voice.
    """

    __slots__ = ("_wav", "failed", "seconds", "speaker", "text")

    def __init__(self, text: str, seconds: float, wav: Path | None = None, failed: bool = False) -> None:
        self.text = text
        self.seconds = seconds
        self.wav = wav
        self.failed = failed
        self.speaker: Speaker | None = None

    @property
    def wav(self) -> Path | None:
        # A path takes four times the memory of its text.
        return Path(self._wav) if self._wav else None

    @wav.setter
    def wav(self, wav: Path | None) -> None:
        self._wav = str(wav) if wav else ""


class Wanted:
    """Urgent sentences come first, then the others, then copies in memory and samples. Not thread-safe."""

    def __init__(self) -> None:
        self.known: dict[str, Sentence] = {}
        self.urgent: deque[Sentence] = deque()
        self.later: deque[Sentence] = deque()
        self._at_hand: tuple[str, ...] = ()
        self.to_hand: deque[str] = deque()
        self.samples: deque[Sample] = deque()

    def want(self, text: str, *, again: bool, missing: bool) -> Sentence:
        """The sentence of this text, last in the queue if it is new.

        again: whether one that failed is tried again. missing: whether nothing can be rendered.
        """
        sentence = self.known.pop(text, None)
        if sentence is None or (sentence.failed and again) or (sentence.wav and not sentence.wav.exists()):
            sentence = Sentence(text, estimated_length(text), failed=missing)
            if not missing:
                self.later.append(sentence)
        # Moved to the end: the last one wanted is forgotten last.
        self.known[text] = sentence
        if len(self.known) > KNOWN:
            forgotten = self.known.pop(next(iter(self.known)))
            with contextlib.suppress(ValueError):
                self.later.remove(forgotten)
        return sentence

    def hurry(self, sentence: Sentence, *, urgent: bool, cached: Callable[[Sentence], bool]) -> None:
        """Move a waiting sentence to the front, or behind the other urgent ones; drop it if it is cached."""
        if sentence in self.later:
            self.later.remove(sentence)
            if cached(sentence):
                return
            if urgent:
                self.urgent.append(sentence)
            else:
                self.later.appendleft(sentence)

    def next(self, *, also_later: bool) -> tuple[Sentence | None, bool]:
        """The next sentence, if any, and whether it is urgent."""
        if self.urgent:
            return self.urgent.popleft(), True
        return self.later.popleft() if also_later and self.later else None, False

    def calm_down(self) -> None:
        """Make urgent sentences ordinary ones, at the front of the queue."""
        known = [one for one in self.urgent if self.known.get(one.text) is one]
        self.later.extendleft(reversed(known))
        self.urgent.clear()

    def render_again(self, *, missing: bool) -> None:
        """Have all known sentences and copies in memory rendered again, the latest first."""
        self.known = {text: Sentence(text, estimated_length(text), failed=missing) for text in self.known}
        self.later = deque(reversed(self.known.values()))
        self.to_hand = deque(self._at_hand)

    def keep_at_hand(self, texts: tuple[str, ...]) -> None:
        self._at_hand = texts
        self.to_hand = deque(texts)

    def forget_all(self) -> None:
        for sentence in (*self.urgent, *self.later):
            sentence.failed = True  # nothing behind it waits for it
        self.known.clear()
        self.urgent.clear()
        self.later.clear()
