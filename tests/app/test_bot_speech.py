"""Bots at the virtual table say why they accuse, and defend themselves: from what everybody saw."""

from __future__ import annotations

import pytest

from gm_appliance.app.bot_speech import TEMPERS, BotSpeech
from gm_appliance.core.cues.props import Plate
from gm_appliance.core.language import load
from gm_appliance.hidden_roles.events import Accused, Banished, Supported, ThumbsShown
from gm_appliance.hidden_roles.model import DOWN, UP
from tests.simulator.bench import Bench

CALM, SLY, HOT = 1, 2, 3
assert [TEMPERS[seat % len(TEMPERS)] for seat in (CALM, SLY, HOT)] == ["calm", "sly", "hot"]
HUMAN = 7


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.room.lay([Plate(seat, f"Valkyrie {seat}") for seat in range(1, 8)])
    bench.room.set_bots(frozenset(range(1, 7)))
    return bench


def said(bench: Bench, *told: object) -> list[tuple[int, str]]:
    speech = BotSpeech(bench.room, lambda: load("en"))
    for event in told:
        speech.told(event)
    return [(one["seat"], one["text"]) for one in bench.heard if one["type"] == "speech"]


def vote(accused: int, *down: int) -> ThumbsShown:
    return ThumbsShown(
        accused, {seat: DOWN if seat in down else UP for seat in range(1, 8) if seat != accused}
    )


def test_without_facts_the_temper_speaks(bench: Bench) -> None:
    assert said(bench, Accused(CALM, HUMAN), Supported(SLY, HUMAN)) == [
        (CALM, "I have no proof, only a feeling.")
    ]
    bench.heard.clear()
    assert said(bench, Accused(HUMAN, HOT), Supported(CALM, HOT)) == [
        (HOT, "You are wrong, and you will see it.")
    ]


def test_each_temper_has_its_own_reason(bench: Bench) -> None:
    before = (Accused(HUMAN, HOT), vote(HOT, HUMAN, CALM), Accused(SLY, CALM), vote(CALM, SLY))
    assert said(bench, *before, Accused(HOT, HUMAN))[-1] == (HOT, "You wanted to see me fall.")
    assert said(bench, *before, Accused(CALM, 5))[-1] == (CALM, "You spared Valkyrie 3. Why?")
    assert said(bench, *before, Accused(SLY, 6))[-1] == (SLY, "You have never accused anybody.")


def test_a_defence_names_what_the_bot_did(bench: Bench) -> None:
    before = (Accused(SLY, 6), vote(6, CALM, SLY, HOT, HUMAN), Banished(6, "council"))
    told = (*before, Accused(HUMAN, CALM), Supported(SLY, CALM))
    assert said(bench, *told)[-1] == (CALM, "I voted Valkyrie 6 down, as most of you did.")


def test_what_they_say_is_part_of_the_story(bench: Bench) -> None:
    said(bench, Accused(CALM, HUMAN))
    assert bench.last("caption")["text"] == "Valkyrie 1: I have no proof, only a feeling."
