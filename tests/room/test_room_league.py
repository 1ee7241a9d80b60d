"""Results of several boxes at one broker."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.app.league import Book
from gm_appliance.app.room_league import RoomLeague
from gm_appliance.core.results import Result
from gm_appliance.room.messages import RECORDS, Link
from gm_appliance.room.process import RoomProcess
from gm_appliance.storage.results import NAME, KeptResults
from tests.phones.crowd import until
from tests.room.brokers import Ear, Mosquitto, needs_mosquitto

pytestmark = [needs_mosquitto, pytest.mark.process]

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")


class Box:
    def __init__(self, folder: Path, number: int, games: int) -> None:
        self.state = folder / f"box{number}"
        self.state.mkdir()
        self.number = number
        self.results = KeptResults(self.state / NAME, lambda part, what: None)
        self.results.keep(
            *(
                Result(
                    "scorepad", 1e9 + 1000 * at + number, "2026-11-01", True, 60.0, names=NAMES, winners=(1,)
                )
                for at in range(games)
            )
        )
        self.came = self.state / RECORDS
        self.league = RoomLeague(self.state, self.came)

        self.box = Book(self.state).box

    def trusts(self, boxes: list[str]) -> None:
        (self.state / "league.boxes").write_text("\n".join(boxes))

    def connects(self, port: int) -> None:
        self.process = RoomProcess(self.state)
        self.process._heed(Link("127.0.0.1", port, name=f"box{self.number}", league=True))
        self.shares()

    def shares(self) -> None:
        for post in self.league.news():
            self.process._heed(post)

    def leaves(self) -> None:
        assert self.process._broker
        self.process._broker.close()
        self.process._records.close()

    def heard(self) -> int:
        """How many records of other boxes came."""
        lines = self.came.read_bytes().splitlines() if self.came.exists() else []
        return len({one for one in lines if self.box.encode() not in one})

    def until(self, records: int) -> None:
        """Wait for so many, as long as more of them come."""
        while (before := self.heard()) < records:
            until(lambda: self.heard() > before, f"more than {before} of {records}", 0.2)

    def lines(self) -> object:
        self.shares()  # takes in what came
        return Book(self.state).lines


@pytest.mark.parametrize("games", [20, pytest.param(200, marks=pytest.mark.long)])
def test_five_boxes_have_all_results_though_one_comes_late(
    games: int, broker: Callable[..., Mosquitto], stack: ExitStack, tmp_path: Path
) -> None:
    port = broker("max_queued_messages 0", "max_inflight_messages 0").port
    boxes = [Box(tmp_path, number, games) for number in range(5)]
    for box in boxes:
        box.trusts([one.box for one in boxes])
    *early, late = boxes
    for box in early:
        box.connects(port)
    for box in early:
        box.until(3 * games)
    early[0].leaves()  # a week later
    late.connects(port)
    late.until(4 * games)
    early[0].connects(port)
    for box in boxes:
        stack.callback(box.leaves)
    for box in early:
        box.until(4 * games)
    all_lines = [box.lines() for box in boxes]
    assert len(all_lines[0]) == 5 * games  # type: ignore[arg-type]
    assert all(lines == all_lines[0] for lines in all_lines)


def test_what_is_deleted_here_is_deleted_at_the_broker_and_strangers_are_left_out(
    broker: Callable[..., Mosquitto], ear: Callable[..., Ear], stack: ExitStack, tmp_path: Path
) -> None:
    port = broker().port
    one, other = Box(tmp_path, 1, 3), Box(tmp_path, 2, 2)
    one.connects(port)
    other.connects(port)
    stack.callback(one.leaves)
    stack.callback(other.leaves)
    one.until(2)
    other.until(3)
    assert {box for box, _sequence in one.lines()} == {one.box}  # type: ignore[attr-defined]
    rest = one.results.all[1:]
    (one.state / NAME).unlink()
    KeptResults(one.state / NAME, lambda part, what: None).keep(*rest)
    Book(one.state).forget(rest, lambda name: False, everything=False)
    one.shares()
    topics = f"gm-appliance/league/{one.box}"
    sent: Any = one.process._broker
    until(lambda: not (sent._new[1] or sent._under_way))
    late = ear(port)
    until(lambda: late.last(f"{topics}/4"))
    assert late.payloads(f"{topics}/1") == []
