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
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import chain, combinations, product
from typing import NamedTuple

from gm_appliance.app.headless import rehearse
from gm_appliance.core.language import HOUSE, Language, Message, Name, Names, folder_of, load
from gm_appliance.core.messages import _
from gm_appliance.devices.sound.packs import cut_of, pieces
from gm_appliance.games.menu.narration.prompts import SAMPLE
from gm_appliance.games.registry import registered

REHEARSALS = 40
MOST = 60  # of a sentence with other names or numbers; of one with more, its phrases are listed
SEATS = 15
LARGEST = 30  # the largest number filled in

_AT_TABLE = re.compile(r"/(host/|games/menu/|core/(people|table_narration|standings_told)\.)")
_FIELD = re.compile(r'^(msg\w+) (".*"(?:\n".*")*)', re.MULTILINE)
_PLACE = re.compile(r"\{(\w+)")
_SENTENCE = re.compile(r"(?<=[.?!])\s+")


class Line(NamedTuple):
    """A sentence, or a phrase of one. often: how often it is said in an evening."""

    text: str
    often: float
    moment: str


class _Entry(NamedTuple):
    package: str
    text: str
    plural: str
    context: str

    @property
    def places(self) -> tuple[str, ...]:
        found = dict.fromkeys(_PLACE.findall(self.text + self.plural))
        return tuple(one for one in found if one != "n" or not self.plural)

    def said(self, _: Language, **values: object) -> Iterator[str]:
        plural = partial(_.npgettext, self.context) if self.context else _.ngettext
        if not self.plural:
            yield _(Message(self.text, self.context), **values)
        for n in range(SEATS + 1) if self.plural else ():
            yield plural(self.text, self.plural, n, **values)


def _is_in(words: str, heard: str) -> bool:
    return words in heard and bool(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", heard))


def _entries(package: str) -> Iterator[_Entry]:
    """The texts of a catalogue that the table may hear; of the house's those that are not of a command."""
    template = (folder_of(package) / "locales" / "messages.pot").read_text("utf-8")
    for block in template.split("\n\n")[1:]:
        if package != HOUSE or _AT_TABLE.search(block):
            told = {key: "".join(map(literal_eval, text.split("\n"))) for key, text in _FIELD.findall(block)}
            if "msgid" in told:
                yield _Entry(package, told["msgid"], told.get("msgid_plural", ""), told.get("msgctxt", ""))


class _Values:
    """What can be filled in. heard: everything said in the rehearsals, whose names play. most: players."""

    def __init__(self, _: Language, packages: Sequence[str], heard: str, most: int) -> None:
        self._ = _
        self.entries = [entry for package in packages for entry in _entries(package)]
        numbers = range(1, SEATS + 1)
        names = [
            _.name(one.text, **dict.fromkeys(one.places, n))
            for one in self.entries
            if one.context == "name"
            for n in (numbers if one.places else (0,))
        ]
        self.names = [one for one in names if _is_in(one, heard)]
        absent = "|".join(re.escape(one) for one in names if one not in self.names)
        self.absent = re.compile(rf"(?<!\w)(?:{absent})" if absent else r"(?!)")
        self._told = {**self._described(packages, most), "names": [*self.lists(self.names)]}
        lines = {
            text
            for one in self.entries
            if one.context in ("line", "button") and "what" not in one.places
            for text in self.filled(one)
            if _is_in(text, heard)
            or one.context == "button"
            or (one.package != HOUSE and not any(map(str.isdecimal, text)))
        }
        self.lines = [*sorted(lines), *map(str, (0, *numbers))]
        self._told["what"] = [*self.names, *self.lines]

    def _described(self, packages: Sequence[str], most: int) -> dict[str, Sequence[object]]:
        """The values of each place that `placeholders.toml` describes. SEATS, the most players, stands there
        for as many as play; cards may add two thumbs."""
        plurals = {one.plural: one for one in self.entries if one.plural}
        found: dict[str, Sequence[object]] = {}
        for package in reversed(packages):
            file = folder_of(package) / "locales" / "placeholders.toml"
            told = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
            for kind, places in told.items():
                names = [one for one in self.names if kind != "own_name" or one.isalpha()]
                found |= dict.fromkeys(places, names) if isinstance(places, list) else {}
            for place, longest in told.get("longest", {}).items():
                if counted := plurals.get(f"{{n}} {str(longest).partition(' ')[2]}"):
                    found[place] = [*counted.said(self._)][: most + 1]
                elif isinstance(longest, int):
                    at_most = most + 2 if longest == SEATS and place != "round" else abs(longest)
                    found[place] = range(min(at_most, LARGEST) + 1)
                else:
                    found[place] = [longest]
        return found

    def lists(self, names: Sequence[Name | str]) -> Iterator[Names]:
        """Lists in which every name is at each place: alone, first, in the middle, last."""
        around = [*names, *names]
        for at in range(len(names)):
            for size in range(1, min(4, len(names)) + 1):
                yield self._.names(around[at : at + size])

    def filled(self, entry: _Entry) -> Iterator[str]:
        """A text with all values, two at a time."""
        choices = {place: self._told.get(place, self.names) for place in entry.places}
        if not all(choices.values()):
            return
        usual = {place: values[0] for place, values in choices.items()}
        for pair in combinations(choices, min(2, len(choices))):
            for values in product(*(choices[place] for place in pair)):
                yield from entry.said(self._, **{**usual, **dict(zip(pair, values, strict=True))})


def script(game: str, language: str, players: Sequence[int]) -> tuple[Line, ...]:
    """Every sentence of such evenings, those with closed eyes first, then the frequent ones. A sentence with
    very many names or numbers is listed in phrases. Raises NoSuchGame, BadOption or UnknownLanguage."""
    packages = registered(game).packages
    said = _rehearsed(game, language, players)
    words = load(language, *packages)
    values = _Values(words, [*dict.fromkeys((*packages, HOUSE))], "\n".join(said), max(players or [SEATS]))
    cut = cut_of(words)
    heard = {phrase for text in said for phrase in cut.split(text)}
    amounts = [one for one in values.lines if one[0].isdecimal() and not one.isdecimal()]
    bare = (f"{one}." for one in values.lists([*values.names, *amounts]))
    texts = dict.fromkeys((words(SAMPLE), *values.lines, *values.names))
    # It names people and rounds in too many ways to be recorded.
    epilogue = {one.text for one in registered(game).narration(language).EPILOGUE.values()}
    for entry in values.entries:
        if not entry.context and entry.text not in epilogue:
            lists = not {"names", "what"}.isdisjoint(entry.places)
            texts |= dict.fromkeys(_units(values.filled(entry), cut, heard, lists=lists))
    texts |= dict.fromkeys(_units(bare, cut, heard, lists=True))
    texts |= dict.fromkeys(_besides(said, texts, cut))
    when = defaultdict[str, Counter[str]](Counter)
    for text, moments in said.items():
        for piece in pieces(text, texts, cut):
            when[piece].update(moments)
    closed = _("eyes closed")
    lines = [
        Line(one, when[one].total() / REHEARSALS, max(when[one], key=when[one].__getitem__, default=""))
        for one in texts
        if not values.absent.search(one)
    ]
    return tuple(sorted(lines, key=lambda one: (not one.often, closed not in one.moment, -one.often)))


def _besides(said: Iterable[str], texts: Mapping[str, None], cut: re.Pattern[str]) -> Iterator[str]:
    """The phrases of what was said with values that nothing describes, such as points in some games."""
    return chain.from_iterable(cut.split(text) for text in said if not pieces(text, texts, cut))


def _units(filled: Iterable[str], cut: re.Pattern[str], heard: Set[str], *, lists: bool) -> Iterator[str]:
    """The sentences of a text filled in with different values. If there are too many, or lists of names:
    their phrases; but of too many nothing if no rehearsal said one."""
    by_place = defaultdict[int, dict[str, None]](dict)
    for text in filled:
        for place, sentence in enumerate(_SENTENCE.split(text)):
            by_place[place][sentence] = None
    for sentences in by_place.values():
        found = [phrase for sentence in sentences for phrase in cut.split(sentence)]
        if len(sentences) <= (1 if lists else MOST):
            yield from sentences
        elif lists or not heard.isdisjoint(found):
            yield from found


def _rehearsed(game: str, language: str, players: Sequence[int]) -> Mapping[str, Counter[str]]:
    """What automatic evenings say, and how often at which moments."""
    said = defaultdict[str, Counter[str]](Counter)
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
                said[told["text"]][moment + closed] += 1

        given = {"players": players[seed % len(players)]} if players else {}
        rehearse(game, given, language, hear, seed=seed)
    return said
