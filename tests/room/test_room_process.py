"""The process between box and broker, and the box's end of its line."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from gm_appliance.app import room as box_end
from gm_appliance.app.doctor.command import enclosed
from gm_appliance.app.doctor.diagnosis import WORKS
from gm_appliance.app.doctor.faults import Box as DoctorBox
from gm_appliance.app.doctor.machine import Machine
from gm_appliance.app.doctor.room import broker as tried
from gm_appliance.app.phones import Child
from gm_appliance.app.room import LOST, RoomLine, RoomTeller, link_to, open_room
from gm_appliance.config import Configuration, parse
from gm_appliance.config.command import shown
from gm_appliance.core.game import Decision, OneOf, Outcome, Table
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.room import process
from gm_appliance.room.messages import SOCKETS, Link, Post
from gm_appliance.room.moments import TICK, Moments
from tests.app.units import DENY_WRITE_EXECUTE, SYSTEMD, allowed, known_to_systemd, read
from tests.phones.crowd import until
from tests.room.brokers import Ear, Mosquitto, needs_mosquitto, silent_server
from tests.room.room_evening import Still

pytestmark = pytest.mark.process

STATE = "gm-appliance/table/state"
UNIT = (SYSTEMD / "gm-appliance-room.service").read_text("utf-8")
SOCKET = read((SYSTEMD / "gm-appliance-room.socket").read_text("utf-8"))["Socket"]
SERVICE = read(UNIT)["Service"]


@pytest.fixture
def folder() -> Iterator[Path]:
    # Not pytest's folder: the path of a Unix socket is short.
    with TemporaryDirectory(prefix="gm-") as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_end, "AGAIN", 0.05)
    monkeypatch.setattr(box_end, "GLANCE", 0.1)


class Box:
    """The box's end, with the process as its child."""

    def __init__(self, stack: ExitStack, folder: Path, link: Link, child: Child | None = None) -> None:
        self.child = child or stack.enter_context(closing(Child("room", folder)))
        self.lost: list[float] = []
        line = RoomLine(folder, link, Post("first", "1"), self.child.start)
        lost = lambda: self.lost.append(1)  # noqa: E731
        self.teller = stack.enter_context(
            closing(RoomTeller(time.monotonic, Moments(), line=line, lost=lost))
        )
        self.room = self.teller


def asked(name: str) -> Decision:
    return Decision(name, Table(), OneOf(("yes", "no")))


@needs_mosquitto
def test_a_game_is_heard_at_the_broker(
    broker: Callable[..., Mosquitto], ear: Callable[..., Ear], stack: ExitStack, folder: Path
) -> None:
    port = broker().port
    here, box = ear(port), Box(stack, folder, Link("127.0.0.1", port))

    def moment(name: str) -> None:
        until(lambda: json.loads(here.last(STATE) or "{}").get("moment") == name, name)

    moment("menu")
    assert here.last("gm-appliance/table/first") == "1"
    box.room.began()
    moment("day")
    box.room.storm(True)
    moment("night")
    box.room.storm(False)
    moment("day")
    box.room.finished(Outcome(("village",), "won"))
    moment("reveal")
    until(lambda: any('"won"' in one for one in here.payloads(STATE)))
    assert box.lost == []


@pytest.mark.long
@needs_mosquitto
def test_a_process_that_ends_in_a_game_is_started_again_and_told_the_present(
    broker: Callable[..., Mosquitto], ear: Callable[..., Ear], stack: ExitStack, folder: Path
) -> None:
    port = broker().port
    here, box = ear(port), Box(stack, folder, Link("127.0.0.1", port))
    available = "gm-appliance/table/available"
    box.room.storm(True)
    until(lambda: "night" in here.last(STATE) and here.last(available) == "online")
    box.child.close()
    until(lambda: here.last(available) == "offline")
    before = len(here.heard)
    until(lambda: here.last(available) == "online")
    assert ["night" in one.payload for one in here.heard[before:] if one.topic == STATE] == [True]


@pytest.mark.long
@needs_mosquitto
def test_a_broker_that_is_gone_is_told_once_and_never_in_a_game(
    broker: Callable[..., Mosquitto], stack: ExitStack, folder: Path
) -> None:
    server = broker()
    box = Box(stack, folder, Link("127.0.0.1", server.port))
    state = folder / "told" / "state"
    until(lambda: state.exists() and state.read_text() == "fine")
    box.room.began()
    server.stop()
    until(lambda: state.read_text() == "closed")
    until(lambda: state.read_text() == "refused")
    looks: list[int] = []
    line: Any = box.teller._line
    line.has_failed = lambda: not looks.append(1)  # type: ignore[func-returns-value]
    box.room.asked(1, asked("council.close"))
    box.room.asked(2, asked("council.vote"))
    assert (looks, box.lost) == ([], [])
    box.room.asked(3, asked("menu.game"))
    until(lambda: box.lost)
    box.room.asked(4, asked("menu.game"))
    assert box.lost == [1]


def test_a_broker_that_never_answers_delays_nobody(stack: ExitStack, folder: Path) -> None:
    """Nor does a process that reads nothing: only a thread of the line waits."""
    with silent_server() as port:
        box = Box(stack, folder, Link("127.0.0.1", port))
        until(lambda: (folder / "moments").exists())
        assert box.child.pid
        box.room.began()
    stuck = folder / "stuck"
    stuck.mkdir()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(stuck / "moments"))
        listener.listen()
        line = RoomLine(stuck, Link("127.0.0.1", 1), Post("first", "1"), lambda: None)
        with closing(line):
            line.look()
            before = line._port
            for number in count():  # until its buffer is full: then that line is given up
                line.tell(Post("state", f"{number}" * 100_000))
                if line._port is not before:
                    break


def test_what_is_to_come_at_a_tick_wakes_nobody_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_end, "Worker", Still)
    now = [0.6]
    teller = RoomTeller(lambda: now[0], Moments())
    while (due := teller._work()) is not None:
        now[0] = due
    worker: Any = teller._worker
    assert worker.woken == 0, "its own work"
    teller.storm(True)
    teller.lay(())
    assert worker.woken == 1, "by the first of both"
    assert teller._work() == now[0] + TICK
    assert worker.woken == 1


def test_it_hears_the_box_alone_and_ends_when_it_is_gone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "GONE_SECONDS", 0.1)
    running = threading.Thread(target=process.run, args=(folder,), daemon=True)
    running.start()
    with socket.socket(socket.AF_UNIX) as box:
        until(lambda: (folder / "moments").exists() and box.connect_ex(str(folder / "moments")) == 0)
        box.sendall(b'{"kind":"Post","topic":"state","payload":"1"}\nno message\n')
        assert box.recv(10) == b"", "it says nothing, and gives a broken line up"
    running.join(10)
    assert not running.is_alive()


# ---------------------------------------------------------------- the unit


def test_every_key_is_known_and_nobody_else_may_connect() -> None:
    known = known_to_systemd()
    assert set(SERVICE) <= known["Service"]
    assert set(SOCKET) <= known["Socket"]
    assert SOCKET["ListenStream"] == [f"{SOCKETS}/moments"]
    assert SERVICE["RuntimeDirectory"] == [f"{Path(SOCKETS).name}/told"]
    assert (SOCKET["SocketUser"], SOCKET["SocketMode"]) == (["gm-appliance"], ["0600"])
    assert "Install" not in read(UNIT), "only its socket starts it"


def test_it_is_hardened() -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here")
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=15", "--no-pager"]
    file = str(SYSTEMD / "gm-appliance-room.service")
    done = subprocess.run([*command, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "/var/lib/gm-appliance" in SERVICE["InaccessiblePaths"][0]
    phones = read((SYSTEMD / "gm-appliance-phones.service").read_text("utf-8"))["Service"]
    own = {"ExecStart", "RuntimeDirectory", "RuntimeDirectoryMode", "UMask", "MemoryMax", "IPAddressAllow"}
    own |= {"RestrictAddressFamilies", "AmbientCapabilities", "CapabilityBoundingSet"}
    assert {one: SERVICE[one] for one in SERVICE.keys() - own} == {
        one: phones[one] for one in phones.keys() - own
    }


@pytest.mark.long
@needs_mosquitto
@pytest.mark.skipif(
    not (shutil.which("strace") and shutil.which("systemd-analyze")),
    reason="strace or systemd-analyze is missing; get them with: apt install strace systemd",
)
def test_it_does_with_the_system_calls_that_its_unit_allows(
    broker: Callable[..., Mosquitto],
    ear: Callable[..., Ear],
    stack: ExitStack,
    folder: Path,
    tmp_path: Path,
) -> None:
    trace, child = tmp_path / "trace", Child("room", folder)
    strace = ("strace", "-D", "-f", "-qq", "-e", "signal=none", "-o", str(trace))
    child.command = (sys.executable, "-c", DENY_WRITE_EXECUTE, *strace, *child.command)
    port = broker().port
    here = ear(port)
    with ExitStack() as inner:
        inner.callback(child.close)
        Box(inner, folder, Link("127.0.0.1", port), child)
        until(lambda: here.last(STATE))
    calls = set(re.findall(r"^\d+ +([a-z0-9_]+)\(", trace.read_text(errors="replace"), re.MULTILINE))
    assert "accept4" in calls
    assert calls - allowed(UNIT) == set()


# ---------------------------------------------------------------- by the settings


def by(settings: str, folder: Path) -> Configuration:
    return parse(settings.replace("HERE", str(folder)).encode())


def test_without_a_broker_nothing_is_opened_and_the_box_is_as_before(
    stack: ExitStack, tmp_path: Path
) -> None:
    inbox = TableInbox(RealClock())
    assert open_room(stack, inbox, Configuration().room, tmp_path, "en") is None


@pytest.mark.parametrize("file", ["HERE/missing.pem", "HERE/journal.sqlite"])
def test_a_file_that_is_no_certificate_is_told_at_the_table_and_goes_nowhere(
    file: str, stack: ExitStack, tmp_path: Path
) -> None:
    (tmp_path / "journal.sqlite").write_text("secrets")
    config = by(f'[room]\nbroker = "mqtts://a.local"\nkey = "{file}"\n', tmp_path)
    inbox = TableInbox(RealClock())
    assert open_room(stack, inbox, config.room, tmp_path, "en") is None
    assert inbox.wait(inbox.now() + 1) == LOST


def test_the_address_says_where_and_how(tmp_path: Path) -> None:
    def link(address: str, more: str = "") -> Link:
        return link_to(by(f'[room]\nbroker = "{address}"\n{more}', tmp_path).room)

    assert (link("mqtt://a").host, link("mqtt://a").port, link("mqtt://a").tls) == ("a", 1883, False)
    assert (link("mqtts://a").port, link("mqtts://a").tls) == (8883, True)
    assert link("mqtt://[fe80::1]:9").host == "fe80::1"
    assert (link("mqtt://a").league, link("mqtt://a", 'people = "yes"').league) == (False, True)


def test_no_report_and_no_list_of_settings_has_the_password(tmp_path: Path) -> None:
    config = by('[room]\nbroker = "mqtt://a"\nuser = "anna"\npassword = "hush"\n', tmp_path)
    report = "\n".join(enclosed(Machine(), config))
    listed = "\n".join(shown(config, {}))
    assert "anna" in listed
    assert "hush" not in f"{report}{listed}{config!r}{link_to(config.room)!r}"


@needs_mosquitto
def test_the_doctor_tries_a_broker(broker: Callable[..., Mosquitto], tmp_path: Path) -> None:
    port = broker().port
    right = by(f'[room]\nbroker = "mqtt://127.0.0.1:{port}"\n', tmp_path)
    assert tried(DoctorBox(Machine(), right, tmp_path, playing=False)).state == WORKS
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        wrong = by(f'[room]\nbroker = "mqtt://127.0.0.1:{server.getsockname()[1]}"\n', tmp_path)
        assert tried(DoctorBox(Machine(), wrong, tmp_path, playing=False)).fault == "room-refused"
