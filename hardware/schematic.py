"""The hub's schematic for KiCad, from the netlist: `python -m hardware.schematic` writes kicad/hub.kicad_sch.

Every pin has a label with its net, so KiCad can check its electrical rules, and compare the board with it.
People read the drawings in docs/wiring.md instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from firmware.hub_protocol import PADS
from hardware.netlist import NAMES, OPEN, Part, hub

FILE = Path(__file__).with_name("kicad") / "hub.kicad_sch"
STEP, REACH = 2.54, 7.62
"""Millimetres between pins, and from the middle of a part to the ends of its pins."""
FONT = "(effects (font (size 1.27 1.27)){})"
PLAIN, HIDDEN = FONT.format(""), FONT.format(" hide")
LINE = "(stroke (width 0.254) (type default) (color 0 0 0 0)) (fill (type background))"
LEFT_HALF = {"74HC165": 8, "74HC595": 8, "Pico": 20, "jack": 3}
"""The last pin at the left, of parts with more than two."""
POWER = {"VCC": "power_in", "GND": "power_in", "3V3": "power_out"}

Pin = tuple[str, float, float]
"""A pin's number and where it ends, from the middle of its part; y is downwards."""


def uuid(*words: object) -> str:
    return str(uuid5(NAMESPACE_URL, "gm-appliance hub schematic " + " ".join(map(str, words))))


def pins(part: Part) -> list[Pin]:
    """Two ends are beside each other, more in two columns."""
    if len(part.pins) == 2:
        return [("1", -REACH, 0.0), ("2", REACH, 0.0)]
    last = LEFT_HALF[part.value]
    left = [number for number in part.pins if int(number) <= last]
    right = [number for number in part.pins if int(number) > last]
    wide = REACH + 2 * STEP
    found = [(number, -wide, row * STEP) for row, number in enumerate(left)]
    return found + [(number, wide, row * STEP) for row, number in enumerate(reversed(right))]


def kind(part: Part, number: str) -> str:
    """A pin's electrical type, by which KiCad judges what it is joined to."""
    name = NAMES.get(part.value, {}).get(number, "").strip("~")
    if part.value == "Pico":
        return "power_out" if name in ("3V3", "GND") else "bidirectional"
    if part.value in ("74HC165", "74HC595"):
        return POWER.get(name, "output" if name.startswith("Q") else "input")
    return "passive"


def shape(part: Part) -> Iterator[str]:
    """The symbol of all parts of this value."""
    name, ends = symbol(part), pins(part)
    yield f'    (symbol "{name}" (in_bom yes) (on_board yes)'
    yield f'      (property "Reference" "{part.ref.rstrip("0123456789")}" (id 0) (at 0 3.81 0) {PLAIN})'
    yield f'      (property "Value" "{part.value}" (id 1) (at 0 6.35 0) {PLAIN})'
    yield f'      (property "Footprint" "" (id 2) (at 0 0 0) {HIDDEN})'
    yield f'      (property "Datasheet" "" (id 3) (at 0 0 0) {HIDDEN})'
    across = max(x for _, x, _ in ends) - STEP
    low = max(y for _, _, y in ends) + 1.27
    yield f'      (symbol "{name}_0_1" (rectangle (start {-across:g} 1.27) (end {across:g} {-low:g}) {LINE}))'
    yield f'      (symbol "{name}_1_1"'
    for number, x, y in ends:
        turn = 0 if x < 0 else 180
        yield (
            f"        (pin {kind(part, number)} line (at {x:g} {-y:g} {turn}) (length {STEP})"
            f' (name "{pin_name(part, number)}" {PLAIN}) (number "{number}" {PLAIN}))'
        )
    yield "      )\n    )"


def pin_name(part: Part, number: str) -> str:
    """``~`` for none."""
    ends = {"1": "A", "2": "K"} if part.ref[0] == "D" else {}
    return NAMES.get(part.value, ends).get(number, "~")


def symbol(part: Part) -> str:
    return part.value.replace(" ", "_")


def placed() -> Iterator[tuple[Part, float, float]]:
    """Every part and its middle: what all pads share at the left, then the pads, five in a row."""
    shared = [part for part in hub().parts if not part.pad]
    chips = [part for part in shared if len(part.pins) > 2]
    y = 25.4
    for chip in chips:
        yield chip, 50.8, y
        y += STEP * (max(end[2] for end in pins(chip)) / STEP + 5)
    for row, part in enumerate(part for part in shared if len(part.pins) == 2):
        yield part, 127.0, 25.4 + 3 * STEP * row
    for pad in range(1, PADS + 1):
        x, y = 203.2 + 121.92 * ((pad - 1) % 5), 25.4 + 132.08 * ((pad - 1) // 5)
        for row, part in enumerate(part for part in hub().parts if part.pad == pad):
            yield part, x, y + STEP * (3 * row + (2 if row else 0))


def instance(part: Part, x: float, y: float) -> Iterator[str]:
    """A part, a label at each of its pins, and a cross at those that stay open."""
    at, kind = f"{x:g} {y:g}", f'(lib_id "{symbol(part)}")'
    left, right = FONT.format(" (justify left)"), FONT.format(" (justify right)")
    yield f"  (symbol {kind} (at {at} 0) (unit 1) (in_bom yes) (on_board yes) (uuid {uuid(part.ref)})"
    yield f'    (property "Reference" "{part.ref}" (id 0) (at {x - 2.54:g} {y - 2.54:g} 0) {right})'
    yield f'    (property "Value" "{part.value}" (id 1) (at {x - 1.27:g} {y - 2.54:g} 0) {left})'
    yield f'    (property "Footprint" "{symbol(part)}" (id 2) (at {at} 0) {HIDDEN})'
    yield f'    (property "Datasheet" "" (id 3) (at {at} 0) {HIDDEN})'
    for number in part.pins:
        yield f'    (pin "{number}" (uuid {uuid(part.ref, number)}))'
    yield "  )"
    for number, dx, dy in pins(part):
        there, net = f"{x + dx:g} {y + dy:g}", part.pins[number]
        if net == OPEN:
            yield f"  (no_connect (at {there}) (uuid {uuid('open', part.ref, number)}))"
            continue
        turn, font = (180, right) if dx < 0 else (0, left)
        label = f'(global_label "{net}" (shape passive) (at {there} {turn}) {font}'
        yield f"  {label} (uuid {uuid('label', part.ref, number)}))"


def schematic() -> str:
    parts = list(placed())
    first = {symbol(part): part for part, _, _ in reversed(parts)}
    lines = [
        "(kicad_sch (version 20211123) (generator hardware)",
        f"  (uuid {uuid('sheet')})",
        '  (paper "A1")',
    ]
    lines.append("  (lib_symbols")
    for name in sorted(first):
        lines += shape(first[name])
    lines.append("  )")
    for part, x, y in parts:
        lines += instance(part, x, y)
    lines.append('  (sheet_instances (path "/" (page "1")))')
    lines.append("  (symbol_instances")
    for part, _, _ in parts:
        values = f'(reference "{part.ref}") (unit 1) (value "{part.value}") (footprint "{symbol(part)}")'
        lines.append(f'    (path "/{uuid(part.ref)}" {values})')
    return "\n".join([*lines, "  )", ")", ""])


if __name__ == "__main__":
    FILE.write_text(schematic(), encoding="utf-8")
