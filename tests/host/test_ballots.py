"""Games without pads: the table enters thumbs shown to all, or the box goes round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import Lines
from gm_appliance.hidden_roles import events
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable, evening
from tests import scenes
from tests.own_words import said_after
from tests.seven import (
    EVERYBODY,
    HEL,
    NAMES,
    ODIN,
    PANEL,
    THOR,
    VALKYRIE_1,
    VALKYRIE_2,
    VALKYRIE_3,
    VALKYRIE_4,
)

FOUR_TO_THREE = {seat: "up" if seat in (VALKYRIE_1, THOR, VALKYRIE_2) else "down" for seat in EVERYBODY}
ALL_DOWN = dict.fromkeys(EVERYBODY, "down")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {}  # a press on one would be a mistake of the test's
        yield table


def thumbs_are_entered(table: VirtualTable, thumbs: Mapping[int, str], first: int = ODIN) -> None:
    for seat in range(first, 8):
        table.hears(Asked("council.thumb", seat))
        table.answers(thumbs[seat])


def the_box_goes_round(table: VirtualTable, thumbs: Mapping[int, str], first: int = ODIN) -> None:
    for seat in range(first, 8):
        table.hears(Asked("council.booth", seat))
        table.answers(thumbs[seat])


def thor_is_banished(table: VirtualTable) -> None:
    scenes.counted(table, 4, 2)
    table.hears(events.Banished(THOR, "council"), Asked("end.called"))
    assert "turned plate" in table.lies_at(THOR)


def is_taken_back(table: VirtualTable) -> None:
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"))


def test_a_thumb_entered_wrongly_is_taken_back_even_after_the_count(table: VirtualTable) -> None:
    scenes.to_the_first_vote(table, "thumbs")
    table.hears(Asked("council.thumb", ODIN))
    table.answers("up")  # it was down
    table.hears(Asked("council.thumb", VALKYRIE_1))
    is_taken_back(table)
    wrong = {**FOUR_TO_THREE, VALKYRIE_4: "up"}
    thumbs_are_entered(table, wrong)
    scenes.counted(table, 3, 3)
    table.hears(events.Spared(THOR, tie=True), Asked("council.accuse"))
    is_taken_back(table)
    thumbs_are_entered(table, FOUR_TO_THREE, first=VALKYRIE_4)
    thor_is_banished(table)
    is_taken_back(table)
    thumbs_are_entered(table, wrong, first=VALKYRIE_4)
    assert "turned plate" not in table.lies_at(THOR)
    scenes.counted(table, 3, 3)


def test_where_the_die_lies_is_taken_back_but_never_the_night_before_it(table: VirtualTable) -> None:
    scenes.choose_the_game(table, "thumbs")
    table.decides("setup.deal", "dealt")
    scenes.night_with_the_die(table, VALKYRIE_3)
    table.hears(Asked("oracle.first-die"))
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"), Asked("conspiracy.die"))
    table.holds(PANEL, "back")
    table.hears(Announced("not-back"))
    table.never_hears(Asked("conspiracy.night"), within=60)
    assert not table.hears_the_storm()
    table.answers("nobody")
    table.hears(events.NobodyBanished)


def test_a_wrong_thumb_is_put_right_before_ok_and_ok_alone_asks_again(table: VirtualTable) -> None:
    scenes.to_the_first_vote(table, "booth")
    table.hears(Asked("council.booth", ODIN))
    table.hears_out(6)
    table.ok()
    table.hears(Said)
    table.never_hears(Asked, within=5)
    table.taps(PANEL, "up")
    table.taps(PANEL, "down")
    table.ok()
    the_box_goes_round(table, FOUR_TO_THREE, first=VALKYRIE_1)
    assert table.hears(events.ThumbsShown).thumbs[ODIN] == "down"
    thor_is_banished(table)


def test_thumbs_that_nobody_saw_are_told_by_name(tmp_path: Path) -> None:
    told: dict[str, list[str]] = {}
    for ballot, give in (("booth", the_box_goes_round), ("thumbs", thumbs_are_entered)):
        with evening(tmp_path / ballot) as table:
            table.pads = {}
            scenes.to_the_first_vote(table, ballot)
            give(table, FOUR_TO_THREE)
            table.hears(events.Banished(THOR, "council"), Asked)
            told[ballot] = said_after(table, events.ThumbsShown)
    (by_name,) = (text for text in told["booth"] if text not in told["thumbs"])
    assert [name for name in NAMES if name in by_name] == ["Odin", "Valkyrie 3", "Hel", "Valkyrie 4"]
    assert {*told["thumbs"]} < {*told["booth"]}


def test_a_player_who_votes_alone_reads_who_is_accused_and_which_way_banishes(table: VirtualTable) -> None:
    scenes.to_the_first_vote(table, "booth")
    for seat in (ODIN, VALKYRIE_1):
        table.hears(Asked("council.booth", seat))
        assert isinstance(table.screen, Lines)
        accused, which, voter, _press = table.screen.lines
        assert "Thor" in accused
        assert "Thor" not in voter
        assert NAMES[seat - 1] in voter
        assert {"▼", "▲"} <= {*which}
        table.answers("up")


def test_a_thumb_given_at_the_sentence_counts_and_so_does_a_later_one(tmp_path: Path) -> None:
    """In both windows, presses count as soon as the meaning of the thumbs has been said."""
    with evening(tmp_path) as table:
        scenes.choose_the_game(table)
        scenes.everybody_is_called(table)
        table.decides("setup.deal", "dealt")
        table.hears(AtBeat("explain"))
        table.advance(0.1)
        table.everybody_taps({**dict.fromkeys(EVERYBODY, "up"), THOR: "down"})
        table.hears(AtBeat("now"))
        table.everybody_taps({VALKYRIE_2: "down"})
        table.hears(events.FactionsLearned(fit=True))
        scenes.night(table, VALKYRIE_3)
        scenes.throw(table, 1, 1, THOR)
        for god in ("odin", "thor"):
            scenes.passes(table, god)
        scenes.accuse(table, ODIN, THOR, HEL)
        table.hears(Asked("council.vote"))
        table.advance(1)
        table.everybody_taps(ALL_DOWN)
        table.hears(AtBeat("tick", 3))
        table.everybody_taps({HEL: "up"})
        thumbs = table.hears(events.ThumbsShown).thumbs
        assert thumbs == {**ALL_DOWN, HEL: "up"}
        assert not table.all_heard(events.Missing)


def test_who_closes_the_eyes_only_then_is_not_heard(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        scenes.choose_the_game(table)
        scenes.everybody_is_called(table)
        table.decides("setup.deal", "dealt")
        table.hears(AtBeat("close"))
        table.everybody_taps(dict.fromkeys(EVERYBODY, "up"))
        assert table.hears(events.Missing).seats == (*EVERYBODY,)
