"""The power is cut again and again over whole evenings, and what was not synced is really gone: nothing that
was told is lost.

The whole box (menu, host, journal, results, habits, names, which pads lie where) plays in a process of its
own on a card that keeps its promises and no more: a file system in FUSE, or, where none can be mounted, a
model fed with recorded system calls. Each life ends in the midst of some call to the card, and the next one
finds what the card chose to keep. Where nothing is synced the same cuts lose something, and it is noticed.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from gm_appliance.games.registry import GAMES
from tests.app.power_cuts import Card, Evenings, MountedCard, RecordedCard, why_not_mounted
from tests.app.told import Lost

pytestmark = [
    pytest.mark.process,
    pytest.mark.many,
]


@pytest.fixture(scope="module")
def not_mounted(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Why the card is not a file system of ours; empty where it is."""
    return why_not_mounted(tmp_path_factory.mktemp("tried"))


@pytest.fixture(scope="module")
def card(not_mounted: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Card]:
    if not_mounted and shutil.which("strace") is None:
        pytest.skip(f"neither FUSE ({not_mounted}) nor strace; get it with: apt install strace")
    scratch = tmp_path_factory.mktemp("card")
    with RecordedCard(scratch) if not_mounted else MountedCard(scratch) as card:
        yield card


def test_the_card_is_a_file_system_of_ours(not_mounted: str) -> None:
    if not_mounted:
        pytest.skip(f"{not_mounted} The power is cut over recorded system calls in its place.")


def test_a_game_cut_off_again_and_again_comes_to_its_end_and_nothing_told_is_lost(card: Card) -> None:
    evenings = Evenings(card, "quick")
    evenings.play_all(["scorepad"], 150)
    assert evenings.cut.total() > 5
    assert evenings.told.over == 1
    assert evenings.told.resumed


UNSYNCED = [
    (("journal", "files"), "boots|is found, not|results are missing"),
    (("files",), "boots|is found, not"),
    (("journal",), "is found, not"),
    (("results",), "results are missing"),
    (("pads",), "other pads"),
]


@pytest.mark.parametrize(("what", "loses"), UNSYNCED)
def test_what_is_not_synced_the_same_cuts_lose(card: Card, what: Sequence[str], loses: str) -> None:
    evenings = Evenings(card, "quick", ["all"], what)
    with pytest.raises(Lost, match=loses):
        evenings.play_all(["scorepad"] * 5, 150)


def test_where_nothing_is_synced_a_killed_process_alone_loses_nothing(card: Card) -> None:
    evenings = Evenings(card, "quick", [""], ["journal", "files"])
    evenings.play_all(["scorepad"], 150)
    assert evenings.cut.total() > 5


# ---------------------------------------------------------------- the first start

FIRST_CUTS = [["all"], ["sectors"], ["pages"], ["", "all"]]


@pytest.mark.parametrize(
    "step", [pytest.param(20, id="some"), pytest.param(1, id="all", marks=pytest.mark.long)]
)
def test_a_box_cut_off_at_its_first_start_begins_anew_or_goes_on(card: Card, step: int) -> None:
    for calls in range(1, FIRST, step * card.cost):
        for cuts in FIRST_CUTS:
            evenings = Evenings(card, f"{calls}", cuts)
            assert evenings.life("scorepad", calls)
            evenings.life("scorepad", calls + FIRST)
            evenings.look()


FIRST = 80
"""Calls to the card until folders, journal and the first game are there."""

# ---------------------------------------------------------------- whole evenings

MOST = {
    40: ["dice", "first-player"],
    100: ["gotterdammerung", "thor", "scorepad"],
    1200: ["valda", "odins-table"],
}
"""After how many calls to the card a life of each game is cut off at the latest: some make many more."""


@pytest.mark.long
def test_every_game_cut_off_again_and_again_comes_to_its_end_and_nothing_told_is_lost(card: Card) -> None:
    evenings = Evenings(card, "whole games")
    for most, games in MOST.items():
        evenings.play_all(games, most)
    assert evenings.cut.total() >= 100
    assert min(evenings.cut[game] for game in GAMES) >= 3
    assert evenings.told.over == sum(one.game.kept for one in GAMES.values())
    assert evenings.told.resumed > 50


@pytest.mark.long
@pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace is missing; get it with: apt install strace"
)
def test_recorded_system_calls_bear_the_same_witness(in_memory: Path) -> None:
    with RecordedCard(in_memory) as card:
        evenings = Evenings(card, "recorded")
        evenings.play_all(["scorepad"], 300)
        assert evenings.cut.total() > 3
        unsynced = Evenings(card, "recorded", ["all"], ["journal", "files"])
        with pytest.raises(Lost):
            unsynced.play_all(["scorepad"] * 5, 300)
