"""The host's half of the link to the seat hub: bytes in, what they mean out, and what to send.

Nothing here touches a port, a thread or a clock; `pads.SeatPads` does. Times are seconds on any clock
that only goes forward. What is heard of a press stays out of every repr.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import field
from random import Random, SystemRandom
from typing import TypeAlias

from firmware.hub_protocol import BIGGEST, COUNT, EDITION, PROTOCOL, Splitter, ahead, line
from gm_appliance.core.messages import _
from gm_appliance.core.values import immutable

GREET_SECONDS = 0.1
"""How long to wait for the hub's name before asking again."""

ACK_SECONDS = 0.05
"""How long to wait for a command to be acknowledged. Short: until then, presses carry the former prompt."""

COMMANDS = 256
"""Commands whose prompts are remembered. What was pressed under an earlier one has long ceased to matter."""

MISSING_SECONDS = 1.0
"""How long a gap in the events may stay before both sides begin anew, from where the hub is."""

OWED_SECONDS = 0.5
"""How long an acknowledgement may be owed before the hub is greeted anew: another may command it."""

BY_NOBODY = (0, 0)
"""The prompt and beat of a press that belongs to none: no prompt has the number 0."""

AGAIN_SECONDS = 0.05
"""How long to wait for what is missing before asking for it again."""

BEAT_SECONDS = 1.0
"""How often the command is given again when nothing changes, so that the hub knows it is not alone."""

PROMPT = b">>> "
"""What a hub says whose firmware does not run."""

RESTART = b"\x04"
"""What makes it start its program: Ctrl-D."""

START_SECONDS = 1.0
"""A prompt that is still there so long after that is there to stay."""

FLASH = "gm-appliance hub flash"


@immutable
class Met:
    """The hub said who it is. new: it started since it was last met, or was never met."""

    boot: int
    new: bool


@immutable
class Foreign:
    """The hub speaks another protocol. edition: its number; None: it runs no firmware of ours.

    boot: its present life, where it runs firmware of ours.
    """

    edition: int | None
    boot: int | None = None


@immutable
class Moved:
    """A switch did something at `ms`, on the hub's clock; the prompt and beat are those of its press.

    move: one of the protocol's RELEASED, PRESSED, HELD and CANCELLED.
    """

    switch: int = field(repr=False)
    move: int = field(repr=False)
    ms: int
    prompt_id: int
    beat: int


@immutable
class Snapshot:
    """The hub's state.

    held:    the switches that are down, as a mask. muted: those that are stuck or chatter.
    current: every move before it has been heard, so `held` is the whole truth.
    chain:   the protocol's SOUND, BROKEN or UNSTEADY, or the register that is not read, from 1.
    dropped: presses the hub had to forget. bad: scans that could not be believed.
    gap:     the longest time between two scans, in microseconds. All three since it started.
    """

    ms: int
    held: int = field(repr=False)
    current: bool
    chain: int
    dropped: int
    muted: int = field(default=0, repr=False)
    bad: int = 0
    gap: int = 0


@immutable
class Acknowledgement:
    """The hub took a command at `ms`, on its clock. command: its number."""

    ms: int
    command: int


@immutable
class SkippedEvents:
    """Moves that somebody else had acknowledged: nobody here will hear of them. count: at least 1."""

    count: int


@immutable
class Note:
    """A piece of the hub's crash note, from byte `at` on. size: of the whole note, in bytes; 0 for none."""

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


class HostLink:
    """One hub, over as many cables as it takes.

    boot:   the hub's present life; None before it was met.
    serves: it is the table's: it takes the hub's events, gives commands, and starts a hub that stands at the
            prompt. One that does not serve looks only, and leaves everything to the host that does.
    chance: draws the greetings' numbers.
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
        self._owed_since: float | None = None  # an acknowledgement, for the command that was given then
        self._greeted_at: float | None = None
        self._nonce = 0
        self._nonces: deque[int] = deque(maxlen=64)  # earlier ones: an answer to one of them is an echo
        self._met = False
        self._tail = b""
        self._restart: float | None = None  # when it was told to start; None once it was heard
        self._restarting = False  # it is still to be told
        self._reading: int | None = None  # the crash note, from here on
        self._read_at = float("-inf")

    def opened(self) -> None:
        """The port was opened: whoever is there must say who it is before anything else counts."""
        self._splitter = Splitter()
        self._greet()

    def _greet(self) -> None:
        self._missing_since = self._owed_since = None
        self._met = False
        self._greeted_at = None
        # An answer to somebody else, late or long ago, may say what is no longer so. The number is also the
        # session: what commands of an earlier one say, the hub no longer takes.
        self._nonces.append(self._nonce)
        self._nonce = self._chance.randint(1, BIGGEST)
        self._tail = b""

    @property
    def damaged(self) -> int:
        """Lines that came damaged since the port was opened."""
        return self._splitter.damaged

    def command(self, prompt_id: int, beat: int, lamps: int) -> int:
        """From now on presses carry this prompt and beat, and these lamps are lit. The command's number.

        Prompts are any whole numbers: they never go over the wire. lamps: a mask, bit 0 for pad 1.
        """
        self._command = self._command + 1 & COUNT
        self._wanted = (prompt_id, beat, lamps)
        self._commanded_at = None
        return self._command

    def read_note(self, at: int) -> None:
        """Ask for the hub's crash note from byte `at` on; a `Note` is the answer."""
        self._reading = at
        self._read_at = float("-inf")

    # ------------------------------------------------------------ what comes

    def hear(self, data: bytes, now: float) -> list[LinkEvent]:
        """What these bytes say, in order. Damaged lines are left out; the hub sends again."""
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
        """It stands at the prompt: after a start that failed it may start once more, but not for ever."""
        self._tail = b""
        if not self._serves:
            return [Foreign(None)]
        if self._restart is None:
            self._restart = now
            self._restarting = True
        # What was said to the prompt before it heard of that brings it up again.
        return [Foreign(None)] if now - self._restart > START_SECONDS else []

    def _hello(self, edition: int, protocol: int, boot: int, nonce: int, base: int) -> list[LinkEvent]:
        if nonce != self._nonce:
            anew = nonce == 0 and boot != self.boot
            if self._met and (anew or nonce not in (0, *self._nonces)):
                # It started anew behind an open port, or somebody else greeted it: begin anew as well.
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
        self._acknowledge = True  # The hub may have missed what it was told last.
        self._met = True
        self._restart = None
        self._commanded_at = self._owed_since = None
        return [Met(boot, new), *([SkippedEvents(skipped)] if skipped else [])]

    def _said(self, letter: str, numbers: tuple[int, ...], now: float) -> list[LinkEvent]:
        boot, rest = numbers[0], numbers[1:]
        if boot != self.boot:
            self._greet()  # It started anew behind an open port.
            return []
        if letter == "E":
            return self._event(*rest, now=now)
        if letter == "S":
            ms, seq, held, *others = rest
            chain, dropped, muted, bad, gap = others
            current = seq == (self._expected - 1 & COUNT)
            return [Snapshot(ms, held, current, chain, dropped, muted, bad, gap)]
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

    def _event(
        self, seq: int, ms: int, switch: int, move: int, session: int, command: int, *, now: float
    ) -> list[LinkEvent]:
        self._acknowledge = True
        if seq != self._expected:
            if ahead(seq, self._expected) > 0:
                if self._missing_since is None:
                    self._missing_since = now
                self._ask_again(now)
            return []
        self._expected = self._expected + 1 & COUNT
        self._missing_since = None
        self._asked_at = float("-inf")
        return [Moved(switch, move, ms, *self._given.get((session, command), BY_NOBODY))]

    def _ask_again(self, now: float) -> None:
        """Have the hub send again at once; not for every line of those that are under way."""
        if now - self._asked_at >= AGAIN_SECONDS:
            self._asked_at = now
            self._acknowledge = self._again = True

    # ------------------------------------------------------------ what goes

    def due(self, now: float) -> bytes:
        """What is to be sent now. What was heard before counts as taken: it is acknowledged."""
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
        """When `due` should be called if nothing is heard before; minus infinity for at once."""
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
