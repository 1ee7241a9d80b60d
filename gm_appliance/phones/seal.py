"""Sealed frames, which only those who know the evening's token can open or make.

XChaCha20-Poly1305 with a key for each connection and direction. Both ends add random bytes to the key, so
nothing of an earlier connection can be played again to either of them. The nonces are counters that are not
sent, so no frame can be left out, doubled or put in another place.
"""

from __future__ import annotations

import hashlib

from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt as _decrypt,
)
from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_encrypt as _encrypt,
)
from nacl.exceptions import CryptoError

CHALLENGE_BYTES = 16
"""Random bytes that each end of a connection sends in the clear, before all else."""

TAG_BYTES = 16
"""A sealed frame is so much longer than what is in it."""

TO_PHONE, FROM_PHONE = b"\0", b"\1"

_LABEL = b"gm-appliance phones"


class Unsealed(Exception):
    """A frame was not made with this key, or not as the next one of this connection."""


def key(token: bytes, direction: bytes, ours: bytes, theirs: bytes) -> bytes:
    """The 32-byte key of one direction: BLAKE2b-256 of label, direction, token and both challenges.

    direction: TO_PHONE or FROM_PHONE. ours: the challenge of the process. theirs: of the phone.
    """
    return hashlib.blake2b(_LABEL + direction + token + ours + theirs, digest_size=32).digest()


class Sealer:
    """Seals the frames of one direction of a connection, in order."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._count = 0

    def seal(self, plain: bytes) -> bytes:
        nonce = _nonce(self._count)
        self._count += 1
        return bytes(_encrypt(plain, None, nonce, self._key))


class Opener:
    """Opens the frames of one direction of a connection, in order."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._count = 0

    def open(self, frame: bytes) -> bytes:
        """What is in the next frame. Raises Unsealed; the connection is of no more use then."""
        try:
            plain = bytes(_decrypt(frame, None, _nonce(self._count), self._key))
        except (CryptoError, ValueError) as error:
            raise Unsealed("a frame that does not open") from error
        self._count += 1
        return plain


def _nonce(count: int) -> bytes:
    """24 bytes: 16 zeros and the number of the frame, big endian, from 0."""
    return bytes(16) + count.to_bytes(8, "big")
