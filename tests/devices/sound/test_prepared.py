"""Whole evenings in virtual time: sentences said with eyes closed were rendered beforehand."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues import Show
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import JSON, Choice, Decision
from gm_appliance.core.language import load
from gm_appliance.core.observer import Observer
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Ports, estimated_length
from gm_appliance.devices.inbox import VirtualClock
from gm_appliance.games.registry import registered
from gm_appliance.host import loop
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host, OwnChoices
from gm_appliance.host.stage import Stage
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import People
from gm_appliance.storage.session_log import NullSessionLog
from gm_appliance.testing.clock import WatchfulInbox

GAME = "gotterdammerung"
RENDERING = 0.46  # seconds per rendering on a slow Pi: measured on a tenth of a core

SLOWER = 0.8  # the same for hibari, which takes 0.17 s on a PC and five times as long on a Pi

MOMENT = [cue.screen for cue in Announcements(load("en")).one_moment() if isinstance(cue, Show)]
"""The screens a step shows while waiting for its words."""


class Evening(Observer):
    """All ports except the inbox, and an observer, recording what is said with eyes closed.

    spoken:     sentences said in a window with closed eyes, including its lead-in; how often each.
    unprepared: those prepared only after the window had begun, or never.
    late:       those said with eyes closed that a slow machine with an empty cache had not rendered yet.
    waits:      each step that waited for its words, and for how many seconds.
    """

    def __init__(self, now: Callable[[], float], people: People, rendering: float) -> None:
        self._now = now
        self._rendering = rendering
        self._people = people
        self._prepared: set[str] = set()
        self._window: set[str] | None = None
        self._asked = self._closed = False
        self._waiting: deque[str] = deque()
        self._busy_until = 0.0
        self._rendered: dict[str, float] = {}
        self.unprepared: list[str] = []
        self.late: list[str] = []
        self.waits: list[tuple[str, float]] = []
        self._step = ""
        self._waiting_since: float | None = None
        self.spoken: Counter[str] = Counter()

    # the voice

    def prepare(self, texts: Sequence[str]) -> None:
        self._render()
        for text in texts:
            if text not in self._rendered and text not in self._waiting:
                self._waiting.append(text)
        self._busy_until = max(self._busy_until, self._now() if self._waiting else 0.0)
        self._prepared.update(texts)

    def say(self, text: str) -> float:
        self._render()
        self._begun()
        if self._window is not None:
            self.spoken[text] += 1
            if text not in self._window:
                self.unprepared.append(text)
        if self._closed and text not in self._rendered:
            self.late.append(text)
        if text in self._waiting:
            self._waiting.remove(text)
        # Rendered immediately if not cached; how long that takes is not tested here.
        self._rendered.setdefault(text, self._now())
        return estimated_length(text)

    def length(self, text: str) -> float | None:
        self._render()
        return estimated_length(text) if text in self._rendered else None

    def hush(self) -> None:
        self._begun()

    def volume(self, percent: int) -> None: ...

    def rate(self, words_per_minute: int) -> None: ...

    def _render(self) -> None:
        while self._waiting and self._busy_until + self._rendering <= self._now():
            self._busy_until += self._rendering
            self._rendered[self._waiting.popleft()] = self._busy_until

    def _begun(self) -> None:
        """A window's first action fixes what counts as prepared for it."""
        if self._asked:
            self._window, self._asked = set(self._prepared), False

    # the observer

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._people.asked(prompt_id, decision)
        self._step = decision.name
        self._asked = decision.closed and bool(decision.beats)
        self._window = None

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._window, self._asked = None, False
        self._people.chose(decision, choice)

    def told(self, event: Any) -> None:
        self._people.told(event)

    # the others

    def show(self, screen: Screen) -> None:
        self._begun()
        if self._waiting_since is not None:
            self.waits.append((self._step, self._now() - self._waiting_since))
        self._waiting_since = self._now() if screen in MOMENT else None

    def light(self, lit: frozenset[int]) -> None:
        self._begun()

    def storm(self, on: bool) -> None:
        self._begun()
        self._closed = on

    def play(self, name: str) -> None: ...


def evening(seed: int, options: Mapping[str, JSON], rendering: float = RENDERING) -> Evening:
    box = registered(GAME)
    clock = VirtualClock()
    inbox = WatchfulInbox(clock)
    names = ("chance", "deal", "open", "secret")
    chance, deal, openly, secretly = (Random(f"{seed} {name}") for name in names)
    dealer = Dealer(deal)
    people = People(inbox, dealer, openly, secretly)
    heard = Evening(clock.now, people, rendering)
    ports = Ports(inbox, heard, heard, heard, heard, dealer)
    own = OwnChoices(lambda one: one.domain.sample(chance))
    host = Host(ports, Announcements(load("en")), count(1), own, heard)
    host.run(Play(box.game, box.game.complete(options)), box.narration("en"), NullSessionLog())
    return heard


EVENINGS: tuple[dict[str, JSON], ...] = ({"players": 7}, {"players": 12}, {"players": 15})


@pytest.mark.parametrize("options", EVENINGS, ids=lambda options: str(options["players"]))
def test_sentences_with_eyes_closed_were_prepared_before(options: dict[str, JSON]) -> None:
    heard = evening(1, options)
    assert sum(heard.spoken.values()) > 20
    assert len(heard.spoken) > 8
    assert heard.unprepared == []


@pytest.mark.parametrize("options", EVENINGS, ids=lambda options: str(options["players"]))
def test_a_slow_machine_with_an_empty_cache_renders_them_in_time(options: dict[str, JSON]) -> None:
    """The lead-in, with eyes open, may be late; nothing after it may."""
    assert evening(2, options).late == []


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("options", EVENINGS, ids=lambda options: str(options["players"]))
def test_no_step_waits_long_for_a_slow_machine(options: dict[str, JSON], seed: int) -> None:
    """Words are rendered while people do something else."""
    assert max(seconds for _step, seconds in evening(seed, options).waits) < 3.0


@pytest.mark.parametrize("options", EVENINGS, ids=lambda options: str(options["players"]))
def test_the_first_steps_with_closed_eyes_are_rendered_while_pads_are_called(
    options: dict[str, JSON],
) -> None:
    """From the first pad on, it is known who plays, and so everything said until the first morning."""
    waited = evening(1, options, SLOWER).waits
    assert [seconds for step, seconds in waited if step in ("setup.factions", "conspiracy")] == []


def test_a_host_that_does_not_look_ahead_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "look_ahead", lambda session, decision: None)
    assert max(seconds for _step, seconds in evening(2, {"players": 7}).waits) > 3.0


def test_a_host_that_prepares_nothing_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stage, "prepare", lambda self, cues: None)
    heard = evening(1, {"players": 7})
    assert set(heard.unprepared) == set(heard.spoken)
    assert heard.late
