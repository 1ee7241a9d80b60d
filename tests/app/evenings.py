"""Transcripts of games, as `gm-appliance play` prints them; of Götterdämmerung with any gods and options."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from random import Random

from gm_appliance import cli
from gm_appliance.core.game import JSON, Choice, Decision, Number, OneOf
from gm_appliance.core.play import Play
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG, OPTIONS
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from tests.games.gotterdammerung import random_choice

Options = dict[str, int | str]

ENDS = ("end", "anew")


def options(rng: Random, **given: int | str) -> Options:
    chosen: Options = {}
    for option in OPTIONS:
        if not option.counts(chosen):
            continue
        domain = option.takes(chosen)
        if option.name in given:
            chosen[option.name] = given[option.name]
        elif isinstance(domain, Number):
            chosen[option.name] = rng.randint(domain.lo, domain.hi)
        else:
            chosen[option.name] = rng.choice(domain.options)
    return chosen


def play(*words: str, game: str = "gotterdammerung", options: Options | None = None) -> list[str]:
    """The lines that `gm-appliance play GAME … --transcript -` prints."""
    given = [word for name, value in (options or {}).items() for word in ("--set", f"{name}={value}")]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert cli.main(["play", game, *words, *given, "--transcript", "-"]) == 0
    return out.getvalue().splitlines()


def by_seed(seed: int) -> tuple[Options, list[str]]:
    """The options and the transcript of a random evening."""
    chosen = options(Random(seed), players=7 + seed % 9)
    return chosen, play("--auto", str(seed), options=chosen)


def with_disturbances(seed: int, folder: Path, **given: int | str) -> tuple[Options, list[str]]:
    """The same of an evening in which people peek, leave and come, miss their windows and change pads.
    Written as a script first, for no seed does that."""
    chosen = options(Random(seed), **{"players": 7 + seed % 9, **given})
    script = folder / f"{seed}.script"
    answers = _random_answers(Random(seed), chosen)
    script.write_text("\n".join(f"{one.name} {json.dumps(one.value)}" for one in answers), "utf-8")
    return chosen, play("--script", str(script), options=chosen)


def _random_answers(rng: Random, given: Options, most: int = 120) -> list[Choice]:
    """Up to the end of the game; after `most` answers the table ends it when asked."""
    play = Play(GOTTERDAMMERUNG, GOTTERDAMMERUNG.complete(given))
    answers: list[Choice] = []
    favourite = rng.randint(1, int(given["players"]))  # of gods and accusers, so that effects meet
    while play.decision is not None:
        if forced := play.decision.forced():
            answers.append(forced)
        elif len(answers) >= most and play.decision.named("somebody.leaves"):
            answers.append(Choice("somebody.leaves", "end"))
        else:
            answers.append(_random_answer(play.decision, play.view, rng, favourite))
        play.take(answers[-1])
    return answers


def _random_answer(decision: Decision, view: GotterdammerungView, rng: Random, favourite: int) -> Choice:
    """Something happens at every tenth decision; nothing that ends the evening."""
    happens: list[tuple[str, list[JSON]]] = []
    for one in decision.on_request if not decision.beats else ():
        assert isinstance(one.domain, OneOf)
        happens.append((one.name, [value for value in one.domain.options if value not in ENDS]))
    happens = [(name, values) for name, values in happens if values]
    if happens and rng.random() < 0.1:
        name, values = rng.choice(happens)
        return Choice(name, rng.choice(values))
    if decision.name == "somebody.left":
        return Choice(decision.name, "nobody")
    aims = decision.name.startswith("action.") or decision.name == "council.whom"
    if aims and decision.domain.contains(favourite) and rng.random() < 0.5:
        return Choice(decision.name, favourite)
    if decision.domain == OneOf(()):  # nobody is left who could support it
        return Choice("council.drop", "drop")
    if decision.name in ("council.accuse", "council.support") and rng.random() < 0.7:
        return Choice(decision.name, decision.domain.sample(rng))
    return random_choice(decision, view, rng, on_request=0)
