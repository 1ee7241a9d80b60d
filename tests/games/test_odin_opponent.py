"""The box as an opponent: it keeps to the rules, uses only what it knows, and chooses well."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gm_appliance.core.game import JSON, Choice, Opponent
from gm_appliance.core.play import Play
from gm_appliance.core.values import fields, replace
from gm_appliance.games.odins_table import ODINS_TABLE, board
from gm_appliance.games.odins_table.board import BLACK, WHITE
from gm_appliance.games.odins_table.hand import CARDS_OF_A_DECK, Hand
from gm_appliance.games.odins_table.model import Final, Repeating, Swapping, TurnEnd
from gm_appliance.games.odins_table.opponent.deals import Deals
from gm_appliance.games.odins_table.opponent.evaluation import promise
from gm_appliance.games.odins_table.opponent.knowledge import Knowledge, knowledge
from gm_appliance.games.odins_table.opponent.mind import STRENGTHS, TIRED, choose
from gm_appliance.games.odins_table.opponent.search import explored
from gm_appliance.games.odins_table.wall import Wall
from tests.games.odin_games import at_random
from tests.games.odin_table import FACING, Table

FIVES = (5, 5, 5, 5, 5, 5)
START = "bbbbbb ...... ...... ...... wwwwww"


def against(strength: str = "normal", cards: tuple[int, ...] = FIVES, *, picture: str = START) -> Table:
    """The box, as Black, is to move and knows none of the person's cards."""
    return Table("solo", strength=strength).lies(picture, BLACK).box_holds(*cards)


def chosen(table: Table, seed: int = 0) -> JSON:
    assert ODINS_TABLE.mind is not None
    return ODINS_TABLE.mind.thought(table.state, 2)(Random(seed))


def known(table: Table) -> Knowledge:
    return knowledge(table.state, 2)


def whole(seed: int, strength: str, games: int = 1) -> Counter[str]:
    """How often the box made each decision in a match against random choices. Asserts that all were legal."""
    rng, decided = Random(seed), Counter[str]()
    options: dict[str, JSON] = {"mode": "solo", "strength": strength, "games": games}
    side = ("white", "black", "lots")[seed % 3]
    play = Play(ODINS_TABLE, ODINS_TABLE.complete({**options, "side": side}))
    while (decision := play.decision) is not None:
        lying = {at for at, card in enumerate(play.view.known[1 - (play.view.box or 0)]) if card is not None}
        assert not play.view.wall.first & lying, "what lies open is taken for hidden"
        if isinstance(decision.who, Opponent):
            decided[decision.name] += 1
            play.take(Choice(decision.name, play.thought()(rng)))  # raises IllegalChoice if it is not legal
        else:
            play.take(at_random(decision, rng))
    return decided


def test_everything_it_chooses_is_legal() -> None:
    decided = sum((whole(seed, "easy", games=7) for seed in range(6)), Counter[str]())
    assert {"box.lay", "box.move", "scout.column"} <= decided.keys()


@pytest.mark.parametrize("strength", ["normal", pytest.param("strong", marks=pytest.mark.long)])
def test_everything_it_chooses_after_more_thought_is_legal(strength: str) -> None:
    assert whole(1, strength)["box.move"] > 3


def test_it_plays_no_other_seat_and_no_game_that_is_over() -> None:
    table = against()
    with pytest.raises(LookupError, match="does not play seat 1"):
        knowledge(table.state, 1)
    with pytest.raises(LookupError, match="does not play seat 2"):
        knowledge(Table("referee").state, 2)
    with pytest.raises(LookupError, match="nothing while Final"):
        choose(known(table.changed(phase=Final("decided"))), Random(1))


def test_it_knows_the_view_and_its_own_six_cards() -> None:
    assert [one.name for one in fields(Knowledge)] == ["view", "cards"]
    table = against(cards=(9, 8, 7, 6, 5, 4))
    assert known(table) == Knowledge(table.view, (9, 8, 7, 6, 5, 4))
    assert "9, 8" not in repr(known(table))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_its_deck_does_not_influence_its_choice(strength: str) -> None:
    table = against(strength, (0, 8, 1, 6, 5, 4), picture="w..... ..b.b. ..ww.. ...... .....b")
    before, hand, rng = [chosen(table, seed) for seed in range(2)], table.state.hand, Random(7)
    assert hand is not None
    for seed, choice in enumerate(before):
        deck = tuple(rng.choices(range(10), k=len(hand.deck)))
        table.state = replace(table.state, hand=Hand(hand.cards, deck))
        assert chosen(table, seed) == choice


def test_every_deal_fits_what_is_known() -> None:
    table = against(cards=(9, 8, 7, 6, 5, 4), picture=FACING)
    table.face_up(WHITE, b=7).changed(wall=Wall((0, 3, 9), frozenset((0, 2, 5))))
    deals, where = Deals(known(table)), Counter[tuple[int, ...]]()
    for seed in range(60):
        white, black = deals.deal(Random(seed))
        assert black == [9, 8, 7, 6, 5, 4]
        assert white[1] == 7
        assert sorted((white[0], white[2], white[5])) == [0, 3, 9]
        where[white[0], white[2], white[5]] += 1
    assert len(where) == 6, "some order of the shown cards is never dealt"


def test_used_cards_are_not_drawn_again() -> None:
    table = against(cards=(9, 9, 7, 6, 5, 4))
    table.changed(piles=(replace(table.view.piles[WHITE], used=(0, 0)), table.view.piles[BLACK]))
    white, black = Deals(known(table)).decks
    assert 0 not in white
    assert 9 not in black
    assert (len(white), len(black)) == (len(CARDS_OF_A_DECK) - 2, len(CARDS_OF_A_DECK) - 6)


THIRD_SPACE = "..b.b. ...... .w.w.. b..... .bb.ww"


@pytest.mark.parametrize("strength", ["normal", "strong"])
@pytest.mark.parametrize("seed", range(2))
def test_it_takes_the_third_space_at_once(strength: str, seed: int) -> None:
    assert chosen(against(strength, picture=THIRD_SPACE), seed) == "a2a1"


@pytest.mark.parametrize("seed", range(3))
def test_it_attacks_a_piece_that_threatens_the_third_space(seed: int) -> None:
    """Otherwise f4 would go to f5. From e3 it wins, because the face-up card of column f is a two."""
    table = against(cards=(5, 5, 9, 5, 5, 5), picture=".w.w.. .....w bbbbb. ...... .b....")
    assert chosen(table.face_up(WHITE, f=2), seed) == "e3f4"


@pytest.mark.parametrize("seed", range(3))
def test_it_attacks_if_it_wins_and_not_if_it_loses(seed: int) -> None:
    picture = "bbb.bb ...... ...... ..b... wwwww."
    weak = against(cards=(5, 5, 4, 5, 5, 5), picture=picture).face_up(WHITE, c=9)
    strong = against(cards=(5, 5, 9, 5, 5, 5), picture=picture).face_up(WHITE, c=2)
    assert chosen(weak, seed) != "c2c1"
    assert chosen(strong, seed) == "c2c1"


@pytest.mark.parametrize("seed", range(3))
def test_it_names_idunn_only_where_it_holds_her(seed: int) -> None:
    assert str(chosen(against(cards=(0, 0, 0, 0, 0, 0)), seed)).endswith("-idunn")
    assert not str(chosen(against(cards=FIVES), seed)).endswith("-idunn")


def test_idunn_turns_up_the_card_that_fights_depend_on() -> None:
    table = against(cards=(0, 5, 5, 5, 5, 5), picture="b..... .....b ....w. ...... .....w")
    table.say("box.move", "a5a4-idunn")
    assert table.name() == "scout.column"
    assert {chosen(table, seed) for seed in range(5)} == {"e"}


@pytest.mark.parametrize("strength", ["normal", "strong"])
def test_it_swaps_the_winning_card_to_where_it_fights(strength: str) -> None:
    """From c2 one attack reaches the third space, where an eight is face up."""
    table = against(strength, (2, 2, 0, 2, 2, 9), picture="w..... ...... ...... ..b... bbw...")
    table.face_up(WHITE, c=8).changed(phase=Swapping(TurnEnd(WHITE, 0, swap=True)))
    assert chosen(table) == "cf"
    assert chosen(table.say("box.swap", "cf")) == "c2c1"


def test_naming_idunn_is_final_whether_she_is_there_or_not() -> None:
    """Otherwise speech rendered ahead would give her away."""
    assert against(cards=(0, 5, 5, 5, 5, 5)).say("box.move", "a5a4-idunn").final
    assert against(cards=FIVES).say("box.move", "a5a4-idunn").final
    assert not against(cards=FIVES).say("box.move", "a5a4").final


@pytest.mark.parametrize(
    ("picture", "times", "answer"),
    [
        (".b..ww ...... ...... ...w.. ww....", 3, "draw"),  # it is behind
        ("bbb.b. ...... ...... ...... bb...w", 3, "on"),  # it is ahead
        ("bbb.b. ...... ...... ...... bb...w", TIRED, "draw"),
    ],
)
def test_it_agrees_to_a_draw_if_it_is_behind_or_after_many_repetitions(
    picture: str, times: int, answer: str
) -> None:
    table = against(picture=picture)
    assert chosen(table.changed(phase=Repeating(), seen=(table.view.position,) * times)) == answer


def test_the_evaluation_is_symmetric() -> None:
    """In the mirrored position with mirrored cards, Black's chances are White's."""
    rng = Random(3)
    for _ in range(200):
        white, black = (sum(1 << at for at in rng.sample(range(30), 5)) for _side in "wb")
        black &= ~white
        hands = ([rng.randrange(10) for _ in range(6)], [rng.randrange(10) for _ in range(6)])
        position = board.Position(white, black, WHITE)
        if board.winner(position) is None:
            around = board.Position(mirrored(black), mirrored(white), BLACK)
            ours, theirs = promise(position, hands), promise(around, (hands[1], hands[0]))
            assert ours + theirs == pytest.approx(1)


def mirrored(squares: int) -> int:
    """The squares with the rows reversed."""
    rows = [squares >> 6 * row & 63 for row in range(5)]
    return sum(row << 6 * (4 - at) for at, row in enumerate(rows))


@pytest.mark.parametrize("seed", range(2))
def test_it_sees_two_moves_ahead(seed: int) -> None:
    """Two of its pieces are one step from winning, and White can stop only one."""
    table = against("strong", picture="..b... ...... ...... b....b .bw...")
    root = explored(table.view.position, Deals(known(table)), 300, Random(seed))
    assert str(root.moves[root.best()]) in ("a2a1", "f2f1")
    assert root.mean(root.best()) > 0.8
