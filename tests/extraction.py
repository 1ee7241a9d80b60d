"""Extracts the sentences from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from gm_appliance.config.written import texts_below
from gm_appliance.core.language import HOUSE
from gm_appliance.games.registry import GAMES, packages

ROOT = Path(str(files(HOUSE)))
PACKAGES = packages()
KITS = {one.kit for one in GAMES.values() if one.kit}

# For each keyword, the context (the position of its argument, or a fixed one), and the number of texts after
# it.
_KEYWORDS: dict[str, tuple[int | str, int]] = {
    "_": ("", 1),
    "N_": ("", 1),
    "NP_": (0, 1),
    "ngettext": ("", 2),
    "pgettext": (0, 1),
    "npgettext": (0, 2),
    "name": ("name", 1),
    "word": ("word", 1),
}


TRANSLATORS = "# Translators: "


class NotLiteral(ValueError):
    """A sentence put together at the call, which nobody could translate."""


@dataclass(frozen=True)
class Sentence:
    """A sentence in the source. texts: one, or two with a plural. file: relative to the package's parent.
    comment: a note for translators, from the preceding line if that begins with `TRANSLATORS`."""

    texts: tuple[str, ...]
    context: str
    file: str
    line: int
    comment: str = ""


@cache
def sentences(source: str, file: str) -> tuple[Sentence, ...]:
    """The sentences of a module, in order. Raises NotLiteral for one that is put together."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    above = ["", *(line.strip() for line in source.splitlines())]
    below = texts_below().values() if file.endswith("config/settings.py") else ()
    called = (
        replace(said, comment=_comment(above[said.line - 1]))
        for call in calls
        if (keyword := _keyword(call.func))
        for said in _said(call, keyword, file)
    )
    return (*called, *(Sentence((text,), "", file, 0) for text in below))


def _comment(line: str) -> str:
    return line.removeprefix(TRANSLATORS) if line.startswith(TRANSLATORS) else ""


def _keyword(function: ast.expr) -> str:
    """The keyword a function is called by, or "" if it is not one."""
    name = _last(function)
    on = _last(function.value) if isinstance(function, ast.Attribute) else ""
    # Many functions are called name; only that of a Language, held as `_`, translates. The loader passes on
    # to gettext what it was given.
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
    """Whether a text is built at the call. Text from a table is marked in the table."""
    if isinstance(argument, ast.IfExp):
        return any(isinstance(one, ast.Constant) or _glued(one) for one in (argument.body, argument.orelse))
    if isinstance(argument, ast.Call):
        return isinstance(argument.func, ast.Attribute) and isinstance(argument.func.value, ast.Constant)
    return isinstance(argument, ast.JoinedStr | ast.BinOp)


@dataclass(frozen=True)
class Domain:
    """A package with its own catalogue. without: subfolders that have their own."""

    package: str
    folder: Path
    without: tuple[Path, ...] = ()

    def sentences(self) -> list[Sentence]:
        """All sentences, by file and line."""
        top = self.folder.parents[self.package.count(".")]
        modules = [
            path for path in self.folder.rglob("*.py") if not any(map(path.is_relative_to, self.without))
        ]
        return [
            one
            for path in sorted(modules)
            for one in sentences(path.read_text("utf-8"), path.relative_to(top).as_posix())
        ]

    def translation(self, language: str) -> Path:
        return self.folder / "locales" / language / "LC_MESSAGES" / "messages.po"


def domains(root: Path = ROOT, games: Iterable[str] = PACKAGES) -> tuple[Domain, ...]:
    """The house's domain, then each game's."""
    own = tuple(Domain(game, root.joinpath(*game.split(".")[1:])) for game in games)
    return (Domain(HOUSE, root, tuple(one.folder for one in own)), *own)
