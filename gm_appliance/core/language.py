"""Sentences in the players' language, by gettext; the English is written where it is used.

A narration holds a `Language`, by convention under the name gettext's tools look for::

    self._("{god} wounds {victim}.", god=…, victim=…)
    self._.ngettext("{n} protector", "{n} protectors", n)
    self._.pgettext("title", "Council")

A sentence in a table is marked there with `N_` or `NP_`, and translated where it is used. The context of a
short text says where it is shown, which limits its length: see `CONTEXTS`.

Translations are in the `locales` folder of the package with the sentences, one `.po` and one compiled `.mo`
per language; see docs/developers/languages.md. A sentence without a translation is spoken in
English and logged once. A translation may inflect a name that is filled in: see `Name`.
"""

from __future__ import annotations

import logging
import re
import struct
from collections.abc import Iterable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.util import find_spec
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

log = logging.getLogger(__name__)

SOURCE = "en"  # the language of the source, which needs no translation

PSEUDO = "x-pseudo"
"""English with accented vowels: plain vowels reveal a sentence that is not marked for translation."""

HOUSE = "gm_appliance"  # the package whose locales have the sentences that belong to no game

CONTEXTS = {"title": 16, "line": 21, "hint": 14, "label": 2, "button": 17}
"""The contexts of texts on the display, with their width in columns; a button's text follows "OK: ".
A longer hint would make the name in a ring of seats small."""

LC = "LC_MESSAGES"  # the folder of a language's catalogue, as gettext requires

LACKS = "X-Untranslated: "
"""The header field in an incomplete compiled catalogue that gives the number of texts it lacks."""

_MINUS = re.compile(r"(?<![\w-])[-\N{MINUS SIGN}](\d+)")
"""A negative number; not a hyphen between words or numbers."""

_OKAY = re.compile(r"\bOK\b")

_OWN_CAPITALS = {("nl", "één"): "Eén"}
"""Words whose capital differs from Unicode's, as they begin a sentence; "Élodie" is not one."""

_ACCENTED = str.maketrans("aeiouyAEIOUY", "àéîõüýÀÉÎÕÜÝ")


@cache
def log_once(level: int, text: str) -> None:
    """Log a fault of a translation the first time it is found."""
    log.log(level, "%s", text)


class UnknownLanguage(ValueError):
    """There is no translation into that language; the message lists the available ones.

    The message is in English, because `messages` imports this module. said: the values in it, for callers
    that translate it.
    """

    def __init__(self, language: str, known: Iterable[str]) -> None:
        self.said = {"language": language, "known": ", ".join(known)}
        super().__init__(UNTRANSLATED.text.format_map(self.said))


class Message(NamedTuple):
    """A sentence in a table, translated when it is used."""

    text: str
    context: str = ""


def N_(text: str) -> Message:
    """Mark a sentence of a table."""
    return Message(text)


UNTRANSLATED = N_("nothing is translated into {language!r}; there are: {known}")
"""The message of `UnknownLanguage`."""


def NP_(context: str, text: str) -> Message:
    """Mark a sentence of a table, with its context."""
    return Message(text, context)


OWN_NAME = NP_("line", "English")
"""A language's name for itself; the translations are "Deutsch", "Italiano"."""


class Name(str):
    """A name for a placeholder, with the forms that its translation defines.

    After its first line a translation of a name may have forms, one per line, of any kind that the
    language needs; here a case and a gender::

        msgctxt "name"
        msgid "Freya"
        msgstr "Freya\\n"
        "gen: Freyas\\n"
        "gender: f"

    A sentence asks for a form after a colon, ``{victim:gen}``, or chooses a text by a form,
    ``{victim:gender|m:er|f:sie}``, where the last text is for all other values. A name without that form
    is used as it is.
    """

    __slots__ = ("_forms",)
    _forms: dict[str, str]

    def __new__(cls, translated: str) -> Name:
        first, *others = translated.split("\n")
        self = super().__new__(cls, first)
        pairs = (line.partition(":") for line in others)
        self._forms = {form.strip(): text.strip() for form, _colon, text in pairs}
        return self

    def __format__(self, spec: str) -> str:
        form, *choices = spec.split("|")
        if not choices:
            return self._forms.get(form, str(self))
        texts = dict(choice.split(":", 1) for choice in choices)
        return texts.get(self._forms.get(form, ""), choices[-1].split(":", 1)[1])


class Names(str):
    """Names as a spoken list; a form applies to each name."""

    __slots__ = ("_language", "_names")
    _language: Language
    _names: tuple[str, ...]

    def __new__(cls, language: Language, names: Iterable[str]) -> Names:
        listed = tuple(names)
        self = super().__new__(cls, language.enumerated(listed))
        self._language, self._names = language, listed
        return self

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        return self._language.enumerated([_FORGIVING.format_field(name, spec) for name in self._names])


class _Forgiving(Formatter):
    """Treats a value without forms as a name without any."""

    def format_field(self, value: Any, spec: str) -> str:
        named = value if isinstance(value, Name | Names) else Name(str(value))
        return format(named, spec)


_FORGIVING = _Forgiving()


class Language:
    """One language, with the translations of some packages.

    Every method takes the English text, and the values to fill in by keyword; it raises KeyError for a
    missing value. A sentence that begins with a value is capitalized, unless `capitals` is False. A faulty
    translation does no harm at the table: a form that a value does not have is ignored, a sentence that
    cannot be filled in is said in English, and both are logged once.
    """

    def __init__(self, tag: str, translations: NullTranslations, *, capitals: bool = True) -> None:
        self.tag = tag
        self._translations = translations
        self._capitals = capitals

    def verbatim(self) -> Language:
        """The same language without capitalization, for values such as file names, keys and options."""
        return Language(self.tag, self._translations, capitals=False)

    def __call__(self, text: str | Message, /, **values: object) -> str:
        """A sentence, possibly from a table, with its context."""
        if isinstance(text, Message) and text.context:
            return self.pgettext(text.context, text.text, **values)
        message = text.text if isinstance(text, Message) else text
        return self._sentence(self._translations.gettext(message), message, values)

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The singular or plural for the number, which is filled in as `n`."""
        translated = self._translations.ngettext(one, many, _counted(n))
        return self._sentence(translated, one if n == 1 else many, {"n": n, **values})

    def pgettext(self, context: str, text: str, /, **values: object) -> str:
        """A text whose translation depends on its context."""
        return self._sentence(self._translations.pgettext(context, text), text, values)

    def npgettext(self, context: str, one: str, many: str, n: int, /, **values: object) -> str:
        """The singular or plural for the number, which is filled in as `n`, in a context."""
        translated = self._translations.npgettext(context, one, many, _counted(n))
        return self._sentence(translated, one if n == 1 else many, {"n": n, **values})

    def name(self, text: str | Message, /, **values: object) -> Name:
        """A name with its forms, from the context ``"name"``; never capitalized."""
        message = text.text if isinstance(text, Message) else text
        return Name(self._filled(self._translations.pgettext("name", message), message, values))

    def names(self, names: Iterable[str]) -> Names:
        """A spoken list: "Thor, Odin and Hel". Empty for no names."""
        return Names(self, names)

    def enumerated(self, names: Iterable[str]) -> str:
        """A spoken list of words without forms."""
        first, *rest = list(names) or [""]
        if not rest:
            return first
        pgettext = self._translations.pgettext
        if len(rest) == 1:
            two = pgettext("list", "{first} and {last}")
            return self._filled(two, "{first} and {last}", {"first": first, "last": rest[0]})
        more = pgettext("list", "{first}, {rest}")
        return self._filled(more, "{first}, {rest}", {"first": first, "rest": self.enumerated(rest)})

    def spoken(self, text: str) -> str:
        """The text for the voice, with words for what some voices omit or spell: a minus sign, OK."""
        # Translators: the button OK, as the voice says it: "Okay", if that is how people call it.
        text = _OKAY.sub(self.pgettext("spoken", "OK"), text)
        # Translators: a negative number, as the voice says it.
        return _MINUS.sub(lambda found: self.pgettext("spoken", "minus {n}", n=found[1]), text)

    def _sentence(self, translated: str, english: str, values: dict[str, object]) -> str:
        text = self._filled(translated, english, values)
        if not (self._capitals and translated.startswith("{")):
            return text
        word = text.partition(" ")[0]
        return _OWN_CAPITALS.get((self.tag, word), word[:1].upper() + word[1:]) + text[len(word) :]

    def _filled(self, translated: str, english: str, values: dict[str, object]) -> str:
        if translated == english:
            return english.format_map(values)
        try:
            return translated.format_map(values)
        except (ValueError, LookupError, AttributeError, TypeError) as error:
            log_once(logging.ERROR, f"The translation of {english!r} into {self.tag!r} is at fault: {error}")
        try:
            return _FORGIVING.vformat(translated, (), values)
        except (ValueError, LookupError, AttributeError, TypeError):
            return english.format_map(values)


class _English(NullTranslations):
    """The fallback for sentences without a translation."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self._tag = tag

    def gettext(self, message: str) -> str:
        log_once(logging.INFO, f"Not translated into {self._tag!r}: {message!r}")
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.gettext(msgid1)
        return super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


class _Pseudo(_English):
    """English with accents, except in placeholders."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


def _counted(n: int) -> int:
    """The number for the rule of plurals: French has none below zero."""
    return abs(n) if n < -1 else n


def pseudo(sentence: str) -> str:
    """Accents every vowel, except in placeholders."""
    head, *tails = sentence.split("{")
    rest = (tail.partition("}") for tail in tails)
    return head.translate(_ACCENTED) + "".join(
        f"{{{place}}}{text.translate(_ACCENTED)}" for place, _brace, text in rest
    )


def folder_of(package: str) -> Path:
    """The folder of a package. importlib.resources would load six modules, to find packages in archives."""
    spec = find_spec(package)
    return Path(next(iter((spec and spec.submodule_search_locations) or ()), ""))


def languages() -> tuple[str, ...]:
    """All languages, sorted, without the pseudo-language."""
    locales = folder_of(HOUSE) / "locales"
    found = [one.name for one in locales.iterdir() if (one / LC).is_dir()] if locales.is_dir() else []
    return tuple(sorted((SOURCE, *found)))


def is_whole(language: str, *packages: str) -> bool:
    """Whether every sentence of the house and of these packages is translated."""
    return language in (SOURCE, PSEUDO) or all(
        (file := _compiled(folder_of(package) / "locales", language)).is_file() and not _lacks(file)
        for package in (*packages, HOUSE)
    )


def _lacks(file: Path) -> bool:
    """Whether the compiled catalogue is incomplete or truncated, judging by its first text, the header."""
    with file.open("rb") as opened:
        try:
            _magic, _version, _count, _english, texts = struct.unpack("<5I", opened.read(20))
            opened.seek(texts)
            length, at = struct.unpack("<2I", opened.read(8))
        except struct.error:
            return True
        opened.seek(at)
        header = opened.read(length)
    return len(header) < length or LACKS.encode() in header


def _compiled(locales: Path, language: str) -> Path:
    return locales / language / LC / "messages.mo"


@cache
def load(language: str, *packages: str) -> Language:
    """A language with the translations of these packages and of the house. Raises UnknownLanguage."""
    known = languages()
    if language not in (*known, PSEUDO):
        raise UnknownLanguage(language, known)
    if language == PSEUDO:
        return Language(language, _Pseudo(language))
    # Read the house's translations once for all games.
    house = load(language)._translations if packages else None
    return merged(language, [folder_of(package) / "locales" for package in packages or (HOUSE,)], house)


def _read(file: Path) -> GNUTranslations | None:
    """A compiled catalogue; None if it is damaged, which is logged."""
    try:
        with file.open("rb") as opened:
            return GNUTranslations(opened)
    except Exception as error:  # gettext checks nothing, so bytes may mean anything
        log_once(logging.ERROR, f"{file} is damaged: {error!r}")
        return None


def merged(language: str, folders: Iterable[Path], others: NullTranslations | None = None) -> Language:
    """A language from these `locales` folders; the first one with a sentence wins, before `others`."""
    found: NullTranslations | None = None
    for folder in folders:
        file = _compiled(folder, language)
        if file.is_file() and (translations := _read(file)):
            if found:
                found.add_fallback(translations)
            else:
                found = translations
    lacking = others or (NullTranslations() if language == SOURCE else _English(language))
    if found:
        found.add_fallback(lacking)
    return Language(language, found or lacking)
