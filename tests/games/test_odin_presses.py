"""Decisions of Odin's Table take few presses, and none is made by accident."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

import pytest

from gm_appliance.core.game import Choice, Decision, OneOf, Seat, Table
from gm_appliance.core.language import load
from gm_appliance.core.play import Play
from gm_appliance.games import odins_table
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.odins_table.events import CardsShown, Fought, GameOver
from gm_appliance.games.odins_table.narration.names import god_name
from gm_appliance.host.press_hints import ROWS, row_of
from gm_appliance.pickers.gestures import HOLD, Gesture
from gm_appliance.pickers.menu import Menu
from gm_appliance.pickers.presses import TAP, Stroke
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from gm_appliance.testing.screens import marked_on
from tests.games import odin_table
from tests.pickers.decisions import press
from tests.seven import PANEL


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {}
        yield table


def begins(table: VirtualTable, mode: str, **options: str) -> None:
    """Begin a single game, with the other options at their defaults."""
    table.decides("menu.game", "odins-table")
    table.decides("option.mode", mode)
    for name, value in options.items():
        table.decides(f"option.{name}", value)
    table.decides("menu.rules", "start")


def holds(decision: Decision, button: str, wanted: str | int) -> Choice:
    """Hold one button until the cursor is on the value, then press OK: two presses."""
    menu, nth = Menu.opened(decision), 0
    while menu.at < 0 or menu.items[menu.at].value != wanted:
        kind = ("press", "hold")[nth] if nth < 2 else "repeat"
        menu = menu.on(Gesture(PANEL, button, kind, t=0.0))
        nth += 1
        assert nth <= 11, "the other direction is shorter"
    choice = menu.on(Gesture(PANEL, "ok", "press", t=9.0)).choice
    assert choice is not None
    return choice


@pytest.mark.parametrize(("colour", "button"), [("white", "down"), ("black", "up")])
def test_any_fight_takes_four_presses_in_the_direction_of_the_attacker(colour: str, button: str) -> None:
    for attack in range(10):
        for defence in range(10):
            game = odin_table.Table("judge")
            for held, wanted in ((button, f"{colour}-{attack}"), ("down", defence)):
                choice = holds(game.decision(), held, wanted)
                game.say(choice.name, choice.value)
            (fought,) = game.told
            assert isinstance(fought, Fought)
            assert (fought.seat, fought.attack) == (1 if colour == "white" else 2, attack)
            assert fought.defence == defence


@pytest.mark.parametrize("value", ["agreed", "stuck"])
def test_closing_a_judged_game_is_confirmed(table: VirtualTable, value: str) -> None:
    """The first line plays on, and an end must be confirmed."""
    begins(table, "judge")
    table.hears(Asked("judge.next"))
    table.taps(PANEL, "back")
    table.decides("questions", "judge.close")
    table.hears(Asked("judge.close"))
    assert marked_on(table.screen) == "Play on"
    table.answers(value)
    table.hears(Asked("leave.end"))
    table.never_hears(GameOver, within=1.0)
    table.ok()
    assert table.hears(GameOver).why == value


def taps(options: tuple[int | str, ...], value: object) -> int:
    """The taps to reach a line the shorter way round, plus OK."""
    at = options.index(str(value))
    return min(at, len(options) - at) + 1


def test_a_move_takes_few_presses() -> None:
    """Half of all random moves take at most six presses, and none takes more than twelve."""
    rng, found = Random(1), []
    for _ in range(10):
        play, pressed = Play(ODINS_TABLE, ODINS_TABLE.complete({"mode": "referee"})), 0
        while (decision := play.decision) and len(play.taken) < 300:
            assert isinstance(decision.domain, OneOf)
            value = decision.domain.sample(rng)
            if decision.name in ("turn.piece", "turn.target"):
                domains = [one.domain for one in decision.open()]
                lines = [one for domain in domains if isinstance(domain, OneOf) for one in domain.options]
                pressed += taps(tuple(lines), value)
            if decision.name == "turn.target":
                found.append(pressed)
                pressed = 0
            play.take(Choice(decision.name, value))
    assert len(found) > 200
    assert median(found) <= 6
    assert max(found) <= 12


def test_no_card_is_entered_by_a_stray_ok(table: VirtualTable) -> None:
    """The cursor of a list of cards starts at no line."""
    begins(table, "solo", side="white", strength="easy")
    table.hears(Asked("start.card"))
    for _ in range(6):
        table.ok()
    assert (table.title, marked_on(table.screen)) == ("Your card 1", "")
    table.taps(PANEL, "down")
    assert marked_on(table.screen) == "9 Odin"
    table.ok()
    for card in (8, 7, 4, 4, 2):
        table.decides("start.card", card)
    shown = table.hears(CardsShown(1, (9, 8, 7, 4, 4, 2)))
    echo = table.hears(Said).text
    gods = [god_name(load("en", odins_table.__name__), card) for card in shown.cards]
    assert re.findall("|".join(dict.fromkeys(gods)), echo) == gods


def only_target(*idunn: str) -> Decision:
    """A target decision with one line, and Idunn beside it."""
    also = (Decision("turn.idunn", Table(), OneOf(idunn)),)
    return Decision("turn.target", Seat(1), OneOf(("a5",)), also=also)


def test_the_press_hint_for_a_pad_at_the_only_target_reaches_idunn() -> None:
    decision = only_target("from")
    told = ROWS[row_of(decision, at_pad=True)].gestures
    strokes = tuple(Stroke(1, button, HOLD + 0.05 if kind == "hold" else TAP) for _, button, kind in told)
    assert press(decision, strokes) == Choice("turn.idunn", "from")
