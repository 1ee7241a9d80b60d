"""What people at a real table do by themselves, and the box does not notice.

Here it follows from the public decisions and beats, which lets one person play with bots, with or without
pads.
"""

from __future__ import annotations

from random import Random

from gm_appliance.core.game import Decision
from gm_appliance.core.observer import Observer
from gm_appliance.core.values import replace
from gm_appliance.pickers.thumb import is_thumb
from gm_appliance.simulator.people import ON_THE_SIDE
from gm_appliance.simulator.room import Room
from gm_appliance.simulator.unheard import Unheard


class Customs(Observer):
    """An observer of decisions and beats that performs these actions for people and bots."""

    def __init__(self, room: Room, rng: Random) -> None:
        self._room = room
        self._rng = rng
        self._decision: Decision | None = None
        self._shows_die = ""  # the name of the decision during which all see it
        self._on_the_side: set[str] = set()

    def beat(self, prompt_id: int, beat: int) -> None:
        """A beat of a prompt begins; see `TableInbox.on_ask`."""
        decision, room = self._decision, self._room
        if decision is None or beat >= len(decision.beats):
            return
        now, before = decision.beats[beat], room.unheard
        after = replace(before, awake=now.awake, by_hand=now.by_hand)
        if now.by_hand == "die" != before.by_hand:
            after = replace(after, die=self._victim(now.awake))
        elif now.by_hand == "thumbs" != before.by_hand:
            after = replace(after, thumbs=self._thumbs())
        room.behave(after)

    def _victim(self, card: int | str) -> int:
        """The seat where bots with this card place the die; 0 if there are none."""
        room = self._room
        them = {seat for seat in room.present() if room.card_of(seat) == card}
        if not them & room.bots:
            return 0
        others = sorted(room.unturned() - them)
        return self._rng.choice(others) if others else 0

    def _thumbs(self) -> dict[int, bool]:
        seats = sorted(self._room.bots & self._room.present())
        return {seat: self._rng.random() < 0.5 for seat in seats}

    # ------------------------------------------------------------ observer

    def asked(self, prompt_id: int, decision: Decision) -> None:
        if decision.name in self._on_the_side:
            return  # questions change nothing
        self._on_the_side = {*ON_THE_SIDE, *(one.name for one in decision.on_request)}
        self._decision, now = decision, self._room.unheard
        if now.die and not decision.closed and self._shows_die in ("", decision.name):
            # The question where it lies; it lies there until that is answered.
            self._shows_die = decision.name
            self._room.behave(Unheard(die=now.die, hidden=False))
        elif now.thumbs is None or not is_thumb(decision):
            self._shows_die = ""
            self._room.behave(Unheard())
