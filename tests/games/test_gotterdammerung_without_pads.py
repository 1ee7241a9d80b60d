"""Götterdämmerung without pads or sound: the night that is counted aloud."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from gm_appliance.core.language import SOURCE, languages
from gm_appliance.core.ports import Fault
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.testing import Asked, AtBeat, evening
from gm_appliance.testing.screens import words_of

CLOSED = 3.0
"""Seconds, at least, between telling conspirators to close their eyes and telling all to open theirs."""


@pytest.mark.parametrize(
    ("agree", "language"),
    [
        *product((10, 15, 60), (SOURCE,)),
        *product((25,), sorted(languages())),
        *(pytest.param(*one, marks=pytest.mark.long) for one in product(range(10, 61), sorted(languages()))),
    ],
)
def test_what_is_counted_aloud_is_the_timetable_of_the_display(
    agree: int, language: str, tmp_path: Path
) -> None:
    """Otherwise somebody would look while conspirators, who see the display, still have their eyes open."""
    options = tuple(
        replace(one, default=agree) if one.name == "agree" else one for one in GOTTERDAMMERUNG.options
    )
    game = replace(GOTTERDAMMERUNG, options=options)
    with evening(tmp_path, {"gotterdammerung": game}, language=language) as table:
        table.pads = {}
        for name, value in (
            ("menu.game", "gotterdammerung"),
            ("option.players", 7),
            ("option.gods", 3),
            ("option.ballot", "thumbs"),
            ("option.dice", "own"),
            ("menu.rules", "start"),
        ):
            table.decides(name, value)
        table.hears(Asked("setup.deal"))
        table.post(Fault("sound", "missing"))
        table.hears_out(20)
        table.answers("dealt")
        table.hears(Asked("signals"))
        agreed = " ".join(words_of(table.screen))
        table.ok()
        table.hears(Asked("conspiracy.night"), AtBeat("open"))
        times = {one.what.mark: one.t for one in table.heard if isinstance(one.what, AtBeat)}
    at = {mark: t - times["lead"] for mark, t in times.items()}
    counted = sorted(int(number) for number in re.findall(r"\d+", agreed))
    assert len(counted) == 3, agreed
    opens, closes, last = counted
    assert 0.0 <= opens - at["die"] < 1.0
    assert 0.0 <= at["reclose"] - closes < 1.0
    assert 0.0 <= last - at["open"] < 1.0
    assert closes + CLOSED <= last
    assert closes - opens >= agree
