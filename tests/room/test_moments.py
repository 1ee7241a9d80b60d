"""What is published of a game, and when: a function of what is public and of the clock."""

from __future__ import annotations

import json
from itertools import pairwise
from math import inf
from typing import Any

import pytest

from gm_appliance.core.cues.props import Banner, Card, Plate, ThrownDie
from gm_appliance.core.game import Chance, Choice, Decision, OneOf, Outcome, Table
from gm_appliance.games.registry import GAMES
from gm_appliance.room.moments import EVENTS, MOMENTS, TICK, Moments
from tests.room.room_evening import play

PEOPLE = ("Quirina", "Zebulon", "Yolanthe", "Xaverine", "Wunibald", "Philomele", "Thaddäus", "Ursulina")


def told(moments: Moments, until: float) -> list[tuple[float, str, Any]]:
    found = []
    while (due := moments.due()) <= until:
        if post := moments.take(due):
            found.append((due, post.topic, json.loads(post.payload)))
    return found


def of(found: list[tuple[float, str, Any]], key: str) -> list[tuple[float, Any]]:
    return [(t, one[key]) for t, topic, one in found if topic == "state" and one[key]]


def asked(name: str) -> Decision:
    return Decision(name, Table(), OneOf(("yes", "no")))


def begun() -> Moments:
    moments = Moments()
    moments.began(0.1)
    told(moments, 5.0)
    return moments


def test_a_moment_is_told_at_the_next_tick_and_then_all_is_silent() -> None:
    moments = begun()
    assert moments.due() == float("inf")
    moments.storm(True, 7.0)
    assert moments.due() == 7.5
    assert moments.take(7.4) is None
    assert of(told(moments, 20.0), "moment") == [(7.5, "night")]
    assert moments.due() == float("inf")


def test_of_what_came_within_a_tick_the_last_is_told() -> None:
    moments = begun()
    moments.storm(True, 7.1)
    moments.storm(False, 7.2)
    moments.asked(1, asked("council.vote"), 7.3)
    assert of(told(moments, 20.0), "moment") == [(7.5, "vote")]


@pytest.mark.parametrize(
    ("name", "moment"),
    [
        ("menu.game", "menu"),
        ("setup.pad", "setup"),
        ("council.accuse", "council"),
        ("council.vote", "vote"),
        ("council.booth", "vote"),
        ("questions", "day"),
        ("entry.points", "day"),
    ],
)
def test_the_moment_follows_from_the_name_of_what_is_asked(name: str, moment: str) -> None:
    moments = begun()
    moments.asked(1, asked(name), 7.0)
    assert moments.moment == moment
    moments.storm(True, 7.0)
    assert moments.moment == "night"


def test_what_is_laid_counts_after_the_words_that_follow_it() -> None:
    moments = begun()
    moments.lay((Plate(1, "Anna"), Plate(2, "Ben")), 6.0)
    told(moments, 10.0)
    moments.lay((Plate(1, "Anna"), Plate(2, "Ben", turned=True)), 10.0)
    moments.said(3.2, 10.0)
    moments.said(9.0, 13.2)  # what is said later holds nothing back
    found = told(moments, 30.0)
    assert of(found, "event") == [(13.5, {"event_type": "fell", "seat": 2})]
    assert [t for t, topic, _one in found] == [13.5, 14.0, 14.5]
    assert found[1][2]["event"] is None, "an event is not retained"


def test_what_is_laid_while_words_are_spoken_waits_for_them_unless_they_are_cut_off() -> None:
    moments = begun()
    moments.said(8.0, 10.0)
    moments.lay((Banner("The village", "won", "shines"),), 11.0)
    assert moments.due() == 18.5
    moments.hushed(12.0)
    assert of(told(moments, 20.0), "mood") == [(12.5, "shines")]


def test_the_end_is_a_reveal_with_its_winners_until_the_next_menu() -> None:
    moments = begun()
    moments.finished(Outcome(("wolves",), "parity"), 10.0)
    moments.asked(1, asked("end.seen"), 10.1)
    found = told(moments, 20.0)
    moments.asked(1, asked("menu.again"), 30.0)
    found += told(moments, 40.0)
    assert of(found, "moment") == [(10.5, "reveal"), (11.0, "reveal"), (30.5, "menu")]
    assert of(found, "winners") == [(10.5, ["wolves"]), (11.0, ["wolves"])]
    assert of(found, "event") == [(10.5, {"event_type": "won", "winners": ["wolves"]})]


def test_a_throw_is_told_once_and_only_one_of_chance() -> None:
    moments = begun()
    dice = (ThrownDie(0, 3, "3"), ThrownDie(0, 5, "5"))
    moments.lay(dice, 10.0)
    assert of(told(moments, 12.0), "event") == []
    for t in (20.0, 30.0):  # the same numbers again
        moments.chose(Decision("roll", Chance(), OneOf((3, 5))), Choice("roll", 3), t)
        moments.lay(dice, t)
        moments.lay(dice, t + 0.1)
        assert len(of(told(moments, t + 5.0), "event")) == 1


def test_a_game_that_goes_on_tells_nothing_of_what_happened_before() -> None:
    moments = begun()
    moments.lay((Plate(1, "Anna"),), 10.0)
    told(moments, 12.0)
    moments.began(20.0)
    moments.lay((Plate(1, "Anna", turned=True),), 20.0)
    assert of(told(moments, 30.0), "event") == []


def test_only_with_names_the_picture_has_texts() -> None:
    for names in (False, True):
        moments = Moments(names)
        moments.lay((Plate(1, "Seat 1, Anna", player="Anna"), Card(1, "Odin: shield", name="odin")), 1.0)
        (items,) = [
            one["items"] for _t, topic, one in told(moments, 9.0) if topic == "table" and one["items"]
        ]
        assert ("Anna" in str(items), "shield" in str(items)) == (names, names)
        assert items[1]["name"] == "odin"


@pytest.mark.parametrize("game", GAMES)
def test_of_every_game_at_most_one_packet_a_tick_and_no_name(game: str) -> None:
    room = play(game, 1, PEOPLE)
    times = [t for t, _post in room.packets]
    assert all(later - earlier >= TICK for earlier, later in pairwise(times))
    assert all(t % TICK == 0 for t in times)
    states = [json.loads(post.payload) for _t, post in room.packets if post.topic == "state"]
    assert states
    assert {one["moment"] for one in states} <= {*MOMENTS}
    assert {one["event"]["event_type"] for one in states if one["event"]} <= {*EVENTS}
    everything = " ".join(post.payload for _t, post in room.packets)
    assert [name for name in PEOPLE if name in everything] == []


def test_a_reveal_is_published_after_the_words_that_say_it() -> None:
    room = play("werewolf", 3)
    over = next(t for t, name, _given in room.calls if name == "finished")
    published = next(t for t, post in room.packets if '"moment":"reveal"' in post.payload)
    assert 0 < published - over <= TICK
    # Each card that the box turns counts once its seat was named.
    came = {post.payload: t for t, post in reversed(room.packets) if post.topic == "table"}
    calls = [one for one in room.calls if one[1] in ("lay", "said") and one[0] < over][-40:]
    turned, before = 0, None
    for (laid_at, name, laid), (t, then, said) in pairwise(calls):
        picture = Moments()
        if (name, then) == ("lay", "said"):
            picture.lay(laid[0], 0.0)
            payload = told(picture, 5.0)[-1][2]
            known = [at for one, at in came.items() if json.loads(one) == payload and at > laid_at]
            known, before = [] if payload == before else known, payload
            cut_off = next((at for at, name, _said in room.calls if name == "hushed" and at >= t), inf)
            assert all(at >= min(t + said[0], cut_off) for at in known)
            turned += len(known)
    assert turned
