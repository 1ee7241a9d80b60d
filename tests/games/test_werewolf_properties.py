"""Automatic evenings of Werewolf end, and every step agrees with a second, plain implementation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from gm_appliance.core.values import replace
from gm_appliance.games.werewolf.rules import PACKS, ROLES, RULES
from gm_appliance.hidden_roles import model
from gm_appliance.hidden_roles.events import NobodyBanished
from gm_appliance.hidden_roles.village import POTION, Night, Shot, attack
from tests.games.werewolf import Evening

SIZES = range(6, 16)


def play_some(seeds: int) -> None:
    for seed, players in product(range(seeds), SIZES):
        Evening(players, seed).to_the_end()


@pytest.mark.parametrize("players", SIZES)
def test_evenings_end_as_the_plain_rules_say(players: int) -> None:
    for seed in range(12):
        Evening(players, seed).to_the_end()


@pytest.mark.long
@pytest.mark.parametrize("players", SIZES)
def test_a_thousand_evenings_end_as_the_plain_rules_say(players: int) -> None:
    for seed in range(1000):
        Evening(players, seed).to_the_end()


def deeds(**changed: Callable[[Night, Any], None]) -> dict[str, Any]:
    """`RULES.roles` with other deeds."""
    return {"roles": {**ROLES, **{name: replace(ROLES[name], deed=deed) for name, deed in changed.items()}}}


def guards_always(night: Night, target: Any) -> None:
    night.attacked.discard(target)


def guards_from_poison(night: Night, target: Any) -> None:
    if target != POTION:
        ROLES["guard"].deed(night, target)  # type: ignore[misc]
        night.killed.discard(target)


def poisons_always(night: Night, target: Any) -> None:
    if target != POTION:
        night.killed.add(target)
    elif night.once("healed"):
        night.attacked.clear()


def heals_always(night: Night, target: Any) -> None:
    if target == POTION:
        night.attacked.clear()
    elif night.once("poisoned"):
        night.killed.add(target)


def one_of(deed: Callable[[Night, Any], None]) -> Callable[[Night, Any], None]:
    """The same, but one deed spends both potions."""

    def done(night: Night, target: Any) -> None:
        if night.once("brewed"):
            deed(night, target)

    return done


def wins_by_more(view: Any, cards: Mapping[int, str]) -> str | None:
    left = len(RULES.attackers_of(view.places.inside, cards))
    if not left:
        return "village"
    return "wolves" if left * 2 > len(view.places.inside) else None


def knows_the_hunter(builder: Any, seats: tuple[int, ...], by: str) -> Shot | None:
    """The box tells whose role it was although cards stay hidden."""
    cards = builder.factions
    if builder.view.shot or not builder.view.with_pads:
        return None
    return next((Shot(seat, by) for seat in seats if cards[seat] == "hunter"), None)


def void_at_any_shot(phase: Any) -> bool:
    return isinstance(phase, model.Die | Shot | model.EndCheck)


def falls_twice(builder: Any, victims: list[int]) -> None:
    """Only the first of two victims falls."""
    builder.tell(NobodyBanished() if not victims else "dawn")
    if not victims or RULES.banish(builder, victims[0], by="night"):
        RULES.day(builder)


def forgets_no_shot(builder: Any) -> None:
    shot = builder.view.shot
    type(RULES)._void(RULES, builder)
    builder.change(shot=shot)


FAULTS: dict[str, dict[str, Any]] = {
    "the guard protects the same again": deeds(guard=guards_always),
    "the guard saves from poison": deeds(guard=guards_from_poison),
    "poison never runs out": deeds(witch=poisons_always),
    "the potion never runs out": deeds(witch=heals_always),
    "both potions are one": deeds(witch=one_of(ROLES["witch"].deed)),  # type: ignore[arg-type]
    "villagers attack": deeds(villager=attack),
    "the guard comes first": {"roles": {"guard": ROLES["guard"], **ROLES}},
    "a tie is as the votes": {"condemns": lambda view, counted: counted.down > counted.up},
    "the dead vote": {"speaking": lambda view: view.present},
    "wolves win only by more": {"winner": wins_by_more},
    "the box knows the hunter": {"last_deed": knows_the_hunter},
    "nobody shoots": {"last_deed": lambda builder, seats, by: None},
    "a void night forgets no shot": {"_void": forgets_no_shot},
    "a night is void after the council": {"can_be_void": void_at_any_shot},
    "one of two falls": {"_fall_at_night": falls_twice},
    "all cards are turned": {"turns_cards": lambda view: True},
    "a pack too many": {"packs": {players: pack + 1 for players, pack in PACKS.items()}},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, planted in FAULTS[fault].items():
        monkeypatch.setattr(RULES, name, planted)
    with pytest.raises(AssertionError):
        play_some(25)
