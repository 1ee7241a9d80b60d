"""The shift registers: four 74HC165 read the switches, two 74HC595 light the lamps.

Bits are clocked one by one, by hand: at some tens of kilohertz nothing is marginal, and a scan takes
a fraction of the time between two scans.
"""

from machine import Pin

from firmware.hub_protocol import PADS

LOAD, CLOCK, DATA = 2, 3, 4
"""The 74HC165s: load (SH/LD), clock (CLK) and the first register's output (QH)."""

LAMP_DATA, LAMP_CLOCK, LAMP_LATCH, LAMP_OFF = 6, 7, 8, 9
"""The 74HC595s: SER, SRCLK, RCLK and OE. OE has a pull-up: lamps are dark until the first latch."""

SERVICE = 15
"""A button to ground: held at boot, it leaves the hub at MicroPython's prompt."""

SWITCHES = 2 * PADS
LAMP_BITS = 16


class Registers:
    """The two chains on their pins."""

    def __init__(self) -> None:
        self._load = Pin(LOAD, Pin.OUT, value=1)
        self._clock = Pin(CLOCK, Pin.OUT, value=0)
        self._data = Pin(DATA, Pin.IN)
        self._lamp_off = Pin(LAMP_OFF, Pin.OUT, value=1)
        self._lamp_data = Pin(LAMP_DATA, Pin.OUT, value=0)
        self._lamp_clock = Pin(LAMP_CLOCK, Pin.OUT, value=0)
        self._lamp_latch = Pin(LAMP_LATCH, Pin.OUT, value=0)

    def scan(self) -> tuple[int, bool]:
        """The switches that are closed, and whether the chain is whole.

        Switches pull their input low. The last two inputs are tied low and high: a broken wire makes
        all bits behind it alike, so one of the two is wrong.
        """
        clock, data = self._clock.value, self._data.value
        self._load.value(0)
        self._load.value(1)
        closed = 0
        for bit in range(SWITCHES):
            if not data():
                closed |= 1 << bit
            clock(1)
            clock(0)
        low = data()
        clock(1)
        clock(0)
        high = data()
        return closed, low == 0 and high == 1

    def light(self, lamps: int) -> None:
        """Light these pads' lamps, bit 0 for pad 1, and no others."""
        clock, data = self._lamp_clock.value, self._lamp_data.value
        for bit in range(LAMP_BITS - 1, -1, -1):
            data(lamps >> bit & 1)
            clock(1)
            clock(0)
        self._lamp_latch.value(1)
        self._lamp_latch.value(0)
        self._lamp_off.value(0)
