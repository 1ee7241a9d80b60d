"""The sound card: what the mixer asks of it, pygame's mixer behind that, and how to see a card go."""

from __future__ import annotations

import ctypes
import importlib
import logging
import os
from pathlib import Path
from typing import Any, Protocol

from gm_appliance.devices.sound.fading import Fader
from gm_appliance.devices.sound.storm import RATE

log = logging.getLogger(__name__)

BUFFER = 512
"""Samples handed to the card at a time: what is played begins 23 ms later at most.

With 256 of them an idle box would wake twice as often, and a busy one would crackle sooner.
"""

SIDES = (0, 1)
"""The storm is blended from one side to the other, and back."""

SPEECHES = 2
"""Channels for words: while a sentence that was cut fades on one, the next begins on another."""

SOUND_CLASS = Path("/sys/class/sound")
CARDS = Path("/proc/asound")
"""What ALSA tells of its cards: a link for each, by its name."""

HDMI = "hdmi"
"""In the name of a card, in whatever letters."""

ALSA = "libasound.so.2"
"""By this name SDL loads it too, so the two share one."""


class Device(Protocol):
    """A sound device. Gains are 0 to 1. Any method may raise anything; the mixer lives with it."""

    def speak(self, wav: Path, gain: float) -> None: ...

    def speech_gain(self, gain: float) -> None: ...

    def speaking(self) -> bool: ...

    def cut(self) -> None:
        """End what is spoken, within 20 ms and without a click."""
        ...

    def begin_masking(self, side: int, wav: Path, gain: float) -> None:
        """Begin a segment of storm on one of SIDES; it goes round until it is ended."""
        ...

    def masking_gain(self, side: int, gain: float) -> None: ...

    def end_masking(self, side: int) -> None: ...

    def effect(self, wav: Path, gain: float) -> None: ...

    def close(self) -> None: ...


class PygameDevice:
    """The sound card through pygame's mixer, held open until `close`: HDMI swallows first words.

    name: as ALSA names it, e.g. ``"plughw:CARD=Headphones"``; empty for the machine's usual one.
    Raises ImportError without pygame, pygame.error without a card.
    """

    def __init__(self, name: str = "") -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        # No window is ever opened; and SIGTERM belongs to the appliance, not to SDL.
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
        if name:
            # SDL's own list of devices has other names; this one goes to ALSA as it is.
            os.environ["AUDIODEV"] = name
            os.environ.setdefault("SDL_AUDIODRIVER", "alsa")
        import pygame

        silence_alsa()
        self._mixer = pygame.mixer
        self._mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
        self._mixer.set_reserved(SPEECHES + len(SIDES))
        self._speaks = 0
        self._speeches = [self._mixer.Channel(number) for number in range(SPEECHES)]
        self._sides = [self._mixer.Channel(SPEECHES + side) for side in SIDES]
        self._fader = _fader()
        self._said: Any = None
        self._covers: dict[int, Any] = {}

    def speak(self, wav: Path, gain: float) -> None:
        self._said = self._load(wav, gain)
        # What was cut just now still fades on the other one.
        self._speaks = (self._speaks + 1) % SPEECHES
        self._speeches[self._speaks].play(self._said)

    def speech_gain(self, gain: float) -> None:
        if self._said is not None:
            self._said.set_volume(gain)

    def speaking(self) -> bool:
        return self._said is not None and self._speeches[self._speaks].get_busy()

    def cut(self) -> None:
        if self._said is None:
            return
        self._said = None
        if self._fader is None:
            self._speeches[self._speaks].stop()
        else:
            self._fader.fade(self._speaks)

    def begin_masking(self, side: int, wav: Path, gain: float) -> None:
        self._covers[side] = self._load(wav, gain)
        self._sides[side].play(self._covers[side], loops=-1)

    def masking_gain(self, side: int, gain: float) -> None:
        if side in self._covers:
            self._covers[side].set_volume(gain)

    def end_masking(self, side: int) -> None:
        self._sides[side].stop()
        # Half a minute of sound is a megabyte.
        self._covers.pop(side, None)

    def effect(self, wav: Path, gain: float) -> None:
        self._load(wav, gain).play()

    def close(self) -> None:
        self._mixer.quit()

    def _load(self, wav: Path, gain: float) -> Any:
        sound = self._mixer.Sound(str(wav))
        # The sound's own volume: a channel's is set back to full by every `play`.
        sound.set_volume(gain)
        return sound


def _fader() -> Fader | None:
    """What fades sentences that are cut; None where they can only be broken off."""
    try:
        return Fader(importlib.import_module("pygame.mixer").__file__ or "")
    except (OSError, AttributeError, MemoryError) as error:
        log.info("A sentence that is cut breaks off, for SDL's mixer cannot be asked: %r", error)
        return None


def silence_alsa() -> None:
    """Keep ALSA from writing to standard error: eight lines at every try to open a card that is not there.

    What goes wrong is raised all the same, and told once by whoever opened the card.
    """
    try:
        alsa = ctypes.CDLL(ALSA)
    except OSError:
        return  # Then SDL has none either.
    # In place of ALSA's own printer, a function that takes no notice of what it is told. One of C: threads of
    # ALSA's and SDL's call it, and must not wait for Python there.
    alsa.snd_lib_error_set_handler(ctypes.cast(alsa.snd_asoundlib_version, ctypes.c_void_p))


def keeps_first_words(name: str, folder: Path = CARDS) -> bool:
    """Whether a device of that name, as ALSA names it, can be closed and opened again and lose nothing.

    A television or receiver takes a second to notice that sound has begun, and swallows that. The machine's
    usual device, whose name is empty, may be any of its cards.
    """
    named = [name] if name else [path.name for path in folder.glob("*")] if folder.is_dir() else []
    return not any(HDMI in one.lower() for one in named)


def playback_cards(folder: Path = SOUND_CLASS) -> frozenset[tuple[str, int]]:
    """What can play here, by name and inode: plugged in again it is another one.

    Empty where the kernel does not tell. A card that goes away under SDL's hands raises nothing, so
    this is how it is noticed.
    """
    found = set()
    for path in folder.glob("pcmC*D*p"):
        try:
            found.add((path.name, path.stat().st_ino))
        except OSError:
            continue
    return frozenset(found)
