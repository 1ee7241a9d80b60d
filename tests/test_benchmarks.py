"""The benchmarks run; only `make bench` measures speed."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from benchmarks import idle, opponent, presses, rules, start
from benchmarks.people import Custom
from gm_appliance.core.game import Choice, Decision, Number, OneOf, Seat
from gm_appliance.core.game import Table as Anybody
from gm_appliance.pickers import presses as strokes_for
from tests.pickers.decisions import press

ROOT = Path(__file__).parent.parent


def run(script: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, "--quick"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_rules_are_run_beside_their_peer() -> None:
    pytest.importorskip("pyspiel", reason="the peer is not here: `make bench` installs it")
    done = run("from benchmarks.rules import main; raise SystemExit(main())")
    assert done.returncode == 0, done.stderr
    assert [line[:38].rstrip() for line in done.stdout.splitlines()[3:]] == list(rules.players())


def test_without_its_peer_it_says_how_to_get_it() -> None:
    done = run(
        "import sys; sys.modules['pyspiel'] = None; from benchmarks.rules import main; sys.exit(main())"
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "OpenSpiel, the peer, is not installed: run `make bench`.\n"


@pytest.mark.long
@pytest.mark.process
def test_a_start_of_the_box_is_measured_until_it_asks(tmp_path: Path) -> None:
    one = start.start_ours(tmp_path, tmp_path / "bytecode", 0.0)
    assert one.cpu > 0
    assert one.seconds > 0
    assert one.prompt > 0
    assert 1 < one.memory <= one.peak


@pytest.mark.parametrize("table", rules.TABLES)
def test_a_whole_game_is_played_the_same_for_the_same_seed(table: str) -> None:
    game, options = rules.TABLES[table]
    assert rules.play_ours(game, options, Random(1)) == rules.play_ours(game, options, Random(1)) > 10


def test_the_opponent_is_held_to_its_goals() -> None:
    def played(won: int, took: float, strength: str = "strong", against: str = "random") -> opponent.Match:
        return opponent.Match(strength, against, 500, won, 0, [took] * 9)

    assert (
        opponent.missed([played(490, 0.3), played(400, 0.3, "easy"), played(300, 0.3, against="normal")])
        == []
    )
    assert opponent.missed([played(489, 0.3)]) == ["strong wins less than 98% against random"]
    assert opponent.missed([played(399, 0.1, "easy")]) == ["easy wins less than 80% against random"]
    assert opponent.missed([played(299, 0.1, against="normal")]) == [
        "strong wins less than 60% against normal"
    ]
    assert opponent.missed([played(500, 0.5)]) == ["strong takes more than 0.4 seconds for a move"]
    line = opponent.Match("strong", "random", 4, 3, 1, [0.01, 0.02]).line()
    assert line.split()[:6] == ["strong", "random", "4", "3", "1", "75.0%"]


QUICK = [one for one in presses.TABLES if "referee" in one.name or "score" in one.name.casefold()]


@cache
def first(name: str) -> presses.Played:
    """The first evening at the table of this name."""
    return presses.play(next(one for one in presses.TABLES if one.name == name), 1)


@pytest.mark.parametrize("custom", QUICK, ids=lambda one: one.name)
def test_an_evening_is_played_to_its_end_the_same_for_the_same_seed(custom: Custom) -> None:
    played = first(custom.name)
    assert played == presses.play(custom, 1)
    assert played != presses.play(custom, 2)
    parts = [played.before, *played.turns]
    assert len(played.turns) > 5
    assert 0 < sum(part.panel for part in parts) <= played.whole.panel
    assert sum(len(part.said) for part in parts) <= len(played.whole.said)


def test_presses_of_pads_are_counted_apart() -> None:
    played = presses.play(next(one for one in presses.TABLES if "pads" in one.name), 1)
    assert played.before.pads == 7 * 2, "each is called, and tells its faction"
    # At night each of the seven taps at every name in Asgard: seven names at first, three at last.
    assert played.turns[0].pads >= 7 * 7
    assert all(turn.pads >= 7 * 3 for turn in played.turns)


def test_what_a_seat_chooses_takes_one_tap_on_its_phone() -> None:
    turn = Decision("turn", Seat(2), OneOf(("soup", "fish")))
    price, secret = (
        Decision("price", Seat(2), Number(0, 500)),
        Decision("thumb", Seat(2), OneOf((0, 1)), secret=True),
    )
    assert presses.taps(turn, Choice("turn", "fish")) == 1
    assert presses.taps(Decision("few", Seat(2), Number(0, 9)), Choice("few", 7)) == 1
    assert presses.taps(price, Choice("price", 125)) == 5, "typed"
    assert presses.taps(secret, Choice("thumb", 1)) == 0
    assert presses.taps(Decision("all", Anybody(), OneOf((1, 2))), Choice("all", 2)) == 0, "at the panel"


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
def test_fifteen_phones_are_measured() -> None:
    done = run("from benchmarks.phones import main; raise SystemExit(main())")
    assert done.returncode == 0, done.stderr
    told = [line.partition(":")[0] for line in done.stdout.splitlines() if line != idle.AT_LEAST]
    assert told == ["15 phones, 10 ticks a second each way", "memory", "press to box"]
    assert (idle.AT_LEAST in done.stdout) == (os.geteuid() != 0)
