"""Faults of sentences and their translations: too wide, too long, other placeholders."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from gettext import c2py
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message

from gm_appliance.core.language import CONTEXTS, Name
from gm_appliance.core.people import MOST_LETTERS
from gm_appliance.devices.display import fonts

_NOTES = {
    "title": "The title of a screen",
    "line": "A line of the display or of a menu",
    "hint": "What to press now, on the display's last line",
    "label": "A seat in the ring of seats",
    "button": 'What a button does now, behind its name ("OK: roll again")',
    "amount": "An amount, to be filled into sentences",
    "card": "On a card or a token of the virtual table",
    "help": "Explains an option on the command line",
    "word": "A single word that is read: a heading, a state, a placeholder on the command line",
    "letters": "All letters of the language, for entering names",
    "list": "How names are joined",
    "name": "A name, to be filled into sentences",
    "spoken": "A number below zero, as the voice says it",
}
KNOWN = {
    context: f"{note}; at most {CONTEXTS[context]} columns." if context in CONTEXTS else f"{note}."
    for context, note in _NOTES.items()
}
"""All contexts, with notes for translators. Spoken sentences have no context."""

WORDS = 12
"""The most words in a spoken sentence. A name filled in counts as two."""

_PLACE = re.compile(r"\{[^}]*\}")


def english(message: Message) -> tuple[str, ...]:
    """The English text, or with a plural both forms."""
    return (message.id,) if isinstance(message.id, str) else tuple(map(str, message.id))


def texts(message: Message) -> tuple[str, ...]:
    """The translation: one text or each form; empty if incomplete or fuzzy."""
    forms = _forms(message)
    return () if message.fuzzy or not all(forms) else forms


def _forms(message: Message) -> tuple[str, ...]:
    if isinstance(message.string, str):
        return (message.string,)
    return tuple(map(str, message.string or ()))


def places(text: str) -> set[str]:
    """The names of the placeholders. Raises ValueError if a brace is not closed."""
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


def asked(text: str) -> list[tuple[str, str, str]]:
    """The placeholders, with requested form and conversion; both may be ""."""
    return [(name, spec or "", how or "") for _text, name, spec, how in Formatter().parse(text) if name]


FILE_NAME = "placeholders.toml"


class _Longest:
    """A placeholder's value: the longest of these names in the requested form."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = [Name(one) for one in names]

    def __format__(self, spec: str) -> str:
        return max((format(name, spec) for name in self._names), key=len)


class Places:
    """The values for the placeholders of a package's sentences, at their longest, and their forms.

    folders:  locales folders whose `placeholders.toml` describe placeholders; the first wins. A placeholder
              that none describes takes a name, without forms.
    catalogs: their names are filled in, with their forms.
    """

    def __init__(self, folders: Iterable[Path], *catalogs: Catalog) -> None:
        self._kinds: dict[str, str] = {}
        self._longest: dict[str, str] = {}
        self._there: dict[tuple[str, str], str] = {}
        self._meanings: dict[str, str] = {}
        for file in (folder / FILE_NAME for folder in folders):
            told = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
            known = {*self._kinds, *self._longest}
            self._meanings = {**told.get("means", {}), **self._meanings}
            for kind in KINDS:
                self._kinds |= {place: kind for place in told.get(kind, ()) if place not in known}
            for place, longest in told.get("longest", {}).items():
                if place not in known:
                    self._longest[place] = str(longest)
            for context in CONTEXTS:
                for place, longest in told.get(f"in_{context}", {}).items():
                    self._there.setdefault((context, place), str(longest))
        named = [one for catalog in catalogs for one in catalog if one.id and one.context == "name"]
        amounts = [one for catalog in catalogs for one in catalog if one.id and one.context == "amount"]
        said = [(texts(one) or english(one))[0] for one in named] or ["Valkyrie {number}"]
        numbered = [_PLACE.sub("15", text) for text in said]
        own = [text for text in said if not _PLACE.search(text)] or numbered
        counted = [_PLACE.sub("15", text) for one in amounts for text in texts(one) or english(one)]
        self._names = {
            "name": numbered,
            "person": [*numbered, "M" * MOST_LETTERS],
            "own_name": own,
            "amount": counted or ["15 followers"],
        }

    def knows(self, place: str) -> bool:
        return place in self._longest or place in self._kinds

    def kind(self, place: str) -> str:
        """One of KINDS; empty for a placeholder that takes no name or amount."""
        return self._kinds.get(place, "" if place in self._longest else "name")

    def notes(self, message: Message) -> list[str]:
        """Notes for translators about the placeholders."""
        named = dict.fromkeys(one for text in english(message) for one, _spec, _how in asked(text))
        return [f"{{{one}}}: {self._meanings[one]}." for one in named if one in self._meanings]

    def unexplained(self, message: Message) -> list[str]:
        """Faults that keep somebody who sees only the catalogue from translating the message."""
        found = [
            f"fills in {one!r}, of which [means] in {FILE_NAME} says nothing"
            for one in sorted({one for text in english(message) for one in places(text)})
            if one not in self._meanings
        ]
        if not message.context and re.fullmatch(r"[^\s{.!?]+", english(message)[0]):
            found.append("is one word: give it a context")
        return found

    def longest(self, place: str, context: str | None = None) -> str | _Longest:
        """The longest value, in this context."""
        longest = self._there.get((context or "", place)) or self._longest.get(place)
        return longest or _Longest(self._names[self._kinds.get(place, "name")])

    def spoken(self, place: str) -> str | _TwoWords:
        """The value with most words: a name counts as two."""
        return self._longest.get(place) or _TwoWords()

    def forms(self, place: str) -> dict[str, set[str]]:
        """The forms that can be requested, each with its possible texts; empty if there are none."""
        found: dict[str, set[str]] = {}
        for name in self._names[self._kinds[place]] if place in self._kinds else ():
            for form, _colon, text in (line.partition(":") for line in name.split("\n")[1:]):
                found.setdefault(form.strip(), set()).add(text.strip())
        return found


KINDS = ("name", "person", "own_name", "amount")
"""The kinds of placeholders that may have forms: names of all kinds, and amounts."""


class _TwoWords:
    """A name, or the longest of the words chosen by its form."""

    def __format__(self, spec: str) -> str:
        _form, *choices = spec.split("|")
        said = [choice.partition(":")[2] for choice in choices]
        return max(said, key=lambda one: len(one.split())) if said else "Valkyrie 12"


_SPOKEN = re.compile(r"/(games/[^/]+|hidden_roles|host)/")
"""Folders of sentences said at the table; all others are read at a keyboard."""


def is_shown(message: Message) -> bool:
    """Whether it is for the display, which limits its columns."""
    return message.context in CONTEXTS


def at_longest(text: str, context: str | None, filled_in: Places) -> str:
    """The text as drawn, with the longest values filled in."""
    return fonts.tidy(text.format_map({one: filled_in.longest(one, context) for one in places(text)}))


def unfit(text: str, context: str | None, filled_in: Places) -> list[str]:
    """Faults on the display: too wide, or letters it cannot draw, with the longest values filled in."""
    if context not in CONTEXTS:
        return []
    filled, most = at_longest(text, context, filled_in), CONTEXTS[context]
    found = [f"has {len(filled)} of {most} columns: {filled!r}"] if len(filled) > most else []
    unknown = sorted(one for one in places(text) if not filled_in.knows(one))
    if found and unknown:
        found[0] += f" (is {', '.join(unknown)} a name? {FILE_NAME} can say what it is)"
    lacking = "".join(sorted(set(filled) - fonts.CODES.keys()))
    return [*found, *([f"has {lacking!r}, which the display cannot draw: {filled!r}"] if lacking else [])]


def too_long(text: str, filled_in: Places) -> list[str]:
    """The sentences that are too long for listeners."""
    filled = text.format_map({place: filled_in.spoken(place) for place in places(text)})
    counted = [
        (one, sum(any(map(str.isalnum, word)) for word in one.split()))
        for one in re.split(r"(?<=[.!?;:])\s+", filled)
    ]
    return [f"has {words} words: {one!r}" for one, words in counted if words > WORDS]


SAME = "same:"
"""A translator's comment that begins like this says why a translation equals its English."""

MOST_COUNTED = 200
"""Numbers up to this one are tried to find which plural each takes."""


def of_english(message: Message, filled_in: Places) -> list[str]:
    """Faults of a sentence in the source."""
    if message.context and message.context not in KNOWN:
        return [f"has an unknown context, {message.context!r}"]
    found = []
    for text in english(message):
        found += unfit(text, message.context, filled_in)
        found += too_long(text, filled_in) if is_spoken(message) else []
    return found


def is_spoken(message: Message) -> bool:
    """Whether it is said at the table."""
    return not message.context and any(_SPOKEN.search(file) for file, _line in message.locations)


def of_translation(message: Message, catalog: Catalog, filled_in: Places) -> list[str]:
    """Faults of a translation, if there is one."""
    forms = _forms(message)
    if message.fuzzy or not any(forms):
        return []
    if message.pluralizable and len(forms) != catalog.num_plurals:
        return [f"has {len(forms)} plurals of {catalog.num_plurals}"]
    found = [] if message.context == "name" else _left_english(message, forms)
    for text in forms:
        try:
            found += _of_text(text, message, filled_in)
        except ValueError as fault:
            found.append(f"cannot be filled in ({fault}): {text!r}")
    return found or _uncounted(message, forms, catalog)


def _left_english(message: Message, forms: tuple[str, ...]) -> list[str]:
    """Faults if the translation equals the English and no comment says why. Names are seldom translated."""
    reasoned = any(re.match(rf"{SAME} *\S", comment) for comment in message.user_comments)
    words = any(map(str.isalpha, _PLACE.sub("", forms[0])))
    if reasoned or not words or set(forms) - set(english(message)):
        return []
    return [f"is the same as in English: translate it, or say why above it (`# {SAME} …`)"]


def _uncounted(message: Message, forms: tuple[str, ...], catalog: Catalog) -> list[str]:
    """Plurals used for several numbers, zero included, that do not give the number."""
    if not message.pluralizable or "n" not in places(english(message)[1]):
        return []
    plural = c2py(catalog.plural_expr)
    found = []
    for index, text in enumerate(forms):
        numbers = [n for n in range(MOST_COUNTED) if plural(n) == index]
        if len(numbers) > 1 and "n" not in places(text):
            some = f"{numbers[0]}, {numbers[1]}{', …' if len(numbers) > 2 else ''}"
            found.append(f"is said of {some} and does not fill in 'n': {text!r}")
    return found


def _of_text(text: str, message: Message, filled_in: Places) -> list[str]:
    if not text.strip():
        return ["has an empty text"]
    model = english(message)
    if _blanks(text) not in {_blanks(one) for one in model}:
        return [f"begins or ends with other blanks than the English: {text!r}"]
    wanted = {place for one in model for place in places(one)}
    # A plural need not give its number in digits.
    missing, more = wanted - places(text) - ({"n"} if message.pluralizable else set()), places(text) - wanted
    if message.pluralizable:
        more -= {"n"}
    if missing or more:
        return [f"fills in {sorted(places(text))} where it is {sorted(wanted)}"]
    for value in re.findall(r"(?:^|; )([a-z]+):", model[0]) if message.context == "help" else ():
        if not re.search(rf"\b{value}\s?:", text):
            return [f"translates {value!r}, a value to be typed: {text!r}"]
    found = _of_lines(text, message) or [
        fault for one in asked(text) for fault in _of_form(*one, model, filled_in)
    ]
    if found:
        return found
    too_much = too_long(text, filled_in) if is_spoken(message) else []
    return [*unfit(text, message.context, filled_in), *too_much]


def _blanks(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _of_lines(text: str, message: Message) -> list[str]:
    """A name's forms must be labelled, one a line; no other text may have more lines than its English."""
    _first, *lines = text.split("\n")
    if message.context in ("name", "amount"):
        return [f"has a form without a name: {line!r}" for line in lines if not re.match(r"\w+ *:", line)]
    most = max(one.count("\n") for one in english(message))
    return [f"has {len(lines) + 1} lines of {most + 1}: {text!r}"] if len(lines) > most else []


def _of_form(place: str, spec: str, how: str, model: tuple[str, ...], filled_in: Places) -> list[str]:
    """Faults of the form requested for a placeholder."""
    if how and how not in {english_how for one in model for _place, _spec, english_how in asked(one)}:
        return [f"converts {place!r} by {how!r}, which the English does not"]
    if not spec:
        return []
    form, *choices = spec.split("|")
    known = filled_in.forms(place)
    if form not in known:
        there = f"it has {', '.join(sorted(known))}" if known else "it has none"
        return [f"asks {place!r} for the form {form!r}: {there}"]
    if any(":" not in choice for choice in choices):
        return [f"chooses by {form!r} of {place!r} without a colon: {spec!r}"]
    # The last choice is the default, whatever its label.
    never = {choice.partition(":")[0] for choice in choices[:-1]} - known[form]
    return [f"chooses {one!r} by {form!r} of {place!r}, which none has" for one in sorted(never)]
