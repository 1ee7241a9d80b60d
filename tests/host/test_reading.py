"""The pages to read on phones: the story is what was heard, without what was taken back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gm_appliance.core.cues import Say, Storm
from gm_appliance.games.gotterdammerung.events import CardLaid
from gm_appliance.host import reading
from gm_appliance.testing import Announced, Asked
from tests import scenes
from tests.app.box_table import BoxTable
from tests.seven import EVERYBODY, VALKYRIE_3, VALKYRIE_4


def pages(table: BoxTable) -> Mapping[str, tuple[str, ...]]:
    table.advance(0.0)
    return table.screens.pages


def story(table: BoxTable) -> tuple[str, ...]:
    return pages(table)[reading.STORY]


def said_openly(table: BoxTable) -> set[str]:
    said, closed = set[str](), False
    for _t, port, what in table.outputs:
        closed = what if port == "storm" else closed
        if port == "voice" and not closed:
            said.add(what)
    return said


def test_the_story_is_what_all_heard_and_waits_while_eyes_are_closed(tmp_path: Path) -> None:
    with BoxTable(tmp_path, phones=True) as table:
        table.pads = {seat: seat for seat in EVERYBODY}
        assert not pages(table), "there is nothing to read in the menu"
        scenes.choose_the_game(table)
        scenes.everybody_is_called(table)
        table.decides("setup.deal", "dealt")
        scenes.the_box_learns(table)
        evening_before = story(table)
        table.screens.pages = {}
        scenes.night(table, VALKYRIE_3)
        assert not pages(table), "nothing can be read until the morning is told"
        table.hears(Asked("oracle.first-die"))
        assert len(story(table)) == len(evening_before) + 2, "the factions fit, and somebody is banished"
        assert story(table)[2:] == evening_before
        heard = sorted(said_openly(table), key=len, reverse=True)  # "Odin." is part of others
        for paragraph in story(table):
            for sentence in heard:
                paragraph = paragraph.replace(sentence, "")
            assert not paragraph.strip(), "what nobody heard"
        table.answers(3)
        table.decides("oracle.second-die", 6)
        table.decides("action.odin", VALKYRIE_4)
        table.hears(CardLaid("odin", VALKYRIE_4), Asked("action.thor"))
        _protected, *rest = story(table)
        table.holds(0, "back")
        table.hears(Announced("taken-back"), Asked("action.odin"))
        assert story(table) == (*rest,), "what was taken back is no part of it"


def test_what_is_said_while_eyes_are_closed_is_not_written() -> None:
    cues = (Say("Close your eyes."), Storm(True), Say("Wake up, you two."), Storm(False), Say("Morning."))
    assert [*reading.openly_told(cues)] == ["Close your eyes.", "Morning."]
