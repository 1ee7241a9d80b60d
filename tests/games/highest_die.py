"""The new games of docs/developers/new-game.md, read from the page: highest die, and Mafia, a secret one."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "developers" / "new-game.md"
PACKAGE, SECRET = "highest_die", "mafia"

_GAMES = re.compile(r"^## A game of hidden roles, whole$", re.MULTILINE)
_BLOCK = re.compile(r"^```python\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ADDED = re.compile(r"^```py\n# (mafia/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(package: str = PACKAGE) -> dict[str, str]:
    """The files of a game by their paths in `games/`, and its line in the registry."""
    open_one, secret_one = _GAMES.split(PAGE.read_text("utf-8"))
    return dict(_BLOCK.findall(open_one if package == PACKAGE else secret_one))


def lines_added() -> dict[str, str]:
    """The lines for a role of one's own, by the file of the secret game they go to."""
    return dict(_ADDED.findall(_GAMES.split(PAGE.read_text("utf-8"))[1]))
