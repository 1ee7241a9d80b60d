"""What is wrong with a sentence, or with its translation: too wide, too long, not the same filled in."""

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
"""All contexts, with what translators are told of each. What is spoken as a sentence has none."""

WORDS = 12
"""A spoken sentence has no more of them. A name that is filled in counts two."""

_PLACE = re.compile(r"\{[^}]*\}")


def english(message: Message) -> tuple[str, ...]:
    """The sentence; with a plural both forms."""
    return (message.id,) if isinstance(message.id, str) else tuple(map(str, message.id))


def texts(message: Message) -> tuple[str, ...]:
    """What is translated of it so far: one text, or each form; none if it is missing or fuzzy."""
    forms = _forms(message)
    return () if message.fuzzy or not all(forms) else forms


def _forms(message: Message) -> tuple[str, ...]:
    """The same as it stands in the file."""
    if isinstance(message.string, str):
        return (message.string,)
    return tuple(map(str, message.string or ()))


def places(text: str) -> set[str]:
    """The names of what is filled in. Raises ValueError where a brace is not closed."""
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


def asked(text: str) -> list[tuple[str, str, str]]:
    """What is filled in, with the form that is asked for and the conversion; both may be empty."""
    return [(name, spec or "", how or "") for _text, name, spec, how in Formatter().parse(text) if name]


# ---------------------------------------------------------------- what is filled in

FILE_NAME = "placeholders.toml"


class _Longest:
    """What is filled in: of these names the longest in the form that is asked for."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = [Name(one) for one in names]

    def __format__(self, spec: str) -> str:
        return max((format(name, spec) for name in self._names), key=len)


class Places:
    """What can be filled into the sentences of a package, as long as it can be, and its forms.

    folders:  of locales, whose `placeholders.toml` say what a place takes; the first wins. Of what none
              says anything, a name is expected, and it is asked for no form.
    catalogs: whose names are filled in, with their forms.
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

    def notes(self, message: Message) -> list[str]:
        """What translators are told of what is filled in."""
        named = dict.fromkeys(one for text in english(message) for one, _spec, _how in asked(text))
        return [f"{{{one}}}: {self._meanings[one]}." for one in named if one in self._meanings]

    def unexplained(self, message: Message) -> list[str]:
        """What of it nobody can translate who sees the file alone."""
        found = [
            f"fills in {one!r}, of which [means] in {FILE_NAME} says nothing"
            for one in sorted({one for text in english(message) for one in places(text)})
            if one not in self._meanings
        ]
        if not message.context and re.fullmatch(r"[^\s{.!?]+", english(message)[0]):
            found.append("is one word: give it a context")
        return found

    def longest(self, place: str, context: str | None = None) -> str | _Longest:
        """As long as it can be where it stands."""
        longest = self._there.get((context or "", place)) or self._longest.get(place)
        return longest or _Longest(self._names[self._kinds.get(place, "name")])

    def spoken(self, place: str) -> str | _TwoWords:
        """The same in words: a name counts two."""
        return self._longest.get(place) or _TwoWords()

    def forms(self, place: str) -> dict[str, set[str]]:
        """The forms that it can be asked for, with the texts they have; none of what has none."""
        found: dict[str, set[str]] = {}
        for name in self._names[self._kinds[place]] if place in self._kinds else ():
            for form, _colon, text in (line.partition(":") for line in name.split("\n")[1:]):
                found.setdefault(form.strip(), set()).add(text.strip())
        return found


KINDS = ("name", "person", "own_name", "amount")
"""The placeholders that may have forms: names of all kinds, and amounts."""


class _TwoWords:
    """A name, or the longest of the words that are chosen by one."""

    def __format__(self, spec: str) -> str:
        _form, *choices = spec.split("|")
        said = [choice.partition(":")[2] for choice in choices]
        return max(said, key=lambda one: len(one.split())) if said else "Valkyrie 12"


# ---------------------------------------------------------------- width and length

_SPOKEN = re.compile(r"/(games/[^/]+|host)/")
"""The folders of sentences said at the table; all others are read at a keyboard."""


def is_shown(message: Message) -> bool:
    """Whether it stands on the display, which limits its columns."""
    return message.context in CONTEXTS


def at_longest(text: str, context: str | None, filled_in: Places) -> str:
    """As it is drawn with the longest there is filled in."""
    return fonts.tidy(text.format_map({one: filled_in.longest(one, context) for one in places(text)}))


def unfit(text: str, context: str | None, filled_in: Places) -> list[str]:
    """What the display has no room or no letters for, with the longest there is filled in."""
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
    """The sentences that are too long to be listened to."""
    filled = text.format_map({place: filled_in.spoken(place) for place in places(text)})
    counted = [
        (one, sum(any(map(str.isalnum, word)) for word in one.split()))
        for one in re.split(r"(?<=[.!?;:])\s+", filled)
    ]
    return [f"has {words} words: {one!r}" for one, words in counted if words > WORDS]


# ---------------------------------------------------------------- a sentence

SAME = "same:"
"""How a translator's comment begins where a translation is meant to be its English; the reason follows."""

MOST_COUNTED = 200
"""Up to here it is tried which number takes which plural."""


def of_english(message: Message, filled_in: Places) -> list[str]:
    """What is wrong with a sentence as it stands in the source."""
    if message.context and message.context not in KNOWN:
        return [f"has an unknown context, {message.context!r}"]
    found = []
    for text in english(message):
        found += unfit(text, message.context, filled_in)
        found += too_long(text, filled_in) if _is_spoken(message) else []
    return found


def _is_spoken(message: Message) -> bool:
    return not message.context and any(_SPOKEN.search(file) for file, _line in message.locations)


def of_translation(message: Message, catalog: Catalog, filled_in: Places) -> list[str]:
    """What is wrong with a translation, as far as there is one."""
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
    """Whether it is the English once more, and no comment says why. Names are seldom translated."""
    reasoned = any(re.match(rf"{SAME} *\S", comment) for comment in message.user_comments)
    words = any(map(str.isalpha, _PLACE.sub("", forms[0])))
    if reasoned or not words or set(forms) - set(english(message)):
        return []
    return [f"is the same as in English: translate it, or say why above it (`# {SAME} …`)"]


def _uncounted(message: Message, forms: tuple[str, ...], catalog: Catalog) -> list[str]:
    """The plurals that are said of several numbers, zero among them, and do not say which it is."""
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
    # A plural need not say its number in digits.
    missing, more = wanted - places(text) - ({"n"} if message.pluralizable else set()), places(text) - wanted
    if message.pluralizable:
        more -= {"n"}
    if missing or more:
        return [f"fills in {sorted(places(text))} where it is {sorted(wanted)}"]
    found = _of_lines(text, message) or [
        fault for one in asked(text) for fault in _of_form(*one, model, filled_in)
    ]
    if found:
        return found
    too_much = too_long(text, filled_in) if _is_spoken(message) else []
    return [*unfit(text, message.context, filled_in), *too_much]


def _blanks(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _of_lines(text: str, message: Message) -> list[str]:
    """A name's forms, a line each, are named; no other text has more lines than its English."""
    _first, *lines = text.split("\n")
    if message.context in ("name", "amount"):
        return [f"has a form without a name: {line!r}" for line in lines if not re.match(r"\w+ *:", line)]
    most = max(one.count("\n") for one in english(message))
    return [f"has {len(lines) + 1} lines of {most + 1}: {text!r}"] if len(lines) > most else []


def _of_form(place: str, spec: str, how: str, model: tuple[str, ...], filled_in: Places) -> list[str]:
    """What is wrong with the form that a place is asked for."""
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
    # The last choice is for all others, whatever it is called.
    never = {choice.partition(":")[0] for choice in choices[:-1]} - known[form]
    return [f"chooses {one!r} by {form!r} of {place!r}, which none has" for one in sorted(never)]
