"""An I²C bus with a simulated display: the bytes sent become a picture.

It replaces smbus2's `SMBus`. The display decodes its controller's commands according to the data sheets of
the SSD1306, SSD1309 and SH1106, and shows its memory.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

WIDTH, HEIGHT, PAGES = 128, 64, 8
ADDRESS = 0x3C

# The number of arguments of each command.
_SSD = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_SH = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_ALONE = {
    *range(0x00, 0x20),
    *range(0x40, 0x80),
    *(0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF),
    *range(0xB0, 0xB8),
    *(0xC0, 0xC8, 0xE3),
}
_UNKNOWN_TO_SH = {0x20, 0x8D, *range(0x30, 0x34)}
"""Commands of an SSD1306, or of its voltage, that an SH1106 passes over."""


# By whether it is inverted and by bit: each byte of memory as the digit of that pixel.
_DIGITS = [
    [bytes(48 + ((byte >> bit & 1) ^ inverse) for byte in range(256)) for bit in range(8)]
    for inverse in (0, 1)
]


class NotACommand(ValueError):
    """A command, or an argument, that the data sheet does not have."""


@dataclass
class SimulatedController:
    """A display's controller. driver: ``"ssd1306"``, ``"ssd1309"`` or ``"sh1106"``. first: the column of its
    memory at the glass's left edge; None for the usual one."""

    driver: str = "ssd1306"
    first: int | None = None
    on: bool = False
    contrast: int = 0x7F
    charged: bool = False  # its own voltage is switched on; an SSD1306 stays dark without
    memory: list[bytearray] = field(default_factory=list)
    _waiting: list[int] = field(default_factory=list)
    _horizontal: bool = False
    _window: tuple[int, int, int, int] = (0, 127, 0, 7)
    _page: int = 0
    _column: int = 0
    _mirrored: bool = True
    _upended: bool = True
    _start: int = 0
    _inverse: bool = False
    _all: bool = False

    def __post_init__(self) -> None:
        self._sh = self.driver == "sh1106"
        self._columns = 132 if self._sh else 128
        if self.first is None:
            self.first = 2 if self._sh else 0
        if not self.memory:
            self.memory = [bytearray(self._columns) for _ in range(PAGES)]

    def command(self, commands: Iterable[int]) -> None:
        """Raises NotACommand."""
        longer = _SH if self._sh else _SSD
        for byte in commands:
            self._waiting.append(byte)
            code, *arguments = self._waiting
            if len(arguments) == longer.get(code, 0):
                self._waiting = []
                self._obey(code, arguments)

    def _obey(self, code: int, arguments: list[int]) -> None:
        if code < 0x10:
            self._column = self._column & 0xF0 | code
        elif code < 0x20:
            self._column = self._column & 0x0F | (code & 0x0F) << 4
        elif 0xB0 <= code < 0xB8:
            self._page = code - 0xB0
        elif 0x40 <= code < 0x80:
            self._start = code - 0x40
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif code in (0xA0, 0xA1):
            self._mirrored = code == 0xA0
        elif code in (0xC0, 0xC8):
            self._upended = code == 0xC0
        elif code in (0xA4, 0xA5):
            self._all = code == 0xA5
        elif code in (0xA6, 0xA7):
            self._inverse = code == 0xA7
        elif code == 0x81:
            self.contrast = arguments[0]
        elif code in (0x20, 0x21, 0x22, 0x8D) and not self._sh:
            self._obey_ssd(code, arguments)
        elif code not in (_SH if self._sh else _SSD) and code not in _ALONE | (
            _UNKNOWN_TO_SH if self._sh else set()
        ):
            raise NotACommand(f"an {self.driver} has no command {code:#04x}")

    def _obey_ssd(self, code: int, arguments: list[int]) -> None:
        if code == 0x20:
            self._horizontal = arguments[0] & 3 == 0
            return
        if code == 0x8D:
            self.charged = bool(arguments[0] & 4)
            return
        first, last = (value & (0x7F if code == 0x21 else 7) for value in arguments)
        if [first, last] != arguments or first > last:
            raise NotACommand(f"{arguments} are no columns or pages of an {self.driver}")
        left, right, top, bottom = self._window
        if code == 0x21:
            self._window, self._column = (first, last, top, bottom), first
        else:
            self._window, self._page = (left, right, first, last), first

    def data(self, data: Iterable[int]) -> None:
        for byte in data:
            if self._column < self._columns:
                self.memory[self._page][self._column] = byte
            self._column += 1
            left, right, top, bottom = self._window
            if self._horizontal and self._column > right:
                self._column = left
                self._page = top if self._page == bottom else self._page + 1
            elif not self._horizontal and not self._sh and self._column == self._columns:
                self._column = 0

    @property
    def halfway(self) -> bool:
        """Whether a rectangle of the memory is not yet full."""
        left, _right, top, _bottom = self._window
        return self._horizontal and not self._sh and (self._column, self._page) != (left, top)

    def picture(self) -> bytes:
        """The glass, row by row, the leftmost pixel in the highest bit: 1024 bytes; dark when it is off."""
        if not self.on or (self.driver == "ssd1306" and not self.charged):
            return bytes(WIDTH * HEIGHT // 8)
        return b"".join(self._row(y) for y in range(HEIGHT))

    def _row(self, y: int) -> bytes:
        if self._all:
            return b"\xff" * (WIDTH // 8)
        assert self.first is not None
        line = ((HEIGHT - 1 - y if self._upended else y) + self._start) % HEIGHT
        page = bytes(self.memory[line // 8])[:: -1 if self._mirrored else 1]
        seen = page[self.first : self.first + WIDTH].ljust(WIDTH, b"\0")
        return int(seen.translate(_DIGITS[self._inverse][line % 8]), 2).to_bytes(WIDTH // 8, "big")


class DecodedBus:
    """The bus, used like smbus2.SMBus, with one display at `address`.

    on_picture: called by the writing thread with `SimulatedController.picture` when the glass changed, but
    not halfway through a rectangle.
    """

    def __init__(
        self,
        on_picture: Callable[[bytes], None] = lambda picture: None,
        driver: str = "ssd1306",
        address: int = ADDRESS,
        first: int | None = None,
    ) -> None:
        self.display = SimulatedController(driver, first)
        self.address = address
        self._on_picture = on_picture
        self._seen = self.display.picture()

    def write_i2c_block_data(self, address: int, control: int, data: Sequence[int]) -> None:
        """As in smbus2: a control byte, then at most 32 bytes."""
        if len(data) > 32:
            raise ValueError(f"a block has at most 32 bytes, not {len(data)}")
        self.transfer(address, bytes((control, *data)))

    def i2c_rdwr(self, *messages: Iterable[int]) -> None:
        """As in smbus2; each message is an i2c_msg that writes."""
        for message in messages:
            self.transfer(getattr(message, "addr", self.address), bytes([*message]))

    def transfer(self, address: int, message: bytes) -> None:
        """One message with its control byte. Raises OSError if nothing has that address."""
        if address != self.address:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        control, rest = message[0], message[1:]
        if control == 0x00:
            self.display.command(rest)
        elif control == 0x40:
            self.display.data(rest)
        else:
            raise NotACommand(f"{control:#04x} announces neither commands nor data")
        if not self.display.halfway and (picture := self.display.picture()) != self._seen:
            self._seen = picture
            self._on_picture(picture)

    def close(self) -> None: ...
