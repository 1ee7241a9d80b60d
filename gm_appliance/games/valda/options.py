"""The options of Valda."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.game import Number, OneOf, Option


def _modes(chosen: Mapping[str, int | str]) -> tuple[str, ...]:
    return ("score",)


def _rolls(chosen: Mapping[str, int | str]) -> bool:
    """Whether anything is rolled that the box is told of."""
    return chosen["turnaround"] == "yes"


OPTIONS = (
    Option("players", Number(2, 5, 4), 4, asked=True),
    # The box keeps the rounds and everybody's followers.
    Option("mode", OneOf(("score",)), "score", asked=True, among=_modes),
    # The Turnaround: the highest roll begins, and the last round goes the other way.
    Option("turnaround", OneOf(("no", "yes")), "no"),
    # Race to the Gods: the first to have 20 followers wins, however many rounds it takes.
    Option("race", OneOf(("no", "yes")), "no"),
    # Rolled by the box, or by the table with its own dice.
    Option("dice", OneOf(("box", "own")), "box", when=_rolls),
)
