"""Valda's score: followers set by the table, ties it counts, and a turn at the table. Rounds and
variants are the companion's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gm_appliance.core.cues.screens import Cell, TrackScreen
from gm_appliance.core.game import JSON, Choice, IllegalChoice, Number, Outcome
from gm_appliance.core.play import Play
from gm_appliance.games.valda import VALDA
from gm_appliance.games.valda.events import (
    Corrected,
    Counted,
    Ended,
    Moved,
    RoundBegins,
    Tied,
    TurnBegins,
    ZoneReached,
)
from gm_appliance.testing import Announced, Asked, VirtualTable, evening
from tests.games.valda_table import ValdaTable
from tests.host.on_request import somebody_asks


class Score(ValdaTable):
    """Score mode, with turns entered one after the other."""

    def __init__(self, players: int = 2, **options: JSON) -> None:
        super().__init__(mode="score", players=players, **options)

    def turns(self, *followers: int) -> Score:
        for number in followers:
            self.say("turn.followers", number)
        return self

    def last_round(self, *followers: int) -> Score:
        """Five rounds without changes; the last one ends with these followers."""
        return self.turns(*(0,) * 5 * len(followers), *followers)

    def answer(self, *values: JSON) -> Score:
        """Answer several open questions in turn, whatever they are."""
        for value in values:
            self.say(self.asked(), value)
        return self


@pytest.mark.parametrize(("had", "safe"), [(4, 0), (5, 5), (11, 5), (12, 12), (19, 12), (20, 20), (31, 20)])
def test_nobody_falls_below_a_safe_zone_once_reached(had: int, safe: int) -> None:
    table = Score().turns(min(had, 20), 0, had, 0)
    assert table.decision().domain == Number(safe, had + 20, had)
    with pytest.raises(IllegalChoice):
        table.turns(safe - 1)
    assert table.turns(safe).view.followers == (safe, 0)


def test_a_zone_is_told_when_it_is_reached_and_only_then() -> None:
    table = Score().turns(6)
    assert table.told == [Moved(1, 0, 6), ZoneReached(1, 5), TurnBegins(1, 2)]
    assert table.turns(0).told == [RoundBegins(2, 1), TurnBegins(2, 1)]
    assert table.turns(11).told[:-1] == [Moved(1, 6, 11)]
    assert table.turns(0, 5).told[:-1] == [Moved(1, 11, 5)]


def test_another_players_followers_are_set_during_a_turn_and_keep_to_safe_zones() -> None:
    table = Score(3).turns(3, 7).say("other.who", 2)
    assert table.answers() == (5, 27)
    table.say("other.followers", 5)
    assert (table.view.followers, table.view.turn, table.asked()) == ((3, 5, 0), 3, "turn.followers")


def test_a_correction_ignores_safe_zones() -> None:
    table = Score(3).turns(13).says(("correct.who", 1), ("correct.followers", 3))
    assert table.told == [Corrected(1, "followers", 13, 3)]
    assert (table.view.followers, table.view.turn) == ((3, 0, 0), 2)


def test_most_followers_win_and_nothing_else_is_asked() -> None:
    table = Score(3).last_round(4, 9, 2)
    assert table.told[-1] == Ended("played", (2,), "followers")
    table.say("game.over", "done")
    nothing: JSON = {"1": 0, "2": 0, "3": 0}
    totals: JSON = {"1": 4, "2": 9, "3": 2}
    facts: dict[str, JSON] = {"totals": totals, "by": "followers", "rounds": 6}
    facts["by_round"] = [*[nothing] * 5, totals]
    assert VALDA.outcome(table.view) == Outcome((2,), "played", facts, {"first": 1})


def test_a_tie_goes_to_most_buildings_then_to_most_resources_and_then_it_is_shared() -> None:
    """Only seats that are still tied are asked."""
    table = Score(4).last_round(9, 9, 9, 1)
    assert (table.told[-1], table.asked()) == (Tied((1, 2, 3), "followers"), "tie.buildings")
    assert table.answer(7, 4).told == [Counted("buildings", 2, 4)]
    assert table.answer(7).told == [Counted("buildings", 3, 7), Tied((1, 3), "buildings")]
    assert table.asked() == "tie.resources"
    before = table.view
    assert table.answer(0, 2).told[-1] == Ended("played", (3,), "resources")
    table.view = before
    assert table.answer(2, 2).told[-1] == Ended("played", (1, 3), "shared")


def test_a_correction_at_the_end_decides_the_game_again() -> None:
    table = Score().last_round(4, 9).answer("correct", 1, 12)
    assert table.told == [Corrected(1, "followers", 4, 12), Ended("played", (1,), "followers")]
    assert table.answer("correct", 2, 12).asked() == "tie.buildings"
    assert table.answer(3, 2, "correct", "back").asked() == "game.over"


def test_a_correction_of_a_race_that_was_won() -> None:
    """Two players may reach 20, and are compared as usual; or none, and the last turn is replayed."""
    table = Score(race="yes").turns(20).answer("correct", 2, 20)
    assert (table.told[-1], table.asked()) == (Tied((1, 2), "followers"), "tie.buildings")
    assert table.answer(3, 3, 1, 4).told[-1] == Ended("race", (2,), "resources")
    assert table.answer("correct", 2, 12).told[-1] == Ended("race", (1,), "followers")
    table.answer("correct", 1, 12)
    assert (table.asked(), table.view.turn) == ("turn.followers", 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("race", ["no", "yes"])
def test_every_random_game_ends_and_its_rounds_add_up(players: int, race: str) -> None:
    for seed in range(4):
        rng = Random(seed)
        turnaround = ("no", "yes")[seed % 2]
        options: dict[str, JSON] = {"mode": "score", "players": players}
        play = Play(VALDA, VALDA.complete({**options, "race": race, "turnaround": turnaround}))
        while (decision := play.decision) and len(play.taken) < 500:
            one = rng.choice((decision, *decision.on_request)) if rng.random() < 0.1 else decision
            play.take(Choice(one.name, one.domain.sample(rng)))
        outcome = VALDA.outcome(play.view)
        assert outcome is not None
        rounds = [list(one.values()) for one in outcome.facts["by_round"]]  # type: ignore[union-attr]
        assert tuple(map(sum, zip(*rounds, strict=True))) == play.view.followers
        assert race == "yes" or len(rounds) == 6
        assert {play.view.followers[int(seat) - 1] for seat in outcome.winners} == {max(play.view.followers)}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.decides("menu.game", "valda")
        table.decides("option.players", 3)
        table.decides("option.mode", "score")
        table.decides("option.race", "no")
        table.decides("menu.rules", "start")
        table.decides("first.who", 1)
        table.hears(Asked("turn.followers"))
        yield table


def moved(table: VirtualTable) -> str:
    """The marked player on the display, and the followers entered."""
    assert isinstance(table.screen, TrackScreen)
    (lane,) = (lane for lane in table.screen.lanes if lane.marked)
    return f"{lane.label} {lane.at}"


def test_the_pawn_climbs_while_its_number_is_entered_and_holding_back_undoes_the_turn(
    table: VirtualTable,
) -> None:
    table.taps(0, "up", 3)
    assert moved(table) == "P1 3"
    table.ok()
    table.hears(Moved(1, 0, 3), Asked("turn.followers"))
    assert moved(table) == "P2 0"
    assert "3" in table.lies_at(1)
    assert table.lies_at(Cell(3, 4)) == ["pawn-1"]
    table.holds(0, "back")
    table.hears(Announced("taken-back"), Asked("turn.followers"))
    assert moved(table) == "P1 0"


def test_behind_back_are_other_peoples_followers_and_wrong_entries(table: VirtualTable) -> None:
    table.answers(4)
    table.hears(Asked("turn.followers"))
    somebody_asks(table, "other.who", "change")
    table.answers(1)
    table.decides("other.followers", 3)
    table.hears(Moved(1, 4, 3), Asked("turn.followers"))
    somebody_asks(table, "correct.who", "change")
    table.answers(1)
    table.decides("correct.followers", 8)
    table.hears(Corrected(1, "followers", 3, 8), Asked("turn.followers"))
    assert moved(table) == "P2 0"


def test_the_drakkar_sails_a_mooring_a_round(table: VirtualTable) -> None:
    for round in range(1, 4):
        assert table.lies_at(Cell(4, round)) == [f"round-{round}"]
        for _seat in range(3):
            table.ok()
            table.hears(Asked("turn.followers"))
