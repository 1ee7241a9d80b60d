"""Every decision of Odin's Table can be made with the buttons there are, and with few presses of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

import pytest

from gm_appliance.core.game import Choice, OneOf
from gm_appliance.core.play import Play
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.odins_table.events import Attacked, Fought, Moved
from gm_appliance.pickers import presses
from gm_appliance.testing import Asked, VirtualTable, evening
from gm_appliance.testing.screens import marked_on
from tests.pickers.decisions import press
from tests.seven import PANEL

MODES = ("judge", "referee")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {}
        yield table


def begins(table: VirtualTable, mode: str) -> None:
    """A single game, the house's rules left alone."""
    table.decides("menu.game", "odins-table")
    table.decides("option.mode", mode)
    table.decides("menu.rules", "start")


def holds_until(table: VirtualTable, button: str, line: str) -> None:
    """Hold a button until that line is marked: one press."""
    table.press(PANEL, button, True)
    for _ in range(400):
        if marked_on(table.screen) == line:
            break
        table.advance(0.02)
    table.press(PANEL, button, False)
    assert marked_on(table.screen) == line


@pytest.mark.parametrize("mode", MODES)
def test_every_answer_to_every_decision_can_be_pressed(mode: str) -> None:
    rng, play = Random(3), Play(ODINS_TABLE, ODINS_TABLE.complete({"mode": mode, "games": 3}))
    while (decision := play.decision) and len(play.taken) < 400:
        one = rng.choice((decision, *decision.also, *decision.on_request))
        wanted = Choice(one.name, one.domain.sample(rng))
        opened = decision if one in decision.also else one
        assert press(opened, presses(opened, wanted)) == wanted
        play.take(wanted)
    assert len(play.taken) > 20


@pytest.mark.parametrize(
    ("button", "attacker", "line"), [("down", 1, "Player 1: 4 Hel"), ("up", 2, "Player 2: 8 Thor")]
)
def test_a_fight_is_judged_in_four_presses(
    table: VirtualTable, button: str, attacker: int, line: str
) -> None:
    """Hold towards whoever attacks until the card is there, OK; hold for the other card, OK."""
    begins(table, "judge")
    table.hears(Asked("judge.next"))
    holds_until(table, button, line)
    table.ok()
    table.hears(Asked("judge.defence"))
    holds_until(table, "up", "3 Baldr")
    table.ok()
    fought = table.hears(Fought)
    assert (fought.seat, fought.attack, fought.defence) == (attacker, int(line[10]), 3)


def test_a_move_straight_ahead_takes_two_presses_and_an_attack_two_more_and_its_cards(
    table: VirtualTable,
) -> None:
    begins(table, "referee")
    for _ in range(2):  # White's and Black's first, which meet in the middle of their column
        table.hears(Asked("turn.piece"))
        table.ok()
        table.hears(Asked("turn.target"))
        table.ok()
        table.hears(Moved)
    table.hears(Asked("turn.piece"))
    table.ok()
    table.ok()
    assert table.hears(Moved).to == "a3"
    table.ok()
    table.ok()
    assert table.hears(Attacked).to == "a3"
    for _ in range(2):
        table.ok()
    assert table.hears(Fought).why == "tie"


def taps(options: tuple[int | str, ...], value: object) -> int:
    """To step there the shorter way round, and OK."""
    at = options.index(str(value))
    return min(at, len(options) - at) + 1


def test_a_move_takes_few_presses() -> None:
    """Of random moves, which are far from the likeliest: half take at most six, and none more than twelve."""
    rng, found = Random(1), []
    for _ in range(10):
        play, pressed = Play(ODINS_TABLE, ODINS_TABLE.complete({})), 0
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
