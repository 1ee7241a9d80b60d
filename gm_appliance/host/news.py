"""The parts' faults and recoveries: those still to be told, and what works meanwhile."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from gm_appliance.core.ports import Fault

_LOST = ("lost", "unplugged", "comes-and-goes")
"""The ways in which a part can be unavailable."""

_LINE = ("missing", "none", *_LOST, "back", "other-protocol")
"""The faults and recoveries of the line to a part. All others say nothing about the line."""

_PADS = ("pads", "phones")
"""The parts that are pads."""

_SWITCH = ("stuck", "mended")
"""The news of a switch of one pad."""

MIXED_UP = Fault("pads", "mixed-up")


class News:
    """faults: still to be told. mixed_up: it is unknown whose pad is whose until they are called again.
    silent: returns whether the volume is 0."""

    def __init__(self) -> None:
        self.silent: Callable[[], bool] = lambda: False
        self.faults: deque[Fault] = deque()
        self.mixed_up = False
        self._mute: set[str] = set()  # the voice or the sound card, if it is missing or lost
        self._answering = {"pads"}  # of the parts that are pads
        self._lost: set[str] = set()  # of the parts that are pads

    def hear(self, fault: Fault) -> None:
        """Take in a part's news, to be told later."""
        part, what = fault.part, fault.what
        if part in _PADS and what in (*_LOST, "back"):
            _keep(self._lost, part, what in _LOST)
        if part in _PADS and what in (*_LINE, "joined"):
            _keep(self._answering, part, what in ("back", "joined"))
        if part in ("voice", "sound") and what in ("missing", "lost", "back"):
            _keep(self._mute, part, what != "back")
        if fault == MIXED_UP:
            self.mixed_up = True  # told when they are called again
            return
        # What waits to be told is told once, however often it happened; of what goes to and fro the latest.
        if what in _LINE:
            known = self._line(part)
        elif what in _SWITCH:
            switch = [one for one in self.faults if one.what in _SWITCH and one.which == fault.which]
            known = switch[-1] if switch else None
            if fault != known and fault in switch:
                self.faults = deque(one for one in self.faults if one not in switch)
        else:
            known = fault if fault in self.faults else None
        if fault != known:
            self.faults.append(fault)

    def take(self) -> list[Fault]:
        """The faults still to be told, which are then told."""
        told = [*self.faults]
        self.faults.clear()
        return told

    @property
    def unheard(self) -> bool:
        """Whether the table has no sound. Then everything is written out, and takes as long as reading it."""
        return bool(self._mute) or self.silent()

    def answer(self, *, phones: bool) -> bool:
        """Whether pads of either kind seem to answer. phones: whether phones may come."""
        return "pads" in self._answering or ("phones" in self._answering and phones)

    def pads_lost(self, *, phones: bool) -> bool:
        """Whether some pads are lost. If so, silence must not be taken for an answer."""
        return "pads" in self._lost or ("phones" in self._lost and phones)

    def lost(self, *parts: str) -> Fault | None:
        """The fault by which one of these parts was lost, by default one that is pads; None unless it is the
        latest news of its line and not told yet."""
        lines = map(self._line, parts or _PADS)
        return next((line for line in lines if line and line.what in _LOST), None)

    def back(self, part: str) -> bool:
        """Whether the latest news of this part's line is that it is back, and that is not told yet."""
        last = self._line(part)
        return last is not None and last.what == "back"

    def mark_told(self, part: str) -> None:
        """Mark the news of the line to this part as told; other news of the part is still to be told."""
        self.faults = deque(one for one in self.faults if one.part != part or one.what not in _LINE)

    def _line(self, part: str) -> Fault | None:
        heard = (one for one in reversed(self.faults) if one.part == part and one.what in _LINE)
        return next(heard, None)


def _keep(parts: set[str], part: str, member: bool) -> None:
    (parts.add if member else parts.discard)(part)
