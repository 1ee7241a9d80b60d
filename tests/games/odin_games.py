"""Random games of Odin's Table and their transcripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from gm_appliance.core.game import JSON, Choice, Decision
from gm_appliance.core.play import Play
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.simulator.transcript import Transcript

Chooser = Callable[[Decision, Random], Choice]


def at_random(decision: Decision, rng: Random) -> Choice:
    """Any legal choice; rarely a decision open on request."""
    one = rng.choice(decision.open())
    beside = [one for one in decision.on_request if one.name != "follow.stop"]
    if beside and rng.random() < 0.01:
        one = rng.choice(beside)
    return Choice(one.name, one.domain.sample(rng))


def in_earnest(decision: Decision, rng: Random) -> Choice:
    """Mostly the first choice offered, as people who want to win would choose; Idunn now and then."""
    if decision.also and rng.random() < 0.05:
        return Choice(decision.also[0].name, decision.also[0].domain.sample(rng))
    options: tuple[int | str, ...] = getattr(decision.domain, "options", ())
    if decision.name.startswith("turn.") and rng.random() < 0.6:
        return Choice(decision.name, options[0])
    return Choice(decision.name, decision.domain.sample(rng))


def to_and_fro(decision: Decision, rng: Random) -> Choice:
    """Usually move the foremost piece as far back as it can go: positions repeat."""
    if decision.name == "draw.agree":
        return Choice(decision.name, "draw" if rng.random() < 0.8 else "on")
    if decision.name.startswith("turn.") and rng.random() < 0.95:
        options: tuple[int | str, ...] = getattr(decision.domain, "options", ())
        return Choice(decision.name, options[-1] if decision.name == "turn.target" else options[0])
    return Choice(decision.name, decision.domain.sample(rng))


def play(seed: int, choose: Chooser = at_random, **options: JSON) -> tuple[Play, list[str]]:
    """Play a whole match with this seed; also return the lines of its transcript."""
    lines: list[str] = []
    transcript = Transcript(lines.append, lambda: 0.0)
    rng, match = Random(seed), Play(ODINS_TABLE, ODINS_TABLE.complete(options))
    for event, _view in match.events:
        transcript.told(event)
    while decision := match.decision:
        if decision.name != "white.lots":
            transcript.asked(0, decision)
        choice = choose(decision, rng)
        answered = decision.demand(choice)
        transcript.chose(answered, choice)
        for event, _view in match.take(choice):
            transcript.told(event)
        if len(match.taken) > 20_000:
            raise AssertionError(f"seed {seed}: this game does not end")
    transcript.ended(match.outcome)
    assert all(json.loads(line) for line in lines)
    return match, lines
