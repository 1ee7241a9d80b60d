"""Sealed frames, which only those who know the evening's token can open or make.

XChaCha20-Poly1305 with a key for each connection and direction. Both ends add random bytes to the key, so
nothing of an earlier connection can be played again to either of them. The nonces are counters that are not
sent, so no frame can be left out, doubled or put in another place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count

from nacl import bindings
from nacl.exceptions import CryptoError

CHALLENGE_BYTES = 16  # random bytes that each end of a connection sends in the clear, before all else
TAG_BYTES = 16  # the number of bytes by which sealing lengthens a frame
TO_PHONE, FROM_PHONE = b"\0", b"\1"

_LABEL = b"gm-appliance phones"

_encrypt = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt
_decrypt = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt


class Unsealed(Exception):
    """A frame was not sealed with this key, or is not the next one of this connection."""


def key(token: bytes, direction: bytes, ours: bytes, theirs: bytes) -> bytes:
    """The 32-byte key of one direction: BLAKE2b-256 of label, direction, token and both challenges.

    direction: TO_PHONE or FROM_PHONE. ours: the challenge of the process. theirs: of the phone.
    """
    return hashlib.blake2b(_LABEL + direction + token + ours + theirs, digest_size=32).digest()


class Sealer:
    """Seals the frames of one direction of a connection, in order."""

    def __init__(self, key: bytes) -> None:
        self._key, self._nonces = key, _nonces()

    def seal(self, plain: bytes) -> bytes:
        return bytes(_encrypt(plain, None, next(self._nonces), self._key))


class Opener:
    """Opens the frames of one direction of a connection, in order."""

    def __init__(self, key: bytes) -> None:
        self._key, self._nonces = key, _nonces()

    def open(self, frame: bytes) -> bytes:
        """The content of the next frame. Raises Unsealed, after which the connection is useless."""
        try:
            return bytes(_decrypt(frame, None, next(self._nonces), self._key))
        except (CryptoError, ValueError) as error:
            raise Unsealed("a frame that does not open") from error


def _nonces() -> Iterator[bytes]:
    """24 bytes: 16 zeros and the number of the frame, big endian, from 0."""
    return (bytes(16) + number.to_bytes(8, "big") for number in count())
