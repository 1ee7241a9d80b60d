"""Pointing: every offer leads, by its presses, to its choice, and nothing else is pressed."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues.screens import ClosedScreen, NumberScreen
from gm_appliance.core.game import JSON, Choice, Decision, Number, NumberFace, Table
from gm_appliance.core.offers import Offers
from gm_appliance.pickers.presses import Stroke, presses
from gm_appliance.simulator.requests import obey
from gm_appliance.simulator.room import Room
from tests.simulator.bench import DINNER, Bench
from tests.simulator.game_on_page import GameOnPage

ENOUGH = 150
AGAIN = 3.0


class Enough(Exception):
    """Enough choices were made."""


class Pointing(GameOnPage):
    """A game in which people point if there is anything to point at, and press otherwise."""

    def __init__(self, room: Room, options: dict[str, JSON], game: str) -> None:
        super().__init__(room, options, lambda phase: None, 1, game=game)
        self.rng = Random(game)
        self.made: Counter[str] = Counter()
        self.at = 0.0
        self.wanted: tuple[int, Choice, dict[str, int | None]] | None = None

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self.wanted = None
        if decision.secret or decision.beats:
            super().asked(prompt_id, decision)

    def _stands(self, beat: int) -> None:
        offers = self._room._offers
        if offers is None:
            return
        if self.wanted is None or self.wanted[0] != offers.prompt_id:
            self.wanted = (offers.prompt_id, *self._points(offers))
            self.at = 0.0
        # Try again if the choice had to be said first.
        prompt_id, _choice, what = self.wanted
        t = self._inbox.now()
        if t < self.at:
            return
        for button, held in self._room.way(str(prompt_id), what.get("item"), what.get("number"))["presses"]:
            self._inbox.press_at(t, 0, button, held, prompt_id)
            t += held + 0.01
        self.at = t + AGAIN

    def _points(self, offers: Offers) -> tuple[Choice, dict[str, int | None]]:
        domain = offers.decision.domain
        if isinstance(offers.face, NumberFace) and isinstance(domain, Number):
            number = min(domain.hi, offers.face.value + self.rng.randrange(30))
            return Choice(offers.decision.name, number), {"number": number}
        item = self.rng.randrange(len(offers.items))
        return offers.items[item].choice, {"item": item}

    def chose(self, decision: Decision, choice: Choice) -> None:
        super().chose(decision, choice)
        if self.wanted is not None:
            assert (choice.name, choice.value) == (self.wanted[1].name, self.wanted[1].value)
            self.wanted = None  # forced choices and dice follow
            self.made[choice.name] += 1
            if self.made.total() == ENOUGH:
                raise Enough


@pytest.mark.parametrize(
    ("game", "options", "names"),
    [
        ("gotterdammerung", {"players": 7, "gods": 7}, {"action.odin", "council.whom", "oracle.first-die"}),
        ("thor", {"players": 3, "mode": "live", "will_of_thor": "yes"}, {"turn.offer", "turn.take"}),
        ("odins-table", {"mode": "referee"}, {"turn.piece", "turn.target", "fight.attack"}),
        ("valda", {"players": 2, "mode": "companion"}, {"first.who", "game.what", "effect.number"}),
        ("scorepad", {"players": 3}, {"dealer.first", "entry.points", "round.next"}),
    ],
)
def test_what_is_pointed_at_is_chosen(game: str, options: dict[str, JSON], names: set[str]) -> None:
    play = Pointing(Room(lambda *edge: None, rng=Random(1)), {**options, **DICE.get(game, {})}, game)
    with suppress(Enough):
        play.plays()
    assert play.made.keys() >= names


def test_presses_from_another_place_lead_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_the_second(*what: Any, panel: bool, at: int) -> tuple[Stroke, ...]:
        return presses(*what, panel=panel, at=1)

    monkeypatch.setattr("gm_appliance.pickers.pointed.presses", from_the_second)
    with pytest.raises(AssertionError):
        Pointing(Room(lambda *edge: None, rng=Random(1)), {"players": 3}, "thor").plays()


DICE: dict[str, dict[str, JSON]] = {"gotterdammerung": {"dice": "own"}}
"""With their own dice, the table also enters numbers."""


def offered(bench: Bench, shown: Offers = DINNER) -> dict[str, Any]:
    bench.room.offer(shown)
    bench.room.show(shown.screen)
    return bench.last("offers")


def test_a_page_is_told_what_is_said_of_it_and_where_it_is_shown() -> None:
    told = offered(Bench())
    assert (told["prompt"], told["question"]) == ("7", "What do you eat?")
    fish = {"says": "fish", "name": "fish", "seat": 3, "square": "", "group": "", "rows": [28, 39]}
    assert told["items"][1] == fish
    assert [one["rows"] for one in told["items"]] == [[16, 27], [28, 39], [40, 51]]
    players = Decision("players", Table(), Number(2, 15, 7))
    number = Offers(8, players, NumberFace(7), ("How many?",), NumberScreen("Players", 7))
    assert offered(Bench(), number)["number"] == {"value": 7, "lo": 2, "hi": 15}


@pytest.mark.parametrize("closes", ["storm", "another picture", "the choice"])
def test_nothing_can_be_pointed_at_that_is_not_on_offer_any_more(closes: str) -> None:
    """A press already on its way to it has no effect."""
    bench = Bench()
    offered(bench)
    if closes == "storm":
        bench.room.storm(True)
        bench.room.offer(DINNER)
    elif closes == "another picture":
        bench.room.show(ClosedScreen())
    else:
        bench.room.offer(None)
    assert bench.last("offers") == bench.room.snapshot()["offers"] | {"order": bench.last("offers")["order"]}
    assert bench.room.snapshot()["offers"]["items"] == []
    assert bench.room.way("7", 0, None)["presses"] == []
    press = '{"type": "press", "source": 0, "button": "ok", "down": true, "prompt": "7"}'
    everything: Any = None
    obey(bench.room, bench.page, everything, everything, press)
    assert bench.edges == []
    obey(bench.room, bench.page, everything, everything, press.replace(', "prompt": "7"', ""))
    assert bench.edges == [(0, "ok", True)]
