"""The roles of Werewolf, each declared once. docs/werewolf.md explains them to players.

No role names another: one of your own is a row here, and its words in `narration.narrator`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.hidden_roles.village import POTION, Night, Role, Village, attack

VILLAGE, WOLVES = "village", "wolves"


def _guard(night: Night, target: Any) -> None:
    """Not the same seat in two nights in a row."""
    if target != POTION and night.secrets.get(f"guarded {target}") != night.round - 1:
        night.secrets[f"guarded {target}"] = night.round
        night.attacked.discard(target)


def _brew(night: Night, target: Any) -> None:
    """One potion heals, the other kills; each once in a game."""
    if target == POTION:
        if night.once("healed"):
            night.attacked.clear()
    elif night.once("poisoned"):
        night.killed.add(target)


ROLES: Mapping[str, Role] = {
    "werewolf": Role(WOLVES, attack),
    "seer": Role(VILLAGE, wakes="look"),
    "witch": Role(VILLAGE, _brew, potions=True, unaided="brew"),
    "hunter": Role(VILLAGE, shoots=True),
    # Only pads can tell the box whom the guard protects.
    "guard": Role(VILLAGE, _guard),
    "villager": Role(VILLAGE),
}

# About a quarter, as Davidoff and Plotkin advise.
PACKS: Mapping[int, int] = {6: 1, 7: 2, 8: 2, 9: 2, 10: 3, 11: 3, 12: 3, 13: 3, 14: 4, 15: 4}

RULES = Village(ROLES, PACKS)
begin, public, decision = RULES.begin, RULES.public, RULES.decision
apply, outcome = RULES.apply, RULES.outcome
