"""Notifications to systemd, and the files for it."""

from __future__ import annotations

import gc
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance import cli, start
from gm_appliance.app import signals
from gm_appliance.app import systemd as service
from gm_appliance.devices.display import bare
from gm_appliance.install import proof, rescue, rescue_copy, welcome
from gm_appliance.install.places import Places
from gm_appliance.install.slots import ATTEMPTS
from tests.app.units import SYSTEMD, read

ROOT = Path(__file__).parents[2]
UNIT = (SYSTEMD / "gm-appliance.service").read_text("utf-8")
RESCUE = SYSTEMD / "gm-appliance-rescue.service"


@pytest.fixture(params=["a file", "an abstract name"])
def systemd(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[socket.socket]:
    """The other end of NOTIFY_SOCKET."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.settimeout(5.0)
        name = str(tmp_path / "notify") if request.param == "a file" else f"@gm-appliance-{os.getpid()}"
        listening.bind(name.replace("@", "\0"))
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield listening


def test_systemd_is_told(systemd: socket.socket) -> None:
    for tell, told in (
        (service.ready, b"READY=1"),
        (service.ping, b"WATCHDOG=1"),
        (service.stopping, b"STOPPING=1"),
        (lambda: service.playing("thor"), b"STATUS=Playing thor"),
        (lambda: service.playing(""), b"STATUS=At the menu"),
    ):
        tell()
        assert systemd.recv(100) == told


def test_a_systemd_that_does_not_read_does_not_block(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(service, "PATIENCE", 0.001)
    for _ in range(10_000):  # more than a socket keeps
        service.ping()
        if caplog.records:
            break
    assert "systemd could not be told WATCHDOG=1: " in caplog.text


@pytest.mark.parametrize(
    ("allowed", "process", "every"),
    [
        ("30000000", "this one", 10.0),
        ("30000000", "1", None),  # meant for another process
        ("18446744073709551615", None, 3600.0),  # no thread can wait for that long
        ("0", None, None),
        (None, None, None),
        ("soon", None, None),
    ],
)
def test_pings_come_at_a_third_of_the_limit(
    allowed: str | None, process: str | None, every: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = str(os.getpid()) if process == "this one" else process
    for name, value in (("WATCHDOG_USEC", allowed), ("WATCHDOG_PID", pid)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert service.ping_every() == every


SERVICE = read(UNIT)["Service"]


def one(key: str) -> str:
    (value,) = SERVICE[key]
    return value


def words(key: str) -> list[str]:
    return " ".join(SERVICE[key]).split()


UNITS = (".service", ".socket", ".timer")


def verified(unit: str, tmp_path: Path) -> str:
    """What `systemd-analyze verify` prints about the unit; its exit code is no help."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here")
    bin_ = tmp_path / "bin"
    bin_.mkdir(exist_ok=True)
    for program in ("gm-appliance", "python"):
        (bin_ / program).touch(0o755)
    others = [one.name for one in SYSTEMD.glob("gm-appliance-*") if one.suffix in UNITS]
    for other in others:
        text = (SYSTEMD / other).read_text("utf-8")
        (tmp_path / other).write_text(text.replace("/opt/gm-appliance/current/environment/bin", str(bin_)))
    file = tmp_path / "gm-appliance.service"
    file.write_text(unit.replace("/opt/gm-appliance/current/environment/bin", str(bin_)))
    sticks = [str(tmp_path / one.replace("@", "@1")) for one in others if "stick" in one]
    command = ["systemd-analyze", "verify", "--man=no", str(file), *sticks]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "\n".join(line for line in (done.stdout + done.stderr).splitlines() if "gm-appliance" in line)


@pytest.mark.process
def test_systemd_analyze_finds_no_mistake(tmp_path: Path) -> None:
    assert verified(UNIT, tmp_path) == ""


@pytest.mark.process
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("UMask=0077", "Umask=0077"),
        ("WatchdogSec=30", "WatchdogSec=soon"),
        ("ExecStart=/opt", "ExecStart=opt"),
    ],
)
def test_a_planted_mistake_is_found(right: str, wrong: str, tmp_path: Path) -> None:
    assert right in UNIT
    assert verified(UNIT.replace(right, wrong), tmp_path) != ""


@pytest.mark.process
@pytest.mark.parametrize(
    ("unit", "most"),
    # In tenths, of 10.0. They score 0.6, and what may mount 2.0 and 3.6: a mount namespace of its own would
    # hide the stick from RAUC.
    [("gm-appliance", 10), ("gm-appliance-stick", 25), ("gm-appliance-stick@", 40)],
)
def test_it_is_hardened(unit: str, most: int) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here")
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={most}", "--no-pager"]
    done = subprocess.run(
        [*command, str(SYSTEMD / f"{unit}.service")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr


def test_what_was_a_trap_once_is_avoided() -> None:
    lines = [line for line in UNIT.splitlines() if not line.startswith(("#", "PrivateNetwork"))]
    assert "network" not in "".join(lines), "none is waited for"
    assert "ProcSubset" not in SERVICE, "gpiozero reads which Pi it is"
    # Kinds of devices by name must exist when the unit starts; by number they need not.
    kinds = {value.split()[0] for value in SERVICE["DeviceAllow"]}
    assert kinds == {"char-gpiochip", "char-89", "char-153", "char-116", "char-166", "char-13"}
    assert "PrivateDevices" not in SERVICE, "it would hide them all"
    assert "LG_WD=%t/gm-appliance" in words("Environment"), "lgpio makes a FIFO"
    assert "XDG_STATE_HOME=%S" in words("Environment")
    assert [one(key) for key in ("UMask", "StateDirectoryMode", "LimitCORE")] == ["0077", "0700", "0"]


def asked_after(command: str, folder: Path, **variables: str) -> list[str]:
    """The requests to systemctl of a unit's command."""
    ((shell, script),) = re.findall(r"^[-+](\S+) -c '(.*)'$", command)
    asked, fake = folder / "asked", folder / "systemctl"
    asked.touch()
    fake.write_text(f'#!/bin/sh\necho "$@" >>{asked}\n')
    fake.chmod(0o755)
    environment = {"PATH": str(folder), **variables}
    subprocess.run([shell, "-c", script.replace("$$", "$")], env=environment, check=True)
    return asked.read_text().splitlines()


@pytest.mark.process
@pytest.mark.parametrize(
    ("code", "off"), [(service.SWITCH_OFF, True), (0, False), (1, False), ("TERM", False)]
)
def test_the_machine_is_switched_off_only_on_request(code: int | str, off: bool, tmp_path: Path) -> None:
    _settings, command = SERVICE["ExecStopPost"]
    assert asked_after(command, tmp_path, EXIT_STATUS=str(code)) == ["--no-block poweroff"] * off


def test_only_the_request_to_switch_off_counts_as_success() -> None:
    assert words("SuccessExitStatus") == [str(service.SWITCH_OFF)]
    assert one("Restart") == "on-failure"


def test_the_rescue_is_always_restarted() -> None:
    helper = read(RESCUE.read_text("utf-8"))
    assert helper["Unit"]["StartLimitIntervalSec"] == ["0"]
    assert helper["Service"]["Restart"] == ["on-failure"]
    assert helper["Service"]["WorkingDirectory"] == [str(Places().rescue)]
    assert helper["Service"]["ExecStart"] == [" ".join(rescue_copy.PROGRAM)]
    assert int(helper["Service"]["TimeoutStartSec"][0]) > 2 * rescue.AGAIN_AFTER


@pytest.mark.process
@pytest.mark.parametrize(
    ("result", "status", "restarts"),
    [
        ("success", "0", False),
        ("exit-code", "1", True),
        ("timeout", "TERM", True),
        ("signal", "KILL", True),
        # The installer stops it, and then changes to another release.
        ("signal", "TERM", False),
    ],
)
def test_after_a_failed_rescue_the_game_master_is_restarted(
    result: str, status: str, restarts: bool, tmp_path: Path
) -> None:
    (command,) = read(RESCUE.read_text("utf-8"))["Service"]["ExecStopPost"]
    asked = asked_after(command, tmp_path, SERVICE_RESULT=result, EXIT_STATUS=status)
    verbs = [line.split()[-2] for line in asked]
    assert verbs == (["reset-failed", "start"] if restarts else [])


CARD = Path("image/root/etc/systemd/system")
ON_CARD = read((CARD / "gm-appliance.service.d/card.conf").read_text("utf-8"))["Service"]


def test_what_is_started_with_the_game_master_never_starts_it() -> None:
    """Otherwise each failure would count twice."""
    for folder in (SYSTEMD, CARD):
        for file in (*folder.glob("*.timer"), *folder.glob("*.service"), *folder.glob("*.socket")):
            unit = read(file.read_text("utf-8")).get("Unit", {})
            pulls = [name for key in ("BindsTo", "Requires", "Wants") for name in unit.get(key, [])]
            assert "gm-appliance.service" not in " ".join(pulls).split(), file


def test_one_number_of_failures_holds_everywhere() -> None:
    unit = read(UNIT)["Unit"]
    assert unit["OnFailure"] == [RESCUE.name]
    assert unit["StartLimitBurst"] == [str(ATTEMPTS)]
    (interval,) = map(int, unit["StartLimitIntervalSec"])
    assert interval == proof.SETTLED == 12 * 60
    for limits in (SERVICE, ON_CARD):
        hangs = int(limits["TimeoutStartSec"][0]) + 2 * int(one("TimeoutStopSec")) + int(one("RestartSec"))
        assert ATTEMPTS * hangs < interval, "or one that hangs at each start is never given up"
    install, image = (Path(f"docs/{name}.md").read_text("utf-8") for name in ("install", "image"))
    assert "After three failures within twelve minutes" in install
    assert "whose game master fails three times" in image
    assert "has three attempts" in image


def test_the_first_picture_is_begun_before_the_release_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert one("ExecStart") == f"{Places().current}/environment/bin/gm-appliance run"
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    assert project["scripts"]["gm-appliance"] == f"{start.__name__}:{start.main.__name__}"
    done: list[str] = []
    monkeypatch.setattr(sys, "argv", ["gm-appliance", "run"])
    monkeypatch.setattr(signals, "hold", lambda: done.append("hold"))
    monkeypatch.setattr(welcome, "begin", lambda: done.append("welcome"))
    monkeypatch.setattr(cli, "main", lambda: done.append("run"))
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    start.main()  # by hand: another may have the display
    assert gc.isenabled()
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    try:
        start.main()
        assert not gc.isenabled(), "until the first prompt"
    finally:
        gc.enable()
    assert done == ["run", "hold", "welcome", "run"]


def test_the_display_is_opened_once_the_first_picture_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    release, done = threading.Event(), []

    def show(*_what: object) -> None:
        release.wait(10.0)
        done.append("picture")

    monkeypatch.setattr(bare, "show", show)
    welcome.begin()
    threading.Timer(0.05, release.set).start()
    welcome.finish()
    assert done == ["picture"]
    monkeypatch.setattr(bare, "show", lambda *what: 1 / 0)
    welcome.begin()
    welcome.finish()  # whatever happened


def test_the_service_opens_the_hub_by_its_name_and_no_modem_manager_does() -> None:
    rules = (SYSTEMD / "70-seathub.rules").read_text("utf-8")
    assert 'SYMLINK+="seathub"' in rules
    for_modems, _for_us = (line for line in rules.splitlines() if line[0] != "#")
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in for_modems
    # For the USB device itself, too, or ModemManager does not see it.
    assert "SUBSYSTEM" not in for_modems
    (group,) = re.findall('GROUP="(.*?)"', rules)
    assert group in words("SupplementaryGroups")
