"""Catalogues of translations, made from the sentences where they stand.

    make catalogues        writes what is out of date: templates (.pot), translations (.po) and what
                           is compiled of them (.mo), of every package that says something

Each game on the shelf has a catalogue of its own; everything else is the house's, and a game's need
not repeat what the house's has. The languages are the folders of `gm_appliance/locales`. Nothing
in a file tells when it was made or on which line a sentence stands, so a file changes only with its
sentences. docs/languages.md is the translator's side of this.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from gm_appliance.core.language import HOUSE
from gm_appliance.games.registry import SHELF

ROOT = Path(str(files(HOUSE)))
GAMES = tuple(boxed.package for boxed in SHELF.values())
MAKE = "make catalogues"

# ---------------------------------------------------------------- sentences, found in the source

# Where the arguments stand: the context, by its place or as it always is; and how many texts follow.
_KEYWORDS: dict[str, tuple[int | str, int]] = {
    "_": ("", 1),
    "N_": ("", 1),
    "NP_": (0, 1),
    "ngettext": ("", 2),
    "pgettext": (0, 1),
    "npgettext": (0, 2),
    "name": ("name", 1),
}


class NotLiteral(ValueError):
    """A sentence that is put together where it is said, so that nobody can translate it."""


@dataclass(frozen=True)
class Sentence:
    """A sentence where it is said. texts: one; with a plural two. file: below the package's parent."""

    texts: tuple[str, ...]
    context: str
    file: str
    line: int


def sentences(source: str, file: str) -> Iterator[Sentence]:
    """The sentences of a module. Raises NotLiteral."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (keyword := _keyword(node.func)):
            yield from _said(node, keyword, file)


def _keyword(function: ast.expr) -> str:
    """By which keyword a function is called; none for all others."""
    name = _last(function)
    on = _last(function.value) if isinstance(function, ast.Attribute) else ""
    # Much is called name; only a Language, which is held as `_`, has it translated. And the loader
    # hands on to gettext what it was given.
    if (name == "name" and on != "_") or on == "_translations":
        return ""
    return name if name in _KEYWORDS else ""


def _last(expression: ast.expr) -> str:
    if isinstance(expression, ast.Attribute):
        return expression.attr
    return expression.id if isinstance(expression, ast.Name) else ""


def _said(call: ast.Call, keyword: str, file: str) -> Iterator[Sentence]:
    context, count = _KEYWORDS[keyword]
    fixed = isinstance(context, str)
    arguments = call.args[: count if fixed else count + 1]
    literal = [one.value for one in arguments if isinstance(one, ast.Constant)]
    texts = tuple(text for text in literal if isinstance(text, str) and text)
    if texts and len(texts) == len(arguments):
        yield Sentence(texts if fixed else texts[1:], str(context) if fixed else texts[0], file, call.lineno)
    elif literal or any(_glued(one) for one in arguments):
        raise NotLiteral(f"{file}:{call.lineno}: {keyword}() wants whole sentences, written out there")


def _glued(argument: ast.expr) -> bool:
    """Whether a text is made on the spot. What comes out of a table is marked there."""
    if isinstance(argument, ast.IfExp):
        return any(isinstance(one, ast.Constant) or _glued(one) for one in (argument.body, argument.orelse))
    if isinstance(argument, ast.Call):
        return isinstance(argument.func, ast.Attribute) and isinstance(argument.func.value, ast.Constant)
    return isinstance(argument, ast.JoinedStr | ast.BinOp)


# ---------------------------------------------------------------- packages


@dataclass(frozen=True)
class Domain:
    """A package with a catalogue of its own. without: folders below that have their own."""

    package: str
    folder: Path
    without: tuple[Path, ...] = ()

    def sentences(self) -> list[Sentence]:
        """By file and line."""
        top = self.folder.parents[self.package.count(".")]
        modules = [
            path for path in self.folder.rglob("*.py") if not any(map(path.is_relative_to, self.without))
        ]
        return [
            one
            for path in sorted(modules)
            for one in sorted(
                sentences(path.read_text("utf-8"), path.relative_to(top).as_posix()),
                key=lambda one: (one.line, one.texts),
            )
        ]

    def template(self, house: Catalog | None = None) -> Catalog:
        """All its sentences, but for those of the house."""
        catalog = _Undated(
            project=self.package, header_comment=f"# The sentences of {self.package}.", fuzzy=False
        )
        for one in self.sentences():
            if house is None or house.get(one.texts[0], one.context or None) is None:
                text = one.texts if len(one.texts) > 1 else one.texts[0]
                catalog.add(text, locations=[(one.file, one.line)], context=one.context or None)
        return catalog

    def translation(self, language: str) -> Path:
        return self.folder / "locales" / language / "LC_MESSAGES" / "messages.po"


def domains(root: Path = ROOT, games: Iterable[str] = GAMES) -> tuple[Domain, ...]:
    """The house's, then each game's."""
    own = tuple(Domain(game, root.joinpath(*game.split(".")[1:])) for game in games)
    return (Domain(HOUSE, root, tuple(one.folder for one in own)), *own)


def templates(root: Path = ROOT, games: Iterable[str] = GAMES) -> Iterator[tuple[Domain, Catalog]]:
    """Of every package that says something."""
    house = None
    for domain in domains(root, games):
        template = domain.template(house)
        house = house or template
        if len(template):
            yield domain, template


def languages(root: Path = ROOT) -> list[str]:
    """The languages the house is translated into, or is to be."""
    return sorted(folder.name for folder in (root / "locales").glob("*/"))


# ---------------------------------------------------------------- files


class _Undated(Catalog):
    """A catalogue whose header says nothing that changes by itself."""

    _KEPT = ("Language", "Last-Translator", "Plural-Forms", "MIME-Version", "Content-Type")

    def _undated(self) -> list[tuple[str, str]]:
        kept = [(name, value) for name, value in self._get_mime_headers() if name in self._KEPT]
        return [*kept, ("Content-Transfer-Encoding", "8bit\n")]

    mime_headers = property(_undated, Catalog._set_mime_headers)


def wanted(root: Path = ROOT, games: Iterable[str] = GAMES) -> dict[Path, bytes]:
    """Every file as it should be, from the sources and from what is translated so far."""
    found: dict[Path, bytes] = {}
    for domain, template in templates(root, games):
        found[domain.folder / "locales" / "messages.pot"] = _written(template)
        for language in languages(root):
            path = domain.translation(language)
            catalog = _updated(path, language, template)
            found[path] = _written(catalog)
            compiled = BytesIO()
            write_mo(compiled, catalog)
            found[path.with_suffix(".mo")] = compiled.getvalue()
    return found


def _updated(path: Path, language: str, template: Catalog) -> Catalog:
    """A translation with the sentences there are now. Whoever's English changed is marked fuzzy."""
    catalog = _Undated(language, header_comment=f"# {template.project} in {language}.", fuzzy=False)
    if path.is_file():
        with path.open("rb") as file:
            old = read_po(file, language, abort_invalid=True)
        catalog.last_translator = old.last_translator
        catalog.header_comment = old.header_comment
        for one in old:
            if one.id:
                catalog.add(
                    one.id,
                    one.string,
                    flags=one.flags,
                    user_comments=one.user_comments,
                    previous_id=one.previous_id,
                    context=one.context,
                )
    catalog.update(template)
    catalog.obsolete.clear()
    return catalog


def _written(catalog: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False, include_previous=True)
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


def main() -> int:
    try:
        changed = write()
    except NotLiteral as fault:
        print(fault, file=sys.stderr)
        return 1
    for path in changed:
        print(f"wrote {path.relative_to(ROOT.parent)}")
    print(f"{len(changed)} files written." if changed else "All catalogues are up to date.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
