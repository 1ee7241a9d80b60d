"""The settings of a real table's parts, and the pins they take."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.config import (
    parse,
)
from gm_appliance.config.settings import HEADER
from gm_appliance.core.ports import PANEL_BUTTONS
from gm_appliance.devices.display.settings import PINS
from tests.config.told import mistakes, refused

NUMBERED, NAMED = ("hw:0", "plughw:1,0", "sysdefault:0"), ("", "default", "plughw:CARD=vc4hdmi0,DEV=0")


@pytest.mark.parametrize("device", [*NUMBERED, *NAMED, "hw:CARD=b1"])
def test_a_card_by_number_is_doubted(device: str) -> None:
    doubts = parse(f"[sound]\ndevice = '{device}'".encode()).doubts()
    assert [f'"{device}"' in one and "CARD=" in one for one in doubts] == [True] * (device in NUMBERED)


@pytest.mark.parametrize(
    ("settings", "file", "text", "told"),
    [
        ("", "boot/firmware/config.txt", "dtparam=spi=on\ndtoverlay=hifiberry-digi-pro\n", ["up", "down"]),
        ("", "boot/config.txt", "dtoverlay=hifiberry-digi-pro,foo=1\n", ["up", "down"]),
        ("", "boot/firmware/config.txt", "#dtoverlay=hifiberry-digi-pro\n", []),
        ("", "proc/device-tree/hat/product", "HiFiBerry Digi2 Pro\0", ["up", "down"]),
        ("", "proc/device-tree/hat/product", "HiFiBerry MiniAmp\0", ["back", "repeat"]),
        ("", "proc/device-tree/hat/product", "Sense HAT\0", []),
        ("[panel]\nup = 19\n[sound]\ndevice = 'plughw:CARD=sndrpihifiberry'", "", "", ["up"]),
        ("[panel]\nup = 4", "boot/firmware/config.txt", "dtoverlay=max98357a\n", ["up"]),
        ("[panel]\nenabled = 'no'", "boot/firmware/config.txt", "dtoverlay=hifiberry-digi-pro\n", []),
        ("[display]\ninterface = 'spi'\nspi_dc = 20", "boot/config.txt", "dtoverlay=allo-boss\n", ["spi_dc"]),
    ],
)
def test_a_pin_that_a_sound_board_takes_is_doubted(
    settings: str, file: str, text: str, told: list[str], tmp_path: Path
) -> None:
    if file:
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text(text)
    doubts = parse(settings.encode()).doubts(tmp_path)
    assert [doubt.split("] ")[1].split(" ")[0] for doubt in doubts] == told
    for doubt in doubts:
        free = doubt.partition("Free: ")[2].split(", ")
        assert not {"5", "6", "18", "19", "20", "21"} & set(free) or "digi" not in text.lower()


PORT = 'a serial device such as "/dev/seathub", in quotes; or "none"'
ADDRESS, PIN = "a whole number from 0x03 to 0x77", "a whole number from 2 to 27"


@pytest.mark.parametrize(
    ("content", "legal", "meant"),
    [
        ('[display]\ni2c_address = "0x3d"', ADDRESS, "0x3D"),
        ("[display]\ni2c_address = 0x01", ADDRESS, "0x03"),
        ('[display]\ndriver = "SSD1306"', '"ssd1306", "sh1106", "ssd1309" or "none"', '"ssd1306"'),
        ("[display]\nlarge = false", '"yes" or "no"', '"no"'),
        ("[panel]\nok = 33", PIN, "13"),
        ("[panel]\nok = 30", PIN, "27"),  # ground
        ('[pads]\nport = "seathub"', PORT, ""),
        ('[voice]\nname = "Hans Joachim"', 'a voice of espeak-ng, such as "gmw/en+f3"; or ""', ""),
    ],
)
def test_a_wrong_value_is_told(content: str, legal: str, meant: str) -> None:
    assert mistakes(content) == [refused(content, legal, meant)]


def test_places_on_the_header_are_known_where_they_are_no_bcm_numbers() -> None:
    assert all(PINS[0] <= pin <= PINS[1] < place for place, pin in HEADER.items())
    assert [place for place in range(PINS[1] + 1, 41) if place not in HEADER] == [28, 30, 34, 39]


FREE = re.compile(r"\. Free: [\d, ]+$")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[panel]\nup = 4\nok = 4", "3: [panel] ok cannot be 4. GPIO4 is [panel] up, line 2"),
        ("[panel]\nok = 6", "2: [panel] ok cannot be 6. GPIO6 is [panel] down by default"),
        ("[panel]\nok = 2", "2: [panel] ok cannot be 2. GPIO2 is SDA of the display's I²C bus 1 by default"),
        (
            "[display]\ninterface = 'i2c'\ni2c_bus = 1\n[panel]\nok = 3",
            "5: [panel] ok cannot be 3. GPIO3 is SCL of the display's I²C bus 1, line 3",
        ),
        (
            "[display]\ninterface = 'spi'\n[panel]\nback = 7",
            "4: [panel] back cannot be 7. GPIO7 is CE1 of the display's SPI bus 0, line 2",
        ),
        (
            "[display]\ninterface = 'spi'\nspi_dc = 25",
            "3: [display] spi_dc cannot be 25. GPIO25 is [display] spi_reset, line 2",
        ),
        (
            "[display]\ninterface = 'spi'\nspi_bus = 1\nspi_device = 2",
            "4: [display] spi_device cannot be 2. GPIO16 is [panel] back by default",
        ),
    ],
)
def test_two_functions_on_one_pin_are_told_with_both_their_lines(content: str, said: str) -> None:
    (told,) = mistakes(content)
    assert FREE.sub("", told) == said
    assert FREE.search(told)


@pytest.mark.parametrize(
    "content",
    [
        "[display]\ndriver = 'none'\n[panel]\nok = 2",
        "[display]\ninterface = 'spi'\n[panel]\nok = 2",
        "[display]\ninterface = 'i2c'\nspi_dc = 5",
        "[panel]\nenabled = 'no'\nok = 5\nup = 5",
        "[panel]\nup = 6\ndown = 5",
        "[display]\ndriver = 'none'\ninterface = 'spi'\nspi_dc = 25",
        *(f"[display]\ninterface = '{one}'\n{one}_bus = {bus}" for one in ("i2c", "spi") for bus in (0, 1)),
    ],
)
def test_what_is_not_in_use_takes_no_pin(content: str) -> None:
    parse(content.encode())


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("[panel]\nup = 99\nok = 4\nback = 4\n[voice]\nrate = 1", [2, 4, 6]),
        ("[panel]\nenabled = true\nup = 4\nok = 4", [2, 4]),
    ],
)
def test_pins_are_told_beside_other_mistakes(content: str, lines: list[int]) -> None:
    assert [int(one.split(":")[0]) for one in mistakes(content)] == lines


@given(st.lists(st.integers(*PINS), min_size=5, max_size=5))
def test_five_buttons_take_five_pins(pins: list[int]) -> None:
    lines = [f"{button} = {pin}" for button, pin in zip(PANEL_BUTTONS, pins, strict=True)]
    content = "\n".join(["[panel]", *lines, "[display]", "driver = 'none'"])
    pairs = [(a, b) for a, b in itertools.combinations(range(5), 2) if pins[a] == pins[b]]
    if not pairs:
        assert list(parse(content.encode()).panel.pins.values()) == pins
        return
    told = [re.findall(r"^(\d+): .* line (\d+)\. Free: (.*)$", one)[0] for one in mistakes(content)]
    assert sorted((int(b) - 2, int(a) - 2) for a, b, _ in told) == pairs
    for _later, _earlier, free in told:
        assert set(json.loads(f"[{free}]")) == set(range(PINS[0], PINS[1] + 1)) - set(pins)
