"""Shows a picture with only the standard library, and Debian's lgpio for a display on SPI.

It is used before anything heavy is loaded, and when nothing else runs. The pictures are files of the bytes of
a controller's eight pages; all three controllers accept them page by page.
"""

from __future__ import annotations

import fcntl
import os
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from gm_appliance.devices import gpio_chips
from gm_appliance.devices.display.settings import RANGES, DisplaySettings

PICTURES = Path(__file__).parent / "pictures"
PAGES, COLUMNS = 8, 128

BRIGHT = 0xCF  # the contrast of pictures; the highest is 0xFF

_I2C_SLAVE = 0x0703  # the ioctl that selects the address
_COMMANDS, _PIXELS = 0x00, 0x40  # the control bytes of commands and data
_CHUNK = 32  # bytes of a picture in one message: some buses accept no more

_SPI_HZ = 1_000_000
_RESET = 0.001  # seconds, for the reset and for the pause after it; the controllers need 3 µs


def messages(picture: bytes, settings: DisplaySettings, contrast: int = BRIGHT) -> Iterator[bytes]:
    """The messages that make a display show this picture, whatever it showed before. Each begins with a
    control byte. A display mounted upright shows the picture on its side."""
    turned = settings.rotation == 2  # upside down
    # Off while it is set up; 64 rows; the SSD1306's charge pump, a NOP for the others; the contrast; the ends
    # from which rows and columns are counted; on again at the end.
    setup = (*bytes.fromhex("AE D580 A83F D300 40 8D14 2002 DA12 81"), contrast)
    ends = (0xA0, 0xC0) if turned else (0xA1, 0xC8)
    yield bytes((_COMMANDS, *setup, *ends, 0xA4, 0xA6))
    first = (2 if settings.driver == "sh1106" else 0) + max(settings.offset, 0)
    for page in range(PAGES):
        yield bytes((_COMMANDS, 0xB0 + page, first & 0x0F, 0x10 + (first >> 4)))
        row = picture[page * COLUMNS : (page + 1) * COLUMNS]
        for at in range(0, COLUMNS, _CHUNK):
            yield bytes((_PIXELS, *row[at : at + _CHUNK]))
    yield bytes((_COMMANDS, 0xAF))


def show(name: str, settings: DisplaySettings, contrast: int = BRIGHT) -> None:
    """Show one of the pictures. Raises OSError if there is no display; on SPI, which never answers, if there
    are no bus and pins."""
    if settings.driver == "none":
        raise OSError("no display: its driver is 'none'")
    send = _by_i2c if settings.interface == "i2c" else _by_spi
    send(messages((PICTURES / f"{name}.pages").read_bytes(), settings, contrast), settings)


def _by_i2c(sent: Iterable[bytes], settings: DisplaySettings) -> None:
    with open(f"/dev/i2c-{settings.i2c_bus}", "r+b", buffering=0) as bus:
        fcntl.ioctl(bus, _I2C_SLAVE, settings.i2c_address)
        for message in sent:
            bus.write(message)


def _by_spi(sent: Iterable[bytes], settings: DisplaySettings) -> None:
    # lgpio makes a FIFO on import; at shutdown only /run may still be writable.
    os.environ.setdefault("LG_WD", "/run")
    try:
        lgpio: Any = import_module("lgpio")
        chip = lgpio.gpiochip_open(gpio_chips.header_number())
        bus = lgpio.spi_open(settings.spi_bus, settings.spi_device, _SPI_HZ, 0)
        lgpio.gpio_claim_output(chip, settings.spi_dc, 0)
        lgpio.gpio_claim_output(chip, settings.spi_reset, 0)
        time.sleep(_RESET)
        lgpio.gpio_write(chip, settings.spi_reset, 1)
        time.sleep(_RESET)
        for control, *rest in sent:
            lgpio.gpio_write(chip, settings.spi_dc, int(control == _PIXELS))
            lgpio.spi_write(bus, bytes(rest))
        # In this order: the display keeps its picture when its pins are released.
        lgpio.spi_close(bus)
        lgpio.gpiochip_close(chip)
    except Exception as error:  # lgpio's exceptions differ between Debian's releases
        raise OSError(f"no display on SPI: {error}") from error


def settings_in(files: Sequence[Path]) -> DisplaySettings:
    """The display settings in the first of these files that exists; the defaults if none can be read. Invalid
    settings fall back to the defaults; the program that reads the whole file reports them."""
    for file in files:
        said = section(file, "display")
        if said is None:
            continue
        try:
            # Without `large`, which these pictures do not use and which may be invalid.
            names = ("driver", "interface", *RANGES)
            return DisplaySettings(**{name: said[name] for name in names if name in said})
        except ValueError:
            break
    return DisplaySettings()


def section(file: Path, name: str) -> dict[str, Any] | None:
    """A section of a settings file, empty if it is missing; None if the file cannot be read."""
    try:
        said = tomllib.loads(file.read_text("utf-8-sig")).get(name, {})
    except (OSError, ValueError):
        return None
    return said if isinstance(said, dict) else {}
