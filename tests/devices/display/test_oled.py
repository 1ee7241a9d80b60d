"""The display's driver, from picture to glass: luma's own, on a bus that decodes it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest
from gpiozero.pins.mock import MockFactory
from luma.oled import device as devices
from PIL import Image

from gm_appliance.core.cues.screens import Lines, MenuScreen, Screen
from gm_appliance.devices.display import driver as oled_driver
from gm_appliance.devices.display.drawing import draw, frame
from gm_appliance.devices.display.driver import Controller, DisplayDriver, Region, Rows, changes
from gm_appliance.devices.display.oled import Keeper
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.devices.display.spi import spi_interface
from tests.devices.display.fake_bus import FakeBus, FakeSpi
from tests.devices.display.oled_bench import DARK, Bench, turned

DRIVERS = ("ssd1306", "sh1106", "ssd1309")
FULL_FRAME = 1034
"""The bytes that luma sends for a whole picture."""


def pictures(seed: int, upright: bool = False) -> Iterator[Image.Image]:
    """Noise, then random changes: a few pixels, a block, or everything."""
    rng = Random(seed)
    size = (64, 128) if upright else (128, 64)
    picture = Image.frombytes("1", size, rng.randbytes(1024))
    while True:
        yield picture.copy()
        match rng.randrange(4):
            case 0:
                picture = Image.frombytes("1", size, rng.randbytes(1024))
            case 1:
                left, top = rng.randrange(size[0] - 20), rng.randrange(size[1] - 20)
                picture.paste(rng.randrange(2), (left, top, left + rng.randrange(1, 20), top + 17))
            case _:
                for _ in range(rng.randrange(1, 6)):
                    picture.putpixel((rng.randrange(size[0]), rng.randrange(size[1])), rng.randrange(2))


class Gallery:
    """Screens that stand for random pictures."""

    def __init__(self, seed: int, upright: bool = False) -> None:
        self._pictures = list(itertools.islice(pictures(seed, upright), 40))
        self.screens = [Lines(str(index)) for index in range(len(self._pictures))]

    def draw(self, screen: Screen) -> Image.Image:
        assert isinstance(screen, Lines)
        return self._pictures[int(screen.title)].copy()


@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("driver", DRIVERS)
def test_the_glass_shows_every_picture(driver: str, rotation: int, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = DisplaySettings(driver, rotation=rotation)
    gallery = Gallery(rotation, settings.upright)
    bench = Bench(monkeypatch, settings, drawn=gallery.draw)
    sent = []
    for screen in gallery.screens:
        bench.bus.taken()
        bench.show(screen)
        assert bench.bus.picture == turned(gallery.draw(screen), rotation), screen
        sent.append(bench.bus.taken())
    assert min(sent[1:]) < 60, "a few pixels cost a few bytes"
    assert sorted(sent)[len(sent) // 2] < FULL_FRAME / 2
    assert bench.told == []


def test_an_unchanged_frame_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch).show(Lines("Vote", ("Thor",)))
    bench.bus.taken()
    bench.show(Lines("Vote", ("Thor",)))  # the same screen
    bench.show(Lines("Vote", ("Thor", " ")))  # a different screen that looks the same
    assert bench.bus.taken() == 0


@pytest.mark.parametrize(("first", "offset"), [(2, 0), (0, -2), (4, 2), (3, 1)])
def test_the_offset_mends_a_shifted_picture(first: int, offset: int, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = DisplaySettings("sh1106", offset=offset)
    bench = Bench(monkeypatch, settings, FakeBus("sh1106", first=first))
    for title in ("One", "Another"):
        assert bench.show(title).bus.picture == frame(Lines(title))


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_display_on_spi_shows_the_same(driver: str) -> None:
    settings = DisplaySettings(driver, "spi", spi_dc=17, spi_reset=27)
    pins = MockFactory()
    for _ in range(2):  # the second round would fail if a pin were still in use
        port = FakeSpi(pins, driver, dc=17, reset=27)
        display_driver = DisplayDriver(settings, partial(spi_interface, settings, pins, port))
        keeper = Keeper(display_driver, lambda part, what: pytest.fail(what), draw, 0.0)
        for screen in (Lines("One", ("two",)), Lines("Three"), MenuScreen("Four", ("five", "six"), 1)):
            keeper.show(screen, 0.0)
            keeper.step(0.0)
            assert port.display.picture() == frame(screen)
        assert port.resets == 1
        keeper.close()
        assert not port.is_open


def test_pins_are_released_without_spi() -> None:
    class NoPort:
        def open(self, _port: int, _device: int) -> None:
            raise FileNotFoundError(2, "No such file or directory")

    pins = MockFactory()
    for _ in range(2):  # the second round would fail if the pins were still in use
        with pytest.raises(Exception, match="SPI device not found"):
            spi_interface(DisplaySettings(interface="spi"), pins, NoPort())


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
def test_pulled_out_in_the_middle_of_a_picture_and_back(driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gallery = Gallery(7)
    for left in range(10):
        bench = Bench(monkeypatch, DisplaySettings(driver), drawn=gallery.draw).show(gallery.screens[0])
        bench.bus.left = left
        for number, screen in enumerate(gallery.screens[1:5]):
            bench.at(float(number)).show(screen)
        assert bench.bus.left < 0
        bench.at(8.0)
        assert bench.what == ["lost"], "told once, however much is shown"
        bench.at(30.0)
        assert bench.what == ["lost"], "and however often it is looked for"
        bench.bus.plug()
        bench.at(34.0)
        assert bench.what == ["lost", "back"]
        assert bench.bus.picture == turned(gallery.draw(gallery.screens[4]), 0)
        assert bench.show(gallery.screens[5]).bus.picture == turned(gallery.draw(gallery.screens[5]), 0)
        bench.keeper.close()
        assert bench.bus.handles == 0


@pytest.mark.parametrize("lacks", ["the display", "the bus"])
def test_a_returning_display_shows_the_latest_screen(lacks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bus = FakeBus()
    bus.plugged, bus.missing = lacks == "the bus", lacks == "the bus"
    bench = Bench(monkeypatch, bus=bus).show("Hello").at(1.0)
    assert bench.what == ["missing"]
    bench.at(20.0).show("Later").at(31.5)
    bus.missing = False
    bus.plug()
    bench.at(34.0)
    assert bench.told == [(0.25, "display", "missing"), (33.25, "display", "back")]
    assert bus.picture == frame(Lines("Later"))


@pytest.mark.parametrize("left", range(6))
def test_a_transient_error_is_retried_and_not_reported(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch).show("Hello").at(1.0)
    bench.bus.left = left
    for title in ("One", "Another", "A third"):
        bench.show(title)
        if not bench.bus.plugged:
            break
    assert not bench.bus.plugged
    bench.bus.plugged, bench.bus.left = True, None
    assert bench.at(1.3).bus.picture == frame(Lines(title))
    assert bench.told == []


def test_an_idle_display_that_is_pulled_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch).show("Hello").at(12.0)
    bench.bus.plugged = False
    bench.at(18.0)
    assert bench.told == [(15.25, "display", "lost")]
    assert bench.bus.taken() < FULL_FRAME + 100, "asking costs hardly anything"


def test_looking_for_it_a_thousand_times_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    real = devices.ssd1306.__init__

    def counted(self: object, *args: object, **kwargs: object) -> None:
        made.append(self)
        real(self, *args, **kwargs)

    monkeypatch.setattr(devices.ssd1306, "__init__", counted)
    bench = Bench(monkeypatch).show("Hello")
    bench.bus.plugged = False
    bench.at(3000.0)
    assert bench.bus.opened > 900
    assert bench.bus.handles == 0
    assert len(made) == 1, "luma keeps every device until the process ends"


def test_closing_clears_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch).show("Hello")
    assert bench.bus.picture != DARK
    bench.keeper.close()
    assert not bench.bus.display.on
    assert not any(any(page) for page in bench.bus.display.memory)
    assert bench.bus.handles == 0


Fault = Callable[[pytest.MonkeyPatch], None]


def elsewhere(edge: str, patch: pytest.MonkeyPatch) -> None:
    """Regions begin a page or a column too early."""
    real = DisplayDriver._address

    def early(self: DisplayDriver, region: Region) -> None:
        real(self, region._replace(**{edge: max(getattr(region, edge) - 1, 0)}))

    patch.setattr(DisplayDriver, "_address", early)


def page_forgotten(patch: pytest.MonkeyPatch) -> None:
    def some(before: Rows | None, after: Rows, controller: Controller) -> list[Region]:
        return changes(before, after, controller)[:-1]

    patch.setattr(oled_driver, "changes", some)


def bits_reversed(patch: pytest.MonkeyPatch) -> None:
    real = oled_driver.pages_of
    flip = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
    patch.setattr(oled_driver, "pages_of", lambda one: tuple(page.translate(flip) for page in real(one)))


def without(step: str, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(DisplayDriver, step, lambda *_: None)


FAULTS: dict[str, Fault] = {
    "wrong page": partial(elsewhere, "top"),
    "wrong column": partial(elsewhere, "left"),
    "page forgotten": page_forgotten,
    "bits reversed": bits_reversed,
    "never lit": partial(without, "light"),
    "not set up": partial(without, "begin"),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("driver", DRIVERS)
def test_the_decoder_sees_a_planted_fault(driver: str, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    gallery = Gallery(3)
    fault(monkeypatch)
    bench = Bench(monkeypatch, DisplaySettings(driver), drawn=gallery.draw)
    seen = [bench.show(one).bus.picture == turned(gallery.draw(one), 0) for one in gallery.screens]
    assert not all(seen)
