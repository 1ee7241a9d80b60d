"""The options of Valda."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm_appliance.core.game import Number, OneOf, Option

Chosen = Mapping[str, int | str]

PARTS = ("trades", "cards", "buildings", "attacks", "conversions", "weapons")
"""The parts of a turn that the box follows as a companion, or the table plays by hand."""

FOLLOWERS_BY = ("cards", "buildings", "attacks", "conversions")
"""The parts in which followers come and go."""


def _companion(chosen: Chosen) -> bool:
    return chosen["mode"] == "companion"


def _rolls(chosen: Chosen) -> bool:
    """Whether dice are rolled that the box uses."""
    return _companion(chosen) or chosen["turnaround"] == "yes"


def _by_parts(chosen: Chosen) -> bool:
    return chosen.get("parts") == "some"


def _keepers(part: str) -> Callable[[Chosen], tuple[str, ...]]:
    """The values of a part. A race ends at once, so in one the box must know all followers."""

    def keepers(chosen: Chosen) -> tuple[str, ...]:
        return ("box",) if chosen["race"] == "yes" and part in FOLLOWERS_BY else ("box", "hand")

    return keepers


def _trades(chosen: Chosen) -> bool:
    return _companion(chosen) and chosen.get("trades") != "hand"


def _sides_left(*others: str) -> Mapping[str, object]:
    """A number of sides of the white die: as many as the options before leave."""
    return {
        "when": _companion,
        "most": lambda chosen: 6 - sum(int(chosen[other]) for other in others),
    }


OPTIONS = (
    Option("players", Number(2, 5, 4), 4, asked=True),
    # The box follows whole turns, or only rounds and followers.
    Option("mode", OneOf(("companion", "score")), "companion", asked=True),
    # The Turnaround: the highest roll begins, and the last round goes the other way.
    Option("turnaround", OneOf(("no", "yes")), "no"),
    # Race to the Gods: the first to have 20 followers wins, in any round.
    Option("race", OneOf(("no", "yes")), "no", asked=True),
    # Rolled by the box, or by the table with its own dice.
    Option("dice", OneOf(("box", "own")), "box", asked=True, when=_rolls),
    # The box follows all parts of a turn, or those chosen one by one.
    Option("parts", OneOf(("all", "some")), "all", asked=True, when=_companion),
    *(
        Option(part, OneOf(("box", "hand")), "box", asked=True, when=_by_parts, among=_keepers(part))
        for part in PARTS
    ),
    # What buys one resource of any kind: four of one kind, or any four.
    Option("trade", OneOf(("same", "any")), "same", when=_trades),
    # The sides of the dice. Yellow: those that give gold; the others give diamond. Blue: those that give
    # 2 blood; the others give 1.
    Option("yellow_gold", Number(0, 6, 3), 3, when=_companion),
    Option("blue_two", Number(0, 6, 2), 2, when=_companion),
    # White: the sides that take a follower, change nothing, and give one; the others give two.
    Option("white_minus", Number(0, 6, 1), 1, when=_companion),
    Option("white_zero", Number(0, 6, 2), 2, **_sides_left("white_minus")),  # type: ignore[arg-type]
    Option("white_one", Number(0, 6, 2), 2, **_sides_left("white_minus", "white_zero")),  # type: ignore[arg-type]
)
