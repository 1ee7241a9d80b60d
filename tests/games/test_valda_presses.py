"""Every decision of Valda's companion can be made with the buttons there are, and a quiet turn takes six
presses at most; and docs/valda.md names them all."""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from pathlib import Path
from random import Random

import pytest

from gm_appliance.core.game import Chance, Choice, Number, OneOf, Option
from gm_appliance.core.play import Play
from gm_appliance.games.valda import companion
from gm_appliance.games.valda.companion import conversion, effects, events, weapons
from gm_appliance.games.valda.companion.model import COSTS, START, View
from gm_appliance.games.valda.options import OPTIONS
from gm_appliance.pickers import presses
from tests.games.valda_evenings import COMPANION, BesideLedger, Options, at_ease, setup
from tests.games.valda_table import ValdaTable
from tests.pickers.decisions import press

NAMES = {
    *("first.who", "resource.roll", "resource.gold", "resource.blood", "trade.give", "trade.mixed"),
    *("trade.take", "game.what", "effect.kind", "effect.whom", "effect.what", "effect.to", "effect.number"),
    *("build.what", "attack.who", "attack.power", "attack.defence", "attack.cards", "attack.blocked"),
    *("attack.redirect", "followers.what", "loki.sum", "weapon.play", "crown.die", "crown.face"),
    *("correct.who", "correct.what", "correct.number", "game.over"),
}
"""All but the dice of chance."""

TABLES: list[Options] = [
    {"mode": "companion", "players": players, "dice": dice, "trade": trade}
    for players, dice, trade in ((3, "box", "any"), (3, "own", "same"), (5, "box", "same"), (2, "box", "any"))
]


def test_every_answer_to_every_decision_can_be_pressed() -> None:
    pressed = {pressed_first()}
    for seed, options in enumerate(TABLES * 2):
        rng = Random(seed)
        beside = BesideLedger(options, seed, rich=True)
        play = beside.play
        while (decision := play.decision) and len(play.taken) < 700:
            one = rng.choice((decision, *decision.on_request)) if rng.random() < 0.2 else decision
            wanted = Choice(one.name, at_ease(one, rng))
            if not isinstance(one.who, Chance):
                assert press(one, presses(one, wanted)) == wanted
                pressed.add(one.name)
            play.take(wanted)
    assert pressed == NAMES


def pressed_first() -> str:
    """The question before there is anything to correct."""
    one = Play(COMPANION, COMPANION.complete({"mode": "companion"})).decision
    assert one is not None
    wanted = Choice(one.name, 3)
    assert press(one, presses(one, wanted)) == wanted
    return one.name


# ---------------------------------------------------------------- a quiet turn

PAID = ("gold", "blood", "diamond")


def quietly(table: ValdaTable) -> list[str]:
    """What is pressed in a turn in which nobody does anything: one press a question."""
    asked: list[str] = []
    while table.view.turn == 1:
        name = table.asked()
        if name == "resource.dice":
            table.say(name, dict.fromkeys(_dice(table.view), 1))
            continue
        asked.append(name)
        quiet = ("done", "none", "roll")
        choice = next(one for one in table.answers() if one in quiet)
        decision = COMPANION.decision(table.view)
        assert decision is not None
        assert len(presses(decision, Choice(name, choice))) == 1
        table.say(name, choice)
    return asked


def _dice(view: View) -> tuple[str, ...]:
    return tuple(str(die) for die in range(1, view.has(1).mine + view.has(1).drill + 1))


@pytest.mark.parametrize("players", range(2, 6))
def test_a_quiet_turn_of_a_poor_player_takes_three_presses(players: int) -> None:
    table = ValdaTable(players=players).bare(1)
    assert quietly(table) == ["resource.roll", "game.what", "attack.who"]


@pytest.mark.parametrize("players", range(2, 6))
def test_a_quiet_turn_of_a_player_who_could_do_everything_takes_six(players: int) -> None:
    table = ValdaTable(players=players).has(1, blood=9, gold=9, diamond=9, heimdall=2, odin=2, loki=2, tyr=2)
    asked = quietly(table)
    assert asked[:3] == ["resource.roll", "trade.give", "game.what"]
    assert asked[3:] == ["build.what", "attack.who", "followers.what"]


def test_own_dice_are_entered_with_few_presses() -> None:
    """From what is likely: half of the yellow dice show gold."""
    table = ValdaTable(dice="own").has(1, mine=4, drill=3)
    decision = COMPANION.decision(table.view)
    assert decision is not None
    assert decision.domain == Number(0, 4, 2)


def test_in_the_last_round_what_brings_followers_stands_first() -> None:
    table = ValdaTable().has(1, blood=3, odin=1).converting()
    assert table.answers() == ("done", "2 blood")
    assert table.lies(round=6).answers() == ("2 blood", "done")


@pytest.mark.parametrize("seed", range(12))
def test_no_menu_is_longer_than_people_can_step_through(seed: int) -> None:
    rng, play = Random(seed), Play(COMPANION, COMPANION.complete(setup(seed)))
    while (decision := play.decision) and len(play.taken) < 300:
        for one in (decision, *decision.on_request):
            if isinstance(one.domain, OneOf):
                assert 1 <= len(one.domain.options) <= 14
        play.take(Choice(decision.name, at_ease(decision, rng)))


# ---------------------------------------------------------------- docs/valda.md

PAGE = (Path(__file__).parents[2] / "docs" / "valda.md").read_text("utf-8")
EVENTS = {name: kind for name, kind in vars(events).items() if is_dataclass(kind)}


def test_every_decision_and_every_answer_is_documented() -> None:
    for name in NAMES | {"first.die", "resource.dice", "loki.dice"}:
        assert f"`{name}`" in PAGE
        assert name in (companion.__doc__ or "")
    for answer in (*weapons.WEAPONS, *effects.KINDS, *(one.name for one in conversion.CONVERSIONS)):
        assert f'`"{answer}"`' in PAGE


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_is_documented(name: str) -> None:
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_documented(option: Option) -> None:
    assert f"`{option.name}`" in PAGE


@pytest.mark.parametrize("what", COSTS)
def test_what_a_building_costs_is_documented(what: str) -> None:
    blood, gold, diamond = ("" if not cost else f" {cost}" for cost in COSTS[what])
    name = {"mine": r"mine \(4 at most\)", "drill": r"drill \(3 at most\)"}.get(what, what.title())
    assert re.search(rf"^\| {name}[^|]*\|{blood} \|{gold} \|{diamond} \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("players", START)
def test_what_everybody_starts_with_is_documented(players: int) -> None:
    row = " | ".join("/".join(map(str, stash)) for stash in START[players])
    assert f"| {players} | {row} |" in PAGE
