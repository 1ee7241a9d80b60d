"""The seat pads are lost in a window: it is broken off aloud and taken again. All else is told after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gm_appliance.core.ports import Trouble
from gm_appliance.testing.table import VirtualTable, evening
from tests.app.moments import to_odin, to_the_council, to_the_night
from tests.host.lost_pads import ARE_BACK, BACK, IS_LOST, LOST
from tests.screenplays.scenes import deal, defend, night, to_the_deal
from tests.seven import CONSPIRATORS, EVERYBODY, HEL, NAMES, ODIN, PANEL, THOR, VALKYRIE_3

BROKEN_OFF = "I have lost the seat pads. Check the cable, then we begin again."
STUCK = "Look at pad 7: a button is stuck. If it stays stuck, press back."
MENDED = "Pad 7 works again."
DROPPED = "Some presses did not reach me. If yours is missing, press again."
UNSTEADY = "Play on, but check the hub later: a wire is loose."
SEVERAL = "Unplug every Pico but the seat hub: I find several."
OPEN_EYES = "Open your eyes, all of you."
AGREE = "Conspirators, open your eyes. Agree on one. Not a sound."


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        yield table


def the_night_begins(table: VirtualTable) -> None:
    table.hears("Night falls over Asgard.", "Close your eyes, all of you.", AGREE)


def test_a_night_is_broken_off_aloud_and_begun_anew_once_they_are_back(table: VirtualTable) -> None:
    to_the_night(table)
    the_night_begins(table)
    table.hears("5", "4", "3", "2", "1")
    table.hears("Everybody, tap once at every name. Conspirators, thumb down for your victim.", "Odin")
    table.press(THOR, "down")
    table.post(LOST)
    table.hears(OPEN_EYES, BROKEN_OFF)
    assert not table.hears_the_storm()
    table.sees("Seat pads", "Check the cable.", "OK: without pads")
    # Nobody is named, and nothing goes on by itself.
    table.hears_nothing_for(300)
    table.post(BACK)
    table.hears(ARE_BACK, OPEN_EYES, "The thumbs fit the cards.", "Round 1. All are in Asgard.")
    # What was marked in the night that was broken off does not count.
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")


def test_a_press_at_the_panel_says_again_what_is_waited_for(table: VirtualTable) -> None:
    to_the_night(table)
    the_night_begins(table)
    table.post(LOST)
    table.hears(OPEN_EYES, BROKEN_OFF)
    table.taps(PANEL, "repeat")
    table.hears(BROKEN_OFF)


def test_a_vote_is_taken_again_and_no_thumb_of_the_first_one_counts(table: VirtualTable) -> None:
    to_the_council(table)
    to_the_vote(table)
    table.hears("3", "2", "1", "Now.")
    table.everybody_taps(dict.fromkeys(EVERYBODY, "down"))
    table.post(LOST)
    table.hears(BROKEN_OFF)
    table.post(BACK)
    table.hears(ARE_BACK, "Round 1. In the Underworld: Valkyrie 3.")
    table.hears("Vote on Hel. Thumb down banishes, thumb up spares.", "3", "2", "1", "Now.")
    table.everybody_taps(dict.fromkeys(EVERYBODY, "up"))
    table.hears("0 down, 7 up.", "Hel stays in Asgard.")


def test_the_pads_of_one_register_count_as_lost_too(table: VirtualTable) -> None:
    to_the_night(table)
    the_night_begins(table)
    table.post(Trouble("pads", "lost", 2))
    table.hears(OPEN_EYES, "I have lost pads 5 to 8. Check the hub, then we begin again.")
    table.sees("Seat pads", "Check the hub.", "Pads 5 to 8", "OK: without pads")
    table.taps(PANEL, "repeat")
    table.hears("I have lost pads 5 to 8. Check the hub, then we begin again.")
    # Others are gone as well: that is said, and does not pass for a mending.
    table.post(Trouble("pads", "lost", 1))
    table.hears("I have lost pads 1 to 4. Check the hub, then we begin again.")
    table.hears_nothing_for(300)
    table.post(BACK)
    table.hears(ARE_BACK, OPEN_EYES, "The thumbs fit the cards.", "Round 1. All are in Asgard.")


def test_what_is_heard_after_the_loss_does_not_hide_it(table: VirtualTable) -> None:
    to_the_night(table)
    table.hears("Night falls over Asgard.")
    table.inbox_gets(LOST, Trouble("pads", "stuck", 7), Trouble("pads", "several"))
    table.hears(OPEN_EYES, BROKEN_OFF)
    table.hears_nothing_for(60)
    table.post(BACK)
    table.hears(STUCK, SEVERAL, ARE_BACK, OPEN_EYES)


def test_where_they_stay_lost_ok_goes_on_and_everybody_votes_at_the_panel(table: VirtualTable) -> None:
    to_the_council(table)
    to_the_vote(table)
    table.post(LOST)
    table.hears(BROKEN_OFF)
    table.ok()
    table.hears("Round 1. In the Underworld: Valkyrie 3.")
    names = "Odin, Valkyrie 1, Thor, Valkyrie 2, Valkyrie 3, Hel and Valkyrie 4"
    for missing in (f"Still missing: {names}.", f"Still missing: {names}. The panel is for you."):
        table.hears("Vote on Hel. Thumb down banishes, thumb up spares.", "3", "2", "1", "Now.")
        table.hears(missing)
    table.hears("The box goes round. Odin first: up or down, unseen. Then OK.")


def test_any_other_step_goes_on_with_nothing_lost(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(ODIN, "up")  # to Thor
    table.post(LOST)
    table.hears(IS_LOST, "Odin: up for the next, hold to choose. Hold down to pass.")
    table.post(BACK)
    table.hears(ARE_BACK)
    table.holds(ODIN, "up")
    table.hears("Odin protects Thor. Put Odin's card there.")


# ---------------------------------------------------------------- what else is wrong with them

NOTICES = (
    Trouble("pads", "stuck", 7),
    Trouble("pads", "dropped"),
    Trouble("pads", "dropped"),
    Trouble("pads", "unsteady"),
    Trouble("pads", "dropped"),
    Trouble("pads", "mended", 7),
)
TOLD = (STUCK, DROPPED, UNSTEADY, MENDED)


def a_night(table: VirtualTable, notices: tuple[Trouble, ...]) -> None:
    """With these notices: some while all agree, some at the roll call, the last after it."""
    to_the_night(table)
    the_night_begins(table)
    come(table, notices[:2])
    table.hears("5", "4", "3", "2", "1")
    table.hears("Everybody, tap once at every name. Conspirators, thumb down for your victim.")
    for seat in EVERYBODY:
        table.hears(NAMES[seat - 1])
        come(table, notices[2:4] if seat == HEL else ())
        thumbs = {one: "down" if seat == VALKYRIE_3 and one in CONSPIRATORS else "up" for one in EVERYBODY}
        table.everybody_taps(thumbs)
    table.hears("Conspirators, close your eyes.")
    come(table, notices[4:])
    table.hears(OPEN_EYES, "Valkyrie 3 is banished. Turn your card. You play on.")


def a_learning(table: VirtualTable, notices: tuple[Trouble, ...]) -> None:
    to_the_deal(table)
    deal(table)
    table.hears("Now I learn your factions. I tell nobody.", "Close your eyes, all of you.")
    come(table, notices[:3])
    table.hears("Thumb down if you conspire. Thumb up if you protect.", "Now.")
    table.everybody_taps({seat: "down" if seat in CONSPIRATORS else "up" for seat in EVERYBODY})
    come(table, notices[3:])
    table.hears(OPEN_EYES, "The thumbs fit the cards.")


def a_vote(table: VirtualTable, notices: tuple[Trouble, ...]) -> None:
    to_the_council(table)
    to_the_vote(table)
    table.hears("3", "2")
    come(table, notices[:2])
    table.hears("1", "Now.")
    table.everybody_taps(dict.fromkeys(EVERYBODY, "up"))
    come(table, notices[2:])
    table.hears("0 down, 7 up.", "Hel stays in Asgard.")


def the_oracles_look(table: VirtualTable, notices: tuple[Trouble, ...]) -> None:
    to_odin(table)
    table.holds(ODIN, "down")
    table.hears("Odin passes.", "Thor. Wound somebody: up for the next, hold to choose. Hold down to pass.")
    table.holds(THOR, "down")
    table.hears("Thor passes.", "Hel has nobody to banish.")
    table.hears("Thor is the Oracle. All in Asgard, push your faction card forward.")
    table.hears("Everybody but Thor, close your eyes.")
    come(table, notices)
    table.hears("Cards back. Open your eyes, all of you.")


def come(table: VirtualTable, notices: tuple[Trouble, ...]) -> None:
    for notice in notices:
        table.post(notice)


@pytest.mark.parametrize("window", [a_learning, a_night, a_vote, the_oracles_look])
def test_until_a_window_ends_nothing_else_is_told(
    window: Callable[[VirtualTable, tuple[Trouble, ...]], None], tmp_path: Path
) -> None:
    """The same leaves the box at the same times as without; then each is told, once."""
    left = []
    for number, notices in enumerate(((), NOTICES)):
        with evening(tmp_path / str(number)) as table:
            window(table, notices)
            left.append(list(table.left))
            if notices:
                table.hears(*TOLD)
    assert left[0] == left[1]


def test_an_open_prompt_tells_at_once_and_asks_again(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(ODIN, "up")
    for notice, sentence in zip(NOTICES[:2], TOLD[:2], strict=True):
        table.post(notice)
        table.hears(sentence)
        table.sees("Seat pads", sentence)
        table.hears("Odin: up for the next, hold to choose. Hold down to pass.")
        table.advance(6)
        table.sees("Odin protects", "Thor")


def to_the_vote(table: VirtualTable) -> None:
    table.hears("The council is open. To accuse, hold thumb down.")
    table.holds(ODIN, "down")
    table.hears("Odin, whom do you accuse? Up for the next, hold to choose.")
    table.taps(ODIN, "down", 3)  # past the last one: passing, Valkyrie four, Hel
    table.holds(ODIN, "up")
    table.hears("Odin accuses Hel. Who stands with Odin? Thumb up.")
    table.taps(THOR, "up")
    table.hears("Thor stands with the accusation.")
    defend(table, HEL)
    table.hears("Vote on Hel. Thumb down banishes, thumb up spares.")
