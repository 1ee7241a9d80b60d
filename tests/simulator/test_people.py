"""Bots who press: what they choose, and that their evenings are no longer than a day."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from gm_appliance.app.headless import rehearse
from gm_appliance.app.virtual_table import BOTS
from gm_appliance.core.game import (
    JSON,
    AllSeats,
    Beat,
    Choice,
    Decision,
    First,
    Number,
    OneOf,
    Pad,
    PerSeat,
    Seat,
    Table,
)
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import replace
from gm_appliance.devices.inbox import DAY
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import NEAR, People, Temper
from tests.pickers.decisions import press
from tests.simulator.bench import Inbox


def pressed_at(inbox: Inbox) -> set[int]:
    return {source for source, _button in inbox.pressed}


def people(inbox: Inbox, seed: int) -> People:
    return People(inbox, Dealer(Random(0)), Random(seed), Random(0))


def numbers(domain: Number) -> set[int]:
    entered, decision = set(), Decision("a.number", Table(), domain)
    for seed in range(400):
        inbox = Inbox()
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


def menu(name: str, *options: str, also: tuple[Decision, ...] = ()) -> Decision:
    return Decision(name, Table(), OneOf(options), also=also)


def answers(decision: Decision, seeds: int = 600) -> Counter[str]:
    chosen: Counter[str] = Counter()
    for seed in range(seeds):
        inbox = Inbox()
        people(inbox, seed).asked(1, decision)
        items = [choice for one in decision.open() for choice in choices(one)]
        buttons = [stroke.button for stroke in inbox.strokes]
        at = (buttons.count("down") - buttons.count("up")) % len(items)
        chosen[items[at].name] += bool(inbox.strokes)
    return chosen


def choices(decision: Decision) -> list[Choice]:
    assert isinstance(decision.domain, OneOf)
    return [Choice(decision.name, value) for value in decision.domain.options]


def test_a_decision_open_beside_another_is_an_ordinary_one() -> None:
    chosen = answers(menu("bid", "one", "two", also=(menu("challenge", "challenge"),)))
    assert 150 < chosen["challenge"] < 250  # a third
    assert chosen["bid"] + chosen["challenge"] == 600


def test_what_ends_the_talk_is_chosen_rarely_and_not_for_ever() -> None:
    end = menu("enough", "end")
    decision = Decision("accuse", First((1, 2), "hold-down"), OneOf((1, 2)), talk=True, also=(end,))
    ended = 0
    for seed in range(600):
        inbox = Inbox()
        some = People(inbox, Dealer(Random(0)), Random(seed), Random(0), temper=Temper(panel=0.0))
        some.asked(1, decision)
        ended += pressed_at(inbox) == {PANEL}
        some.chose(end, Choice("enough", "end"))
        inbox.strokes.clear()
        some.asked(2, decision)
        assert pressed_at(inbox) != {PANEL}
    assert 0 < ended < 200


def test_a_pad_that_is_called_to_another_seat_is_pressed_by_nobody_else() -> None:
    called = Inbox()
    some = people(called, 0)
    for seat, pad in ((1, 4), (2, 5), (3, 4)):
        decision = Decision("setup.pad", Pad(seat), OneOf((0, 4, 5)))
        some.chose(decision, Choice("setup.pad", pad))
    vote = Decision(
        "a.vote",
        AllSeats((1, 2)),
        PerSeat(("1", "2"), OneOf(("up", "down")), partial=True),
        secret=True,
        beats=(Beat("now", 0.0, 0, listens=True), Beat("end", 8.0)),
    )
    some.asked(1, vote)
    assert pressed_at(called) == {5}


class Dealt(Inbox):
    """An inbox, and a table at which these cards were dealt to seats from 1; the last seat's is turned."""

    def __init__(self, *cards: str) -> None:
        super().__init__()
        self.card_of = lambda seat: cards[seat - 1]
        self.unturned = lambda: frozenset(range(1, len(cards)))
        self.shown_thumb = lambda seat: None
        self.people = People(self, self, Random(1), Random(1), temper=Temper(miss=0, lie=0, waver=0, idle=0))

    def asked(self, decision: Decision) -> None:
        self.strokes.clear()
        self.people.asked(1, decision)

    def down(self) -> dict[int, int]:
        """For seats that pressed thumb down, at which name."""
        return {one.source: int(one.at or 0.0) // 2 for one in self.strokes if one.button == "down"}


CARDS = ("wolf", "seer", "wolf", "miller", "witch", "seer")


def roll_call(*names: int | str, by_card: Mapping[str, tuple[int | str, ...]]) -> Decision:
    beats = (
        *(Beat("name", 2.0 * at, name, listens=True) for at, name in enumerate(names)),
        Beat("end", 99.0),
    )
    seats = tuple(range(1, len(CARDS) + 1))
    marks = PerSeat(tuple(map(str, seats)), OneOf(names), partial=True)
    return Decision("night", AllSeats(seats), marks, secret=True, beats=beats, by_card=by_card)


def test_in_a_roll_call_each_card_marks_what_it_may_and_its_holders_agree() -> None:
    table = Dealt(*CARDS)
    marks = roll_call(*range(1, 7), "potion", by_card={"wolf": (1, 2, 3), "witch": (5, "potion")})
    table.asked(marks)
    down = table.down()
    assert down == {1: 1, 3: 1, 5: 6}  # at seat 2; at the potion, because the other is the witch's own seat
    assert {source for source, button in table.pressed if button == "up"} == set(range(1, 7))


def test_in_a_roll_call_of_cards_each_marks_its_own() -> None:
    table = Dealt(*CARDS)
    own = ("wolf", "seer", "witch", "miller")
    table.asked(roll_call(*own, by_card={card: (card,) for card in own}))
    assert table.down() == {1: 0, 3: 0, 2: 1, 6: 1, 5: 2, 4: 3}


def test_alone_at_the_panel_a_seat_gives_its_own_card() -> None:
    table = Dealt(*CARDS)
    for seat, button in ((1, "down"), (2, "up")):
        own: dict[str, tuple[int | str, ...]] = {"wolf": ("wolf",), "seer": ("seer",)}
        table.asked(Decision("card", Seat(seat), OneOf(("wolf", "seer")), secret=True, by_card=own))
        assert {one for source, one in table.pressed if source == PANEL} == {button, "ok"}


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        (("wolf", "miller", "miller"), "on"),
        (("wolf", "wolf", "miller"), "wolves"),
        (("seer", "miller", "wolf"), "village"),
        (("seer", "ghost", "wolf"), "on"),
    ],
)
def test_the_end_is_called_once_all_cards_still_in_play_say_the_same(
    cards: tuple[str, ...], called: str
) -> None:
    table = Dealt(*cards)
    values = ("on", "village", "wolves")
    sides = {"wolf": ("wolves",), "seer": ("village",), "miller": ("village",)}
    table.asked(decision := Decision("end", Table(), OneOf(values), by_card=sides))
    choice = press(decision, tuple(table.strokes))
    assert choice is not None
    assert choice.value == called


def test_a_called_pad_is_pressed_as_soon_as_its_name_was_heard() -> None:
    inbox = Inbox()
    called = People(inbox, Dealer(Random(0)), Random(1), Random(0), temper=replace(BOTS, panel=0.0))
    for seat in range(1, 16):
        called.asked(seat, Decision("setup.pad", Pad(seat), OneOf((0, *range(1, 16)))))
    assert len(inbox.strokes) == 15
    assert all(stroke.at is not None and stroke.at < 1.0 for stroke in inbox.strokes)
