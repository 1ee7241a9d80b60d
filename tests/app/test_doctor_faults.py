"""Every fault the doctor knows is found when planted, with a remedy that is possible there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest

from gm_appliance.app.doctor import command, system
from gm_appliance.app.doctor.diagnosis import WRONG
from gm_appliance.app.doctor.faults import FAULTS
from gm_appliance.app.doctor.machine import CARD, CLOSED, DESK, MISSING, READ_ONLY, SYSTEM
from gm_appliance.config import usable_part
from gm_appliance.core import values
from gm_appliance.core.language import languages, load
from gm_appliance.devices.pads.flashing import HubError, HubInfo
from gm_appliance.devices.pads.link import Snapshot
from gm_appliance.devices.pads.port import SeveralHubs
from gm_appliance.room.messages import CONNECTION, SOCKETS
from gm_appliance.storage.results import NAME
from tests.app.patients import (
    CARDS,
    HUB,
    HWMON,
    INSTALLED,
    MACHINES,
    PIPER,
    STOPPED,
    UNINSTALLED,
    FakeMachine,
    muted,
    of_systemd,
)


class Planted(NamedTuple):
    """A fault, and where it is put.

    files, devices: added; None for a file that is removed. without: devices that are removed.
    says: what programs say. changes: other fields of the machine. kept: makes it in the folder for games.
    at_desk: whether it can be at a virtual table, too.
    """

    fault: str
    settings: str = ""
    files: Mapping[str, str | None] = {}
    devices: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    says: Mapping[str, str] = {}
    changes: Mapping[str, object] = {}
    kept: Callable[[Path], object] = lambda folder: None
    at_desk: bool = False

    def at(self, machine: FakeMachine) -> FakeMachine:
        files = {name: text for name, text in {**machine.files, **self.files}.items() if text is not None}
        devices = machine.devices - {*self.without} | {*self.devices}
        says = {**self.says, **machine.answers_by_program, **self.says}
        changes: dict[str, Any] = {**self.changes}
        return replace(machine, files=files, devices=devices, answers_by_program=says, **changes)


def damaged_journal(folder: Path) -> None:
    (folder / "journal.sqlite").write_bytes(b"not at all a database" * 400)


BROKER = '[room]\nbroker = "mqtt://lights.local"\n'
WRONG_STATES = (
    *("unknown", "refused", "silent", "unreachable", "closed"),
    *("certificate", "tls", "password", "forbidden", "twin"),
)

HEAT = "/sys/class/thermal/thermal_zone0/temp"
ROOT_ASKS = {"user": "gm-appliance"}
SPI = '[display]\ninterface = "spi"'
FULL_SHELL = "22 1 0:9 / / rw - overlay overlayroot rw,upperdir=/rw\n"
HAS_CARDS = {"/proc/asound/cards": CARDS}


def hub(said: HubInfo | Exception, fault: str) -> Planted:
    return Planted(fault, says=STOPPED, changes={"hub_said": said}, at_desk=True)


def shut(*devices: str, by_root: bool) -> Planted:
    changes = {"closed": frozenset(devices), "user": "gm-appliance" if by_root else ""}
    return Planted("device-closed" if by_root else "device-refused", says=STOPPED, changes=changes)


PLANTS = (
    Planted("kernel-old", files={"/proc/sys/kernel/osrelease": "5.4.83-v8+"}),
    Planted("memory-low", changes={"free_memory": 20}, at_desk=True),
    Planted("libraries-missing", changes={"missing": ("pygame", "pygame-ce")}, at_desk=True),
    Planted("libraries-missing", changes={"missing": (*UNINSTALLED, "gpiozero")}, at_desk=True),
    Planted("files-damaged", changes={"spoilt": ("gm_appliance/fonts/text.pil",)}, at_desk=True),
    Planted("rescue-missing", without=tuple(one for one in INSTALLED if "rescue" in one)),
    Planted("settings-closed", changes={**ROOT_ASKS, "closed": frozenset({"/etc/gm-appliance.toml"})}),
    Planted("settings-mistaken", "\n\n[voice]\nrate = 3\n", at_desk=True),
    Planted("settings-mistaken", "[panel]\nup = 6\ndown = 6\n", at_desk=True),
    Planted("pins-missing", without=("/dev/gpiochip0",)),
    Planted("header-missing", changes={"labels": {0: "raspberrypi-exp-gpio", 1: "brcmvirt-gpio"}}),
    Planted("lgpio-missing", changes={"missing": (*UNINSTALLED, "lgpio")}),
    Planted("button-down", says=STOPPED, changes={"down": (13, 26)}),
    *(shut("/dev/gpiochip0", by_root=True), shut("/dev/gpiochip0", "/dev/gpiochip1", by_root=False)),
    *(shut(one, by_root=by_root) for one in ("/dev/i2c-1", "/dev/seathub") for by_root in (True, False)),
    Planted("i2c-off", without=("/dev/i2c-1",)),
    Planted("i2c-off", without=("/dev/i2c-1",), devices=("/dev/i2c-20",)),
    Planted("spi-off", SPI),
    Planted("bus-mistaken", "[display]\ni2c_bus = 3", devices=("/dev/i2c-20",)),
    Planted("bus-mistaken", f"{SPI}\nspi_bus = 1", devices=("/dev/spidev0.0",)),
    Planted("bus-unusable", changes={"on_bus": OSError("Remote I/O error")}),
    Planted("display-silent", changes={"on_bus": ()}),
    Planted("display-elsewhere", changes={"on_bus": (0x3D,)}),
    Planted("display-elsewhere", "[display]\ni2c_address = 0x3D"),
    Planted("sound-missing", files={"/proc/asound/cards": None}),
    Planted("sound-missing", files={"/proc/asound/cards": "--- no soundcards ---"}),
    Planted("sound-gone", '[sound]\ndevice = "plughw:CARD=Headphone"', files=HAS_CARDS, at_desk=True),
    Planted("sound-muted", files=HAS_CARDS, says=muted("'PCM'"), at_desk=True),
    Planted("sound-muted", files=HAS_CARDS, says=muted("'Speaker'"), at_desk=True),
    Planted("espeak-missing", changes={"engine": None}, at_desk=True),
    Planted("voice-program-missing", '[voice]\ncommand = "/opt/voice/talk"', at_desk=True),
    Planted("voice-missing", '[voice]\nengine = "pico"', at_desk=True),
    Planted(
        *("voice-too-large", '[voice]\nengine = "piper"'), changes={**PIPER, "free_memory": 200}, at_desk=True
    ),
    Planted(
        *("voice-too-large", '[voice]\nengine = "piper"'),
        says={"systemctl show gm-appliance.service -p MemoryMax": "MemoryMax=209715200\n"},
        changes=PIPER,
        at_desk=True,
    ),
    Planted(
        *("voice-fails", '[voice]\ncommand = "/opt/voice/speak"'),
        changes={"mute": "it wrote nothing"},
        at_desk=True,
    ),
    Planted("hub-mistaken", '[pads]\nport = "/dev/ttyACM7"', at_desk=True),
    hub(SeveralHubs("Several Picos."), "hub-ambiguous"),
    hub(HubError("Nobody answers."), "hub-silent"),
    hub(HubInfo("/dev/seathub", 1), "hub-foreign"),
    hub(HubInfo("/dev/seathub", None), "hub-foreign"),
    hub(values.replace(HUB, state=Snapshot(0, 0, True, 2, 0)), "hub-broken"),
    hub(values.replace(HUB, state=Snapshot(0, 0, True, 0, 0, muted=1)), "hub-broken"),
    Planted("state-full", changes={"megabytes": 20}, at_desk=True),
    Planted("state-missing", changes={"is_there": MISSING}, at_desk=True),
    Planted("state-read-only", changes={"is_there": READ_ONLY}, at_desk=True),
    Planted("state-closed", changes={"is_there": CLOSED}, at_desk=True),
    Planted("state-closed", changes={"is_there": CLOSED, **ROOT_ASKS}),
    Planted("games-fleeting", files={"/proc/self/mountinfo": FULL_SHELL}, at_desk=True),
    Planted("journal-damaged", kept=damaged_journal, at_desk=True),
    Planted("journal-unread", kept=lambda folder: (folder / "journal.sqlite").mkdir(), at_desk=True),
    Planted(
        "results-damaged", kept=lambda folder: (folder / NAME).write_bytes(b"\n\nrubbish\n"), at_desk=True
    ),
    Planted("voltage-low", says={"vcgencmd": "throttled=0x50005"}),
    Planted("voltage-low", files={**HWMON, "/sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1"}),
    Planted("voltage-was-low", says={"vcgencmd": "throttled=0x50000"}),
    Planted("voltage-was-low", says={"journalctl": "hwmon hwmon1: Undervoltage detected!\n"}),
    Planted(
        "voltage-unseen", files=dict.fromkeys(HWMON), says={"vcgencmd": "Can't open device file: /dev/vcio\n"}
    ),
    Planted("hot", files={HEAT: "84100"}, at_desk=True),
    Planted("throttled", says={"vcgencmd": "throttled=0x80000"}),
    Planted("throttled", says={"vcgencmd": ""}, files={system.FIRMWARE: "40000"}),
    Planted("clock-behind", changes={"time": 3600.0}, at_desk=True),
    Planted("service-stopped", says={"systemctl show": of_systemd(service=("loaded", "inactive"))}),
    Planted("service-failed", says={"systemctl show": of_systemd(service=("loaded", "failed"))}),
    Planted("service-restarted", says={"systemctl show": of_systemd(57)}),
    Planted("phones-off", says={"systemctl show": of_systemd(phones_socket=("masked", "inactive"))}),
    Planted("phones-off", says={"systemctl show": of_systemd(phones_service=("loaded", "failed"))}),
    Planted("stick-off", says={"systemctl show": of_systemd(stick_socket=("not-found", "inactive"))}),
    Planted("stick-off", says={"systemctl show": of_systemd(stick_service=("masked", "inactive"))}),
    Planted("room-off", says={"systemctl show": of_systemd(room_socket=("masked", "inactive"))}),
    Planted("room-unread", settings=f'{BROKER}authority = "/no/such.pem"\n', at_desk=True),
    *(
        Planted(f"room-{state}", settings=BROKER, files={f"{SOCKETS}/{CONNECTION}": state})
        for state in WRONG_STATES
    ),
)

NO_LINUX = ("sudo", "apt ", "raspi-config", "install.sh", "ssh", "systemctl", "journalctl", "--")
"""Impossible on a card."""

NEVER = {
    CARD: NO_LINUX,
    SYSTEM: ("GM-BOX", "Pull the plug", "make setup"),
    DESK: ("GM-BOX", "Pull the plug", "raspi-config", "install.sh", "systemctl"),
}


def test_every_fault_is_planted() -> None:
    assert {one.fault for one in PLANTS} == FAULTS.keys()


@pytest.mark.parametrize(
    ("place", "planted"),
    [
        pytest.param(place, one, id=f"{place}-{one.fault}-{number}")
        for number, one in enumerate(PLANTS)
        for place in MACHINES
        if place != DESK or one.at_desk
    ],
)
def test_a_fault_is_found_alone_and_its_advice_can_be_followed_there(
    place: str, planted: Planted, tmp_path: Path
) -> None:
    planted.kept(tmp_path)
    machine = planted.at(MACHINES[place])
    config = usable_part(planted.settings.encode())
    if planted.fault == "settings-closed":
        config = values.replace(config, source=Path("/etc/gm-appliance.toml"))
    found = [*command.examined(machine, config, tmp_path, playing=system.is_playing(machine))]
    (wrong,) = [one for one in found if one.fault or one.help or one.state == WRONG]
    assert (wrong.fault, wrong.state) == (planted.fault, FAULTS[planted.fault].state)
    assert wrong.help
    told = " ".join(command.table([wrong], playing=False))
    assert [word for word in NEVER[place] if word in told] == []
    assert "{" not in told


@pytest.mark.parametrize("language", languages())
def test_no_language_has_a_command_for_a_card(language: str) -> None:
    for name, fault in FAULTS.items():
        for message in filter(None, (fault.card, fault.found)):
            blanks = {what: "" for _, what, _, _ in Formatter().parse(message.text) if what}
            text = load(language)(message, **{**blanks, "command": "sudo"})
            assert not [word for word in NO_LINUX if word in text], name
