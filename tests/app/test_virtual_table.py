"""The port of the virtual table."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("aiohttp", reason="the virtual table needs aiohttp: pip install '.[simulator]'")

pytestmark = pytest.mark.process

COMMAND = (sys.executable, "-m", "gm_appliance.cli", "simulate", "--no-sound", "--no-browser")


def test_a_port_in_use_is_reported_and_another_one_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = str(server.getsockname()[1])
        command = [*COMMAND, "--language", "en", "--state", str(tmp_path), "--port", taken]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            said, where = process.stdout.readline(), process.stdout.readline()
            process.kill()
    assert f"Port {taken} is in use" in said
    (port,) = (word.rpartition(":")[2].partition("/")[0] for word in where.split() if "http" in word)
    assert port.isdigit()
    assert f"port {port}." in said
    assert port != taken
