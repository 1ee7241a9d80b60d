"""Errors and the command line's answers, in the language of whoever reads them.

What is said at a table belongs to an evening, which has its `Language`; this is for the person at a
keyboard, of whom a process has one. The log stays English: it is read by whoever helps.
"""

from __future__ import annotations

import os

from gm_appliance.core.language import PSEUDO, SOURCE, Language, languages, load

_language: Language = load(SOURCE)


def speak(language: str) -> None:
    """All messages come in this language from now on. Raises UnknownLanguage."""
    global _language
    _language = load(language)


def of_environment() -> str:
    """The language the environment asks for, as gettext's own tools read it; English where it is unknown."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in os.environ.get(variable, "").split(":"):
            tag = wanted.partition(".")[0]
            for known in (tag, tag.partition("_")[0]):
                if known in (*languages(), PSEUDO):
                    return known
    return SOURCE


def _(text: str, /, **values: object) -> str:
    """A message, filled in. `{name!r}` puts quotation marks around a value."""
    return _language(text, **values)


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """The form that goes with the number, which is filled in as `n`."""
    return _language.ngettext(one, many, n, **values)
