"""Whole evenings without pads: thumbs shown to all, and the box that goes round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.app.test_evening import (
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
    choose_the_game,
    deal,
    the_oracle_looks,
    throw,
)
from tests.stage import Table, evening

SECONDS: tuple[str, ...] = (
    "fifteen",
    "fourteen",
    "thirteen",
    "twelve",
    "eleven",
    "ten",
    "nine",
    "eight",
    "seven",
    "six",
)
SECONDS += ("five", "four", "three", "two", "one")
GOES_ON = "Does the game go on? Only the conspirators know. OK if it does."
DOWN_FOR_THOR = {ODIN: "down", VALKYRIE_3: "down", HEL: "down", VALKYRIE_4: "down"}
SHORT = ("Odin", "Valkyrie 1", "Thor", "Valkyrie 2", "Valkyrie 3", "Hel", "Valkyrie 4")
FOUR_TO_THREE = {**dict.fromkeys(EVERYBODY, "up"), **DOWN_FOR_THOR}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with evening(tmp_path) as table:
        table.pads = {}  # a press on one would be a mistake of the test's
        yield table


# ---------------------------------------------------------------- scenes


def night_with_the_die(table: Table, lies_at: str) -> None:
    table.hears("Night falls over Asgard.", "Close your eyes, all of you.")
    assert table.hears_the_storm()
    assert table.sees_closed_eyes()
    table.hears("Conspirators, open your eyes. Lay the die on one card. Not a sound.")
    table.hears(*SECONDS)
    table.hears("Conspirators, close your eyes.")
    assert table.sees_closed_eyes()
    table.hears("Open your eyes, all of you.")
    assert not table.hears_the_storm()
    table.hears("At whose card does the die lie? Choose, then OK.")
    table.chooses(lies_at)


def goes_on(table: Table) -> None:
    table.hears(GOES_ON)
    table.sees("Does it go on?", "It goes on", "Protectors won", "Conspirators won")
    table.ok()


def acts(table: Table, prompt: str, line: str) -> None:
    table.hears(prompt + ": up and down, then OK.")
    table.chooses(line)


def accuse_at_the_panel(table: Table, accuser: str, accused: str, supporter: str) -> None:
    table.hears("The council is open. To accuse, choose who accuses, then OK.")
    table.sees("Council", "Accuse: ↓ OK")
    table.taps(PANEL, "down")
    table.chooses(accuser)
    table.hears_whatever(until=f"{accuser}, whom do you accuse? Up and down, then OK.")
    table.chooses(accused)
    table.hears_whatever(until=f"{accuser} accuses {accused}. Who stands with {accuser}? Choose, then OK.")
    table.taps(PANEL, "down")
    table.chooses(supporter)
    table.hears_whatever(until=f"{accused}, your defence. All others silent. OK when you are done.")
    table.advance(8)
    table.ok()


def thumbs_are_shown(table: Table, accused: int) -> None:
    table.hears(f"Vote on {NAMES[accused - 1]}. On now, all show a thumb: down banishes.")
    table.sees("Vote", SHORT[accused - 1], "▼ banish  ▲ spare")
    table.hears("three", "two", "one", "Now. Keep it there.")


def thumbs_are_entered(table: Table, thumbs: Mapping[int, str], first: int = ODIN) -> None:
    for seat in range(first, 8):
        opening = "Enter the thumbs, one press each. " if seat == ODIN else ""
        table.hears(f"{opening}{NAMES[seat - 1]}: up or down?")
        table.sees("Whose thumb", SHORT[seat - 1], "▲ up       ▼ down")
        table.taps(PANEL, thumbs[seat])


def the_box_goes_round(table: Table, thumbs: Mapping[int, str], first: int = ODIN) -> None:
    for seat in range(first, 8):
        name = NAMES[seat - 1]
        table.hears(
            f"The box goes round. {name} first: up or down, unseen. Then OK."
            if seat == ODIN
            else f"{name}, take the box: up or down, unseen. Then OK."
        )
        table.sees("Vote", SHORT[seat - 1], "▲ or ▼, then OK")
        table.taps(PANEL, thumbs[seat])
        table.ok()


def to_the_first_vote(table: Table, ballot: str) -> None:
    """Everything before it, at the panel alone: the die at Valkyrie three, Thor wounds Valkyrie one."""
    choose_the_game(table, ballot)
    deal(table)
    night_with_the_die(table, "Valkyrie 3")
    table.hears("Valkyrie three is banished. Turn your card. You play on.")
    table.sees("Banished", "Valkyrie 3", "Asgard 6, below 1")
    goes_on(table)
    throw(table, 3, 6)
    table.hears("Three and six. The Oracle goes nine seats on, to Thor.")
    acts(table, "Odin. Protect somebody", "Valkyrie 4")
    table.hears("Odin protects Valkyrie four. Put Odin's card there.")
    acts(table, "Thor. Wound somebody", "Valkyrie 1")
    table.hears("Thor wounds Valkyrie one. Put Thor's card there.")
    acts(table, "Hel. Banish somebody wounded", "Pass")
    table.hears("Hel passes.")
    the_oracle_looks(table, "Thor")
    accuse_at_the_panel(table, "Odin", "Thor", "Hel")


def thor_is_banished(table: Table) -> None:
    table.hears("Four down, three up.")
    table.hears("Valkyrie one was wounded by Thor: one vote less up.", "That makes four down, two up.")
    table.hears("Thor is banished. Turn your card. You play on.")


def the_second_round_up_to_its_vote(table: Table) -> None:
    table.hears(
        "Round two. In the Underworld: Thor and Valkyrie three.",
        "Valkyrie one is wounded by Thor.",
        "The card of Odin lies at Valkyrie four.",
        "The Oracle is at Thor.",
    )
    night_with_the_die(table, "No die lies there")
    table.hears("Nobody is banished.")
    throw(table, 1, 1)
    table.hears("One and one. The Oracle goes two seats on, to Valkyrie three.")
    table.hears("The action cards go back to their gods.")
    acts(table, "Odin. Protect somebody", "Pass")
    table.hears("Odin passes.")
    acts(table, "Thor. Wound somebody", "Pass")
    table.hears("Thor passes.", "Hel has nobody to banish.")
    table.hears("Valkyrie three is the Oracle. All in the Underworld, push your faction card forward.")
    table.hears("Everybody but Valkyrie three, close your eyes.", "Cards back. Open your eyes, all of you.")
    table.hears("The council is open. To accuse, choose who accuses, then OK.")
    table.taps(PANEL, "down")
    table.chooses("Hel")
    table.hears("Hel, whom do you accuse? Up and down, then OK.")
    table.chooses("Valkyrie 2")
    table.hears("Hel accuses Valkyrie two. Who stands with Hel? Choose, then OK.")
    table.taps(PANEL, "down")
    table.chooses("Odin")
    table.hears("Odin stands with the accusation.")
    table.hears("Valkyrie two, your defence. All others silent. OK when you are done.")
    table.ok()


def the_conspirators_call_the_end(table: Table) -> None:
    """The box has heard no faction: it asks to turn the cards."""
    table.hears(GOES_ON)
    table.chooses("Protectors won")
    table.hears("The last conspirator is in the Underworld. Asgard stands.")
    table.sees("Asgard wins", "Turn your cards.", "Rounds: 2")
    table.hears("Turn your faction cards.", "Again, with the same people? OK, or down for the menu.")
    assert not {"protect", "conspire"} & {thing for seat in EVERYBODY for thing in table.lies_at(seat)}


# ---------------------------------------------------------------- thumbs shown to all


def test_an_evening_of_thumbs(table: Table) -> None:
    to_the_first_vote(table, "thumbs")
    thumbs_are_shown(table, THOR)
    thumbs_are_entered(table, FOUR_TO_THREE)
    thor_is_banished(table)
    goes_on(table)
    the_second_round_up_to_its_vote(table)
    thumbs_are_shown(table, VALKYRIE_2)
    thumbs_are_entered(table, dict.fromkeys(EVERYBODY, "down"))
    table.hears("Seven down, zero up.", "Valkyrie two is banished. Turn your card. You play on.")
    the_conspirators_call_the_end(table)


def test_a_thumb_entered_wrongly_is_taken_back_even_after_the_count(table: Table) -> None:
    to_the_first_vote(table, "thumbs")
    thumbs_are_shown(table, THOR)
    table.hears("Enter the thumbs, one press each. Odin: up or down?")
    table.taps(PANEL, "up")  # it was down
    table.hears("Valkyrie one: up or down?")
    table.holds(PANEL, "back")
    table.hears("Taken back.")
    wrong = {**FOUR_TO_THREE, VALKYRIE_4: "up"}
    thumbs_are_entered(table, wrong)
    table.hears("Three down, four up.", "Valkyrie one was wounded by Thor: one vote less up.")
    table.hears("That makes three down, three up.", "A tie. Thor stays in Asgard.")
    table.hears("The council goes on. One other can be accused. Choose who accuses, then OK.")
    table.holds(PANEL, "back")
    table.hears("Taken back.")
    thumbs_are_entered(table, FOUR_TO_THREE, first=VALKYRIE_4)
    thor_is_banished(table)
    table.hears(GOES_ON)
    assert "turned plate" in table.lies_at(THOR)
    table.holds(PANEL, "back")
    table.hears("Taken back.", "Thor is back in Asgard. Turn that card.")
    thumbs_are_entered(table, wrong, first=VALKYRIE_4)
    assert "turned plate" not in table.lies_at(THOR)
    table.hears("Three down, four up.")


def test_an_end_called_by_mistake_is_taken_back(table: Table) -> None:
    to_the_first_vote(table, "thumbs")
    thumbs_are_shown(table, THOR)
    thumbs_are_entered(table, FOUR_TO_THREE)
    thor_is_banished(table)
    table.hears(GOES_ON)
    table.chooses("Conspirators won")
    table.hears("The last protector is in the Underworld. Asgard falls.")
    table.holds(PANEL, "back")
    table.hears("Taken back.", GOES_ON)
    table.ok()
    table.hears("Round two. In the Underworld: Thor and Valkyrie three.")


# ---------------------------------------------------------------- alone with the box


def test_an_evening_in_which_the_box_goes_round(table: Table) -> None:
    to_the_first_vote(table, "booth")
    the_box_goes_round(table, FOUR_TO_THREE)
    thor_is_banished(table)
    goes_on(table)
    the_second_round_up_to_its_vote(table)
    the_box_goes_round(table, dict.fromkeys(EVERYBODY, "down"))
    table.hears("Seven down, zero up.", "Valkyrie two is banished. Turn your card. You play on.")
    the_conspirators_call_the_end(table)


def test_a_wrong_thumb_is_put_right_before_ok_and_ok_alone_asks_again(table: Table) -> None:
    to_the_first_vote(table, "booth")
    table.hears("The box goes round. Odin first: up or down, unseen. Then OK.")
    table.advance(6)
    table.ok()
    table.hears("Odin: up spares, down banishes. Then OK.")
    table.sees("Vote", "Odin", "▲ or ▼, then OK")
    table.advance(5)
    table.taps(PANEL, "up")
    table.taps(PANEL, "down")
    table.ok()
    the_box_goes_round(table, FOUR_TO_THREE, first=VALKYRIE_1)
    thor_is_banished(table)


def test_what_was_given_unseen_and_counted_cannot_be_given_again(table: Table) -> None:
    to_the_first_vote(table, "booth")
    the_box_goes_round(table, FOUR_TO_THREE)
    thor_is_banished(table)
    table.hears(GOES_ON)
    table.holds(PANEL, "back")
    table.hears("That cannot be taken back.")


def test_a_thumb_given_unseen_is_taken_back_before_the_count(table: Table) -> None:
    to_the_first_vote(table, "booth")
    table.hears("The box goes round. Odin first: up or down, unseen. Then OK.")
    table.taps(PANEL, "up")
    table.ok()
    table.hears("Valkyrie one, take the box: up or down, unseen. Then OK.")
    table.holds(PANEL, "back")
    table.hears("Taken back.")
    the_box_goes_round(table, FOUR_TO_THREE)
    thor_is_banished(table)


def test_after_a_power_cut_a_thumb_not_yet_given_is_forgotten_and_the_others_kept(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_the_first_vote(table, "booth")
        table.hears("The box goes round. Odin first: up or down, unseen. Then OK.")
        table.taps(PANEL, "down")
        table.ok()
        table.hears("Valkyrie one, take the box: up or down, unseen. Then OK.")
        table.taps(PANEL, "down")
    with evening(tmp_path) as table:
        table.hears("Round one was interrupted, in the vote on Thor. Go on? OK, or down for a new game.")
        table.ok()
        table.hears_whatever(until="Valkyrie one, take the box: up or down, unseen. Then OK.")
        table.ok()
        table.hears("Valkyrie one: up spares, down banishes. Then OK.")
        table.taps(PANEL, "up")
        table.ok()
        the_box_goes_round(table, FOUR_TO_THREE, first=THOR)
        thor_is_banished(table)
