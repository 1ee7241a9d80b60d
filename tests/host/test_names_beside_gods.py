"""Götterdämmerung with people's own names: told with the seats, shown beside the gods, never called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.props import Plate
from gm_appliance.core.cues.screens import RingScreen
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from tests.house_rules import EACH_TIME, HOUSE_RULES, settings
from tests.scenes import everybody_is_called, night, passes, the_box_learns, throw
from tests.seven import ODIN, THOR, VALKYRIE_3

ROSTER = ("Anna", "Bo", "Clara", "Zoë", "Eve", "Finn", "Jean-Luc")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, roster=ROSTER) as table:
        yield table


def begun(table: VirtualTable, names: str) -> None:
    """Begin with all seven by name, in the order of the roster, with the house's rules."""
    table.decides("menu.game", "gotterdammerung")
    settings(table, EACH_TIME, {"option.dice": "own"})
    table.decides("menu.rules", "rules")
    settings(table, HOUSE_RULES, {"option.names": names})
    table.decides("menu.people", "choose")
    for person in range(1, 8):
        table.decides("menu.person", person)


def labels(table: VirtualTable) -> list[str]:
    return [prop.label for prop in table.lying if isinstance(prop, Plate)]


def of_people(texts: list[str]) -> list[list[str]]:
    found = [[name for name in ROSTER if re.search(rf"\b{name}\b", text)] for text in texts]
    return [names for names in found if names]


def said(table: VirtualTable) -> list[str]:
    return [one.text for one in table.all_heard(Said)]


def to_council(table: VirtualTable) -> None:
    everybody_is_called(table)
    table.decides("setup.deal", "dealt")
    the_box_learns(table)
    night(table, VALKYRIE_3)
    throw(table, 1, 1, THOR)
    passes(table, "odin")
    passes(table, "thor")
    table.decides("council.accuse", ODIN)
    table.hears(Asked("council.whom"))


def test_names_are_told_with_the_seats_and_never_called(table: VirtualTable) -> None:
    begun(table, "yes")
    before = len(said(table)) - 1  # the first god is being named
    to_council(table)
    assert of_people(said(table)[before:]) == [[name] for name in ROSTER]
    assert labels(table)[ODIN - 1] == "Odin, Anna"
    assert labels(table)[THOR - 1] == "Thor, Clara"


def test_the_ring_has_the_name_of_the_marked_player(table: VirtualTable) -> None:
    begun(table, "yes")
    to_council(table)
    table.taps(ODIN, "down")
    assert isinstance(table.screen, RingScreen)
    (marked,) = (seat for seat, one in enumerate(table.screen.seats, 1) if one.marked)
    assert table.screen.lines[1:] == (ROSTER[marked - 1],)


def test_as_shipped_nothing_is_told_of_names(table: VirtualTable) -> None:
    begun(table, "no")
    asked = len(said(table))
    to_council(table)
    assert of_people(said(table)[asked:]) == []
    assert not of_people(labels(table))
    assert not of_people([str(what) for _t, _port, what in table.outputs[-200:]])


def test_no_word_and_no_moment_of_the_night_changes_with_names(tmp_path: Path) -> None:
    nights = []
    for names in ("yes", "no"):
        with evening(tmp_path / names, roster=ROSTER) as table:
            begun(table, names)
            everybody_is_called(table)
            table.hears(Asked("setup.deal"))
            began, before = table.now, len(table.outputs)
            table.answers("dealt")
            the_box_learns(table)
            night(table, VALKYRIE_3)
            nights.append(
                [
                    (round(t - began, 3), port, what)
                    for t, port, what in table.outputs[before:]
                    if port not in ("display", "table")
                ]
            )
    assert len(nights[0]) > 50
    assert nights[0] == nights[1]
