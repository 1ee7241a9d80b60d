"""Power cuts, after which everything not synced is gone, lose nothing that was announced.

The whole box plays in a process, on a file system in FUSE that keeps only what was synced. Each life ends
during some call to the card, and the next one finds what is left. Without syncs the same cuts lose something,
and that is noticed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from gm_appliance.games.registry import GAMES
from tests.app.power_cuts import Evenings, MountedBoxes, mounted_boxes
from tests.app.told import Lost

# Where /dev/fuse is root's alone.
pytestmark = [pytest.mark.process, pytest.mark.many, pytest.mark.root]


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MountedBoxes]:
    with mounted_boxes(tmp_path_factory.mktemp("card")) as boxes:
        yield boxes


def test_a_game_with_many_power_cuts_ends_and_loses_nothing(boxes: MountedBoxes) -> None:
    evenings = Evenings(boxes, "quick")
    evenings.play_all(["scorepad"], 300)
    assert evenings.cut.total() > 2
    assert evenings.told.over == 1
    assert evenings.told.resumed


UNSYNCED = [
    (("journal", "files"), "boots|is found, not|results are missing"),
    (("journal",), "is found, not"),
    pytest.param(("files",), "boots|is found, not", marks=pytest.mark.long),
    pytest.param(("results",), "results are missing", marks=pytest.mark.long),
    pytest.param(("pads",), "other pads", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("what", "loses"), UNSYNCED)
def test_without_syncs_the_same_cuts_lose_something(
    boxes: MountedBoxes, what: Sequence[str], loses: str
) -> None:
    evenings = Evenings(boxes, "quick", ["all"], what)
    with pytest.raises(Lost, match=loses):
        evenings.play_all(["scorepad"] * 5, 150)


def test_without_syncs_killing_the_process_loses_nothing(boxes: MountedBoxes) -> None:
    evenings = Evenings(boxes, "quick", [""], ["journal", "files"])
    evenings.play_all(["scorepad"], 300)
    assert evenings.cut.total() > 2


FIRST_CUTS = [["all"], ["sectors"], ["pages"], ["", "all"]]


@pytest.mark.parametrize("cuts", FIRST_CUTS, ids=["rest", "sectors", "pages", "killed first"])
@pytest.mark.parametrize(
    "step", [pytest.param(26, id="some"), pytest.param(3, id="more", marks=pytest.mark.long)]
)
def test_after_a_power_cut_at_the_first_start_the_box_starts_over_or_resumes(
    boxes: MountedBoxes, step: int, cuts: Sequence[str]
) -> None:
    for calls in range(1, FIRST, step):
        evenings = Evenings(boxes, f"{calls}", cuts)
        assert evenings.life("scorepad", calls)
        evenings.life("scorepad", calls + FIRST)
        evenings.look()


FIRST = 80
"""Calls to the card until folders, journal and the first game are there."""


MOST = {
    40: ["dice", "first-player"] * 3,
    100: ["gotterdammerung", "thor"],
    200: ["scorepad"],
    1200: ["valda", "odins-table"],
}
"""The maximum number of calls to the card before a cut, by game. Short games are played several times: the
box's start takes most of their 35 calls."""


@pytest.mark.long
def test_every_game_with_many_power_cuts_ends_and_loses_nothing(boxes: MountedBoxes) -> None:
    evenings = Evenings(boxes, "whole games")
    for most, games in MOST.items():
        evenings.play_all(games, most)
    assert evenings.cut.total() >= 100
    assert min(evenings.cut[game] for game in GAMES) >= 3
    assert evenings.told.over == sum(one.game.kept for one in GAMES.values())
    assert evenings.told.resumed > 50
