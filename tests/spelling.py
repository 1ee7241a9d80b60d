"""Looks up the words of the texts and pages in Debian's dictionaries.

    python -m tests.spelling [LANGUAGE …]      lists the words in neither a dictionary nor a list

A correct word that dictionaries lack (a god, a compound) goes into `tests/core/words`: into the list of
its language; into `all.txt` if every language spells it the same; into `pages.txt` if only pages of the
documentation use it. Do not add words unread.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog, Message

from docs.printed import pages as printed
from docs.site import CODE, LINK, ROOT, laid_out
from gm_appliance.core.language import SOURCE
from tests.catalogues import languages, templates, translations
from tests.wording import english, texts

LISTS = Path(__file__).parent / "core" / "words"
ALL = "all"
MULTILINGUAL = ("docs/developers/glossary.md", "docs/developers/style.md", "docs/screenplays/")
PAGES = "pages"
"""Not a language: the documentation, in English."""

# Options, paths, names of files and settings, addresses: not words of any language.
_CODE = re.compile(r"`[^`]*`|'[^' ]*[./_=][^' ]*'|--?\w[\w-]*|\S*(?:\w[./_=@]\w|/\w|\w/)\S*")
_VALUE = re.compile(r"\b[a-z]+(?=\s?: )")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_NO_PROSE = re.compile(r"<[^>]*>|\*[^*\n]+\*|\b[A-Z]{2,}\b|\w*\d\w*")
"""Not checked in pages: HTML tags, words in italics, abbreviations, part numbers."""


class NoDictionary(RuntimeError):
    """hunspell or a dictionary is not installed; the message says how to get it."""


def words(text: str) -> Iterator[str]:
    """The words of a text longer than a letter, including those of choices in placeholders."""
    said = ""
    for literal, name, spec, _how in Formatter().parse(text.replace("’", "'")):
        _form, *choices = (spec or "").split("|")
        chosen = " ".join(choice.partition(":")[2] for choice in choices)
        # A placeholder ends no word: "{god}'s" is not one.
        said += literal + (f" {chosen} " if chosen else "0" if name else "")
    return (one for one in _WORD.findall(_CODE.sub(" ", said)) if len(one) > 1)


def _said(message: Message, text: str) -> str:
    """The text without non-words: labels of a name's forms, genders, values of options."""
    if message.context in ("name", "amount"):
        first, *forms = text.split("\n")
        return "\n".join([first, *(one.partition(":")[2] for one in forms if not one.startswith("gender"))])
    if message.context == "help":
        kept = set(_VALUE.findall(" ".join(english(message))))
        return _VALUE.sub(lambda found: "" if found[0] in kept else found[0], text)
    return text


@cache
def _catalogs() -> dict[str, list[Catalog]]:
    """The catalogues of all packages, by language."""
    found: dict[str, list[Catalog]] = {SOURCE: [template for _domain, template in templates()]}
    for _domain, language, catalog in translations():
        found.setdefault(language, []).append(catalog)
    return found


@cache
def _pages() -> dict[str, str]:
    """The words of the documentation, each with a page that uses it."""
    found: dict[str, str] = {}
    with TemporaryDirectory() as folder:
        for name in sorted(laid_out(ROOT, Path(folder))):
            if name.endswith(".md") and not name.startswith(MULTILINGUAL):
                text = CODE.sub(" ", (ROOT / name).read_text("utf-8"))
                for word in words(_NO_PROSE.sub(" ", LINK.sub(" ", text)).replace("{", "").replace("}", "")):
                    found.setdefault(word, name)
    return found


def vocabulary(language: str) -> dict[str, str]:
    """All words of a language, each with the English of a sentence that uses it."""
    if language == PAGES:
        return _pages()
    found: dict[str, str] = {}
    if (page := printed.HERE / f"{language}.md").is_file():
        found = dict.fromkeys(words(printed.NAME.sub(" ", page.read_text("utf-8"))), page.name)
    for one in (one for catalog in _catalogs()[language] for one in catalog if one.id):
        for text in english(one) if language == SOURCE else texts(one):
            for word in words(_said(one, text)) if one.context not in ("letters", "label") else ():
                found.setdefault(word, english(one)[0])
    return found


def _asked(*options: str, said: str = "") -> subprocess.CompletedProcess[str]:
    hunspell = shutil.which("hunspell")
    if hunspell is None:
        raise NoDictionary("hunspell is not installed: apt install hunspell")
    return subprocess.run([hunspell, "-i", "utf-8", *options], input=said, capture_output=True, text=True)


def dictionary(language: str) -> str:
    """The installed dictionary for a language, such as "de_DE". Raises NoDictionary if there is none."""
    there = {Path(line).name for line in _asked("-D").stderr.splitlines() if line.startswith("/")}
    if language == PAGES:
        language = SOURCE
    usual = ("en_GB",) if language == SOURCE else (language, f"{language}_{language.upper()}")
    others = sorted(one for one in there if one.startswith(f"{language}_")) if language != SOURCE else []
    found = [*(one for one in usual if one in there), *others]
    if not found:
        how = f"apt install what `apt-cache search ^hunspell-{language}` lists"
        raise NoDictionary(f"hunspell has no dictionary {usual[-1]}: {how}")
    return found[0]


def unknown(language: str, asked: Iterable[str]) -> dict[str, str]:
    """Unknown words or parts of words, each with its word. Raises NoDictionary if there is none. A word with
    an apostrophe is split: "dell'Oracolo" has no unknown part, "Thor's" the name."""
    every = {word: [part for part in word.split("'") if len(part) > 1] for word in asked}
    said = "\n".join(sorted({one for word, parts in every.items() for one in (word, *parts)}))
    answer = _asked("-d", dictionary(language), "-l", said=said)
    if answer.returncode:
        raise NoDictionary(answer.stderr.strip())
    missed = set(answer.stdout.split())
    return {part: word for word, parts in every.items() if word in missed for part in parts if part in missed}


def listed(name: str) -> list[str]:
    """A list's words, which are correct but in no dictionary."""
    file = LISTS / f"{name}.txt"
    return file.read_text("utf-8").splitlines() if file.is_file() else []


def misspelt(language: str) -> dict[str, str]:
    """The words in neither the dictionary nor a list, each with its sentence. Raises NoDictionary if there is
    none."""
    said = vocabulary(language)
    known = {*listed(ALL), *listed(language), *(listed(SOURCE) if language == PAGES else ())}
    missed = unknown(language, said)
    return {part: said[missed[part]] for part in sorted(missed.keys() - known)}


def unused() -> list[str]:
    """The words that lists need not have, one line each. Raises NoDictionary if there is none."""
    needed = {language: {*unknown(language, vocabulary(language))} for language in _catalogs()}
    lists = {ALL: set[str]().union(*needed.values()), **needed}
    lists[PAGES] = {*unknown(PAGES, vocabulary(PAGES))}.difference(listed(ALL), listed(SOURCE))
    return [
        f"{name}.txt: {word}" for name, used in lists.items() for word in listed(name) if word not in used
    ]


def main(asked: list[str]) -> int:
    try:
        wrong = [
            (tag, *one) for tag in asked or [SOURCE, *languages(), PAGES] for one in misspelt(tag).items()
        ]
        needless = unused()
    except NoDictionary as error:
        print(error, file=sys.stderr)
        return 1
    for language, word, sentence in wrong:
        print(f"{language}: {word}    in {sentence!r}")
    for line in needless:
        print(f"not needed: {line}")
    return 1 if wrong or needless else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
