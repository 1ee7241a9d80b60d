"""`gm-appliance hub try`: the seat pads one by one, at a terminal, before a first game.

It serves the hub as a game would, so the service must be stopped. The lamp of the pad that is asked for is
lit, and so is the lamp of any pad while one of its switches is down. Nothing is kept or logged.
"""

from __future__ import annotations

import os
import select
import termios
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from typing import TextIO

from firmware.hub_protocol import BIGGEST, HELD, PADS, PRESSED, SOUND, pad_of, switch
from gm_appliance.core.messages import _
from gm_appliance.devices.pads.flashing import HubError, Talk, met, open_hub, told_of_chain
from gm_appliance.devices.pads.link import Foreign, LinkEvent, Met, Moved, Snapshot, remedy
from gm_appliance.devices.pads.port import find_hub
from gm_appliance.devices.pads.reader import SerialPort, open_serial_port
from gm_appliance.devices.pads.reports import LOST_AFTER

OURS = 1  # the prompt that presses belong to; earlier ones, which nobody fetched, have another
STEP_SECONDS = 0.05  # how long the hub is listened to before the keys are looked at

RETRY_SECONDS = 0.3

TOGETHER_MS = 10  # switches that go down within it are joined, or were pressed by two fingers at once
CLOCK_MS = BIGGEST + 1  # after this the hub's clock starts over
MARKS = ("▲", "▼")  # a pad's switches, as they are marked: up, and down
ASKED = "▶"
UNWRAPPED, WRAPPED = "\x1b[?7l", "\x1b[?7h"  # for a terminal: cut off what is wider than it is, and no longer
INPUT_PINS = (6, 5, 4, 3, 14, 13, 12, 11)  # of a 74HC165's inputs from H to A, as its switches are numbered
NEVER, DOWN, WORKS, STUCK = "·", "█", "✓", "!"
DARK, LIT = "○", "●"


class Trial:
    """The state of the pads, which one is asked for, and which lamps should be lit.

    chain: of the hub's last snapshot. asked: the pad whose turn it is, from 1; None once all had theirs.
    A switch counts as heard once it went down by itself: two joined by solder always go down together.
    """

    def __init__(self) -> None:
        self.chain = SOUND
        self.asked: int | None = 1
        self._down = 0
        self._heard = 0
        self._muted = 0
        self._pressed_at: dict[int, int] = {}  # by switch, milliseconds on the hub's clock
        self._passed: set[int] = set()
        self._together: dict[int, int] = {}  # by switch, the other that went down with it

    def take(self, heard: LinkEvent) -> list[str]:
        """Returns the lines to say about it."""
        said = []
        if isinstance(heard, Moved):
            if heard.move == PRESSED and heard.prompt_id == OURS:
                said = self._pressed(heard.switch, heard.ms)
            if heard.move in (PRESSED, HELD):
                self._down |= 1 << heard.switch
            else:
                self._down &= ~(1 << heard.switch)
        elif isinstance(heard, Snapshot):
            self.chain, self._muted = heard.chain, heard.muted
            if heard.current:
                self._down = heard.held
        return said

    def _pressed(self, number: int, ms: int) -> list[str]:
        pad, bit = pad_of(number), 1 << number
        self._passed.discard(pad)
        before, self._pressed_at[number] = dict(self._pressed_at), ms
        for other in before.keys() - {number}:
            if not self._down >> other & 1 or (ms - before[other]) % CLOCK_MS > TOGETHER_MS:
                continue
            self._heard &= ~(bit | 1 << other)
            self._together[number], self._together[other] = other, number
            self.asked = pad
            return [_told_together(number, other)]
        swapped = pad == self.asked and bit == _bits(pad)[1] and not self._answered(pad)
        self._heard |= bit
        self._together.pop(number, None)
        if not self._works(pad):
            self.asked = pad
        elif pad == self.asked:
            self._ask()
        said = [_("Pad {pad} works.", pad=pad)] if self._works(pad) else []
        if swapped:
            said.append(_("Pad {pad}: that was ▼. If you pressed ▲, contacts 1 and 2 are swapped.", pad=pad))
        return said

    def _works(self, pad: int) -> bool:
        return all(self._heard & bit for bit in _bits(pad))

    def _ask(self) -> None:
        """Ask for the first pad that neither works nor was passed over."""
        left = (pad for pad in range(1, PADS + 1) if not self._works(pad) and pad not in self._passed)
        self.asked = next(left, None)

    def lost(self) -> None:
        """The hub is gone, so nothing counts as down."""
        self._down = 0

    def step(self) -> list[str]:
        """Pass over the pad that is asked for; after the last, begin again. Returns what may be wrong with
        the pad."""
        said = []
        if self.asked is None:
            self._passed.clear()
        else:
            self._passed.add(self.asked)
            said = list(self._wrong_with(self.asked))
            if not self._answered(self.asked):
                told = _(
                    "Pad {pad} does not answer. Try it in another socket. If it works there, check the hub's "
                    "parts of pad {pad}; if not, its lead, and contact 3, ground.",
                    pad=self.asked,
                )
                said.append(told)
        self._ask()
        return said

    def lit(self, pad: int) -> bool:
        return self.asked in (pad, None) or any(self._down & bit for bit in _bits(pad))

    @property
    def lamps(self) -> int:
        """As a mask, bit 0 for pad 1."""
        return sum(1 << pad - 1 for pad in range(1, PADS + 1) if self.lit(pad))

    def row(self, pad: int) -> str:
        marks = (f"{mark} {self._mark(bit)}" for mark, bit in zip(MARKS, _bits(pad), strict=True))
        sign = ASKED if pad == self.asked else " "
        return f"{sign}{pad:>3}   {'   '.join(marks)}   {LIT if self.lit(pad) else DARK}"

    @property
    def request(self) -> str:
        if self.asked is None:
            return _("All lamps are on. Enter: the pads that are left. Ctrl+C ends.")
        for contact, (mark, bit) in enumerate(zip(MARKS, _bits(self.asked), strict=True), 1):
            if self._heard & bit:
                continue
            said = {"pad": self.asked, "switch": mark, "contact": contact}
            if self._down & bit:
                return _(
                    "Pad {pad}: release {switch}. If it stays down, contact {contact} touches ground.", **said
                )
            return _("Pad {pad}: press {switch}. If there is no such pad: Enter, or Ctrl+C.", **said)
        raise AssertionError(f"pad {self.asked} works, so it is not asked for")

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
        pads = [pad for pad in range(1, PADS + 1) if self._works(pad)]
        if pads:
            yield _("Both switches were heard: {pads}.", pads=", ".join(map(str, pads)))
        yield from self._faults()
        silent = [pad for pad in range(1, PADS + 1) if not self._answered(pad)]
        if len(silent) == PADS:
            yield _("No switch was heard. Is a pad plugged in?")
        elif silent:
            yield _("Nothing was heard from: {pads}.", pads=", ".join(map(str, silent)))

    def _answered(self, pad: int) -> bool:
        return any(self._heard & bit or bit.bit_length() - 1 in self._together for bit in _bits(pad))

    def _faults(self) -> Iterator[str]:
        if self.chain != SOUND:
            yield told_of_chain(self.chain)
        for pad in range(1, PADS + 1):
            yield from self._wrong_with(pad)

    def _wrong_with(self, pad: int) -> Iterator[str]:
        for contact, down in enumerate((False, True), 1):
            number = switch(pad, down)
            bit, other = 1 << number, 1 << switch(pad, not down)
            chip, pin = chips_pin(number)
            said = {"pad": pad, "switch": MARKS[down], "contact": contact, "chip": chip, "pin": pin}
            if self._muted & bit:
                yield _("Pad {pad}: {switch} is stuck or chatters. Look at its switch and wire.", **said)
            elif number in self._together:
                yield _told_together(number, self._together[number])
            elif self._heard & other and not self._heard & bit:
                yield _(
                    "Pad {pad}: {switch} was not heard. Check its switch, contact {contact} of the lead, and "
                    "pin {pin} of {chip}.",
                    **said,
                )


def _told_together(one: int, other: int) -> str:
    (chip, pin), (other_chip, other_pin) = chips_pin(one), chips_pin(other)
    return _(
        "Pad {pad} {switch} and pad {other} {other_switch} were down together. Press one at a time. If it "
        "happens again, solder joins them: look at {chip} pin {pin} and {other_chip} pin {other_pin}.",
        **{"pad": pad_of(one), "switch": MARKS[one % 2], "chip": chip, "pin": pin},
        **{"other": pad_of(other), "other_switch": MARKS[other % 2]},
        **{"other_chip": other_chip, "other_pin": other_pin},
    )


def chips_pin(number: int) -> tuple[str, int]:
    """The chip of docs/wiring.md that reads a switch, and which of its pins does."""
    return f"U{number // 8 + 1}", INPUT_PINS[number % 8]


def _bits(pad: int) -> tuple[int, int]:
    return 1 << switch(pad, down=False), 1 << switch(pad, down=True)


class _Table:
    """The pads and what to press, drawn over and over on a terminal; elsewhere a line for each change."""

    def __init__(self, screen: TextIO) -> None:
        self._screen = screen
        self._drawn: list[str] = []

    def draw(self, trial: Trial) -> None:
        rows = [*(trial.row(pad) for pad in range(1, PADS + 1)), trial.request]
        if rows == self._drawn:
            return
        if self._screen.isatty():
            up = f"\x1b[{len(rows)}A" if self._drawn else ""
            drawn = "".join(f"\x1b[2K{row}\n" for row in rows)
            self._screen.write(f"{UNWRAPPED}{up}{drawn}{WRAPPED}")
        else:
            old = self._drawn or [*rows[:-1], ""]
            self._screen.writelines(f"{row}\n" for row, was in zip(rows, old, strict=True) if row != was)
        self._screen.flush()
        self._drawn = rows

    def say(self, words: str) -> None:
        """A line above the table, which has to be drawn again."""
        if self._screen.isatty():
            if self._drawn:
                self._screen.write(f"\x1b[{len(self._drawn)}A\x1b[J")
            self._drawn = []
        print(words, file=self._screen, flush=True)


def _enters(keys: int | None) -> int:
    """How often Enter was pressed since this was last asked."""
    if keys is None or not select.select([keys], [], [], 0)[0]:
        return 0
    return os.read(keys, 1024).count(b"\n")


def try_pads(port: str | None, screen: TextIO, keys: int | None) -> int:
    """Try the pads until interrupted. Returns 0 if pads were heard and nothing is wrong, 1 otherwise.

    port: None for the only hub. keys: a file to read Enter from; None for none. Raises NoHub if there is no
    hub or several, HubError if it does not answer, is in use, or has other firmware.
    """
    trial, table = Trial(), _Table(screen)
    at = port or find_hub()
    with ExitStack() as stack:
        talk = _talk(stack, open_hub(at))
        who = met(talk, at)
        if isinstance(who, Foreign):
            raise HubError(remedy(who.edition))
        table.say(_("Pad by pad: press ▲, then ▼, at the pad whose lamp is on."))
        table.say(_("If the lamp is dark, its LED is the wrong way round, or contact 4 is open."))
        table.say(_("Enter skips a pad that does not answer. Ctrl+C ends, and sums up."))
        table.say(_("· not heard, █ down, ✓ works, ! stuck, ● lamp on"))
        with suppress(KeyboardInterrupt):
            while True:
                with suppress(OSError, termios.error):
                    _attend(talk, trial, table, keys)
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
    while True:
        time.sleep(RETRY_SECONDS)
        with suppress(OSError, termios.error):
            talk = _talk(stack, open_serial_port(port))
            if talk.next_of(Met, 1.0):
                return talk
        stack.close()


def _attend(talk: Talk, trial: Trial, table: _Table, keys: int | None) -> None:
    """Show what is pressed, and light the lamps. Raises OSError once the hub is gone, or says nothing."""
    lamps: int | None = None
    chain, heard_at = trial.chain, time.monotonic()
    while True:
        if trial.lamps != lamps:
            lamps = trial.lamps
            talk.link.command(OURS, 0, lamps)
        for one in talk.listen(STEP_SECONDS):
            heard_at = time.monotonic()
            for words in trial.take(one):
                table.say(words)
        if time.monotonic() - heard_at > LOST_AFTER:
            raise OSError("the hub says nothing")
        for _press in range(_enters(keys)):
            for words in trial.step():
                table.say(words)
        table.draw(trial)
        if trial.chain != chain:
            chain = trial.chain
            table.say(told_of_chain(chain))
