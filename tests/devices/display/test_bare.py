"""Pictures sent without a drawing library, to a display that decodes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

from gm_appliance.devices import gpio_chips
from gm_appliance.devices.display import bare
from gm_appliance.devices.display.drawing import draw
from gm_appliance.devices.display.settings import DisplaySettings
from tests.benches.decoded_bus import SimulatedController
from tests.devices.display.bare_pictures import SCREENS
from tests.devices.display.fake_bus import FakeBus


@pytest.mark.parametrize("driver", ["ssd1306", "ssd1309", "sh1106"])
@pytest.mark.parametrize("rotation", [0, 2])
@pytest.mark.parametrize("name", SCREENS)
def test_each_display_shows_them_the_right_way_up(name: str, rotation: int, driver: str) -> None:
    bus = FakeBus(driver)
    settings = DisplaySettings(driver=driver, rotation=rotation)
    for message in bare.messages((bare.PICTURES / f"{name}.pages").read_bytes(), settings):
        assert len(message) <= 33
        bus.transfer(bus.address, message)
    expected = draw(SCREENS[name])
    if rotation:
        expected = expected.transpose(Image.Transpose.ROTATE_180)
    outdated = "python -m tests.devices.display.bare_pictures draws them again"
    assert bus.display.picture() == expected.tobytes(), outdated


def test_an_offset_moves_them_as_it_moves_all_others() -> None:
    bus = FakeBus("sh1106", first=4)
    picture = (bare.PICTURES / "welcome.pages").read_bytes()
    for message in bare.messages(picture, DisplaySettings(driver="sh1106", offset=2)):
        bus.transfer(bus.address, message)
    assert bus.display.picture() == draw(SCREENS["welcome"]).tobytes()


class _Lgpio(ModuleType):
    """Debian's lgpio, with an SPI display that uses pins 17 and 27."""

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.display = SimulatedController("ssd1309")
        self.levels: dict[int, int] = {}
        self.held = 0

    def gpiochip_open(self, chip: int) -> int:
        assert chip == 4
        return 0

    def spi_open(self, bus: int, device: int, _hz: int, _flags: int) -> int:
        assert (bus, device) == (1, 2)
        return 1

    def gpio_claim_output(self, _chip: int, pin: int, level: int) -> None:
        self.levels[pin] = level

    def gpio_write(self, chip: int, pin: int, level: int) -> None:
        self.held += self.levels[27] == 0 and pin == 27 and level == 1
        self.gpio_claim_output(chip, pin, level)

    def spi_write(self, _bus: int, data: bytes) -> None:
        assert self.levels[27], "the display is held in reset"
        (self.display.data if self.levels[17] else self.display.command)(data)

    def spi_close(self, _bus: int) -> None: ...

    def gpiochip_close(self, _chip: int) -> None: ...


def test_a_display_on_spi_is_reset_and_shows_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    lgpio = _Lgpio()
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.setattr(gpio_chips, "labels", lambda: {4: "pinctrl-rp1"})
    connected = DisplaySettings("ssd1309", "spi", spi_bus=1, spi_device=2, spi_dc=17, spi_reset=27)
    bare.show("unplug", connected)
    assert lgpio.held == 1
    assert lgpio.display.picture() == draw(SCREENS["unplug"]).tobytes()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", DisplaySettings()),
        ("[display]\ndriver = 'sh1106'\nrotation = 2\n", DisplaySettings(driver="sh1106", rotation=2)),
        ("[display]\ni2c_address = 0x3D\nlarge = 'x'\n", DisplaySettings(i2c_address=0x3D)),
        (
            "[display]\ninterface = 'spi'\nspi_dc = 17\nspi_reset = 27\n",
            DisplaySettings(interface="spi", spi_dc=17, spi_reset=27),
        ),
        ("[display]\nrotation = 'up'\n", DisplaySettings()),
        ("display = 7\n", DisplaySettings()),
        ("[display\n", DisplaySettings()),
    ],
)
def test_readable_settings_are_used(text: str, expected: DisplaySettings, tmp_path: Path) -> None:
    file = tmp_path / "gm-appliance.toml"
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())  # as saved by an editor on another computer
    assert bare.settings_in((tmp_path / "not there", file)) == expected


def test_a_display_that_is_not_there_is_an_oserror() -> None:
    for settings in (
        DisplaySettings(driver="none"),
        DisplaySettings(interface="spi"),
        DisplaySettings(i2c_bus=22),
    ):
        with pytest.raises(OSError, match=r"no display|No such file"):
            bare.show("welcome", settings)


@pytest.mark.process
def test_nothing_heavy_is_loaded_for_the_first_picture() -> None:
    code = "import sys; import gm_appliance.install.welcome; print('\\n'.join(sys.modules))"
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append({str(Path.cwd())!r}); {code}"]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert not {"PIL", "luma", "gpiozero", "pygame", "logging", "subprocess", "asyncio"} & set(loaded)
