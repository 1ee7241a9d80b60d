"""How well the box plays Odin's Table, and how long it thinks.

    make bench                            with all the others
    .venv/bin/python -m benchmarks.opponent [--games N] [--between N] [--seed S] [--quick]

Whole games by the real rules, each with another deck. The other side is a person with real cards, who moves
at random, or as the box would with a person's knowledge. The colours change after each game; in matches
between two strengths, the sides of the box and the person change too.

The goals: of 500 games against random moves, the strongest wins 98 % and the others 80 %; of 200 games
between strengths, which should differ noticeably, the strongest wins 60 % against the middle one, and that
one 75 % against the weakest. A move takes less than two seconds on a Raspberry Pi 4, which is assumed to be
five times slower than this machine: at most 0.4 seconds here. The exit status is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any

from gm_appliance.core.game import Choice, Decision, Opponent
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.odins_table.board import SQUARES, column
from gm_appliance.games.odins_table.events import CardsShown, Fought, MaySwap, Swapped, TurnedUp
from gm_appliance.games.odins_table.hand import CARDS_OF_A_DECK
from gm_appliance.games.odins_table.model import BOX, COLUMN_NAMES, PERSON, OdinView
from gm_appliance.games.odins_table.opponent.knowledge import Knowledge
from gm_appliance.games.odins_table.opponent.mind import STRENGTHS, move
from gm_appliance.games.odins_table.solo import WITH_IDUNN
from gm_appliance.games.odins_table.wall import UNSEEN, Wall

WEAKEST, MIDDLE, STRONGEST = STRENGTHS
RANDOM = "random"

GOALS = {
    (WEAKEST, RANDOM): 0.80,
    (MIDDLE, RANDOM): 0.80,
    (STRONGEST, RANDOM): 0.98,
    (MIDDLE, WEAKEST): 0.75,
    (STRONGEST, MIDDLE): 0.60,
    (STRONGEST, WEAKEST): 0.75,
}
"""The matches, and the share of their games to win."""

MOST = 0.4
"""The most CPU seconds per move, on this machine."""


@dataclass
class Person:
    """A person with a deck who names every card correctly.

    plays: RANDOM, or a strength of the box. named: how many of the first six cards have been entered.
    target: of the move in progress. wall: knowledge of the box's cards.
    """

    plays: str
    generator: Random
    deck: list[int] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)
    named: int = 0
    target: str = ""
    wall: Wall = UNSEEN

    def __post_init__(self) -> None:
        self.deck = list(CARDS_OF_A_DECK)
        self.generator.shuffle(self.deck)
        self.cards = [self.deck.pop() for _ in COLUMN_NAMES]

    def answer(self, decision: Decision, view: OdinView) -> Any:
        phase: Any = view.phase
        if decision.name == "start.card":
            self.named += 1
            return self.cards[self.named - 1]
        if decision.name == "fight.attack":
            return self.cards[column(phase.move.start)]
        if decision.name == "fight.defence":
            return self.cards[column(phase.move.to)]
        if decision.name == "scout.card":
            return self.cards[phase.column]
        if decision.name == "draw.agree":
            return "on" if self.plays == RANDOM else "draw"
        if decision.name == "swap.first":
            return "none"
        if self.plays != RANDOM and decision.name in ("turn.piece", "turn.target"):
            return self._moves(view) if decision.name == "turn.piece" else self.target
        return decision.domain.sample(self.generator)

    def _moves(self, view: OdinView) -> str:
        """The piece the box would move in this seat; sets `target`."""
        seat: dict[str, Any] = {"white": 3 - view.white, "wall": self.wall}
        seen = replace(view, **seat, setup=replace(view.setup, strength=self.plays))
        made = move(Knowledge(seen, tuple(self.cards)), self.generator).removesuffix(WITH_IDUNN)
        self.target = made[2:]
        return made[1:] if made[0] == "+" else made[:2]

    def hears(self, event: Any, view: OdinView) -> None:
        """Replace cards that fought, and learn about the box's cards."""
        if isinstance(event, CardsShown) and event.seat == BOX:
            self.wall = Wall.of(event.cards)
        elif isinstance(event, Fought):
            start, to = (column(SQUARES[square]) for square in (event.start, event.to))
            own, its = (start, to) if event.seat == PERSON else (to, start)
            self.wall = self.wall.seen(its, event.defence if event.seat == PERSON else event.attack)
            self.cards[own] = self._draw(view)
        elif isinstance(event, TurnedUp) and event.seat == BOX:
            self.wall = self.wall.seen(COLUMN_NAMES.index(event.column), event.card)
        elif isinstance(event, MaySwap) and event.seat == BOX:
            self.wall = self.wall.shuffled(frozenset(range(len(COLUMN_NAMES))))
        elif isinstance(event, Swapped) and event.seat == BOX:
            self.wall = self.wall.swapped(*map(COLUMN_NAMES.index, (event.first, event.second)))

    def _draw(self, view: OdinView) -> int:
        if not self.deck:
            left = Counter(CARDS_OF_A_DECK) - Counter(self.cards)
            self.deck = list(left.elements())
            self.generator.shuffle(self.deck)
        return self.deck.pop()


def play(box: str, person: str, seed: int) -> tuple[tuple[int | str, ...], list[float]]:
    """Play a game; returns the winners, and the CPU seconds of each move of the box."""
    generator = Random(f"{seed} {box} {person}")
    side = ("white", "black")[seed % 2]
    game = Play(ODINS_TABLE, ODINS_TABLE.complete({"mode": "solo", "strength": box, "side": side}))
    across, took = Person(person, generator), []
    while (decision := game.decision) is not None:
        if isinstance(decision.who, Opponent):
            begun = process_time()
            value = game.thought()(generator)
            if decision.name == "box.move":
                took.append(process_time() - begun)
        else:
            value = across.answer(decision, game.view)
        for event, view in game.take(Choice(decision.name, value)):
            across.hears(event, view)
    assert game.outcome is not None
    return game.outcome.winners, took


@dataclass(frozen=True)
class Match:
    """The result of a match of one strength. took: CPU seconds of each move."""

    strength: str
    against: str
    games: int
    won: int
    drawn: int
    took: Sequence[float]

    def line(self) -> str:
        share = f"{self.won / self.games:.1%}"
        slow = quantiles(self.took, n=20)[-1]
        times = "".join(f"{1000 * one:>8.0f}" for one in (median(self.took), slow, max(self.took)))
        counts = "".join(f"{one:>6}" for one in (self.games, self.won, self.drawn))
        return f"{self.strength:8}{self.against:8}{counts}{share:>8}{times}"


def match(pool: ProcessPoolExecutor, strength: str, against: str, games: int, seed: int) -> Match:
    """Play a match. Against another strength, that one is the box in every second pair of games."""
    seeds = range(seed, seed + games)
    turned = [one for one in seeds if against != RANDOM and one // 2 % 2]
    straight = [one for one in seeds if one not in turned]
    ours = list(pool.map(partial(play, strength, against), straight))
    theirs = list(pool.map(partial(play, against, strength), turned))
    victories = sum(winners == (BOX,) for winners, _took in ours)
    victories += sum(winners == (PERSON,) for winners, _took in theirs)
    drawn = sum(not winners for winners, _took in (*ours, *theirs))
    return Match(strength, against, games, victories, drawn, [one for _winners, took in ours for one in took])


def missed(matches: Iterable[Match]) -> list[str]:
    found = []
    for one in matches:
        goal = GOALS[one.strength, one.against]
        if one.won < goal * one.games:
            found.append(f"{one.strength} wins less than {goal:.0%} against {one.against}")
        if max(one.took) > MOST:
            found.append(f"{one.strength} takes more than {MOST} seconds for a move")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=500, help="of each match against random moves (500)")
    parser.add_argument("--between", type=int, default=200, help="of each match between strengths (200)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    parser.add_argument("--quick", action="store_true", help="two games, to see that it runs; no verdict")
    asked = parser.parse_args()
    if asked.quick:
        asked.games = 2
    heads = f"{'share':>8}" + "".join(f"{one:>8}" for one in ("median", "p95", "most"))
    print(f"Odin's Table, games won, and milliseconds of CPU a move ({os.cpu_count()} cores)\n")
    print(f"{'plays':8}{'against':8}{'games':>6}{'won':>6}{'drawn':>6}{heads}")
    matches = []
    with ProcessPoolExecutor() as pool:
        for strength, against in list(GOALS)[:1] if asked.quick else GOALS:
            games = asked.games if against == RANDOM else asked.between
            matches.append(match(pool, strength, against, games, asked.seed))
            print(matches[-1].line(), flush=True)
    if asked.quick:
        return 0
    broken = missed(matches)
    print(f"\nGoals: {'; '.join(broken) or 'reached'}.")
    return min(len(broken), 1)


if __name__ == "__main__":
    sys.exit(main())
