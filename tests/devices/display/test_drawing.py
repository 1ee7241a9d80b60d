"""Drawing screens: golden pictures, and properties of all pictures, of every size and type.

`python -m tests.devices.display.golden_screens` draws the golden pictures again; look at every changed one.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from gm_appliance.core.cues import screens
from gm_appliance.core.cues.screens import (
    BarScreen,
    DiceScreen,
    Lines,
    MenuScreen,
    RingScreen,
    Screen,
    VersusScreen,
)
from gm_appliance.devices.display.drawing import draw, frame
from gm_appliance.devices.display.drawing.ring import INK, PLACE_HEIGHT, STONE_WIDTH, places
from tests.devices.display.golden_screens import FOLDER, MODES, SCREENS, crowd
from tests.devices.display.words_shown import Written, anything, bare, written

pytestmark = pytest.mark.many

USUAL: dict[str, bool] = {}
OTHERS: tuple[dict[str, bool], ...] = ({"large": True}, {"upright": True}, {"large": True, "upright": True})
EVERY_MODE = pytest.mark.parametrize("mode", [USUAL, *OTHERS], ids="+".join)
OTHER_MODES = pytest.mark.parametrize("mode", OTHERS, ids="+".join)


@pytest.mark.parametrize("mode", MODES)
def test_golden(mode: str) -> None:
    for name, screen in SCREENS.items():
        path = FOLDER / mode / f"{name}.png"
        with Image.open(path) as golden:
            assert golden.mode == "1"
            assert golden.tobytes() == frame(screen, **MODES[mode]), f"drawn otherwise than in {path}"


def test_every_kind_of_screen_has_a_golden_picture() -> None:
    kinds = {kind for name, kind in vars(screens).items() if name == "Lines" or name.endswith("Screen")}
    assert {type(screen) for screen in SCREENS.values()} == {kind for kind in kinds if isinstance(kind, type)}


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (("I have lost the seat pads. Check it.",), ["I have lost the seat", "pads. Check it."]),
        (("I have lost the seat pads.", "b", "", "OK"), ["I have lost the seat", "pads.", "b", "OK"]),
        (("a", "b", "I have lost the seat pads.", "OK"), ["a", "b", "I have lost the seat…", "OK"]),
        (("a", "b", "c", "d", "OK"), ["a", "b", "c", "OK"]),
        (("two\nrows\tof e\u0301",), ["two rows of é"]),
        (("Donaudampfschifffahrtsgesellschaft",), ["Donaudampfschifffahr-", "tsgesellschaft"]),
    ],
)
def test_long_lines_take_free_rows_and_are_cut_where_there_are_none(
    lines: tuple[str, ...], shown: list[str]
) -> None:
    assert [one.text for one in written(Lines("T", lines))][1:] == shown


@pytest.mark.parametrize("hint", ["", "OK"])
@pytest.mark.parametrize("count", [1, 3, 4, 5, 40])
def test_the_menus_cursor_is_always_seen(count: int, hint: str) -> None:
    for at in range(count):
        picture = draw(MenuScreen("T", tuple(f"Item {n}" for n in range(count)), at, hint))
        lit = [y for y in (16, 28, 40, 52) if picture.getpixel((0, y)) and picture.getpixel((119, y + 11))]
        assert len(lit) == 1
        negative = picture.crop((2, lit[0], 2 + 6 * 10, lit[0] + 12)).point(lambda pixel: not pixel)
        alone = draw(Lines("T", (f"Item {at}",))).crop((1, 16, 61, 28))
        assert negative.tobytes() == alone.tobytes()


def apart(one: Written, other: Written) -> bool:
    beside = one.right <= other.x or other.right <= one.x
    return beside or one.bottom <= other.y or other.bottom <= one.y


@OTHER_MODES
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
        screen = RingScreen("Brynhild wounds", crowd()[:count], lines, hint)
        labels = {seat.label for seat in screen.seats}
        words = [one for one in written(screen) if one.text not in labels]
        assert bare("".join(one.text for one in words)) == bare("".join((screen.title, *lines, hint)))
        for one, (x, y) in itertools.product(words, places(count)):
            first, last = (one.y + row for row in INK[one.face])
            across = one.x < x + STONE_WIDTH + 2 and x - 2 < one.right - 1
            down = first < y + PLACE_HEIGHT + 2 and y - 2 <= last
            assert not (across and down), (one, x, y)


@EVERY_MODE
def test_the_bar_shrinks_with_every_second(mode: dict[str, bool]) -> None:
    whole = 20 if mode else 60
    bars = [frame(BarScreen("Vote", left, whole), **mode) for left in range(whole + 1)]
    lit = [int.from_bytes(bar, "big").bit_count() for bar in bars]
    assert all(one < other for one, other in itertools.pairwise(lit))


@pytest.mark.parametrize(("mode", "lines"), [*((USUAL, n) for n in range(5)), *((one, 0) for one in OTHERS)])
def test_dice_and_counts_are_distinct(mode: dict[str, bool], lines: int) -> None:
    said = tuple(f"Line {n}" for n in range(lines))
    dice = itertools.product(range(1, 7), repeat=2)
    assert len({frame(DiceScreen("The dice", two, said), **mode) for two in dice}) == 36
    for thumbs in (True, False):
        counts = [VersusScreen("Vote", down, up, said, thumbs) for down in range(16) for up in range(16)]
        assert len({frame(count, **mode) for count in counts}) == 256


@pytest.mark.parametrize("count", range(7, 17))
def test_the_places_of_the_ring_stand_apart_and_mirror_each_other(count: int) -> None:
    corners = places(count)
    assert len(corners) == count
    assert corners[0] == (56, 2)
    for (x, y), (u, v) in itertools.combinations(corners, 2):
        assert abs(x - u) > 15 or abs(y - v) >= 14, "stones, and what lies under them, touch"
    assert all(2 <= x <= 110 and 2 <= y <= 48 for x, y in corners)
    assert {(112 - x, y) for x, y in corners} == set(corners)
    right = [y for x, y in corners if x > 60]
    assert right == sorted(right), "clockwise"


@EVERY_MODE
@settings(deadline=None, max_examples=30)
@given(st.lists(anything, min_size=1, max_size=4))
def test_any_screen_is_drawn_and_none_depends_on_those_before(
    mode: dict[str, bool], screens: list[Screen]
) -> None:
    """Drawn in order and in reverse, without the cache: the pictures are the same."""
    pictures = [frame.__wrapped__(screen, **mode) for screen in screens]
    assert [len(picture) for picture in pictures] == [1024] * len(screens)
    again = [frame.__wrapped__(screen, **mode) for screen in reversed(screens)]
    assert again[::-1] == pictures
    assert [frame(screen, **mode) for screen in screens] == pictures


def test_a_drawn_picture_is_the_callers_own() -> None:
    screen = Lines("Mine")
    picture = draw(screen)
    assert (picture.mode, picture.size) == ("1", (128, 64))
    picture.paste(1, (0, 0, 128, 64))
    assert draw(screen).tobytes() == frame(screen) != picture.tobytes()
