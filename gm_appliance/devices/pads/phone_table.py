"""What phones are told about the table. It does no I/O and reads no clock; all of it is public.

Times are seconds on the inbox's clock.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.game import AllSeats, AnyButton, Decision, Pad
from gm_appliance.core.offers import Offers
from gm_appliance.core.ports import Edge
from gm_appliance.devices.pads.phone_choices import PadChoices, choices_of, edges
from gm_appliance.phones import messages

UNSEEN = 0.6
"""Seconds after a secret moment for which presses may still be meant for it: a little more than the host's
`BLIND`."""


class PhoneTable:
    """Collects the state that phones show, and returns what is new."""

    def __init__(self) -> None:
        self.serve: messages.Serve | None = None
        self._secret = True  # until the first open decision
        self._quiet_until = float("-inf")
        self._closed = False
        self._thumbs = False
        self._told: dict[object, messages.FromBox] = {
            messages.Shown: messages.Shown("", ()),
            messages.Reading: messages.Reading(()),
            messages.Mark: messages.Mark(0),
        }
        self._names: Mapping[int, str] = {}
        self._called: Mapping[int, int] = {}
        self.offers: Offers | None = None
        self._choices: dict[int, PadChoices] = {}
        self._freed: list[int] = []
        self._sent: dict[object, messages.FromBox] = {}

    def asked(self, decision: Decision, now: float) -> None:
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

    def lay(self, names: Mapping[int, str]) -> None:
        """The seats at the table, with their names; empty for those without one."""
        self._names = names

    def place(self, pads: Mapping[int, int]) -> None:
        """The pads of these seats, 0 for none; any other seat has the pad of its number."""
        self._called = dict(pads)

    def _pad_of(self, seat: int) -> int:
        pad = self._called.get(seat, seat)
        taken = any(one == pad and other != seat for other, one in self._called.items())
        return 0 if taken else pad

    def tell(self, message: messages.Shown | messages.Reading | messages.Mark) -> None:
        """Replaces the last message of its kind."""
        self._told[type(message)] = message

    def offer(self, offers: Offers | None) -> None:
        self.offers = offers
        self._choices = choices_of(offers, self._pad_of) if offers and self.serve else {}

    def presses(self, message: messages.Chose, now: float) -> list[Edge]:
        """The presses of what was chosen on a phone; none unless that pad may choose it now."""
        theirs = self._choices.get(message.pad)
        if (
            not self.offers
            or theirs is None
            or now < self.quiet_until
            or message.prompt != theirs.choices.prompt
        ):
            return []
        if message.item is None and not theirs.choices.number:
            return []
        if message.item is not None and not 0 <= message.item < len(theirs.items):
            return []
        item, number = None, message.number
        if message.item is not None:
            item, number = theirs.items[message.item], None
        made = edges(self.offers, message.pad, item, number, now, self.quiet_until)
        self.offer(None)  # until the display shows what came of it
        return made

    def free(self, pad: int) -> None:
        self._freed.append(pad)

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

    def news(self, now: float) -> list[messages.FromBox]:
        """The messages to send now. The mood comes first, because it says what may be sent at all."""
        quiet = now < self.quiet_until
        state: dict[object, messages.FromBox] = {
            "mood": messages.Mood(self._closed, quiet, self._thumbs),
            "serve": self.serve or messages.Rest(),
            "places": messages.Places(
                tuple(
                    messages.Place(seat, self._pad_of(seat), name)
                    for seat, name in sorted(self._names.items())
                )
            ),
            **self._told,
            **{pad: one.choices for pad, one in self._choices.items()},
        }
        gone = {
            pad: messages.Choices(pad, "", "")
            for pad, sent in self._sent.items()
            if isinstance(sent, messages.Choices) and isinstance(pad, int) and pad not in state
        }
        new = [one for key, one in (state | gone).items() if self._sent.get(key) != one]
        freed, self._freed = [messages.Free(pad) for pad in self._freed], []
        self._sent = state
        return [*new, *freed]
