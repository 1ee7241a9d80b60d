"""How much time there is for each sentence of a timetable."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gm_appliance.core.cues import Say, Sound
from gm_appliance.core.game import Decision
from gm_appliance.core.language import load
from gm_appliance.core.values import replace
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.games.gotterdammerung.model import GotterdammerungView, Look, Trial
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.games.gotterdammerung.places import Places
from tests.games.gotterdammerung import TABLE, Party


def windows(players: int, **options: int) -> Iterator[tuple[Decision, GotterdammerungView]]:
    """Every step with a timetable, for every seat it may name."""
    party = Party(range(1, TABLE[players] + 1), players=players, **options)
    party.do("setup.deal", "dealt")
    yield party.decision(), party.view
    party.do("setup.factions", party.cards())
    yield party.decision(), party.view
    view = party.view
    for seat in view.seats:
        for below in ((), (seat,), tuple(one for one in view.seats if one % 2 == seat % 2)):
            places = Places(replace(place, below=n in below) for n, place in enumerate(view.places, 1))
            for phase in (Look(), Trial("vote", (), 1, seat, 2, view.seats)):
                at = replace(view, places=places, oracle=seat, phase=phase)
                decision = GOTTERDAMMERUNG.decision(at)
                assert decision is not None
                yield decision, at


def spoken_at(
    narration: Gotterdammerung, decision: Decision, view: GotterdammerungView
) -> Iterator[tuple[str, str, float]]:
    """Each beat's words: the decision, the words, the seconds until other words, a sound or the end."""
    heard = [
        (beat.at, cue)
        for beat in decision.beats
        for cue in narration.beat(decision, view, beat)
        if isinstance(cue, Say | Sound)
    ]
    ends = [*(at for at, _cue in heard[1:]), decision.beats[-1].at]
    for (at, cue), end in zip(heard, ends, strict=True):
        if isinstance(cue, Say):
            yield decision.name, cue.text, end - at


@cache
def rooms(language: str) -> dict[tuple[str, str], float]:
    """The least time there is for each sentence, with 7 and with 15 players, at the shortest settings."""
    narration = Gotterdammerung(load(language, gotterdammerung.__name__))
    least: dict[tuple[str, str], float] = {}
    for players in (7, 15):
        for decision, view in windows(players, agree=10, beat=2, look=8, vote=5):
            for name, words, seconds in spoken_at(narration, decision, view):
                least[name, words] = min(seconds, least.get((name, words), seconds))
    return least


def late(rooms: dict[tuple[str, str], float], lengths: dict[str, float]) -> list[str]:
    return [
        f"{name}: {words!r} takes {lengths[words]:.2f} s of {seconds:.2f}"
        for (name, words), seconds in rooms.items()
        if lengths[words] > seconds
    ]
