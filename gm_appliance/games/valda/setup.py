"""What the options of a game mean: the parts of a turn that the box follows, and the balances it keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gm_appliance.games.valda.model import BALANCES, FOLLOWERS, Faces, Setup
from gm_appliance.games.valda.options import PARTS

SIDES = 6


class Mode(NamedTuple):
    """A way to play. parts, keeps: as in `Setup`, if the table leaves everything to the box."""

    parts: tuple[str, ...]
    keeps: tuple[str, ...]


MODES: Mapping[str, Mode] = {
    "companion": Mode(("dice", *PARTS), BALANCES),
    "score": Mode((FOLLOWERS,), (FOLLOWERS,)),
}


def setup(options: Mapping[str, int | str]) -> Setup:
    """The setup with these options, as `Game.complete` returns them."""
    mode = MODES[str(options["mode"])]
    by_hand = frozenset(part for part in PARTS if options.get(part) == "hand")
    return Setup(
        int(options["players"]),
        turnaround=options["turnaround"] == "yes",
        race=options["race"] == "yes",
        own=options.get("dice") == "own",
        any_four=options.get("trade") == "any",
        parts=frozenset(mode.parts) - by_hand,
        by_hand=by_hand,
        keeps=mode.keeps,
        faces=_faces(options) if "yellow_gold" in options else Faces(),
    )


def _faces(options: Mapping[str, int | str]) -> Faces:
    gold, two = int(options["yellow_gold"]), int(options["blue_two"])
    minus, zero, one = (int(options[f"white_{side}"]) for side in ("minus", "zero", "one"))
    white = (-1,) * minus + (0,) * zero + (1,) * one
    return Faces(
        ("gold",) * gold + ("diamond",) * (SIDES - gold),
        (1,) * (SIDES - two) + (2,) * two,
        white + (2,) * (SIDES - len(white)),
    )
