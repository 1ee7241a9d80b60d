"""The box's card fails, is full, or loses power in the middle of games: nothing that was announced is lost.

Real processes play on a card, a file system in FUSE, that fails at the Nth call of a kind, for a while or for
good. The table is told of whatever could not be written before the second question after it; once the card
works again the same process writes it, and another process goes on from what is there and plays to the end.

After a power cut, during any call, everything not synced is gone. Without syncs the same cuts lose something,
and that is noticed.

The short run takes a few calls. The long one takes all kinds of calls of three games: each call, or every
n-th one of the most frequent kinds.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from gm_appliance.games.registry import GAMES
from tests.app.crash_plants import PLANTS
from tests.app.power_cuts import Boxes, Evenings, MountedBoxes, mounted_boxes
from tests.app.told import Lost, Told

# Where /dev/fuse is root's alone.
pytestmark = [pytest.mark.process, pytest.mark.many, pytest.mark.root]

FAILING = ("gotterdammerung", "thor", "scorepad")

WHILE = 4
"""The number of calls that fail before the card works again."""

RESULTS = "*/results.jsonl"


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MountedBoxes]:
    with mounted_boxes(tmp_path_factory.mktemp("card")) as boxes:
        yield boxes


def fails_at(
    boxes: MountedBoxes,
    game: str,
    call: str,
    does: str,
    first: int,
    last: int,
    of: str = "*",
    plant: str = "",
) -> bool:
    """Let some calls of a life fail, and let the next life play on where that one could not; returns whether
    there were such calls. Raises Lost."""
    told = Told()
    fault = {"forget": "new", "calls": [call], "of": of, "does": does, "first": first, "last": last}
    boxes.life(told, fault, game=game, seed="first", settings=None, plant=plant)
    hit = boxes.card.hit > 0
    if told.trouble or boxes.card.cut:
        boxes.life(told, {}, game=game, seed="second", plant=plant)
        assert told.faults == []
    boxes.life(told, {})
    assert told.games >= 1
    return hit


CALLS = ("write", "fdatasync", "fsync", "truncate", "create", "open", "unlink", "rename", "mkdir", "chmod")
STEPS = {"write": 48, "fdatasync": 12, "fsync": 6, "open": 6, "create": 3, "chmod": 3}
"""Of frequent calls the long run takes every n-th. `test_journal_crash` tries every point of a journal."""
FULL = ("write", "truncate", "create", "open", "rename", "mkdir")
"""Calls that may fail because the card is full."""

ERRORS = [
    *((call, does, lasts) for call in CALLS for does, lasts in (("cut", 1), ("EIO", WHILE), ("EIO", None))),
    *((call, "ENOSPC", WHILE) for call in FULL),
    ("write", "short", WHILE),
]


def sweep(boxes: MountedBoxes, game: str, call: str, does: str, lasts: int | None, of: str = "*") -> None:
    """Let calls fail from every n-th one on. lasts: how many; None for all."""
    start, step = (1 + FAILING.index(game), STEPS[call]) if call in STEPS and of == "*" else (1, 1)
    for first in count(start, step):
        if not fails_at(boxes, game, call, does, first, first + lasts - 1 if lasts else 0, of):
            assert first > start or call in ("truncate", "unlink", "rename")
            return


@pytest.mark.long
@pytest.mark.parametrize("game", FAILING)
@pytest.mark.parametrize(("call", "does", "lasts"), ERRORS)
def test_a_card_that_fails_at_any_call(
    boxes: MountedBoxes, game: str, call: str, does: str, lasts: int | None
) -> None:
    sweep(boxes, game, call, does, lasts)


@pytest.mark.long
@pytest.mark.parametrize("lasts", [WHILE, None], ids=["a while", "good"])
@pytest.mark.parametrize(
    ("call", "does"), [("write", "EIO"), ("write", "ENOSPC"), ("write", "short"), ("fsync", "EIO")]
)
def test_the_results_fail(boxes: MountedBoxes, call: str, does: str, lasts: int | None) -> None:
    sweep(boxes, "thor", call, does, lasts, of=RESULTS)


@pytest.mark.parametrize("lasts", [WHILE, None], ids=["a while", "good"])
@pytest.mark.parametrize(
    ("game", "call", "of", "does", "nth"),
    [
        ("gotterdammerung", "fdatasync", "*", "EIO", 12),
        ("gotterdammerung", "open", "*", "EIO", 1),
        ("thor", "write", RESULTS, "ENOSPC", 1),
        ("scorepad", "write", "*", "short", 60),
        ("scorepad", "mkdir", "*", "ENOSPC", 1),
    ],
)
def test_some_calls_fail(
    boxes: MountedBoxes, game: str, call: str, of: str, does: str, nth: int, lasts: int | None
) -> None:
    assert fails_at(boxes, game, call, does, nth, nth + lasts - 1 if lasts else 0, of)


PLANTED: list[tuple[str, str, str, Sequence[int], int, str]] = [
    ("announced first", "fdatasync", "cut", (17,), 1, "before it was kept"),
    ("undone in memory", "fdatasync", "cut", (40,), 1, "before it was kept"),
    ("kept twice", "fsync", "cut", (1,), 1, "twice"),
    ("swallowed", "fdatasync", "EIO", (12,), 0, "nobody was told before"),
    ("dropped", "fdatasync", "EIO", range(8, 40, 4), WHILE, "nobody was told|before it was kept"),
    ("settings dropped", "fdatasync", "EIO", range(1, 12), WHILE, "settings are not kept"),
]
"""A fault, the call that shows it, what that does, from which ones on, how many fail, and the message."""


@pytest.mark.parametrize(("plant", "call", "does", "where", "lasts", "shows"), PLANTED)
def test_a_planted_fault_is_found(
    boxes: MountedBoxes, plant: str, call: str, does: str, where: Sequence[int], lasts: int, shows: str
) -> None:
    of = RESULTS if plant == "kept twice" else "*"

    def tries(plant: str, calls: Iterable[int]) -> list[bool]:
        lasting = [(nth, nth + lasts - 1 if lasts else 0) for nth in calls]
        return [fails_at(boxes, "scorepad", call, does, *one, of, plant) for one in lasting]

    assert tries("", where[:1]) == [True]
    with pytest.raises(Lost, match=shows):
        tries(plant, where)


def test_every_fault_is_planted() -> None:
    assert {one[0] for one in PLANTED} == set(PLANTS)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(folder)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Boxes]:
    with closing(Boxes(tmp_path_factory.mktemp("boxes"))) as boxes:
        yield boxes


FILLED = [
    ("gotterdammerung", "action.odin", "council.vote", ["journal-full", "journal-back"]),
    ("gotterdammerung", "conspiracy", "menu.again", ["journal-full", "results-full", "journal-back"]),
    ("thor", "final.offer", "match.over", ["journal-full", "journal-back"]),
    ("scorepad", "entry.points", "final.read", ["journal-full", "journal-back"]),
    ("scorepad", "power on", "dealer.first", ["journal-full", "journal-back"]),
]


@pytest.mark.parametrize(("game", "fills", "empties", "faults"), FILLED)
def test_a_full_disk_is_announced_and_nothing_is_missing_once_there_is_room(
    plain: Boxes, disk: Path, game: str, fills: str, empties: str, faults: list[str]
) -> None:
    told, state = Told(), disk / "state"
    plain.life(state, told, game=game, seed="full", settings=None, full=[str(disk), fills, empties])
    assert told.faults == faults
    plain.life(state, told)
    assert told.over == 1


def test_on_a_disk_that_stays_full_a_game_is_played_to_its_end(plain: Boxes, disk: Path) -> None:
    told, state, game = Told(), disk / "state", "gotterdammerung"
    plain.life(state, told, game=game, seed="first", leave=20)
    plain.life(state, told, game=game, seed="full", settings=None, full=[str(disk), "power on", "never"])
    assert told.faults == ["journal-full", "results-full"]
    (disk / "filling").unlink()
    plain.life(state, told, game=game, seed="after")
    plain.life(state, told)
    assert told.over == 1


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
    100: ["gotterdammerung", "werewolf", "thor"],
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
