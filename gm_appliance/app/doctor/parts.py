"""Checks of the parts at the table: panel, display, sound, voice and seat hub."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing, suppress

from gm_appliance.app.doctor.diagnosis import ABSENT, UNKNOWN, WORKS, Diagnosis
from gm_appliance.app.doctor.faults import Box
from gm_appliance.app.doctor.machine import Machine
from gm_appliance.app.voice_choice import VoiceChoice
from gm_appliance.config import Pads
from gm_appliance.core.messages import _, reason, word
from gm_appliance.devices import gpio_chips
from gm_appliance.devices.display.settings import NONE
from gm_appliance.devices.pads.port import NoHub, SeveralHubs
from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.language_voices import VOICES
from gm_appliance.devices.sound.memory import MEGABYTE
from gm_appliance.devices.sound.quick import QuickVoices
from gm_appliance.install.places import SERVICE
from gm_appliance.storage.adjustments import VOICE, kept_levels
from gm_appliance.storage.journal import JournalError, JournalReader

USUAL = {"i2c": ("/dev/i2c-1",), "spi": ("/dev/spidev0.0", "/dev/spidev0.1")}  # enabled by raspi-config
ADDRESSES = (0x3C, 0x3D)  # possible I²C addresses of displays
ALL_SOUND = ("Master", "PCM", "Digital")  # mixer controls of which any one silences the card
OUTPUTS = ("Speaker", "Headphone", "Headphones", "Front", "Line Out", "HDMI", "Analogue")
"""Mixer controls that silence the card only if all existing ones are off."""


def panel(box: Box) -> Diagnosis:
    """The buttons' pins; only people can try the buttons."""
    part, machine, pins = word("Panel"), box.machine, box.config.panel.pins
    if not box.config.panel.enabled:
        return Diagnosis(part, ABSENT, _("{key} is off in the settings.", key="[panel]"))
    would, chips = _("Five buttons on a Raspberry Pi's header."), machine.there("/dev/gpiochip*")
    if not chips:
        return box.missing(part, would, "pins-missing", device="/dev/gpiochip*")
    labels = machine.chips()
    if not labels:
        return box.closed(part, ", ".join(chips), "gpio")
    number = gpio_chips.header(labels)
    if number is None:
        return box.missing(part, would, "header-missing", chips=", ".join(labels.values()))
    chip = f"/dev/gpiochip{number}"
    if not machine.usable(chip):
        return box.closed(part, chip, "gpio")
    if not machine.imports("lgpio"):
        return box.missing(part, would, "lgpio-missing", package="lgpio")
    try:
        down = () if box.playing else machine.grounded(number, pins.values())
    except OSError:
        down = ()  # in use by another program
    named = {pin: f"{name.upper()} GPIO{pin}" for name, pin in pins.items()}
    if down:
        return box.wrong(part, "button-down", buttons=", ".join(map(named.__getitem__, down)))
    return Diagnosis(part, WORKS, f"{chip}: {', '.join(named.values())}")


def display(box: Box) -> Diagnosis:
    """Whether the display answers; on SPI it cannot."""
    part, settings, machine = word("Display"), box.config.display, box.machine
    if settings.driver == NONE:
        return Diagnosis(part, ABSENT, _("{key} is off in the settings.", key="[display]"))
    if settings.interface == "spi":
        bus = f"/dev/spidev{settings.spi_bus}.{settings.spi_device}"
    else:
        bus = f"/dev/i2c-{settings.i2c_bus}"
    if not machine.there(bus):
        return _no_bus(box, part, bus)
    if not machine.usable(bus):
        return box.closed(part, bus, settings.interface)
    if settings.interface == "spi":
        return Diagnosis(part, UNKNOWN, _("{device} is there. A display on SPI cannot answer.", device=bus))
    asked = (settings.i2c_address, *ADDRESSES)
    try:
        found = next((one for one in asked if machine.answers(settings.i2c_bus, one)), None)
    except (OSError, ImportError) as error:
        return box.wrong(part, "bus-unusable", device=bus, why=reason(error))
    where = {"address": f"0x{settings.i2c_address:02X}", "device": bus}
    if found == settings.i2c_address:
        answers = _("{driver} answers at {address} on {device}.", driver=settings.driver, **where)
        return Diagnosis(part, WORKS, answers)
    if found is None:
        return box.missing(part, _("A small OLED on {device}.", device=bus), "display-silent", **where)
    other = f"0x{found:02X}"
    line = f"i2c_address = {other}"
    return box.mistaken(part, "display-elsewhere", "[display]", line, other=other, **where)


def _no_bus(box: Box, part: str, bus: str) -> Diagnosis:
    """A missing bus: disabled if it is the usual one, a mistake in the settings otherwise."""
    kind = box.config.display.interface
    there = box.machine.there(f"/dev/{'spidev' if kind == 'spi' else 'i2c-'}*")
    if box.machine.is_pi and bus not in USUAL[kind]:
        usual = next((one for one in there if one in USUAL[kind]), USUAL[kind][0])
        line = f"{kind}_bus = {re.findall('[0-9]', usual)[0 if kind == 'spi' else -1]}"
        listed = ", ".join(there or USUAL[kind])
        return box.mistaken(part, "bus-mistaken", "[display]", line, device=bus, devices=listed)
    would = _("A small OLED on {device}.", device=bus)
    return box.missing(part, would, f"{kind}-off", device=bus, line='interface = "i2c"')


def sound(box: Box) -> Diagnosis:
    part, device, machine = word("Sound"), box.config.sound.device, box.machine
    cards = re.findall(r"^ *\d+ \[(\S+) *\]", machine.text("/proc/asound/cards") or "", re.MULTILINE)
    if not cards:
        would = _("A loudspeaker on any sound card.")
        return box.missing(part, would, "sound-missing", line="dtparam=audio=on")
    named = re.search(r"CARD=([^,]+)", device)
    if named and named[1] not in cards:
        line = f'device = "plughw:CARD={cards[0]}"'
        values = {"name": named[1], "cards": ", ".join(cards)}
        return box.mistaken(part, "sound-gone", "[sound]", line, **values)
    option = ("-c", named[1]) if named else ()
    mixer = machine.run("amixer", *option, "scontents")
    if mixer and (name := muted(mixer.said)):
        return box.wrong(part, "sound-muted", name=name, option="".join(f" {one}" for one in option))
    return Diagnosis(part, WORKS, _("Cards: {cards}", cards=", ".join(cards)))


def muted(mixer: str) -> str:
    """The control that silences a card, by the output of ``amixer scontents``; empty for none."""
    silent: dict[str, bool] = {}
    for one in mixer.split("Simple mixer control ")[1:]:
        channels = re.findall(r"^  [A-Z][\w ]*: Playback (-?\d+ \[.*?)(?: Capture|$)", one, re.MULTILINE)
        if channels:
            silent[one.split("'")[1]] = all("[off]" in each or "[0%]" in each for each in channels)
    outputs = [name for name in OUTPUTS if name in silent]
    off = [name for name in ALL_SOUND if silent.get(name)]
    return next(iter(off or (outputs if all(silent[name] for name in outputs) else ())), "")


def voice(box: Box) -> Diagnosis:
    """The configured speech engine, and espeak-ng, its substitute."""
    part, machine, config = word("Voice"), box.machine, box.config
    engine, there = machine.voice(), machine.voices(config.language)
    speech, named = config.speech(), config.voice.engine
    first = next((one for one in there if engines.engine_of(one) == named), "")
    if named in engines.ENGINES and not first:
        return box.wrong(part, "voice-missing", engine=named, language=config.language)
    if speech and not machine.finds(speech.words[0]):
        line = 'command = ""'
        return box.mistaken(part, "voice-program-missing", "[voice]", line, name=speech.words[0])
    if engine is None:
        return box.wrong(part, "espeak-missing")
    # While the game master runs, its voice has taken the memory it needs.
    free = _memory(machine)
    quick = QuickVoices(box.state / "voice", lambda: 1 << 20 if box.playing else free)
    choice = VoiceChoice(config, config.language, quick, machine.voices)
    usual = choice.usual(config.language) if choice.automatic(config.language) else first
    if (needed := engines.memory(first)) > free:
        return box.wrong(part, "voice-too-large", engine=engines.title(usual), mb=needed, free=free)
    for tried in filter(None, (speech, engines.command(usual))):
        if why := machine.speaks(tried):
            program = tried.words[0]
            return box.wrong(part, "voice-fails", program=program, why=why, page="docs/sound.md")
    levels: Mapping[str, object] = {}
    with suppress(JournalError, OSError), closing(JournalReader(box.state / "journal.sqlite")) as journal:
        levels = kept_levels(journal)
    chosen = {one: str(levels.get(f"{VOICE}{one}", "")) for one in VOICES}
    program = speech.words[0] if speech else ""
    told = (
        f"{one}: {engines.title(choice.now(one, kept)) or program} ({choice.why(one, kept)})"
        for one, kept in chosen.items()
    )
    return Diagnosis(part, WORKS, "; ".join((*told, engine)))


def _memory(machine: Machine) -> int:
    """Megabytes available to the service."""
    ended = machine.run("systemctl", "show", SERVICE, "-p", "MemoryMax")
    most = re.search(r"^MemoryMax=(\d+)$", ended.said, re.MULTILINE) if ended else None
    return min(machine.memory(), int(most[1]) // MEGABYTE) if most else machine.memory()


def pads(box: Box) -> Diagnosis:
    """The hub, asked unless the service is using it."""
    part, port, machine = word("Seat pads"), box.config.pads.port, box.machine
    if port is None:
        return Diagnosis(part, ABSENT, _("{key} is off in the settings.", key="[pads]"))
    if box.playing and machine.there(port):
        return Diagnosis(part, WORKS, _("The hub is at {device}, in use by the game master.", device=port))
    if port != Pads().port and not machine.there(port):
        return box.mistaken(part, "hub-mistaken", "[pads]", f'port = "{Pads().port}"', device=port)
    if machine.there(port) and not machine.usable(port):
        return box.closed(part, port, "dialout")
    try:
        said = machine.hub(None if port == Pads().port else port)
    except SeveralHubs as error:
        return box.wrong(part, "hub-ambiguous", error=error)
    except NoHub as error:
        return Diagnosis(part, ABSENT, str(error))
    except OSError:
        return box.wrong(part, "hub-silent")
    found = str(said).replace("\n", " ")
    if not said.matches:
        return box.wrong(part, "hub-foreign", port=said.port, page="docs/build.md")
    if said.state and (said.state.chain or said.state.muted):
        return box.wrong(part, "hub-broken", error=found, page="docs/wiring.md")
    return Diagnosis(part, WORKS, found)
