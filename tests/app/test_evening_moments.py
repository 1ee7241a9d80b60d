"""Moments of an evening: a wrong press, a silence, undo, pauses, impatience, and what closed eyes forbid."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.ports import estimated_length
from gm_appliance.games.gotterdammerung.events import (
    Accused,
    Banished,
    CardLaid,
    CouncilEnds,
    FactionsLearned,
    RoundBegins,
    Spared,
    ThumbsShown,
    Withdrawn,
)
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable, evening
from gm_appliance.testing.screens import marked_on
from tests.own_words import (
    HOUSE,
    NARRATION,
    asked,
    asked_again,
    asked_who_knows,
    at_odin,
    at_the_council,
    at_the_night,
    recovered,
    said_after,
    screen_of,
    shows,
    taken_back,
)
from tests.scenes import (
    choose_the_game,
    everybody_is_called,
    night,
    the_box_learns,
    to_odin,
    to_the_council,
    to_the_night,
    vote,
)
from tests.seven import (
    CONSPIRATORS,
    EVERYBODY,
    HEL,
    ODIN,
    PANEL,
    THOR,
    VALKYRIE_2,
    VALKYRIE_3,
    VALKYRIE_4,
)

ODINS_TURN = Asked("action.odin", ODIN)
COUNCIL = Asked("council.accuse")
NIGHT = Asked("conspiracy")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        yield table


def to_the_deal(table: VirtualTable) -> None:
    choose_the_game(table)
    everybody_is_called(table)
    table.hears(Asked("setup.deal"))


def has_been_asked(table: VirtualTable) -> None:
    """Until the prompt has been said to its end."""
    begun, question = table.now, asked(at_odin())
    table.hears(*[Said] * len(question))
    table.advance(begun + sum(map(estimated_length, question)) - table.now)


def test_a_wrong_press_is_answered_with_what_is_possible_now(table: VirtualTable) -> None:
    to_odin(table)
    has_been_asked(table)
    table.taps(HEL, "down")
    table.hears(*[Said] * len(asked_again(at_odin())))
    assert said_after(table, ODINS_TURN) == asked(at_odin()) + asked_again(at_odin())
    assert table.screen == screen_of(at_odin())
    table.taps(HEL, "down", 5)  # while it is being said, nothing is said twice
    table.hears_nothing_for(60)


def test_after_ten_silent_seconds_the_prompt_is_repeated_once_and_shorter(table: VirtualTable) -> None:
    to_odin(table)
    has_been_asked(table)
    silent_since = table.now
    table.hears(Said)
    assert table.now - silent_since == pytest.approx(10)
    full, shorter = asked(at_odin()), asked_again(at_odin())
    table.hears(*[Said] * (len(shorter) - 1))
    assert said_after(table, ODINS_TURN) == full + shorter
    assert len(" ".join(shorter)) < len(" ".join(full))
    table.hears_nothing_for(600)
    assert table.screen == screen_of(at_odin())


def test_repeat_says_it_again_in_full(table: VirtualTable) -> None:
    to_odin(table)
    has_been_asked(table)
    table.taps(PANEL, "repeat")
    again = [*asked(at_odin()), *asked_again(at_odin())]
    table.hears(*[Said] * len(again))
    assert said_after(table, ODINS_TURN) == [*asked(at_odin()), *again]
    table.hears_nothing_for(60)


def test_the_council_may_talk_while_its_minutes_are_counted(table: VirtualTable) -> None:
    to_the_council(table)
    table.hears(*[Said] * len(asked(at_the_council())))
    table.hears_nothing_for(305)
    assert said_after(table, COUNCIL) == asked(at_the_council())
    assert table.screen == screen_of(at_the_council(), minutes=5)


def test_holding_back_undoes_the_last_choice(table: VirtualTable) -> None:
    to_odin(table)
    table.answers(VALKYRIE_2)
    table.hears(CardLaid("odin", VALKYRIE_2))
    assert "odin" in table.lies_at(VALKYRIE_2)
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"), ODINS_TURN)
    protected = at_odin()
    protected.act("odin", VALKYRIE_2)
    _taken_back, card = said_after(table, Announced("taken-back"))
    assert [card] == taken_back(protected, at_odin())
    assert said_after(table, ODINS_TURN) == asked_who_knows(at_odin())
    assert "odin" in table.lies_at(ODIN)
    assert table.screen == screen_of(at_odin())


def test_a_banishment_cannot_be_undone(table: VirtualTable) -> None:
    to_the_night(table)
    night(table, VALKYRIE_3)
    table.hears(Asked("oracle.first-die"))
    table.holds(PANEL, "back")
    table.hears(Announced("not-back"))
    table.never_hears(Announced("taken-back"), Asked, within=60)
    assert "turned plate" in table.lies_at(VALKYRIE_3)


def test_a_pause_at_an_open_prompt(table: VirtualTable) -> None:
    to_odin(table)
    has_been_asked(table)
    table.holds(PANEL, "repeat")
    table.hears(Announced("paused"), Said)
    assert shows(table, HOUSE.paused(eyes_closed=False))
    assert table.lit == frozenset()
    table.hears_nothing_for(3600)
    table.taps(PANEL, "repeat")
    table.hears(Announced("go-on"), ODINS_TURN)
    assert said_after(table, Announced("go-on"))[1:] == recovered(at_odin())
    assert said_after(table, ODINS_TURN) == asked(at_odin())
    assert table.lit == {ODIN}


def eyes_are_opened_and_the_night_begins_anew(table: VirtualTable, victim: int) -> None:
    """Once it is gone on with; it ends as those want it who conspire."""
    table.taps(PANEL, "repeat")
    table.hears(Announced("go-on"), Announced("open-eyes"))
    night(table, victim)
    assert said_after(table, Announced("open-eyes"))[1:] == recovered(at_the_night())
    assert len(table.all_heard(NIGHT)) == 2


def test_a_pause_in_the_night_restarts_it_without_the_marks_made_before(table: VirtualTable) -> None:
    to_the_night(table)
    table.hears(NIGHT, AtBeat("name", ODIN))
    table.everybody_taps(dict.fromkeys(EVERYBODY, "down"))
    assert table.hears_the_storm()
    table.holds(PANEL, "repeat")
    table.hears(Announced("paused-closed"), Said)
    assert not table.hears_the_storm()
    assert shows(table, HOUSE.paused(eyes_closed=True))
    table.hears_nothing_for(3600)
    eyes_are_opened_and_the_night_begins_anew(table, VALKYRIE_4)


def test_the_lead_in_of_a_night_can_be_stopped(table: VirtualTable) -> None:
    to_the_night(table)
    table.hears(NIGHT)
    table.holds(PANEL, "repeat")
    table.hears(Announced("paused"))
    table.never_hears(AtBeat, within=60)
    assert not table.hears_the_storm()


def test_the_lead_in_of_a_night_can_be_undone(table: VirtualTable) -> None:
    to_the_council(table)
    table.answers("close", "council.close")
    table.hears(CouncilEnds("agreed"), RoundBegins(2), NIGHT)
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"), COUNCIL)
    assert len(said_after(table, Announced("taken-back"))) == 1, "nothing has to be moved"
    assert said_after(table, COUNCIL) == asked(at_the_council())
    assert not table.hears_the_storm()


def test_a_pause_restarts_a_vote(table: VirtualTable) -> None:
    to_the_council(table)
    table.answers(ODIN)
    table.decides("council.whom", THOR)
    table.decides("council.support", HEL)
    table.decides("council.defence", "done")
    vote(table, dict.fromkeys(EVERYBODY, "down"))
    table.holds(PANEL, "repeat")
    table.hears(Announced("paused"))
    table.never_hears(ThumbsShown, within=60)
    table.taps(PANEL, "repeat")
    table.hears(Announced("go-on"))
    vote(table, dict.fromkeys(EVERYBODY, "up"))
    at_the_vote = at_the_council().to_vote(THOR, accuser=ODIN, supporter=HEL)
    assert said_after(table, Announced("go-on"))[1:] == recovered(at_the_vote)
    assert table.hears(ThumbsShown) == ThumbsShown(THOR, dict.fromkeys(EVERYBODY, "up"))
    table.hears(Spared(THOR, tie=False))


def test_with_eyes_closed_no_other_button_does_anything(table: VirtualTable) -> None:
    to_the_night(table)
    table.hears(NIGHT, AtBeat("close"), Said)
    for button in ("ok", "back", "up", "down", "repeat"):
        table.taps(PANEL, button)
    table.holds(PANEL, "back")
    assert table.hears_the_storm()
    assert table.sees_closed_eyes()
    table.never_hears(Said, Asked)
    table.answers({str(seat): HEL for seat in CONSPIRATORS})
    table.hears(AtBeat("open"), Banished(HEL, "conspiracy"))
    assert table.all_heard(Announced) == []


def test_ok_skips_the_narration_but_not_its_effects(table: VirtualTable) -> None:
    to_the_night(table)
    night(table, VALKYRIE_3)
    table.advance(0.5)
    told = table.now
    table.ok()
    table.hears(Asked("oracle.first-die"))
    assert table.now - told < 0.3
    assert "turned plate" in table.lies_at(VALKYRIE_3)


def test_a_choice_cuts_the_prompt_short(table: VirtualTable) -> None:
    to_the_deal(table)
    began = table.now
    table.ok()
    table.hears(Asked("setup.factions"), Said)
    assert table.now - began < 0.3


def test_a_thumb_held_since_before_the_prompt_chooses_nothing(table: VirtualTable) -> None:
    to_the_council(table)
    table.press(ODIN, "down")
    table.hears(Asked("council.whom", ODIN))
    table.advance(8)  # held on, it does not take the accusation back
    table.press(ODIN, "down", down=False)
    table.never_hears(Withdrawn)
    assert not table.all_heard(Accused)
    assert marked_on(table.screen) == "Nobody yet"
    accusing = at_the_council()
    accusing.do("council.accuse", ODIN)
    question = asked_who_knows(accusing)  # Odin has chosen, or passed, before
    table.hears(*[Said] * len(question), Said)
    assert said_after(table, Asked("council.whom")) == question + asked_again(accusing)


def test_a_wrong_count_of_factions_is_repeated_for_all(table: VirtualTable) -> None:
    to_the_deal(table)
    table.answers("dealt")
    table.decides("setup.factions", dict.fromkeys(map(str, EVERYBODY), "protect"))
    table.hears(AtBeat("open"))
    told = table.hears(FactionsLearned)
    assert told == FactionsLearned(fit=False)
    assert shows(table, NARRATION.tell(told, at_the_night().view))
    the_box_learns(table)
