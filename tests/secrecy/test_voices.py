"""Timetables follow the voice and the language, and never a secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.core import language
from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.values import replace
from gm_appliance.host.loop import Host
from tests.core import made_up
from tests.secrecy.compare import leak
from tests.secrecy.drawn import NEVER, Secrets, drawn_evening
from tests.secrecy.evening import Box, Run, play, the_box
from tests.secrecy.outputs import ENGINES
from tests.secrecy.tampered import Peep

pytestmark = pytest.mark.many

SEED = 40
"""An evening with pads, of four decisions, whose two runs have other conspirators."""


def with_time_for_a_word_about_the_factions(box: Box) -> Box:
    """A planted leak: nothing of it is said, but the voice's length of it is in the first beat."""
    peep = Peep(box.game)

    class Measuring(Host):
        def __init__(self, *parts: Any) -> None:
            super().__init__(*parts)
            stage = self._stage
            length = stage.length

            def measured(cues: Iterable[Cue], *, guess: bool = False) -> float | None:
                known = peep.state is not None and peep.state.factions
                conspirators = peep.conspirators() if known else ()
                word = Say("The conspirators are " + " and ".join(map(str, conspirators)))
                return length((*cues, word), guess=guess)

            setattr(stage, "length", measured)  # noqa: B010 - mypy refuses a plain assignment to a method

    return replace(box, game=peep.game, host=Measuring)


def runs(voice: str, boxed: Callable[[Box], Box] = lambda box: box) -> list[Run]:
    evening = replace(drawn_evening(SEED), voice=voice)
    return [play(evening, Secrets(run, NEVER), boxed(the_box())) for run in (0, 1)]


def onsets(run: Run) -> list[float]:
    """When each beat came."""
    return [t for t, _prompt, beat in run.stamps if beat]


@pytest.mark.parametrize("voice", ENGINES)
def test_other_secrets_leave_every_port_as_it_was_whatever_voice_speaks(voice: str) -> None:
    alike = runs(voice)
    assert len(onsets(alike[0])) > 30
    assert leak(*alike) is None
    assert leak(*runs(voice, with_time_for_a_word_about_the_factions)) is not None


def test_the_timetable_is_another_with_another_voice() -> None:
    assert onsets(runs("quick")[0]) != onsets(runs("slow")[0])


# ---------------------------------------------------------------- by language


@pytest.fixture
def other_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language whose sentences have other lengths than the English ones."""
    made_up.write(tmp_path)
    monkeypatch.setattr(language, "folder_of", lambda package: tmp_path / package)
    language.load.cache_clear()
    yield made_up.TAG
    language.load.cache_clear()


def test_timetables_differ_by_language_and_never_by_a_secret(other_language: str) -> None:
    english, others = (runs("quick", in_language(tag)) for tag in (language.SOURCE, other_language))
    for one, other in (english, others):
        assert one.cards != other.cards
        assert leak(one, other) is None
    before, after = onsets(english[0]), onsets(others[0])
    assert len(before) > 10
    assert len(before) == len(after), "the same steps"
    assert before != after


def test_a_word_about_a_secret_shows_in_a_timetable_of_any_language(other_language: str) -> None:
    told = runs(
        "quick", lambda box: with_time_for_a_word_about_the_factions(in_language(other_language)(box))
    )
    assert leak(*told) is not None


def in_language(tag: str) -> Callable[[Box], Box]:
    return lambda box: the_box(tag)
