"""Decides for each sample whether the chain of shift registers can be trusted.

Two inputs are tied, one low and one high. A broken wire makes all inputs behind it alike, so one of the two
reads wrongly. A register that no longer loads shows what was shifted in behind it: ones and zeros in turn.
"""

from firmware.hub_protocol import BIGGEST, BROKEN, PADS, REGISTERS, SOUND, UNSTEADY
from firmware.masks import ones

SWITCHES = 2 * PADS
_TIED = 3 << 14
"""The two tied inputs, within the upper sixteen."""
_AS_TIED = 2 << 14
"""How they read in a working chain: the lower one low, the upper one high."""

BAD_RUN = 25
"""Bad samples in a row, 50 ms, after which the chain counts as broken: a press may have been missed."""

BLOCK = 64
"""Samples after which registers are judged, and a chain that was broken may be trusted again."""

STRANGE = 16
"""Doubtful samples of one register in a block after which that register counts as broken."""

LONG_BLOCK = 1024
"""Samples, about two seconds, after which the chain is judged sound or unsteady."""

SHAKY = 10
"""Bad samples in a long block, one in a hundred, that indicate a bad contact."""

DEAFENED = 128
"""Noisy samples in a long block, an eighth of them, at which presses are being missed."""

TOGETHER = 5
"""Switches of one register closing between two samples that hands cannot close at once."""

MASKS = tuple([((1 << 8) - 1) << 8 * register & (1 << SWITCHES) - 1 for register in range(REGISTERS)])
"""The switches of each register. The last has six; its other inputs are tied."""


class Chain:
    """Judges samples.

    state: the `chain` of a snapshot. Presses are reported while `usable`.
    bad:   bad samples since the start, at most `BIGGEST`.
    """

    def __init__(self) -> None:
        self.state = SOUND
        self.bad = 0
        self._closed = 0  # in the last trusted sample
        self._run = 0  # bad samples in a row
        self._left = BLOCK
        self._block = 0  # bad samples in this block
        self._strange = [0] * REGISTERS
        self._last_low = self._last_high = 0  # the last sample whose tied inputs read wrongly
        self._long_left = LONG_BLOCK
        self._long = 0
        self._shaken = False  # it was broken for a moment in this long block
        self._noise = 0  # samples of this long block with noise in them

    @property
    def usable(self) -> bool:
        return self.state in (SOUND, UNSTEADY)

    def judge(self, low: int, high: int) -> tuple[int, int] | None:
        """The closed switches, and the doubted ones; None if the whole sample is bad.

        low, high: which of inputs 0 to 15 and 16 to 31 read high.
        """
        if high & _TIED != _AS_TIED:
            self._run += 1
            if self._run >= BAD_RUN and self.usable:
                self._fail(BROKEN)
            self._look_at_last(low, high)
            self._note(bad=True)
            return None
        self._run = 0
        closed = ~low & 0xFFFF | (~high & 0x3FFF) << 16
        doubted = 0
        if closed & ~self._closed:
            doubted = self._doubted(closed)
        self._closed = (self._closed & doubted) | (closed & ~doubted)
        self._note(bad=doubted != 0)
        return closed, doubted

    def disturb(self) -> None:
        """Count a sample that was discarded because of noise."""
        self.bad = min(self.bad + 1, BIGGEST)
        self._block += 1
        self._long += 1
        self._noise += 1
        if self._noise >= DEAFENED and self.usable:
            self._fail(BROKEN)

    def _look_at_last(self, low: int, high: int) -> None:
        """Notice a last register that does not load: its inputs, the tied ones included, all read alike,
        alternating."""
        turned = high ^ self._last_high
        # If all inputs follow the fill, no register loads; if these do not, something else is broken.
        if turned >> 8 == 0xFF and (turned != 0xFFFF or low ^ self._last_low != 0xFFFF):
            self._strange[-1] += 1
        self._last_low, self._last_high = low, high

    def _doubted(self, closed: int) -> int:
        """The switches of registers whose switches all closed at once."""
        doubted = 0
        for register in range(REGISTERS):
            mask = MASKS[register]
            if closed & mask == mask and ones(mask & ~self._closed) >= TOGETHER:
                doubted |= mask
                self._strange[register] += 1
        return doubted

    def _note(self, bad: bool) -> None:
        if bad:
            self.bad = min(self.bad + 1, BIGGEST)
            self._block += 1
            self._long += 1
        self._left -= 1
        if self._left == 0:
            self._end_block()
        self._long_left -= 1
        if self._long_left == 0:
            self._end_long_block()

    def _end_block(self) -> None:
        worst = max(self._strange)
        if worst >= STRANGE:
            self._fail(self._strange.index(worst) + 1)
        elif not self.usable and self._block == 0:
            self.state = UNSTEADY
        self._left, self._block = BLOCK, 0
        for register in range(REGISTERS):
            self._strange[register] = 0

    def _fail(self, state: int) -> None:
        self.state = state
        self._shaken = True

    def _end_long_block(self) -> None:
        if self.usable:
            self.state = UNSTEADY if self._long >= SHAKY or self._shaken else SOUND
            self._shaken = False
        self._long_left, self._long, self._noise = LONG_BLOCK, 0, 0
