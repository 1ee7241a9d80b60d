"""The time that words take while a timetable runs, as estimated and as espeak-ng speaks."""

from __future__ import annotations

from functools import cache

import pytest

from gm_appliance.core.cues import Say, Sound
from gm_appliance.core.language import SOURCE, Language, load
from gm_appliance.core.ports import estimated_length
from gm_appliance.core.pronunciation import pronunciation
from gm_appliance.devices.sound.render import NoEngine
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung.narration.gods import place_name
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.host.window import timed
from tests.devices.sound.spoken import spoken_lengths
from tests.games import timetables
from tests.games.gotterdammerung import Party
from tests.games.timetables import ill_timed, windows
from tests.tiers import evening_languages


def spoken_in(language: str) -> Language:
    return load(language, gotterdammerung.__name__)


@pytest.mark.parametrize("pace", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("language", evening_languages())
def test_no_voice_is_cut_and_none_leaves_holes(language: str, pace: float) -> None:
    assert ill_timed(language, lambda text: pace * estimated_length(text)) == []


@pytest.mark.process
@pytest.mark.parametrize("language", evening_languages())
def test_as_espeak_speaks_a_name_of_the_roll_call_takes_the_seconds_that_were_chosen(language: str) -> None:
    said = pronunciation(language, gotterdammerung.__name__)
    names, view = spoken_in(language), Party(range(1, 6), players=15).view
    try:
        spoken = spoken_lengths([said(str(place_name(names, place))) for place in view.places], language)
    except NoEngine as error:
        pytest.skip(f"no speech engine here: {error}")
    # Half a second of the two is left for pressing.
    assert max(spoken) <= 1.5


LONGER = 1.1
"""How many times longer than in English a step may take: people with closed eyes wait."""


@cache
def as_spoken(language: str) -> dict[str, float]:
    """The longest each step takes, in seconds, spoken by espeak-ng."""
    said, words = pronunciation(language, gotterdammerung.__name__), spoken_in(language)
    try:
        return timetables.longest(
            language, lambda texts: spoken_lengths([said(words.spoken(one)) for one in texts], language)
        )
    except NoEngine as error:
        pytest.skip(f"no speech engine here: {error}")


def too_slow(steps: dict[str, float], model: dict[str, float]) -> list[str]:
    assert {*steps} == {*model}
    return [f"{name}: {steps[name]:.1f} s" for name in steps if steps[name] > LONGER * model[name]]


@pytest.mark.process
@pytest.mark.parametrize("language", evening_languages())
def test_no_step_with_closed_eyes_is_much_longer_than_in_english(language: str) -> None:
    """The timetable follows the words, so nothing is cut, but even the longest night must stay bearable."""
    assert 60 < as_spoken(SOURCE)["conspiracy"] < 90
    assert too_slow(as_spoken(language), as_spoken(SOURCE)) == []


def test_a_step_that_takes_much_longer_is_noticed() -> None:
    assert too_slow({"night": 81.0, "look": 30.0}, {"night": 73.0, "look": 30.0}) == ["night: 81.0 s"]


def test_words_that_are_cut_and_holes_between_them_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timetables, "timed", lambda decision, words: decision)
    assert any("'Conspirators, close your eyes.'" in one for one in ill_timed("en", estimated_length))
    monkeypatch.setattr(timetables, "timed", lambda decision, words: timed(decision, [9.0] * len(words)))
    assert any("'Conspirators, close your eyes.'" in one for one in ill_timed("en", estimated_length))


@pytest.mark.parametrize("language", evening_languages())
def test_nothing_moves_while_eyes_are_closed(language: str) -> None:
    narration = Gotterdammerung(spoken_in(language))
    for decision, view in windows(9):
        closed = False
        for beat in decision.beats:
            cues = narration.beat(decision, view, beat)
            if beat.mark == "thunder":
                assert closed, "it thunders in the storm"
                assert cues == (Sound("thunder"),)
            elif closed and beat.mark != "open":
                assert all(isinstance(cue, Say) for cue in cues)
            closed = decision.closed and (beat.mark == "close" or (closed and beat.mark != "open"))
        assert not closed
