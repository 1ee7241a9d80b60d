"""`gm-appliance play`: one game in virtual time, from a seed or a script, as a transcript."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from gm_appliance.app.thinking import thinker, when_due
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.game import JSON, Choice, Decision, Number, OneOf, Outcome
from gm_appliance.core.language import load
from gm_appliance.core.messages import _
from gm_appliance.core.minds import Thought
from gm_appliance.core.observer import Observer, Observers
from gm_appliance.core.people import MOST_LETTERS, NOBODY, Party, is_name, same_name, tidied
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Ports, Stop
from gm_appliance.devices.inbox import TableInbox, VirtualClock
from gm_appliance.games.registry import registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host, OwnChoices, Stopped
from gm_appliance.host.run_settings import UNRENDERED
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import People
from gm_appliance.simulator.script import Scripted
from gm_appliance.simulator.transcript import Transcript
from gm_appliance.storage.session_log import NullSessionLog

MOST_CHOICES = 20_000  # far more than any game takes


class _Tabletop:
    def __init__(self, transcript: Transcript, dealer: Dealer) -> None:
        self._transcript = transcript
        self._dealer = dealer

    def lay(self, items: Sequence[Prop]) -> None:
        self._transcript.lay(items)
        self._dealer.lay(items)


class _Leaving(Observer):
    """Stops a game without an end, such as dice, at the first question."""

    def __init__(self, inbox: TableInbox) -> None:
        self._inbox = inbox

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._inbox.post(Stop())


class EndlessGame(ValueError):
    """A game goes on after `MOST_CHOICES`; the message names the decision made most often."""


class _Bound(Observer):
    """Raises EndlessGame."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._made = Counter[str]()

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._made[decision.name] += 1
        if self._made.total() > MOST_CHOICES:
            ((name, times),) = self._made.most_common(1)
            said = {"game": self._game, "most": MOST_CHOICES, "name": name, "times": times}
            raise EndlessGame(
                _("{game} is not over after {most} choices; {times} of them were {name!r}", **said)
            )


# Many parameters: one for each flag of the command line.
def rehearse(
    game: str,
    given: Mapping[str, JSON],
    language: str,
    write: Callable[[str], object],
    *,
    seed: int | None = None,
    script: Path | None = None,
    party: Party = NOBODY,
) -> Outcome | None:
    """Play one whole game by random people or from a script; returns its outcome. It is reproducible.

    A game without an end, such as dice, is stopped after its first throw, with the reason "end".

    write: takes a line of the transcript.
    Raises NoSuchGame, BadOption, UnknownLanguage, ScriptError or EndlessGame before or while playing.
    """
    box = registered(game)
    play = Play(box.game, box.game.complete(given))
    clock = VirtualClock()
    inbox = TableInbox(clock)
    transcript = Transcript(write, clock.now)
    # Separate generators: none depends on how often another is used.
    names = ("chance", "deal", "open", "secret", "opponent")
    chance, deal, openly, secretly, opponent = (Random(f"{seed} {name}") for name in names)
    dealer = Dealer(deal)
    ports = Ports(inbox, transcript, transcript, transcript, transcript, _Tabletop(transcript, dealer))
    scripted = Scripted(script, inbox) if script else None
    people = People(inbox, dealer, openly, secretly)

    thinks = thinker(opponent, when_due)

    def draw(decision: Decision) -> JSON:
        return scripted.chance(decision) if scripted else decision.domain.sample(chance)

    def think(decision: Decision, thought: Thought) -> Callable[[], JSON]:
        return partial(scripted.chance, decision) if scripted else thinks(decision, thought)

    pressing = (scripted or people) if box.game.kept else _Leaving(inbox)
    observers = Observers(transcript, pressing, _Bound(game))
    host = Host(ports, Announcements(load(language)), count(1), OwnChoices(draw, think), observers)
    try:
        outcome = host.run(play, box.narration(language, party), NullSessionLog(), UNRENDERED)
    except Stopped:
        outcome = Outcome((), "end")
    if scripted:
        scripted.unused()
    transcript.ended(outcome)
    return outcome


# ---------------------------------------------------------------- from the command line


def party_from(names: str) -> Party:
    """Names separated by commas, empty for a seat without one. Raises ValueError."""
    found = tuple(map(tidied, names.split(",")))
    for at, name in enumerate(found):
        if name and not is_name(name):
            said = {"name": name, "most": MOST_LETTERS}
            raise ValueError(_("{name!r} is not a name of 1 to {most} letters", **said))
        if name and any(same_name(name, other) for other in found[:at]):
            raise ValueError(_("two players are called {name!r}; give them different names", name=name))
    return Party(found)


def options_from(game: str, settings: Sequence[str]) -> dict[str, JSON]:
    """``OPTION=VALUE`` pairs as options. Raises NoSuchGame, or ValueError for a malformed pair."""
    known = {option.name: option.domain for option in registered(game).game.options}
    given: dict[str, JSON] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            said = {"flag": "--set", "example": "players=9", "given": setting}
            raise ValueError(_("{flag} takes OPTION=VALUE, such as {example}; {given!r} has no '='", **said))
        near = get_close_matches(name, known, 1)
        if name not in known and near:
            unknown = _("{game} has no option {name!r}.", game=game, name=name)
            meant = _("Did you mean {name!r}?", name=near[0])
            raise ValueError(f"{unknown} {meant}")
        given[name] = _value(name, value, known[name]) if name in known else value
    return given


def _value(name: str, value: str, domain: OneOf | Number) -> int | str:
    if isinstance(domain, OneOf) and not all(isinstance(one, int) for one in domain.options):
        return next((one for one in domain.options if str(one) == value), value)
    try:
        return int(value)
    except ValueError:
        told = _("{name} takes a whole number, not {value!r}", name=name, value=value)
        raise ValueError(told) from None


def print_spoken(line: str) -> None:
    """Print the time and the sentences of the voice, the last of which tell who won."""
    entry = json.loads(line)
    if entry["kind"] == "say":
        print(f"{entry['t']:8.1f}  {entry['text']}")
