"""The display's driver: luma's, but sending only the bytes that change one picture into another.

The controllers keep a picture as eight pages, rows of eight pixels: one byte is a column of eight,
its lowest bit on top. SSD1306 and SSD1309 accept a rectangle of pages and columns at once, SH1106 one page
at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from PIL import Image

from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.devices.libraries import loading_when_called

with loading_when_called("multiprocessing"):  # for the lamps of other displays
    from luma.oled import device as devices

PAGES = 8


class Controller(NamedTuple):
    """columns: of its memory. first: the column at which the glass begins.

    windows: whether it accepts rectangles. cost: bytes to address a region.
    """

    columns: int
    first: int
    windows: bool
    cost: int


# Costs include the addresses and control bytes of both I²C messages, which SPI does not have.
CONTROLLERS = {
    "ssd1306": Controller(128, 0, True, 10),
    "ssd1309": Controller(128, 0, True, 10),
    "sh1106": Controller(132, 2, False, 7),
}

Rows = tuple[bytes, ...]  # a controller's memory, page by page


# ---------------------------------------------------------------- pictures to pages


def pages_of(picture: Image.Image) -> Rows:
    """The eight pages of a picture of 128 × 64, mode "1"."""
    # Turned clockwise each column is a row of eight bytes, the lowest page first, its top pixel last.
    columns = picture.transpose(Image.Transpose.ROTATE_270).tobytes()
    return tuple(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def memory_of(pages: Rows, controller: Controller, offset: int) -> Rows:
    """The whole memory with the pages where the glass shows them; columns outside the memory are lost."""
    at, columns = controller.first + offset, controller.columns
    return tuple((bytes(max(at, 0)) + page[max(-at, 0) :]).ljust(columns, b"\0")[:columns] for page in pages)


# ---------------------------------------------------------------- what has changed


class Region(NamedTuple):
    """Pages and columns from the first to the last, both included."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def joined(self, below: Region) -> Region:
        return Region(self.top, below.bottom, min(self.left, below.left), max(self.right, below.right))


def changes(before: Rows | None, after: Rows, controller: Controller) -> list[Region]:
    """The regions to send so that the memory becomes `after`; everything if `before` is unknown."""
    found: list[Region] = []
    for page, row in enumerate(after):
        for left, right in _runs(before[page] if before else None, row, controller.cost):
            region = Region(page, page, left, right)
            for index, other in enumerate(found if controller.windows else ()):
                joined = other.joined(region)
                if other.bottom == page - 1 and joined.size <= other.size + region.size + controller.cost:
                    found[index] = joined
                    break
            else:
                found.append(region)
    return found


def _runs(before: bytes | None, after: bytes, gap: int) -> list[tuple[int, int]]:
    """The first and last columns of differing runs; runs closer than `gap` are joined."""
    runs: list[tuple[int, int]] = []
    for column, byte in enumerate(after):
        if before is None or byte != before[column]:
            near = runs and column - runs[-1][1] - 1 <= gap
            left, _right = runs.pop() if near else (column, column)
            runs.append((left, column))
    return runs


# ---------------------------------------------------------------- luma's driver on a line that comes and goes


class Interface(Protocol):
    """A serial interface, as luma calls it."""

    def command(self, *command: int) -> None: ...

    def data(self, data: Sequence[int]) -> None: ...

    def cleanup(self) -> None: ...


Connect = Callable[[], Interface]
"""Opens the interface to the display. Raises luma's errors and OSError if it is missing."""


class _Line:
    """The interface that luma's driver is made with; the real one behind it can be replaced.

    opening: the messages the driver sent when it was made, before its first picture.
    """

    def __init__(self) -> None:
        self.opening: list[tuple[int, ...]] = []
        self.made = False
        self.real: Interface | None = None

    def command(self, *command: int) -> None:
        if self.real is not None:
            self.real.command(*command)
        elif not self.made:
            self.opening.append(command)

    def data(self, data: Sequence[int]) -> None:
        if self.real is not None:
            self.real.data(data)

    def cleanup(self) -> None:
        real, self.real = self.real, None
        if real is not None:
            real.cleanup()


class DisplayDriver:
    """One display. Every method may raise luma's errors and OSError; then call `disconnect`."""

    def __init__(self, settings: DisplaySettings, connect: Connect) -> None:
        self._connect = connect
        self._controller = CONTROLLERS[settings.driver]
        self._offset = settings.offset
        self._line = _Line()
        self._memory: Rows | None = None
        driver = getattr(devices, settings.driver)
        ours = type(f"our_{settings.driver}", (driver,), {"display": self.put})
        # Made once: luma keeps every device until the process ends, to clear it then.
        self._device: Any = ours(self._line, rotate=settings.rotation)

    @property
    def connected(self) -> bool:
        return self._line.real is not None

    def connect(self) -> None:
        self._line.real = self._connect()

    def disconnect(self) -> None:
        """Close the interface. Never raises."""
        self._memory = None
        try:
            self._line.cleanup()
        except Exception:
            self._line.real = None

    def begin(self) -> None:
        """Initialise the display: dark, its memory unknown."""
        self._memory = None
        for command in self._line.opening:
            self._device.command(*command)

    def light(self, on: bool) -> None:
        if on:
            self._device.show()
        else:
            self._device.hide()

    def contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255."""
        self._device.contrast(level)

    def ping(self) -> None:
        """Send a NOP, to check that it answers. Displays on SPI never answer, so they are never lost."""
        self._device.command(0xE3)

    def put(self, picture: Image.Image) -> bool:
        """Show a picture, mode "1", in the size of the rotation; returns whether it differs from the last.
        Replaces luma's `display`, which always sends everything, and fails with Pillow 14."""
        if not self.connected:
            self._line.made = True
            return False
        pages = pages_of(self._device.preprocess(picture))
        after = memory_of(pages, self._controller, self._offset)
        regions = changes(self._memory, after, self._controller)
        # Unknown if sending fails.
        self._memory = None
        for region in regions:
            self._address(region)
            rows = after[region.top : region.bottom + 1]
            self._device.data([byte for row in rows for byte in row[region.left : region.right + 1]])
        self._memory = after
        return bool(regions)

    def _address(self, region: Region) -> None:
        const = self._device._const
        if self._controller.windows:
            columns = (const.COLUMNADDR, region.left, region.right)
            self._device.command(*columns, const.PAGEADDR, region.top, region.bottom)
        else:
            low, high = region.left & 0x0F, region.left >> 4
            self._device.command(0xB0 | region.top, const.SETLOWCOLUMN | low, const.SETHIGHCOLUMN | high)


def _spi(settings: DisplaySettings) -> Interface:
    # Imports gpiozero, which a display on I²C does not need.
    from gm_appliance.devices.display.spi import spi_interface
    from gm_appliance.devices.panel import lgpio_factory

    found: Interface = spi_interface(settings, lgpio_factory())
    return found


def connect_to(settings: DisplaySettings, bus: Any = None) -> Connect:
    """Opens the interface of these settings. bus: replaces the machine's I²C bus."""
    if settings.interface == "spi":
        return partial(_spi, settings)
    from luma.core.interface.serial import i2c

    return lambda: i2c(bus, settings.i2c_bus, settings.i2c_address)
