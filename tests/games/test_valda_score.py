"""Valda's score: rounds, safe zones, ties and both variants; and what it takes to enter a turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues.screens import Cell, TrackScreen
from gm_appliance.core.game import Choice, IllegalChoice, Number, Outcome, Plain
from gm_appliance.core.play import Play
from gm_appliance.games.valda import VALDA
from gm_appliance.games.valda.companion.events import Corrected, Ended, RoundBegins, StartRolled, ZoneReached
from gm_appliance.games.valda.score import ScoreView
from gm_appliance.games.valda.score_events import Counted, Moved, Tied
from gm_appliance.games.valda.track import safe_below, turn_order
from gm_appliance.pickers import presses
from gm_appliance.testing import Announced, Asked, Said, VirtualTable, evening
from tests.host.on_request import somebody_asks
from tests.pickers.decisions import press


class Score:
    """A game whose first player is chosen; `say` answers whatever is open."""

    def __init__(self, players: int = 3, first: int = 1, **options: Plain) -> None:
        given = {"mode": "score", "players": players, **options}
        if options.get("turnaround") == "yes":
            given.setdefault("dice", "own")
        self.play = Play(VALDA, VALDA.complete(given))
        self.told: list[Any] = []
        self.say(first, "first.who")

    @property
    def view(self) -> ScoreView:
        view = self.play.view
        assert isinstance(view, ScoreView)
        return view

    @property
    def asked(self) -> str:
        return self.play.decision.name if self.play.decision else ""

    def say(self, value: Plain, name: str = "") -> Score:
        self.play.take(Choice(name or self.asked, value))
        self.told = [event for event, _view in self.play.events]
        return self

    def turns(self, *followers: int) -> Score:
        """Turn after turn, the followers of whoever's it is."""
        for number in followers:
            assert self.asked == "turn.followers"
            self.say(number)
        return self

    def rounds(self, count: int) -> Score:
        """So many rounds in which nothing changes."""
        for _ in range(count * self.view.players):
            self.turns(self.view.followers[self.view.turn - 1])
        return self

    @property
    def outcome(self) -> Outcome | None:
        return VALDA.outcome(self.play.view)


# ---------------------------------------------------------------- rounds


def test_six_rounds_are_played_and_each_begins_with_the_first_player() -> None:
    game = Score(3, first=2)
    turns, begun = [], [game.view.turn]
    while game.asked == "turn.followers":
        turns.append(game.view.turn)
        game.turns(game.view.followers[game.view.turn - 1])
        begun += [event.first for event in game.told if isinstance(event, RoundBegins)]
    assert turns == [2, 3, 1] * 6
    assert begun == [2] * 6


@pytest.mark.parametrize(("first", "last"), [(1, [4, 3, 2, 1]), (3, [2, 1, 4, 3])])
def test_the_turnaround_plays_the_sixth_round_the_other_way(first: int, last: list[int]) -> None:
    """From the right of the first player, and it ends with the first player."""
    game = Score(4, first=first, turnaround="yes").rounds(5)
    assert game.told[-1] == RoundBegins(6, last[0], clockwise=False)
    turns = []
    while game.asked == "turn.followers":
        turns.append(game.view.turn)
        game.turns(0)
    assert turns == last


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whatever_the_order_everybody_has_one_turn_a_round(players: int) -> None:
    for first in range(1, players + 1):
        orders = [turn_order(players, first, one, turnaround=True, race=False) for one in range(1, 7)]
        assert all(sorted(order) == list(range(1, players + 1)) for order in orders)
        assert orders[5] == tuple(reversed(orders[0]))
        assert orders[5][-1] == first
        assert turn_order(players, first, 6, turnaround=True, race=True) == orders[0]


def test_the_highest_roll_begins_and_a_tie_is_rolled_again_by_those_who_tied() -> None:
    play = Play(VALDA, VALDA.complete({"mode": "score", "players": 3, "turnaround": "yes", "dice": "box"}))
    play.take(Choice("first.die", {"1": 5, "2": 2, "3": 5}))
    assert [event for event, _view in play.events] == [StartRolled(((1, 5), (2, 2), (3, 5)), (1, 3))]
    with pytest.raises(IllegalChoice):
        play.take(Choice("first.die", {"1": 5, "2": 2, "3": 6}))
    play.take(Choice("first.die", {"1": 2, "3": 4}))
    assert [event for event, _view in play.events] == [StartRolled(((1, 2), (3, 4)), (3,)), RoundBegins(1, 3)]


def test_a_race_has_no_last_round_and_its_first_at_20_wins_at_once() -> None:
    game = Score(2, race="yes").rounds(9).turns(18)
    assert game.view.round == 10
    game.turns(20)
    assert game.told[-1] == Ended("race", (2,), "followers")
    game.say("done")
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.reason) == ((2,), "race")


def test_without_a_race_20_followers_win_nothing_yet() -> None:
    assert Score(2).turns(20).asked == "turn.followers"


# ---------------------------------------------------------------- followers


@pytest.mark.parametrize(("had", "safe"), [(4, 0), (5, 5), (11, 5), (12, 12), (19, 12), (20, 20), (31, 20)])
def test_nobody_falls_below_a_safe_zone_once_reached(had: int, safe: int) -> None:
    game = Score(2).turns(min(had, 20), 0).turns(had, 0)
    assert safe_below(had) == safe
    assert game.play.decision is not None
    assert isinstance(game.play.decision.domain, Number)
    assert (game.play.decision.domain.lo, game.play.decision.domain.start) == (safe, had)
    with pytest.raises(IllegalChoice):
        game.turns(safe - 1)
    assert game.turns(safe).view.followers == (safe, 0)


def test_a_zone_is_told_when_it_is_reached_and_only_then() -> None:
    game = Score(2).turns(6)
    assert game.told == [Moved(1, 0, 6), ZoneReached(1, 5)]
    assert game.turns(0).told == [RoundBegins(2, 1)]
    assert game.turns(11).told == [Moved(1, 6, 11)]
    assert game.turns(0).turns(5).told == [Moved(1, 11, 5)]


def test_another_players_followers_are_set_beside_the_turn_and_keep_to_its_zones() -> None:
    game = Score(3).turns(3, 7)
    game.say(2, "other.who")
    assert game.asked == "other.followers"
    with pytest.raises(IllegalChoice):
        game.say(4)
    game.say(5)
    assert (game.view.followers, game.view.turn, game.asked) == ((3, 5, 0), 3, "turn.followers")


def test_a_correction_knows_no_safe_zones() -> None:
    game = Score(3).turns(13)
    game.say(1, "correct.who").say(3)
    assert game.told == [Corrected(1, "followers", 13, 3)]
    assert (game.view.followers, game.view.turn) == ((3, 0, 0), 2)


# ---------------------------------------------------------------- the end


def test_most_followers_win_and_nothing_else_is_asked() -> None:
    game = Score(3).rounds(5).turns(4, 9, 2)
    assert game.told[-1] == Ended("played", (2,), "followers")
    assert game.asked == "game.over"
    game.say("done")
    nothing: Plain = {"1": 0, "2": 0, "3": 0}
    all_of_it: Plain = {"1": 4, "2": 9, "3": 2}
    by_round = [*[nothing] * 5, all_of_it]
    facts: dict[str, Plain] = {"totals": all_of_it, "rounds": 6, "by_round": by_round}
    assert game.outcome == Outcome((2,), "played", facts)


def test_a_tie_goes_to_most_buildings_and_only_those_who_tie_are_asked() -> None:
    game = Score(3).rounds(5).turns(4, 9, 9)
    assert game.told[-1] == Tied((2, 3), "followers")
    assert game.asked == "tie.buildings"
    assert game.say(5).told == [Counted("buildings", 2, 5)]
    assert game.say(6).told == [Counted("buildings", 3, 6), Ended("played", (3,), "buildings")]


def test_then_to_most_resources_and_then_it_is_shared() -> None:
    game = Score(4).rounds(5).turns(9, 9, 9, 1).say(7).say(4).say(7)
    assert game.told[-1] == Tied((1, 3), "buildings")
    assert game.asked == "tie.resources"
    shared = Score(4).rounds(5).turns(9, 9, 9, 1).say(7).say(4).say(7).say(2).say(2)
    assert game.say(0).say(2).told[-1] == Ended("played", (3,), "resources")
    assert shared.told[-1] == Ended("played", (1, 3), "shared")


def test_a_correction_at_the_end_decides_anew() -> None:
    game = Score(2).rounds(5).turns(4, 9).say("correct").say(1).say(12)
    assert game.told == [Corrected(1, "followers", 4, 12), Ended("played", (1,), "followers")]
    game.say("correct").say(2).say(12)
    assert game.asked == "tie.buildings"
    game.say(3).say(2).say("correct").say("back")
    assert game.asked == "game.over"


def test_a_race_that_nobody_had_won_goes_on() -> None:
    game = Score(2, race="yes").turns(20).say("correct").say(1).say(12)
    assert (game.asked, game.view.turn) == ("turn.followers", 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("race", ["no", "yes"])
@pytest.mark.parametrize("turnaround", ["no", "yes"])
def test_every_random_game_ends_and_its_rounds_add_up(players: int, race: str, turnaround: str) -> None:
    for seed in range(4):
        rng = Random(seed)
        options: dict[str, Plain] = {"mode": "score", "players": players, "race": race}
        options["turnaround"] = turnaround
        play = Play(VALDA, VALDA.complete(options))
        while (decision := play.decision) and len(play.taken) < 500:
            one = rng.choice((decision, *decision.on_request)) if rng.random() < 0.1 else decision
            wanted = Choice(one.name, one.domain.sample(rng))
            if one.name != "first.die":
                assert press(one, presses(one, wanted)) == wanted
            play.take(wanted)
        outcome = VALDA.outcome(play.view)
        assert outcome is not None
        totals, by_round = outcome.facts["totals"], outcome.facts["by_round"]
        assert isinstance(totals, dict)
        assert isinstance(by_round, list)
        assert all(sum(one[seat] for one in by_round) == totals[seat] for seat in totals)  # type: ignore[call-overload,index,misc]
        assert race == "yes" or len(by_round) == 6
        best = max(totals.values())  # type: ignore[type-var]
        assert all(totals[str(seat)] == best for seat in outcome.winners)


# ---------------------------------------------------------------- at the table


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
    """Whose followers are entered, by the display."""
    assert isinstance(table.screen, TrackScreen)
    (lane,) = (lane for lane in table.screen.lanes if lane.marked)
    return f"{lane.label} {lane.at}"


def test_a_turn_in_which_nothing_changes_is_one_press(table: VirtualTable) -> None:
    assert moved(table) == "P1 0"
    table.ok()
    table.hears(Asked("turn.followers"))
    assert moved(table) == "P2 0"


def test_the_pawn_climbs_while_its_number_is_entered(table: VirtualTable) -> None:
    table.taps(0, "up", 3)
    assert moved(table) == "P1 3"
    table.hears(Said("3"))
    table.ok()
    table.hears(Moved(1, 0, 3), Asked("turn.followers"))
    assert "3" in table.lies_at(1)
    assert table.lies_at(Cell(3, 4)) == ["pawn-1"]


def test_holding_back_undoes_a_turn(table: VirtualTable) -> None:
    table.answers(4)
    table.hears(Moved(1, 0, 4), Asked("turn.followers"))
    table.holds(0, "back")
    table.hears(Announced("taken-back"), Asked("turn.followers"))
    assert moved(table) == "P1 0"


def test_behind_back_stand_other_peoples_followers_and_wrong_entries(table: VirtualTable) -> None:
    table.answers(4)
    table.hears(Asked("turn.followers"))
    somebody_asks(table, "other.who")
    table.answers(1)
    table.decides("other.followers", 3)
    table.hears(Moved(1, 4, 3), Asked("turn.followers"))
    somebody_asks(table, "correct.who")
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
