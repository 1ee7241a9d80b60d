"""The measurements of a new hub find every missing resistor and diode, and every reversed diode."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from hardware.measurements import Measurement, of_a_pad, of_all
from hardware.netlist import Part, hub
from tests.hardware.meter import reads

NETS = {f"{part.ref}.{pin}": net for part in hub().parts for pin, net in part.pins.items()}
PAD = [part for part in hub().parts if part.pad == 1]
SHARED = [part for part in hub().parts if not part.pad]


def wrong(parts: Iterable[Part], measured: Iterable[Measurement]) -> list[Measurement]:
    """The measurements with a wrong reading."""
    parts = list(parts)
    found = []
    for one in measured:
        shown = reads(parts, NETS[one.red], NETS[one.black], diode=one.diode)
        if not one.low <= shown <= one.high:
            found.append(one)
    return found


def test_a_hub_as_it_should_be_reads_as_it_should() -> None:
    assert wrong(PAD, of_a_pad()) == []
    assert wrong(SHARED, of_all()) == []


def turned(part: Part) -> list[Part]:
    return [replace(part, pins={"1": part.pins["2"], "2": part.pins["1"]})]


@pytest.mark.parametrize(
    ("all_parts", "measure", "fault", "kinds"),
    [
        (PAD, of_a_pad, lambda part: [], "RD"),
        (PAD, of_a_pad, turned, "D"),
        (SHARED, of_all, lambda part: [], "R"),
    ],
)
def test_every_part_that_is_wrong_is_found(
    all_parts: list[Part],
    measure: Callable[[], Iterable[Measurement]],
    fault: Callable[[Part], list[Part]],
    kinds: str,
) -> None:
    tried = [part for part in all_parts if part.ref[0] in kinds]
    assert len(tried) >= 6
    for part in tried:
        faulty = [new for one in all_parts for new in (fault(one) if one is part else [one])]
        assert wrong(faulty, measure()), part


def test_without_the_diode_tests_a_missing_clamp_would_not_be_found() -> None:
    """The check can fail: these were once the only measurements on the wiring page."""
    ohms = [one for one in of_a_pad() if not one.diode]
    assert not wrong((part for part in PAD if part.ref != "D101"), ohms)
