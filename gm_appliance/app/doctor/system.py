"""What the parts hang on: machine, release, libraries, settings, card, power and service."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from gm_appliance import __version__
from gm_appliance.app.doctor.diagnosis import ABSENT, UNKNOWN, WORKS, WRONG, Diagnosis
from gm_appliance.app.doctor.machine import Machine
from gm_appliance.config import Configuration
from gm_appliance.core.messages import _
from gm_appliance.install.places import SERVICE, Places
from gm_appliance.storage.journal import JournalDamaged, JournalError, JournalReader

LIBRARIES = ("gpiozero", "luma.oled", "msgspec", "pillow", "pyserial", "pyttsx3", "smbus2")
"""What the box needs on any machine; of the mixers one."""
MIXERS = ("pygame-ce", "pygame")

ROOM = 50
"""Megabytes that should be free where games are remembered."""

HOT = 80.0
"""Degrees from which on a Pi makes itself slower."""

NOW, SINCE = 0x1, 0x10000
"""In what the Pi's firmware tells of its power: too little now, and at some time since the start."""


def machine_itself(machine: Machine) -> Diagnosis:
    model = machine.text("/proc/device-tree/model") or _("not a Raspberry Pi")
    named = re.search(r'^PRETTY_NAME="(.*)"$', machine.text("/etc/os-release") or "", re.MULTILINE)
    python = f"Python {sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}"
    return Diagnosis(_("Machine"), WORKS, ", ".join(filter(None, (model, named and named[1], python))))


def release(machine: Machine) -> Diagnosis:
    """This one, and what it needs of others."""
    part, wanted = _("Release"), [one for one in LIBRARIES if machine.version(one) is None]
    if not any(map(machine.version, MIXERS)):
        wanted.append(MIXERS[0])
    if wanted:
        found = _("Not installed for this Python: {names}.", names=", ".join(wanted))
        return Diagnosis(
            part, WRONG, found, _("Install the release once more: {command}", command="sudo ./install.sh")
        )
    return Diagnosis(part, WORKS, f"gm-appliance {__version__}")


def settings(config: Configuration) -> Diagnosis:
    part, file = _("Settings"), str(config.source) if config.source else _("no file: all is as built in")
    if config.mistakes:
        lines = ", ".join(map(str, sorted({one.line for one in config.mistakes})))
        found = _("{file}: a mistake in line {lines}.", file=file, lines=lines)
        tells = _("{command} tells what is meant.", command="gm-appliance config check")
        return Diagnosis(part, WRONG, found, tells)
    return Diagnosis(part, WORKS, file)


def card(machine: Machine, state: Path) -> Diagnosis:
    """The folder where games are remembered."""
    part = _("Card")
    try:
        free = machine.free(str(state)) // 1_000_000
    except OSError as error:
        return Diagnosis(part, UNKNOWN, str(error))
    found = _("{mb} MB are free at {folder}.", mb=free, folder=state)
    if free < ROOM:
        return Diagnosis(part, WRONG, found, _("Make room: a game could not be remembered."))
    return Diagnosis(part, WORKS, found)


def journal(state: Path) -> Diagnosis:
    """Whether it is sound. What is in it is not looked at."""
    part, file = _("Journal"), state / "journal.sqlite"
    try:
        if not file.exists():
            return Diagnosis(part, ABSENT, _("{file} is made with the first game.", file=file))
        JournalReader(file).close()
    except JournalDamaged as error:
        aside = _("The box keeps it aside at its next start, and begins a new one.")
        return Diagnosis(part, WRONG, str(error), aside)
    except (JournalError, OSError) as error:
        program = Places().current / "environment/bin/gm-appliance"
        who = _("If it is another user's: {command}", command=f"sudo {program} doctor")
        return Diagnosis(part, UNKNOWN, str(error), who)
    return Diagnosis(part, WORKS, str(file))


def power(machine: Machine) -> Diagnosis:
    """What the Pi's firmware tells of its supply."""
    part = _("Power")
    ended = machine.run("vcgencmd", "get_throttled")
    told = re.search(r"throttled=0x([0-9a-fA-F]+)", ended.said) if ended else None
    if told is None:
        return Diagnosis(part, ABSENT, _("Only a Raspberry Pi tells of it."))
    bits = int(told[1], 16)
    supply = _("Use the Pi's own power supply, and a short cable.")
    if bits & NOW:
        return Diagnosis(part, WRONG, _("Too little of it now."), supply)
    if bits & SINCE:
        return Diagnosis(part, WRONG, _("There was too little of it since the start."), supply)
    return Diagnosis(part, WORKS, _("Enough since the start."))


def heat(machine: Machine) -> Diagnosis:
    part, told = _("Heat"), machine.text("/sys/class/thermal/thermal_zone0/temp") or ""
    if not re.fullmatch(r"-?\d+", told.strip()):
        return Diagnosis(part, ABSENT, _("This machine does not tell it."))
    degrees = int(told) / 1000
    found = _("{degrees} °C", degrees=f"{degrees:.0f}")
    if degrees >= HOT:
        return Diagnosis(part, WRONG, found, _("Give the Pi air, or a heat sink: it makes itself slower."))
    return Diagnosis(part, WORKS, found)


def is_playing(machine: Machine) -> bool:
    """Whether the service runs, and so has the parts."""
    ended = machine.run("systemctl", "is-active", SERVICE)
    return ended is not None and ended.said.strip() == "active"


def service(machine: Machine) -> Diagnosis:
    part = _("Service")
    ended = machine.run("systemctl", "show", SERVICE, "-p", "LoadState,ActiveState,NRestarts")
    told = dict(line.partition("=")[::2] for line in ended.said.splitlines()) if ended else {}
    if told.get("LoadState") != "loaded":
        return Diagnosis(part, ABSENT, _("The game master starts with the machine once it is installed."))
    active, restarts = told.get("ActiveState", ""), told.get("NRestarts", "0")
    found = _("{state}, started anew {count} times", state=active, count=restarts)
    if active == "active":
        return Diagnosis(part, WORKS, found)
    if active == "inactive":
        return Diagnosis(
            part, WRONG, found, _("Start it: {command}", command="sudo systemctl start gm-appliance")
        )
    look = _("{command} says why.", command="journalctl -u gm-appliance -b")
    return Diagnosis(part, WRONG, found, look)
