"""How long it takes to rate 40 people anew, from 300 games.

    python -m benchmarks.ratings [--quick]

Games with sides, of seven to twelve people, and games with points, of two to six. Times are CPU time, the
best of some rounds; the exit code is 1 if one is above the goal.
"""

from __future__ import annotations

import argparse
import sys
import time

from gm_appliance.core.ratings import ratings
from tests.core.test_ratings import Club

GOAL = 0.5
"""Seconds."""

PEOPLE, GAMES, ROUNDS = 40, 300, 3


def main(args: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the games, once, without a goal")
    quick = parser.parse_args(args).quick
    club = Club(0.5, 1, [f"P{n}" for n in range(PEOPLE)])
    games = GAMES // 10 if quick else GAMES
    slow = False
    for name, play in (("sides", club.game), ("points", club.round_of_points)):
        kept = [play() for _game in range(games)]
        seconds = []
        for _round in range(1 if quick else ROUNDS):
            begun = time.process_time()
            ratings(kept)
            seconds.append(time.process_time() - begun)
        print(f"{games} games with {name}, {PEOPLE} people: {min(seconds):.2f} s")
        slow = slow or (not quick and min(seconds) > GOAL)
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
