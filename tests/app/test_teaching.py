"""A minute of teaching, and pressing together, before a game that is new to somebody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from gm_appliance.core.language import SOURCE, languages
from gm_appliance.core.ports import Fault
from gm_appliance.core.results import Result
from gm_appliance.storage.results import NAME, append
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable, evening
from gm_appliance.testing.heard import Hushed
from tests.seven import ODIN, PANEL, VALKYRIE_1

OFFER, THUMBS = "lesson.offer", "lesson.thumbs"
SEVEN: dict[str, int | str] = {"option.players": 7, "option.gods": 3}
LIVE: dict[str, int | str] = {"option.mode": "live"}

LONGEST: dict[str, tuple[str, int, dict[str, int | str]]] = {
    "gotterdammerung": ("gotterdammerung", 15, {"option.players": 15}),
    "thor": ("thor", 6, {**LIVE, "option.players": 6, "option.will_of_thor": "yes"}),
    "thor, at the end": ("thor", 0, {"option.mode": "final", "option.will_of_thor": "yes"}),
    "valda": ("valda", 5, {"option.players": 5, "option.race": "yes"}),
    "valda, followers": ("valda", 0, {"option.mode": "score"}),
    "odins-table": ("odins-table", 2, {}),
    "odins-table, fights": ("odins-table", 0, {"option.mode": "judge"}),
    "odins-table, alone": ("odins-table", 0, {"option.mode": "solo"}),
}
"""The game, how many press together, and choices."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, roster=("Anna", "Bo", "Cleo"), newcomers=True) as table:
        yield table


def begins(table: VirtualTable, game: str, choices: dict[str, int | str], people: Iterable[int] = ()) -> str:
    """From the menu to the first question after the setup; returns it. people: the places of their names in
    the list; empty for a table without names."""
    names = iter(people)
    given = {"menu.people": "choose" if people else "none", "menu.same": "no", **choices}
    if table.hears(Asked).name == "menu.resume":
        table.answers("new")
        table.hears(Asked("menu.game"))
    table.answers(game)
    while (asked := table.hears(Asked)).name.partition(".")[0] in ("menu", "option", "setup"):
        if asked.name in ("setup.deal", "menu.again"):
            break
        value = table.pads.get(asked.seat, 0) if asked.name == "setup.pad" else given.get(asked.name, "")
        value = next(names) if asked.name == "menu.person" else value
        table.answers(value) if value else table.ok()
    name: str = asked.name
    return name


def all_up(players: int) -> dict[str, str]:
    return {str(seat): "up" for seat in range(1, players + 1)}


def words(said: Iterable[Said]) -> int:
    return sum(len(re.findall(r"\w[\w'’-]*", one.text)) for one in said)


def said_since(table: VirtualTable, place: int) -> list[Said]:
    said = []
    for one in table.heard[place:]:
        if isinstance(one.what, Said):
            said.append(one.what)
        elif not isinstance(one.what, AtBeat | Hushed) and one.what != Asked(THUMBS, 0):
            break
    return said


def wants(table: VirtualTable, game: str, topic: str) -> None:
    """Choose an explanation behind BACK; Valda lists its own in a group."""
    if game == "valda":
        table.decides("questions", "book")
    table.decides("questions", topic)


@pytest.mark.parametrize(
    "language", [pytest.param(one, marks=[pytest.mark.long] * (one != SOURCE)) for one in languages()]
)
@pytest.mark.parametrize("which", LONGEST)
def test_a_table_is_taught_in_a_minute_and_a_latecomer_in_half(
    tmp_path: Path, which: str, language: str
) -> None:
    game, players, choices = LONGEST[which]
    with evening(tmp_path, language=language, newcomers=True) as table:
        assert begins(table, game, choices) == OFFER
        begun = len(table.heard)
        table.ok()
        if players:
            table.decides(THUMBS, all_up(players))
            assert table.lit == set()
        asked = table.hears(Asked).name
        assert len(table.all_heard(Asked(THUMBS))) == bool(players)
        assert 90 <= words(said_since(table, begun)) <= 150
        while asked.startswith("first."):
            table.ok()
            asked = table.hears(Asked).name
        for topic, least, most in (("late", 30, 75), ("rules", 80, 150)):
            table.hears_out(5)
            table.taps(PANEL, "back")
            wants(table, game, topic)
            begun = len(table.heard) - 1  # it has begun
            table.hears(Asked("questions"))
            assert least <= words(said_since(table, begun)) <= most
            table.taps(PANEL, "back")
            table.hears(Asked)


def test_one_press_skips_it_and_it_is_not_offered_again(tmp_path: Path) -> None:
    with evening(tmp_path, newcomers=True) as table:
        assert begins(table, "thor", LIVE) == OFFER
        table.taps(PANEL, "back")
        assert table.hears(Asked).name == "turn.offer"
    for game, choices, asked in (("thor", LIVE, "turn.offer"), ("valda", {}, OFFER)):
        with evening(tmp_path, newcomers=True) as table:
            assert begins(table, game, choices) == asked


@pytest.mark.parametrize("which", LONGEST)
def test_back_cuts_the_offer_short_and_the_opening_is_heard_whole(table: VirtualTable, which: str) -> None:
    game, _players, choices = LONGEST[which]
    assert begins(table, game, choices) == OFFER
    table.advance(0.5)
    offered = len(table.heard)
    table.press(PANEL, "back")
    table.press(PANEL, "back", down=False)
    assert "First time? The rules take one minute." in table.cut
    table.hears(Asked)
    since = [one.what for one in table.heard[offered:]]
    opening = since[: next(at for at, one in enumerate(since) if isinstance(one, Asked))]
    assert not any(isinstance(one, Hushed) for one in opening)
    assert not {one.text for one in opening if isinstance(one, Said)} & {*table.cut}
    if which.startswith("thor"):
        assert Said("Player 1 is drawn to begin.") in opening


def test_who_knows_a_game_is_not_taught_it_and_a_newcomer_is(tmp_path: Path) -> None:
    two: dict[str, int | str] = {**LIVE, "option.players": 2}
    for people, asked in (((1, 2), OFFER), ((1, 2), "turn.offer"), ((3, 1), OFFER), ((2, 3), "turn.offer")):
        with evening(tmp_path, roster=("Anna", "Bo", "Cleo"), newcomers=True) as table:
            assert begins(table, "thor", two, people) == asked
            table.taps(PANEL, "back")
            table.hears(Asked)


def test_a_table_that_has_played_the_game_is_not_taught_it(tmp_path: Path) -> None:
    append(tmp_path / NAME, [Result("thor", 1.0, "2027-03-07", True, 60.0)])
    with evening(tmp_path, newcomers=True) as table:
        assert begins(table, "thor", LIVE) == "turn.offer"


def test_what_was_cut_off_by_the_power_is_offered_again(tmp_path: Path) -> None:
    with evening(tmp_path, newcomers=True) as table:
        begins(table, "gotterdammerung", SEVEN)
        table.ok()
        table.advance(10)
    with evening(tmp_path, newcomers=True) as table:
        table.decides("menu.resume", "resume")
        table.hears(Asked(OFFER))


@pytest.fixture
def together(table: VirtualTable) -> VirtualTable:
    begins(table, "gotterdammerung", SEVEN)
    table.ok()
    table.hears(Asked(THUMBS), Said("Now."))
    return table


def test_who_is_missing_is_called_by_name(together: VirtualTable) -> None:
    together.everybody_taps(dict.fromkeys(range(2, 8), "up") | {VALKYRIE_1: "down"})
    together.hears(Said("5 of 7."), Said("Odin and Valkyrie 1, press thumb up."))
    assert together.lit == {ODIN, VALKYRIE_1}
    together.everybody_taps({ODIN: "up", VALKYRIE_1: "up"})
    together.hears(Said("7 of 7."), Asked("setup.deal"))


def test_ok_goes_on_and_silent_pads_are_named(together: VirtualTable) -> None:
    together.everybody_taps(dict.fromkeys(range(2, 8), "up"))
    together.hears(Said("6 of 7."))
    together.ok()
    together.hears(Said("6 of 7."), Said("No press from Odin."), Asked("setup.deal"))


def test_nobody_is_stuck_where_nobody_presses(together: VirtualTable) -> None:
    together.hears(Said("I didn't hear a single pad."), Said("Everyone else, press thumb up."))
    together.hears(Said("I didn't hear a single pad."), Asked("setup.deal"))


def test_it_begins_again_once_the_pads_are_back(together: VirtualTable) -> None:
    together.post(Fault("pads", "lost"))
    together.hears(Announced("broken-off"))
    together.post(Fault("pads", "back"))
    together.decides(THUMBS, all_up(7))
    together.hears(Said("7 of 7."), Asked("setup.deal"))


def test_who_has_no_pad_is_not_waited_for(table: VirtualTable) -> None:
    del table.pads[ODIN]
    begins(table, "gotterdammerung", SEVEN)
    table.ok()
    table.decides(THUMBS, {seat: up for seat, up in all_up(7).items() if seat != str(ODIN)})
    table.hears(Said("6 of 6."))
