"""A second reader of epilogues: each sentence is read in its language, and its claim computed anew from the
events of a transcript. Nothing of the program is used but its catalogues, which say how a claim is worded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

from babel.messages.pofile import read_po
from msgspec import json

PACKAGE = Path(__file__).parents[2] / "gm_appliance"
NUMBERS = ("round", "down", "up", "times", "nights", "n")


class Untrue(AssertionError):
    """A sentence claims what the transcript does not show."""


@cache
def patterns(folder: str, language: str, msgids: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """How each of these sentences sounds in a language, its placeholders as groups."""
    said = {msgid: msgid for msgid in msgids}
    if language != "en":
        for of in (folder, "hidden_roles"):
            with (PACKAGE / of / "locales" / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
                catalog = read_po(file)
            said |= {msgid: str(one.string) for msgid in msgids if (one := catalog.get(msgid))}
    places = re.compile(r"\\\{(\w+)[^}]*\\\}")

    def group(place: re.Match[str]) -> str:
        return f"(?P<{place[1]}>{'-?[0-9]+' if place[1] in NUMBERS else '.+?'})"

    found = {msgid: places.sub(group, re.escape(text)) for msgid, text in said.items()}
    return {msgid: re.compile(f"(?i:{pattern})") for msgid, pattern in found.items()}


def check(
    said: Iterable[str], reading: Any, claims: Mapping[str, Callable[..., bool]], folder: str, language: str
) -> list[str]:
    """The claims of these sentences; raises Untrue if one is not worded as known, or does not hold.

    reading: of the same evening; its `names` are of the seats, in order, its `terms` of what the game names.
    """
    made: list[str] = []
    for sentence in said:
        of = patterns(folder, language, tuple(claims))
        matches = {msgid: found for msgid, one in of.items() if (found := one.fullmatch(sentence))}
        if len(matches) != 1:
            raise Untrue(f"{sentence!r} is no claim, or several: {[*matches]}")
        for msgid, found in matches.items():
            values = {
                place: _meant(text, reading.terms if place == "god" else reading.names)
                for place, text in found.groupdict().items()
            }
            if not claims[msgid](reading, **values):
                raise Untrue(f"{sentence!r}: {values}")
            made.append(msgid)
    return made


def _meant(text: str, names: Sequence[str]) -> int:
    """The number, or the number of that name, which may stand behind an article."""
    if text.lstrip("-").isdecimal():
        return int(text)
    called = [n for n, name in enumerate(names, 1) if f" {text}".lower().endswith(f" {name}".lower())]
    if len(called) != 1:
        raise Untrue(f"{text!r} is nobody, or several, of {names}")
    return called[0]


@dataclass
class Reading:
    """An evening as its events tell it, read by methods named after them."""

    names: Sequence[str]
    terms: Sequence[str] = ()

    def read(self, lines: Iterable[str]) -> Self:
        for line in map(json.decode, lines):
            if line["kind"] == "event":
                getattr(self, f"read_{line['name']}", lambda line: None)(line)
        return self
