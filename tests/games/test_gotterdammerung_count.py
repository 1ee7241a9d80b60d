"""The vote counted a second, plain way, from what everybody at the table has seen and nothing else.

It shares no code with the first: it reads the events as told, and keeps a slip of paper.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.gotterdammerung import TABLE, Party


class Slip:
    """What somebody at the table notes down: whom Thor wounded since the dice, and each verdict."""

    def __init__(self) -> None:
        self.wounded = 0
        self.ballots = 0

    def hears(self, event: Any) -> None:
        kind = type(event).__name__
        if kind == "OracleMoved":
            self.wounded = 0
        elif kind == "CardLaid" and event.god == "thor":
            self.wounded = event.seat
        elif kind == "ThumbsShown":
            self.down = self.up = 0
            for seat, thumb in event.thumbs.items():
                if seat == self.wounded:
                    continue
                if thumb == "down":
                    self.down += 1
                else:
                    self.up += 1
            self.verdict = "Banished" if self.down > self.up else "Spared"
            self.tie = self.down == self.up
        elif kind == "Counted":
            self.ballots += 1
            assert (event.count.down, event.count.up) == (self.down, self.up)
        elif kind in ("Banished", "Spared") and getattr(event, "by", "council") == "council":
            assert kind == self.verdict
            assert kind == "Banished" or event.tie == self.tie


def councils(rng: Random, players: int, rounds: int) -> Slip:
    """So many rounds in which nothing happens but wounds and votes, each listened to."""
    slip = Slip()

    def hear(events: list[Any]) -> None:
        for event in events:
            slip.hears(event)

    party = Party(range(1, TABLE[players] + 1), players=players).deal()
    for _ in range(rounds):
        hear(party.night())
        hear(party.roll(rng.randint(1, 6), rng.randint(1, 6)))
        while party.open.startswith("action."):
            thor = party.open == "action.thor"
            hear(party.do(party.open, rng.choice(party.legal()) if thor else "pass"))
        hear(party.look())
        hear(ballots(party, rng))
        if not party.open:
            break
    return slip


def ballots(party: Party, rng: Random) -> list[Any]:
    """Accusations until the council ends, close ones mostly."""
    told: list[Any] = []
    while party.open == "council.accuse":
        party.do("council.accuse", rng.choice(party.legal()))
        accused = rng.choice([seat for seat in party.legal() if seat != "pass"])
        party.do("council.whom", accused)
        party.do("council.support", rng.choice(party.legal("council.support")))
        party.do("council.defence", "done")
        lean = rng.choice((0.1, 0.45, 0.5, 0.55, 0.9))
        seats = party.view.seats
        down = [seat for seat in seats if rng.random() < lean]
        missing = [seat for seat in seats if rng.random() < 0.05]
        told += party.vote(down, missing)
        if party.open == "council.vote":
            told += party.vote(down, missing[1:])
        while party.open == "council.booth":
            told += party.do("council.booth", rng.choice(("down", "up")))
    return told


COUNTED: Counter[str] = Counter()


@given(st.integers(0, 2**32), st.integers(7, 15))
@settings(max_examples=100)
def check_random_councils(seed: int, players: int) -> None:
    COUNTED["ballots"] += councils(Random(seed), players, rounds=6).ballots


@pytest.mark.many
def test_both_counts_agree_in_hundreds_of_random_ballots() -> None:
    COUNTED.clear()
    check_random_councils()
    assert COUNTED["ballots"] >= 500


def many_councils(players: int) -> None:
    for seed in range(20):
        councils(Random(seed), players, rounds=6)


FAULTS = {
    "a wound weighs nothing": ("weight", lambda view, seat: 1),
    "a wound weighs twice": ("weight", lambda view, seat: 1 - 2 * len(view.cards_at(seat))),
    "seat one has two votes": ("weight", lambda view, seat: 2 if seat == 1 else 1),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_weight_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, wrong = FAULTS[fault]
    monkeypatch.setattr(f"gm_appliance.games.gotterdammerung.count.{name}", wrong)
    with pytest.raises(AssertionError):
        many_councils(players=7)


def test_a_tie_that_banishes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tie_banishes = property(lambda counted: counted.down >= counted.up)
    monkeypatch.setattr("gm_appliance.games.gotterdammerung.model.Count.banishes", tie_banishes)
    with pytest.raises(AssertionError):
        many_councils(players=8)
