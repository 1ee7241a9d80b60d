"""A live round of Thor, corrected midway, or no longer followed by the box."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gm_appliance.core.game import Choice, Number, OneOf
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games.thor import THOR
from gm_appliance.games.thor.amending import value_now
from gm_appliance.games.thor.events import Corrected, FollowsTurns, OfferCorrected, OutOfCards
from gm_appliance.games.thor.model import Between, Entering, Fact, ThorView
from gm_appliance.games.thor.narration.topics import topics_at
from tests.games.thor_rounds import LIVE, Beside, Options, for_long, named
from tests.games.thor_table import Table


def wrong(table: Table, group: str, what: str | int) -> Table:
    return table.say("correct.group", group).say("correct.fact", what)


def test_a_wrong_offer_is_put_right_in_the_middle_of_a_turn() -> None:
    table = Table().offers(odin=(4, 3), thor=(1,)).offer("freya", 2)
    wrong(table, "odin", "offer-4").say("correct.offer", 5)
    assert table.told == [OfferCorrected("odin", 4, 5, "odin")]
    assert table.view.board.offers[0] == (5, 3)
    assert table.name() == "turn.take", "the turn goes on"


def test_two_offers_that_were_mixed_up_change_places() -> None:
    table = wrong(Table().offers(odin=(4, 3, 0)), "odin", "offer-0").say("correct.offer", 4)
    assert table.view.board.offers[0] == (0, 3, 4)


def test_an_offer_entered_at_the_wrong_god_comes_on_top_at_the_right_one() -> None:
    table = Table().offers(odin=(4, 3), thor=(1,), freya=(3,), njord=(0, 1, 2, 4, 5))
    wrong(table, "odin", "offer-3")
    assert set(table.answers()) == {5, 4, 2, 1, 0, "thor", "freyr"}, (
        "no second 3 of a god, and no sixth offer"
    )
    table.say("correct.offer", "thor")
    assert table.view.board.offers[:2] == ((4,), (1, 3))


def test_a_wrong_number_of_cards_is_put_right_with_the_stack() -> None:
    table = Table().has(2, odin=1).stacks(odin=4)
    wrong(table, "odin", 2).say("final.count", 0)
    assert table.told == [Corrected(1, Fact("count", "odin", 2), 1, 0)]
    assert (table.view.board.hands[1][0], table.view.board.stacks[0]) == (0, 5)
    assert table.name() == "turn.offer"


def test_a_player_found_to_hold_nothing_ends_the_round() -> None:
    table = Table().lies(cards=(0, 5, 5, 5)).holding(1, 0, 0, 0)
    assert OutOfCards(1) in wrong(table, "held", 1).say("final.held", 0).told


def test_the_turn_that_ends_the_round_is_corrected_after_it() -> None:
    """Afterwards the final position can be corrected."""
    table = Table(will_of_thor="no").offers(odin=(0, 1, 2, 3, 4)).offer("odin", 5)
    assert [one.name for one in table.decision().on_request] == ["follow.stop"]
    assert table.say("turn.take", "none").say("match.over", "correct").name() == "correct.group"


class Slips(Beside):
    """A round in which entries are sometimes wrong and then corrected, as the referee sees it."""

    slips = 0

    def turn(self) -> None:
        decision = self.play.decision
        assert decision is not None
        if decision.named("correct.group") and self.rng.random() < 0.3:
            self.slip()
        super().turn()

    def slip(self) -> None:
        before, group = self.play.view, self.choice("correct.group")
        what = self.choice("correct.fact")
        if what == "back":
            assert self.play.view.phase == before.phase
            return
        decision = self.play.decision
        assert decision is not None
        new: Any = decision.domain.sample(self.rng)
        if new in before.gods:
            new = next(one for one in decision.domain.options if one not in before.gods)  # type: ignore[union-attr]
        self.play.take(Choice(decision.name, new))
        self.same_cards()
        now, old = what, self.was(before, group, what)
        if decision.name == "correct.offer":
            now = f"offer-{new}"
        if self.play.decision and self.play.decision.named("correct.group") and new != old:
            for name, value in (("correct.group", group), ("correct.fact", now), (decision.name, old)):
                self.play.take(Choice(name, value))
        else:
            while self.play.view is not before:
                self.play = self.play.undone()
        self.slips += 1
        self.same_table()
        assert self.play.view.phase == before.phase

    def choice(self, name: str) -> Any:
        one = self.play.decision.named(name) if self.play.decision else None
        assert one is not None
        value = one.domain.sample(self.rng)
        self.play.take(Choice(name, value))
        return value

    def was(self, view: ThorView, group: str, what: Any) -> Any:
        if group == "held":
            return value_now(view, Fact("held", seat=what))
        if what == "card":
            return value_now(view, Fact("card", group))
        return value_now(view, Fact("count", group, what)) if isinstance(what, int) else int(what[-1])

    def same_cards(self) -> None:
        """No correction makes or loses a card."""
        board = self.play.view.board
        assert [sum(hand[at] for hand in board.hands) + stack for at, stack in enumerate(board.stacks)] == [
            5
        ] * len(board.stacks)
        assert all(len({*offers}) == len(offers) for offers in board.offers)
        if board.will:
            lie = sum(map(bool, board.will.above)) + len(board.will.gone)
            assert lie + sum(board.will.held) + board.will.pile == 14
            assert min(*board.will.held, board.will.pile) >= 0


@pytest.mark.parametrize("options", LIVE, ids=named)
def test_whatever_is_made_wrong_and_put_right_again_is_as_it_was(options: Options) -> None:
    round_ = Slips(options, Random(3), for_long)
    round_.run()
    assert round_.slips > 3


def start(table: Table) -> object:
    """The value OK would enter."""
    decision = table.decision()
    domain = decision.domain
    assert isinstance(domain, Number | OneOf)
    return domain.start if isinstance(domain, Number) else domain.options[decision.at]


def test_a_round_followed_no_longer_is_entered_from_what_is_known() -> None:
    table = Table().offers(odin=(2, 4)).above(odin="fruits").has(2, odin=3).will(gone=("gifts", "wrath"))
    table.offer("freya", 2).say("follow.stop", "stop")
    assert table.told == [FollowsTurns(False)]
    likely = []
    for name, value in (("final.begin", "enter"), ("final.offer", 5), ("final.card", "fruits")):
        likely.append(start(table))
        table.say(name, value)
    assert likely == ["enter", 4, "fruits"]
    counts = []
    while table.name() == "final.count":
        counts.append(start(table))
        table.say("final.count", 1)
    assert counts == [0, 3, 0, 0]
    assert start(table) == "none", "nothing lay at the next god"
    table.say("final.offer", "none")
    assert "wrath" not in table.answers(), "it is out of play"


def test_the_next_round_is_not_followed_either_until_the_table_wants_it() -> None:
    play = Play(THOR, THOR.complete({"players": 2, "mode": "live", "first": "choose"}))
    told = []
    for name, value in (
        *(("first.who", 1), ("turn.offer", "odin-0"), ("follow.stop", "stop"), ("final.begin", "enter")),
        *(("final.offer", 0),) * 5,
        *(("round.next", "next"), ("follow.again", "follow"), ("turn.offer", "thor-1")),
    ):
        told += [event for event, _view in play.take(Choice(name, value))]
    assert [one for one in told if isinstance(one, FollowsTurns)] == [FollowsTurns(False), FollowsTurns(True)]
    assert play.view.turn == 2
    assert play.view.points == ((0, 0),)


def test_a_round_is_followed_from_its_beginning_or_not_at_all() -> None:
    table = Table().offer("odin", 3).say("follow.stop", "stop")
    assert table.decision().on_request == ()


def test_no_round_is_counted_in_words_while_a_fact_of_it_is_unknown() -> None:
    play, rng = Play(THOR, THOR.complete({"players": 2, "mode": "final", "match": "full"})), Random(1)
    while not (play.view.points and type(play.view.phase) is Between):
        assert play.decision is not None
        play.take(Choice(play.decision.name, play.decision.domain.sample(rng)))
    view = play.view
    assert "count" in topics_at(view, ())
    unknown = replace(view.sheets[0], values=(None,) * len(view.sheets[0].values))
    entered = replace(view, sheets=(unknown, *view.sheets[1:]), phase=Entering(1, Between()))
    assert "standings" in topics_at(entered, ())
    assert "count" not in topics_at(entered, ())
