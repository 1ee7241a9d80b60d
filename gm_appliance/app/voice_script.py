"""The sentences that the evenings of a game can say, for somebody who records them.

They come from the catalogues, with all values filled in. Rehearsals say which of them are frequent, when they
are said, and which names play.
"""

from __future__ import annotations

import json
import re
import tomllib
from ast import literal_eval
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from gm_appliance.app.headless import rehearse
from gm_appliance.core.language import HOUSE, Language, Name, Names, folder_of, load
from gm_appliance.core.messages import _
from gm_appliance.devices.sound.packs import cut_of, pieces
from gm_appliance.games.menu.narration.prompts import SAMPLE
from gm_appliance.games.registry import registered

REHEARSALS = 40
MOST = 60  # of a sentence with other names or numbers; of one with more, its phrases are listed
LARGEST = 30  # the largest number filled in; a larger one is left to the engine

_AT_TABLE = re.compile(r"/(core|hidden_roles|host|games/(?!checkup|joining)[^/]+)/")
_FIELD = re.compile(r'^(msg\w+) (".*"(?:\n".*")*)', re.MULTILINE)
_PLACE = re.compile(r"\{(\w+)")
_SENTENCE = re.compile(r"(?<=[.?!])\s+")


class Line(NamedTuple):
    """A sentence, or a phrase of one. often: how often it is said in an evening."""

    text: str
    often: float
    moment: str


class _Entry(NamedTuple):
    text: str
    plural: str
    context: str

    @property
    def places(self) -> tuple[str, ...]:
        found = dict.fromkeys(_PLACE.findall(self.text) + _PLACE.findall(self.plural))
        return tuple(one for one in found if one != "n" or not self.plural)

    def said(self, _: Language, **values: object) -> Iterator[str]:
        if not self.plural:
            yield _.pgettext(self.context, self.text, **values) if self.context else _(self.text, **values)
            return
        for n in range(LARGEST // 2 + 1):
            if self.context:
                yield _.npgettext(self.context, self.text, self.plural, n, **values)
            else:
                yield _.ngettext(self.text, self.plural, n, **values)


def _entries(package: str) -> Iterator[_Entry]:
    """The texts of a catalogue that the table may hear; of the house's those that are not of a command."""
    template = (folder_of(package) / "locales" / "messages.pot").read_text("utf-8")
    for block in template.split("\n\n")[1:]:
        if package != HOUSE or _AT_TABLE.search(block):
            told = {
                key: "".join(map(literal_eval, text.split("\n"))) for key, text in _FIELD.findall(block)
            }
            yield _Entry(told["msgid"], told.get("msgid_plural", ""), told.get("msgctxt", ""))


class _Values:
    """What can be filled in. heard: everything said in the rehearsals, whose names play."""

    def __init__(self, _: Language, packages: Sequence[str], entries: Iterable[_Entry], heard: str) -> None:
        self._ = _
        self._longest: dict[str, int | str] = {}
        for package in packages:
            told = tomllib.loads((folder_of(package) / "locales" / "placeholders.toml").read_text("utf-8"))
            self._longest = {**told.get("longest", {}), **self._longest}
        self._plurals = {one.plural: one for one in entries if one.plural}
        numbers = range(1, LARGEST // 2 + 1)
        every = (
            _.name(one.text, **dict.fromkeys(one.places, n))
            for one in entries
            if one.context == "name"
            for n in (numbers if one.places else (0,))
        )
        self.names = [one for one in every if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", heard)]
        lines = [one for one in entries if one.context in ("line", "button") and "game" not in one.places]
        self.lines = [text for one in lines for text in self.filled(one) if text.replace(" ", "").isalnum()]
        self.lines += [str(n) for n in (*numbers, 0)]

    def of(self, place: str) -> Sequence[object]:
        longest = self._longest.get(place)
        if place == "what":
            return [*self.names, *self.lines]
        if place == "names":
            return [*self.lists(self.names)]
        if isinstance(longest, int):
            return range(min(abs(longest), LARGEST) + 1)
        if longest is not None:
            number, _space, rest = longest.partition(" ")
            counted = self._plurals.get(f"{{n}} {rest}")
            return [*counted.said(self._)][: int(number) + 1] if counted else [longest]
        return self.names

    def lists(self, names: Sequence[Name | str]) -> Iterator[Names]:
        """Lists in which every name is at each place: alone, first, in the middle, last."""
        around = [*names, *names]
        for at in range(len(names)):
            for size in range(1, min(4, len(names)) + 1):
                yield self._.names(around[at : at + size])

    def filled(self, entry: _Entry) -> Iterator[str]:
        """A text with all values, two at a time."""
        choices = {place: self.of(place) for place in entry.places}
        if not all(choices.values()):
            return
        usual = {place: values[0] for place, values in choices.items()}
        for pair in combinations(choices, 2) if len(choices) > 1 else (tuple(choices),):
            for values in product(*(choices[place] for place in pair)):
                yield from entry.said(self._, **{**usual, **dict(zip(pair, values, strict=True))})


def script(game: str, language: str, players: Sequence[int]) -> tuple[Line, ...]:
    """Every sentence of such evenings, those with closed eyes first, then the frequent ones. A sentence with
    very many names or numbers is listed in phrases. Raises NoSuchGame, BadOption or UnknownLanguage."""
    box = registered(game)
    said, moments = _rehearsed(game, language, players)
    packages = tuple(dict.fromkeys((*box.packages, HOUSE)))
    words = load(language, *box.packages)
    entries = [one for package in packages for one in _entries(package)]
    values = _Values(words, packages, entries, "\n".join(said))
    cut = cut_of(words)
    texts = dict.fromkeys((words(SAMPLE), *values.lines, *values.names))
    for entry in entries:
        if not entry.context:
            texts |= dict.fromkeys(_units(values.filled(entry), cut, phrases="names" in entry.places))
    bare = (f"{one}." for one in values.lists([*values.names, *_counted(values, entries)]))
    texts |= dict.fromkeys(_units(bare, cut, phrases=True))
    often, when = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for text, times in said.items():
        for piece in pieces(text, texts, cut):
            often[piece] += times
            when[piece].update(moments[text])
    closed = _("eyes closed")
    lines = [
        Line(one, often[one] / REHEARSALS, when[one].most_common(1)[0][0] if one in when else "")
        for one in texts
    ]
    return tuple(sorted(lines, key=lambda one: (not one.often, closed not in one.moment, -one.often)))


def _counted(values: _Values, entries: Iterable[_Entry]) -> Iterator[str]:
    """Numbers of things, as a line has them: "3 werewolves"."""
    for one in entries:
        if one.plural and one.context == "line" and not one.places:
            yield from one.said(values._)


def _units(filled: Iterable[str], cut: re.Pattern[str], *, phrases: bool) -> Iterator[str]:
    """The sentences of a text filled in with different values; if there are too many, their phrases."""
    by_place = defaultdict[int, dict[str, None]](dict)
    for text in filled:
        for place, sentence in enumerate(_SENTENCE.split(text)):
            by_place[place][sentence] = None
    for sentences in by_place.values():
        many = phrases and len(sentences) > 1 or len(sentences) > MOST
        for sentence in sentences:
            yield from cut.split(sentence) if many else (sentence,)


def _rehearsed(
    game: str, language: str, players: Sequence[int]
) -> tuple[Counter[str], Mapping[str, Counter[str]]]:
    """What automatic evenings say, how often, and at which moments."""
    said, moments = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for seed in range(REHEARSALS):
        moment, closed = "", ""

        def hear(line: str) -> None:
            nonlocal moment, closed
            told = json.loads(line)
            if told["kind"] == "show":
                moment = re.sub(r"\s*\d+", "", told["screen"].get("title", "")) or moment
            elif told["kind"] == "sound" and told["name"] == "storm":
                closed = f" ({_('eyes closed')})" if told["on"] else ""
            elif told["kind"] == "say":
                said[told["text"]] += 1
                moments[told["text"]][moment + closed] += 1

        given = {"players": players[seed % len(players)]} if players else {}
        rehearse(game, given, language, hear, seed=seed)
    return said, moments
