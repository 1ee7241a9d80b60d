"""Scenes of the first game for seven, at seat pads, in full words."""

from __future__ import annotations

import pytest

from gm_appliance.core.cues.props import Banner
from gm_appliance.core.cues.screens import TextScreen
from gm_appliance.core.ports import estimated_length
from gm_appliance.testing import Asked, Said, VirtualTable
from tests.seven import CONSPIRATORS, EVERYBODY, NAMES, ODIN, PANEL

TURN = "Turn your god card. Keep your faction hidden."
TURN_AGAIN = "Turn your god card."
PROTECT = "Odin, protect somebody, or pass."
WOUND = "Thor, wound somebody, or pass."
BANISH = "Hel, banish somebody wounded, or pass."
AIM = "Tap down: next. Hold up: choose. Hold down: pass."


def choose_the_game(table: VirtualTable) -> None:
    """Götterdämmerung for seven, who throw their own dice and vote at seat pads."""
    table.hears("Good evening. Choose a game.")
    table.sees("Choose a game", "Götterdämmerung")
    table.ok()
    table.hears("Götterdämmerung. How many players?")
    table.sees("Players?", "7")
    table.ok()
    table.hears("How many gods take part? Three for a first game.")
    table.ok()
    table.hears("How will you vote: on seat pads, with thumbs, or alone at the box?")
    table.sees("How to vote?", "Seat pads", "Thumbs, shown to all", "The box goes round")
    table.ok()
    table.hears("Shall I roll the dice, or will you?")
    table.taps(PANEL, "down")
    table.ok()
    table.hears("Ready to begin?")
    table.sees("Begin?", "Begin", "House rules")
    table.ok()


def odin_is_told(table: VirtualTable) -> None:
    table.hears("Odin sits at the top. We go clockwise.")
    table.sees("Who is who", "Odin")


def cards_are_laid_out(table: VirtualTable) -> None:
    table.hears("Put down your god card. Take your action card.", "Valkyries, remember your number.")
    table.hears("The Oracle starts beside Odin.")
    table.sees("Who is who", "Odin")


def who_is_who(table: VirtualTable) -> None:
    """When no pads are called."""
    odin_is_told(table)
    for name in NAMES[1:]:
        table.hears(name + ".")
        table.sees("Who is who", name)
    cards_are_laid_out(table)


def everybody_is_called(table: VirtualTable) -> None:
    """Each player hears who they are, and presses the pad at their place."""
    odin_is_told(table)
    for seat, name in enumerate(NAMES, 1):
        if seat == ODIN:
            table.hears("Press your pad when you hear your name.", "Odin.", "No pad there? Press OK.")
        else:
            table.hears(name + ".")
        table.sees("", name)
        table.taps(seat, "up")
    cards_are_laid_out(table)


def to_the_deal(table: VirtualTable) -> None:
    choose_the_game(table)
    everybody_is_called(table)


def deal(table: VirtualTable) -> None:
    table.hears("Deal 5 protectors and 2 conspirators. Look at your own card. Ready?")
    table.sees("Deal the cards", "5 protectors", "2 conspirators", "Press OK")
    assert table.lies_at(0) == ["5 protect, 2 conspire"]
    table.ok()


def the_box_learns(table: VirtualTable) -> None:
    table.hears("Now tell me your factions, in secret.", "Close your eyes.")
    assert table.hears_the_storm()
    assert table.sees_closed_eyes()
    table.hears("Conspirators: thumb down. Protectors: thumb up.", "Now.")
    table.everybody_taps({seat: "down" if seat in CONSPIRATORS else "up" for seat in EVERYBODY})
    assert table.sees_closed_eyes()
    table.hears("All eyes open.")
    assert not table.hears_the_storm()
    table.hears("The thumbs add up.")


NIGHTFALLS = ("Night falls.", "Dusk falls.", "The light fades.")
MORNINGS = ("Morning. One is gone.", "Dawn. One is missing.", "Sunrise. One is gone.")
COUNCILS = ("The council is open. Who accuses?", "The council meets.", "The council gathers.")
"""Announcements that come every round, by round."""


def heard_out(table: VirtualTable, sentence: str) -> float:
    """Hear this sentence begin; returns the time it will end."""
    table.hears(sentence)
    return table.now + estimated_length(sentence)


def night(table: VirtualTable, victim: int, asgard: tuple[int, ...], number: int = 1) -> None:
    """Eyes closed, fifteen seconds to agree, a roll call in which everybody taps, eyes open."""
    table.hears(NIGHTFALLS[number - 1], "Close your eyes.")
    assert table.hears_the_storm()
    thunder = table.sounds.count("thunder")
    began = heard_out(
        table, "Conspirators, open your eyes." + (" Agree on one. Not a sound." if number == 1 else "")
    )
    assert table.sounds.count("thunder") == thunder + 1
    table.hears("5", "4", "3", "2", "1")
    assert table.now - began == pytest.approx(14)
    call = "Everybody, tap thumb up once at every name. Conspirators, thumb down on your victim's name."
    table.hears(call if number == 1 else "Tap up at each name. Conspirators, down for your victim.")
    for seat in asgard:
        table.hears(NAMES[seat - 1])
        marking = CONSPIRATORS if seat == victim else ()
        table.everybody_taps({one: "down" if one in marking else "up" for one in EVERYBODY})
        assert table.sees_closed_eyes()
        assert table.lit == frozenset()
    table.hears("Conspirators, close your eyes.", "All eyes open.")
    assert not table.hears_the_storm()


def morning(table: VirtualTable, gone: str, number: int = 1) -> None:
    """Silence, the news, a pause, and only then the name."""
    opened = table.now
    table.hears(MORNINGS[number - 1])
    assert table.now - opened > 3
    said = table.now
    table.hears(f"{gone} falls to the Underworld." if number == 1 else f"{gone} falls.")
    assert table.now - said > 2
    table.sees("Banished", gone)
    table.hears(TURN if number == 1 else TURN_AGAIN)


def throw(table: VirtualTable, first: int, second: int) -> None:
    table.hears("Silence until the council. Roll two dice. The first?", "1?")
    table.taps(PANEL, "up", first - 1)
    table.ok()
    table.hears("And the second die?")
    table.taps(PANEL, "up", second - 1)
    table.ok()


def the_oracle_looks(table: VirtualTable, oracle: str, number: int = 1) -> None:
    if number == 1:
        table.hears(f"{oracle} is the Oracle. All in Asgard, push your faction card forward.")
    else:
        table.hears("All in Asgard, cards forward.")
    table.hears(f"Everyone but {oracle}, close your eyes.")
    assert table.hears_the_storm()
    looks = heard_out(table, f"{oracle}, look at one card.")
    returns = heard_out(table, "Oracle, put the card back.")
    assert returns - looks == pytest.approx(12 + estimated_length("Oracle, put the card back."))
    table.hears("Eyes open. Cards back.")
    assert table.now - returns == pytest.approx(4)
    assert not table.hears_the_storm()


def accuse(
    table: VirtualTable,
    accuser: int,
    steps: int,
    accused: int,
    number: int = 1,
    known: bool = False,
    goes_on: bool = False,
) -> None:
    """Move the accuser's marker to the accused with this many taps. known: whether the accuser has chosen
    somebody before. goes_on: whether an accusation came to nothing."""
    table.hears("Go on." if goes_on else COUNCILS[number - 1])
    if number == 1:
        table.hears("Hold thumb down.", "End the council? At the box: up, then OK.")
    table.holds(accuser, "down")
    table.hears(f"{NAMES[accuser - 1]}, whom do you accuse? Or pass.", *(() if known else (Said(AIM),)))
    assert table.lit == {accuser}
    table.taps(accuser, "down", steps + 1)  # the first tap marks the first player listed
    table.holds(accuser, "up")
    who, whom = NAMES[accuser - 1], NAMES[accused - 1]
    why = f"Give your reasons against {whom}. Who seconds it?" if number == 1 else f"Why {whom}?"
    passed = table.hears_whatever(until=why)
    assert (len(passed), passed[-1]) == (steps + 1, whom)
    if number == 1:
        table.hears("Thumb up.", "Drop it? At the box: up, then OK.")
    table.sees("Who seconds it?", f"{who} accuses", f"Against {whom}", "Drop it: ↑ OK", "Pad: press ▲")
    table.hears_nothing_for(45)


def defend(table: VirtualTable, accused: int, number: int = 1) -> None:
    defence = f"{NAMES[accused - 1]}, defend yourself."
    defence = f"Silence, everyone. {defence} Tell me when you are done." if number == 1 else defence
    table.hears(defence, "Press your pad.")
    table.advance(8)
    table.taps(accused, "up")


def vote(table: VirtualTable, accused: int, thumbs: dict[int, str], first: bool = True) -> None:
    banish = "Down to banish, up to spare." if first else "Down to banish."
    table.hears(f"Vote on {NAMES[accused - 1]}. {banish}")
    table.sees("Vote", f"Against {NAMES[accused - 1]}", "▼ banish  ▲ spare")
    the_vote_itself(table, thumbs)


def vote_after_all(table: VirtualTable, accused: int, thumbs: dict[int, str]) -> None:
    """The missing votes, and no others."""
    table.hears(f"Thumbs down to banish {NAMES[accused - 1]}.")
    the_vote_itself(table, thumbs)


def the_vote_itself(table: VirtualTable, thumbs: dict[int, str]) -> None:
    table.hears("3", "2", "1", "Now.")
    table.sees("Vote", "8")
    table.everybody_taps(thumbs)
    assert table.lit == frozenset()


def see_the_end(table: VirtualTable) -> None:
    """The banner stays until somebody presses."""
    table.hears(Asked("end.seen"))
    shown = table.screen
    assert isinstance(shown, TextScreen)
    assert shown.bright == shown.text.startswith("Asgard wins. ")
    assert banners(table) == [("Asgard wins", "shines")]
    table.hears("OK: go on.")
    table.hears_nothing_for(300)
    assert table.screen == shown
    table.taps(ODIN if table.pads else PANEL, "up")
    assert banners(table) == []


def banners(table: VirtualTable) -> list[tuple[str, str]]:
    return [(one.label, one.mood) for one in table.lying if isinstance(one, Banner)]
