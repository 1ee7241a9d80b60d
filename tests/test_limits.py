"""The sizes of modules, classes and functions keep to limits, or a comment beside them says why not."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = "gm_appliance"

LINES, ATTRIBUTES, PARAMETERS = 400, 12, 6
"""The most of a module, a class and a function; the latter two are limited in the package only."""

REASONS = {"lines": "# Long: ", "attributes": "# Many attributes: ", "parameters": "# Many parameters: "}
"""How a reason begins: a module's anywhere in it, another directly above the definition."""


def attributes(node: ast.ClassDef) -> set[str]:
    """The fields of a class, and what its methods set on `self`."""
    fields = {
        one.target.id
        for one in node.body
        if isinstance(one, ast.AnnAssign)
        and isinstance(one.target, ast.Name)
        and "ClassVar" not in ast.unparse(one.annotation)
    }
    return fields | {
        one.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute)
        and isinstance(one.ctx, ast.Store)
        and isinstance(one.value, ast.Name)
        and one.value.id == "self"
    }


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return [one.arg for one in given if one.arg not in ("self", "cls")]


def excesses(source: str, *, package: bool) -> Iterator[str]:
    """What exceeds a limit without a reason."""
    lines = source.splitlines()

    def excused(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, kind: str) -> bool:
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        return any(lines[at - 2].strip().startswith(REASONS[kind]) for at in (node.lineno, first))

    if len(lines) > LINES and not any(line.startswith(REASONS["lines"]) for line in lines):
        yield f"{len(lines)} lines"
    for node in ast.walk(ast.parse(source)) if package else ():
        if isinstance(node, ast.ClassDef):
            number, most, kind = len(attributes(node)), ATTRIBUTES, "attributes"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            number, most, kind = len(parameters(node)), PARAMETERS, "parameters"
        else:
            continue
        if number > most and not excused(node, kind):
            yield f"line {node.lineno}, {node.name}: {number} {kind}"


def test_nothing_exceeds_a_limit_without_a_reason() -> None:
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True)
    # Without git, in a source distribution: what is there.
    names = listed.stdout.split() or [
        path.relative_to(ROOT).as_posix()
        for folder in (PACKAGE, "benchmarks", "firmware", "hardware", "tests")
        for path in (ROOT / folder).rglob("*.py")
    ]
    assert len(names) > 400
    found = [
        f"{name}: {excess}"
        for name in names
        if (ROOT / name).exists()
        for excess in excesses((ROOT / name).read_text("utf-8"), package=name.startswith(f"{PACKAGE}/"))
    ]
    assert found == []


LONG = '"""A module."""\n{reason}' + "one = 1\n" * LINES
FIELDS = "".join(f"    field{number}: int = 0\n" for number in range(ATTRIBUTES))
SET = "".join(f"        self.set{number} = 0\n" for number in range(ATTRIBUTES))
NAMES = ", ".join(f"one{number}" for number in range(PARAMETERS))


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (LONG, "lines"),
        ("{reason}class One:\n    kind: ClassVar[int] = 0\n" + FIELDS + "    more: int = 0\n", "attributes"),
        ("{reason}@dataclass\nclass One:\n" + FIELDS + "    more: int = 0\n", "attributes"),
        ("@dataclass\n{reason}class One:\n" + FIELDS + "    more: int = 0\n", "attributes"),
        ("{reason}class One:\n    def f(self):\n" + SET + "        self.more = 0\n", "attributes"),
        ("{reason}def f(" + NAMES + ", more): ...\n", "parameters"),
        ("{reason}def f(" + NAMES + ", *, more): ...\n", "parameters"),
        ("class One:\n    {reason}    def f(self, " + NAMES + ", more): ...\n", "parameters"),
    ],
)
def test_an_excess_is_found_unless_a_reason_is_beside_it(source: str, kind: str) -> None:
    (found,) = excesses(source.format(reason="# Something else\n"), package=True)
    assert kind in found
    reasoned = source.format(reason=REASONS[kind] + "because.\n")
    assert [*excesses(reasoned, package=True)] == []
    assert bool([*excesses(source.format(reason=""), package=False)]) == (kind == "lines")


@pytest.mark.parametrize(
    "source",
    [
        '"""A module."""\n' + "one = 1\n" * (LINES - 1),
        "class One:\n    kind: ClassVar[int] = 0\n" + FIELDS,
        "class One:\n    def f(self):\n" + SET,
        "class One:\n    def f(self, " + NAMES + "): ...\n",
    ],
)
def test_what_keeps_to_the_limit_is_not_named(source: str) -> None:
    assert [*excesses(source, package=True)] == []
