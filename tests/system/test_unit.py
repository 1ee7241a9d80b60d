"""The real installer and the real unit under the real systemd, in a container that boots.

    make test-system

In this order, for each test goes on with the box the one before left.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.container import Container, NotHere, bundle, make_cgroups, need, pristine, unpack

pytestmark = pytest.mark.system

OVERRIDE = "[Service]\nWatchdogSec=3\nTimeoutStopSec=2\nTimeoutAbortSec=2\nRestartSec=0.1\n"
"""For a test that does not wait as long as people would."""


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    """A Debian with a network card that leads nowhere, and a release brought there on a stick."""
    try:
        need()
        tar = bundle()
        before = pristine()
        make_cgroups()
    except (NotHere, OSError, subprocess.CalledProcessError) as error:
        if os.environ.get("GM_REQUIRE_SYSTEM"):
            raise
        pytest.skip(str(error))
    root = tmp_path_factory.mktemp("system") / "box"
    subprocess.run(["cp", "--archive", "--reflink=auto", str(before), str(root)], check=True)
    (root / "boot/firmware").mkdir()
    (root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n")
    unpack(tar, root, "release")
    container = Container(root)
    container.boot()
    yield container
    container.pull_the_plug()
    shutil.rmtree(root)


def install(box: Container, folder: str, *options: str) -> subprocess.CompletedProcess[str]:
    return box.run(f"cd /root/{folder} && ./install.sh {' '.join(options)}")


def restarted(box: Container, before: int) -> bool:
    return box.fact("ActiveState") == "active" and box.main_pid() not in (0, before)


def test_one_command_without_a_network_and_it_plays(box: Container) -> None:
    done = install(box, "release")
    assert done.returncode == 0, done.stdout + done.stderr
    assert box.fact("ActiveState") == "active"
    assert "i2c_arm_baudrate=400000" in (box.root / "boot/firmware/config.txt").read_text()
    assert box.run("systemctl is-enabled gm-appliance").stdout.strip() == "enabled"


def test_a_second_time_nothing_is_started_anew(box: Container) -> None:
    before = box.main_pid()
    assert install(box, "release").returncode == 0
    assert box.main_pid() == before


def test_it_may_do_nothing_but_its_work(box: Container) -> None:
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


def test_nobody_else_reads_what_it_remembers(box: Container) -> None:
    assert box.run("stat -c '%U %a' /var/lib/gm-appliance").stdout.split() == ["gm-appliance", "700"]
    assert box.run("find /var/lib/gm-appliance -type f -perm /077").stdout == ""


def test_killed_it_is_back(box: Container) -> None:
    drop_in = box.root / "etc/systemd/system/gm-appliance.service.d/hurry.conf"
    drop_in.parent.mkdir()
    drop_in.write_text(OVERRIDE)
    box.run("systemctl daemon-reload && systemctl restart gm-appliance")
    before = box.main_pid()
    box.run("systemctl kill --signal KILL --kill-whom main gm-appliance")
    box.until(lambda: restarted(box, before))


def test_a_loop_that_hangs_is_started_anew(box: Container) -> None:
    before = box.main_pid()
    box.run("systemctl kill --signal STOP --kill-whom main gm-appliance")
    box.until(lambda: restarted(box, before))
    assert "watchdog" in box.run("journalctl --unit gm-appliance --output cat").stdout.lower()


def changed(box: Container, folder: str, file: str, text: str) -> None:
    """Another release beside the first: with this at the end of one of its files."""
    shutil.copytree(box.root / "root/release", box.root / "root" / folder, symlinks=True)
    assert not list((box.root / "root/release").glob(".lgd*")), "lgpio left something in the release's folder"
    with (box.root / "root" / folder / file).open("a") as out:
        out.write(text)
    for wheel in (box.root / "root" / folder / "wheels").glob("gm_appliance-*.whl"):
        wheel.unlink()  # so that it is built from the files


def current(box: Container) -> str:
    return os.readlink(box.root / "opt/gm-appliance/current")


def test_an_update_that_does_not_start_is_taken_back(box: Container) -> None:
    before = current(box)
    changed(box, "torn", "gm_appliance/app/real_table.py", '\nraise RuntimeError("torn")\n')
    done = install(box, "torn")
    assert done.returncode == 1
    assert "runs again" in done.stderr
    assert "RuntimeError: torn" in done.stderr
    assert current(box) == before
    assert box.fact("ActiveState") == "active"


def test_a_good_update_stays_and_the_one_before_can_be_had_again(box: Container) -> None:
    before = current(box)
    changed(box, "newer", "gm_appliance/app/real_table.py", "\n# newer\n")
    done = install(box, "newer")
    assert done.returncode == 0, done.stdout + done.stderr
    newer = current(box)
    assert newer != before
    assert not (box.root / "opt/gm-appliance/trial").exists()
    assert install(box, "newer", "--back").returncode == 0
    assert current(box) == before
    assert install(box, "newer").returncode == 0
    assert current(box) == newer


def test_the_plug_in_the_middle_of_an_update_that_never_runs(box: Container) -> None:
    """The link is changed over, the plug is pulled; after power comes back, the box finds its way home."""
    good = current(box)
    bad = box.root / "opt/gm-appliance/releases/bad"
    shutil.copytree(box.root / "opt/gm-appliance" / good, bad, symlinks=True)
    (bad / "environment/bin/gm-appliance").write_text("#!/bin/sh\nexit 1\n")
    (box.root / "opt/gm-appliance/trial").write_text(Path(good).name)
    link = box.root / "opt/gm-appliance/current"
    link.unlink()
    link.symlink_to("releases/bad")
    box.pull_the_plug()
    box.boot()
    box.until(lambda: current(box) == good and box.fact("ActiveState") == "active")


def test_failing_again_and_again_people_are_told_and_it_goes_on(box: Container) -> None:
    """No update is to blame: somebody broke the environment. The helper runs, and waits for OK."""
    program = box.root / "opt/gm-appliance" / current(box) / "environment/bin/gm-appliance"
    kept = program.read_text()
    program.write_text("#!/bin/sh\nexit 1\n")
    box.run("systemctl restart gm-appliance")
    box.until(lambda: "activating" in box.run("systemctl is-active gm-appliance-rescue").stdout)
    assert "No button can be read" in box.run("journalctl --unit gm-appliance-rescue --output cat").stdout
    program.write_text(kept)
    # Nobody presses: it tries again by itself, after two minutes, which the test spares itself.
    box.run("systemctl stop gm-appliance-rescue && systemctl reset-failed gm-appliance")
    box.run("systemctl start gm-appliance")
    box.until(lambda: box.fact("ActiveState") == "active")


def test_a_read_only_system_plays_too(box: Container) -> None:
    """Only the games' own partition can be written, and lasts."""
    box.pull_the_plug()
    partition = box.root.with_name("games")
    shutil.copytree(box.root / "var/lib/gm-appliance", partition)
    (partition / "journal.sqlite").unlink(missing_ok=True)
    box.boot("--volatile=state", f"--bind={partition}:/var/lib/gm-appliance")
    assert "Read-only" in box.run("touch /opt/x").stderr
    box.until(lambda: box.fact("ActiveState") == "active")
    assert (partition / "journal.sqlite").exists()
    box.pull_the_plug()
    box.boot()


def test_taken_away_it_leaves_games_and_settings(box: Container) -> None:
    assert install(box, "newer", "--remove").returncode == 0
    assert not (box.root / "opt/gm-appliance").exists()
    assert (box.root / "var/lib/gm-appliance/journal.sqlite").exists()
    assert (box.root / "etc/gm-appliance.toml").exists()
    assert box.run("systemctl cat gm-appliance").returncode != 0
    assert (box.root / "boot/firmware/config.txt").read_text() == "dtparam=audio=on\n"
