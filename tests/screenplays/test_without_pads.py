"""A whole evening without pads, in full words: thumbs shown to all, and the die at night."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gm_appliance.testing import VirtualTable, evening
from tests.screenplays import scenes
from tests.seven import EVERYBODY, HEL, NAMES, ODIN, PANEL, THOR, VALKYRIE_2, VALKYRIE_3, VALKYRIE_4

GOES_ON = "Conspirators, is it over? Then say so. If nobody speaks, anyone press OK."
DOWN_FOR_THOR = {ODIN: "down", VALKYRIE_3: "down", HEL: "down", VALKYRIE_4: "down"}
FOUR_TO_THREE = {**dict.fromkeys(EVERYBODY, "up"), **DOWN_FOR_THOR}


def night_with_the_die(table: VirtualTable, lies_at: str, number: int = 1) -> None:
    table.hears(scenes.NIGHTFALLS[number - 1], "Close your eyes.")
    assert table.hears_the_storm()
    assert table.sees_closed_eyes()
    table.hears("Conspirators, open your eyes. Lay the die on one card. Not a sound.")
    table.hears(*map(str, range(15, 0, -1)))
    table.hears("Conspirators, close your eyes.")
    assert table.sees_closed_eyes()
    table.hears("All eyes open.")
    assert not table.hears_the_storm()
    table.hears("Whose card is the die on?")
    table.chooses(lies_at)


def acts(table: VirtualTable, god: str, line: str, task: str = "") -> None:
    """task: the sentence said at the god's first action; by default its name."""
    table.hears(task or f"{god}.")
    table.chooses(line)


def thumbs_are_shown(table: VirtualTable, accused: int) -> None:
    table.hears(f"Vote on {NAMES[accused - 1]}. When I say now: thumb down banishes, thumb up spares.")
    table.sees("Vote", f"Against {NAMES[accused - 1]}", "▼ banish  ▲ spare")
    table.hears("3", "2", "1", "Now. Keep it there.")


def thumbs_are_entered(table: VirtualTable, thumbs: Mapping[int, str]) -> None:
    for seat in EVERYBODY:
        opening = "Enter the thumbs, one press each. " if seat == ODIN else ""
        table.hears(f"{opening}{NAMES[seat - 1]}: up or down?")
        table.sees("Whose thumb", NAMES[seat - 1], "Press ↑ or ↓")
        table.taps(PANEL, thumbs[seat])


def test_an_evening_of_thumbs(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.pads = {}  # a press on one would be a mistake of the test's
        scenes.choose_the_game(table, "thumbs")
        scenes.who_is_who(table)
        scenes.deal(table)
        night_with_the_die(table, "Valkyrie 3")
        table.hears("Valkyrie 3 falls to the Underworld.")
        table.sees("Banished", "Valkyrie 3", "Asgard 6", "Underworld 1")
        table.hears(scenes.TURN)
        table.sees_written(scenes.TURN)
        scenes.throw(table, 3, 6)
        table.hears("3 and 6. The Oracle moves on 9 seats, to Thor.")
        acts(table, "Odin", "Valkyrie 4", scenes.PROTECT)
        table.hears("Odin protects Valkyrie 4.", "Put Odin's card there.")
        acts(table, "Thor", "Valkyrie 1", scenes.WOUND)
        table.hears("Thor wounds Valkyrie 1.")
        acts(table, "Hel", "Pass", scenes.BANISH)
        table.hears("Hel passes.")
        scenes.the_oracle_looks(table, "Thor")
        table.hears("The council is open. Who accuses?")
        table.sees("Who accuses?", "↑↓ OK")
        table.taps(PANEL, "down")
        table.chooses("Odin")
        table.hears_whatever(until="Odin accuses. Whom, or pass?")
        table.chooses("Thor")
        table.hears_whatever(until="Your reasons against Thor. Who seconds it?")
        table.taps(PANEL, "down")
        table.chooses("Hel")
        table.hears_whatever(until="Nobody else speaks. Thor, your defence. Tell me when you are done.")
        table.hears("Press OK.")
        table.advance(8)
        table.ok()
        thumbs_are_shown(table, THOR)
        thumbs_are_entered(table, FOUR_TO_THREE)
        table.hears("4 down, 3 up.")
        table.hears("Thor's wound on Valkyrie 1: one less up.", "4 down, 2 up.")
        table.hears("Thor falls.", scenes.TURN_AGAIN)
        table.hears(GOES_ON)
        table.sees("Is it over?", "It goes on", "Protectors won")
        table.ok()

        table.hears("Round 2. Thor is the Oracle. Underworld: Thor and Valkyrie 3.")
        night_with_the_die(table, "No die on any card", number=2)
        table.hears("Nobody is banished.")
        scenes.throw(table, 1, 1)
        table.hears("1 and 1. Valkyrie 3 is the Oracle.")
        table.hears("Action cards go home.")
        acts(table, "Odin", "Pass")
        table.hears("Valkyrie 1?", "Odin passes.")
        acts(table, "Thor", "Pass")
        table.hears("Odin?", "Thor passes.", "Hel has nobody to banish.")
        table.hears("All in the Underworld, cards forward.")
        table.hears("All but Valkyrie 3, close your eyes.", "Valkyrie 3, look at one card.")
        table.hears("Oracle, put the card back.", "Eyes open. Cards back.")
        table.hears("The council meets.")
        table.taps(PANEL, "down")
        table.chooses("Hel")
        table.hears("Hel accuses. Whom, or pass?")
        table.chooses("Valkyrie 2")
        table.hears("Odin", "Valkyrie 1", "Valkyrie 2", "Your reasons against Valkyrie 2.")
        table.taps(PANEL, "down")
        table.chooses("Odin")
        table.hears("Odin seconds it.")
        table.hears("Valkyrie 2, your defence.", "Press OK.")
        table.ok()
        thumbs_are_shown(table, VALKYRIE_2)
        thumbs_are_entered(table, dict.fromkeys(EVERYBODY, "down"))
        table.hears("7 down, 0 up.", "Valkyrie 2 falls.", scenes.TURN_AGAIN)

        # The box knows no factions, so it asks people to turn their cards.
        table.hears(GOES_ON)
        table.chooses("Protectors won")
        table.hears("The last conspirator is in the Underworld. Asgard stands.")
        table.sees("Asgard wins", "Turn your cards.", "Rounds: 2")
        table.hears("Turn your faction cards.")
        table.sees_written("Turn your faction cards.")
        scenes.see_the_end(table)
        table.hears("Again, with the same people?")
        assert not {"protect", "conspire"} & {thing for seat in EVERYBODY for thing in table.lies_at(seat)}
