"""How rare the facts are that an epilogue may tell, as shares of evenings.

    python -m benchmarks.epilogues [--evenings N] [--quick]

Each table of `people/` is played by its sensible people, by the rules only, to its end. The order of a game's
`EPILOGUE` picks what is told, the rarest first: where a fact is clearly more frequent than one after it, it is
marked.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random

from benchmarks.people import Custom, gotterdammerung, odins_table, sampled, thor, valda, werewolf
from gm_appliance.core.epilogue import Told
from gm_appliance.core.game import Chance, IllegalChoice
from gm_appliance.core.language import SOURCE
from gm_appliance.core.play import Play
from gm_appliance.core.table_narration import TableNarration
from gm_appliance.games.registry import GAMES

TABLES = (
    *(
        one for one in gotterdammerung.TABLES if "ballot" not in one.options
    ),  # whose cards are turned at the end
    *(*werewolf.TABLES, *thor.TABLES, *odins_table.TABLES, *valda.TABLES),
)
MOST = 20_000
"""More choices than any evening needs."""
FAR = 0.05
"""A share may exceed one after it by so much."""


def played(custom: Custom, rng: Random, odd: float = 0.0) -> Play | None:
    """A game that was played to its end; None for one that never ends.

    odd: the probability, at each decision, of anything legal, on request too: a void night, somebody leaves.
    """
    game = GAMES[custom.game].game
    play, people = Play(game, game.complete(custom.options)), custom.people(rng)
    for _ in range(MOST):
        decision = play.decision
        if decision is None:
            return play
        choice = decision.forced()
        if not choice and not decision.name.startswith("setup") and rng.random() < odd:
            choice = sampled(rng.choice((decision, *decision.on_request)), rng)
        if not choice and not isinstance(decision.who, Chance):
            choice = people(decision, play.view)
        try:
            play.take(choice or sampled(decision, rng))
        except IllegalChoice:  # people who cannot do what they meant to do anything
            play.take(sampled(decision, rng))
    return None


def told(play: Play) -> Told:
    """All its events, each with the view right after it."""
    return [one for step in reversed([*play.told]) for one in step]


def narration(game: str, language: str = SOURCE) -> TableNarration:
    box = GAMES[game]
    made = box.narration(box.told_in(language))
    assert isinstance(made, TableNarration)
    return made


def shares(game: str, evenings: int) -> tuple[dict[str, float], int]:
    """The share of evenings with each kind of fact, and how many evenings ended."""
    tables = [one for one in TABLES if one.game == game]
    words, found, ended = narration(game), Counter[str](), 0
    for number in range(evenings):
        if play := played(tables[number % len(tables)], Random(number)):
            ended += 1
            found.update({fact.kind for fact in words.facts(told(play))})
    return {kind: found[kind] / max(1, ended) for kind in words.EPILOGUE}, ended


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--evenings", type=int, default=1000, help="of each game (1000)")
    parser.add_argument("--quick", action="store_true", help="a few, to see that it runs")
    asked = parser.parse_args()
    for game in dict.fromkeys(one.game for one in TABLES):
        measured, ended = shares(game, 6 if asked.quick else asked.evenings)
        print(f"{game}, {ended} evenings")
        for at, (kind, share) in enumerate(measured.items()):
            least = min([*measured.values()][at:])
            early = share > least + FAR and not kind.startswith("decided")  # which comes first
            print(f"  {kind:24}{share:8.3f}{'  too early' if early else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
