"""The new game of docs/developers/new-game.md, read from the page."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "developers" / "new-game.md"
PACKAGE = "highest_die"

_BLOCK = re.compile(r"^```python\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> dict[str, str]:
    """The files of the game by their paths in `games/`, and its line in the registry."""
    return dict(_BLOCK.findall(PAGE.read_text("utf-8")))
