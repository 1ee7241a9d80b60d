"""What lies beyond the box and outlives its power: cables, card, disk and hub; and how they fail."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gm_appliance.core.game import Decision
from tests.secrecy.whole.cable import BadLine, Cable
from tests.secrecy.whole.hub import SeatHub
from tests.secrecy.whole.parts import Disk, Record, RecordingBus, SoundCards
from tests.secrecy.whole.troubles import (
    CARD,
    DISK,
    DISPLAY,
    HUB,
    LINE,
    POWER,
    RESTART,
    EventfulEvening,
    PowerCut,
    Trouble,
)
from tests.secrecy.whole.workers import LivelyClock

UNSURE = (0.05, 0.7)
"""Seconds before a hub's cable is pulled or back, and after it, in which a press may belong to anything."""

COMMANDED, HEARD = 0.4, 0.8
"""Seconds after a beat until a bad line has told the hub of it, so that presses belong to it; and before a
window's end from which the line is sound again, so that all that was pressed is heard by then."""


class World:
    """All of it, at one table, for one evening.

    powered: the box is on. restarts: its service will end and start again.
    unheard: when the hub's cable was out, from and to: no press of then comes to the box.
    befell:  told what befell the box. stop: ends its service.
    voice:   how quickly the box's engine speaks.
    """

    def __init__(
        self,
        clock: LivelyClock,
        record: Record,
        evening: EventfulEvening,
        befell: Callable[[str], None],
        stop: Callable[[], None],
    ) -> None:
        self.powered, self.restarts = True, False
        self._on_at = 0.0
        self.unheard: list[tuple[float, float]] = []
        self._unsure: list[tuple[float, float]] = []
        self._befell, self._stop, self._random = befell, stop, evening.random
        self._to_lose: BadLine | None = None
        self._ended_by = POWER
        self.bus, self.disk = RecordingBus(record), Disk()
        self.cards = SoundCards(record, clock)
        self.cable = Cable(clock, record.put)
        self._clock = clock
        self.voice = evening.voice
        self._own_power = evening.own_power
        self._to_come = [*evening.troubles]
        self._boots = 0
        self._lamps: Callable[[int], None] = lambda shifted: record.put("lamps", shifted.to_bytes(2, "big"))
        self.hub = self._started()

    def unsure(self) -> list[tuple[float, float]]:
        """When no hand presses: from and to."""
        before, after = UNSURE
        edges = (edge for pair in self.unheard for edge in pair)
        return [*((edge - before, edge + after) for edge in edges), *self._unsure]

    def asked(self, number: int, decision: Decision) -> None:
        """Plan what is to befall the box in this decision."""
        self._mend_line()
        for trouble in [one for one in self._to_come if one.at is not None and one.fits(number, decision)]:
            self._to_come.remove(trouble)
            begins = self._clock.now() + trouble.after(decision)
            if trouble.kind == LINE:
                self._plan_bad_line(trouble, begins, decision)
            else:
                self._plan(trouble, begins)

    def chose(self, number: int, decision: Decision) -> None:
        """Something was written down, and nothing follows from it yet. May raise PowerCut."""
        for trouble in [one for one in self._to_come if one.at is None and one.fits(number, decision)]:
            self._to_come.remove(trouble)
            self._cut(trouble.seconds)

    def _plan(self, trouble: Trouble, begins: float) -> None:
        ends = begins + trouble.seconds
        fails: dict[str, tuple[Callable[[], None], Callable[[], None]]] = {
            POWER: (lambda: self._cut(trouble.seconds), lambda: None),
            RESTART: (lambda: self._end_service(trouble.seconds), lambda: None),
            HUB: (self._pull, self._plug_in),
            DISPLAY: (partial(setattr, self.bus, "there", False), partial(setattr, self.bus, "there", True)),
            CARD: (self.cards.pull, self.cards.plug_in),
            DISK: (partial(setattr, self.disk, "full", True), partial(setattr, self.disk, "full", False)),
        }
        if trouble.kind == HUB:
            self.unheard.append((begins, ends))
        for at, happens in zip((begins, ends), fails[trouble.kind], strict=True):
            self._clock.at(at, happens)

    def _plan_bad_line(self, trouble: Trouble, begins: float, decision: Decision) -> None:
        """In this window alone, and nobody presses just after a beat: see COMMANDED and HEARD."""
        beats = [self._clock.now() + beat.at for beat in decision.beats]
        ends = min(begins + trouble.seconds, beats[-1] - HEARD)
        bad = self._to_lose = BadLine(lambda *what: self._random("line", trouble.number, *what))
        self._unsure += [(beat, beat + COMMANDED) for beat in beats if begins - COMMANDED < beat < ends]

        def loses() -> None:
            if self._to_lose is bad:
                self.cable.bad = bad

        if begins < ends:
            self._clock.at(begins, loses)
            self._clock.at(ends, self._mend_line)

    def _mend_line(self) -> None:
        bad, self.cable.bad, self._to_lose = self.cable.bad, None, None
        if bad and bad.hurt["E"]:
            self._befell(LINE)

    def _cut(self, seconds: float) -> None:
        if self.powered:
            self._on_at, self._ended_by = self._clock.now() + seconds, POWER
            raise PowerCut

    def _end_service(self, seconds: float) -> None:
        if self.powered:
            self._on_at, self._ended_by, self.restarts = self._clock.now() + seconds, RESTART, True
            self._stop()

    def go_dark(self) -> None:
        """The box has no power, and so has a hub that takes it from there."""
        self.powered = False
        self.cable.listens(False)
        self._mend_line()
        if not self.restarts:
            self._see_to_the_hub()

    def light_up(self) -> None:
        """The power comes back at its time, or the service."""
        self._clock.pass_until(self._on_at)
        self.powered, self.restarts = True, False
        self.cable.listens(True)
        self._see_to_the_hub()

    def goes_on(self) -> None:
        """A game goes on that was cut off."""
        self._befell(self._ended_by)

    def _pull(self) -> None:
        self.cable.plugged_in(False)
        self._see_to_the_hub()

    def _plug_in(self) -> None:
        self.cable.plugged_in(True)
        self._see_to_the_hub()

    def _see_to_the_hub(self) -> None:
        supplied = self._own_power or self.cable.joined
        if supplied and not self.hub.on:
            self.hub = self._started(self.hub.closed)
        elif not supplied:
            self.hub.on = False

    def _started(self, closed: int = 0) -> SeatHub:
        self._boots += 1
        self.cable.at_hub.clear()
        return SeatHub(self._clock, self.cable, self._lamps, 4710 + self._boots, closed)
