"""An invented language, made from the templates: other words, another order, cases, genders, three plurals.

Each English word becomes another that ends in ø; in the plural in øi for two to four, in øu for more. Word
order is reversed. Names have an accusative and a gender, used by the sentences translated by hand.
"""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

from tests.catalogues import templates

TAG = "qmu"

ENDINGS = ("ø", "øi", "øu")
"""Endings of a word: for one, or if nothing is counted; for two to four; for more."""

BY_HAND = {
    # The verb comes first, and agrees with the accuser.
    "{accuser}, whom do you accuse? Or pass.": (
        "{accuser:gender|f:klagarå|m:klagarø} {accuser}. Klagarø {accuser:acc}?"
    ),
    # The list comes first, in the accusative.
    "Round {round}. {oracle} is the Oracle. Underworld: {names}.": (
        "{names:acc} ødø. Sjørø {oracle:acc}. {round}. gangø."
    ),
}

WOMEN = ("Brynhild", "Sif", "Idun", "Freya", "Skadi", "Saga", "Hel", "Valkyrie {number}")


class _Tongue(Catalog):
    """A catalogue with plural rules like no other language's."""

    @property
    def num_plurals(self) -> int:
        return len(ENDINGS)

    @property
    def plural_expr(self) -> str:
        return "(n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2)"


def write(folder: Path) -> None:
    """Compile the language for every package, each into a folder named after it."""
    for domain, template in templates():
        tongue = _Tongue("eo", fuzzy=False)  # Babel writes plurals only for a locale it knows
        for message in template:
            if message.id:
                tongue.add(message.id, translated(message), context=message.context)
        file = folder / domain.package / "locales" / TAG / "LC_MESSAGES" / "messages.mo"
        file.parent.mkdir(parents=True)
        with file.open("wb") as opened:
            write_mo(opened, tongue)


def translated(message: Message) -> str | tuple[str, ...]:
    if message.pluralizable:
        return tuple(_sentence(message.id[1], ending) for ending in ENDINGS)
    text = str(message.id)
    if message.context == "name":
        return name(text)
    if message.context == "list":
        return text.replace(" and ", " åg ")
    return _in_place(text) if message.context else BY_HAND.get(text) or _sentence(text)


def name(english: str) -> str:
    return f"{english}\nacc: {english}en\ngender: {'f' if english in WOMEN else 'm'}"


def _in_place(text: str) -> str:
    """Keep the length of the English, because the display has no room for more."""
    return re.sub(r"\{[^}]*\}|[^\W\d_]+", lambda part: _same_length(part[0]), text)


def _same_length(word: str) -> str:
    if word.startswith("{"):
        return word
    replaced = re.sub("[aeiouy]", "ø", word, flags=re.I)
    return replaced if "ø" in replaced else f"{word[:-1]}ø"


def _sentence(text: str, ending: str = ENDINGS[0]) -> str:
    """Replace every word, and reverse their order."""
    parts = re.findall(r"\{[^}]*\}|[^\W\d_]+|\d+", text)
    return " ".join(part[::-1].lower() + ending if part[0].isalpha() else part for part in reversed(parts))
