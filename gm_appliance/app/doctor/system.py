"""Checks of the system: machine, release, libraries, settings, card, power and service."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from gm_appliance import __version__
from gm_appliance.app.doctor.diagnosis import ABSENT, UNKNOWN, WORKS, WRONG, Diagnosis
from gm_appliance.app.doctor.machine import CLOSED, MISSING, READ_ONLY, Machine
from gm_appliance.config import Configuration
from gm_appliance.core.messages import _, ngettext, word
from gm_appliance.install.places import SERVICE, Places
from gm_appliance.storage import results as kept
from gm_appliance.storage.journal import JournalDamaged, JournalError, JournalReader

LIBRARIES = ("gpiozero", "luma.oled", "msgspec", "pillow", "pyserial", "pyttsx3", "smbus2")
"""What the box needs on any machine."""

MIXERS = ("pygame-ce", "pygame")
"""Of these it needs one."""

ROOM = 50
"""Megabytes that should be free for games."""

HOT = 80.0
"""Degrees Celsius from which a Pi throttles itself."""

NOW, SINCE = 0x1, 0x10000
"""Bits in the firmware's power status: undervoltage now, and at some time since the start."""


def machine_itself(machine: Machine) -> Diagnosis:
    model = machine.text("/proc/device-tree/model") or _("not a Raspberry Pi")
    named = re.search(r'^PRETTY_NAME="(.*)"$', machine.text("/etc/os-release") or "", re.MULTILINE)
    python = f"Python {sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}"
    return Diagnosis(word("Machine"), WORKS, ", ".join(filter(None, (model, named and named[1], python))))


def release(machine: Machine) -> Diagnosis:
    """The installed release and the libraries it needs."""
    part, wanted = word("Release"), [one for one in LIBRARIES if machine.version(one) is None]
    if not any(map(machine.version, MIXERS)):
        wanted.append(MIXERS[0])
    if wanted:
        found = _("Not installed for this Python: {names}.", names=", ".join(wanted))
        return Diagnosis(
            part, WRONG, found, _("Install the release again: {command}", command="sudo ./install.sh")
        )
    name, before = machine.release()
    found = f"gm-appliance {name or __version__}"
    if before:
        found = _("{release}, on trial: if it fails, {before} is restored.", release=found, before=before)
    return Diagnosis(part, WORKS, found)


def settings(machine: Machine, config: Configuration) -> Diagnosis:
    part, file = word("Settings"), str(config.source) if config.source else _("no file: all is as built in")
    if config.source and machine.user and not machine.usable(str(config.source), write=False):
        found = _("{user} may not read {file}.", user=machine.user, file=file)
        lets = _(
            "Allow it: {command}",
            command=f"sudo chgrp {machine.user} {file} && sudo chmod g+r {file}",
        )
        return Diagnosis(part, WRONG, found, lets)
    if config.mistakes:
        lines = ", ".join(map(str, sorted({one.line for one in config.mistakes})))
        found = _("{file}: a mistake in line {lines}.", file=file, lines=lines)
        tells = _("{command} shows what is wrong.", command="gm-appliance config check")
        return Diagnosis(part, WRONG, found, tells)
    return Diagnosis(part, WORKS, file)


def card(machine: Machine, state: Path) -> Diagnosis:
    """The folder that games are kept in."""
    part, is_there = word("Card"), machine.folder(str(state))
    if is_there in (MISSING, CLOSED, READ_ONLY):
        return _no_card(machine, state, is_there)
    try:
        free = machine.free(str(state)) // 1_000_000
    except OSError as error:
        return Diagnosis(part, UNKNOWN, str(error))
    found = _("{mb} MB are free in {folder}.", mb=free, folder=state)
    if free < ROOM:
        return Diagnosis(part, WRONG, found, _("Free some space, or games cannot be saved."))
    return Diagnosis(part, WORKS, found)


def _no_card(machine: Machine, state: Path, why: str) -> Diagnosis:
    """The folder cannot be used, for the given reason."""
    part, user = word("Card"), machine.user or _("This user")
    if why == READ_ONLY:
        found = _("{folder} is read-only.", folder=state)
        return Diagnosis(
            part, WRONG, found, _("Restart the machine. If that does not help, replace the card.")
        )
    if why == CLOSED:
        found = _("{user} may not write to {folder}.", user=user, folder=state)
        mine = _("Change its owner: {command}", command=f"sudo chown -R {user}: {state}")
        other = _(
            "Choose another folder with {option}, or with {key} in the settings.",
            option="--state",
            key="state",
        )
        return Diagnosis(part, WRONG, found, mine if machine.user else other)
    found = _("There is no {folder}.", folder=state)
    if state == Places().games:
        made = _("The service creates it: {command}", command="sudo systemctl restart gm-appliance")
        return Diagnosis(part, WRONG, found, made)
    make = _("Create it, or correct {key} in the settings.", key="state")
    return Diagnosis(part, WRONG, found, make)


def journal(state: Path) -> Diagnosis:
    """Whether the journal can be opened and is undamaged; its games are not read."""
    part, file = word("Journal"), state / "journal.sqlite"
    try:
        if not file.exists():
            return Diagnosis(part, ABSENT, _("{file} is created with the first game.", file=file))
        JournalReader(file).close()
    except JournalDamaged as error:
        aside = _("At its next start the box sets it aside and saves what it can.")
        return Diagnosis(part, WRONG, str(error), aside)
    except (JournalError, OSError) as error:
        program = Places().current / "environment/bin/gm-appliance"
        who = _("If it belongs to another user: {command}", command=f"sudo {program} doctor")
        return Diagnosis(part, UNKNOWN, str(error), who)
    return Diagnosis(part, WORKS, str(file))


def results(state: Path) -> Diagnosis:
    """Whether every line of the results file is undamaged."""
    part, file = word("Results"), state / kept.NAME
    try:
        if not file.exists():
            return Diagnosis(part, ABSENT, _("{file} is created with the first result.", file=file))
        found, damaged = kept.read(file)
    except OSError as error:
        return Diagnosis(part, UNKNOWN, str(error))
    if damaged:
        lines = ", ".join(map(str, damaged))
        aside = _("At its next start the box sets the file aside and keeps all undamaged lines.")
        return Diagnosis(part, WRONG, _("{file} is damaged in line {lines}.", file=file, lines=lines), aside)
    return Diagnosis(part, WORKS, ngettext("{n} game is kept.", "{n} games are kept.", len(found)))


def power(machine: Machine) -> Diagnosis:
    """The power supply, as reported by the Pi's firmware."""
    part = word("Power")
    ended = machine.run("vcgencmd", "get_throttled")
    told = re.search(r"throttled=0x([0-9a-fA-F]+)", ended.said) if ended else None
    if told is None:
        return Diagnosis(part, ABSENT, _("Only a Raspberry Pi reports it."))
    bits = int(told[1], 16)
    supply = _("Use the official power supply and a short cable.")
    if bits & NOW:
        return Diagnosis(part, WRONG, _("The voltage is too low now."), supply)
    if bits & SINCE:
        return Diagnosis(part, WRONG, _("The voltage has been too low since the start."), supply)
    return Diagnosis(part, WORKS, _("The voltage has been sufficient since the start."))


def heat(machine: Machine) -> Diagnosis:
    part, told = word("Heat"), machine.text("/sys/class/thermal/thermal_zone0/temp") or ""
    if not re.fullmatch(r"-?\d+", told.strip()):
        return Diagnosis(part, ABSENT, _("This machine does not report it."))
    degrees = int(told) / 1000
    found = _("{degrees} °C", degrees=f"{degrees:.0f}")
    if degrees >= HOT:
        return Diagnosis(part, WRONG, found, _("Give the Pi air or a heat sink: it slows down when hot."))
    return Diagnosis(part, WORKS, found)


def is_playing(machine: Machine) -> bool:
    """Whether the service is running, and so uses the parts."""
    ended = machine.run("systemctl", "is-active", SERVICE)
    return ended is not None and ended.said.strip() == "active"


def service(machine: Machine) -> Diagnosis:
    part = word("Service")
    ended = machine.run("systemctl", "show", SERVICE, "-p", "LoadState,ActiveState,NRestarts")
    told = dict(line.partition("=")[::2] for line in ended.said.splitlines()) if ended else {}
    if told.get("LoadState") != "loaded":
        return Diagnosis(part, ABSENT, _("Once installed, the game master starts with the machine."))
    active, restarts = told.get("ActiveState", ""), int(told.get("NRestarts") or 0)
    found = ngettext("{state}, restarted {n} time", "{state}, restarted {n} times", restarts, state=active)
    if active == "active":
        return Diagnosis(part, WORKS, found)
    if active == "inactive":
        return Diagnosis(
            part, WRONG, found, _("Start it: {command}", command="sudo systemctl start gm-appliance")
        )
    look = _("{command} shows why.", command="journalctl -u gm-appliance -b")
    return Diagnosis(part, WRONG, found, look)
