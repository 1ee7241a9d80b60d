"""What people at a real table do by themselves, and the box does not notice.

Here it follows from the public decisions and beats, which lets one person play with bots, with or without
pads.
"""

from __future__ import annotations

from random import Random

from gm_appliance.core.game import Decision
from gm_appliance.core.observer import Observer
from gm_appliance.games.gotterdammerung.model import CONSPIRE
from gm_appliance.simulator.people import ON_THE_SIDE
from gm_appliance.simulator.room import Room
from gm_appliance.simulator.unheard import Unheard

THUMBS = ("council.show", "council.thumb")
"""The decisions during which people hold out thumbs."""


class Customs(Observer):
    """An observer of decisions and beats that performs these actions for people and bots."""

    def __init__(self, room: Room, rng: Random) -> None:
        self._room = room
        self._rng = rng
        self._decision: Decision | None = None
        self._on_the_side: set[str] = set()

    def beat(self, prompt_id: int, beat: int) -> None:
        """A beat of a prompt begins; see `TableInbox.on_ask`."""
        decision, room = self._decision, self._room
        if decision is None or not decision.beats or beat >= len(decision.beats):
            return
        mark = decision.beats[beat].mark
        if decision.name == "oracle.look" and mark == "close":
            oracle = room.oracle()
            room.behave(Unheard(awake=frozenset({oracle} if oracle else ())))
        elif decision.name == "conspiracy" and mark == "agree":
            room.behave(Unheard(card=CONSPIRE))
        elif decision.name == "conspiracy.night" and mark == "die":
            room.behave(Unheard(card=CONSPIRE, laying=True, die=self._victim()))
        elif decision.name == "council.show" and mark == "now":
            room.behave(Unheard(thumbs=self._thumbs()))

    def _victim(self) -> int:
        """The seat where conspiring bots place the die; 0 if there are none."""
        room = self._room
        them = {seat for seat in room.present() if room.card_of(seat) == CONSPIRE}
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
        self._decision = decision
        if decision.name == "conspiracy.die":
            self._room.show_die()
        elif decision.name not in THUMBS:
            self._room.behave(Unheard())
