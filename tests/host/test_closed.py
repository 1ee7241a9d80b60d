"""Closed eyes are the host's: the storm, the closed picture and dark lamps, whatever a narration does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gm_appliance.core.cues import Cue, Light, Say, Show
from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.game import Beat, Clock, Decision, OneOf
from gm_appliance.testing import Asked, AtBeat, evening
from tests.host.asked_in_turn import GAME, Asks, asking_in_turn

BEATS = (Beat("lead", 0.0), Beat("close", 3.0), Beat("name", 6.0), Beat("open", 9.0), Beat("end", 12.0))
NIGHT = Decision("night", Clock(), OneOf(("over",)), closed=True, beats=BEATS, lead=3.0)


class Careless(Asks):
    def ask(self, decision: Decision, view: int) -> tuple[Cue, ...]:
        return ()

    def beat(self, decision: Decision, view: Any, beat: Beat) -> tuple[Cue, ...]:
        return (Show(Lines(beat.mark)), Light(frozenset({3})), Say(f"It is {beat.mark}."))


def test_eyes_are_closed_in_the_storm_and_in_the_dark_until_they_are_opened(tmp_path: Path) -> None:
    registry = asking_in_turn(
        NIGHT, Decision("more", Clock(), OneOf(("over",)), limit=5.0), narration=Careless
    )
    with evening(tmp_path, registry=registry) as table:
        table.decides("menu.game", GAME)
        while (asked := table.hears(Asked)).name != "night":
            table.answers({"menu.people": "none", "menu.rules": "start"}[asked.name])
        for beat in BEATS[:-1]:
            table.hears(AtBeat(beat.mark), f"It is {beat.mark}.")
            closed = beat.mark in ("close", "name")
            assert table.hears_the_storm() is closed
            assert table.sees_closed_eyes() is closed
            assert closed or table.title == beat.mark
            assert table.lit == (frozenset() if closed else {3})
