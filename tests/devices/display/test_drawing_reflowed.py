"""Large letters and upright displays: essential words are readable, and nothing overlaps."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from PIL import Image

from gm_appliance.core.cues.screens import BarScreen, DiceScreen, MenuScreen, RingScreen, Screen, VersusScreen
from gm_appliance.devices.display.drawing import draw, frame
from gm_appliance.devices.display.drawing.ring import INK, PLACE_HEIGHT, STONE_WIDTH, places
from gm_appliance.devices.display.drawing.text import TITLE
from tests.devices.display.golden_screens import SCREENS, crowd
from tests.devices.display.words_shown import Written, anything, bare, essential, said, written

LARGE: dict[str, bool] = {"large": True}
UPRIGHT: dict[str, bool] = {"upright": True}
BOTH: dict[str, bool] = {"large": True, "upright": True}
FEW = pytest.mark.parametrize("mode", [LARGE, UPRIGHT, BOTH], ids=["large", "upright", "large-upright"])


# ---------------------------------------------------------------- readable words


TOO_LONG = {"lines-too-long", "title-alone-long", "number-line-long", "lines-latin-1", "count-reasons"}
"""Screens with text that must be cut or hyphenated."""


@FEW
def test_the_title_the_item_and_the_hint_are_read(mode: dict[str, bool]) -> None:
    for name in sorted(SCREENS.keys() - TOO_LONG):
        words = said(written(SCREENS[name], **mode))
        missing = [text for text in essential(SCREENS[name]) if bare(text) not in words]
        assert missing == [], name


@pytest.mark.parametrize("name", [name for name in SCREENS if name.startswith(("menu", "longest-menu"))])
def test_the_item_under_the_cursor_is_larger_than_ever(name: str) -> None:
    screen = SCREENS[name]
    assert isinstance(screen, MenuScreen)
    usual = [one for one in written(screen) if one.text in screen.items[screen.at]]
    large = [one for one in written(screen, large=True) if one.text in screen.items[screen.at]]
    assert max(one.face.height for one in usual) < min(one.face.height for one in large)
    assert min(one.face.height for one in large) >= TITLE.height


@pytest.mark.parametrize("count", [1, 2, 3, 9, 15])
def test_a_large_menu_shows_one_item_and_where_it_stands(count: int) -> None:
    items = tuple(f"Item {n}" for n in range(count))
    for at in range(count):
        words = [one.text for one in written(MenuScreen("T", items, at, "OK"), large=True)]
        assert words == ["T", f"{at + 1}/{count}", f"Item {at}", "OK"]


# ---------------------------------------------------------------- nothing overlaps


def apart(one: Written, other: Written) -> bool:
    beside = one.right <= other.x or other.right <= one.x
    return beside or one.bottom <= other.y or other.bottom <= one.y


@FEW
def test_words_stay_on_the_picture_and_off_each_other(mode: dict[str, bool]) -> None:
    for name, screen in SCREENS.items():
        words = written(screen, **mode)
        width, height = draw(screen, **mode).size
        for one in words:
            assert one.x >= 0, (name, one)
            # A letter's last column is blank.
            assert one.right <= width + 1, (name, one)
            assert one.bottom <= height, (name, one)
        for one, other in itertools.combinations(words, 2):
            assert apart(one, other), (name, one, other)


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        ((), ""),
        ((), "any thumb   OK: none"),
        (("12 min of talk",), "Accuse: hold ▼"),
        (("Valkyrie 12",), "▲next hold▲=OK"),
        (("Valkyrie 12",), "any thumb   OK: none"),
        (("Brynhild: Valkyrie 12",), "▲next hold▲=OK"),
        (("Conspirators:", "Rounds: 12"), ""),
    ],
)
def test_the_words_in_the_ring_touch_no_seat_and_no_frame(lines: tuple[str, ...], hint: str) -> None:
    for count in range(7, 16):
        they_touch_none(count, lines, hint)


def they_touch_none(count: int, lines: tuple[str, ...], hint: str) -> None:
    screen = RingScreen("Brynhild wounds", crowd()[:count], lines, hint)
    labels = {seat.label for seat in screen.seats}
    words = [one for one in written(screen) if one.text not in labels]
    assert bare("".join(one.text for one in words)) == bare("".join((screen.title, *lines, hint)))
    for one in words:
        first, last = (one.y + row for row in INK[one.face])
        for x, y in places(count):
            across = one.x < x + STONE_WIDTH + 2 and x - 2 < one.right - 1
            down = first < y + PLACE_HEIGHT + 2 and y - 2 <= last
            assert not (across and down), (one, x, y)


# ---------------------------------------------------------------- pictures differ


@FEW
def test_bars_counts_and_dice_are_distinct(mode: dict[str, bool]) -> None:
    bars = [Image.frombytes("L", (1024, 1), frame(BarScreen("Vote", left, 20), **mode)) for left in range(21)]
    lit = [sum(value * count for value, count in enumerate(bar.histogram())) for bar in bars]
    assert len(set(lit)) == 21
    numbers = [(left, right) for left in range(16) for right in range(16)]
    for thumbs in (True, False):
        counts = {frame(VersusScreen("Vote", *two, thumbs=thumbs), **mode) for two in numbers}
        assert len(counts) == 256
    dice = {frame(DiceScreen("Dice", (one, other)), **mode) for one in range(1, 7) for other in range(1, 7)}
    assert len(dice) == 36


@FEW
def test_the_marker_and_both_worlds_are_seen(mode: dict[str, bool]) -> None:
    seats = crowd()
    screens = [
        RingScreen("T", (*seats[:at], changed, *seats[at + 1 :]))
        for at, seat in enumerate(seats)
        for changed in (
            type(seat)(seat.label, not seat.hollow, seat.crosses, seat.bars, seat.eye),
            type(seat)(seat.label, seat.hollow, seat.crosses, seat.bars, seat.eye, marked=True),
        )
    ]
    assert len({frame(screen, **mode) for screen in screens}) == 2 * len(seats)


@pytest.mark.many
@FEW
@settings(max_examples=30)
@given(anything)
def test_any_screen_is_drawn(mode: dict[str, bool], screen: Screen) -> None:
    picture = frame.__wrapped__(screen, **mode)
    assert len(picture) == 1024
    assert frame.__wrapped__(screen, **mode) == picture
