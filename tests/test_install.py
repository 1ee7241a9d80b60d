"""The documented installation against the files, the defaults and a Pi's header."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from gm_appliance.config import DisplaySettings, PanelSettings, configuration
from gm_appliance.config.pins import I2C_PINS, SPI_PINS
from gm_appliance.config.settings import HEADER
from gm_appliance.devices.display.settings import PINS
from gm_appliance.install.building import APT
from gm_appliance.install.places import Places
from gm_appliance.install.system_files import FILES

ROOT = Path(__file__).parent.parent
DOCUMENT = (ROOT / "docs" / "install.md").read_text("utf-8")
WIRING = (ROOT / "docs" / "start-pi.md").read_text("utf-8") + DOCUMENT

PI_4 = PiBoardInfo.from_revision(0xC03114)
ON_HEADER = {place: pin.name for place, pin in PI_4.headers["J8"].pins.items()}
"""The pin at each place of the header, according to gpiozero."""


def table(first_heading: str) -> list[list[str]]:
    """The cells of the table with this first heading, without the headings."""
    lines = WIRING.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {first_heading} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def test_the_buttons_are_wired_as_built_in() -> None:
    rows = table("button")
    assert {name.lower(): pin for name, pin, _place, _to in rows} == {
        button: f"GPIO{pin}" for button, pin in PanelSettings().pins.items()
    }
    for _name, pin, place, to in rows:
        assert ON_HEADER[int(place)] == pin
        assert to == "ground"
    (shared,) = re.findall(r"a ground that all may share, such as place (\d+)", WIRING)
    assert ON_HEADER[int(shared)] == "GND"


@pytest.mark.parametrize("bus", ["I²C", "SPI"])
def test_the_display_is_wired_as_built_in(bus: str) -> None:
    names = {"3.3 V": "3V3", "ground": "GND"}
    pins = {}
    for wire, to, place in table(f"display, {bus}"):
        assert ON_HEADER[int(place)] == names.get(to, to)
        pins[wire] = to
    built_in = DisplaySettings()
    if bus == "I²C":
        lines = {name: f"GPIO{pin}" for pin, name in I2C_PINS[built_in.i2c_bus].items()}
        assert {wire: pins[wire] for wire in lines} == lines
    else:
        wires = {name: f"GPIO{pin}" for pin, name in SPI_PINS[built_in.spi_bus].items()}
        assert pins["SCLK, D0 or CLK"] == wires["SCLK"]
        assert pins["MOSI, D1 or SDA"] == wires["MOSI"]
        assert pins["CS"] == wires[f"CE{built_in.spi_device}"]
        assert (pins["D/C"], pins["RES or RST"]) == (f"GPIO{built_in.spi_dc}", f"GPIO{built_in.spi_reset}")


def test_the_configuration_agrees_with_gpiozero_about_the_header() -> None:
    shown = {place: f"GPIO{pin}" for place, pin in HEADER.items()}
    assert shown == {
        place: name
        for place, name in ON_HEADER.items()
        if place > PINS[1] and name.startswith("GPIO") and name != "GPIO1"  # for a HAT's EEPROM
    }
    in_comments = re.findall(
        r"pin (\d+) of the header[^=]*?^(\w+) = (\d+)$",
        (ROOT / "config/gm-appliance.toml").read_text("utf-8"),
        re.MULTILINE,
    )
    assert [name for _place, name, _pin in in_comments] == [
        *("up", "down", "ok", "back", "repeat", "spi_dc", "spi_reset")
    ]
    for place, _name, pin in in_comments:
        assert ON_HEADER[int(place)] == f"GPIO{pin}"


def test_every_system_file_is_installed() -> None:
    assert {one.source for one in FILES} == {
        str(path.relative_to(ROOT)) for path in (ROOT / "systemd").iterdir()
    }


def test_the_command_on_the_path_is_that_of_the_current_release() -> None:
    (put,) = [one for one in FILES if one.to == "usr/local/bin/gm-appliance"]
    assert put.mode == 0o755
    assert f'exec {Places().current}/environment/bin/gm-appliance "$@"' in (ROOT / put.source).read_text()


def test_the_document_matches_the_installer() -> None:
    assert set(
        re.findall(r"`([a-z0-9-]+)`", DOCUMENT.partition("from Debian (")[2].partition(")")[0])
    ) == set(APT)
    options = {
        option
        for line in DOCUMENT.splitlines()
        for option in re.findall(r"--(?:back|now|remove|voice)\b", line)
    }
    assert options == {"--back", "--now", "--remove", "--voice"}
    help_ = subprocess.run([ROOT / "install.sh", "--help"], capture_output=True, text=True, check=True).stdout
    assert all(option in help_ for option in options)


def test_the_installed_configuration_is_valid() -> None:
    assert configuration(ROOT / "config/gm-appliance.toml").doubts() == ()
