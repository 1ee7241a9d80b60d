"""Dimming, moving and switching off the display in virtual time; and its thread."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.error import DeviceNotFoundError, DevicePermissionError
from PIL import Image

from gm_appliance.core.cues.screens import ClosedScreen, Lines, Screen
from gm_appliance.devices.display import oled
from gm_appliance.devices.display.drawing import draw, frame
from gm_appliance.devices.display.settings import DisplaySettings
from tests.devices.display.fake_bus import FakeBus
from tests.devices.display.oled_bench import DARK, Bench, moved

pytestmark = pytest.mark.many

HELLO = frame(Lines("Hello", ("Thor",)))


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A display that shows something at 100 seconds."""
    return Bench(monkeypatch).at(100.0).show(Lines("Hello", ("Thor",)))


def test_a_display_that_wakes_is_initialised_again(bench: Bench) -> None:
    """It may have lost power unnoticed while dark."""
    bench.at(401.0)
    bench.bus.plug()
    assert bench.at(402.0).wake().bus.picture in {moved(HELLO, *place) for place in oled.PLACES}


def test_with_closed_eyes_nothing_changes(bench: Bench) -> None:
    bench.at(110.0).show(ClosedScreen())
    seen = bench.bus.picture
    assert seen == frame(ClosedScreen())
    bench.bus.taken()
    for t in range(120, 1500, 10):
        bench.at(float(t))
        assert (bench.bus.picture, bench.bus.display.contrast) == (seen, oled.BRIGHT)
    assert set(bench.bus.carried) == {b"\x00\xe3"}, "it is asked whether it is there"
    bench.show("Open").at(1549.0)
    assert bench.bus.display.contrast == oled.BRIGHT
    assert bench.at(1551.0).bus.display.contrast == oled.DIM


def test_an_idle_display_wakes_the_box_every_five_seconds_at_most(bench: Bench) -> None:
    before = bench.woken
    bench.at(100.0 + 3600.0)
    assert bench.woken - before <= 3600 / 5 + 10
    assert bench.bus.taken() < 12_000


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.floats(0.001, 400.0, allow_nan=False), st.sampled_from(["show", "again", "wake", "close", ""])
        ),
        max_size=25,
    )
)
def test_at_any_times_it_is_lit_as_it_should_be(moments: list[tuple[float, str]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        bench = Bench(patch)
        screen: Screen | None = None
        touched = 0.0
        for number, (later, what) in enumerate(moments):
            bench.at(bench.now + later)
            if what in ("show", "close"):
                screen = ClosedScreen() if what == "close" else Lines(str(number))
                touched = touched if screen == bench.shown else bench.now
                bench.show(screen)
            elif what == "again" and screen:
                bench.show(screen)
            elif what == "wake":
                bench.wake()
                touched = bench.now
            else:
                bench.keeper.step(bench.now)
            idle = 0.0 if screen == ClosedScreen() else bench.now - touched
            dark = screen is None or idle >= oled.OFF_AFTER
            places = {moved(frame(screen), *place) for place in oled.PLACES} if screen else set()
            assert bench.bus.picture in ({DARK} if dark else places)
            assert dark or bench.bus.display.contrast == (oled.DIM if idle >= oled.DIM_AFTER else oled.BRIGHT)


def test_a_dimmed_picture_is_moved_every_minute(bench: Bench) -> None:
    seen = [bench.at(100.0 + oled.MOVE_EVERY * minute + 1).bus.picture for minute in range(5)]
    assert seen == [moved(HELLO, *oled.PLACES[minute % 4]) for minute in range(5)]


def test_the_picture_stays_where_it_is_when_somebody_presses(bench: Bench) -> None:
    moved_once = bench.at(161.0).bus.picture
    assert bench.wake().bus.picture == moved_once
    assert bench.at(200.0).bus.picture == moved_once


def test_a_display_that_never_dims_is_moved_too(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch)
    places = []
    for minute in range(40):
        screen = Lines("Council", (f"{minute} min of talk",))
        bench.at(59.0 * minute).show(screen)
        place = next(one for one in oled.PLACES if moved(frame(screen), *one) == bench.bus.picture)
        places.append(place)
    assert set(places) == set(oled.PLACES)
    changes = sum(one != other for one, other in itertools.pairwise(places))
    assert changes < 10, "seldom, and never while the frame stays"


def test_traffic_depends_only_on_screens_presses_and_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two displays one is stepped far more often; both get the same bytes at the same times."""

    def sent(looks: list[float]) -> list[tuple[float, bytes]]:
        bench = Bench(monkeypatch)
        carried: list[tuple[float, bytes]] = []
        real = bench.bus.transfer

        def noted(address: int, message: bytes) -> None:
            carried.append((bench.now, message))
            real(address, message)

        bench.bus.transfer = noted  # type: ignore[method-assign]
        moments: list[tuple[float, Callable[[], object]]] = [(look, lambda: None) for look in looks]
        moments += [(10.0, lambda: bench.show("One")), (100.0, lambda: bench.show(ClosedScreen()))]
        moments += [(300.0, lambda: bench.show("Two")), (500.0, bench.wake), (900.0, lambda: None)]
        for t, do in sorted(moments, key=lambda moment: moment[0]):
            bench.at(t)
            do()
            bench.keeper.step(t)
        return carried

    assert sent([]) == sent([0.5 * n for n in range(1800)])


class Watched:
    """A display with its thread, on a bus that can be stalled."""

    def __init__(self, patch: pytest.MonkeyPatch, settings: DisplaySettings | None = None) -> None:
        self.bus = FakeBus()
        patch.setattr("smbus2.SMBus", self.bus.open)
        self.told: list[str] = []
        self._changed = threading.Condition()
        self.bus._on_picture = self._see
        self.seen: list[bytes] = []
        opened = oled.open_display(settings or DisplaySettings(), self._hear)
        assert isinstance(opened, oled.Oled)
        self.display = opened

    def _see(self, picture: bytes) -> None:
        with self._changed:
            self.seen.append(picture)
            self._changed.notify_all()

    def _hear(self, part: str, what: str) -> None:
        with self._changed:
            self.told.append(what)
            self._changed.notify_all()

    def until(self, come: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(come, timeout=20.0)


def test_the_thread_shows_and_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Watched(monkeypatch)
    screen = Lines("Hello")
    table.display.show(screen)
    table.until(lambda: table.seen[-1:] == [frame(screen)])
    table.display.wake()
    table.display.close()
    assert table.bus.picture == DARK
    assert table.bus.handles == 0
    table.display.show(Lines("Too late"))
    table.display.wake()
    table.display.close()
    assert table.bus.picture == DARK
    assert table.told == []


def test_show_returns_while_the_bus_is_held_up_and_the_latest_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Watched(monkeypatch)
    busy, go_on = threading.Event(), threading.Event()

    def hold_up() -> None:
        busy.set()
        assert go_on.wait(20.0)

    table.bus.before = hold_up
    screens = [Lines(f"Screen {n}") for n in range(200)]
    table.display.show(screens[0])
    assert busy.wait(20.0)
    for screen in screens:
        table.display.show(screen)
    go_on.set()
    table.until(lambda: table.seen[-1:] == [frame(screens[-1])])
    whole = {frame(screen) for screen in screens}
    assert len([one for one in table.seen if one in whole]) <= 3
    table.display.close()


def test_a_screen_that_cannot_be_drawn_is_skipped(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(screen: Screen, **_mode: bool) -> Image.Image:
        if screen == Lines("Bad"):
            raise RuntimeError("no such thing")
        return draw(screen)

    monkeypatch.setattr("gm_appliance.devices.display.oled.draw", failing)
    table = Watched(monkeypatch)
    failed = threading.Event()
    monkeypatch.setattr(
        logging.getLogger("gm_appliance.devices.display.oled"), "exception", lambda *_: failed.set()
    )
    table.display.show(Lines("Bad"))
    assert failed.wait(20.0)
    table.display.show(Lines("Good"))
    table.until(lambda: table.seen[-1:] == [frame(Lines("Good"))])
    table.display.close()
    assert table.told == []


@pytest.mark.parametrize(
    ("error", "helps"),
    [
        (DeviceNotFoundError("I2C device not found on address: 0x3C"), "i2cdetect"),
        (OSError(121, "Remote I/O error"), "four wires"),
        (DeviceNotFoundError("I2C device not found: /dev/i2c-1"), "raspi-config"),
        (DevicePermissionError("I2C device permission denied: /dev/i2c-1"), "usermod -aG i2c"),
        (ModuleNotFoundError("No module named 'spidev'", name="spidev"), "apt install python3-spidev"),
        (RuntimeError(), "RuntimeError"),
    ],
)
def test_errors_are_explained_with_a_remedy(error: Exception, helps: str) -> None:
    assert helps in oled.why(error)
