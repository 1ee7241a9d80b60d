"""Bots who press: what they choose, and that their evenings are no longer than a day."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from gm_appliance.app.headless import rehearse
from gm_appliance.core.game import JSON, AllSeats, Beat, Choice, Decision, Number, OneOf, Pad, PerSeat, Table
from gm_appliance.core.ports import PANEL
from gm_appliance.devices.inbox import DAY
from gm_appliance.pickers import Stroke
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import NEAR, People
from tests.pickers.decisions import press


class Panel:
    """An inbox that records the panel's strokes."""

    def __init__(self) -> None:
        self.strokes: list[Stroke] = []

    @property
    def buttons(self) -> list[str]:
        return [stroke.button for stroke in self.strokes]

    def now(self) -> float:
        return 0.0

    def press_at(self, t: float, source: int, button: str, held: float, prompt_id: int | None = None) -> None:
        assert source == PANEL
        self.strokes.append(Stroke(source, button, held))


def people(inbox: Panel, seed: int) -> People:
    return People(inbox, Dealer(Random(0)), Random(seed), Random(0))


def numbers(domain: Number) -> set[int]:
    """The numbers that people enter, as the picker reads them."""
    entered, decision = set(), Decision("a.number", Table(), domain)
    for seed in range(400):
        inbox = Panel()
        people(inbox, seed).asked(1, decision)
        choice = press(decision, tuple(inbox.strokes))
        assert choice
        entered.add(int(str(choice.value)))
    return entered


@pytest.mark.parametrize(
    ("domain", "lowest", "highest"),
    [
        (Number(-9999, 9999), -NEAR, NEAR),
        (Number(-9999, 9999, -40), -40 - NEAR, -40 + NEAR),
        (Number(1, 9999, 10), 1, 10 + NEAR),
        (Number(-9999, 300, 290), 290 - NEAR, 300),
        (Number(0, 2 * NEAR, 3), 0, 2 * NEAR),
        (Number(1, 6, 1), 1, 6),
    ],
)
def test_a_number_is_taken_near_where_its_picker_starts(domain: Number, lowest: int, highest: int) -> None:
    entered = numbers(domain)
    assert lowest <= min(entered) <= lowest + 3
    assert highest - 3 <= max(entered) <= highest


@pytest.mark.parametrize("mode", ["round", "free"])
@pytest.mark.parametrize("players", [2, 15])
def test_a_score_pad_kept_by_them_ends_well_within_a_day(players: int, mode: str) -> None:
    for seed in range(1, 4):
        lines: list[str] = []
        options: dict[str, JSON] = {"players": players, "mode": mode, "until": "target", "target": 9999}
        assert rehearse("scorepad", options, "en", lines.append, seed=seed) is not None
        assert json.loads(lines[-1])["t"] < DAY / 4


# ---------------------------------------------------------------- one of several


def menu(name: str, *options: str, also: tuple[Decision, ...] = ()) -> Decision:
    return Decision(name, Table(), OneOf(options), also=also)


def answers(decision: Decision, seeds: int = 600) -> Counter[str]:
    """How often people choose each decision at the panel."""
    chosen: Counter[str] = Counter()
    for seed in range(seeds):
        inbox = Panel()
        people(inbox, seed).asked(1, decision)
        items = [choice for one in decision.open() for choice in choices(one)]
        at = (inbox.buttons.count("down") - inbox.buttons.count("up")) % len(items)
        chosen[items[at].name] += bool(inbox.strokes)
    return chosen


def choices(decision: Decision) -> list[Choice]:
    assert isinstance(decision.domain, OneOf)
    return [Choice(decision.name, value) for value in decision.domain.options]


def test_a_decision_open_beside_another_is_an_ordinary_one() -> None:
    chosen = answers(menu("bid", "one", "two", also=(menu("challenge", "challenge"),)))
    assert 150 < chosen["challenge"] < 250  # a third
    assert chosen["bid"] + chosen["challenge"] == 600


@pytest.mark.parametrize(("rare", "most"), [("council.close", 1), ("council.drop", 2)])
def test_what_ends_the_talk_is_chosen_rarely_and_not_for_ever(rare: str, most: int) -> None:
    decision = menu("bid", "one", also=(menu(rare, "end"),))
    chosen = answers(decision)
    assert 0 < chosen[rare] < 200
    for seed in range(60):
        inbox = Panel()
        some = people(inbox, seed)
        for _ in range(most):
            some.chose(decision, Choice(rare, "end"))
        some.asked(1, decision)
        assert inbox.buttons == ["ok"]  # the bid


class Pads(Panel):
    """An inbox that records which pads are pressed."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed: set[int] = set()

    def press_at(self, t: float, source: int, button: str, held: float, prompt_id: int | None = None) -> None:
        self.pressed.add(source)


def test_a_pad_that_is_called_to_another_seat_is_pressed_by_nobody_else() -> None:
    called = Pads()
    some = people(called, 0)
    for seat, pad in ((1, 4), (2, 5), (3, 4)):
        decision = Decision("setup.pad", Pad(seat), OneOf((0, 4, 5)))
        some.chose(decision, Choice("setup.pad", pad))
    vote = Decision(
        "council.vote",
        AllSeats((1, 2)),
        PerSeat(("1", "2"), OneOf(("up", "down")), partial=True),
        secret=True,
        beats=(Beat("now", 0.0, 0, listens=True), Beat("end", 8.0)),
    )
    some.asked(1, vote)
    assert called.pressed == {5}
