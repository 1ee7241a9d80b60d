"""Sentences in the players' language: gettext, with the English standing where it is said.

A narration holds a `Language`, by convention under the name gettext's tools look for::

    self._("{god} wounds {victim}.", god=…, victim=…)
    self._.ngettext("{n} protector", "{n} protectors", n)
    self._.pgettext("title", "Council")

A sentence that is chosen from a table is marked where it stands, with `N_` or `NP_`, and translated
where it is said. Contexts say where a short text goes, and how long it may be there: see
`CONTEXTS`.

Translations lie in the `locales` folder of the package that says the sentences, one `.po` and one
compiled `.mo` a language; docs/languages.md says how they are made. What is not translated stays
English. A translation may inflect a name that is filled in: see `Name`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal, NamedTuple

SOURCE = "en"
"""The language the sentences are written in. It needs no translation."""

PSEUDO = "x-pseudo"
"""English with every vowel accented: a sentence nobody marked shows by its plain vowels."""

HOUSE = "gm_appliance"
"""The package whose locales hold what belongs to no game."""

CONTEXTS = {"title": 16, "line": 21, "label": 2}
"""The contexts of what is shown on the display, and the columns it has there."""

_ACCENTED = str.maketrans("aeiouyAEIOUY", "àéîõüýÀÉÎÕÜÝ")


class UnknownLanguage(ValueError):
    """Nothing is translated into that language; the message lists those there are.

    It is English: `messages` stands above this module. said: what is filled in, for those who translate it.
    """

    def __init__(self, language: str, known: Iterable[str]) -> None:
        self.said = {"language": language, "known": ", ".join(known)}
        super().__init__(UNTRANSLATED.text.format_map(self.said))


class Message(NamedTuple):
    """A sentence marked in a table, to be translated when it is said."""

    text: str
    context: str = ""


def N_(text: str) -> Message:
    """Mark a sentence of a table."""
    return Message(text)


UNTRANSLATED = N_("nothing is translated into {language!r}; there are: {known}")
"""What an `UnknownLanguage` says."""


def NP_(context: str, text: str) -> Message:
    """Mark a sentence of a table that stands in a context."""
    return Message(text, context)


OWN_NAME = NP_("line", "English")
"""What a language is called in itself: its translation is "Deutsch", "Italiano"."""


class Name(str):
    """A name to be filled in, with the forms a translation gives it.

    A translation of a name may go on after its first line with forms, one a line, of any kind the
    language needs; here a case and a gender::

        msgctxt "name"
        msgid "Freya"
        msgstr "Freya\\n"
        "gen: Freyas\\n"
        "gender: f"

    Sentences ask for a form behind a colon, ``{victim:gen}``, or choose by one, the last being for
    all others: ``{victim:gender|m:er|f:sie}``. A name without that form stands as it is.
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
    """Names as a spoken list; a form that is asked for is every name's."""

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
        return self._language.enumerated([format(name, spec) for name in self._names])


class Language:
    """One language, over the translations of some packages.

    Every method takes the English and what is to be filled in by keyword, and raises KeyError for
    a value it lacks. A sentence that begins with what is filled in gets a capital, unless `capitals`
    is False.
    """

    def __init__(self, tag: str, translations: NullTranslations, *, capitals: bool = True) -> None:
        self.tag = tag
        self._translations = translations
        self._capitals = capitals

    def verbatim(self) -> Language:
        """The same language where values keep their letters: files' names, keys, options."""
        return Language(self.tag, self._translations, capitals=False)

    def __call__(self, text: str | Message, /, **values: object) -> str:
        """A sentence, or one marked in a table with its context."""
        if isinstance(text, Message) and text.context:
            return self.pgettext(text.context, text.text, **values)
        message = text.text if isinstance(text, Message) else text
        return self._filled(self._translations.gettext(message), values)

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The form that goes with the number, which is filled in as `n`."""
        return self._filled(self._translations.ngettext(one, many, n), {"n": n, **values})

    def pgettext(self, context: str, text: str, /, **values: object) -> str:
        """A text whose translation depends on where it stands."""
        return self._filled(self._translations.pgettext(context, text), values)

    def npgettext(self, context: str, one: str, many: str, n: int, /, **values: object) -> str:
        """The form that goes with the number, which is filled in as `n`, in a context."""
        return self._filled(self._translations.npgettext(context, one, many, n), {"n": n, **values})

    def name(self, text: str | Message, /, **values: object) -> Name:
        """A name with its forms, from the context ``"name"``; its letters stay as they are."""
        message = text.text if isinstance(text, Message) else text
        return Name(self._translations.pgettext("name", message).format_map(values))

    def names(self, names: Iterable[str]) -> Names:
        """A spoken list: "Thor, Odin and Hel". Empty for none."""
        return Names(self, names)

    def enumerated(self, names: Iterable[str]) -> str:
        """The same, of words that need no forms."""
        first, *rest = list(names) or [""]
        if not rest:
            return first
        pgettext = self._translations.pgettext
        if len(rest) == 1:
            return pgettext("list", "{first} and {last}").format(first=first, last=rest[0])
        return pgettext("list", "{first}, {rest}").format(first=first, rest=self.enumerated(rest))

    def _filled(self, sentence: str, values: dict[str, object]) -> str:
        text = sentence.format_map(values)
        begins = self._capitals and sentence.startswith("{")
        return text[:1].upper() + text[1:] if begins else text


class _Pseudo(NullTranslations):
    """English with accents, outside the places to fill in."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


def pseudo(sentence: str) -> str:
    """Every vowel accented but those of the places to fill in."""
    head, *tails = sentence.split("{")
    rest = (tail.partition("}") for tail in tails)
    return head.translate(_ACCENTED) + "".join(
        f"{{{place}}}{text.translate(_ACCENTED)}" for place, _brace, text in rest
    )


def languages() -> tuple[str, ...]:
    """The languages there are, sorted, without the pseudo-language."""
    locales = files(HOUSE) / "locales"
    translated = [folder.name for folder in locales.iterdir() if folder.is_dir()] if locales.is_dir() else []
    return tuple(sorted((SOURCE, *translated)))


def whole_languages(*packages: str) -> tuple[str, ...]:
    """The languages in which nothing these packages and the house say is left in English, sorted."""
    folders = [files(package) / "locales" for package in (*packages, HOUSE)]
    return tuple(one for one in languages() if one == SOURCE or all(_is_whole(one, at) for at in folders))


def _is_whole(language: str, locales: Traversable) -> bool:
    """Whether the compiled translations there are as many as the template has texts; each has a header."""
    template, compiled = locales / "messages.pot", _compiled(locales, language)
    if not template.is_file():
        return True  # that package says nothing
    wanted = sum(line.startswith("msgid ") for line in template.read_text("utf-8").splitlines())
    return compiled.is_file() and _texts_in(compiled.read_bytes()) == wanted


def _texts_in(catalogue: bytes) -> int:
    """How many texts a compiled catalogue holds: its third word, in the byte order its first one has."""
    order: Literal["little", "big"] = "little" if catalogue[:1] == b"\xde" else "big"
    return int.from_bytes(catalogue[8:12], order)


def _compiled(locales: Traversable, language: str) -> Traversable:
    return locales / language / "LC_MESSAGES" / "messages.mo"


@cache
def load(language: str, *packages: str) -> Language:
    """A language, from the locales of these packages and of the house. Raises UnknownLanguage."""
    known = languages()
    if language not in (*known, PSEUDO):
        raise UnknownLanguage(language, known)
    if language == PSEUDO:
        return Language(language, _Pseudo())
    return merged(language, [files(package) / "locales" for package in (*packages, HOUSE)])


def merged(language: str, folders: Iterable[Traversable]) -> Language:
    """A language from these folders of locales; the first that translates a sentence wins."""
    found = NullTranslations()
    for folder in folders:
        file = _compiled(folder, language)
        if file.is_file():
            with file.open("rb") as opened:
                translations = GNUTranslations(opened)
            if isinstance(found, GNUTranslations):
                found.add_fallback(translations)
            else:
                found = translations
    return Language(language, found)
