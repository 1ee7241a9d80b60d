"""Turns samples of the inputs into moves: through the chain, the gate and the switches."""

from firmware.chain import Chain
from firmware.gate import Gate
from firmware.switches import Switches


class Reading:
    """Reads samples one by one. chain, switches: the state of the wires and of the thumbs."""

    def __init__(self) -> None:
        self.chain = Chain()
        self.switches = Switches()
        self._gate = Gate()

    def take(self, low: int, high: int, ms: int) -> list[tuple[int, int, int]] | tuple[()]:
        """Moves of switches, as (switch, move, ms). low, high: which of inputs 0-15 and 16-31 read high."""
        usable = self.chain.usable
        out = self._judge(low, high, ms)
        if self.chain.usable:
            return self._follow() if out else ()
        if not usable:
            return ()  # The gate keeps running: lasting noise keeps the chain unusable.
        self._gate.clear()
        return self.switches.interrupt(ms)

    # Short functions: MicroPython allocates memory for calls with more than a few variables.

    def _judge(self, low: int, high: int, ms: int) -> bool:
        """Put a sample into the gate; returns whether one comes out."""
        judged = self.chain.judge(low, high)
        if judged is None:
            return False
        out = self._gate.take(judged[0], judged[1], ms)
        if self._gate.noisy:
            self.chain.disturb()
        return out

    def _follow(self) -> list[tuple[int, int, int]] | tuple[()]:
        gate = self._gate
        return self.switches.sample(gate.closed, gate.ms, gate.doubted)
