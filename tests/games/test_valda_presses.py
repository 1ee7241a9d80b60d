"""The order of Valda's menus, and docs/developers/scripts.md names every decision, answer and event."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from gm_appliance.core.game import Choice, Number, OneOf
from gm_appliance.core.play import Play
from gm_appliance.core.values import Value
from gm_appliance.games.valda import VALDA, conversion, effects, events, weapons
from gm_appliance.games.valda.model import COSTS, START
from tests.games.valda_evenings import BesideLedger, Options, at_ease, on_request, setup
from tests.games.valda_table import ValdaTable

TABLES: list[Options] = [
    {"mode": "companion", "players": players, "dice": dice, "trade": trade}
    for players, dice, trade in ((3, "box", "any"), (3, "own", "same"), (5, "box", "same"), (2, "box", "any"))
]


def test_entering_own_dice_starts_at_the_likely_number() -> None:
    """Half the sides of a yellow die show gold."""
    table = ValdaTable(dice="own").has(1, mine=4, drill=3)
    assert table.decision().domain == Number(0, 4, 2)


def test_in_the_last_round_what_brings_followers_stands_first() -> None:
    table = ValdaTable().has(1, blood=3, odin=1).converting()
    assert table.answers() == ("done", "2 blood")
    assert table.lies(round=6).answers() == ("2 blood", "done")


def test_a_turn_in_which_nothing_happens_is_six_questions() -> None:
    """For a rich player with temples that bring followers. Only ending the actions takes more than an OK."""
    table, asked = ValdaTable().has(1, blood=9, gold=9, diamond=9, odin=2), list[str]()
    while table.view.turn == 1:
        asked.append(table.asked())
        if table.asked() == "resource.roll":
            table.rolls()
        else:
            table.say(table.asked(), "done" if asked[-1] == "game.what" else table.answers()[0])
    assert asked == [
        *("resource.roll", "trade.give", "game.what", "build.what", "attack.who", "followers.what")
    ]


@pytest.mark.parametrize("seed", range(12))
def test_no_menu_is_longer_than_people_can_step_through(seed: int) -> None:
    rng, play = Random(seed), Play(VALDA, VALDA.complete(setup(seed)))
    while (decision := play.decision) and len(play.taken) < 300:
        for one in (decision, *decision.on_request):
            if isinstance(one.domain, OneOf):
                assert 1 <= len(one.domain.options) <= 14
        play.take(Choice(decision.name, at_ease(decision, rng)))


DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "valda.md").read_text("utf-8")
SCRIPTS = (
    (DOCS / "developers" / "scripts.md").read_text("utf-8").partition("\n## Valda\n")[2].partition("\n## ")[0]
)
KINDS = {name: kind for name, kind in vars(events).items() if isinstance(kind, type)}
EVENTS = {name: kind for name, kind in KINDS.items() if issubclass(kind, Value) and kind is not Value}


def test_every_decision_and_every_answer_is_documented() -> None:
    asked = {"first.who", "first.die"}
    for seed, options in enumerate(TABLES * 2, 2):
        rng, play = Random(seed), BesideLedger(options, seed, rich=True).play
        while (decision := play.decision) and len(play.taken) < 700:
            asked |= {one.name for one in (decision, *decision.on_request)}
            one = on_request(decision, rng) if rng.random() < 0.2 else decision
            play.take(Choice(one.name, at_ease(one, rng)))
    assert {"effect.to", "attack.redirect", "crown.face", "trade.mixed", "loki.sum", "game.over"} <= asked
    for name in asked:
        assert f"`{name}`" in SCRIPTS
    for answer in (*weapons.WEAPONS, *effects.KINDS, *(one.name for one in conversion.CONVERSIONS)):
        assert f'`"{answer}"`' in SCRIPTS


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_is_documented(name: str) -> None:
    assert f"`{name}`" in SCRIPTS


@pytest.mark.parametrize("what", COSTS)
def test_what_a_building_costs_is_documented(what: str) -> None:
    blood, gold, diamond = ("" if not cost else f" {cost}" for cost in COSTS[what])
    name = {"mine": r"mine \(4 at most\)", "drill": r"drill \(3 at most\)"}.get(what, what.title())
    assert re.search(rf"^\| {name}[^|]*\|{blood} \|{gold} \|{diamond} \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("players", START)
def test_what_everybody_starts_with_is_documented(players: int) -> None:
    row = " | ".join("/".join(map(str, stash)) for stash in START[players])
    assert f"| {players} | {row} |" in PAGE
