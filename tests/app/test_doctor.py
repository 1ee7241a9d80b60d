"""`gm-appliance doctor` on various machines, and its report."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import stat
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

from gm_appliance import cli
from gm_appliance.app.doctor import command, system
from gm_appliance.app.doctor.diagnosis import ABSENT, WORKS, WRONG
from gm_appliance.app.doctor.faults import Box
from gm_appliance.app.doctor.machine import (
    CARD,
    CLOSED,
    DESK,
    MISSING,
    READ_ONLY,
    SYSTEM,
    TO_BE_MADE,
    WRITABLE,
    Machine,
)
from gm_appliance.app.export import exported
from gm_appliance.config import Configuration
from gm_appliance.core.language import SOURCE
from gm_appliance.core.messages import spoken
from gm_appliance.devices.sound import quick
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.install.commands import Ended
from gm_appliance.storage.journal import Journal
from tests.app.patients import ANSWERS, LAPTOP, MACHINES, ON_CARD, PI, STOPPED, FakeMachine, examined
from tests.devices.fake_lgpio import PULL_UP, Chip, module


@pytest.mark.parametrize("place", [CARD, SYSTEM])
def test_nothing_is_wrong_with_a_complete_pi(place: str, tmp_path: Path) -> None:
    machine = MACHINES[place]
    assert machine.place == place
    found = examined(machine, "", tmp_path)
    assert {one.part: one.state for one in found.values() if one.state != WORKS} == {
        "Journal": ABSENT,
        "Results": ABSENT,
        "Lights": ABSENT,
    }
    assert [one.part for one in found.values() if one.help or one.fault] == []
    assert not machine.asked_hub, "the service has it"


def test_on_a_laptop_missing_parts_are_not_wrong(tmp_path: Path) -> None:
    assert LAPTOP.place == DESK
    found = examined(LAPTOP, "", tmp_path)
    absent = {part for part, one in found.items() if one.state == ABSENT}
    assert absent == {
        *(
            "Panel",
            "Display",
            "Sound",
            "Seat pads",
            "Journal",
            "Results",
            "Power",
            "Heat",
            "Service",
            "Lights",
        )
    }
    assert {one.state for part, one in found.items() if part not in absent} == {WORKS}
    assert all(one.found for one in found.values()), "each says what it would be"


@pytest.mark.parametrize(
    ("settings", "line"), [("", "i2c_address = 0x3D"), ("[display]\ni2c_bus = 20", "i2c_bus = 1")]
)
def test_the_line_to_write_mends_the_settings(settings: str, line: str, tmp_path: Path) -> None:
    machine = replace(ON_CARD, on_bus=(0x3D,) if "address" in line else (0x3C,))
    help = examined(machine, settings, tmp_path)["Display"].help
    assert line in help
    assert "[display]" in help
    assert "GM-BOX" in help
    assert examined(machine, f"[display]\n{line}", tmp_path)["Display"].state == WORKS


def test_pins_are_left_alone_while_they_are_used(tmp_path: Path) -> None:
    assert examined(replace(PI, down=(13,)), "", tmp_path)["Panel"].state == WORKS
    busy = replace(PI, down=OSError("busy"), answers_by_program={**ANSWERS, **STOPPED})
    assert examined(busy, "", tmp_path)["Panel"].state == WORKS


OFF = '[panel]\nenabled = "no"\n[display]\ndriver = "none"\n[pads]\nport = "none"'
FITS = '[sound]\ndevice = "plughw:CARD=Headphones"\n[voice]\ncommand = "/opt/voice/speak"'


@pytest.mark.parametrize(
    ("part", "settings", "state"),
    [
        *(("Panel", OFF, ABSENT), ("Display", OFF, ABSENT), ("Seat pads", OFF, ABSENT)),
        *(("Sound", FITS, WORKS), ("Voice", FITS, WORKS)),
    ],
)
def test_parts_switched_off_in_the_settings_are_absent(
    part: str, settings: str, state: str, tmp_path: Path
) -> None:
    assert examined(PI, settings, tmp_path)[part].state == state


def test_who_speaks_is_told_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "voice").mkdir()
    kept = tmp_path / "voice" / quick.KEPT
    machine = replace(LAPTOP, voices_there=("hibari/heart", "flite/rms", "espeak-ng"))

    def says(machine: FakeMachine = machine) -> str:
        return examined(machine, "", tmp_path)["Voice"].found.partition("en: ")[2].partition(";")[0]

    assert says() == "flite rms (hibari heart was not quick enough yet)"
    kept.write_text(json.dumps({quick._version("hibari/heart"): 0.1}))
    assert says() == "hibari heart (the best here)"
    assert says(replace(machine, free_memory=200)) == "flite rms (hibari heart needs more memory)"
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        journal.set_setting("levels", {"voice.en": "flite/rms"})
    assert says() == "flite rms (chosen in the menu)"


def test_a_damaged_journal_is_reported_and_left_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    with closing(Journal(file)):
        pass
    assert examined(PI, "", tmp_path)["Journal"].state == WORKS
    file.write_bytes(b"not at all a database" * 400)
    before = file.read_bytes()
    assert examined(PI, "", tmp_path)["Journal"].state == WRONG
    assert file.read_bytes() == before


Doctor = Callable[..., tuple[int, str]]


@pytest.fixture
def doctor(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Doctor:
    def run(machine: FakeMachine, *words: str) -> tuple[int, str]:
        monkeypatch.setattr(command, "Machine", lambda: machine)
        code = cli.main(["doctor", "--state", str(tmp_path), *words])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


def test_the_exit_code_says_whether_something_is_wrong(doctor: Doctor) -> None:
    assert doctor(PI)[0] == 0
    assert doctor(LAPTOP)[0] == 0
    code, told = doctor(replace(PI, on_bus=()))
    assert code == 1
    assert "Wrong: Display." in told
    assert "→ Switch off and check its wires" in told


NAMED = """\
[voice]
rate = 170
command = "/home/hildegard/speak"
[[roster]]
name = "Ludmilla"
[[games.scorepad.preset]]
name = "Like at Rosalinde's"
"""
NAMES = ("ludmilla", "brunhilde", "rosalinde", "hildegard", "gundula", "turn")
LOG = """\
2026-11-22T20:00:00 gm[1]: ERROR /etc/gm-appliance.toml:9: [[roster]] 'Brunhilde' is already in line 7.
2026-11-22T20:00:01 gm[1]: WARNING speak failed at 'Ludmilla throws 3.': it hung. espeak-ng speaks instead.
2026-11-22T20:00:02 gm[1]: WARNING speak failed at 'Gundula\\'s "turn".': it hung.
2026-11-22T20:00:02 gm[1]: WARNING speak failed at "Gundula's turn.": it hung.
2026-11-22T20:00:02 gm[1]: WARNING somebody wrote LUDMILLA here.
2026-11-22T20:00:03 gm[1]: INFO A game of thor begins.
"""


def test_a_report_contains_what_helps_and_no_names(
    doctor: Doctor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/hildegard")
    settings, report = tmp_path / "my.toml", tmp_path / "report.txt"
    settings.write_text(NAMED, "utf-8")
    machine = replace(PI, answers_by_program={**ANSWERS, "journalctl": LOG})
    code, told = doctor(machine, "--config", str(settings), "--report", str(report))
    assert code == 1, "there is no such program to speak"
    written = report.read_text("utf-8")
    for line in told.splitlines()[:-1]:
        assert line.replace("/home/hildegard", "~") in written
    for what in ("voice.rate = 170", "A game of thor begins.", "gpiozero 1.0", "espeak-ng speaks instead."):
        assert what in written
    assert not any(name in written.lower() for name in NAMES)


def test_a_report_is_private_and_never_overwrites_a_file(doctor: Doctor, tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    assert doctor(PI, "--report", str(report))[0] == 0
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    before = report.read_text("utf-8")
    code, told = doctor(PI, "--report", str(report))
    assert code == 1
    assert str(report) in told
    assert report.read_text("utf-8") == before


def test_a_report_contains_nothing_from_the_journal(doctor: Doctor, tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        journal.set_setting("people", {"entered": ["Kunigunde"]})
    assert doctor(PI, "--report", str(tmp_path / "report.txt"))[0] == 0
    assert "Kunigunde" not in (tmp_path / "report.txt").read_text("utf-8")


def test_the_report_on_a_stick_is_in_the_tables_language(tmp_path: Path) -> None:
    files = dict(exported(Configuration(), tmp_path, ("a line of the log",), "de"))
    report = files["report.txt"].decode()
    assert "# Einstellungen" in report
    assert "a line of the log" in report
    assert spoken() == SOURCE


def test_a_file_that_is_missing_or_changed_since_it_was_installed_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "box"
    (tmp_path / "box-1.dist-info").mkdir()
    package.mkdir()
    files = {name: package / name for name in ("text.pil", "messages.mo", "rules.py")}
    for name, file in files.items():
        file.write_text(name)
    made = "".join(f"box/{name},sha256={_hash(file.read_bytes())},1\n" for name, file in files.items())
    (tmp_path / "box-1.dist-info/RECORD").write_text(f"{made}box/rules.pyc,,\nbox-1.dist-info/RECORD,,\n")
    (tmp_path / "box-1.dist-info/METADATA").write_text("Name: box\nVersion: 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert Machine().damaged("box") == ()
    files["text.pil"].unlink()
    files["messages.mo"].write_text("messages.no")
    assert Machine().damaged("box") == ("box/text.pil", "box/messages.mo")
    assert Machine().damaged("no-such-package") == ()


def _hash(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def test_pins_are_read_with_their_pull_ups_and_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    chip, closed = Chip(), list[object]()
    lgpio = module(chip)
    monkeypatch.setattr(lgpio, "gpiochip_close", closed.append)
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    chip.number, chip.levels = 4, {6: 0}
    assert Machine().grounded(4, (5, 6)) == (6,)
    assert [chip.lines[pin].flags for pin in (5, 6)] == [PULL_UP, PULL_UP]
    chip.busy.add(5)
    with pytest.raises(OSError, match="busy"):
        Machine().grounded(4, (5, 6))
    assert len(closed) == chip.opened == 2


def test_this_machine_answers_every_question(tmp_path: Path) -> None:
    machine, file = Machine(), tmp_path / "file"
    file.write_text("model\0\n")
    assert (machine.text(str(file)), machine.text(str(tmp_path / "none"))) == ("model", None)
    assert machine.there(f"{tmp_path}/fi*") == (str(file),)
    assert machine.free(str(tmp_path / "not/yet/made")) > 0
    assert machine.folder(str(tmp_path)) == WRITABLE
    assert machine.folder(str(tmp_path / "not/yet/made")) == TO_BE_MADE
    assert machine.speaks(SpeechCommand(("sh", "-c", "exit 3"))).endswith("ended with 3: without a word")
    assert machine.run("sh", "-c", "echo said; exit 3") == Ended(3, "said\n")
    for asks, there, absent in (
        (machine.finds, "sh", "no-such-program-anywhere"),
        (machine.version, "msgspec", "no-such-package"),
        (machine.imports, "msgspec", "no_such_module"),
    ):
        assert asks(there)
        assert not asks(absent)
    with pytest.raises(OSError, match="i2c-97"):
        machine.answers(97, 0x3C)


@pytest.mark.root
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can look as somebody else")
def test_root_checks_the_access_of_the_game_masters_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm_appliance.app.doctor.machine.SERVICE_USER", "daemon")
    # The folders of tests are root's alone.
    with TemporaryDirectory(dir="/var/tmp") as above:
        os.chmod(above, 0o755)
        state = Path(above, "state")
        machine = Machine()
        assert machine.user == "daemon"
        assert machine.folder(str(state)) == MISSING
        state.mkdir(mode=0o700)
        assert machine.folder(str(state)) == CLOSED
        assert system.card(Box(machine, Configuration(), state, playing=False)).fault == "state-closed"
        shutil.chown(state, "daemon")
        assert machine.folder(str(state)) == WRITABLE
        told = state / "who"
        assert "wrote nothing" in machine.speaks(SpeechCommand(("sh", "-c", f"id -un > {told}")))
        assert told.read_text() == "daemon\n"


def test_a_read_only_file_system_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    facts = os.statvfs(tmp_path)
    flags = SimpleNamespace(f_flag=facts.f_flag | os.ST_RDONLY)
    monkeypatch.setattr("os.statvfs", lambda _path: flags)
    machine = Machine()
    assert machine.folder(str(tmp_path)) == machine.folder(str(tmp_path / "new")) == READ_ONLY
    assert system.card(Box(machine, Configuration(), tmp_path, playing=False)).fault == "state-read-only"
