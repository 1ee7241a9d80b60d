"""Plays sentences one after the other, the storm under them, and short sounds.

`SoundMixer` is the port. It uses the sound library only on a thread of its own, so that a device that hangs
never blocks the caller. That thread calls `step`, which is given the time, returns when it wants to be called
next, and can be tested without thread or clock.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Concatenate, ParamSpec

from gm_appliance.core.ports import FaultReport
from gm_appliance.devices.sound import storm
from gm_appliance.devices.sound.card import SIDES, PygameDevice
from gm_appliance.devices.sound.keeper import RETRY, Card, CardKeeper
from gm_appliance.devices.sound.masking import DUCK_HOLD, TICK, UNDER_WORDS, MaskingNoise
from gm_appliance.devices.sound.render import RenderFailed, wav_seconds
from gm_appliance.devices.sound.sounds import make_sounds
from gm_appliance.devices.sound.wanted import Sentence
from gm_appliance.devices.worker import Worker

log = logging.getLogger(__name__)
P = ParamSpec("P")

GRACE = 0.5  # seconds a sentence may last beyond its length: a card that vanished stays busy for ever
RENDER_PATIENCE = 4.0  # seconds a sentence that is still being rendered may delay those behind it
HERALDS = frozenset(("horn", "last-horn"))  # the sounds that words wait for; others sound under them
HERALD_PATIENCE = 3.0  # seconds words wait for a herald that is still being made; then it is left out


class SilentMixer:
    """A mixer without sound, which needs no library."""

    def storm(self, on: bool) -> None: ...

    def play(self, name: str) -> None: ...

    def volume(self, percent: int) -> None: ...


def _ordered(act: Callable[Concatenate[SoundMixer, P], None]) -> Callable[Concatenate[SoundMixer, P], None]:
    """A method that leaves its work to the sound thread."""

    @wraps(act)
    def order(mixer: SoundMixer, /, *given: P.args, **options: P.kwargs) -> None:
        mixer._orders.append(partial(act, mixer, *given, **options))
        mixer._worker.wake()

    return order


# Many attributes: the queue, the herald and the volumes are looked at together in every step.
class SoundMixer:
    """The port `Mixer`, and the playing of sentences for a voice.

    cache:  a folder for generated sounds. sounds: the names of those to generate.
    memory: a folder in memory for the most important of them; None for none.
    volume: 0 to 1, of everything. fault: see `CardKeeper`; called from the sound thread.

    No method raises or blocks. Nothing sounds before `start`.
    """

    def __init__(
        self,
        cache: Path,
        volume: float,
        fault: FaultReport,
        card: Card = Card(),  # noqa: B008 (a value that does not change)
        sounds: Sequence[str] = tuple(storm.SOUNDS),
        memory: Path | None = None,
    ) -> None:
        self._make_sounds = partial(make_sounds, cache, sounds, self.supply, memory=memory)
        self._orders: deque[Callable[[], None]] = deque()
        self._worker = Worker(
            "sound",
            lambda: self.step(time.monotonic()),
            "An error in the sound; it goes on.",
            log,
            retry=RETRY,
            begin=self._begin,
            end=lambda: self._guarded(self._card.close),
        )
        # Used only on the sound thread from here on.
        self._card = CardKeeper(fault, card, self._forget)
        self._now = 0.0
        self._volume = self._voice_volume = min(1.0, max(0.0, volume))
        self._sounds: dict[str, Path] = {}
        self._herald: str | None = None  # still to be played
        self._herald_by = math.inf  # until when it may be
        self._herald_ends = -math.inf  # the one that sounds
        self._queue: deque[Sentence] = deque()
        self._turn_came: float | None = None
        self._speech_ends: float | None = None
        self._last_word = -DUCK_HOLD
        self._layers = {
            layer: MaskingNoise(self._volume, sides, ducked)
            for sides, (layer, ducked) in zip(SIDES, UNDER_WORDS.items(), strict=True)
        }

    def start(self) -> None:
        """Open the device and begin, on the sound thread; generate missing sounds."""
        self._worker.start()

    @_ordered
    def storm(self, on: bool) -> None:
        for layer in self._layers.values():
            layer.wanted = on

    @_ordered
    def play(self, name: str) -> None:
        if name not in storm.SHORT:
            log.warning("There is no sound %r. There are: %s", name, ", ".join(storm.SHORT))
        elif name in HERALDS:
            self._herald = name
        elif name not in self._sounds:
            # It would be too late later.
            log.warning("Left out, because it is not generated yet: %s", name)
        else:
            self._card.wake(self._now)
            if self._device is not None:
                self._sound(name)

    @_ordered
    def volume(self, percent: int) -> None:
        """Set the volume of the storm and the short sounds, 0 to 100."""
        self._volume = min(1.0, max(0.0, percent / 100))
        for layer in self._layers.values():
            layer.volume = self._volume

    @_ordered
    def voice_volume(self, percent: int) -> None:
        """Set the volume of words, 0 to 100, at once."""
        self._voice_volume = min(1.0, max(0.0, percent / 100))
        if self._device is not None:
            self._device.speech_gain(self._voice_volume)

    @_ordered
    def speak(self, sentence: Sentence) -> None:
        """Queue a sentence, which is spoken once it has been rendered."""
        self._queue.append(sentence)

    @_ordered
    def hush(self) -> None:
        """Interrupt the words and clear the queue."""
        self._queue.clear()
        self._turn_came = None
        if self._speech_ends is not None:
            self._speech_ends, self._last_word = None, self._now
        if self._device is not None:
            self._device.cut()

    @_ordered
    def supply(self, name: str, wav: Path) -> None:
        """The sound `name` was generated into this file."""
        if name in storm.SHORT:
            self._sounds[name] = wav
        else:
            self._layers[name.partition("-")[0]].segments.append(wav)

    def wake(self) -> None:
        """Have queued sentences looked at again."""
        self._worker.wake()

    def close(self) -> None:
        """Close the device. Waits at most a second."""
        self._worker.close(1.0)

    def _begin(self) -> None:
        self.open(time.monotonic())
        if not self._card.hopeless:
            closing = (self._worker.closing,)
            threading.Thread(target=self._make_sounds, args=closing, name="sounds", daemon=True).start()

    def step(self, now: float) -> float | None:
        """Do what is due at `now`; returns when to call this again, None if not before something changes."""
        self._now = now
        while self._orders:
            self._guarded(self._orders.popleft())
        if self._sounds_or_should():
            self._card.wake(now)
        if self._device is not None:
            self._card.watch(now, self._sounds_or_should())
        if self._device is None:
            self._queue.clear()
            self._herald, self._herald_by = None, math.inf
            return self._card.look(now)
        dues = [self._guarded(self._speak_on)]
        dues += [self._guarded(partial(self._carry, layer)) for layer in self._layers.values()]
        if self._device is not None:
            dues.append(self._card.watch(now, self._sounds_or_should()))
        return min((moment for moment in dues if moment is not None), default=None)

    @property
    def _device(self) -> PygameDevice | None:
        return self._card.device

    def _sounds_or_should(self) -> bool:
        """Whether anything sounds or should; only then the card matters."""
        speech = self._speech_ends is not None or bool(self._queue)
        return speech or self._herald is not None or any(layer.wanted for layer in self._layers.values())

    def _forget(self) -> None:
        self._speech_ends = None
        self._herald_ends = -math.inf
        for layer in self._layers.values():
            layer.reset()

    def _guarded(self, act: Callable[[], float | None]) -> float | None:
        try:
            return act()
        except RenderFailed as error:
            log.warning("A sound could not be played: %s", error)
            return self._now
        except Exception as error:
            return self._card.lose(self._now, error)

    def open(self, now: float) -> bool:
        """Open the device for the first time; returns whether that worked, and reports a failure."""
        self._now = now
        self._card.open(now, "missing")
        return self._device is not None

    def _speak_on(self) -> float | None:
        if self._device is None:
            return None
        if self._speech_ends is not None:
            if self._now < self._speech_ends and self._device.speaking():
                return self._now + TICK
            self._speech_ends, self._last_word = None, self._now
        if (until := self._heralded()) is not None:
            return until
        while self._queue:
            head = self._queue[0]
            if head.wav is None and not head.failed and not self._out_of_patience():
                return None if self._turn_came is None else self._turn_came + RENDER_PATIENCE
            self._queue.popleft()
            self._turn_came = None
            if head.wav is not None:
                # Read again, as a missing file is no lost sound card.
                self._speech_ends = self._now + wav_seconds(head.wav) + GRACE
                self._device.speak(head.wav, self._voice_volume)
                return self._now + TICK
            if not head.failed:
                log.warning("Left out, because it was not rendered in time: %r", head.text)
        return None

    def _heralded(self) -> float | None:
        """Until when words wait for a herald; None if they do not."""
        if self._herald is not None and self._herald in self._sounds:
            name, self._herald, self._herald_by = self._herald, None, math.inf
            self._herald_ends = self._sound(name)
        if self._now < self._herald_ends:
            return self._herald_ends
        if self._herald is None or not self._queue:
            return None
        self._herald_by = min(self._herald_by, self._now + HERALD_PATIENCE)
        if self._now < self._herald_by:
            return self._herald_by
        log.warning("Left out, because it was not generated in time: %s", self._herald)
        self._herald, self._herald_by = None, math.inf
        return None

    def _sound(self, name: str) -> float:
        """Play a short sound; returns when it ends."""
        ends = self._now + wav_seconds(self._sounds[name])
        if self._device is not None:
            self._device.effect(self._sounds[name], self._volume)
            self._card.sounds_until(ends)
        return ends

    def _out_of_patience(self) -> bool:
        """Whether the first of the queue has delayed others for too long."""
        if len(self._queue) < 2:
            # It delays nothing, so it is still to be spoken, however late.
            self._turn_came = None
            return False
        if self._turn_came is None:
            self._turn_came = self._now
        return self._now >= self._turn_came + RENDER_PATIENCE

    def _carry(self, layer: MaskingNoise) -> float | None:
        if self._device is None:
            return None
        speaking = self._speech_ends is not None
        return layer.carry(self._device, self._now, None if speaking else self._last_word + DUCK_HOLD)
