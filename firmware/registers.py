"""The shift registers: four 74HC165 read the switches, two 74HC595 light the lamps.

`docs/wiring.md` has the circuit.
"""

from machine import SPI, Pin

from firmware.hub_protocol import PADS, WIRING

SPI_HZ = 1_000_000
"""The clock of the switches' chain: a scan takes 32 µs on the wire."""

SCAN_BYTES = 4
LAMP_BITS = 16


class SwitchChain:
    """The 74HC165s on the SPI. The clock idles high; bits are read as it falls and shifted as it rises."""

    def __init__(self) -> None:
        clock, fill = Pin(WIRING["clock"]), Pin(WIRING["fill"])
        # If this wire breaks all inputs read high, which the input tied low reveals.
        data = Pin(WIRING["data"], Pin.IN, Pin.PULL_UP)
        self._load = Pin(WIRING["load"], Pin.OUT, value=1)
        way = {"polarity": 1, "phase": 0, "bits": 8, "firstbit": SPI.MSB}
        self._spi = SPI(0, baudrate=SPI_HZ, sck=clock, mosi=fill, miso=data, **way)

    def scan(self, fill: bytes, into: bytearray) -> None:
        """Read all inputs; input 0 is the top bit of the first byte. Allocates nothing.

        fill: four bytes to shift in behind them. A register that does not load shows them in the next scan.
        """
        self._load.value(0)
        self._load.value(1)
        self._spi.write_readinto(fill, into)


class LampChain:
    """The 74HC595s. A resistor at OE keeps the lamps dark until the first `light`."""

    def __init__(self) -> None:
        self._off = Pin(WIRING["lamp_off"], Pin.OUT, value=1)
        self._data = Pin(WIRING["lamp_data"], Pin.OUT, value=0)
        self._clock = Pin(WIRING["lamp_clock"], Pin.OUT, value=0)
        self._latch = Pin(WIRING["lamp_latch"], Pin.OUT, value=0)

    def light(self, lamps: int) -> None:
        """Light the lamps of these pads only; bit 0 is pad 1."""
        clock, data = self._clock.value, self._data.value
        for bit in range(LAMP_BITS - 1, -1, -1):
            data(bit < PADS and lamps >> bit & 1)
            clock(1)
            clock(0)
        self._latch.value(1)
        self._latch.value(0)
        self._off.value(0)


def service_button() -> bool:
    """Whether the service button is held; it pulls its pin to ground."""
    return not Pin(WIRING["service"], Pin.IN, Pin.PULL_UP).value()
