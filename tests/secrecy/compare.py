"""Two runs of one evening, compared at the ports."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from itertools import zip_longest

from gm_appliance.core.values import Value
from tests.secrecy.evening import Fact, Run
from tests.secrecy.windows import Window


class Parting(Value):
    """The first published fact in which two runs differ: when it came in each; infinity for never."""

    index: int
    at: tuple[float, float]
    facts: tuple[Fact | None, Fact | None]


def parting(one: Run, other: Run) -> Parting:
    pairs = zip_longest(one.published, other.published, fillvalue=(math.inf, None))
    for index, ((t, fact), (u, its)) in enumerate(pairs):
        if fact != its:
            return Parting(index, (t, u), (fact, its))
    return Parting(len(one.published), (math.inf, math.inf), (None, None))


def leak(one: Run, other: Run) -> str | None:
    """What tells these runs apart before a published fact does; None where nothing does. Only the secrets of
    the two may differ, not the evening."""
    for run in (one, other):
        if run.broken:
            return run.broken[0]
    parted = parting(one, other)
    if parted.at[0] != parted.at[1]:
        return f"{parted.facts} came at different times: {parted.at}"
    until = parted.at[0]
    facts = zip(one.published[: parted.index], other.published, strict=False)
    for (t, fact), (u, _same) in facts:
        if t != u:
            return f"{fact} came at {t} and at {u}"
    mine = [output for output in one.outputs if output.t < until]
    its = [output for output in other.outputs if output.t < until]
    for here, there in zip_longest(mine, its):
        if here != there:
            return f"before {until}: {here} and {there}"
    return None


FEATURES = ("conspirators", "their sum", "presses", "thumbs down", "the first", "the last")
"""What a leak might depend on: two runs that are alike in it would not show it."""


def features(run: Run, window: Window) -> tuple[object, ...]:
    """Of all that is secret in a window, what FEATURES names."""
    them = [seat for seat, card in sorted(run.cards.items()) if card == "conspire"]
    pressed = [(press.seat, press.button) for press in sorted(window.presses)]
    down = sum(button == "down" for _seat, button in pressed)
    return them, sum(them), len(pressed), down, pressed[:1], pressed[-1:]


@dataclass
class Tally:
    """How much a number of pairs can tell.

    alike:   secret windows pressed differently in the two runs, with all outputs compared past their end.
    presses: presses in these windows, of both runs.
    differed: how often they differed in what FEATURES names, by the window's name; and, as "later", how often
              a window of that name came once more before the runs parted.
    """

    pairs: int = 0
    other_factions: int = 0
    alike: int = 0
    presses: int = 0
    differed: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, one: Run, other: Run) -> None:
        until = min(parting(one, other).at[0], one.outputs[-1].t)
        self.pairs += 1
        self.other_factions += one.cards != other.cards
        before: set[str] = set()
        for (t, here), (_t, there) in zip(one.windows, other.windows, strict=False):
            name = here.decision.name
            if t < until and name in before:
                self.differed[name, "later"] += 1
            if t < until and here.presses != there.presses:
                before.add(name)
                self.alike += 1
                self.presses += len(here.presses) + len(there.presses)
                theirs = zip(FEATURES, features(one, here), features(other, there), strict=True)
                self.differed.update((name, what) for what, mine, its in theirs if mine != its)

    def undiffering(self, *names: str) -> list[tuple[str, str]]:
        """What nothing was compared for, of all that may differ in windows of these names."""
        return [
            (name, what) for name in names for what in (*FEATURES, "later") if not self.differed[name, what]
        ]
