"""One connection of a phone: challenges, hello, then sealed frames. No I/O, no clock."""

from __future__ import annotations

import secrets

from gm_appliance.core.values import replace
from gm_appliance.phones import frames
from gm_appliance.phones.frames import TICK, BadFrame, Content, Hello
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.phone import Allowance, Phone
from gm_appliance.phones.seal import CHALLENGE_BYTES, FROM_PHONE, TO_PHONE, Opener, Sealer, Unsealed, key

GONE, STRANGER, FULL, REPLACED, BROKEN = 4000, 4001, 4002, 4003, 4004
"""Close codes: the table is gone, the token is wrong, there are too many phones, the same phone reconnected,
or a frame made no sense."""

FRAMES_A_SECOND = 100
FRAMES_AT_ONCE = 200  # more frames than these do not come from thumbs


def _fitting(content: Content) -> bytes:
    """The content; if it is too long, without the pages to read."""
    try:
        return frames.content(content)
    except BadFrame:
        return frames.content(replace(content, reading=None))


class Refused(Exception):
    """The connection must be closed, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Connection:
    """A connection. phone: once it said who it is. challenge: sent first, unsealed."""

    def __init__(self, hub: PhoneHub, token: bytes, now: int) -> None:
        self.challenge = secrets.token_bytes(CHALLENGE_BYTES)
        self.phone: Phone | None = None
        self._hub, self._token = hub, token
        self._opener: Opener | None = None
        self._sealer: Sealer | None = None
        self._line: object = None
        self._echo = 0
        self._content = Content(0, "")
        self._frames = Allowance(FRAMES_A_SECOND, FRAMES_AT_ONCE, now)

    def hear(self, frame: bytes, now: int) -> bool:
        """A frame came; returns whether the box must hear of it at once. Raises Refused."""
        if not self._frames.takes(now):
            raise Refused(BROKEN)
        self._demand_newest()
        if self._opener is None:
            self._meet(frame)
            return False
        try:
            plain = self._opener.open(frame)
        except Unsealed:
            raise Refused(BROKEN if self.phone else STRANGER) from None
        try:
            if self.phone is None:
                self._hello(plain, now)
            elif plain[:1] == bytes([TICK]):
                tick = frames.read_phone_tick(plain)
                self._echo = tick.clock
                return self._hub.ticked(self.phone, tick, now)
            else:
                self._hub.asked(self.phone, frames.read_ask(plain), now)
        except BadFrame:
            raise Refused(BROKEN) from None
        return False

    def _meet(self, challenge: bytes) -> None:
        if len(challenge) != CHALLENGE_BYTES:
            raise Refused(BROKEN)
        ours, theirs = self.challenge, challenge
        self._opener = Opener(key(self._token, FROM_PHONE, ours, theirs))
        self._sealer = Sealer(key(self._token, TO_PHONE, ours, theirs))

    def _hello(self, plain: bytes, now: int) -> None:
        hello = frames.read_ask(plain)
        if not isinstance(hello, Hello):
            raise BadFrame("not a hello")
        self.phone = self._hub.came(hello, now)
        if self.phone is None:
            raise Refused(FULL)
        self._line = self.phone.line

    def _demand_newest(self) -> None:
        if self.phone and self.phone.line is not self._line:
            raise Refused(REPLACED)

    def due(self, now: int) -> list[bytes]:
        """The frames to send ten times a second, or at once after hello. Raises Refused."""
        self._demand_newest()
        if self.phone is None or self._sealer is None:
            return []
        out = []
        content = self._hub.content(self.phone)
        if content is not None and (self._content.number == 0 or content != replace(self._content, number=0)):
            number = self._content.number % 65535 + 1
            self._content = replace(content, number=number)
            out.append(_fitting(self._content))
        tick = self._hub.tick(self.phone, self._echo, self._content.number, now)
        return [self._sealer.seal(one) for one in (frames.process_tick(tick), *out)]

    def closed(self, now: int) -> None:
        if self.phone and self.phone.line is self._line:
            self._hub.went(self.phone, now)
