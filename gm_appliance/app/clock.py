"""The machine's clock, which may be wrong: most Raspberry Pis lose the time with the power."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

AGREE = 60.0  # seconds by which a battery-backed clock may differ from the system's


class WallClock:
    """root: the folder that holds /run and /sys."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._synchronised = root / "run/systemd/timesync/synchronized"
        self._kept_time = root / "sys/class/rtc/rtc0/since_epoch"

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def certain(self) -> bool:
        """Whether the time came from the network since power on, or a battery-backed clock agrees."""
        if self._synchronised.exists():
            return True
        with suppress(OSError, ValueError):
            return abs(int(self._kept_time.read_text()) - self.now()) <= AGREE
        return False


def minute_of(seconds: float) -> str:
    """Local time to the minute, for people; empty if out of range."""
    return date_of(seconds)[:16].replace("T", " ")


def date_of(seconds: float) -> str:
    """Local time to the second in ISO 8601; empty if out of range."""
    try:
        return datetime.fromtimestamp(seconds).astimezone().isoformat(timespec="seconds")
    except (OverflowError, ValueError, OSError):
        return ""
