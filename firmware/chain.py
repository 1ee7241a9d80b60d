"""Whether the chain of shift registers can be believed, sample by sample.

Two inputs are tied, one low, one high: a broken wire makes all inputs behind it alike, so one of the two is
wrong. A register that no longer loads shows what was shifted in behind it, all ones and all zeros by turns.
"""

from firmware.hub_protocol import BIGGEST, BROKEN, PADS, REGISTERS, SOUND, UNSTEADY
from firmware.masks import ones

SWITCHES = 2 * PADS
_TIED = 3 << 14
"""The two tied inputs, among the upper sixteen, …"""
_AS_TIED = 2 << 14
"""… and how they read: the lower one low, the upper one high."""

BAD_RUN = 25
"""So many bad samples in a row, 50 ms, and the chain is broken: a whole press could have gone by unseen."""

BLOCK = 64
"""Samples after which a register is judged, and a chain that was broken may be believed again."""

STRANGE = 16
"""So many samples of a block in which a register was not to be believed are its fault."""

LONG_BLOCK = 1024
"""Samples, about two seconds, after which the chain is judged to be steady or not."""

SHAKY = 10
"""So many bad samples of a long block, one in a hundred, are a bad contact."""

TOGETHER = 5
"""No hands close so many switches of one register between two samples."""

MASKS = tuple([((1 << 8) - 1) << 8 * register & (1 << SWITCHES) - 1 for register in range(REGISTERS)])
"""The switches of each register. The last has six; its other inputs are tied."""


class Chain:
    """Judges samples.

    state: what a snapshot says of the chain. Presses are believed while `usable`.
    bad:   samples left out since the start; stops at the largest number of a line.
    """

    def __init__(self) -> None:
        self.state = SOUND
        self.bad = 0
        self._closed = 0  # as last believed
        self._run = 0  # bad samples in a row
        self._left = BLOCK
        self._block = 0  # bad samples in this block
        self._strange = [0] * REGISTERS
        self._last_low = self._last_high = 0  # the last sample whose tied inputs read wrongly
        self._long_left = LONG_BLOCK
        self._long = 0
        self._shaken = False  # it was broken for a moment in this long block

    @property
    def usable(self) -> bool:
        return self.state in (SOUND, UNSTEADY)

    def judge(self, low: int, high: int) -> tuple[int, int] | None:
        """The switches that are closed, and those among them and the others not to be believed.

        None if the whole sample is not to be believed. low, high: which of inputs 0 to 15 and 16 to 31
        read high.
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

    def _look_at_last(self, low: int, high: int) -> None:
        """Where the last register does not load, its tied inputs do not either: all read alike, by turns."""
        turned = high ^ self._last_high
        # Where all inputs turn with the fill, none loads; where these do not, something else is broken.
        if turned >> 8 == 0xFF and (turned != 0xFFFF or low ^ self._last_low != 0xFFFF):
            self._strange[-1] += 1
        self._last_low, self._last_high = low, high

    def _doubted(self, closed: int) -> int:
        """The switches of registers in which all closed at once."""
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
        self._long_left, self._long = LONG_BLOCK, 0
