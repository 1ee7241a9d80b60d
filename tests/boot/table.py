"""A person at an emulated table, who presses pins, sees the display and hears the loudspeaker."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.boot.guest import Guest
from tests.boot.seen import Glass, alike, drawing, marked, pictures, stepped

SOON = 600.0
"""Seconds in which even a slow emulation has drawn a picture."""

LOOK = 0.5
"""Seconds between two looks."""

TAP = 0.08
"""Seconds that a press lasts."""

STILL = 3.0
"""Seconds without a change after which the display is settled."""

LINES = 12
"""More than the menu has."""

QUIET = 600.0
"""Seconds in which even a slow emulation has rendered all sentences."""

TRIES = 4

LISTENS = 12.0
"""Seconds that a recording lasts."""

VOICE, RATE = "gmw/en", 160
"""The box's defaults."""


class Table:
    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    def shown(self) -> list[Glass]:
        return pictures(self.guest.ask("cat /sys/kernel/debug/recording_i2c").said)

    def shows(self, as_wanted: Callable[[Glass], bool], within: float = SOON) -> Glass:
        """Wait for a picture. Raises TimeoutError, with the newest picture."""
        deadline = time.monotonic() + within
        while True:
            newest = self.shown()[-1:]
            if newest and as_wanted(newest[0]):
                return newest[0]
            if time.monotonic() > deadline:
                raise TimeoutError("\n".join(["Not shown. The glass:", *map(drawing, newest)]))
            time.sleep(LOOK)

    def settled(self) -> Glass:
        """The menu, once it is still. Raises TimeoutError."""
        return self.shows(lambda glass: marked(glass) is not None and self._uptime() - glass.t > STILL)

    def _uptime(self) -> float:
        return float(self.guest.told("cut -d ' ' -f 1 /proc/uptime"))

    def goes_back(self, pin: int, to: Glass) -> None:
        """Tap until the display shows this again. Raises AssertionError."""
        for _ in range(LINES):
            if alike(to, self.settled()):
                return
            self.taps(pin)
        raise AssertionError(drawing(self.settled()))

    def steps(self, pin: int) -> tuple[Glass, float]:
        """Move down one line; returns the picture before, and the time of the press. Raises AssertionError.
        If the emulation stalls during a press, the box takes it as held and keeps moving, so it is
        repeated."""
        for _ in range(TRIES):
            before = self.settled()
            pressed = self.taps(pin)
            after = self.settled()
            if stepped(before, after):
                return before, pressed
        raise AssertionError(drawing(after))

    def taps(self, pin: int) -> float:
        """Press a simulated pin; returns when, in seconds since the kernel began."""
        return float(self.guest.told(f"python3 /root/press.py {pin} {TAP}"))

    def plug(self, there: bool) -> None:
        self.guest.told(f"echo {'Y' if there else 'N'} > /sys/module/recording_i2c/parameters/plugged")

    def logs(self, words: str) -> None:
        self.until(_logged(words))

    def taps_until(self, pin: int, words: str) -> None:
        """Tap until the log has these words; taps before a question was said do not count."""
        self.until(f"python3 /root/press.py {pin} {TAP}; sleep 2; {_logged(words)}")

    def is_quiet(self) -> None:
        """Wait until nothing is being rendered, as late sentences are not spoken. Raises TimeoutError."""
        self.until("! pgrep --full 'sound/render[.]py'", within=QUIET)

    def spoken_by_the_engine(self, text: str) -> bytes:
        """The words spoken by the engine itself, as a WAV file."""
        self.guest.told(f'espeak-ng -v {VOICE} -s {RATE} -w /run/words.wav "{text}"')
        return self.guest.ask("cat /run/words.wav").said

    @contextmanager
    def recorded(self, socket: int) -> Iterator[list[bytes]]:
        """Record a socket of the card for LISTENS seconds; at the end the list has the WAV file."""
        start = f"arecord -q -D plughw:Loopback,1,{socket} -f S16_LE -r 16000 -c 1"
        start += f" -d {LISTENS:.0f} /run/heard.wav"
        self.guest.told(f"rm -f /run/heard.*; ({start}; touch /run/heard.done) > /dev/null 2>&1 &")
        self.until("test -s /run/heard.wav")
        recorded: list[bytes] = []
        yield recorded
        self.until("test -e /run/heard.done")
        recorded.append(self.guest.ask("cat /run/heard.wav").said)

    def until(self, script: str, within: float = SOON) -> None:
        """Wait until a script succeeds in the guest. Raises TimeoutError, with the end of the log."""
        deadline = time.monotonic() + within
        while self.guest.ask(script).code != 0:
            if time.monotonic() > deadline:
                last = self.guest.told("journalctl --unit gm-appliance --lines 20")
                raise TimeoutError(f"{script}\n{last}")
            time.sleep(LOOK)


def _logged(words: str) -> str:
    return f"journalctl --unit gm-appliance --output cat | grep --quiet '{words}'"


def figures(guest: Guest, shown: list[Glass]) -> str:
    """A table, for a machine at its first prompt. shown: all pictures of its display."""
    kernel = guest.kernel_began()
    unit = kernel + stamp(guest, "InactiveExitTimestampMonotonic")
    prompt = kernel + next(glass.t for glass in shown if marked(glass))
    rows = {
        "power-on to the kernel's beginning": kernel,
        "to the start of the unit": unit,
        "to the first picture": kernel + next(glass.t for glass in shown if glass.lit),
        "to READY": kernel + stamp(guest, "ActiveEnterTimestampMonotonic"),
        "to the first prompt": prompt,
        "of that ours, from the start of the unit": prompt - unit,
    }
    return "\n".join(f"{name:<42}{seconds:7.1f} s" for name, seconds in rows.items())


def stamp(guest: Guest, name: str) -> float:
    said = guest.told(f"systemctl show --property {name} --value gm-appliance")
    return int(said) / 1e6
