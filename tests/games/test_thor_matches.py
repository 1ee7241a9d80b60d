"""Whole matches of Thor, corrections and illegal choices."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_appliance.core.game import Choice, Number
from gm_appliance.core.play import Play
from gm_appliance.games.thor import THOR, sheets
from gm_appliance.games.thor.events import RoundBegins
from gm_appliance.games.thor.model import ThorView
from tests.games import plain_thor as plain
from tests.games.thor_rounds import LIVE, MATCHES, Beside, Options, for_long, named, true_value, values


@pytest.mark.many
@pytest.mark.parametrize("options", MATCHES, ids=named)
def test_a_random_match_ends_and_its_totals_are_those_of_its_rounds(options: Options) -> None:
    """Including corrections and early ends."""
    rng, play = Random(0), Play(THOR, THOR.complete(options))
    firsts: list[int] = []
    while decision := play.decision:
        one = rng.choice((decision, *decision.on_request)) if rng.random() < 0.1 else decision
        # Seldom ended early, or no match would reach its last round.
        value = "next" if decision.name == "round.next" and rng.random() < 0.7 else one.domain.sample(rng)
        play.take(Choice(one.name if value != "next" else decision.name, value))
        firsts += [event.first for event, _ in play.events if isinstance(event, RoundBegins)]
    played_whole(play, firsts, options)


def played_whole(play: Play, firsts: list[int], options: Options) -> None:
    players, outcome = int(str(options["players"])), play.outcome
    assert outcome is not None
    assert outcome.counted == {"first": firsts[0]}
    assert firsts == [(firsts[0] - 1 + at) % players + 1 for at in range(len(firsts))]
    rounds = 1 if options["match"] == "single" else players
    scored = [list(plain.points(as_told(play.view, at)).values()) for at in range(len(play.view.points))]
    assert outcome.facts["by_round"] == [
        {str(seat): points for seat, points in enumerate(one, 1)} for one in scored
    ]
    if outcome.reason == "played":
        assert len(scored) == rounds
    else:
        assert (outcome.reason, len(scored) < rounds) == ("ended", True)
    totals = [sum(points) for points in zip(*scored, strict=True)]
    assert outcome.facts["totals"] == {str(seat): total for seat, total in enumerate(totals, 1)}
    assert outcome.winners == tuple(seat for seat, total in enumerate(totals, 1) if total == max(totals))


def as_told(view: ThorView, at: int) -> dict[str, Any]:
    """The box's final position of a round, in the referee's form."""
    setup, sheet = view.setup, view.sheets[at]
    told = {
        (fact.kind, fact.god, fact.seat): sheets.value_of(setup, sheet, fact) for fact in sheets.facts(setup)
    }
    shown = {key: None if value == "none" else value for key, value in told.items()}
    return {
        "offer": {god: shown["offer", god, 0] for god in view.gods},
        "above": {god: shown.get(("card", god, 0)) for god in view.gods},
        "has": {seat: {god: shown["count", god, seat] or 0 for god in view.gods} for seat in view.seats},
        "gifts": {seat: shown.get(("gifts", "", seat)) or 0 for seat in view.seats},
    }


class Corrected:
    """A round entered with mistakes, which are then corrected one by one."""

    def __init__(self, options: Options, seed: int) -> None:
        self.rng = Random(seed)
        self.ended = Beside({**options, "mode": "live"}, self.rng, for_long).run()
        told = {name: value for name, value in options.items() if name != "last_card"}
        self.play = Play(THOR, THOR.complete({**told, "mode": "final"}))
        self.play.take(Choice("first.who", 1))
        self.play.take(Choice("final.begin", "enter"))

    def enter(self, slips: float) -> None:
        """Enter everything. If a mistake makes the right value impossible, enter another one."""
        while (decision := self.play.decision) and decision.name.startswith(("final.", "gifts.")):
            fact = sheets.asked(self.play.view)
            assert fact is not None
            value = self.holder() if decision.name == "gifts.who" else self.truth(fact)
            if self.rng.random() < slips or not decision.domain.contains(value):
                value = decision.domain.sample(self.rng)
            self.play.take(Choice(decision.name, value))

    def truth(self, fact: Any) -> Any:
        return true_value(self.ended, fact.kind, fact.god, fact.seat)

    def holder(self) -> Any:
        """A seat with more of Three Gifts than entered, or "none"."""
        view: ThorView = self.play.view
        told = {
            one.seat: sheets.value_of(view.setup, view.sheets[0], one) for one in sheets.facts(view.setup)
        }
        return next((seat for seat in view.seats if self.ended["gifts"][seat] > (told[seat] or 0)), "none")

    def wrong(self) -> list[Any]:
        """The wrong facts that can change now; any others depend on these."""
        view: ThorView = self.play.view
        setup, sheet = view.setup, view.sheets[0]
        return [
            fact
            for fact in sheets.entered(setup, sheet)
            if sheets.value_of(setup, sheet, fact) != self.truth(fact)
            and len(values(sheets.possible(setup, sheet, fact))) > 1
        ]

    def correct(self, fact: Any) -> None:
        """Correct one fact; if the right value is not possible yet, make room for it."""
        before: ThorView = self.play.view
        where = fact.god or "gifts", fact.seat or fact.kind
        for name, value in (
            ("match.over", "correct"),
            ("correct.group", where[0]),
            ("correct.fact", where[1]),
        ):
            self.play.take(Choice(name, value))
        assert self.play.decision is not None
        value, domain = self.truth(fact), self.play.decision.domain
        if not domain.contains(value):
            value = "none" if domain.contains("none") else domain.lo if isinstance(domain, Number) else value
        others = [one for one in sheets.entered(before.setup, before.sheets[0]) if one != fact]
        self.play.take(Choice(self.play.decision.name, value))
        after: ThorView = self.play.view
        for one in others:
            kept = sheets.value_of(after.setup, after.sheets[0], one)
            assert kept == sheets.value_of(before.setup, before.sheets[0], one)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LIVE), st.integers(0, 10_000))
def test_entries_are_corrected_one_by_one_and_the_others_stay(options: Options, seed: int) -> None:
    round_ = Corrected(options, seed)
    round_.enter(slips=0.2)
    for _ in range(200):
        wrong = round_.wrong()
        if not wrong:
            break
        round_.correct(round_.rng.choice(wrong))
        round_.enter(slips=0.0)
    floor = options.get("floor_at_zero") == "yes"
    assert round_.play.view.points == (tuple(plain.points(round_.ended, floor).values()),)
