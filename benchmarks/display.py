"""How soon a press and a screen reach the display's bus, and how many bytes they take there.

    python -m benchmarks.display

The display's own thread, luma's driver and a bus that decodes are at work; only the wire is missing.
Bytes are compared with luma's own `display`, which always sends the whole frame, in the same run.
Goal: a median of at most 5 ms from a press in the inbox to the first byte on the bus, through the
whole evening with its menu open, from one cursor position to the next. The panel's debounce comes on top.
"""

from __future__ import annotations

import statistics
import threading
import time
import warnings
from collections.abc import Callable
from typing import NamedTuple
from unittest import mock

from luma.core.interface.serial import i2c
from luma.oled.device import ssd1306

from gm_appliance.app.evening import Evening
from gm_appliance.core.cues.screens import (
    BarScreen,
    ClosedScreen,
    GridScreen,
    Lines,
    MenuScreen,
    RingScreen,
    RingSeat,
    Screen,
)
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL, Ports, Stop
from gm_appliance.devices.display.drawing import draw, frame
from gm_appliance.devices.display.driver import DisplayDriver, connect_to
from gm_appliance.devices.display.oled import Keeper, open_display
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.devices.sound.voice import SilentVoice
from tests.benches.decoded_bus import DecodedBus

ROUNDS = 40
GOAL = 0.005
BITS = 9  # on the wire, including the acknowledgement of each byte
SPEED = 400_000  # bits a second


class CountingBus(DecodedBus):
    """Notes when the first byte of a change comes, and counts the bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.first: float | None = None
        self.bytes = 0
        self.came = threading.Event()

    def transfer(self, address: int, message: bytes) -> None:
        if self.first is None:
            self.first = time.perf_counter()
        self.bytes += 1 + len(message)  # including the address
        super().transfer(address, message)
        self.came.set()

    def forget(self) -> None:
        self.first, self.bytes = None, 0
        self.came.clear()


LABELS = ("Od", "1", "Th", "2", "He", "Br", "Si", "10", "Id", "Ni", "Hm", "11", "Ba", "12", "Fr")


def ring(title: str, line: str, marked: int = -1) -> Screen:
    seats = tuple(
        RingSeat(label, hollow=at % 5 == 2, crosses=at % 4 // 3, eye=at == 7, marked=at == marked)
        for at, label in enumerate(LABELS)
    )
    return RingScreen(title, seats, (line,), "▲next hold▲=OK")


def aim(at: int) -> Screen:
    return ring("Odin protects", f"Valkyrie {at}", at)


def talk(minutes: int) -> Screen:
    return ring("Council", f"{minutes} min of talk")


def bar(left: int) -> Screen:
    return BarScreen("Vote", left, 60)


def menu(at: int) -> Screen:
    return MenuScreen("Accused is", tuple(f"Valkyrie {n}" for n in range(1, 13)), at, "↑↓ OK")


def scores(leads: int) -> Screen:
    return GridScreen("Standings", tuple((f"Player {n}", str(7 * n + leads)) for n in range(15)), "OK")


class Change(NamedTuple):
    """A change from one screen to the next, as on an evening."""

    name: str
    before: Callable[[int], Screen]
    after: Callable[[int], Screen]


CHANGES = (
    Change("the bar loses a second", lambda n: bar(60 - n), lambda n: bar(59 - n)),
    Change("a minute of talk more", talk, lambda n: talk(n + 1)),
    Change("the cursor goes down", lambda n: menu(n % 11), lambda n: menu(n % 11 + 1)),
    Change("the marker goes on, at 15", lambda n: aim(n % 14), lambda n: aim(n % 14 + 1)),
    Change("scores of 15", scores, lambda n: scores(n + 1)),
    Change("eyes closed", lambda n: Lines(f"Night {n}"), lambda n: ClosedScreen()),
    Change("from a menu to the ring", lambda n: menu(n % 12), lambda n: aim(n % 15)),
)


class Cost(NamedTuple):
    """The mean cost of a change. size: bytes on the bus. work: seconds of computing."""

    size: float
    work: float


def latencies() -> dict[str, list[float]]:
    """Seconds from `show` to the first byte; every screen is drawn for the first time."""
    bus = CountingBus()
    found: dict[str, list[float]] = {change.name: [] for change in CHANGES}
    display = open_display(DisplaySettings(), lambda part, what: print(f"  {part}: {what}"), bus=bus)
    for change in CHANGES:
        for number in range(ROUNDS):
            display.show(change.before(number))
            time.sleep(0.03)  # let the display's thread fall asleep
            frame.cache_clear()
            bus.forget()
            screen = change.after(number)
            start = time.perf_counter()
            display.show(screen)
            if bus.came.wait(5.0) and bus.first is not None:
                found[change.name].append(bus.first - start)
    display.close()
    return found


class _Nothing:
    """A port that does nothing."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_given: None


def presses() -> list[float]:
    """Seconds from a press to the first byte, while the box asks for a game."""
    bus, inbox, nothing = CountingBus(), TableInbox(RealClock()), _Nothing()
    display = open_display(DisplaySettings(), nothing.fault, bus=bus)
    ports = Ports(inbox, display, nothing, SilentVoice(), SilentMixer(), nothing)
    evening = Evening(ports, None, Observer(), nothing.fault)
    host = threading.Thread(target=evening.run)
    host.start()
    found = []
    for _press in range(3 * ROUNDS):
        time.sleep(0.03)  # let both threads fall asleep
        frame.cache_clear()
        bus.forget()
        start = time.perf_counter()
        inbox.press(PANEL, "down", True)
        if bus.came.wait(5.0) and bus.first is not None:
            found.append(bus.first - start)
        inbox.press(PANEL, "down", False)
    inbox.post(Stop())
    host.join()
    display.close()
    return found


def costs() -> dict[str, Cost]:
    bus = CountingBus()
    found = {}
    with mock.patch("smbus2.SMBus", return_value=bus):
        keeper = Keeper(
            DisplayDriver(DisplaySettings(), connect_to(DisplaySettings())), lambda *_: None, draw, 0.0
        )
        for change in CHANGES:
            sizes, times = [], []
            for number in range(ROUNDS):
                keeper.show(change.before(number), 0.0)
                keeper.step(0.0)
                bus.forget()
                frame.cache_clear()
                keeper.show(change.after(number), 0.0)
                start = time.process_time()
                keeper.step(0.0)
                times.append(time.process_time() - start)
                sizes.append(bus.bytes)
            found[change.name] = Cost(statistics.fmean(sizes), statistics.fmean(times))
    return found


def luma_alone() -> Cost:
    """The cost of a frame sent by luma itself."""
    bus = CountingBus()
    times = []
    with mock.patch("smbus2.SMBus", return_value=bus), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        device = ssd1306(i2c())
        for number in range(ROUNDS):
            bus.forget()
            start = time.process_time()
            device.display(draw(aim(number % 15)))
            times.append(time.process_time() - start)
    return Cost(bus.bytes, statistics.fmean(times))


def on_wire(size: float) -> float:
    """Milliseconds on the wire for this many bytes."""
    return 1e3 * size * BITS / SPEED


def main() -> None:
    whole = luma_alone()
    print(f"luma's own display(): {whole.size:.0f} bytes, {on_wire(whole.size):.1f} ms at 400 kHz\n")
    print("                            bytes  of luma's   on wire      work  first byte       p95")
    spent, waited = costs(), latencies()
    for name, cost in spent.items():
        waits = sorted(waited[name])
        median, late = 1e3 * statistics.median(waits), 1e3 * waits[len(waits) * 95 // 100]
        print(
            f"{name:26} {cost.size:6.0f} {cost.size / whole.size:10.2f} {on_wire(cost.size):6.1f} ms "
            f"{1e3 * cost.work:6.2f} ms {median:8.2f} ms {late:6.2f} ms"
        )
    overall = statistics.median([wait for waits in waited.values() for wait in waits])
    print(f"\nshow to first byte, median: {1e3 * overall:.2f} ms")
    pressed = sorted(presses())
    median, late = statistics.median(pressed), pressed[len(pressed) * 95 // 100]
    met = "met" if median <= GOAL else "missed"
    print(
        f"press to first byte, median of {len(pressed)}: {1e3 * median:.2f} ms, p95 {1e3 * late:.2f} ms "
        f"(goal {1e3 * GOAL:.0f} ms: {met})"
    )


if __name__ == "__main__":
    main()
