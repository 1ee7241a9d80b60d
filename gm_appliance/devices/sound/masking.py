"""The masking noise: two layers of storm, each of segments that are blended one into the next.

The rain masks clicks, so it is never ducked. The wind, which is lower, makes room for words. A segment loops
until the next one has taken over, even if that is late. The storm depends only on the cues and the clock.
"""

from __future__ import annotations

import math
from pathlib import Path

from gm_appliance.devices.sound.card import PygameDevice
from gm_appliance.devices.sound.render import RenderFailed, wav_seconds

TICK = 0.02  # seconds between two steps while something sounds or swells
BLEND_SECONDS = 3.0  # seconds of the cross-fade from one segment to the next

UNDER_WORDS = {"rain": 1.0, "wind": 0.125}
"""Each layer's gain under words: clear words, and clicks still covered; see docs/developers/sound.md."""

DUCK_HOLD = 2.0  # seconds the wind stays ducked after words: a roll call's pace, at which it must not pump

SWELL_SECONDS, LEAVE_SECONDS = 0.8, 1.2
DUCK_SECONDS, RISE_SECONDS = 0.15, 1.0  # seconds the wind's gain takes from full to zero, and back


# Many attributes: what sounds on its two sides, and where each of them is.
class MaskingNoise:
    """A layer of the storm on a device.

    sides: its two channels, see `SIDES`. ducked: its gain under words.
    wanted: whether it should sound. volume: 0 to 1. segments: generated so far.
    `carry` raises RenderFailed if a segment is gone, and continues with the others when called again. It also
    raises the device's errors; call `reset` then.
    """

    def __init__(self, volume: float, sides: tuple[int, int], ducked: float) -> None:
        self.wanted = False
        self.volume = volume
        self._sides = sides
        self._ducked = ducked
        self.segments: list[Path] = []
        self._upcoming = 0
        self.reset()

    def reset(self) -> None:
        """Forget what sounds: the device was replaced."""
        self.sounding = False
        self._side = self._sides[0]
        self._gain = 0.0
        self._told: dict[int, float] = {}
        self._turn = 0.0
        self._blended: float | None = None
        self._moved_at = 0.0

    def carry(self, device: PygameDevice, now: float, words_until: float | None) -> float | None:
        """Do what is due at `now`; returns when to call this again, None if not before a change.

        words_until: until when it stays ducked; None while the end of the words is unknown.
        """
        passed = min(now - self._moved_at, 2 * TICK)
        self._moved_at = now
        if self.wanted and not self.sounding and self.segments:
            self._begin(device, self._sides[0], now)
            self.sounding = True
        if not self.sounding:
            return None
        ducked = words_until is None or now < words_until
        target = 0.0 if not self.wanted else self._ducked if ducked else 1.0
        if target < self._gain:
            self._gain = max(target, self._gain - passed / (DUCK_SECONDS if target else LEAVE_SECONDS))
        else:
            rising = RISE_SECONDS if self._gain >= self._ducked else SWELL_SECONDS
            self._gain = min(target, self._gain + passed / rising)
        self._blend(device, now, passed)
        self._tell(device)
        if self._gain == 0.0 and not self.wanted:
            for side in self._told:
                device.end_masking(side)
            self.reset()
            return None
        if self._gain != target or self._blended is not None:
            return now + TICK
        dues = [self._turn] if len(self.segments) > 1 else []
        if ducked and words_until is not None:
            dues.append(words_until)
        return min(dues, default=None)

    def _begin(self, device: PygameDevice, side: int, now: float) -> None:
        """Begin the next segment on this side, inaudible at first."""
        wav = self.segments[self._upcoming % len(self.segments)]
        # Also from storm to storm: consecutive nights sound different.
        self._upcoming += 1
        try:
            seconds = wav_seconds(wav)
        except RenderFailed:
            self.segments.remove(wav)
            raise
        device.begin_masking(side, wav, 0.0)
        self._told[side] = 0.0
        self._turn = now + seconds - BLEND_SECONDS

    def _blend(self, device: PygameDevice, now: float, passed: float) -> None:
        other = self._sides[self._side == self._sides[0]]
        if self._blended is None:
            if now < self._turn or len(self.segments) < 2:
                return
            self._begin(device, other, now)
            self._blended = 0.0
            return
        self._blended += passed / BLEND_SECONDS
        if self._blended >= 1.0:
            device.end_masking(self._side)
            del self._told[self._side]
            self._side, self._blended = other, None

    def _tell(self, device: PygameDevice) -> None:
        """Set the gains that changed. Equal power in a cross-fade, as unrelated noise adds up by power."""
        angle = (self._blended or 0.0) * math.pi / 2
        for side in tuple(self._told):
            share = math.cos(angle) if side == self._side else math.sin(angle)
            gain = self._gain * share * self.volume
            if gain != self._told[side]:
                device.masking_gain(side, gain)
                self._told[side] = gain
