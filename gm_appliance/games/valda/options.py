"""The options of Valda."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm_appliance.core.game import Number, OneOf, Option

Chosen = Mapping[str, int | str]

PARTS = ("trades", "cards", "buildings", "attacks", "conversions", "weapons")
"""The parts of a turn that the companion follows or the table plays by hand."""


def _companion(chosen: Chosen) -> bool:
    return chosen["mode"] == "companion"


def _turns(chosen: Chosen) -> bool:
    return chosen["mode"] != "score"


def _rolls(chosen: Chosen) -> bool:
    return _turns(chosen) or chosen["turnaround"] == "yes"


def _follows(part: str) -> Callable[[Chosen], bool]:
    return lambda chosen: _companion(chosen) or (_turns(chosen) and part in ("buildings", "attacks"))


def _trades(chosen: Chosen) -> bool:
    return _turns(chosen) and chosen.get("trades") != "hand"


def _sides_left(*others: str) -> Mapping[str, object]:
    """A number of sides of the white die: at most those that earlier options leave."""
    return {"when": _turns, "most": lambda chosen: 6 - sum(int(chosen[other]) for other in others)}


OPTIONS = (
    Option("players", Number(2, 5, 4), 4, asked=True),
    # The box leads through whole turns, keeping only what it learns without asking about cards, or
    # everything; or it keeps only rounds and followers.
    Option("mode", OneOf(("guide", "companion", "score")), "guide", asked=True),
    # The Turnaround: the highest roll begins, and the last round goes the other way.
    Option("turnaround", OneOf(("no", "yes")), "no"),
    # Race to the Gods: the first player with 20 followers wins, in any round.
    Option("race", OneOf(("no", "yes")), "no", asked=True),
    # Rolled by the box, or by the table with its own dice.
    Option("dice", OneOf(("box", "own")), "box", asked=True, when=_rolls),
    # The parts of a turn that the table plays by hand from the start.
    *(Option(part, OneOf(("box", "hand")), "box", when=_follows(part)) for part in PARTS),
    # The price of one resource of any kind: four of one kind, or any four.
    Option("trade", OneOf(("same", "any")), "same", when=_trades),
    # The sides of the dice. Yellow: those that give gold; the others give diamond. Blue: those that give
    # 2 blood; the others give 1.
    Option("yellow_gold", Number(0, 6, 3), 3, when=_turns),
    Option("blue_two", Number(0, 6, 2), 2, when=_turns),
    # White: the sides that take a follower, change nothing, and give one; the others give two.
    Option("white_minus", Number(0, 6, 1), 1, when=_turns),
    Option("white_zero", Number(0, 6, 2), 2, **_sides_left("white_minus")),  # type: ignore[arg-type]
    Option("white_one", Number(0, 6, 2), 2, **_sides_left("white_minus", "white_zero")),  # type: ignore[arg-type]
)
