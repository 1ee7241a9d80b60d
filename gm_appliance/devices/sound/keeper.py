"""Opens, watches and closes a sound card, which may be missing, be pulled out, come back, or rest.

Everything is called on the sound thread, with the time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import NamedTuple

from gm_appliance.core.ports import FaultReport
from gm_appliance.devices.sound.card import NoAlsa, PygameDevice, playback_cards

log = logging.getLogger(__name__)

LOOK = 1.0  # seconds between two checks of the cards while something sounds
RETRY = 2.0  # seconds between two searches for a card while there is none

RETRY_ANYWAY = 300.0
"""Seconds after which opening is tried again though no card has come: another program may have closed it."""

REST = 60.0
"""Seconds of silence after which the card is closed until something sounds: an open card wakes the box 43
times a second."""

NO_ALSA = "To hear something: sudo apt install alsa-utils, then start this again."
NO_CARD = (
    "Likely the card was unplugged, there is none, or pygame-ce is not installed; check the speaker's cable "
    "and `aplay -l`. A card that comes back is taken by itself."
)


class Card(NamedTuple):
    """How to reach the card.

    open:  opens the device; may raise anything. After an ImportError it is not tried again.
    list:  lists the playback devices; when they change, the device is reopened.
    rests: whether it may be closed in a long silence without losing the first words afterwards.
    """

    open: Callable[[], PygameDevice] = PygameDevice
    list: Callable[[], frozenset[tuple[str, int]]] = playback_cards
    rests: Callable[[], bool] = lambda: False


class CardKeeper:
    """The card behind the mixer.

    fault:  called with ``("sound", "missing")``, ``("sound", "lost")`` and ``("sound", "back")``, once per
            change.
    let_go: called whenever the device was closed, which ended all sounds.
    """

    def __init__(self, fault: FaultReport, card: Card, let_go: Callable[[], None]) -> None:
        self._fault = fault
        self._card = card
        self._forget = let_go
        self.device: PygameDevice | None = None
        self.hopeless = False
        self._resting = False
        self._told: str | None = None
        self._known: frozenset[tuple[str, int]] = frozenset()
        self._look_at = self._retry_anyway = self._sounded = 0.0
        self._delay = RETRY

    def open(self, now: float, otherwise: str) -> None:
        """Open it; if that fails, report `otherwise`."""
        self._resting = False
        self._known, self._look_at, self._sounded = self._card.list(), now + LOOK, now
        try:
            self.device = self._card.open()
        except Exception as error:
            self.hopeless = isinstance(error, ImportError)
            self._miss(now, otherwise, error)
            return
        self._delay = RETRY
        if self._told is not None:
            log.warning("The sound is back.")
            self._told = None
            self._fault("sound", "back")

    def lose(self, now: float, error: Exception) -> float:
        """Close it after an error; returns when to search for a card."""
        self._let_go()
        self._miss(now, "lost", error)
        return self._look_at

    def close(self) -> None:
        if self.device is not None:
            self.device.close()

    def watch(self, now: float, sounds: bool) -> float | None:
        """Check on it; returns when to do so again. sounds: whether anything sounds or should. A pulled card
        raises no error, so the device is reopened when the cards change. In a long silence it rests."""
        if sounds:
            self._sounded = now
            if now >= self._look_at:
                self._look_at = now + LOOK
                if self._card.list() != self._known:
                    self._let_go()
                    self.open(now, "lost")
            return self._look_at
        if self.device is None or not self._card.rests():
            return None
        if now < self._sounded + REST:
            return self._sounded + REST
        self._let_go()
        self._resting = True
        return None

    def wake(self, now: float) -> None:
        """Open it if it rests, before something sounds."""
        if self._resting:
            self.open(now, "lost")

    def sounds_until(self, t: float) -> None:
        """Note a short sound that lasts until then."""
        self._sounded = max(self._sounded, t)

    def look(self, now: float) -> float | None:
        """Try to open a card that may have come; returns when to try again, None to wait for `wake`."""
        if self.hopeless or self._resting:
            return None
        if now < self._look_at:
            return self._look_at
        changed = self._card.list() != self._known
        if changed:
            # It may take a moment until it can be opened.
            self._delay = RETRY
        if changed or now >= self._retry_anyway:
            self.open(now, "lost")
        else:
            self._look_at = now + RETRY
        return self._look_at if self.device is None else now

    def _miss(self, now: float, what: str, error: Exception) -> None:
        """Report once that there is no sound, and plan the next attempt."""
        self._look_at, self._retry_anyway = now + RETRY, now + self._delay
        self._delay = min(2 * self._delay, RETRY_ANYWAY)
        if self._told is not None:
            return
        self._told = what
        advice = NO_ALSA if isinstance(error, NoAlsa) else NO_CARD
        log.error("The sound is %s: %s. Everything is on the display. %s", what, error, advice)
        self._fault("sound", what)

    def _let_go(self) -> None:
        """Close it, ignoring errors, and forget all sounds."""
        device, self.device = self.device, None
        self._forget()
        if device is not None:
            try:
                device.close()
            except Exception as error:
                log.info("The lost card cannot be closed: %s", error)
