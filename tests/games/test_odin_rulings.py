"""Odin's Table with a referee: what random matches seldom reach or the second referee does not check.

The second referee, `tests.app.transcripts_odin`, has the rules of the book; here are the order of what is
offered, the piles, and one case for each ruling. Players read the rulings in docs/odins-table.md.
"""

from __future__ import annotations

from typing import Any

import pytest

from gm_appliance.core.game import BadOption, IllegalChoice, Seat
from gm_appliance.games.odins_table import ODINS_TABLE, events
from gm_appliance.games.odins_table.board import BLACK, START, WHITE
from gm_appliance.games.odins_table.model import Pile
from tests.games.odin_table import Table


def face_to_face() -> Table:
    """White on c3 and Black on c4; a conqueror each, and all other pieces lost."""
    return Table().lies("w..... ..b... ..w... ...... .....b")


def scouting(idunn: str, start: str, to: str, picture: str = "") -> Table:
    """A move with Idunn, from the start of a game unless there is a picture."""
    table = Table().lies(picture) if picture else Table()
    return table.say("turn.piece", start).say("turn.idunn", idunn).say("turn.target", to)


def revealed(table: Table) -> list[Any]:
    return [one for one in table.told if isinstance(one, events.IdunnRevealed)]


# ---------------------------------------------------------------- setting up


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


# ---------------------------------------------------------------- the order of what is offered


@pytest.mark.parametrize(
    ("picture", "piece", "offered"),
    [
        # Pieces farthest ahead first; then the corners for a lost one.
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
    assert scouting("from", "c1", "d2").answers() == ("d", "c", "e", "b", "f", "a")
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


# ---------------------------------------------------------------- piles


def test_both_cards_of_a_fight_are_discarded_and_replaced() -> None:
    table = face_to_face().moves("c3", "c4").fights(6, 5)
    assert table.view.piles == (Pile(20, (6,)), Pile(20, (5,)))


def test_discarded_cards_become_the_deck_when_it_is_used_up() -> None:
    table = face_to_face().changed(piles=(Pile(0, (3,) * 21), Pile(1, (3,) * 20)))
    table.moves("c3", "c4").fights(6, 5)
    assert table.view.piles == (Pile(21), Pile(0, (*((3,) * 20), 5)))


# ---------------------------------------------------------------- Loki carries pieces into an energy row


def test_an_attacker_carried_into_the_energy_row_conquers_and_nobody_may_swap() -> None:
    table = Table().lies("..b... ..w... ...... ...... w.....").moves("c4", "c5").fights(8, 1)
    assert table.told == [
        events.Fought(1, 8, 1, "swap", "trickery", "c4", "c5", conquers=1),
        events.Conquered(1, 1),
    ]
    assert table.picture() == "..w... ..b... ...... ...... w....."


def test_a_defender_carried_into_the_energy_row_can_win() -> None:
    table = Table().lies("...... ...... ...... .b.... .w.bb.").moves("b1", "b2").fights(8, 1)
    assert table.told == [
        events.Fought(1, 8, 1, "swap", "trickery", "b1", "b2", conquers=2),
        events.Conquered(2, 3),
        events.GameOver(1, 2, "conquered", (0, 3)),
        events.Ended("decided", (2,)),
    ]


# ---------------------------------------------------------------- Idunn


def test_idunn_turns_up_a_card_and_is_discarded() -> None:
    table = scouting("from", "c1", "d2")
    assert table.told == [events.Moved(1, "c1", "d2", False), events.IdunnRevealed(1, "c")]
    table.say("scout.column", "e")
    assert (table.name(), table.who()) == ("scout.card", Seat(2))
    table.say("scout.card", 8)
    assert table.told == [events.TurnedUp(2, "e", 8), events.IdunnDiscarded(1, "c")]
    assert table.view.known == ((None,) * 6, (None, None, None, None, 8, None))
    assert table.view.piles == (Pile(20, (0,)), Pile(21))


@pytest.mark.parametrize(
    ("white", "black", "offered"),
    [
        ({}, {}, ("from", "onto")),
        ({"c": 0}, {}, ("from", "onto")),  # turned up herself
        ({"c": 5}, {}, ("onto",)),  # another card is known to be there
        ({"b": 5, "c": 0, "d": 5}, {}, ("from",)),
        ({}, {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}, ()),  # nothing is left to turn up
    ],
)
def test_idunn_is_offered_where_she_may_be_and_can_scout(
    white: dict[str, int], black: dict[str, int], offered: tuple[str, ...]
) -> None:
    table = Table().face_up(WHITE, **white).face_up(BLACK, **black).say("turn.piece", "c1")
    assert table.beside().get("turn.idunn", ()) == offered


def test_idunn_who_leaves_with_an_attacker_is_its_card_and_scouts_only_if_she_wins() -> None:
    table = scouting("from", "c3", "c4", "w..... ..b... ..w... ...... .....b")
    assert table.told == [events.Attacked(1, "c3", "c4", False), events.IdunnRevealed(1, "c")]
    table.say("fight.defence", 4)
    assert (table.name(), table.who()) == ("turn.piece", Seat(2))
    assert table.view.piles[WHITE] == Pile(20, (0,))


def test_idunn_who_wins_against_idunn_may_scout_without_being_named_before() -> None:
    table = face_to_face().moves("c3", "c4").fights(0, 0)
    assert table.asked() == ("scout.column", ("c", "b", "d", "a", "e", "f", "none"))
    assert table.say("scout.column", "b").say("scout.card", 9).told == [events.TurnedUp(2, "b", 9)]
    assert face_to_face().moves("c3", "c4").fights(0, 0).say("scout.column", "none").who() == Seat(2)


@pytest.mark.parametrize(("attack", "defence", "arrives"), [(7, 3, True), (7, 1, True), (3, 7, False)])
def test_idunn_awaits_an_attacker_only_if_it_arrives(attack: int, defence: int, arrives: bool) -> None:
    """Loki's trick brings it there as well."""
    table = scouting("onto", "c3", "d4", "w..... ...b.. ..w... ...... .....b").fights(attack, defence)
    assert revealed(table) == ([events.IdunnRevealed(1, "d")] if arrives else [])


def test_a_turn_scouts_once_even_if_two_idunns_could() -> None:
    table = scouting("onto", "c3", "d4", "w..... ...b.. ..w... ...... .....b").fights(0, 0)
    assert table.answers()[-1] == "none"
    assert table.say("scout.column", "a").say("scout.card", 2).name() == "turn.piece"


def test_cards_are_swapped_before_idunn_scouts() -> None:
    """The book says that they can be swapped now, and Idunn stays until the end of the turn."""
    table = Table().lies("..b... ..w... ...... ...... w.....").face_up(BLACK, a=7)
    table.moves("c4", "c5").fights(0, 0)
    assert table.name() == "swap.first"
    assert table.say("swap.first", "none").name() == "scout.column"


def test_nobody_scouts_when_the_game_is_won() -> None:
    assert isinstance(
        scouting("from", "c4", "c5", "ww.bbb ..w... ...... ...... w....b").told[-1], events.Ended
    )


# ---------------------------------------------------------------- no move, and repetition


def test_a_player_who_cannot_move_passes_without_a_press() -> None:
    """White has conquerors only, and both its corners are conquered."""
    table = Table().lies("w.w.bb ....b. ...b.. ...... b....b", BLACK).moves("d3", "d2")
    assert table.told[-1] == events.Passed(1)
    assert table.who() == Seat(2)


def test_most_conquests_win_when_nobody_can_move() -> None:
    table = Table().lies("w....w ...... ...... b..... .b....", BLACK).moves("a2", "a1")
    assert table.name() == "turn.piece", "White may still come back at f1"
    table = Table().lies("w....w ...... ...... .....b b.....", BLACK).moves("f2", "f1")
    assert table.told[-4:-2] == [events.Passed(1), events.Passed(2)]
    assert table.told[-2:] == [events.GameOver(1, 0, "stuck", (2, 2)), events.Ended("played", ())]


def to_and_fro(times: int) -> Table:
    """White goes to c2 and back, and Black to d4 and back."""
    table = Table().lies("bb.... ....b. ...... .w.... w.....")
    for start, to in (("b2", "c2"), ("e4", "d4"), ("c2", "b2"), ("d4", "e4")) * times:
        table.moves(start, to)
    return table


@pytest.mark.parametrize("answers", [("draw", "draw"), ("on",), ("draw", "on")])
def test_a_repeated_position_is_a_draw_only_if_both_agree(answers: tuple[str, ...]) -> None:
    table = to_and_fro(2)
    for seat, answer in enumerate(answers, 1):
        assert (table.asked(), table.who()) == (("draw.agree", ("on", "draw")), Seat(seat))
        table.say("draw.agree", answer)
    if answers[-1] == "draw":
        assert table.told == [events.GameOver(1, 0, "repetition", (0, 0)), events.Ended("played", ())]
    else:
        assert table.told == [events.PlaysOn(len(answers))]
        assert (table.name(), table.who()) == ("turn.piece", Seat(1))


def test_positions_before_a_conquest_are_forgotten() -> None:
    table = Table().lies("b..bbb ..w... ...... ...... w.....").moves("c4", "c5")
    assert table.view.seen == (table.view.position,)
