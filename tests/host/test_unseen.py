"""What is given unseen stays unseen: of a thumb at the box, and of a total, nothing else leaves the ports."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from gm_appliance.games.gotterdammerung.events import Banished, Spared, Totals
from gm_appliance.testing import Asked, VirtualTable, evening
from tests.scenes import accuse, acts, choose_the_game, night, passes, the_box_learns, throw, vote
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_1, VALKYRIE_2, VALKYRIE_3, VALKYRIE_4

MINDS: Mapping[str, tuple[str, ...]] = {
    "down": ("down",),
    "up": ("up",),
    "down at last": ("up", "up", "down"),
    "up at last": ("down", "up", "up"),
}


def night_with_the_die(table: VirtualTable) -> None:
    """At Valkyrie three."""
    table.decides("conspiracy.die", VALKYRIE_3)
    table.hears(Banished(VALKYRIE_3, "conspiracy"))


def up_to_thors_accusation(table: VirtualTable, wounded: int) -> None:
    throw(table, 1, 1, THOR)
    passes(table, "odin")
    acts(table, "thor", wounded)
    passes(table, "hel")
    accuse(table, ODIN, THOR, HEL)


@pytest.mark.parametrize("once", [("down", "up"), ("down at last", "up at last")])
def test_nothing_that_leaves_the_box_tells_one_thumb_from_another(
    tmp_path: Path, once: tuple[str, str]
) -> None:
    """Up to the OK after which all are counted: the same words and pictures at the same times."""
    seen = []
    for mind in once:
        with evening(tmp_path / mind) as table:
            table.pads = {}
            choose_the_game(table, "booth")
            table.decides("setup.deal", "dealt")
            night_with_the_die(table)
            up_to_thors_accusation(table, VALKYRIE_1)
            for seat in EVERYBODY:
                table.hears(Asked("council.booth", seat))
                for thumb in MINDS[mind]:
                    table.taps(PANEL, thumb)
                table.advance(20)  # held in the hand for a while: it is asked once more, the same way
                seen.append(list(table.outputs))
                table.ok()
    half = len(seen) // 2
    assert seen[:half] == seen[half:]
    assert len({len(one) for one in seen[:half]}) == half


# ---------------------------------------------------------------- only the total


def with_house_rules(table: VirtualTable, wanted: Mapping[str, str]) -> None:
    """All that the menu asks; what is offered, wherever nothing else is wanted."""
    table.hears(Asked("menu.game"))
    answers = {"menu.game": "gotterdammerung", "option.dice": "own", "menu.rules": "rules", **wanted}
    while (asked := table.all_heard(Asked)[-1].name).startswith(("menu.", "option.")):
        table.answers(answers.pop(asked)) if asked in answers else table.ok()
    assert not answers, "all this is asked"


def up_to_a_vote_at_pads(table: VirtualTable, count: str) -> None:
    with_house_rules(table, {"option.roll_call": "no", "option.count": count})
    table.decides("setup.deal", "dealt")
    the_box_learns(table)
    night(table, VALKYRIE_3)
    up_to_thors_accusation(table, ODIN)


def up_to_a_vote_with_the_box(table: VirtualTable, count: str) -> None:
    table.pads = {}
    with_house_rules(table, {"option.ballot": "booth", "option.count": count})
    table.decides("setup.deal", "dealt")
    night_with_the_die(table)
    up_to_thors_accusation(table, ODIN)


def vote_with_the_box(table: VirtualTable, thumbs: Mapping[int, str]) -> None:
    for seat, thumb in thumbs.items():
        table.hears(Asked("council.booth", seat))
        table.answers(thumb)


WAYS = {
    "at pads": (up_to_a_vote_at_pads, vote),
    "with the box": (up_to_a_vote_with_the_box, vote_with_the_box),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("count", ["totals", "seats"])
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
            ballot(table, {seat: "down" if seat in down else "up" for seat in EVERYBODY})
            # Odin was wounded: his is one vote less, and nobody hears which way.
            if count == "totals":
                table.hears(Totals(THOR, 3, 3))
            table.hears(Spared(THOR, tie=True))
            table.advance(60)
            left.append(table.outputs)
    assert (left[0] == left[1]) == (count == "totals")
