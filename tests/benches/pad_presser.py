"""Presses planned ahead, for bots on pads whose switches take real time."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable
from itertools import count
from typing import NamedTuple, Protocol

from gm_appliance.core.ports import PANEL


class PressInbox(Protocol):
    """The part of `inbox.TableInbox` that is used here."""

    @property
    def open_prompt_id(self) -> int: ...

    def now(self) -> float: ...

    def press_at(
        self, t: float, source: int, button: str, held: float, prompt_id: int | None = None
    ) -> None: ...


class _Stroke(NamedTuple):
    """A switch pressed at `t` for `held` seconds; None for a release."""

    t: float
    order: int
    pad: int
    button: str
    held: float | None
    prompt_id: int | None


class PadPresser:
    """Presses pads through `press`, and the panel's buttons through the inbox.

    press: called with pad, button and down on a separate thread.
    """

    def __init__(self, inbox: PressInbox, press: Callable[[int, str, bool], None]) -> None:
        self.now = inbox.now
        self._inbox = inbox
        self._press = press
        self._planned: list[_Stroke] = []
        self._order = count()
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="pad presser", daemon=True)
        self._thread.start()

    def press_at(self, t: float, source: int, button: str, held: float, prompt_id: int | None = None) -> None:
        """Press a button at `t` for `held` seconds, unless the prompt `prompt_id` is over by then."""
        if source == PANEL:
            self._inbox.press_at(t, source, button, held, prompt_id)
            return
        with self._changed:
            heapq.heappush(self._planned, _Stroke(t, next(self._order), source, button, held, prompt_id))
            self._changed.notify()

    def close(self) -> None:
        """Press nothing more."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(timeout=2.0)

    def _run(self) -> None:
        while (one := self._due()) is not None:
            if one.held is None:
                self._press(one.pad, one.button, False)
            elif one.prompt_id in (None, self._inbox.open_prompt_id):
                self._press(one.pad, one.button, True)
                lift = one._replace(t=self.now() + one.held, order=next(self._order), held=None)
                with self._changed:
                    heapq.heappush(self._planned, lift)

    def _due(self) -> _Stroke | None:
        """Wait for the next stroke until it is due; None once this is closed."""
        with self._changed:
            while not self._closing:
                wait = self._planned[0][0] - self.now() if self._planned else None
                if wait is not None and wait <= 0:
                    return heapq.heappop(self._planned)
                self._changed.wait(wait)
            return None
