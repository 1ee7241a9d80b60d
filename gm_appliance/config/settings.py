"""Every setting of the box, declared once: name, what it takes, unit, what counts without it, and help.

From here come what is checked, what `config show` tells, the sample file and the reference in docs/. A
table of the file is a class; its keys are the fields, and the text below each is its help. The games' own
settings are the options of their rules, and their help is what the narration says of each.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from gm_appliance.core.game import Preset
from gm_appliance.core.language import N_, Message, languages
from gm_appliance.core.people import MOST_LETTERS, is_name, tidied
from gm_appliance.devices.display.settings import DRIVERS, INTERFACES, NONE, PINS, RANGES, DisplaySettings
from gm_appliance.devices.panel import PanelSettings
from gm_appliance.devices.sound.voice import DEFAULT_RATE, FASTEST, SLOWEST

Section: TypeAlias = "tuple[str, ...]"
"""The names from the top to a table, ``("games", "scorepad")``; empty for the top."""


class Repeated(str):
    """The last name of a section that may stand several times, as ``[[games.scorepad.preset]]``."""


SLOWEST_IN_TIME = 140
"""Words a minute from which on every sentence of a timetable fits it, as measured in `tests`."""

HEADER = {29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21}
"""BCM numbers by place on the header, where the place cannot be taken for a BCM number."""

PRINTED = {0x78: 0x3C, 0x7A: 0x3D}
"""Addresses on an I²C bus as some boards have them printed: doubled, as they go over the wire."""

# ---------------------------------------------------------------- what a setting takes


def whole(lo: int, hi: int, unit: str = "", **more: Any) -> Meta:
    """A whole number. more: hexadecimal: it is written so; aliases: what is often given for another one."""
    return Meta(ge=lo, le=hi, extra={"unit": unit, **more})


def text(form: str, words: Message, **more: Any) -> Meta:
    """Text that matches a form from its first letter to its last.

    words: what that is, in the words of messages. more: check: what else it must be, as a function; most:
    a number in the words; relative: that ~/ may be missing before it.
    """
    return Meta(pattern=rf"\A(?:{form})\Z", extra={"words": words, **more})


def one_of(*options: str) -> Meta:
    return Meta(pattern=rf"\A(?:{'|'.join(options)})\Z", extra={"options": options})


def is_command(line: str) -> bool:
    """Whether it is a program with its arguments, as a shell would split them; or nothing."""
    try:
        words = shlex.split(line)
    except ValueError:  # a quote without an end
        return False
    return line.isprintable() and (not line or bool(words and words[0]))


def is_person(name: str) -> bool:
    return is_name(tidied(name))


ANY = r"[\s\S]*"
PLAIN = r"[^\x00-\x1f\x7f]"
YES_OR_NO = ("yes", "no")
SOURCES = HUB, INPUT = ("hub", "input")
"""What the seat pads may be."""

PIN = whole(*PINS, aliases=HEADER)
FOLDER = text(r"|~|(~?/[^\x00]*)", N_('a folder from / or ~/ on, in quotes; or ""'), relative=True)
VOICE = text(
    r"|([a-z]+/)?[A-Za-z0-9-]+(\+[A-Za-z0-9_-]+)?", N_('a voice of espeak-ng, such as "gmw/en+f3"; or ""')
)
COMMAND = text(
    ANY, N_('a program with its arguments, such as "/opt/voice/speak --calm"; or ""'), check=is_command
)
CARD = text(f"{PLAIN}*", N_('a sound device as ALSA names it, such as "plughw:CARD=Headphones"; or ""'))
KEYPAD = text(f"{PLAIN}{{0,60}}", N_('part of the name of a device, such as "Entry Keyboard"; or ""'))
SERIAL = text(rf"{NONE}|/{PLAIN}+", N_('a serial device such as "/dev/seathub", in quotes; or "none"'))
PERSON = text(ANY, N_('a name of 1 to {most} letters, such as "Anna B"'), check=is_person, most=MOST_LETTERS)
SPOKEN = text(f"{PLAIN}{{0,60}}", N_('how the voice spells it, such as "Shivawn" for Siobhán; or ""'))
PRESET_NAME = text(rf"(?! ){PLAIN}{{1,20}}(?<! )", N_('a name of 1 to 20 letters, such as "Hearts"'))


def _yes(on: bool) -> str:
    return "yes" if on else "no"


# ---------------------------------------------------------------- the tables


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class Box(Table, frozen=True):
    """What stands at the top."""

    language: Annotated[str, one_of(*languages())] = "en"
    """The language spoken and shown: the one your table speaks best."""

    state: Annotated[str, FOLDER] = ""
    """Where games are remembered, and what the voice has rendered. Name a folder to keep it on another disk,
    such as a USB stick that bears more writing than the card. Empty: $XDG_STATE_HOME/gm-appliance, which is
    ~/.local/state/gm-appliance where that is not set."""


class VoiceSettings(Table, frozen=True):
    """How it speaks, and how loud all is that sounds."""

    rate: Annotated[int, whole(SLOWEST, FASTEST, "words a minute")] = DEFAULT_RATE
    """How fast it speaks. A little slower for a loud room or younger players; but below 140 some sentences
    with closed eyes take longer than the time they have, and the ones after them come late."""

    volume: Annotated[int, whole(0, 100, "percent of full loudness")] = 100
    """How loud the box is, voice and storm alike. Less where somebody sleeps next door."""

    name: Annotated[str, VOICE] = ""
    """The voice. Empty: the one for the language. `espeak-ng --voices` lists them; a variant comes after a +,
    such as f3 for a woman's."""

    command: Annotated[str, COMMAND] = ""
    """Another voice than espeak-ng: a program that is given a sentence on its standard input and writes a WAV
    file to its standard output, such as Piper; docs/sound.md says how. Empty: espeak-ng, which also stands in
    where the program is missing or fails."""


class SoundSettings(Table, frozen=True):
    """Where it sounds."""

    device: Annotated[str, CARD] = ""
    """Where it sounds. Empty: the machine's usual device. `aplay -L` lists them. Name the card, for their
    numbers change from one start to the next."""


class PanelTable(Table, frozen=True):
    """What becomes `PanelSettings`."""

    enabled: Annotated[str, one_of(*YES_OR_NO)] = _yes(PanelSettings.enabled)
    """Whether there is a panel: "no" on a machine without pins, so that nothing is said of it at every
    start."""

    up: Annotated[int, PIN] = PanelSettings.up
    """The pins of the five buttons, each between its pin and ground. GPIO5 is 5 here, not its place on the
    header, which is 29. Other pins if these are taken by something else on the header."""

    down: Annotated[int, PIN] = PanelSettings.down
    """As for `up`; place 31 on the header."""

    ok: Annotated[int, PIN] = PanelSettings.ok
    """As for `up`; place 33 on the header."""

    back: Annotated[int, PIN] = PanelSettings.back
    """As for `up`; place 36 on the header."""

    repeat: Annotated[int, PIN] = PanelSettings.repeat
    """As for `up`; place 37 on the header."""


class DisplayTable(Table, frozen=True):
    """What becomes `DisplaySettings`."""

    driver: Annotated[str, one_of(*DRIVERS)] = DisplaySettings.driver
    """The display's controller. Where the picture is shifted by two columns or has noise at an edge, an
    "SSD1306" is an SH1106 in truth, as most of 1.3 inches are. "none" to play by ear."""

    interface: Annotated[str, one_of(*INTERFACES)] = DisplaySettings.interface
    """How it is connected: "i2c" has four wires, "spi" seven. It says which of the keys below count."""

    i2c_bus: Annotated[int, whole(*RANGES["i2c_bus"])] = DisplaySettings.i2c_bus
    """With I²C: the number of the bus, 1 for the header's pins 3 and 5."""

    i2c_address: Annotated[int, whole(*RANGES["i2c_address"], hexadecimal=True, aliases=PRINTED)] = (
        DisplaySettings.i2c_address
    )
    """With I²C: the display's address, `i2cdetect -y 1` shows it. Most have 0x3C, some 0x3D. What is printed
    on the board as 0x78 is 0x3C."""

    spi_bus: Annotated[int, whole(*RANGES["spi_bus"])] = DisplaySettings.spi_bus
    """With SPI: the first number in /dev/spidev0.0."""

    spi_device: Annotated[int, whole(*RANGES["spi_device"])] = DisplaySettings.spi_device
    """With SPI: the second number in /dev/spidev0.0, which is 1 for a display on CE1."""

    spi_dc: Annotated[int, PIN] = DisplaySettings.spi_dc
    """With SPI: the pin that goes to D/C, which is place 18 on the header for 24."""

    spi_reset: Annotated[int, PIN] = DisplaySettings.spi_reset
    """With SPI: the pin that goes to RES or RST, which is place 22 on the header for 25."""

    rotation: Annotated[int, whole(*RANGES["rotation"], unit="quarter turns clockwise")] = (
        DisplaySettings.rotation
    )
    """How far the picture is turned: 2 if the display is built in upside down."""

    offset: Annotated[int, whole(*RANGES["offset"], unit="columns")] = DisplaySettings.offset
    """How far the picture is moved to the right, or to the left if below 0, where the frame of the box covers
    a part of it."""

    large: Annotated[str, one_of(*YES_OR_NO)] = _yes(DisplaySettings.large)
    """Larger type and fewer words: "yes" for a small display, or weak eyes. At the table they are asked for
    behind BACK."""


class PadsTable(Table, frozen=True):
    """What becomes `Pads`."""

    source: Annotated[str, one_of(*SOURCES)] = HUB
    """What the seat pads are. "hub": boxes with two switches and a lamp, which docs/wiring.md says how to
    build. "input": gamepads, number pads and remotes for a phone's camera, without soldering. Those promise
    less: they have no lamps; most number pads notice six keys at a time, some fewer; and a remote that sleeps
    swallows the press that wakes it. docs/pads.md says what fits, and which keys are whose thumbs."""

    port: Annotated[str, SERIAL] = "/dev/seathub"
    """With "hub", where it is: /dev/seathub with the rule that docs/install.md puts in place. "none" for a
    table without pads; thumbs are then shown to all and entered on the panel."""

    keypad: Annotated[str, KEYPAD] = ""
    """With "input": part of the name of a number pad that is taken for a keyboard, for it claims to have
    letters; docs/pads.md says how to find it. Never that of a keyboard: the box would have it for itself."""


class PersonTable(Table, frozen=True):
    """One of those who usually play here."""

    name: Annotated[str, PERSON] = ""
    """As it is shown, accents and all."""

    spoken: Annotated[str, SPOKEN] = ""
    """Where the voice says it wrong: how to spell it for the voice. Leave it out where it is said right."""


TABLES: Mapping[Section, type[Table]] = {
    (): Box,
    ("voice",): VoiceSettings,
    ("sound",): SoundSettings,
    ("panel",): PanelTable,
    ("display",): DisplayTable,
    ("pads",): PadsTable,
}
"""The tables that stand once, in the order of the sample and of the reference."""

ROSTER: Section = (Repeated("roster"),)

PRESETS: Mapping[str, tuple[Preset, ...]] = {
    "scorepad": (
        Preset("Hearts", {"wins": "lowest", "target": 100}),
        Preset("Spades", {"target": 500}),
        Preset("Canasta", {"target": 5000}),
        Preset("Gin rummy", {"mode": "free", "target": 100}),
        Preset("Cribbage", {"mode": "free", "target": 121}),
    )
}
"""Of each game that can have presets, those there are where the file has none."""
