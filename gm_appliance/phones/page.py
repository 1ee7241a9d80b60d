"""The files of the phone's page, by their paths below the server's root."""

from __future__ import annotations

import gzip
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from gm_appliance.phones.bundle import bundled

PACKAGE = Path(str(files("gm_appliance")))
STATIC = PACKAGE / "phones" / "static"
MAIN = "phone.js"  # the page's first module, which is sent with all others in it
TABLE = PACKAGE / "simulator" / "static"
"""The virtual table's page has the same drawings, and asks for its words in the same way."""


def page_files() -> dict[str, Path]:
    """All files of the page: ``"phone.js"``, ``"noble/ciphers/utils.js"``, ``"letters/roboto.woff2"``."""
    own = {path.relative_to(STATIC).as_posix(): path for path in _all(STATIC)}
    return own | {name: TABLE / name for name in ("art.js", "symbols.svg", "words.js")}


SHRINKING = (".css", ".html", ".js", ".svg")  # files that are sent compressed, by the ends of their names
_COMMENT = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)


@cache
def shrunk(file: Path, _changed: int) -> bytes:
    """A file as it is sent: compressed, and code without the comments that have lines of their own.

    _changed: when the file was, so that it is made again.
    """
    text = file.read_bytes()
    if file == STATIC / MAIN:
        text = whole_code().encode()
    if file.suffix in (".css", ".js"):
        text = _COMMENT.sub(b"", text)
    return gzip.compress(text, 9, mtime=0)


def whole_code() -> str:
    known = page_files()
    return bundled(MAIN, lambda name: known[name].read_text("utf-8"))


def policy(host: str) -> str:
    """The page's Content-Security-Policy. host: as in the request; old iPhones want the websocket's, too."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; font-src 'self';"
        f" media-src blob:; connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    )


def _all(folder: Path) -> list[Path]:
    # Licences and notes stay where they are.
    return sorted(
        path for path in folder.rglob("*") if path.suffix in (".css", ".html", ".js", ".mp4", ".woff2")
    )
