"""The files of the phone's page, by their paths below the server's root."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

PACKAGE = Path(str(files("gm_appliance")))
STATIC = PACKAGE / "phones" / "static"
TABLE = PACKAGE / "simulator" / "static"
"""The virtual table's page has the same drawings, and asks for its words in the same way."""


def page_files() -> dict[str, Path]:
    """All files of the page: ``"phone.js"``, ``"noble/ciphers/utils.js"``, ``"letters/roboto.woff2"``."""
    own = {path.relative_to(STATIC).as_posix(): path for path in _all(STATIC)}
    return own | {name: TABLE / name for name in ("art.js", "symbols.svg", "words.js")}


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
