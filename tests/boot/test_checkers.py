"""The checkers of emulated machines notice what is wrong, in pictures and sounds made here."""

from __future__ import annotations

import io
import math
import wave
from array import array
from collections.abc import Sequence

import pytest

from gm_appliance.core.cues.screens import MenuScreen
from gm_appliance.devices.display.drawing import draw
from gm_appliance.devices.display.driver import DisplayDriver, connect_to
from gm_appliance.devices.display.settings import DisplaySettings
from tests.boot.heard import ALIKE, likeness, loudness, spoken
from tests.boot.seen import MESSAGE, Glass, alike, marked, pictures, stepped

LINES = ("Götterdämmerung", "Thor", "Valda", "Odin's Table")


class Recorder:
    """A bus that records like the guest's kernel module."""

    def __init__(self) -> None:
        self.record = b""

    def write_i2c_block_data(self, _address: int, control: int, data: Sequence[int]) -> None:
        self.record += MESSAGE.pack(0, 1 + len(data)) + bytes((control, *data))


def shown(index: int, lines: Sequence[str] = LINES, right: int = 0, down: int = 0) -> Glass:
    """A menu on the display."""
    bus, settings = Recorder(), DisplaySettings()
    driver = DisplayDriver(settings, connect_to(settings, bus))
    driver.connect()
    driver.begin()
    picture = draw(MenuScreen("Choose a game", tuple(lines), index, "OK"), large=False, upright=False)
    moved = picture.copy()
    moved.paste(0, (0, 0, *moved.size))
    moved.paste(picture, (right, down))
    driver.put(moved)
    driver.light(True)
    return pictures(bus.record)[-1]


@pytest.mark.parametrize(("right", "down"), [(0, 0), (1, 0), (1, 1), (0, 1)])
def test_a_step_is_seen_wherever_the_picture_is(right: int, down: int) -> None:
    assert stepped(shown(0), shown(1, right=right, down=down))
    assert stepped(shown(0, right=right, down=down), shown(1))
    assert stepped(shown(1), shown(2, right=right, down=down))
    assert alike(shown(0), shown(0, right=right, down=down))


def test_what_is_no_step_is_none() -> None:
    before = shown(0)
    for after in (shown(0), shown(2), shown(1, [*LINES[:2], "Dice"]), shown(1, ["Dice", *LINES[1:]])):
        assert not stepped(before, after)
    assert not stepped(shown(1), shown(3))
    assert not alike(before, shown(1))


def test_a_dark_display_has_no_mark() -> None:
    assert marked(Glass(0.0, (0,) * 64)) is None


def words(*lengths: float) -> bytes:
    """A WAV file of fading tones of these seconds, each followed by a second of silence."""
    rate, samples = 8000, array("h")
    for seconds in lengths:
        count = round(seconds * rate)
        samples.extend(round(20000 * math.sin(at) * (1 - at / count)) for at in range(count))
        samples.extend([0] * rate)
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(samples.tobytes())
    return file.getvalue()


def test_words_are_found_among_others_and_silence_has_none() -> None:
    (short,), (long,) = spoken(loudness(words(0.3))), spoken(loudness(words(1.0)))
    first, second = spoken(loudness(words(1.0, 0.3)))
    assert likeness(second, short) >= ALIKE > likeness(first, short)
    assert likeness(first, long) >= ALIKE > likeness(second, long)
    assert not spoken(loudness(words(0.0)))
