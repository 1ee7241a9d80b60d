"""Valda's companion in random evenings, beside a plain ledger that shares nothing with it; and what holds in
every one of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_appliance.core.game import Choice, IllegalChoice
from gm_appliance.core.play import Play
from gm_appliance.games.valda.companion import (
    attack,
    building,
    conversion,
    effects,
    ledger,
    model,
    resources,
    steps,
    weapons,
)
from gm_appliance.games.valda.companion.model import Holding, View
from tests.games import plain_valda as plain
from tests.games.valda_evenings import (
    COMPANION,
    BesideLedger,
    Options,
    at_ease,
    at_random,
    evenings,
    setup,
)


@pytest.mark.many
@pytest.mark.parametrize("seed", range(32))
def test_an_evening_agrees_with_the_plain_ledger(seed: int) -> None:
    BesideLedger(setup(seed), seed, rich=seed % 3 == 0).run()


@pytest.mark.long
@pytest.mark.parametrize("tenth", range(10))
def test_five_thousand_evenings_end_and_agree_with_the_plain_ledger(tenth: int) -> None:
    """Over every number of players, option and variant; one in twenty is played at random."""
    for at, options in enumerate(evenings(500, 500 * tenth + 1000)):
        BesideLedger(options, at, at_ease if at % 20 else at_random, rich=at % 3 == 0).run()


# ---------------------------------------------------------------- conservation

DELTAS: dict[str, dict[str, int]] = {
    "Endowed": {"blood": 1, "gold": 1, "diamond": 1, "mines": 1},
    "DiceRolled": {"blood": 1, "gold": 1, "diamond": 1},
    "Traded": {"blood": -1, "gold": -1, "diamond": -1},
    "Built": {"blood": -1, "gold": -1, "diamond": -1, "followers": 1},
    "BuildingCancelled": {"blood": 1, "gold": 1, "diamond": 1, "followers": -1},
    "AreaLocked": {"followers": 1},
    "LokiRolled": {"followers": 1},
    "Converted": {"followers": 1},
    "DieTurned": {"blood": 1, "gold": 1, "diamond": 1, "followers": 1},
}
"""The fields of an event that are added to a balance, and with which sign; as docs/valda.md has it."""


def summed(sums: Counter[tuple[int, str]], event: Any) -> None:
    """Add what an event says to the balances, by its fields alone."""
    name, fields = type(event).__name__, dict(vars(event))
    for field, sign in DELTAS.get(name, {}).items():
        sums[fields["seat"], "mine" if field == "mines" else field] += sign * fields[field]
    one, what = fields.get("seat", 0), fields.get("what", "")
    if name == "Traded":
        sums[one, fields["took"]] += 1
    elif name in ("Gained", "Built"):
        sums[one, what] += fields.get("number", 1)
    elif name in ("Lost", "Destroyed", "BuildingCancelled"):
        sums[one, what] -= fields.get("number", 1)
    elif name in ("Stolen", "Given"):
        sums[one, what] -= fields["number"]
        sums[fields["by" if name == "Stolen" else "to"], what] += fields["number"]
    elif name == "TempleMoved":
        sums[one, fields["god"]] -= 1
        sums[one, fields["to"]] += 1
    elif name == "Converted":
        sums[one, what] -= fields["paid"]
    elif name == "Corrected":
        sums[one, what] += fields["after"] - fields["before"]


@pytest.mark.parametrize("seed", range(100, 116))
def test_every_balance_is_the_sum_of_what_was_told(seed: int) -> None:
    """After each event, not only each choice: so every one of them says what it changed."""
    rng, play = Random(seed), Play(COMPANION, COMPANION.complete(setup(seed)))
    sums: Counter[tuple[int, str]] = Counter()
    while play.decision and len(play.taken) < 400:
        one = play.decision
        if one.on_request and rng.random() < 0.05:
            one = rng.choice(one.on_request)
        for event, view in play.take(Choice(one.name, at_ease(one, rng))):
            summed(sums, event)
            for seat in view.seats:
                for what in model.BALANCES:
                    assert view.has(seat).of(what) == sums[seat, what] >= 0, event


# ---------------------------------------------------------------- what holds in every evening

ROUNDS = settings(max_examples=40, deadline=None)
SEEDS = st.integers(0, 10_000)


def reached(seed: int, choices: int) -> Play:
    """An evening after so many choices, or at its end."""
    rng, play = Random(seed), Play(COMPANION, COMPANION.complete(setup(seed)))
    while play.decision and len(play.taken) < choices:
        one = play.decision
        if one.on_request and rng.random() < 0.05:
            one = rng.choice(one.on_request)
        play.take(Choice(one.name, at_ease(one, rng)))
    return play


@ROUNDS
@given(SEEDS, st.integers(0, 150))
def test_nobody_has_less_than_nothing_or_more_than_there_is(seed: int, choices: int) -> None:
    view: View = reached(seed, choices).view
    for seat in view.seats:
        has = view.has(seat)
        assert min(has.of(what) for what in model.BALANCES) >= 0
        assert has.mine <= 4
        assert has.drill <= 3
        assert sum(has.temples) <= 9
    for god in model.GODS:
        assert sum(view.has(seat).of(god) for seat in view.seats) <= 5


@ROUNDS
@given(SEEDS, st.integers(0, 150))
def test_no_attack_and_no_die_pushes_anybody_below_a_safe_zone(seed: int, choices: int) -> None:
    """Only a building that never stood, a turned die and a correction go by it."""
    rng, play = Random(seed + 1), reached(seed, choices)
    for _ in range(20):
        if not play.decision:
            return
        before: View = play.view
        told = play.take(Choice(play.decision.name, at_ease(play.decision, rng)))
        if any(type(event).__name__ in ("BuildingCancelled", "DieTurned", "Corrected") for event, _ in told):
            continue
        for seat in before.seats:
            assert play.view.has(seat).followers >= plain.zone(before.has(seat).followers)


@ROUNDS
@given(SEEDS, st.integers(0, 150))
def test_nonsense_is_refused_and_changes_nothing(seed: int, choices: int) -> None:
    play = reached(seed, choices)
    before = play.view
    for name, value in (("build.what", "asgard"), ("attack.power", 0), ("effect.number", 10), ("x", None)):
        with pytest.raises(IllegalChoice):
            COMPANION.apply(before, Choice(name, value))
    assert play.view is before


@ROUNDS
@given(SEEDS, st.integers(1, 150))
def test_every_step_can_be_taken_back_and_done_again(seed: int, choices: int) -> None:
    play = reached(seed, choices)
    before = play.undone().view
    again = COMPANION.apply(before, play.taken[-1].choice)
    assert (again.state, again.events) == (play.view, play.events)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 40), st.integers(1, 18))
def test_a_loss_stops_at_the_safe_zone_and_takes_no_more_than_is_printed(has: int, printed: int) -> None:
    lost = min(printed, effects.loose(Holding(followers=has), "followers"))
    assert has - lost == max(has - printed, *(safe for safe in (0, 5, 12, 20) if safe <= has))


@settings(max_examples=200, deadline=None)
@given(st.tuples(*[st.integers(0, 9)] * 3), st.sampled_from(model.BUILDINGS))
def test_a_building_is_offered_if_and_only_if_it_can_be_paid(has: tuple[int, ...], what: str) -> None:
    from tests.games.valda_table import ValdaTable

    table = ValdaTable()
    table.bare(1, **dict(zip(model.RESOURCES, has, strict=True))).building()
    price = [plain.PRICES[what].get(stuff, 0) for stuff in plain.STUFF]
    assert (what in table.answers()) == all(have >= cost for have, cost in zip(has, price, strict=True))


@settings(max_examples=200, deadline=None)
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


def _any_view(players: int) -> View:
    view: View = COMPANION.begin(COMPANION.complete({"mode": "companion", "players": players}))
    return view


# ---------------------------------------------------------------- the check itself

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
    "Resisted brings three": (weapons, "REWARD", 3),
    "a conversion has no limit": (conversion, "_can", lambda view, phase, one: _enough(view, one)),
}


def _enough(view: View, one: Any) -> bool:
    holding = view.has(view.turn)
    return bool(holding.of(one.god) >= one.temples and holding.of(one.what) >= one.number)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, wrong = FAULTS[fault]
    monkeypatch.setattr(where, name, wrong)
    options: Options = {"mode": "companion", "players": 3, "dice": "box"}
    with pytest.raises((AssertionError, ValueError)):
        _all_agree(options)


def _all_agree(options: Options) -> None:
    for seed in range(60):
        BesideLedger(options, seed, rich=True).run()


def test_the_ledger_refuses_a_balance_below_zero() -> None:
    lost = ledger.LedgerEntry(1, "gold", -1)
    with pytest.raises(ValueError, match="gold cannot be -1"):
        ledger.written((Holding(),), object(), (lost,))
