"""The games in the box and their options, for the command line: `gm-appliance games`."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.legal import legal
from gm_appliance.core.messages import _
from gm_appliance.games.registry import SHELF, boxed


def games(language: str) -> Iterator[str]:
    """A line a game: its name on the command line, and as it is called. Raises UnknownLanguage."""
    widest = max(map(len, SHELF))
    for name, box in SHELF.items():
        yield f"{name:{widest}}  {box.narration(language).title()}"


def options(game: str, language: str) -> Iterator[str]:
    """Two lines an option: what it takes, with its default, and what it means.

    Raises NoSuchGame and UnknownLanguage.
    """
    box = boxed(game)
    narration = box.narration(language)
    for one in box.game.options:
        said = {"option": one.name, "values": legal(one.domain), "default": one.default}
        yield _("{option}: {values} (default: {default})", **said)
        yield f"    {narration.option(one.name).help}"
