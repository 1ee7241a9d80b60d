"""How voices pronounce names, buttons and numbers: a file per language and per engine that tells phonemes.

    python -m tests.phonemes          rewrites the files of all languages
    python -m tests.phonemes de fr    rewrites those of these languages

A line has a text as written, as respelled for the voice if that differs, and the phonemes. Reviewers read
the files: after a change of spelling, name or engine, the changed lines are those that sound different.
`tests/devices/sound/test_phonemes.py` fails if a file is outdated.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from babel.messages.catalog import Catalog

from gm_appliance.core.language import HOUSE, Language, Name, languages, load
from gm_appliance.core.people import capital
from gm_appliance.core.pronunciation import FILE_NAME, pronunciation
from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.language_voices import ESPEAK, VOICES
from gm_appliance.games.menu.narration.prompts import ALPHABET
from gm_appliance.games.registry import packages
from tests.catalogues import templates
from tests.extraction import Domain

FOLDER = Path(__file__).parent / "devices" / "sound" / "phonemes"
MAKE = "python -m tests.phonemes"

HIBARI = "hibari/heart"

NUMBERS = ("-100", "-5", "-1", "0", "1", "2", "5", "21", "100", "160", "1000")
COUNTED = (-5, 0, 1, 2, 21, 100)
"""Counts filled into amounts such as points."""

NUMBER = 3
"""Filled into names and buttons for a number; other placeholders get a name."""

BETWEEN = "kwakwakwa"
"""A word that occurs in none of the texts."""

NO_WORDS = frozenset(("gender",))
"""Forms of names that are never spoken."""


class NoEngine(ValueError):
    """The engine is missing; the message says how to get it."""


def texts(language: str) -> list[str]:
    """All texts listed, as written: the language's own name, numbers, letters, counts, buttons, names."""
    told = [load(language).pgettext("line", "English"), "OK", *NUMBERS]
    told += map(capital, load(language)(ALPHABET))
    for package, message, plural in _messages(""):
        if plural and not _filled(message, load(language)).keys() - {"n"}:
            told += [str(Name(load(language, package).ngettext(message, plural, n))) for n in (1, 21)]
    for wanted in ("button", "amount", "name"):
        for package, message, plural in _messages(wanted):
            words = load(language, package)
            if wanted == "name":
                name = words.name(message, **_filled(message, words))
                forms = (form for label, form in name._forms.items() if label not in NO_WORDS)
                told += [str(name), *forms]
            elif plural:
                filled = _filled(message, words)
                told += [
                    str(Name(words.npgettext(wanted, message, plural, n, **{**filled, "n": n})))
                    for n in COUNTED
                ]
            else:
                told.append(str(Name(words.pgettext(wanted, message, **_filled(message, words)))))
    return list(dict.fromkeys((*told, *_listed(language))))


@cache
def _templates() -> tuple[tuple[Domain, Catalog], ...]:
    return (*templates(),)


def _messages(context: str) -> Iterator[tuple[str, str, str]]:
    """The English texts of a context: package, text, and plural or ""."""
    for domain, template in _templates():
        for message in template:
            if message.id and (message.context or "") == context:
                one, many = (message.id[0], message.id[1]) if message.pluralizable else (message.id, "")
                yield domain.package, str(one), str(many)


def _filled(message: str, words: Language) -> dict[str, object]:
    known: Mapping[str, object] = {"god": words.name("Odin"), "n": NUMBER, "number": NUMBER}
    return {one: known.get(one, "Anna") for one in re.findall(r"\{(\w+)", message)}


def _listed(language: str) -> Iterator[str]:
    """The names whose pronunciation was reviewed."""
    for package in (*packages(), HOUSE):
        file = files(package) / "locales" / language / FILE_NAME
        if file.is_file():
            read = tomllib.loads(file.read_text("utf-8"))
            yield from (*read.get("fine", ()), *read.get("spelled", {}))


def _espeak(language: str, spelled: Iterable[str]) -> list[str]:
    """The phonemes by espeak-ng. It starts a line at each breath, so a marker word separates the texts."""
    if not shutil.which("espeak-ng"):
        raise NoEngine("espeak-ng is missing; get it with: apt install espeak-ng")
    command = ("espeak-ng", "-v", VOICES[language], "-x", "-q", "--stdin")
    lines = "".join(f"{BETWEEN}.\n\n{one}\n\n" for one in spelled)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    between, *others = done.stdout.splitlines()
    told: list[list[str]] = [[]]
    for one in others:
        if one == between:
            told.append([])
        else:
            told[-1] += one.split()
    return [" ".join(words) for words in told]


def _hibari(_language: str, spelled: Iterable[str]) -> list[str]:
    speech = engines.command(HIBARI)
    if not speech:
        raise NoEngine("hibari is missing; get it with: pip install -r requirements/hibari.txt")
    program = "import sys, hibari; it = hibari.Hibari(); [print(*it.phonemize(one)) for one in sys.stdin]"
    lines = "\n".join(f"{one}." for one in spelled)
    done = subprocess.run(
        (speech.words[0], "-c", program), input=lines, capture_output=True, text=True, check=True
    )
    return [one.rstrip(".") for one in done.stdout.splitlines()]


TELLS: Mapping[str, Callable[[str, Iterable[str]], list[str]]] = {ESPEAK: _espeak, HIBARI: _hibari}
"""The voices that tell phonemes."""


def voices(language: str) -> tuple[str, ...]:
    """The voices of a language that tell phonemes, installed or not."""
    return (ESPEAK, HIBARI) if language == "en" else (ESPEAK,)


def file_of(language: str, voice: str) -> Path:
    return FOLDER / f"{language}-{voice.partition('/')[0]}.txt"


def wanted(language: str, voice: str) -> str:
    """The expected content of the file. Raises NoEngine if the engine is missing."""
    names, words = pronunciation(language, *packages(), voice=voice), load(language)
    written = texts(language)
    spelled = [names(words.spoken(one)) for one in written]
    lines = [
        f"{one} | {how}".replace(" | |", " |") if how != one else f"{one}"
        for one, how in zip(written, spelled, strict=True)
    ]
    told = TELLS[voice](language, spelled)
    return "".join(f"{one} | {sound}\n" for one, sound in zip(lines, told, strict=True))


def outdated(language: str, voice: str) -> list[str]:
    """The lines that have changed, as in the file and as now. Raises NoEngine if the engine is missing."""
    path = file_of(language, voice)
    known = path.read_text("utf-8").splitlines() if path.is_file() else []
    now = wanted(language, voice).splitlines()
    gone, new = (sorted({*one} - {*other}) for one, other in ((known, now), (now, known)))
    if not gone and not new:
        return [] if known == now else [f"{path.name}: the same lines in another order"]
    return [*(f"{path.name}: - {one}" for one in gone), *(f"{path.name}: + {one}" for one in new)]


def main(asked: Sequence[str]) -> int:
    for language in asked or languages():
        for voice in voices(language):
            try:
                file_of(language, voice).write_text(wanted(language, voice), "utf-8")
            except NoEngine as error:
                print(f"{language}: {error}", file=sys.stderr)
                return 1
            print(f"wrote {file_of(language, voice).relative_to(FOLDER.parents[3])}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
