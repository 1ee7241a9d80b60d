"""The measurements of a new hub, taken while the sockets of chips and Pico are empty, and their readings.

A missing resistor, or a missing or reversed diode, shows in at least one of them; tests/hardware computes
every such case. Missing capacitors do not show: count them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firmware.hub_protocol import REGISTERS, WIRING
from hardware.netlist import MATCHED, hub, net, pico_pin

TENTH = 0.1
"""Resistors have a tolerance of 5 %, and a meter adds its own."""


class Measurement(NamedTuple):
    """A meter's reading between two points.

    red, black: where the leads go, as pins of the netlist. low, high: the correct range. diode: whether to
    test diodes, in volts, instead of measuring ohms. said: both points and the reading, in words.
    """

    red: str
    black: str
    low: float
    high: float
    diode: bool
    said: tuple[str, str, str]


def _ohms(red: str, black: str, ohms: float, where: tuple[str, str]) -> Measurement:
    told = f"{ohms / 1000:.3g} kΩ" if ohms >= 1000 else f"{ohms:.3g} Ω"
    return Measurement(red, black, ohms * (1 - TENTH), ohms * (1 + TENTH), False, (*where, told))


def _clamp(red: str, black: str, where: tuple[str, str]) -> Measurement:
    return Measurement(red, black, 0.15, 0.4, True, (*where, "0.15 to 0.4 V"))


SUPPLY = "A1.36"
GROUND = "A1.38"


def of_all() -> Iterator[Measurement]:
    """Measurements of the parts that all pads share."""
    chips = range(1, REGISTERS + 1)
    for shared in (1, 2):
        where = ("3V3", f"pin {shared} of U1")
        yield _ohms(SUPPLY, f"U1.{shared}", 47e3 / REGISTERS, where)
    for chip in chips:
        ohms = 10e3 if chip == REGISTERS else 47e3
        yield _ohms(SUPPLY, f"U{chip}.10", ohms, ("3V3", f"pin 10 of U{chip}"))
    lamp_chips = hub().of("74HC595")
    off = "5 kΩ; with U5 alone 10 kΩ"
    one = _ohms(SUPPLY, "U5.13", 10e3 / len(lamp_chips), ("3V3", "pin 13 of U5"))
    yield one._replace(said=(*one.said[:2], off))
    for name in MATCHED:
        pin = pico_pin(WIRING[name])
        end = min(one for one in hub().nets[net(name)] if one[0] == "U")
        at_chip, contact = end.split(".")
        where = (f"pin {pin} of the Pico ({net(name)})", f"pin {contact} of {at_chip}")
        yield _ohms(f"A1.{pin}", end, 47, where)


def of_a_pad(pad: int = 1) -> Iterator[Measurement]:
    """Measurements of one pad's channel, contact by contact; docs/wiring.md has tables of its chips' pins."""
    nets = hub().nets
    for contact, name in (("1", "up"), ("2", "down"), ("4", "lamp")):
        (pin,) = (one for one in nets[f"pad {pad} {name}"] if one[0] == "U")
        here, there = f"contact {contact}", f"the chip's pin of *{name}*"
        if name != "lamp":
            yield _ohms(SUPPLY, f"J{pad}.{contact}", 2.2e3, ("3V3", here))
        yield _ohms(f"J{pad}.{contact}", pin, 470 if name == "lamp" else 1e3, (here, there))
        yield _clamp(GROUND, pin, ("ground", there))
        yield _clamp(pin, SUPPLY, (there, "3V3"))
