"""Catalogues of whole sentences, one folder a language, one file a game.

The language `x-pseudo` is English with every vowel accented: a sentence that does not come from a
catalogue shows by its plain vowels.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

PSEUDO = "x-pseudo"

_ACCENTED = str.maketrans("aeiouyAEIOUY", "àéîõüýÀÉÎÕÜÝ")
_CATALOGUES = files("gm_appliance.core") / "catalogues"


class UnknownLanguage(ValueError):
    """There is no catalogue of that language; the message lists those there are."""


def languages() -> tuple[str, ...]:
    """The languages with catalogues, sorted, without the pseudo-language."""
    return tuple(sorted(folder.name for folder in _CATALOGUES.iterdir() if folder.is_dir()))


class Words:
    """The sentences of one language: `words("say.paused")`, filled in by keyword.

    A sentence may begin with what is filled in, so its first letter is made a capital; what is to
    be filled in comes from `part`, `number` and `names`, which leave letters as they are.
    """

    def __init__(self, language: str, sentences: Mapping[str, str]) -> None:
        self.language = language
        self._sentences = sentences

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence of that key. Raises KeyError for a key or a value it lacks."""
        sentence = self.part(key, **values)
        return sentence[:1].upper() + sentence[1:]

    def part(self, key: str, /, **values: object) -> str:
        """The same, to be filled into the middle of a sentence."""
        return self._sentences[key].format_map(values)

    def has(self, key: str) -> bool:
        return key in self._sentences

    def number(self, n: int) -> str:
        """A number as it is spoken: words where the language has them, else digits."""
        if n < 0:
            return self.part("number.minus", number=self.number(-n))
        return self._sentences.get(f"number.{n}", str(n))

    def names(self, names: Iterable[str]) -> str:
        """A spoken list: "Thor, Odin and Hel". Empty for none."""
        first, *rest = list(names) or [""]
        if not rest:
            return first
        if len(rest) == 1:
            return self.part("list.two", first=first, last=rest[0])
        return self.part("list.more", first=first, rest=self.names(rest))


@cache
def load(language: str, *catalogues: str) -> Words:
    """The house's words and those of the given catalogues. Raises UnknownLanguage."""
    known = languages()
    if language not in (*known, PSEUDO):
        raise UnknownLanguage(f"no catalogue for language {language!r}; there are: {', '.join(known)}")
    sentences: dict[str, str] = {}
    folder = _CATALOGUES / ("en" if language == PSEUDO else language)
    for name in ("house", *catalogues):
        sentences.update(_flat(tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))))
    if language == PSEUDO:
        sentences = {key: _pseudo(sentence) for key, sentence in sentences.items()}
    return Words(language, MappingProxyType(sentences))


def _flat(tables: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in tables.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{prefix}{key}."))
        else:
            flat[prefix + key] = value
    return flat


def _pseudo(sentence: str) -> str:
    """Accent every vowel outside the places to fill in."""
    parts = sentence.split("{")
    head, tails = parts[0], (part.split("}", 1) for part in parts[1:])
    return head.translate(_ACCENTED) + "".join(
        "{" + name + "}" + text.translate(_ACCENTED) for name, text in tails
    )
