"""The contents of the sealed frames between a phone and the phones' process. All numbers are big endian.

A tick goes both ways ten times a second, always in the same size. All else is padded JSON: from the process
`Content`, from the phone `Ask`; neither is sent with closed eyes.

Tick of a phone, 64 bytes::

    0  u8   1, the type            10  u8  count of the moves that follow, 0 to 6
    1  u8   flags: 1 visible,      11  moves of 8 bytes each:
            2 the clip runs              u16 seq, u8 half << 4 | move, u8 0, u32 at
    2  u32  clock                  59  zeros
    6  u32  echo

Tick of the process, 64 bytes::

    0  u8   1, the type            10  u16 ack         15  u32 boot
    1  u8   flags: 1 closed,       12  u16 content     19  u8  pad, 0 for none
            2 quiet, 4 thumbs,     14  u8  lease       20  zeros
            8 lamp
    2  u32  clock
    6  u32  echo

Padded JSON: u8 type (2), u16 length, the text in UTF-8, zeros up to a multiple of 512 bytes from the
process, of 256 from a phone.
"""

from __future__ import annotations

import struct

import msgspec

from firmware.hub_protocol import CANCELLED, HELD, PRESSED, RELEASED
from gm_appliance.core.values import Kind, Redacted, Value
from gm_appliance.phones.messages import Choices, PanelSheet, Place, Reading, Shown

TICK, JSON = 1, 2  # the types of a frame
TICK_BYTES = 64
TICK_SECONDS = 0.1

MOVES = 6  # the most moves in a tick; more wait for the next
LEASE = 25  # hundredths of a second after a tick for which a press may be sent at once
CONTENT_BLOCK = 512
LONGEST_ASK = 1024
LONGEST_CONTENT = 1 << 16

CLOCK = (1 << 32) - 1  # the largest time, in milliseconds; times wrap
VISIBLE, CLIP = 1, 2
CLOSED, QUIET, THUMBS, LAMP = 1, 2, 4, 8

_PHONE = struct.Struct(">BBIIB")
_MOVE = struct.Struct(">HBBI")
_PROCESS = struct.Struct(">BBIIHHBIB")


class BadFrame(ValueError):
    """A frame that was unsealed but cannot be read."""


class Move(Redacted):
    """A move of a thumb. seq: counts the moves of a loaded page from 1; wraps after 65535 to 0.

    half: 0 up, 1 down. move: RELEASED, PRESSED, HELD or CANCELLED, as in the hub's protocol.
    at: milliseconds on the phone's clock.
    """

    redacted = ("half", "move")

    seq: int
    half: int
    move: int
    at: int


class PhoneTick(Redacted):
    """Ten times a second from the phone.

    clock: when it was sent, milliseconds on the phone's clock. echo: the clock of the process in the last
    tick that came from there, 0 before. moves: the oldest that are not acknowledged.
    """

    redacted = ("moves",)

    clock: int
    echo: int = 0
    visible: bool = True
    clip: bool = False
    moves: tuple[Move, ...] = ()


class ProcessTick(Value):
    """Ten times a second to the phone.

    closed, quiet, thumbs: as in `messages.Mood`. lamp: of this pad.
    ack:   the last move taken. content: the number of the newest `Content` sent.
    lease: hundredths of a second for which a press may be sent at once.
    boot:  of the process; with another one moves count from 1 again.
    pad:   the phone's; 0 for none.
    """

    clock: int
    echo: int = 0
    ack: int = 0
    content: int = 0
    lease: int = LEASE
    boot: int = 0
    pad: int = 0
    closed: bool = False
    quiet: bool = True
    thumbs: bool = False
    lamp: bool = False


# ---------------------------------------------------------------- padded JSON


class Content(Value):
    """Everything that a phone shows except the lamp. It replaces the previous one.

    number:   counts up. places: the seats; free pads are those in `open`.
    open:     pads that no phone has. pad: this phone's, 0 for none.
    choices:  what this pad can choose; None for nothing.
    freed:    the table took the pad away from this phone. panel: as told; of the display only to whom has it.
    """

    number: int
    language: str
    pad: int = 0
    places: tuple[Place, ...] = ()
    open: tuple[int, ...] = ()
    shown: Shown | None = None
    choices: Choices | None = None
    reading: Reading | None = None
    freed: bool = False
    panel: PanelSheet = PanelSheet()


class Hello(Kind):
    """The first of a connection. id: the phone's for good, 32 hexadecimal digits. load: a random number of
    the loaded page, 1 to 4294967295: its moves count from 1. pad: the one it had; 0 for none."""

    id: str
    load: int
    pad: int = 0


class Take(Kind):
    """Claim this pad; 0 releases the phone's own."""

    pad: int


class Name(Kind):
    """The player at this pad typed a name."""

    name: str


class Choose(Kind):
    """An item was tapped, from 0, or a number entered. prompt: as in `messages.Choices`."""

    prompt: str
    item: int | None = None
    number: int | None = None


class Press(Kind, Redacted):
    """As in `messages.Pressed`."""

    button: str
    prompt: int = 0
    held: bool = False
    redacted = ("button",)


Ask = Hello | Take | Name | Choose | Press
_asks: msgspec.json.Decoder[Ask] = msgspec.json.Decoder(Ask)


# ---------------------------------------------------------------- ticks


def read_phone_tick(plain: bytes) -> PhoneTick:
    """Raises BadFrame."""
    if len(plain) != TICK_BYTES or plain[0] != TICK:
        raise BadFrame("not a tick")
    _type, flags, clock, echo, count = _PHONE.unpack_from(plain)
    if count > MOVES:
        raise BadFrame("too many moves")
    moves = []
    for index in range(count):
        seq, what, _spare, at = _MOVE.unpack_from(plain, _PHONE.size + index * _MOVE.size)
        half, move = what >> 4, what & 15
        if half > 1 or move not in (RELEASED, PRESSED, HELD, CANCELLED):
            raise BadFrame("an unknown move")
        moves.append(Move(seq, half, move, at))
    return PhoneTick(clock, echo, bool(flags & VISIBLE), bool(flags & CLIP), tuple(moves))


def process_tick(tick: ProcessTick) -> bytes:
    flags = CLOSED * tick.closed | QUIET * tick.quiet | THUMBS * tick.thumbs | LAMP * tick.lamp
    out = _PROCESS.pack(
        *(TICK, flags, tick.clock & CLOCK, tick.echo & CLOCK),
        *(tick.ack, tick.content, tick.lease, tick.boot, tick.pad),
    )
    return out.ljust(TICK_BYTES, b"\0")


# ---------------------------------------------------------------- the rest


def content(told: Content) -> bytes:
    """Raises BadFrame if it is longer than 64 KiB."""
    text = msgspec.json.encode(told)
    if len(text) >= LONGEST_CONTENT:
        raise BadFrame("too much to show on a phone")
    plain = bytes([JSON]) + len(text).to_bytes(2, "big") + text
    return plain + bytes(-len(plain) % CONTENT_BLOCK)


def read_ask(plain: bytes) -> Ask:
    """Raises BadFrame."""
    size = int.from_bytes(plain[1:3], "big")
    if not plain or plain[0] != JSON or len(plain) > LONGEST_ASK or size > len(plain) - 3:
        raise BadFrame("not padded JSON")
    try:
        return _asks.decode(plain[3 : 3 + size])
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadFrame("an unknown request") from error
