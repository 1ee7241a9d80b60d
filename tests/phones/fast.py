"""A faster world for whole evenings: the phones' process and the pages, at so many seconds a second.

Only their patience with each other is as long as ever, for the machine is no faster.

    python -m tests.phones.fast FOLDER SPEED

is `gm_appliance phones --sockets FOLDER` there.
"""

from __future__ import annotations

import asyncio
import re
import selectors
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from gm_appliance.app.phones import Child
from gm_appliance.core.values import replace
from gm_appliance.devices.pads import link
from gm_appliance.host import window
from gm_appliance.phones import page, phone, process
from gm_appliance.phones.frames import ProcessTick
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.sockets import listening

PAGE = """(() => {
    const speed = %f, real = performance.now.bind(performance), later = setTimeout, often = setInterval;
    performance.now = () => speed * real();
    window.setTimeout = (act, ms = 0, ...given) => later(act, ms / speed, ...given);
    window.setInterval = (act, ms, ...given) => often(act, ms / speed, ...given);
})()"""
"""Before all scripts of a page."""

TICKS = 10
"""In a real second, as ever: more would only keep the machine busy."""

IN_LINK = re.compile(r"^const (TICK|SILENCE|PATIENCE) = (\d+);", re.MULTILINE)
"""The constants of a page's link that keep real time."""


def hurried(speed: float) -> str:
    """The page's code, which is as patient as ever."""
    real = {"TICK": 1000 / TICKS, "SILENCE": 1500, "PATIENCE": 4000}
    code, found = IN_LINK.subn(lambda one: f"const {one[1]} = {speed * real[one[1]]};", page.whole_code())
    assert found == len(real)
    return code


@contextmanager
def patient(speed: float) -> Iterator[None]:
    """The box waits as long for phones as in the real world, and misses none sooner."""
    seconds = {name: speed * getattr(link, name) for name in ("MISSING_SECONDS", "OWED_SECONDS")}
    with patch.multiple(link, **seconds), patch.object(window, "SLACK", speed * window.SLACK):
        yield


class FastHub(PhoneHub):
    """A hub whose ticks are as far apart as they are here."""

    lease = 0

    def tick(self, phone: phone.Phone, echo: int, content: int, now: int) -> ProcessTick:
        return replace(super().tick(phone, echo, content, now), lease=self.lease)


class FastLoop(asyncio.SelectorEventLoop):
    """An event loop whose seconds are shorter."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        super().__init__(_Shorter(speed))

    def time(self) -> float:
        return time.monotonic() * self._speed


class _Shorter(selectors.DefaultSelector):
    def __init__(self, speed: float) -> None:
        super().__init__()
        self._speed = speed

    def select(self, timeout: float | None = None) -> Any:
        return super().select(timeout and timeout / self._speed)


class FastChild(Child):
    """The process as a child of the test."""

    def __init__(self, folder: Path, speed: float) -> None:
        super().__init__("phones", folder)
        self.command = (sys.executable, "-m", "tests.phones.fast", str(folder), str(speed))


def main(folder: str, speed: str) -> None:
    ticks = float(speed) / TICKS
    sockets = listening(Path(folder), process.HUB, process.PAGE)
    FastHub.lease = int(250 * ticks)
    loop, its, code = FastLoop(float(speed)), process.PhonesProcess, hurried(float(speed))
    with (
        patch.object(phone, "AWAY_MS", int(phone.AWAY_MS * float(speed))),
        patch.object(page, "whole_code", lambda: code),
        patch.multiple(process, PhoneHub=FastHub, TICK_SECONDS=ticks),
        asyncio.Runner(loop_factory=lambda: loop) as runner,
    ):
        runner.run(its(lambda: int(1000 * loop.time())).run(sockets))


if __name__ == "__main__":
    main(*sys.argv[1:])
