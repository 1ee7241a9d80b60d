"""The shift registers: four 74HC165 read the switches, two 74HC595 light the lamps.

`docs/wiring.md` has the circuit.
"""

from machine import SPI, Pin

from firmware.hub_protocol import PADS, WIRING

SPEED = 1_000_000
"""Bits a second in the switches' chain: a scan is on the wire for 32 µs."""

SCAN_BYTES = 4
LAMP_BITS = 16


class SwitchChain:
    """The 74HC165s on the SPI: its clock idles high, a bit is read as it falls, shifted as it rises."""

    def __init__(self) -> None:
        clock, fill = Pin(WIRING["clock"]), Pin(WIRING["fill"])
        # Where its wire breaks all inputs read high, and the one that is tied low tells.
        data = Pin(WIRING["data"], Pin.IN, Pin.PULL_UP)
        self._load = Pin(WIRING["load"], Pin.OUT, value=1)
        way = {"polarity": 1, "phase": 0, "bits": 8, "firstbit": SPI.MSB}
        self._spi = SPI(0, baudrate=SPEED, sck=clock, mosi=fill, miso=data, **way)

    def scan(self, fill: bytes, into: bytearray) -> None:
        """Read all inputs: input 0 is the top bit of the first byte. Allocates nothing.

        fill: four bytes that are shifted in behind. A register that does not load shows them next time.
        """
        self._load.value(0)
        self._load.value(1)
        self._spi.write_readinto(fill, into)


class LampChain:
    """The 74HC595s. They are dark until the first `light`, by a resistor at OE."""

    def __init__(self) -> None:
        self._off = Pin(WIRING["lamp_off"], Pin.OUT, value=1)
        self._data = Pin(WIRING["lamp_data"], Pin.OUT, value=0)
        self._clock = Pin(WIRING["lamp_clock"], Pin.OUT, value=0)
        self._latch = Pin(WIRING["lamp_latch"], Pin.OUT, value=0)

    def light(self, lamps: int) -> None:
        """Light these pads' lamps, bit 0 for pad 1, and no others."""
        clock, data = self._clock.value, self._data.value
        for bit in range(LAMP_BITS - 1, -1, -1):
            data(bit < PADS and lamps >> bit & 1)
            clock(1)
            clock(0)
        self._latch.value(1)
        self._latch.value(0)
        self._off.value(0)


def service_button() -> bool:
    """Whether the button to ground is held."""
    return not Pin(WIRING["service"], Pin.IN, Pin.PULL_UP).value()
