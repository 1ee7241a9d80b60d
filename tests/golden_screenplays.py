"""An evening of every game in every language for native readers: docs/screenplays.

    python -m tests.golden_screenplays      writes outdated pages; `make catalogues` does so too

People and dice are the same in all languages, so the pages correspond line by line. A language with
missing texts has no pages.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from gm_appliance.app.headless import rehearse
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.cues.words import in_words
from gm_appliance.core.game import JSON
from gm_appliance.core.language import SOURCE
from gm_appliance.core.people import Party
from gm_appliance.core.values import Value
from gm_appliance.games.registry import GAMES
from gm_appliance.simulator.transcript import Transcript
from tests.catalogues import languages, todo
from tests.extraction import ROOT

FOLDER = ROOT.parent / "docs" / "screenplays"
COMMAND = "make catalogues"


class Evening(Value):
    """An evening played with these options, names and seed, chosen to be short and varied."""

    options: Mapping[str, JSON] = MappingProxyType({})
    names: tuple[str, ...] = ()
    seed: int = 1


EVENINGS = {
    "gotterdammerung": Evening(seed=3),
    "thor": Evening(
        {"players": 3, "match": "single", "mode": "live", "will_of_thor": "yes"},
        ("Anna", "Bo", "Cem"),
        seed=11,
    ),
    "valda": Evening({"players": 2}, ("Anna", "Bo")),
    "odins-table": Evening({"mode": "solo", "players": 1, "strength": "easy"}, ("Anna",), seed=9),
    "werewolf": Evening({"players": 6, "roles": 3}, ("Anna", "Bo", "Cem", "Dana", "Emil", "Fay"), seed=19),
    "scorepad": Evening({"players": 3, "until": "rounds", "rounds": 2}, ("Anna", "Bo", "Cem")),
    "dice": Evening(),
    "first-player": Evening(),
}

HEAD = """\
What the box says stands in quotes, what it shows in square brackets, what is pressed in round ones; of
pictures that follow one another the last. People and dice are the same as in [English](../en/{game}.md).
This page is made by `{command}`: put a sentence right [in its translation](../../developers/languages.md)."""


def whole() -> list[str]:
    """The languages without missing texts."""
    half_done = [line.partition("/LC_MESSAGES")[0].rpartition("/")[2] for line in todo()]
    return [SOURCE, *(one for one in languages() if one not in half_done)]


def _show(self: Transcript, screen: Screen) -> None:
    self._line("show", words=in_words(screen) or "eyes closed")


def _lines(game: str, language: str) -> Iterator[dict[str, Any]]:
    evening, lines = EVENINGS[game], list[str]()
    with patch.object(Transcript, "show", _show):
        party = Party(evening.names)
        rehearse(game, evening.options, language, lines.append, seed=evening.seed, party=party)
    return map(json.loads, lines)


def _pressed(line: dict[str, Any]) -> str:
    """A choice and who made it: "(seat 3: council.accuse 5)"."""
    who, value = line["who"], line["value"]
    if isinstance(value, dict):
        value = dict(sorted(value.items(), key=lambda one: int(one[0])))
    seat = f" {who['seat']}" if "seat" in who else ""
    return f"({who['kind']}{seat}: {line['name']} {json.dumps(value, ensure_ascii=False)})"


def _told(lines: Iterator[dict[str, Any]]) -> Iterator[str]:
    """Everything said, shown and pressed, except pictures that only show what is said."""
    shown = last = ""
    for line in lines:
        if line["kind"] == "show":
            shown = line["words"]
        elif line["kind"] in ("say", "choice"):
            if shown not in (last, line.get("text")):
                yield f"    [{shown}]"
            last = shown
            yield f'"{line["text"]}"' if line["kind"] == "say" else _pressed(line)
    if shown != last:
        yield f"    [{shown}]"


def screenplay(game: str, language: str) -> str:
    title = GAMES[game].narration(language).title()
    told = "\n".join(_told(_lines(game, language)))
    head = HEAD.format(game=game, command=COMMAND)
    return f"# {title} ({language})\n\n{head}\n\n```text\n{told}\n```\n"


def wanted(folder: Path = FOLDER) -> dict[Path, str]:
    """The expected content of every page."""
    return {folder / one / f"{game}.md": screenplay(game, one) for one in whole() for game in EVENINGS}


def outdated(folder: Path = FOLDER) -> list[str]:
    """The outdated pages, one line each, saying what to do."""
    pages, there = wanted(folder), {*folder.rglob("*.md")}
    wrong = {path for path, text in pages.items() if path not in there or path.read_text("utf-8") != text}
    return [
        f"{path.relative_to(folder)} is out of date: run `{COMMAND}`"
        for path in sorted(wrong | there - {*pages})
    ]


def main(folder: Path = FOLDER) -> int:
    """Write outdated pages, and remove those of evenings no longer played."""
    pages = wanted(folder)
    for path in {*folder.rglob("*.md")} - {*pages}:
        path.unlink()
    for path, text in pages.items():
        if not path.is_file() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            print(f"wrote {path.relative_to(folder.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
