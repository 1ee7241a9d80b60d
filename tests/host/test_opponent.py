"""The box plays a seat: what it knows, when its answer comes, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from gm_appliance.app.thinking import on_a_thread
from gm_appliance.core.cues import Cue
from gm_appliance.core.game import JSON, Chance, Decision, Mind, Number, OneOf, Opponent, Option, Seat
from gm_appliance.core.ports import Fault
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Announced, Asked, VirtualTable, evening
from tests.host.asked_in_turn import GAME, Asks, Chosen, asking_in_turn

PANEL = 0
THINKS = 2.0

CARD = Decision("card", Chance(), Number(1, 9), secret=True)
SAY = Decision("say", Seat(1), OneOf(("high", "low")))
ANSWER = Decision("answer", Opponent(2), OneOf(("along", "away")), limit=THINKS)
DECISIONS = (CARD, *(SAY, ANSWER) * 3)
"""Three rounds, after the box was dealt a card that nobody else sees."""


class Thoughts:
    def __init__(self) -> None:
        self.known: list[Any] = []
        self.chosen: list[JSON] = []

    def choose(self, known: tuple[int, str], generator: Random) -> JSON:
        self.known.append(known)
        self.chosen.append(generator.choice(("along", "away")) if known[0] > 3 else "away")
        return self.chosen[-1]

    @property
    def game(self) -> dict[str, Any]:
        mind = Mind[Any, Any](lambda state, seat: (state[0], state[-1]), self.choose)
        return {"options": (Option("players", Number(1, 1, 1), 1),), "mind": mind}


class Quiet(Asks):
    def ask(self, decision: Decision, view: int) -> tuple[Cue, ...]:
        return super().ask(decision, view) if decision == SAY else ()

    again = ask


@pytest.fixture
def thoughts() -> Thoughts:
    return Thoughts()


def at_table(thoughts: Thoughts, folder: Path, seed: int = 0) -> AbstractContextManager[VirtualTable]:
    return evening(folder, registry=asking_in_turn(*DECISIONS, narration=Quiet, **thoughts.game), seed=seed)


def begun(table: VirtualTable) -> None:
    table.pads = {}
    table.decides("menu.game", GAME)
    while (asked := table.hears(Asked)).name != "say":
        table.answers({"menu.people": "none", "menu.rules": "start"}[asked.name])


@pytest.fixture
def table(thoughts: Thoughts, tmp_path: Path) -> Iterator[VirtualTable]:
    with at_table(thoughts, tmp_path) as table:
        begun(table)
        yield table


def says(table: VirtualTable, word: str) -> float:
    """Somebody says high or low; returns when the box is asked."""
    table.answers(word)
    table.hears(Asked("answer"))
    return table.heard[-1].t


def answers(table: VirtualTable, word: str | None = None) -> float:
    """Wait for the box's answer; returns when it came."""
    while (chosen := table.hears(Chosen)).name != "answer":
        pass
    assert word in (None, chosen.value)
    return table.heard[-1].t


def in_journal(folder: Path) -> list[tuple[str, JSON]]:
    with closing(Journal(folder / "journal.sqlite")) as journal:
        session = journal.running()
        assert session is not None
        return [(one.name, one.value) for one in journal.entries(session.id)]


@pytest.mark.parametrize("seed", range(4))
def test_the_answer_comes_when_the_limit_has_run_out_whatever_the_card(
    thoughts: Thoughts, tmp_path: Path, seed: int
) -> None:
    with at_table(thoughts, tmp_path, seed) as table:
        begun(table)
        onset = says(table, "high")
        assert answers(table) == pytest.approx(onset + THINKS)


def test_a_press_meanwhile_is_answered_at_once_and_delays_nothing(table: VirtualTable) -> None:
    onset = says(table, "high")
    table.advance(0.5)
    table.taps(PANEL, "up", 2)
    table.ok()
    assert answers(table, "away") == pytest.approx(onset + THINKS)
    table.hears(Asked("say"))


def test_it_answers_although_pads_were_mixed_up(table: VirtualTable) -> None:
    """A game that calls no pads never mends this; see `test_every_fault.py` for all other news."""
    table.post(Fault("pads", "mixed-up"))
    onset = says(table, "high")
    assert answers(table) == pytest.approx(onset + THINKS)


def test_a_question_meanwhile_makes_it_think_no_second_time(table: VirtualTable, thoughts: Thoughts) -> None:
    says(table, "high")
    table.taps(PANEL, "back")
    table.hears(Asked("questions"))
    table.taps(PANEL, "back")
    table.hears(Asked("answer"))
    onset = table.heard[-1].t
    assert answers(table) == pytest.approx(onset + THINKS)
    assert len(thoughts.known) == 1


def test_a_thought_holds_no_state() -> None:
    mind = Mind[tuple[int, ...], int](lambda state, seat: state[0], lambda card, generator: card)
    thought = mind.thought((7, 1), 2)
    held = [cell.cell_contents for cell in getattr(thought, "__closure__", ())]
    assert 7 in held
    assert not any(isinstance(one, tuple) for one in held)


def test_undo_takes_the_answer_back_with_the_choice_before_it(thoughts: Thoughts, tmp_path: Path) -> None:
    with at_table(thoughts, tmp_path) as table:
        begun(table)
        says(table, "high")
        answers(table)
        table.hears(Asked("say"))
        says(table, "low")
        answers(table)
        table.hears(Asked("say"))
        table.holds(PANEL, "back")
        table.hears(Announced("taken-back"), Asked("say"))
        says(table, "high")
        answers(table)
        table.hears(Asked("say"))
    said = [value for name, value in in_journal(tmp_path) if name == "say"]
    assert said == ["high", "high"]
    assert len(thoughts.known) == 3


def test_undo_while_it_thinks_takes_the_choice_back(thoughts: Thoughts, tmp_path: Path) -> None:
    with at_table(thoughts, tmp_path) as table:
        begun(table)
        says(table, "high")
        table.holds(PANEL, "back")
        table.hears(Announced("taken-back"), Asked("say"))
        table.never_hears(Asked, within=2 * THINKS)
    assert [name for name, _value in in_journal(tmp_path)] == ["card"]


def test_what_is_thought_on_a_thread_is_waited_for() -> None:
    before, after = Event(), Event()

    def work() -> JSON:
        before.set()
        assert after.wait(10)
        return "along"

    answer = on_a_thread(work)
    assert before.wait(10)  # it has begun, and nobody waits
    after.set()
    assert answer() == "along"
    assert answer() == "along"


def test_what_fails_on_a_thread_is_raised_where_the_answer_is_wanted() -> None:
    def work() -> JSON:
        raise ArithmeticError("lost count")

    answer = on_a_thread(work)
    with pytest.raises(ArithmeticError, match="lost count"):
        answer()
