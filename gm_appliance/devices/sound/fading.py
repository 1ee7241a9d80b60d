"""Fades an interrupted sentence within 20 ms, as a wave that is cut off clicks.

pygame fades in steps of a whole buffer, which is longer than that. So this uses SDL's mixer below pygame to
process the buffers of one channel sample by sample.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from gm_appliance.devices.sound.storm import RATE

FADE = RATE // 50  # samples of a fade: 20 ms
EXPIRES = 500  # milliseconds after which SDL stops the faded channel, which is silent by then

_EFFECT = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
"""Called by SDL's mixer with every buffer of a channel: channel, samples, bytes, user data."""


class Fader:
    """Fades channels of SDL's mixer, which plays 16-bit mono.

    extension: the file of pygame's mixer. Raises OSError or AttributeError if SDL's is not found through it,
    and MemoryError if a sandbox does not let C call Python.
    """

    def __init__(self, extension: str) -> None:
        # Finds the library that pygame's file was linked with, wherever it lies.
        library = ctypes.CDLL(extension)
        self._register = library.Mix_RegisterEffect
        self._register.argtypes = (ctypes.c_int, _EFFECT, ctypes.c_void_p, ctypes.c_void_p)
        self._unregister = library.Mix_UnregisterAllEffects
        self._unregister.argtypes = (ctypes.c_int,)
        self._expire = library.Mix_ExpireChannel
        self._expire.argtypes = (ctypes.c_int, ctypes.c_int)
        # By channel, to keep them alive while SDL may call them: until `clear`.
        self._effects: dict[int, Callable[..., None]] = {}
        _EFFECT(_turned_down())  # fails now rather than at the first interruption

    def fade(self, channel: int) -> None:
        """Fade what this channel plays from its next buffer on, and stop it. Once per sound."""
        self.clear(channel)
        effect = _EFFECT(_turned_down())
        self._register(channel, effect, None, None)
        self._expire(channel, EXPIRES)
        self._effects[channel] = effect

    def clear(self, channel: int) -> None:
        """Let what this channel plays next be heard: SDL keeps the fade of a sound that had just ended."""
        self._unregister(channel)
        self._effects.pop(channel, None)


def _turned_down() -> Callable[[int, int, int, int | None], None]:
    left = FADE

    def effect(_channel: int, samples: int, size: int, _ours: int | None) -> None:
        nonlocal left
        heard = (ctypes.c_int16 * (size // 2)).from_address(samples)
        for at in range(len(heard)):
            heard[at] = heard[at] * left // FADE
            left = max(0, left - 1)

    return effect
