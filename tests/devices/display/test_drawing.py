"""Drawing screens: golden pictures, and properties of all pictures.

`python -m tests.devices.display.golden_screens` draws the golden pictures again; look at every changed one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from gm_appliance.core.cues import screens
from gm_appliance.core.cues.screens import (
    BarScreen,
    BoardPiece,
    BoardScreen,
    Cell,
    DiceScreen,
    Foothold,
    Lane,
    Lines,
    MenuScreen,
    Pile,
    PilesScreen,
    RingScreen,
    RingSeat,
    Screen,
    StashScreen,
    TrackScreen,
    VersusScreen,
)
from gm_appliance.core.values import replace
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing import draw, frame
from gm_appliance.devices.display.drawing.board import place as board_place
from gm_appliance.devices.display.drawing.piles import columns
from gm_appliance.devices.display.drawing.ring import places
from tests.devices.display.golden_screens import FOLDER, MODES, SCREENS, seats
from tests.devices.display.words_shown import anything

pytestmark = pytest.mark.many


@pytest.mark.parametrize("mode", MODES)
def test_golden(mode: str) -> None:
    for name, screen in SCREENS.items():
        path = FOLDER / mode / f"{name}.png"
        with Image.open(path) as golden:
            assert golden.mode == "1"
            assert golden.tobytes() == frame(screen, **MODES[mode]), f"drawn otherwise than in {path}"


def test_every_golden_picture_belongs_to_a_screen() -> None:
    for mode in MODES:
        assert {path.stem for path in (FOLDER / mode).glob("*.png")} == set(SCREENS)
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} == {
        mode for mode in MODES if mode != "."
    }


def test_every_kind_of_screen_has_a_golden_picture() -> None:
    kinds = {kind for name, kind in vars(screens).items() if name == "Lines" or name.endswith("Screen")}
    assert {type(screen) for screen in SCREENS.values()} == {kind for kind in kinds if isinstance(kind, type)}


# ---------------------------------------------------------------- reading it back


def read(screen: Screen, face: str, x: int, y: int, columns: int) -> str:
    """The words drawn there, recognised glyph by glyph; "?" for anything else."""
    picture = draw(screen)
    glyphs = {}
    for character, code in reversed(fonts.CODES.items()):
        mask = fonts.load(face, code >> 8).getmask(bytes([code & 0xFF]), "1")
        glyphs[bytes(255 * bool(pixel) for pixel in mask)] = character
    width, height = fonts.load(face).getmask(b"x", "1").size
    text = ""
    for column in range(columns):
        left = x + column * width
        text += glyphs.get(picture.crop((left, y, left + width, y + height)).convert("L").tobytes(), "?")
    return text.rstrip(" ")


def rows(screen: Screen) -> list[str]:
    return [read(screen, "text", 1, y, 21) for y in (16, 28, 40, 52)]


def test_lines_are_read_as_they_were_written() -> None:
    screen = Lines("Götterdämmerung!", ("Äußerst schön: Þórr …", "▸ ▲ ▼ ↑ ↓ ← → ● ○", "", "“Here”: l’œil"))
    assert read(screen, "title", 0, 0, 16) == "Götterdämmerung!"
    assert rows(screen) == list(screen.lines)


def test_letters_of_both_sheets_stand_side_by_side() -> None:
    screen = Lines("Řehoř: 3 řádky", ("Příliš žluťoučký kůň", "Zażółć gęślą jaźń", "Šárka, Žofie, Ğ", "Ня"))
    assert read(screen, "title", 0, 0, 16) == screen.title
    assert rows(screen) == [*screen.lines[:3], "??"]


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (("I have lost the seat pads. Check it.",), ["I have lost the seat", "pads. Check it.", "", ""]),
        (("I have lost the seat pads.", "b", "", "OK"), ["I have lost the seat", "pads.", "b", "OK"]),
        (("a", "b", "I have lost the seat pads.", "OK"), ["a", "b", "I have lost the seat…", "OK"]),
        (("a", "b", "c", "d", "OK"), ["a", "b", "c", "OK"]),
        (("two\nrows\tof e\u0301",), ["two rows of é", "", "", ""]),
        (("Donaudampfschifffahrtsgesellschaft",), ["Donaudampfschifffahr-", "tsgesellschaft", "", ""]),
    ],
)
def test_long_lines_take_free_rows_and_are_cut_where_there_are_none(
    lines: tuple[str, ...], shown: list[str]
) -> None:
    assert rows(Lines("T", lines)) == shown


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


# ---------------------------------------------------------------- pictures differ


def test_the_bar_shrinks_with_every_second() -> None:
    lit = [sum(byte.bit_count() for byte in frame(BarScreen("Vote", left, 60))) for left in range(61)]
    assert all(one < other for one, other in itertools.pairwise(lit))


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


CHANGES: dict[str, Callable[[RingSeat], RingSeat]] = {
    "label": lambda seat: replace(seat, label="Ö9"),
    "hollow": lambda seat: replace(seat, hollow=not seat.hollow),
    "crosses": lambda seat: replace(seat, crosses=seat.crosses + 1),
    "bars": lambda seat: replace(seat, bars=seat.bars + 1),
    "eye": lambda seat: replace(seat, eye=not seat.eye),
    "marked": lambda seat: replace(seat, marked=not seat.marked),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_at_a_seat_changes_only_its_place(change: str) -> None:
    for count in range(7, 16):
        only_its_place_changes(count, change)


def only_its_place_changes(count: int, change: str) -> None:
    before = RingScreen("Odin protects", seats(count), ("Valkyrie 10",), "▲ next, hold ▲ takes")
    for at, (x, y) in enumerate(places(count)):
        changed = [*before.seats[:at], CHANGES[change](before.seats[at]), *before.seats[at + 1 :]]
        after = draw(replace(before, seats=tuple(changed)))
        was = draw(before)
        assert was.tobytes() != after.tobytes()
        # Include three more pixels on each side: the marker's frame and its black rim.
        for picture in (was, after):
            picture.paste(0, (x - 3, y - 3, x + 18, y + 17))
        assert was.tobytes() == after.tobytes()


CHANGES_OF_A_PILE = {
    "label": lambda pile: replace(pile, label="Xx"),
    "number": lambda pile: replace(pile, number=(pile.number + 1) % 10),
    "sign": lambda pile: replace(pile, sign="+1"),
    "lying": lambda pile: replace(pile, lying=(*pile.lying[:3], 9)),
    "remaining": lambda pile: replace(pile, remaining=(pile.remaining + 1) % 6),
    "marked": lambda pile: replace(pile, marked=not pile.marked),
}


@pytest.mark.parametrize("count", [2, 5, 6, 8])
@pytest.mark.parametrize("change", CHANGES_OF_A_PILE)
def test_a_change_on_a_pile_changes_only_its_place(count: int, change: str) -> None:
    some = tuple(Pile("Od", at, "=5" if at % 2 else "", (at, 3), at % 6, 5) for at in range(count))
    before = PilesScreen("Anna offers", some, "Odin", "↑↓ OK")
    for at, (_pile, left, wide) in enumerate(columns(some, 128)):
        changed = CHANGES_OF_A_PILE[change](some[at])
        after = draw(replace(before, piles=(*some[:at], changed, *some[at + 1 :])))
        was = draw(before)
        assert was.tobytes() != after.tobytes()
        for picture in (was, after):
            picture.paste(0, (left, 15, left + wide, 52))
        assert was.tobytes() == after.tobytes()


CHANGES_OF_A_SQUARE: dict[str, Callable[[BoardScreen, Cell], BoardScreen]] = {
    "disc": lambda board, at: replace(board, pieces=(BoardPiece(at),)),
    "ring": lambda board, at: replace(board, pieces=(BoardPiece(at, hollow=True),)),
    "disc that stays": lambda board, at: replace(board, pieces=(BoardPiece(at, stays=True),)),
    "ring that stays": lambda board, at: replace(board, pieces=(BoardPiece(at, hollow=True, stays=True),)),
    "target": lambda board, at: replace(board, targets=(at,)),
    "piece to be taken": lambda board, at: replace(board, pieces=(BoardPiece(at),), targets=(at,)),
    "chosen": lambda board, at: replace(board, chosen=at),
    "cursor": lambda board, at: replace(board, cursor=at),
    "cursor on a disc": lambda board, at: replace(board, cursor=at, pieces=(BoardPiece(at),)),
    "cursor on a ring": lambda board, at: replace(board, cursor=at, pieces=(BoardPiece(at, hollow=True),)),
}


@pytest.mark.parametrize(("wide", "high"), [(6, 5), (8, 8), (3, 3), (2, 1)])
def test_pieces_on_a_square_are_distinct_and_change_only_its_place(wide: int, high: int) -> None:
    empty = BoardScreen(
        "Anna moves", tuple("ABCDEFGH"[:wide]), tuple("87654321"[-high:]), line="C4", hint="OK"
    )
    board = board_place(empty, 77, 64)
    for at in (Cell(1, 1), Cell(high, wide), Cell((high + 1) // 2, (wide + 1) // 2)):
        seen = {draw(change(empty, at)).tobytes() for change in CHANGES_OF_A_SQUARE.values()}
        assert len(seen | {frame(empty)}) == len(CHANGES_OF_A_SQUARE) + 1
        left, top, right, bottom = board.square(at)
        for change in CHANGES_OF_A_SQUARE.values():
            was, after = draw(empty), draw(change(empty, at))
            for picture in (was, after):
                # The cursor's frame is two pixels wide, and also marks the names at the edges.
                picture.paste(0, (max(0, left - 2), max(0, top - 2), right + 3, bottom + 3))
                picture.paste(0, (0, top, board.left - 1, bottom + 1))
                picture.paste(0, (left, board.bottom + 1, right + 1, board.bottom + 8))
            assert was.tobytes() == after.tobytes()


@pytest.mark.parametrize("count", range(1, 7))
def test_every_space_of_a_track_is_another_picture_without_its_number(count: int) -> None:
    """Even without the numbers right of the lanes, the picture shows where everybody is."""
    for at in range(count):
        seen = set()
        for space in range(21):
            lanes = tuple(Lane("Anna", space if one == at else 7) for one in range(count))
            picture = draw(TrackScreen("Where we stand", lanes, 20, (0, 5, 12, 20)))
            picture.paste(0, (110, 0, 128, 64))
            seen.add(picture.tobytes())
        assert len(seen) == 21


@pytest.mark.parametrize("closed", [False, True])
def test_a_footholds_number_changes_only_its_place(closed: bool) -> None:
    footholds = tuple(Foothold("Od", 0) for _ in range(7))
    for at in range(7):
        seen = set()
        for number in range(4):
            changed = (*footholds[:at], Foothold("Od", number, closed and number > 2), *footholds[at + 1 :])
            picture = draw(StashScreen("Anna", (), changed))
            seen.add(picture.tobytes())
            picture.paste(0, (at * 18, 15, at * 18 + 18, 64))
            assert picture.tobytes() == blanked(StashScreen("Anna", (), footholds), at)
        assert len(seen) == 4


def blanked(screen: StashScreen, at: int) -> bytes:
    """The picture with this foothold blanked out."""
    picture = draw(screen)
    picture.paste(0, (at * 18, 15, at * 18 + 18, 64))
    return picture.tobytes()


@pytest.mark.parametrize("thumbs", [True, False])
@pytest.mark.parametrize("lines", range(5))
def test_dice_and_counts_are_distinct_with_any_lines(lines: int, thumbs: bool) -> None:
    said = tuple(f"Line {n}" for n in range(lines))
    dice = [frame(DiceScreen("The dice", (one, other), said)) for one in range(1, 7) for other in range(1, 7)]
    numbers = [(left, right) for left in range(16) for right in range(16)]
    counts = [frame(VersusScreen("Vote", left, right, said, thumbs)) for left, right in numbers]
    assert len(set(dice)) == 36
    assert len(set(counts)) == 256


# ---------------------------------------------------------------- random screens


@settings(deadline=None, max_examples=30)
@given(st.lists(anything, min_size=1, max_size=4))
def test_any_screen_is_drawn_and_none_depends_on_those_before(screens: list[Screen]) -> None:
    """Drawn in order and in reverse, without the cache: the pictures are the same."""
    pictures = [frame.__wrapped__(screen) for screen in screens]
    assert [len(picture) for picture in pictures] == [1024] * len(screens)
    again = [frame.__wrapped__(screen) for screen in reversed(screens)]
    assert again[::-1] == pictures
    assert [frame(screen) for screen in screens] == pictures


def test_a_drawn_picture_is_the_callers_own() -> None:
    screen = Lines("Mine")
    picture = draw(screen)
    assert (picture.mode, picture.size) == ("1", (128, 64))
    picture.paste(1, (0, 0, 128, 64))
    assert draw(screen).tobytes() == frame(screen) != picture.tobytes()
