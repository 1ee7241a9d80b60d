"""One game on virtual time, from a seed or a script, to its transcript: `gm-appliance play`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random

from gm_appliance.core.cues import Prop
from gm_appliance.core.game import Decision, Outcome, Plain
from gm_appliance.core.language import load
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Ports
from gm_appliance.devices.inbox import TableInbox, VirtualClock
from gm_appliance.games.registry import registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host
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

    write takes one line of the transcript. party: who sits where. The same arguments give the same lines.
    Raises NoSuchGame, BadOption, UnknownLanguage or ScriptError before or while playing.
    """
    box = registered(game)
    play = Play(box.game, box.game.complete(given))
    clock = VirtualClock()
    inbox = TableInbox(clock)
    transcript = Transcript(write, clock.now)
    # Four generators, so that no one of them depends on how often another was asked.
    names = ("chance", "deal", "open", "secret")
    chance, deal, openly, secretly = (Random(f"{seed} {name}") for name in names)
    dealer = Dealer(deal)
    ports = Ports(inbox, transcript, transcript, transcript, transcript, _Laying(transcript, dealer))
    scripted = Scripted(script, inbox) if script else None
    everybody = frozenset(range(1, 16))
    people = People(inbox, lambda: everybody, dealer.card, dealer.unturned, openly, secretly, panel=True)

    def draw(decision: Decision) -> Plain:
        return scripted.chance(decision) if scripted else decision.domain.sample(chance)

    observers = Observers(transcript, scripted or people)
    host = Host(ports, Announcements(load(language)), count(1), draw, observers, looks_ahead=False)
    outcome = host.run(play, box.narration(language, party), NullSessionLog())
    if scripted:
        scripted.unused()
    transcript.ended(outcome)
    return outcome
