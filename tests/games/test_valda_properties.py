"""Valda's companion in random evenings, compared with a plain ledger that shares nothing with it; and
properties of every evening."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_appliance.core.game import Choice
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games.valda import (
    VALDA,
    attack,
    building,
    conversion,
    effects,
    ledger,
    model,
    resources,
    rules,
    steps,
)
from gm_appliance.games.valda.model import Holding, ValdaView
from gm_appliance.games.valda.options import PARTS
from tests.games import plain_valda as plain
from tests.games.valda_evenings import BesideLedger, Options, at_ease, at_random, evenings, setup


@pytest.mark.many
@pytest.mark.parametrize("seed", range(32))
def test_an_evening_agrees_with_the_plain_ledger(seed: int) -> None:
    BesideLedger(setup(seed), seed, rich=seed % 4 == 0).run()


@pytest.mark.long
@pytest.mark.parametrize("fifth", range(5))
def test_thousands_of_evenings_end_and_agree_with_the_plain_ledger(fifth: int) -> None:
    """2,500 with all numbers of players, options and variants; one in twenty is completely random."""
    for at, options in enumerate(evenings(500, 500 * fifth + 1000)):
        BesideLedger(options, at, at_ease if at % 20 else at_random, rich=at % 4 == 0).run()


ROUNDS = settings(max_examples=40, deadline=None)
SEEDS = st.integers(0, 10_000)


def reached(seed: int, choices: int) -> Play:
    """An evening after this number of choices, or at its end."""
    rng, play = Random(seed), Play(VALDA, VALDA.complete(setup(seed)))
    while play.decision and len(play.taken) < choices:
        one = play.decision
        if one.on_request and rng.random() < 0.05:
            one = rng.choice(one.on_request)
        play.take(Choice(one.name, at_ease(one, rng)))
    return play


@ROUNDS
@given(SEEDS, st.integers(0, 150))
def test_no_attack_and_no_die_pushes_anybody_below_a_safe_zone(seed: int, choices: int) -> None:
    """Only a cancelled building, a turned die and a correction may."""
    rng, play = Random(seed + 1), reached(seed, choices)
    for _ in range(20):
        if not play.decision:
            return
        before: ValdaView = play.view
        told = play.take(Choice(play.decision.name, at_ease(play.decision, rng)))
        if any(type(event).__name__ in ("BuildingCancelled", "DieTurned", "Corrected") for event, _ in told):
            continue
        for seat in before.seats:
            assert play.view.has(seat).followers >= plain.zone(before.has(seat).followers)


@pytest.mark.parametrize("seed", range(24))
def test_any_parts_of_a_turn_can_be_followed_and_any_balances_kept(seed: int) -> None:
    """In all the combinations modes could have; the other parts are announced or left out."""
    rng = Random(seed)
    view: ValdaView = VALDA.begin(VALDA.complete(setup(seed)))
    parts = {"dice", *(part for part in (*rules.TURN, "weapons") if rng.random() < 0.5)}
    by_hand = {part for part in PARTS if part not in parts and rng.random() < 0.5}
    keeps = rng.choice((("followers",), ("followers", *model.BUILDINGS), model.BALANCES))
    made = replace(view.setup, parts=frozenset(parts), by_hand=frozenset(by_hand), keeps=keeps)
    view = replace(view, setup=made)
    for _ in range(200):
        if (decision := VALDA.decision(view)) is None:
            return
        assert ASKED_IN.get(decision.name, {"dice"}) & parts
        view = VALDA.apply(view, Choice(decision.name, at_ease(decision, rng))).state
        lost = {what for what in model.BALANCES if what not in keeps}
        assert not any(view.has(seat).of(what) for seat in view.seats for what in lost)


ASKED_IN = {
    **{"trade.give": {"trades"}, "game.what": {"cards"}, "build.what": {"buildings"}},
    **{"attack.who": {"attacks"}, "followers.what": {"conversions", "loki"}, "weapon.play": {"weapons"}},
    "turn.followers": {"followers"},
}


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=5), st.data())
def test_the_order_of_attacks_is_followers_then_resources_then_clockwise(
    stands: list[tuple[int, int]], data: st.DataObject
) -> None:
    holdings = tuple(Holding(followers=followers, gold=gold) for followers, gold in stands)
    view = replace(_any_view(len(stands)), holdings=holdings)
    victim = data.draw(st.integers(1, len(stands)))
    order = attack.attack_order(view, victim)
    assert sorted((*order, victim)) == list(view.seats)
    for one, after in pairwise(order):
        assert stands[one - 1] >= stands[after - 1]
        if stands[one - 1] == stands[after - 1]:
            assert (one - victim) % len(stands) < (after - victim) % len(stands)


def _any_view(players: int) -> ValdaView:
    view: ValdaView = VALDA.begin(VALDA.complete({"mode": "companion", "players": players}))
    return view


_loose, _entries, _order, _affords = effects.loose, ledger.entries, attack.attack_order, building.affords


def _to_nothing(holding: Any, what: str) -> int:
    return int(holding.of(what))


def _thief_gets_nothing(event: object) -> Any:
    found = _entries(event)
    return found[:1] if type(event).__name__ == "Stolen" else found


def _without_paying(event: object) -> Any:
    paid = type(event).__name__ == "Built"
    return tuple(one for one in _entries(event) if not paid or one.what not in model.RESOURCES)


FAULTS: dict[str, tuple[Any, str, Any]] = {
    "followers are killed out of a safe zone": (effects, "loose", _to_nothing),
    "a thief gets nothing": (steps, "entries", _thief_gets_nothing),
    "buildings cost nothing": (steps, "entries", _without_paying),
    "the poorest attacks first": (attack, "attack_order", lambda view, seat: _order(view, seat)[::-1]),
    "whatever is there can be paid": (building, "affords", lambda view, seat, what: True),
    "two temples lock an area": (building, "LOCK", 2),
    "trade costs three": (resources, "USUAL_RATE", 3),
    "Heimdall changes nothing": (resources, "HEIMDALL", "loki"),
    "Tyr's bonus is one for all temples": (attack, "defence_bonus", lambda view, seat: 1),
    "Surtur never strikes twice": (attack, "FEW", 1),
    "Loki's dice hurt in a safe zone": (
        conversion,
        "thrown_to",
        lambda before, total: max(0, before + total),
    ),
    "Resisted brings three": (attack, "REWARD", 3),
    "a conversion has no limit": (conversion, "_can", lambda view, phase, one: _enough(view, one)),
}


def _enough(view: ValdaView, one: Any) -> bool:
    holding = view.has(view.turn)
    return bool(holding.of(one.god) >= one.temples and holding.of(one.what) >= one.number)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, wrong = FAULTS[fault]
    monkeypatch.setattr(where, name, wrong)
    hurting: Options = {"white_minus": 6, "white_zero": 0, "white_one": 0}
    options: Options = {"mode": "companion", "players": 3, "dice": "box", **hurting}
    with pytest.raises((AssertionError, ValueError)):
        _all_agree(options)


def _all_agree(options: Options) -> None:
    for seed in range(60):
        BesideLedger(options, seed, rich=True, asides=0.15).run()


def test_the_ledger_refuses_a_balance_below_zero() -> None:
    lost = ledger.LedgerEntry(1, "gold", -1)
    with pytest.raises(ValueError, match="gold cannot be -1"):
        ledger.written((Holding(),), object(), (lost,))
