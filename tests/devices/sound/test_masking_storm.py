"""The storm as a whole: cross-faded segments without gaps or audible loops."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, cycle, islice, pairwise
from pathlib import Path

import pytest

from gm_appliance.devices.sound import storm
from gm_appliance.devices.sound.masking import BLEND_SECONDS, SWELL_SECONDS, UNDER_WORDS
from gm_appliance.devices.sound.storm import RATE, SEGMENT_SECONDS, SEGMENTS
from tests.devices.sound.listening import power_of_two, spectrum
from tests.devices.sound.sound_room import Room, write_wav

TEN_MINUTES = 600


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    yield room
    assert room.complaints == []
    assert room.faults == []


def segments(room: Room) -> list[tuple[float, str]]:
    return [(at, what) for at, what in room.heard if what.startswith("rain")]


def test_no_segment_is_heard_twice_in_ten_minutes(room: Room) -> None:
    room.storm(*[SEGMENT_SECONDS] * SEGMENTS)
    room.mixer.storm(True)
    room.live(TEN_MINUTES)
    begun = segments(room)
    assert len({name for _, name in begun}) == len(begun) > TEN_MINUTES / SEGMENT_SECONDS
    assert SEGMENTS * (SEGMENT_SECONDS - BLEND_SECONDS) > TEN_MINUTES
    # None repeats: its successor takes over before it ends.
    assert all(
        after - before <= SEGMENT_SECONDS - BLEND_SECONDS + 0.1 for (before, _), (after, _) in pairwise(begun)
    )


def test_the_loudness_is_constant_during_cross_fades(room: Room) -> None:
    """From close to open there is no gap or dip, whichever segment plays."""
    room.storm(*[12] * 8)
    room.mixer.storm(True)
    room.live(120)
    steady = [gain for at, gain in room.gain if at > 100 + SWELL_SECONDS + 0.1]
    assert len(steady) > 500
    # The two sides are set one after the other; in between, one still has its old gain.
    assert min(steady) > 0.98
    assert max(steady) < 1.02


@pytest.mark.parametrize("layer", sorted(UNDER_WORDS))
def test_words_duck_a_layer_during_a_cross_fade_too(room: Room, layer: str) -> None:
    room.storm(12, 12, layer=layer)
    room.mixer.storm(True)
    room.live(12 - BLEND_SECONDS + 0.5)
    room.mixer.speak(room.rendered("one", 1.5))
    room.live(1)
    assert len(room.sides) == 2
    assert room.gain_now() == pytest.approx(UNDER_WORDS[layer], abs=0.02)


def test_the_next_storm_goes_on_where_the_last_one_was(room: Room) -> None:
    room.storm(30, 30, 30)
    for _night in range(4):
        room.mixer.storm(True)
        room.live(10)
        room.mixer.storm(False)
        room.live(10)
    assert [name for _, name in segments(room)] == ["rain-00", "rain-01", "rain-02", "rain-00"]


def test_a_storm_may_end_during_a_cross_fade(room: Room) -> None:
    room.storm(12, 12)
    room.mixer.storm(True)
    room.live(12 - BLEND_SECONDS + 1)
    assert len(room.sides) == 2
    room.mixer.storm(False)
    room.live(2)
    assert room.sides == {}
    assert room.heard[-1][1] == "calm"


def test_a_segment_loops_until_the_next_is_ready(room: Room) -> None:
    room.storm(12)
    room.mixer.storm(True)
    room.live(60)
    assert [name for _, name in segments(room)] == ["rain-00"]
    assert room.gain_now() == 1.0
    room.mixer.supply("rain-01", write_wav(room.folder / "rain-01.wav", 12))
    room.live(5)
    assert [name for _, name in segments(room)] == ["rain-00", "rain-01"]
    assert room.gain_now() == 1.0


def test_a_machine_that_stalls_leaves_the_storm_as_it_is(room: Room) -> None:
    """Without steps for half a minute, segments loop and the cross-fade is late."""
    room.storm(12, 12, 12)
    room.mixer.storm(True)
    room.live(12 - BLEND_SECONDS + 1.5)
    before = room.gain_now()
    room.now += 30
    room.mixer.step(room.now)
    assert room.gain_now() == pytest.approx(before, abs=0.02), "no jump"
    room.live(10)
    assert room.gain_now() == pytest.approx(1.0, abs=0.02)


def test_a_segment_that_is_gone_is_left_out(room: Room) -> None:
    room.storm(12, 12, 12)
    (room.folder / "rain-01.wav").unlink()
    room.mixer.storm(True)
    room.live(40)
    assert {name for _, name in segments(room)} == {"rain-00", "rain-02"}
    assert room.gain_now() == pytest.approx(1.0, abs=0.02)


def test_without_any_segment_there_is_no_storm_and_no_busy_loop(room: Room) -> None:
    room.storm(12, 12)
    for path in room.folder.glob("rain-*"):
        path.unlink()
    room.mixer.storm(True)
    room.live(10)
    assert segments(room) == []
    due = room.mixer.step(room.now)
    assert due is None or due > room.now


COARSE = 64
"""Samples averaged into one: frequencies up to 170 Hz remain, enough to recognise a repeated segment."""


def ten_minutes(segments: Sequence[Sequence[float]]) -> list[float]:
    """Ten minutes of these one after the other, and again from the first."""
    return [*islice(cycle(chain.from_iterable(segments)), TEN_MINUTES * RATE // COARSE)]


def likeness_to_itself(samples: Sequence[float], shortest: int, overlap: int) -> tuple[float, int]:
    """The highest autocorrelation at any lag of at least `shortest`, and that lag. Normalised by the overlap,
    which is at least `overlap` samples: a loop counts fully even if it is heard only twice."""
    mean = sum(samples) / len(samples)
    centred = [sample - mean for sample in samples]
    count = power_of_two(2 * len(centred))
    powers = [abs(value) ** 2 for value in spectrum(centred + [0.0] * (count - len(centred)))]
    products = [value.real / count for value in spectrum(powers)]
    whole = products[0] / len(centred)
    return max(
        (products[lag] / (len(centred) - lag) / whole, lag) for lag in range(shortest, len(centred) - overlap)
    )


@pytest.fixture(scope="module")
def reel() -> list[list[float]]:
    return [
        [sum(samples[at : at + COARSE]) / COARSE for at in range(0, len(samples), COARSE)]
        for samples in map(storm.wind, range(SEGMENTS))
    ]


def loudness(samples: Sequence[float], a_second: int = 4) -> list[float]:
    """The loudness, several times a second: the pattern of the gusts."""
    size = RATE // COARSE // a_second
    return [
        math.sqrt(sum(sample * sample for sample in samples[at : at + size]))
        for at in range(0, len(samples) - size, size)
    ]


@pytest.mark.long
def test_ten_minutes_are_not_like_themselves_at_any_lag(reel: list[list[float]]) -> None:
    samples = ten_minutes(reel)
    second = RATE // COARSE
    like, lag = likeness_to_itself(samples, 2 * second, 60 * second)
    assert like < 0.05, f"after {lag / second:.1f} s"
    # Nor are the gusts alike: ears remember those better than the noise.
    like, lag = likeness_to_itself(loudness(samples), 4 * 10, 4 * 60)
    assert like < 0.6, f"after {lag / 4:.1f} s"


@pytest.mark.long
@pytest.mark.parametrize("kept", [1, 5])
def test_a_loop_would_be_found(reel: list[list[float]], kept: int) -> None:
    samples = ten_minutes(reel[:kept])
    second = RATE // COARSE
    like, _ = likeness_to_itself(samples, 2 * second, 60 * second)
    assert like > 0.8
    like, _ = likeness_to_itself(loudness(samples), 4 * 10, 4 * 60)
    assert like > 0.8
