"""A room with a page open, and a clock set by hand."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from gm_appliance.core.cues.screens import MenuScreen, Screen
from gm_appliance.core.game import Choice, Decision, MenuFace, OneOf, Table
from gm_appliance.core.offers import Offer, Offers
from gm_appliance.pickers import Stroke
from gm_appliance.simulator.encoding import encode
from gm_appliance.simulator.room import PageMessage, Room

_FOOD = tuple(Choice("dinner", value) for value in ("soup", "fish", "cake"))
DINNER = Offers(
    7,
    Decision("dinner", Table(), OneOf(("soup", "fish", "cake"))),
    MenuFace(_FOOD, 0),
    ("What do you eat?",),
    MenuScreen("Dinner", ("Soup", "Fish", "Cake"), 0, "OK"),
    tuple(Offer(one, str(one.value), row, 2 + row) for row, one in enumerate(_FOOD)),
)
"""Seat 2 has soup, seat 3 fish, and seat 4 cake."""


def picture(screen: Screen) -> bytes:
    return repr(screen).encode().ljust(1024, b"\0")[:1024]


class Bench:
    def __init__(self, kept: Path | None = None, seed: int = 1, speed: float = 1.0) -> None:
        self.edges: list[tuple[int, str, bool]] = []
        self.time = 100.0
        self.room = Room(
            lambda *edge: self.edges.append(edge),
            picture,
            kept,
            speed=speed,
            rng=Random(seed),
            now=lambda: self.time,
        )
        self.heard: list[PageMessage] = []
        self.page = self.room.enter(lambda message: self.heard.append(json.loads(encode(message))))

    def last(self, kind: str) -> PageMessage:
        return next(message for message in reversed(self.heard) if message["type"] == kind)

    def cards(self) -> list[str | None]:
        return [self.room.card_of(seat) for seat in range(1, 8)]


class Inbox:
    """An inbox that records what people press."""

    def __init__(self) -> None:
        self.strokes: list[Stroke] = []

    @property
    def pressed(self) -> set[tuple[int, str]]:
        return {(stroke.source, stroke.button) for stroke in self.strokes}

    def now(self) -> float:
        return 0.0

    def press_at(self, t: float, source: int, button: str, held: float, prompt_id: int | None = None) -> None:
        self.strokes.append(Stroke(source, button, held, t))
