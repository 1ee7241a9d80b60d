"""A sentence that is cut: it fades within 20 ms, for a wave that breaks off clicks.

pygame's own fading goes in steps of a whole buffer, which is longer than that. So this asks SDL's mixer,
below pygame, for the buffers of one channel, and turns them down sample by sample.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from gm_appliance.devices.sound.storm import RATE

FADE = RATE // 50
"""Samples a cut sentence takes to fade: 20 ms."""

EXPIRES = 500
"""Milliseconds after which SDL ends a channel that was cut; by then it has been silent for long."""

_EFFECT = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
"""What SDL's mixer calls for every buffer of a channel: channel, samples, bytes, something of ours."""


class Fader:
    """Fades channels of SDL's mixer, which plays 16-bit samples on one side.

    extension: the file of pygame's mixer. Raises OSError or AttributeError where SDL's is not found by it,
    and MemoryError where a sandbox does not let C call Python.
    """

    def __init__(self, extension: str) -> None:
        # What pygame's file was linked with is found through it, wherever it lies.
        library = ctypes.CDLL(extension)
        self._register = library.Mix_RegisterEffect
        self._register.argtypes = (ctypes.c_int, _EFFECT, ctypes.c_void_p, ctypes.c_void_p)
        self._expire = library.Mix_ExpireChannel
        self._expire.argtypes = (ctypes.c_int, ctypes.c_int)
        # By channel, as long as SDL may call it: it forgets it when the channel ends or plays something else.
        self._effects: dict[int, Callable[..., None]] = {}
        _EFFECT(_turned_down())  # now rather than at the first word that is cut

    def fade(self, channel: int) -> None:
        """Turn down what this channel plays, from its next buffer on, and end it. Once for what is played."""
        effect = _EFFECT(_turned_down())
        self._register(channel, effect, None, None)
        self._expire(channel, EXPIRES)
        self._effects[channel] = effect


def _turned_down() -> Callable[[int, int, int, int | None], None]:
    left = FADE

    def effect(_channel: int, samples: int, size: int, _ours: int | None) -> None:
        nonlocal left
        heard = (ctypes.c_int16 * (size // 2)).from_address(samples)
        for at in range(len(heard)):
            heard[at] = heard[at] * left // FADE
            left = max(0, left - 1)

    return effect
