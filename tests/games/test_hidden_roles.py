"""What the kit for hidden roles does in every game that stands on it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gm_appliance.core.game import (
    JSON,
    AllSeats,
    Chance,
    Choice,
    Clock,
    IllegalChoice,
    Number,
    OneOf,
    Outcome,
    Seat,
)
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games.registry import GAMES
from gm_appliance.hidden_roles import events, model, rules
from gm_appliance.hidden_roles.hooks import State
from gm_appliance.hidden_roles.rules import HiddenRoles
from tests.games.recorded import random_choice, random_options

pytestmark = pytest.mark.many

ON_KIT = [name for name, one in GAMES.items() if one.kit]
every_game = pytest.mark.parametrize("name", ON_KIT)


class Evening:
    """A play of a game on the kit. cards: as dealt, by seat; at first those of the deck in order."""

    def __init__(self, name: str, **options: JSON) -> None:
        self.game = GAMES[name].game
        rules = getattr(GAMES[name].narration("en"), "RULES", None)
        assert isinstance(rules, HiddenRoles)
        self.rules = rules
        self.play = Play(self.game, self.game.complete(options))
        deck = self.rules.deck(self.view)
        self.cards = dict(enumerate((card for card, number in deck.items() for _ in range(number)), 1))

    @property
    def view(self) -> Any:
        return self.play.view

    @property
    def open(self) -> str:
        return self.play.decision.name if self.play.decision else ""

    def do(self, name: str, value: JSON) -> list[Any]:
        return [event for event, _view in self.play.take(Choice(name, value))]

    def asked(self) -> Any:
        assert self.play.decision is not None
        return self.play.decision.who

    def press(self, *missing: int) -> list[Any]:
        """Everybody who is asked presses their card, without these seats."""
        seats = [seat for seat in self.asked().seats if seat not in missing]
        return self.do("setup.factions", {str(seat): self.cards[seat] for seat in seats})

    def dealt(self) -> Evening:
        self.do("setup.deal", "dealt")
        self.press()
        return self

    def night(self, victim: int = 0) -> list[Any]:
        """All with the first card of the deck mark this seat; with 0 nobody marks anybody."""
        marking = [seat for seat in self.view.padded if self.cards[seat] == self.cards[1]] if victim else []
        return self.do(self.open, {str(seat): victim for seat in marking})

    def between_dice(self) -> Evening:
        """Dice that the box throws are thrown."""
        while self.play.decision and isinstance(self.asked(), Chance):
            self.do(self.open, 1)
        return self

    def to_council(self) -> Evening:
        """Nobody does anything until the council opens."""
        while self.open != "council.accuse":
            decision = self.play.decision
            assert decision is not None
            if isinstance(decision.who, AllSeats):
                self.night()
            elif isinstance(decision.domain, OneOf):
                options = decision.domain.options
                self.do(self.open, "pass" if "pass" in options else options[0])
            else:
                assert isinstance(decision.domain, Number)
                self.do(self.open, decision.domain.lo)
        return self

    def to_vote(self, accuser: int, accused: int) -> Evening:
        self.do("council.accuse", accuser)
        self.do("council.whom", accused)
        self.do("council.support", next(seat for seat in self.view.seats if seat not in (accuser, accused)))
        self.do("council.defence", "done")
        return self


def begun(name: str, **options: JSON) -> Evening:
    return Evening(name, roll_call="no", **options)


@every_game
def test_cards_that_fit_are_learned_in_a_secret_ballot_and_night_falls(name: str) -> None:
    table = begun(name)
    table.do("setup.deal", "dealt")
    decision = table.play.decision
    assert decision is not None
    assert (decision.name, decision.who) == ("setup.factions", AllSeats(table.view.seats))
    assert decision.secret
    assert decision.closed
    assert table.press() == [events.FactionsLearned(True)]
    assert type(table.view.phase) is model.Night
    assert table.view.factions == ()


@every_game
def test_a_count_that_is_wrong_three_times_means_a_wrong_deal(name: str) -> None:
    table = begun(name)
    last = len(table.cards)
    right, table.cards[last] = table.cards[last], table.cards[1]
    for _deal in range(2):
        table.do("setup.deal", "dealt")
        for opened_next in ("setup.factions", "setup.factions", "setup.deal"):
            assert table.press() == [events.FactionsLearned(False)]
            assert table.open == opened_next
    table.do("setup.deal", "dealt")
    table.press()
    table.cards[last] = right
    assert table.press() == [events.FactionsLearned(True)]


@every_game
def test_wrong_counts_add_up_across_missing_thumbs_and_swapped_pads(name: str) -> None:
    table = begun(name)
    table.cards[len(table.cards)] = table.cards[1]
    table.do("setup.deal", "dealt")
    table.press()
    table.press(7)
    table.press(7)
    table.do("pad.broken", 7)
    table.do("setup.pad", 9)
    assert table.press() == [events.FactionsLearned(False)]
    table.press()
    assert table.open == "setup.deal"


@every_game
def test_seats_without_a_thumb_are_named_and_asked_alone(name: str) -> None:
    table = begun(name)
    table.do("setup.deal", "dealt")
    assert table.press(2, 5) == [events.Missing((2, 5))]
    assert table.asked() == AllSeats((2, 5))
    with pytest.raises(IllegalChoice):
        table.do("setup.factions", {"3": table.cards[3]})
    assert table.press(5) == [events.Missing((5,))]
    # After the second time, each seat enters its card at the panel, alone.
    assert (table.open, table.asked()) == ("setup.faction", Seat(5))
    assert table.do("setup.faction", table.cards[5]) == [events.FactionsLearned(True)]


@every_game
def test_a_void_night_brings_back_who_fell(name: str) -> None:
    table = begun(name).dealt()
    before, victim = table.view, max(table.view.seats)
    assert events.Banished(victim, table.rules.NIGHT[0]) in table.night(victim)
    assert table.view.places.inside == table.view.seats[:-1]
    (void,) = table.between_dice().do("night.void", "void")
    assert void.seats == (victim,)
    assert table.view.places == before.places
    assert type(table.view.phase) is model.Night


@every_game
def test_without_pads_a_die_shows_the_victim_and_the_box_knows_no_cards(name: str) -> None:
    table = Evening(name, ballot="thumbs")
    table.do("setup.deal", "dealt")
    _at_pads, by_die, where = table.rules.NIGHT
    assert (table.open, table.asked()) == (by_die, Clock())
    table.do(by_die, "over")
    assert events.Banished(3, table.rules.NIGHT[0]) in table.do(where, 3)
    (ended,) = table.between_dice().do("somebody.leaves", "end")
    assert ended == events.Ended(())


@every_game
@pytest.mark.parametrize("seconds", [0, 30])
def test_an_accusation_without_support_is_dropped_by_the_table_or_the_clock(name: str, seconds: int) -> None:
    table = begun(name, drop=seconds).dealt().to_council()
    table.do("council.accuse", 2)
    table.do("council.whom", 4)
    assert table.play.decision is not None
    also = {one.name: one.limit for one in table.play.decision.also}
    assert also == {"council.drop": None, **({"council.lapse": seconds} if seconds else {})}
    assert table.do([*also][-1], "lapse" if seconds else "drop") == [events.Dropped(4)]
    assert table.open == "council.accuse"


@every_game
def test_thumbs_that_are_missing_are_asked_again_and_then_alone_and_shown_in_seating_order(name: str) -> None:
    table = begun(name).dealt().to_council().to_vote(2, 4)
    up: dict[str, JSON] = {str(seat): "up" for seat in reversed(table.view.seats) if seat not in (1, 6)}
    assert table.do("council.vote", up) == [events.Missing((1, 6))]
    assert table.do("council.vote", {"6": "down"}) == [events.Missing((1,))]
    assert (table.open, table.asked()) == ("council.booth", Seat(1))
    shown, _counted, spared, *_ = table.do("council.booth", "up")
    assert list(shown.thumbs) == list(table.view.seats)
    assert shown.thumbs[6] == "down"
    assert spared == events.Spared(4, tie=False)


@every_game
@pytest.mark.parametrize("step", ["cards", "wrong cards", "night", "victim", "vote"])
def test_undo_stops_where_a_secret_was_consulted(name: str, step: str) -> None:
    table = begun(name)
    if "cards" in step:
        table.cards |= {1: table.cards[7]} if step != "cards" else {}
        table.dealt()
    elif step == "vote":
        table.dealt().to_council().to_vote(2, 4)
        table.do("council.vote", {str(seat): "up" for seat in table.view.seats})
    else:
        table.dealt().night(4 if step == "victim" else 0)
    assert not table.play.can_undo()


@every_game
def test_who_left_is_asked_nothing(name: str) -> None:
    table = begun(name).dealt().to_council()
    table.do("somebody.leaves", 3)
    assert table.do("somebody.left", "nobody") == [events.Leaves(3)]
    assert 3 not in table.asked().seats
    table.to_vote(2, 4)
    assert 3 not in table.asked().seats


@every_game
def test_what_is_open_follows_from_the_view_alone(name: str) -> None:
    for seed in range(30):
        game, rng = GAMES[name].game, Random(seed)
        table = Evening(name, **random_options(game, rng))
        state = game.begin(table.play.options)
        for _ in range(rng.randrange(120)):
            if table.play.decision is None:
                break
            choice = random_choice(table.play.decision, rng)
            if table.open == "setup.factions" and isinstance(table.asked(), AllSeats):
                choice = Choice(table.open, {str(seat): table.cards[seat] for seat in table.asked().seats})
            if choice:
                table.play.take(choice)
                state = game.apply(state, choice).state
                bare = game.public(State(state.view))  # no secrets at all
                assert (game.decision(bare), game.outcome(bare)) == (table.play.decision, table.play.outcome)


@every_game
def test_a_kit_that_forgets_wrong_counts_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "WRONG_DEAL", 4)
    with pytest.raises(AssertionError):
        test_a_count_that_is_wrong_three_times_means_a_wrong_deal(name)


@pytest.mark.parametrize(
    ("won", "verdicts", "told"),
    [
        # Of two conspirators who fell, the closer vote; who was spared decides nothing beside them.
        ("protect", ((1, 3, 5, 1, True), (2, 4, 3, 2, True), (3, 1, 3, 3, False)), 2),
        # Of two alike, the last.
        ("protect", ((1, 3, 4, 2, True), (3, 4, 4, 2, True)), 3),
        # No protector fell by a vote, but a conspirator was spared.
        ("conspire", ((1, 3, 2, 3, False), (2, 1, 0, 5, False), (3, 4, 3, 1, True)), 1),
        ("protect", ((1, 3, 2, 3, False),), 0),
        ("", ((1, 3, 5, 1, True),), 0),
    ],
)
def test_the_vote_that_decided_is_the_closest_that_helped_the_winners(
    won: str, verdicts: tuple[tuple[int, int, int, int, bool], ...], told: int
) -> None:
    table = Evening("gotterdammerung", players=7)
    cards = tuple("conspire" if seat in (3, 4) else "protect" for seat in range(1, 8))
    outcome = Outcome((won,) if won else (), won or "ended")
    counted = tuple(model.CountedBallot(*one) for one in verdicts)
    over = replace(table.view, verdicts=counted, factions=cards, outcome=outcome)
    decided = table.rules.decisive(over)
    assert (decided.round if decided else 0) == told
    assert table.rules.decisive(replace(over, factions=())) is None
