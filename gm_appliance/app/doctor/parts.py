"""Checks of the parts at the table: panel, display, sound, voice and seat hub."""

from __future__ import annotations

import re

from gm_appliance.app.doctor.diagnosis import ABSENT, UNKNOWN, WORKS, WRONG, Diagnosis
from gm_appliance.app.doctor.machine import Machine
from gm_appliance.config import Configuration, Pads
from gm_appliance.core.messages import _, word
from gm_appliance.devices import gpio_chips
from gm_appliance.devices.display.settings import NONE
from gm_appliance.devices.pads.port import NoHub, SeveralHubs
from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.memory import MEGABYTE
from gm_appliance.install.places import SERVICE

USUAL = {"i2c": ("/dev/i2c-1",), "spi": ("/dev/spidev0.0", "/dev/spidev0.1")}
"""The buses that raspi-config enables."""


def is_pi(machine: Machine) -> bool:
    """Whether the configured parts should be present."""
    return "Raspberry Pi" in (machine.text("/proc/device-tree/model") or "")


def _missing(machine: Machine, part: str, found: str, help: str, elsewhere: str) -> Diagnosis:
    """A missing part: wrong on a Pi, but absent elsewhere. elsewhere: what is found then."""
    return Diagnosis(part, WRONG, found, help) if is_pi(machine) else Diagnosis(part, ABSENT, elsewhere)


def _closed(machine: Machine, part: str, device: str, group: str) -> Diagnosis:
    """A device that the caller may not open; or that the game master may not open, which is wrong."""
    if machine.user:
        found = _("{user} may not use {device}.", user=machine.user, device=device)
        return Diagnosis(
            part, WRONG, found, _("Its group must be {group}. Update Raspberry Pi OS.", group=group)
        )
    rights = _("You may not use it: sudo usermod -aG {group} USER, then log in again.", group=group)
    return Diagnosis(part, UNKNOWN, device, rights)


def panel(machine: Machine, config: Configuration) -> Diagnosis:
    """The pins of the buttons. Only people can try the buttons."""
    part = word("Panel")
    if not config.panel.enabled:
        return Diagnosis(part, ABSENT, _("{key} is off in the settings.", key="[panel]"))
    chips = machine.there("/dev/gpiochip*")
    if not chips:
        found = _("There is no {device}: this kernel has no GPIO.", device="/dev/gpiochip*")
        would = _("Five buttons on a Raspberry Pi's header.")
        return _missing(machine, part, found, _("Update Raspberry Pi OS."), would)
    labels = machine.chips()
    if not labels:
        return _closed(machine, part, ", ".join(chips), "gpio")
    number = gpio_chips.header(labels)
    if number is None:
        found = _("None of the GPIO chips is the header's: {chips}", chips=", ".join(labels.values()))
        would = _("Five buttons on a Raspberry Pi's header.")
        return _missing(machine, part, found, _("Update Raspberry Pi OS."), would)
    chip = f"/dev/gpiochip{number}"
    if not machine.usable(chip):
        return _closed(machine, part, chip, "gpio")
    if not machine.imports("lgpio"):
        how = _("Install it: {command}", command="sudo apt install python3-lgpio")
        found = _("{package} is not installed for this Python.", package="lgpio")
        return _missing(machine, part, found, how, _("Five buttons on a Raspberry Pi's header."))
    pins = ", ".join(f"{name.upper()} GPIO{pin}" for name, pin in config.panel.pins.items())
    return Diagnosis(part, WORKS, f"{chip}: {pins}")


def display(machine: Machine, config: Configuration) -> Diagnosis:
    """Whether the display answers on its bus; on SPI it cannot."""
    part, settings = word("Display"), config.display
    if settings.driver == NONE:
        return Diagnosis(part, ABSENT, _("{key} is off in the settings.", key="[display]"))
    if settings.interface == "spi":
        bus = f"/dev/spidev{settings.spi_bus}.{settings.spi_device}"
    else:
        bus = f"/dev/i2c-{settings.i2c_bus}"
    if not machine.there(bus):
        found = _("There is no {device}.", device=bus)
        help = _bus_help(machine, settings.interface, bus)
        return _missing(machine, part, found, help, _("A small OLED on {device}.", device=bus))
    if not machine.usable(bus):
        return _closed(machine, part, bus, settings.interface)
    if settings.interface == "spi":
        return Diagnosis(part, UNKNOWN, _("{device} is there. A display on SPI cannot answer.", device=bus))
    return _on_i2c(machine, config, bus)


def _bus_help(machine: Machine, interface: str, bus: str) -> str:
    """What to do about a missing bus; raspi-config enables only the usual ones."""
    if bus in USUAL[interface]:
        return _("Enable it: {command}, then restart.", command=f"sudo raspi-config nonint do_{interface} 0")
    key = "spi_bus" if interface == "spi" else "i2c_bus"
    there = ", ".join(machine.there("/dev/spidev*" if interface == "spi" else "/dev/i2c-*"))
    if there:
        said = {"key": key, "table": "[display]", "devices": there}
        return _("Correct {key} in {table}. There are: {devices}", **said)
    return _(
        "Correct {key} in {table}. Usually it is {device}.",
        key=key,
        table="[display]",
        device=USUAL[interface][0],
    )


def _on_i2c(machine: Machine, config: Configuration, bus: str) -> Diagnosis:
    part, settings = word("Display"), config.display
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
    return _missing(machine, part, found, check, _("A small OLED on {device}.", device=bus))


def sound(machine: Machine, config: Configuration) -> Diagnosis:
    """The sound cards, by the names used in the settings."""
    part, device = word("Sound"), config.sound.device
    told = machine.text("/proc/asound/cards") or ""
    cards = re.findall(r"^ *\d+ \[(\S+) *\]", told, re.MULTILINE)
    if not cards:
        found = _("The machine has no sound card.")
        plug = _("Plug one in, or enable the Pi's own: {line}", line="dtparam=audio=on")
        return _missing(machine, part, found, plug, _("A loudspeaker on any sound card."))
    named = re.search(r"CARD=([^,]+)", device)
    if named and named[1] not in cards:
        found = _("There is no card {name!r}. There are: {cards}", name=named[1], cards=", ".join(cards))
        return Diagnosis(part, WRONG, found, _("Correct {key} in {table}.", key="device", table="[sound]"))
    return Diagnosis(part, WORKS, _("Cards: {cards}", cards=", ".join(cards)))


def voice(machine: Machine, config: Configuration) -> Diagnosis:
    """The speech engines: the one of the settings, and espeak-ng, which replaces it."""
    part, engine, there = word("Voice"), machine.voice(), machine.voices(config.language)
    speech, named = config.speech(), config.voice.engine
    if named in engines.ENGINES and not any(engines.engine_of(one) == named for one in there):
        found = _("There is no voice of {engine} for {language!r}.", engine=named, language=config.language)
        return Diagnosis(
            part, WRONG, found, _("Install it: {command}", command=f"sudo ./install.sh --voice {named}")
        )
    if speech and not machine.finds(speech.words[0]):
        found = _("There is no program {name!r}.", name=speech.words[0])
        return Diagnosis(part, WRONG, found, _("Correct {key} in {table}.", key="command", table="[voice]"))
    if engine is None:
        return Diagnosis(
            *(part, WRONG, _("There is no espeak-ng and no substitute for it.")),
            _("Install it: {command}", command="sudo apt install espeak-ng"),
        )
    usual = next((one for one in there if engines.engine_of(one) == named), "")
    needed, free = engines.memory(usual), _memory(machine)
    if needed > free:
        said = {"engine": engines.title(usual), "mb": needed, "free": free}
        found = _("{engine} needs {mb} MB of memory, and {free} MB are free.", **said)
        return Diagnosis(part, WRONG, found, _("Choose another voice in the menu of the box."))
    for tried in filter(None, (speech, engines.command(usual))):
        if why := machine.speaks(tried):
            found = _("{program} fails: {why}.", program=tried.words[0], why=why)
            tries = _("Try it in a terminal, as described in {page}.", page="docs/sound.md")
            return Diagnosis(part, WRONG, found, tries)
    programs = [speech.words[0]] if speech else []
    return Diagnosis(part, WORKS, ", ".join((*programs, *map(engines.title, there[:-1]), engine)))


def _memory(machine: Machine) -> int:
    """Megabytes that the service may take."""
    ended = machine.run("systemctl", "show", SERVICE, "-p", "MemoryMax")
    most = re.search(r"^MemoryMax=(\d+)$", ended.said, re.MULTILINE) if ended else None
    return min(machine.memory(), int(most[1]) // MEGABYTE) if most else machine.memory()


def pads(machine: Machine, config: Configuration, *, playing: bool) -> Diagnosis:
    """The hub's answer. playing: whether the service is using the hub, so that it cannot be asked."""
    part, port = _("Seat pads"), config.pads.port
    if port is None:
        return Diagnosis(part, ABSENT, _("{key} is off in the settings.", key="[pads]"))
    if playing and machine.there(port):
        return Diagnosis(part, WORKS, _("The hub is at {device}, in use by the game master.", device=port))
    if port != Pads().port and not machine.there(port):
        found, help = (
            _("There is no {device}.", device=port),
            _("Correct {key} in {table}.", key="port", table="[pads]"),
        )
        return Diagnosis(part, WRONG, found, help)
    try:
        said = machine.hub(None if port == Pads().port else port)
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
