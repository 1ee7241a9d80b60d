"""Error messages and the output of commands, in the language of the command line's user.

Narrations have a `Language` of their own; this module holds the process's. The log, and errors that only a
programmer can cause, are in English.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from gm_appliance.core.language import N_, PSEUDO, SOURCE, Language, Message, languages, load

_language: Language = load(SOURCE).verbatim()

_REASONS = (
    *(N_("No such file or directory"), N_("Permission denied"), N_("Is a directory")),
    *(N_("Not a directory"), N_("File exists"), N_("Read-only file system")),
    *(N_("No space left on device"), N_("Input/output error"), N_("Address already in use")),
)
"""The system's usual reasons in its own words, which it translates only for the locales it has."""


def speak(language: str) -> None:
    """Use this language for all messages from now on. Raises UnknownLanguage."""
    global _language
    _language = load(language).verbatim()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use this language meanwhile; empty for the present one."""
    before = spoken()
    speak(language or before)
    try:
        yield
    finally:
        speak(before)


def spoken() -> str:
    """The tag of the language of all messages."""
    return _language.tag


def of_environment() -> str:
    """The environment's language, by gettext's rules; English if there is no translation."""
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    asked = next(filter(None, map(os.environ.get, variables)), "")
    for wanted in asked.split(":"):
        tag = wanted.partition(".")[0].partition("@")[0]
        for known in (tag, tag.partition("_")[0]):
            if known in (*languages(), PSEUDO):
                return known
    return SOURCE


def _(text: str | Message, /, **values: object) -> str:
    """A message, possibly from a table, filled in. `{name!r}` puts quotation marks around a value."""
    return _language(text, **values)


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """The form that goes with the number, which is filled in as `n`."""
    return _language.ngettext(one, many, n, **values)


def reason(error: Exception) -> str:
    """Why the system refused, without the number of the error; any other error in its own words."""
    usual = N_(os.strerror(getattr(error, "errno", None) or 0))
    return _(usual) if usual in _REASONS else getattr(error, "strerror", None) or str(error)


def word(text: str) -> str:
    """A single written word: a heading, a state, a placeholder of the command line."""
    return _(Message(text, "word"))
