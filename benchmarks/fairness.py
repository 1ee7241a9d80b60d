"""Whether the box's die is fair: a million throws, made as at a real table.

    make bench                          with all the others
    .venv/bin/python -m benchmarks.fairness [--throws N] [--quick]

An evening is played as `gm-appliance run` plays it, from the menu on, with a game of nothing but
throws: the host asks chance for each, and chance is the operating system's, as always. Only the hardware
is missing, which no throw passes through, and the journal, which would sync a card a million times.

Three questions are put to the throws:

- **faces**: does each of the six come as often as the others? Chi-square, five degrees of freedom.
- **repeats**: does a throw equal the one before in one case of six? That counts the runs of one face.
- **high and low**: does 4 to 6 follow 1 to 3, and the other way round, half the time? The runs of
  high and of low faces.

Too even counts as well as too uneven: a die that never deviates is not random. Exits with status 1 if a
fair die would look like this less than once in a million such evenings, for all three questions together.

For comparison there are a loaded die that falls on six half a percent more often, which this many throws
must expose, and a die that sometimes stays as it is.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import erf, erfc, exp, pi, sqrt
from random import Random
from typing import Any

from gm_appliance.app.evening import Evening
from gm_appliance.app.evening_settings import Environment
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Chance, Choice, Decision, Game, Number, Step
from gm_appliance.core.language import Language
from gm_appliance.core.narration import BaseNarration
from gm_appliance.core.observer import Observer
from gm_appliance.core.people import Party
from gm_appliance.core.ports import PANEL, Ports, Stop
from gm_appliance.devices.inbox import TableInbox, VirtualClock
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.devices.sound.voice import SilentVoice
from gm_appliance.games.registry import RegisteredGame

FACES = 6
DOUBT = 1e-6
"""The probability of calling a fair die unfair."""

IN_A_GAME = 1000
"""Throws in a game, before the next begins: a play keeps every moment of itself."""

# ---------------------------------------------------------------- a game of nothing but throws


@dataclass(frozen=True)
class Left:
    """The number of throws still to come."""

    throws: int = IN_A_GAME


def _decision(view: Left) -> Decision | None:
    return Decision("die", Chance(), Number(1, FACES)) if view.throws else None


DICE: Game[Left, Left] = Game(
    name="dice",
    rules=1,
    options=(),
    begin=lambda options: Left(),
    public=lambda state: state,
    decision=_decision,
    apply=lambda view, choice: Step(replace(view, throws=view.throws - 1)),
    outcome=lambda view: None,
)


class _Untold(BaseNarration):
    """A narration nobody listens to."""

    def title(self) -> str:
        return DICE.name


def _untold(_: Language, people: Party) -> Any:
    return _Untold()


class _Nothing:
    """A display, lamps and a table that do nothing."""

    def show(self, screen: Screen) -> None: ...

    def light(self, lit: frozenset[int]) -> None: ...

    def lay(self, items: Sequence[Prop]) -> None: ...


class _Thrower(Observer):
    """Somebody who presses OK at the panel whatever is asked, and records the throws."""

    def __init__(self, inbox: TableInbox, throws: int) -> None:
        self._inbox = inbox
        self._wanted = throws
        self.thrown: list[int] = []

    def asked(self, prompt_id: int, decision: Decision) -> None:
        if len(self.thrown) < self._wanted:
            self._inbox.press_at(self._inbox.now() + 1.0, PANEL, "ok", 0.1)
        else:
            self._inbox.post(Stop())

    def chose(self, decision: Decision, choice: Choice) -> None:
        if isinstance(decision.who, Chance):
            self.thrown.append(int(str(choice.value)))


def thrown(throws: int) -> list[int]:
    """This many throws, made in the games of one evening."""
    inbox, nothing = TableInbox(VirtualClock()), _Nothing()
    thrower = _Thrower(inbox, throws)
    ports = Ports(inbox, nothing, nothing, SilentVoice(), SilentMixer(), nothing)
    registry = {DICE.name: RegisteredGame(DICE, _untold, "gm_appliance")}
    # The default source of chance, as in app/real_table.py.
    environment = Environment(registry=registry)
    Evening(ports, None, thrower, lambda part, what: None, environment=environment).run()
    return thrower.thrown[:throws]


# ---------------------------------------------------------------- findings


@dataclass(frozen=True)
class Finding:
    """An answer. expected: a fair die's figure. chance: the probability that a fair die deviates at least as
    much."""

    question: str
    figure: float
    expected: float
    chance: float


def chi_square(throws: Sequence[int]) -> Finding:
    """Whether every face comes as often as the others, neither less nor more evenly than by chance."""
    each = len(throws) / FACES
    counts = Counter(throws)
    strays = sum((counts[face] - each) ** 2 / each for face in range(1, FACES + 1))
    # The upper and the lower tail for five degrees of freedom; either may be the small one.
    bulge = sqrt(2 * strays / pi) * exp(-strays / 2) * (1 + strays / 3)
    upper, lower = erfc(sqrt(strays / 2)) + bulge, erf(sqrt(strays / 2)) - bulge
    return Finding("faces: chi-square", strays, FACES - 1, min(1.0, 2 * max(0.0, min(upper, lower))))


def _share(question: str, hits: int, of: int, expected: float) -> Finding:
    """The probability of this many hits, each expected with a probability of `expected`; normal
    approximation."""
    strays = abs(hits - of * expected) / sqrt(of * expected * (1 - expected))
    return Finding(question, hits / of, expected, erfc(strays / sqrt(2)))


def _runs(question: str, kinds: Sequence[int], goes_on: float) -> Finding:
    """A throw of the same kind as the one before continues a run; any other begins one."""
    goes_on_so_often = sum(one == other for one, other in pairwise(kinds))
    return _share(question, goes_on_so_often, len(kinds) - 1, goes_on)


def findings(throws: Sequence[int]) -> list[Finding]:
    halves = [2 * face > FACES for face in throws]
    return [
        chi_square(throws),
        _runs("repeats: runs of one face", throws, 1 / FACES),
        _runs("high and low: runs of either", halves, 1 / 2),
    ]


def unfair(found: Iterable[Finding]) -> list[str]:
    """The questions a fair die would answer differently. Together they err with a probability of `DOUBT`."""
    found = list(found)
    return [one.question for one in found if one.chance < DOUBT / len(found)]


# ---------------------------------------------------------------- unfair dice


def loaded(throws: int, rng: Random, more: float = 0.005) -> list[int]:
    """Falls on six this much more often than one time in six."""
    heavy = more * FACES / (FACES - 1)
    return [FACES if rng.random() < heavy else rng.randint(1, FACES) for _ in range(throws)]


def sticky(throws: int, rng: Random, stays: float = 0.005) -> list[int]:
    """Stays as it is this often; each face is equally likely."""
    lies = [rng.randint(1, FACES)]
    while len(lies) < throws:
        lies.append(lies[-1] if rng.random() < stays else rng.randint(1, FACES))
    return lies


PLANTED: dict[str, Callable[[int, Random], list[int]]] = {"a loaded die": loaded, "a sticky die": sticky}

# ---------------------------------------------------------------- the report


def report(name: str, throws: Sequence[int]) -> list[str]:
    """Print a line for each question; returns those a fair die would answer differently."""
    found = findings(throws)
    print(f"{name}, {len(throws):,} throws")
    for one in found:
        print(f"  {one.question:32}{one.figure:>12.5f}{one.expected:>12.5f}{one.chance:>12.3g}")
    return unfair(found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--throws", type=int, default=1_000_000, help="how many (1,000,000)")
    parser.add_argument("--quick", action="store_true", help="2,000: to see that it runs; no verdict")
    asked = parser.parse_args()
    count = 2_000 if asked.quick else asked.throws
    print(f"The box's die (Python {platform.python_version()}, {platform.machine()})\n")
    print(f"{'':34}{'measured':>12}{'fair':>12}{'chance':>12}")
    doubtful = report("the evening's die", thrown(count))
    missed = [name for name, throw in PLANTED.items() if not report(name, throw(count, Random(1)))]
    if asked.quick:
        return 0
    if doubtful:
        print(f"\nNo fair die does this: {'; '.join(doubtful)}")
    if missed:
        print(f"\nNot given away by so few throws: {'; '.join(missed)}")
    if doubtful or missed:
        return 1
    print(f"\nFair, as far as can be seen; a fair die is doubted once in {1 / DOUBT:,.0f} times.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
