"""News that everybody waits for come after a pause, and nothing gives them away before."""

from __future__ import annotations

import pytest

from gm_appliance.core.cues import Say
from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.language import load
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.hidden_roles.events import Banished, Counted, Spared, Won
from gm_appliance.testing import Said, VirtualTable
from tests.games.gotterdammerung import Party
from tests.scenes import accuse, night, passes, to_odin, to_the_night, vote
from tests.seven import CONSPIRATORS, EVERYBODY, HEL, ODIN, THOR, VALKYRIE_2, VALKYRIE_3


def sentences(table: VirtualTable, count: int) -> list[float]:
    times = []
    for _ in range(count):
        table.hears(Said)
        times.append(table.now)
    return times


def test_in_the_morning_one_is_gone_before_anybody_hears_or_sees_who(table: VirtualTable) -> None:
    to_the_night(table)
    table.decides("conspiracy", {str(seat): VALKYRIE_3 for seat in CONSPIRATORS})
    table.hears(Banished(VALKYRIE_3, "conspiracy"))
    before = table.now
    table.hears(Said)
    morning = table.now
    assert morning - before == pytest.approx(1.5, abs=0.1)
    table.advance(1.5)
    assert "turned plate" not in table.lies_at(VALKYRIE_3)
    table.hears(Said)
    assert table.now - morning > 2.0
    assert "turned plate" in table.lies_at(VALKYRIE_3)


@pytest.mark.parametrize(("down", "verdict"), [(7, Banished), (0, Spared)])
def test_a_verdict_takes_a_breath_after_the_count(
    table: VirtualTable, down: int, verdict: type[object]
) -> None:
    to_odin(table)
    table.answers("pass")
    passes(table, "thor")
    accuse(table, ODIN, HEL, THOR)
    vote(table, {seat: "down" if seat <= down else "up" for seat in EVERYBODY})
    table.hears(Counted, verdict)
    _thumbs, counted, told = sentences(table, 3)  # the lamps are explained with the first count
    assert told - counted > 1.5


def test_the_conspirators_are_named_after_a_breath(table: VirtualTable) -> None:
    to_the_night(table)
    night(table, THOR)
    table.decides("oracle.first-die", 1)
    table.decides("oracle.second-die", 1)
    table.decides("action.odin", "pass")
    table.decides("action.thor", "pass")
    accuse(table, ODIN, VALKYRIE_2, HEL)
    vote(table, dict.fromkeys(EVERYBODY, "down"))
    table.hears(Banished(VALKYRIE_2, "council", over=True), Won)
    table.hears(Said, Said, Said, Said)  # the count, what the lamps mean, who falls, who wins
    assert isinstance(table.screen, Lines)
    table.advance(2.0)
    won = table.screen
    assert table.lit == frozenset()
    assert "conspire" not in table.lies_at(THOR)
    table.hears(Said("Who were the conspirators?"), Said)
    assert table.screen != won
    assert table.lit == {THOR}
    others = [thing for seat in EVERYBODY if seat != THOR for thing in table.lies_at(seat)]
    assert {"conspire", "protect"}.isdisjoint(others)
    table.hears(Said)
    assert table.lit == {*CONSPIRATORS}
    assert "conspire" in table.lies_at(THOR)


def test_who_is_banished_last_is_not_told_to_hide_a_faction() -> None:
    narration = Gotterdammerung(load("en", gotterdammerung.__name__))
    party = Party().deal()
    for by in ("conspiracy", "hel", "council"):
        plays_on = narration.tell(Banished(5, by), party.view)
        assert isinstance(plays_on[-1], Say)
        assert narration.tell(Banished(5, by, over=True), party.view) == plays_on[:-1]
