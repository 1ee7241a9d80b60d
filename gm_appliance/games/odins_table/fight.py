"""A fight between two cards: who wins, and why. Cards are numbers, 0 to 9."""

from __future__ import annotations

from typing import NamedTuple

from gm_appliance.games.odins_table.board import ATTACKER, DEFENDER, SWAP

CARDS = (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
"""Odin, Thor, Vidar, Tyr, Freya, Hel, Baldr, Njord, Loki, Idunn: strongest first."""

IDUNN = 0
LOKI = 1

HIGHER = "higher"
TIE = "tie"
TRICKERY = "trickery"
TWO_LOKIS = "two-lokis"
NO_TRICKERY = "no-trickery"


class Verdict(NamedTuple):
    """The result of a fight, with the reason.

    ends: ATTACKER or DEFENDER wins and captures the other's piece; SWAP: the two pieces change places.
    why: HIGHER: the winning card is higher; TIE: the attacker wins it; TRICKERY: a higher card attacked Loki;
         TWO_LOKIS: also a tie; NO_TRICKERY: Idunn attacked Loki, whose trick does not work on her.
    """

    ends: str
    why: str


def judged(attack: int, defence: int) -> Verdict:
    if defence == LOKI:
        if attack > LOKI:
            return Verdict(SWAP, TRICKERY)
        return Verdict(ATTACKER, TWO_LOKIS) if attack == LOKI else Verdict(DEFENDER, NO_TRICKERY)
    if attack == defence:
        return Verdict(ATTACKER, TIE)
    return Verdict(ATTACKER if attack > defence else DEFENDER, HIGHER)
