"""Handling secret presses delays nothing: beats come at their times, however much is pressed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.ports import PANEL
from gm_appliance.host.window import Window as HostWindow
from tests.secrecy.compare import leak, parting
from tests.secrecy.crowd import Crowd
from tests.secrecy.drawn import NEVER, Evening, Secrets
from tests.secrecy.evening import Box, Run, play, the_box
from tests.secrecy.ledger import Press
from tests.secrecy.tampered import windowed
from tests.secrecy.windows import Window

pytestmark = pytest.mark.many

COST = 0.002
"""Seconds a very slow box needs for one edge."""

REST = 0.3
"""Seconds without a press before every beat: of an edge just before it even a fast box knows too late."""

TAP = 0.04
TABLE = Evening(3, 12, {"players": 12, "roll_call": "no"}, 18, logging.DEBUG)


class Drummers(Crowd):
    """Everybody presses once in a secret window; in run 1 twelve times a second, to the same effect."""

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def _meddle(self, rng: Random, prompt_id: int, decision: Decision) -> None: ...

    def _press_in_secret(self, number: int, prompt_id: int, decision: Decision) -> None:
        window = Window(prompt_id, self._now(), decision, ())
        times = list(_drumming(window)) if self._secrets.run else [window.listening()[0].begins + 0.1]
        learning = decision.name == "setup.factions"
        presses = [
            Press(t + 0.002 * seat, seat, "down" if learning and card == "conspire" else "up")
            for t in times
            for seat, card in self.cards.items()
        ]
        for press in presses:
            self._hands.press(window.onset + press.at, (press.seat, press.button), TAP, prompt_id)
        self.window = Window(prompt_id, window.onset, decision, tuple(presses))


class Bursts(Drummers):
    """Everybody's press comes within the last hundredth of a second before every beat."""

    def _press_in_secret(self, number: int, prompt_id: int, decision: Decision) -> None:
        super()._press_in_secret(number, prompt_id, decision)
        for beat in decision.beats:
            for seat in self.cards if beat.at > decision.lead else ():
                self._hands.press(
                    self._now() + beat.at - 0.01 + 0.0005 * seat, (seat, "up"), 0.001, prompt_id
                )


def _drumming(window: Window) -> Iterator[float]:
    beats = window.decision.beats
    for beat, after in pairwise(beats):
        t = max(beat.at, window.decision.lead) + 0.05
        while t + REST < after.at:
            yield t
            t += 1 / 12


def two_runs(box: Box, cost: float) -> tuple[Run, Run]:
    quiet, loud = (play(TABLE, Secrets(run, NEVER), box, None, Drummers, cost) for run in (0, 1))
    return quiet, loud


@pytest.fixture(scope="module")
def runs() -> tuple[Run, Run]:
    return two_runs(the_box(), COST)


def test_thousands_of_presses_change_no_output(runs: tuple[Run, Run]) -> None:
    quiet, loud = runs
    assert quiet.exit == loud.exit == 0
    assert leak(quiet, loud) is None
    assert parting(quiet, loud).facts == (None, None)
    pressed = [len(window.presses) for _t, window in loud.windows]
    assert len(pressed) >= 4
    assert min(pressed) > 12 * 50


def test_every_beat_comes_at_its_time(runs: tuple[Run, Run]) -> None:
    for run in runs:
        for ended, window in run.windows:
            beats = window.decision.beats
            # The first stamp is that of the prompt itself, before its first beat.
            came = [(beat, t) for t, prompt_id, beat in run.stamps if prompt_id == window.prompt_id][1:]
            assert came == [(i, window.onset + beat.at) for i, beat in enumerate(beats)]
            assert ended == window.onset + beats[-1].at


def test_nothing_leaves_the_box_between_two_beats_but_words_begun_at_one(runs: tuple[Run, Run]) -> None:
    for run in runs:
        for ended, window in run.windows:
            times = {window.onset + beat.at for beat in window.decision.beats}
            within = [out for out in run.outputs if window.onset + window.decision.lead < out.t < ended]
            assert within
            assert {out.port for out in within if out.t not in times} <= {"mixer"}


def test_the_host_looks_up_once_for_every_edge(runs: tuple[Run, Run]) -> None:
    for run in runs:
        for _ended, window in run.windows:
            beats = window.decision.beats
            for i, (beat, after) in enumerate(pairwise(beats)):
                edges = 2 * sum(beat.at < press.at < after.at for press in window.presses)
                if beat.at >= window.decision.lead:
                    assert run.waits[window.prompt_id, i] == edges + 1


def test_a_burst_of_presses_delays_a_beat_by_no_more_than_one_of_them() -> None:
    run = play(TABLE, Secrets(0, NEVER), the_box(), None, Bursts, COST)
    came = {(prompt_id, beat): t for t, prompt_id, beat in run.stamps}
    assert run.windows
    for _ended, window in run.windows:
        for i, beat in enumerate(window.decision.beats[:-1]):
            assert 0 <= came[window.prompt_id, i] - (window.onset + beat.at) <= COST + 1e-9


def test_a_beat_that_waits_for_its_presses_is_caught() -> None:
    class Waiting(HostWindow):
        def _listen(self, until: float) -> None:
            while (gesture := self._stage.next(until)) is not None:
                if gesture.source != PANEL:
                    self._picker = self._picker.on(gesture) if self._picker else None
                    until += 0.001 * self._decision.secret

    assert leak(*two_runs(windowed(the_box(), Waiting), 0.0)) is not None
