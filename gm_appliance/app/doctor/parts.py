"""The parts at the table: panel, display, sound, voice and seat hub, as far as nobody presses or looks."""

from __future__ import annotations

import re

from gm_appliance.app.doctor.diagnosis import ABSENT, UNKNOWN, WORKS, WRONG, Diagnosis
from gm_appliance.app.doctor.machine import Machine
from gm_appliance.config import Configuration, Pads
from gm_appliance.core.messages import _
from gm_appliance.devices.display.settings import NONE
from gm_appliance.devices.pads.port import NoHub, SeveralHubs


def is_pi(machine: Machine) -> bool:
    """Whether a part that the settings name ought to be here."""
    return "Raspberry Pi" in (machine.text("/proc/device-tree/model") or "")


def _missing(machine: Machine, part: str, found: str, help: str, elsewhere: str) -> Diagnosis:
    """Wrong on a Pi; on any other machine it is only not here. elsewhere: what it would be."""
    return Diagnosis(part, WRONG, found, help) if is_pi(machine) else Diagnosis(part, ABSENT, elsewhere)


def _rights(group: str) -> str:
    return _("This user may not use it: sudo usermod -aG {group} USER, then log in again.", group=group)


def panel(machine: Machine, config: Configuration) -> Diagnosis:
    """The pins its buttons hang on. Whether each button works is for people to try."""
    part = _("Panel")
    if not config.panel.enabled:
        return Diagnosis(part, ABSENT, _("{key} is off in the settings.", key="[panel]"))
    chips = machine.there("/dev/gpiochip*")
    if not chips:
        found = _("There is no {device}: this kernel has no pins.", device="/dev/gpiochip0")
        would = _("Five buttons on a Raspberry Pi's header.")
        return _missing(machine, part, found, _("Update Raspberry Pi OS."), would)
    if not any(map(machine.usable, chips)):
        return Diagnosis(part, UNKNOWN, ", ".join(chips), _rights("gpio"))
    if not machine.imports("lgpio"):
        how = _("Install it: {command}", command="sudo apt install python3-lgpio")
        found = _("{package} is not installed for this Python.", package="lgpio")
        return _missing(machine, part, found, how, _("Five buttons on a Raspberry Pi's header."))
    return Diagnosis(
        part, WORKS, ", ".join(f"{name.upper()} GPIO{pin}" for name, pin in config.panel.pins.items())
    )


def display(machine: Machine, config: Configuration) -> Diagnosis:
    """Whether it answers on its bus; one on SPI never says anything."""
    part, settings = _("Display"), config.display
    if settings.driver == NONE:
        return Diagnosis(part, ABSENT, _("{key} is off in the settings.", key="[display]"))
    if settings.interface == "spi":
        bus = f"/dev/spidev{settings.spi_bus}.{settings.spi_device}"
    else:
        bus = f"/dev/i2c-{settings.i2c_bus}"
    if not machine.there(bus):
        what = settings.interface
        switch = _(
            "Switch it on: {command}, then start anew.", command=f"sudo raspi-config nonint do_{what} 0"
        )
        found = _("There is no {device}.", device=bus)
        return _missing(machine, part, found, switch, _("A small OLED at {device}.", device=bus))
    if not machine.usable(bus):
        return Diagnosis(part, UNKNOWN, bus, _rights(settings.interface))
    if settings.interface == "spi":
        return Diagnosis(part, UNKNOWN, _("{device} is there. A display on SPI never answers.", device=bus))
    return _on_i2c(machine, config, bus)


def _on_i2c(machine: Machine, config: Configuration, bus: str) -> Diagnosis:
    part, settings = _("Display"), config.display
    address = f"0x{settings.i2c_address:02X}"
    try:
        answers = machine.answers(settings.i2c_bus, settings.i2c_address)
    except (OSError, ImportError) as error:
        return Diagnosis(part, UNKNOWN, _("{device} cannot be used: {why}", device=bus, why=error))
    if answers:
        where = _(
            "{driver} answers at {address} on {device}.", driver=settings.driver, address=address, device=bus
        )
        return Diagnosis(part, WORKS, where)
    found = _("Nothing answers at {address} on {device}.", address=address, device=bus)
    check = _(
        "Check its four wires. {command} shows the addresses that answer.",
        command=f"sudo i2cdetect -y {settings.i2c_bus}",
    )
    return _missing(machine, part, found, check, _("A small OLED at {device}.", device=bus))


def sound(machine: Machine, config: Configuration) -> Diagnosis:
    """The cards, by the names that the settings take."""
    part, device = _("Sound"), config.sound.device
    told = machine.text("/proc/asound/cards") or ""
    cards = re.findall(r"^ *\d+ \[(\S+) *\]", told, re.MULTILINE)
    if not cards:
        found = _("The machine has no sound card.")
        plug = _("Plug one in, or switch the Pi's own on: {line}", line="dtparam=audio=on")
        return _missing(machine, part, found, plug, _("A loudspeaker at any sound card."))
    named = re.search(r"CARD=([^,]+)", device)
    if named and named[1] not in cards:
        found = _("There is no card {name!r}. There are: {cards}", name=named[1], cards=", ".join(cards))
        return Diagnosis(part, WRONG, found, _("Correct {key} in {table}.", key="device", table="[sound]"))
    return Diagnosis(part, WORKS, _("Cards: {cards}", cards=", ".join(cards)))


def voice(machine: Machine, config: Configuration) -> Diagnosis:
    """What speaks."""
    part, engine, speech = _("Voice"), machine.voice(), config.speech()
    if speech and not machine.finds(speech.words[0]):
        found = _("There is no program {name!r}.", name=speech.words[0])
        return Diagnosis(part, WRONG, found, _("Correct {key} in {table}.", key="command", table="[voice]"))
    if engine is None:
        return Diagnosis(
            *(part, WRONG, _("There is no espeak-ng, and nothing in its place.")),
            _("Install it: {command}", command="sudo apt install espeak-ng"),
        )
    return Diagnosis(part, WORKS, engine)


def pads(machine: Machine, config: Configuration, *, playing: bool) -> Diagnosis:
    """What the hub says of itself. playing: the service has it, and nobody else may ask."""
    part, port = _("Seat pads"), config.pads.port
    if port is None:
        return Diagnosis(part, ABSENT, _("{key} is off in the settings.", key="[pads]"))
    if playing and machine.there(port):
        return Diagnosis(part, WORKS, _("The hub is at {device}; the game master uses it.", device=port))
    if port != Pads.port and not machine.there(port):
        found, help = (
            _("There is no {device}.", device=port),
            _("Correct {key} in {table}.", key="port", table="[pads]"),
        )
        return Diagnosis(part, WRONG, found, help)
    try:
        said = machine.hub(None if port == Pads.port else port)
    except SeveralHubs as error:
        return Diagnosis(part, WRONG, str(error))
    except NoHub as error:
        return Diagnosis(part, ABSENT, str(error))
    except OSError as error:
        return Diagnosis(part, WRONG, str(error))
    found = str(said).replace("\n", " ")
    if not said.matches:
        return Diagnosis(part, WRONG, found)
    whole = said.state is None or not (said.state.chain or said.state.muted)
    return Diagnosis(part, WORKS if whole else WRONG, found)
