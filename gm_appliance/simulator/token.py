"""The token in the address of the virtual table's page, without which the server answers nobody."""

from __future__ import annotations

import logging
import os
import re
import secrets
import stat
from pathlib import Path

from gm_appliance.simulator.table_file import replace_file

log = logging.getLogger(__name__)

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """256 random bits in a form for addresses."""
    return secrets.token_urlsafe(32)


def kept_token(path: Path) -> str:
    """The token kept in a file: with it, an open page finds the table again after a restart.

    A new one is made if there is none, or if others could have read it. If the file cannot be written, which
    is logged, the token is only valid until the next start. The token itself is never logged.
    """
    token = _read(path)
    if token is None:
        token = new_token()
        try:
            replace_file(path, token.encode())
        except OSError as error:
            log.warning("the page's address holds for this start only, %s: %s", path, error.strerror)
    return token


def _read(path: Path) -> str | None:
    """The token in the file; None unless only this user can read it."""
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            text = file.read(100).decode("ascii", "replace")
    except OSError:
        return None
    alone = status.st_uid == os.geteuid() and not stat.S_IMODE(status.st_mode) & 0o077
    return text if alone and _TOKEN.fullmatch(text) else None
