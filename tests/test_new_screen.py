"""The clock face of docs/developers/new-game.md, a new kind of screen, applied to a copy of the package."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```py\n# ((?:core|devices)/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = dict(BLOCK.findall((ROOT / "docs" / "developers" / "new-game.md").read_text("utf-8")))
KINDS, OTHERS = "core/cues/screens.py", "        case _:\n            assert_never(screen)\n"
CASES = {path: block for path, block in BLOCKS.items() if "case screens.ClockScreen" in block}
FUTURE = "from __future__ import annotations\n"

USED = """
from gm_appliance.core.cues.screens import ClockScreen
from gm_appliance.core.narration import marked_on
from gm_appliance.devices.display.drawing import frame
from gm_appliance.host.press_hints import hinted
from gm_appliance.core.cues.words import in_words
from gm_appliance.testing import screens
clock, later = ClockScreen("The time", 215), ClockScreen("The time", 395)
"""

SHOWN = """
for settings in ({}, {"large": True}, {"upright": True}, {"large": True, "upright": True}):
    assert frame(clock, **settings) != frame(later, **settings)
assert in_words(hinted(clock, "OK")) == "The time · 3:35 · OK"
assert (marked_on(clock), screens.marked_on(clock)) == ("", "")
"""

UNKNOWN = """
import traceback
for use in (frame, marked_on, in_words, screens.marked_on):
    try:
        use(clock)
    except AssertionError as error:
        print(traceback.extract_tb(error.__traceback__)[-2].filename.partition("/gm_appliance/")[2])
"""


def copied(folder: Path, cases: dict[str, str]) -> Path:
    """A copy of the package with the new kind of screen and these cases for it."""
    ignored = shutil.ignore_patterns("__pycache__", "static", "LC_MESSAGES")
    shutil.copytree(ROOT / "gm_appliance", folder / "gm_appliance", ignore=ignored)
    package = folder / "gm_appliance"
    kinds = (package / KINDS).read_text("utf-8")
    assert "\nScreen: TypeAlias" in kinds
    kinds = kinds.replace("\nScreen: TypeAlias", f"\n{BLOCKS[KINDS]}\n\nScreen: TypeAlias")
    kinds = kinds.replace('" | ClosedScreen"', '" | ClosedScreen | ClockScreen"')
    (package / KINDS).write_text(kinds, "utf-8")
    for path, block in BLOCKS.items():
        if path not in (KINDS, *CASES):
            (package / path).write_text(block, "utf-8")
    for path, block in cases.items():
        source = (package / path).read_text("utf-8")
        assert source.count(OTHERS) == 1
        imports, case = block[: block.index("        case")], block[block.index("        case") :]
        source = source.replace(OTHERS, case + OTHERS).replace(FUTURE, f"{FUTURE}\n{imports}", 1)
        (package / path).write_text(source, "utf-8")
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False)


def test_the_documented_clock_face_is_shown_everywhere(tmp_path: Path) -> None:
    done = run(copied(tmp_path, CASES), "-c", USED + SHOWN)
    assert done.returncode == 0, done.stderr


def test_every_place_that_does_not_know_it_says_so(tmp_path: Path) -> None:
    done = run(copied(tmp_path, {}), "-c", USED + UNKNOWN)
    # The virtual table asks the narration what is marked.
    assert sorted(done.stdout.split()) == sorted((*CASES, "core/narration.py")), done.stderr


def decides(match: ast.Match) -> bool:
    """Whether the match chooses by the kind of screen."""
    named = {one.cls for one in ast.walk(match) if isinstance(one, ast.MatchClass)}
    return len({one for one in map(ast.unparse, named) if one.endswith("Screen")}) > 2


def test_no_other_place_decides_by_the_kind_of_a_screen() -> None:
    deciding = [
        path.relative_to(ROOT / "gm_appliance").as_posix()
        for path in sorted((ROOT / "gm_appliance").rglob("*.py"))
        if "Screen()" in (source := path.read_text("utf-8"))
        for one in ast.walk(ast.parse(source))
        if isinstance(one, ast.Match) and decides(one)
    ]
    # press_hints has a case for each kind of screen without a hint; mypy finds any that it lacks. Phones show
    # the table where they have no picture of a screen.
    assert deciding == sorted((*CASES, "devices/pads/phone_pictures.py", "host/press_hints.py"))
