"""Files and lines damaged as by a bad card, a bad cable or hasty typing, byte by byte, at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

STRAY = (
    *(b"\0", b"\xff\xfe", b"\xc3", b"\xf0\x9f\x8e\xb2", "‮".encode(), b"\r\n", b"\n\n", b" ", b"\t", b"#"),
    *(b"-1", b"0", b"1e999", b"NaN", b"99999999999999999999999", b"0x3C", b"null", b"true", b"[]", b"{}"),
    *(b'"', b"'", b"\\", b"[" * 3000, b'{"a":' * 3000, b"9" * 6000, b"$", b"*", b"=", b".."),
)
"""Strings to insert somewhere."""


def _flipped(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :]


def _overwritten(rng: Random, data: bytes) -> bytes:
    at, many = rng.randrange(len(data)), rng.choice((1, 2, 16, 300))
    return data[:at] + rng.randbytes(len(data[at : at + many])) + data[at + many :]


def _put_in(rng: Random, data: bytes) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice((rng.choice(STRAY), rng.randbytes(rng.randint(1, 9)))) + data[at:]


def _left_out(rng: Random, data: bytes) -> bytes:
    at, many = rng.randrange(len(data)), rng.choice((1, 1, 5, 40, len(data)))
    return data[:at] + data[at + many :]


def _doubled(rng: Random, data: bytes) -> bytes:
    begin, end = sorted((rng.randint(0, len(data)), rng.randint(0, len(data))))
    return data[:end] + data[begin:end] + data[end:]


def _moved(rng: Random, data: bytes) -> bytes:
    a, b, c = sorted(rng.randint(0, len(data)) for _ in range(3))
    return data[:a] + data[b:c] + data[a:b] + data[c:]


_WAYS: tuple[Callable[[Random, bytes], bytes], ...] = (
    *(_flipped, _flipped, _overwritten, _put_in, _put_in, _left_out, _doubled, _moved),
)


def mutated(rng: Random, data: bytes) -> bytes:
    """The data with a few errors; now and then pure rubbish, or nothing at all."""
    if rng.random() < 0.03:
        return rng.randbytes(rng.choice((0, 1, 100, 5000)))
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        data = rng.choice(_WAYS)(rng, data) if data else data
    return data
