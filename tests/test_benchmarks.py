"""The benchmarks run; only `make bench` measures speed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from benchmarks import (
    boot,
    called,
    fairness,
    growth,
    idle,
    legibility,
    names,
    odin,
    opponent,
    presses,
    rules,
    start,
    thor,
    words,
)
from benchmarks.people import Custom
from gm_appliance.core.game import Choice, Decision, Number, OneOf, Seat
from gm_appliance.core.game import Table as Anybody
from gm_appliance.devices.sound import engines
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.pickers import presses as strokes_for
from tests.pickers.decisions import press

ROOT = Path(__file__).parent.parent
THREE, SEVEN = f"{rules.OURS}three gods", f"{rules.OURS}seven gods"


def run(script: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, "--quick"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


PEERS = {"pyspiel": (rules, thor), "chess": (odin,)}


@pytest.mark.parametrize(
    ("library", "benchmark"), [(library, one) for library, them in PEERS.items() for one in them]
)
def test_a_benchmark_is_run_beside_its_peer(library: str, benchmark: ModuleType) -> None:
    pytest.importorskip(library, reason="the peer is not here: `make bench` installs it")
    done = run(f"from {benchmark.__name__} import main; raise SystemExit(main())")
    assert done.returncode == 0, done.stderr
    assert [line[:38].rstrip() for line in done.stdout.splitlines()[3:]] == list(benchmark.players())


def test_without_its_peer_it_says_how_to_get_it() -> None:
    done = run(
        "import sys; sys.modules['pyspiel'] = None; from benchmarks.rules import main; sys.exit(main())"
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "OpenSpiel, the peer, is not installed: run `make bench`.\n"


@pytest.mark.long
@pytest.mark.process
def test_names_are_heard_by_a_recogniser(tmp_path: Path) -> None:
    pytest.importorskip("pocketsphinx", reason="the recogniser is not here: `make bench` installs it")
    pytest.importorskip("numpy")
    decoder, made = called.recogniser(), called.said("espeak-ng", 160, called.SOUNDS, tmp_path)
    taken = {name: called.name_heard(decoder, wav) for name, (wav, _seconds) in made.items()}
    assert sum(name == other for name, other in taken.items()) > len(taken) / 2
    assert taken["Loki"] == "Loki" != taken["Dvalin"]


@pytest.mark.long
@pytest.mark.process
def test_an_engine_that_stays_loaded_takes_its_memory_and_little_of_its_time() -> None:
    def costs(voice: str) -> dict[str, float]:
        done = run(f"from benchmarks import voice; print(voice.json.dumps(voice.costs({voice!r})))")
        assert done.returncode == 0, done.stderr
        told: dict[str, float] = json.loads(done.stdout)
        return told

    if "hibari/heart" not in engines.voices("en"):
        pytest.skip("hibari is not here")
    resident, child = costs("hibari/heart"), costs("espeak-ng")
    assert resident["mb"] > 2 * child["mb"] > 0
    assert resident["first"] > child["first"]
    assert 0 < resident["share"] < 1 > child["share"] > 0


@pytest.mark.long
@pytest.mark.process
def test_the_hubs_scan_is_measured_beside_a_loop_known_on_a_pico() -> None:
    pytest.importorskip("micropython_unix", reason="MicroPython for the PC is not here")
    done = run("from benchmarks import scan; scan.ROUNDS = 2; scan.main()")
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["a", "on", "a", "on", "the", "the"]


@pytest.mark.long
@pytest.mark.process
def test_a_start_of_the_box_is_measured_until_it_asks(tmp_path: Path) -> None:
    one = start.start_ours(tmp_path, tmp_path / "bytecode", 0.0)
    assert one.cpu > 0
    assert one.seconds > 0
    assert one.prompt > 0
    assert 1 < one.memory <= one.peak


def test_a_start_is_told_by_the_median_of_all_and_the_memory_of_one_that_settled() -> None:
    ours = [start.Start(seconds, seconds + 1, 0.25, 30.0, 60.0) for seconds in (3.0, 1.0, 2.0)]
    theirs = [start.Start(4.0, 4.0, 0.5, 20.0, 40.0)] * 3
    told = start.report({"warm": [*zip(ours, theirs, strict=True)]}).splitlines()[1:]
    assert [line.split()[-3:] for line in told] == [
        ["2.00", "4.00", "0.50"],
        ["3.00", "4.00", "0.75"],
        ["0.25", "0.50", "0.50"],
        ["30.00", "20.00", "1.50"],
        ["60.00", "40.00", "1.50"],
    ]


@pytest.mark.parametrize("table", rules.TABLES)
def test_a_whole_game_is_played_the_same_for_the_same_seed(table: str) -> None:
    options = GOTTERDAMMERUNG.complete(rules.TABLES[table])
    assert rules.play_ours(options, Random(1)) == rules.play_ours(options, Random(1)) > 10


def test_moves_are_counted_in_positions_of_games_and_made() -> None:
    positions = list(islice(odin.our_positions(Random(1)), 200))
    assert [odin.listed(one) for one in positions[:2]] == [16, 16]
    assert [odin.listed(one) for one in positions] == [odin.made(one) for one in positions]
    assert len(set(positions)) > 150


def test_rates_are_decisions_by_the_seconds_they_took_in_turns() -> None:
    now, turns = 0.0, []

    def clock() -> float:
        return now

    def player(name: str, decisions: int, takes: float) -> rules.Player:
        def play(_rng: Random) -> int:
            nonlocal now
            now += takes
            turns.append(name)
            return decisions

        return play

    contest = {THREE: player("ours", 60, 2.0), rules.PEER: player("peer", 10, 1.0)}
    rates = rules.measure(contest, rounds=2, seconds=2.0, clock=clock)
    assert rates == {THREE: [30.0, 30.0], rules.PEER: [10.0, 10.0]}
    assert turns == ["ours", "peer", "peer"] * 2


def test_the_median_over_the_rounds_decides_and_any_table_counts() -> None:
    rates = {THREE: [81.0, 198.0, 270.0], SEVEN: [450.0, 95.0, 145.0], rules.PEER: [10.0, 20.0, 30.0]}
    assert rules.ratio(rates, THREE) == rules.GOAL
    assert rules.behind(rates) == [SEVEN]
    assert f"{4.83:>9.2f}" in rules.report(rates)


def test_a_growing_pad_is_measured_and_its_goals_are_told() -> None:
    done = run("from benchmarks.growth import main; raise SystemExit(main())")
    assert done.returncode == 0, done.stderr
    rows = done.stdout.splitlines()[3:]
    assert len(rows) == 3 * len(growth.PADS) + 2
    assert sum(row.endswith("1.5 times") for row in rows) == len(growth.PADS) - 1


def test_a_pad_is_filled_as_it_says() -> None:
    plays = {pad: growth.filled(pad, growth.choices_for(pad, 400)) for pad in growth.PADS}
    corrections = [one for one in plays[growth.CORRECTED].taken if one.choice.name == "correct.points"]
    assert len(corrections) > 10
    for pad, play in plays.items():
        assert len(play.taken) == 400
        assert growth.state_alone(pad, [one.choice for one in play.taken]) == play.view


def test_the_words_of_an_evening_are_counted_beside_their_goals() -> None:
    done = run("from benchmarks.words import main; raise SystemExit(main())")
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if "goal" in line]
    assert len(rows) == 2 * len(words.TABLES)


def test_words_count_from_the_first_night_and_seconds_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        {"kind": "say", "text": "Deal the cards."},
        {"kind": "event", "name": "FactionsLearned", "fit": False},
        {"kind": "say", "text": "Once more."},
        {"kind": "event", "name": "FactionsLearned", "fit": True},
        {"kind": "say", "text": "Night falls."},
        {"kind": "event", "name": "RoundBegins", "round": 2},
        {"kind": "say", "text": "Night falls."},
    ]
    monkeypatch.setattr(words, "_transcript", lambda table, seed: lines)
    speech = words.spoken(words.TABLES[0], range(2))
    assert (speech.evenings, speech.rounds, speech.words_a_round) == (2, 4, 2.0)
    assert speech.minutes_an_evening == pytest.approx(sum(speech.seconds.values()) / 120)
    assert speech.seconds["Night falls."] == pytest.approx(4 * (0.5 + 0.075 * 12))


def test_the_die_is_thrown_and_questioned() -> None:
    done = run("from benchmarks.fairness import main; raise SystemExit(main())")
    assert done.returncode == 0, done.stderr
    rows = done.stdout.splitlines()[3:]
    assert [row.split(",")[0] for row in rows if row[0] != " "] == ["the evening's die", *fairness.PLANTED]


FACES, REPEATS, HALVES = (one.question for one in fairness.findings([1, 2, 3]))


@pytest.mark.parametrize(
    ("throws", "doubted"),
    [
        ([6] * 20_000, [FACES, REPEATS, HALVES]),
        ([1, 2, 3, 4, 5, 6] * 4_000, [FACES, REPEATS, HALVES]),  # suspiciously even
        ([1, 4, 2, 5, 3, 6] * 4_000, [FACES, REPEATS, HALVES]),
        (fairness.loaded(20_000, Random(1), more=0.04), [FACES]),
        ([rng.randint(1, 5) for rng in [Random(1)] for _ in range(20_000)], [FACES, REPEATS]),
        (fairness.sticky(20_000, Random(1), stays=0.05), [REPEATS, HALVES]),
    ],
)
def test_a_die_that_is_not_fair_is_caught(throws: list[int], doubted: list[str]) -> None:
    assert set(doubted) <= set(fairness.unfair(fairness.findings(throws)))


def test_the_chance_of_a_chi_square_is_the_tables() -> None:
    # Counts of 60 throws; in a chi-square table with five degrees of freedom, 11.070 is exceeded once in
    # twenty times.
    for counts, strays, upper in (
        ((15, 15, 10, 10, 5, 5), 10.0, 0.07524),
        ((11, 9, 10, 10, 10, 10), 0.2, 0.99911),
    ):
        throws = [face for face, often in enumerate(counts, 1) for _ in range(often)]
        found = fairness.chi_square(throws)
        assert found.figure == pytest.approx(strays)
        assert found.chance == pytest.approx(2 * min(upper, 1 - upper), abs=1e-4)


@pytest.mark.parametrize(
    ("die", "code"),
    [
        (partial(fairness.sticky, stays=0.02), 1),
        (lambda count, rng: [rng.randint(1, 6) for _ in range(count)], 0),
    ],
)
def test_an_unfair_die_of_the_evening_ends_with_status_1(
    die: Callable[[int, Random], list[int]], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 200_000
    monkeypatch.setattr(sys, "argv", ["fairness", f"--throws={count}"])
    monkeypatch.setattr(fairness, "PLANTED", {"one": lambda count, rng: [6] * count})
    monkeypatch.setattr(fairness, "thrown", lambda count: die(count, Random(2)))
    assert fairness.main() == code
    monkeypatch.setattr(fairness, "PLANTED", {"one": lambda count, rng: fairness.loaded(count, rng, 0.0)})
    assert fairness.main() == 1, "a planted die that is not given away is a failure as well"


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
    assert opponent.Match("strong", "random", 4, 3, 1, [0.01, 0.02]).line().split()[:6] == [
        *("strong", "random", "4", "3", "1", "75.0%")
    ]


@pytest.mark.parametrize(("panel", "pitch"), [(0.96, 0.17), (1.3, 0.23), (1.54, 0.274), (2.42, 0.43)])
def test_pixels_are_as_far_apart_as_the_panels_data_sheets_say(panel: float, pitch: float) -> None:
    assert legibility.pitch(panel) == pytest.approx(pitch, rel=0.01)


def test_the_manual_says_from_how_far_letters_are_read() -> None:
    manual = (ROOT / "docs/install.md").read_text("utf-8")
    read = {(row[0], row[1]): f"{row[2]}, {row[5]}" for row in legibility.rows()}
    usual, _title, large = legibility.SHOWN
    for panel in map('{}"'.format, legibility.PANELS):
        assert f"| {panel} | {read[panel, usual]} | {read[panel, large]} |" in manual


def test_the_wheel_of_letters_takes_fewer_presses_than_simpler_ones_in_every_language() -> None:
    ours, *others = (found for _kind, found in names.averages())
    assert len(ours) == 4
    assert all(ours[language] < 0.85 * other[language] for other in others for language in ours)


QUICK = [one for one in presses.TABLES if "referee" in one.name or "score" in one.name.casefold()]


@pytest.mark.parametrize("custom", QUICK, ids=lambda one: one.name)
def test_an_evening_is_played_to_its_end_the_same_for_the_same_seed(custom: Custom) -> None:
    played = presses.play(custom, 1)
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


def test_with_phones_the_panel_is_left_with_what_is_the_tables() -> None:
    played = presses.play(next(one for one in presses.TABLES if "referee" in one.name), 1)
    assert all(turn.left == 0 for turn in played.turns)
    assert {turn.taps for turn in played.turns} <= {1, 2, 3, 4}
    assert played.whole.panel > played.whole.left + played.whole.taps


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


def test_fifteen_phones_are_measured() -> None:
    done = run("from benchmarks.phones import main; raise SystemExit(main())")
    assert done.returncode == 0, done.stderr
    told = [line.partition(":")[0] for line in done.stdout.splitlines() if line != idle.AT_LEAST]
    assert told == ["15 phones, 10 ticks a second each way", "memory", "press to box"]
    assert (idle.AT_LEAST in done.stdout) == (os.geteuid() != 0)


def test_memory_is_told_even_by_a_process_that_hides_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    all_told, exact = idle.memory_of(Path("/proc/self"))
    assert exact
    assert 0 < all_told.own <= all_told.alone <= all_told.resident
    read = Path.read_text

    def refuse(file: Path) -> str:
        if file.name == "smaps_rollup":
            raise PermissionError
        return read(file)

    monkeypatch.setattr(Path, "read_text", refuse)
    at_least, exact = idle.memory_of(Path("/proc/self"))
    assert not exact
    assert 0 < at_least.own == at_least.alone <= at_least.resident
    assert at_least.own == pytest.approx(all_told.own, rel=0.3)


# ---------------------------------------------------------------- the way to the first prompt

LATER = {"pygame", "email", "zipfile", "statistics", "multiprocessing", "colorzero", "difflib"}
"""Imports that would delay the first picture: a sound library, and modules pulled in by others."""


@pytest.mark.process
def test_what_can_wait_is_not_loaded_before_the_first_picture(tmp_path: Path) -> None:
    done = boot.started(ROOT, tmp_path, boot.FIRST_PICTURE)
    loaded = done.stdout.splitlines()
    assert "gpiozero.pins.lgpio" in loaded, done.stderr
    assert LATER.intersection(one.partition(".")[0] for one in loaded) == set()
    planted = boot.FIRST_PICTURE.replace("import os, sys", "import os, sys, difflib")
    assert "difflib" in boot.started(ROOT, tmp_path, planted).stdout.splitlines()
