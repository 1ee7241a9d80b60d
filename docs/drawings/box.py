"""The connections of the box alone. `python -m docs.drawings.box` draws them, beside this file."""

from __future__ import annotations

from pathlib import Path

import schemdraw.elements as elm

from docs.drawings.sheet import INK, PITCH, Point, Sheet
from docs.drawings.wiring import BLUE, GAP, GREEN, PLUM, RUST
from hardware.netlist import FIVE, GROUND, PLACES, SUPPLY, box

FILE = Path(__file__).with_name("box.svg")
BOX = box()
RED, GOLD = "#c62828", "#8a6d00"
COLOURS = {
    **{SUPPLY: RED, FIVE: RUST, GROUND: INK, "SDA": BLUE, "SCL": GREEN},
    **{"BCLK": PLUM, "LRC": GREEN, "DIN": BLUE, "loudspeaker +": RUST, "loudspeaker −": INK},
}
SHOWN = {"UP": "↑", "DOWN": "↓"}
"""Labels of keycaps that differ from the button's name."""

Ends = dict[str, Point]
"""Where the lead of each pin ends."""


def sheet() -> Sheet:
    drawn = Sheet(27.2, 13.4)
    at = header(drawn)
    display(drawn, at)
    buttons(drawn, at)
    back(drawn, at)
    amplifier(drawn, at)
    return drawn


def label(place: str) -> str:
    what = PLACES[int(place) - 1]
    if place not in BOX.part("P1").pins:
        return ""
    return f"GPIO{what}" if isinstance(what, int) else what


def header(drawn: Sheet) -> Ends:
    odd, even = ([(str(n), label(str(n))) for n in range(start, 41, 2)] for start in (1, 2))
    corner, size = (11.1, 1.2), (3.4, 21 * PITCH)
    x, y = corner[0] + size[0] / 2, corner[1] + size[1]
    drawn.text((x, y + 1.0), "the Pi’s 40 pins from above", align=("center", "center"), size=12)
    drawn.text(
        (x, y + 0.45),
        "place 1: next to the card’s slot, in the inner row",
        align=("center", "center"),
        size=10,
    )
    return drawn.chip("P1", corner, size, "", left=odd, right=even)


def wire(drawn: Sheet, net: str, *points: Point) -> None:
    drawn.wire(*points, colour=COLOURS.get(net, GOLD))
    drawn.name(points[0], net)


def display(drawn: Sheet, at: Ends) -> None:
    """Its pins are at the height of the header's, for straight wires; modules differ in their order."""
    rows = ("VCC", "SDA", "SCL", GAP, "GND")
    size = (2.6, PITCH * 6)
    x, y = 1.0, at["9"][1] - PITCH
    ends = drawn.chip("DS1", (x, y), size, "", right=[(name, "") if name else GAP for name in rows])
    drawn.text((x + size[0] / 2, y + size[1] / 2), "display\non I²C", align=("center", "center"))
    drawn.text((x, y - 0.15), "where it has them: DC to ground, RES to 3V3", align=("left", "top"), size=10)
    for name, place in (("VCC", "1"), ("SDA", "3"), ("SCL", "5"), ("GND", "9")):
        wire(drawn, BOX.part("DS1").pins[name], ends[name], at[place])


def button(drawn: Sheet, name: str, a: Point, b: Point) -> None:
    drawn.part(elm.Button, a, b, "switch", "")
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    if a[1] == b[1]:
        drawn.text((x, y + 0.5), SHOWN.get(name, name), align=("center", "bottom"))
    else:
        drawn.text((x + 0.25, y), name)


def buttons(drawn: Sheet, at: Ends) -> None:
    """Four buttons, a common ground at their other ends."""
    rail, end = 2.0, 5.2
    heights = {"UP": 7.0, "DOWN": 5.6, "OK": 4.2, "REPEAT": at[place_of("REPEAT")][1]}
    for number, (name, y) in enumerate(heights.items()):
        x, start = at[place_of(name)]
        bend = x - 0.6 - 0.5 * number
        corners = [(bend, start), (bend, y)] if y != start else []
        wire(drawn, name, (x, start), *corners, (end, y))
        button(drawn, name, (end - 1.6, y), (end, y))
        drawn.wire((rail, y), (end - 1.6, y))
    (x, y), low = at["39"], 1.0
    wire(drawn, GROUND, (x, y), (x - 0.9, y), (x - 0.9, low), (rail, low), (rail, heights["UP"]))
    for height in [*heights.values()][1:]:
        drawn.dot((rail, height))


def place_of(net: str) -> str:
    return next(pin for pin, name in BOX.part("P1").pins.items() if name == net)


def back(drawn: Sheet, at: Ends) -> None:
    """BACK is in the other row, with a ground beside it."""
    (x, high), (_, low) = at["34"], at["36"]
    end = x + 1.5
    wire(drawn, GROUND, (x, high), (x + 0.5, high), (x + 0.5, high + 1.4), (end, high + 1.4))
    wire(drawn, "BACK", (x, low), (end, low), (end, high + 0.2))
    button(drawn, "BACK", (end, high + 0.2), (end, high + 1.4))


def amplifier(drawn: Sheet, at: Ends) -> None:
    rows, loud = ("VIN", "GND", "BCLK", "DIN", "LRC"), [("+", ""), GAP, ("−", "")]
    x, y, high = 20.4, at["12"][1] - 3 * PITCH, 6 * PITCH
    ends = drawn.chip("A2", (x, y), (3.0, high), "", left=[(name, "") for name in rows], right=loud)
    drawn.text((x + 1.5, y + high / 2), "amplifier\nMAX98357A", align=("center", "center"))
    drawn.text((x + 1.5, y - 0.15), "GAIN and SD\nstay open", align=("center", "top"), size=10)
    pins = BOX.part("A2").pins
    for name, place, bend in (
        ("VIN", "2", 19.3),
        ("GND", "6", 18.8),
        ("BCLK", "12", 18.3),
        ("DIN", "40", 18.3),
    ):
        start, end = at[place], ends[name]
        corners = [(bend, start[1]), (bend, end[1])] if start[1] != end[1] else []
        wire(drawn, pins[name], start, *corners, end)
    (x, y), end, low = at["35"], ends["LRC"], 0.5
    wire(drawn, "LRC", (x, y), (x - 0.35, y), (x - 0.35, low), (18.8, low), (18.8, end[1]), end)
    speaker = drawn.chip("LS1", (25.2, ends["−"][1] - 0.5), (1.4, 4 * PITCH), "", left=loud)
    drawn.text((25.9, ends["−"][1] - 0.7), "loudspeaker", align=("center", "top"))
    for name in ("+", "−"):
        wire(drawn, pins[name], ends[name], speaker[name])


if __name__ == "__main__":
    FILE.write_text(sheet().svg(), encoding="utf-8")
