"""Spellings for the voice of names that it would mispronounce.

A package may have a ``pronunciation.toml`` in ``locales/<language>``, beside its translations::

    fine = ["Odin", "Thor"]

    [spelled]
    Dvalin = "D'vahlin"

    [voice."pico/en-GB"]
    Skadi = "Skardi"

Spellings for a voice, or for an engine (``[voice.pico]``), apply only to it. Names in `fine` have been
checked by ear and need no spelling. See docs/developers/languages.md.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from gm_appliance.core.language import HOUSE, folder_of

FILE_NAME = "pronunciation.toml"


class Pronunciation:
    """Respells the names in a sentence. Only whole words match, in any case, and the case is kept.

    spelled: spellings by name.
    people:  the same for people; these match in their exact case only, because they may be called Will.
    """

    def __init__(self, spelled: Mapping[str, str], people: Mapping[str, str] | None = None) -> None:
        self._spelled = {name.casefold(): spelling for name, spelling in spelled.items()}
        self._people = people or {}
        names = [f"(?:{_any_of(self._people)})"] if self._people else []
        names += [f"(?i:{_any_of(spelled)})"] if spelled else []
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)") if names else None

    def __call__(self, text: str) -> str:
        """The sentence for the voice."""
        return self._names.sub(self._respelled, text) if self._names else text

    def _respelled(self, found: re.Match[str]) -> str:
        written = found[0]
        if written in self._people:
            return self._people[written]
        spelling = self._spelled[written.casefold()]
        if len(written) > 1 and written.isupper():
            return spelling.upper()
        return spelling if written[0].isupper() else spelling[0].lower() + spelling[1:]


def _any_of(names: Iterable[str]) -> str:
    """A pattern with the longest names first: "Valkyrie Queen" must match before "Valkyrie"."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


def pronunciation(
    language: str, *packages: str, people: Mapping[str, str] | None = None, voice: str = ""
) -> Pronunciation:
    """The pronunciation of a language, from these packages and the house; the first one with a name wins.

    people: as in `Pronunciation`. voice: such as ``"pico/en-GB"``; its own spellings win, then those of its
    engine. Raises ValueError for a file with a mistake.
    """
    return gathered(_places(language, *packages, HOUSE), people, voice)


@cache
def _places(language: str, *packages: str) -> tuple[Path, ...]:
    places = (folder_of(package) / "locales" / language / FILE_NAME for package in packages)
    return tuple(file for file in places if file.is_file())


def gathered(
    places: Iterable[Path], people: Mapping[str, str] | None = None, voice: str = ""
) -> Pronunciation:
    """The pronunciation from these files, ignoring missing ones. Raises ValueError."""
    engine = voice.partition("/")[0]
    spelled: dict[str, dict[str, str]] = {"spelled": {}, engine: {}, voice: {}}
    for file in places:
        if file.is_file():
            read = tomllib.loads(file.read_text("utf-8"))
            lists = {**read.get("voice", {}), "spelled": read.get("spelled", {})}
            for whose, known in spelled.items():
                known |= {**_listed(lists.get(whose, {}), f"{file}: {whose}"), **known}
    return Pronunciation({**spelled["spelled"], **spelled[engine], **spelled[voice]}, people)


def _listed(listed: Mapping[str, object], where: str) -> dict[str, str]:
    """Names with their spellings. Raises ValueError."""
    names = {name: spelling for name, spelling in listed.items() if isinstance(spelling, str)}
    if len(names) < len(listed) or not all((*names, *names.values())):
        raise ValueError(f"{where} takes names with their spellings, in quotes")
    return names
