"""The roles of Werewolf, each declared once.

At night a role emits an intent – an attack, a ward, a poison – and `Night` says who falls. So no role names
another: one of your own is a row here, and its words in `narration.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm_appliance.core.cues.props import Colour, Symbol
from gm_appliance.core.values import Value

VILLAGE, WOLVES = "village", "wolves"

POTION = "potion"
"""The name after all seats' in the roll call, at which the night's victim can be healed."""


class Night:
    """The intents of one night.

    secrets: what roles may not do again, as they note it themselves.
    """

    def __init__(self, round: int, secrets: Mapping[str, int]) -> None:
        self.round = round
        self.secrets = dict(secrets)
        self.attacked: set[int] = set()
        self.poisoned: set[int] = set()
        self.warded: set[int] = set()
        self.healed = False

    def once(self, deed: str) -> bool:
        """Whether this is the first time in the game; notes that it is done."""
        return self.secrets.setdefault(deed, self.round) == self.round

    @property
    def victims(self) -> set[int]:
        attacked = set() if self.healed else self.attacked - self.warded
        return attacked | self.poisoned


Mark = Callable[[Night, "int | str"], None]


class Role(Value):
    """A role.

    side:    who it wins with.
    mark:    what its thumb down in the roll call does, at a seat or at `POTION`; None if nothing.
    wakes:   the step of the night in which it opens its eyes; empty for none.
    unaided: the same without pads, if it differs.
    at_pads: whether only pads can tell the box about its mark.
    potions: whether it may also mark `POTION`.
    shoots:  whether it takes somebody along when it falls.
    """

    side: str = VILLAGE
    mark: Mark | None = None
    wakes: str = ""
    unaided: str = ""
    at_pads: bool = False
    potions: bool = False
    shoots: bool = False
    colour: Colour = "green"
    symbol: Symbol = "person"


def _attack(night: Night, target: int | str) -> None:
    if isinstance(target, int):
        night.attacked.add(target)


def _guard(night: Night, target: int | str) -> None:
    """Not the same seat in two nights in a row."""
    if isinstance(target, int) and night.secrets.get(f"guarded {target}") != night.round - 1:
        night.warded.add(target)
        night.secrets[f"guarded {target}"] = night.round


def _brew(night: Night, target: int | str) -> None:
    """One potion heals, the other kills; each once in a game."""
    if target == POTION:
        night.healed = night.once("healed")
    elif isinstance(target, int) and night.once("poisoned"):
        night.poisoned.add(target)


WEREWOLF = "werewolf"
VILLAGER = "villager"

ROLES: Mapping[str, Role] = {
    WEREWOLF: Role(WOLVES, _attack, colour="red", symbol="moon"),
    "seer": Role(wakes="look", colour="purple", symbol="eye"),
    "witch": Role(mark=_brew, potions=True, unaided="brew", colour="purple", symbol="drop"),
    "hunter": Role(shoots=True, colour="orange", symbol="bow"),
    "guard": Role(mark=_guard, at_pads=True, colour="blue", symbol="shield"),
    VILLAGER: Role(),
}
"""The special roles join in this order, between the werewolves and the villagers."""

SPECIAL = tuple(name for name in ROLES if name not in (WEREWOLF, VILLAGER))

PACKS: Mapping[int, int] = {6: 1, 7: 2, 8: 2, 9: 2, 10: 3, 11: 3, 12: 3, 13: 3, 14: 4, 15: 4}
"""The number of werewolves, by players: about a quarter, as Davidoff and Plotkin advise."""
