"""Files are private, and memory is never dumped."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gm_appliance import cli
from gm_appliance.app import privacy
from gm_appliance.core.cues.props import Card
from gm_appliance.simulator.table_file import SavedTable, TableFile
from tests.app.service import Service

TOLD_AT_ITS_END = """
import ctypes, json, os, resource, sys
from gm_appliance.cli import main

os.umask(0o022)
PR_GET_DUMPABLE = 3
before = ctypes.CDLL(None).prctl(PR_GET_DUMPABLE, 0, 0, 0, 0)
code = main(sys.argv[4:])
after = ctypes.CDLL(None).prctl(PR_GET_DUMPABLE, 0, 0, 0, 0)
print(json.dumps([before, after, resource.getrlimit(resource.RLIMIT_CORE)]), flush=True)
sys.exit(code)
"""
"""Runs a command and prints whether a core could be dumped."""

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="prctl is Linux")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def open_to_all() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@LINUX
@pytest.mark.process
def test_the_service_leaves_no_core_and_no_file_readable_by_others(tmp_path: Path) -> None:
    with closing(Service(tmp_path, (sys.executable, "-c", TOLD_AT_ITS_END))) as service:
        service.until("READY=1")
        limits = Path(f"/proc/{service.process.pid}/limits").read_text()
        (core,) = (line.split()[4:6] for line in limits.splitlines() if line.startswith("Max core file"))
        assert core == ["0", "0"]
        assert service.end(signal.SIGTERM) == 0
    assert json.loads(service.log.read_text().splitlines()[-1]) == [1, 0, [0, 0]]
    state = tmp_path / "state"
    made = [state, *state.rglob("*")]
    assert {"journal.sqlite", "voice", "prompts"} <= {one.name for one in made}
    assert {one: mode(one) for one in made if mode(one) & 0o077} == {}


@LINUX
@pytest.mark.process
def test_a_virtual_table_keeps_its_files_as_private(tmp_path: Path) -> None:
    pytest.importorskip("aiohttp", reason="the virtual table needs aiohttp")
    arguments = ("simulate", "--no-sound", "--no-browser", "--state", str(tmp_path / "state"), "--port", "0")
    command = (sys.executable, "-c", TOLD_AT_ITS_END, "", "", "", *arguments)
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        try:
            assert process.stdout
            assert "http://" in process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            told, _ = process.communicate(timeout=60.0)
        finally:
            process.kill()
    assert process.returncode == 0
    assert json.loads(told.splitlines()[-1]) == [1, 1, [0, 0]]
    made = [tmp_path / "state", *(tmp_path / "state").rglob("*")]
    assert {"journal.sqlite", "page-token"} <= {one.name for one in made}
    assert {one: mode(one) for one in made if mode(one) & 0o077} == {}


@pytest.mark.parametrize("there", [None, 0o666, 0o600])
def test_a_transcript_is_private(there: int | None, tmp_path: Path, open_to_all: None) -> None:
    file = tmp_path / "evening.jsonl"
    if there is not None:
        file.write_text("an older and much longer one\n" * 100_000)
        file.chmod(there)
    assert cli.main(["play", "gotterdammerung", "--auto", "1", "--transcript", str(file)]) == 0
    assert mode(file) == 0o600
    lines = file.read_text("utf-8").splitlines()
    assert [json.loads(line)["kind"] for line in lines][-1] == "outcome"


def test_a_transcript_into_a_pipe_leaves_its_mode_unchanged(tmp_path: Path, open_to_all: None) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o622)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with privacy.open_private(str(pipe)) as file:
        file.write("a line\n")
    assert os.read(reading, 100) == b"a line\n"
    os.close(reading)
    assert mode(pipe) == 0o622


def test_reading_the_virtual_cards_makes_their_file_private(tmp_path: Path) -> None:
    file = tmp_path / "virtual-table.json"
    kept = SavedTable((Card(0, "P", name="protect", own=True),), "1 protect", frozenset({2}))
    TableFile(file).save(kept)
    assert mode(file) == 0o600
    file.chmod(0o644)
    assert TableFile(file).load() == kept
    assert mode(file) == 0o600
