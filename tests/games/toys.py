"""Games that are not in the box, installed for a test."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import gm_appliance.games
from gm_appliance.games.registry import RegisteredGame
from tests.catalogues import faults

ROOT = Path(__file__).parents[2]


def written(files: dict[str, str], games: Path) -> None:
    """Write a game's files into a folder of games."""
    for path, source in files.items():
        file = games / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, encoding="utf-8")


@contextmanager
def added(files: dict[str, str], folder: Path) -> Iterator[RegisteredGame]:
    """Install a game from a folder beside the built-in ones; yields its registry entry."""
    line = files.pop("registry.py")
    written(files, folder / "games")
    names: dict[str, object] = {"RegisteredGame": RegisteredGame}
    modules = [f"gm_appliance.games.{path[:-3].replace('/', '.')}" for path in files if path.endswith(".py")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gm_appliance.games, "__path__", [*gm_appliance.games.__path__, str(folder / "games")])
        for module in modules:
            names |= vars(importlib.import_module(module))
        registered = eval(line, names)
        assert isinstance(registered, RegisteredGame)
        yield registered
    for module in [name for name in sys.modules if name.startswith(modules[0].rpartition(".")[0])]:
        del sys.modules[module]


def checked(files: dict[str, str], root: Path) -> list[str]:
    """Faults in a game's sentences, found by the checks for the built-in games."""
    for path in ("core/people.py", "locales/placeholders.toml"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "gm_appliance" / path, root / path)
    written({path: source for path, source in files.items() if path != "registry.py"}, root / "games")
    (package,) = {path.split("/")[0] for path in files if "/" in path}
    return faults(root, (f"gm_appliance.games.{package}",))
