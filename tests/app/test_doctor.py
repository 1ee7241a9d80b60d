"""`gm-appliance doctor`: what it tells of which machine, and what a report holds and does not."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

from gm_appliance import cli
from gm_appliance.app.doctor import command, system
from gm_appliance.app.doctor.diagnosis import ABSENT, UNKNOWN, WORKS, WRONG, Diagnosis
from gm_appliance.app.doctor.machine import CLOSED, MISSING, READ_ONLY, TO_BE_MADE, WRITABLE, ThisMachine
from gm_appliance.config import parse, usable_part
from gm_appliance.core import values
from gm_appliance.devices.pads.flashing import HubError, HubInfo
from gm_appliance.devices.pads.link import Snapshot
from gm_appliance.devices.pads.port import NoHub, SeveralHubs
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.install.commands import Ended
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.results import NAME
from tests.storage.journals import written

CARDS = """\
 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
"""
FILES = {
    "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5",
    "/etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "/proc/asound/cards": CARDS,
    "/sys/class/thermal/thermal_zone0/temp": "48312",
    "/proc/self/mountinfo": "22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw\n",
}
DEVICES = frozenset(("/dev/gpiochip0", "/dev/i2c-1", "/dev/seathub"))
ANSWERS = {
    "vcgencmd get_throttled": "throttled=0x0\n",
    "systemctl is-active": "active\n",
    "systemctl show": "LoadState=loaded\nActiveState=active\nNRestarts=0\n",
    "journalctl": "2026-11-22T20:00:00 INFO Settings: /etc/gm-appliance.toml\n",
}
UNINSTALLED = ("pygame",)
HUB = HubInfo("/dev/seathub", 2, matches=True, state=Snapshot(0, 0, True, 0, 0))


@dataclass
class FakeMachine:
    """A Raspberry Pi with all its parts, unless it is told otherwise.

    files, devices: by path what is in it, and what is there. answers_by_program: what programs say, by how
    their command begins.
    missing: packages. closed: devices this user may not use. hub_said: what comes of asking the hub.
    """

    files: Mapping[str, str] = field(default_factory=lambda: FILES)
    devices: frozenset[str] = DEVICES
    answers_by_program: Mapping[str, str] = field(default_factory=lambda: ANSWERS)
    missing: tuple[str, ...] = UNINSTALLED
    closed: frozenset[str] = frozenset()
    megabytes: int = 9000
    on_bus: tuple[int, ...] = (0x3C,)
    hub_said: HubInfo | Exception = HUB
    engine: str | None = "pyttsx3 2.99, espeak-ng 1.52"
    asked_hub: bool = False
    user: str = ""
    is_there: str = WRITABLE
    labels: Mapping[int, str] = field(
        default_factory=lambda: {0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}
    )
    installed: tuple[str, str] = ("", "")
    mute: str = ""
    voices_there: tuple[str, ...] = ("espeak-ng",)
    free_memory: int = 2000

    def text(self, path: str) -> str | None:
        return self.files.get(path)

    def there(self, pattern: str) -> tuple[str, ...]:
        return tuple(sorted(one for one in self.devices if fnmatch(one, pattern)))

    def usable(self, path: str, *, write: bool = True) -> bool:
        return path not in self.closed

    def folder(self, path: str) -> str:
        return self.is_there

    def chips(self) -> Mapping[int, str]:
        return {
            number: label for number, label in self.labels.items() if self.usable(f"/dev/gpiochip{number}")
        }

    def release(self) -> tuple[str, str]:
        return self.installed

    def speaks(self, speech: SpeechCommand) -> str:
        return self.mute

    def free(self, path: str) -> int:
        return self.megabytes * 1_000_000

    def run(self, *words: str) -> Ended | None:
        said = [said for start, said in self.answers_by_program.items() if " ".join(words).startswith(start)]
        return Ended(0, said[0]) if said else None

    def finds(self, program: str) -> bool:
        return program == "/opt/voice/speak"

    def version(self, package: str) -> str | None:
        return None if package in self.missing else "1.0"

    def imports(self, module: str) -> bool:
        return module not in self.missing

    def answers(self, bus: int, address: int) -> bool:
        return address in self.on_bus

    def hub(self, port: str | None) -> HubInfo:
        self.asked_hub = True
        if isinstance(self.hub_said, Exception):
            raise self.hub_said
        return self.hub_said

    def voice(self) -> str | None:
        return self.engine

    def voices(self, language: str) -> tuple[str, ...]:
        return self.voices_there

    def memory(self) -> int:
        return self.free_memory


def without(programs: Mapping[str, str], *names: str) -> dict[str, str]:
    return {name: said for name, said in programs.items() if name not in names}


PI = FakeMachine()
STOPPED = replace(PI, answers_by_program={**ANSWERS, "systemctl is-active": "inactive\n"})
IN_MEMORY = {**FILES, "/proc/self/mountinfo": "22 1 0:9 / / rw - overlay overlayroot rw,upperdir=/rw\n"}
LAPTOP = FakeMachine(
    {"/proc/self/mountinfo": FILES["/proc/self/mountinfo"]},
    frozenset(),
    {},
    ("pygame", "lgpio"),
    hub_said=NoHub("No hub."),
)


def examined(machine: FakeMachine, settings: str, state: Path) -> dict[str, Diagnosis]:
    """By the part, what is found."""
    playing = machine.run("systemctl", "is-active") == Ended(0, "active\n")
    found = command.examined(machine, parse(settings.encode()), state, playing=playing)
    return {one.part: one for one in found}


def test_nothing_is_wrong_with_a_complete_pi(tmp_path: Path) -> None:
    found = examined(PI, "", tmp_path)
    assert {one.part: one.state for one in found.values() if one.state != WORKS} == {
        "Journal": ABSENT,
        "Results": ABSENT,
    }
    assert [one.part for one in found.values() if one.help] == []
    assert not PI.asked_hub, "the service has it"


def test_on_a_laptop_missing_parts_are_not_wrong(tmp_path: Path) -> None:
    found = examined(LAPTOP, "", tmp_path)
    absent = {part for part, one in found.items() if one.state == ABSENT}
    assert absent == {
        "Panel",
        "Display",
        "Sound",
        "Seat pads",
        "Journal",
        "Results",
        "Power",
        "Heat",
        "Service",
    }
    assert {one.state for part, one in found.items() if part not in absent} == {WORKS}
    assert all(one.found for one in found.values()), "each says what it would be"


WITH_PIPER = replace(PI, voices_there=("pico/en-GB", "piper/joe", "espeak-ng"))
LIMITED = {"systemctl show gm-appliance.service -p MemoryMax": "MemoryMax=209715200\n", **ANSWERS}
"""The unit may take 200 MB."""

BROKEN: tuple[tuple[str, FakeMachine, str, str], ...] = (
    ("Panel", replace(PI, devices=DEVICES - {"/dev/gpiochip0"}), "", WRONG),
    ("Panel", replace(PI, closed=frozenset({"/dev/gpiochip0", "/dev/gpiochip1"})), "", UNKNOWN),
    ("Panel", replace(PI, closed=frozenset({"/dev/gpiochip0"}), user="gm-appliance"), "", WRONG),
    ("Panel", replace(PI, labels={0: "raspberrypi-exp-gpio", 1: "brcmvirt-gpio"}), "", WRONG),
    ("Panel", replace(PI, missing=(*UNINSTALLED, "lgpio")), "", WRONG),
    ("Games", replace(PI, files=IN_MEMORY), "", WRONG),
    ("Display", replace(PI, on_bus=()), "", WRONG),
    ("Display", replace(PI, on_bus=(0x3D,)), "", WRONG),
    ("Display", replace(PI, devices=DEVICES - {"/dev/i2c-1"}), "", WRONG),
    ("Display", replace(PI, closed=frozenset({"/dev/i2c-1"})), "", UNKNOWN),
    ("Display", replace(PI, closed=frozenset({"/dev/i2c-1"}), user="gm-appliance"), "", WRONG),
    ("Display", PI, '[display]\ninterface = "spi"', WRONG),
    ("Sound", replace(PI, files=without(FILES, "/proc/asound/cards")), "", WRONG),
    ("Sound", replace(PI, files={**FILES, "/proc/asound/cards": "--- no soundcards ---"}), "", WRONG),
    ("Sound", PI, '[sound]\ndevice = "plughw:CARD=Headphone"', WRONG),
    ("Voice", replace(PI, engine=None), "", WRONG),
    ("Voice", PI, '[voice]\ncommand = "/opt/voice/talk"', WRONG),
    ("Voice", PI, '[voice]\nengine = "pico"', WRONG),
    ("Voice", replace(WITH_PIPER, free_memory=200), '[voice]\nengine = "piper"', WRONG),
    ("Voice", replace(WITH_PIPER, answers_by_program=LIMITED), '[voice]\nengine = "piper"', WRONG),
    ("Voice", replace(PI, mute="it wrote nothing"), '[voice]\ncommand = "/opt/voice/speak"', WRONG),
    ("Seat pads", PI, '[pads]\nport = "/dev/ttyACM7"', WRONG),
    ("Release", replace(PI, missing=("pygame", "pygame-ce")), "", WRONG),
    ("Release", replace(PI, missing=("gpiozero",)), "", WRONG),
    ("Card", replace(PI, megabytes=20), "", WRONG),
    *(("Card", replace(PI, is_there=why), "", WRONG) for why in (MISSING, CLOSED, READ_ONLY)),
    ("Card", replace(PI, is_there=CLOSED, user="gm-appliance"), "", WRONG),
    ("Power", replace(PI, answers_by_program={"vcgencmd": "throttled=0x50005"}), "", WRONG),
    ("Power", replace(PI, answers_by_program={"vcgencmd": "throttled=0x50000"}), "", WRONG),
    ("Heat", replace(PI, files={**FILES, "/sys/class/thermal/thermal_zone0/temp": "84100"}), "", WRONG),
    (
        "Service",
        replace(PI, answers_by_program={"systemctl show": "LoadState=loaded\nActiveState=failed"}),
        "",
        WRONG,
    ),
    (
        "Service",
        replace(PI, answers_by_program={"systemctl show": "LoadState=loaded\nActiveState=inactive"}),
        "",
        WRONG,
    ),
)


@pytest.mark.parametrize(("part", "machine", "settings", "state"), BROKEN)
def test_what_is_wrong_is_reported_with_a_remedy(
    part: str, machine: FakeMachine, settings: str, state: str, tmp_path: Path
) -> None:
    found = examined(machine, settings, tmp_path)[part]
    assert found.state == state
    assert found.help


@pytest.mark.parametrize("number", [0, 4, 15])
def test_the_headers_chip_is_found_under_any_number(number: int, tmp_path: Path) -> None:
    chips = {number: "pinctrl-rp1", 20: "gpio-brcmstb@107d517c00"}
    devices = DEVICES - {"/dev/gpiochip0"} | {f"/dev/gpiochip{one}" for one in chips}
    found = examined(replace(PI, devices=devices, labels=chips), "", tmp_path)["Panel"]
    assert found.state == WORKS
    assert found.found.startswith(f"/dev/gpiochip{number}: ")


@pytest.mark.parametrize(
    ("settings", "devices", "told"),
    [
        ("i2c_bus = 3", ("/dev/i2c-1", "/dev/i2c-20"), ("i2c_bus", "/dev/i2c-1, /dev/i2c-20")),
        ("i2c_bus = 3", (), ("i2c_bus", "/dev/i2c-1")),
        ("", ("/dev/i2c-20",), ("do_i2c",)),
        ('interface = "spi"', (), ("do_spi",)),
        ('interface = "spi"\nspi_bus = 1', ("/dev/spidev0.0",), ("spi_bus", "/dev/spidev0.0")),
    ],
)
def test_for_a_missing_bus_the_remedy_is_to_enable_it_or_to_correct_the_setting(
    settings: str, devices: tuple[str, ...], told: tuple[str, ...], tmp_path: Path
) -> None:
    machine = replace(PI, devices=frozenset(("/dev/gpiochip0", *devices)))
    help = examined(machine, f"[display]\n{settings}", tmp_path)["Display"].help
    assert all(one in help for one in told)
    assert ("raspi-config" in help) == told[0].startswith("do_")


def test_the_release_is_named_with_its_digest_and_a_trial_is_mentioned(tmp_path: Path) -> None:
    found = examined(replace(PI, installed=("0.1.0-5f2c9ab1", "")), "", tmp_path)["Release"]
    assert (found.state, found.found) == (WORKS, "gm-appliance 0.1.0-5f2c9ab1")
    found = examined(replace(PI, installed=("0.1.0-5f2c9ab1", "0.1.0-aa11bb22")), "", tmp_path)["Release"]
    assert found.state == WORKS
    assert "on trial" in found.found
    assert "0.1.0-aa11bb22" in found.found


@pytest.mark.parametrize("settings", ["", '[voice]\nengine = "piper"', '[voice]\nengine = "espeak-ng"'])
def test_all_voices_are_named(settings: str, tmp_path: Path) -> None:
    found = examined(WITH_PIPER, settings, tmp_path)["Voice"]
    assert (found.state, found.found) == (WORKS, "Pico en-GB, Piper joe, pyttsx3 2.99, espeak-ng 1.52")


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


@pytest.mark.parametrize(
    ("hub_said", "state"),
    [
        (HUB, WORKS),
        (NoHub("No hub."), ABSENT),
        (SeveralHubs("Several."), WRONG),
        (HubError("Nobody answers."), WRONG),
        (HubInfo("/dev/seathub", 1), WRONG),
        (HubInfo("/dev/seathub", None), WRONG),
        (values.replace(HUB, state=Snapshot(0, 0, True, 2, 0)), WRONG),
        (values.replace(HUB, state=Snapshot(0, 0, True, 0, 0, muted=1)), WRONG),
    ],
)
def test_the_hub_is_asked_if_the_service_does_not_use_it(
    hub_said: HubInfo | Exception, state: str, tmp_path: Path
) -> None:
    found = examined(replace(STOPPED, hub_said=hub_said), "", tmp_path)["Seat pads"]
    assert found.state == state
    assert found.found


def test_a_damaged_journal_is_reported_and_left_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    with closing(Journal(file)):
        pass
    assert examined(PI, "", tmp_path)["Journal"].state == WORKS
    file.write_bytes(b"not at all a database" * 400)
    before = file.read_bytes()
    assert examined(PI, "", tmp_path)["Journal"].state == WRONG
    assert file.read_bytes() == before


def test_text_in_the_journal_that_is_not_utf_8_is_reported(tmp_path: Path) -> None:
    written(tmp_path / "journal.sqlite", "Anna")
    data = (tmp_path / "journal.sqlite").read_bytes()
    (tmp_path / "journal.sqlite").write_bytes(data.replace(b'"Anna"', b'"A\xffna"'))
    assert examined(PI, "", tmp_path)["Journal"].state == WRONG


def test_garbage_in_the_results_is_reported_with_its_line(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"")
    assert examined(PI, "", tmp_path)["Results"].state == WORKS
    (tmp_path / NAME).write_bytes(b"\n\nrubbish\n")
    found = examined(PI, "", tmp_path)["Results"]
    assert found.state == WRONG
    assert "line 3" in found.found
    assert found.help


def test_a_mistake_in_the_settings_is_reported_with_its_line(tmp_path: Path) -> None:
    config = usable_part(b"\n\n[voice]\nrate = 3\n")
    found = {one.part: one for one in command.examined(PI, config, tmp_path, playing=True)}
    assert found["Settings"].state == WRONG
    assert "line 4" in found["Settings"].found


def test_settings_that_the_game_master_may_not_read_are_reported(tmp_path: Path) -> None:
    config = values.replace(parse(b""), source=Path("/etc/gm-appliance.toml"))
    closed = replace(PI, closed=frozenset({"/etc/gm-appliance.toml"}), user="gm-appliance")
    assert system.settings(PI, config).state == WORKS
    assert system.settings(closed, config).state == WRONG


# ---------------------------------------------------------------- the command

Doctor = Callable[..., tuple[int, str]]


@pytest.fixture
def doctor(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Doctor:
    def run(machine: FakeMachine, *words: str) -> tuple[int, str]:
        monkeypatch.setattr(command, "ThisMachine", lambda: machine)
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
    assert "→ Check its four wires." in told


def test_it_says_who_uses_the_parts_and_where_people_try_them(doctor: Doctor) -> None:
    has = "The game master is running and uses the parts."
    assert has in doctor(PI)[1]
    told = doctor(LAPTOP)[1]
    assert has not in told
    assert "Check the parts" in told
    assert max(map(len, told.splitlines())) <= command.WIDTH


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


# ---------------------------------------------------------------- this machine


def test_this_machine_answers_every_question(tmp_path: Path) -> None:
    machine, file = ThisMachine(), tmp_path / "file"
    file.write_text("model\0\n")
    assert machine.text(str(file)) == "model"
    assert machine.text(str(tmp_path / "none")) is None
    assert machine.there(f"{tmp_path}/fi*") == (str(file),)
    assert machine.usable(str(file))
    assert machine.free(str(tmp_path / "not/yet/made")) > 0
    assert machine.folder(str(tmp_path)) == WRITABLE
    assert machine.folder(str(tmp_path / "not/yet/made")) == TO_BE_MADE
    assert machine.folder("/proc/self") in (READ_ONLY, CLOSED, WRITABLE)
    assert machine.speaks(SpeechCommand(("sh", "-c", "exit 3"))).endswith("ended with 3: without a word")
    assert machine.release() == ("", "")
    assert machine.run("sh", "-c", "echo said; exit 3") == Ended(3, "said\n")
    assert machine.run("no-such-program-anywhere") is None
    assert machine.finds("sh")
    assert not machine.finds("no-such-program-anywhere")
    assert machine.version("msgspec")
    assert machine.version("no-such-package") is None
    assert machine.imports("msgspec")
    assert not machine.imports("no_such_module")
    with pytest.raises(OSError, match="i2c-97"):
        machine.answers(97, 0x3C)


# Not long, but in CI those are what root runs.
@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can look as somebody else")
def test_root_checks_the_access_of_the_game_masters_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm_appliance.app.doctor.machine.SERVICE_USER", "daemon")
    # The folders of tests are root's alone.
    with TemporaryDirectory(dir="/var/tmp") as above:
        os.chmod(above, 0o755)
        state = Path(above, "state")
        machine = ThisMachine()
        assert machine.user == "daemon"
        assert machine.folder(str(state)) == MISSING
        state.mkdir(mode=0o700)
        assert machine.folder(str(state)) == CLOSED
        assert system.card(machine, state).state == WRONG
        shutil.chown(state, "daemon")
        assert machine.folder(str(state)) == WRITABLE
        told = state / "who"
        assert "wrote nothing" in machine.speaks(SpeechCommand(("sh", "-c", f"id -un > {told}")))
        assert told.read_text() == "daemon\n"


def test_a_read_only_file_system_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    facts = os.statvfs(tmp_path)
    flags = SimpleNamespace(f_flag=facts.f_flag | os.ST_RDONLY)
    monkeypatch.setattr("os.statvfs", lambda _path: flags)
    machine = ThisMachine()
    assert machine.folder(str(tmp_path)) == machine.folder(str(tmp_path / "new")) == READ_ONLY
    assert system.card(machine, tmp_path).state == WRONG
