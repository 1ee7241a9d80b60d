"""The benchmarks run; only `make bench` measures speed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from benchmarks import idle, presses, ratings, rules
from gm_appliance.core.game import Choice, Decision, Number, OneOf
from gm_appliance.core.game import Table as Anybody
from gm_appliance.pickers import presses as strokes_for
from tests.pickers.decisions import press
from tests.room.brokers import needs_mosquitto

ROOT = Path(__file__).parent.parent


def run(script: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, "--quick"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_rules_are_run_beside_their_peer() -> None:
    pytest.importorskip("pyspiel", reason="the peer is not here: `make bench` installs it")
    done = run("from benchmarks.rules import main; raise SystemExit(main())")
    assert done.returncode == 0, done.stderr
    assert [line[:38].rstrip() for line in done.stdout.splitlines()[3:]] == list(rules.players())


@pytest.mark.parametrize("table", rules.TABLES)
def test_a_whole_game_is_played_the_same_for_the_same_seed(table: str) -> None:
    game, options = rules.TABLES[table]
    assert rules.play_ours(game, options, Random(1)) == rules.play_ours(game, options, Random(1)) > 10


def test_an_evening_is_played_to_its_end_the_same_for_the_same_seed() -> None:
    custom = next(one for one in presses.TABLES if one.name == "Valda, guide, 3 players")
    played = presses.play(custom, 1)
    assert played == presses.play(custom, 1)
    assert played != presses.play(custom, 2)
    parts = [played.before, *played.turns]
    assert len(played.turns) > 5
    assert 0 < sum(part.panel for part in parts) <= played.whole.panel
    assert sum(len(part.said) for part in parts) <= len(played.whole.said)
    assert played.whole.panel > played.whole.left


def test_presses_of_pads_are_counted_apart() -> None:
    played = presses.play(next(one for one in presses.TABLES if "pads" in one.name), 1)
    assert played.before.pads == 7 * 2, "each is called, and tells its faction"
    # At night each of the seven taps at every name in Asgard: seven names at first, three at last.
    assert played.turns[0].pads >= 7 * 7
    assert all(turn.pads >= 7 * 3 for turn in played.turns)


@pytest.mark.parametrize(
    ("domain", "most"), [(OneOf((*range(30),)), 5), (Number(0, 12), 5), (Number(0, 3000), 10)]
)
def test_a_far_line_is_held_for_and_reached(domain: OneOf | Number, most: int) -> None:
    decision = Decision("one", Anybody(), domain)
    for value in range(13):
        tapped = strokes_for(decision, Choice("one", value))
        held = (*presses.with_holds(decision, tapped),)
        assert press(decision, held) == Choice("one", value)
        assert len(held) <= min(len(tapped), most)


@pytest.mark.long
@pytest.mark.process
@needs_mosquitto
def test_the_room_is_measured() -> None:
    done = run("from benchmarks.room import main; raise SystemExit(main())")
    assert done.returncode == 0, done.stderr
    told = [line.partition(":")[0] for line in done.stdout.splitlines() if line != idle.AT_LEAST]
    assert told == ["moment to listener", "memory", "beside it", "beside it", "idle"]


@pytest.mark.long
@pytest.mark.process
def test_fifteen_phones_are_measured() -> None:
    done = run("from benchmarks.phones import main; raise SystemExit(main())")
    assert done.returncode == 0, done.stderr
    told = [line.partition(":")[0] for line in done.stdout.splitlines() if line != idle.AT_LEAST]
    assert told == ["15 phones, 10 ticks a second each way", "memory", "press to box", "page"]
    assert (idle.AT_LEAST in done.stdout) == (os.geteuid() != 0)


def test_ratings_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert ratings.main(["--quick"]) == 0
    told = [line.partition(",")[0] for line in capsys.readouterr().out.splitlines()]
    assert told == ["30 games with sides", "30 games with points"]
