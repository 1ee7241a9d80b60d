"""The tables of docs/wiring.md, build.md, perfboard.md and start-seven.md that come from the netlist.

`python -m hardware.pages` writes them. A table is found by its head and replaced; the text around it is the
page's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from firmware.hub_protocol import PADS, REGISTERS, WIRING
from hardware.bill import BOXES, items, together
from hardware.measurements import of_a_pad, of_all
from hardware.netlist import FIVE, NAMES, OPEN, PICO, PLACES, box, hub, net, pico_pin
from hardware.perfboard import Hole, layout, wires

DOCS = Path(__file__).parents[1] / "docs"
TABLE = re.compile(r"(?:^\|.*\|\n)+", re.MULTILINE)

Table = tuple[Sequence[str], Sequence[Sequence[str]]]
"""Head and rows of a table."""

HUB = hub()


def plain(name: str) -> str:
    """A pin's name without overlines."""
    return name.replace("~QH", "QH inverted").replace("~", "")


def chips(value: str, *refs: str) -> Table:
    """The connections of these chips, pin by pin."""
    names = NAMES[value]
    rows = [[number, plain(name), *(at(ref, number) for ref in refs)] for number, name in names.items()]
    return ["pin", "name", *refs], rows


def at(ref: str, number: str) -> str:
    """A pin's net; in the chains, the one pin of another chip that it is connected to."""
    name = HUB.part(ref).pins[number]
    if not name.startswith("chain ") and name != "lamp chain":
        return name
    (other,) = (pin for pin in HUB.nets[name] if pin[0] == "U" and pin != f"{ref}.{number}")
    return " pin ".join(other.split("."))


def picos_pins() -> Table:
    """The Pico's pins and their destinations."""
    rows = []
    for name, gpio in WIRING.items():
        start = HUB.part("A1").pins[pico_pin(gpio)]
        (series,) = [part.value for part in HUB.parts if part.pins.get("1") == start != net(name)] or [""]
        rows.append([f"GP{gpio}", pico_pin(gpio), net(name), series, goes_to(net(name))])
    everywhere = {"3V3": "all chips", "GND": "all chips, all jacks"}
    for pin, name in PICO.items():
        if name in everywhere:
            called = "3V3(OUT)" if name == "3V3" else name
            rows.append([called, pin, HUB.part("A1").pins[pin], "", everywhere[name]])
    return ["Pico", "its pin", "net", "in series", "goes to"], rows


def goes_to(name: str) -> str:
    """The chips' pins on a net: ``CLK of U1 to U4``, ``OE of U5 and U6``."""
    found = sorted(pin.split(".") for pin in HUB.nets[name] if pin[0] == "U")
    if not found:
        return "the service button, to ground"
    told = []
    for called, alike in groupby(found, lambda one: plain(NAMES[HUB.part(one[0]).value][one[1]])):
        first, *others = (ref for ref, _ in alike)
        until = " and " if len(others) == 1 else " to "
        told.append(f"{called} of {until.join([first, *others[-1:]])}")
    return ", ".join(told)


def bill() -> Table:
    """The parts of all three boxes, and the prices of whole boxes."""
    head = ["part", *BOXES, "two that fit", "one costs some"]
    rows, bought = [], items()
    for item in bought:
        many = [str(item.quantity(seats) or "") for seats in BOXES.values()]
        rows.append([item.part, *many, "; ".join(item.sources), price(item.cents)])
    whole = [f"{together(bought, seats)} €" for seats in BOXES.values()]
    return head, [*rows, ["together, some", *whole, "", ""]]


ON_BOARD = {"2.2 kΩ": 2 * PADS, "1 kΩ": 2 * PADS, "postage": 0}
"""What a bought board changes, by how a part begins: the inputs of all pads have their resistors."""

LINKED = re.compile(r"[;,] \[[^\]]*\]\([^)]*\)")


def to_add() -> Table:
    """The parts of seven pads and of a hub on a bought board, for a box that has all else."""
    rows = []
    for item in items():
        many = item.quantity(BOXES["seven"]) - item.quantity(BOXES["alone"])
        many = next((one for begins, one in ON_BOARD.items() if item.part.startswith(begins)), many)
        if many:
            rows.append([LINKED.sub("", item.part), str(many), item.sources[0]])
    return ["part", "how many", "one that fits"], rows


def pins_of_seven() -> Table:
    """Where the pads of seven lead: chip and pin, of switches and lamp."""
    rows = []
    for pad in range(1, BOXES["seven"] + 1):
        nets = (HUB.nets[f"pad {pad} {name}"] for name in ("up", "down", "lamp"))
        pins = [next(pin for pin in one if pin[0] == "U") for one in nets]
        rows.append([str(pad), *(" pin ".join(pin.split(".")) for pin in pins)])
    return ["pad", "*up*", "*down*", "*lamp*"], rows


def price(cents: int) -> str:
    return f"{cents} ct" if cents < 100 else f"{cents // 100} €"


def amplifier() -> Table:
    """The amplifier's wires: its pins, and their places on the Pi's header."""
    rows = []
    circuit = box()
    header = circuit.part("P1").pins
    for pin, name in circuit.part("A2").pins.items():
        at = [place for place, net in header.items() if net == name]
        if at:
            what = PLACES[int(at[0]) - 1]
            rows.append([pin, f"GPIO{what}" if isinstance(what, int) else name.replace(FIVE, "5 V"), at[0]])
        elif name == OPEN:
            rows.append([pin, "nothing", ""])
    return ["MAX98357A", "to", "place"], rows


def left_out() -> Table:
    """For fewer seats: the chips needed, and the inputs to tie to 3V3 as well."""
    rows = []
    for seats in (PADS, 8, 7):
        circuit = hub(seats)
        tied = sorted(
            (part.ref, int(number), plain(NAMES[part.value][number]))
            for part in circuit.of("74HC165")
            for number, name in part.pins.items()
            if name == "3V3" != HUB.part(part.ref).pins[number]
        )
        by_chip = [
            f"{ref}: {', '.join(str(number) for _, number, _ in alike)}"
            for ref, alike in groupby(tied, lambda one: one[0])
        ]
        refs = ", ".join(part.ref for part in circuit.parts if part.ref[0] == "U")
        rows.append([str(seats), refs, "; ".join(by_chip) or "none"])
    return ["seats", "chips", "pins to tie to 3V3 as well"], rows


def measured() -> Iterator[Table]:
    """The measurements to take once, and at each pad."""
    yield ["red lead", "black lead", "it reads"], [one.said for one in of_all()]
    yield ["red lead", "black lead", "it reads, at each pad"], [one.said for one in of_a_pad()]


def insulated() -> Iterator[Table]:
    """The wires below the perfboard: those that all pads share, net by net, then pad by pad."""
    ways: dict[str, list[str]] = {}
    for wire in sorted(wires(layout()), key=lambda one: (one.net, one.start)):
        ways.setdefault(wire.net, []).append(f"☐\N{NO-BREAK SPACE}{place(wire.start)}–{place(wire.end)}")
    shared = [[name, ", ".join(found)] for name, found in ways.items() if not name.startswith("pad ")]
    yield ["shared wire", "from–to"], shared
    names = ("up", "up wire", "down", "down wire", "lamp", "lamp wire")
    rows = [
        [str(pad), *(", ".join(ways[f"pad {pad} {name}"]) for name in names)] for pad in range(1, PADS + 1)
    ]
    yield ["pad", *names], rows


def place(hole: Hole) -> str:
    return f"{hole[0]}/{hole[1]}"


def tables() -> Mapping[str, Sequence[Table]]:
    switches = [f"U{number}" for number in range(1, REGISTERS + 1)]
    lamps = [part.ref for part in HUB.of("74HC595")]
    wiring = [picos_pins(), chips("74HC165", *switches), chips("74HC595", *lamps)]
    return {
        "wiring.md": wiring,
        "build.md": [bill(), amplifier(), left_out(), *measured()],
        "perfboard.md": [*insulated()],
        "start-seven.md": [to_add(), *measured(), pins_of_seven()],
    }


def written(page: str, made: Sequence[Table]) -> str:
    """The page with these tables replaced. Raises ValueError unless it has each table exactly once."""
    for head, rows in made:
        lines = [row_of(head), "|---" * len(head) + "|", *map(row_of, rows)]
        new, start = "\n".join(lines) + "\n", row_of(head) + "\n"
        old = [found[0] for found in TABLE.finditer(page) if found[0].startswith(start)]
        if len(old) != 1:
            raise ValueError(f"the page has {len(old)} tables with the head {start.strip()}, not one")
        page = page.replace(old[0], new)
    return page


def row_of(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("  |", " |").replace("|  ", "| ")


def pages() -> Iterator[tuple[Path, str]]:
    """Each page and its expected content."""
    for name, made in tables().items():
        yield DOCS / name, written((DOCS / name).read_text("utf-8"), made)


if __name__ == "__main__":
    for path, text in pages():
        path.write_text(text, encoding="utf-8")
