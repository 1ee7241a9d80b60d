"""How a display is connected. Imports no library: the configuration uses it too."""

from __future__ import annotations

from dataclasses import dataclass

NONE = "none"  # the driver if there is no display

DRIVERS = ("ssd1306", "sh1106", "ssd1309", NONE)
INTERFACES = ("i2c", "spi")

PINS = (2, 27)  # BCM numbers except 0 and 1, which are reserved for boards on the header

RANGES = {
    "i2c_bus": (0, 22),
    "i2c_address": (0x03, 0x77),
    "spi_bus": (0, 6),
    "spi_device": (0, 2),
    "spi_dc": PINS,
    "spi_reset": PINS,
    "rotation": (0, 3),
    "offset": (-4, 4),
}


@dataclass(frozen=True)  # not msgspec, for which the first picture would wait
class DisplaySettings:
    """The display and how it is connected; `interface` decides which of the fields below it count.

    RANGES has the limits of the numbers.

    driver:    ``"ssd1306"``, ``"sh1106"``, ``"ssd1309"``, or ``"none"`` for no display.
    interface: ``"i2c"`` or ``"spi"``.
    i2c_bus:   the number in /dev/i2c-1. i2c_address: 7 bits.
    spi_bus, spi_device: the numbers in /dev/spidev0.0.
    spi_dc, spi_reset: BCM numbers of pins, not the same.
    rotation:  quarter turns clockwise. At 1 and 3 the picture stands upright, 64 × 128.
    offset:    columns by which the picture is moved to the right, for boards that shift it.
    large:     larger letters and fewer words.

    Raises ValueError for anything else; the message says what is possible.
    """

    driver: str = "ssd1306"
    interface: str = "i2c"
    i2c_bus: int = 1
    i2c_address: int = 0x3C
    spi_bus: int = 0
    spi_device: int = 0
    spi_dc: int = 24
    spi_reset: int = 25
    rotation: int = 0
    offset: int = 0
    large: bool = False

    def __post_init__(self) -> None:
        for name, legal in (("driver", DRIVERS), ("interface", INTERFACES)):
            if (said := getattr(self, name)) not in legal:
                raise ValueError(f"a display's {name} is one of {', '.join(legal)}, not {said!r}")
        for name, (lo, hi) in RANGES.items():
            number = getattr(self, name)
            if type(number) is not int or not lo <= number <= hi:
                spoken = f"0x{lo:02X} to 0x{hi:02X}" if name == "i2c_address" else f"{lo} to {hi}"
                raise ValueError(f"a display's {name} is a whole number from {spoken}, not {number!r}")
        if type(self.large) is not bool:
            raise ValueError(f"a display's large is True or False, not {self.large!r}")
        if self.interface == "spi" and self.spi_dc == self.spi_reset:
            raise ValueError(f"a display's spi_dc and spi_reset are two pins, not both {self.spi_dc}")

    @property
    def upright(self) -> bool:
        """Whether the picture is 64 wide and 128 high."""
        return self.rotation % 2 == 1
