"""Two runs of one evening, compared at the ports."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import zip_longest

from gm_appliance.core.values import Value
from tests.secrecy.evening import Run
from tests.secrecy.ledger import Fact


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
    """What tells these runs apart before a published fact does; None where nothing does.

    Only the secrets of the two may differ, not the evening.
    """
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


@dataclass
class Tally:
    """How much a number of pairs can tell.

    parted:  pairs whose published facts differ somewhere; by the kind of the fact.
    alike:   secret windows pressed differently in the two runs, with all outputs compared past their end.
    presses: presses in these windows, of both runs.
    hours:   of evenings compared.
    """

    pairs: int = 0
    other_factions: int = 0
    over: int = 0
    parted: dict[object, int] = field(default_factory=dict)
    alike: int = 0
    presses: int = 0
    hours: float = 0.0

    def add(self, one: Run, other: Run) -> None:
        parted = parting(one, other)
        until = min(parted.at[0], one.outputs[-1].t)
        self.pairs += 1
        self.other_factions += one.cards != other.cards
        self.over += one.over
        self.hours += until / 3600
        if parted.facts != (None, None):
            kind = (parted.facts[0] or parted.facts[1] or ("",))[0]
            self.parted[kind] = self.parted.get(kind, 0) + 1
        for (t, here), (_t, there) in zip(one.windows, other.windows, strict=False):
            if t < until and here.presses != there.presses:
                self.alike += 1
                self.presses += len(here.presses) + len(there.presses)
