"""Thor's rulings, one case each; `plain_thor` referees all rules."""

from __future__ import annotations

import pytest

from gm_appliance.core.game import JSON
from gm_appliance.games.thor import THOR
from gm_appliance.games.thor.events import (
    CardRemoved,
    Cried,
    Declared,
    Ended,
    GiftsScored,
    GodScored,
    GodTaken,
    OathKept,
    OfferPlaced,
    OutOfCards,
    Reordered,
    RoundOver,
    RoundScored,
    TimesTaken,
    TookNothing,
)
from gm_appliance.games.thor.model import GODS
from gm_appliance.games.thor.sheets import worth, worths
from tests.games.thor_table import Table


def last_offer(**options: JSON) -> Table:
    """Player 1 has one offer card left; the others have more."""
    return Table(**options).lies(cards=(1, 5, 5, 5))


def closed(table: Table) -> bool:
    return table.name() in ("match.over", "gifts.who")


def test_only_offers_that_lie_open_are_excluded() -> None:
    table = Table(players=2).offers(odin=(0, 1, 2, 3))
    assert {one for one in table.answers() if one.startswith("odin")} == {"odin-4", "odin-5"}


def test_the_sixth_offer_at_a_god_ends_the_round_when_its_player_has_taken() -> None:
    table = Table().offers(odin=(0, 1, 2, 3)).offer("odin", 5).say("turn.take", "thor")
    assert table.view.turn == 2
    table.say("turn.offer", "odin-4")
    assert OfferPlaced(2, "odin", 4, 6, True) in table.told
    assert table.name() == "turn.take"
    table.say("turn.take", "freya")
    assert GodTaken(2, "freya", 4) in table.told
    assert closed(table)


def test_taking_the_last_god_card_is_offered_not_forced() -> None:
    table = Table().offers(odin=(0, 1, 2, 3, 4)).say("turn.offer", "odin-5")
    assert table.answers() == {*table.view.gods, "none"}
    assert TookNothing(1, False) in table.say("turn.take", "none").told
    assert closed(table)


def test_with_last_card_must_the_player_who_ends_the_round_takes_a_card() -> None:
    table = Table(last_card="must").offers(odin=(0, 1, 2, 3, 4)).say("turn.offer", "odin-5")
    assert table.answers() == set(table.view.gods)


def test_the_last_offer_in_hand_ends_the_round_if_its_player_declares_it() -> None:
    table = last_offer().offer("odin", 3)
    assert table.asked() == ("turn.last", ("end", "on"))
    assert Declared(1) in table.say("turn.last", "end").told
    table.say("turn.take", "thor")
    assert GodTaken(1, "thor", 4) in table.told
    assert closed(table)


def test_in_the_basic_game_nobody_ends_a_round_by_a_last_offer() -> None:
    table = last_offer(will_of_thor="no").offer("odin", 3)
    assert table.name() == "turn.take"


def test_a_player_with_neither_offers_nor_action_cards_left_ends_the_round() -> None:
    table = Table().lies(cards=(5, 0, 5, 5)).holding(0, 0, 1, 1).offer("odin", 3).say("turn.take", "thor")
    assert OutOfCards(2) in table.told
    assert closed(table)


def test_a_player_with_only_gifts_and_no_card_to_remove_ends_the_round_too() -> None:
    table = Table().lies(cards=(0, 5, 5, 5)).holding(2, 0, 0, 0)
    assert table.answers() == {"card", "stuck"}
    assert OutOfCards(1) in table.say("turn.offer", "stuck").told
    assert closed(table)


def test_a_player_with_offers_or_more_cards_than_gifts_is_not_stuck() -> None:
    assert "stuck" not in Table().holding(1, 0, 0, 0).answers()
    three = Table().lies(cards=(0, 5, 5, 5)).holding(3, 0, 0, 0).above(odin="advice")
    assert three.answers() == {"card", "remove"}


def test_no_action_card_ends_a_round() -> None:
    table = Table().lies(cards=(0, 5, 5, 5)).holding(1, 0, 0, 0).place("advice", "odin")
    assert table.name() == "turn.take"
    table.say("turn.take", "thor")
    assert table.view.turn == 2


@pytest.mark.parametrize("last", ["sixth", "declared"])
def test_the_closing_turn_draws_no_action_card(last: str) -> None:
    if last == "sixth":
        table = Table().offers(odin=(0, 1, 2, 3, 4)).say("turn.offer", "odin-5")
    else:
        table = last_offer().offer("odin", 3).say("turn.last", "end")
    assert table.name() == "turn.take"
    assert "draw" not in table.answers()


def test_an_empty_action_pile_gives_no_card_and_is_not_reshuffled() -> None:
    table = Table().will(pile=0, gone=("advice", "wrath")).offer("odin", 3)
    assert table.answers() == set(table.view.gods)


def test_with_no_god_card_left_the_player_takes_nothing() -> None:
    none = dict.fromkeys(GODS[:5], 0)
    table = Table().stacks(**none).will(pile=0).offer("odin", 3)
    assert TookNothing(1, True) in table.told
    assert table.view.turn == 2
    assert Table().stacks(**none).offer("odin", 3).answers() == {"draw", "none"}


def test_an_empty_stack_keeps_its_place_for_offers_and_action_cards() -> None:
    table = Table().stacks(odin=0).holding(1, 0, 0, 0)
    assert {"odin-0", "card"} <= table.answers()
    table.say("turn.offer", "card").say("card.which", "favor")
    assert "odin" in table.answers()
    table.say("card.god", "odin")
    assert "odin" not in table.answers()


def test_an_action_card_takes_the_place_of_the_offer_and_at_most_one_lies_above_a_god() -> None:
    table = Table().holding(2, 1, 0, 0).place("advice", "odin")
    assert table.view.board.cards[0] == 7
    table.say("turn.take", "thor").say("turn.offer", "card").say("card.which", "wrath")
    assert table.answers() == {"thor", "freya", "njord", "freyr"}


def test_three_gifts_cannot_be_placed_but_remove_a_card() -> None:
    table = Table().holding(1, 0, 0, 0).above(odin="wrath")
    assert "gifts" not in table.say("turn.offer", "card").answers()
    table = Table().holding(1, 0, 0, 0).above(odin="wrath").say("turn.offer", "remove")
    assert "gifts" in table.answers()  # only one god has a card to remove, so nobody is asked which
    assert CardRemoved(1, "odin", "wrath", "gifts") in table.say("remove.with", "gifts").told


def test_removing_has_no_effect_and_both_cards_leave_play() -> None:
    table = Table().holding(1, 0, 0, 0).above(odin="wrath").offers(odin=(4,)).has(2, odin=1)
    table.say("turn.offer", "remove").say("remove.with", "cry")
    will = table.view.board.will
    assert will is not None
    assert (will.above[0], will.gone, will.held[0]) == ("", ("wrath", "cry"), 0)
    assert table.view.board.hands[1][0] == 1
    assert {"wrath", "cry"}.isdisjoint(will.unseen())


def test_a_card_that_acts_once_stays_and_blocks_the_place() -> None:
    table = Table().holding(1, 1, 0, 0).has(3, odin=1).place("cry", "odin").say("turn.take", "thor")
    table.say("turn.offer", "card").say("card.which", "favor")
    assert "odin" not in table.answers()


def test_favorable_times_adds_to_the_card_of_the_turn() -> None:
    table = Table().holding(1, 0, 0, 0).place("times", "odin")
    assert table.asked() == ("times.take", (2, 1, 0))
    assert TimesTaken(1, "odin", 2, 3) in table.say("times.take", 2).told
    table.say("turn.take", "odin")
    assert table.view.board.hands[0] == (3, 0, 0, 0, 0)


def test_favorable_times_takes_what_there_is() -> None:
    assert Table().stacks(odin=1).holding(1, 0, 0, 0).place("times", "odin").answers() == {1, 0}
    table = Table().stacks(odin=0).holding(1, 0, 0, 0).place("times", "odin")
    assert TimesTaken(1, "odin", 0, 0) in table.told
    assert table.name() == "turn.take"


def test_vanirs_oath_without_a_victim_is_legal_and_only_blocks() -> None:
    table = Table().holding(1, 0, 0, 0).has(1, odin=3).place("oath", "odin")
    assert OathKept(1, "odin", 0) in table.told
    assert (table.name(), table.view.board.hands[0][0]) == ("turn.take", 3)


def test_cry_from_valhalla_includes_the_player_and_reopens_an_empty_stack() -> None:
    table = Table().holding(1, 0, 0, 0).stacks(odin=0).has(1, odin=2).has(3, odin=3).place("cry", "odin")
    assert Cried("odin", (1, 3), 2) in table.told
    assert [hand[0] for hand in table.view.board.hands] == [1, 0, 2, 0]
    assert "odin" in table.answers()


@pytest.mark.parametrize("offers", [(), (4,)])
def test_mjollnir_on_no_offer_or_one_is_legal_and_only_blocks(offers: tuple[int, ...]) -> None:
    table = Table().holding(1, 0, 0, 0).offers(odin=offers).place("mjollnir", "odin")
    assert Reordered("odin", None) in table.told
    assert table.name() == "turn.take"


def test_a_new_order_outlives_the_card() -> None:
    table = Table().holding(1, 1, 0, 0).offers(odin=(5, 2, 1)).place("mjollnir", "odin")
    assert table.asked() == ("mjollnir.top", (5, 2, 1))
    table.say("mjollnir.top", 5).say("turn.take", "thor")
    table.say("turn.offer", "remove").say("remove.with", "gifts")
    assert table.view.board.offers[0] == (2, 1, 5)
    assert worths(table.view.setup, table.view.board)[0] == 5


def test_the_last_offer_counts_and_a_god_without_one_is_worth_nothing() -> None:
    table = Table(will_of_thor="no").offers(odin=(5, 1))
    assert worths(table.view.setup, table.view.board) == (1, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("card", "of_4", "of_none"), [("intrigues", 1, -3), ("favor", 5, 5), ("fruits", 8, 0), ("none", 4, 0)]
)
def test_a_god_without_offers_has_value_0_before_action_cards(card: str, of_4: int, of_none: int) -> None:
    assert (worth(4, card), worth("none", card)) == (of_4, of_none)


def test_a_value_may_fall_below_zero_unless_a_house_rule_forbids_it() -> None:
    for house, value in (("no", -2), ("yes", 0)):
        table = Table(floor_at_zero=house).offers(odin=(1,)).above(odin="intrigues")
        assert worths(table.view.setup, table.view.board)[0] == value


def test_a_value_card_counts_only_while_it_lies_there_at_the_end() -> None:
    table = Table().holding(1, 0, 0, 0).offers(odin=(4,)).above(odin="wrath")
    assert worths(table.view.setup, table.view.board)[0] == 0
    table.say("turn.offer", "remove").say("remove.with", "fruits")
    assert worths(table.view.setup, table.view.board)[0] == 4


def test_three_gifts_kept_in_hand_are_three_points_each() -> None:
    table = Table().holding(2, 0, 0, 0).offers(odin=(0, 1, 2, 3, 4)).say("turn.offer", "odin-5")
    table.say("turn.take", "none").say("gifts.who", 1).say("gifts.who", 1)
    assert GiftsScored(1, 2, 6) in table.told
    assert table.view.points == ((6, 0, 0, 0),)


def example() -> Table:
    """The rulebook's example: three Freya at 2, two Odin at 5, three Thor at 4."""
    table = Table(players=2, mode="final").say("final.begin", "enter")
    for offer, own in ((5, 2), (4, 3), (2, 3)):
        table.say("final.offer", offer).say("final.count", own).say("final.count", 0)
    return table.say("final.offer", "none").say("final.offer", "none")


def test_the_books_example_is_28() -> None:
    table = example()
    assert [one for one in table.told if isinstance(one, GodScored)] == [
        GodScored(1, "odin", 5, 2, 10),
        GodScored(1, "thor", 4, 3, 12),
        GodScored(1, "freya", 2, 3, 6),
    ]
    assert RoundOver(1, (5, 4, 2, 0, 0)) in table.told
    assert RoundScored(1, 1, 28, 28) in table.told


def test_equal_totals_share_the_win() -> None:
    table = Table(players=3, mode="final", will_of_thor="no").say("final.begin", "enter")
    for _ in range(5):
        for name, value in (("offer", 5), ("count", 1), ("count", 2), ("count", 2)):
            table.say(f"final.{name}", value)
    assert Ended("played", (2, 3)) in table.told
    outcome = THOR.outcome(table.say("match.over", "done").view)
    assert outcome is not None
    assert outcome.winners == (2, 3)
