"""The GPIO pins of the parts, and the rule that no two parts share one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gm_appliance.config.checking import ParsedSettings
from gm_appliance.config.lines import KeyPath
from gm_appliance.config.mistakes import Mistake
from gm_appliance.core.messages import _
from gm_appliance.core.ports import PANEL_BUTTONS
from gm_appliance.devices.display.settings import NONE, PINS

I2C_PINS = {0: {0: "SDA", 1: "SCL"}, 1: {2: "SDA", 3: "SCL"}}
"""By bus. Later buses can use various pins, so they are not checked."""

SPI_PINS = {
    0: {9: "MISO", 10: "MOSI", 11: "SCLK", 8: "CE0", 7: "CE1"},
    1: {19: "MISO", 20: "MOSI", 21: "SCLK"},
}
SPI_1_SELECTS = {0: 18, 1: 17, 2: 16}  # by device; bus 1 uses only the chip-select line of its device


class Function(NamedTuple):
    """A use of a pin. paths: the keys that determine the pin, the most specific first."""

    pin: int
    name: str
    paths: tuple[KeyPath, ...]


def one_function_a_pin(settings: ParsedSettings) -> Iterator[Mistake]:
    """Pairs of functions with the same pin, reported at the later line."""
    functions = list(used_pins(settings.values))
    taken = {function.pin for function in functions}
    free = ", ".join(str(pin) for pin in range(PINS[0], PINS[1] + 1) if pin not in taken)
    for number, one in enumerate(functions):
        for other in functions[:number]:
            if one.pin == other.pin:
                first, second = sorted((one, other), key=lambda each: _line(each, settings.lines))
                path = next((path for path in second.paths if path in settings.lines), second.paths[0])
                told = _taken(path, settings, first, free)
                yield Mistake(_line(second, settings.lines), told, path, str(path[-1]))


def used_pins(values: Mapping[KeyPath, int | str]) -> Iterator[Function]:
    """The functions whose settings are legal."""

    def number(*path: str) -> int:
        value = values.get(path, -1)
        assert isinstance(value, int)
        return value

    if values.get(("panel", "enabled")) != "no":
        for button in PANEL_BUTTONS:
            if (path := ("panel", button)) in values:
                yield Function(number(*path), f"[panel] {button}", (path,))
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
            if (path := ("display", name)) in values:
                yield Function(number(*path), f"[display] {name}", (path, interface))


def _spi_functions(bus: int, device: int) -> Iterator[Function]:
    paths: tuple[KeyPath, ...] = (("display", "spi_bus"), ("display", "interface"))
    for pin, line in SPI_PINS.get(bus, {}).items():
        yield Function(pin, _("{line} of the display's SPI bus {bus}", line=line, bus=bus), paths)
    if bus == 1 and device in SPI_1_SELECTS:
        name = _("{line} of the display's SPI bus {bus}", line=f"CE{device}", bus=bus)
        yield Function(SPI_1_SELECTS[device], name, (("display", "spi_device"), *paths))


def _line(function: Function, lines: Mapping[KeyPath, int]) -> int:
    """The line that determines its pin; 0 for a default."""
    return next((lines[path] for path in function.paths if path in lines), 0)


def _taken(path: KeyPath, settings: ParsedSettings, first: Function, free: str) -> str:
    """The message for a pin that `first` uses already. free: the unused pins."""
    section, name = path
    said = {"setting": f"[{section}] {name}", "value": json.dumps(settings.values[path])}
    said |= {"pin": f"GPIO{first.pin}", "function": first.name, "free": free}
    if line := _line(first, settings.lines):
        said["line"] = str(line)
        return _("{setting} cannot be {value}. {pin} is {function}, line {line}. Free: {free}", **said)
    return _("{setting} cannot be {value}. {pin} is {function} by default. Free: {free}", **said)
