"""Catalogues of translations, made from the sentences where they stand.

    make catalogues        writes what is out of date: templates (.pot), translations (.po) and what
                           is compiled of them (.mo), of every package that says something;
                           with --whole it fails where a translation lacks something

Each game of the registry has a catalogue of its own; everything else is the house's, and a game's need
not repeat what the house's has. The languages are the folders of `gm_appliance/locales`. Nothing
in a file tells when it was made or on which line a sentence stands, so a file changes only with its
sentences. What is compiled is not kept in the repository. docs/languages.md is the translator's side of this.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po

from gm_appliance.core.language import LC
from requirements.compiled import compiled
from tests.extraction import PACKAGES, ROOT, Domain, NotLiteral, domains
from tests.wording import KNOWN, Places, at_longest, english, is_shown, of_english, of_translation, texts

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


def _template(domain: Domain, locales: Path, house: Catalog | None) -> Catalog:
    """All sentences of a package, but for those of the house."""
    catalog = _Undated(header_comment=f"# The sentences of {domain.package}.", fuzzy=False)
    filled_in = Places((domain.folder / "locales", locales))
    for one in domain.sentences():
        if house is None or house.get(one.texts[0], one.context or None) is None:
            text = one.texts if len(one.texts) > 1 else one.texts[0]
            comments = [one.comment] if one.comment else []
            where = [(one.file, one.line)]
            added = catalog.add(text, locations=where, auto_comments=comments, context=one.context or None)
            notes = [KNOWN.get(one.context, ""), *filled_in.notes(added)]
            added.auto_comments += [note for note in notes if note and note not in added.auto_comments]
    return catalog


def templates(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> Iterator[tuple[Domain, Catalog]]:
    """Of every package that says something."""
    house = None
    for domain in domains(root, games):
        template = _template(domain, root / "locales", house)
        house = template if house is None else house
        if len(template):
            yield domain, template


def languages(root: Path = ROOT) -> list[str]:
    """The languages the house is translated into, or is to be."""
    return sorted(folder.parent.name for folder in (root / "locales").glob(f"*/{LC}"))


# ---------------------------------------------------------------- files


def translations(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> Iterator[tuple[Domain, str, Catalog]]:
    """Every language of every package, with the sentences there are now."""
    for domain, template in templates(root, games):
        for language in languages(root):
            yield domain, language, _updated(domain, language, template)


def wanted(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> dict[Path, bytes]:
    """Every file as it should be, from the sources and from what is translated so far."""
    found = {
        domain.folder / "locales" / "messages.pot": _written(template)
        for domain, template in templates(root, games)
    }
    for domain, language, catalog in translations(root, games):
        path = domain.translation(language)
        found[path] = _written(catalog)
        found[path.with_suffix(".mo")] = compiled(found[path].decode())
    return found


def _updated(domain: Domain, language: str, template: Catalog) -> Catalog:
    """A translation with the current sentences; those whose English has changed are marked fuzzy."""
    path = domain.translation(language)
    catalog = _Undated(language, header_comment=f"# {domain.package} in {language}.", fuzzy=False)
    if path.is_file():
        old = _read(path, language)
        catalog.last_translator = old.last_translator
        catalog.header_comment = old.header_comment
        # What is said no more waits among the obsolete, and is there again if it is said again.
        for one in (*old, *old.obsolete.values()):
            if one.id and catalog.get(one.id, one.context) is None:
                catalog.add(
                    one.id, one.string, flags=one.flags, user_comments=one.user_comments, context=one.context
                )
    catalog.update(template)
    return catalog


def _read(path: Path, language: str) -> Catalog:
    try:
        with path.open("rb") as file:
            return read_po(file, language, abort_invalid=True)
    except (PoFileError, UnicodeDecodeError) as fault:
        raise Unreadable(f"{path}: {fault}") from fault


def _written(catalog: Catalog) -> bytes:
    for one in catalog:
        one.flags.discard("python-brace-format")  # which knows nothing of forms; msgfmt would refuse them
    file = BytesIO()
    write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False)
    return file.getvalue()


def outdated(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> list[str]:
    """The files that are not as they should be, a line each that says what to do."""
    return [
        f"{path.relative_to(root.parent)} is out of date: run `{MAKE}`"
        for path, content in wanted(root, games).items()
        if not path.is_file() or path.read_bytes() != content
    ]


def write(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> list[Path]:
    """Bring all files up to date; which ones were not."""
    changed = []
    for path, content in wanted(root, games).items():
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            changed.append(path)
    return changed


# ---------------------------------------------------------------- what is wrong with them


def faults(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> list[str]:
    """Whatever is wrong with the sentences and with their translations, a line each."""
    found = []
    of_house: dict[str, Catalog] = {}  # by language, the source's by none
    for domain, template in templates(root, games):
        filled_in = _places(root, domain, template, of_house.setdefault("", template))
        for one in template:
            if one.id:
                where = f"{one.locations[0][0]}: {english(one)[0]!r}"
                found += [f"{where} {fault}" for fault in of_english(one, filled_in)]
    for domain, language, catalog in translations(root, games):
        filled_in = _places(root, domain, catalog, of_house.setdefault(language, catalog))
        path = domain.translation(language).relative_to(root.parent)
        for one in catalog:
            if one.id:
                wrong = of_translation(one, catalog, filled_in)
                found += [f"{path}: {english(one)[0]!r} {fault}" for fault in wrong]
    return found


def unexplained(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> list[str]:
    """The sentences that say too little to those who see the catalogue alone, a line each."""
    found = []
    for domain, template in templates(root, games):
        filled_in = Places((domain.folder / "locales", root / "locales"))
        for one in template:
            where = one.locations[0][0] if one.id else ""
            wrong = filled_in.unexplained(one) if one.id else ()
            found += [f"{where}: {english(one)[0]!r} {fault}" for fault in wrong]
    return found


def shown(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> Iterator[tuple[str, str, str]]:
    """What the display has to show: of every text its language, its context, and the text at its longest."""
    of_house: dict[str, Catalog] = {}
    for domain, language, catalog in translations(root, games):
        filled_in = _places(root, domain, catalog, of_house.setdefault(language, catalog))
        for one in catalog:
            if one.id and is_shown(one):
                for text in texts(one):
                    yield language, one.context or "", at_longest(text, one.context, filled_in)


def _places(root: Path, domain: Domain, catalog: Catalog, house: Catalog) -> Places:
    catalogs = (catalog,) if catalog is house else (catalog, house)
    return Places((domain.folder / "locales", root / "locales"), *catalogs)


def todo(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> list[str]:
    """The translations that lack something, a line each."""
    found = []
    for domain, language, catalog in translations(root, games):
        open_ones = sum(1 for one in catalog if one.id and not texts(one))
        if open_ones:
            path = domain.translation(language).relative_to(root.parent)
            found.append(f"{path}: {open_ones} of {len(catalog)} to be translated")
    return found


def main(root: Path = ROOT, games: Iterable[str] = PACKAGES, *, whole: bool = False) -> int:
    try:
        changed = write(root, games)
        wrong = faults(root, games) + unexplained(root, games)
    except (NotLiteral, Unreadable) as fault:
        print(fault, file=sys.stderr)
        return 1
    told = [f"wrote {path.relative_to(root.parent)}" for path in changed] or ["Nothing is out of date."]
    lacking = todo(root, games)
    for line in (*told, *lacking):
        print(line)
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong or (whole and lacking) else 0


if __name__ == "__main__":
    sys.exit(main(whole="--whole" in sys.argv[1:]))
