"""What is given unseen stays unseen: of a thumb at the box, and of a total, nothing else leaves the ports."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from gm_appliance.testing.table import VirtualTable, evening
from tests.house_rules import DEAL, HOUSE_RULES, with_house_rules
from tests.screenplays.scenes import accuse, defend, night, the_box_learns, the_oracle_looks, throw, vote
from tests.screenplays.without_pads import (
    accuse_at_the_panel,
    acts,
    goes_on,
    night_with_the_die,
    the_box_goes_round,
    to_the_first_vote,
)
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_1, VALKYRIE_2, VALKYRIE_3, VALKYRIE_4

MINDS: Mapping[str, tuple[str, ...]] = {
    "down": ("down",),
    "up": ("up",),
    "down at last": ("up", "up", "down"),
    "up at last": ("down", "up", "up"),
}


@pytest.mark.parametrize("once", [("down", "up"), ("down at last", "up at last")])
def test_nothing_that_leaves_the_box_tells_one_thumb_from_another(
    tmp_path: Path, once: tuple[str, str]
) -> None:
    """Up to the OK after which all are counted: the same words and pictures at the same times."""
    seen = []
    for mind in once:
        with evening(tmp_path / mind) as table:
            to_the_first_vote(table, "booth")
            for seat in EVERYBODY:
                for thumb in MINDS[mind]:
                    table.taps(PANEL, thumb)
                table.advance(20)  # held in the hand for a while: it is asked once more, the same way
                seen.append(list(table.left))
                table.ok()
                assert seat == VALKYRIE_4 or table.title == "Vote"
    half = len(seen) // 2
    assert seen[:half] == seen[half:]
    assert len({len(one) for one in seen[:half]}) == half


# ---------------------------------------------------------------- only the total


def up_to_a_vote_at_pads(table: VirtualTable, count: str) -> None:
    with_house_rules(table, {"Call the pads?": "No: pad 1, seat 1", "The count": count})
    table.hears_whatever(until=DEAL)
    table.ok()
    the_box_learns(table)
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    throw(table, 1, 1)
    table.hears("1 and 1. The Oracle goes 2 seats on, to Thor.")
    table.hears("Odin. Protect somebody: up for the next, hold to choose. Hold down to pass.")
    table.holds(ODIN, "down")
    table.hears("Odin passes.")
    table.hears("Thor. Wound somebody: up for the next, hold to choose. Hold down to pass.")
    table.holds(THOR, "up")
    table.hears("Thor wounds Odin. Put Thor's card there.")
    table.hears("Hel. Banish somebody wounded: up for the next, hold to choose. Hold down to pass.")
    table.holds(HEL, "down")
    table.hears("Hel passes.")
    the_oracle_looks(table, "Thor")
    accuse(table, ODIN, 1, THOR)
    table.taps(HEL, "up")
    table.hears("Hel stands with the accusation.")
    defend(table, THOR)


def up_to_a_vote_with_the_box(table: VirtualTable, count: str) -> None:
    table.pads = {}
    asked = [one for one in HOUSE_RULES if one not in ("Call the pads?", "Seconds a name", "Vote, seconds")]
    with_house_rules(table, {"How to vote?": "Box goes round", "The count": count}, asked)
    table.hears_whatever(until=DEAL)
    table.ok()
    night_with_the_die(table, "Valkyrie 3")
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    goes_on(table)
    throw(table, 1, 1)
    table.hears("1 and 1. The Oracle goes 2 seats on, to Thor.")
    acts(table, "Odin. Protect somebody", "Pass")
    table.hears("Odin passes.")
    acts(table, "Thor. Wound somebody", "Odin")
    table.hears("Thor wounds Odin. Put Thor's card there.")
    acts(table, "Hel. Banish somebody wounded", "Pass")
    table.hears("Hel passes.")
    the_oracle_looks(table, "Thor")
    accuse_at_the_panel(table, "Odin", "Thor", "Hel")


def vote_at_pads(table: VirtualTable, down: tuple[int, ...]) -> None:
    vote(table, THOR, {seat: "down" if seat in down else "up" for seat in EVERYBODY})


def vote_with_the_box(table: VirtualTable, down: tuple[int, ...]) -> None:
    the_box_goes_round(table, {seat: "down" if seat in down else "up" for seat in EVERYBODY})


WAYS = {
    "at pads": (up_to_a_vote_at_pads, vote_at_pads),
    "with the box": (up_to_a_vote_with_the_box, vote_with_the_box),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("count", ["Only the total", "Each thumb"])
def test_a_total_tells_nobodys_thumb(tmp_path: Path, way: str, count: str) -> None:
    """Whoever they were, the same four down among seven leave the same words, pictures and lamps.

    Where each thumb is told, they do not: so a difference would be seen.
    """
    before, ballot = WAYS[way]
    left = []
    for number, down in enumerate(
        ((ODIN, VALKYRIE_1, VALKYRIE_3, HEL), (ODIN, VALKYRIE_2, VALKYRIE_4, THOR))
    ):
        with evening(tmp_path / str(number)) as table:
            before(table, count)
            ballot(table, down)
            # Odin was wounded: his is one vote less, and nobody hears which way.
            if count == "Only the total":
                table.hears("With all cards: 3 down, 3 up.")
            table.hears_whatever(until="A tie. Thor stays in Asgard.")
            table.advance(60)
            left.append(table.left)
    assert (left[0] == left[1]) == (count == "Only the total")
