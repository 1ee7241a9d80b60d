"""Checks of machine, release, settings, storage, power, time and service."""

from __future__ import annotations

import re
import sys

from gm_appliance import __version__
from gm_appliance.app.clock import date_of
from gm_appliance.app.doctor.diagnosis import ABSENT, UNKNOWN, WORKS, Diagnosis
from gm_appliance.app.doctor.faults import SETUP, Box
from gm_appliance.app.doctor.machine import CLOSED, MISSING, READ_ONLY, Machine
from gm_appliance.core.messages import _, ngettext, word
from gm_appliance.devices.sound.memory import SPARE
from gm_appliance.install.places import SERVICE, Places
from gm_appliance.storage import results as kept
from gm_appliance.storage.journal import JournalDamaged, JournalError, JournalReader
from gm_appliance.storage.lasting import MOUNTS, fleeting

LIBRARIES = ("gpiozero", "luma.oled", "msgspec", "pillow", "pyserial", "pyttsx3", "smbus2")
"""Required on any machine."""

MIXERS = ("pygame-ce", "pygame")  # one of them is required
OLDEST_KERNEL = (5, 10)  # the first Linux with version 2 of the GPIO interface, which lgpio 0.2.2 needs
ROOM = 50  # megabytes that should be free for games
HOT = 80.0  # degrees Celsius from which a Pi throttles itself
LOW, WAS_LOW = 0x1, 0x10000  # bits of the firmware's power status: undervoltage now, and since the start
THROTTLED, SOFT_LIMIT = 0x40004, 0x80008  # slowed down now or before for any reason, and because of heat
FIRMWARE = "/sys/devices/platform/soc/soc:firmware/get_throttled"
"""That status in kernels of Raspberry Pi OS, readable by everybody; vcgencmd needs access to a device."""

VOLTAGE = "/sys/class/hwmon/hwmon*/in0_lcrit_alarm"
"""Undervoltage in the last seconds, in any kernel with the driver."""

DAY = 86400.0

RESTARTS = 3  # the number of restarts after failures that counts as wrong; a single one may have been a jolt
HELPERS = {f"{one}-off": (f"{one}.socket", f"{one}.service") for one in ("phones", "room", "stick")}
"""The units that phones, lights and USB sticks need, by fault."""


def machine_itself(box: Box) -> Diagnosis:
    part, machine = word("Machine"), box.machine
    kernel = machine.text("/proc/sys/kernel/osrelease") or ""
    number = tuple(map(int, re.findall(r"\d+", kernel)[:2]))
    if machine.is_pi and number and number < OLDEST_KERNEL:
        return box.wrong(part, "kernel-old", version=kernel, other=".".join(map(str, OLDEST_KERNEL)))
    if (free := machine.memory()) < SPARE:
        return box.wrong(part, "memory-low", mb=free)
    model = machine.text("/proc/device-tree/model") or _("not a Raspberry Pi")
    named = re.search(r'^PRETTY_NAME="(.*)"$', machine.text("/etc/os-release") or "", re.MULTILINE)
    python = f"Python {sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}"
    return Diagnosis(part, WORKS, ", ".join(filter(None, (model, named and named[1], python))))


def release(box: Box) -> Diagnosis:
    part, machine = word("Release"), box.machine
    wanted = [one for one in LIBRARIES if machine.version(one) is None]
    if not any(map(machine.version, MIXERS)):
        wanted.append(MIXERS[0])
    if wanted:
        return box.wrong(part, "libraries-missing", names=", ".join(wanted), line=SETUP)
    if damaged := machine.damaged():
        return box.wrong(part, "files-damaged", names=", ".join(damaged[:3]), line=SETUP)
    places = Places()
    program = places.rescue / "gm_appliance/install/rescue.py"
    if machine.there(str(places.current)) and not machine.there(str(program)):
        return box.wrong(part, "rescue-missing")
    name, before = machine.release()
    found = f"gm-appliance {name or __version__}"
    if before:
        found = _("{release}, on trial: if it fails, {before} is restored.", release=found, before=before)
    return Diagnosis(part, WORKS, found)


def settings(box: Box) -> Diagnosis:
    part, machine, config = word("Settings"), box.machine, box.config
    file = str(config.source) if config.source else _("no file: all defaults")
    if config.source and machine.user and not machine.usable(file, write=False):
        return box.wrong(part, "settings-closed", user=machine.user, file=file)
    if config.mistakes:
        lines = ", ".join(map(str, sorted({one.line for one in config.mistakes})))
        return box.wrong(part, "settings-mistaken", file=file, lines=lines)
    return Diagnosis(part, WORKS, file)


def card(box: Box) -> Diagnosis:
    part, machine, state = word("Card"), box.machine, box.state
    faults = {READ_ONLY: "state-read-only", CLOSED: "state-closed", MISSING: "state-missing"}
    if fault := faults.get(machine.folder(str(state))):
        return box.wrong(part, fault, folder=state, user=machine.user or _("This user"), option="--state")
    try:
        free = machine.free(str(state)) // 1_000_000
    except OSError as error:
        return Diagnosis(part, UNKNOWN, str(error))
    if free < ROOM:
        return box.wrong(part, "state-full", mb=free, folder=state)
    return Diagnosis(part, WORKS, _("{mb} MB are free in {folder}.", mb=free, folder=state))


def lasting(box: Box) -> Diagnosis:
    """Whether games survive power-off."""
    part, state, mounts = word("Games"), box.state, box.machine.text(str(MOUNTS))
    if not mounts:
        return Diagnosis(part, UNKNOWN, _("There is no {device}.", device=MOUNTS))
    if kind := fleeting(state.resolve(), mounts):
        return box.wrong(part, "games-fleeting", folder=state, kind=kind, option="--state")
    return Diagnosis(part, WORKS, _("{folder} survives power-off.", folder=state))


def journal(box: Box) -> Diagnosis:
    """Whether the journal can be opened and is undamaged. Games are not read."""
    part, file = word("Journal"), box.state / "journal.sqlite"
    try:
        if not file.exists():
            return Diagnosis(part, ABSENT, _("{file} is created with the first game.", file=file))
        JournalReader(file).close()
    except JournalDamaged as error:
        return box.wrong(part, "journal-damaged", error=error)
    except (JournalError, OSError) as error:
        program = Places().current / "environment/bin/gm-appliance"
        return box.wrong(part, "journal-unread", error=error, program=program, option="--state")
    return Diagnosis(part, WORKS, str(file))


def results(box: Box) -> Diagnosis:
    part, file = word("Results"), box.state / kept.NAME
    try:
        if not file.exists():
            return Diagnosis(part, ABSENT, _("{file} is created with the first result.", file=file))
        found, damaged = kept.read(file)
    except OSError as error:
        return Diagnosis(part, UNKNOWN, str(error))
    if damaged:
        return box.wrong(part, "results-damaged", file=file, lines=", ".join(map(str, damaged)))
    return Diagnosis(part, WORKS, ngettext("{n} game is kept.", "{n} games are kept.", len(found)))


# ---------------------------------------------------------------- power, heat and time


def _status(machine: Machine) -> int | None:
    """The firmware's power status, if readable."""
    ended = machine.run("vcgencmd", "get_throttled")
    told = [*re.findall(r"throttled=0x([0-9a-fA-F]+)", ended.said if ended else "")]
    told += [machine.text(path) or "" for path in machine.there(FIRMWARE)]
    return next((int(one, 16) for one in told if re.fullmatch("[0-9a-fA-F]+", one)), None)


def power(box: Box) -> Diagnosis:
    """The voltage as reported by firmware and kernel."""
    part, machine = word("Power"), box.machine
    status = _status(machine)
    names = {alarm: alarm.replace("in0_lcrit_alarm", "name") for alarm in machine.there(VOLTAGE)}
    alarms = [machine.text(alarm) for alarm, name in names.items() if machine.text(name) == "rpi_volt"]
    if status is None and not alarms:
        if machine.is_pi:
            return box.wrong(part, "voltage-unseen")
        return Diagnosis(part, ABSENT, _("Only a Raspberry Pi reports it."))
    if "1" in alarms or (status or 0) & LOW:
        return box.wrong(part, "voltage-low")
    log = machine.run("journalctl", "-k", "-b", "-p", "crit", "--no-pager")
    if (status or 0) & WAS_LOW or (log and "Undervoltage detected" in log.said):
        return box.wrong(part, "voltage-was-low")
    return Diagnosis(part, WORKS, _("The voltage has been sufficient since the start."))


def heat(box: Box) -> Diagnosis:
    part, machine = word("Heat"), box.machine
    told = machine.text("/sys/class/thermal/thermal_zone0/temp") or ""
    degrees = f"{int(told) / 1000:.0f}" if re.fullmatch(r"-?\d+", told.strip()) else ""
    if degrees and int(told) / 1000 >= HOT:
        return box.wrong(part, "hot", degrees=degrees)
    status = _status(machine) or 0
    # Low voltage also slows it down.
    if status & SOFT_LIMIT or (status & THROTTLED and not status & (LOW | WAS_LOW)):
        return box.wrong(part, "throttled")
    if not degrees:
        return Diagnosis(part, ABSENT, _("This machine does not report it."))
    return Diagnosis(part, WORKS, _("{degrees} °C", degrees=degrees))


def clock(box: Box) -> Diagnosis:
    """The time is wrong if it is before this program was installed."""
    part, now = word("Clock"), box.machine.now()
    if now < box.machine.installed_at() - DAY:
        return box.wrong(part, "clock-behind", date=date_of(now)[:10])
    return Diagnosis(part, WORKS, date_of(now))


# ---------------------------------------------------------------- service


def is_playing(machine: Machine) -> bool:
    ended = machine.run("systemctl", "is-active", SERVICE)
    return ended is not None and ended.said.strip() == "active"


def service(box: Box) -> Diagnosis:
    """The service and the units for phones, lights and USB sticks."""
    part, own = word("Service"), SERVICE.removesuffix(".service")
    helpers = {f"{own}-{unit}": fault for fault, units in HELPERS.items() for unit in units}
    told = _units(box.machine, SERVICE, *helpers)
    facts = told.get(SERVICE, {})
    if facts.get("LoadState") != "loaded":
        return Diagnosis(part, ABSENT, _("Once installed, the game master starts with the machine."))
    active, restarts = facts.get("ActiveState", ""), int(facts.get("NRestarts") or 0)
    if active != "active":
        fault = "service-stopped" if active == "inactive" else "service-failed"
        return box.wrong(part, fault, state=active)
    if restarts >= RESTARTS:
        return box.wrong(part, "service-restarted", count=restarts)
    for unit, fault in helpers.items():
        loaded = told.get(unit, {}).get("LoadState", "loaded")
        state = loaded if loaded != "loaded" else told.get(unit, {}).get("ActiveState", "")
        if state in ("masked", "failed", "not-found", "bad-setting", "error"):
            return box.wrong(part, fault, program=unit, state=state)
    found = ngettext("{state}, restarted {n} time", "{state}, restarted {n} times", restarts, state=active)
    return Diagnosis(part, WORKS, found)


def _units(machine: Machine, *units: str) -> dict[str, dict[str, str]]:
    """Facts about these units by name, as systemd reports them."""
    ended = machine.run("systemctl", "show", *units, "-p", "Id,LoadState,ActiveState,NRestarts")
    blocks = ended.said.split("\n\n") if ended else []
    facts = [dict(line.partition("=")[::2] for line in block.splitlines()) for block in blocks]
    return {one["Id"]: one for one in facts if "Id" in one}
