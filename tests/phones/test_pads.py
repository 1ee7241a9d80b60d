"""Phones as pads, through the real process on loopback."""

from __future__ import annotations

import time

import pytest

from firmware.hub_protocol import HOLD_MS
from gm_appliance.core.cues.screens import MenuScreen
from gm_appliance.core.game import Choice, Decision, MenuFace, OneOf, Seat, Table
from gm_appliance.core.offers import Offer, Offers
from gm_appliance.devices.pads.phone_table import UNSEEN
from gm_appliance.phones.connection import GONE, STRANGER
from gm_appliance.phones.frames import TICK_SECONDS, Choose
from tests.phones.crowd import Box, Crowd, Phone, until

TALK = Decision("talk", Table(), OneOf(("go on",)))
FOOD = ("soup", "fish", "cake")
_CHOICES = tuple(Choice("dinner", value) for value in FOOD)
DINNER = Offers(
    7,
    Decision("dinner", Seat(3), OneOf(FOOD)),
    MenuFace(_CHOICES, 0),
    ("What do you eat?",),
    MenuScreen("Dinner", ("Soup", "Fish", "Cake"), 0, "OK"),
    tuple(Offer(one, str(one.value), row) for row, one in enumerate(_CHOICES)),
)


def opened(box: Box) -> None:
    """Open a public decision, and wait until presses are no longer secret."""
    box.pads.asked(1, TALK)
    box.pads.ask(1, 0)
    time.sleep(UNSEEN)


def test_a_phone_presses_its_pad_and_shows_its_lamp(box: Box, crowd: Crowd) -> None:
    phone = Phone(crowd, box.invite(), box.pads.token)
    opened(box)
    phone.takes(3)
    box.pads.ask(5, 2)
    box.pads.light(frozenset({3}))
    until(lambda: phone.model.tick and phone.model.tick.lamp and not phone.model.tick.quiet)

    phone.press(0)
    phone.release(0)
    phone.press(1)
    time.sleep(HOLD_MS / 1000 + 0.05)
    phone.release(1)

    until(lambda: len(box.inbox.edges) >= 5)
    pressed = [(one.source, one.button, one.down, one.prompt_id, one.beat) for one in box.inbox.edges]
    tap = [(3, "up", True, 5, 2), (3, "up", False, 5, 2)]
    assert pressed == [*tap, (3, "down", True, 5, 2), (3, "down", True, 5, 2), (3, "down", False, 5, 2)]
    first, held, lifted = [one.t for one in box.inbox.edges[2:]]
    assert first + HOLD_MS / 1000 - 1e-6 <= held <= lifted
    assert not box.inbox.faults


def test_a_seat_chooses_on_its_own_phone_only(box: Box, crowd: Crowd) -> None:
    at = box.invite()
    phones = [Phone(crowd, at, box.pads.token) for _ in range(2)]
    opened(box)
    phones[0].takes(3)
    phones[1].takes(4)
    box.pads.asked(7, DINNER.decision)
    box.pads.offer(DINNER)
    three, four = (one.model for one in phones)
    until(lambda: three.tick and not three.tick.quiet and three.content and three.content.choices)
    choices = three.content.choices if three.content else None
    assert choices
    assert [one.said for one in choices.items] == [*FOOD]
    assert choices.question == "What do you eat?"
    assert four.content
    assert four.content.choices is None
    phones[1].do(lambda model: model.ask(Choose("7", 1)))
    phones[0].do(lambda model: model.choose(item=2))
    until(lambda: len(box.inbox.edges) >= 5)
    assert [(one.source, one.button, one.down) for one in box.inbox.edges] == [
        *((3, "up", True), (3, "up", False)),
        *((3, "up", True), (3, "up", True), (3, "up", False)),
    ]
    assert {one.prompt_id for one in box.inbox.edges} == {7}


def test_a_killed_process_finds_its_phones_again(box: Box, crowd: Crowd) -> None:
    phone = Phone(crowd, box.invite(), box.pads.token)
    opened(box)
    phone.takes(9)
    phone.press(0)
    until(lambda: box.inbox.edges)
    assert box.child._child
    assert phone.model.tick
    boot = phone.model.tick.boot
    box.child._child.kill()
    phone.release(0)
    until(lambda: phone.model.tick and phone.model.tick.boot != boot, "another process")
    assert phone.model.tick.pad == 9
    phone.press(1)
    phone.release(1)
    until(lambda: len(box.inbox.edges) >= 4)
    assert [(one.source, one.button, one.down, one.cancelled) for one in box.inbox.edges] == [
        *((9, "up", True, False), (9, "up", False, True)),
        *((9, "down", True, False), (9, "down", False, False)),
    ]
    assert box.inbox.faults[0] in ("lost", "comes-and-goes")
    until(lambda: box.inbox.faults[-1] == "back")


def test_strangers_and_the_end(box: Box, crowd: Crowd) -> None:
    at = box.invite()
    stranger = Phone(crowd, at, "0" * 32)
    phone = Phone(crowd, at, box.pads.token)
    until(lambda: STRANGER in stranger.codes)
    until(lambda: phone.model.tick)
    assert stranger.model.tick is None
    box.pads.rest()
    until(lambda: GONE in phone.codes)
    until(lambda: None in phone.codes, "a port that is closed")


def test_a_box_that_goes_home_leaves_no_line_in_the_log(
    box: Box, crowd: Crowd, capfd: pytest.CaptureFixture[str]
) -> None:
    """Six phones hear goodbye after the box has gone."""
    at = box.invite()
    phones = [Phone(crowd, at, box.pads.token, wants=pad) for pad in range(1, 7)]
    until(lambda: len(box.pads.present.there) == 6)
    box.pads.close()
    until(lambda: all(GONE in phone.codes and None in phone.codes for phone in phones), "a closed port")
    assert capfd.readouterr() == ("", "")


def test_a_phone_that_is_late_and_awake_is_waited_for(box: Box, crowd: Crowd) -> None:
    phone = Phone(crowd, box.invite(), box.pads.token)
    opened(box)
    phone.takes(3)
    phone.paused = True  # its ticks are on their way
    time.sleep(2 * TICK_SECONDS)
    asked = time.monotonic()
    box.pads.ask(2, 0)
    time.sleep(3 * TICK_SECONDS)
    assert box.pads.whole_at() < asked
    phone.paused = False
    until(lambda: box.pads.whole_at() >= asked)
    phone.paused = True
    asked = time.monotonic()
    box.pads.ask(3, 0)
    until(lambda: box.pads.present.asleep == (3,))
    until(lambda: box.pads.whole_at() >= asked)
