"""One whole evening, first press to last: the first game for seven, as in a screenplay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing.table import VirtualTable, evening
from tests.screenplays.scenes import (
    accuse,
    deal,
    defend,
    night,
    the_box_learns,
    the_oracle_looks,
    throw,
    to_the_deal,
    vote,
)
from tests.seven import (
    EVERYBODY,
    HEL,
    ODIN,
    THOR,
    VALKYRIE_1,
    VALKYRIE_2,
    VALKYRIE_3,
    VALKYRIE_4,
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        yield table


# ---------------------------------------------------------------- the evening


def test_an_evening(table: VirtualTable) -> None:
    assert table.sounds == ["horn"]
    to_the_deal(table)
    deal(table)
    the_box_learns(table)

    # Round one: the conspirators agree on Valkyrie three.
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    table.sees("Banished", "Valkyrie 3", "Asgard 6, below 1")
    assert "turned plate" in table.lies_at(VALKYRIE_3)
    throw(table, 3, 6)
    table.hears("3 and 6. The Oracle goes 9 seats on, to Thor.")
    table.sees("The dice", "Oracle: Thor")
    assert "oracle" in table.lies_at(THOR)

    table.hears("Odin. Protect somebody: up for the next, hold to choose. Hold down to pass.")
    assert table.lit == {ODIN}
    table.sees("Odin protects", "Valkyrie 1")
    table.taps(ODIN, "up", 5)
    table.sees("Odin protects", "Valkyrie 4")
    table.holds(ODIN, "up")
    table.hears("Odin protects Valkyrie 4. Put Odin's card there.")
    table.hears("Thor. Wound somebody: up for the next, hold to choose. Hold down to pass.")
    table.taps(THOR, "up")
    table.holds(THOR, "up")
    table.hears("Thor wounds Valkyrie 1. Put Thor's card there.")
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
    table.hears("4 down, 3 up.")
    assert table.lit == set(down)
    table.hears("Valkyrie 1 was wounded by Thor: one vote less up.", "That makes 4 down, 2 up.")
    table.sees("Vote", "4", "2", "Thor: Valkyrie 1 ▲-1")
    table.hears("Thor is banished. Turn your card. You play on.")

    # Round two: Thor, in the Underworld, conspires on.
    table.hears(
        "Round 2. In the Underworld: Thor and Valkyrie 3.",
        "Valkyrie 1 is wounded by Thor.",
        "The card of Odin lies at Valkyrie 4.",
        "The Oracle is at Thor.",
    )
    night(table, HEL, (ODIN, VALKYRIE_1, VALKYRIE_2, HEL, VALKYRIE_4))
    table.hears("Hel is banished. Turn your card. You play on.")
    throw(table, 1, 3)
    table.hears("1 and 3. The Oracle goes 4 seats on, to Valkyrie 4.")
    table.hears("The action cards go back to their gods.")
    assert "thor" in table.lies_at(THOR)
    table.hears("Odin. Protect somebody: up for the next, hold to choose. Hold down to pass.")
    table.holds(ODIN, "down")
    table.hears("Odin passes.")
    table.hears("Thor. Wound somebody: up for the next, hold to choose. Hold down to pass.")
    table.holds(THOR, "down")
    table.hears("Thor passes.", "Hel has nobody to banish.")
    the_oracle_looks(table, "Valkyrie 4")

    # Nobody stands with the first accusation; after thirty seconds it is dropped.
    accuse(table, VALKYRIE_3, 2, VALKYRIE_2)
    asked = table.now
    table.hears("Nobody stands with it. The accusation is dropped.")
    assert table.now - asked == pytest.approx(30.0, abs=0.2)

    # It is made again. Valkyrie four forgets to vote, and is called by name.
    accuse(table, VALKYRIE_3, 2, VALKYRIE_2)
    table.taps(ODIN, "up")
    table.hears("Odin stands with the accusation.")
    defend(table, VALKYRIE_2)
    thumbs = {ODIN: "down", VALKYRIE_1: "down", THOR: "up", VALKYRIE_2: "up", VALKYRIE_3: "down", HEL: "up"}
    vote(table, VALKYRIE_2, thumbs)
    table.hears("Still missing: Valkyrie 4.")
    table.sees("Still missing", "Valkyrie 4")
    vote(table, VALKYRIE_2, {VALKYRIE_4: "down"})
    table.hears("4 down, 3 up.", "Valkyrie 2 is banished. Turn your card. You play on.")
    table.hears("The last conspirator is in the Underworld. Asgard stands.")
    table.sees("Asgard wins", "Thor", "Valkyrie 2", "Rounds: 2")
    assert table.lit == {THOR, VALKYRIE_2}
    assert "conspire" in table.lies_at(THOR)
    table.hears("The conspirators were Thor and Valkyrie 2.")

    # And once more, with the same people: one press.
    table.hears("Again, with the same people? OK, or down for the menu.")
    assert "conspire" in table.lies_at(THOR)
    table.ok()
    deal(table)
