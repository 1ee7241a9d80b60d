"""Two cards against each other: who wins, and why.

Cards are their numbers, 0 to 9; Idunn is 0 and Loki is 1.
"""

from __future__ import annotations

from typing import NamedTuple

from gm_appliance.games.odins_table.board import ATTACKER, DEFENDER, SWAP

CARDS = (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
"""Odin, Thor, Vidar, Tyr, Freya, Hel, Baldr, Njord, Loki, Idunn: the strongest first."""

IDUNN = 0
LOKI = 1

HIGHER = "higher"
TIE = "tie"
TRICKERY = "trickery"
TWO_LOKIS = "two-lokis"
NO_TRICKERY = "no-trickery"


class Verdict(NamedTuple):
    """How a fight ends, and why.

    ends: ``"attacker"`` or ``"defender"`` wins and the other's piece is captured; ``"swap"``: nobody is, the
          two pieces change places.
    why:  ``"higher"``, the card that wins is; ``"tie"``, which the attacker wins; ``"trickery"``, Loki was
          attacked by a higher card; ``"two-lokis"``, a tie like any other; ``"no-trickery"``, Idunn
          attacked Loki and is the lower one.
    """

    ends: str
    why: str


def judged(attack: int, defence: int) -> Verdict:
    """The fight of an attacking card against a defending one."""
    if defence == LOKI:
        if attack > LOKI:
            return Verdict(SWAP, TRICKERY)
        return Verdict(ATTACKER, TWO_LOKIS) if attack == LOKI else Verdict(DEFENDER, NO_TRICKERY)
    if attack == defence:
        return Verdict(ATTACKER, TIE)
    return Verdict(ATTACKER if attack > defence else DEFENDER, HIGHER)
