"""One whole evening, first press to last: the first game for seven, as in a screenplay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stage import Table, evening

PANEL, ODIN, VALKYRIE_1, THOR, VALKYRIE_2, VALKYRIE_3, HEL, VALKYRIE_4 = range(8)
EVERYBODY = range(1, 8)
NAMES = ("Odin", "Valkyrie one", "Thor", "Valkyrie two", "Valkyrie three", "Hel", "Valkyrie four")
CONSPIRATORS = (THOR, VALKYRIE_2)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with evening(tmp_path) as table:
        yield table


# ---------------------------------------------------------------- scenes


def choose_the_game(table: Table, ballot: str = "pads") -> None:
    """Götterdämmerung, for seven, who throw their own dice and vote in one of three ways."""
    table.hears("Good evening. Choose a game. Up and down, then OK.")
    table.sees("Choose a game", "Götterdämmerung")
    table.ok()
    table.hears("Götterdämmerung. How many play? Up and down, then OK.")
    table.sees("How many play?", "7")
    table.ok()
    table.hears("How many gods take part? Three for a first game. Up and down, then OK.")
    table.ok()
    table.hears("How do you vote: at seat pads, with thumbs, or alone with the box?")
    table.sees("How to vote?", "Seat pads", "Thumbs, for all", "Box goes round")
    table.taps(PANEL, "down", ("pads", "thumbs", "booth").index(ballot))
    table.ok()
    table.hears("Who throws the dice: I, or you? Choose, then OK.")
    table.taps(PANEL, "down")
    table.ok()
    table.hears("OK to begin, or down for house rules.")
    table.sees("Begin?", "Begin", "House rules")
    table.ok()


def everybody_is_called(table: Table, pads: dict[int, int] | None = None) -> None:
    """Each presses the pad at the own place when the name is said; or some other pad, by seat."""
    for seat, name in enumerate(NAMES, 1):
        first = "Each of you: press your pad when you hear your name. "
        table.hears((first if seat == ODIN else "") + name + ".")
        table.taps((pads or {}).get(seat, seat), "up")


def to_the_deal(table: Table) -> None:
    choose_the_game(table)
    everybody_is_called(table)


def deal(table: Table) -> None:
    table.hears("Deal five protectors and two conspirators. Look at your own card. Then press OK.")
    table.sees("Deal the cards", "5 protectors", "2 conspirators")
    assert table.lies_at(0) == ["5 protect, 2 conspire"]
    table.ok()


def the_box_learns(table: Table) -> None:
    table.hears("Now I learn your factions. I tell nobody.", "Close your eyes, all of you.")
    assert table.hears_the_storm()
    assert table.sees_closed_eyes()
    table.hears("Thumb down if you conspire. Thumb up if you protect.", "Now.")
    table.everybody_taps({seat: "down" if seat in CONSPIRATORS else "up" for seat in EVERYBODY})
    assert table.sees_closed_eyes()
    table.hears("Open your eyes, all of you.")
    assert not table.hears_the_storm()
    table.hears("The thumbs fit the cards.")


def night(table: Table, victim: int, asgard: tuple[int, ...], seconds: int = 15) -> None:
    """Eyes closed, fifteen seconds to agree, a roll call in which everybody taps, eyes open."""
    table.hears("Night falls over Asgard.", "Close your eyes, all of you.")
    the_night_itself(table, victim, asgard, seconds)


def the_night_itself(table: Table, victim: int, asgard: tuple[int, ...], seconds: int = 15) -> None:
    assert table.hears_the_storm()
    table.hears("Conspirators, open your eyes. Agree on one. Not a sound.")
    began = table.now
    table.hears("five")
    assert table.now - began == pytest.approx(seconds)
    table.hears("four", "three", "two", "one")
    table.hears("Everybody, tap once at every name. Conspirators, thumb down for your victim.")
    for seat in asgard:
        table.hears(NAMES[seat - 1])
        marking = CONSPIRATORS if seat == victim else ()
        table.everybody_taps({one: "down" if one in marking else "up" for one in EVERYBODY})
        assert table.sees_closed_eyes()
        assert table.lit == frozenset()
    table.hears("Conspirators, close your eyes.", "Open your eyes, all of you.")
    assert not table.hears_the_storm()


def throw(table: Table, first: int, second: int) -> None:
    table.hears("Silence until the council. Throw two dice. Enter the first, then press OK.")
    table.taps(PANEL, "up", first - 1)
    table.ok()
    table.hears("Enter the second die, then press OK.")
    table.taps(PANEL, "up", second - 1)
    table.ok()


def the_oracle_looks(table: Table, oracle: str) -> None:
    table.hears(f"{oracle} is the Oracle. All in Asgard, push your faction card forward.")
    table.hears(f"Everybody but {oracle}, close your eyes.")
    assert table.hears_the_storm()
    began = table.now
    table.hears("Cards back. Open your eyes, all of you.")
    assert table.now - began == pytest.approx(4 + 12)
    assert not table.hears_the_storm()


def accuse(table: Table, accuser: int, steps: int, accused: int) -> None:
    """The accuser's marker is so many taps from the accused."""
    table.hears("The council is open. To accuse, hold thumb down.")
    table.holds(accuser, "down")
    table.hears(f"{NAMES[accuser - 1]}, whom do you accuse? Up for the next, hold to choose.")
    assert table.lit == {accuser}
    table.taps(accuser, "up", steps)
    table.holds(accuser, "up")
    who, whom = NAMES[accuser - 1], NAMES[accused - 1]
    table.hears(f"{who} accuses {whom}. Who stands with {who}? Thumb up.")


def defend(table: Table, accused: int) -> None:
    table.hears(f"{NAMES[accused - 1]}, your defence. All others silent. Press when you are done.")
    table.advance(8)
    table.taps(accused, "up")


def vote(table: Table, accused: int, thumbs: dict[int, str], seconds: int = 8) -> None:
    table.hears(f"Vote on {NAMES[accused - 1]}. Thumb down banishes, thumb up spares.")
    table.hears("three", "two", "one", "Now.")
    table.sees("Vote", str(seconds))
    table.everybody_taps(thumbs)
    assert table.lit == frozenset()


# ---------------------------------------------------------------- the evening


def test_an_evening(table: Table) -> None:
    assert table.sounds == ["horn"]
    to_the_deal(table)
    deal(table)
    the_box_learns(table)

    # Round one: the conspirators agree on Valkyrie three.
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie three is banished. Turn your card. You play on.")
    table.sees("Banished", "Valkyrie 3", "Asgard 6, below 1")
    assert "turned plate" in table.lies_at(VALKYRIE_3)
    throw(table, 3, 6)
    table.hears("Three and six. The Oracle goes nine seats on, to Thor.")
    table.sees("The dice", "Oracle: Thor")
    assert "oracle" in table.lies_at(THOR)

    table.hears("Odin. Protect somebody: up for the next, hold to choose. Hold down to pass.")
    assert table.lit == {ODIN}
    table.sees("Odin protects", "Valkyrie 1")
    table.taps(ODIN, "up", 5)
    table.sees("Odin protects", "Valkyrie 4")
    table.holds(ODIN, "up")
    table.hears("Odin protects Valkyrie four. Put Odin's card there.")
    table.hears("Thor. Wound somebody: up for the next, hold to choose. Hold down to pass.")
    table.taps(THOR, "up")
    table.holds(THOR, "up")
    table.hears("Thor wounds Valkyrie one. Put Thor's card there.")
    assert "thor" in table.lies_at(VALKYRIE_1)
    table.hears("Hel. Banish somebody wounded: up for the next, hold to choose. Hold down to pass.")
    table.holds(HEL, "down")
    table.hears("Hel passes.")
    the_oracle_looks(table, "Thor")

    accuse(table, ODIN, 1, THOR)
    table.taps(HEL, "up")
    table.hears("Hel stands with the accusation.")
    defend(table, THOR)
    down = (ODIN, VALKYRIE_3, HEL, VALKYRIE_4)
    vote(table, THOR, {seat: "down" if seat in down else "up" for seat in EVERYBODY})
    table.hears("Four down, three up.")
    assert table.lit == set(down)
    table.hears("Valkyrie one was wounded by Thor: one vote less up.", "That makes four down, two up.")
    table.sees("Vote", "4", "2", "Thor: Valkyrie 1 ▲-1")
    table.hears("Thor is banished. Turn your card. You play on.")

    # Round two: Thor, in the Underworld, conspires on.
    table.hears(
        "Round two. In the Underworld: Thor and Valkyrie three.",
        "Valkyrie one is wounded by Thor.",
        "The card of Odin lies at Valkyrie four.",
        "The Oracle is at Thor.",
    )
    night(table, HEL, (ODIN, VALKYRIE_1, VALKYRIE_2, HEL, VALKYRIE_4))
    table.hears("Hel is banished. Turn your card. You play on.")
    throw(table, 1, 3)
    table.hears("One and three. The Oracle goes four seats on, to Valkyrie four.")
    table.hears("The action cards go back to their gods.")
    assert "thor" in table.lies_at(THOR)
    table.hears("Odin. Protect somebody: up for the next, hold to choose. Hold down to pass.")
    table.holds(ODIN, "down")
    table.hears("Odin passes.")
    table.hears("Thor. Wound somebody: up for the next, hold to choose. Hold down to pass.")
    table.holds(THOR, "down")
    table.hears("Thor passes.", "Hel has nobody to banish.")
    the_oracle_looks(table, "Valkyrie four")

    # Nobody stands with the first accusation; after thirty seconds it is dropped.
    accuse(table, VALKYRIE_3, 2, VALKYRIE_2)
    asked = table.now
    table.hears("Who stands with Valkyrie three? Thumb up.")
    table.hears("Nobody stands with it. The accusation is dropped.")
    assert table.now - asked == pytest.approx(30.0, abs=0.2)

    # It is made again. Valkyrie four forgets to vote, and is called by name.
    accuse(table, VALKYRIE_3, 2, VALKYRIE_2)
    table.taps(ODIN, "up")
    table.hears("Odin stands with the accusation.")
    defend(table, VALKYRIE_2)
    thumbs = {ODIN: "down", VALKYRIE_1: "down", THOR: "up", VALKYRIE_2: "up", VALKYRIE_3: "down", HEL: "up"}
    vote(table, VALKYRIE_2, thumbs)
    table.hears("Still missing: Valkyrie four.")
    table.sees("Still missing", "Valkyrie 4")
    vote(table, VALKYRIE_2, {VALKYRIE_4: "down"})
    table.hears("Four down, three up.", "Valkyrie two is banished. Turn your card. You play on.")
    table.hears("The last conspirator is in the Underworld. Asgard stands.")
    table.sees("Asgard wins", "Thor", "Valkyrie 2", "Rounds: 2")
    assert table.lit == {THOR, VALKYRIE_2}
    assert "conspire" in table.lies_at(THOR)
    table.hears("The conspirators were Thor and Valkyrie two.")

    # And once more, with the same people: one press.
    table.hears("Again, with the same people? OK, or down for the menu.")
    assert "conspire" in table.lies_at(THOR)
    table.ok()
    deal(table)
