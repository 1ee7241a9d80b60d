"""The pauses after each sentence of a timetable, with voices of different speeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from gm_appliance.core.cues import Say, Sound
from gm_appliance.core.game import Decision
from gm_appliance.core.language import load
from gm_appliance.core.values import replace
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.games.gotterdammerung.model import GotterdammerungView, Look, Places
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.hidden_roles.model import Trial
from gm_appliance.host.window import timed
from tests.games.gotterdammerung import TABLE, Party

QUIET = {
    "lead": (0.5, 4.0),
    "close": (1.0, 4.5),
    "explain": (3.5, 3.5),
    "now": (1.0, 7.0),
    "agree": (5.0, 5.0),
    "die": (1.5, 1.5),
    "count": (0.1, 0.9),
    "rollcall": (2.0, 2.0),
    "name": (0.5, 2.0),
    "reclose": (3.5, 3.5),
    "look": (8.0, 8.0),
    "return": (4.0, 4.0),
    "open": (1.5, 2.5),
}
"""Seconds of quiet after the words of each beat, at least and at most, at the shortest settings: the time
people need to do as told, but no longer."""


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


@cache
def steps(language: str) -> tuple[tuple[Decision, tuple[str, ...]], ...]:
    """Steps with 7 and with 15 players, at the shortest settings, each with the words of its beats."""
    narration = Gotterdammerung(load(language, gotterdammerung.__name__))
    return tuple(
        (decision, tuple(_words(narration, decision, view)))
        for players in (7, 15)
        for decision, view in windows(players, agree=10, beat=2, look=8, vote=5)
    )


def _words(narration: Gotterdammerung, decision: Decision, view: GotterdammerungView) -> Iterator[str]:
    """Each beat's words, or the name of its sound."""
    for beat in decision.beats:
        cues = narration.beat(decision, view, beat)
        yield " ".join(
            cue.text if isinstance(cue, Say) else f"♪ {cue.name}"
            for cue in cues
            if isinstance(cue, Say | Sound)
        )


def ill_timed(language: str, length: Callable[[str], float]) -> list[str]:
    """Sentences that this voice cannot finish in time, or that leave too short or too long a pause."""
    found = []
    for decision, words in steps(language):
        spoken = [length(text) if text and text[0] != "♪" else 0.0 for text in words]
        beats = timed(decision, spoken).beats
        heard = [
            (beat, text, seconds) for beat, text, seconds in zip(beats, words, spoken, strict=True) if text
        ]
        ends = [*(beat.at for beat, _text, _seconds in heard[1:]), beats[-1].at]
        for (beat, text, seconds), end in zip(heard, ends, strict=True):
            least, most = QUIET.get(beat.mark, (0.0, 60.0))
            if not least <= round(end - beat.at - seconds, 6) <= most:
                found.append(
                    f"{decision.name}, {beat.mark}: {text!r}: {end - beat.at - seconds:.2f} s of quiet"
                )
    return found


def longest(language: str, lengths: Callable[[list[str]], list[float]]) -> dict[str, float]:
    """The longest each step takes, in seconds, with a voice that needs these lengths for the sentences."""
    said = sorted({text for _decision, words in steps(language) for text in words if text and text[0] != "♪"})
    length = dict(zip(said, lengths(said), strict=True))
    found: dict[str, float] = {}
    for decision, words in steps(language):
        end = timed(decision, [length.get(text, 0.0) for text in words]).beats[-1].at
        found[decision.name] = max(end, found.get(decision.name, 0.0))
    return found
