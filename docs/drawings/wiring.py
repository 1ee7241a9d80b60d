"""The drawings of docs/wiring.md. `python -m docs.drawings.wiring` writes them again, beside this file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path

import schemdraw.elements as elm

from docs.drawings.sheet import INK, PITCH, QUIET, Point, Sheet
from firmware.hub_protocol import PADS
from hardware.netlist import (
    AT_LAMP,
    CLAMP,
    GROUND,
    HC165,
    HC595,
    JACK,
    OPEN,
    PICO,
    SUPPLY,
    Part,
    hub,
    input_net,
)

HERE = Path(__file__).parent
BLUE, GREEN, RUST, PLUM = "#0b5cad", "#1a7f4b", "#b3470b", "#7a3e9d"
COLOURS = {
    "data": BLUE,
    "load": GREEN,
    "clock": RUST,
    "fill": PLUM,
    "lamp data": BLUE,
    "lamp latch": GREEN,
    "lamp clock": RUST,
    "lamp off": PLUM,
    "service": INK,
}
GAP = None
INPUTS = ("6", "5", "4", "3", "14", "13", "12", "11")
OUTPUTS = ("15", "1", "2", "3", "4", "5", "6", "7")
"""The chips' pins, from input and output 0 on."""
HUB = hub()


def pins(names: Mapping[str, str], *numbers: str | None) -> list[tuple[str, str] | None]:
    return [(number, names[number]) if number else GAP for number in numbers]


def between(net: str, beyond: str = SUPPLY) -> list[Part]:
    """The parts with two ends between two nets."""
    return [part for part in HUB.parts if [*part.pins.values()] in ([beyond, net], [net, beyond])]


def called(part: Part) -> str:
    return f"{part.ref}\n{part.value}"


def switches() -> Sheet:
    """The Pico and the four registers that read the pads."""
    sheet = Sheet(18, 30.5)
    left, wide, high, period = 10.2, 3.2, 5.3, 7.4
    chips = []
    for k in range(4):
        name, corner = f"U{k + 1}", (left, 23.5 - k * period)
        chip = sheet.chip(
            name,
            corner,
            (wide, high),
            f"{name}\n{HUB.part(name).value}",
            left=pins(HC165, "1", "15", GAP, GAP, GAP, "2", GAP, GAP),
            right=pins(HC165, *INPUTS),
            top=pins(HC165, "9", GAP, "7", GAP, "16"),
            bottom=pins(HC165, "10", GAP, "8", GAP, GAP),
        )
        power(sheet, chip["16"], chip["8"], name)
        for number, net in (("1", "load"), ("2", "clock")):
            x, y = chip[number]
            pulled_up(sheet, (x - 0.8, y), between(net)[k], COLOURS[net])
        sheet.ground(chip["15"])
        sheet.open_end(chip["7"])
        for index, number in enumerate(INPUTS, start=8 * k):
            x, y = chip[number]
            sheet.text((x + 0.65, y), str(index), align=("right", "center"), size=10, colour=QUIET)
            sheet.text((x + 0.9, y), input_net(index) + (" (sentinel)" if index >= 2 * PADS else ""))
            sheet.name((x, y), input_net(index))
        chips.append(chip)
    ends = pico(sheet, (0.3, 13.2), "data", "load", "clock", "fill")
    capacitor(sheet, (1.8, 18.5), HUB.part("C1"))
    x, y = ends["data"]
    sheet.text((x + 0.75, y + 0.08), "pull-up inside", align=("left", "bottom"), size=10, colour=QUIET)
    for link, (above, below) in enumerate(pairwise(chips), 1):
        sheet.wire(above["10"], below["9"], colour=COLOURS["data"])
        x, y = above["10"]
        sheet.dot((x, y - 0.5), COLOURS["data"])
        sheet.wire((x, y - 0.5), (x - 1.3, y - 0.5), colour=COLOURS["data"])
        sheet.name((x, y), f"chain {link}")
        to_supply(sheet, (x - 1.3, y - 0.5), between(f"chain {link}")[0], COLOURS["data"])
    bus(sheet, "load", ends["load"], 8.2, [chip["1"] for chip in chips])
    bus(sheet, "clock", ends["clock"], 7.6, [chip["2"] for chip in chips])
    x, y = chips[0]["9"]
    sheet.wire(
        ends["data"], (7.0, ends["data"][1]), (7.0, y + 1.0), (x, y + 1.0), (x, y), colour=COLOURS["data"]
    )
    x, y = chips[3]["10"]
    sheet.wire(
        ends["fill"], (7.0, ends["fill"][1]), (7.0, y - 0.5), (x, y - 0.5), (x, y), colour=COLOURS["fill"]
    )
    pulled_up(sheet, (x - 1.3, y - 0.5), between("fill")[0], COLOURS["fill"])
    return sheet


def lamps() -> Sheet:
    """The Pico and the two registers that light the lamps."""
    sheet = Sheet(19.8, 18.6)
    left, wide, high, period = 10.2, 3.6, 5.3, 7.9
    chips = []
    for k in range(2):
        name, corner = f"U{k + 5}", (left, 9.3 - k * period)
        chip = sheet.chip(
            name,
            corner,
            (wide, high),
            f"{name}\n{HUB.part(name).value}",
            left=pins(HC595, GAP, "13", GAP, "12", GAP, "11", GAP, GAP),
            right=pins(HC595, *OUTPUTS),
            top=pins(HC595, "14", GAP, "10", GAP, "16"),
            bottom=pins(HC595, "9", GAP, GAP, GAP, "8"),
        )
        power(sheet, chip["16"], chip["8"], name)
        sheet.supply(chip["10"])
        x, y = chip["13"]
        pulled_up(sheet, (x - 0.8, y), between("lamp off")[k], COLOURS["lamp off"])
        for pad, number in enumerate(OUTPUTS, start=8 * k + 1):
            x, y = chip[number]
            if pad > PADS:
                sheet.open_end((x, y))
                continue
            label = AT_LAMP if number == OUTPUTS[0] else ""
            sheet.part(elm.ResistorIEC, (x, y), (x + 1.2, y), AT_LAMP, label, scale=0.6)
            (series,) = between(f"pad {pad} lamp", f"pad {pad} lamp wire")
            sheet.text((x + 1.4, y), f"{series.ref}, pad {pad} lamp")
            sheet.name((x, y), f"pad {pad} lamp")
            sheet.name((x + 1.2, y), f"pad {pad} lamp wire")
        chips.append(chip)
    ends = pico(sheet, (0.3, 11.3), "lamp data", "lamp off", "lamp latch", "lamp clock", "service")
    x, y = ends["service"]
    sheet.wire((x, y), (x + 1.2, y), (x + 1.2, y - 0.5))
    sheet.part(elm.Button, (x + 1.2, y - 0.5), (x + 1.2, y - 1.5), "button", "service\nbutton", beside=0.55)
    sheet.ground((x + 1.2, y - 1.5))
    sheet.wire(chips[0]["9"], chips[1]["14"], colour=COLOURS["lamp data"])
    sheet.name(chips[0]["9"], "lamp chain")
    sheet.open_end(chips[1]["9"])
    bus(sheet, "lamp off", ends["lamp off"], 8.2, [chip["13"] for chip in chips])
    bus(sheet, "lamp latch", ends["lamp latch"], 7.6, [chip["12"] for chip in chips])
    bus(sheet, "lamp clock", ends["lamp clock"], 7.0, [chip["11"] for chip in chips])
    x, y = chips[0]["14"]
    sheet.wire(ends["lamp data"], (x, ends["lamp data"][1]), (x, y), colour=COLOURS["lamp data"])
    return sheet


def pico(sheet: Sheet, corner: Point, *nets: str) -> dict[str, Point]:
    """The Pico with its pins of these nets. Returns where each net goes on."""
    wires = {net.removesuffix(" at the Pico"): (number, net) for number, net in HUB.part("A1").pins.items()}
    right: list[tuple[str, str] | None] = []
    for net in nets:
        right += [*pins(PICO, wires[net][0]), GAP]
    size = (3.0, 1.8 + PITCH * (len(right) - 2))
    at = sheet.chip(
        "A1", corner, size, "Pico", right=right[:-1], top=pins(PICO, "36"), bottom=pins(PICO, "38")
    )
    sheet.supply(at["36"])
    sheet.ground(at["38"])
    ends = {}
    for net in nets:
        number, start = wires[net]
        x, y = at[number]
        sheet.name((x, y), start)
        colour = COLOURS[net]
        sheet.text((x, y + 0.08), net, align=("left", "bottom"), size=10, colour=colour)
        ends[net] = (x, y)
        if start != net:
            sheet.wire((x, y), (x + 1.9, y), colour=colour)
            ends[net] = (x + 2.7, y)
            (series,) = between(net, start)
            sheet.part(elm.ResistorIEC, (x + 1.9, y), ends[net], series.value, f"{series.ref} {series.value}")
        sheet.name(ends[net], net)
    return ends


def bus(sheet: Sheet, net: str, start: Point, x: float, ends: list[Point]) -> None:
    """An upright line at `x`, from `start` to all these ends."""
    colour = COLOURS[net]
    heights = sorted(y for _, y in [*ends, start])
    sheet.wire((x, heights[0]), (x, heights[-1]), colour=colour)
    for end in [*ends, start]:
        sheet.wire((x, end[1]), end, colour=colour)
        if end[1] not in (heights[0], heights[-1]):
            sheet.dot((x, end[1]), colour)


def pulled_up(sheet: Sheet, at: Point, part: Part, colour: str = INK) -> None:
    """A resistor to 3.3 V from this point of a line."""
    sheet.dot(at, colour)
    to_supply(sheet, at, part, colour)


def to_supply(sheet: Sheet, at: Point, part: Part, colour: str = INK) -> None:
    """A resistor to 3.3 V from where a line ends."""
    x, y = at
    sheet.wire(at, (x, y + 0.3), colour=colour)
    sheet.part(elm.ResistorIEC, (x, y + 0.3), (x, y + 1.1), part.value, called(part))
    sheet.supply((x, y + 1.1))


def power(sheet: Sheet, supply: Point, ground: Point, chip: str) -> None:
    """Supply, ground and the capacitor of a chip."""
    sheet.supply(supply)
    capacitor(sheet, supply, HUB.part(f"C{int(chip[1:]) + 1}"))
    sheet.ground(ground)


def capacitor(sheet: Sheet, supply: Point, part: Part) -> None:
    x, y = supply
    sheet.dot(supply)
    sheet.part(elm.Capacitor, supply, (x + 1.8, y), part.value, called(part))
    sheet.ground((x + 1.8, y))


WIRES = {number: name.replace(OPEN, "") for number, name in JACK.items()}
LEAD = {"1": GREEN, "2": BLUE, "3": INK, "4": RUST, "5": QUIET, "6": QUIET}
HUB_EDGE, PAD_EDGE, RAIL = 11.7, 15.7, 2.1
"""Where the hub ends and the pad begins; how low the lowest line lies."""
CLAMPS = 4.3
"""Where the lines of the hub have their clamps."""


def pad() -> Sheet:
    """One pad, its lead, and what the hub has for it."""
    sheet = Sheet(24.1, 13.0)
    for title, a, b in (("hub", 0.2, HUB_EDGE), ("pad", PAD_EDGE, 23.9)):
        sheet.box((a, 0.2), (b, 12.8), colour=QUIET, dashed=True)
        sheet.text((a + 0.3, 12.35), title, size=14)
    in_hub = jack(sheet, "J1", HUB_EDGE - 1.7, "left")
    in_pad = jack(sheet, "pad J1", PAD_EDGE, "right")
    for number, (_, y) in in_hub.items():
        sheet.wire((HUB_EDGE, y), (PAD_EDGE, y), colour=LEAD[number])
        sheet.pin(f"J1.{number}", (HUB_EDGE, y))
        sheet.pin(f"pad J1.{number}", (PAD_EDGE, y))
        sheet.name((PAD_EDGE, y), HUB.part("J1").pins[number])
    sheet.text((1.9, 12.35), "names of pad 1; pad 7 has R701, D701 and so on", size=10, colour=QUIET)
    middle = (HUB_EDGE + PAD_EDGE) / 2
    sheet.text((middle, 9.1), "straight lead, 1 to 1\nat most 5 m", align=("center", "bottom"))
    hub_side(sheet, in_hub)
    pad_side(sheet, in_pad)
    for number in ("5", "6"):
        sheet.open_end(in_hub[number])
        sheet.open_end(in_pad[number])
    return sheet


def hub_side(sheet: Sheet, pins: dict[str, Point]) -> None:
    channel(sheet, 0, 10.2, pins["1"], LEAD["1"])
    channel(sheet, 1, 6.1, pins["2"], LEAD["2"])
    sheet.ground(pins["3"])
    x, y = pins["4"]
    sheet.wire((x, y), (x - 0.5, y), (x - 0.5, RAIL), (6.2, RAIL), colour=LEAD["4"])
    of_pad_1(sheet, elm.ResistorIEC, (5.4, RAIL), (6.2, RAIL), "R105")
    sheet.wire((3.4, RAIL), (5.4, RAIL))
    clamped(sheet, (CLAMPS, RAIL), "pad 1 lamp")
    sheet.name((3.4, RAIL), "pad 1 lamp")
    sheet.text((3.2, RAIL), "74HC595\nlamp of pad n", align=("right", "center"))


def pad_side(sheet: Sheet, pins: dict[str, Point]) -> None:
    start = pins["4"][0]
    lamp, ground, down, up = start + 0.6, start + 2.2, start + 3.2, start + 4.8
    for number, across in (("1", up), ("2", down)):
        _, y = pins[number]
        sheet.wire((start, y), (across, y), (across, 5.0), colour=LEAD[number])
        sheet.part(elm.Button, (across, 5.0), (across, 4.0), "switch", WIRES[number], beside=0.55)
        sheet.wire((across, 4.0), (across, RAIL))
    _, y = pins["3"]
    sheet.wire((start, y), (ground, y), (ground, RAIL))
    _, y = pins["4"]
    sheet.wire((start, y), (lamp, y), (lamp, 4.2), colour=LEAD["4"])
    sheet.part(elm.LED, (lamp, 4.2), (lamp, 3.2), "LED", "lamp", beside=0.75)
    sheet.wire((lamp, 3.2), (lamp, RAIL), (up, RAIL))
    sheet.dot((ground, RAIL))
    sheet.dot((down, RAIL))


def jack(sheet: Sheet, name: str, x: float, side: str) -> dict[str, Point]:
    rows: list[tuple[str, str] | None] = []
    for number, wire in WIRES.items():
        rows += [(number, wire), GAP]
    sheet.text((x + 0.85, 9.1), "2 × 3", align=("center", "bottom"))
    return sheet.chip(name, (x, 3.0), (1.7, 6.0), "", **{side: rows[:-1]})


def channel(sheet: Sheet, number: int, y: float, end: Point, colour: str) -> None:
    """From a contact of pad n's jack to an input of a register; drawn as pad 1's."""
    capacitor, pull = 5.0, 7.0
    sheet.text((3.2, y), f"74HC165\ninput 2n − {2 - number}", align=("right", "center"))
    sheet.name((3.4, y), input_net(number))
    sheet.wire((3.4, y), (5.4, y))
    at = input_net(number)
    clamped(sheet, (CLAMPS, y), at)
    sheet.dot((capacitor, y))
    of_pad_1(sheet, elm.Capacitor, (capacitor, y), (capacitor, y - 1.1), f"C{101 + number}")
    sheet.ground((capacitor, y - 1.1))
    of_pad_1(sheet, elm.ResistorIEC, (5.4, y), (6.2, y), f"R{102 + 2 * number}")
    pulled_up(sheet, (pull, y), HUB.part(f"R{101 + 2 * number}"), colour)
    across = end[0] - (0.5 if end[1] < y else 0.9)
    sheet.wire((6.2, y), (across, y), (across, end[1]), end, colour=colour)


def of_pad_1(sheet: Sheet, kind: type[elm.Element2Term], a: Point, b: Point, ref: str) -> None:
    part = HUB.part(ref)
    sheet.part(kind, a, b, part.value, f"{ref} {part.value}" if a[1] == b[1] else called(part))


def clamped(sheet: Sheet, at: Point, net: str) -> None:
    """A line that is led away to 3.3 V and to ground."""
    x, y = at
    sheet.dot(at)
    for beyond, a, b, letters in ((GROUND, (x, y - 1.1), at, -0.8), (SUPPLY, at, (x, y + 1.1), 0.65)):
        (part,) = (one for one in between(net, beyond) if one.value == CLAMP)
        sheet.part(elm.Schottky, a, b, CLAMP, "")
        sheet.text((x - 0.4, y + letters), f"{part.ref} {CLAMP}", align=("right", "center"), size=10)
    sheet.supply((x, y + 1.1))
    sheet.ground((x, y - 1.1))


DRAWINGS: dict[str, Callable[[], Sheet]] = {"switches": switches, "lamps": lamps, "pad": pad}


def draw_all(folder: Path = HERE) -> None:
    for name, draw in DRAWINGS.items():
        (folder / f"{name}.svg").write_text(draw().svg(), encoding="utf-8")


if __name__ == "__main__":
    draw_all()
