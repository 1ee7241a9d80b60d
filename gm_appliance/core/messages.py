"""Errors and the command line's answers, in the language of whoever reads them.

What is said at a table belongs to an evening, which has its `Language`; this is for the person at a
keyboard, of whom a process has one. The log stays English: it is read by whoever helps. So do the
errors that only a programmer can bring about.
"""

from __future__ import annotations

import os

from gm_appliance.core.language import PSEUDO, SOURCE, Language, Message, languages, load

_language: Language = load(SOURCE).verbatim()


def speak(language: str) -> None:
    """All messages come in this language from now on. Raises UnknownLanguage."""
    global _language
    _language = load(language).verbatim()


def spoken() -> str:
    """The language all messages come in."""
    return _language.tag


def of_environment() -> str:
    """The language the environment asks for, as gettext's own tools read it; English where it is unknown."""
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    asked = next(filter(None, map(os.environ.get, variables)), "")
    for wanted in asked.split(":"):
        tag = wanted.partition(".")[0].partition("@")[0]
        for known in (tag, tag.partition("_")[0]):
            if known in (*languages(), PSEUDO):
                return known
    return SOURCE


def _(text: str | Message, /, **values: object) -> str:
    """A message, filled in, or one marked in a table. `{name!r}` puts quotation marks around a value."""
    return _language(text, **values)


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """The form that goes with the number, which is filled in as `n`."""
    return _language.ngettext(one, many, n, **values)
