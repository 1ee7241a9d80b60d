"""The box as an opponent: what it knows, what it makes of it, and that it keeps to the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from random import Random

import pytest

from gm_appliance.core.game import Choice, Opponent, Plain
from gm_appliance.core.play import Play
from gm_appliance.games.odins_table import ODINS_TABLE, board
from gm_appliance.games.odins_table.board import BLACK, WHITE
from gm_appliance.games.odins_table.hand import CARDS_OF_A_DECK, Hand, State
from gm_appliance.games.odins_table.model import Final, Repeating, Swapping, TurnEnd
from gm_appliance.games.odins_table.opponent.deals import Deals
from gm_appliance.games.odins_table.opponent.evaluation import LOST, WON, promise
from gm_appliance.games.odins_table.opponent.knowledge import Knowledge, knowledge
from gm_appliance.games.odins_table.opponent.mind import STRENGTHS, TIRED, choose
from gm_appliance.games.odins_table.opponent.search import Node, explored
from gm_appliance.games.odins_table.wall import Wall
from tests.games.odin_games import at_random
from tests.games.odin_table import Table

ALL = frozenset(range(6))
MIDDLING = (5, 5, 5, 5, 5, 5)


def against(strength: str = "normal", cards: tuple[int, ...] = MIDDLING, *, picture: str) -> Table:
    """It is the turn of the box, which plays black; of the person's cards nothing is known."""
    return Table("solo", strength=strength).lies(picture, BLACK).box_holds(*cards)


def chosen(state: State, seed: int = 0) -> Plain:
    assert ODINS_TABLE.mind is not None
    return ODINS_TABLE.mind.thought(state, 2)(Random(seed))


def known(table: Table) -> Knowledge:
    return knowledge(table.state, 2)


# ---------------------------------------------------------------- it keeps to the rules


def whole(seed: int, strength: str, games: int = 1) -> Counter[str]:
    """A match against somebody who does anything; how often the box decided what."""
    rng, decided = Random(seed), Counter[str]()
    side = ("white", "black", "lots")[seed % 3]
    play = Play(
        ODINS_TABLE,
        ODINS_TABLE.complete({"mode": "solo", "strength": strength, "side": side, "games": games}),
    )
    while (decision := play.decision) is not None:
        if isinstance(decision.who, Opponent):
            decided[decision.name] += 1
            play.take(Choice(decision.name, play.thought()(rng)))  # or it raises IllegalChoice
        else:
            play.take(at_random(decision, rng))
    return decided


def test_all_that_it_chooses_is_legal() -> None:
    decided = sum((whole(seed, "easy", games=7) for seed in range(12)), Counter[str]())
    assert {"box.lay", "box.move", "scout.column"} <= decided.keys()


@pytest.mark.parametrize("strength", ["normal", pytest.param("strong", marks=pytest.mark.long)])
def test_so_it_is_however_long_it_thinks(strength: str) -> None:
    assert whole(1, strength)["box.move"] > 3


def test_it_plays_no_other_seat_and_no_game_that_is_over() -> None:
    table = against(picture="w..... ..b... ..w... ...... .....b")
    with pytest.raises(LookupError, match="does not play seat 1"):
        knowledge(table.state, 1)
    with pytest.raises(LookupError, match="does not play seat 2"):
        knowledge(Table("referee").state, 2)
    with pytest.raises(LookupError, match="nothing while Final"):
        choose(known(table.changed(phase=Final("decided"))), Random(1))


# ---------------------------------------------------------------- what it knows


def test_it_is_given_the_view_and_its_own_six_cards_alone() -> None:
    assert [one.name for one in fields(Knowledge)] == ["view", "cards"]
    table = against(cards=(9, 8, 7, 6, 5, 4), picture="w..... ..b... ..w... ...... .....b")
    assert known(table) == Knowledge(table.view, (9, 8, 7, 6, 5, 4))
    assert "9, 8" not in repr(known(table))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_what_it_cannot_know_changes_nothing(strength: str) -> None:
    """Whatever lies in its deck, it chooses the same with the same cards."""
    table = against(strength, (0, 8, 1, 6, 5, 4), picture="w..... ..b.b. ..ww.. ...... .....b")
    hand, rng = table.state.hand, Random(7)
    assert hand is not None
    for seed in range(3):
        other = Hand(hand.cards, tuple(rng.choices(range(10), k=len(hand.deck))))
        assert chosen(replace(table.state, hand=other), seed) == chosen(table.state, seed)


def test_the_same_generator_makes_it_waver_the_same_way() -> None:
    table = against("easy", picture="bbbbbb ...... ...... ...... wwwwww")
    assert [chosen(table.state, seed) for seed in range(9)] == [
        chosen(table.state, seed) for seed in range(9)
    ]
    assert len({chosen(table.state, seed) for seed in range(9)}) > 1


# ---------------------------------------------------------------- what hidden cards may be


def test_every_deal_fits_what_is_known() -> None:
    table = against(cards=(9, 8, 7, 6, 5, 4), picture="w..... ..b... ..w... ...... .....b")
    table.face_up(WHITE, b=7).changed(wall=Wall((0, 3, 9), frozenset((0, 2, 5))))
    deals, where = Deals(known(table)), Counter[tuple[int, ...]]()
    for seed in range(60):
        white, black = deals.deal(Random(seed))
        assert black == [9, 8, 7, 6, 5, 4]
        assert white[1] == 7
        assert sorted((white[0], white[2], white[5])) == [0, 3, 9]
        where[white[0], white[2], white[5]] += 1
    assert len(where) == 6  # all orders come


def test_cards_that_were_used_are_not_drawn_again() -> None:
    table = against(cards=(9, 9, 7, 6, 5, 4), picture="w..... ..b... ..w... ...... .....b")
    table.changed(piles=(replace(table.view.piles[WHITE], used=(0, 0)), table.view.piles[BLACK]))
    white, black = Deals(known(table)).decks
    assert 0 not in white
    assert 9 not in black
    assert len(white) == len(CARDS_OF_A_DECK) - 2
    assert len(black) == len(CARDS_OF_A_DECK) - 6


def test_a_card_that_fought_is_behind_no_wall_any_more() -> None:
    wall = Wall.of((5, 3, 3, 0, 9, 1))
    assert wall == Wall((0, 1, 3, 3, 5, 9), ALL)
    assert wall.seen(2, 3) == Wall((0, 1, 3, 5, 9), ALL - {2})
    assert wall.seen(2, 3).seen(2, 9) == wall.seen(2, 3)  # that came from the deck


def test_what_was_shown_may_be_anywhere_once_cards_were_swapped() -> None:
    wall = Wall.of((5, 3, 3, 0, 9, 1)).seen(2, 3).seen(4, 9)
    assert wall.swapped(2, 0).first == {1, 2, 3, 5}
    assert wall.shuffled(ALL - {5}).first == ALL - {5}


def test_a_whole_game_keeps_account_of_what_was_shown() -> None:
    """What lies open is hidden nowhere, whatever comes."""
    for seed in range(8):
        rng = Random(seed)
        play = Play(ODINS_TABLE, ODINS_TABLE.complete({"mode": "solo", "strength": "easy"}))
        while (decision := play.decision) is not None:
            play.take(at_random(decision, rng))
            view = play.view
            lying = {at for at, card in enumerate(view.known[WHITE]) if card is not None}
            assert not view.wall.first & lying


# ---------------------------------------------------------------- what it makes of it


@pytest.mark.parametrize("strength", ["normal", "strong"])
@pytest.mark.parametrize("seed", range(3))
def test_it_takes_the_third_space_at_once(strength: str, seed: int) -> None:
    table = against(strength, picture="..b.b. ...... .w.w.. b..... .bb.ww")
    assert chosen(table.state, seed) == "a2a1"


@pytest.mark.parametrize("seed", range(3))
def test_it_attacks_whoever_would_take_the_third_space(seed: int) -> None:
    """Else f4 goes to f5. From e3 it wins, for a two lies open there."""
    table = against(cards=(5, 5, 9, 5, 5, 5), picture=".w.w.. .....w bbbbb. ...... .b....")
    assert chosen(table.face_up(WHITE, f=2).state, seed) == "e3f4"


@pytest.mark.parametrize("seed", range(4))
def test_it_attacks_where_it_wins_and_not_where_it_loses(seed: int) -> None:
    """The same board: what lies open decides, with a space to be conquered."""
    picture = "bbb.bb ...... ...... ..b... wwwww."
    weak = against(cards=(5, 5, 4, 5, 5, 5), picture=picture).face_up(WHITE, c=9)
    strong = against(cards=(5, 5, 9, 5, 5, 5), picture=picture).face_up(WHITE, c=2)
    assert chosen(weak.state, seed) != "c2c1"
    assert chosen(strong.state, seed) == "c2c1"


@pytest.mark.parametrize("seed", range(4))
def test_idunn_scouts_where_she_is_and_nowhere_else(seed: int) -> None:
    picture = "bbbbbb ...... ...... ...... wwwwww"
    everywhere = against(cards=(0, 0, 0, 0, 0, 0), picture=picture)
    assert str(chosen(everywhere.state, seed)).endswith("-idunn")
    nowhere = against(cards=MIDDLING, picture=picture)
    assert not str(chosen(nowhere.state, seed)).endswith("-idunn")


def test_she_turns_up_the_card_that_fights_hang_on() -> None:
    table = against(cards=(0, 5, 5, 5, 5, 5), picture="b..... .....b ....w. ...... .....w")
    table.say("box.move", "a5a4-idunn")
    assert table.name() == "scout.column"
    assert {chosen(table.state, seed) for seed in range(5)} == {"e"}


@pytest.mark.parametrize("strength", ["normal", "strong"])
def test_it_swaps_the_card_that_wins_to_where_it_fights(strength: str) -> None:
    """From c2 it is one attack to the third space, and there lies an eight."""
    table = against(strength, (2, 2, 0, 2, 2, 9), picture="w..... ...... ...... ..b... bbw...")
    table.face_up(WHITE, c=8).changed(phase=Swapping(TurnEnd(WHITE, 0, swap=True)))
    assert chosen(table.state) == "cf"
    table.say("box.swap", "cf")
    assert chosen(table.state) == "c2c1"


# ---------------------------------------------------------------- a draw


def repeated(picture: str, times: int) -> Table:
    table = against(picture=picture)
    return table.changed(phase=Repeating(), seen=(table.view.position,) * times)


AHEAD = "bbb.b. ...... ...... ...... bb...w"
BEHIND = ".b..ww ...... ...... ...w.. ww...."


def test_it_agrees_to_a_draw_where_it_stands_worse() -> None:
    assert chosen(repeated(BEHIND, 3).state) == "draw"
    assert chosen(repeated(AHEAD, 3).state) == "on"


def test_in_the_end_it_agrees_for_the_sake_of_peace() -> None:
    assert chosen(repeated(AHEAD, TIRED).state) == "draw"


# ---------------------------------------------------------------- at a glance


@pytest.mark.parametrize(
    ("picture", "chances"),
    [("www... bbb... ...... ...... .....w", WON), ("..b... ...... .....w ...... bbb...", LOST)],
)
def test_a_game_that_is_over_is_no_question_of_chances(picture: str, chances: float) -> None:
    position = Table("solo").lies(picture).view.position
    assert promise(position, ([5] * 6, [5] * 6)) == chances


def test_both_sides_are_judged_alike() -> None:
    """The board turned round, with the cards: what was White's chances are Black's."""
    rng, table = Random(3), Table("solo")
    for _ in range(200):
        white, black = (sum(1 << at for at in rng.sample(range(30), 5)) for _side in "wb")
        black &= ~white
        hands = ([rng.randrange(10) for _ in range(6)], [rng.randrange(10) for _ in range(6)])
        position = table.view.position._replace(white=white, black=black, turn=WHITE)
        if board.winner(position) is not None:
            continue
        around = board.Position(mirrored(black), mirrored(white), BLACK)
        ours, theirs = promise(position, hands), promise(around, (hands[1], hands[0]))
        assert ours + theirs == pytest.approx(1)


def mirrored(squares: int) -> int:
    """The same squares, the rows from the other side."""
    rows = [squares >> 6 * row & 63 for row in range(5)]
    return sum(row << 6 * (4 - at) for at, row in enumerate(rows))


def test_to_look_for_idunn_is_final_whether_she_is_there_or_not() -> None:
    """Else what is made ready to be said would tell."""
    picture = "bbbbbb ...... ...... ...... wwwwww"
    assert against(cards=(0, 5, 5, 5, 5, 5), picture=picture).say("box.move", "a5a4-idunn").final
    assert against(cards=MIDDLING, picture=picture).say("box.move", "a5a4-idunn").final
    assert not against(cards=MIDDLING, picture=picture).say("box.move", "a5a4").final


# ---------------------------------------------------------------- the tree


def test_the_tree_grows_deeper_than_a_move() -> None:
    table = against(picture="bbbbbb ...... ...... ...... wwwwww")
    generator = Random(1)
    root = explored(table.view.position, Deals(known(table)), 400, generator)
    assert sum(root.visits) == 400
    assert depth(root) > 2
    for (at, _ends), node in root.after.items():
        assert node.position.turn == WHITE
        assert sum(node.visits) <= root.visits[at]


def depth(node: Node) -> int:
    return 1 + max(map(depth, node.after.values()), default=0)


@pytest.mark.parametrize("seed", range(3))
def test_it_sees_two_moves_ahead(seed: int) -> None:
    """Two of its pieces are one step from the goal; White can hinder one at most."""
    table = against("strong", picture="..b... ...... ...... b....b .bw...")
    root = explored(table.view.position, Deals(known(table)), 300, Random(seed))
    assert str(root.moves[root.best()]) in ("a2a1", "f2f1")
    assert root.mean(root.best()) > 0.8


def test_it_stops_where_more_thought_could_not_change_its_move() -> None:
    """The third space is to be had at once: hardly any other move is looked at."""
    table = against("strong", picture="..b.b. ...... .w.w.. b..... .bb.ww")
    root = explored(table.view.position, Deals(known(table)), 2000, Random(1))
    assert str(root.moves[root.best()]) == "a2a1"
    tried, (*_, second, first) = sum(root.visits), sorted(root.visits)
    assert tried < 1500
    assert first > second + 2000 - tried
