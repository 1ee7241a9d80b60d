"""Random evenings of any game with secrets, and what is published in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from random import Random
from typing import Any

from gm_appliance.core.game import JSON, Choice, Decision, Game, Opponent, Seat
from gm_appliance.core.language import SOURCE
from gm_appliance.core.play import Play
from gm_appliance.core.values import Value
from gm_appliance.games.registry import registered
from gm_appliance.storage.session_log import NullSessionLog
from tests.games.recorded import random_choice, random_options
from tests.secrecy.evening import Run
from tests.secrecy.outputs import Outputs
from tests.secrecy.published import PUBLISHED


class AnyEvening(Value):
    """decisions: after this many the service ends. recorded: a voice of recordings, of any lengths."""

    game: str
    seed: int
    options: dict[str, int | str]
    decisions: int
    language: str = SOURCE
    recorded: bool = False

    @property
    def voice(self) -> str:
        return "recorded" if self.recorded else self.random("voice").choice(("quick", "slow"))

    def random(self, *what: object) -> Random:
        return Random(f"{self.game} {self.seed} {what}")


def first_secret(game: Game[Any, Any], options: dict[str, int | str]) -> Decision | None:
    """What is decided in secret first in a random evening; None for nothing."""
    play, rng = Play(game, options), Random(f"{options}")
    for _ in range(80):
        if play.decision is None or play.decision.secret:
            return play.decision
        if choice := random_choice(play.decision, rng):
            play.take(choice)
    return None


def evenings(
    name: str, decisions: int, language: str = SOURCE, among: int | None = None
) -> Iterator[AnyEvening]:
    """Random evenings of this game in which something is secret; among: so many evenings are looked at."""
    game = registered(name).game
    for seed in islice(count(), among):
        options = random_options(game, Random(f"{name} {seed}"))
        secret = first_secret(game, options)
        # Where all are alone in turn, an evening takes long to come to a night.
        if secret and (seed % 4 == 0 or not isinstance(secret.who, Seat)):
            yield AnyEvening(name, seed, options, decisions, language)


@dataclass
class Kept(Run):
    """planned: of each secret decision what was asked, what was chosen, and what that publishes. states: of
    the game, after each choice."""

    planned: list[tuple[Decision, JSON, object]] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)


def published(
    game: Game[Any, Any], told: Sequence[tuple[Any, Any]], asked: Decision | None
) -> tuple[tuple[str, object], ...]:
    """All that a choice publishes, at once."""
    lists, facts = PUBLISHED[game.name], list[tuple[str, object]]()
    for event, view in told:
        name = type(event).__name__
        if name in lists.events:
            facts.append((name, lists.events[name](event, view)))
    if asked and asked.name in lists.asked:
        facts.append((asked.name, repr(asked.who)))
    return tuple(facts)


class Book(NullSessionLog):
    """A session log that plays the game a second time, and notes what each choice publishes."""

    def __init__(self, rules: Game[Any, Any], evening: AnyEvening, outputs: Outputs, run: Kept) -> None:
        self.play = Play(rules, evening.options)
        self.asked_at = 0.0
        self.put_off = False  # whether a window's names come later than people expect them
        self._outputs, self._run = outputs, run

    def choose(self, choice: Choice, secret: bool) -> None:
        now, put = self._outputs._now(), self._outputs.put
        if not secret:
            self._run.published.append((self.asked_at, ("chosen", choice.name, f"{choice.value}")))
        elif choice.value != self._run.planned[-1][1] and not self.put_off:
            planned = self._run.planned[-1][1]
            self._run.broken.append(f"{choice.name} was pressed as {choice.value}, not {planned}")
        taken = self.play.take(choice)
        play = self.play
        facts = published(play.game, taken, play.decision)
        if facts or secret:  # that nothing is published is public, too
            self._run.published.append((now, facts))
        put("game", repr((taken, play.decision)).encode())
        # The state's own text: secrets have none.
        put("texts", repr((choice, play._now.state)).encode())
        self._run.states.append(play._now.state)

    def undo(self) -> None:
        self.play = self.play.undone()

    def would_publish(self, choice: Choice) -> object:
        game, asked = self.play.game, self.play.decision
        step = game.apply(self.play._now.state, choice)
        told = published(game, step.events, game.decision(game.public(step.state)))
        # The box's mind names no card in vain, unlike a random choice, which could not be taken back then.
        return (told, step.final) if asked and isinstance(asked.who, Opponent) else told
