"""Translation catalogues, made from the sentences in the source.

    make catalogues        writes outdated files of every package with sentences: templates (.pot),
                           translations (.po) and their compiled form (.mo);
                           with --whole it fails if a translation is incomplete

Each game of the registry has its own catalogue, and everything else is in the house's; a game need not
repeat the house's sentences. The languages are the folders of `gm_appliance/locales`. No file records
when it was made or on which line a sentence is: a file changes only with its sentences. Compiled
files are not kept in the repository. docs/developers/languages.md is the translator's side of this.
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
from tests.extraction import KITS, PACKAGES, ROOT, Domain, NotLiteral, domains
from tests.wording import KNOWN, Places, at_longest, english, is_shown, of_english, of_translation, texts

MAKE = "make catalogues"


class Unreadable(ValueError):
    """A translation that is not a valid .po file; the message says where."""


class _Undated(Catalog):
    """A catalogue whose header contains nothing that changes on its own."""

    def _undated(self) -> list[tuple[str, str]]:
        wanted = ["MIME-Version", "Content-Type"]
        if self.locale_identifier:
            wanted += ["Language", "Last-Translator", "Plural-Forms"]
        kept = [(name, value) for name, value in self._get_mime_headers() if name in wanted]
        return [*kept, ("Content-Transfer-Encoding", "8bit\n")]

    mime_headers = property(_undated, Catalog._set_mime_headers)


def _template(domain: Domain, locales: Path, house: Catalog | None) -> Catalog:
    """All sentences of a package except those the house already has."""
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
    """The templates of all packages that have sentences."""
    house = None
    for domain in domains(root, games):
        template = _template(domain, root / "locales", house)
        house = template if house is None else house
        if len(template):
            yield domain, template


def languages(root: Path = ROOT) -> list[str]:
    """The languages with a folder of house translations, possibly still empty."""
    return sorted(folder.parent.name for folder in (root / "locales").glob(f"*/{LC}"))


def translations(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> Iterator[tuple[Domain, str, Catalog]]:
    """Every language of every package, updated to the current sentences."""
    for domain, template in templates(root, games):
        for language in languages(root):
            yield domain, language, _updated(domain, language, template)


def wanted(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> dict[Path, bytes]:
    """The expected content of every file, from the sources and the present translations."""
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
    """A translation with the current sentences; if the English has changed, it is marked fuzzy."""
    path = domain.translation(language)
    catalog = _Undated(language, header_comment=f"# {domain.package} in {language}.", fuzzy=False)
    if path.is_file():
        old = _read(path, language)
        catalog.last_translator = old.last_translator
        catalog.header_comment = old.header_comment
        # Sentences no longer used are kept as obsolete, and restored if used again.
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
        one.flags.discard("python-brace-format")  # it knows no forms, and msgfmt would refuse them
    file = BytesIO()
    write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False)
    return file.getvalue()


def outdated(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> list[str]:
    """The outdated files, one line each, saying what to do."""
    return [
        f"{path.relative_to(root.parent)} is out of date: run `{MAKE}`"
        for path, content in wanted(root, games).items()
        if not path.is_file() or path.read_bytes() != content
    ]


def write(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> list[Path]:
    """Bring all files up to date; returns those that were not."""
    changed = []
    for path, content in wanted(root, games).items():
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            changed.append(path)
    return changed


def faults(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> list[str]:
    """All faults in the sentences and their translations, one line each."""
    found = []
    before: dict[str, list[Catalog]] = {}  # by language; "" is the source
    for domain, template in templates(root, games):
        filled_in = _places(root, domain, template, before.setdefault("", []))
        for one in template:
            if one.id:
                where = f"{one.locations[0][0]}: {english(one)[0]!r}"
                found += [f"{where} {fault}" for fault in of_english(one, filled_in)]
    for domain, language, catalog in translations(root, games):
        filled_in = _places(root, domain, catalog, before.setdefault(language, []))
        path = domain.translation(language).relative_to(root.parent)
        for one in catalog:
            if one.id:
                wrong = of_translation(one, catalog, filled_in)
                found += [f"{path}: {english(one)[0]!r} {fault}" for fault in wrong]
    return found


def unexplained(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> list[str]:
    """The sentences that give translators too little context, one line each."""
    found = []
    for domain, template in templates(root, games):
        filled_in = Places((domain.folder / "locales", root / "locales"))
        for one in template:
            where = one.locations[0][0] if one.id else ""
            wrong = filled_in.unexplained(one) if one.id else ()
            found += [f"{where}: {english(one)[0]!r} {fault}" for fault in wrong]
    return found


def shown(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> Iterator[tuple[str, str, str]]:
    """The texts the display must be able to show: language, context, and text at its longest."""
    before: dict[str, list[Catalog]] = {}
    for domain, language, catalog in translations(root, games):
        filled_in = _places(root, domain, catalog, before.setdefault(language, []))
        for one in catalog:
            if one.id and is_shown(one):
                for text in texts(one):
                    yield language, one.context or "", at_longest(text, one.context, filled_in)


def _places(root: Path, domain: Domain, catalog: Catalog, before: list[Catalog]) -> Places:
    """before: the catalogues of the same language so far, the house's first; this one is added. A kit's
    sentences are filled in with the names of the game that is before it in the registry."""
    named = before[-1:] if domain.package in KITS else []
    catalogs = (catalog, *named, *before[:1])
    before.append(catalog)
    return Places((domain.folder / "locales", root / "locales"), *catalogs)


def todo(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> list[str]:
    """The incomplete translations, one line each."""
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
