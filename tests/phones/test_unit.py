"""The unit of the phones' process, and the socket that starts it."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gm_appliance.app.phones import SOCKETS
from tests.app.units import DENY_WRITE_EXECUTE, SYSTEMD, allowed, known_to_systemd, read
from tests.phones.crowd import Box, Crowd, Phone, until

UNIT = (SYSTEMD / "gm-appliance-phones.service").read_text("utf-8")
SOCKET = read((SYSTEMD / "gm-appliance-phones.socket").read_text("utf-8"))["Socket"]
SERVICE = read(UNIT)["Service"]

ACTIVATES = """
import os, socket, sys
sockets = [socket.socket(socket.AF_UNIX) for _ in range(2)]
for one, name in zip(sockets, ("hub", "page")):
    one.bind(os.path.join(sys.argv[1], name))
    one.listen()
    one.set_inheritable(True)
assert [one.fileno() for one in sockets] == [3, 4]
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="2")
os.execvp(sys.argv[2], sys.argv[2:])
"""
"""Passes sockets on as systemd does."""


@pytest.mark.process
def test_every_key_is_known_and_nobody_else_may_connect() -> None:
    known = known_to_systemd()
    assert set(SERVICE) <= known["Service"]
    assert set(SOCKET) <= known["Socket"]
    assert SOCKET["ListenStream"] == [f"{SOCKETS}/hub", f"{SOCKETS}/page"]
    assert (SOCKET["SocketUser"], SOCKET["SocketMode"]) == (["gm-appliance"], ["0600"])
    assert "Install" not in read(UNIT), "only its socket starts it"


@pytest.mark.process
def test_it_is_hardened_and_what_has_the_games_has_no_network() -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here")
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=15", "--no-pager"]
    file = str(SYSTEMD / "gm-appliance-phones.service")
    done = subprocess.run([*command, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    box = read((SYSTEMD / "gm-appliance.service").read_text("utf-8"))["Service"]
    assert box["PrivateNetwork"] == ["yes"]
    assert "DynamicUser" in SERVICE
    assert "/var/lib/gm-appliance" in SERVICE["InaccessiblePaths"][0]


class _Activated:
    """The process started as systemd would, under strace, in the place of a child."""

    def __init__(self, folder: Path, trace: Path) -> None:
        strace = ("strace", "-D", "-f", "-qq", "-e", "signal=none", "-o", str(trace))
        run = (sys.executable, "-m", "gm_appliance.cli", "phones")
        command = (sys.executable, "-c", DENY_WRITE_EXECUTE, sys.executable, "-c", ACTIVATES, str(folder))
        self.process = subprocess.Popen((*command, *strace, *run), stdin=subprocess.DEVNULL)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@pytest.mark.process
@pytest.mark.skipif(
    not (shutil.which("strace") and shutil.which("systemd-analyze")),
    reason="strace or systemd-analyze is missing; get them with: apt install strace systemd",
)
def test_it_does_with_the_system_calls_that_its_unit_allows(box: Box, crowd: Crowd, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    with closing(_Activated(box.folder, trace)):
        box.child.start = lambda: None  # type: ignore[method-assign]
        phone = Phone(crowd, box.invite(), box.pads.token)
        phone.takes(3)
        phone.press(0)
        until(lambda: box.inbox.edges)
        box.pads.rest()
        until(lambda: phone.codes)
    calls = set(re.findall(r"^\d+ +([a-z0-9_]+)\(", trace.read_text(errors="replace"), re.MULTILINE))
    assert "accept4" in calls
    assert calls - allowed(UNIT) == set()
