"""Who plays: names from the roster or entered letter by letter, kept for the next time, said and shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gm_appliance.core.cues import GridScreen, MenuScreen, Plate
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from gm_appliance.testing.screens import words_of

PANEL = 0
ROSTER = ("Anna", "Zoë", "Bartholomäus", "Jean-Luc", "Odin")
PERSON, POINTS = Asked("menu.person"), Asked("entry.points")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, roster=ROSTER) as table:
        yield table


def the_score_pad(table: VirtualTable, players: int) -> None:
    """Its settings, up to the question who plays."""
    table.decides("menu.game", "scorepad")
    if table.hears(Asked).name == "menu.same":
        table.answers("no")
        table.hears(Asked("option.players"))
    table.answers(players)
    for option in ("mode", "wins", "until"):
        table.hears(Asked(f"option.{option}"))
        table.ok()


def ends(table: VirtualTable) -> None:
    """The score pad's game is over, and the next one may begin."""
    while table.hears(Asked).name == "entry.points":
        table.ok()
    table.answers("end")
    table.decides("end.confirm", "end")
    table.decides("final.read", "done")


def listed(table: VirtualTable) -> tuple[str, ...]:
    assert isinstance(table.screen, MenuScreen)
    return table.screen.items


def plates(table: VirtualTable) -> list[str]:
    return [prop.label for prop in table.lying if isinstance(prop, Plate)]


def people_of(state: Path) -> list[tuple[str, ...]]:
    """Of each session in the journal, who played."""
    with closing(Journal(state / "journal.sqlite")) as journal:
        return [session.people for session in journal.sessions()]


# ---------------------------------------------------------------- the roster


def test_everybody_has_a_seat_after_two_presses_at_most(table: VirtualTable) -> None:
    the_score_pad(table, 3)
    table.hears(Asked("menu.people"))
    table.ok()
    table.hears(PERSON)
    assert listed(table)[:5] == ROSTER
    for _ in range(3):
        table.taps(PANEL, "down")
        table.ok()
        table.hears(Asked)
    assert plates(table) == ["Zoë", "Bartholomäus", "Jean-Luc"]


def test_names_are_said_and_shown_where_players_were(table: VirtualTable) -> None:
    the_score_pad(table, 2)
    table.decides("menu.people", "choose")
    table.decides("menu.person", 2)
    table.decides("menu.person", 3)
    table.hears(POINTS)
    assert "Bartholomäus" in words_of(table.screen)
    table.answers(12)
    table.hears(POINTS)
    table.answers(7)
    table.hears(Asked("round.next"))
    said = " ".join(one.text for one in table.all_heard(Said)[-4:])
    assert "Bartholomäus leads with 12." in said
    table.answers("standings")
    table.hears(Asked("standings.read"))
    assert isinstance(table.screen, GridScreen)
    assert table.screen.rows == (("1. Bartholomäus", "12"), ("2. Zoë", "7"))
    assert not any("Player" in one.text for one in table.all_heard(Said)[-5:])
