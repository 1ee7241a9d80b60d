"""The phone's end of `phones.frames`: writes what the process reads, and reads what it writes."""

from __future__ import annotations

import struct

import msgspec

from gm_appliance.phones.frames import (
    CLIP,
    CLOSED,
    JSON,
    LAMP,
    LONGEST_ASK,
    MOVES,
    QUIET,
    THUMBS,
    TICK,
    TICK_BYTES,
    VISIBLE,
    Ask,
    BadFrame,
    Content,
    PhoneTick,
    ProcessTick,
)

ASK_BLOCK = 256
_PHONE = struct.Struct(">BBIIB")
_MOVE = struct.Struct(">HBBI")
_PROCESS = struct.Struct(">BBIIHHBIB")
_contents = msgspec.json.Decoder(Content)


def phone_tick(tick: PhoneTick) -> bytes:
    assert len(tick.moves) <= MOVES
    flags = VISIBLE * tick.visible | CLIP * tick.clip
    out = _PHONE.pack(TICK, flags, tick.clock, tick.echo, len(tick.moves))
    for one in tick.moves:
        out += _MOVE.pack(one.seq, one.half << 4 | one.move, 0, one.at)
    return out.ljust(TICK_BYTES, b"\0")


def ask(asked: Ask) -> bytes:
    text = msgspec.json.encode(asked)
    plain = bytes([JSON]) + len(text).to_bytes(2, "big") + text
    plain += bytes(-len(plain) % ASK_BLOCK)
    assert len(plain) <= LONGEST_ASK
    return plain


def read_process_tick(plain: bytes) -> ProcessTick:
    """Raises BadFrame."""
    if len(plain) != TICK_BYTES or plain[0] != TICK:
        raise BadFrame("not a tick")
    _type, flags, *numbers = _PROCESS.unpack_from(plain)
    return ProcessTick(*numbers, *(bool(flags & one) for one in (CLOSED, QUIET, THUMBS, LAMP)))


def read_content(plain: bytes) -> Content:
    """Raises BadFrame."""
    if plain[:1] != bytes([JSON]):
        raise BadFrame("not padded JSON")
    return _contents.decode(plain[3 : 3 + int.from_bytes(plain[1:3], "big")])
