"""A display on the workbench: the real driver, a fake bus, and a clock set by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image

from gm_appliance.core.cues.screens import Lines, Screen
from gm_appliance.devices.display.drawing import draw
from gm_appliance.devices.display.driver import DisplayDriver, connect_to
from gm_appliance.devices.display.oled import Keeper
from gm_appliance.devices.display.settings import DisplaySettings
from tests.devices.display.fake_bus import FakeBus

DARK = bytes(1024)


class Bench:
    """A keeper that is woken whenever it is due. told: the faults, with times. woken: how often the keeper
    worked."""

    def __init__(
        self,
        patch: pytest.MonkeyPatch,
        settings: DisplaySettings | None = None,
        bus: FakeBus | None = None,
        drawn: Callable[[Screen], Image.Image] = draw,
    ) -> None:
        self.settings = settings or DisplaySettings()
        self.bus = bus or FakeBus(self.settings.driver)
        patch.setattr("smbus2.SMBus", self.bus.open)
        self.told: list[tuple[float, str, str]] = []
        self.woken = 0
        self.shown: Screen | None = None
        self.now = 0.0
        display_driver = DisplayDriver(self.settings, connect_to(self.settings))
        self.keeper = Keeper(display_driver, self._hear, drawn, 0.0)
        self._due = 0.0

    def _hear(self, part: str, what: str) -> None:
        self.told.append((self.now, part, what))

    def at(self, t: float) -> Bench:
        while self._due <= t:
            self.now = self._due
            self._step()
        self.now = t
        return self

    def show(self, screen: Screen | str) -> Bench:
        self.shown = Lines(screen) if isinstance(screen, str) else screen
        self.keeper.show(self.shown, self.now)
        self._step()
        return self

    def wake(self) -> Bench:
        self.keeper.wake(self.now)
        self._step()
        return self

    def _step(self) -> None:
        self.woken += 1
        before = self.now
        self._due = self.keeper.step(self.now)
        assert self._due > before, "it would never sleep"

    @property
    def what(self) -> list[str]:
        assert all(part == "display" for _, part, _ in self.told)
        return [what for _, _, what in self.told]


def turned(picture: Image.Image, quarters: int) -> bytes:
    """The picture as the glass shows it, turned clockwise by quarters."""
    turns = [None, Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90]
    turn = turns[quarters]
    return (picture if turn is None else picture.transpose(turn)).tobytes()


def moved(picture: bytes, right: int, down: int) -> bytes:
    """A 128 × 64 picture, moved by this many pixels."""
    rows = [int.from_bytes(picture[16 * y : 16 * y + 16], "big") for y in range(64)]
    rows = [0] * max(down, 0) + rows[max(-down, 0) : 64 - max(down, 0)] + [0] * max(-down, 0)
    shifted = [(row >> right if right >= 0 else row << -right) & ((1 << 128) - 1) for row in rows]
    return b"".join(row.to_bytes(16, "big") for row in shifted)
