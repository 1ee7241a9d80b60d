"""The display: a small OLED, driven by luma.oled, and dimmed while nobody uses it.

One thread owns the display and always shows the latest frame. `Keeper` does its work, and is given the times:
tests need neither thread nor clock.

Secrecy: what is sent, and when, depends only on the screens shown, on `wake` and on the clock. The host calls
`wake` only for open presses.
"""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from PIL import Image

from gm_appliance.core.cues.screens import ClosedScreen, Screen
from gm_appliance.core.ports import FaultReport
from gm_appliance.devices.display.drawing import draw
from gm_appliance.devices.display.driver import DisplayDriver, connect_to
from gm_appliance.devices.display.settings import NONE, DisplaySettings
from gm_appliance.devices.worker import Worker

log = logging.getLogger(__name__)

DIM_AFTER = 60.0  # seconds without a new frame or a press until the display dims
OFF_AFTER = 300.0  # seconds until it goes off
MOVE_EVERY = 60.0  # seconds between moves of a dimmed picture by a pixel
MOVE_LIT = 300.0  # seconds after which a new frame is moved too, if the display has not dimmed
PLACES = ((0, 0), (1, 0), (1, 1), (0, 1))  # the offsets of the picture in turn: pixels to the right and down
AGAIN = 0.25  # seconds until a second attempt: wires pick up noise; if it fails the display is lost
RETRY = 3.0  # seconds between searches for a lost display
PING = 5.0  # seconds without traffic until the display is checked
BRIGHT, DIM = 0xCF, 0x08  # contrast

Draw = Callable[[Screen], Image.Image]


# ---------------------------------------------------------------- whether it answers


class _Health:
    """Whether the display answers. Reports once when it is missing, lost or back.

    retry: when to look for it again.
    """

    def __init__(self, fault: FaultReport, now: float) -> None:
        self._fault = fault
        self._found = False
        self._misses = 0
        self._told = ""
        self.retry = now

    def answered(self) -> None:
        self._found, self._misses = True, 0
        if self._told:
            self._told = ""
            log.info("The display is back.")
            self._fault("display", "back")

    def failed(self, error: Exception, now: float) -> None:
        self._misses += 1
        self.retry = now + (AGAIN if self._misses == 1 else RETRY)
        if self._misses > 1 and not self._told:
            self._told = "lost" if self._found else "missing"
            log.error("The display is %s: %s", self._told, why(error))
            self._fault("display", self._told)


# ---------------------------------------------------------------- what is shown


class Keeper:
    """Keeps the display showing the latest screen. Times are seconds that only go forward.

    `show` and `wake` may be called from any thread; `step` and `close` from one.

    draw: draws screens; may be replaced, for the next ones.
    leaves: whether the last picture stays when the display is closed.
    """

    def __init__(self, driver: DisplayDriver, fault: FaultReport, draw: Draw, now: float) -> None:
        self._driver = driver
        self._health = _Health(fault, now)
        self._lock = threading.Lock()
        self._asked: tuple[Screen, float] | None = None  # the newest screen, not processed yet
        self._touched = now  # the last new frame or press
        self._shown: tuple[Screen, Image.Image] | None = None
        self._place = 0
        self._moved = now
        self._contrast = 0  # as set on the display; 0 is off
        self._spoken = now  # when the display last answered
        self.draw = draw
        self.leaves = False

    @property
    def shows(self) -> bool:
        """Whether it has been given a screen."""
        return self._shown is not None

    def show(self, screen: Screen, now: float) -> None:
        """Show this at the next `step`; a screen replaced before then is never shown."""
        with self._lock:
            self._asked = (screen, now)

    def wake(self, now: float) -> None:
        """A button was pressed: brighten."""
        with self._lock:
            self._touched = max(self._touched, now)

    def step(self, now: float) -> float:
        """Do what is due; returns when to call this again if nothing is shown or pressed before. Raises only
        errors of drawing; the former frame stays then."""
        self._look()
        if self._driver.connected or self._health.retry <= now:
            try:
                self._send(now)
            except Exception as error:
                self._driver.disconnect()
                self._contrast = 0
                self._health.failed(error, now)
            else:
                self._health.answered()
        return self._due(now)

    def close(self) -> None:
        """Leave the display dark and its memory empty; if it `leaves` its picture, keep that."""
        try:
            if self._driver.connected and self._shown and not self.leaves:
                self._driver.light(False)
                self._driver.put(Image.new("1", self._shown[1].size))
        except Exception as error:
            log.info("The display could not be cleared: %s", error)
        self._driver.disconnect()

    # ------------------------------------------------------------ what to show

    def _look(self) -> None:
        """Process the newest screen. One that looks like the last is no new frame."""
        with self._lock:
            asked, self._asked = self._asked, None
        if asked is None or (self._shown and self._shown[0] == asked[0]):
            return
        screen, since = asked
        picture = self.draw(screen)
        if self._shown is None or self._shown[1].tobytes() != picture.tobytes():
            self.wake(since)
            if since >= self._moved + MOVE_LIT:
                self._move(since)
        self._shown = screen, picture

    def _move(self, now: float) -> None:
        self._place = (self._place + 1) % len(PLACES)
        self._moved = now

    def _rest(self, now: float) -> tuple[int, float]:
        """The contrast, 0 for off, and how long it stays so if nothing happens."""
        if self._shown is not None and isinstance(self._shown[0], ClosedScreen):
            # Not even the light changes until eyes are open again.
            return BRIGHT, float("inf")
        with self._lock:
            touched = self._touched
        for contrast, until in ((BRIGHT, touched + DIM_AFTER), (DIM, touched + OFF_AFTER)):
            if self._shown is not None and now < until:
                return contrast, until
        return 0, float("inf")

    # ------------------------------------------------------------ sending it

    def _send(self, now: float) -> None:
        contrast, _until = self._rest(now)
        if contrast == DIM and now >= self._moved + MOVE_EVERY:
            self._move(now)
        said = contrast != self._contrast
        if not self._driver.connected:
            self._driver.connect()
            self._driver.begin()
            said = True
        elif contrast and not self._contrast:
            # A dark display is initialised again: on SPI it may have lost power unnoticed.
            self._driver.begin()
        if contrast and contrast != self._contrast:
            self._driver.contrast(contrast)
        if contrast and self._shown:
            # Moved against burn-in; a row or column of pixels may be lost.
            placed = Image.new("1", self._shown[1].size)
            placed.paste(self._shown[1], PLACES[self._place])
            said |= self._driver.put(placed)
        if bool(contrast) != bool(self._contrast):
            self._driver.light(bool(contrast))
        self._contrast = contrast
        if not said and now >= self._spoken + PING:
            self._driver.ping()
            said = True
        if said:
            self._spoken = now

    def _due(self, now: float) -> float:
        if not self._driver.connected:
            return self._health.retry
        dues = [self._spoken + PING, self._rest(now)[1]]
        if self._contrast == DIM:
            dues.append(self._moved + MOVE_EVERY)
        return min(dues)


# ---------------------------------------------------------------- the thread


class Oled:
    """The display on its thread, until `close`: `ports.Display`, and `wake` for open presses."""

    def __init__(self, keeper: Keeper, upright: bool, now: Callable[[], float]) -> None:
        self._keeper = keeper
        self._upright = upright
        self._now = now
        self._afterwards: Callable[[], object] | None = None
        mishap = "The display could not draw a screen and goes on."
        self._worker = Worker("display", self._step, mishap, log, retry=RETRY, now=now, end=keeper.close)
        self._worker.start()

    def _step(self) -> float:
        due = self._keeper.step(self._now())
        if self._keeper.shows and self._afterwards:
            afterwards, self._afterwards = self._afterwards, None
            afterwards()
        return due

    def after_first(self, act: Callable[[], object]) -> None:
        """Set before `show`: called on the display's thread once the first screen is shown or cannot be."""
        self._afterwards = act

    def show(self, screen: Screen) -> None:
        """Show a screen. Returns at once; only the newest is shown."""
        self._keeper.show(screen, self._now())
        self._worker.wake()

    def enlarge(self, large: bool) -> None:
        """Draw larger letters and fewer words, or the usual ones, from the next screen on."""
        self._keeper.draw = partial(draw, large=large, upright=self._upright)

    def wake(self) -> None:
        """A button was pressed openly: brighten for a while."""
        self._keeper.wake(self._now())
        self._worker.wake()

    def leave(self) -> None:
        """The box is switched off: the picture stays when the display is closed."""
        self._keeper.leaves = True

    def close(self) -> None:
        """Clear the display and close it. Waits at most two seconds."""
        self._worker.close(2.0)


class NoDisplay:
    """Stands in for a display if the table has none."""

    def after_first(self, act: Callable[[], object]) -> None:
        act()

    def show(self, screen: Screen) -> None: ...

    def enlarge(self, large: bool) -> None: ...

    def wake(self) -> None: ...

    def leave(self) -> None: ...

    def close(self) -> None: ...


def open_display(
    settings: DisplaySettings, fault: FaultReport, now: Callable[[], float] = time.monotonic, bus: Any = None
) -> Oled | NoDisplay:
    """The display at work; a missing one is reported, and searched for until it appears. Never raises.

    fault: called with ``"display"`` and ``"missing"``, ``"lost"`` or ``"back"``, once per change,
    from the display's thread. bus: replaces the machine's I²C bus, with the interface of smbus2.SMBus.
    """
    if settings.driver == NONE:
        return NoDisplay()
    driver = DisplayDriver(settings, connect_to(settings, bus))
    drawing = partial(draw, large=settings.large, upright=settings.upright)
    return Oled(Keeper(driver, fault, drawing, now()), settings.upright, now)


UNANSWERED = (errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT)


def why(error: Exception) -> str:
    """An error of luma or the kernel in words, with a remedy."""
    said, kind = str(error) or type(error).__name__, type(error).__name__
    if isinstance(error, ModuleNotFoundError):
        return (
            f"{error.name} is not installed for this Python. Install it (sudo apt install "
            f"python3-{error.name}) and make the virtual environment with --system-site-packages"
        )
    if kind == "DevicePermissionError" or isinstance(error, PermissionError):
        return f"{said}. This user may not use it: sudo usermod -aG i2c,spi,gpio USER, then log in again"
    if "0x" in said or (isinstance(error, OSError) and error.errno in UNANSWERED):
        return f"{said}. Check its four wires; sudo i2cdetect -y 1 shows the addresses that answer"
    if kind == "DeviceNotFoundError":
        return f"{said}. Switch the bus on (sudo raspi-config, Interface Options) or correct its number"
    return said
