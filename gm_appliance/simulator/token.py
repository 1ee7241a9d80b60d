"""The word by which the page of the virtual table knows who was invited: a part of its address."""

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
    """256 bits that nobody guesses, as they can stand in an address."""
    return secrets.token_urlsafe(32)


def kept_token(path: Path) -> str:
    """The token kept in this file, so that a page left open finds the table again after a restart.

    A new one where there is none yet, or where somebody else could have read it. It is in force for
    this start alone where the file cannot be written, which is logged; the token never is.
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
    """None for anything but a token that this user alone can read."""
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            text = file.read(100).decode("ascii", "replace")
    except OSError:
        return None
    alone = status.st_uid == os.geteuid() and not stat.S_IMODE(status.st_mode) & 0o077
    return text if alone and _TOKEN.fullmatch(text) else None
