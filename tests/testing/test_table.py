"""The virtual table's ears and hands: what a test asks for by what happened, and how it fails."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gm_appliance.core.ports import PANEL, Fault
from gm_appliance.games.gotterdammerung.events import Passed
from gm_appliance.hidden_roles.events import Banished, FactionsLearned, PadCalled
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable

OPTIONS: Mapping[str, int | str] = {"players": 7, "gods": 3, "ballot": "pads", "dice": "own"}
FACTIONS = {str(seat): "conspire" if seat in (3, 4) else "protect" for seat in range(1, 8)}


def to_the_night(table: VirtualTable) -> None:
    table.decides("menu.game", "gotterdammerung")
    for name, value in OPTIONS.items():
        table.decides(f"option.{name}", value)
    table.decides("menu.rules", "start")
    for seat in range(1, 8):
        table.hears(Asked("setup.pad", seat))
        table.answers(seat)
    table.decides("setup.deal", "dealt")
    table.decides("setup.factions", FACTIONS)


def test_events_are_heard_by_class_value_and_name(table: VirtualTable) -> None:
    to_the_night(table)
    assert table.hears(FactionsLearned) == FactionsLearned(fit=True)
    table.decides("conspiracy", {"3": 5, "4": 5})
    assert table.hears(AtBeat("open"), Banished(5, "conspiracy")) == Banished(5, "conspiracy")
    table.holds(PANEL, "back")
    table.hears(Announced("not-back"))
    table.decides("oracle.first-die", 1)
    table.decides("oracle.second-die", 1)
    table.decides("action.odin", "pass")
    table.hears(Passed, Asked("action.thor", 3))
    assert table.all_heard(Passed) == [Passed("odin")]
    assert table.all_heard(Banished) == [Banished(5, "conspiracy")]
    times = [one.t for one in table.heard]
    assert times == sorted(times)
    assert times[-1] == table.now


def test_an_event_that_never_happens_fails_with_those_that_did(table: VirtualTable) -> None:
    table.hears(Asked("menu.game"))
    table.ok()
    with pytest.raises(AssertionError, match=r"never heard: .*Banished.*but since:(.|\n)*option\.players"):
        table.hears(Banished)


@pytest.mark.parametrize(
    "what",
    [Banished(5, "hel"), Asked("option.gods"), Announced("paused"), AtBeat("now"), Said("Ragnarök is near.")],
)
def test_another_event_of_the_kind_does_not_match(table: VirtualTable, what: object) -> None:
    table.hears(Asked("menu.game"))
    with pytest.raises(AssertionError, match="never heard"):
        table.hears(what)


def test_an_ignored_event_is_not_heard_later(table: VirtualTable) -> None:
    to_the_night(table)
    table.hears(Asked("conspiracy"))
    with pytest.raises(AssertionError, match="never heard"):
        table.hears(FactionsLearned)


def test_a_text_must_be_the_next_sentence(table: VirtualTable) -> None:
    table.hears(Asked("menu.game"))
    first, suggested, _how = table.all_heard(Said)
    table.hears(first.text, suggested.text)
    table.ok()
    table.hears(Asked("option.players"))
    second, _suggested = table.all_heard(Said)[-2:]
    with pytest.raises(AssertionError) as failed:
        table.hears("Ragnarök is near.")
    assert str(failed.value).startswith(f"said {second.text!r}, not 'Ragnarök is near.'")


def test_a_forbidden_event_is_caught_before_and_after(table: VirtualTable) -> None:
    table.hears(Asked("menu.game"))
    table.hears_out(60.0)
    table.hears_nothing_for(600.0)
    table.never_hears(Asked, Announced, within=600.0)
    table.post(Fault("pads", "lost"))
    with pytest.raises(AssertionError, match=r"heard: .*pads-lost"):
        table.never_hears(Announced("pads-lost"))
    with pytest.raises(AssertionError, match=r"heard: .*Said"):
        table.hears_nothing_for(1.0)


def test_hands_answer_at_the_panel_where_no_pad_lies(table: VirtualTable) -> None:
    table.pads = {1: 9}
    table.decides("menu.game", "gotterdammerung")
    for name, value in OPTIONS.items():
        table.decides(f"option.{name}", value)
    table.decides("menu.rules", "start")
    table.hears(Asked("setup.pad", 1))
    table.answers(9)
    for seat in range(2, 8):
        table.hears(Asked("setup.pad", seat))
        table.answers(0)
    table.hears(Asked("setup.deal"))
    assert [one.none for one in table.all_heard(PadCalled)] == [False, *[True] * 6]
