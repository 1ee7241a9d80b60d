"""What the display shows, drawn as the box draws it: `python -m docs.drawings.displays`.

A picture for each game, of evenings that are always the same, is written beside this file; a test holds them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from PIL import Image

from gm_appliance.app.headless import rehearse
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.people import Party
from gm_appliance.devices.display.drawing import HEIGHT, WIDTH, draw
from gm_appliance.simulator.transcript import Transcript
from gm_appliance.testing import Asked, evening
from tests.golden_screenplays import EVENINGS

HERE = Path(__file__).parent
LIT, UNLIT, AROUND = (214, 238, 255), (5, 9, 16), (28, 34, 47)
"""The colours of the virtual table."""

SCALE, GAP = 3, 14

Moment = tuple[str, str, int]
"""A game, one of its decisions, and which time it is made: the picture just before."""

MOMENTS: dict[str, tuple[Moment, ...]] = {
    "gotterdammerung": (
        ("gotterdammerung", "setup.pad", 7),
        ("gotterdammerung", "council.accuse", 1),
        ("gotterdammerung", "council.vote", 1),
    ),
    "thor": (("thor", "turn.offer", 8), ("thor", "turn.take", 9), ("thor", "match.over", 2)),
    "odins-table": (
        ("odins-table", "turn.piece", 2),
        ("odins-table", "turn.target", 2),
        ("odins-table", "fight.defence", 1),
    ),
    "valda": (("valda", "resource.roll", 3), ("valda", "build.what", 3), ("valda", "turn.followers", 6)),
    "scorepad": (
        ("scorepad", "entry.points", 1),
        ("scorepad", "round.next", 1),
        ("scorepad", "final.read", 1),
    ),
    # For the README: one above the other.
    "two": (("gotterdammerung", "council.accuse", 1), ("odins-table", "turn.target", 2)),
}


def screens(game: str, language: str = "en") -> dict[Moment, Screen]:
    """What is shown before every decision of the game's evening."""
    played, shown, found, made = EVENINGS[game], list["Screen"](), dict[Moment, "Screen"](), Counter[str]()

    def show(_: Transcript, screen: Screen) -> None:
        shown.append(screen)

    def write(line: str) -> None:
        told = json.loads(line)
        if told["kind"] == "choice" and shown:
            made[told["name"]] += 1
            found[game, told["name"], made[told["name"]]] = shown[-1]

    with patch.object(Transcript, "show", show):
        rehearse(game, played.options, language, write, seed=played.seed, party=Party(played.names))
    return found


def menu(language: str) -> Screen:
    """What the box shows once it is switched on."""
    with TemporaryDirectory() as folder, evening(Path(folder), language=language) as table:
        table.hears(Asked("menu.game"))
        assert table.screen is not None
        return table.screen


def picture(shown: Sequence[Screen], columns: int) -> Image.Image:
    """Displays beside and below one another, in the colours of the virtual table."""
    rows = -(-len(shown) // columns)
    size = WIDTH * SCALE + 2 * GAP, HEIGHT * SCALE + 2 * GAP
    whole = Image.new("P", (columns * size[0], rows * size[1]), 0)
    whole.putpalette([*AROUND, *UNLIT, *LIT])
    for number, screen in enumerate(shown):
        one = draw(screen).convert("L").point(lambda lit: 2 if lit else 1)
        at = number % columns * size[0] + GAP, number // columns * size[1] + GAP
        whole.paste(one.resize((WIDTH * SCALE, HEIGHT * SCALE), Image.Resampling.NEAREST), at)
    return whole


def pictures() -> Iterator[tuple[Path, Image.Image]]:
    """Every picture, and the file it belongs into."""
    games = {game for moments in MOMENTS.values() for game, _name, _time in moments}
    found = {moment: screen for game in games for moment, screen in screens(game).items()}
    for name, moments in MOMENTS.items():
        columns = 1 if name == "two" else len(moments)
        yield HERE / f"{name}.png", picture([found[moment] for moment in moments], columns)


def main() -> None:
    for file, drawn in pictures():
        drawn.save(file, optimize=True)


if __name__ == "__main__":
    main()
