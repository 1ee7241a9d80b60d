"""Reports a plug that is pulled and put back: the first time, and then that it comes and goes."""

from __future__ import annotations

from collections.abc import Callable

from gm_appliance.core.ports import Fault

AGAIN = 20.0  # seconds after which pulling the plug again is reported like the first time
CALM = 5.0  # seconds a loose plug must stay in before it counts as back


class Plug:
    """Posts faults of one plug. They depend only on what everybody can see.

    deadline: when `wake` should be called.
    """

    def __init__(self, post: Callable[[Fault], None]) -> None:
        self._post = post
        self._out_at = float("-inf")
        self._loose = False
        self.deadline = float("inf")

    def out(self, fault: Fault, now: float) -> None:
        """The plug was pulled; this fault reports it the first time."""
        again, self._out_at = now - self._out_at < AGAIN, now
        self.deadline = float("inf")
        if not self._loose:
            self._loose = again
            self._post(Fault("pads", "comes-and-goes") if again else fault)

    def back(self, now: float) -> None:
        if self._loose:
            self.deadline = now + CALM
        else:
            self._post(Fault("pads", "back"))

    def wake(self, now: float) -> None:
        if now >= self.deadline:
            self.deadline = float("inf")
            self._loose = False
            self._post(Fault("pads", "back"))
