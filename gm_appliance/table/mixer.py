"""What is heard: sentences one after the other, the storm under them, and short sounds.

`SoundMixer` is the port. All it does with the sound library happens on one thread of its own, so
that a device that hangs never holds up the caller. That thread takes `step` after `step`; each is
told the time and says when it wants the next, and needs neither thread nor clock to be tested.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from gm_appliance.table import storm
from gm_appliance.table.render import RenderFailed, wav_seconds

log = logging.getLogger(__name__)

TICK = 0.02
"""Seconds between two steps while something sounds or swells."""

GRACE = 0.5
"""Seconds a sentence may last beyond its length; a card that vanished stays busy for ever."""

PATIENCE = 4.0
"""Seconds a sentence that is still being rendered may hold up those behind it."""

DUCKED = 0.25
"""The storm's gain under words."""

HOLD = 0.4
"""Seconds the storm stays ducked after words, so that it does not pump between two sentences."""

SWELL_SECONDS, LEAVE_SECONDS = 0.8, 1.2
DUCK_SECONDS, RISE_SECONDS = 0.15, 0.6
"""How long the storm's gain takes from nothing to full, and back: coming, leaving, ducking, rising."""

MAKING_TIMEOUT = 120.0
"""Seconds after which the making of a sound counts as hung."""

TroubleReport = Callable[[str, str], None]
"""Called with a part and what is wrong with it, from any thread; see `ports.Trouble`."""


@dataclass
class Sentence:
    """A sentence on its way to being heard.

    seconds: its length: estimated until `wav` is there, then exact.
    wav:     the rendering, once it is ready. failed: there will never be one.
    """

    text: str
    seconds: float
    wav: Path | None = None
    failed: bool = False


class Device(Protocol):
    """A sound device. Gains are 0 to 1. Any method may raise anything; the mixer lives with it."""

    def speak(self, wav: Path, gain: float) -> None: ...

    def speaking(self) -> bool: ...

    def cut(self) -> None: ...

    def begin_storm(self, wav: Path, gain: float) -> None: ...

    def storm_gain(self, gain: float) -> None: ...

    def end_storm(self) -> None: ...

    def effect(self, wav: Path, gain: float) -> None: ...

    def close(self) -> None: ...


class PygameDevice:
    """The sound card through pygame's mixer, held open until `close`: HDMI swallows first words.

    Raises ImportError without pygame, pygame.error without a card.
    """

    def __init__(self) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        # No window is ever opened; and SIGTERM belongs to the appliance, not to SDL.
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
        import pygame

        self._mixer = pygame.mixer
        self._mixer.init(storm.RATE, -16, 1, 256, allowedchanges=0)
        self._mixer.set_reserved(2)
        self._speech, self._cover = self._mixer.Channel(0), self._mixer.Channel(1)
        self._storm: Any = None

    def speak(self, wav: Path, gain: float) -> None:
        self._speech.play(self._load(wav, gain))

    def speaking(self) -> bool:
        return self._speech.get_busy()

    def cut(self) -> None:
        self._speech.stop()

    def begin_storm(self, wav: Path, gain: float) -> None:
        self._storm = self._load(wav, gain)
        self._cover.play(self._storm, loops=-1)

    def storm_gain(self, gain: float) -> None:
        if self._storm is not None:
            self._storm.set_volume(gain)

    def end_storm(self) -> None:
        self._cover.stop()

    def effect(self, wav: Path, gain: float) -> None:
        self._load(wav, gain).play()

    def close(self) -> None:
        self._mixer.quit()

    def _load(self, wav: Path, gain: float) -> Any:
        sound = self._mixer.Sound(str(wav))
        # The sound's own volume: a channel's is set back to full by every `play`.
        sound.set_volume(gain)
        return sound


class SilentMixer:
    """A mixer nobody hears; it needs no library."""

    def storm(self, on: bool) -> None: ...

    def play(self, name: str) -> None: ...


class SoundMixer:
    """The port `Mixer`, and what a voice needs to be heard.

    cache:   a folder for the sounds once made.
    volume:  0 to 1.
    trouble: told ``("sound", "missing")`` or ``("sound", "lost")``, once, from the sound thread.
    open_device: opens the device; may raise anything, then nothing is heard.

    No method raises or blocks. Nothing is heard before `start`.
    """

    def __init__(
        self,
        cache: Path,
        volume: float,
        trouble: TroubleReport,
        open_device: Callable[[], Device] = PygameDevice,
    ) -> None:
        self._cache = cache
        self._trouble = trouble
        self._open_device = open_device
        self._orders: deque[Callable[[], None]] = deque()
        self._woken = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="sound", daemon=True)
        # From here on: the sound thread's own.
        self._device: Device | None = None
        self._reported = False
        self._now = 0.0
        self._volume = min(1.0, max(0.0, volume))
        self._sounds: dict[str, Path] = {}
        self._awaited: set[str] = set()
        self._queue: deque[Sentence] = deque()
        self._turn_came: float | None = None
        self._speech_ends: float | None = None
        self._last_word = -HOLD
        self._storm_wanted = self._storm_sounds = False
        self._gain = 0.0

    # ------------------------------------------------------------ from any thread

    def start(self) -> None:
        """Open the device and begin, on the sound thread."""
        self._thread.start()

    def storm(self, on: bool) -> None:
        self._order(lambda: self._want_storm(on))

    def play(self, name: str) -> None:
        self._order(lambda: self._effect(name))

    def volume(self, level: float) -> None:
        """Louder or softer from now on, 0 to 1; the sentence being spoken keeps its loudness."""
        self._order(lambda: self._set_volume(level))

    def speak(self, sentence: Sentence) -> None:
        """Speak it after those still to be spoken, once it is rendered."""
        self._order(lambda: self._queue.append(sentence))

    def hush(self) -> None:
        """Cut off what is being spoken and forget what is queued."""
        self._order(self._hush)

    def supply(self, name: str, wav: Path) -> None:
        """The sound `name` is made and lies here."""
        self._order(lambda: self._supply(name, wav))

    def wake(self) -> None:
        """Something may have changed about a queued sentence."""
        self._woken.set()

    def close(self) -> None:
        """Let go of the device. Waits for it a second at most."""
        self._closing = True
        self._woken.set()
        if self._thread.ident is not None:
            self._thread.join(1.0)

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.append(order)
        self._woken.set()

    # ------------------------------------------------------------ the sound thread

    def _run(self) -> None:
        if not self.open():
            return
        threading.Thread(target=self._make_sounds, name="sounds", daemon=True).start()
        while not self._closing:
            self._woken.clear()
            until = self.step(time.monotonic())
            self._woken.wait(None if until is None else max(0.0, until - time.monotonic()))
        if self._device is not None:
            self._guarded(self._device.close)

    def open(self) -> bool:
        """Open the device; False, and the trouble is told, where there is none."""
        try:
            self._device = self._open_device()
        except Exception as error:
            log.error(
                "No sound: %s. Likely no sound card, or pygame-ce is not installed. Everything is on the "
                "display; check the speaker's cable and `aplay -l`, then restart.",
                error,
            )
            self._report("missing")
            return False
        return True

    def step(self, now: float) -> float | None:
        """Do what is due at `now`, in seconds; returns when to be called next, None for not before
        something changes."""
        self._now = now
        while self._orders:
            self._guarded(self._orders.popleft())
        if self._device is None:
            self._queue.clear()
            return None
        due = (self._guarded(self._speak_on), self._guarded(self._carry_storm))
        return min((moment for moment in due if moment is not None), default=None)

    def _guarded(self, act: Callable[[], float | None]) -> float | None:
        try:
            return act()
        except RenderFailed as error:
            log.warning("A prompt could not be played: %s", error)
            return self._now
        except Exception as error:
            if not self._reported:
                log.error("Sound lost: %s. Likely the card was unplugged. Plug it in and restart.", error)
            self._report("lost")
            return self._now + 1.0

    def _report(self, what: str) -> None:
        if not self._reported:
            self._reported = True
            self._trouble("sound", what)

    def _speak_on(self) -> float | None:
        assert self._device is not None
        if self._speech_ends is not None:
            if self._now < self._speech_ends and self._device.speaking():
                return self._now + TICK
            self._speech_ends, self._last_word = None, self._now
        while self._queue:
            head = self._queue[0]
            if head.wav is not None or head.failed or self._out_of_patience():
                self._queue.popleft()
                self._turn_came = None
                if head.wav is not None:
                    # Looked at once more: the file may be gone, and that is no lost sound card.
                    self._speech_ends = self._now + wav_seconds(head.wav) + GRACE
                    self._device.speak(head.wav, self._volume)
                    return self._now + TICK
                if not head.failed:
                    log.warning("Left out, for it was not rendered in time: %r", head.text)
            else:
                return None if self._turn_came is None else self._turn_came + PATIENCE
        return None

    def _out_of_patience(self) -> bool:
        """Whether others wait too long already behind the first of the queue."""
        if len(self._queue) < 2:
            # Nothing is held up: however late it comes, it is still what should be said now.
            self._turn_came = None
            return False
        if self._turn_came is None:
            self._turn_came = self._now
        return self._now >= self._turn_came + PATIENCE

    def _hush(self) -> None:
        self._queue.clear()
        self._turn_came = None
        if self._speech_ends is not None:
            self._speech_ends, self._last_word = None, self._now
        if self._device is not None:
            self._device.cut()

    def _want_storm(self, on: bool) -> None:
        self._storm_wanted = on

    def _effect(self, name: str) -> None:
        if name in self._sounds and self._device is not None:
            self._device.effect(self._sounds[name], self._volume)
        elif name in storm.SOUNDS:
            self._awaited.add(name)
        else:
            log.warning("There is no sound %r. There are: %s", name, ", ".join(storm.SOUNDS))

    def _supply(self, name: str, wav: Path) -> None:
        self._sounds[name] = wav
        if name in self._awaited:
            self._awaited.remove(name)
            self._effect(name)

    def _set_volume(self, level: float) -> None:
        self._volume = min(1.0, max(0.0, level))
        if self._storm_sounds and self._device is not None:
            self._device.storm_gain(self._gain * self._volume)

    def _carry_storm(self) -> float | None:
        assert self._device is not None
        if self._storm_wanted and not self._storm_sounds and "storm" in self._sounds:
            self._device.begin_storm(self._sounds["storm"], 0.0)
            self._storm_sounds, self._gain = True, 0.0
        if not self._storm_sounds:
            return None
        under_words = self._speech_ends is not None
        calm_until = self._last_word + HOLD
        ducked = under_words or self._now < calm_until
        target = 0.0 if not self._storm_wanted else DUCKED if ducked else 1.0
        if self._gain != target:
            self._gain = self._towards(target)
            self._device.storm_gain(self._gain * self._volume)
        if self._gain != target:
            return self._now + TICK
        if not self._storm_wanted:
            self._device.end_storm()
            self._storm_sounds = False
            return None
        return calm_until if ducked and not under_words else None

    def _towards(self, target: float) -> float:
        """The gain one tick nearer to the target."""
        if target < self._gain:
            return max(target, self._gain - TICK / (DUCK_SECONDS if target else LEAVE_SECONDS))
        return min(target, self._gain + TICK / (RISE_SECONDS if self._gain >= DUCKED else SWELL_SECONDS))

    # ------------------------------------------------------------ the making of sounds

    def _make_sounds(self) -> None:
        for name in storm.SOUNDS:
            wav = self._cache / storm.file_name(name)
            try:
                made_sound(name, wav)
            except (OSError, subprocess.SubprocessError, RenderFailed) as error:
                log.error("No %s: %s. Likely the disk is full: free some of it.", name, error)
                continue
            self.supply(name, wav)


def made_sound(name: str, wav: Path) -> None:
    """Make the sound `name` as `wav` in a child process, unless it lies there whole.

    Raises OSError, SubprocessError or RenderFailed where that fails.
    """
    try:
        wav_seconds(wav)
    except RenderFailed:
        wav.parent.mkdir(parents=True, exist_ok=True)
        command = (sys.executable, "-P", str(Path(storm.__file__).resolve()), name, str(wav))
        subprocess.run(command, check=True, timeout=MAKING_TIMEOUT, capture_output=True)
        wav_seconds(wav)
