"""One netlist: the firmware, the drawings, the pages' tables and the bill agree with it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from docs.drawings import box as connections
from docs.drawings.sheet import Netlist
from docs.drawings.wiring import DRAWINGS, HERE
from firmware.hub_protocol import PADS, WIRING
from gm_appliance.devices.panel import PanelSettings
from hardware import pages
from hardware.bill import BOXES, items, parts_of, unlisted
from hardware.netlist import (
    AT_INPUT,
    AT_LAMP,
    CAPACITOR,
    CLAMP,
    HC165,
    TO_SUPPLY,
    Circuit,
    Part,
    box,
    ends,
    hub,
    seat_pad,
)
from tests.firmware import inputs

pytestmark = pytest.mark.many

PAGE = (pages.DOCS / "wiring.md").read_text("utf-8")

# Pins from the data sheets. 74HC165: inputs A to H, in the order they are shifted out, then SER and QH.
SHIFTED, SHIFT_IN, SHIFT_OUT = ("6", "5", "4", "3", "14", "13", "12", "11"), "10", "9"
TIED_165 = {"1": "load", "2": "clock", "8": "ground", "15": "ground", "16": "3V3"}
# 74HC595: outputs QA to QH, then SER and QH′.
LIT, LAMP_IN, LAMP_OUT = ("15", "1", "2", "3", "4", "5", "6", "7"), "14", "9"
TIED_595 = {
    **{"8": "ground", "10": "3V3", "16": "3V3"},
    **{"11": "lamp clock", "12": "lamp latch", "13": "lamp off"},
}


def rejoined(circuit: Circuit, pin: str, net: str) -> Circuit:
    """The circuit with ``U1.3`` on another net."""
    ref, number = pin.split(".")
    return replaced(circuit, ref, lambda part: [replace(part, pins={**part.pins, number: net})])


def replaced(circuit: Circuit, ref: str, by: Callable[[Part], Iterable[Part]]) -> Circuit:
    parts = (new for part in circuit.parts for new in (by(part) if part.ref == ref else [part]))
    return replace(circuit, parts=tuple(parts))


def physical(gpio: int) -> str:
    """The Pico's pin for a GPIO: numbered from 1 at the corner; every fifth from the third on is ground."""
    return str(gpio + 1 + (gpio + 2) // 4)


def unlike_the_firmware(circuit: Circuit, seats: int) -> list[str]:
    """Where the hub's wiring, followed pin by pin, differs from what the firmware expects."""
    expected: dict[str, str] = {}
    for name, gpio in WIRING.items():
        series = [b for value, a, b in ends(circuit.parts) if a == f"{name.replace('_', ' ')} at the Pico"]
        expected[f"A1.{physical(gpio)}"] = f"{series[0]} at the Pico" if series else name.replace("_", " ")
    for number in range(2 * PADS + 2):
        pad, down = divmod(number, 2)
        name = f"pad {pad + 1} {'down' if down else 'up'}" if pad < seats else "3V3"
        expected[f"U{number // 8 + 1}.{SHIFTED[number % 8]}"] = "ground" if number == 2 * PADS else name
    for chip in range(1, 5):
        expected |= {f"U{chip}.{pin}": net for pin, net in TIED_165.items()}
        expected[f"U{chip}.{SHIFT_OUT}"] = f"chain {chip - 1}" if chip > 1 else "data"
        expected[f"U{chip}.{SHIFT_IN}"] = f"chain {chip}" if chip < 4 else "fill"
    for lamp in range(-(-seats // 8) * 8):
        expected[f"U{lamp // 8 + 5}.{LIT[lamp % 8]}"] = f"pad {lamp + 1} lamp" if lamp < seats else "open"
    for chip in range(5, 5 + -(-seats // 8)):
        expected |= {f"U{chip}.{pin}": net for pin, net in TIED_595.items()}
        expected[f"U{chip}.{LAMP_IN}"] = "lamp data" if chip == 5 else "lamp chain"
        expected[f"U{chip}.{LAMP_OUT}"] = "lamp chain" if chip == 5 < 4 + -(-seats // 8) else "open"
    joined = {f"{part.ref}.{pin}": net for part in circuit.parts for pin, net in part.pins.items()}
    return [
        f"{pin} is {joined.get(pin)}, not {net}" for pin, net in expected.items() if joined.get(pin) != net
    ]


@pytest.mark.parametrize("seats", [1, 7, 8, 9, PADS])
def test_the_netlist_is_what_the_firmware_expects(seats: int) -> None:
    assert unlike_the_firmware(hub(seats), seats) == []


@pytest.mark.parametrize(
    ("pin", "net"),
    [
        ("U1.6", "pad 1 down"),  # thumbs swapped
        ("U4.12", "3V3"),  # a sentinel
        ("U2.10", "fill"),  # the chain
        ("U5.15", "pad 2 lamp"),
        ("A1.4", "fill"),  # the clock
        ("U3.15", "3V3"),  # never shifts
    ],
)
def test_a_netlist_that_the_firmware_does_not_expect_is_found(pin: str, net: str) -> None:
    assert len(unlike_the_firmware(rejoined(hub(), pin, net), PADS)) == 1


def unprotected(circuit: Circuit) -> list[str]:
    """Missing protection between the chips and anything hands or leads can reach, or at a chip's supply."""
    found = [f"{net} ends at {min(pins)}" for net, pins in circuit.nets.items() if len(pins) == 1]
    joins = Counter(ends(circuit.parts))
    for jack in circuit.of("jack"):
        for number, series, kept in (("1", AT_INPUT, True), ("2", AT_INPUT, True), ("4", AT_LAMP, False)):
            wire = jack.pins[number]
            inner = [net for value, *both in joins for net in both if value == series and wire in both]
            at = next((net for net in inner if net != wire), "nothing")
            wanted = {(CLAMP, "ground", at): 1, (CLAMP, at, "3V3"): 1}
            if kept:
                wanted |= {(CAPACITOR, at, "ground"): 1, (TO_SUPPLY, "3V3", wire): 1}
            found += [f"{jack.ref}.{number}: {one}" for one, many in wanted.items() if joins[one] != many]
    chips = len(circuit.of("74HC165", "74HC595"))
    held = Counter(net for value, supply, net in joins.elements() if "kΩ" in value and supply == "3V3")
    needed = {
        "load": 4,
        "clock": 4,
        "chain 1": 1,
        "chain 2": 1,
        "chain 3": 1,
        "fill": 1,
        "lamp off": chips - 4,
    }
    found += [f"{held[net]} resistors at {net}" for net, many in needed.items() if held[net] != many]
    if joins["100 nF", "3V3", "ground"] != chips:
        found.append("a chip without its capacitor")
    return found


def test_every_wire_is_clamped_and_every_input_held() -> None:
    for seats in (1, 7, PADS):
        assert unprotected(hub(seats)) == []


@pytest.mark.parametrize("ref", ["D103", "D1506", "R701", "R702", "C301", "R905", "R6", "R19", "C6", "J4"])
def test_a_part_that_is_forgotten_is_found(ref: str) -> None:
    assert unprotected(replaced(hub(), ref, lambda part: [])) != []


def test_a_diode_the_wrong_way_round_is_found() -> None:
    def turned(part: Part) -> list[Part]:
        return [replace(part, pins={"1": part.pins["2"], "2": part.pins["1"]})]

    assert unprotected(replaced(hub(), "D101", turned)) != []


def test_capacitors_are_those_of_the_model_and_the_page() -> None:
    assert f"{inputs.CAPACITOR} nF" == CAPACITOR
    left = inputs.SUPPLY * math.exp(-inputs.SPIKE / (inputs.SERIES * inputs.CAPACITOR * 1e-9))
    assert left > inputs.HIGH
    assert f"leaves {left:.2f} V" in PAGE


def test_a_crossed_lead_leaves_a_pad_dead_and_never_swaps_thumbs() -> None:
    at = {number: net for number, net in seat_pad().part("J1").pins.items() if net != "open"}
    crossed = {name: seat_pad().part("J1").pins[str(7 - int(number))] for number, name in at.items()}
    assert crossed == {"up": "open", "down": "open", "ground": "lamp", "lamp": "ground"}


def sheets() -> dict[str, Netlist]:
    return {name: draw().netlist() for name, draw in DRAWINGS.items()}


def of_a_seat() -> Circuit:
    """A pad, with its nets named as at the hub."""
    wires = {name: hub().part("J1").pins[number] for number, name in seat_pad().part("J1").pins.items()}
    return Circuit(
        tuple(
            replace(part, ref=f"pad {part.ref}", pins={pin: wires[net] for pin, net in part.pins.items()})
            for part in seat_pad().parts
        )
    )


def misdrawn(drawn: dict[str, Netlist]) -> list[object]:
    """Where the drawings differ from the netlist. One pad is drawn for all."""
    parts = [part for part in (*hub().parts, *of_a_seat().parts) if part.pad <= 1]
    pins = {
        f"{part.ref}.{pin}": net for part in parts for pin, net in part.pins.items() if len(part.pins) > 2
    }
    seen = [(pin, net) for sheet in drawn.values() for net, found in sheet.nets.items() for pin in found]
    lamps = (part for part in hub().of(AT_LAMP) if part.pad > 1)
    expected = Counter(map(alike, ends([*parts, *lamps])))
    shown = {name: Counter(map(alike, sheet.parts)) for name, sheet in drawn.items()}
    both = (shown["switches"] + shown["lamps"]) | shown["pad"]
    return [*set(seen) ^ set(pins.items()), *(expected - both), *(both - expected)]


def alike(part: tuple[str, str, str]) -> tuple[str, ...]:
    """Only diodes have polarity."""
    value, *both = part
    return (value, *(both if value in (CLAMP, "LED") else sorted(both)))


def test_the_drawings_join_what_the_netlist_does() -> None:
    assert misdrawn(sheets()) == []


def test_every_part_is_named_in_the_drawings() -> None:
    seen = " ".join(re.sub(r"<[^>]*>", " ", (HERE / f"{name}.svg").read_text("utf-8")) for name in DRAWINGS)
    lamps = {part.ref for part in hub().of(AT_LAMP)}
    named = {part.ref for part in hub().parts if not part.pad or part.pad == 1} | lamps
    elsewhere = {"A1", "J1", "SW1"}  # the Pico, box header and service button are called so
    assert named - elsewhere - set(re.findall(r"[A-Z]+\d+", seen)) == set()


def test_a_wrong_drawing_is_found() -> None:
    right = sheets()
    nets = dict(right["switches"].nets)
    nets["load"], nets["clock"] = nets["clock"], nets["load"]
    swapped = replace(right["switches"], nets=nets)
    assert misdrawn({**right, "switches": swapped}) != []
    parts = [(value, b, a) if value == CLAMP else (value, a, b) for value, a, b in right["pad"].parts]
    assert misdrawn({**right, "pad": replace(right["pad"], parts=parts)}) != []
    fewer = replace(right["lamps"], parts=right["lamps"].parts[1:])
    assert misdrawn({**right, "lamps": fewer}) != []


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_picture_is_what_the_program_draws(name: str) -> None:
    assert (HERE / f"{name}.svg").read_text("utf-8") == DRAWINGS[name]().svg()


# The Pi's header, from its documentation: the places of these GPIOs.
AT_PLACE = {2: 3, 3: 5, 5: 29, 6: 31, 13: 33, 16: 36, 18: 12, 19: 35, 21: 40, 26: 37}


def misconnected(drawn: Netlist, circuit: Circuit) -> list[object]:
    """Where the picture of the box differs from the netlist."""
    seen = {(pin, net) for net, pins in drawn.nets.items() for pin in pins if net != pin}
    expected = {
        (f"{part.ref}.{pin}", net)
        for part in circuit.parts
        for pin, net in part.pins.items()
        if net != "open" and part.value != "switch"
    }
    buttons = Counter(tuple(sorted(part.pins.values())) for part in circuit.of("switch"))
    shown = Counter(tuple(sorted(both)) for value, *both in drawn.parts if value == "switch")
    return [*seen ^ expected, *(buttons - shown), *(shown - buttons)]


def test_the_box_is_connected_as_its_settings_say_and_as_drawn() -> None:
    header = box().part("P1").pins
    nets = {str(AT_PLACE[gpio]): button.upper() for button, gpio in PanelSettings().pins.items()}
    assert nets.items() <= header.items()
    bus = {2: "SDA", 3: "SCL", 18: "BCLK", 19: "LRC", 21: "DIN"}
    assert {str(AT_PLACE[gpio]): net for gpio, net in bus.items()}.items() <= header.items()
    assert {pin for pin, net in header.items() if net == "ground"} <= {
        str(place) for place in (6, 9, 14, 20, 25, 30, 34, 39)
    }
    drawn = connections.sheet()
    assert misconnected(drawn.netlist(), box()) == []
    assert connections.FILE.read_text("utf-8") == drawn.svg(), "draw it again: python -m docs.drawings.box"
    assert misconnected(drawn.netlist(), rejoined(box(), "DS1.SDA", "SCL")) != []


def outdated() -> list[str]:
    return [path.name for path, text in pages.pages() if path.read_text("utf-8") != text]


def test_tables_are_what_the_netlist_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outdated() == [], "write them again: python -m hardware.pages"
    monkeypatch.setattr(pages, "HUB", rejoined(hub(), "U3.5", "pad 9 up"))
    assert outdated() == ["wiring.md"]


def test_the_words_of_the_page_have_the_netlists_values() -> None:
    contacts = re.findall(r"^\| [124] \| (up|down|lamp) \| ([^|]+?) \|", PAGE, re.MULTILINE)
    assert contacts == [
        ("up", f"{TO_SUPPLY} to 3V3; {AT_INPUT} to the input"),
        ("down", f"{TO_SUPPLY} to 3V3; {AT_INPUT} to the input"),
        ("lamp", f"{AT_LAMP} to the output"),
    ]
    held: Counter[tuple[str, str]] = Counter()
    rows = r"^\| ([\d.]+ kΩ) \| (\S+) of U(\d)(?: to U(\d))? \|"
    for value, name, first, last in re.findall(rows, PAGE, re.MULTILINE):
        number = {pages.plain(called): pin for pin, called in HC165.items()}[name]
        chips = (hub().part(f"U{chip}") for chip in range(int(first), int(last or first) + 1))
        held.update((value, chip.pins[number]) for chip in chips)
    of_switches = (part for part in hub().parts if not part.pad and "kΩ" in part.value)
    assert held == Counter((value, net) for value, _, net in ends(of_switches) if net != "lamp off")


def test_all_that_the_netlist_has_is_on_the_bill_and_counted() -> None:
    bill = items()
    assert unlisted(bill) == set()
    assert unlisted(bill[:-10]) != set()
    by_value = {item.value: item for item in bill if item.value}
    # Counted by hand: two clamps of two diodes at the switches of a pad, one at its lamp.
    assert [by_value["BAT85"].quantity(seats) for seats in BOXES.values()] == [0, 6 * 7, 6 * 15]
    assert [by_value["switch"].quantity(seats) for seats in BOXES.values()] == [5, 5 + 14, 5 + 30]
    assert [by_value["jack"].quantity(seats) for seats in BOXES.values()] == [0, 14, 30]
    assert [by_value["74HC165"].quantity(seats) for seats in BOXES.values()] == [0, 4, 4]
    for item in bill:
        assert all(item.sources)
        assert item.sources[0] != item.sources[1]
        assert item.value in ("", *parts_of(PADS))
