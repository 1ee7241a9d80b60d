"""Whole evenings in which what counts up is driven past where it could end.

Starts and their askings, the clock's seconds, the minutes of an open prompt, one game after the other.
What the journal counts has a file of its own, `test_journal_counters`.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from gm_appliance import evening as evening_module
from gm_appliance.games.game import Decision
from gm_appliance.table.inbox import Starved, TableInbox
from gm_appliance.table.ports import PAD_BUTTONS, PANEL, PANEL_BUTTONS, Edge
from tests.players import LIVELY, Acts, Players
from tests.virtual_evening import Box, Life, Output

STARTS = (1, 63, 64, 255, 70_000, 2**32)
"""Which start it is. The pads once went deaf at the 64th, for the wire carried 30 bits."""


def started_before(box: Box, times: int) -> None:
    """As if the box had been switched on so many times."""
    box.read().close()
    with closing(sqlite3.connect(box.path)) as db:
        db.execute("UPDATE boot SET boots = ?", (times,))
        db.commit()
    box.path.with_name(box.path.name + ".lock").unlink()


def left(life: Life) -> list[Output]:
    """All that left a port, each with the time since the box was switched on."""
    return [output._replace(t=round(output.t, 3)) for output in life.outputs]


# ---------------------------------------------------------------- starts and their askings


BUTTONS = (
    *((PANEL, button) for button in PANEL_BUTTONS),
    *((pad, button) for pad in range(1, 8) for button in PAD_BUTTONS),
)


class Haunted(Players):
    """A table at which, whenever something is asked, presses come in of former starts.

    One for each of their askings, a tap and a hold, every time of another button.
    """

    def __init__(self, life: Life, former: list[int], at: Acts) -> None:
        super().__init__(life, {"option.dice": "own"}, at)
        self._haunted = life
        self._former = former

    def asked(self, asking: int, decision: Decision) -> None:
        super().asked(asking, decision)
        asked, now = len(self._haunted.asked), self._haunted.inbox.now()
        assert asked < 100, "something is asked again and again"
        for number, former in enumerate(self._former, asked):
            source, button = BUTTONS[number % len(BUTTONS)]
            for began in (now - 1.0, now - 0.1):
                self._haunted.inbox.post(Edge(source, button, True, began, former))
                self._haunted.inbox.post(Edge(source, button, False, now, former))


def lives(folder: Path, start: int = 1, *, haunted: bool = False, journal: bool = True) -> list[Life]:
    """A livelier game, cut off at the first accusation, and the evening from the next start on."""
    box = Box(folder)
    if journal:
        started_before(box, start - 1)
    acts: Acts = {**LIVELY, "council.whom": Life.cut}
    first = box.switched_on(journal=journal)
    box.run(first, Haunted(first, [], acts))
    second = box.switched_on(journal=journal)
    return [first, box.run(second, Haunted(second, first.inbox.askings if haunted else [], LIVELY))]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> list[list[Output]]:
    """What leaves the ports in the first two lives of a box."""
    first, second = lives(tmp_path_factory.mktemp("usual"))
    assert (first.ended, second.ended) == ("power cut", "in order")
    assert (second.names[0], second.names[-1]) == ("menu.resume", "menu.again")
    return [left(first), left(second)]


@pytest.mark.parametrize("start", STARTS)
def test_an_evening_is_the_same_whichever_start_it_is(
    tmp_path: Path, start: int, usual: list[list[Output]]
) -> None:
    played = lives(tmp_path, start)
    assert [life.journal.boots for life in played if life.journal] == [start, start + 1]
    assert [left(life) for life in played] == usual
    askings = [asking for life in played for asking in life.inbox.askings]
    assert askings == sorted(set(askings)), "none is given twice"


@pytest.mark.parametrize("start", [64, 2**32])
def test_no_press_of_a_former_start_counts(tmp_path: Path, start: int, usual: list[list[Output]]) -> None:
    assert [left(life) for life in lives(tmp_path, start, haunted=True)] == usual


def test_nor_without_a_journal_though_the_clock_begins_where_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 0.0)
    alone = lives(tmp_path / "alone", journal=False)
    assert alone[1].names[0] == "menu.game"
    assert alone[1].ended == "in order"
    haunted = lives(tmp_path / "haunted", haunted=True, journal=False)
    assert [left(life) for life in haunted] == [left(life) for life in alone]


def test_no_start_uses_its_askings_up() -> None:
    a_hundred_a_second_for_a_year = 100 * 365 * 86_400
    for boots in (0, *STARTS):
        last = next(evening_module._askings(boots)) + a_hundred_a_second_for_a_year
        assert last < next(evening_module._askings(boots + 1))
    apart = sorted(next(evening_module._askings(0)) for _ in range(1000))
    assert min(later - one for one, later in zip(apart, apart[1:], strict=False)) >= 2**32


# ---------------------------------------------------------------- what these must find


def test_a_wire_that_is_too_narrow_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: list[list[Output]]
) -> None:
    """As it once was: 24 bits of each start, and pads that carry 30."""
    right = TableInbox.press_at

    def press_at(
        inbox: TableInbox, t: float, source: int, button: str, held: float, asking: int | None = None
    ) -> None:
        if source == PANEL or not asking or asking < 1 << 30:
            right(inbox, t, source, button, held, asking)

    monkeypatch.setattr(TableInbox, "press_at", press_at)
    monkeypatch.setattr(evening_module, "_askings", lambda boots: count(boots << 24))
    assert [left(life) for life in lives(tmp_path / "62", 62)] == usual
    with pytest.raises(Starved):
        lives(tmp_path / "64", 64)


@pytest.mark.parametrize("journal", [True, False])
def test_askings_given_twice_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: bool
) -> None:
    """As from a clock that begins where it stood last."""
    monkeypatch.setattr(evening_module, "_askings", lambda boots: count(1_700_000_000 << 24))
    alone = lives(tmp_path / "alone", journal=journal)
    with pytest.raises((AssertionError, Starved)):
        assert left(lives(tmp_path / "haunted", haunted=True, journal=journal)[1]) == left(alone[1])
