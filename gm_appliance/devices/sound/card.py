"""The sound card through pygame, and the list of cards."""

from __future__ import annotations

import ctypes
import importlib
import logging
import os
from itertools import chain
from pathlib import Path
from typing import Any

from gm_appliance.devices.libraries import load_when_asked
from gm_appliance.devices.sound.fading import Fader
from gm_appliance.devices.sound.storm import RATE

log = logging.getLogger(__name__)

BUFFER = 512
"""Samples per buffer: sounds begin at most 23 ms late.

With 256 an idle box would wake twice as often, and a busy one would crackle sooner.
"""

SIDES = ((0, 1), (2, 3))  # of each layer of the storm the two channels between which it is cross-faded
SPEECHES = 2  # channels for words: while an interrupted sentence fades on one, the next begins on the other

SOUND_CLASS = Path("/sys/class/sound")
CARDS = Path("/proc/asound")  # ALSA's folder with a link for each card, by name
HDMI = "hdmi"  # contained in the names of HDMI cards, in lower or upper case
ALSA = "libasound.so.2"  # the name by which SDL loads it too: both share one


class NoAlsa(OSError):
    """No sound system was found, and ALSA's library is not installed."""


class PygameDevice:
    """The sound card through pygame's mixer, held open until `close`: HDMI swallows first words.

    Gains are 0 to 1. Any method may raise anything.
    name: as in ALSA, for example ``"plughw:CARD=Headphones"``; empty for the default device.
    Raises ImportError without pygame, NoAlsa, pygame.error without a card.
    """

    def __init__(self, name: str = "") -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        # No window is opened; and SDL must not handle SIGTERM.
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
        if name:
            # SDL has other names for devices; this one is passed to ALSA unchanged.
            os.environ["AUDIODEV"] = name
            os.environ.setdefault("SDL_AUDIODRIVER", "alsa")
        load_when_asked("pygame")
        import pygame.mixer

        self._mixer: Any = pygame.mixer
        has_alsa = silence_alsa()
        try:
            self._mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
        except pygame.error as error:
            raise error if has_alsa else NoAlsa(f"{ALSA} is not installed") from error
        self._mixer.set_reserved(SPEECHES + 2 * len(SIDES))
        self._speaks = 0
        self._speeches = [self._mixer.Channel(number) for number in range(SPEECHES)]
        self._sides = [self._mixer.Channel(SPEECHES + side) for side in chain(*SIDES)]
        self._fader = _fader()
        self._said: Any = None
        self._covers: dict[int, Any] = {}

    def speak(self, wav: Path, gain: float) -> None:
        self._said = self._load(wav, gain)
        # An interrupted sentence may still be fading on the other one.
        self._speaks = (self._speaks + 1) % SPEECHES
        if self._fader is not None:
            self._fader.clear(self._speaks)
        self._speeches[self._speaks].play(self._said)

    def speech_gain(self, gain: float) -> None:
        if self._said is not None:
            self._said.set_volume(gain)

    def speaking(self) -> bool:
        return self._said is not None and self._speeches[self._speaks].get_busy()

    def cut(self) -> None:
        """Stop speaking within 20 ms, without a click."""
        if self._said is None:
            return
        self._said = None
        if self._fader is None:
            self._speeches[self._speaks].stop()
        else:
            self._fader.fade(self._speaks)

    def begin_masking(self, side: int, wav: Path, gain: float) -> None:
        """Begin a segment of storm on one of the channels in SIDES; it loops until `end_masking`."""
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
        # The sound's volume, as every `play` resets the channel's.
        sound.set_volume(gain)
        return sound


def _fader() -> Fader | None:
    """Fades interrupted sentences; None if they can only be cut off."""
    try:
        return Fader(importlib.import_module("pygame.mixer").__file__ or "")
    except (OSError, AttributeError, MemoryError) as error:
        log.info(
            "Interrupted sentences will end in a click, because SDL's mixer cannot be reached: %r", error
        )
        return None


def silence_alsa() -> bool:
    """Keep ALSA from writing eight lines to standard error at every attempt to open a missing card. Returns
    whether it is installed. Errors are still raised, and reported once by whoever opens the card."""
    try:
        alsa = ctypes.CDLL(ALSA)
    except OSError:
        return False  # SDL has none either.
    # Replaces ALSA's printer by a function that ignores its arguments. It is a C function, as threads of ALSA
    # and SDL call it, which must not wait for Python.
    alsa.snd_lib_error_set_handler(ctypes.cast(alsa.snd_asoundlib_version, ctypes.c_void_p))
    return True


def keeps_first_words(name: str, folder: Path = CARDS) -> bool:
    """Whether a device can be closed and reopened without losing the first words. name: as in ALSA.

    Televisions and receivers swallow the first second of a sound. The default device, whose name is empty,
    may be any card.
    """
    named = [name] if name else [path.name for path in folder.glob("*")] if folder.is_dir() else []
    return not any(HDMI in one.lower() for one in named)


def playback_cards(folder: Path = SOUND_CLASS) -> frozenset[tuple[str, int]]:
    """The playback devices, by name and inode, which changes when a card is plugged in again. Empty if the
    kernel does not list them. This is how a pulled card is noticed, as SDL raises nothing."""
    found = set()
    for path in folder.glob("pcmC*D*p"):
        try:
            found.add((path.name, path.stat().st_ino))
        except OSError:
            continue
    return frozenset(found)
