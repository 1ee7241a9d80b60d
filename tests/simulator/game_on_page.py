"""A whole game played before an open page, on virtual time: every phase pauses to be looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any

from gm_appliance.core.game import JSON, Choice, Decision
from gm_appliance.core.language import load
from gm_appliance.core.observer import Observer, Observers
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Input, Ports, estimated_length
from gm_appliance.devices.inbox import VirtualClock
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.devices.sound.voice import SilentVoice
from gm_appliance.games.registry import registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host, OwnChoices
from gm_appliance.host.run_settings import UNRENDERED
from gm_appliance.simulator.mirrored import MirroredMixer
from gm_appliance.simulator.people import People, Temper
from gm_appliance.simulator.room import Room
from gm_appliance.storage.session_log import NullSessionLog
from gm_appliance.testing.clock import WatchfulInbox

Looks = Callable[[str], None]
"""Called with the name of a phase while the game is paused in it."""


class _StandingInbox(WatchfulInbox):
    """Calls back before the host waits, when everything it did can be looked at."""

    def __init__(self, stands: Callable[[int], None]) -> None:
        super().__init__(VirtualClock())
        self._stands = stands
        self._beat = 0

    def ask(self, prompt_id: int, beat: int) -> None:
        self._beat = beat
        super().ask(prompt_id, beat)

    def wait(self, until: float | None) -> Input | None:
        self._stands(self._beat)
        return super().wait(until)


class _Voice(SilentVoice):
    """Shows captions at once: nobody has to hear them."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def say(self, text: str) -> float:
        self._room.caption(text, 0.0)
        return estimated_length(text)

    def hush(self) -> None:
        self._room.hush()


class GameOnPage(Observer):
    """One game at a room's table, with bots at all places and at the panel. looks: called once for each new
    phase: a decision's name, followed in a timetable by the beat's mark."""

    def __init__(
        self,
        room: Room,
        options: Mapping[str, JSON],
        looks: Looks,
        seed: int = 1,
        *,
        game: str = "gotterdammerung",
    ) -> None:
        self._room, self._looks = room, looks
        self._open: Decision | None = None
        self._seen: set[str] = set()
        self._inbox = _StandingInbox(self._stands)
        box = registered(game)
        self._play = Play(box.game, box.game.complete(options))
        self._narration = box.narration("en")
        temper = Temper(miss=0.0, lie=0.0, idle=0.0)
        openly, secretly, self._chance = (Random(f"{name} {seed}") for name in ("open", "secret", "chance"))
        self._people = People(self._inbox, room, openly, secretly, temper=temper)

    def plays(self) -> None:
        room = self._room
        mixer = MirroredMixer(SilentMixer(), room)
        ports = Ports(self._inbox, room, room, _Voice(room), mixer, room, room)

        own = OwnChoices(lambda decision: decision.domain.sample(self._chance))
        watch = Observers(room, self)
        host = Host(ports, Announcements(load("en")), count(1), own, watch)
        host.run(self._play, self._narration, NullSessionLog(), UNRENDERED)
        self._looks("over")

    def _stands(self, beat: int) -> None:
        decision = self._open
        if decision is None:
            return
        mark = f" {decision.beats[beat].mark}" if decision.beats and beat < len(decision.beats) else ""
        phase = f"{decision.name}{mark}"
        if phase not in self._seen:
            self._seen.add(phase)
            self._looks(phase)

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._open = decision
        self._people.asked(prompt_id, decision)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._people.chose(decision, choice)

    def told(self, event: Any) -> None:
        self._people.told(event)
