"""The host goes on whatever is reported at any prompt: deadlines are met, and an idle box sleeps.

That it sleeps is asserted by `WatchfulInbox` at every wait of every evening.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.app import headless
from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.game import JSON, Clock, Decision, OneOf, Table
from gm_appliance.core.ports import FAULTS, STICK, Fault
from gm_appliance.core.values import replace
from gm_appliance.devices.inbox import TimeSource, VirtualClock
from gm_appliance.host.announcements import _FAULTS
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from gm_appliance.testing.clock import WatchfulInbox
from tests.app.box_table import BoxTable
from tests.host.asked_in_turn import GAME, Asks, asking_in_turn

PANEL = 0

OF_ONE_PAD = ("stuck", "mended", "joined", "freed", "panel")
NEWS = tuple(
    Fault(part, what, int(what in OF_ONE_PAD), "2.0" if part in (STICK, "system") else "")
    for part, kinds in FAULTS.items()
    for what in kinds
)


UPDATE = Fault(STICK, "update", meant="2.0")


def mended(news: Iterable[Fault]) -> list[Fault]:
    """All news, with a recovery after each loss: windows and time limits wait for pads."""
    told: list[Fault] = []
    for one in news:
        told += (one, Fault(one.part, "back")) if "lost" in FAULTS[one.part] else (one,)
    return told


def test_all_that_can_be_announced_is_posted() -> None:
    assert {(one.part, one.what) for one in NEWS} == {*_FAULTS}


GAMES: Mapping[str, tuple[str, Mapping[str, JSON], set[str]]] = {
    "pads": ("gotterdammerung", {}, {"setup.pad", "conspiracy", "council.accuse", "council.vote"}),
    "thumbs": ("gotterdammerung", {"ballot": "thumbs"}, {"conspiracy.night", "council.thumb"}),
    "booth": ("gotterdammerung", {"ballot": "booth"}, {"council.booth"}),
    "thor": ("thor", {"mode": "live", "match": "single", "will_of_thor": "yes"}, set()),
    "thor, at the end": ("thor", {"mode": "final", "match": "single"}, set()),
    "valda, guide": ("valda", {"players": 2, "dice": "own"}, set()),
    "valda, companion": ("valda", {"players": 2, "mode": "companion"}, set()),
    "valda, followers": ("valda", {"players": 2, "mode": "score"}, set()),
    "odin, alone": ("odins-table", {"mode": "solo", "players": 1, "strength": "easy"}, set()),
    "odin": ("odins-table", {"mode": "referee"}, set()),
    "odin, fights": ("odins-table", {"mode": "judge"}, set()),
    "score pad": ("scorepad", {"players": 3, "until": "rounds", "rounds": 2}, {"entry.points"}),
    "dice": ("dice", {}, set()),
    "first player": ("first-player", {}, set()),
}
"""By name: a game, its options, and some of the decisions that must be asked in it."""


@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_which_everything_is_reported_at_every_kind_of_prompt_comes_to_its_end(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    inboxes: list[WatchfulInbox] = []
    asked: set[str] = set()

    class Inbox(WatchfulInbox):
        def __init__(self, clock: TimeSource) -> None:
            super().__init__(clock)
            inboxes.append(self)

    def reports(line: str) -> None:
        told = json.loads(line)
        if told["kind"] == "decision" and told["name"] not in asked:
            asked.add(told["name"])
            for one in mended(NEWS):
                inboxes[-1].post(one)

    monkeypatch.setattr(headless, "TableInbox", Inbox)
    game, options, among = GAMES[name]
    assert headless.rehearse(game, options, "en", reports, seed=4)
    assert asked >= among


def test_a_host_that_does_not_sleep_is_found() -> None:
    inbox = WatchfulInbox(VirtualClock())
    inbox.wait(1.0)
    inbox.wait(0.5)
    with pytest.raises(AssertionError, match="does not sleep"):
        inbox.wait(0.5)


class Walk:
    """An evening in which everything is reported at each question before it is answered. asked: their
    names."""

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        self.asked: set[str] = set()

    def reports(self) -> None:
        for one in mended(NEWS):
            if one != UPDATE:  # for which menus are left
                self.table.post(one)
                self.table.advance(0.1)
        self.table.hears_out(10.0)  # until all is told, and the question is shown again

    def to(self, name: str, **answers: JSON) -> None:
        """Answer what is asked until it is this, by OK where no answer is given; an underscore in a name is
        its dot. Everything is reported at that question as well."""
        for _ in range(30):
            asked = self.table.hears(Asked).name
            self.asked.add(asked)
            self.reports()
            if asked == name:
                return
            answer = answers.get(asked.replace(".", "_"))
            if answer is None:
                self.table.ok()
            else:
                self.table.answers(answer)
        raise AssertionError(f"{name} was never asked; but {self.asked}")

    def asks(self, topic: str, then: str, **answers: JSON) -> None:
        """Open this topic behind BACK, and go on to one of its questions."""
        self.table.hears_out(400.0)  # until all is told, and whatever was opened before has closed
        self.table.taps(PANEL, "back")
        self.to(then, questions=topic, **answers)


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Walk]:
    with BoxTable(
        tmp_path,
        languages=("en", "de"),
        voices=("one", "two"),
        box="plug",
        newcomers=True,
        phones=True,
        carries=9,
        asks_language=True,
    ) as table:
        yield Walk(table)


def test_at_every_kind_of_prompt_outside_of_games_too(walk: Walk) -> None:
    table = walk.table
    walk.to("menu.game")
    table.post(UPDATE)
    table.decides("menu.game", "parts")
    walk.to("check.button")
    table.hears(Asked("check.pads"))
    walk.reports()
    table.ok()
    walk.to("check.findings")
    table.taps(PANEL, "back")
    walk.to("lesson.thumbs", menu_game="thor", option_mode="live", menu_rules="rules")
    walk.asks("volume", "volume")
    table.ok()
    walk.asks("language", "language")
    table.ok()
    walk.asks("phones", "joining.typed", joining_code="typed")
    table.taps(PANEL, "back")
    walk.asks("setup", "leave.setup")
    assert walk.asked >= {"large", "menu.first_language", "menu.rules", "joining.network", "joining.code"}


class Reminds(Asks):
    def under_cursor(self, decision: Decision, view: int, face: Any) -> tuple[Cue, ...]:
        return (Say(f"Line {face.at}."),)

    def remind(self, decision: Decision, view: int, times: int) -> tuple[Cue, ...]:
        return (Say(f"Reminded {times} times."),)


EVERY, LIMIT = 100.0, 300.0
OPEN = Decision(
    *("open", Table(), OneOf(("one", "two"))),
    remind=EVERY,
    also=(Decision("over", Clock(), OneOf(("over",)), limit=LIMIT),),
)


def test_what_was_missed_while_the_machine_slept_is_done_once(tmp_path: Path) -> None:
    with evening(tmp_path, registry=asking_in_turn(replace(OPEN, also=()), narration=Reminds)) as table:
        table.decides("menu.game", GAME)
        table.hears(Asked("open"))
        table.hears_out(20.0)
        table._clock.t += 10 * EVERY
        table.post(Fault("sound", "back"))
        table.hears(Said(f"Reminded {10} times."))
        table.advance(EVERY)
        assert [one.text for one in table.all_heard(Said) if "Reminded" in one.text][1:] == [
            "Reminded 11 times."
        ]


@pytest.mark.parametrize("news", NEWS, ids=lambda one: f"{one.part} {one.what}")
def test_the_line_under_the_cursor_the_reminder_and_the_clock_still_come(news: Fault, tmp_path: Path) -> None:
    with evening(tmp_path, registry=asking_in_turn(OPEN, narration=Reminds)) as table:
        table.decides("menu.game", GAME)
        table.hears(Asked("open"))
        opened = table.now
        table.post(news)
        table.hears_out(15.0)
        table.taps(PANEL, "down")
        table.hears("Line 1.")
        table.hears(Said("Reminded 1 times."))
        assert table.now == pytest.approx(opened + EVERY, abs=0.5)
        table.hears(Said("Reminded 2 times."))
        table.hears(Asked("menu.again"))
        assert table.now == pytest.approx(opened + LIMIT, abs=30.0)
