"""One game on virtual time, from a seed or a script, to its transcript: `gm-appliance play`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from gm_appliance.app.thinking import thinker, when_due
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.game import Choice, Decision, Outcome, Plain
from gm_appliance.core.language import load
from gm_appliance.core.minds import Thought
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Ports, Stop
from gm_appliance.devices.inbox import TableInbox, VirtualClock
from gm_appliance.games.registry import registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host, Stopped
from gm_appliance.host.observer import Observers
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import People
from gm_appliance.simulator.script import Scripted
from gm_appliance.simulator.transcript import Transcript
from gm_appliance.storage.session_log import NullSessionLog


class _Laying:
    """A tabletop that is written down and dealt on."""

    def __init__(self, transcript: Transcript, dealer: Dealer) -> None:
        self._transcript = transcript
        self._dealer = dealer

    def lay(self, items: Sequence[Prop]) -> None:
        self._transcript.lay(items)
        self._dealer.lay(items)


class _Leaving:
    """Whoever has seen enough once something is asked: what has no end, such as dice, is thrown once."""

    def __init__(self, inbox: TableInbox) -> None:
        self._inbox = inbox

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._inbox.post(Stop())

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def told(self, event: object) -> None: ...

    def announced(self, name: str) -> None: ...

    def rested(self, seconds: float) -> None: ...


def rehearse(
    game: str,
    given: Mapping[str, Plain],
    language: str,
    write: Callable[[str], object],
    *,
    seed: int | None = None,
    script: Path | None = None,
    party: Party = NOBODY,
) -> Outcome | None:
    """Play one whole game, people from a seed or answers from a script; returns its outcome.

    Of what has no end, such as dice, chance alone comes from there, and the first throw is the last.

    write takes one line of the transcript. party: who sits where. The same arguments give the same lines.
    Raises NoSuchGame, BadOption, UnknownLanguage or ScriptError before or while playing.
    """
    box = registered(game)
    play = Play(box.game, box.game.complete(given))
    clock = VirtualClock()
    inbox = TableInbox(clock)
    transcript = Transcript(write, clock.now)
    # A generator for each, so that no one of them depends on how often another was asked.
    names = ("chance", "deal", "open", "secret", "opponent")
    chance, deal, openly, secretly, opponent = (Random(f"{seed} {name}") for name in names)
    dealer = Dealer(deal)
    ports = Ports(inbox, transcript, transcript, transcript, transcript, _Laying(transcript, dealer))
    scripted = Scripted(script, inbox) if script else None
    everybody = frozenset(range(1, 16))
    people = People(inbox, lambda: everybody, dealer.card, dealer.unturned, openly, secretly, panel=True)

    thinks = thinker(opponent, when_due)

    def draw(decision: Decision) -> Plain:
        return scripted.chance(decision) if scripted else decision.domain.sample(chance)

    def think(decision: Decision, thought: Thought) -> Callable[[], Plain]:
        return partial(scripted.chance, decision) if scripted else thinks(decision, thought)

    pressing = (scripted or people) if box.game.kept else _Leaving(inbox)
    observers = Observers(transcript, pressing)
    host = Host(
        ports, Announcements(load(language)), count(1), draw, observers, looks_ahead=False, think=think
    )
    try:
        outcome = host.run(play, box.narration(language, party), NullSessionLog())
    except Stopped:
        outcome = Outcome((), "end")
    if scripted:
        scripted.unused()
    transcript.ended(outcome)
    return outcome
