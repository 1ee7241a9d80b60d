"""Debounces the switches: samples go in, moves come out. A set of switches is a bit mask.

A contact bounces for up to 20 ms when it closes and again when it opens. A press counts at once, with the
second sample that finds the contact closed. A release counts once the contact has been open for
`RELEASE_DEBOUNCE_MS` and can no longer be bouncing. A contact that closes again while it may still bounce
from opening must stay closed beyond that.
"""

from firmware.hub_protocol import BIGGEST, CANCELLED, HELD, HOLD_MS, PADS, PRESSED, RELEASED, elapsed
from firmware.masks import members

BASELINE_SAMPLES = 3
"""The fewest samples of a baseline. It also lasts at least as long as a contact may bounce."""

BOUNCE_MS = 22
"""The longest bounce in milliseconds, plus the rounding of two timestamps."""

RELEASE_DEBOUNCE_MS = 12
"""Milliseconds a contact must stay open before its release counts."""

STUCK_MS = 60_000
"""Milliseconds after which a switch that stays down is stuck: nobody presses for a minute."""

CALM_MS = 2000
"""Milliseconds a stuck or chattering switch must stay open to work again."""

CHATTER = 30
"""Presses after which a switch counts as chattering; one is forgotten every `_CHATTER_MS`."""

_CHATTER_MS = 70
"""No thumb presses that often: fourteen times a second."""


class Switches:
    """Debounces the samples of all switches.

    down:    the switches that are down now, debounced.
    muted:   those that are stuck or chatter. Their presses are not reported.
    settled: there is a baseline, so every press is reported from now on.

    The first samples, and the first after a gap, are a baseline: what is closed in any of them is
    down, but was not pressed.
    """

    def __init__(self) -> None:
        switches = 2 * PADS
        self.down = 0
        self.muted = 0
        self.settled = False
        self._pressed = 0  # down, and its press was reported
        self._held = 0  # its hold too
        self._baseline = 0
        self._seen = 0  # samples of the baseline so far
        self._begun = 0  # when the first of them was taken
        self._closed = 0  # as last sampled
        self._since = [0] * switches  # the first sample of the present run of equal ones
        self._changed = [0] * switches  # when it was pressed, or came up
        self._bouncing = 0  # up, and may still bounce
        self._waiting = 0  # switches that may change merely as time passes
        self._next = 0  # when the first of them may
        self._presses = [0] * switches  # of the last seconds: a leaky bucket
        self._leaked = [0] * switches  # when it last leaked
        self._leaking = 0

    def interrupt(self, now: int) -> list[tuple[int, int, int]]:
        """Samples were missed: presses in progress are cancelled, and a new baseline is taken."""
        ended = [(switch, CANCELLED, now) for switch in members(self._pressed)]
        self._pressed = self._held = self._bouncing = self._waiting = 0
        self._baseline, self._seen, self.settled = 0, 0, False
        return ended

    def sample(self, closed: int, now: int, doubted: int = 0) -> list[tuple[int, int, int]] | tuple[()]:
        """Moves as (switch, move, ms), ordered by switch.

        closed: the switches that are closed at `now`. doubted: switches for which the sample is ignored.
        """
        closed = closed & ~doubted | self._closed & doubted
        if not self.settled:
            self._take_baseline(closed, now)
            return ()
        changed = closed ^ self._closed
        self._closed = closed
        if doubted:
            # A change that is being debounced starts over.
            changed |= doubted & (closed ^ self.down)
        if not changed and (not self._waiting or elapsed(now, self._next) < 0):
            return ()
        moves: list[tuple[int, int, int]] = []
        for switch in members(changed | self._waiting):
            if changed >> switch & 1:
                self._since[switch] = now
            self._look(switch, bool(changed >> switch & 1), now, moves)
        self._plan(now)
        return moves

    def _take_baseline(self, closed: int, now: int) -> None:
        self._baseline |= closed
        if not self._seen:
            self._begun = now
        self._seen += 1
        if self._seen < BASELINE_SAMPLES or elapsed(now, self._begun) < BOUNCE_MS:
            return
        self.settled = True
        self.down = self._baseline
        self._closed = closed
        for switch in members(self._baseline):
            self._since[switch] = self._changed[switch] = now
        self._plan(now)

    # ------------------------------------------------------------ one switch

    def _look(self, switch: int, fresh: bool, now: int, moves: list[tuple[int, int, int]]) -> None:
        """Work out the move of one switch, if any. fresh: its contact changed with this sample."""
        bit = 1 << switch
        closed = bool(self._closed & bit)
        if self.muted & bit:
            self._look_muted(switch, closed, now)
        elif self.down & bit:
            self._look_down(switch, closed, now, moves)
        elif not closed:
            if elapsed(now, self._changed[switch]) >= BOUNCE_MS:
                self._bouncing &= ~bit
        elif not fresh and not (self._bouncing & bit and elapsed(now, self._changed[switch]) < BOUNCE_MS):
            self._press(switch, moves)

    def _press(self, switch: int, moves: list[tuple[int, int, int]]) -> None:
        bit = 1 << switch
        since = self._since[switch]
        self.down |= bit
        self._changed[switch] = since
        self._bouncing &= ~bit
        if self._chatters(switch, since):
            self.muted |= bit
            return
        self._pressed |= bit
        moves.append((switch, PRESSED, since))

    def _look_down(self, switch: int, closed: bool, now: int, moves: list[tuple[int, int, int]]) -> None:
        bit = 1 << switch
        lasted = elapsed(now, self._changed[switch])
        if not closed:
            if lasted >= BOUNCE_MS and elapsed(now, self._since[switch]) >= RELEASE_DEBOUNCE_MS:
                self._end(switch, RELEASED, self._since[switch], moves)
                self.down &= ~bit
                self._changed[switch] = self._since[switch]
                self._bouncing |= bit
        elif lasted >= STUCK_MS:
            self._end(switch, CANCELLED, now, moves)
            self.muted |= bit
        elif lasted >= HOLD_MS and self._pressed & ~self._held & bit:
            self._held |= bit
            moves.append((switch, HELD, (self._changed[switch] + HOLD_MS) & BIGGEST))

    def _end(self, switch: int, move: int, ms: int, moves: list[tuple[int, int, int]]) -> None:
        if self._pressed >> switch & 1:
            moves.append((switch, move, ms))
        self._pressed &= ~(1 << switch)
        self._held &= ~(1 << switch)

    def _look_muted(self, switch: int, closed: bool, now: int) -> None:
        bit = 1 << switch
        if not closed and elapsed(now, self._since[switch]) >= CALM_MS:
            self.muted &= ~bit
            self.down &= ~bit
            self._leaking &= ~bit

    def _chatters(self, switch: int, now: int) -> bool:
        """Count a press. Returns whether there have been too many."""
        bit = 1 << switch
        if not self._leaking & bit:
            self._leaking |= bit
            self._presses[switch], self._leaked[switch] = 1, now
            return False
        leaks = elapsed(now, self._leaked[switch]) // _CHATTER_MS
        self._leaked[switch] = (self._leaked[switch] + leaks * _CHATTER_MS) & BIGGEST
        self._presses[switch] = max(0, self._presses[switch] - leaks) + 1
        return self._presses[switch] > CHATTER

    # ------------------------------------------------------------ what is to come

    def _plan(self, now: int) -> None:
        """Note which switches may change merely as time passes, and when to look at them next.

        Timestamps wrap, and `elapsed` reaches six days: a switch with nothing left to happen is forgotten.
        """
        self._waiting = 0
        next_in = STUCK_MS
        for switch in members(self._closed | self.down | self._bouncing | self.muted | self._leaking):
            wait = self._wait(switch, now)
            if wait is not None:
                self._waiting |= 1 << switch
                next_in = min(next_in, max(0, wait))
        self._next = (now + next_in) & BIGGEST

    def _wait(self, switch: int, now: int) -> int | None:
        """Milliseconds until time may change this switch; None if it cannot."""
        bit = 1 << switch
        closed = bool(self._closed & bit)
        changed = elapsed(now, self._changed[switch])
        since = elapsed(now, self._since[switch])
        if self.muted & bit:
            return None if closed else CALM_MS - since
        if self.down & bit:
            if not closed:
                return max(RELEASE_DEBOUNCE_MS - since, BOUNCE_MS - changed)
            return (STUCK_MS if self._held & bit or not self._pressed & bit else HOLD_MS) - changed
        if closed or self._bouncing & bit:
            return BOUNCE_MS - changed if self._bouncing & bit else 0
        return self._drained(switch, now)

    def _drained(self, switch: int, now: int) -> int | None:
        """Milliseconds until this switch's presses are forgotten."""
        wait = CHATTER * _CHATTER_MS - elapsed(now, self._leaked[switch])
        if wait <= 0:
            self._leaking &= ~(1 << switch)
            return None
        return wait
