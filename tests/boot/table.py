"""What people at an emulated table do and see: fingers on pins, eyes on the glass."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.boot.guest import Guest
from tests.boot.seen import Glass, alike, drawing, marked, pictures, stepped

SOON = 120.0
"""Seconds in which even a slow emulation has drawn a picture."""

LOOK = 0.5
"""Seconds between two looks at the glass."""

TAP = 0.08
"""Seconds a finger stays."""

STILL = 3.0
"""Seconds without a change after which none is to come."""

LINES = 12
"""More than the menu has."""

QUIET = 600.0
"""Seconds in which even a slow emulation has rendered what the table waits for."""

TRIES = 4

LISTENS = 12.0
"""Seconds a recording lasts."""

VOICE, RATE = "gmw/en", 160
"""The engine's voice, and words a minute, as the box has them where no settings say otherwise."""


@dataclass
class Recording:
    """made: a WAV file, once it is."""

    made: bytes | None = None

    def sound(self) -> bytes:
        assert self.made is not None, "it is not over"
        return self.made


class Table:
    """A guest with a game master in it."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    def shown(self) -> list[Glass]:
        """All that the display has shown, in order."""
        return pictures(self.guest.ask("cat /sys/kernel/debug/recording_i2c").said)

    def shows(self, as_wanted: Callable[[Glass], bool], within: float = SOON) -> Glass:
        """Wait until the display's newest picture is as wanted. Raises TimeoutError, with what it is."""
        deadline = time.monotonic() + within
        while True:
            newest = self.shown()[-1:]
            if newest and as_wanted(newest[0]):
                return newest[0]
            if time.monotonic() > deadline:
                raise TimeoutError("\n".join(["Not shown. The glass:", *map(drawing, newest)]))
            time.sleep(LOOK)

    def settled(self) -> Glass:
        """The menu, once nothing on the glass has changed for a while. Raises TimeoutError."""
        return self.shows(lambda glass: marked(glass) is not None and self._uptime() - glass.t > STILL)

    def _uptime(self) -> float:
        return float(self.guest.told("cut -d ' ' -f 1 /proc/uptime"))

    def goes_back(self, pin: int, to: Glass) -> None:
        """Tap until the display shows this again. Raises AssertionError where it never does."""
        for _ in range(LINES):
            if alike(to, self.settled()):
                return
            self.taps(pin)
        raise AssertionError(drawing(self.settled()))

    def steps(self, pin: int) -> tuple[Glass, float]:
        """One line down: the glass before, and when the pin was pressed. Raises AssertionError.

        Where the emulation stalls while a finger is down, the box hears it held, and goes on and on; so more
        than one try is given.
        """
        for _ in range(TRIES):
            before = self.settled()
            pressed = self.taps(pin)
            after = self.settled()
            if stepped(before, after):
                return before, pressed
        raise AssertionError(drawing(after))

    def taps(self, pin: int) -> float:
        """A finger on a simulated pin; returns when, in seconds since the kernel began."""
        return float(self.guest.told(f"python3 /root/press.py {pin} {TAP}"))

    def plug(self, there: bool) -> None:
        """Put the display onto its bus, or pull it off."""
        self.guest.told(f"echo {'Y' if there else 'N'} > /sys/module/recording_i2c/parameters/plugged")

    def logs(self, words: str) -> None:
        """Wait until the box says so in its log. Raises TimeoutError."""
        self.until(_logged(words))

    def taps_until(self, pin: int, words: str) -> None:
        """Tap until the box logs so; before a question was said none counts. Raises TimeoutError."""
        self.until(f"python3 /root/press.py {pin} {TAP}; sleep 2; {_logged(words)}")

    def is_quiet(self) -> None:
        """Wait until nothing is being rendered: what is late is not said. Raises TimeoutError."""
        self.until("! pgrep --full 'sound/render[.]py'", within=QUIET)

    def spoken_by_the_engine(self, text: str) -> bytes:
        """The same words by the speech engine alone, a WAV file."""
        self.guest.told(f'espeak-ng -v {VOICE} -s {RATE} -w /run/words.wav "{text}"')
        return self.guest.ask("cat /run/words.wav").said

    @contextmanager
    def recorded(self, socket: int) -> Iterator[Recording]:
        """What comes out of a socket of the card meanwhile, and until LISTENS seconds have passed."""
        start = f"arecord -q -D plughw:Loopback,1,{socket} -f S16_LE -r 16000 -c 1"
        start += f" -d {LISTENS:.0f} /run/heard.wav"
        self.guest.told(f"rm -f /run/heard.*; ({start}; touch /run/heard.done) > /dev/null 2>&1 &")
        self.until("test -s /run/heard.wav")
        recording = Recording()
        yield recording
        self.until("test -e /run/heard.done")
        recording.made = self.guest.ask("cat /run/heard.wav").said

    def until(self, script: str, within: float = SOON) -> None:
        """Until a script succeeds there. Raises TimeoutError, with the end of the log."""
        deadline = time.monotonic() + within
        while self.guest.ask(script).code != 0:
            if time.monotonic() > deadline:
                last = self.guest.told("journalctl --unit gm-appliance --lines 20")
                raise TimeoutError(f"{script}\n{last}")
            time.sleep(LOOK)


def _logged(words: str) -> str:
    return f"journalctl --unit gm-appliance --output cat | grep --quiet '{words}'"
