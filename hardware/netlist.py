"""The box, the seat hub and its pads as netlists: the source of the tables, drawings and bills of material.

The hub's pins and the order of switches and lamps are fixed by the firmware, the box's by its settings, and
taken from them; everything else (chips, values, the jacks' contacts) is written only here. docs/wiring.md
gives the reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from firmware.hub_protocol import PADS, REGISTERS, WIRING, pad_of, switch
from gm_appliance.devices.panel import PanelSettings

SUPPLY, FIVE, GROUND, OPEN = "3V3", "5V", "ground", "open"
"""Names of nets. OPEN is not a net: its pins are connected to nothing."""

_HC165 = (
    *("SH/~LD", "CLK", "E", "F", "G", "H", "~QH", "GND"),
    *("QH", "SER", "A", "B", "C", "D", "CLK INH", "VCC"),
)
_HC595 = (
    *("QB", "QC", "QD", "QE", "QF", "QG", "QH", "GND"),
    *("QH′", "~SRCLR", "SRCLK", "RCLK", "~OE", "SER", "QA", "VCC"),
)
HC165 = {str(number): name for number, name in enumerate(_HC165, 1)}
HC595 = {str(number): name for number, name in enumerate(_HC595, 1)}
"""Both chips' pins by number. The part of a name after a ~ is overlined."""

JACK = {"1": "up", "2": "down", "3": GROUND, "4": "lamp", "5": OPEN, "6": OPEN}
"""The purpose of each contact of a pad's lead."""

AT_INPUT, AT_LAMP = "1 kΩ", "470 Ω"
"""In series with each switch's wire, and with each lamp's."""
CAPACITOR, TO_SUPPLY, CLAMP = "22 nF", "2.2 kΩ", "BAT85"

LAMP_CHIP = 8
"""Lamps per 74HC595."""


@dataclass(frozen=True)
class Part:
    """A part of the hub or of a pad.

    ref: its name in the drawings, such as ``R7``. value: its type or value. pins: the net of each pin, by
    number; a
    diode's anode is 1. pad: the pad whose channel it belongs to; 0 for none.
    """

    ref: str
    value: str
    pins: Mapping[str, str]
    pad: int = 0


@dataclass(frozen=True)
class Circuit:
    """Parts and their connections. names: the names of pins, by value."""

    parts: tuple[Part, ...]
    names: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: NAMES)

    def part(self, ref: str) -> Part:
        (found,) = [part for part in self.parts if part.ref == ref]
        return found

    def of(self, *values: str) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.value in values)

    @property
    def nets(self) -> dict[str, frozenset[str]]:
        """The pins on each net, as ``U1.10``, by the net's name; without OPEN."""
        nets: dict[str, set[str]] = {}
        for part in self.parts:
            for pin, net in part.pins.items():
                if net != OPEN:
                    nets.setdefault(net, set()).add(f"{part.ref}.{pin}")
        return {net: frozenset(pins) for net, pins in nets.items()}


def pico_pin(gpio: int) -> str:
    """The Pico's pin for a GPIO: numbered from 1 at the corner; every fifth from the third on is ground."""
    return str(gpio + 1 + (gpio + 2) // 4)


PICO = {
    **{pico_pin(gpio): f"GP{gpio}" for gpio in sorted(WIRING.values())},
    "36": "3V3",
    "38": "GND",
}
"""The Pico's pins in use."""

NAMES: Mapping[str, Mapping[str, str]] = {"74HC165": HC165, "74HC595": HC595, "Pico": PICO, "jack": JACK}

MATCHED = ("clock", "load", "lamp_data", "lamp_clock", "lamp_latch")
"""The Pico's outputs with 47 Ω, in the order of the resistors."""


def net(name: str) -> str:
    """The net of one of the firmware's pins, after any series resistor."""
    return name.replace("_", " ")


def input_net(number: int) -> str:
    """The net at an input of the 74HC165s (from 0), on the chip's side of its resistor."""
    if number >= 2 * PADS:
        return (GROUND, SUPPLY)[number - 2 * PADS]
    pad = pad_of(number)
    return f"pad {pad} {'down' if number == switch(pad, down=True) else 'up'}"


@cache
def hub(seats: int = PADS) -> Circuit:
    """The hub for a number of seats, 1 to 15.

    All registers for switches are needed, because the firmware reads them all; the inputs of seats left
    out are tied to 3V3, which reads as open. Raises ValueError for any other number.
    """
    if not 1 <= seats <= PADS:
        raise ValueError(f"a hub has 1 to {PADS} seats, not {seats}")
    parts = [*_pico(), *_registers(seats), *_lamp_chips(seats), *_held_up(seats)]
    for pad in range(1, seats + 1):
        parts += _channel(pad)
    return Circuit(tuple(parts))


def _pico() -> Iterator[Part]:
    pins = {pico_pin(gpio): net(name) for name, gpio in WIRING.items()}
    pins |= {pico_pin(WIRING[name]): f"{net(name)} at the Pico" for name in MATCHED}
    yield Part("A1", "Pico", {**pins, "36": SUPPLY, "38": GROUND})
    for number, name in enumerate(MATCHED, 1):
        yield Part(f"R{number}", "47 Ω", {"1": f"{net(name)} at the Pico", "2": net(name)})
    yield Part("SW1", "button", {"1": net("service"), "2": GROUND})
    yield Part("C1", "10 µF", {"1": SUPPLY, "2": GROUND})


def _registers(seats: int) -> Iterator[Part]:
    for chip in range(1, REGISTERS + 1):
        tied = {"CLK INH": GROUND, "GND": GROUND, "VCC": SUPPLY, "~QH": OPEN}
        pins = {"SH/~LD": "load", "CLK": "clock", **tied}
        pins["QH"] = "data" if chip == 1 else f"chain {chip - 1}"
        pins["SER"] = "fill" if chip == REGISTERS else f"chain {chip}"
        for letter in range(8):
            number = 8 * (chip - 1) + letter
            left_out = 2 * seats <= number < 2 * PADS
            pins["HGFEDCBA"[letter]] = SUPPLY if left_out else input_net(number)
        yield from _chip(f"U{chip}", "74HC165", pins)


def _lamp_chips(seats: int) -> Iterator[Part]:
    chips = lamp_chips(seats)
    for chip in range(chips):
        tied = {"~SRCLR": SUPPLY, "GND": GROUND, "VCC": SUPPLY}
        pins = {"SRCLK": "lamp clock", "RCLK": "lamp latch", "~OE": "lamp off", **tied}
        pins["SER"] = "lamp chain" if chip else "lamp data"
        pins["QH′"] = "lamp chain" if chip + 1 < chips else OPEN
        for output in range(LAMP_CHIP):
            pad = LAMP_CHIP * chip + output + 1
            pins["Q" + "ABCDEFGH"[output]] = f"pad {pad} lamp" if pad <= seats else OPEN
        yield from _chip(f"U{REGISTERS + 1 + chip}", "74HC595", pins)


def lamp_chips(seats: int) -> int:
    return -(-seats // LAMP_CHIP)


def _chip(ref: str, value: str, by_name: Mapping[str, str]) -> Iterator[Part]:
    """A chip and the capacitor at its supply."""
    yield Part(ref, value, {number: by_name[name] for number, name in NAMES[value].items()})
    yield Part(f"C{int(ref[1:]) + 1}", "100 nF", {"1": SUPPLY, "2": GROUND})


def _held_up(seats: int) -> Iterator[Part]:
    """Pull-up resistors, each right at its pin: a wire may break between two pins."""
    nets = [(name, "47 kΩ") for name in ("load", "clock") for _ in range(REGISTERS)]
    nets += [(f"chain {number}", "47 kΩ") for number in range(1, REGISTERS)]
    nets += [("fill", "10 kΩ"), *[("lamp off", "10 kΩ")] * lamp_chips(seats)]
    for number, (name, value) in enumerate(nets, 6):
        yield Part(f"R{number}", value, {"1": SUPPLY, "2": name})


def _channel(pad: int) -> Iterator[Part]:
    """A pad's jack, and everything between it and the chips. Its parts are numbered from 100 · pad."""
    wires = {name: f"pad {pad} {name} wire" for name in ("up", "down", "lamp")}
    base = 100 * pad
    yield Part(f"J{pad}", "jack", {number: wires.get(name, name) for number, name in JACK.items()}, pad)
    for place, name in enumerate(("up", "down")):
        at = input_net(switch(pad, down=name == "down"))
        yield Part(f"R{base + 2 * place + 1}", TO_SUPPLY, {"1": SUPPLY, "2": wires[name]}, pad)
        yield Part(f"R{base + 2 * place + 2}", AT_INPUT, {"1": wires[name], "2": at}, pad)
        yield Part(f"C{base + place + 1}", CAPACITOR, {"1": at, "2": GROUND}, pad)
        yield from _clamp(base + 2 * place + 1, at, pad)
    out = f"pad {pad} lamp"
    yield Part(f"R{base + 5}", AT_LAMP, {"1": out, "2": wires["lamp"]}, pad)
    yield from _clamp(base + 5, out, pad)


def _clamp(number: int, at: str, pad: int) -> Iterator[Part]:
    """Two diodes: to ground, and to 3V3."""
    yield Part(f"D{number}", CLAMP, {"1": GROUND, "2": at}, pad)
    yield Part(f"D{number + 1}", CLAMP, {"1": at, "2": SUPPLY}, pad)


def seat_pad() -> Circuit:
    """The parts inside one pad."""
    jack = Part("J1", "jack", {number: name if name != OPEN else OPEN for number, name in JACK.items()})
    buttons = (Part(f"SW{n}", "switch", {"1": name, "2": GROUND}) for n, name in enumerate(("up", "down"), 1))
    return Circuit((jack, *buttons, Part("D1", "LED", {"1": "lamp", "2": GROUND})))


PLACES = (
    *(
        SUPPLY,
        FIVE,
        2,
        FIVE,
        3,
        GROUND,
        4,
        14,
        GROUND,
        15,
        17,
        18,
        27,
        GROUND,
        22,
        23,
        SUPPLY,
        24,
        10,
        GROUND,
    ),
    *(9, 25, 11, 8, GROUND, 7, 0, 1, 5, GROUND, 6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21),
)
"""The Pi's header, place by place from 1: a supply, ground, or a GPIO's number."""
SDA, SCL, BCLK, LRC, DIN = 2, 3, 18, 19, 21
"""GPIOs that the display, on I²C, and the amplifier, on I²S, cannot choose."""


def place(gpio: int) -> str:
    """The place of a GPIO on the Pi's header."""
    return str(PLACES.index(gpio) + 1)


def box() -> Circuit:
    """The box alone: the Pi's header, five buttons, a display on I²C, an amplifier and its loudspeaker."""
    display = {"VCC": SUPPLY, "SDA": "SDA", "SCL": "SCL", "GND": GROUND}
    amplifier = {"VIN": FIVE, "GND": GROUND, "BCLK": "BCLK", "DIN": "DIN", "LRC": "LRC"}
    amplifier |= {"GAIN": OPEN, "SD": OPEN}
    loudspeaker = {"+": "loudspeaker +", "−": "loudspeaker −"}
    buttons = PanelSettings().pins
    header = {place(gpio): button.upper() for button, gpio in buttons.items()}
    header |= {
        place(SDA): "SDA",
        place(SCL): "SCL",
        place(BCLK): "BCLK",
        place(LRC): "LRC",
        place(DIN): "DIN",
    }
    header |= {"1": SUPPLY, "2": FIVE, **dict.fromkeys(("6", "9", "34", "39"), GROUND)}
    return Circuit(
        (
            Part("P1", "header", header),
            Part("DS1", "display", display),
            Part("A2", "amplifier", amplifier | loudspeaker),
            Part("LS1", "loudspeaker", loudspeaker),
            *(
                Part(f"SW{n}", "switch", {"1": name.upper(), "2": GROUND})
                for n, name in enumerate(buttons, 1)
            ),
        )
    )


def ends(parts: Iterable[Part]) -> list[tuple[str, str, str]]:
    """Parts with two ends: value and both nets, the anode's first."""
    return [(part.value, part.pins["1"], part.pins["2"]) for part in parts if set(part.pins) == {"1", "2"}]
