"""The most common cards, each entered by choosing one line: those that have come up most often at this table.

Such a card has a single effect, named by its line: "2 gold" for a gain, otherwise "steal 1 gold" and so on.
"""

from __future__ import annotations

from gm_appliance.games.valda.model import FOLLOWERS, RESOURCES, ValdaView

GAINS = (*RESOURCES, FOLLOWERS)  # everything of which a card can give a number

STEAL, KILL, LOSE = "steal", "kill", "lose"

ON_YELLOW, ON_RED = 8, 3
"""The number of lines offered for a yellow card, and for an attack. Holding a button reaches distant ones."""


def line(kind: str, what: str, number: int) -> str:
    """The line of a card with only this effect; "" for effects without lines."""
    if kind in GAINS:
        return f"{number} {kind}"
    return f"{kind} {number} {what or FOLLOWERS}" if kind in (STEAL, KILL, LOSE) else ""


def effect(line: str) -> tuple[str, str, int]:
    """The kind, the balance and the number of a line."""
    *kinds, number, what = line.split()
    return (*kinds, what)[0], what, int(number)


def common(view: ValdaView, *, red: bool = False) -> tuple[str, ...]:
    return tuple(line for line, _times in view.cards[red][: ON_RED if red else ON_YELLOW])


def noted(view: ValdaView, line: str, *, red: bool) -> tuple[tuple[tuple[str, int], ...], ...]:
    times = dict(view.cards[red])
    times[line] = times.get(line, 0) + 1
    sorted_ = tuple(sorted(times.items(), key=lambda one: -one[1]))
    return (view.cards[0], sorted_) if red else (sorted_, view.cards[1])
