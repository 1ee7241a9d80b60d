"""The judge of Odin's Table: four presses a fight, one or two for a conquered space."""

from __future__ import annotations

from random import Random

import pytest

from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.ports import PANEL
from gm_appliance.games.odins_table import ODINS_TABLE, judge
from gm_appliance.games.odins_table.events import Conquered, Ended, Fought, GameBegins, GameOver
from gm_appliance.pickers.gestures import Gesture
from gm_appliance.pickers.menu import Menu
from tests.games.odin_table import Table


def holds(decision: Decision, button: str, wanted: str | int) -> Choice:
    """One button is held until the cursor is there, then OK is pressed: two presses."""
    menu, nth = Menu.opened(decision), 0
    while menu.items[menu.at].value != wanted:
        kind = ("press", "hold")[nth] if nth < 2 else "repeat"
        menu = menu.on(Gesture(PANEL, button, kind, t=0.0))
        nth += 1
        assert nth <= 11, "it is farther than the other way round"
    choice = menu.on(Gesture(PANEL, "ok", "press", t=9.0)).choice
    assert choice is not None
    return choice


@pytest.mark.parametrize("defence", range(10))
@pytest.mark.parametrize("attack", range(10))
@pytest.mark.parametrize(("colour", "button"), [("white", "down"), ("black", "up")])
def test_any_fight_takes_four_presses(colour: str, button: str, attack: int, defence: int) -> None:
    """The button is held in the direction of whoever attacks: White's lines run down, Black's up."""
    table = Table("judge")
    for button_held, wanted in ((button, f"{colour}-{attack}"), ("down", defence)):
        decision = ODINS_TABLE.decision(table.view)
        assert decision is not None
        choice = holds(decision, button_held, wanted)
        table.say(choice.name, choice.value)
    (fought,) = table.told
    assert isinstance(fought, Fought)
    assert (fought.seat, fought.attack, fought.defence) == (1 if colour == "white" else 2, attack, defence)


def test_a_conquered_space_is_the_first_line_of_the_list_and_the_last() -> None:
    """OK for White; UP and OK for Black."""
    decision = ODINS_TABLE.decision(Table("judge").view)
    assert decision is not None
    assert Menu.opened(decision).items[0].value == "white-conquers"
    assert holds(decision, "up", "black-conquers").value == "black-conquers"
    assert Menu.opened(decision).items[-1].value == "black-conquers"


@pytest.mark.parametrize("line", judge.NEXT.options)
def test_each_line_says_what_it_says(line: str) -> None:
    colour, card = judge.said(line)
    assert line.startswith(("white", "black")[colour])
    assert line.endswith("conquers" if card is None else str(card))


def test_the_judge_tells_who_wins_and_why() -> None:
    table = Table("judge", white=2).say("judge.next", "white-9").say("judge.defence", 1)
    assert table.told == [Fought(2, 9, 1, "swap", "trickery")]
    assert table.name() == "judge.next"


def test_the_third_conquered_space_wins() -> None:
    table = Table("judge").say("judge.next", "black-conquers").say("judge.next", "white-conquers")
    assert table.told == [Conquered(1, 1)]
    table.say("judge.next", "black-conquers").say("judge.next", "black-conquers")
    assert table.told == [Conquered(2, 3), GameOver(1, 2, "conquered", (1, 3)), Ended("decided", (2,))]


def test_a_fight_conquers_nothing_by_itself() -> None:
    """The judge does not know where it took place; whoever stands in the energy row says so."""
    table = Table("judge").say("judge.next", "white-9").say("judge.defence", 2)
    assert table.view.spaces == (0, 0)


def test_a_game_can_end_without_a_third_space() -> None:
    assert Table("judge").beside() == {"judge.close": ("agreed", "stuck", "on")}
    agreed = Table("judge").say("judge.next", "white-conquers").say("judge.close", "agreed")
    assert agreed.told == [GameOver(1, 0, "agreed", (1, 0)), Ended("played", ())]
    stuck = Table("judge").say("judge.next", "black-conquers").say("judge.close", "stuck")
    assert stuck.told == [GameOver(1, 2, "stuck", (0, 1)), Ended("decided", (2,))]
    on = Table("judge").say("judge.next", "black-conquers").say("judge.close", "on")
    assert (on.told, on.name()) == ([], "judge.next")


def test_in_the_next_game_the_other_plays_white_and_nothing_is_conquered() -> None:
    table = Table("judge", games=3)
    for _ in range(3):
        table.say("judge.next", "white-conquers")
    table.say("game.next", "next")
    assert table.told == [GameBegins(2, 2)]
    assert (table.view.spaces, table.view.seat_of(0)) == ((0, 0), 2)


def test_the_box_follows_no_board() -> None:
    rng, table = Random(1), Table("judge", games=3)
    before = table.view.position
    for _ in range(200):
        decision = ODINS_TABLE.decision(table.view)
        if decision is None:
            break
        table.say(decision.name, decision.domain.sample(rng))
        assert (table.view.position, table.view.turn) == (before, 0)
