"""Machines for the doctor: a card, a Raspberry Pi with everything, a laptop with nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from gm_appliance.app.doctor import command, system
from gm_appliance.app.doctor.diagnosis import Diagnosis
from gm_appliance.app.doctor.machine import CARD, DESK, SYSTEM, WRITABLE, Machine
from gm_appliance.config import usable_part
from gm_appliance.devices.pads.flashing import HubInfo
from gm_appliance.devices.pads.link import Snapshot
from gm_appliance.devices.pads.port import NoHub
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.install.commands import Ended

CARDS = """\
 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
"""
MIXER = """\
Simple mixer control 'PCM',0
  Capabilities: pvolume pswitch
  Playback channels: Front Left - Front Right
  Limits: Playback -10239 - 400
  Front Left: Playback -2000 [77%] [-20.00dB] [on]
  Front Right: Playback -2000 [77%] [-20.00dB] [on]
Simple mixer control 'Headphone',0
  Playback channels: Mono
  Mono: Playback 0 [0%] [off]
Simple mixer control 'Speaker',0
  Playback channels: Mono
  Mono: Playback 40 [50%] [on] Capture [off]
Simple mixer control 'Mic',0
  Playback channels: Mono
  Mono: Playback 0 [0%] [off] Capture 3 [20%] [on]
"""
"""Sound comes out, although headphones and microphone are off."""

FILES = {
    "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5",
    "/etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "/proc/sys/kernel/osrelease": "6.12.34+rpt-rpi-v8",
    "/proc/asound/cards": CARDS,
    "/sys/class/thermal/thermal_zone0/temp": "48312",
    "/proc/self/mountinfo": "22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw\n",
}
INSTALLED = frozenset(
    ("/opt/gm-appliance/current", "/opt/gm-appliance/rescue/gm_appliance/install/rescue.py")
)
DEVICES = frozenset(("/dev/gpiochip0", "/dev/i2c-1", "/dev/seathub")) | INSTALLED

UNITS = {"gm-appliance.service": ("loaded", "active"), "gm-appliance-phones.service": ("loaded", "inactive")}
UNITS |= {f"gm-appliance-{name}.socket": ("loaded", "active") for name in ("phones", "room", "stick")}
UNITS |= {"gm-appliance-stick.service": ("loaded", "inactive")}


def of_systemd(restarts: int = 0, **changed: tuple[str, str]) -> str:
    """The output of `systemctl show`. changed: by the end of a unit's name, with _ for punctuation."""
    units = {name: changed.get(re.sub(r"[-.]", "_", name)[13:], states) for name, states in UNITS.items()}
    return "\n".join(
        f"Id={name}\nLoadState={loaded}\nActiveState={active}\nNRestarts={restarts}\n"
        for name, (loaded, active) in units.items()
    )


ANSWERS = {
    "vcgencmd get_throttled": "throttled=0x0\n",
    "systemctl is-active": "active\n",
    "systemctl show": of_systemd(),
    "journalctl": "2026-11-22T20:00:00 INFO Settings: /etc/gm-appliance.toml\n",
    "amixer": MIXER,
}
STOPPED = {"systemctl is-active": "inactive\n"}
PIPER = {"voices_there": ("pico/en-GB", "piper/joe", "espeak-ng")}
UNINSTALLED = ("pygame",)
HUB = HubInfo("/dev/seathub", 2, matches=True, state=Snapshot(0, 0, True, 0, 0))
NOW = 1_790_000_000.0


def muted(*names: str) -> Mapping[str, str]:
    """The mixer's output with these controls off."""
    parts = MIXER.split("Simple")
    off = (re.sub(r"\[\d+%\]|\[on\]", "[off]", one) if one[15:].startswith(names) else one for one in parts)
    return {"amixer": "Simple".join(off)}


@dataclass
class FakeMachine(Machine):
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
    on_bus: tuple[int, ...] | OSError = (0x3C,)
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
    down: tuple[int, ...] | OSError = ()
    spoilt: tuple[str, ...] = ()
    time: float = NOW

    def text(self, path: str) -> str | None:
        return self.files.get(path)

    def there(self, pattern: str) -> tuple[str, ...]:
        return tuple(sorted(one for one in {*self.devices, *self.files} if fnmatch(one, pattern)))

    def usable(self, path: str, *, write: bool = True) -> bool:
        return path not in self.closed

    def folder(self, path: str) -> str:
        return self.is_there

    def chips(self) -> Mapping[int, str]:
        may = {n for n in self.labels if self.user or self.usable(f"/dev/gpiochip{n}")}  # as root does
        return {number: label for number, label in self.labels.items() if number in may}

    def grounded(self, chip: int, pins: Iterable[int]) -> tuple[int, ...]:
        if isinstance(self.down, OSError):
            raise self.down
        return self.down

    def release(self) -> tuple[str, str]:
        return self.installed

    def damaged(self, package: str = "") -> tuple[str, ...]:
        return self.spoilt

    def now(self) -> float:
        return self.time

    def installed_at(self) -> float:
        return NOW - 1000

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
        if isinstance(self.on_bus, OSError):
            raise self.on_bus
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


PI = FakeMachine()
# Debian's kernel tells of the voltage by its own driver, and there is no vcgencmd.
HWMON = {"/sys/class/hwmon/hwmon1/name": "rpi_volt", "/sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0"}
ON_CARD = FakeMachine(
    {**FILES, **HWMON, "/proc/cmdline": "ro rauc.slot=A gm.wanted=A"},
    answers_by_program={name: said for name, said in ANSWERS.items() if name != "vcgencmd get_throttled"},
)
LAPTOP = FakeMachine(
    {"/proc/self/mountinfo": FILES["/proc/self/mountinfo"], "/proc/sys/kernel/osrelease": "6.12.1"},
    frozenset(),
    {},
    ("pygame", "lgpio"),
    hub_said=NoHub("No hub."),
)
MACHINES = {CARD: ON_CARD, SYSTEM: PI, DESK: LAPTOP}


def examined(machine: FakeMachine, settings: str, state: Path) -> dict[str, Diagnosis]:
    config = usable_part(settings.encode())
    found = command.examined(machine, config, state, playing=system.is_playing(machine))
    return {one.part: one for one in found}
