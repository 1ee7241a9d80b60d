"""Presses planned ahead, for bots on pads whose switches take real time."""

from __future__ import annotations

import threading
from collections.abc import Callable

from gm_appliance.core.ports import PANEL
from gm_appliance.devices.inbox import TableInbox


class PadPresser:
    """Presses pads through `press`, and the panel's buttons through the inbox. press: called with pad, button
    and down on threads of its own."""

    def __init__(self, inbox: TableInbox, press: Callable[[int, str, bool], None]) -> None:
        self.now = inbox.now
        self._inbox = inbox
        self._press = press
        self._timers: list[threading.Timer] = []

    def press_at(self, t: float, source: int, button: str, held: float, prompt_id: int | None = None) -> None:
        """Press a button at `t` for `held` seconds, unless the prompt `prompt_id` is over by then."""
        if source == PANEL:
            self._inbox.press_at(t, source, button, held, prompt_id)
        else:
            self._after(t - self.now(), lambda: self._press_now(source, button, held, prompt_id))

    def _press_now(self, pad: int, button: str, held: float, prompt_id: int | None) -> None:
        if prompt_id in (None, self._inbox.stamp[0]):
            self._press(pad, button, True)
            self._after(held, lambda: self._press(pad, button, False))

    def _after(self, seconds: float, act: Callable[[], None]) -> None:
        timer = threading.Timer(max(0.0, seconds), act)
        timer.daemon = True
        self._timers = [*(one for one in self._timers if one.is_alive()), timer]
        timer.start()

    def close(self) -> None:
        """Press nothing more."""
        for one in self._timers:
            one.cancel()
