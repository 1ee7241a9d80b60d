"""Random messages from a page: valid ones are obeyed, others ignored, and the page is still heard."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from gm_appliance.simulator import requests
from gm_appliance.simulator.requests import obey
from gm_appliance.simulator.room import Room
from gm_appliance.simulator.web import _Watchdog
from tests.mutated import mutated

ASKED: tuple[dict[str, Any], ...] = (
    {"type": "press", "source": 0, "button": "ok", "down": True, "beat": 1},
    {"type": "press", "source": 7, "button": "up", "down": False},
    {"type": "look", "seat": 3},
    {"type": "die", "by": 1, "at": 4},
    {"type": "bot", "seat": 2, "on": True},
    {"type": "only", "seat": 5},
)
STRANGE: tuple[object, ...] = (
    *(None, True, -1, 10**40, 1e308, "", "ok", "up", "\0", "²"),
    *([], {}, [[1]], {"seat": 1}),
)


def strange(rng: Random) -> str:
    """A valid message with fields replaced by strange values, or with damaged text."""
    asked = dict(rng.choice(ASKED))
    if rng.random() < 0.5:
        return mutated(rng, json.dumps(asked).encode()).decode("utf-8", "replace")
    for _ in range(rng.randint(1, 2)):
        asked[rng.choice((*asked, "beat", "seat"))] = rng.choice(STRANGE)
    return json.dumps(rng.choice((asked, asked, [asked], rng.choice(STRANGE))))


def page() -> tuple[Callable[[str], None], list[tuple[int, str, bool]]]:
    edges: list[tuple[int, str, bool]] = []
    room = Room(lambda source, button, down: edges.append((source, button, down)))
    sent: list[object] = []
    visitor, watchdog = room.enter(sent.append), _Watchdog(sent.append, lambda: 0.0)
    watchdog._sent.append((1, 0.0))
    return lambda text: obey(room, visitor, sent.append, watchdog.is_late, text), edges


def fuzz(seed: int, messages: int) -> list[tuple[int, str, bool]]:
    sends, edges = page()
    for number in range(messages):
        text = strange(Random(f"page {seed} {number}"))
        try:
            sends(text)
        except Exception as error:
            raise AssertionError(f"page {seed} {number}: {text[:200]!r}: {error!r}") from error
    return edges


def test_whatever_a_page_sends_is_done_or_left_alone() -> None:
    edges = fuzz(0, 1500)
    assert {source for source, _button, _down in edges} <= {0, 7}, "a press that nobody sent"
    sends, edges = page()
    sends("[" * 100_000)
    sends('{"type": "press", "source": 3, "button": "down", "down": true}')
    assert edges == [(3, "down", True)]


def test_a_table_that_trusts_its_page_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def unchecked(text: str, **_: object) -> object:
        asked = json.loads(text)
        return (
            requests._Look(seat=asked["seat"])
            if asked["type"] == "look"
            else requests._Only(seat=asked["seat"])
        )

    monkeypatch.setattr(msgspec.json, "decode", unchecked)
    with pytest.raises(AssertionError, match="page 0"):
        fuzz(0, 1500)
