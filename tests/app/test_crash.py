"""The box is killed, or its card fails, at every call that writes, in the middle of games.

Real processes play: strace kills one at the Nth call, or lets the Nth call and some after it fail. What
was announced is on the card then, or one thing more; another process goes on from the same decision, plays
on to the end, and leaves the card as a life leaves it that nobody disturbed. Of a card that fails the table
is told, and once there is room again the very same process loses nothing.

The short run takes a few calls. The long one kills and fails all kinds of calls of every game: each call, or
every n-th call of the most frequent kinds.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import pytest

from tests.app.crash_ledger import Card, Ledger, card, promised
from tests.app.crash_plants import PLANTS
from tests.app.crashes import CALLS, STRACE, Boxes, Lived, boxes
from tests.simulator.daemon import Daemon

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(STRACE is None, reason="strace is missing; get it with: apt install strace"),
]

GAMES = ("gotterdammerung", "thor", "scorepad")
FROM_NOTHING = "scorepad"
"""It begins with the box's first start, the others in the middle of a game."""

FIRST, SECOND, THIRD = 1.8e9, 1.9e9, 2.0e9
"""What the clock says at power on, life by life."""

WHILE = 4
"""The number of calls that fail before there is room again."""


@pytest.fixture(scope="module")
def lives() -> Iterator[Boxes]:
    with boxes() as lives:
        yield lives


@dataclass(frozen=True)
class Begun:
    """A game in its middle, and what comes of it where nothing is wrong.

    folder: the card, None for an empty one. before: what is on it. heard, after: of the undisturbed life.
    """

    game: str
    folder: Path | None
    before: Ledger
    heard: Lived
    after: Card

    def copy(self, name: str, into: Path) -> Path:
        """The card, once more."""
        folder = into / name
        shutil.rmtree(folder, ignore_errors=True)
        if self.folder:
            shutil.copytree(self.folder, folder)
        return folder


@pytest.fixture(scope="module")
def begun(lives: Boxes, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Begun]:
    return {game: begin(lives, game, tmp_path_factory.mktemp(game)) for game in GAMES}


def begin(lives: Boxes, game: str, scratch: Path) -> Begun:
    folder, before = None, Ledger()
    if game != FROM_NOTHING:
        folder = scratch / "begun"
        first = lives.live(folder, game, FIRST, begin=True)
        assert first.ended == "power cut"
        before = promised(first.public, before)[-1]
        assert before == card(folder).ledger
        assert before.sessions[0].stand
    left = scratch / "undisturbed"
    if folder:
        shutil.copytree(folder, left)
    heard = lives.live(left, game, SECOND)
    assert (heard.ended, heard.faults) == ("in order", [])
    after = card(left)
    assert after.ledger == promised(heard.public, before)[-1]
    assert [one.ended for one in after.ledger.sessions] == [True, False]
    assert (after.ledger.results, after.ledger.volume) == (1, 90)
    return Begun(game, folder, before, heard, after)


# ---------------------------------------------------------------- what must hold


def check_killed(begun: Begun, killed: Lived, left: Card) -> None:
    """Whatever was announced is there, and of each kind at most the next thing."""
    heard, undisturbed = killed.public, begun.heard.public
    assert heard == undisturbed[: len(heard)]
    now, *later = promised(undisturbed, begun.before)[len(heard) :]
    for kind in ("sessions", "results", "volume"):
        promise = getattr(now, kind)
        following = [getattr(one, kind) for one in later]
        allowed = [promise, *[one for one in following if one != promise][:1]]
        assert getattr(left.ledger, kind) in allowed, f"{kind} after {heard[-3:]}"


def check_resumed(begun: Begun, killed: Lived, left: Card, after: Lived) -> None:
    """The next life opens the decision that was open, unless that was answered."""
    assert (after.ended, after.faults) == ("in order", [])
    assert [one for one in after.heard if one.get("level") in ("WARNING", "ERROR")] == []
    ledgers = promised(killed.public, begun.before)
    if ledgers[-1].sessions != left.ledger.sessions or not left.ledger.sessions:
        return
    since = [at for at, one in enumerate(ledgers) if one.sessions != ledgers[-1].sessions]
    asked = [str(one["asked"]) for one in killed.public[max(since, default=0) :] if "asked" in one]
    opened = [str(one["asked"]) for one in after.public if "asked" in one]
    in_game = [one for one in asked if not one.startswith(ASIDE)]
    if in_game:
        assert next(one for one in opened if not one.startswith(ASIDE)) == in_game[-1]


ASIDE = ("menu.", "option.", "questions", "volume", "leave.")
"""What is asked beside the game."""


def killed_at(lives: Boxes, begun: Begun, scratch: Path, calls: str, nth: int, plant: str = "") -> bool:
    """Kill a life at its Nth call of these, and let the next one play on; False if there was no such call."""
    folder = begun.copy("killed", scratch)
    tamper = f"{calls}:signal=KILL:when={nth}"
    killed = lives.live(folder, begun.game, SECOND, tamper, plant=plant)
    if not killed.killed:
        assert killed.ended == "in order"
        return False
    left = card(folder)
    check_killed(begun, killed, left)
    after = lives.live(folder, begun.game, THIRD, plant=plant)
    check_resumed(begun, killed, left, after)
    assert card(folder) == begun.after
    return True


def failing(faults: list[str], part: str) -> bool:
    """Whether the table was told that this part fails, and not that it is back."""
    told = [one for one in faults if one.startswith(f"{part}-")]
    return told[-1:] in ([f"{part}-full"], [f"{part}-lost"])


def check_told(begun: Begun, lived: Lived, left: Card) -> None:
    """What is not on the card in the end was told, before the second question after it."""
    ledgers = promised(lived.public, begun.before)
    if left.ledger.results < ledgers[-1].results:
        assert failing(lived.faults, "results")
    if left.ledger.sessions == ledgers[-1].sessions:
        return
    assert failing(lived.faults, "journal") or failing(lived.faults, "results")
    kept = max(at for at, one in enumerate(ledgers) if one.sessions == left.ledger.sessions)
    unkept = lived.public[kept:]
    questions = [at for at, one in enumerate(unkept) if "asked" in one]
    fails = ("journal-full", "journal-lost")
    told = [at for at, one in enumerate(lived.public) if one.get("announced") in fails]
    assert told
    assert told[-1] < kept + [*questions, len(unkept), len(unkept)][1]


def fails_at(
    lives: Boxes, begun: Begun, scratch: Path, calls: str, error: str, when: str, plant: str = ""
) -> bool:
    """Let some calls of a life fail, and the next life play on where that one could not; False if there was
    no such call."""
    folder = begun.copy("failing", scratch)
    lived = lives.live(folder, begun.game, SECOND, f"{calls}:error={error}:when={when}", plant=plant)
    assert lived.ended == "in order"
    if not lived.hit:
        return False
    left = card(folder)
    check_told(begun, lived, left)
    trouble = any(failing(lived.faults, part) for part in ("journal", "results"))
    if not trouble and not when.endswith("+"):
        assert replace(left, files=()) == replace(begun.after, files=())
        return True
    after = lives.live(folder, begun.game, THIRD, plant=plant)
    assert (after.ended, after.faults) == ("in order", [])
    check_in_the_end(begun, left, card(folder))
    return True


def check_in_the_end(begun: Begun, left: Card, end: Card) -> None:
    """One result of the first game, and the second one begun. The first is there as far as the card took it,
    where its result was written before it all the same; else it was played on to its end."""
    *first, last = end.ledger.sessions
    assert (end.games, last) == (begun.after.games, begun.after.ledger.sessions[-1])
    assert end.settings["last"] == begun.after.settings["last"]
    if left.games:
        assert tuple(first) in (left.ledger.sessions[:1], begun.after.ledger.sessions[:1])
    else:
        assert tuple(first) == begun.after.ledger.sessions[:1]


# ---------------------------------------------------------------- at every call

ALL = pytest.mark.long
RENAMES, MKDIRS = "?rename,?renameat,renameat2", "?mkdir,mkdirat"
assert {RENAMES, MKDIRS} < {*CALLS}
POINTS = [
    (game, calls)
    for game in GAMES
    for calls in CALLS
    if game == FROM_NOTHING or calls not in (RENAMES, MKDIRS)
]
STEPS = {"pwrite64": 24, "fdatasync": 6}
"""Of these calls there are many: the long run takes every n-th. Every point is tried by the journal's own
`test_journal_crash`, and any of them by `test_power_cuts`."""
FULL = ("write", "pwrite64", "ftruncate", "openat", RENAMES, MKDIRS)
"""What may find no room."""


@ALL
@pytest.mark.parametrize(("game", "calls"), POINTS)
def test_killed_at_any_call(
    lives: Boxes, begun: dict[str, Begun], tmp_path: Path, game: str, calls: str
) -> None:
    at = count(1 + GAMES.index(game), STEPS[calls]) if calls in STEPS else count(1, 2)
    killed = [*iter(lambda: killed_at(lives, begun[game], tmp_path, calls, next(at)), False)]
    assert killed


@ALL
@pytest.mark.parametrize(
    ("game", "calls", "error"),
    [(*one, error) for one in POINTS for error in (("EIO", "ENOSPC") if one[1] in FULL else ("EIO",))],
)
def test_a_card_that_fails_or_is_full_for_a_while_costs_nothing(
    lives: Boxes, begun: dict[str, Begun], tmp_path: Path, game: str, calls: str, error: str
) -> None:
    at = (f"{nth}..{nth + WHILE - 1}" for nth in count(1, STEPS.get(calls, WHILE - 1)))
    failed = [*iter(lambda: fails_at(lives, begun[game], tmp_path, calls, error, next(at)), False)]
    assert failed


@ALL
@pytest.mark.parametrize(("game", "calls"), POINTS)
def test_a_card_that_fails_for_good_keeps_what_was_there(
    lives: Boxes, begun: dict[str, Begun], tmp_path: Path, game: str, calls: str
) -> None:
    at = (f"{nth}+" for nth in count(1 + GAMES.index(game) % 2, STEPS.get(calls, 6)))
    failed = [*iter(lambda: fails_at(lives, begun[game], tmp_path, calls, "EIO", next(at)), False)]
    assert failed or calls == "write"


# ---------------------------------------------------------------- at a few

SOME = [
    ("gotterdammerung", "fdatasync", 17),
    ("thor", "pwrite64", 40),
    ("scorepad", RENAMES, 1),
    ("scorepad", "fsync", 5),
]


@pytest.mark.parametrize(("game", "calls", "nth"), SOME)
def test_killed_at_some_calls(
    lives: Boxes, begun: dict[str, Begun], tmp_path: Path, game: str, calls: str, nth: int
) -> None:
    assert killed_at(lives, begun[game], tmp_path, calls, nth)


@pytest.mark.parametrize("lasts", ["{}..{}", "{}+"], ids=["a while", "good"])
@pytest.mark.parametrize(
    ("game", "calls", "error", "nth"),
    [
        ("gotterdammerung", "fdatasync", "EIO", 12),
        ("gotterdammerung", "openat", "EIO", 1),
        ("thor", "write", "ENOSPC", 1),
        ("scorepad", "pwrite64", "ENOSPC", 60),
        ("scorepad", MKDIRS, "ENOSPC", 1),
    ],
)
def test_some_calls_fail(
    lives: Boxes,
    begun: dict[str, Begun],
    tmp_path: Path,
    game: str,
    calls: str,
    error: str,
    nth: int,
    lasts: str,
) -> None:
    assert fails_at(lives, begun[game], tmp_path, calls, error, lasts.format(nth, nth + WHILE - 1))


# ---------------------------------------------------------------- planted faults

PLANTED: list[tuple[str, str, str, Sequence[int]]] = [
    ("announced first", "signal=KILL:when={}", "fdatasync", (6,)),
    ("undone in memory", "signal=KILL:when={}", "fdatasync", (30,)),
    ("kept twice", "signal=KILL:when={}", "fsync", range(5, 20)),
    ("swallowed", "error=EIO:when={}+", "fdatasync", (12,)),
    ("dropped", "error=EIO:when={}..{}", "fdatasync", (12,)),
    ("settings dropped", "error=EIO:when={}..{}", "pwrite64", (47,)),
]
"""A fault, and at which of these calls it shows; at the start each folder above the state is synced."""


@pytest.mark.parametrize(("plant", "fault", "calls", "where"), PLANTED)
def test_a_planted_fault_is_found(
    lives: Boxes,
    begun: dict[str, Begun],
    tmp_path: Path,
    plant: str,
    fault: str,
    calls: str,
    where: Sequence[int],
) -> None:
    game = begun["gotterdammerung"]

    def tries(plant: str, nth: int) -> bool:
        if fault.startswith("signal"):
            return killed_at(lives, game, tmp_path, calls, nth, plant)
        error, when = fault.removeprefix("error=").split(":when=")
        return fails_at(lives, game, tmp_path, calls, error, when.format(nth, nth + WHILE - 1), plant)

    def shows() -> None:
        for nth in where:
            tries(plant, nth)

    assert tries("", where[0])
    with pytest.raises(AssertionError):
        shows()


def test_every_fault_is_planted() -> None:
    assert {one[0] for one in PLANTED} == set(PLANTS)


# ---------------------------------------------------------------- a disk that is really full


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own."""
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


FILLED = [
    ("gotterdammerung", "action.odin", "council.vote", ["journal-full", "journal-back"]),
    ("gotterdammerung", "conspiracy", "menu.again", ["journal-full", "results-full", "journal-back"]),
    ("thor", "turn.take", "match.over", ["journal-full", "journal-back"]),
    ("scorepad", "entry.points", "final.read", ["journal-full", "journal-back"]),
    ("scorepad", "power on", "dealer.first", ["journal-full", "journal-back"]),
]


@pytest.mark.root
@pytest.mark.parametrize(("game", "fills", "empties", "told"), FILLED)
def test_a_full_disk_is_announced_and_nothing_is_missing_once_there_is_room(
    lives: Boxes, begun: dict[str, Begun], disk: Path, game: str, fills: str, empties: str, told: list[str]
) -> None:
    folder = begun[game].copy("state", disk)
    lived = lives.live(folder, game, SECOND, full=(str(disk), fills, empties))
    assert (lived.ended, lived.faults) == ("in order", told)
    assert card(folder) == begun[game].after


@pytest.mark.root
def test_on_a_disk_that_stays_full_a_game_is_played_to_its_end(
    lives: Boxes, begun: dict[str, Begun], disk: Path
) -> None:
    game = begun["gotterdammerung"]
    folder = game.copy("state", disk)
    full = lives.live(folder, game.game, SECOND, full=(str(disk), "power on", "never"))
    assert (full.ended, full.faults) == ("in order", ["journal-full", "results-full"])
    (disk / "filling").unlink()
    left = card(folder)
    assert left.ledger.sessions == game.before.sessions
    after = lives.live(folder, game.game, THIRD)
    assert (after.ended, after.faults) == ("in order", [])
    check_in_the_end(game, left, card(folder))


@pytest.mark.root
def test_the_whole_service_begins_on_a_full_disk_and_ends_in_order(disk: Path, tmp_path: Path) -> None:
    pytest.importorskip("aiohttp", reason="the virtual table needs aiohttp")
    daemon = Daemon(disk / "state", speed=20.0)
    daemon.log = tmp_path / "log.txt"
    with suppress(OSError), (disk / "filling").open("wb", buffering=0) as filling:
        while filling.write(bytes(1 << 12)):
            pass
    try:
        daemon.start()
        assert daemon.end() == 0
        full = daemon.log.read_text()
        (disk / "filling").unlink()
        daemon.url = ""  # the page's address could not be kept
        daemon.start()
        assert daemon.end() == 0
    finally:
        daemon.close()
    log = daemon.log.read_text()
    assert "Traceback" not in log
    assert "The journal cannot be opened: No room left" in full
    assert "ERROR" not in log.removeprefix(full)
    assert [*(disk / "state").glob(".virtual-table.json.*")] == [], "nothing half written is left"
