"""Odin's Table against the box: its deck, its hand, and that nobody learns of it what a player would not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gm_appliance.core.game import Chance, Choice, Decision, Number, OneOf, Opponent, Seat, Step
from gm_appliance.core.play import Play
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.odins_table.board import BLACK, WHITE
from gm_appliance.games.odins_table.events import (
    BoxLaid,
    CardsShown,
    Fought,
    GameBegins,
    IdunnDiscarded,
    IdunnRevealed,
    MaySwap,
    Moved,
    Shuffled,
    Swapped,
    TurnedUp,
)
from gm_appliance.games.odins_table.hand import CARDS_OF_A_DECK, MIXTURE, Hand, State, dealt, in_order, orders
from gm_appliance.games.odins_table.model import Pile, View
from gm_appliance.games.odins_table.steps import OdinStepBuilder
from tests.games.odin_table import Table

FACING = "w..... ..b... ..w... ...... .....b"
"""The person's white on c3 and the box's black on c4; a conqueror each, and all others lost."""


def facing(*cards: int, turn: int = WHITE) -> Table:
    return Table("solo").lies(FACING, turn).box_holds(*(cards or (9, 8, 7, 6, 5, 4)))


# ---------------------------------------------------------------- a game begins


def test_both_show_six_cards_and_then_the_box_puts_its_own_away() -> None:
    table = Table("solo")
    assert (table.name(), table.who()) == ("box.shuffle", Chance())
    table.say("box.shuffle", 1)
    assert table.told == [CardsShown(2, (2, 2, 1, 1, 0, 0))]
    for card in (5, 0, 9, 1, 5, 3):
        assert table.who() == Seat(1)
        table.say("start.card", card)
    assert table.told == [CardsShown(1, (9, 5, 5, 3, 1, 0))]
    assert (table.name(), table.who()) == ("box.lay", Opponent(2))
    table.say("box.lay", 720)
    assert table.told == [BoxLaid()]
    assert table.state.hand is not None
    assert table.state.hand.cards == (0, 0, 1, 1, 2, 2)
    assert table.who() == Seat(1)


def test_who_plays_black_waits_for_the_box() -> None:
    table = Table("solo", side="black")
    assert ODINS_TABLE.opening(table.view) == (GameBegins(1, 2),)
    table.say("box.shuffle", 1)
    for card in range(6):
        table.say("start.card", card)
    table.say("box.lay", 1)
    assert (table.name(), table.who()) == ("box.move", Opponent(2))
    assert "a1a2" in table.answers()


def test_the_boxs_deck_has_27_cards_of_every_kind() -> None:
    assert (len(CARDS_OF_A_DECK), min(MIXTURE), len(MIXTURE)) == (27, 2, 10)
    for number in (1, 4_711, orders(27)):
        hand = dealt(number)
        assert sorted((*hand.deck, *(card for card in hand.cards if card is not None))) == list(
            CARDS_OF_A_DECK
        )


def test_each_number_is_an_order_of_its_own() -> None:
    found = {in_order((1, 2, 3, 4), number) for number in range(1, 25)}
    assert len(found) == 24


# ---------------------------------------------------------------- fights


def test_the_person_alone_is_asked_for_a_card_and_the_boxs_is_revealed() -> None:
    table = facing(9, 8, 3, 6, 5, 4).moves("c3", "c4")
    assert (table.name(), table.who()) == ("fight.attack", Seat(1))
    table.say("fight.attack", 5)
    assert table.told == [Fought(1, 5, 3, "attacker", "higher", "c3", "c4")]
    assert table.final, "the box's card cannot be forgotten"
    assert table.state.hand is not None
    assert table.state.hand.cards == (9, 8, 5, 6, 5, 4), "its place is filled from the deck"
    assert table.view.piles == (Pile(20, (5,)), Pile(20, (3,)))


def test_a_defender_tells_a_card_without_seeing_the_boxs() -> None:
    table = facing(9, 8, 3, 6, 5, 4, turn=BLACK).say("box.move", "c4c3")
    assert (table.name(), table.who()) == ("fight.defence", Seat(1))
    assert "3" not in repr(table.view.phase).replace("Move(start=20, to=14)", "")
    table.say("fight.defence", 2)
    assert table.told == [Fought(2, 3, 2, "attacker", "higher", "c4", "c3")]
    assert table.final


def test_a_card_of_the_person_that_lies_face_up_is_not_asked() -> None:
    table = facing(9, 8, 3, 6, 5, 4, turn=BLACK).face_up(WHITE, c=7).say("box.move", "c4c3")
    assert table.told[-1] == Fought(2, 3, 7, "defender", "higher", "c4", "c3")


def test_a_used_up_deck_is_shuffled_anew() -> None:
    table = facing(9, 8, 3, 6, 5, 4).box_holds(9, 8, 3, 6, 5, 4, deck=())
    table.changed(piles=(Pile(21), Pile(0, (2,) * 21)))
    table.moves("c3", "c4").say("fight.attack", 5)
    assert (table.name(), table.who()) == ("box.reshuffle", Chance())
    table.say("box.reshuffle", 1)
    assert table.told == [Shuffled(2)]
    assert table.state.hand is not None
    held = [card for card in table.state.hand.cards if card is not None]
    assert sorted((*held, *table.state.hand.deck)) == list(CARDS_OF_A_DECK)
    assert table.view.piles[BLACK] == Pile(len(table.state.hand.deck))
    assert table.name() == "box.move"


# ---------------------------------------------------------------- Idunn, and swapping


def test_the_persons_idunn_turns_up_a_card_of_the_box_that_nobody_need_tell() -> None:
    table = facing().say("turn.piece", "c3").say("turn.idunn", "from").say("turn.target", "b3")
    table.say("scout.column", "a")
    assert table.told == [TurnedUp(2, "a", 9), IdunnDiscarded(1, "c")]
    assert table.final
    assert table.name() == "box.move"


def test_the_box_scouts_with_an_idunn_it_holds() -> None:
    table = facing(9, 8, 0, 6, 5, 4, turn=BLACK).say("box.move", "c4b4-idunn")
    assert table.told == [Moved(2, "c4", "b4", False), IdunnRevealed(2, "c")]
    assert (table.name(), table.who()) == ("scout.column", Opponent(2))
    table.say("scout.column", "e")
    assert (table.name(), table.who()) == ("scout.card", Seat(1))
    table.say("scout.card", 7)
    assert table.told == [TurnedUp(1, "e", 7), IdunnDiscarded(2, "c")]
    assert table.state.hand is not None
    assert table.state.hand.cards == (9, 8, 5, 6, 5, 4)


def test_the_boxs_idunn_can_await_the_piece() -> None:
    table = facing(9, 0, 7, 6, 5, 4, turn=BLACK).say("box.move", "c4b4-idunn")
    assert table.told[-1] == IdunnRevealed(2, "b")


def test_an_idunn_that_has_just_been_drawn_does_not_scout() -> None:
    """The column was another card's when the piece left it and came to it."""
    table = facing(turn=BLACK).box_holds(9, 8, 7, 6, 5, 4, deck=(0,) * 21).say("box.move", "c4c3-idunn")
    table.say("fight.defence", 2)
    assert table.told == [Fought(2, 7, 2, "attacker", "higher", "c4", "c3")]
    assert table.state.hand is not None
    assert table.state.hand.cards[2] == 0


def test_nobody_hears_before_the_fight_whether_the_boxs_idunn_awaits_the_piece() -> None:
    def attack(*cards: int) -> Table:
        table = Table("solo").lies("w..... ..b... .w.... ...... .....b", BLACK)
        return table.box_holds(*cards).say("box.move", "c4b3-idunn")

    with_her, without = attack(9, 0, 7, 6, 5, 4), attack(9, 8, 7, 6, 5, 4)
    assert with_her.view == without.view
    assert with_her.say("fight.defence", 2).told[-1] == IdunnRevealed(2, "b")
    assert without.say("fight.defence", 2).name() == "turn.piece"


def test_an_idunn_it_does_not_hold_is_no_idunn() -> None:
    table = facing(turn=BLACK).say("box.move", "c4b4-idunn")
    assert table.told == [Moved(2, "c4", "b4", False)]
    assert table.name() == "turn.piece"


def test_the_box_swaps_two_cards_and_says_which_columns() -> None:
    table = Table("solo").lies("..b... ..w... ...... ...... w.....").box_holds(9, 8, 2, 6, 5, 4)
    table.moves("c4", "c5").say("fight.attack", 8)
    assert table.told[-1] == MaySwap(2, asked=True)
    assert (table.name(), table.who()) == ("box.swap", Opponent(2))
    assert len(table.answers()) == 1 + 15
    table.say("box.swap", "ae")
    assert table.told == [Swapped(2, "a", "e")]
    assert table.state.hand is not None
    assert table.state.hand.cards == (5, 8, 5, 6, 9, 4)


# ---------------------------------------------------------------- what nobody may know


def games(seed: int, number: int) -> Iterator[tuple[State, Decision, Random]]:
    """The states of random games against the box, each with what is open."""
    for game in range(number):
        rng = Random(seed * 1_000 + game)
        side = rng.choice(("white", "black"))
        state = ODINS_TABLE.begin(ODINS_TABLE.complete({"mode": "solo", "side": side}))
        while decision := ODINS_TABLE.decision(ODINS_TABLE.public(state)):
            yield state, decision, rng
            state = ODINS_TABLE.apply(state, chosen(decision, rng)).state


def chosen(decision: Decision, rng: Random) -> Choice:
    one = rng.choice(decision.open())
    if isinstance(one.domain, OneOf) and rng.random() < 0.3:
        return Choice(one.name, one.domain.options[0])
    return Choice(one.name, one.domain.sample(rng))


def test_all_cards_of_the_boxs_deck_are_always_somewhere() -> None:
    """In its hand, in its deck, or open beside it."""
    for state, _decision, _rng in games(1, 12):
        hand, box = state.hand, state.view.box
        if hand is None or hand.waits:
            continue
        assert box is not None
        pile, known = state.view.piles[box], state.view.known[box]
        assert Counter((*hand.cards, *hand.deck, *pile.used)) == Counter(CARDS_OF_A_DECK)
        assert pile.left == len(hand.deck)
        assert all(card in (None, held) for card, held in zip(known, hand.cards, strict=True))


def others(hand: Hand, known: tuple[int | None, ...], rng: Random) -> Hand:
    """A hand that could as well be held: what lies face up stays, all else is dealt anew."""
    hidden = [at for at, card in enumerate(known) if card is None]
    loose = [*(hand.cards[at] for at in hidden if hand.cards[at] is not None), *hand.deck]
    rng.shuffle(loose)
    cards = list(hand.cards)
    for at in hidden:
        if cards[at] is not None:
            cards[at] = loose.pop()
    return Hand(tuple(cards), tuple(card for card in loose if card is not None))


def reveals(events: tuple[tuple[Any, Any], ...]) -> bool:
    """Whether a card of the box was told, or that it held Idunn."""
    return any(isinstance(event, Fought | TurnedUp | IdunnRevealed | CardsShown) for event, _view in events)


def compared_hands() -> int:
    """Random games with another hand at each step. Whatever the box holds, the same is asked and told, but
    where its cards are turned up. There the step is final, so that nobody takes it back to ask again."""
    compared = 0
    for state, decision, rng in games(2, 12):
        if state.hand is None or isinstance(decision.domain, Number):
            continue
        box = state.view.box
        assert box is not None
        other = replace(state, hand=others(state.hand, state.view.known[box], rng))
        choice = chosen(decision, rng)
        one, another = ODINS_TABLE.apply(state, choice), ODINS_TABLE.apply(other, choice)
        if not (reveals(one.events) or reveals(another.events)):
            assert (one.events, one.state.view) == (another.events, another.state.view)
            compared += 1
        elif one.events != another.events:
            assert one.final
            assert another.final
    return compared


def test_another_hand_is_told_apart_by_revealed_cards_alone() -> None:
    assert compared_hands() > 1_000


def test_a_revealed_card_that_can_be_taken_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OdinStepBuilder, "reveal", OdinStepBuilder.card)
    with pytest.raises(AssertionError):
        compared_hands()


def test_a_hand_that_shows_in_the_view_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here where Odin guards column a."""
    step = OdinStepBuilder.step

    def leaking(builder: OdinStepBuilder) -> Step[State, View]:
        if builder.hand and builder.hand.cards[0] == 9:
            builder.change(spaces=(1, 1))
        return step(builder)

    monkeypatch.setattr(OdinStepBuilder, "step", leaking)
    with pytest.raises(AssertionError):
        compared_hands()


def test_nothing_of_a_hand_shows_where_it_is_printed() -> None:
    state = facing().state
    assert state.hand is not None
    assert repr(state.hand) == "Hand()"
    assert "Hand" not in repr(state)


def test_what_is_drawn_and_laid_unseen_is_secret_and_nothing_else() -> None:
    found = {(decision.name, decision.secret) for _state, decision, _rng in games(3, 40)}
    assert {name for name, secret in found if secret} == {"box.shuffle", "box.lay", "box.reshuffle"}
    assert {name for name, secret in found if not secret} >= {"box.move", "scout.column", "turn.piece"}


def test_a_match_deals_anew_for_each_game() -> None:
    play, rng = Play(ODINS_TABLE, ODINS_TABLE.complete({"mode": "solo", "games": 3})), Random(4)
    told: list[Any] = []
    while (decision := play.decision) and decision.name != "match.over":
        value = "next" if decision.name == "game.next" else decision.domain.sample(rng)
        told += [event for event, _view in play.take(Choice(decision.name, value))]
    shown = [event for event in told if isinstance(event, CardsShown)]
    assert len(shown) == 2 * len(play.view.results) >= 4
    begun = [event.white for event in told if isinstance(event, GameBegins)]
    assert begun[0] == 2, "in the second game the box plays white"
