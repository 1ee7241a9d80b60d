"""Chance at a real table comes only from the operating system."""

from __future__ import annotations

import ast
import os
import random
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests import dice

PACKAGE = Path(__file__).parents[2] / "gm_appliance"


class Scripted:
    def __init__(self) -> None:
        self._script = Random(1).randbytes(100_000)
        self.given = 0

    def urandom(self, count: int) -> bytes:
        self.given += count
        return self._script[self.given - count : self.given]

    def throws(self) -> Iterator[int]:
        """A die's throws: the upper three bits of each byte, without 6 and 7."""
        first = 64 // 8  # the numbers of the prompts, once a start
        return (1 + (byte >> 5) for byte in self._script[first:] if byte >> 5 < 6)


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    scripted = Scripted()
    monkeypatch.setattr(os, "urandom", scripted.urandom)
    # The name by which SystemRandom, and so `secrets`, has it.
    monkeypatch.setattr(random, "_urandom", scripted.urandom)
    return scripted


THROWS = 3 * dice.IN_A_GAME


@pytest.mark.parametrize("seed", [1, 2])
def test_the_throws_follow_nothing_else(seed: int, system: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    hour = 3600.0 * seed
    for clock in ("time", "monotonic", "perf_counter"):
        monkeypatch.setattr(time, clock, lambda: hour)
    random.seed(seed)
    before = random.getstate()
    thrown = dice.thrown(THROWS)
    assert random.getstate() == before, "the generator all modules share was asked"
    assert thrown == list(islice(system.throws(), THROWS))


NOT_AT_A_REAL_TABLE = ("simulator/", "testing/", "app/headless.py")

ALLOWED = {
    "app/bg_stats.py": {"uuid.uuid5", "uuid.NAMESPACE_URL"},  # the same for the same game
    "app/evening.py": {"secrets.randbits"},
    "app/evening_settings.py": {"random.Random", "random.SystemRandom"},
    "app/thinking.py": {"random.Random", "Random(seed)"},  # of 64 bits that the evening's generator draws
    "app/virtual_table.py": {"random.SystemRandom"},
    # Keys, tokens, passwords and the numbers of sessions and journals: nothing of a game.
    "app/phones_token.py": {"secrets"},
    "devices/own_wifi.py": {"secrets"},
    "devices/pads/phones.py": {"secrets"},
    "phones/connection.py": {"secrets"},
    "storage/journal/files.py": {"secrets.randbelow"},
    "phones/process.py": {"random.SystemRandom"},
    "core/domains.py": {"random.Random"},  # a type: the caller brings the generator
    "core/minds.py": {"random.Random"},  # the same: an opponent wavers as the host has it
    "devices/pads/link.py": {"random.Random", "random.SystemRandom"},
    "devices/sound/storm.py": {"random.Random", "Random(seed)"},  # the storm sounds the same every time
    **{f"games/odins_table/opponent/{one}.py": {"random.Random"} for one in ("deals", "mind", "search")},
}
"""The only modules that name a source of chance, and which."""

SOURCES = ("random", "secrets", "uuid", "numpy")


def chance_named(source: str) -> set[str]:
    """The sources of chance that a module imports or makes."""
    named: set[str] = set()
    if not any(word in source for word in (*SOURCES, "Random")):  # sooner than parsing it
        return named
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            named |= {one.name for one in node.names if one.name.split(".")[0] in SOURCES}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in SOURCES:
            named |= {f"{node.module}.{one.name}" for one in node.names}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Random":
            named.add("Random(seed)")
        elif isinstance(node, ast.Attribute) and node.attr in ("urandom", "getrandom"):
            named.add(f"os.{node.attr}")
    return named


def modules() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(NOT_AT_A_REAL_TABLE):
            yield name, path.read_text("utf-8")


def test_no_module_uses_another_source_of_chance() -> None:
    assert {name: named for name, source in modules() if (named := chance_named(source))} == ALLOWED


@pytest.mark.parametrize(
    ("planted", "named"),
    [
        ("import random\nrandom.randint(1, 6)", {"random"}),
        ("import random as r", {"random"}),
        ("from random import randint", {"random.randint"}),
        ("def f():\n    from random import Random\n    return Random(7)", {"random.Random", "Random(seed)"}),
        ("import uuid\nuuid.uuid4()", {"uuid"}),
        ("from numpy.random import default_rng", {"numpy.random.default_rng"}),
        ("import os\nos.urandom(1)[0] % 6", {"os.urandom"}),
        ("from gm_appliance.core.game import Chance", set()),
    ],
)
def test_a_planted_source_is_found(planted: str, named: set[str]) -> None:
    assert chance_named(planted) == named
