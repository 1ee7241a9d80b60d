"""The host's half of the link to the seat hub: takes received bytes, returns events, says what to send.

It does no I/O, has no thread and reads no clock; `pads.SeatPads` does. Times are seconds on any clock that
only goes forward. No repr shows anything about a press.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from random import Random, SystemRandom
from typing import TypeAlias

from firmware.hub_protocol import BIGGEST, COUNT, EDITION, PROTOCOL, Splitter, ahead, line
from gm_appliance.core.messages import _
from gm_appliance.core.values import Redacted, Value

GREET_SECONDS = 0.1  # seconds to wait for the hub's answer to a greeting before repeating it

ACK_SECONDS = 0.05  # seconds to wait for an acknowledgement: until then presses carry the former prompt
COMMANDS = 256  # commands whose prompts are remembered. Presses under earlier ones no longer matter.

MISSING_SECONDS = 1.0  # seconds a gap may last before both sides start over at the hub's position
OWED_SECONDS = 0.5  # seconds without one before the hub is greeted again: another host may command it
BY_NOBODY = (0, 0)  # prompt and beat of a press that belongs to no prompt
AGAIN_SECONDS = 0.05  # seconds to wait for missing events before asking for them again

BEAT_SECONDS = 1.0  # seconds after which an unchanged command is repeated: the host is there
PROMPT = b">>> "  # sent by a hub whose firmware is not running
RESTART = b"\x04"  # Ctrl-D, which starts its program
START_SECONDS = 1.0  # seconds after which a prompt that is still there will not go away

FLASH = "gm-appliance hub flash"


class Met(Value):
    """The hub identified itself. new: it was restarted since, or never met before."""

    boot: int
    new: bool


class Foreign(Value):
    """The hub speaks another protocol. edition: its number; None if it does not run our firmware.

    boot: identifies its current run, if it runs our firmware.
    """

    edition: int | None
    boot: int | None = None


class Moved(Redacted):
    """A move of a switch at `ms` on the hub's clock, with the prompt and beat of its press.

    move: one of the protocol's RELEASED, PRESSED, HELD and CANCELLED.
    """

    redacted = ("switch", "move")

    switch: int
    move: int
    ms: int
    prompt_id: int
    beat: int


class Snapshot(Redacted):
    """The hub's state.

    held:    the switches that are down, as a mask. muted: those that are stuck or chatter.
    current: whether every earlier move has been heard, so that `held` is complete.
    chain:   the protocol's SOUND, BROKEN or UNSTEADY, or the register that cannot be read, from 1.
    dropped: presses the hub had to forget. bad: samples that were discarded.
    gap:     the longest time between two samples, in microseconds. All three since it started.
    """

    redacted = ("held", "muted")

    ms: int
    held: int
    current: bool
    chain: int
    dropped: int
    muted: int = 0
    bad: int = 0
    gap: int = 0


class Acknowledgement(Value):
    """The hub accepted a command at `ms` on its clock. command: its number."""

    ms: int
    command: int


class SkippedEvents(Value):
    """Moves that another host acknowledged, and that are lost here. count: at least 1."""

    count: int


class Note(Value):
    """A piece of the hub's crash note from byte `at` on. size: bytes of the whole note, 0 for none."""

    at: int
    size: int
    text: bytes


LinkEvent: TypeAlias = "Met | Foreign | Moved | Snapshot | Acknowledgement | SkippedEvents | Note"


def remedy(edition: int | None) -> str:
    """Which side to update and how, for a hub that speaks another protocol."""
    if edition is None:
        return _("There is a MicroPython prompt, not our firmware. Put it on the hub: {flash}", flash=FLASH)
    said = {"theirs": edition, "ours": EDITION, "flash": FLASH}
    if edition > EDITION:
        return _(
            "The hub's firmware is newer than this program (protocol {theirs}, here {ours}). "
            "Update {program}; or put the older firmware on the hub: {flash}",
            program="gm-appliance",
            **said,
        )
    return _(
        "The hub's firmware is older than this program (protocol {theirs}, here {ours}). "
        "Update the hub: {flash}",
        **said,
    )


# Many attributes: greeting, events, commands and the crash note are one protocol and start over together.
class HostLink:
    """The link to one hub, across any number of connections.

    boot:   identifies the hub's current run; None before it was met.
    serves: whether it takes the hub's events, gives commands, and starts a hub that is at the prompt.
            If not, it only looks, and leaves all that to the host that serves.
    chance: draws the numbers of the greetings.
    """

    def __init__(self, *, serves: bool = True, chance: Random | None = None) -> None:
        self.boot: int | None = None
        self._serves = serves
        self._chance = chance or SystemRandom()
        self._splitter = Splitter()
        self._expected = 1
        self._acknowledge = False
        self._again = False
        self._missing_since: float | None = None
        self._asked_at = float("-inf")
        self._command = 0
        self._wanted = (0, 0, 0)  # prompt, beat and lamps
        self._given: OrderedDict[tuple[int, int], tuple[int, int]] = OrderedDict()
        self._commanded_at: float | None = None
        self._owed_since: float | None = None  # when the command was given that is not acknowledged yet
        self._greeted_at: float | None = None
        self._nonce = 0
        self._nonces: deque[int] = deque(maxlen=64)  # earlier ones: answers to them are echoes
        self._met = False
        self._tail = b""
        self._restart: float | None = None  # when it was told to start; None once heard
        self._restarting = False  # it must still be told
        self._reading: int | None = None  # the offset in the crash note
        self._read_at = float("-inf")

    def opened(self) -> None:
        """The port was opened: the device must identify itself before anything else counts."""
        self._splitter = Splitter()
        self._greet()

    def _greet(self) -> None:
        self._missing_since = self._owed_since = None
        self._met = False
        self._greeted_at = None
        # A new number: late answers to others must not be taken for the hub's. It is also the session:
        # the hub ignores commands of earlier sessions.
        self._nonces.append(self._nonce)
        self._nonce = self._chance.randint(1, BIGGEST)
        self._tail = b""

    def command(self, prompt_id: int, beat: int, lamps: int) -> int:
        """Stamp presses with this prompt and beat, and light these lamps, from now on. Returns the command's
        number. prompt_id: any whole number; not sent. lamps: a mask, bit 0 for pad 1."""
        self._command = self._command + 1 & COUNT
        self._wanted = (prompt_id, beat, lamps)
        self._commanded_at = None
        return self._command

    def read_note(self, at: int) -> None:
        """Ask for the hub's crash note from byte `at` on; a `Note` is the answer."""
        self._reading = at
        self._read_at = float("-inf")

    def hear(self, data: bytes, now: float) -> list[LinkEvent]:
        """The events in these bytes, in order. Damaged lines are skipped; the hub repeats them."""
        heard: list[LinkEvent] = []
        damaged = self._splitter.damaged
        for letter, numbers in self._splitter.lines(data):
            if letter == "H":
                heard += self._hello(*numbers)
            elif self._met and letter in "ESAN":
                heard += self._said(letter, numbers, now)
        if not self._met:
            self._tail = (self._tail + data)[-200:]
            if PROMPT in self._tail:
                heard += self._prompted(now)
        if self._splitter.damaged != damaged:
            self._ask_again(now)
        return heard

    def _prompted(self, now: float) -> list[LinkEvent]:
        """The hub is at the prompt: after a failed start it may start once more, but not for ever."""
        self._tail = b""
        if not self._serves:
            return [Foreign(None)]
        if self._restart is None:
            self._restart = now
            self._restarting = True
        # Bytes sent before it was told to start make it print the prompt again.
        return [Foreign(None)] if now - self._restart > START_SECONDS else []

    def _hello(self, edition: int, protocol: int, boot: int, nonce: int, base: int) -> list[LinkEvent]:
        if nonce != self._nonce:
            restarted = nonce == 0 and boot != self.boot
            if self._met and (restarted or nonce not in (0, *self._nonces)):
                # It restarted on an open port, or another host greeted it: start over as well.
                self._greet()
            return []
        if self._met:
            return []
        if protocol != PROTOCOL:
            return [Foreign(edition, boot)]
        new = boot != self.boot
        skipped = 0 if new else max(0, ahead(base, self._expected))
        if new or skipped:
            self._expected = base & COUNT
        self.boot = boot
        self._acknowledge = True  # The hub may have missed the last acknowledgement.
        self._met = True
        self._restart = None
        self._commanded_at = self._owed_since = None
        return [Met(boot, new), *([SkippedEvents(skipped)] if skipped else [])]

    def _said(self, letter: str, numbers: tuple[int, ...], now: float) -> list[LinkEvent]:
        boot, rest = numbers[0], numbers[1:]
        if boot != self.boot:
            self._greet()  # It restarted on an open port.
            return []
        if letter == "E":
            self._acknowledge = True
            seq, ms, switch, move, session, command = rest
            stamp = self._given.get((session, command), BY_NOBODY)
            return [Moved(switch, move, ms, *stamp)] if self._in_order(seq, now) else []
        if letter == "S":
            ms, seq, held, *others = rest
            return [Snapshot(ms, held, seq == (self._expected - 1 & COUNT), *others)]
        if letter == "N":
            at, size, *numbers_of_text = rest
            self._reading = None
            text = b"".join(number.to_bytes(4, "big")[1:] for number in numbers_of_text)
            return [Note(at, size, text[: max(0, size - at)])]
        ms, session, command = rest
        if session != self._nonce:
            return []
        self._owed_since = None if command == self._command else now
        return [Acknowledgement(ms, command)]

    def _in_order(self, seq: int, now: float) -> bool:
        if seq != self._expected:
            if ahead(seq, self._expected) > 0:
                if self._missing_since is None:
                    self._missing_since = now
                self._ask_again(now)
            return False
        self._expected = self._expected + 1 & COUNT
        self._missing_since = None
        self._asked_at = float("-inf")
        return True

    def _ask_again(self, now: float) -> None:
        """Ask the hub to send again, but not for every line that is already on its way."""
        if now - self._asked_at >= AGAIN_SECONDS:
            self._asked_at = now
            self._acknowledge = self._again = True

    def due(self, now: float) -> bytes:
        """The bytes to send now. They acknowledge everything heard so far."""
        if self._restarting:
            self._restarting = False
            return RESTART
        if _older(self._missing_since, MISSING_SECONDS, now) or _older(self._owed_since, OWED_SECONDS, now):
            self._greet()
        if not self._met:
            if self._greeted_at is not None and now - self._greeted_at < GREET_SECONDS:
                return b""
            self._greeted_at = now
            return b"\n" + line("R", self._nonce)
        assert self.boot is not None
        if self._missing_since is not None:
            self._ask_again(now)
        out = []
        if self._acknowledge and self._serves:
            out.append(line("K", self.boot, self._expected - 1 & COUNT, self._again))
        self._acknowledge = self._again = False
        if self._reading is not None and now - self._read_at >= AGAIN_SECONDS:
            self._read_at = now
            out.append(line("Q", self.boot, self._reading))
        if self._serves and self._next_command() <= now:
            out.append(self._give_command(now))
        return b"".join(out)

    def _give_command(self, now: float) -> bytes:
        self._commanded_at = now
        if self._owed_since is None:
            self._owed_since = now
        prompt_id, beat, lamps = self._wanted
        self._given[self._nonce, self._command] = (prompt_id, beat)
        if len(self._given) > COMMANDS:
            self._given.popitem(last=False)
        return line("T", self._nonce, self._command, lamps)

    def next_due(self) -> float:
        """When `due` should be called if nothing is heard before; minus infinity for immediately."""
        if self._restarting:
            return float("-inf")
        if not self._met:
            return float("-inf") if self._greeted_at is None else self._greeted_at + GREET_SECONDS
        if self._acknowledge:
            return float("-inf")
        dues = []
        if self._serves:
            dues.append(self._next_command())
        if self._missing_since is not None:
            dues.append(self._asked_at + AGAIN_SECONDS)
        if self._reading is not None:
            dues.append(self._read_at + AGAIN_SECONDS)
        return min(dues, default=float("inf"))

    def _next_command(self) -> float:
        if self._commanded_at is None:
            return float("-inf")
        return self._commanded_at + (BEAT_SECONDS if self._owed_since is None else ACK_SECONDS)


def _older(since: float | None, seconds: float, now: float) -> bool:
    return since is not None and now - since > seconds
