"""A table of all faults of a box, with remedies.

Nobody can log in to a card: its remedies are done by hand, in the menu, or in the settings on its drive. Only
the others are commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from gm_appliance.app.doctor.diagnosis import ABSENT, UNKNOWN, WRONG, Diagnosis
from gm_appliance.app.doctor.machine import CARD, DESK, SYSTEM, Machine
from gm_appliance.config import Configuration
from gm_appliance.core.language import N_, Message
from gm_appliance.core.messages import _
from gm_appliance.core.values import Value
from gm_appliance.install.places import Places


class Fault(Value):
    """A fault and its remedy on a card, on an installed system, and at a virtual table.

    found: None to show the error's own text. system, desk: None for the previous remedy.
    command: for ``{command}``, with the fault's values. state: UNKNOWN if it cannot be checked.
    """

    found: Message | None
    card: Message
    system: Message | None = None
    desk: Message | None = None
    command: str = ""
    state: str = WRONG

    def help(self, place: str, values: Mapping[str, object]) -> str:
        system = self.system or self.card
        message = {CARD: self.card, SYSTEM: system, DESK: self.desk or system}[place]
        return _(message, **{**values, "command": self.command.format_map(values)})


_AGAIN = N_(
    "Pull the plug and put it in again. If that does not help, write the card again. That loses all games; "
    "the menu copies finished ones to a USB stick."
)
_NEWEST = N_("Install the newest version from a USB stick. If you have it, write the card again.")
_CHANGE = N_("On any computer, open {file} on the card's drive GM-BOX. Write below {table}: {line}")
_ALLOW, _ENABLE, _INSTALL = N_("Allow it: {command}"), N_("Enable it: {command}"), N_("Install it: {command}")
_LOG = N_("{command} shows why.")
_OTHER_FOLDER = N_("Choose another folder with {option}.")
_OTHER_VOICE = N_("Choose another voice in the menu of the box.")
_START = "sudo systemctl restart gm-appliance"
_JOURNALCTL = "journalctl -u gm-appliance -b"

_REINSTALL = (
    _AGAIN,
    N_("Install the release again, from its folder: {command}"),
    N_("Set everything up again, in the program's folder: {line}"),
    # Without the mark, or the installer takes it for complete.
    f"sudo rm -f /opt/gm-appliance/current/.complete && sudo ./install.sh && {_START}",
)
_UPGRADE = (
    *(_NEWEST, N_("Update Raspberry Pi OS: {command}"), None),
    "sudo apt update && sudo apt full-upgrade",
)
_SET = (
    _CHANGE,
    N_("Write below {table} in {file}: {line} – then: {command}"),
    N_("Write below {table} in {file}: {line}"),
    _START,
)
_UNMASK = (_AGAIN, _ALLOW, None, f"sudo systemctl unmask {{program}} && {_START}")
_COOL = N_("Give the Pi air or a heat sink: it slows down when hot.")
_SUPPLY = N_("Use the official power supply and a short cable.")

_CORRECT = N_("Correct the lines below {table} in {file}. They are explained in {page}.")
_BROKER = N_("Switch the broker on. Check that it is on the same network as this box.")

SETUP = "make setup"

FAULTS: Mapping[str, Fault] = {
    # Machine and release
    "kernel-old": Fault(N_("Linux {version} is too old for the buttons, which need {other}."), *_UPGRADE),
    "memory-low": Fault(
        N_("Only {mb} MB of memory are free."),
        N_("Choose espeak-ng as the voice, in the menu: it needs the least memory."),
        desk=N_("End some other programs."),
    ),
    "libraries-missing": Fault(N_("Not installed for this Python: {names}."), *_REINSTALL),
    "files-damaged": Fault(N_("Files of this program are missing or damaged: {names}."), *_REINSTALL),
    "rescue-missing": Fault(
        N_("The rescue program is missing: it helps if the game master does not start."),
        *(_AGAIN, N_("Install the release again, from its folder: {command}"), None, "sudo ./install.sh"),
    ),
    # Settings
    "settings-closed": Fault(
        N_("{user} may not read {file}."),
        *(_AGAIN, _ALLOW, None, "sudo chgrp {user} {file} && sudo chmod g+r {file}"),
    ),
    "settings-mistaken": Fault(
        N_("{file}: a mistake in line {lines}."),
        N_("On any computer, open the file on the card's drive GM-BOX. Correct that line, or delete it."),
        N_("{command} shows what is wrong."),
        command="gm-appliance config check",
    ),
    # Panel
    "pins-missing": Fault(N_("There is no {device}: this kernel has no GPIO."), *_UPGRADE),
    "header-missing": Fault(N_("None of the GPIO chips is the header's: {chips}"), *_UPGRADE),
    "lgpio-missing": Fault(
        N_("{package} is not installed for this Python."),
        *(_AGAIN, _INSTALL, None, "sudo apt install python3-lgpio"),
    ),
    "button-down": Fault(
        N_("A button is down: {buttons}."),
        N_("Let go of it. If nobody holds it, switch off and look at its wires: its pin touches ground."),
    ),
    "device-closed": Fault(N_("{user} may not use {device}."), *_UPGRADE),
    "device-refused": Fault(
        N_("You may not use {device}."),
        *(_AGAIN, N_("Join its group, then log in again: {command}"), None),
        *("sudo usermod -aG {group} $USER", UNKNOWN),
    ),
    # Display
    "i2c-off": Fault(
        N_("There is no {device}."),
        *(_AGAIN, _ENABLE, None, "sudo raspi-config nonint do_i2c 0 && sudo reboot"),
    ),
    "spi-off": Fault(
        N_("There is no {device}."),
        N_("This card has no SPI. Connect a display by I²C, and write in the settings: {line}"),
        *(_ENABLE, None, "sudo raspi-config nonint do_spi 0 && sudo reboot"),
    ),
    "bus-mistaken": Fault(N_("There is no {device}. There are: {devices}"), *_SET),
    "bus-unusable": Fault(
        N_("{device} cannot be used: {why}"), _AGAIN, N_("Restart the machine."), state=UNKNOWN
    ),
    "display-silent": Fault(
        N_("Nothing answers at {address} on {device}."),
        N_("Switch off and check its wires: VCC to pin 1 of the header, SDA to 3, SCL to 5, GND to 6."),
    ),
    "display-elsewhere": Fault(
        N_("Nothing answers at {address} on {device}, but something does at {other}."), *_SET
    ),
    # Sound
    "sound-missing": Fault(
        N_("The machine has no sound card."),
        N_("Plug in a USB loudspeaker, or a screen by HDMI, and switch on again."),
        N_("Plug one in, or enable the Pi's own: {line}"),
    ),
    "sound-gone": Fault(N_("There is no card {name!r}. There are: {cards}"), *_SET),
    "sound-muted": Fault(
        N_("The sound is turned off: {name}."),
        N_("Turn the loudspeaker up. If it has no knob, pull the box's plug and put it in again."),
        N_("Turn it up: {command}"),
        command="amixer{option} sset '{name}' 80% unmute && sudo alsactl store",
    ),
    # Voice
    "voice-missing": Fault(
        N_("There is no voice of {engine} for {language!r}."),
        *(_OTHER_VOICE, _INSTALL, _OTHER_VOICE, "sudo ./install.sh --voice {engine}"),
    ),
    "voice-program-missing": Fault(N_("There is no program {name!r}."), *_SET),
    "espeak-missing": Fault(
        N_("There is no espeak-ng and no substitute for it."),
        *(_AGAIN, _INSTALL, None, "sudo apt install espeak-ng"),
    ),
    "voice-too-large": Fault(N_("{engine} needs {mb} MB of memory, and {free} MB are free."), _OTHER_VOICE),
    "voice-fails": Fault(
        N_("{program} fails: {why}."), _OTHER_VOICE, N_("Try it in a terminal, as described in {page}.")
    ),
    # Seat pads
    "hub-mistaken": Fault(N_("There is no {device}."), *_SET),
    "hub-ambiguous": Fault(None, N_("Unplug all but the seat hub.")),
    "hub-silent": Fault(
        N_("The seat hub does not answer."),
        N_("Unplug the hub and plug it in again. If that does not help, take another cable."),
    ),
    "hub-foreign": Fault(
        N_("The firmware of the seat hub at {port} is not of this version."),
        N_("Install the newest version from a USB stick. If you have it, the hub needs its firmware: {page}"),
        N_("Put it on the hub: {command}"),
        command="gm-appliance hub flash",
    ),
    "hub-broken": Fault(None, N_("Unplug the hub, and look at the part that is named: {page}")),
    # Storage
    "state-full": Fault(
        N_("{mb} MB are free in {folder}."),
        N_("Copy the games to a USB stick, in the menu; then write a larger card."),
        N_("Free some space, or games cannot be saved."),
    ),
    "state-read-only": Fault(
        N_("{folder} is read-only."),
        N_("Pull the plug and put it in again. If that does not help, the card is worn out: take a new one."),
        N_("Restart the machine. If that does not help, replace the card."),
        _OTHER_FOLDER,
    ),
    "state-closed": Fault(
        N_("{user} may not write to {folder}."),
        *(_AGAIN, N_("Change its owner: {command}"), _OTHER_FOLDER, "sudo chown -R gm-appliance: {folder}"),
    ),
    "state-missing": Fault(
        N_("There is no {folder}."),
        *(_AGAIN, N_("Create it: {command}"), _OTHER_FOLDER, "sudo install -d -o gm-appliance {folder}"),
    ),
    "games-fleeting": Fault(
        N_("{folder} is on {kind}: all games are lost at power-off."),
        *(_AGAIN, N_('Give it a partition: see "A read-only system" in docs/install.md.'), _OTHER_FOLDER),
    ),
    "journal-damaged": Fault(None, N_("At its next start the box sets it aside and saves what it can.")),
    "journal-unread": Fault(
        *(None, _AGAIN, N_("If it belongs to another user: {command}"), _OTHER_FOLDER),
        *("sudo {program} doctor", UNKNOWN),
    ),
    "results-damaged": Fault(
        N_("{file} is damaged in line {lines}."),
        N_("At its next start the box sets the file aside and keeps all undamaged lines."),
    ),
    # Power, heat and time
    "voltage-low": Fault(N_("The voltage is too low now."), _SUPPLY),
    "voltage-was-low": Fault(N_("The voltage has been too low since the start."), _SUPPLY),
    "voltage-unseen": Fault(
        N_("This system does not report it."),
        N_("Watch the Pi's red light: it goes out while the voltage is too low."),
        state=UNKNOWN,
    ),
    "hot": Fault(N_("{degrees} °C"), _COOL),
    "throttled": Fault(N_("The Pi has slowed down because it was too hot."), _COOL),
    "clock-behind": Fault(
        N_("The clock says {date}, but this program is newer."),
        N_(
            "You can play; only the dates of your games are wrong. If the Pi has a clock, change its battery."
        ),
        N_("Connect the Pi to the internet for some minutes: it sets its clock by itself."),
        N_("Set the computer's clock."),
    ),
    # Service
    "service-stopped": Fault(
        N_("The game master does not run."), _AGAIN, N_("Start it: {command}"), None, _START
    ),
    "service-failed": Fault(N_("The game master failed: {state}."), _AGAIN, _LOG, None, _JOURNALCTL),
    "service-restarted": Fault(
        N_("The game master failed {count} times and was started again."), _NEWEST, _LOG, None, _JOURNALCTL
    ),
    "phones-off": Fault(N_("Phones cannot join: {program} is {state}."), *_UNMASK),
    "room-off": Fault(N_("Lights cannot follow the game: {program} is {state}."), *_UNMASK),
    "stick-off": Fault(N_("USB sticks are not seen: {program} is {state}."), *_UNMASK),
    # Lights
    "room-unread": Fault(None, _CORRECT),
    "room-unknown": Fault(N_("There is nothing called {machine} on this network."), _CORRECT),
    "room-refused": Fault(N_("{machine} is there, but no broker answers at port {port}."), _BROKER),
    "room-silent": Fault(N_("The broker {machine} does not answer."), _BROKER),
    "room-unreachable": Fault(N_("{machine} cannot be reached from here."), _BROKER),
    "room-closed": Fault(
        N_("{machine} ends the connection at once. Is it a broker? Does it want mqtts://?"), _CORRECT
    ),
    "room-certificate": Fault(N_("The broker's certificate is not signed by a known authority."), _CORRECT),
    "room-tls": Fault(N_("The broker and this box cannot agree on encryption."), _CORRECT),
    "room-password": Fault(N_("The broker refuses this user or this password."), _CORRECT),
    "room-forbidden": Fault(
        N_("The broker lets this box in, but refuses its messages."),
        N_("At the broker, allow its user to write to {topic} and {other}."),
    ),
    "room-twin": Fault(
        N_("Another box is called {name} as well."), N_("Give this one another name below {table} in {file}.")
    ),
}


class Box(NamedTuple):
    """state: the folder for games. playing: whether the service is running and uses the parts."""

    machine: Machine
    config: Configuration
    state: Path
    playing: bool

    def wrong(self, part: str, fault: str, **values: object) -> Diagnosis:
        """values: for the fault's sentences and its command."""
        known = FAULTS[fault]
        found = _(known.found, **values) if known.found else str(values["error"])
        return Diagnosis(part, known.state, found, known.help(self.machine.place, values), fault)

    def mistaken(self, part: str, fault: str, table: str, line: str, **values: object) -> Diagnosis:
        """A fault mended by a line in a table of the settings."""
        file = self.config.source or Places().settings
        return self.wrong(part, fault, table=table, line=line, file=file, **values)

    def missing(self, part: str, elsewhere: str, fault: str, **values: object) -> Diagnosis:
        """A missing part: wrong on a Pi, but only absent on other machines. elsewhere: the text for these."""
        if self.machine.is_pi:
            return self.wrong(part, fault, **values)
        return Diagnosis(part, ABSENT, elsewhere)

    def closed(self, part: str, device: str, group: str) -> Diagnosis:
        """A device that the game master may not open, which is wrong, or else the caller."""
        user = self.machine.user
        fault = "device-closed" if user else "device-refused"
        return self.wrong(part, fault, user=user, device=device, group=group)
