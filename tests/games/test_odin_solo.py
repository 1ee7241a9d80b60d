"""Odin's Table against the box: its deck and hand, and that only what a person could see is public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gm_appliance.core.game import Chance, Choice, Decision, Number, Opponent, Seat, Step
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.odins_table.board import BLACK, WHITE
from gm_appliance.games.odins_table.events import (
    CardsShown,
    Fought,
    GameBegins,
    IdunnDiscarded,
    IdunnRevealed,
    MaySwap,
    Moved,
    Shuffled,
    Swapped,
    TooMany,
    TurnedUp,
)
from gm_appliance.games.odins_table.hand import CARDS_OF_A_DECK, Hand, State
from gm_appliance.games.odins_table.model import OdinView, Pile
from gm_appliance.games.odins_table.steps import OdinStepBuilder
from tests.games.odin_games import at_random
from tests.games.odin_table import Table, facing


def held(table: Table) -> tuple[int | None, ...]:
    """The box's cards, by column."""
    assert table.state.hand is not None
    return table.state.hand.cards


def test_no_card_is_shown_more_often_than_a_deck_has_it() -> None:
    table = Table("solo", side="white")
    table.say("box.shuffle", 1)
    for card in (9, 9):
        table.say("start.card", card)
    assert table.told == []
    table.say("start.card", 9)
    assert table.told == [TooMany(1, 9, 2)]
    for card in (4, 4, 4):
        table.say("start.card", card)
    table.say("start.card", 4)
    assert table.told == [TooMany(1, 4, 3)]
    table.say("start.card", 8)
    assert table.told == [CardsShown(1, (9, 9, 8, 4, 4, 4))]


def test_an_attack_on_the_box_asks_for_the_persons_card_and_reveals_the_boxs() -> None:
    table = facing(9, 8, 3, 6, 5, 4).moves("c3", "c4")
    assert (table.name(), table.who()) == ("fight.attack", Seat(1))
    table.say("fight.attack", 5)
    assert table.told == [Fought(1, 5, 3, "attacker", "higher", "c3", "c4")]
    assert table.final
    assert held(table) == (9, 8, 5, 6, 5, 4), "a card from the deck replaces it"
    assert table.view.piles == (Pile(20, (5,)), Pile(20, (3,)))


def test_a_defender_names_a_card_before_the_boxs_is_revealed() -> None:
    table = facing(9, 8, 3, 6, 5, 4, turn=BLACK).say("box.move", "c4c3")
    assert (table.name(), table.who()) == ("fight.defence", Seat(1))
    assert getattr(table.view.phase, "attack", 3) is None
    table.say("fight.defence", 2)
    assert table.told == [Fought(2, 3, 2, "attacker", "higher", "c4", "c3")]
    assert table.final


def test_a_face_up_card_of_the_person_is_not_asked_for() -> None:
    table = facing(9, 8, 3, 6, 5, 4, turn=BLACK).face_up(WHITE, c=7).say("box.move", "c4c3")
    assert table.told[-1] == Fought(2, 3, 7, "defender", "higher", "c4", "c3")


def test_a_used_up_deck_is_reshuffled() -> None:
    table = facing().box_holds(9, 8, 3, 6, 5, 4, deck=())
    table.changed(piles=(Pile(21), Pile(0, (2,) * 21)))
    table.moves("c3", "c4").say("fight.attack", 5)
    assert (table.name(), table.who()) == ("box.reshuffle", Chance())
    table.say("box.reshuffle", 1)
    assert table.told == [Shuffled(2)]
    hand = table.state.hand
    assert hand is not None
    assert sorted((*(card for card in hand.cards if card is not None), *hand.deck)) == list(CARDS_OF_A_DECK)
    assert table.view.piles[BLACK] == Pile(len(hand.deck))
    assert table.name() == "box.move"


def test_the_persons_idunn_turns_up_a_card_of_the_box_without_asking() -> None:
    table = facing().say("turn.piece", "c3").say("turn.idunn", "from").say("turn.target", "b3")
    table.say("scout.column", "a")
    assert table.told == [TurnedUp(2, "a", 9), IdunnDiscarded(1, "c")]
    assert table.final
    assert table.name() == "box.move"


def test_the_boxs_idunn_turns_up_a_card_that_the_person_names() -> None:
    table = facing(9, 8, 0, 6, 5, 4, turn=BLACK).say("box.move", "c4b4-idunn")
    assert table.told == [Moved(2, "c4", "b4", False), IdunnRevealed(2, "c")]
    assert (table.name(), table.who()) == ("scout.column", Opponent(2))
    table.say("scout.column", "e")
    assert (table.name(), table.who()) == ("scout.card", Seat(1))
    table.say("scout.card", 7)
    assert table.told == [TurnedUp(1, "e", 7), IdunnDiscarded(2, "c")]
    assert held(table) == (9, 8, 5, 6, 5, 4)


@pytest.mark.parametrize(("second", "told"), [(0, IdunnRevealed(2, "b")), (8, Moved(2, "c4", "b4", False))])
def test_idunn_scouts_at_the_target_if_the_box_holds_her_there(second: int, told: object) -> None:
    assert facing(9, second, 7, 6, 5, 4, turn=BLACK).say("box.move", "c4b4-idunn").told[-1] == told


def test_an_idunn_just_drawn_does_not_scout() -> None:
    """The column was guarded by another card when the piece left it and when it arrived."""
    table = facing(turn=BLACK).box_holds(9, 8, 7, 6, 5, 4, deck=(0,) * 21).say("box.move", "c4c3-idunn")
    table.say("fight.defence", 2)
    assert table.told == [Fought(2, 7, 2, "attacker", "higher", "c4", "c3")]
    assert held(table)[2] == 0


def test_whether_idunn_awaits_the_piece_is_unknown_before_the_fight() -> None:
    def attack(*cards: int, move: str = "c4b3-idunn") -> Table:
        table = Table("solo").lies("w..... ..b... .w.... ...... .....b", BLACK)
        return table.box_holds(*cards).say("box.move", move)

    with_her, without = attack(9, 0, 7, 6, 5, 4), attack(9, 8, 7, 6, 5, 4)
    unnamed = attack(9, 8, 7, 6, 5, 4, move="c4b3")
    assert with_her.view == without.view == unnamed.view
    assert with_her.final == without.final == unnamed.final, "nor by what can be taken back"
    assert with_her.say("fight.defence", 2).told[-1] == IdunnRevealed(2, "b")
    assert without.say("fight.defence", 2).name() == "turn.piece"


def test_the_box_swaps_two_cards_and_names_their_columns() -> None:
    table = Table("solo").lies("..b... ..w... ...... ...... w.....").box_holds(9, 8, 2, 6, 5, 4)
    table.moves("c4", "c5").say("fight.attack", 8)
    assert table.told[-1] == MaySwap(2, asked=True)
    assert (table.name(), table.who()) == ("box.swap", Opponent(2))
    assert len(table.answers()) == 1 + 15
    table.say("box.swap", "ae")
    assert table.told == [Swapped(2, "a", "e")]
    assert held(table) == (5, 8, 5, 6, 9, 4)


def games(seed: int, number: int) -> Iterator[tuple[State, Decision, Random]]:
    """The states of random games against the box, with their open decisions."""
    for game in range(number):
        rng = Random(seed * 1_000 + game)
        side = rng.choice(("white", "black"))
        state = ODINS_TABLE.begin(ODINS_TABLE.complete({"mode": "solo", "side": side}))
        while decision := ODINS_TABLE.decision(ODINS_TABLE.public(state)):
            yield state, decision, rng
            state = ODINS_TABLE.apply(state, at_random(decision, rng)).state


def test_every_card_of_the_box_is_in_its_hand_its_deck_or_discarded() -> None:
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
    """Another possible hand: face-up cards stay, and all others are dealt again."""
    hidden = [at for at, card in enumerate(known) if card is None]
    loose = [*(hand.cards[at] for at in hidden if hand.cards[at] is not None), *hand.deck]
    rng.shuffle(loose)
    cards = list(hand.cards)
    for at in hidden:
        if cards[at] is not None:
            cards[at] = loose.pop()
    return replace(hand, cards=tuple(cards), deck=tuple(card for card in loose if card is not None))


def reveals(events: tuple[tuple[Any, Any], ...]) -> bool:
    """Whether a card of the box was shown."""
    return any(isinstance(event, Fought | TurnedUp | IdunnRevealed | CardsShown) for event, _view in events)


def compared_hands() -> int:
    """Compare random games with another hand at each step; returns the number of steps compared.

    Events and view are the same for both hands unless a card of the box is revealed. Such a step is final, or
    people could take it back and ask again.
    """
    compared = 0
    for state, decision, rng in games(2, 12):
        if state.hand is None or isinstance(decision.domain, Number):
            continue
        box = state.view.box
        assert box is not None
        other = replace(state, hand=others(state.hand, state.view.known[box], rng))
        choice = at_random(decision, rng)
        one, another = ODINS_TABLE.apply(state, choice), ODINS_TABLE.apply(other, choice)
        if not (reveals(one.events) or reveals(another.events)):
            assert (one.events, one.state.view) == (another.events, another.state.view)
            compared += 1
        elif one.events != another.events:
            assert all(step.final for step in (one, another) if reveals(step.events))
    return compared


def test_hands_differ_in_public_only_by_revealed_cards() -> None:
    assert compared_hands() > 1_000


def test_a_revealed_card_that_can_be_taken_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OdinStepBuilder, "reveal", OdinStepBuilder.card)
    with pytest.raises(AssertionError):
        compared_hands()


def test_a_hand_that_shows_in_the_view_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault: the view shows that Odin guards column a."""
    step = OdinStepBuilder.step

    def leaking(builder: OdinStepBuilder) -> Step[State, OdinView]:
        if builder.hand and builder.hand.cards[0] == 9:
            builder.change(spaces=(1, 1))
        return step(builder)

    monkeypatch.setattr(OdinStepBuilder, "step", leaking)
    with pytest.raises(AssertionError):
        compared_hands()


def test_only_what_the_box_draws_lays_and_moves_is_secret() -> None:
    found = {(decision.name, decision.secret) for _state, decision, _rng in games(3, 15)}
    secret = {name for name, secret in found if secret}
    assert secret == {"box.shuffle", "box.lay", "box.move", "box.reshuffle"}
    assert {name for name, secret in found if not secret} >= {"scout.column", "turn.piece"}


def test_every_game_of_a_match_deals_again_and_the_box_plays_white_in_the_second() -> None:
    play, rng = Play(ODINS_TABLE, ODINS_TABLE.complete({"mode": "solo", "games": 3})), Random(4)
    told: list[Any] = []
    while (decision := play.decision) and decision.name != "match.over":
        value = "next" if decision.name == "game.next" else decision.domain.sample(rng)
        told += [event for event, _view in play.take(Choice(decision.name, value))]
    shown = [event for event in told if isinstance(event, CardsShown)]
    assert len(shown) == 2 * len(play.view.results) >= 4
    assert next(event.white for event in told if isinstance(event, GameBegins)) == 2
