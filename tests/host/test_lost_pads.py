"""If the seat pads are lost in a window, it is broken off aloud and repeated. Other news wait for its end."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.ports import Fault
from gm_appliance.hidden_roles import events as kit_events
from gm_appliance.host.stage import Stage
from gm_appliance.testing import Announced, Asked, AtBeat, VirtualTable, evening
from tests import scenes
from tests.host.lost_pads import BACK, LOST, announces, is_begun_again, said_after
from tests.seven import CONSPIRATORS, EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_3

ALL_DOWN, ALL_UP = dict.fromkeys(EVERYBODY, "down"), dict.fromkeys(EVERYBODY, "up")


def the_night_goes_on_to(table: VirtualTable, beat: AtBeat) -> None:
    table.hears(Asked("conspiracy"), beat)
    table.hears_out()  # what is said at that beat


def to_the_vote(table: VirtualTable) -> None:
    scenes.to_odin(table)
    table.answers("pass")
    scenes.passes(table, "thor")
    scenes.accuse(table, ODIN, HEL, THOR)
    table.hears(Asked("council.vote"))


def all_spare_hel(table: VirtualTable) -> None:
    count = table.hears(kit_events.Counted).count
    assert (count.down, count.up) == (0, 7)
    table.hears(kit_events.Spared(HEL, tie=False))


def test_a_night_is_broken_off_aloud_and_begun_again_once_they_are_back(table: VirtualTable) -> None:
    scenes.to_the_night(table)
    the_night_goes_on_to(table, AtBeat("name", ODIN))
    told = said_after(table, kit_events.FactionsLearned)
    assert told
    table.press(THOR, "down")
    table.post(LOST)
    announces(table, "open-eyes", "broken-off")
    assert not table.hears_the_storm()
    assert isinstance(table.screen, Lines)
    # Nobody is named, and nothing goes on by itself.
    table.hears_nothing_for(300)
    table.post(BACK)
    announces(table, "pads-back", "open-eyes")
    is_begun_again(table, "conspiracy", "open-eyes", told)
    # What was marked in the night that was broken off does not count.
    table.answers({str(seat): VALKYRIE_3 for seat in CONSPIRATORS})
    table.hears(kit_events.Banished(VALKYRIE_3, "conspiracy"))


def test_a_vote_is_taken_again_and_no_thumb_of_the_first_one_counts(table: VirtualTable) -> None:
    to_the_vote(table)
    table.hears(AtBeat("now"))
    table.everybody_taps(ALL_DOWN)
    table.hears_out()
    table.post(LOST)
    announces(table, "broken-off")
    table.post(BACK)
    announces(table, "pads-back")
    is_begun_again(table, "council.vote", "pads-back", [])
    table.hears(AtBeat("now"))
    table.everybody_taps(ALL_UP)
    all_spare_hel(table)


class HubLine:
    """The line to the hub, which is out since `out_at`, or whole if that is None."""

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        self.out_at: float | None = None
        table._inbox.listen_by(lambda: table.now if self.out_at is None else self.out_at)


def a_vote_whose_line_is_out(
    table: VirtualTable, before: float, after: float, late: str = "", thumbs: dict[int, str] = ALL_UP
) -> None:
    """The line is out from `before` seconds before the end of the vote until `after` seconds after it. late:
    Hel's thumb in the last moment."""
    line = HubLine(table)
    to_the_vote(table)
    table.hears(AtBeat("now"))
    table.everybody_taps(thumbs)
    table.hears(AtBeat("tick", 1))
    table.advance(1.0 - before)
    line.out_at = table.now
    table.advance(before - 0.1)
    press = table.edge(HEL, late) if late else None
    table.advance(0.1 + after)
    line.out_at = None
    if press:
        table.post(press)


def test_a_thumb_of_the_last_moment_counts_though_the_line_brings_it_late(table: VirtualTable) -> None:
    a_vote_whose_line_is_out(table, before=0.3, after=0.4, late="down")
    count = table.hears(kit_events.Counted).count
    assert (count.down, count.up) == (1, 6)


def test_without_slack_a_changed_thumb_is_lost(table: VirtualTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_appliance.host.window.SLACK", 0.0)
    monkeypatch.setattr(Stage, "pads_heard", lambda stage: stage.now())
    a_vote_whose_line_is_out(table, before=0.3, after=0.4, late="down")
    assert table.hears(kit_events.Counted).count.down == 0


def test_where_nothing_was_heard_since_the_vote_is_asked_again_even_after_presses(tmp_path: Path) -> None:
    left = []
    for number, (thumbs, late) in enumerate(((ALL_UP, ""), (ALL_UP, "down"), (ALL_DOWN, "up"), ({}, ""))):
        with evening(tmp_path / str(number)) as table:
            a_vote_whose_line_is_out(table, before=0.3, after=0.6, late=late, thumbs=thumbs)
            announces(table, "pads-unheard")
            table.hears(Asked("council.vote"), AtBeat("now"))
            left.append(list(table.outputs))
            table.everybody_taps(ALL_UP)
            all_spare_hel(table)
    assert left.count(left[0]) == len(left)


@pytest.mark.parametrize(
    ("faults", "name", "pads"),
    [
        ((Fault("pads", "lost", 2), Fault("pads", "lost", 1)), "broken-off-some", (["5", "8"], ["1", "4"])),
        ((Fault("pads", "unplugged"),) * 2, "broken-off-one", ([], [])),
    ],
    ids=["registers", "pads"],
)
def test_some_pads_that_are_lost_break_it_off_until_they_are_back(
    table: VirtualTable, faults: tuple[Fault, Fault], name: str, pads: tuple[list[str], list[str]]
) -> None:
    def named(pads: list[str]) -> None:
        said = announces(table, name)
        assert isinstance(table.screen, Lines)
        for text in (said.text, " ".join(table.screen.lines)):
            assert re.findall(r"\d+", text) == pads

    scenes.to_the_night(table)
    the_night_goes_on_to(table, AtBeat("agree"))
    told = said_after(table, kit_events.FactionsLearned)
    table.post(faults[0])
    announces(table, "open-eyes")
    named(pads[0])
    table.taps(PANEL, "repeat")
    named(pads[0])
    # Others are gone as well: that is said, and does not pass for a mending.
    table.post(faults[1])
    named(pads[1])
    table.hears_nothing_for(300)
    table.post(BACK)
    announces(table, "pads-back", "open-eyes")
    is_begun_again(table, "conspiracy", "open-eyes", told)


def test_what_is_heard_after_the_loss_does_not_hide_it(table: VirtualTable) -> None:
    scenes.to_the_night(table)
    the_night_goes_on_to(table, AtBeat("lead"))
    table.post(LOST, Fault("pads", "stuck", 7), Fault("pads", "several"))
    announces(table, "open-eyes", "broken-off")
    table.hears_nothing_for(60)
    table.post(BACK)
    announces(table, "pads-stuck", "pads-several", "pads-back", "open-eyes")


def test_where_they_stay_lost_ok_goes_on_and_everybody_votes_at_the_panel(table: VirtualTable) -> None:
    to_the_vote(table)
    table.hears_out()
    table.post(LOST)
    announces(table, "broken-off")
    table.ok()
    is_begun_again(table, "council.vote", "broken-off", [])
    nobody_pressed = kit_events.Missing(tuple(EVERYBODY))
    table.hears(nobody_pressed, Asked("council.vote"), nobody_pressed, Asked("council.booth", ODIN))


NOTICES = (
    Fault("pads", "stuck", 7),
    Fault("pads", "dropped"),
    Fault("pads", "dropped"),
    Fault("pads", "unsteady"),
    Fault("pads", "dropped"),
    Fault("pads", "mended", 7),
)
TOLD = ("pads-stuck", "pads-dropped", "pads-unsteady", "pads-mended")


def a_night(table: VirtualTable, notices: tuple[Fault, ...]) -> None:
    """Two notices come while all agree, two at the roll call, and the others after it."""
    scenes.to_the_night(table)
    the_night_goes_on_to(table, AtBeat("agree"))
    come(table, notices[:2])
    for seat in EVERYBODY:
        table.hears(AtBeat("name", seat))
        come(table, notices[2:4] if seat == HEL else ())
        thumbs = {one: "down" if seat == VALKYRIE_3 and one in CONSPIRATORS else "up" for one in EVERYBODY}
        table.everybody_taps(thumbs)
    table.hears(AtBeat("reclose"))
    come(table, notices[4:])
    table.hears(kit_events.Banished(VALKYRIE_3, "conspiracy"))


def a_learning(table: VirtualTable, notices: tuple[Fault, ...]) -> None:
    scenes.choose_the_game(table)
    scenes.everybody_is_called(table)
    table.decides("setup.deal", "dealt")
    table.hears(Asked("setup.factions"), AtBeat("close"))
    come(table, notices[:3])
    table.hears(AtBeat("now"))
    table.everybody_taps(
        {seat: "down" if scenes.FACTIONS[str(seat)] == "conspire" else "up" for seat in EVERYBODY}
    )
    come(table, notices[3:])
    table.hears(kit_events.FactionsLearned(fit=True))


def a_vote(table: VirtualTable, notices: tuple[Fault, ...]) -> None:
    to_the_vote(table)
    table.hears(AtBeat("count", 2))
    come(table, notices[:2])
    table.hears(AtBeat("now"))
    table.everybody_taps(ALL_UP)
    come(table, notices[2:])
    all_spare_hel(table)


def the_oracles_look(table: VirtualTable, notices: tuple[Fault, ...]) -> None:
    scenes.to_odin(table)
    table.answers("pass")
    scenes.passes(table, "thor")
    table.hears(Asked("oracle.look"), AtBeat("close"))
    come(table, notices)
    table.hears(AtBeat("open"))


def come(table: VirtualTable, notices: tuple[Fault, ...]) -> None:
    for notice in notices:
        table.post(notice)


@pytest.mark.parametrize("window", [a_learning, a_night, a_vote, the_oracles_look])
def test_until_a_window_ends_nothing_else_is_told(
    window: Callable[[VirtualTable, tuple[Fault, ...]], None], tmp_path: Path
) -> None:
    """Until then the outputs are the same as without notices; afterwards each is told once."""
    left = []
    for number, notices in enumerate(((), NOTICES)):
        with evening(tmp_path / str(number)) as table:
            window(table, notices)
            left.append(list(table.outputs))
            if notices:
                table.hears(Announced("pads-stuck"))
                table.hears_out(60)
                told = [one.name for one in table.all_heard(Announced) if one.name.startswith("pads-")]
                assert told == [*TOLD]
    assert left[0] == left[1]


@pytest.mark.parametrize(
    ("notices", "told"),
    [
        ("stuck mended stuck", ["pads-stuck"]),
        ("stuck stuck mended", ["pads-stuck", "pads-mended"]),
        ("mended stuck mended", ["pads-mended"]),
    ],
)
def test_of_what_goes_to_and_fro_unheard_the_latest_is_told_last(
    table: VirtualTable, notices: str, told: list[str]
) -> None:
    to_the_vote(table)
    table.hears(AtBeat("now"))
    table.everybody_taps(ALL_UP)
    table.post(*(Fault("pads", what, 7) for what in notices.split()))
    all_spare_hel(table)
    table.hears_out(60)
    names = [one.name for one in table.all_heard(Announced)]
    assert [one for one in names if one in ("pads-stuck", "pads-mended")] == told
