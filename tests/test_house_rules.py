"""House rules chosen at the table, earlier setups, and reminders that interrupt nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import BarScreen, MenuScreen
from gm_appliance.core.ports import estimated_length
from gm_appliance.games.gotterdammerung.events import Seated
from gm_appliance.hidden_roles.events import Spared, ThumbsShown
from gm_appliance.testing import Asked, AtBeat, Said, VirtualTable, evening
from tests import scenes
from tests.games.gotterdammerung import Party
from tests.house_rules import EACH_TIME, HOUSE_RULES, Wanted, settings, with_house_rules
from tests.own_words import NARRATION, asked, at_odin, reminded, said_after, screen_of
from tests.seven import CONSPIRATORS, EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_3

COUNCIL = Asked("council.accuse")


def is_asked_next(table: VirtualTable, name: str) -> None:
    """Assert that nothing else is asked before this."""
    assert table.hears(Asked).name == name


def test_without_a_call_pad_one_is_at_seat_one(table: VirtualTable) -> None:
    with_house_rules(table, {"option.roll_call": "no"})
    is_asked_next(table, "setup.deal")
    table.answers("dealt")
    scenes.the_box_learns(table)
    scenes.night(table, VALKYRIE_3)


def test_house_rules_that_mean_nothing_here_are_not_asked(table: VirtualTable) -> None:
    """Without pads: thumbs shown to all are always told one by one, and no pad is called."""
    of_pads = ("option.roll_call", "option.count", "option.beat", "option.vote")
    left = [name for name in HOUSE_RULES if name not in of_pads]
    with_house_rules(table, {"option.ballot": "thumbs"}, left)
    is_asked_next(table, "setup.deal")


def test_a_house_rule_is_taken_back_with_back(table: VirtualTable) -> None:
    table.decides("menu.game", "gotterdammerung")
    settings(table, EACH_TIME, {})
    table.decides("menu.rules", "rules")
    settings(table, HOUSE_RULES[:3], {})
    is_asked_next(table, "option.count")
    for before in ("option.accused_votes", "option.roll_call", "option.pick", "menu.rules"):
        table.taps(PANEL, "back")
        is_asked_next(table, before)
    table.ok()
    assert table.hears(Asked) == Asked("setup.pad", ODIN)


def test_house_rules_are_played_by_and_offered_again_with_the_same_people(tmp_path: Path) -> None:
    wanted: Wanted = {"option.roll_call": "no", "option.accused_votes": "no", "option.seating": "choose"}
    numbers = {"option.agree": 20, "option.vote": 12}
    with evening(tmp_path) as table:
        with_house_rules(table, {**wanted, **numbers})
        thor_and_hel_sit_down(table)
        the_rules_of_this_house(table)
    with evening(tmp_path) as table:
        table.decides("menu.resume", "new")
        table.decides("menu.game", "gotterdammerung")
        is_asked_next(table, "menu.same")
        table.ok()
        thor_and_hel_sit_down(table)
        the_rules_of_this_house(table)


def thor_and_hel_sit_down(table: VirtualTable) -> None:
    """Take the seats they have in all these scenes."""
    is_asked_next(table, "setup.seat")
    table.answers(THOR)
    table.hears(Seated("thor", THOR))
    is_asked_next(table, "setup.seat")
    table.answers(HEL)
    table.hears(Seated("hel", HEL))
    is_asked_next(table, "setup.deal")


def the_rules_of_this_house(table: VirtualTable) -> None:
    """Twenty seconds at night, twelve for a vote, and the accused does not vote."""
    table.answers("dealt")
    scenes.the_box_learns(table)
    words = table.hears(AtBeat("agree"), Said).text
    # The last five seconds are counted.
    assert seconds_until(table, AtBeat("count", 5)) == pytest.approx(estimated_length(words) + 15)
    table.answers({str(seat): VALKYRIE_3 for seat in CONSPIRATORS})
    scenes.throw(table, 1, 1, THOR)
    scenes.passes(table, "odin")
    scenes.passes(table, "thor")
    scenes.accuse(table, ODIN, THOR, HEL)
    table.hears(Asked("council.vote"), AtBeat("now"))
    assert isinstance(table.screen, BarScreen)
    assert (table.screen.remaining, table.screen.whole) == (12, 12)
    table.everybody_taps(dict.fromkeys(EVERYBODY, "up"))
    counted = dict.fromkeys((seat for seat in EVERYBODY if seat != THOR), "up")
    table.hears(ThumbsShown(THOR, counted), Spared(THOR, tie=False), COUNCIL)


def seconds_until(table: VirtualTable, beat: AtBeat) -> float:
    began = table.now
    table.hears(beat)
    return table.now - began


def test_three_setups_are_offered_the_newest_first_each_once(tmp_path: Path) -> None:
    for nth, players in enumerate((8, 9, 10, 7, 10)):
        with evening(tmp_path) as table:
            begin_again(table)
            if nth:
                table.decides("menu.same", "no")
            settings(table, EACH_TIME, {"option.players": players, "option.ballot": "booth"})
            table.decides("menu.rules", "start")
            table.hears(Asked("setup.deal"))
    with evening(tmp_path) as table:
        begin_again(table)
        assert setups_offered(table, newest=10) == [of(7), of(9)]
        table.decides("menu.same", "third")
        table.hears(Asked("setup.deal"))
        assert table.screen == screen_of(Party(players=9, ballot="booth"))
    with evening(tmp_path) as table:
        begin_again(table)
        assert setups_offered(table, newest=9) == [of(10), of(7)]


def begin_again(table: VirtualTable) -> None:
    """Go on to the game's own questions, even if a game was interrupted before."""
    if table.hears(Asked).name == "menu.resume":
        table.answers("new")
        is_asked_next(table, "menu.game")
    table.answers("gotterdammerung")


def setups_offered(table: VirtualTable, newest: int) -> list[str]:
    """The setups listed between the line for the same people (`newest`) and the one for others."""
    assert isinstance(table.screen, MenuScreen)
    same, *setups, _others = table.screen.items
    assert str(newest) in same
    return setups


def of(players: int) -> str:
    """A setup in the game's words."""
    return NARRATION.setup({"players": players, "gods": 3})


def test_others_at_a_setup_of_another_time_are_called_to_their_pads(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        scenes.choose_the_game(table)
        scenes.everybody_is_called(table)
    with evening(tmp_path) as table:
        begin_again(table)
        table.decides("menu.same", "no")
        settings(table, EACH_TIME, {"option.players": 8})
        table.decides("menu.rules", "start")
        for seat in range(1, 9):
            assert table.hears(Asked) == Asked("setup.pad", seat)
            table.answers(seat)
    with evening(tmp_path) as table:
        begin_again(table)
        table.hears(Asked("menu.same"))
        assert setups_offered(table, newest=8) == [of(7)]
        table.answers("second")
        assert table.hears(Asked) == Asked("setup.pad", ODIN)


def test_the_table_is_reminded_of_the_time_and_nobody_is_cut_off(table: VirtualTable) -> None:
    with_house_rules(table, {"option.talk": 2, "option.defence": 20})
    scenes.everybody_is_called(table)
    table.decides("setup.deal", "dealt")
    scenes.the_box_learns(table)
    scenes.night(table, VALKYRIE_3)
    scenes.throw(table, 1, 1, THOR)
    scenes.passes(table, "odin")
    scenes.passes(table, "thor")
    table.hears(COUNCIL)
    party = at_odin(talk=2, defence=20).to_council()
    is_reminded_every(table, 120, party)
    table.advance(8)  # until its words leave the screen
    assert table.screen == screen_of(party, minutes=4)
    table.never_hears(Said, Asked, within=30)
    table.answers(ODIN)
    table.decides("council.whom", THOR)
    table.decides("council.support", HEL)
    table.hears(Asked("council.defence", THOR))
    party.accuse(ODIN, THOR)
    party.do("council.support", HEL)
    is_reminded_every(table, 20, party)
    table.advance(6)
    assert table.screen == screen_of(party)
    table.never_hears(Said, Asked, within=9)
    table.taps(THOR, "down")
    table.hears(Asked("council.vote"))


def is_reminded_every(table: VirtualTable, seconds: float, party: Party) -> None:
    """Assert that a question just asked is followed by two reminders, `seconds` apart."""
    opened, question = table.now, table.all_heard(Asked)[-1]
    table.hears(*[Said] * len(asked(party)), Said)
    assert table.now - opened == pytest.approx(seconds, abs=0.2)
    table.hears(Said)
    assert table.now - opened == pytest.approx(2 * seconds, abs=0.2)
    once, twice = reminded(party, 1), reminded(party, 2)
    assert once != twice
    assert said_after(table, question) == [*asked(party), *once, *twice]
