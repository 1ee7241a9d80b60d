"""Evenings with the score pad, with power cuts: what was half entered is still there."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from gm_appliance.app.unfinished import fold
from gm_appliance.core.cues import Say
from gm_appliance.core.cues.screens import MenuScreen, NumberScreen
from gm_appliance.core.game import Choice, Decision, OneOf, Plain
from gm_appliance.core.ports import PANEL
from gm_appliance.games.registry import registered
from gm_appliance.pickers import presses
from gm_appliance.storage.session_log import JournalSessionLog
from gm_appliance.testing.life import Box, Life
from gm_appliance.testing.players import Acts, Players

MENU: dict[str, Plain] = {
    "menu.game": "scorepad",
    "option.players": 2,
    "option.until": "rounds",
    "option.rounds": 2,
}
KEPT: tuple[tuple[str, Plain], ...] = (
    ("dealer.first", 1),
    ("entry.points", 3),
    ("entry.points", -12),
    ("round.next", "correct"),
    ("correct.round", 1),
    ("correct.who", 2),
    ("correct.how", "points"),
    ("correct.points", 7),
    ("round.next", "dealer"),
    ("dealer.who", 1),
    ("entry.points", 4),
    ("entry.points", 0),
    ("reached.rounds", "end"),
    ("final.read", "done"),
)
TOTALS = {"1": -12, "2": 11}


@pytest.fixture
def box(in_memory: Path) -> Box:
    return Box(in_memory)


class Keepers(Players):
    """People who keep this pad; they go on from what stands in the journal, and on the display."""

    def __init__(self, life: Life, at: Acts | None = None) -> None:
        super().__init__(life, MENU, at)

    def answer(self, decision: Decision) -> Choice | None:
        if decision.name.startswith(("menu.", "option.")):
            return super().answer(decision)
        assert self._life.journal
        name, value = KEPT[len(self._life.journal.standing)]
        return Choice(name, value)

    def press(self, prompt_id: int, choice: Choice | None, decision: Decision) -> None:
        assert choice
        assert self._life.journal
        draft = self._life.journal.draft_now
        at = draft[1] if draft and draft[0] == decision.name else None
        assert at is None or isinstance(at, int)
        t = self._life.inbox.now() + 2.0
        for stroke in presses(decision, choice, at=at):
            self._life.inbox.press_at(t, stroke.source, stroke.button, stroke.held, prompt_id)
            t += stroke.held + 0.3


def kept(box: Box, at: Acts | None = None, lasts: int | None = None) -> Life:
    life = box.switched_on(lasts)
    return box.run(life, Keepers(life, at))


def outcome(box: Box) -> dict[str, Any]:
    """How the only session of this box ended."""
    with box.read() as journal:
        (session,) = journal.sessions()
    assert session.status == "ended"
    return dict(session.outcome or {})


def numbers(life: Life) -> list[NumberScreen]:
    shown = [one for one in life.of("show") if isinstance(one, NumberScreen)]
    return [one for at, one in enumerate(shown) if shown[at - 1 : at] != [one]]


# ---------------------------------------------------------------- the same again


def test_the_same_again_is_one_press_in_another_evening_too(box: Box) -> None:
    first = kept(box)
    asked = ("players", "mode", "wins", "until", "rounds")
    assert first.names[:7] == ["menu.game", *(f"option.{name}" for name in asked), "dealer.first"]
    by_round = [{"1": -12, "2": 7}, {"1": 0, "2": 4}]
    told = {"winners": [2], "reason": "rounds", "totals": TOTALS, "rounds": 2, "by_round": by_round}
    assert outcome(box) == told
    second = kept(box, {"dealer.first": Life.stop})
    assert second.names == ["menu.game", "menu.same", "dealer.first"]
    with box.read() as journal:
        ended, running = journal.sessions()
    assert running.options == ended.options
    assert running.options["rounds"] == 2


# ---------------------------------------------------------------- half entered


def told_on_resuming(box: Box) -> list[str]:
    """Where the pad was interrupted, where it stands, and what is asked."""
    with box.read() as journal:
        session = journal.running()
        assert session
        play = fold(session, [Choice(one.name, one.value) for one in journal.entries(session.id)])
    narration, decision = registered("scorepad").narration("en"), play.decision
    assert decision
    cues = (*narration.recap(decision, play.view), *narration.ask(decision, play.view))
    return [
        narration.interrupted(decision, play.view),
        *(cue.text for cue in cues if isinstance(cue, Say)),
    ]


def four_down_and_cut(life: Life) -> None:
    for number in range(4):
        life.tap(1.0 + number, PANEL, "down")
    life.cut_in(6.0)


def test_half_entered_points_stand_where_they_stood(box: Box) -> None:
    first = kept(box, {"entry.points": (None, four_down_and_cut)})
    assert isinstance(first.shown, NumberScreen)
    assert first.shown.value == -4
    interrupted, *told = told_on_resuming(box)
    second = kept(box)
    assert second.names[:2] == ["menu.resume", "entry.points"]
    assert interrupted in second.said[0]
    assert second.said[1 : 1 + len(told)] == told
    assert numbers(second)[0] == first.shown
    assert [one.value for one in numbers(second)[1:9]] == [-5, -6, -7, -8, -9, -10, -11, -12]
    assert outcome(box)["totals"] == TOTALS


def test_a_half_entered_correction_stands_where_it_stood(box: Box) -> None:
    first = kept(box, {"correct.points": four_down_and_cut})
    assert isinstance(first.shown, NumberScreen)
    assert first.shown.value == -1
    second = kept(box)
    assert second.names[:2] == ["menu.resume", "correct.points"]
    assert numbers(second)[0] == first.shown
    assert outcome(box)["totals"] == TOTALS


def test_a_moved_cursor_stands_where_it_stood(box: Box) -> None:
    first = kept(box, {"round.next": (None, four_down_and_cut)})
    assert isinstance(first.shown, MenuScreen)
    offered = first.asked[-1].domain
    assert isinstance(offered, OneOf)
    assert offered.options[first.shown.at] == "end"
    second = kept(box)
    assert second.names[:2] == ["menu.resume", "round.next"]
    menus = [one for one in second.of("show") if isinstance(one, MenuScreen)]
    assert menus[1] == first.shown
    assert outcome(box)["totals"] == TOTALS


# ---------------------------------------------------------------- at any point


EVERY = 7


def killed_at(folder: Path, tick: int) -> str:
    """Kill the evening at a call, and keep the pad to its end; returns what was half entered, if anything."""
    box = Box(folder)
    first = kept(box, lasts=tick)
    assert first.journal
    draft = first.journal.draft_now
    second = kept(box)
    assert second.journal
    assert second.journal.found_draft == draft
    assert not first.uncommitted + second.uncommitted
    with box.read() as journal:
        sessions = journal.sessions()
    assert sessions
    assert [one.outcome and one.outcome["totals"] for one in sessions] == [TOTALS] * len(sessions)
    return draft[0] if draft else ""


@pytest.mark.many
def test_a_pad_killed_at_any_point_adds_up_to_the_same(in_memory: Path) -> None:
    box = Box(in_memory / "whole")
    whole = kept(box).ticks
    drafts = set()
    for tick in range(2, whole, EVERY):
        with TemporaryDirectory(dir=in_memory) as own:  # memory may be short
            drafts.add(killed_at(Path(own), tick))
    assert drafts >= {"", "entry.points", "correct.points"}


@pytest.mark.parametrize("step", [5, 11])
def test_a_pad_killed_again_and_again_adds_up_to_the_same(box: Box, step: int) -> None:
    for lasts in count(10, step):
        life = kept(box, lasts=lasts)
        if life.journal and life.journal.over:
            break
    assert len(box.lives) > 8
    assert outcome(box)["totals"] == TOTALS


def test_a_forgotten_number_would_be_noticed(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(JournalSessionLog, "drafted", lambda self, name: None)
    kept(box, {"entry.points": (None, four_down_and_cut)})
    kept(box)
    assert outcome(box)["totals"] != TOTALS
