"""Odin's Table where the second referee does not look: the order of the choices offered, and piles.
`tests.app.transcripts_odin` has the rules of the book and every ruling in docs/odins-table.md."""

from __future__ import annotations

import pytest

from gm_appliance.core.game import BadOption, IllegalChoice, Seat
from gm_appliance.games.odins_table import ODINS_TABLE, events
from gm_appliance.games.odins_table.board import BLACK, START
from gm_appliance.games.odins_table.model import Pile
from tests.games.odin_table import Table


def face_to_face() -> Table:
    """White on c3, Black on c4, and a conqueror each; all other pieces are lost."""
    return Table().lies("w..... ..b... ..w... ...... .....b")


def test_white_begins_and_no_lots_are_announced() -> None:
    assert Table().who() == Seat(1)
    assert ODINS_TABLE.opening(Table().view) == (events.GameBegins(1, 1),)
    assert ODINS_TABLE.opening(Table(white="lots").view) == ()


@pytest.mark.parametrize(
    ("mode", "option"), [("referee", "strength=easy"), ("referee", "players=1"), ("solo", "white=1")]
)
def test_options_of_solo_games_are_refused_for_two_and_the_other_way_round(mode: str, option: str) -> None:
    name, value = option.split("=")
    with pytest.raises(BadOption):
        Table(mode, **{name: int(value) if value.isdigit() else value})
    assert ODINS_TABLE.complete({"mode": "solo"})["players"] == 1


@pytest.mark.parametrize(
    ("picture", "piece", "offered"),
    [
        # The foremost pieces first; then the corners for a lost one.
        ("bbbbbb ...... ...... .wwwww w.....", "", "b2 c2 d2 e2 f2 a1"),
        ("bbbbbb ...... ...... ..w... w.....", "", "c2 a1 f1"),
        # Straight ahead first, and back last.
        ("bbbbbb ...... ..w... ...... w.....", "c3", "c4 b4 d4 b3 d3 c2 b2 d2"),
        ("bbbbbb ...... ...... ...... .w....", "b1", "b2 a2 c2"),
    ],
)
def test_the_likeliest_choice_is_offered_first(picture: str, piece: str, offered: str) -> None:
    table = Table().lies(picture)
    assert (table.say("turn.piece", piece) if piece else table).answers() == tuple(offered.split())


def test_columns_near_the_piece_are_offered_first() -> None:
    scouting = Table().say("turn.piece", "c1").say("turn.idunn", "from").say("turn.target", "d2")
    assert scouting.answers() == ("d", "c", "e", "b", "f", "a")
    table = Table().lies("..b... ..w... ...... ...... w.....").face_up(BLACK, a=7, d=3)
    assert table.moves("c4", "c5").fights(8, 2).answers() == ("none", "a", "d")
    assert table.say("swap.first", "d").answers() == ("c", "e", "b", "f", "a")


def test_illegal_choices_are_refused() -> None:
    table = Table()
    for square in ("a2", "a5", "g1", "", 1):
        with pytest.raises(IllegalChoice):
            table.say("turn.piece", square)
    with pytest.raises(IllegalChoice):
        table.say("turn.piece", "a1").say("turn.target", "a3")
    assert table.view.position == START


def test_both_cards_of_a_fight_are_discarded_and_replaced() -> None:
    table = face_to_face().moves("c3", "c4").fights(6, 5)
    assert table.view.piles == (Pile(20, (6,)), Pile(20, (5,)))


def test_discarded_cards_become_the_deck_when_it_is_used_up() -> None:
    table = face_to_face().changed(piles=(Pile(0, (3,) * 21), Pile(1, (3,) * 20)))
    table.moves("c3", "c4").fights(6, 5)
    assert table.view.piles == (Pile(21), Pile(0, (*((3,) * 20), 5)))


def test_positions_before_a_conquest_are_forgotten() -> None:
    table = Table().lies("b..bbb ..w... ...... ...... w.....").moves("c4", "c5")
    assert table.view.seen == (table.view.position,)
