"""How fast the link to the seat hub is: a line there and back, and acknowledged events per second.

    python -m benchmarks.link

The real firmware runs under MicroPython's unix port, behind a pseudo-terminal; only the USB is missing.
Each figure comes with that of a bare echo, or bare lines, over such a terminal in the same run.
Goal: at least 1,000 acknowledged events a second. On a Pico the processor is slower and the wire is USB full
speed, a millisecond each way; the limit there is the window of eight events.
"""

from __future__ import annotations

import os
import select
import statistics
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from firmware.hub_protocol import line
from gm_appliance.devices.pads.link import Acknowledgement, HostLink, LinkEvent, Met, Moved
from gm_appliance.devices.pads.reader import SerialPort, open_serial_port
from tests.benches.firmware_hub import FirmwareHub

TRIPS = 1000
ROUNDS = 10
TAPS = 8
EVENTS = 2 * 15 * TAPS
"""As many events as fit into the hub's ring: pressed with nobody listening, then fetched at once."""

GOAL = 1000


class Host:
    """The host's half of the link, on a port."""

    def __init__(self, serial_port: SerialPort) -> None:
        self.link = HostLink()
        self.link.opened()
        self._serial_port = serial_port

    def hear(self, patience: float = 1.0) -> list[LinkEvent]:
        """Send what is due; returns the events that come then."""
        if out := self.link.due(time.perf_counter()):
            self._serial_port.write(out)
        wait = min(patience, max(0.0, self.link.next_due() - time.perf_counter()))
        if not select.select([self._serial_port.fileno()], [], [], wait)[0]:
            return []
        return self.link.hear(self._serial_port.read(self._serial_port.in_waiting or 1), time.perf_counter())

    def until(self, wanted: Callable[[LinkEvent], bool]) -> None:
        while not any(wanted(one) for one in self.hear()):
            pass


def round_trips(hub: FirmwareHub) -> list[float]:
    """Seconds from a command to its acknowledgement, several times."""
    trips = []
    with closing(open_serial_port(str(hub.port))) as serial_port:
        host = Host(serial_port)
        host.until(lambda one: isinstance(one, Met))
        for _ in range(TRIPS):
            start = time.perf_counter()
            host.link.command(1, 0, 0)
            host.until(lambda one: isinstance(one, Acknowledgement))
            trips.append(time.perf_counter() - start)
    return trips


def events_per_second() -> list[float]:
    """Events per second when a full ring is fetched and acknowledged, several times."""
    rates = []
    for _ in range(ROUNDS):
        with FirmwareHub() as hub:
            time.sleep(0.2)  # let it take its baseline
            for _ in range(TAPS):
                for pad in range(1, 16):
                    hub.tap(pad, "up")
            time.sleep(1.0)  # let it make all taps and keep them, as nobody listens yet
            with closing(open_serial_port(str(hub.port))) as serial_port:
                host = Host(serial_port)
                start, heard = time.perf_counter(), 0  # including the greeting
                while heard < EVENTS:
                    heard += sum(isinstance(one, Moved) for one in host.hear())
                rates.append(heard / (time.perf_counter() - start))
    return rates


# ---------------------------------------------------------------- without a hub


@contextmanager
def terminal(behind: Callable[[int], None]) -> Iterator[SerialPort]:
    """A pseudo-terminal with a thread behind it."""
    inner, outer = os.openpty()
    tty.setraw(outer)
    thread = threading.Thread(target=behind, args=(inner,), daemon=True)
    with closing(open_serial_port(os.ttyname(outer))) as serial_port:
        thread.start()
        yield serial_port
        thread.join()
    os.close(outer)
    os.close(inner)


def bare_round_trips() -> list[float]:
    """Seconds a command takes there and back if a thread echoes it."""
    command = line("T", 123456789, TRIPS, 0)

    def echo(inner: int) -> None:
        for _ in range(TRIPS):
            os.write(inner, os.read(inner, 4096))

    trips = []
    with terminal(echo) as serial_port:
        for _ in range(TRIPS):
            start = time.perf_counter()
            serial_port.write(command)
            read(serial_port, len(command))
            trips.append(time.perf_counter() - start)
    return trips


def bare_lines_per_second() -> float:
    """Lines per second if nobody checks or acknowledges them."""
    event = line("E", 123456789, 1000, 123456789, 29, 1, 123456789, 1000)
    lines = 20 * EVENTS

    def pour(inner: int) -> None:
        for _ in range(lines):
            os.write(inner, event)

    with terminal(pour) as serial_port:
        start = time.perf_counter()
        read(serial_port, lines * len(event))
        return lines / (time.perf_counter() - start)


def read(serial_port: SerialPort, size: int) -> None:
    while size > 0:
        select.select([serial_port.fileno()], [], [])
        size -= len(serial_port.read(serial_port.in_waiting or 1))


# ---------------------------------------------------------------- figures


def milliseconds(trips: list[float]) -> str:
    late = sorted(trips)[len(trips) * 99 // 100]
    return f"{1e3 * statistics.median(trips):.2f} ms in the median, {1e3 * late:.2f} ms at 99 %"


def main() -> None:
    bare = bare_round_trips()
    with FirmwareHub() as hub:
        trips = round_trips(hub)
    print(f"command and answer  {milliseconds(trips)}")
    print(f"bare echo           {milliseconds(bare)}")
    print(f"                    {statistics.median(trips) / statistics.median(bare):.1f} times a bare echo\n")

    rates, poured = events_per_second(), bare_lines_per_second()
    rate = statistics.median(rates)
    print(f"assured events      {rate:.0f} a second (worst of {ROUNDS}: {min(rates):.0f})")
    print(f"bare lines          {poured:.0f} a second")
    print(f"                    {rate / poured:.3f} of bare lines")
    print(f"goal                {GOAL} a second: {'met' if rate >= GOAL else 'missed'}")


if __name__ == "__main__":
    main()
