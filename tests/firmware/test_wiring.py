"""docs/wiring.md, its drawings and the firmware agree about every wire."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.drawings.sheet import Netlist, NotDrawnClearly, Sheet
from docs.drawings.wiring import DRAWINGS, HERE, draw_all
from firmware.hub_protocol import PADS, WIRING, pad_of, switch
from tests.firmware.inputs import CAPACITOR, HIGH, SERIES, SPIKE, SUPPLY

pytestmark = pytest.mark.many

PAGE = (HERE.parent / "wiring.md").read_text("utf-8")

# The pins of both chips from 1 to 16, after their data sheets.
HC165 = [
    *("SH/LD", "CLK", "E", "F", "G", "H", "QH inverted", "GND"),
    *("QH", "SER", "A", "B", "C", "D", "CLK INH", "VCC"),
]
HC595 = [
    *("QB", "QC", "QD", "QE", "QF", "QG", "QH", "GND"),
    *("QH′", "SRCLR", "SRCLK", "RCLK", "OE", "SER", "QA", "VCC"),
]
SWITCH_CHIPS, LAMP_CHIPS = ["U1", "U2", "U3", "U4"], ["U5", "U6"]


def tables(page: str) -> Iterator[tuple[list[str], list[list[str]]]]:
    """The heads and rows of all tables of a page."""
    for block in re.findall(r"(?:^\|.*\|\n)+", page, re.MULTILINE):
        rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in block.splitlines()]
        yield rows[0], rows[2:]


def table(page: str, *head: str) -> list[list[str]]:
    (rows,) = [rows for found, rows in tables(page) if found == list(head)]
    return rows


def netlist(name: str) -> Netlist:
    return DRAWINGS[name]().netlist()


def named(names: list[str], name: str) -> str:
    return str(names.index(name) + 1)


# ---------------------------------------------------------------- the pictures


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_picture_is_what_the_program_draws(name: str) -> None:
    assert (HERE / f"{name}.svg").read_text("utf-8") == DRAWINGS[name]().svg()


def test_every_picture_is_drawn_and_shown() -> None:
    assert {path.stem for path in HERE.glob("*.svg")} == set(DRAWINGS)
    assert set(re.findall(r"\]\(drawings/(\w+)\.svg\)", PAGE)) == set(DRAWINGS)


def test_the_program_writes_them(tmp_path: Path) -> None:
    draw_all(tmp_path)
    for name in DRAWINGS:
        assert (tmp_path / f"{name}.svg").read_bytes() == (HERE / f"{name}.svg").read_bytes()


# ---------------------------------------------------------------- drawings and tables


def disagreements(page: str, joined: Netlist, chips: list[str], names: list[str]) -> list[str]:
    """Where a chip table of the page and a drawing differ, pin by pin."""
    rows = table(page, "pin", "name", *chips)
    found = [] if [row[:2] for row in rows] == [[named(names, one), one] for one in names] else ["names"]
    for number, name, *cells in rows:
        for chip, cell in zip(chips, cells, strict=True):
            pin = f"{chip}.{number}"
            if plain(joined.labels[pin]) != name or told(joined, pin) != cell:
                found.append(f"{pin} is {plain(joined.labels[pin])}, {told(joined, pin)}, not {name}, {cell}")
    return found


def plain(label: str) -> str:
    """A pin's name as the page has it, without overlines."""
    return label.replace("~QH", "QH inverted").replace("~", "")


def told(joined: Netlist, pin: str) -> str:
    """What a chip table says of this pin."""
    net = joined.net_of(pin)
    if not re.fullmatch(r"U\d\.\d+", net):
        return net
    others = joined.nets[net] - {pin}
    if others:
        return " pin ".join(min(others).split("."))
    ((_, beyond),) = joined.beyond(net)
    return beyond


def test_drawings_and_tables_join_the_same_pins() -> None:
    assert disagreements(PAGE, netlist("switches"), SWITCH_CHIPS, HC165) == []
    assert disagreements(PAGE, netlist("lamps"), LAMP_CHIPS, HC595) == []


def test_a_difference_is_found() -> None:
    joined = netlist("switches")
    for right, wrong in (
        ("| pad 2 down | pad 6 down", "| pad 2 up | pad 6 down"),
        ("| 15 | CLK INH", "| 15 | CLK"),
    ):
        assert PAGE.count(right) == 1
        assert disagreements(PAGE.replace(right, wrong), joined, SWITCH_CHIPS, HC165)
    sheet = DRAWINGS["switches"]()
    sheet.wire((0, 0), (1, 0))  # joins nothing, but is seen
    assert sheet.svg() != (HERE / "switches.svg").read_text("utf-8")
    nets = dict(joined.nets)
    nets["load"], nets["clock"] = nets["clock"], nets["load"]
    swapped = Netlist(nets, joined.parts, joined.labels)
    assert len(disagreements(PAGE, swapped, SWITCH_CHIPS, HC165)) == 8


@pytest.mark.parametrize("name", ["switches", "lamps"])
def test_no_pin_of_a_chip_is_forgotten(name: str) -> None:
    pins = Counter(pin.split(".")[0] for pins in netlist(name).nets.values() for pin in pins)
    assert {count for chip, count in pins.items() if chip != "Pico"} == {16}


def test_the_lead_and_both_jacks_are_as_the_table_says() -> None:
    joined = netlist("pad")
    to_pad: dict[str, str] = {"1": "up", "2": "down", "3": "ground", "4": "lamp", "5": "open", "6": "open"}
    rows = table(PAGE, "RJ12 pin", "is", "at the hub", "in the pad")
    assert {number: name for number, name, *_ in rows} == to_pad
    for number, _, hub, _ in rows:
        net = joined.net_of(f"hub jack.{number}")
        assert net == joined.net_of(f"pad jack.{number}")
        leads = [value for value, _ in joined.beyond(net) if net not in ("ground", "open")]
        assert [value for value in leads if "Ω" in value] == sorted(re.findall(r"[\d.]+ k?Ω", hub))
    assert joined.net_of("hub jack.3") == "ground"
    assert joined.net_of("hub jack.5") == joined.net_of("hub jack.6") == "open"


def test_buttons_connect_to_ground_and_diodes_point_the_right_way() -> None:
    joined = netlist("pad")
    one_way = {(a, b) for value, a, b in joined.parts if value in ("BAT54S", "LED")}
    inputs = {b for a, b in one_way if a == "ground"}
    assert len(inputs) == 3, "both thumbs, and the lamp"
    assert one_way == {
        *(("ground", one) for one in inputs),
        *((one, "3V3") for one in inputs),
        (joined.net_of("hub jack.4"), "ground"),
    }
    # Behind the resistor: what comes in by a lead meets that first.
    for pin, resistor in (("1", "1 kΩ"), ("2", "1 kΩ"), ("4", "470 Ω")):
        behind = [net for value, net in joined.beyond(joined.net_of(f"hub jack.{pin}")) if value == resistor]
        assert inputs.issuperset(behind)
        inputs -= {*behind}
    assert not inputs
    buttons = {frozenset(ends) for value, *ends in joined.parts if value == "button"}
    assert buttons == {frozenset((joined.net_of(f"hub jack.{pin}"), "ground")) for pin in "12"}


def test_every_input_has_its_capacitor_and_it_is_the_models() -> None:
    joined = netlist("pad")
    capacitors = {frozenset(ends): value for value, *ends in joined.parts if value.endswith("nF")}
    inputs = [net for value, net in joined.beyond("ground") if value == "BAT54S" and net.startswith("input")]
    assert capacitors == {frozenset((net, "ground")): f"{CAPACITOR} nF" for net in inputs}
    assert len(inputs) == 2
    stated = re.findall(r"(\d+) nF", PAGE)
    assert str(CAPACITOR) in stated
    left = SUPPLY * math.exp(-SPIKE / (SERIES * CAPACITOR * 1e-9))
    assert left > HIGH
    assert f"leaves {left:.2f} V" in PAGE


def test_a_crossed_lead_leaves_a_pad_dead_and_never_swaps_thumbs() -> None:
    names = {row[0]: row[1] for row in table(PAGE, "RJ12 pin", "is", "at the hub", "in the pad")}
    crossed = {name: names[str(7 - int(pin))] for pin, name in names.items() if name != "open"}
    assert crossed == {"up": "open", "down": "open", "ground": "lamp", "lamp": "ground"}


def test_the_parts_are_counted_right() -> None:
    drawn = Counter(value for name in ("switches", "lamps") for value, *_ in netlist(name).parts)
    # A lamp's resistor is in two drawings. A BAT54S is both diodes of an input.
    of_pad = Counter(value for value, *_ in netlist("pad").parts if value not in ("470 Ω", "LED", "button"))
    of_pad["BAT54S"] //= 2
    for value, count in of_pad.items():
        drawn[value] += PADS * count
    listed = {part.split(",")[0]: int(count) for count, part, _ in table(PAGE, "number", "part", "where")}
    assert {part: count for part, count in listed.items() if part in drawn} == dict(drawn)
    assert listed["74HC165"] == len(SWITCH_CHIPS)
    assert listed["74HC595"] == len(LAMP_CHIPS)


def test_every_input_whose_wire_may_break_has_its_own_resistor() -> None:
    switched, lit = netlist("switches"), netlist("lamps")
    rows = {there: value for value, there, _ in table(PAGE, "to 3V3", "at", "where the wire breaks")}
    assert rows.pop("GP4, in the Pico, switched on by the firmware") == "50 to 80 kΩ"
    pins = {pin: value for there, value in rows.items() for pin in places(there)}
    assert len(pins) == 3 * len(SWITCH_CHIPS)
    found = Counter((switched.net_of(pin), value) for pin, value in pins.items())
    assert found == Counter((net, value) for value, net in held_up(switched))
    assert held_up(lit) == [("10 kΩ", "lamp off")] * len(LAMP_CHIPS)


def held_up(joined: Netlist) -> list[tuple[str, str]]:
    """The resistors to 3.3 V, and the net each holds up."""
    return [(value, net) for value, net in joined.beyond("3V3") if "Ω" in value]


# ---------------------------------------------------------------- the firmware


def physical(gpio: int) -> str:
    """The Pico's pin of a GPIO: from 1 at the corner on, every fifth from the third on is ground."""
    return str(gpio + 1 + (gpio + 2) // 4)


def wires(page: str) -> dict[str, tuple[int, str, str, set[str]]]:
    """By net, the Pico's table: GPIO, pin, what is in series, and the chips' pins beyond."""
    found = {}
    for gpio, pin, net, series, there in table(page, "Pico", "its pin", "net", "in series", "goes to"):
        if gpio.startswith("GP"):
            found[net] = int(gpio[2:]), pin, series, set(places(there))
    return found


def places(there: str) -> Iterator[str]:
    """The pins that ``CLK of U1 to U4`` means; none for what is no chip's."""
    if match := re.fullmatch(r"(\S+) of U(\d)(?: to U(\d))?", there):
        name, first, last = match[1], int(match[2]), int(match[3] or match[2])
        for chip in range(first, last + 1):
            yield f"U{chip}.{named(HC165 if chip <= 4 else HC595, name)}"


def test_the_picos_pins_are_those_of_the_firmware() -> None:
    assert {net.replace(" ", "_"): wire[0] for net, wire in wires(PAGE).items()} == WIRING
    switched, lit = netlist("switches"), netlist("lamps")
    for net, (gpio, pin, series, there) in wires(PAGE).items():
        assert pin == physical(gpio)
        joined = switched if f"Pico.{pin}" in switched.labels else lit
        assert joined.labels[f"Pico.{pin}"] == f"GP{gpio}"
        start = joined.net_of(f"Pico.{pin}")
        assert (start == net) == (series == "")
        if series:
            assert joined.beyond(start) == [(series, net)]
        assert joined.nets.get(net, frozenset()) - {f"Pico.{pin}"} == there
    assert lit.beyond("service") == [("button", "ground")]


def test_switches_and_lamps_are_in_the_firmwares_order() -> None:
    joined = netlist("switches")
    chain, pin = [], f"U1.{named(HC165, 'QH')}"
    assert joined.net_of(pin) == "data"
    while True:
        chip = pin.split(".")[0]
        chain += [joined.net_of(f"{chip}.{named(HC165, name)}") for name in "HGFEDCBA"]
        behind = f"{chip}.{named(HC165, 'SER')}"
        if joined.net_of(behind) == "fill":
            break
        (pin,) = joined.nets[joined.net_of(behind)] - {behind}
    assert chain[2 * PADS :] == ["ground", "3V3"]
    for number, name in enumerate(chain[: 2 * PADS]):
        down = number != switch(pad_of(number), down=False)
        assert name == f"pad {pad_of(number)} {'down' if down else 'up'}"
    lit = netlist("lamps")
    outputs = [
        told(lit, f"{chip}.{named(HC595, f'Q{letter}')}") for chip in LAMP_CHIPS for letter in "ABCDEFGH"
    ]
    assert outputs == [f"pad {pad} lamp" for pad in range(1, PADS + 1)] + ["open"]


# ---------------------------------------------------------------- the sheet


def test_crossing_lines_are_not_joined_and_ambiguity_is_an_error() -> None:
    sheet = Sheet(4, 4)
    sheet.wire((0, 1), (2, 1))
    sheet.wire((1, 0), (1, 2))
    for pin, place in (("A.1", (0.0, 1.0)), ("B.1", (2.0, 1.0)), ("C.1", (1.0, 0.0))):
        sheet.pin(pin, place)
    assert set(sheet.netlist().nets.values()) == {frozenset({"A.1", "B.1"}), frozenset({"C.1"})}
    sheet.dot((1, 1))
    assert set(sheet.netlist().nets.values()) == {frozenset({"A.1", "B.1", "C.1"})}
    sheet.wire((0.5, 1), (0.5, 2))
    with pytest.raises(NotDrawnClearly, match="without a dot"):
        sheet.netlist()


def test_two_names_on_one_net_are_an_error() -> None:
    sheet = Sheet(4, 4)
    sheet.wire((0, 1), (0, 3))
    sheet.ground((0, 1))
    sheet.supply((0, 3))
    with pytest.raises(NotDrawnClearly, match="is joined to"):
        sheet.netlist()
