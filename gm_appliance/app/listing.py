"""`gm-appliance games`: the games and their options."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.legal import legal
from gm_appliance.core.messages import _
from gm_appliance.games.registry import GAMES, registered


def games(language: str) -> Iterator[str]:
    """One line per game: its name on the command line, and its title. Raises UnknownLanguage."""
    widest = max(map(len, GAMES))
    for name, box in GAMES.items():
        yield f"{name:{widest}}  {box.narration(language).title()}"


def options(game: str, language: str) -> Iterator[str]:
    """Two lines per option: its values with the default, and its meaning.

    Raises NoSuchGame and UnknownLanguage.
    """
    box = registered(game)
    narration = box.narration(language)
    for one in box.game.options:
        said = {"option": one.name, "values": legal(one.domain), "default": one.default}
        yield _("{option}: {values} (default: {default})", **said)
        yield f"    {narration.option(one.name).help}"
