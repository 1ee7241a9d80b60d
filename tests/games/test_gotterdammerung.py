"""The rules of Götterdämmerung's first game, a sentence each: the setup, the night, the actions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gm_appliance.core.game import BadOption, Chance, Clock, Every, IllegalChoice, Number, Seat, Table
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG, OPTIONS
from gm_appliance.games.gotterdammerung.events import (
    AllSeated,
    Banished,
    CardLaid,
    CardsReturned,
    FactionsLearned,
    Looked,
    Missing,
    NobodyBanished,
    OracleMoved,
    Passed,
    Seated,
    Skipped,
    Targetless,
    Won,
)
from tests.games.gotterdammerung import HEL, ODIN, TABLE, THOR, Party


def names(events: list[Any]) -> list[str]:
    return [type(event).__name__ for event in events]


# ---------------------------------------------------------------- setup


@pytest.mark.parametrize("players", range(7, 16))
def test_as_many_conspirators_as_the_rulebook_says(players: int) -> None:
    for conspirators in range(players + 1):
        party = Party(range(1, conspirators + 1), players=players)
        party.do("setup.deal", "dealt")
        told = party.do("setup.factions", party.cards())
        assert told == [FactionsLearned(conspirators == TABLE[players])]


@pytest.mark.parametrize("players", [6, 16, True, "7", 7.5, None])
def test_seven_to_fifteen_play(players: Any) -> None:
    with pytest.raises(BadOption, match="players takes 7 to 15"):
        GOTTERDAMMERUNG.complete({"players": players})


@pytest.mark.parametrize("players", range(7, 16))
def test_the_gods_sit_evenly_and_ascending_odin_first(players: int) -> None:
    view = Party(players=players).view
    seats = [view.seat_of(god) for god in ("odin", "thor", "hel")]
    assert seats[0] == 1
    assert seats == sorted(seats)
    gaps = [seats[1] - seats[0], seats[2] - seats[1], players + seats[0] - seats[2]]
    assert max(gaps) - min(gaps) <= 1
    others = [place.number for place in view.places if place.god == "valkyrie"]
    assert others == list(range(1, players - 2))


def test_the_table_may_choose_the_seats_odin_stays_at_one_and_the_order_ascends() -> None:
    party = Party(seating="choose")
    assert party.open == "setup.seat"
    assert party.legal() == (2, 3, 4, 5, 6)  # one seat at least is left for Hel
    assert party.do("setup.seat", 5) == [Seated("thor", 5)]
    assert party.open == "setup.seat"
    assert party.legal() == (6, 7)
    assert party.do("setup.seat", 7) == [Seated("hel", 7), AllSeated()]
    assert [party.view.seat_of(god) for god in ("odin", "thor", "hel")] == [1, 5, 7]
    assert party.open == "setup.deal"


def test_who_sits_where_is_told_before_anything_is_asked_or_once_it_is_known() -> None:
    spread = Party()
    assert spread.play.events == ((AllSeated(), spread.view),)
    picked = Party(pick="choose")
    assert picked.play.events == ()
    assert picked.do("setup.god", "thor") == []
    assert picked.do("setup.god", "hel") == [AllSeated()]


def test_everybody_begins_in_asgard_and_the_oracle_at_odin() -> None:
    view = Party().view
    assert view.asgard == view.seats
    assert view.oracle == ODIN
    assert view.cards == {"odin": ODIN, "thor": THOR}


def test_the_box_learns_the_factions_in_a_secret_ballot_with_closed_eyes() -> None:
    party = Party()
    party.do("setup.deal", "dealt")
    decision = party.decision()
    assert (decision.name, decision.who) == ("setup.factions", Every(party.view.seats))
    assert decision.secret
    assert decision.closed


def test_a_wrong_count_of_factions_is_said_and_everybody_presses_again() -> None:
    party = Party(conspirators=(2, 5, 6))
    party.do("setup.deal", "dealt")
    assert party.do("setup.factions", party.cards()) == [FactionsLearned(False)]
    assert party.decision().who == Every(party.view.seats)
    party.conspirators = frozenset((2, 5))
    assert party.do("setup.factions", party.cards()) == [FactionsLearned(True)]
    assert party.open == "conspiracy"


def test_a_count_that_is_wrong_three_times_means_a_wrong_deal() -> None:
    party = Party(conspirators=(2, 5, 6))
    for _deal in range(2):
        party.do("setup.deal", "dealt")
        for opened_next in ("setup.factions", "setup.factions", "setup.deal"):
            assert party.do("setup.factions", party.cards()) == [FactionsLearned(False)]
            assert party.open == opened_next


def test_wrong_counts_add_up_whoever_was_missing_or_had_a_pad_swapped() -> None:
    party = Party(conspirators=(2, 5, 6))
    party.do("setup.deal", "dealt")
    party.do("setup.factions", party.cards())
    late = {seat: card for seat, card in party.cards().items() if seat != "7"}
    party.do("setup.factions", late)
    party.do("setup.factions", {})
    party.do("pad.broken", 7)
    party.do("setup.pad", 9)
    assert party.do("setup.factions", {"7": "protect"}) == [FactionsLearned(False)]
    party.do("setup.factions", party.cards())
    assert party.open == "setup.deal"


def test_who_did_not_press_at_the_factions_is_named_and_asked_alone() -> None:
    party = Party()
    party.do("setup.deal", "dealt")
    cards = party.cards()
    late = {"2": cards.pop("2"), "7": cards.pop("7")}
    assert party.do("setup.factions", cards) == [Missing((2, 7))]
    assert party.decision().who == Every((2, 7))
    with pytest.raises(IllegalChoice):
        party.do("setup.factions", {"3": "protect"})
    assert party.do("setup.factions", {"2": late["2"]}) == [Missing((7,))]
    # Whoever misses twice tells it alone at the panel.
    assert (party.open, party.decision().who) == ("setup.faction", Seat(7))
    assert party.do("setup.faction", late["7"]) == [FactionsLearned(True)]


# ---------------------------------------------------------------- the night


def test_the_conspirators_banish_whom_they_mark() -> None:
    party = Party().deal()
    assert party.night(4) == [Banished(4, "conspiracy")]
    assert party.view.asgard == (1, 2, 3, 5, 6, 7)


def test_only_conspirators_marks_count() -> None:
    party = Party(conspirators=(2, 5)).deal()
    assert party.marks({1: 4, 3: 4, 4: 4, 6: 4, 7: 4, 2: 7}) == [Banished(7, "conspiracy")]


def test_nobody_is_banished_where_no_conspirator_marks_anybody() -> None:
    party = Party(conspirators=(2, 5)).deal()
    assert party.marks({1: 4, 3: 4}) == [NobodyBanished()]
    assert party.view.asgard == party.view.seats


def test_most_marks_win() -> None:
    party = Party(conspirators=(2, 5, 8), players=9).deal()
    assert party.marks({2: 1, 5: 7, 8: 7}) == [Banished(7, "conspiracy")]


@pytest.mark.parametrize("marks", [{2: 7, 5: 3}, {5: 7, 2: 3}, {2: 3, 5: 7}])
def test_a_tie_of_marks_goes_to_the_one_named_first(marks: dict[int, int]) -> None:
    assert Party(conspirators=(2, 5)).deal().marks(marks) == [Banished(3, "conspiracy")]


def test_a_conspirator_can_be_marked_too() -> None:
    party = Party(conspirators=(2, 5)).deal()
    assert party.night(5) == [Banished(5, "conspiracy")]


def test_banished_conspirators_conspire_on() -> None:
    party = Party(conspirators=(2, 5)).deal()
    party.night(5)
    party.to_council().close()
    assert party.marks({5: 7}) == [Banished(7, "conspiracy")]


def test_the_roll_call_names_those_in_asgard_in_seating_order_and_only_them() -> None:
    party = Party().deal()
    party.night(4)
    party.to_council().close()
    named = [beat.about for beat in party.decision().beats if beat.mark == "name"]
    assert named == [1, 2, 3, 5, 6, 7]
    with pytest.raises(IllegalChoice):
        party.marks({2: 4})


def test_a_night_takes_the_same_time_whatever_happened_in_earlier_ones() -> None:
    quiet, cruel = Party(conspirators=(2, 5)).deal(), Party(conspirators=(3, 4)).deal()
    assert quiet.decision().beats == cruel.decision().beats


# ---------------------------------------------------------------- the dice and the Oracle


@pytest.mark.parametrize(("players", "first", "second"), [(7, 1, 1), (7, 3, 4), (7, 6, 6), (15, 6, 6)])
def test_the_oracle_moves_as_many_seats_as_the_dice_show_around_the_table(
    players: int, first: int, second: int
) -> None:
    party = Party(range(1, TABLE[players] + 1), players=players).deal()
    party.night()
    at = 1
    for _ in range(3):
        expected = [(at + step - 1) % players + 1 for step in range(first + second + 1)][-1]
        assert party.roll(first, second)[0] == OracleMoved((first, second), expected)
        at = expected
        party.to_council().close()
        party.night()


def test_the_box_throws_the_dice_or_the_table_its_own() -> None:
    for dice, who in (("box", Chance()), ("own", Table())):
        party = Party(dice=dice).deal()
        party.night()
        decision = party.decision()
        assert (decision.name, decision.who, decision.domain) == ("oracle.first-die", who, Number(1, 6, 1))
        party.do("oracle.first-die", 6)
        assert (party.open, party.decision().who) == ("oracle.second-die", who)


def test_banished_players_can_hold_the_oracle() -> None:
    party = Party().deal()
    party.night(4)
    party.roll(1, 2)
    assert party.view.oracle == 4
    assert party.nobody_acts().open == "oracle.look"


def at_look(victim: int, second: int, *leaves: int) -> Party:
    """At the look, with the Oracle so far from seat 2."""
    party = Party().deal()
    party.night(victim)
    party.roll(1, second)
    for seat in leaves:
        party.do("somebody.leaves", seat)
        party.do("somebody.left", "nobody")
    return party.nobody_acts()


def test_eyes_are_closed_for_a_look_and_the_card_goes_back_before_they_are_opened() -> None:
    look = at_look(4, 1).decision()
    assert (look.name, look.who, look.closed) == ("oracle.look", Clock(), True)
    at = {beat.mark: beat.at for beat in look.beats}
    assert [*at] == ["lead", "close", "look", "return", "open", "end"]
    assert at["return"] - at["look"] == 12
    assert at["open"] - at["return"] == 4


@pytest.mark.parametrize("leaves", [(), (4,)])
def test_an_oracle_with_nobody_to_look_at_takes_five_seconds_with_open_eyes(leaves: tuple[int, ...]) -> None:
    victim = 0 if leaves else 4
    party = at_look(victim, 2, *leaves)
    assert party.view.oracle == 4
    look = party.decision()
    assert (look.name, look.who, look.closed) == ("oracle.look", Clock(), False)
    assert (look.lead, look.beats[-1].at) == (5, 5)
    assert party.look() == [Looked()]
    assert party.open == "council.accuse"


# ---------------------------------------------------------------- the actions


def at_actions(**options: Any) -> Party:
    party = Party(**options).deal()
    party.night()
    party.roll()
    return party


def test_the_gods_act_in_the_order_of_their_numbers_and_valkyries_not_at_all() -> None:
    party = at_actions()
    asked = []
    while party.open.startswith("action."):
        asked.append((party.open, party.decision().who))
        party.do(party.open, 2 if party.open == "action.thor" else "pass")
    assert asked == [("action.odin", Seat(ODIN)), ("action.thor", Seat(THOR)), ("action.hel", Seat(HEL))]
    assert party.open == "oracle.look"


def test_a_god_may_pass() -> None:
    assert at_actions().act("odin") == [Passed("odin")]


def test_odin_gives_his_card_to_any_other_player() -> None:
    party = at_actions()
    assert party.legal() == (2, 3, 4, 5, 6, 7, "pass")
    assert party.act("odin", 4) == [CardLaid("odin", 4)]
    assert party.view.cards_at(4) == ("odin",)


def test_the_holder_of_odins_card_cannot_be_wounded() -> None:
    party = at_actions()
    party.act("odin", 4)
    assert party.open == "action.thor"
    assert party.legal() == (1, 2, 5, 6, 7, "pass")


def test_odin_himself_can_be_wounded() -> None:
    party = at_actions()
    party.act("odin", 4)
    assert party.act("thor", ODIN)[0] == CardLaid("thor", ODIN)


def test_a_wounded_god_is_skipped_aloud() -> None:
    party = at_actions()
    party.act("odin")
    assert party.act("thor", HEL) == [CardLaid("thor", HEL), Skipped("hel")]
    assert party.open == "oracle.look"


def test_a_wound_that_comes_after_a_god_has_acted_undoes_nothing() -> None:
    party = at_actions()
    party.act("odin", 4)
    party.act("thor", ODIN)
    assert party.view.cards_at(4) == ("odin",)


def test_hel_banishes_a_wounded_player_in_asgard() -> None:
    party = at_actions()
    party.act("odin")
    party.act("thor", 7)
    assert party.legal() == (7, "pass")
    assert party.act("hel", 7) == [Banished(7, "hel")]
    assert party.view.place(7).below


def test_hel_without_anybody_wounded_is_passed_over_aloud() -> None:
    party = at_actions()
    party.act("odin")
    assert party.act("thor") == [Passed("thor"), Targetless("hel")]
    assert party.open == "oracle.look"


def test_hel_cannot_banish_who_is_in_the_underworld_already() -> None:
    party = Party().deal()
    party.night(7)
    party.roll()
    party.act("odin")
    assert party.act("thor", 7) == [CardLaid("thor", 7), Targetless("hel")]


def test_banished_gods_act_on() -> None:
    party = Party().deal()
    party.night(THOR)
    party.roll()
    party.act("odin")
    assert party.decision().who == Seat(THOR)
    party.act("thor", 2)
    assert party.act("hel", 2) == [Banished(2, "hel")]


def test_cards_may_be_laid_at_banished_players() -> None:
    party = Party().deal()
    party.night(4)
    party.roll()
    assert 4 in party.legal()
    assert party.act("odin", 4) == [CardLaid("odin", 4)]


def test_action_cards_stay_over_the_council_and_the_next_night() -> None:
    party = at_actions()
    party.act("odin", 2)
    party.act("thor", 4)
    party.act("hel")
    party.look()
    party.close()
    assert party.view.cards == {"odin": 2, "thor": 4}
    party.night()
    assert party.view.cards == {"odin": 2, "thor": 4}


def test_action_cards_go_home_after_the_next_rounds_dice() -> None:
    party = at_actions()
    party.act("odin", 2)
    party.act("thor", 4)
    party.act("hel")
    party.look()
    party.close()
    party.night()
    told = party.roll()
    assert told[1] == CardsReturned(("odin", "thor"))
    assert party.view.cards == {"odin": ODIN, "thor": THOR}


def test_last_rounds_wound_neither_skips_a_god_nor_serves_hel() -> None:
    party = at_actions()
    party.act("odin")
    party.act("thor", HEL)
    party.look()
    party.close()
    party.night()
    assert party.roll()[1:] == [CardsReturned(("thor",))]
    party.act("odin")
    assert party.act("thor") == [Passed("thor"), Targetless("hel")]


def test_cards_that_stayed_at_home_are_not_told_to_return() -> None:
    party = at_actions()
    party.nobody_acts().look()
    party.close()
    party.night()
    assert names(party.roll()) == ["OracleMoved"]


# ---------------------------------------------------------------- how it ends


def test_asgard_stands_when_all_conspirators_are_banished() -> None:
    party = Party(conspirators=(2, 5)).deal()
    party.night(2)
    party.to_council().close()
    *_, won = party.night(5)
    assert won == Won("protect", tuple(map(str, party.cards().values())))
    outcome = party.play.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (("protect",), "all-conspire-banished")
    assert outcome.facts["rounds"] == 2
    assert outcome.facts["last_banished"] == 5
    assert outcome.facts["by"] == "conspiracy"


def test_asgard_falls_when_all_protectors_are_banished() -> None:
    party = Party(conspirators=(2, 5)).deal()
    for victim in (1, 3, 4, 6):
        party.night(victim)
        party.to_council().close()
    *_, won = party.night(7)
    assert won.faction == "conspire"
    assert party.play.outcome is not None
    assert party.play.outcome.facts["asgard"] == [2, 5]


def test_the_game_ends_at_once_in_the_night() -> None:
    party = Party(conspirators=(2, 5)).deal()
    party.night(2)
    party.to_council().close()
    banished, won = party.night(5)
    assert (banished, type(won)) == (Banished(5, "conspiracy", over=True), Won)
    assert party.play.decision is None


def test_the_game_ends_at_once_by_hel() -> None:
    party = Party(conspirators=(2, 5)).deal()
    party.night(2)
    party.roll()
    party.act("odin")
    party.act("thor", 5)
    assert names(party.act("hel", 5)) == ["Banished", "Won"]
    assert party.play.decision is None


def test_the_game_ends_at_once_in_the_council() -> None:
    party = Party(conspirators=(2, 5)).deal()
    party.night(2)
    party.to_council().to_vote(5)
    assert names(party.vote(down=(1, 3, 4, 6, 7))) == ["ThumbsShown", "Counted", "Banished", "Won"]
    assert party.play.decision is None


def test_factions_are_shown_at_the_end_and_never_before() -> None:
    party = Party(conspirators=(2, 5)).deal()
    party.night(2)
    assert party.view.factions == ()
    party.to_council().close()
    party.night(5)
    assert party.view.factions == tuple(party.cards().values())


# ---------------------------------------------------------------- undo


def test_undo_takes_back_what_was_decided_openly() -> None:
    party = at_actions()
    party.act("odin", 4)
    assert party.play.can_undo()
    back = party.play.undone()
    assert back.view.cards == {"odin": ODIN, "thor": THOR}
    assert back.decision is not None
    assert back.decision.name == "action.odin"


def test_undo_stops_at_dice_the_box_threw_but_not_at_the_tables_own() -> None:
    thrown, own = Party(dice="box").deal(), Party(dice="own").deal()
    for party in (thrown, own):
        party.night()
        party.do("oracle.first-die", 3)
    assert not thrown.play.can_undo()
    assert own.play.can_undo()


def after_night(victim: int) -> Party:
    party = Party().deal()
    party.night(victim)
    return party


def after_hel() -> Party:
    party = at_actions()
    party.act("odin")
    party.act("thor", 7)
    party.act("hel", 7)
    return party


def after_look() -> Party:
    party = at_actions().nobody_acts()
    party.look()
    return party


def after_banishing_vote() -> Party:
    party = at_actions().to_council().to_vote(7)
    party.vote(down=(1, 2, 3, 4))
    return party


def after_wrong_count() -> Party:
    party = Party(conspirators=(2,))
    party.do("setup.deal", "dealt")
    party.do("setup.factions", party.cards())
    return party


def after_sparing_vote() -> Party:
    party = at_actions().to_council().to_vote(7)
    party.vote(down=(1, 2))
    return party


FINAL = {
    "the factions, as they fit": lambda: Party().deal(),
    "the factions, as they do not": after_wrong_count,
    "a night with a victim": lambda: after_night(4),
    "a night without": lambda: after_night(0),
    "hel's banishment": after_hel,
    "the look": after_look,
    "a vote that banishes": after_banishing_vote,
    "a vote that spares": after_sparing_vote,
}


@pytest.mark.parametrize("what", FINAL)
def test_undo_stops_where_a_secret_was_consulted_or_thumbs_were_shown(what: str) -> None:
    assert not FINAL[what]().play.can_undo()


# ---------------------------------------------------------------- the page for players


def rows(start: str) -> list[list[str]]:
    """The rows of docs/gotterdammerung.md that begin like this, cell by cell."""
    page = (Path(__file__).parents[2] / "docs" / "gotterdammerung.md").read_text("utf-8")
    found = [line for line in page.splitlines() if line.startswith(start)]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in found]


def test_the_page_for_players_has_the_right_factions() -> None:
    (players,), (protectors,), (conspirators,) = (
        rows(f"| {what} |") for what in ("players", "protectors", "conspirators")
    )
    cards = zip(players[1:], protectors[1:], conspirators[1:], strict=True)
    assert {int(n): (int(p), int(c)) for n, p, c in cards} == {n: (n - c, c) for n, c in TABLE.items()}


def test_the_page_for_players_has_every_option_as_it_is() -> None:
    documented = {name: (takes, shipped) for name, takes, shipped, _what in rows("| `")}
    assert documented == {
        option.name: (str(option.domain).replace(" | ", ", "), str(option.default)) for option in OPTIONS
    }
