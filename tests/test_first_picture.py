"""Nothing that can wait is loaded before the first picture."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LGPIO = """
from gpiozero.pins import local
from tests.devices.fake_lgpio import Chip, module
globals().update({name: one for name, one in vars(module(Chip())).items() if name[0] != "_"})
local.get_pi_revision = lambda: 0xA02082
"""
"""The pins, for gpiozero as it is loaded on a Pi."""

FIRST_PICTURE = """
import os, sys
from functools import partial
from gm_appliance.app import real_table
from tests.benches.decoded_bus import DecodedBus
def drawn(picture):
    os.write(1, "\\n".join(sys.modules).encode())
    os._exit(0)
real_table.run = partial(real_table.run, bus=DecodedBus(drawn))
sys.argv = ["gm-appliance", "run", "--state", sys.argv[1], "--config", sys.argv[1] + "/box.toml"]
from gm_appliance.start import main
sys.exit(main())
"""
"""Exits at the first picture, printing the modules loaded by then."""

ENGINES = {"pyttsx3", "numpy", "espeakng_loader"}
LATER = ENGINES | {"pygame", "email", "zipfile", "statistics", "multiprocessing", "colorzero", "difflib"}
"""Imports that would delay the first picture: a sound library, and modules pulled in by others."""


def started(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run the real command line up to its first prompt's picture."""
    (folder / "lgpio.py").write_text(LGPIO)
    (folder / "box.toml").write_text('[pads]\nport = "none"\n')
    quiet = {"SDL_AUDIODRIVER": "dummy", "SDL_VIDEODRIVER": "dummy", "PATH": os.environ.get("PATH", "")}
    path = os.pathsep.join((str(folder), str(ROOT), sysconfig.get_path("purelib")))
    surroundings = {
        "PYTHONPATH": path,
        "PYTHONPYCACHEPREFIX": str(folder / "cache"),
        "NOTIFY_SOCKET": str(folder / "nobody-listens"),
    }
    command = [sys.executable, "-S", "-c", code, str(folder)]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=surroundings | quiet,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        said = process.communicate()
        # Its child processes, such as a speech engine, would still write into the folder.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    return subprocess.CompletedProcess(command, process.returncode, *said)


@pytest.mark.process
def test_what_can_wait_is_not_loaded_before_the_first_picture(tmp_path: Path) -> None:
    done = started(tmp_path, FIRST_PICTURE)
    loaded = done.stdout.splitlines()
    assert "gpiozero.pins.lgpio" in loaded, done.stderr
    assert LATER.intersection(one.partition(".")[0] for one in loaded) == set()
    planted = FIRST_PICTURE.replace("import os, sys", "import os, sys, difflib")
    assert "difflib" in started(tmp_path, planted).stdout.splitlines()
