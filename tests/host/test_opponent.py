"""The box plays a seat: what it knows, when its answer comes, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

import gm_appliance
from gm_appliance.app.thinking import on_a_thread
from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.cues.screens import Lines, Screen
from gm_appliance.core.game import (
    JSON,
    Chance,
    Choice,
    Decision,
    Face,
    Game,
    IllegalChoice,
    Mind,
    Number,
    OneOf,
    Opponent,
    Option,
    Outcome,
    Seat,
    Step,
)
from gm_appliance.core.language import Language
from gm_appliance.core.narration import GameNarration, OptionText
from gm_appliance.core.people import Party
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Fault
from gm_appliance.games.registry import RegisteredGame
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Announced, Asked, VirtualTable, evening

PANEL = 0
ROUNDS = 3
THINKS = 2.0

# ---------------------------------------------------------------- a game: does the box go along?


@dataclass(frozen=True)
class View:
    """said: in turn what the person said, and what the box answered."""

    drawn: bool = False
    said: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """card: the box's own, which nobody sees."""

    view: View = View()
    card: int = field(default=0, repr=False)


@dataclass(frozen=True)
class Answered:
    word: str


def decision(view: View) -> Decision | None:
    if not view.drawn:
        return Decision("card", Chance(), Number(1, 9), secret=True)
    if len(view.said) == 2 * ROUNDS:
        return None
    if len(view.said) % 2:
        return Decision("answer", Opponent(2), OneOf(("along", "away")), limit=THINKS)
    return Decision("say", Seat(1), OneOf(("high", "low")))


def apply(state: State, choice: Choice) -> Step[State, View]:
    if choice.name == "card":
        return Step(State(replace(state.view, drawn=True), int(str(choice.value))))
    view = replace(state.view, said=(*state.view.said, str(choice.value)))
    events = ((Answered(view.said[-1]), view),) if choice.name == "answer" else ()
    return Step(replace(state, view=view), events)


class Thoughts:
    """What the box was given to think about, and what it chose."""

    def __init__(self) -> None:
        self.known: list[Any] = []
        self.chosen: list[str] = []

    def choose(self, known: tuple[View, int], generator: Random) -> JSON:
        self.known.append(known)
        self.chosen.append(generator.choice(("along", "away")) if known[1] > 3 else "away")
        return self.chosen[-1]


def going_along(thoughts: Thoughts) -> Game[State, View]:
    return Game(
        "along",
        1,
        (Option("players", Number(1, 1, 1), 1),),
        lambda options: State(),
        lambda state: state.view,
        decision,
        apply,
        lambda view: None if decision(view) else Outcome((2,), "over"),
        mind=Mind(lambda state, seat: (state.view, state.card), thoughts.choose),
    )


class Told(GameNarration):
    def __init__(self, _: Language, people: Party) -> None: ...

    def title(self) -> str:
        return "Along"

    def option(self, name: str) -> OptionText:
        return OptionText(name, name, name, name)

    def setup(self, options: Mapping[str, int | str]) -> str:
        return "Along"

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return (Say("Say high or low."),) if decision.name == "say" else ()

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        return Lines(decision.name)

    def under_cursor(self, decision: Decision, view: View, face: Face) -> tuple[Cue, ...]:
        return ()

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        return (Say("The box answers."),)

    def interrupted(self, decision: Decision, view: View) -> str:
        return "It was interrupted."


@pytest.fixture
def thoughts() -> Thoughts:
    return Thoughts()


def at_table(thoughts: Thoughts, folder: Path, seed: int = 0) -> AbstractContextManager[VirtualTable]:
    game = going_along(thoughts)
    return evening(folder, registry={"along": RegisteredGame(game, Told, gm_appliance.__name__)}, seed=seed)


def begun(table: VirtualTable) -> None:
    table.pads = {}
    table.decides("menu.game", "along")
    while (asked := table.hears(Asked)).name != "say":
        table.answers({"menu.people": "none", "menu.rules": "start"}[asked.name])


def says(table: VirtualTable, word: str) -> None:
    """Somebody says high or low, and the box is asked."""
    table.answers(word)
    table.hears(Asked("answer"))


def in_journal(folder: Path) -> list[tuple[str, JSON]]:
    with closing(Journal(folder / "journal.sqlite")) as journal:
        session = journal.running()
        assert session is not None
        return [(one.name, one.value) for one in journal.entries(session.id)]


# ---------------------------------------------------------------- when it answers


@pytest.mark.parametrize("seed", range(4))
def test_the_answer_comes_when_the_limit_has_run_out_whatever_the_card(
    thoughts: Thoughts, tmp_path: Path, seed: int
) -> None:
    with at_table(thoughts, tmp_path, seed) as table:
        begun(table)
        says(table, "high")
        onset = table.heard[-1].t
        table.hears(Answered)
        assert table.heard[-1].t == pytest.approx(onset + THINKS)


def test_a_press_meanwhile_is_answered_at_once_and_delays_nothing(thoughts: Thoughts, tmp_path: Path) -> None:
    with at_table(thoughts, tmp_path) as table:
        begun(table)
        says(table, "high")
        onset = table.heard[-1].t
        table.advance(0.5)
        table.taps(PANEL, "up", 2)
        table.ok()
        table.hears(Answered("away"))
        assert table.heard[-1].t == pytest.approx(onset + THINKS)
        table.hears(Asked("say"))


def test_it_answers_although_pads_were_mixed_up(thoughts: Thoughts, tmp_path: Path) -> None:
    """In a game that calls none this is never mended; see `test_every_fault.py` for all other news."""
    with at_table(thoughts, tmp_path) as table:
        begun(table)
        table.post(Fault("pads", "mixed-up"))
        says(table, "high")
        onset = table.heard[-1].t
        table.hears(Answered)
        assert table.heard[-1].t == pytest.approx(onset + THINKS)


def test_a_question_meanwhile_makes_it_think_no_second_time(thoughts: Thoughts, tmp_path: Path) -> None:
    with at_table(thoughts, tmp_path) as table:
        begun(table)
        says(table, "high")
        table.taps(PANEL, "back")
        table.hears(Asked("questions"))
        table.taps(PANEL, "back")
        table.hears(Asked("answer"))
        onset = table.heard[-1].t
        table.hears(Answered)
        assert table.heard[-1].t == pytest.approx(onset + THINKS)
        assert len(thoughts.known) == 1


# ---------------------------------------------------------------- what it knows


def test_it_is_given_what_its_seat_knows(thoughts: Thoughts, tmp_path: Path) -> None:
    with at_table(thoughts, tmp_path) as table:
        begun(table)
        says(table, "low")
        table.hears(Answered)
    [(view, card)] = thoughts.known
    assert view == View(True, ("low",))
    assert 1 <= card <= 9
    [drawn, *_others] = in_journal(tmp_path)
    assert drawn == ("card", card)


def test_a_thought_holds_no_state() -> None:
    mind = Mind[State, int](lambda state, seat: state.card, lambda card, generator: card)
    thought = mind.thought(State(card=7), 2)
    held = [cell.cell_contents for cell in getattr(thought, "__closure__", ())]
    assert 7 in held
    assert not any(isinstance(one, State) for one in held)


def test_what_it_chooses_is_held_to_the_rules(thoughts: Thoughts) -> None:
    play = Play(going_along(thoughts), {"players": 1})
    play.take(Choice("card", 5))
    play.take(Choice("say", "low"))
    with pytest.raises(IllegalChoice):
        play.take(Choice("answer", "maybe"))


# ---------------------------------------------------------------- what becomes of it


def test_undo_takes_the_answer_back_with_the_choice_before_it(thoughts: Thoughts, tmp_path: Path) -> None:
    with at_table(thoughts, tmp_path) as table:
        begun(table)
        says(table, "high")
        table.hears(Answered, Asked("say"))
        says(table, "low")
        table.hears(Answered, Asked("say"))
        table.holds(PANEL, "back")
        table.hears(Announced("taken-back"), Asked("say"))
        says(table, "high")
        table.hears(Answered, Asked("say"))
    said = [value for name, value in in_journal(tmp_path) if name == "say"]
    assert said == ["high", "high"]
    assert len(thoughts.known) == 3


def test_undo_while_it_thinks_takes_the_choice_back(thoughts: Thoughts, tmp_path: Path) -> None:
    with at_table(thoughts, tmp_path) as table:
        begun(table)
        says(table, "high")
        table.holds(PANEL, "back")
        table.hears(Announced("taken-back"), Asked("say"))
        table.never_hears(Answered, within=2 * THINKS)
    assert [name for name, _value in in_journal(tmp_path)] == ["card"]


def test_what_it_chose_is_remembered_and_not_thought_again(thoughts: Thoughts, tmp_path: Path) -> None:
    with at_table(thoughts, tmp_path) as table:
        begun(table)
        says(table, "high")
        table.hears(Answered, Asked("say"))
    later = Thoughts()
    with at_table(later, tmp_path) as table:
        table.decides("menu.resume", "resume")
        table.hears(Asked("say"))
        assert later.known == []
    assert [value for name, value in in_journal(tmp_path) if name == "answer"] == thoughts.chosen


# ---------------------------------------------------------------- where it thinks


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
