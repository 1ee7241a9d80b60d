"""The host makes a sole legal choice itself, and undo goes back over it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.game import JSON, Choice, Decision, Game, Number, OneOf, Ready, Seat, Table
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL
from gm_appliance.games.registry import GAMES
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


def only_one(decision: Decision) -> bool:
    """Whether the table or a seat has one choice that is no acknowledgement."""
    if type(decision.who) not in (Table, Seat) or decision.also or decision.secret:
        return False
    if type(decision.domain) is Number:
        return decision.domain.lo == decision.domain.hi
    return type(decision.domain) is OneOf and len(decision.domain.options) == 1


def drawn(decision: Decision, rng: Random) -> Choice:
    """A random open choice, sometimes one on request."""
    ways = (*decision.open(), *decision.on_request) if rng.random() < 0.1 else decision.open()
    some = [one for one in ways if getattr(one.domain, "options", "any")]
    one = decision if only_one(decision) else rng.choice(some)
    return Choice(one.name, json.loads(json.dumps(one.domain.sample(rng))))


def undos(game: Game[Any, Any], seed: int) -> tuple[int, int]:
    """How many undos of a random play went over forced choices, and how many landed on one."""
    rng = Random(f"forced {seed}")
    options: dict[str, int | str] = {}
    for option in game.options:
        if option.counts(options):
            options[option.name] = option.takes(options).sample(rng)  # type: ignore[assignment]
    play, over, on = Play(game, game.complete(options)), 0, 0
    for _ in range(150):
        if play.decision is None:
            break
        play.take(drawn(play.decision, rng))
        back = play
        asked = back.decision is not None and not only_one(back.decision)
        while asked and back.can_undo() and rng.random() < 0.5:
            for _choice in range(back.undo_depth()):
                back = back.undone()
                over += back.decision is not None and only_one(back.decision)
            on += back.decision is not None and only_one(back.decision)
    return over, on


@pytest.mark.parametrize("name", [name for name, one in GAMES.items() if one.game.kept])
def test_no_undo_lands_on_a_forced_choice(name: str) -> None:
    assert {undos(GAMES[name].game, seed)[1] for seed in range(12)} == {0}


def test_undos_go_over_forced_choices_and_one_that_lands_there_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES["odins-table"].game
    assert sum(undos(game, seed)[0] for seed in range(12)) > 0
    monkeypatch.setattr(Decision, "forced", lambda decision: None)
    assert sum(undos(game, seed)[1] for seed in range(12)) > 0
