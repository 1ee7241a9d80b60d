"""A phone without a page: it sends what the page would. No I/O, no clock; times are milliseconds."""

from __future__ import annotations

import secrets

from firmware.hub_protocol import CANCELLED, COUNT, HELD, HOLD_MS, PRESSED, RELEASED, ahead
from gm_appliance.phones.frames import (
    CLOCK,
    JSON,
    MOVES,
    Ask,
    Choose,
    Content,
    Hello,
    Move,
    Name,
    PhoneTick,
    ProcessTick,
    Take,
)
from gm_appliance.phones.seal import CHALLENGE_BYTES, FROM_PHONE, TO_PHONE, Opener, Sealer, key
from tests.phones import phone_frames

FRESH_MS = 250
"""Milliseconds after a tick for which a press may be sent at once."""


class ModelPhone:
    """A phone and its loaded page, over any number of connections.

    wants: the pad it was, or wants to be. content, tick: the last received.
    lost:  moves that another boot of the process has not heard.
    """

    def __init__(self, token: bytes, wants: int = 0) -> None:
        self.token = token
        self.id = secrets.token_hex(16)
        self.wants = wants
        self.content: Content | None = None
        self.tick: ProcessTick | None = None
        self.lost: list[Move] = []
        self.waiting: list[Move] = []
        self._sent: set[int] = set()  # those that were sent at least once
        self._load = secrets.randbelow(1 << 32) or 1
        self._seq = 0
        self._boot = 0
        self._down: dict[int, tuple[int, bool]] = {}  # since when, and whether that was told as a hold
        self._open = [False, False]  # of each half, whether its last press began openly
        self._heard_at = -FRESH_MS
        self._sealer: Sealer | None = None
        self._opener: Opener | None = None

    def connected(self) -> None:
        self._sealer = self._opener = None
        self.tick = None

    def hear(self, frame: bytes, now: int) -> list[bytes]:
        """Take a frame; returns what to send at once. Raises Unsealed and BadFrame."""
        if self._opener is None:
            ours = secrets.token_bytes(CHALLENGE_BYTES)
            self._opener = Opener(key(self.token, TO_PHONE, frame, ours))
            self._sealer = Sealer(key(self.token, FROM_PHONE, frame, ours))
            return [ours, self.ask(Hello(self.id, self._load, self.wants))]
        plain = self._opener.open(frame)
        if plain[0] == JSON:
            self.content = phone_frames.read_content(plain)
        else:
            self._take(phone_frames.read_process_tick(plain), now)
        return []

    def _take(self, tick: ProcessTick, now: int) -> None:
        if tick.boot != self._boot:
            # What was sent, the former process may have taken; that its pads were lost, the box has told.
            unsent = [one for one in self.waiting if one.seq not in self._sent]
            self.lost += (one for one in self.waiting if one.seq in self._sent)
            self.waiting, self._sent, self._seq = [], set(), 0
            self._boot = tick.boot
            for one in unsent:
                self._add(one.half, one.move, one.at)
        self.tick, self._heard_at = tick, now
        self.wants = tick.pad or self.wants
        while self.waiting and ahead(self.waiting[0].seq, tick.ack) <= 0:
            self._sent.discard(self.waiting.pop(0).seq)

    def due(self, now: int) -> list[bytes]:
        """The tick, which is due ten times a second."""
        if self.tick is None:
            return []
        for half, (since, told) in list(self._down.items()):
            if not told and now - since >= HOLD_MS:
                self._down[half] = (since, True)
                self._add(half, HELD, since + HOLD_MS)
        return [self._tick(now)]

    def _tick(self, now: int) -> bytes:
        assert self.tick
        moves = tuple(self.waiting[:MOVES])
        self._sent |= {one.seq for one in moves}
        return self._seal(phone_frames.phone_tick(PhoneTick(now & CLOCK, self.tick.clock, moves=moves)))

    def _seal(self, plain: bytes) -> bytes:
        assert self._sealer
        return self._sealer.seal(plain)

    def press(self, half: int, now: int) -> list[bytes]:
        """A thumb comes down, 0 up or 1 down; returns what to send at once."""
        if half in self._down:
            return []
        self._down[half] = (now, False)
        return self._moved(half, PRESSED, now)

    def release(self, half: int, now: int, *, cancelled: bool = False) -> list[bytes]:
        """The thumb lifts, or the phone does not see how."""
        if half not in self._down:
            return []
        since, told = self._down.pop(half)
        if not told and now - since >= HOLD_MS:
            self._add(half, HELD, since + HOLD_MS)
        return self._moved(half, CANCELLED if cancelled else RELEASED, now)

    def _moved(self, half: int, move: int, now: int) -> list[bytes]:
        """A press that began when presses may have been secret stays so, however late it ends."""
        self._add(half, move, now)
        tick = self.tick
        if move == PRESSED:
            self._open[half] = tick is not None and not tick.quiet
        if (
            tick
            and not tick.quiet
            and self._open[half]
            and now - self._heard_at < min(FRESH_MS, 10 * tick.lease)
        ):
            return [self._tick(now)]
        return []

    def _add(self, half: int, move: int, at: int) -> None:
        self._seq = self._seq + 1 & COUNT
        self.waiting.append(Move(self._seq, half, move, at & CLOCK))

    def ask(self, ask: Ask) -> bytes:
        return self._seal(phone_frames.ask(ask))

    def take(self, pad: int) -> bytes:
        return self.ask(Take(pad))

    def name(self, name: str) -> bytes:
        return self.ask(Name(name))

    def choose(self, item: int | None = None, number: int | None = None) -> bytes:
        """Choose something shown now. Raises ValueError if nothing can be chosen."""
        if not self.content or not self.content.choices:
            raise ValueError("nothing can be chosen on this phone")
        return self.ask(Choose(self.content.choices.prompt, item, number))
