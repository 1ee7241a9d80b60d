"""Catalogues of translations, made from the sentences where they stand.

    make catalogues        writes what is out of date: templates (.pot), translations (.po) and what
                           is compiled of them (.mo), of every package that says something

Each game on the shelf has a catalogue of its own; everything else is the house's, and a game's need
not repeat what the house's has. The languages are the folders of `gm_appliance/locales`. Nothing
in a file tells when it was made or on which line a sentence stands, so a file changes only with its
sentences. docs/languages.md is the translator's side of this.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

from tests.extraction import GAMES, ROOT, Domain, NotLiteral, domains
from tests.wording import Names, english, of_english, of_translation, texts

MAKE = "make catalogues"


class Unreadable(ValueError):
    """A translation that is no .po file; the message says where."""


class _Undated(Catalog):
    """A catalogue whose header says nothing that changes by itself."""

    def _undated(self) -> list[tuple[str, str]]:
        wanted = ["MIME-Version", "Content-Type"]
        if self.locale_identifier:
            wanted += ["Language", "Last-Translator", "Plural-Forms"]
        kept = [(name, value) for name, value in self._get_mime_headers() if name in wanted]
        return [*kept, ("Content-Transfer-Encoding", "8bit\n")]

    mime_headers = property(_undated, Catalog._set_mime_headers)


def _template(domain: Domain, house: Catalog | None) -> Catalog:
    """All sentences of a package, but for those of the house."""
    catalog = _Undated(header_comment=f"# The sentences of {domain.package}.", fuzzy=False)
    for one in domain.sentences():
        if house is None or house.get(one.texts[0], one.context or None) is None:
            text = one.texts if len(one.texts) > 1 else one.texts[0]
            catalog.add(text, locations=[(one.file, one.line)], context=one.context or None)
    return catalog


def templates(root: Path = ROOT, games: Iterable[str] = GAMES) -> Iterator[tuple[Domain, Catalog]]:
    """Of every package that says something."""
    house = None
    for domain in domains(root, games):
        template = _template(domain, house)
        house = template if house is None else house
        if len(template):
            yield domain, template


def languages(root: Path = ROOT) -> list[str]:
    """The languages the house is translated into, or is to be."""
    return sorted(folder.name for folder in (root / "locales").glob("*") if folder.is_dir())


# ---------------------------------------------------------------- files


def translations(root: Path = ROOT, games: Iterable[str] = GAMES) -> Iterator[tuple[Domain, str, Catalog]]:
    """Every language of every package, with the sentences there are now."""
    for domain, template in templates(root, games):
        for language in languages(root):
            yield domain, language, _updated(domain, language, template)


def wanted(root: Path = ROOT, games: Iterable[str] = GAMES) -> dict[Path, bytes]:
    """Every file as it should be, from the sources and from what is translated so far."""
    found = {
        domain.folder / "locales" / "messages.pot": _written(template)
        for domain, template in templates(root, games)
    }
    for domain, language, catalog in translations(root, games):
        path = domain.translation(language)
        found[path] = _written(catalog)
        found[path.with_suffix(".mo")] = _compiled(catalog)
    return found


def _updated(domain: Domain, language: str, template: Catalog) -> Catalog:
    """A translation with the sentences there are now. Whoever's English changed is marked fuzzy."""
    path = domain.translation(language)
    catalog = _Undated(language, header_comment=f"# {domain.package} in {language}.", fuzzy=False)
    if path.is_file():
        old = _read(path, language)
        catalog.last_translator = old.last_translator
        catalog.header_comment = old.header_comment
        for one in old:
            if one.id:
                catalog.add(
                    one.id,
                    one.string,
                    flags=one.flags,
                    user_comments=one.user_comments,
                    context=one.context,
                )
    catalog.update(template)
    catalog.obsolete.clear()
    return catalog


def _read(path: Path, language: str) -> Catalog:
    try:
        with path.open("rb") as file:
            return read_po(file, language, abort_invalid=True)
    except (PoFileError, UnicodeDecodeError) as fault:
        raise Unreadable(f"{path}: {fault}") from fault


def _written(catalog: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False)
    return file.getvalue()


def _compiled(catalog: Catalog) -> bytes:
    """What is not translated is left out, so that it stays English."""
    done = _Undated(catalog.locale_identifier, fuzzy=False)
    for one in catalog:
        if one.id and texts(one):
            done.add(one.id, one.string, context=one.context)
    file = BytesIO()
    write_mo(file, done)
    return file.getvalue()


def outdated(root: Path = ROOT, games: Iterable[str] = GAMES) -> list[str]:
    """The files that are not as they should be, a line each that says what to do."""
    return [
        f"{path.relative_to(root.parent)} is out of date: run `{MAKE}`"
        for path, content in wanted(root, games).items()
        if not path.is_file() or path.read_bytes() != content
    ]


def write(root: Path = ROOT, games: Iterable[str] = GAMES) -> list[Path]:
    """Bring all files up to date; which ones were not."""
    changed = []
    for path, content in wanted(root, games).items():
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            changed.append(path)
    return changed


# ---------------------------------------------------------------- what is wrong with them


def faults(root: Path = ROOT, games: Iterable[str] = GAMES) -> list[str]:
    """Whatever is wrong with the sentences and with their translations, a line each."""
    found = []
    for domain, template in templates(root, games):
        names = Names(template)
        for one in template:
            if one.id:
                where = f"{one.locations[0][0]}: {english(one)[0]!r}"
                found += [f"{where} {fault}" for fault in of_english(one, domain.package, names)]
    for domain, language, catalog in translations(root, games):
        names, path = Names(catalog), domain.translation(language).relative_to(root.parent)
        for one in catalog:
            if one.id:
                wrong = of_translation(one, catalog.num_plurals, domain.package, names)
                found += [f"{path}: {english(one)[0]!r} {fault}" for fault in wrong]
    return found


def todo(root: Path = ROOT, games: Iterable[str] = GAMES) -> list[str]:
    """The translations that lack something, a line each."""
    found = []
    for domain, language, catalog in translations(root, games):
        open_ones = sum(1 for one in catalog if one.id and not texts(one))
        if open_ones:
            path = domain.translation(language).relative_to(root.parent)
            found.append(f"{path}: {open_ones} of {len(catalog)} to be translated")
    return found


def main(root: Path = ROOT, games: Iterable[str] = GAMES) -> int:
    try:
        changed = write(root, games)
        wrong = faults(root, games)
    except (NotLiteral, Unreadable) as fault:
        print(fault, file=sys.stderr)
        return 1
    told = [f"wrote {path.relative_to(root.parent)}" for path in changed] or ["Nothing is out of date."]
    for line in (*told, *todo(root, games)):
        print(line)
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
