"""The official terms: the box calls things what the rulebooks call them.

    python -m tests.official      lists the translations that use other terms

The terms are read from docs/developers/glossary.md, where a superscript marks cells taken from a
rulebook. Translations that have to differ are listed in `tests/core/official.toml`, with the reason.
"""

from __future__ import annotations

import re
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Message

from gm_appliance.core.values import Value
from tests.catalogues import translations
from tests.extraction import ROOT
from tests.wording import english, texts

GLOSSARY = ROOT.parent / "docs" / "developers" / "glossary.md"
EXCEPTIONS = Path(__file__).parent / "core" / "official.toml"

SECTIONS = {
    "1. Valda": "valda",
    "2. Thor": "thor",
    "3. Götterdämmerung": "gotterdammerung",
    "4. Odin's Table": "odins_table",
}
"""The folder of each game, by the start of its heading. The first section is not from a rulebook."""

_MARK = re.compile(r" *[ᵉᵈⁿᶠᵗⁱᵍᵒ]")
_ALSO = re.compile(r"\((?:also|once|box:) \*([^*]+)\*")
_BOX = re.compile(r"\(box: ([\w ]+) ≠\)")
_IN_BRACKETS = re.compile(r"\([^)]*\)")
_GENDER = re.compile(r"(,? (m|f|n|c|pl|m/f)\b| →.*|, -\w+)+$")
_VALUE = re.compile(r"^\d |\s[−+=×]\d$")


class Term(Value):
    """game: its folder. said: the rulebook's English term; own: the box's, if it differs. official: the
    rulebook's terms in the language, any of which will do."""

    game: str
    language: str
    said: str
    own: str
    official: tuple[str, ...]

    def stands_in(self, sentence: str) -> bool:
        return _mentions(sentence, self.said) or (bool(self.own) and _mentions(sentence, self.own))

    def is_kept(self, sentence: str, translation: str) -> bool:
        """Whether the translation of a sentence with this term uses the official one, or the name on the
        card. If the English is shorter than the rulebook's, the translation may be too."""
        text = _plain(translation)
        if not self.said.islower() and _mentions(translation, self.said):
            return True
        if _mentions(sentence, self.said):
            return any(all(_has(text, stem) for stem in _stems(one)) for one in self.official)
        ends = tuple(word for word in re.findall(r"\w+", text) if len(word) > 3)
        return any(_has(text, stem) for one in self.official for stem in _stems(one)) or any(
            _plain(one).endswith(ends) for one in self.official
        )


def _mentions(sentence: str, term: str) -> bool:
    """Whether the sentence has the term, in singular or plural; a capitalised name must match in case."""
    pattern = re.escape(term.removesuffix("s")) + r"(?:e?s)?"
    flags = re.IGNORECASE if term.islower() else 0
    return bool(re.search(rf"(?<![\w{{]){pattern}(?![\w}}])", sentence.replace("’", "'"), flags))


def _plain(text: str) -> str:
    """Without case and accents: "Dörfer" then begins like "Dorf"."""
    parts = unicodedata.normalize("NFD", text.replace("’", "'"))
    return "".join(one for one in parts if not unicodedata.combining(one)).casefold()


def _stems(term: str) -> list[str]:
    """The words of a term without their endings, and without short words if there are longer ones."""
    words = re.findall(r"\w+", _plain(term))
    long = [word for word in words if len(word) > 3] or words
    return [word[:-2] if len(word) > 6 else word[:-1] if len(word) > 3 else word for word in long]


def _has(text: str, stem: str) -> bool:
    """Whether a word has that stem; only a long stem may match inside a word."""
    return stem in text if len(stem) > 3 else bool(re.search(rf"\b{stem}", text))


def _bare(cell: str) -> str:
    """The term without remarks, marks, genders and values."""
    text = _MARK.sub("", _IN_BRACKETS.sub("", cell)).replace("*", "").strip(" ,")
    return _VALUE.sub("", _GENDER.sub("", text).strip()).strip()


def _terms_of(game: str, language: str, source: str, cell: str) -> Iterator[Term]:
    """The terms in a table cell; none if no rulebook has it, or if the English has two alternatives."""
    main = [one for one in _IN_BRACKETS.sub("", cell).split(" / ") if _MARK.search(one)]
    if not main or not _MARK.search(source) or " / " in source:
        return
    official = (*map(_bare, main), *_ALSO.findall(cell))
    own = _BOX.search(source)
    several = re.split("[,;] ", _bare(source.rpartition(": ")[2] if not own else source))
    theirs = official[0].split(", ")
    for number, said in enumerate(several):
        called = official
        if len(several) > 1 or official[0] == "the same":
            called = (theirs[number],) if len(theirs) == len(several) and theirs != ["the same"] else (said,)
        yield Term(game, language, re.sub("^[Tt]he ", "", said), own[1] if own else "", called)


def terms(glossary: str) -> list[Term]:
    """All official terms of a glossary, by game and language."""
    found: list[Term] = []
    game, languages = "", list[str]()
    for line in glossary.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("## "):
            game = next((folder for begins, folder in SECTIONS.items() if line[3:].startswith(begins)), "")
        elif line.startswith("| en |"):
            languages = cells[1:]
        elif game and line.startswith("| "):
            for language, cell in zip(languages, cells[1:], strict=True):
                found += _terms_of(game, language, cells[0], cell)
    return found


def lost(message: Message, known: list[Term]) -> list[Term]:
    """The official terms that a translation does not use; none if untranslated."""
    translated = texts(message)
    said = english(message)
    pairs = [(said[min(number, len(said) - 1)], text) for number, text in enumerate(translated)]
    return [
        term
        for term in known
        if any(term.stands_in(sentence) and not term.is_kept(sentence, text) for sentence, text in pairs)
    ]


def faults() -> list[str]:
    """Translations that use other terms, and needless exceptions, one line each."""
    known = terms(GLOSSARY.read_text("utf-8"))
    excepted = tomllib.loads(EXCEPTIONS.read_text("utf-8"))
    found: list[str] = []
    unused = {
        (language, term, sentence)
        for language, by_term in excepted.items()
        for term, sentences in by_term.items()
        for sentence in sentences
    }
    there = set[str]()
    for domain, language, catalog in translations():
        there.add(language)
        mine = [term for term in known if (term.game, term.language) == (domain.folder.name, language)]
        for message in (one for one in catalog if one.id):
            for term in lost(message, mine):
                key = (language, term.said, english(message)[0])
                if excepted.get(language, {}).get(term.said, {}).get(key[2], ""):
                    unused.discard(key)
                else:
                    called = " or ".join(term.official)
                    found.append(
                        f"{language}: {term.said!r} is {called!r}: {key[2]!r} → {texts(message)[0]!r}"
                    )
    needless = sorted(one for one in unused if one[0] in there)
    return [*found, *(f"{EXCEPTIONS.name} excepts without need: {one}" for one in needless)]


if __name__ == "__main__":
    wrong = faults()
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)
