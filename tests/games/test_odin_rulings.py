"""Odin's Table with a referee: each rule of the book, and each ruling where it leaves something open.

Told to players in docs/odins-table.md.
"""

from __future__ import annotations

import pytest

from gm_appliance.core.game import BadOption, IllegalChoice, Seat
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.odins_table.board import BLACK, START, WHITE
from gm_appliance.games.odins_table.events import (
    Attacked,
    Conquered,
    Ended,
    Fought,
    GameBegins,
    GameOver,
    IdunnDiscarded,
    IdunnRevealed,
    MaySwap,
    Moved,
    Passed,
    PlaysOn,
    Repeated,
    Resurrected,
    Swapped,
    TurnedUp,
)
from gm_appliance.games.odins_table.model import Pile
from tests.games.odin_table import Table


def at_odds(turn: int = WHITE) -> Table:
    """White on c3 and Black on c4 face each other; a conqueror each, and all others lost."""
    return Table().lies("w..... ..b... ..w... ...... .....b", turn)


# ---------------------------------------------------------------- setting up


def test_white_begins_with_six_pieces_each_on_the_energy_rows() -> None:
    table = Table()
    assert table.picture() == "bbbbbb ...... ...... ...... wwwwww"
    assert table.who() == Seat(1)
    assert ODINS_TABLE.opening(table.view) == (GameBegins(1, 1),)


def test_lots_decide_who_plays_white() -> None:
    table = Table(white="lots")
    assert table.name() == "white.lots"
    table.say("white.lots", 2)
    assert table.told == [GameBegins(1, 2, lots=True)]
    assert table.who() == Seat(2)


def test_what_belongs_to_a_game_of_one_person_is_no_option_for_two() -> None:
    with pytest.raises(BadOption):
        Table(strength="easy")
    with pytest.raises(BadOption):
        Table(players=1)
    with pytest.raises(BadOption):
        Table("solo", white=1)
    assert ODINS_TABLE.complete({"mode": "solo"})["players"] == 1


# ---------------------------------------------------------------- moving


def test_only_pieces_that_can_move_are_offered_those_farthest_ahead_first() -> None:
    table = Table().lies("bbbbbb ...... ...... .wwwww w.....")
    assert table.answers() == ("b2", "c2", "d2", "e2", "f2", "a1")
    assert Table().lies("bbbbbb ...... ...... ww.... wwww..").answers() == ("a2", "b2", "b1", "c1", "d1")


def test_straight_ahead_is_offered_first_and_back_last() -> None:
    table = Table().lies("bbbbbb ...... ..w... ...... w.....")
    assert table.say("turn.piece", "c3").answers() == ("c4", "b4", "d4", "b3", "d3", "c2", "b2", "d2")


def test_what_cannot_be_is_not_taken() -> None:
    table = Table()
    for square in ("a2", "a5", "g1", "", 1):
        with pytest.raises(IllegalChoice):
            table.say("turn.piece", square)
    table.say("turn.piece", "a1")
    with pytest.raises(IllegalChoice):
        table.say("turn.target", "a3")
    assert table.view.position == START


def test_out_of_the_own_energy_row_a_piece_may_go_diagonally_but_not_along_it() -> None:
    assert Table().lies("bbbbbb ...... ...... ...... .w....").say("turn.piece", "b1").answers() == (
        "b2",
        "a2",
        "c2",
    )


def test_nobody_goes_back_into_the_own_energy_row() -> None:
    table = Table().lies("bbbbbb ...... ...... .w.... ......").say("turn.piece", "b2")
    assert not [square for square in table.answers() if square.endswith("1")]


def test_into_the_opponents_energy_row_only_straight_ahead() -> None:
    table = Table().lies("...... .w.... ...... ...... ......").say("turn.piece", "b4")
    assert [square for square in table.answers() if square.endswith("5")] == ["b5"]


def test_the_opponents_energy_row_is_attacked_straight_ahead_only() -> None:
    table = Table().lies("bbb... .w.... ...... ...... ......").say("turn.piece", "b4")
    assert [square for square in table.answers() if square.endswith("5")] == ["b5"]


def test_nobody_steps_diagonally_between_two_opponents() -> None:
    table = Table().lies("b..... ..b... ..wb.. ...... ......").say("turn.piece", "c3")
    assert "d4" not in table.answers()
    assert {"b4", "d2", "c4", "d3"} <= set(table.answers())


def test_a_conqueror_is_one_of_two_opponents_and_an_attack_is_no_exception() -> None:
    """The conqueror on a1 and the piece on b2 stand on either side of the way from b1 to a2."""
    table = Table().lies("b..... ...... b..... .b.... bw....").say("turn.piece", "b1")
    assert "a2" not in table.answers()
    attack = Table().lies("bb.... ...b.. ..bb.. ..wb.. ......").say("turn.piece", "c2")
    assert "d3" not in attack.answers()


def test_the_edge_of_the_board_is_no_opponent() -> None:
    table = Table().lies("b..... .b.... w..... ...... ......").say("turn.piece", "a3")
    assert "b4" in table.answers()


def test_a_conqueror_moves_no_more_and_is_not_attacked() -> None:
    table = Table().lies("w..... b..... ...... .w.... b.....")
    assert "a5" not in table.answers()
    table.lies("w..... b..... ...... .w.... b.....", BLACK).say("turn.piece", "a4")
    assert "a5" not in table.answers()


# ---------------------------------------------------------------- attacks


def test_the_attacker_tells_a_card_then_the_defender() -> None:
    table = at_odds().moves("c3", "c4")
    assert table.told == [Attacked(1, "c3", "c4", conquers=False)]
    assert (table.name(), table.who()) == ("fight.attack", Seat(1))
    assert table.answers() == (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
    table.say("fight.attack", 6)
    assert (table.name(), table.who()) == ("fight.defence", Seat(2))


def test_the_winner_stands_in_the_attacked_space() -> None:
    table = at_odds().moves("c3", "c4").fights(6, 5)
    assert table.told == [Fought(1, 6, 5, "attacker", "higher", "c3", "c4")]
    assert table.picture() == "w..... ..w... ...... ...... .....b"


def test_a_defender_who_wins_stays() -> None:
    table = at_odds().moves("c3", "c4").fights(5, 6)
    assert table.told == [Fought(1, 5, 6, "defender", "higher", "c3", "c4")]
    assert table.picture() == "w..... ..b... ...... ...... .....b"


def test_a_tie_goes_to_the_attacker() -> None:
    table = at_odds().moves("c3", "c4").fights(4, 4)
    assert table.told[0].why == "tie"
    assert table.picture() == "w..... ..w... ...... ...... .....b"


def test_loki_changes_places_with_a_higher_card() -> None:
    table = at_odds().moves("c3", "c4").fights(9, 1)
    assert table.told == [Fought(1, 9, 1, "swap", "trickery", "c3", "c4")]
    assert table.picture() == "w..... ..w... ..b... ...... .....b"


def test_loki_against_loki_is_won_by_the_attacker() -> None:
    assert at_odds().moves("c3", "c4").fights(1, 1).picture() == "w..... ..w... ...... ...... .....b"


def test_idunn_loses_against_loki_without_any_trickery() -> None:
    assert at_odds().moves("c3", "c4").fights(0, 1).picture() == "w..... ..b... ...... ...... .....b"


def test_both_cards_are_discarded_and_their_places_filled() -> None:
    table = at_odds().moves("c3", "c4").fights(6, 5)
    assert table.view.piles == (Pile(20, (6,)), Pile(20, (5,)))


def test_a_deck_that_is_used_up_is_made_anew_of_what_was_discarded() -> None:
    table = at_odds().changed(piles=(Pile(0, (3,) * 21), Pile(1, (3,) * 20)))
    table.moves("c3", "c4").fights(6, 5)
    assert table.view.piles == (Pile(21), Pile(0, (*((3,) * 20), 5)))


# ---------------------------------------------------------------- energy rows


def test_a_piece_that_reaches_the_energy_row_has_conquered_a_space() -> None:
    table = Table().lies("b..bbb ..w... ...... ...... w.....")
    table.moves("c4", "c5")
    assert table.told == [Moved(1, "c4", "c5", conquers=True), Conquered(1, 1)]


def test_the_third_space_wins_at_once() -> None:
    table = Table().lies("ww.bbb ..w... ...... ...... w....b").moves("c4", "c5")
    assert table.told[1:] == [
        Conquered(1, 3),
        GameOver(1, 1, "conquered", (3, 1)),
        Ended("decided", (1,)),
    ]


def test_loki_carries_a_piece_into_the_energy_row_and_the_attacker_has_conquered() -> None:
    """Nobody lost a piece, so no cards are swapped."""
    table = Table().lies("..b... ..w... ...... ...... w.....").moves("c4", "c5").fights(8, 1)
    assert table.told == [
        Fought(1, 8, 1, "swap", "trickery", "c4", "c5", conquers=1),
        Conquered(1, 1),
    ]
    assert table.picture() == "..w... ..b... ...... ...... w....."


def test_loki_carries_the_defender_into_the_energy_row_too_and_that_can_win() -> None:
    table = Table().lies("...... ...... ...... .b.... .w.bb.").moves("b1", "b2").fights(8, 1)
    assert table.told == [
        Fought(1, 8, 1, "swap", "trickery", "b1", "b2", conquers=2),
        Conquered(2, 3),
        GameOver(1, 2, "conquered", (0, 3)),
        Ended("decided", (2,)),
    ]


def test_whoever_lost_a_piece_to_a_conqueror_may_swap_two_cards_aloud() -> None:
    """All of them lie hidden, so it is nobody's business which."""
    table = Table().lies("..b... ..w... ...... ...... w.....").moves("c4", "c5").fights(8, 2)
    assert table.told[1:] == [Conquered(1, 1), MaySwap(2, asked=False)]
    assert (table.name(), table.who()) == ("turn.piece", Seat(2))


def test_a_card_that_lies_face_up_is_swapped_by_its_column() -> None:
    table = Table().lies("..b... ..w... ...... ...... w.....").face_up(BLACK, a=7, d=3)
    table.moves("c4", "c5").fights(8, 2)
    assert (table.asked(), table.who()) == (("swap.first", ("none", "a", "d")), Seat(2))
    table.say("swap.first", "d")
    assert table.answers() == ("c", "e", "b", "f", "a")
    table.say("swap.second", "a")
    assert table.told == [Swapped(2, "d", "a")]
    assert table.view.known[BLACK] == (3, None, None, 7, None, None)


def test_the_swap_can_be_left_alone() -> None:
    table = Table().lies("..b... ..w... ...... ...... w.....").face_up(BLACK, a=7)
    table.moves("c4", "c5").fights(8, 2).say("swap.first", "none")
    assert table.name() == "turn.piece"
    assert table.view.known[BLACK][0] == 7


def test_nobody_swaps_after_an_attack_that_conquers_nothing() -> None:
    assert not [one for one in at_odds().moves("c3", "c4").fights(9, 2).told if isinstance(one, MaySwap)]


# ---------------------------------------------------------------- resurrecting


def test_a_lost_piece_comes_back_in_a_free_corner_which_is_the_whole_turn() -> None:
    table = Table().lies("bbbbbb ...... ...... ..w... w.....")
    assert table.answers()[-1] == "f1"
    table.say("turn.piece", "f1")
    assert table.told == [Resurrected(1, "f1", 3)]
    assert table.who() == Seat(2)


def test_a_corner_is_blocked_by_anybody() -> None:
    """By a conqueror of the opponent's too."""
    assert Table().lies("bbbbbb ...... ...... ..w... w....b").answers() == ("c2", "a1")


def test_nobody_comes_back_who_was_not_lost() -> None:
    assert "a1" not in Table().lies("bbbbbb ...... ...... w..... .wwwww").answers()


def test_to_lose_all_pieces_is_no_defeat() -> None:
    table = Table().lies("b..... ..b... ...... ...... ......")
    assert table.answers() == ("a1", "f1")


def test_resurrecting_is_no_move_for_idunn() -> None:
    table = Table().lies("bbbbbb ...... ...... ..w... w.....")
    assert "turn.idunn" not in table.beside()
    assert table.say("turn.piece", "f1").name() == "turn.piece"


# ---------------------------------------------------------------- Idunn


def test_idunn_is_a_line_beside_the_targets_and_costs_nobody_a_press() -> None:
    table = Table().say("turn.piece", "c1")
    assert table.beside() == {"turn.idunn": ("from", "onto")}
    table.say("turn.target", "c2")
    assert (table.name(), table.who()) == ("turn.piece", Seat(2))


def test_idunn_turns_up_a_card_that_its_owner_tells() -> None:
    table = Table().say("turn.piece", "c1").say("turn.idunn", "from").say("turn.target", "d2")
    assert table.told == [Moved(1, "c1", "d2", False), IdunnRevealed(1, "c")]
    assert (table.asked(), table.who()) == (("scout.column", ("d", "c", "e", "b", "f", "a")), Seat(1))
    table.say("scout.column", "e")
    assert (table.name(), table.who()) == ("scout.card", Seat(2))
    table.say("scout.card", 8)
    assert table.told == [TurnedUp(2, "e", 8), IdunnDiscarded(1, "c")]
    assert table.view.known == ((None,) * 6, (None, None, None, None, 8, None))
    assert table.view.piles == (Pile(20, (0,)), Pile(21))
    assert table.who() == Seat(2)


def test_idunn_can_guard_the_column_a_piece_comes_to() -> None:
    table = Table().say("turn.piece", "c1").say("turn.idunn", "onto")
    assert table.answers() == ("b2", "d2")
    assert table.say("turn.target", "d2").told[-1] == IdunnRevealed(1, "d")


def test_a_card_that_lies_face_up_is_not_asked_again_and_then_is_gone() -> None:
    table = at_odds().face_up(BLACK, c=3).moves("c3", "c4")
    assert table.name() == "fight.attack"
    table.say("fight.attack", 5)
    assert table.told == [Fought(1, 5, 3, "attacker", "higher", "c3", "c4")]
    assert table.view.known[BLACK] == (None,) * 6


def test_with_both_cards_face_up_nothing_is_asked() -> None:
    table = at_odds().face_up(BLACK, c=3).face_up(WHITE, c=5).moves("c3", "c4")
    assert isinstance(table.told[-1], Fought)
    assert table.view.known == ((None,) * 6, (None,) * 6)


def test_the_attackers_face_up_card_leaves_the_defenders_to_be_told() -> None:
    table = at_odds().face_up(WHITE, c=5).moves("c3", "c4")
    assert (table.name(), table.who()) == ("fight.defence", Seat(2))


def test_idunn_is_not_offered_where_another_card_is_known_to_lie() -> None:
    table = Table().face_up(WHITE, c=5).say("turn.piece", "c1")
    assert table.beside() == {"turn.idunn": ("onto",)}
    table = Table().face_up(WHITE, b=5, c=0, d=5).say("turn.piece", "c1")
    assert table.beside() == {"turn.idunn": ("from",)}


def test_idunn_is_not_offered_where_all_the_opponents_cards_lie_face_up() -> None:
    table = Table().face_up(BLACK, a=1, b=2, c=3, d=4, e=5, f=6).say("turn.piece", "c1")
    assert table.beside() == {}


def test_idunn_that_was_turned_up_herself_can_still_scout() -> None:
    table = Table().face_up(WHITE, c=0).say("turn.piece", "c1").say("turn.idunn", "from")
    table.say("turn.target", "c2").say("scout.column", "c").say("scout.card", 4)
    assert table.view.known == ((None,) * 6, (None, None, 4, None, None, None))


def test_idunn_who_leaves_with_an_attacker_is_its_card() -> None:
    table = at_odds().say("turn.piece", "c3").say("turn.idunn", "from").say("turn.target", "c4")
    assert table.told == [Attacked(1, "c3", "c4", False), IdunnRevealed(1, "c")]
    assert table.name() == "fight.defence"


def test_idunn_who_lost_her_attack_does_not_scout() -> None:
    table = at_odds().say("turn.piece", "c3").say("turn.idunn", "from").say("turn.target", "c4")
    table.say("fight.defence", 4)
    assert (table.name(), table.who()) == ("turn.piece", Seat(2))
    assert table.view.piles[WHITE] == Pile(20, (0,))


def test_idunn_who_wins_against_idunn_scouts_whether_it_was_said_or_not() -> None:
    """She was revealed in the fight, so nobody has to say so before; and she can decline."""
    table = at_odds().moves("c3", "c4").fights(0, 0)
    assert table.asked() == ("scout.column", ("c", "b", "d", "a", "e", "f", "none"))
    table.say("scout.column", "b").say("scout.card", 9)
    assert table.told == [TurnedUp(2, "b", 9)]
    assert at_odds().moves("c3", "c4").fights(0, 0).say("scout.column", "none").who() == Seat(2)


def test_idunn_awaits_an_attacker_who_arrives_and_no_other() -> None:
    def attack(attack: int, defence: int) -> Table:
        table = Table().lies("w..... ...b.. ..w... ...... .....b")
        table.say("turn.piece", "c3").say("turn.idunn", "onto").say("turn.target", "d4")
        return table.fights(attack, defence)

    assert attack(7, 3).told[-1] == IdunnRevealed(1, "d")
    assert attack(7, 1).told[-1] == IdunnRevealed(1, "d")  # trickery brings it there as well
    lost = attack(3, 7)
    assert not [one for one in lost.told if isinstance(one, IdunnRevealed)]
    assert lost.view.piles[WHITE] == Pile(20, (3,))


def test_a_turn_scouts_once_even_if_two_idunns_could() -> None:
    table = Table().lies("w..... ...b.. ..w... ...... .....b")
    table.say("turn.piece", "c3").say("turn.idunn", "onto").say("turn.target", "d4").fights(0, 0)
    assert table.answers()[-1] == "none"
    assert table.say("scout.column", "a").say("scout.card", 2).name() == "turn.piece"


def test_swapping_comes_before_scouting() -> None:
    """The book says that they can swap now; Idunn stays until the end of the turn."""
    table = Table().lies("..b... ..w... ...... ...... w.....").face_up(BLACK, a=7)
    table.moves("c4", "c5").fights(0, 0)
    assert table.name() == "swap.first"
    assert table.say("swap.first", "none").name() == "scout.column"


def test_nobody_scouts_when_the_game_is_won() -> None:
    table = Table().lies("ww.bbb ..w... ...... ...... w....b").say("turn.piece", "c4")
    table.say("turn.idunn", "from").say("turn.target", "c5")
    assert isinstance(table.told[-1], Ended)


# ---------------------------------------------------------------- no move, and repetition


BLOCKED = "w.w.bb ....b. ...b.. ...... b....b"
"""White has conquerors alone, and both its corners are conquered."""


def test_who_cannot_move_passes_without_a_press() -> None:
    table = Table().lies(BLOCKED, BLACK).moves("d3", "d2")
    assert table.told[-1] == Passed(1)
    assert table.who() == Seat(2)


def test_where_nobody_can_move_the_most_conquests_win() -> None:
    """Black's last piece but the conquerors steps into the corner that was free, with all others lost."""
    table = Table().lies("w....w ...... ...... b..... .b....", BLACK).moves("a2", "a1")
    assert table.name() == "turn.piece", "White may still come back at f1"
    table = Table().lies("w....w ...... ...... .....b b.....", BLACK).moves("f2", "f1")
    assert table.told[-4:-2] == [Passed(1), Passed(2)]
    assert table.told[-2:] == [GameOver(1, 0, "stuck", (2, 2)), Ended("played", ())]


def test_the_third_time_a_position_is_there_a_draw_is_offered_to_both() -> None:
    table = to_and_fro(2)
    assert table.told[-1] == Repeated(3)
    assert (table.asked(), table.who()) == (("draw.agree", ("on", "draw")), Seat(1))
    table.say("draw.agree", "draw")
    assert table.who() == Seat(2)
    table.say("draw.agree", "draw")
    assert table.told == [GameOver(1, 0, "repetition", (0, 0)), Ended("played", ())]


def to_and_fro(times: int) -> Table:
    """White goes to c2 and back, Black to d4 and back, so many times."""
    table = Table().lies("bb.... ....b. ...... .w.... w.....")
    for start, to in (("b2", "c2"), ("e4", "d4"), ("c2", "b2"), ("d4", "e4")) * times:
        table.moves(start, to)
    return table


@pytest.mark.parametrize("answers", [("on",), ("draw", "on")])
def test_one_who_does_not_agree_is_enough_to_play_on(answers: tuple[str, ...]) -> None:
    table = to_and_fro(2)
    for answer in answers:
        table.say("draw.agree", answer)
    assert table.told == [PlaysOn(len(answers))]
    assert (table.name(), table.who()) == ("turn.piece", Seat(1))


def test_the_same_pieces_with_the_other_to_move_are_another_position() -> None:
    table = to_and_fro(1)
    assert table.view.seen.count(table.view.position) == 2
    assert table.view.seen.count(table.view.position._replace(turn=BLACK)) == 0


def test_a_conquest_makes_all_that_was_before_impossible() -> None:
    table = Table().lies("b..bbb ..w... ...... ...... w.....").moves("c4", "c5")
    assert table.view.seen == (table.view.position,)


# ---------------------------------------------------------------- matches


def third_space(table: Table, winner: int) -> None:
    """That seat conquers the third space."""
    if table.view.white == winner:
        table.lies("ww.bbb ..w... ...... ...... w.....").moves("c4", "c5")
    else:
        table.lies("b..... ...... ...... ..b... bb..ww", BLACK).moves("c2", "c1")


def test_the_other_begins_the_next_game() -> None:
    table = Table(games=3)
    third_space(table, 1)
    table.say("game.next", "next")
    assert table.told == [GameBegins(2, 2)]
    assert (table.view.position, table.who()) == (START, Seat(2))


def test_a_match_is_over_when_one_has_won_more_than_half_of_it() -> None:
    table = Table(games=3)
    third_space(table, 1)
    table.say("game.next", "next")
    third_space(table, 1)
    assert table.told[-1] == Ended("decided", (1,))
    outcome = ODINS_TABLE.outcome(table.say("match.over", "done").view)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "decided")
    assert outcome.facts["totals"] == {"1": 2, "2": 0}
    assert outcome.facts["by_round"] == [{"1": 1, "2": 0}, {"1": 1, "2": 0}]
    assert outcome.facts["games"] == [
        {"winner": 1, "why": "conquered", "spaces": [3, 0]},
        {"winner": 1, "why": "conquered", "spaces": [3, 0]},
    ]


def test_a_draw_is_one_of_the_games_and_nobodys() -> None:
    table = Table(games=3)
    third_space(table, 1)
    table.say("game.next", "next")
    third_space(table, 2)
    table.say("game.next", "next")
    there = to_and_fro(2).view
    table.changed(position=there.position, seen=there.seen, phase=there.phase)
    table.say("draw.agree", "draw").say("draw.agree", "draw")
    assert table.told[-1] == Ended("played", ())
    assert table.view.wins == (1, 1)


def test_a_match_can_be_stopped_between_two_games() -> None:
    table = Table(games=5)
    third_space(table, 2)
    table.say("game.next", "end")
    assert table.told == [Ended("ended", (2,))]
