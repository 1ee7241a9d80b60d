"""Wrong presses, silence, undo, pauses, impatience and closed eyes."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.core.ports import estimated_length
from gm_appliance.games.gotterdammerung import events
from gm_appliance.hidden_roles import events as kit_events
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable, evening
from gm_appliance.testing.screens import marked_on
from tests import own_words, scenes
from tests.seven import CONSPIRATORS, EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_2, VALKYRIE_4

ODINS_TURN = Asked("action.odin", ODIN)
COUNCIL = Asked("council.accuse")
NIGHT = Asked("conspiracy")


def has_been_asked(table: VirtualTable) -> None:
    begun, question = table.now, own_words.asked(own_words.at_odin())
    table.hears(*[Said] * len(question))
    table.advance(begun + sum(map(estimated_length, question)) - table.now)


def test_a_wrong_press_is_answered_with_what_is_possible_now(table: VirtualTable) -> None:
    scenes.to_odin(table)
    has_been_asked(table)
    table.taps(HEL, "down")
    table.hears(*[Said] * len(own_words.asked_again(own_words.at_odin())))
    assert own_words.said_after(table, ODINS_TURN) == own_words.asked(
        own_words.at_odin()
    ) + own_words.asked_again(own_words.at_odin())
    assert table.screen == own_words.screen_of(own_words.at_odin())
    table.taps(HEL, "down", 5)  # while it is being said, nothing is said twice
    table.hears_nothing_for(60)


def test_holding_back_undoes_the_last_choice(table: VirtualTable) -> None:
    scenes.to_odin(table)
    table.answers(VALKYRIE_2)
    table.hears(events.CardLaid("odin", VALKYRIE_2))
    assert "odin" in table.lies_at(VALKYRIE_2)
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"), ODINS_TURN)
    protected = own_words.at_odin()
    protected.act("odin", VALKYRIE_2)
    _taken_back, card = own_words.said_after(table, Announced("taken-back"))
    assert [card] == own_words.taken_back(protected, own_words.at_odin())
    assert own_words.said_after(table, ODINS_TURN) == own_words.asked_who_knows(own_words.at_odin())
    assert "odin" in table.lies_at(ODIN)
    assert table.screen == own_words.screen_of(own_words.at_odin())


def test_a_pause_at_an_open_prompt(table: VirtualTable) -> None:
    scenes.to_odin(table)
    has_been_asked(table)
    table.holds(PANEL, "repeat")
    table.hears(Announced("paused"), Said)
    assert own_words.shows(table, own_words.HOUSE.paused(eyes_closed=False))
    assert table.lit == frozenset()
    table.hears_nothing_for(3600)
    table.taps(PANEL, "repeat")
    table.hears(Announced("go-on"), ODINS_TURN)
    assert own_words.said_after(table, Announced("go-on"))[1:] == own_words.recovered(own_words.at_odin())
    assert own_words.said_after(table, ODINS_TURN) == own_words.asked(own_words.at_odin())
    assert table.lit == {ODIN}


def test_a_pause_in_the_night_restarts_it_without_the_marks_made_before(table: VirtualTable) -> None:
    scenes.to_the_night(table)
    table.hears(NIGHT, AtBeat("name", ODIN))
    table.everybody_taps(dict.fromkeys(EVERYBODY, "down"))
    assert table.hears_the_storm()
    table.holds(PANEL, "repeat")
    table.hears(Announced("paused-closed"), Said)
    assert not table.hears_the_storm()
    assert own_words.shows(table, own_words.HOUSE.paused(eyes_closed=True))
    table.hears_nothing_for(3600)
    table.taps(PANEL, "repeat")
    table.hears(Announced("go-on"), Announced("open-eyes"))
    scenes.night(table, VALKYRIE_4)
    recovered = own_words.recovered(own_words.at_the_night())
    assert own_words.said_after(table, Announced("open-eyes"))[1:] == recovered
    assert len(table.all_heard(NIGHT)) == 2


def test_the_lead_in_of_a_night_can_be_undone(table: VirtualTable) -> None:
    scenes.to_the_council(table)
    table.answers("close", "council.close")
    table.hears(kit_events.CouncilEnds("agreed"), kit_events.RoundBegins(2), NIGHT)
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"), COUNCIL)
    assert len(own_words.said_after(table, Announced("taken-back"))) == 1, "nothing has to be moved"
    assert own_words.said_after(table, COUNCIL) == own_words.asked(own_words.at_the_council())
    assert not table.hears_the_storm()


def test_with_eyes_closed_no_other_button_does_anything(table: VirtualTable) -> None:
    scenes.to_the_night(table)
    table.hears(NIGHT, AtBeat("close"), Said)
    for button in ("ok", "back", "up", "down", "repeat"):
        table.taps(PANEL, button)
    table.holds(PANEL, "back")
    assert table.hears_the_storm()
    assert table.sees_closed_eyes()
    table.never_hears(Said, Asked)
    table.answers({str(seat): HEL for seat in CONSPIRATORS})
    table.hears(AtBeat("open"), kit_events.Banished(HEL, "conspiracy"))
    assert table.all_heard(Announced) == []


def test_a_thumb_held_since_before_the_prompt_chooses_nothing(table: VirtualTable) -> None:
    scenes.to_the_council(table)
    table.press(ODIN, "down")
    table.hears(Asked("council.whom", ODIN))
    table.advance(8)  # held on, it does not take the accusation back
    table.press(ODIN, "down", down=False)
    table.never_hears(kit_events.Withdrawn)
    assert not table.all_heard(kit_events.Accused)
    assert marked_on(table.screen) == "Nobody yet"
    accusing = own_words.at_the_council()
    accusing.do("council.accuse", ODIN)
    question = own_words.asked_who_knows(accusing)  # Odin has chosen, or passed, before
    table.hears(*[Said] * len(question), Said)
    assert own_words.said_after(table, Asked("council.whom")) == question + own_words.asked_again(accusing)


def said_of_a_vote(folder: Path, lamps: bool) -> list[str]:
    with evening(folder, lamps=lamps) as table:
        scenes.to_odin(table)
        table.answers("pass")
        scenes.passes(table, "thor")
        scenes.accuse(table, ODIN, HEL, THOR)
        table.hears(Asked("council.vote"), AtBeat("now"))
        table.everybody_taps({seat: "down" if seat == ODIN else "up" for seat in EVERYBODY})
        table.hears(kit_events.ThumbsShown, Asked)
        return own_words.said_after(table, kit_events.ThumbsShown)


def test_without_lamps_it_is_said_whose_thumb_is_down(tmp_path: Path) -> None:
    by_lamps, by_names = (said_of_a_vote(tmp_path / f"{lamps}", lamps) for lamps in (True, False))
    told = zip(by_lamps, by_names, strict=True)
    differ = [two for two in told if two[0] != two[1]]
    assert differ == [("If your pad is lit, you voted down.", "Thumb down: Odin.")]
