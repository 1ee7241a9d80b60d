"""The service makes only system calls that its systemd unit allows, and needs no writable executable memory.

The real program runs under strace, with the children that render voice and storm; its calls are compared with
the unit's filter. `MemoryDenyWriteExecute` is enforced by the kernel.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import sys
import wave
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.app.service import PATIENCE, Service
from tests.app.units import DENY_WRITE_EXECUTE, allowed
from tests.devices.sound.workshop import real

UNIT = (Path(__file__).parents[2] / "systemd" / "gm-appliance.service").read_text("utf-8")

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(
        not (shutil.which("strace") and shutil.which("systemd-analyze")),
        reason="strace or systemd-analyze is missing; get them with: apt install strace systemd",
    ),
]

NEEDLESS = frozenset(("mbind", "sched_setaffinity"))
"""Calls that the libraries of a neural engine can do without."""

ROOT_ALONE = {"fchown"}
"""Called by SQLite only as root, to give files to the database's owner."""


def has_sounded(folder: Path) -> bool:
    return all(any(folder.glob(f"state/voice/{one}")) for one in ("prompts/*.wav", "rain-*.wav", "horn*.wav"))


def has_spoken(folder: Path, rate: int) -> bool:
    """Whether a sentence was rendered with this many samples a second."""
    for file in folder.glob("state/voice/prompts/*.wav"):
        with wave.open(str(file)) as wav:
            if wav.getframerate() == rate:
                return True
    return False


def calls_of_an_evening(
    folder: Path,
    config: str = "",
    has_sounded: Callable[[Path], bool] = has_sounded,
    refused: frozenset[str] = frozenset(),
    unit: str = UNIT,
) -> set[str]:
    """The system calls of a service that has sounded, which the unit refuses. refused: calls that fail, as
    the unit has them fail."""
    trace = folder / "trace"
    # The other calls run at full speed, or the slow start of a large engine would count as a hang.
    others = f"!{','.join(f'?{call}' for call in sorted(allowed(unit)))}"
    options = f"-D -f --seccomp-bpf -qq --signal=none --trace={others} -o {trace}"
    if refused:
        options += f" --inject={','.join(refused)}:error=EPERM"
    strace = ("strace", *options.split())
    with closing(Service(folder, (sys.executable, "-c", DENY_WRITE_EXECUTE, *strace), config)) as service:
        service.until("READY=1")
        service.pings_until(partial(has_sounded, folder), 12 * PATIENCE)
        assert service.end(signal.SIGTERM) == 0
    return set(re.findall(r"^\d+ +([a-z0-9_]+)\(", trace.read_text(errors="replace"), re.MULTILINE))


@pytest.mark.long
def test_every_system_call_of_the_service_is_allowed(tmp_path: Path) -> None:
    # Samples of the other voices are rendered ahead, and one that is loaded can do without these.
    unit = UNIT.replace("SystemCallFilter=nice setpriority\n", "")
    calls = calls_of_an_evening(tmp_path, unit=unit) - ROOT_ALONE - NEEDLESS
    assert calls - allowed(UNIT) == set()
    assert calls == {"setpriority"}


@pytest.mark.long
@pytest.mark.skipif(
    not shutil.which("flite") and "flite" not in os.environ.get("GM_REQUIRE_VOICES", "").split(),
    reason="flite is missing; get it with: apt install flite",
)
def test_a_speech_program_may_run_in_the_sandbox(tmp_path: Path) -> None:
    said = tmp_path / "said"
    shell = f'tee -a {said} | {{ read -r text; flite -t "$text" -o /dev/stdout; }}'
    calls = calls_of_an_evening(
        tmp_path, f"[voice]\ncommand = {json.dumps(shlex.join(('sh', '-c', shell)))}\n"
    )
    assert calls - ROOT_ALONE <= NEEDLESS
    assert said.read_text(), "it was asked"
    assert "espeak-ng speaks instead" not in (tmp_path / "log.txt").read_text(), "and spoke"


@pytest.mark.long
def test_an_engine_that_stays_loaded_may_run_in_the_sandbox(tmp_path: Path) -> None:
    real("hibari/heart")
    config, spoken = '[voice]\nengine = "hibari"\n', partial(has_spoken, rate=24_000)
    calls = calls_of_an_evening(tmp_path, config, spoken, NEEDLESS)
    assert calls - ROOT_ALONE <= NEEDLESS
    failed = re.findall(r".*espeak-ng speaks instead", (tmp_path / "log.txt").read_text())
    assert all("no answer within" in line for line in failed), "busy machines are slow, and it did speak"
