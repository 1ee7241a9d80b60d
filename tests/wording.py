"""What is wrong with a sentence, or with its translation: too wide, too long, not the same filled in."""

from __future__ import annotations

import re
from string import Formatter

from babel.messages.catalog import Catalog, Message

from gm_appliance.core.language import CONTEXTS, Name
from gm_appliance.core.people import MOST_LETTERS
from gm_appliance.devices.display import fonts

KNOWN = frozenset((*CONTEXTS, "card", "help", "letters", "list", "name", "place"))
"""All contexts. What is spoken as a sentence has none."""

WORDS = 12
"""A spoken sentence has no more of them. A name that is filled in counts two."""

NUMBERS = frozenset(
    (
        "below",
        "conspirators",
        "down",
        "high",
        "leap",
        "low",
        "pages",
        "n",
        "number",
        "pad",
        "place",
        "protectors",
        "round",
        "up",
    )
)
"""The places that take a number, of two digits at most. All others take a name."""

OWN_NAMES = frozenset(("card", "god"))
"""The places that take a name without a number."""

OF_PEOPLE = frozenset(("dealer", "name", "player"))
"""The places that take somebody's own name, where people have one."""

_PLACE = re.compile(r"\{[^}]*\}")
# What is neither.
_LONGEST = {
    "leap": "100000",
    "target": "-999999",
    "rounds": "99",
    "points": "-999999",
    "players": "15 play",
    "gods": "15 gods",
    "short": "P15",
    "square": "F5",
    "to": "F5",
    "column": "F",
    "strength": "9",
}
# In a title, a round has one digit: with two, the display takes smaller letters.
_IN_TITLES = {"round": "9", "number": "9"}
# Numbers where others have names.
_OF_PACKAGE = {"gm_appliance": {"players": "15", "seat": "15"}}


def english(message: Message) -> tuple[str, ...]:
    """The sentence; with a plural both forms."""
    return (message.id,) if isinstance(message.id, str) else tuple(map(str, message.id))


def texts(message: Message) -> tuple[str, ...]:
    """What is translated of it so far: one text, or each form; none where it has to be done, or done anew."""
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


# ---------------------------------------------------------------- width and length


class _Longest:
    """What is filled in: of these names the longest in the form that is asked for."""

    def __init__(self, names: list[Name]) -> None:
        self._names = names

    def __format__(self, spec: str) -> str:
        return max((format(name, spec) for name in self._names), key=len)


_SPOKEN = re.compile(r"/(games/[^/]+|host)/")
"""What is said at the table; all else is read, by whoever sits at a keyboard."""


class Names:
    """All names of a catalogue, as long as they can be."""

    def __init__(self, catalog: Catalog) -> None:
        named = [one for one in catalog if one.id and one.context == "name"]
        said = [(texts(one) or english(one))[0] for one in named] or ["Valkyrie {number}"]
        self._numbered = [Name(_PLACE.sub("15", text)) for text in said]
        self._own = [Name(text) for text in said if not _PLACE.search(text)] or self._numbered

    def at(self, place: str) -> _Longest:
        if place in OF_PEOPLE:
            return _Longest([*self._numbered, Name("M" * MOST_LETTERS)])
        return _Longest(self._own if place in OWN_NAMES else self._numbered)


def unfit(text: str, context: str | None, package: str, names: Names) -> list[str]:
    """What the display has no room or no letters for, with the longest there is filled in."""
    if context not in CONTEXTS:
        return []
    longest = _LONGEST | (_IN_TITLES if context == "title" else {}) | _OF_PACKAGE.get(package, {})
    values = {
        place: longest.get(place, "15" if place in NUMBERS else names.at(place)) for place in places(text)
    }
    filled = fonts.tidy(text.format_map(values))
    most = CONTEXTS[context]
    found = [f"has {len(filled)} of {most} columns: {filled!r}"] if len(filled) > most else []
    lacking = "".join(sorted(set(filled) - fonts.CODES.keys()))
    return [*found, *([f"has {lacking!r}, which the display cannot draw: {filled!r}"] if lacking else [])]


def too_long(text: str) -> list[str]:
    """The sentences that are too long to be listened to."""
    filled = text.format_map({place: "12" if place in NUMBERS else "Valkyrie 12" for place in places(text)})
    return [
        f"has {len(one.split())} words: {one!r}"
        for one in re.split(r"(?<=[.!?;:])\s+", filled)
        if len(one.split()) > WORDS
    ]


# ---------------------------------------------------------------- a sentence


def of_english(message: Message, package: str, names: Names) -> list[str]:
    """What is wrong with a sentence as it stands in the source."""
    if message.context and message.context not in KNOWN:
        return [f"has an unknown context, {message.context!r}"]
    spoken = not message.context and any(_SPOKEN.search(file) for file, _line in message.locations)
    found = []
    for text in english(message):
        found += unfit(text, message.context, package, names)
        found += too_long(text) if spoken else []
    return found


def of_translation(message: Message, plurals: int, package: str, names: Names) -> list[str]:
    """What is wrong with a translation, as far as there is one."""
    forms = _forms(message)
    if message.fuzzy or not any(forms):
        return []
    if message.pluralizable and len(forms) != plurals:
        return [f"has {len(forms)} plurals of {plurals}"]
    found = []
    for text in forms:
        try:
            found += _of_text(text, message, package, names)
        except ValueError as fault:
            found.append(f"cannot be filled in ({fault}): {text!r}")
    return found


def _of_text(text: str, message: Message, package: str, names: Names) -> list[str]:
    if not text.strip():
        return ["has an empty text"]
    wanted = {place for one in english(message) for place in places(one)}
    # A plural need not say its number in digits.
    missing, more = wanted - places(text) - ({"n"} if message.pluralizable else set()), places(text) - wanted
    if message.pluralizable:
        more -= {"n"}
    if missing or more:
        return [f"fills in {sorted(places(text))} where it is {sorted(wanted)}"]
    return unfit(text, message.context, package, names)
