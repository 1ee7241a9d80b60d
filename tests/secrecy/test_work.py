"""Handling secret presses delays nothing: beats come at their times, however much is pressed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from gm_appliance.core.game import JSON, AllSeats, Choice, Decision
from gm_appliance.core.ports import PANEL
from gm_appliance.games.registry import registered
from gm_appliance.host.window import Window
from gm_appliance.pickers import presses
from gm_appliance.pickers.ballot import is_roll_call
from gm_appliance.pickers.presses import Stroke
from tests.secrecy.any_crowd import Crowd
from tests.secrecy.any_evening import AnyEvening, Kept
from tests.secrecy.any_game import play
from tests.secrecy.compare import leak, parting

pytestmark = pytest.mark.many

COST = 0.002
"""Seconds a very slow box needs for one edge."""

REST = 0.3
"""Seconds without a press before every beat: of an edge just before it even a fast box knows too late."""

TAP = 0.04


class Played(NamedTuple):
    """A window, and when somebody pressed in it: from its onset on."""

    prompt_id: int
    onset: float
    decision: Decision
    pressed: list[float]


class Drummers(Crowd):
    """Everybody presses once in a secret window; in run 1 twelve times a second, to the same effect."""

    held = TAP

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._window: Played | None = None
        self._windows = vars(self._run).setdefault("windows", list[Played]())

    def _hurry(self) -> None: ...

    def _meddle(self, prompt_id: int, decision: Decision, now: float) -> None: ...

    def _press_window(self, prompt_id: int, decision: Decision, value: JSON) -> None:
        self._window = Played(prompt_id, self._hands.clock.now(), decision, [])
        again: Iterable[Stroke] = presses(decision, Choice(decision.name, value), pads=self._pads)
        if is_roll_call(decision):
            for stroke in again:
                self._press_at(0.1 + (stroke.at or 0.0), stroke)
            assert isinstance(decision.who, AllSeats)
            again = [Stroke(self._pads.get(seat, seat), "up", TAP) for seat in decision.who.seats]
        for stroke in again:
            for at in self._times(decision):
                self._press_at(at, stroke)

    def _times(self, decision: Decision) -> Sequence[float]:
        """When everybody presses: not in a rest before a beat."""
        if not self._first:
            return [0.1 + next(beat.at for beat in decision.beats if beat.listens)]
        spans = [(max(beat.at, decision.lead), after.at - REST) for beat, after in pairwise(decision.beats)]
        return [t / 100 for begins, ends in spans for t in range(int(100 * begins) + 5, int(100 * ends), 8)]

    def _press_at(self, at: float, stroke: Stroke) -> None:
        assert self._window
        if stroke.source:
            at += 0.002 * stroke.source
            self._window.pressed.append(at)
            onset, prompt_id = self._window.onset, self._window.prompt_id
            self._press(onset + at, stroke.source, stroke.button, self.held, prompt_id)

    def chose(self, decision: Decision, choice: Choice) -> None:
        super().chose(decision, choice)
        if self._window and decision.name == self._window.decision.name:
            self._windows.append(self._window)
            self._window = None


class Bursts(Drummers):
    """Everybody's presses come within the last hundredths of a second before every beat, too."""

    held = 0.001

    def _times(self, decision: Decision) -> Sequence[float]:
        late = [beat.at - 0.032 for beat in decision.beats if beat.at > decision.lead]
        return [*super()._times(decision), *late]


def evening_of(name: str) -> AnyEvening:
    """An evening in which two runs stay together: no vote tells who gave which thumb, no fall the card."""
    wanted: dict[str, int | str] = {"players": 12, "reveal": "no", "roll_call": "no", "count": "totals"}
    game = registered(name).game
    known = {option.name for option in game.options}
    options = game.complete({key: value for key, value in wanted.items() if key in known})
    return AnyEvening(name, 3, options, 45)


def windows(run: Kept) -> list[Played]:
    return [*vars(run)["windows"]]


@pytest.fixture(scope="module", params=["gotterdammerung", "werewolf"])
def runs(request: pytest.FixtureRequest) -> tuple[Kept, Kept]:
    first = play(evening_of(request.param), crowd_of=Drummers, cost=COST)
    return first, play(evening_of(request.param), first, crowd_of=Drummers, cost=COST)


def test_thousands_of_presses_change_no_output(runs: tuple[Kept, Kept]) -> None:
    quiet, loud = runs
    assert quiet.exit == loud.exit == 0
    assert leak(quiet, loud) is None
    assert parting(quiet, loud).facts == (None, None)
    pressed = [len(window.pressed) for window in windows(loud)]
    assert len(pressed) >= 4
    assert sum(pressed) > 12 * 50 * len(pressed)


def test_every_beat_comes_at_its_time(runs: tuple[Kept, Kept]) -> None:
    for run in runs:
        for window in windows(run):
            # The first stamp is that of the prompt itself, before its first beat.
            came = [(beat, t) for t, prompt_id, beat in run.stamps if prompt_id == window.prompt_id][1:]
            assert came == [(i, window.onset + beat.at) for i, beat in enumerate(window.decision.beats)]


def test_nothing_leaves_the_box_between_two_beats_but_words_begun_at_one(runs: tuple[Kept, Kept]) -> None:
    for run in runs:
        for window in windows(run):
            beats = [window.onset + beat.at for beat in window.decision.beats]
            began = window.onset + window.decision.lead
            within = [out for out in run.outputs if began < out.t < beats[-1]]
            assert within
            assert {out.port for out in within if out.t not in beats} <= {"mixer", "broker"}
            assert all(out.t % 0.5 == 0 for out in within if out.port == "broker"), "only on a tick"


def test_the_host_looks_up_once_for_every_edge(runs: tuple[Kept, Kept]) -> None:
    for run in runs:
        for window in windows(run):
            for i, (beat, after) in enumerate(pairwise(window.decision.beats)):
                edges = 2 * sum(beat.at < at < after.at for at in window.pressed)
                if beat.at >= window.decision.lead:
                    assert run.waits[window.prompt_id, i] == edges + 1


def test_a_burst_of_presses_delays_a_beat_by_no_more_than_one_of_them() -> None:
    run = play(evening_of("gotterdammerung"), crowd_of=Bursts, cost=COST)
    came = {(prompt_id, beat): t for t, prompt_id, beat in run.stamps}
    assert windows(run)
    for window in windows(run):
        for i, beat in enumerate(window.decision.beats[:-1]):
            assert 0 <= came[window.prompt_id, i] - (window.onset + beat.at) <= COST + 1e-9


def test_a_beat_that_waits_for_its_presses_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def listen(window: Any, at: float) -> None:
        until = window._onset + at
        while (gesture := window._stage.next(until)) is not None:
            if gesture.source != PANEL:
                window._picker = window._picker.on(gesture) if window._picker else None
                until += 0.001 * window._decision.secret

    monkeypatch.setattr(Window, "_listen", listen)
    first = play(evening_of("gotterdammerung"), crowd_of=Drummers)
    assert leak(first, play(evening_of("gotterdammerung"), first, crowd_of=Drummers))
