"""Texts of different meaning that espeak-ng says alike.

    python -m tests.homophones fr      lists those of a language

Of every game and language two things are compared:

- what is filled into its sentences, by itself: numbers, amounts, names, letters and squares, with each other
  and with the words of its sentences ("2 sang" and 200, "Hel" and "elle");
- each of its spoken sentences with every value of one placeholder ("neemt D1", "neemt E1"), and with pairs of
  numbers in two of them ("Spieler 13", "Spieler 3: 10").

Pauses and stress are ignored, because listeners cannot rely on them.
"""

from __future__ import annotations

import ctypes
import itertools
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TypeAlias

from babel.messages.catalog import Catalog, Message

from gm_appliance.core.language import Language, Name, load
from gm_appliance.core.pronunciation import pronunciation
from gm_appliance.devices.sound.language_voices import VOICES
from gm_appliance.games.menu.narration.prompts import ALPHABET
from gm_appliance.games.registry import packages
from tests.catalogues import templates
from tests.extraction import KITS, ROOT, Domain
from tests.wording import Places, english, is_spoken, places

COUNTS = range(31)
HUNDREDS = range(100, 1000, 100)
SEATS = range(1, 16)
COLUMNS = "ABCDEF"
SQUARES = tuple(f"{column}{row}" for column in COLUMNS for row in range(1, 6))
PAIRED = frozenset((0, 1, 2, 3, 10, 11, 12, 13, 20))
"""The numbers filled into two placeholders at once."""

RETRIEVAL, UTF8 = 1, 1  # from speak_lib.h

_UNHEARD = re.compile(r"_[:!|]?|[\s'`,%=|!-]")
_WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")


Group: TypeAlias = "tuple[Sequence[str], Sequence[str]]"
"""Texts that must not sound alike, nor like one of the others, which may sound alike."""


class Sentences:
    """The spoken sentences of a package in a language, and what is filled in."""

    def __init__(self, language: str, domain: Domain, template: Catalog, names: Sequence[Name]) -> None:
        self._words = load(language, domain.package)
        self._places = Places((domain.folder / "locales", ROOT / "locales"))
        self.messages = [one for one in template if one.id and is_spoken(one)]
        players = [self._words.name("Player {number}", number=seat) for seat in SEATS]
        self._people = (*names, *players)
        self._names = names or players
        self.amounts = [
            amount
            for message in template
            if message.id and message.context == "amount"
            for amount in _amounts(self._words, message, self._people[0])
        ]

    def values(self, place: str) -> Sequence[object]:
        """The values of a placeholder that are compared; a single word for other placeholders."""
        if kind := self._places.kind(place):
            return {"person": self._people, "amount": self.amounts}.get(kind) or self._names
        longest = self._places.longest(place)
        if not isinstance(longest, str):
            return ("kwakwa",)
        if longest in SQUARES or longest in COLUMNS:
            return SQUARES if longest in SQUARES else COLUMNS
        if re.fullmatch(r"-?\d+", longest):
            return [n for n in COUNTS if n <= abs(int(longest))]
        return ("kwakwa",)

    def groups(self, message: Message) -> Iterator[Group]:
        """The sentence with all values of one placeholder, or with numbers in two."""
        known = {place: self.values(place) for text in english(message) for place in places(text)}
        usual = {place: values[-1] for place, values in known.items()}
        for place, values in known.items():
            yield [self._said(message, {**usual, place: one}) for one in values], ()
        numbered = {place: [one for one in values if _is_paired(one)] for place, values in known.items()}
        for one, other in itertools.combinations([place for place, values in numbered.items() if values], 2):
            pairs = itertools.product(numbered[one], numbered[other])
            yield [self._said(message, {**usual, one: first, other: second}) for first, second in pairs], ()

    def bare(self) -> Iterator[str]:
        """The sentences without a word of their own, such as "Player 3: 10", with all pairs of numbers."""
        for message in self.messages:
            if not re.search(r"\w", re.sub(r"\{[^}]*\}", "", english(message)[0])):
                yield from (text for group, _others in self.groups(message) for text in group)

    def words(self) -> Iterator[str]:
        """The words of its sentences."""
        for message in self.messages:
            known = dict.fromkeys((place for text in english(message) for place in places(text)), Name(""))
            yield from _WORD.findall(self._said(message, {**known, **({"n": 2} if "n" in known else {})}))

    def _said(self, message: Message, values: dict[str, object]) -> str:
        one, *many = english(message)
        if not many:
            return self._words(one, **values)
        return self._words.ngettext(one, many[0], int(str(values.get("n", 2))), **values)


def _is_paired(value: object) -> bool:
    number = re.search(r"\d+$", str(value))
    return number is not None and int(number[0]) in PAIRED


def _amounts(words: Language, message: Message, name: Name) -> Iterator[Name]:
    one, *many = english(message)
    for n in COUNTS[1:] if many else ():
        filled = dict.fromkeys(places(one) - {"n"}, name)
        yield Name(words.npgettext("amount", one, many[0], n, **filled))


def _groups(language: str) -> Iterator[Group]:
    letters = load(language)(ALPHABET)
    names: list[Name] = []
    heard: list[str] = []
    for domain, template in templates():
        words = load(language, domain.package)
        own = [english(one)[0] for one in template if one.id and one.context == "name"]
        # A kit's sentences take the names of the game before it.
        if domain.package not in KITS:
            names = [words.name(one, **dict.fromkeys(places(one), 3)) for one in own]
        sentences = Sentences(language, domain, template, names)
        for message in sentences.messages:
            yield from sentences.groups(message)
        filled = {value for one in sentences.messages for value in _squares(sentences, one)}
        filled |= {*sentences.amounts, *sentences.bare()}
        values = [*map(str, (*COUNTS, *HUNDREDS, *names, *sorted(filled)))]
        heard += sentences.words()
        yield values, [one.lower() for one in heard]
        # Letters are said by themselves, as a name is entered.
        yield [*values, *letters], ()
        if domain.package not in KITS:
            heard = []


def _squares(sentences: Sentences, message: Message) -> Iterable[str]:
    asked = {place for text in english(message) for place in places(text)}
    return SQUARES if any(sentences.values(place) is SQUARES for place in asked) else ()


@cache
def _library() -> ctypes.CDLL:
    """espeak-ng, which tells the phonemes of a text without rendering it. Raises OSError if it is missing."""
    library = ctypes.CDLL("libespeak-ng.so.1")
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    library.espeak_Initialize(RETRIEVAL, 0, None, 0)
    return library


def sound(language: str, text: str) -> str:
    """What is heard of a text, without stress and pauses."""
    library = _library()
    library.espeak_SetVoiceByName(VOICES[language].encode())
    given = ctypes.create_string_buffer(text.encode())
    rest = ctypes.c_void_p(ctypes.addressof(given))
    said = ""
    while rest.value:
        said += library.espeak_TextToPhonemes(ctypes.byref(rest), UTF8, 0).decode()
    return _UNHEARD.sub("", said)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()


def alike(language: str) -> dict[str, str]:
    """The texts that sound alike, such as "op b1 | op e1", with the phonemes of one that has them."""
    names, words = pronunciation(language, *packages()), load(language)
    heard: dict[str, str] = {}
    found: dict[str, str] = {}
    for values, others in _groups(language):
        same: dict[str, list[str]] = {}
        for text in dict.fromkeys((*values, *others)):
            if text not in heard:
                heard[text] = sound(language, names(words.spoken(text)))
            same.setdefault(heard[text], []).append(text)
        for said, some in same.items():
            for one, other in itertools.combinations(sorted(some), 2):
                if not {one, other}.isdisjoint(values) and _letters(one) != _letters(other):
                    found.setdefault(_where_they_differ(one, other), said)
    return found


def _where_they_differ(one: str, other: str) -> str:
    """The words in which two texts differ, with the word before: "op B1 | op E1"."""
    before, after = _letters(one).split(), _letters(other).split()
    while before[-1:] == after[-1:] and min(len(before), len(after)) > 1:
        before, after = before[:-1], after[:-1]
    while before[:2] == after[:2] and min(len(before), len(after)) > 2:
        before, after = before[1:], after[1:]
    return " | ".join(sorted((" ".join(before), " ".join(after))))


if __name__ == "__main__":
    for texts, said in alike(sys.argv[1]).items():
        print(f'"{texts}" = ""  # {said}')
