"""The drawings of docs/wiring.md. `python -m docs.drawings.wiring` writes them anew, beside this file."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import schemdraw.elements as elm

from docs.drawings.sheet import GROUND, INK, PITCH, QUIET, Point, Sheet

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
PADS = 15
GAP = None
INPUTS = [("6", "H"), ("5", "G"), ("4", "F"), ("3", "E"), ("14", "D"), ("13", "C"), ("12", "B"), ("11", "A")]
OUTPUTS = [
    ("15", "QA"),
    ("1", "QB"),
    ("2", "QC"),
    ("3", "QD"),
    ("4", "QE"),
    ("5", "QF"),
    ("6", "QG"),
    ("7", "QH"),
]


def input_name(number: int) -> str:
    """What hangs on an input of the 74HC165s, counted from 0."""
    pad, down = divmod(number, 2)
    if pad < PADS:
        return f"pad {pad + 1} {'down' if down else 'up'}"
    return "3V3" if down else GROUND


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
            f"{name}\n74HC165",
            left=[("1", "SH/~LD"), ("15", "CLK INH"), GAP, GAP, GAP, ("2", "CLK"), GAP, GAP],
            right=INPUTS,
            top=[("9", "QH"), GAP, ("7", "~QH"), GAP, ("16", "VCC")],
            bottom=[("10", "SER"), GAP, ("8", "GND"), GAP, GAP],
        )
        power(sheet, chip["16"], chip["8"])
        for number, net in (("1", "load"), ("2", "clock")):
            x, y = chip[number]
            pulled_up(sheet, (x - 0.8, y), "47 kΩ", COLOURS[net])
        sheet.ground(chip["15"])
        sheet.open_end(chip["7"])
        for index, (number, _) in enumerate(INPUTS, start=8 * k):
            x, y = chip[number]
            sheet.text((x + 0.65, y), str(index), align=("right", "center"), size=10, colour=QUIET)
            sheet.text((x + 0.9, y), input_name(index) + (" (sentinel)" if index >= 2 * PADS else ""))
            sheet.name((x, y), input_name(index))
        chips.append(chip)
    ends = pico(sheet, (0.3, 13.2), data="6", load="7", clock="4", fill="5")
    capacitor(sheet, (1.8, 18.5), "10 µF")
    x, y = ends["data"]
    sheet.text((x + 0.75, y + 0.08), "pull-up inside", align=("left", "bottom"), size=10, colour=QUIET)
    for above, below in pairwise(chips):
        sheet.wire(above["10"], below["9"], colour=COLOURS["data"])
        x, y = above["10"]
        sheet.dot((x, y - 0.5), COLOURS["data"])
        sheet.wire((x, y - 0.5), (x - 1.3, y - 0.5), colour=COLOURS["data"])
        to_supply(sheet, (x - 1.3, y - 0.5), "47 kΩ", COLOURS["data"])
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
    pulled_up(sheet, (x - 1.3, y - 0.5), "10 kΩ", COLOURS["fill"])
    return sheet


def lamps() -> Sheet:
    """The Pico and the two registers that light the lamps."""
    sheet = Sheet(18.2, 18.6)
    left, wide, high, period = 10.2, 3.6, 5.3, 7.9
    chips = []
    for k in range(2):
        name, corner = f"U{k + 5}", (left, 9.3 - k * period)
        chip = sheet.chip(
            name,
            corner,
            (wide, high),
            f"{name}\n74HC595",
            left=[GAP, ("13", "~OE"), GAP, ("12", "RCLK"), GAP, ("11", "SRCLK"), GAP, GAP],
            right=OUTPUTS,
            top=[("14", "SER"), GAP, ("10", "~SRCLR"), GAP, ("16", "VCC")],
            bottom=[("9", "QH′"), GAP, GAP, GAP, ("8", "GND")],
        )
        power(sheet, chip["16"], chip["8"])
        sheet.supply(chip["10"])
        x, y = chip["13"]
        pulled_up(sheet, (x - 0.8, y), "10 kΩ", COLOURS["lamp off"])
        for pad, (number, _) in enumerate(OUTPUTS, start=8 * k + 1):
            x, y = chip[number]
            if pad > PADS:
                sheet.open_end((x, y))
                continue
            label = "470 Ω" if number == "15" else ""
            sheet.part(elm.ResistorIEC, (x, y), (x + 1.2, y), "470 Ω", label, scale=0.6)
            sheet.text((x + 1.4, y), f"pad {pad} lamp")
            sheet.name((x + 1.2, y), f"pad {pad} lamp")
        chips.append(chip)
    numbers = {"lamp data": "9", "lamp off": "12", "lamp latch": "11", "lamp clock": "10", "service": "20"}
    ends = pico(sheet, (0.3, 11.3), **numbers)
    x, y = ends["service"]
    sheet.wire((x, y), (x + 1.2, y), (x + 1.2, y - 0.5))
    sheet.part(elm.Button, (x + 1.2, y - 0.5), (x + 1.2, y - 1.5), "button", "service\nbutton", beside=0.55)
    sheet.ground((x + 1.2, y - 1.5))
    sheet.wire(chips[0]["9"], chips[1]["14"], colour=COLOURS["lamp data"])
    sheet.open_end(chips[1]["9"])
    bus(sheet, "lamp off", ends["lamp off"], 8.2, [chip["13"] for chip in chips])
    bus(sheet, "lamp latch", ends["lamp latch"], 7.6, [chip["12"] for chip in chips])
    bus(sheet, "lamp clock", ends["lamp clock"], 7.0, [chip["11"] for chip in chips])
    x, y = chips[0]["14"]
    sheet.wire(ends["lamp data"], (x, ends["lamp data"][1]), (x, y), colour=COLOURS["lamp data"])
    return sheet


def pico(sheet: Sheet, corner: Point, **pins: str) -> dict[str, Point]:
    """The Pico with these pins by the names of their nets. Returns where each net goes on."""
    right: list[tuple[str, str] | None] = []
    for number in pins.values():
        right += [(number, GPIO[number]), GAP]
    size = (3.0, 1.8 + PITCH * (len(right) - 2))
    at = sheet.chip(
        "Pico", corner, size, "Pico", right=right[:-1], top=[("36", "3V3")], bottom=[("38", "GND")]
    )
    sheet.supply(at["36"])
    sheet.ground(at["38"])
    ends = {}
    for net, number in pins.items():
        x, y = at[number]
        colour = COLOURS[net]
        sheet.text((x, y + 0.08), net, align=("left", "bottom"), size=10, colour=colour)
        ends[net] = (x, y)
        if net not in ("data", "fill", "lamp off", "service"):
            sheet.wire((x, y), (x + 1.6, y), colour=colour)
            ends[net] = (x + 2.4, y)
            sheet.part(elm.ResistorIEC, (x + 1.6, y), ends[net], "47 Ω")
        sheet.name(ends[net], net)
    return ends


GPIO = {
    "4": "GP2",
    "5": "GP3",
    "6": "GP4",
    "7": "GP5",
    "9": "GP6",
    "10": "GP7",
    "11": "GP8",
    "12": "GP9",
    "20": "GP15",
}
"""The Pico's pins."""


def bus(sheet: Sheet, net: str, start: Point, x: float, ends: list[Point]) -> None:
    """An upright line at `x`, from `start` to all these ends."""
    colour = COLOURS[net]
    heights = sorted(y for _, y in [*ends, start])
    sheet.wire((x, heights[0]), (x, heights[-1]), colour=colour)
    for end in [*ends, start]:
        sheet.wire((x, end[1]), end, colour=colour)
        if end[1] not in (heights[0], heights[-1]):
            sheet.dot((x, end[1]), colour)


def pulled_up(sheet: Sheet, at: Point, value: str, colour: str = INK) -> None:
    """A resistor to 3.3 V from this point of a line."""
    sheet.dot(at, colour)
    to_supply(sheet, at, value, colour)


def to_supply(sheet: Sheet, at: Point, value: str, colour: str = INK) -> None:
    """A resistor to 3.3 V from where a line ends."""
    x, y = at
    sheet.wire(at, (x, y + 0.3), colour=colour)
    sheet.part(elm.ResistorIEC, (x, y + 0.3), (x, y + 1.1), value)
    sheet.supply((x, y + 1.1))


def power(sheet: Sheet, supply: Point, ground: Point) -> None:
    """Supply, ground and the capacitor of a chip."""
    sheet.supply(supply)
    capacitor(sheet, supply, "100 nF")
    sheet.ground(ground)


def capacitor(sheet: Sheet, supply: Point, value: str) -> None:
    x, y = supply
    sheet.dot(supply)
    sheet.part(elm.Capacitor, supply, (x + 1.8, y), value)
    sheet.ground((x + 1.8, y))


WIRES = {"1": "up", "2": "down", "3": "ground", "4": "lamp", "5": "", "6": ""}
"""What the six pins of a jack are for."""
LEAD = {"1": GREEN, "2": BLUE, "3": INK, "4": RUST, "5": QUIET, "6": QUIET}
HUB_EDGE, PAD_EDGE, RAIL = 11.7, 15.7, 1.9
"""Where the hub ends and the pad begins; how low the lowest line lies."""
CLAMP = 4.3
"""Where the lines of the hub have their clamps."""


def pad() -> Sheet:
    """One pad, its lead, and what the hub has for it."""
    sheet = Sheet(24.1, 12.2)
    for title, a, b in (("hub", 0.2, HUB_EDGE), ("pad", PAD_EDGE, 23.9)):
        sheet.box((a, 0.2), (b, 12.0), colour=QUIET, dashed=True)
        sheet.text((a + 0.3, 11.55), title, size=14)
    in_hub = jack(sheet, "hub jack", HUB_EDGE - 1.7, "left")
    in_pad = jack(sheet, "pad jack", PAD_EDGE, "right")
    for number, (_, y) in in_hub.items():
        sheet.wire((HUB_EDGE, y), (PAD_EDGE, y), colour=LEAD[number])
        sheet.pin(f"hub jack.{number}", (HUB_EDGE, y))
        sheet.pin(f"pad jack.{number}", (PAD_EDGE, y))
    middle = (HUB_EDGE + PAD_EDGE) / 2
    sheet.text((middle, 9.1), "straight lead, 1 to 1\nat most 5 m", align=("center", "bottom"))
    hub_side(sheet, in_hub)
    pad_side(sheet, in_pad)
    for number in ("5", "6"):
        sheet.open_end(in_hub[number])
        sheet.open_end(in_pad[number])
    return sheet


def hub_side(sheet: Sheet, pins: dict[str, Point]) -> None:
    channel(sheet, "input 2n − 2", 9.4, pins["1"], LEAD["1"])
    channel(sheet, "input 2n − 1", 5.2, pins["2"], LEAD["2"])
    sheet.ground(pins["3"])
    x, y = pins["4"]
    sheet.wire((x, y), (x - 0.5, y), (x - 0.5, RAIL), (6.2, RAIL), colour=LEAD["4"])
    sheet.part(elm.ResistorIEC, (5.4, RAIL), (6.2, RAIL), "470 Ω")
    sheet.wire((3.4, RAIL), (5.4, RAIL))
    clamped(sheet, (CLAMP, RAIL))
    sheet.name((3.4, RAIL), "output n")
    sheet.text((3.2, RAIL), "74HC595\nlamp of pad n", align=("right", "center"))


def pad_side(sheet: Sheet, pins: dict[str, Point]) -> None:
    start = pins["4"][0]
    lamp, ground, down, up = start + 0.6, start + 2.2, start + 3.2, start + 4.8
    for number, across in (("1", up), ("2", down)):
        _, y = pins[number]
        sheet.wire((start, y), (across, y), (across, 5.0), colour=LEAD[number])
        sheet.part(elm.Button, (across, 5.0), (across, 4.0), "button", WIRES[number], beside=0.55)
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
    sheet.text((x + 0.85, 9.1), "RJ12", align=("center", "bottom"))
    return sheet.chip(name, (x, 3.0), (1.7, 6.0), "", **{side: rows[:-1]})


def channel(sheet: Sheet, name: str, y: float, end: Point, colour: str) -> None:
    """From a contact of the jack to an input of a register."""
    capacitor, pull = 5.0, 7.0
    sheet.text((3.2, y), f"74HC165\n{name}", align=("right", "center"))
    sheet.name((3.4, y), name)
    sheet.wire((3.4, y), (5.4, y))
    clamped(sheet, (CLAMP, y))
    sheet.dot((capacitor, y))
    sheet.part(elm.Capacitor, (capacitor, y), (capacitor, y - 1.1), "22 nF")
    sheet.ground((capacitor, y - 1.1))
    sheet.part(elm.ResistorIEC, (5.4, y), (6.2, y), "1 kΩ")
    pulled_up(sheet, (pull, y), "2.2 kΩ", colour)
    across = end[0] - (0.5 if end[1] < y else 0.9)
    sheet.wire((6.2, y), (across, y), (across, end[1]), end, colour=colour)


def clamped(sheet: Sheet, at: Point) -> None:
    """A line that is led away to 3.3 V and to ground."""
    x, y = at
    sheet.dot(at)
    sheet.part(elm.Schottky, (x, y - 1.1), at, "BAT54S", "")
    sheet.part(elm.Schottky, at, (x, y + 1.1), "BAT54S", "")
    sheet.text((x - 0.4, y + 0.55), "BAT54S", align=("right", "center"), size=10)
    sheet.supply((x, y + 1.1))
    sheet.ground((x, y - 1.1))


DRAWINGS: dict[str, Callable[[], Sheet]] = {"switches": switches, "lamps": lamps, "pad": pad}


def draw_all(folder: Path = HERE) -> None:
    for name, draw in DRAWINGS.items():
        (folder / f"{name}.svg").write_text(draw().svg(), encoding="utf-8")


if __name__ == "__main__":
    draw_all()
