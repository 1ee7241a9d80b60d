"""Dice and who begins: fair, seen and heard, and never kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues.props import Plate, Token
from gm_appliance.core.cues.screens import MenuScreen, NumberScreen, RingScreen
from gm_appliance.core.game import Choice, Game
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL
from gm_appliance.games.dice import DICE
from gm_appliance.games.dice.rules import MOST, Thrown
from gm_appliance.games.first_player import FIRST_PLAYER
from gm_appliance.games.first_player.rules import Drawn
from gm_appliance.games.registry import GAMES
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Asked, VirtualTable, evening
from gm_appliance.testing.screens import marked_on
from tests.scenes import the_score_pad


def throws(table: VirtualTable, kind: str) -> Thrown:
    table.decides("menu.game", "dice")
    table.decides("option.kind", kind)
    thrown: Thrown = table.hears(Thrown)
    table.hears(Asked("throw"))
    return thrown


def draws(table: VirtualTable, players: int) -> int:
    table.decides("menu.game", "first-player")
    table.decides("option.players", players)
    drawn: Drawn = table.hears(Drawn)
    table.hears(Asked("again"))
    return drawn.seat


def numbers(thrown: Thrown) -> tuple[int, ...]:
    return tuple(side.number for side in thrown.sides)


def test_up_takes_another_die_and_down_one_away(table: VirtualTable) -> None:
    throws(table, "d20")
    table.taps(PANEL, "up", 9)
    assert isinstance(table.screen, NumberScreen)
    assert table.screen.value == MOST
    table.ok()
    assert len(table.hears(Thrown).sides) == MOST
    table.hears(Asked("throw"))
    table.taps(PANEL, "down")
    table.ok()
    assert len(table.hears(Thrown).sides) == MOST - 1
    table.hears(Asked("throw"))
    shown = table.screen
    table.taps(PANEL, "down")
    table.taps(PANEL, "up")
    assert table.screen == shown


def test_back_leads_to_the_kinds_of_dice_and_to_the_menu(table: VirtualTable) -> None:
    throws(table, "d12")
    table.taps(PANEL, "back")
    table.decides("option.kind", "d8")
    table.hears(Asked("throw"))
    table.holds(PANEL, "back")
    table.hears(Asked("option.kind"))
    table.taps(PANEL, "back")
    table.hears(Asked("menu.game"))


def test_a_throw_is_seen_even_if_it_is_the_same_once_more(table: VirtualTable) -> None:
    throws(table, "d4")
    for _ in range(12):
        before = len(table.outputs)
        table.ok()
        table.hears(Thrown, Asked("throw"))
        shown = [what for _t, port, what in table.outputs[before:] if port == "display"]
        assert all(one != other for one, other in pairwise(shown))
        assert len(shown) > 2


def test_dice_and_draws_leave_no_game_behind(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        throws(table, "2d6")
    with evening(tmp_path) as table:
        draws(table, 6)
    with evening(tmp_path) as table:
        table.hears(Asked("menu.game"))
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        assert list(journal.sessions()) == []


def test_a_game_that_waits_goes_on_after_dice(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        the_score_pad(table, 4)
        table.hears(Asked("dealer.first"))
    with evening(tmp_path) as table:
        table.decides("menu.resume", "new")
        throws(table, "d6")
        table.taps(PANEL, "back", 2)
        table.hears(Asked("menu.game"))
        table.taps(PANEL, "back")
        table.decides("menu.resume", "resume")
        table.hears(Asked("dealer.first"))


def test_the_lamp_runs_round_the_table_slower_and_slower_and_stays(table: VirtualTable) -> None:
    drawn = draws(table, 5)
    lamps = [(t, what) for t, port, what in table.outputs if port == "lamps"]
    while lamps and lamps[0][1] != {1, 2, 3, 4, 5}:
        del lamps[0]
    run = [(t, *lit) for t, lit in lamps[1:] if len(lit) == 1]
    assert all(other == one % 5 + 1 for (_t, one), (_u, other) in pairwise(run) if one != other)
    at = [t for t, seat in run if seat != drawn or t < table.now - 2]
    gaps = [later - earlier for earlier, later in pairwise(at)]
    assert gaps == sorted(gaps)
    assert 3 < run[-1][0] - run[0][0] < 8
    assert table.lit == {drawn}
    assert isinstance(table.screen, RingScreen)
    assert [seat for seat, one in enumerate(table.screen.seats, 1) if one.marked] == [drawn]
    assert [one.at for one in table.lying if isinstance(one, Token)] == [drawn]
    assert len([one for one in table.lying if isinstance(one, Plate)]) == 5


def test_the_lamp_is_that_of_the_pad_called_last(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        journal.set_setting("pads", {"1": 9, "2": 4, "3": 7})
    with evening(tmp_path) as table:
        table.pads = {1: 9, 2: 4, 3: 7}
        drawn = draws(table, 3)
        assert table.lit == {drawn}


def test_the_main_menu_reaches_everything_in_two_presses(tmp_path: Path) -> None:
    """One press, held if the line is further down, then OK."""
    lines = ["Dice"]
    for number, line in enumerate(lines):
        with evening(tmp_path / str(number)) as table:
            table.hears(Asked("menu.game"))
            assert isinstance(table.screen, MenuScreen)
            lines += [one for one in table.screen.items if one not in lines]
            if marked_on(table.screen) != line:
                table.press(PANEL, "down")
                while marked_on(table.screen) != line:
                    table.advance(0.02)
                    assert table.now < 10
                table.press(PANEL, "down", down=False)
            before = len(table.heard)
            table.ok()
            table.advance(0.5)
            asked = [one.what.name for one in table.heard[before:] if isinstance(one.what, Asked)]
            # After "Play with names", the game is chosen next.
            assert (asked[0] == "menu.game") == (line == "Play with names")
    assert len(lines) >= len(GAMES)


SURE = 3.5
"""Standard deviations a fair die's sum of squares stays within, except once in thousands of tests."""


def is_fair(found: Counter[Any], expected: Mapping[Any, int]) -> bool:
    """Whether these come up as often as they should; expected: the share of each."""
    whole, shares = found.total(), sum(expected.values())
    if set(found) != set(expected):
        return False
    squares = sum(
        (found[one] - whole * share / shares) ** 2 / (whole * share / shares)
        for one, share in expected.items()
    )
    freedom = len(expected) - 1
    # Wilson and Hilferty: the cube root is nearly normal.
    spread = (2 / (9 * freedom)) ** 0.5
    return bool(abs((squares / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) < SURE * spread)


def chosen(
    game: Game[Any, Any], options: dict[str, int | str], again: Choice, seed: str, times: int
) -> Iterator[Any]:
    """The first `times` events that chance gives."""
    play, generator = Play(game, options), Random(seed)
    for _ in range(times):
        assert play.decision is not None
        ((event, _view),) = play.take(Choice(play.decision.name, play.decision.domain.sample(generator)))
        yield event
        play.take(again)


FACES: dict[str, dict[object, int]] = {
    **{f"d{most}": {(number, ""): 1 for number in range(1, most + 1)} for most in (4, 6, 8, 10, 12, 20, 100)},
    "2d6": {(number, ""): 1 for number in range(1, 7)},
    "valda-yellow": {(1, "gold"): 3, (1, "diamond"): 3},
    "valda-blue": {(1, "blood"): 4, (2, "blood"): 2},
    "valda-white": {(-1, "followers"): 1, (0, "followers"): 2, (1, "followers"): 2, (2, "followers"): 1},
}
"""The faces of each kind of dice as sold, and how often each comes up."""


@pytest.mark.parametrize("kind", DICE.options[0].domain.options)  # type: ignore[union-attr]
def test_every_die_is_fair(kind: str) -> None:
    thrown = chosen(DICE, {"kind": kind}, Choice("throw", 3), f"fair {kind}", 2000)
    found = Counter((side.number, side.gives) for event in thrown for side in event.sides)
    assert is_fair(found, FACES[kind])


def test_two_dice_know_nothing_of_each_other() -> None:
    thrown = chosen(DICE, {"kind": "d4"}, Choice("throw", 2), "pairs", 4000)
    found = Counter(numbers(event) for event in thrown if len(event.sides) == 2)
    assert is_fair(found, {(one, other): 1 for one in range(1, 5) for other in range(1, 5)})


@pytest.mark.parametrize("players", [2, 5, 15])
def test_everybody_begins_as_often(players: int) -> None:
    drawn = chosen(FIRST_PLAYER, {"players": players}, Choice("again", "again"), f"{players}", 4000)
    found = Counter(event.seat for event in drawn)
    assert is_fair(found, dict.fromkeys(range(1, players + 1), 1))


def test_a_loaded_die_is_found_out() -> None:
    generator = Random(1)
    loaded = Counter(generator.choice((1, 2, 3, 4, 5, 6, 6)) for _ in range(6000))
    assert not is_fair(loaded, dict.fromkeys(range(1, 7), 1))
    even = Counter(dict.fromkeys(range(1, 7), 1000))
    assert not is_fair(even, dict.fromkeys(range(1, 7), 1)), "chance is never so even"
    assert not is_fair(Counter({1: 500, 2: 500}), dict.fromkeys(range(1, 4), 1))
