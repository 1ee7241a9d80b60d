"""The real installer and the real unit under the real systemd, in a container that boots.

    make test-system

The tests run in this order: each continues with the box as the one before left it.
"""

# Long: these tests share a box, which takes minutes to make.

from __future__ import annotations

import os
import re
import shutil
import subprocess
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from gm_appliance.app.systemd import SWITCH_OFF
from gm_appliance.devices.display import bare
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.install import rescue_copy, unplug
from tests.memory import folder_in_memory, folder_on_disk
from tests.system.container import (
    ROOT,
    Container,
    bundle,
    make_cgroups,
    need,
    or_skipped,
    overlayroot,
    pristine,
    unpack,
)

pytestmark = pytest.mark.system

OVERRIDE = "[Service]\nRestartSec=0.1\n"
"""Restarts at once."""

WATCHED = "[Service]\nWatchdogSec=3\nTimeoutAbortSec=2\n"
HANGING = "[Unit]\nStartLimitBurst=2\n[Service]\nTimeoutStartSec=10\nTimeoutAbortSec=2\n"
"""Only for a release that hangs: on a busy machine an intact one may need longer."""

BOOTS = "SELECT boots FROM boot"

LONG, SOON = (f"[Timer]\nOnActiveSec=\nOnActiveSec={quiet}\n" for quiet in ("1h", "5s"))
"""A trial that outlasts a test even on a slow machine, and one that ends soon."""

QUIET = {
    "gm_appliance/install/proof.py": ("QUIET = 60.0", "QUIET = 15.0"),
    "systemd/gm-appliance-proven.timer": ("OnActiveSec=60", "OnActiveSec=15"),
}
"""Shorter trials."""

STAYS = re.compile(
    r"/etc/gm-appliance\.toml|/var/lib/gm-appliance(/.*)?|/(root|tmp|run|proc|sys|dev|var/(log|tmp|cache))(/.*)?"
    r"|/etc/(passwd|group|shadow|gshadow|subuid|subgid)-|/etc/\.(pwd\.lock|updated)|/var/lib/(dpkg|systemd|apt)(/.*)?"
    r"|.*/__pycache__(/.*)?|/bus|/opt/ask\.py|/etc/fstab|/etc/systemd/system/.*\.d"
)
"""Paths that --remove leaves, as docs/install.md says, or that the machine or these tests wrote."""


@pytest.fixture(scope="module")
def box() -> Iterator[Container]:
    """A Debian without a network, and a release in /root."""
    with or_skipped("GM_REQUIRE_SYSTEM"):
        need()
        tar, before = bundle(), pristine()
        make_cgroups()
    with folder_on_disk() as folder:
        root = Path(folder, "box")
        subprocess.run(["cp", "--archive", "--reflink=auto", str(before), str(root)], check=True)
        (root / "boot/firmware").mkdir()
        (root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n")
        unpack(tar, root, "release")
        for name, change in QUIET.items():
            text = (root / "root/release" / name).read_text()
            assert change[0] in text
            (root / "root/release" / name).write_text(text.replace(*change))
        container = Container(root)
        container.boot()
        (root / "root/before").write_text("\n".join(machine(container)))
        yield container
        container.pull_the_plug()


def machine(box: Container) -> list[str]:
    paths = box.run("find / -xdev; echo; getent passwd; getent group | cut -d: -f1").stdout.splitlines()
    return [path for path in paths if not STAYS.fullmatch(path)]


@pytest.fixture(autouse=True)
def nothing_counted(box: Container) -> None:
    """Tests restart the service more often than its limit allows."""
    box.run("systemctl reset-failed gm-appliance")


def install(box: Container, folder: str, *options: str) -> subprocess.CompletedProcess[str]:
    return box.run(f"cd /root/{folder} && ./install.sh {' '.join(options)}")


def installed(box: Container, folder: str, *options: str) -> None:
    done = install(box, folder, *options)
    assert done.returncode == 0, done.stdout + done.stderr + log_of(box, "gm-appliance")


def restarted(box: Container, before: int) -> bool:
    return box.fact("ActiveState") == "active" and box.main_pid() not in (0, before)


def test_one_command_without_a_network_and_it_plays(box: Container) -> None:
    installed(box, "release")
    assert box.fact("ActiveState") == "active"
    assert "i2c_arm_baudrate=400000" in (box.root / "boot/firmware/config.txt").read_text()
    assert box.run("systemctl is-enabled gm-appliance").stdout.strip() == "enabled"


def test_the_service_has_no_needless_privileges(box: Container) -> None:
    status = box.run(f"cat /proc/{box.main_pid()}/status").stdout
    facts = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert facts["Uid"].split()[0] != "0"
    assert int(facts["CapEff"], 16) == int(facts["CapBnd"], 16) == 0
    assert facts["NoNewPrivs"] == "1"
    assert facts["Seccomp"] == "2"
    for place in ("/usr", "/etc", "/opt/gm-appliance", "/boot/firmware"):
        assert box.within_service(f"touch {place}/x").returncode != 0, place
    assert box.within_service("touch /var/lib/gm-appliance/x && rm /var/lib/gm-appliance/x").returncode == 0
    assert box.within_service("ls -A /root").stdout == ""
    networks = box.within_service("cat /proc/net/dev").stdout.splitlines()[2:]
    assert [line.split(":")[0].strip() for line in networks] == ["lo"]


ASK = """
import socket, sys
with socket.socket(socket.AF_UNIX) as helper:
    helper.connect("/run/gm-appliance-stick/ask")
    helper.sendall(sys.argv[1].encode() + b"\\n")
    helper.shutdown(socket.SHUT_WR)
    print(helper.makefile().read())
"""


def test_it_asks_for_what_only_root_may_do_with_a_stick(box: Container) -> None:
    (box.root / "opt/ask.py").write_text(ASK)
    done = box.run("systemctl start gm-appliance-stick.service")
    assert done.returncode == 0, log_of(box, "gm-appliance-stick")
    assert '"kind": "none"' in box.within_service("cat /run/gm-appliance-stick/stick.json").stdout

    def ask(word: str) -> str:
        user = "setpriv --reuid gm-appliance --regid gm-appliance --init-groups"
        return box.within_service(f"{user} python3 /opt/ask.py {word}").stdout.strip()

    said = ask("log")
    assert '"said": "log"' in said
    assert "Settings: " in said, "its own log, which it may not read itself"
    assert ask("copy") == '{"said": "foreign"}'
    assert ask("install") == '{"said": "install-pulled"}'
    assert ask("sh") == '{"said": "failed"}'
    assert box.run("setpriv --reuid nobody --clear-groups python3 /opt/ask.py log").returncode != 0
    assert box.within_service("test -S /run/gm-appliance/stick").returncode == 0, "it listens"


def test_lights_follow_by_a_process_of_their_own(box: Container) -> None:
    """No broker is there; the process says so to the box, and ends with it."""
    settings = box.root / "etc/gm-appliance.toml"
    before = settings.read_text()
    assert 'broker = ""' in before
    settings.write_text(before.replace('broker = ""', 'broker = "mqtt://127.0.0.1"'))
    box.run("systemctl restart gm-appliance")
    box.until(lambda: box.within_service("cat /run/gm-appliance-room/told/state").stdout == "refused")
    show = "systemctl show --value --property"
    pid = box.run(f"{show} MainPID gm-appliance-room").stdout.strip()
    status = box.run(f"cat /proc/{pid}/status").stdout
    facts = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert facts["Uid"].split()[0] not in ("0", box.run("id -u gm-appliance").stdout.strip())
    assert int(facts["CapEff"], 16) == int(facts["CapBnd"], 16) == 0
    assert (facts["NoNewPrivs"], facts["Seccomp"]) == ("1", "2")
    for place in ("/var/lib/gm-appliance", "/run/gm-appliance", "/root"):
        assert box.run(f"nsenter --target {pid} --mount ls -A {place}").stdout == "", place
    settings.write_text(before)
    box.run("systemctl restart gm-appliance")
    box.until(lambda: box.run(f"{show} ActiveState gm-appliance-room").stdout.strip() == "inactive")


def test_games_and_settings_with_peoples_names_are_private(box: Container) -> None:
    assert box.run("stat -c '%U %a' /var/lib/gm-appliance").stdout.split() == ["gm-appliance", "700"]
    assert box.run("find /var/lib/gm-appliance -type f -perm /077").stdout == ""
    stat = box.run("stat -c '%U %G %a' /etc/gm-appliance.toml").stdout.split()
    assert stat == ["root", "gm-appliance", "640"]
    assert box.run("setpriv --reuid nobody --clear-groups cat /etc/gm-appliance.toml").returncode != 0
    assert "Settings: /etc/gm-appliance.toml" in log_of(box, "gm-appliance")


def log_of(box: Container, unit: str) -> str:
    return box.run(f"journalctl --boot --unit {unit} --output cat").stdout


@contextmanager
def drop_in(box: Container, unit: str, name: str, text: str) -> Iterator[None]:
    file = box.root / f"etc/systemd/system/{unit}.d/{name}.conf"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    box.run("systemctl daemon-reload")
    yield
    file.unlink()
    box.run("systemctl daemon-reload")


@pytest.fixture
def hurried(box: Container) -> Iterator[None]:
    with drop_in(box, "gm-appliance.service", "hurry", OVERRIDE):
        box.run("systemctl restart gm-appliance")
        yield


def kill_and_await(box: Container) -> None:
    before = box.main_pid()
    box.run("systemctl kill --signal KILL --kill-whom main gm-appliance")
    box.until(lambda: restarted(box, before))


@pytest.mark.usefixtures("hurried")
def test_a_hung_loop_is_restarted_by_the_watchdog(box: Container) -> None:
    with drop_in(box, "gm-appliance.service", "watched", WATCHED):
        box.run("systemctl restart gm-appliance")
        before = box.main_pid()
        box.run("systemctl kill --signal STOP --kill-whom main gm-appliance")
        box.until(lambda: restarted(box, before))
    assert "watchdog" in log_of(box, "gm-appliance").lower()


@pytest.mark.usefixtures("hurried")
def test_a_trial_ends_after_a_quiet_time_counted_from_the_last_failure(box: Container) -> None:
    """As after a power cut during the trial: no installer is waiting."""
    trial = box.root / "opt/gm-appliance/trial"
    trial.write_text(Path(current(box)).name)
    with drop_in(box, "gm-appliance-proven.timer", "quiet", LONG):
        box.run("systemctl restart gm-appliance")
        for _failure in range(2):
            before = trial_begun(box)
            kill_and_await(box)
            box.until(lambda before=before: trial_begun(box) > before)  # type: ignore[misc]
            assert trial.exists()
        box.run("systemctl stop gm-appliance")
    with drop_in(box, "gm-appliance-proven.timer", "quiet", SOON):
        box.run("systemctl start gm-appliance")
        box.until(lambda: not trial.exists())


def trial_begun(box: Container) -> int:
    """When the trial's timer was last started, in microseconds."""
    timer = "systemctl show --property ActiveEnterTimestampMonotonic --value gm-appliance-proven.timer"
    return int(box.run(timer).stdout)


def test_a_machine_that_is_switched_off_shows_its_last_picture(box: Container) -> None:
    """On an I²C bus that is a file, with the settings of the boot partition."""
    settings = box.root / "boot/firmware/gm-appliance.toml"
    settings.write_text("[display]\nrotation = 2\n")
    sends = box.root / "opt/gm-appliance/rescue/gm_appliance/devices/display/bare.py"
    program = box.root / "opt/gm-appliance" / current(box) / "environment/bin/gm-appliance"
    before = {file: file.read_text() for file in (sends, program)}
    sends.write_text(before[sends].replace("        fcntl.ioctl(", "        (lambda *_command: None)("))
    program.write_text(f"#!/bin/sh\nexit {SWITCH_OFF}\n")  # as after the menu's last line
    box.run("touch /bus && ln -s /bus /dev/i2c-1 && systemctl --no-block restart gm-appliance")
    box.goes_off()
    picture = (bare.PICTURES / "unplug.pages").read_bytes()
    expected = bare.messages(picture, DisplaySettings(rotation=2), unplug.DIM)
    assert (box.root / "bus").read_bytes() == b"".join(expected)
    settings.unlink()
    for file, text in before.items():
        file.write_text(text)
    box.boot()


def changed(box: Container, folder: str, file: str, text: str) -> None:
    """Copy the release, with this text appended to one of its files."""
    shutil.copytree(box.root / "root/release", box.root / "root" / folder, symlinks=True)
    assert not list((box.root / "root/release").glob(".lgd*")), "lgpio left something in the release's folder"
    with (box.root / "root" / folder / file).open("a") as out:
        out.write(text)
    for wheel in (box.root / "root" / folder / "wheels").glob("gm_appliance-*.whl"):
        wheel.unlink()  # so that it is built from the files


def current(box: Container) -> str:
    return os.readlink(box.root / "opt/gm-appliance/current")


DIES = """
import threading

_ready = ready

def ready():
    _ready()
    threading.Timer(6.0, os._exit, (1,)).start()
"""


@pytest.mark.parametrize(
    ("folder", "file", "text", "says"),
    [
        ("torn", "gm_appliance/app/real_table.py", '\nraise RuntimeError("torn")\n', "RuntimeError: torn"),
        ("dying", "gm_appliance/app/systemd.py", DIES, "It is on trial for a minute"),
    ],
    ids=["does not start", "dies after it was ready"],
)
def test_a_failing_update_is_taken_back(box: Container, folder: str, file: str, text: str, says: str) -> None:
    before = current(box)
    changed(box, folder, file, text)
    done = install(box, folder)
    assert done.returncode == 1
    assert "runs again" in done.stderr
    assert says in done.stdout + done.stderr
    assert current(box) == before
    assert box.fact("ActiveState") == "active"


def test_a_good_update_stays_and_the_one_before_can_be_had_again(box: Container) -> None:
    before = current(box)
    changed(box, "newer", "gm_appliance/app/real_table.py", "\n# newer\n")
    installed(box, "newer")
    newer = current(box)
    assert newer != before
    assert not (box.root / "opt/gm-appliance/trial").exists()
    installed(box, "newer", "--back")
    assert current(box) == before
    installed(box, "newer")
    assert current(box) == newer


IGNORES = """
def on_end(stop):
    hold()
"""
IMPATIENT = "[Service]\nTimeoutStopSec=3\n"


def test_a_release_that_ignores_to_be_stopped_is_left_without_rescue(box: Container) -> None:
    before = current(box)
    changed(box, "stubborn", "gm_appliance/app/signals.py", IGNORES)
    installed(box, "stubborn")
    stubborn = current(box)
    with drop_in(box, "gm-appliance.service", "impatient", IMPATIENT):
        for leave in (("stubborn", "--back"), ("newer",)):
            installed(box, *leave)
            assert current(box) == before
            assert "State 'stop-sigterm' timed out" in log_of(box, "gm-appliance"), "it was stopped at once"
            assert box.fact("ActiveState") == "active"
            assert Path(before).name in box.run(f"cat /proc/{box.main_pid()}/cmdline").stdout
            assert box.run("systemctl is-active gm-appliance-rescue").stdout.strip() == "inactive"
            assert not (box.root / "opt/gm-appliance/failures").exists()
            if leave[1:]:
                installed(box, "stubborn", "--now")
                assert current(box) == stubborn


BAD = {"ends": "exit 1", "never gets ready": "exec sleep 3600", "does not import": "exit 1"}


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("how", BAD)
def test_a_power_cut_during_an_update_that_never_runs(box: Container, how: str) -> None:
    """The link points to the new release when power is cut; after the next boots the old one runs."""
    good = current(box)
    bad = box.root / "opt/gm-appliance/releases/bad"
    shutil.copytree(box.root / "opt/gm-appliance" / good, bad, symlinks=True)
    (bad / "environment/bin/gm-appliance").write_text(f"#!/bin/sh\n{BAD[how]}\n")
    if how == "does not import":
        (bad / "gm_appliance/core/messages.py").write_text("import there_is_no_such_module\n")
        helps = f"cd /opt/gm-appliance/{{}} && {' '.join(rescue_copy.PROGRAM)} --check"
        assert box.run(helps.format("releases/bad")).returncode == 1
        assert box.run(helps.format("rescue")).returncode == 0
    (box.root / "opt/gm-appliance/trial").write_text(Path(good).name)
    link = box.root / "opt/gm-appliance/current"
    link.unlink()
    link.symlink_to("releases/bad")
    with drop_in(box, "gm-appliance.service", "hanging", HANGING) if "sleep" in BAD[how] else nullcontext():
        box.boot()
        box.until(lambda: current(box) == good and box.fact("ActiveState") == "active")
    assert not (box.root / "opt/gm-appliance/trial").exists()
    shutil.rmtree(bad)


@pytest.mark.usefixtures("hurried")
def test_after_repeated_failures_people_are_told_and_it_keeps_trying(box: Container) -> None:
    """Not because of an update: the environment is broken. The rescue program waits for OK."""
    program = box.root / "opt/gm-appliance" / current(box) / "environment/bin/gm-appliance"
    kept = program.read_text()
    program.write_text("#!/bin/sh\nexit 1\n")
    box.run("systemctl restart gm-appliance")
    box.until(lambda: "activating" in box.run("systemctl is-active gm-appliance-rescue").stdout)
    box.until(lambda: "No button can be read" in log_of(box, "gm-appliance-rescue"))
    # The rescue program itself is restarted, too.
    tries = times_helped(box)
    box.run("systemctl kill --signal KILL gm-appliance-rescue")
    box.until(lambda: times_helped(box) > tries)
    program.write_text(kept)
    # Without a press it would try again after two minutes.
    box.run("systemctl stop gm-appliance-rescue && systemctl reset-failed gm-appliance")
    box.run("systemctl start gm-appliance")
    box.until(lambda: box.fact("ActiveState") == "active")


def times_helped(box: Container) -> int:
    return log_of(box, "gm-appliance-rescue").count("No button can be read")


def journal_says(box: Container, question: str) -> list[str]:
    script = f"""
import sqlite3
journal = sqlite3.connect("file:/var/lib/gm-appliance/journal.sqlite?mode=ro", uri=True)
for row in journal.execute("{question}"):
    print(*row)
"""
    told = box.run(f"/opt/gm-appliance/current/environment/bin/python -c '{script}'")
    assert told.returncode == 0, told.stderr
    return told.stdout.splitlines()


def test_a_read_only_system_plays_too(box: Container) -> None:
    """Only the partition for games is writable and persistent; it was empty."""
    partition = box.root.with_name("games")
    partition.mkdir()
    for boots in (1, 2):
        box.boot("--volatile=state", f"--bind={partition}:/var/lib/gm-appliance")
        assert "Read-only" in box.run("touch /opt/x").stderr
        box.until(lambda: box.fact("ActiveState") == "active")
        assert journal_says(box, BOOTS) == [str(boots)]
    box.pull_the_plug()  # before the partition goes: sentences are still being rendered into it
    shutil.rmtree(partition)


MOUNT_UNIT = re.search(r"(    \[Unit\]\n.*?)\n    EOF\n", (ROOT / "docs/install.md").read_text(), re.DOTALL)
"""The mount unit of docs/install.md, word for word."""

IN_FSTAB = "/games /var/lib/gm-appliance none bind 0 0"


def boots_under_overlayroot(box: Container, fstab: str, recurse: bool) -> tuple[list[str], bool]:
    """The journal's count in two boots, and whether the box says that games are lost; powers it off. Debian's
    own overlayroot changes this fstab."""
    box.pull_the_plug()
    partition = box.root.with_name("games")
    partition.mkdir()
    (box.root / "root/fstab").write_text(f"{fstab}\n")
    (box.root / "root/overlayroot").write_text(overlayroot())
    made = box.run_while_off(
        ". /root/overlayroot; overlayrootify_fstab /root/fstab /media/root-ro /media/root-rw /overlay "
        f"{int(recurse)} 0 overlay >/etc/fstab && echo $_RET"
    )
    counted, told = [], False
    for _boot in range(2):
        with folder_in_memory() as memory:
            for folder in made.split():  # as the initial file system makes them
                Path(memory, folder.removeprefix("/media/root-rw/")).mkdir(parents=True, exist_ok=True)
            box.boot("--volatile=overlay", f"--bind={partition}:/games", f"--bind={memory}:/media/root-rw")
            box.until(lambda: box.fact("ActiveState") == "active")
            counted += journal_says(box, BOOTS)
            told = "lost at power-off" in log_of(box, "gm-appliance")
            box.pull_the_plug()
    (box.root / "etc/fstab").unlink()
    shutil.rmtree(partition)
    return counted, told


@pytest.mark.parametrize("recurse", [True, False])
def test_under_overlayroot_the_manuals_mount_unit_keeps_games(box: Container, recurse: bool) -> None:
    assert MOUNT_UNIT
    unit = textwrap.dedent(MOUNT_UNIT[1])
    here = {"What=LABEL=games": "What=/games", "Type=ext4": "Type=none", "noatime": "bind"}
    for ours, theirs in here.items():
        assert ours in unit
        unit = unit.replace(ours, theirs)
    file = box.root / "etc/systemd/system/var-lib-gm\\x2dappliance.mount"
    file.write_text(unit)
    box.run_while_off("systemctl enable 'var-lib-gm\\x2dappliance.mount'")
    assert boots_under_overlayroot(box, "", recurse) == (["1", "2"], False)
    box.run_while_off("systemctl disable 'var-lib-gm\\x2dappliance.mount'")
    file.unlink()


def test_under_overlayroot_a_line_in_fstab_loses_games_which_is_announced(box: Container) -> None:
    """A planted fault; with recurse=0 this would work."""
    assert boots_under_overlayroot(box, IN_FSTAB, recurse=True) == (["1", "1"], True)
    assert boots_under_overlayroot(box, IN_FSTAB, recurse=False) == (["1", "2"], False)


def test_removing_it_leaves_games_and_settings(box: Container) -> None:
    box.boot()
    box.until(lambda: box.fact("ActiveState") == "active")
    installed(box, "newer", "--remove")
    assert not (box.root / "opt/gm-appliance").exists()
    games = box.root / "var/lib/gm-appliance"
    assert (games / "journal.sqlite").exists()
    assert not (games / "voice").exists()
    assert sorted({*machine(box)} ^ {*(box.root / "root/before").read_text().split("\n")}) == []
    owners = "stat --format %U:%G /etc/gm-appliance.toml $(find /var/lib/gm-appliance) | sort --unique"
    assert box.run(owners).stdout == "root:root\n"
    assert (box.root / "etc/gm-appliance.toml").exists()
    assert box.run("systemctl cat gm-appliance").returncode != 0
    assert (box.root / "boot/firmware/config.txt").read_text() == "dtparam=audio=on\n"
