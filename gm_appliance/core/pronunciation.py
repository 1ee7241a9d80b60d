"""How names are spelled for the voice, where it would say them wrong as they are written.

Beside a language's translations, in ``locales/<language>``, a package may have a ``pronunciation.toml``::

    fine = ["Odin", "Thor"]

    [spelled]
    Dvalin = "D'vahlin"

What is fine was listened to, and is left as it is. docs/languages.md says more.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from gm_appliance.core.language import HOUSE

FILE_NAME = "pronunciation.toml"


class Pronunciation:
    """Respells the names in a sentence: whole words, whatever their case, which they keep.

    spelled: by the name as it is written, how it is spelled for the voice.
    people:  the same of people, who may be called Will or Mark: only as they are written.
    """

    def __init__(self, spelled: Mapping[str, str], people: Mapping[str, str] | None = None) -> None:
        self._spelled = {name.casefold(): spelling for name, spelling in spelled.items()}
        self._people = people or {}
        names = [f"(?:{_any_of(self._people)})"] if self._people else []
        names += [f"(?i:{_any_of(spelled)})"] if spelled else []
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)") if names else None

    def __call__(self, text: str) -> str:
        """The sentence as it is given to the voice."""
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
    """A pattern; the longest name first: "Valkyrie Queen" before "Valkyrie"."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


def pronunciation(language: str, *packages: str, people: Mapping[str, str] | None = None) -> Pronunciation:
    """That of a language, from the locales of these packages and of the house; the first wins.

    people: as in `Pronunciation`. Raises ValueError for a file that is none.
    """
    places = (files(package) / "locales" / language / FILE_NAME for package in (*packages, HOUSE))
    return gathered(places, people)


def gathered(places: Iterable[Traversable], people: Mapping[str, str] | None = None) -> Pronunciation:
    """From these files, as far as they exist; the first that spells a name wins. Raises ValueError."""
    spelled: dict[str, str] = {}
    for file in places:
        if file.is_file():
            listed = tomllib.loads(file.read_text("utf-8")).get("spelled", {})
            if not all(isinstance(spelling, str) and spelling and name for name, spelling in listed.items()):
                raise ValueError(f"{file}: under [spelled] stand names with their spellings, in quotes")
            spelled = {**listed, **spelled}
    return Pronunciation(spelled, people)
