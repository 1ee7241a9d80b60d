"""From samples of the switches to presses and releases. A set of switches is a bit mask."""

SETTLE = 3
"""Samples in a row that must agree before a switch counts as changed."""


class Switches:
    """Takes the bounce out of the samples.

    down:    the switches that are closed now, bounce taken out.
    settled: there is a baseline, so from now on every press is told.

    The first samples, and the first after a gap, are a baseline: what is closed in any of them is
    down, but was not pressed.
    """

    def __init__(self) -> None:
        self.down = 0
        self._samples: list[int] = []
        self._times: list[int] = []
        self.settled = False

    def interrupt(self) -> None:
        """The samples have a gap: begin again from a baseline."""
        self._samples = []
        self._times = []
        self.settled = False

    def sample(self, closed: int, now: int) -> tuple[int, int, int]:
        """Switches pressed, switches released, and when: the time of the first sample that says so."""
        self._samples.append(closed)
        self._times.append(now)
        if len(self._samples) < SETTLE:
            return 0, 0, now
        always, ever = closed, closed
        for before in self._samples:
            always &= before
            ever |= before
        if not self.settled:
            always = ever
        pressed, released = always & ~self.down, self.down & ~ever
        self.down = (self.down | pressed) & ~released
        if not self.settled:
            self.settled = True
            pressed = 0
        self._samples.pop(0)
        return pressed, released, self._times.pop(0)
