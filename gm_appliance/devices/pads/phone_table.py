"""What phones are told about the table. It does no I/O and reads no clock; all of it is public.

Times are seconds on the inbox's clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gm_appliance.core.game import AllSeats, AnyButton, Decision, Pad
from gm_appliance.phones.messages import (
    Choices,
    Free,
    FromBox,
    Mark,
    Mood,
    Place,
    Places,
    Reading,
    Rest,
    Serve,
    Shown,
)

UNSEEN = 0.6
"""Seconds after a secret moment for which presses may still be meant for it: a little more than the host's
`BLIND`."""


class PhoneTable:
    """Collects what phones are to know, and returns what is new."""

    def __init__(self) -> None:
        self.serve: Serve | None = None
        self._secret = True  # until the first open decision
        self._quiet_until = float("-inf")
        self._closed = False
        self._thumbs = False
        self._places = Places(())
        self._shown = Shown("", ())
        self._reading = Reading(())
        self._choices: dict[int, Choices] = {}
        self._mark = Mark(0)
        self._freed: list[int] = []
        self._sent: dict[object, FromBox] = {}

    # ------------------------------------------------------------ the host

    def asked(self, decision: Decision, now: float) -> None:
        """A decision is open from now on."""
        open_now = decision.open()
        secret = decision.closed or any(one.secret for one in open_now)
        if self._secret and not secret:
            self._quiet_until = now + UNSEEN
        self._secret = secret
        self._thumbs = any(isinstance(one.who, AllSeats | AnyButton | Pad) for one in open_now)

    def chose(self) -> None:
        """The open step with a timetable is over, so nobody is asked for a thumb while its result is told."""
        self._thumbs = False

    def closes(self, on: bool, now: float) -> None:
        """Eyes are closed, or opened."""
        if self._closed and not on:
            self._quiet_until = now + UNSEEN
        self._closed = on

    def seats(self, pads: Mapping[int, int], names: Mapping[int, str]) -> None:
        """Who sits where: by seat, the pad, 0 for none, and the name, where one is known."""
        self._places = Places(tuple(Place(seat, pad, names.get(seat, "")) for seat, pad in pads.items()))

    def shows(self, shown: Shown) -> None:
        self._shown = shown

    def reads(self, reading: Reading) -> None:
        self._reading = reading

    def chooses(self, choices: Iterable[Choices]) -> None:
        """These pads can choose; no others can."""
        self._choices = {one.pad: one for one in choices}

    def mark(self, number: int) -> None:
        """Have the newest mark answered once all phones were heard."""
        self._mark = Mark(number)

    def free(self, pad: int) -> None:
        self._freed.append(pad)

    # ------------------------------------------------------------ the phones

    def connected(self) -> None:
        """The other end has just connected: send everything."""
        self._sent.clear()

    @property
    def quiet_until(self) -> float:
        """When presses were or will be public again; infinity while they are secret."""
        return float("inf") if self._secret or self._closed else self._quiet_until

    def due(self, now: float) -> float:
        """When `news` will have something new without another call; infinity for never."""
        return self._quiet_until if now < self._quiet_until else float("inf")

    def news(self, now: float) -> list[FromBox]:
        """The messages to send now. The mood comes first, because it says what may be sent at all."""
        quiet = now < self.quiet_until
        state: dict[object, FromBox] = {
            "mood": Mood(self._closed, quiet, self._thumbs),
            "serve": self.serve or Rest(),
            "places": self._places,
            "shown": self._shown,
            "reading": self._reading,
            "mark": self._mark,
        }
        for pad, choices in self._choices.items():
            state[pad] = choices
        gone = {
            pad: Choices(pad, "", "")
            for pad, sent in self._sent.items()
            if isinstance(sent, Choices) and isinstance(pad, int) and pad not in state
        }
        new = [one for key, one in (state | gone).items() if self._sent.get(key) != one]
        freed, self._freed = [Free(pad) for pad in self._freed], []
        self._sent = {**state}
        return [*new, *freed]
