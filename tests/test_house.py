"""Who may import whom, and which packages must stay light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.util import resolve_name
from pathlib import Path

import pytest

from gm_appliance.games.registry import GAMES
from tests.games.highest_die import blocks

ROOT = Path(__file__).parent.parent
PACKAGE = "gm_appliance"

CLOCK_AND_CHANCE = frozenset({"datetime", "random", "secrets", "time", "uuid"})
FILES_AND_LOGS = {"glob", "importlib", "io", "locale", "logging", "os", "pathlib", "shutil", "tempfile"}
MACHINE = {"ctypes", "multiprocessing", "select", "selectors", "signal", "subprocess", "sys", "threading"}
WORLD = {"asyncio", "concurrent", "http", "queue", "socket", "socketserver", "sqlite3", "ssl", "urllib"}
OUTSIDE = CLOCK_AND_CHANCE | FILES_AND_LOGS | MACHINE | WORLD
ACTS_OUTSIDE = frozenset(("open", "print", "input", "eval", "exec"))
COMPUTED = ("import_module", "__import__", "Later")


@dataclass(frozen=True)
class Room:
    """What a room may import besides the standard library.

    house:   modules of this package, each including its submodules; or a single name of a module.
    without: parts of the standard library it may not use.
    acts:    whether it may call the built-ins that reach outside.
    wires:   it may import anything except test code, even by computed names.
    """

    house: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    without: frozenset[str] = frozenset()
    acts: bool = True
    wires: bool = False


def pure(*house: str) -> Room:
    """A room of functions: no clock, chance, files, threads or log."""
    return Room(house, ("msgspec",), OUTSIDE, acts=False)


DRIVERS = (
    *("PIL", "espeakng_loader", "evdev", "gpiozero", "hibari", "jeepney", "lgpio", "luma", "pygame"),
    *("pyttsx3", "segno", "serial", "smbus2"),
)
WIRING = Room(wires=True)

# The longest matching name decides. A room not listed may use only the standard library.
ROOMS = {
    **dict.fromkeys(("core", "core.cues", "core.deciders"), pure()),
    **dict.fromkeys(("core.standings", "core.values"), pure()),
    "core.later": WIRING,  # imports by computed names; its callers' are checked
    "core.domains": Room(without=OUTSIDE - {"random"}, acts=False),  # domains can be sampled
    "core.minds": Room(("core.domains",), without=OUTSIDE - {"random"}, acts=False),  # minds waver
    "core.contracts": pure(
        *("core.deciders", "core.domains", "core.ports.PAD_BUTTONS", "core.ports.PANEL_BUTTONS")
    ),
    "core.messages": Room(("core.language",), without=OUTSIDE - {"os"}, acts=False),  # the environment
    "core.legal": pure("core.domains", "core.messages"),
    "core.decisions": pure("core.contracts", "core.deciders", "core.domains"),
    "core.game": pure(
        *("core.deciders", "core.decisions", "core.domains", "core.legal", "core.messages", "core.minds")
    ),
    "core.standings_told": Room(
        ("core.cues", "core.language", "core.people", "core.standings"), without=OUTSIDE, acts=False
    ),
    **dict.fromkeys(("core.views", "core.observer"), pure("core.game")),
    "core.play": pure("core.game", "core.minds"),
    "core.ports": pure("core.cues"),
    "core.epilogue": pure("core.standings"),
    "core.narration": Room(
        ("core.game", "core.cues", "core.epilogue", "core.language"), without=CLOCK_AND_CHANCE
    ),
    "core.table_narration": Room(
        ("core.game", "core.cues", "core.epilogue", "core.language", "core.narration", "core.people"),
        without=CLOCK_AND_CHANCE,
    ),
    "core.people": Room(("core.language",), without=OUTSIDE, acts=False),
    "core.language": Room(without=CLOCK_AND_CHANCE),
    "core.pronunciation": Room(("core.language.HOUSE", "core.language.folder_of"), without=CLOCK_AND_CHANCE),
    "hidden_roles": Room(),  # see `room_of`
    "pickers": pure("core.game", "core.ports.PANEL"),
    "pickers.pointed": pure("core.cues", "core.game", "core.offers", "core.ports.PANEL", "pickers"),
    "host": Room(("core", "pickers", "storage.adjustments", "storage.session_log"), without=CLOCK_AND_CHANCE),
    "storage": Room(
        ("core.game", "core.people", "core.ports.FaultReport", "core.results"),
        ("msgspec",),
        without=CLOCK_AND_CHANCE,
    ),
    "storage.journal": Room(("core.domains.JSON", "core.messages")),
    # `firmware`: both sides of the wire share one file with the seat hub's protocol.
    "devices": Room(("core.cues", "core.ports"), (*DRIVERS, "firmware")),
    "devices.libraries": WIRING,  # imports libraries by computed names
    "devices.sound.language_voices": Room(("core.language.folder_of",)),
    "devices.sound.packs": Room(("core.language", "core.ports", "devices")),
    "devices.pads": Room(("core.cues", "core.messages", "core.ports", "devices"), (*DRIVERS, "firmware")),
    # The box's end of `phones`: it turns choices made there into presses.
    **dict.fromkeys(
        (
            *(f"devices.pads.phone_{one}" for one in ("choices", "panel", "pictures", "table")),
            "devices.pads.phones",
        ),
        Room(("core", "devices", "phones.messages", "pickers"), ("firmware", "msgspec")),
    ),
    # A separate process with a network: an intruder gets whatever it imports.
    "phones": Room(("core.language", "core.messages"), ("firmware", "msgspec", "nacl", "websockets")),
    "phones.messages": pure(),
    "phones.invitation": Room(("core.ports.Invitation", "phones.addresses")),
    "phones.frames": Room(("phones.messages",), ("firmware", "msgspec"), OUTSIDE, acts=False),
    "phones.hub": Room(("phones",), ("firmware", "msgspec"), OUTSIDE, acts=False),
    "phones.phone": Room(("phones.frames",), ("firmware",), OUTSIDE, acts=False),
    # Likewise: of the house it has only words.
    "room": Room(("core.language", "phones.sockets"), ("msgspec", "paho")),
    "room.messages": pure("core.values"),
    "room.moments": pure("core.cues", "core.game", "room.messages"),
    "room.discovery": Room(("core.language", "room"), ("msgspec",)),
    "phones.sockets": Room(("core.messages",)),
    "simulator": Room(("core", "devices", "pickers"), ("aiohttp", "firmware", "msgspec")),
    "simulator.people": Room(("core", "pickers")),
    # It runs before any library is available; lgpio is Debian's.
    **dict.fromkeys(("devices.gpio_chips", "devices.raspberry_pi"), Room()),
    "install": Room(("core.messages", "devices.display.bare", "install", "usage")),
    "install.unplug": Room(("devices.display.bare", "devices.raspberry_pi", "install")),
    "install.voices": Room(("core.language", "core.messages", "devices.sound.language_voices", "install")),
    "install.rescue": Room(("devices.display.bare", "devices.gpio_chips", "install"), ("lgpio",)),
    "usage": Room(("core.language", "core.messages")),
    **dict.fromkeys(("app", "cli", "config", "games.registry", "start", "testing"), WIRING),
}

FOR_TESTS = f"{PACKAGE}.testing"
"""Imported by no other part of the package."""

RULES = (
    "core.game",
    "core.later",
    "core.ratings",
    "core.results",
    "core.standings",
    "core.tallies",
    "core.views",
)
"""Imports allowed in a game's rules, besides their own game."""

TOLD = (
    *("core.game", "core.results", "core.cues", "core.narration", "core.language", "core.people"),
    *("core.epilogue", "core.standings", "core.standings_told", "core.table_narration"),
    *("core.ratings", "core.tallies", "core.values"),
)
"""Imports allowed in a game's narration, besides its own game."""


KIT = "hidden_roles"
"""Built like a game, and part of the games that stand on it."""


def _split(parts: list[str]) -> tuple[str, list[str]]:
    """The game or kit that a module belongs to, and the rest of its name; empty for all other modules."""
    if parts[0] == KIT:
        return KIT, parts[1:]
    is_game = parts[0] == "games" and len(parts) > 1 and parts[1] != "registry"
    return (f"games.{parts[1]}", parts[2:]) if is_game else ("", [])


def room_of(module: str) -> Room:
    """The rule for a module, given without the package: ``"games.thor.rules"``. A room may import itself."""
    parts = module.split(".")
    own, below = _split(parts)
    if own:
        if below[:1] == ["narration"]:
            return Room((*TOLD, own, KIT), without=CLOCK_AND_CHANCE)
        if below[:1] == ["opponent"]:
            return Room(("core.game", own), without=OUTSIDE - {"random"}, acts=False)
        # The players' names are not part of any game's rules; the menu asks for them.
        asks = ("core.people",) if own == "games.menu" else ()
        return pure(*RULES, *asks, own, KIT)
    above = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    name = next((one for one in above if one in ROOMS), parts[0])
    room = ROOMS.get(name, Room())
    return replace(room, house=(*room.house, name)) if name else room


def tells_a_secret(module: str, name: str) -> bool:
    """Whether a game's narration imports its secret state, or its rules import its narration."""
    imported = name.removeprefix(f"{PACKAGE}.").split(".")
    (own, below), (other, part) = _split(module.split(".")), _split(imported)
    if not own or not other:
        return False
    return imported[-1] == "State" if below[:1] == ["narration"] else part[:1] == ["narration"]


def imports_of(tree: ast.AST, package: str) -> Iterator[tuple[int, str | None]]:
    """The line and full dotted name of every import, also in functions; None for a computed name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
        elif (
            isinstance(node, ast.Call)
            and getattr(node.func, "attr", getattr(node.func, "id", "")) in COMPUTED
        ):
            name = node.args[0] if node.args else None
            yield node.lineno, str(name.value) if isinstance(name, ast.Constant) else None


def may_import(room: Room, name: str) -> bool:
    top, _, below = name.partition(".")
    if top == PACKAGE:
        everybodys = ("__", "core.values")
        return below.startswith(everybodys) or any(f"{below}.".startswith(f"{one}.") for one in room.house)
    if top in sys.stdlib_module_names:
        return top not in room.without
    return top in room.libraries


def faults(module: str, source: str, is_package: bool = False) -> list[str]:
    """Violations in a module's source, each as ``"module:line what"``."""
    room = room_of(module)
    tree = ast.parse(source)
    full = f"{PACKAGE}.{module}" if module else PACKAGE
    package = full if is_package else full.rpartition(".")[0]
    found = []
    for line, name in imports_of(tree, package):
        if room.wires:
            allowed = full.startswith(FOR_TESTS) or not (name or "").startswith(FOR_TESTS)
        else:
            allowed = name is not None and may_import(room, name) and not tells_a_secret(module, name)
        if not allowed:
            found.append(f"{module}:{line} may not import {name or 'by a computed name'}")
    names = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    acting = [one for one in names if isinstance(one, ast.Name) and one.id in ACTS_OUTSIDE]
    return found + [f"{module}:{one.lineno} may not call {one.id}" for one in acting if not room.acts]


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the package, named without the package, and its file."""
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        parts = path.relative_to(ROOT / PACKAGE).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


@pytest.mark.many
def test_imports_run_one_way() -> None:
    for module, path in modules():
        assert faults(module, path.read_text("utf-8"), path.name == "__init__.py") == []


def decided_in_games() -> set[str]:
    """The names of the decisions of the games and of their kit, and of the games."""
    made = re.compile(r'\bDecision\(\s*"([\w.-]+)"')
    paths = [*(ROOT / PACKAGE / "games").glob("*/**/*.py"), *(ROOT / PACKAGE / "hidden_roles").rglob("*.py")]
    own = [path for path in paths if not {"menu", "joining", "checkup"} & {*path.parts}]
    return {name for path in own for name in made.findall(path.read_text("utf-8"))} | {*GAMES}


def games_named(source: str) -> set[str]:
    texts = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str)} & decided_in_games()


def test_the_simulator_names_no_game_and_no_decision_of_one() -> None:
    for path in sorted((ROOT / PACKAGE / "simulator").glob("*.py")):
        assert games_named(path.read_text("utf-8")) == set(), path.name
    assert games_named('if decision.name == "council.drop": vote("thor")') == {"council.drop", "thor"}


def lost_files(page: str) -> set[str]:
    """The files and folders that a page names and that do not exist, in the package or beside it."""
    named = set(re.findall(r"`([\w/*.-]+(?:/|\.\w+))`", page))
    return {one for one in named if not any((*ROOT.glob(one), *(ROOT / PACKAGE).glob(one)))}


def test_the_page_names_files_that_exist() -> None:
    page = (ROOT / "docs/developers/house.md").read_text("utf-8")
    assert lost_files(page) == set()
    assert lost_files("`core/no.py` and `locales/*/no.toml`") == {"core/no.py", "locales/*/no.toml"}


@pytest.mark.parametrize("module", ["rules", "narration"])
def test_the_new_game_of_the_page_keeps_the_rules(module: str) -> None:
    assert faults(f"games.highest_die.{module}", blocks()[f"highest_die/{module}.py"]) == []


def test_every_rule_is_for_a_room_that_exists_and_every_room_has_one() -> None:
    there = {module for module, _ in modules()}
    assert not set(ROOMS) - there
    assert {module.split(".")[0] for module in there} - {""} == {name.split(".")[0] for name in ROOMS}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("core.game", "import gm_appliance.core.cues"),
        ("core.game", "from . import play"),
        ("core.game", "def f():\n    print('a secret')"),
        ("core.game", "from random import Random"),
        ("core.ports", "import PIL.Image"),
        ("games.thor.rules", "from gm_appliance.games.gotterdammerung import rules"),
        ("hidden_roles.rules", "from gm_appliance.games.gotterdammerung import rules"),
        ("games.gotterdammerung.narration.events", "from gm_appliance.hidden_roles.hooks import State"),
        ("games.thor", "Later('gm_appliance.games.gotterdammerung.rules')"),
        ("games.thor.rules", "from ..gotterdammerung.model import GotterdammerungView"),
        ("games.thor.rules", "from gm_appliance.games.thor.narration import Thor"),
        ("games.thor.rules", "def now():\n    from time import time\n    return time()"),
        ("games.thor.rules", "from gm_appliance.core import cues"),
        ("games.thor.narration.events", "from ..model import State"),
        ("games.thor.narration", "from gm_appliance.games.valda.model import ValdaView"),
        ("pickers.menu", "from gm_appliance.core.ports import Edge"),
        ("pickers.menu", "import threading"),
        ("devices.panel", "from gm_appliance.core.game import Choice"),
        ("host.loop", "from gm_appliance import games"),
        ("host.loop", "from gm_appliance.devices import *"),
        ("host.loop", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import luma.core"),
        ("host.loop", "from importlib import import_module\nimport_module('gm_appliance.games.thor')"),
        ("host.loop", "__import__('pygame')"),
        ("storage.journal", "from gm_appliance.core.game import Choice"),
        ("storage.recent_setups", "from gm_appliance.games.menu.rules import SETUPS"),
        ("simulator.web", "from gm_appliance.host.loop import Host"),
        ("simulator.people", "from gm_appliance.games.gotterdammerung.model import CONSPIRE"),
        ("app.evening", "from gm_appliance.testing import VirtualTable"),
        ("host.loop", "from gm_appliance import testing"),
        ("newcomer", "from gm_appliance.core.cues import Say"),
        ("", "import PIL"),
    ],
)
def test_a_forbidden_import_is_caught(module: str, source: str) -> None:
    assert len(faults(module, source)) == 1


def test_relative_imports_of_a_package_start_at_itself() -> None:
    assert faults("games.thor", "from .rules import apply", is_package=True) == []
    assert faults("games.thor", "from ..gotterdammerung import rules", is_package=True) != []


HEAVY = (*DRIVERS, "aiohttp")
LIGHT = ("core", "games", "host", "pickers", "storage")


def loaded_by(statements: str) -> set[str]:
    """The modules a fresh interpreter has loaded after these statements."""
    code = f"{statements}\nimport sys\nprint(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    return set(done.stdout.split())


def heavy_among(loaded: set[str]) -> set[str]:
    return {name.split(".")[0] for name in loaded} & set(HEAVY)


def test_the_light_rooms_load_no_web_audio_hardware_or_picture_library() -> None:
    light = [module for module, _ in modules() if module.split(".")[0] in LIGHT]
    loaded = loaded_by("\n".join(f"import {PACKAGE}.{module}".rstrip(".") for module in light))
    assert {f"{PACKAGE}.host.loop", f"{PACKAGE}.core.game", f"{PACKAGE}.pickers"} <= loaded
    assert heavy_among(loaded) == set()


def test_the_virtual_table_needs_none_of_them_either() -> None:
    loaded = loaded_by(f"import {FOR_TESTS}")
    assert f"{FOR_TESTS}.table" in loaded
    assert {*heavy_among(loaded), *loaded & {"pytest", "unittest.mock"}} == set()


def test_a_heavy_library_is_caught() -> None:
    assert heavy_among(loaded_by("import PIL.Image, serial")) == {"PIL", "serial"}


def test_the_package_itself_loads_none_of_its_rooms() -> None:
    assert {name for name in loaded_by(f"import {PACKAGE}") if name.startswith(PACKAGE)} == {PACKAGE}


def test_the_host_loads_no_game_and_no_driver() -> None:
    ours = {name for name in loaded_by(f"import {PACKAGE}.host.loop") if name.startswith(f"{PACKAGE}.")}
    assert f"{PACKAGE}.core.play" in ours
    assert not {name for name in ours if name.startswith((f"{PACKAGE}.games", f"{PACKAGE}.devices"))}
