"""The token with which phones find the table again after a restart, valid for one evening.

If the machine was off, phones come in unasked only if a game was interrupted: without a clock the machine
cannot tell how long it was off.
"""

from __future__ import annotations

import logging
import os
import secrets
import time
from pathlib import Path

import msgspec

from gm_appliance.core.values import Value, replace

log = logging.getLogger(__name__)

BOOT = Path("/proc/sys/kernel/random/boot_id")
HOURS = 16.0


class _Kept(Value):
    """token: 32 hexadecimal digits. boot: the kernel's id of this start. made: seconds since 1970."""

    token: str
    boot: str
    made: float
    invited: bool = False


class EveningToken:
    """A file that only this user can read. The token is never logged."""

    def __init__(self, path: Path, now: float | None = None) -> None:
        self._path = path
        self._kept = self._read(time.time() if now is None else now)

    @property
    def token(self) -> str:
        return self._kept.token

    @property
    def invited(self) -> bool:
        """Whether phones were let in when the program ended."""
        return self._kept.invited

    @property
    def was_off(self) -> bool:
        """Whether the machine was off since the token was written."""
        return self._kept.boot != _boot()

    def keep(self, invited: bool) -> None:
        """Keep whether phones are let in; a failure is logged."""
        self._kept = replace(self._kept, invited=invited, boot=_boot())
        passing = self._path.with_suffix(".new")
        try:
            file = os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(file, "wb") as opened:
                opened.write(msgspec.json.encode(self._kept))
            passing.replace(self._path)
        except OSError as error:
            log.warning("Phones will not find this table after a restart: %s", error)

    def _read(self, now: float) -> _Kept:
        try:
            kept = msgspec.json.decode(self._path.read_bytes(), type=_Kept)
            private = not self._path.stat().st_mode & 0o077
        except (OSError, msgspec.DecodeError):
            private, kept = False, _Kept("", "", 0.0)
        if private and 0 <= now - kept.made < HOURS * 3600 and len(kept.token) == 32:
            return kept
        return _Kept(secrets.token_hex(16), _boot(), now)


def _boot() -> str:
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""
