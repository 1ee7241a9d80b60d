"""The host makes a sole legal choice itself, and undo goes back over it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.game import JSON, Decision, Number, OneOf, Ready, Seat, Table
from gm_appliance.core.ports import PANEL
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Announced, Asked, Said, VirtualTable, evening
from tests.host.asked_in_turn import GAME, Asks, Chosen, asking_in_turn

ON_THE_SIDE = Decision("on-the-side", Table(), OneOf(("rest",)))
ROAD = (
    Decision("opening", Table(), OneOf(("here",))),
    Decision("fork", Seat(1), OneOf(("left", "right"))),
    Decision("path", Seat(1), OneOf(("on",)), on_request=(ON_THE_SIDE,)),
    Decision("miles", Table(), Number(3, 3, 3)),
    Decision("camp", Table(), Ready(("rested",)), on_request=(ON_THE_SIDE,)),
    Decision("gate", Seat(1), OneOf(("open",)), also=(Decision("wall", Table(), OneOf(("climb",))),)),
)
"""The opening, the path and the miles are forced; the camp and the gate are asked about."""


class Tells(Asks):
    def tell(self, event: Chosen, view: int) -> tuple[Cue, ...]:
        return (Say(f"{event.name}: {event.value}."),)


REGISTRY = asking_in_turn(*ROAD, narration=Tells)
FORCED = (Chosen("path", "on"), Chosen("miles", 3))
TOLD = (("fork", "left"), ("path", "on"), ("miles", 3))


def begins(table: VirtualTable) -> None:
    table.decides("menu.game", GAME)
    table.hears(Chosen("opening", "here"), Asked("fork"))


def written(folder: Path) -> list[tuple[str, JSON]]:
    with Journal(folder / "journal.sqlite") as journal:
        (session,) = journal.sessions()
        return [(one.name, one.value) for one in journal.entries(session.id)]


def test_a_forced_choice_is_made_told_and_written_but_not_asked(tmp_path: Path) -> None:
    with evening(tmp_path, registry=REGISTRY) as table:
        begins(table)
        table.answers("left")
        table.hears(Chosen("fork", "left"), *FORCED, Asked("camp"))
        asked = [one.name for one in table.all_heard(Asked) if not one.name.startswith("menu.")]
        assert asked == ["fork", "camp"]
    assert written(tmp_path) == [("opening", "here"), ("fork", "left"), ("path", "on"), ("miles", 3)]


def test_nothing_was_chosen_yet_where_all_was_forced(tmp_path: Path) -> None:
    """BACK held leads to the menu, as before the first choice of any game."""
    with evening(tmp_path, registry=REGISTRY) as table:
        begins(table)
        table.holds(PANEL, "back")
        table.hears(Asked("leave.setup"))


def test_what_is_asked_on_request_is_never_skipped_and_is_taken_back_alone(tmp_path: Path) -> None:
    with evening(tmp_path, registry=REGISTRY) as table:
        begins(table)
        table.answers("left")
        table.hears(Asked("camp"))
        table.taps(PANEL, "back")
        table.decides("questions", "on-the-side")
        table.decides("on-the-side", "rest")
        table.hears(Chosen("on-the-side", "rest"), Asked("camp"))
        table.holds(PANEL, "back")
        table.hears(Announced("taken-back"), Asked("camp"))


@pytest.mark.parametrize("forced", range(len(FORCED) + 1))
def test_a_power_cut_on_either_side_of_its_commit_changes_nothing(tmp_path: Path, forced: int) -> None:
    """forced: how many of them reached the journal."""
    with evening(tmp_path, registry=REGISTRY) as table:
        begins(table)
        table.answers("left")
        table.hears(Asked("camp"))
    with Journal(tmp_path / "journal.sqlite") as journal:
        (session,) = journal.sessions()
        for _ in FORCED[forced:]:
            journal.undo(session.id, 0.0)
    assert len(written(tmp_path)) == 2 + forced
    with evening(tmp_path, registry=REGISTRY) as table:
        table.decides("menu.resume", "resume")
        table.hears(*(Said(f"{name}: {value}.") for name, value in TOLD), Asked("camp"))
        assert {one.name for one in table.all_heard(Asked)} == {"menu.resume", "camp"}
        table.holds(PANEL, "back")
        table.hears(Announced("taken-back"), Asked("fork"))
    assert written(tmp_path) == [("opening", "here")]
