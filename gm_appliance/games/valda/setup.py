"""The meaning of a game's options: the parts of a turn that the box follows, and the balances it keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gm_appliance.core.values import replace
from gm_appliance.games.valda.model import BALANCES, BUILDINGS, FOLLOWERS, LOKI, Faces, Setup
from gm_appliance.games.valda.options import PARTS

SIDES = 6

FOLLOWERS_BY = frozenset(("cards", "buildings", "attacks", "conversions"))
"""The parts in which followers come and go."""


class Mode(NamedTuple):
    """A way to play. parts: of a turn, those the box asks about unless the table takes them over. announced:
    those it never asks about, but announces. keeps: as in `Setup`."""

    parts: tuple[str, ...]
    announced: tuple[str, ...]
    keeps: tuple[str, ...]


MODES: Mapping[str, Mode] = {
    "guide": Mode(
        ("dice", "buildings", "attacks", LOKI), ("trades", "cards", "conversions"), (FOLLOWERS, *BUILDINGS)
    ),
    "companion": Mode(("dice", *PARTS), (), BALANCES),
    "score": Mode((), (), (FOLLOWERS,)),
}


def setup(options: Mapping[str, int | str]) -> Setup:
    mode = MODES[str(options["mode"])]
    made = Setup(
        int(options["players"]),
        turnaround=options["turnaround"] == "yes",
        race=options["race"] == "yes",
        own=options.get("dice") == "own",
        any_four=options.get("trade") == "any",
        parts=frozenset(mode.parts),
        by_hand=frozenset(mode.announced),
        announced=frozenset(mode.announced),
        keeps=mode.keeps,
        faces=_faces(options) if "yellow_gold" in options else Faces(),
    )
    return by_hand(made, made.by_hand | {part for part in PARTS if options.get(part) == "hand"})


def by_hand(setup: Setup, parts: frozenset[str]) -> Setup:
    """The setup with these parts played by hand, and all others followed. Unless the box follows everything
    that brings followers, the table enters them at the end of each turn."""
    followed = (setup.parts | setup.by_hand) - parts - {FOLLOWERS}
    counted = frozenset[str]() if followed >= FOLLOWERS_BY else frozenset((FOLLOWERS,))
    return replace(setup, parts=followed | counted, by_hand=parts)


def _faces(options: Mapping[str, int | str]) -> Faces:
    gold, two = int(options["yellow_gold"]), int(options["blue_two"])
    minus, zero, one = (int(options[f"white_{side}"]) for side in ("minus", "zero", "one"))
    white = (-1,) * minus + (0,) * zero + (1,) * one
    return Faces(
        ("gold",) * gold + ("diamond",) * (SIDES - gold),
        (1,) * (SIDES - two) + (2,) * two,
        white + (2,) * (SIDES - len(white)),
    )
