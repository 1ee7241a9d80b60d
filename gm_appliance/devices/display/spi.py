"""SPI for the display: luma's interface on the kernel's spidev, with its two pins by gpiozero on lgpio."""

from __future__ import annotations

from typing import Any

from gpiozero import DigitalOutputDevice
from luma.core.interface.serial import spi

from gm_appliance.devices.display.settings import DisplaySettings

RESET = 0.01  # seconds, for the reset and for the pause after it; the controllers need 3 µs


class Pins:
    """Output pins, with the functions of RPi.GPIO that luma calls; RPi.GPIO does not support the Pi 5."""

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._devices: dict[int, DigitalOutputDevice] = {}

    def setup(self, pin: int, _direction: int) -> None:
        if pin not in self._devices:
            self._devices[pin] = DigitalOutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, level: int) -> None:
        self._devices[pin].value = level

    def close(self) -> None:
        """Release the pins, but not the factory."""
        for device in self._devices.values():
            device.close()
        self._devices.clear()


class _Spi(spi):  # type: ignore[misc]  # luma has no types
    """Luma's SPI, which releases the pins given to it."""

    def cleanup(self) -> None:
        self._spi.close()
        self._gpio.close()


def spi_interface(settings: DisplaySettings, factory: Any, port: Any = None) -> Any:
    """The interface to a display on SPI, which is reset.

    factory: gpiozero's pin factory. port: replaces a new spidev.SpiDev. Raises luma's errors, OSError, and
    errors of gpiozero and the factory; nothing stays open then.
    """
    pins = Pins(factory)
    try:
        return _Spi(
            port,
            pins,
            settings.spi_bus,
            settings.spi_device,
            gpio_DC=settings.spi_dc,
            gpio_RST=settings.spi_reset,
            reset_hold_time=RESET,
            reset_release_time=RESET,
        )
    except BaseException:
        pins.close()
        raise
