"""`gm-appliance hub try`: all switches and lamps of the seat pads, live at a terminal, before a first game.

It serves the hub as a game would, so the service must be stopped. While a switch is down its pad's lamp is
lit; Enter lights the lamps one by one. Nothing is kept or logged.
"""

from __future__ import annotations

import os
import select
import termios
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from typing import TextIO

from firmware.hub_protocol import HELD, PADS, PRESSED, SOUND, switch
from gm_appliance.core.messages import _
from gm_appliance.devices.pads.flashing import HubError, Talk, met, open_hub, told_of_chain
from gm_appliance.devices.pads.link import Foreign, LinkEvent, Met, Moved, Snapshot, remedy
from gm_appliance.devices.pads.port import find_hub
from gm_appliance.devices.pads.reader import SerialPort, open_serial_port
from gm_appliance.devices.pads.reports import LOST_AFTER

OURS = 1
"""The prompt that presses belong to; earlier ones, which nobody fetched, have another."""

STEP_SECONDS = 0.05
"""How long the hub is listened to before the keys are looked at."""

RETRY_SECONDS = 0.3

MARKS = ("▲", "▼")
"""A pad's switches, as they are marked: up, and down."""
NEVER, DOWN, WORKS, STUCK = "·", "█", "✓", "!"
DARK, LIT = "○", "●"


class Trial:
    """What is known of the pads, and which lamps are to be lit. chain: of the hub's last snapshot."""

    def __init__(self) -> None:
        self.chain = SOUND
        self._down = 0
        self._heard = 0
        self._muted = 0
        self._stepped = 0

    def take(self, heard: LinkEvent) -> None:
        if isinstance(heard, Moved):
            bit = 1 << heard.switch
            if heard.move in (PRESSED, HELD):
                self._down |= bit
                self._heard |= bit if heard.prompt_id == OURS else 0
            else:
                self._down &= ~bit
        elif isinstance(heard, Snapshot):
            self.chain, self._muted = heard.chain, heard.muted
            if heard.current:
                self._down = heard.held

    def lost(self) -> None:
        """The hub is gone: nothing is down any more."""
        self._down = 0

    def step(self) -> None:
        """From no lamp to that of pad 1, and so on; after the last all, and none again."""
        self._stepped = (self._stepped + 1) % (PADS + 2)

    def lit(self, pad: int) -> bool:
        return self._stepped in (pad, PADS + 1) or any(self._down & bit for bit in _bits(pad))

    @property
    def lamps(self) -> int:
        """As a mask, bit 0 for pad 1."""
        return sum(1 << pad - 1 for pad in range(1, PADS + 1) if self.lit(pad))

    def row(self, pad: int) -> str:
        """A pad in one line: both switches and the lamp."""
        marks = (f"{mark} {self._mark(bit)}" for mark, bit in zip(MARKS, _bits(pad), strict=True))
        return f"{pad:>4}   {'   '.join(marks)}   {LIT if self.lit(pad) else DARK}"

    def _mark(self, bit: int) -> str:
        if self._muted & bit:
            return STUCK
        if self._down & bit:
            return DOWN
        return WORKS if self._heard & bit else NEVER

    @property
    def whole(self) -> bool:
        """Whether pads were heard, and nothing is wrong with any of them."""
        return bool(self._heard) and not any(True for _one in self._faults())

    def verdict(self) -> Iterator[str]:
        """What came of it."""
        pads = [pad for pad in range(1, PADS + 1) if all(self._heard & bit for bit in _bits(pad))]
        if pads:
            yield _("Both switches were heard: {pads}.", pads=", ".join(map(str, pads)))
        yield from self._faults()
        silent = [pad for pad in range(1, PADS + 1) if not any(self._heard & bit for bit in _bits(pad))]
        if len(silent) == PADS:
            yield _("No switch was heard. Is a pad plugged in?")
        elif silent:
            yield _("Nothing was heard from: {pads}.", pads=", ".join(map(str, silent)))

    def _faults(self) -> Iterator[str]:
        if self.chain != SOUND:
            yield told_of_chain(self.chain)
        for pad in range(1, PADS + 1):
            for mark, bit, other in zip(MARKS, _bits(pad), reversed(_bits(pad)), strict=True):
                said = {"pad": pad, "switch": mark}
                if self._muted & bit:
                    yield _("Pad {pad}: {switch} is stuck or chatters. Look at its switch and wire.", **said)
                elif self._heard & other and not self._heard & bit:
                    yield _(
                        "Pad {pad}: {switch} was not heard. "
                        "Look at its wire in the pad, the lead and the hub.",
                        **said,
                    )


def _bits(pad: int) -> tuple[int, int]:
    return 1 << switch(pad, down=False), 1 << switch(pad, down=True)


class _Table:
    """The pads on a terminal, drawn over and over; elsewhere a line for each change."""

    def __init__(self, screen: TextIO) -> None:
        self._screen = screen
        self._drawn: list[str] = []

    def draw(self, trial: Trial) -> None:
        rows = [trial.row(pad) for pad in range(1, PADS + 1)]
        if rows == self._drawn:
            return
        if self._screen.isatty():
            up = f"\x1b[{PADS}A" if self._drawn else ""
            self._screen.write(up + "".join(f"\x1b[2K{row}\n" for row in rows))
        else:
            old = self._drawn or rows
            self._screen.writelines(f"{row}\n" for row, was in zip(rows, old, strict=True) if row != was)
        self._screen.flush()
        self._drawn = rows

    def say(self, words: str) -> None:
        """A line below the table, which is then drawn again below it."""
        print(words, file=self._screen, flush=True)
        if self._screen.isatty():
            self._drawn = []


class _Keys:
    """Enter, as it is pressed. file: None for a terminal without keys."""

    def __init__(self, file: int | None) -> None:
        self._file = file

    def presses(self) -> int:
        """How often it was pressed since it was last asked."""
        if self._file is None or not select.select([self._file], [], [], 0)[0]:
            return 0
        typed = os.read(self._file, 1024)
        if not typed:
            self._file = None
        return typed.count(b"\n")


def try_pads(port: str | None, screen: TextIO, keys: int | None) -> int:
    """Try the pads until interrupted. Returns 0 if pads were heard and nothing is wrong with them, else 1.

    port: None for the only hub. keys: a file to read Enter from; None for none. Raises NoHub if there is no
    hub or several, HubError if it does not answer, is in use, or has other firmware.
    """
    trial, table, pressed = Trial(), _Table(screen), _Keys(keys)
    at = port or find_hub()
    with ExitStack() as stack:
        talk = _talk(stack, open_hub(at))
        who = met(talk, at)
        if isinstance(who, Foreign):
            raise HubError(remedy(who.edition))
        table.say(_("Press both switches of every pad. While one is down, the pad's lamp is on."))
        table.say(_("Enter lights one lamp after the other, then all. Ctrl+C ends."))
        table.say(_("· not heard, █ down, ✓ works, ! stuck, ● lamp on"))
        with suppress(KeyboardInterrupt):
            while True:
                with suppress(OSError, termios.error):
                    _attend(talk, trial, table, pressed)
                trial.lost()
                table.draw(trial)
                table.say(_("The hub is gone. Plug it in again."))
                stack.close()
                talk = _again(stack, port)
                table.say(_("The hub is back."))
    print(*("", *trial.verdict()), sep="\n", file=screen, flush=True)
    return 0 if trial.whole else 1


def _talk(stack: ExitStack, serial_port: SerialPort) -> Talk:
    return Talk(stack.enter_context(closing(serial_port)), serves=True)


def _again(stack: ExitStack, port: str | None) -> Talk:
    """The hub, once it is back."""
    while True:
        time.sleep(RETRY_SECONDS)
        with suppress(OSError, termios.error):
            talk = _talk(stack, open_serial_port(port))
            if talk.until(lambda one: isinstance(one, Met), 1.0):
                return talk
        stack.close()


def _attend(talk: Talk, trial: Trial, table: _Table, keys: _Keys) -> None:
    """Show what is pressed, and light the lamps. Raises OSError once the hub is gone, or says nothing."""
    lamps: int | None = None
    chain, heard_at = trial.chain, time.monotonic()
    while True:
        if trial.lamps != lamps:
            lamps = trial.lamps
            talk.link.command(OURS, 0, lamps)
        for one in talk.listen(STEP_SECONDS):
            heard_at = time.monotonic()
            trial.take(one)
        if time.monotonic() - heard_at > LOST_AFTER:
            raise OSError("the hub says nothing")
        for _press in range(keys.presses()):
            trial.step()
        table.draw(trial)
        if trial.chain != chain:
            chain = trial.chain
            table.say(told_of_chain(chain))
