"""What is fixed of an evening, and what is particular to one run of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle
from random import Random

from gm_appliance.core.language import PSEUDO, SOURCE, languages
from gm_appliance.core.values import Value, replace

NEVER = 10**9

LANGUAGES = (*languages(), PSEUDO)
"""Those in which evenings are compared."""


class Evening(Value):
    """What is fixed of an evening: its configuration and the seed of all that is open.

    decisions: after this many, not counting those on request, the service ends.
    bots: the seats that bots play.
    voice: how quickly its speech engine speaks: one of `outputs.ENGINES`.
    newcomers: the game is taught first. language: of all that is said and shown.
    """

    seed: int
    players: int
    options: dict[str, int | str]
    decisions: int
    bots: frozenset[int] = frozenset()
    voice: str = "quick"
    newcomers: bool = False
    language: str = SOURCE

    def random(self, *what: object) -> Random:
        return Random(f"{self.seed} {what}")


class Secrets(Value):
    """What is particular to one run of an evening. strays_at: from this decision on its secret choices are
    its own; before, runs with other faction cards, hands and thumbs try to come to the same results."""

    run: int
    strays_at: int

    def random(self, evening: Evening, *what: object) -> Random:
        return evening.random("secret", self.run, *what)


def drawn_evening(seed: int, decisions: int = 0) -> Evening:
    """An evening drawn from its number: players, gods, how they vote, dice, times, how long it lasts.
    decisions: how many it has instead."""
    evening = Evening(seed, 7, {}, 0)
    rng = evening.random("configuration")
    players = rng.choice((7, 7, 7, 8, 8, 9, 10, 11, 12, 13, 14, 15))
    ballot = rng.choice(("pads", "pads", "pads", "pads", "booth", "booth", "thumbs"))
    options: dict[str, int | str] = {
        "players": players,
        "gods": rng.choice((3, 3, players, rng.randint(3, players))),
        "pick": rng.choice(("recommended", "recommended", "choose")),
        "ballot": ballot,
        "accused_votes": rng.choice(("yes", "yes", "no")),
        "dice": rng.choice(("box", "own")),
        "seating": rng.choice(("spread", "spread", "choose")),
        "agree": rng.randint(10, 20),
        "look": rng.randint(8, 14),
        "talk": rng.choice((0, 0, 1)),
        "defence": rng.choice((0, 0, 5)),
    }
    options["drop"] = evening.random("drop").choice((0, 20, 60))
    if ballot == "pads":
        options |= {"beat": rng.randint(2, 3), "vote": rng.randint(5, 10)}
        options["roll_call"] = rng.choice(("no", "no", "yes"))
    if ballot != "thumbs":
        options["count"] = rng.choice(("seats", "seats", "totals"))
    decisions = decisions or rng.choice((4, 12, 30, 60))
    voice = evening.random("voice").choice(("quick", "slow"))
    return Evening(seed, players, options, decisions, voice=voice)


def in_turn(evenings: Iterable[Evening]) -> Iterator[Evening]:
    """These evenings, one after the other in all languages."""
    for evening, language in zip(evenings, cycle(LANGUAGES), strict=False):
        yield replace(evening, language=language)
