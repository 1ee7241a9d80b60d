"""Presses and pictures of the box in a container, and its journal."""

from __future__ import annotations

import time

from tests.system.container import Container

PINS = {"up": 5, "down": 6, "ok": 13, "back": 16}


def journal_says(box: Container, question: str) -> list[str]:
    script = f"""
import sqlite3
journal = sqlite3.connect("file:/var/lib/gm-appliance/journal.sqlite?mode=ro", uri=True)
for row in journal.execute("{question}"):
    print(*row)
"""
    told = box.run(f"/opt/gm-appliance/current/environment/bin/python -c '{script}'")
    assert told.returncode == 0, told.stderr
    return told.stdout.splitlines()


class Table:
    """The panel and the display of a box with virtual hardware."""

    def __init__(self, box: Container) -> None:
        self._box = box

    def taps(self, button: str) -> None:
        pin = PINS[button]
        script = f"exec >/run/gm-appliance/pins; echo {pin} 0; sleep 0.2; echo {pin} 1"
        assert self._box.run(script).returncode == 0

    def shows(self) -> str:
        return self._box.run("base64 --wrap 0 /run/gm-appliance/picture").stdout

    def taps_and_sees(self, button: str) -> str:
        """The next picture that stays."""
        before = self.shows()
        self.taps(button)
        self._box.until(lambda: self.shows() not in ("", before))
        return self.settled()

    def settled(self) -> str:
        """The next picture that stays for two seconds, longer than any does while the box speaks."""
        seen, since = "", time.monotonic()

        def stays() -> bool:
            nonlocal seen, since
            now = self.shows()
            if now != seen:
                seen, since = now, time.monotonic()
            return seen != "" and time.monotonic() > since + 2.0

        self._box.until(stays)
        return seen
