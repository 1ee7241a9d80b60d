"""Every setting of the box, declared once: its name, type, unit, default and help.

Each table of the file is a class, its keys are the fields, and the text below a field is its help: the sample
file and the reference in docs/ are generated from them. A game's settings are the options of its rules; their
help comes from its narration.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from gm_appliance.core.game import Preset
from gm_appliance.core.language import N_, NP_, Message, languages
from gm_appliance.core.people import MOST_LETTERS, is_name, tidied
from gm_appliance.devices.display.settings import DRIVERS, INTERFACES, NONE, PINS, RANGES, DisplaySettings
from gm_appliance.devices.panel import PanelSettings
from gm_appliance.devices.sound.engines import ENGINES
from gm_appliance.devices.sound.language_voices import ESPEAK
from gm_appliance.devices.sound.renderer import FASTEST, SLOWEST
from gm_appliance.devices.sound.voice import DEFAULT_RATE

Section: TypeAlias = "tuple[str, ...]"
"""The path to a table, such as ``("games", "scorepad")``; empty for the top level."""


class Repeated(str):
    """The last name of a section that may be repeated, as in ``[[games.scorepad.preset]]``."""


HEADER = {29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21}
"""BCM numbers by header pin, for the header pins that are no BCM numbers themselves."""

PRINTED = {0x78: 0x3C, 0x7A: 0x3D}  # I²C addresses by the 8-bit form that some boards have printed on them

# ---------------------------------------------------------------- what a setting takes


def whole(lo: int, hi: int, unit: Message | None = None, **more: Any) -> Meta:
    """A whole number from `lo` to `hi`.

    unit: for the help. more: `hexadecimal`, whether it is written that way; `aliases`, values by what is
    often given instead.
    """
    return Meta(ge=lo, le=hi, extra={"unit": unit, **more})


def text(form: str, words: Message, **more: Any) -> Meta:
    """Text that matches a regular expression completely.

    words: describes it in messages. more: `check`, another condition; `most`, a number in the description;
    `relative`, whether a path may have been meant to begin with ~/; `hidden`, whether nobody is shown it.
    """
    return Meta(pattern=rf"\A(?:{form})\Z", extra={"words": words, **more})


def one_of(*options: str) -> Meta:
    return Meta(pattern=rf"\A(?:{'|'.join(options)})\Z", extra={"options": options})


def is_command(line: str) -> bool:
    """Whether a shell would split it into a program and its arguments, or it is empty."""
    try:
        words = shlex.split(line)
    except ValueError:  # an unclosed quote
        return False
    return line.isprintable() and (not line or bool(words and words[0]))


ANY = r"[\s\S]*"
PLAIN = r"[^\x00-\x1f\x7f]"
YES_OR_NO = ("yes", "no")
SOURCES = HUB, INPUT = ("hub", "input")
ASK = "ask"
AUTO = "auto"

LOUDNESS = whole(0, 100, N_("percent of full loudness"))
PIN = whole(*PINS, aliases=HEADER)
FOLDER = text(r"|~|(~?/[^\x00]*)", N_('a folder that begins with / or ~/, in quotes; or ""'), relative=True)
VOICE = text(
    r"|([a-z]+/)?[A-Za-z0-9-]+(\+[A-Za-z0-9_-]+)?", N_('a voice of espeak-ng, such as "gmw/en+f3"; or ""')
)
COMMAND = text(
    ANY, N_('a program with its arguments, such as "/opt/voice/speak --calm"; or ""'), check=is_command
)
# No quotes, pipes or slashes: ALSA's "file" plugin could write any file and run a program.
CARD = text(
    "[A-Za-z0-9_=,.:-]*", N_('a sound device as ALSA names it, such as "plughw:CARD=Headphones"; or ""')
)
KEYPAD = text(f"{PLAIN}{{0,60}}", N_('part of the name of a device, such as "Entry Keyboard"; or ""'))
SERIAL = text(rf"{NONE}|/{PLAIN}+", N_('a serial device such as "/dev/seathub", in quotes; or "none"'))
HOST = r"[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\]"
PORT = r":(?!0)(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])"
BROKER = text(
    rf"|mqtts?://({HOST})({PORT})?", N_('an address such as "mqtt://homeassistant.local:1883"; or ""')
)
TYPED = text(f"{PLAIN}{{0,200}}", N_('a text in quotes; or ""'))
PASSWORD = text(f"{PLAIN}{{0,200}}", N_('a text in quotes; or ""'), hidden=True)
FILE = text(r"|~?/[^\x00]+", N_('a file that begins with / or ~/, in quotes; or ""'), relative=True)
TOPIC = text("(?!league$)[a-z0-9-]{1,30}", N_("a name of small letters, digits and hyphens"))
PERSON = text(
    ANY,
    N_('a name of 1 to {most} letters, such as "Anna B"'),
    check=lambda name: is_name(tidied(name)),
    most=MOST_LETTERS,
)
SPOKEN = text(f"{PLAIN}{{0,60}}", N_('how the voice spells it, such as "Shivawn" for Siobhán; or ""'))
PRESET_NAME = text(rf"(?! ){PLAIN}{{1,20}}(?<! )", N_('a name of 1 to 20 letters, such as "Hearts"'))


def _yes(on: bool) -> str:
    return "yes" if on else "no"


# ---------------------------------------------------------------- the tables


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class Box(Table, frozen=True):
    """The top level."""

    language: Annotated[str, one_of(ASK, *languages())] = ASK
    """The language that is spoken and shown. "ask": the first start asks for it, and it is English until
    then."""

    state: Annotated[str, FOLDER] = ""
    """The folder for games and rendered speech. Name one to keep them on another disk, such as a USB stick
    that wears out less quickly than the card. Empty: $XDG_STATE_HOME/gm-appliance, or
    ~/.local/state/gm-appliance if that variable is not set."""

    ratings: Annotated[str, one_of(*YES_OR_NO)] = "no"
    """Whether people are rated by the games that were played here: behind the wins in the last games, and in
    `gm-appliance history --by person` and `league`. docs/history.md explains what ratings say."""


class VoiceSettings(Table, frozen=True):
    """The voice, and the volume of everything."""

    rate: Annotated[int, whole(SLOWEST, FASTEST, N_("words a minute"))] = DEFAULT_RATE
    """How fast it speaks. Choose a little less for a loud room or younger players. The steps with closed eyes
    take as long as their words need."""

    volume: Annotated[int, LOUDNESS] = 100
    """How loud the box is, voice and storm alike. Choose less if somebody sleeps next door."""

    quietest: Annotated[int, LOUDNESS] = 0
    """The lowest volume that can be chosen at the table. Choose more so that the box stays audible: the more
    quietly the storm blows, the less it covers of what the players press."""

    loudest: Annotated[int, LOUDNESS] = 100
    """The highest volume that can be chosen at the table."""
    engine: Annotated[str, one_of(AUTO, ESPEAK, *ENGINES)] = AUTO
    """The speech engine; docs/sound.md explains how they compare and how each is installed. A voice chosen at
    the table, in the menu, wins. "auto": the command below if there is one, else the best voice that is
    installed and quick enough on this machine. espeak-ng replaces any engine that is missing or fails."""

    name: Annotated[str, VOICE] = ""
    """The voice of espeak-ng. `espeak-ng --voices` lists them; a variant follows a +, such as f3 for a female
    voice. If one is named, "auto" takes it. Empty: the usual voice for the language."""

    command: Annotated[str, COMMAND] = ""
    """A speech engine of your own: a program that reads a sentence from standard input and writes a WAV file
    to standard output; see docs/sound.md. It speaks the language of the settings, or any language if it is
    told which, by {language}. This is only valid in /etc, not on the boot partition, because the program
    could read the journal."""

    @property
    def first_volume(self) -> int:
        """The volume at the first start, within its limits."""
        return min(self.loudest, max(self.quietest, self.volume))


class SoundSettings(Table, frozen=True):
    """The sound output."""

    device: Annotated[str, CARD] = ""
    """The sound device; `aplay -L` lists them. Give the card's name, because card numbers can change at every
    start. Empty: the machine's default device."""


class PanelTable(Table, frozen=True):
    """Converted to `PanelSettings`."""

    enabled: Annotated[str, one_of(*YES_OR_NO)] = _yes(PanelSettings().enabled)
    """Whether there is a panel. With "no", a machine without pins does not report it missing at every
    start."""

    up: Annotated[int, PIN] = PanelSettings().up
    """The pin of the button UP, which connects it to ground; 5 is pin 29 of the header. All pins are given by
    their BCM numbers: GPIO5 is 5. Choose others if something else uses these."""

    down: Annotated[int, PIN] = PanelSettings().down
    """The pin of the button DOWN; 6 is pin 31 of the header."""

    ok: Annotated[int, PIN] = PanelSettings().ok
    """The pin of the button OK; 13 is pin 33 of the header."""

    back: Annotated[int, PIN] = PanelSettings().back
    """The pin of the button BACK; 16 is pin 36 of the header."""

    repeat: Annotated[int, PIN] = PanelSettings().repeat
    """The pin of the button REPEAT; 26 is pin 37 of the header."""


class DisplayTable(Table, frozen=True):
    """Converted to `DisplaySettings`."""

    driver: Annotated[str, one_of(*DRIVERS)] = DisplaySettings.driver
    """The display's controller. If the picture is shifted by two columns or has noise at an edge, a display
    sold as SSD1306 is really an SH1106, as most 1.3-inch ones are. "none": play without a display."""

    interface: Annotated[str, one_of(*INTERFACES)] = DisplaySettings.interface
    """How it is connected: "i2c" has four wires, "spi" seven. Only the keys below that belong to it are
    used."""

    i2c_bus: Annotated[int, whole(*RANGES["i2c_bus"])] = DisplaySettings.i2c_bus
    """With I²C: the number of the bus; 1 is on pins 3 and 5 of the header."""

    i2c_address: Annotated[int, whole(*RANGES["i2c_address"], hexadecimal=True, aliases=PRINTED)] = (
        DisplaySettings.i2c_address
    )
    """With I²C: the display's address, which `i2cdetect -y 1` shows: usually 0x3C, sometimes 0x3D. If 0x78 is
    printed on the board, it is 0x3C."""

    spi_bus: Annotated[int, whole(*RANGES["spi_bus"])] = DisplaySettings.spi_bus
    """With SPI: the bus, the first number in /dev/spidev0.0."""

    spi_device: Annotated[int, whole(*RANGES["spi_device"])] = DisplaySettings.spi_device
    """With SPI: the device, the second number in /dev/spidev0.0; 1 for a display on CE1."""

    spi_dc: Annotated[int, PIN] = DisplaySettings.spi_dc
    """With SPI: the pin connected to D/C; 24 is pin 18 of the header."""

    spi_reset: Annotated[int, PIN] = DisplaySettings.spi_reset
    """With SPI: the pin connected to RES or RST; 25 is pin 22 of the header."""

    rotation: Annotated[int, whole(*RANGES["rotation"], unit=N_("quarter turns clockwise"))] = (
        DisplaySettings.rotation
    )
    """How far the picture is rotated; 2 if the display is mounted upside down."""

    offset: Annotated[int, whole(*RANGES["offset"], unit=NP_("word", "columns"))] = DisplaySettings.offset
    """How far the picture is moved to the right, or to the left if negative, in case the frame of the box
    covers part of it."""

    large: Annotated[str, one_of(*YES_OR_NO)] = _yes(DisplaySettings.large)
    """Larger type and fewer words, for a small display or weak eyes. It can also be changed at the table,
    behind BACK."""


class PadsTable(Table, frozen=True):
    """Converted to `Pads`."""

    source: Annotated[str, one_of(*SOURCES)] = HUB
    """The kind of seat pads. "hub": boxes with two switches and a lamp each; docs/wiring.md explains how to
    build them. "input": gamepads, number pads and camera remotes, without soldering. These have limits: no
    lamps; most number pads notice at most six keys at a time; and a sleeping remote loses the press that
    wakes it. docs/pads.md lists what works, and which keys are whose thumbs."""

    port: Annotated[str, SERIAL] = "/dev/seathub"
    """With "hub": its serial port, /dev/seathub with the udev rule from docs/install.md. "none": a table
    without pads, where thumbs are shown to all and entered on the panel."""

    keypad: Annotated[str, KEYPAD] = ""
    """With "input": part of the name of a number pad that reports letter keys and is therefore taken for a
    keyboard; docs/pads.md explains how to find it. Do not name a real keyboard, because the box takes the
    device for itself."""


class RoomSettings(Table, frozen=True):
    """The room around the table."""

    broker: Annotated[str, BROKER] = ""
    """The MQTT broker that the room's lights listen to, such as Home Assistant's; docs/room.md explains it.
    With mqtts:// the connection is encrypted. Empty: nothing is told to anybody."""

    user: Annotated[str, TYPED] = ""
    """The user at the broker. Empty: it asks for none."""

    password: Annotated[str, PASSWORD] = ""
    """The password of this user."""

    authority: Annotated[str, FILE] = ""
    """With mqtts://, the certificate of the authority that signed the broker's own. Empty: one of those that
    the system knows."""

    certificate: Annotated[str, FILE] = ""
    """With mqtts://, this box's certificate, if the broker asks for one."""

    key: Annotated[str, FILE] = ""
    """The key of that certificate. Empty: it is in the same file."""

    name: Annotated[str, TOPIC] = "table"
    """What this box is called at the broker. Two boxes need two names."""

    people: Annotated[str, one_of(*YES_OR_NO)] = _yes(False)
    """Whether people's names, and other texts on the table, are sent to the broker as well."""


class PersonTable(Table, frozen=True):
    """One person who usually plays here."""

    name: Annotated[str, PERSON] = ""
    """The name as it is shown, with accents."""

    spoken: Annotated[str, SPOKEN] = ""
    """How to spell it for the voice, if the voice mispronounces it."""


TABLES: Mapping[Section, type[Table]] = {
    (): Box,
    ("voice",): VoiceSettings,
    ("sound",): SoundSettings,
    ("panel",): PanelTable,
    ("display",): DisplayTable,
    ("pads",): PadsTable,
    ("room",): RoomSettings,
}
"""The tables that occur once, in the order of the sample and the reference."""

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
"""For each game that can have presets, those used if the file has none."""
