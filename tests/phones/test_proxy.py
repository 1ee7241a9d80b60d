"""Real sockets through a bad proxy: each press once, in order; what a killed process had is told as lost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from tests.phones.crowd import Box, Crowd, Phone, until
from tests.phones.proxy import Proxy

pytestmark = pytest.mark.long
BUTTONS = ("up", "down")


def mashed(phones: list[Phone], rounds: int) -> dict[int, list[str]]:
    """Presses of all phones, by pad."""
    rng, made = Random(1), dict[int, list[str]]()
    for _round in range(rounds):
        for pad, phone in enumerate(phones, start=1):
            half = rng.randrange(2)
            made.setdefault(pad, []).append(BUTTONS[half])
            phone.press(half)
            phone.release(half)
        time.sleep(rng.choice((0.1, 0.3)))
    return made


def pressed(box: Box, pad: int) -> list[str]:
    return [one.button for one in box.inbox.edges if one.source == pad and one.down]


def is_part(some: list[str], whole: list[str]) -> bool:
    """Whether it is the whole, in order, with something left out."""
    rest: Iterator[str] = iter(whole)
    return all(one in rest for one in some)


@pytest.fixture
def proxy(box: Box, crowd: Crowd) -> Iterator[Proxy]:
    with closing(Proxy(crowd, int(box.invite().rpartition(":")[2]), 1)) as proxy:
        yield proxy


def seated(box: Box, crowd: Crowd, proxy: Proxy) -> list[Phone]:
    phones = [Phone(crowd, proxy.at, box.pads.token, wants=pad) for pad in range(1, 7)]
    until(lambda: len(box.pads.present.there) == 6)
    return phones


def test_all_presses_arrive_once_in_order(box: Box, crowd: Crowd, proxy: Proxy) -> None:
    phones = seated(box, crowd, proxy)
    made = mashed(phones, 60)
    until(lambda: all(len(pressed(box, pad)) >= len(made[pad]) for pad in made))
    assert {pad: pressed(box, pad) for pad in made} == made
    assert proxy.cuts > 20
    assert box.inbox.faults == []


def test_a_killed_process_loses_only_what_is_told(box: Box, crowd: Crowd, proxy: Proxy) -> None:
    phones = seated(box, crowd, proxy)
    made = mashed(phones, 30)
    assert box.child._child
    box.child._child.kill()
    more = mashed(phones, 30)
    until(lambda: box.inbox.faults[-1:] == ["back"])
    until(lambda: all(phone.model.tick and not phone.model.waiting for phone in phones))
    time.sleep(0.5)
    for pad in made:
        got, whole = pressed(box, pad), made[pad] + more[pad]
        assert is_part(got, whole)
        assert len(got) > len(whole) / 3
    assert box.inbox.faults[0] in ("lost", "comes-and-goes")
