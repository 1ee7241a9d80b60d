"""The parts of a real table: what may be set of each, and which pins of the header they take."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from gm_appliance.config.checking import Key, Known, Mistake, Settings, Text
from gm_appliance.config.lines import Place
from gm_appliance.core.game import Number, OneOf
from gm_appliance.core.language import N_
from gm_appliance.core.messages import _
from gm_appliance.core.ports import PANEL_BUTTONS
from gm_appliance.devices.display.settings import DRIVERS, INTERFACES, NONE, DisplaySettings
from gm_appliance.devices.panel import PanelSettings


@dataclass(frozen=True)
class Sound:
    """device: as ALSA names it, ``"plughw:CARD=Headphones"``; empty for the machine's usual one."""

    device: str = ""


@dataclass(frozen=True)
class Pads:
    """port: the seat hub's serial device; None for a table without pads."""

    port: str | None = "/dev/seathub"


YES_OR_NO = OneOf(("yes", "no"))
HEADER = {29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21}
"""BCM numbers by place on the header, where the place cannot be taken for a BCM number."""

PIN = Known(2, 27, meant=HEADER)
"""BCM numbers but 0 and 1, which belong to whatever board sits on the header."""

ADDRESS = Known(0x03, 0x77, hexadecimal=True, meant={0x78: 0x3C, 0x7A: 0x3D})
"""An address on an I²C bus. On some boards it is printed doubled, as it goes over the wire."""


def keys() -> Iterator[Key]:
    """What may be set of the parts, in the order of the documentation."""
    panel, display = PanelSettings(), DisplaySettings()
    device = N_('a sound device as ALSA names it, such as "plughw:CARD=Headphones"; or ""')
    yield Key(("sound",), "device", Text(r"[^\x00-\x1f\x7f]*", device), Sound.device)
    yield Key(("panel",), "enabled", YES_OR_NO, _yes(panel.enabled))
    for button, pin in panel.pins.items():
        yield Key(("panel",), button, PIN, pin)
    for name, domain in (
        ("driver", OneOf(DRIVERS)),
        ("interface", OneOf(INTERFACES)),
        ("i2c_bus", Number(0, 22)),
        ("i2c_address", ADDRESS),
        ("spi_bus", Number(0, 6)),
        ("spi_device", Number(0, 2)),
        ("spi_dc", PIN),
        ("spi_reset", PIN),
        ("rotation", Number(0, 3)),
        ("offset", Number(-4, 4)),
        ("large", YES_OR_NO),
    ):
        default = getattr(display, name)
        yield Key(("display",), name, domain, _yes(default) if name == "large" else default)
    port = N_('a serial device such as "/dev/seathub", in quotes; or "none"')
    yield Key(("pads",), "port", Text(rf"{NONE}|/[^\x00-\x1f\x7f]+", port), str(Pads.port))


def _yes(on: bool) -> str:
    return "yes" if on else "no"


def built(data: Mapping[str, Any]) -> dict[str, Any]:
    """The parts as fields of a configuration, from data that is legal throughout."""
    panel, display, pads = (dict(data.get(table, {})) for table in ("panel", "display", "pads"))
    for table, switch in ((panel, "enabled"), (display, "large")):
        if switch in table:
            table[switch] = table[switch] == "yes"
    if display.get("driver") == NONE:
        display = {"driver": NONE}  # Wires that go nowhere may be wrong.
    if pads.get("port") == NONE:
        pads["port"] = None
    return {
        "sound": Sound(**data.get("sound", {})),
        "panel": PanelSettings(**panel),
        "display": DisplaySettings(**display),
        "pads": Pads(**pads),
    }


# ---------------------------------------------------------------- pins

I2C_PINS = {0: {0: "SDA", 1: "SCL"}, 1: {2: "SDA", 3: "SCL"}}
"""By bus, the pins it takes. Buses from 2 on may be laid on various ones, so nothing is said of them."""

SPI_PINS = {
    0: {9: "MISO", 10: "MOSI", 11: "SCLK", 8: "CE0", 7: "CE1"},
    1: {19: "MISO", 20: "MOSI", 21: "SCLK"},
}
SPI_1_SELECTS = {0: 18, 1: 17, 2: 16}
"""Of bus 1 only the select line in use is taken."""


class Function(NamedTuple):
    """Something that takes a pin. places: the keys that put it there, the nearest first."""

    pin: int
    name: str
    places: tuple[Place, ...]


def one_function_a_pin(settings: Settings) -> Iterator[Mistake]:
    """Where two functions have been given the same pin; told at the later line, with the earlier."""
    functions = list(_functions(settings.values))
    taken = {function.pin for function in functions}
    free = ", ".join(str(pin) for pin in range(PIN.lo, PIN.hi + 1) if pin not in taken)
    for number, one in enumerate(functions):
        for other in functions[:number]:
            if one.pin == other.pin:
                first, second = sorted((one, other), key=lambda each: _line(each, settings.lines))
                said = _setting(second, settings)
                told = _taken(said, first, _line(first, settings.lines), free)
                yield Mistake(_line(second, settings.lines), told)


def _functions(values: Mapping[Place, int | str]) -> Iterator[Function]:
    """All that takes a pin, as far as the file has it right."""

    def number(*place: str) -> int:
        value = values.get(place, -1)
        assert isinstance(value, int)
        return value

    if values.get(("panel", "enabled")) != "no":
        for button in PANEL_BUTTONS:
            if (place := ("panel", button)) in values:
                yield Function(number(*place), f"[panel] {button}", (place,))
    if values.get(("display", "driver")) == NONE:
        return
    interface = ("display", "interface")
    if values.get(interface) == "i2c":
        bus = number("display", "i2c_bus")
        for pin, line in I2C_PINS.get(bus, {}).items():
            name = _("{line} of the display's I²C bus {bus}", line=line, bus=bus)
            yield Function(pin, name, (("display", "i2c_bus"), interface))
    elif values.get(interface) == "spi":
        yield from _spi_functions(number("display", "spi_bus"), number("display", "spi_device"))
        for name in ("spi_dc", "spi_reset"):
            if (place := ("display", name)) in values:
                yield Function(number(*place), f"[display] {name}", (place, interface))


def _spi_functions(bus: int, device: int) -> Iterator[Function]:
    places: tuple[Place, ...] = (("display", "spi_bus"), ("display", "interface"))
    for pin, line in SPI_PINS.get(bus, {}).items():
        yield Function(pin, _("{line} of the display's SPI bus {bus}", line=line, bus=bus), places)
    if bus == 1 and device in SPI_1_SELECTS:
        name = _("{line} of the display's SPI bus {bus}", line=f"CE{device}", bus=bus)
        yield Function(SPI_1_SELECTS[device], name, (("display", "spi_device"), *places))


def _line(function: Function, lines: Mapping[Place, int]) -> int:
    """The line that put it there; 0 where none did."""
    return next((lines[place] for place in function.places if place in lines), 0)


def _taken(setting: str, first: Function, line: int, free: str) -> str:
    """That a setting wants the pin another function has. line: where that one stands; 0 for nowhere."""
    said = {"setting": setting, "pin": f"GPIO{first.pin}", "function": first.name, "free": free}
    if line:
        said["line"] = str(line)
        return _("{setting} is not possible. {pin} is {function}, line {line}. Free: {free}", **said)
    return _("{setting} is not possible. {pin} is {function}, as without a setting. Free: {free}", **said)


def _setting(function: Function, settings: Settings) -> str:
    """The setting that put it there, as it stands in the file."""
    table, name = next((place for place in function.places if place in settings.lines), function.places[0])
    return f"[{table}] {name} = {json.dumps(settings.values[table, name])}"
