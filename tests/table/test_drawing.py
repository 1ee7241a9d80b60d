"""What the display shows.

`GOLDEN=renew python -m pytest tests/table/test_drawing.py` renews the golden pictures; look at them.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from gm_appliance.cues import (
    BarScreen,
    ClosedScreen,
    CountScreen,
    DiceScreen,
    GridScreen,
    Lines,
    MenuScreen,
    NumberScreen,
    RingScreen,
    RingSeat,
    Screen,
)
from gm_appliance.table import fonts
from gm_appliance.table.drawing import draw, frame
from gm_appliance.table.drawing.ring import places

GOLDEN = Path(__file__).parent / "golden"
NAMES: tuple[str, ...] = ("Anna", "Bo", "Christine", "Dörte", "Émile", "Freyja", "Gísli", "Hanna")
NAMES += ("Ida", "Jörg", "Karl", "Lena", "Mia", "Nils", "Þórr")
VALKYRIES = tuple(f"Valkyrie {n}" for n in range(1, 15))


def seats(count: int, marked: int = 0, oracle: int = 5) -> tuple[RingSeat, ...]:
    """Some of everything: both worlds, wounds, cards, the Oracle, the marker."""
    labels = ("O", "T", "H", *(f"V{n}" for n in range(1, 20)))
    return tuple(
        RingSeat(
            labels[at],
            below=at in (2, 6, 11),
            wounds=int(at in (3, 6)),
            cards=int(at in (4, 6)),
            oracle=at == oracle,
            marked=at + 1 == marked,
        )
        for at in range(count)
    )


SCREENS: dict[str, Screen] = {
    "lines": Lines("Deal the cards", ("5 protectors", "2 conspirators", "", "OK: go on")),
    "lines-latin-1": Lines(
        "Äßñ Þórr éÿ «Ø»", ("„Übung“ ‚ja‘ – l’œil…", "▸▲▼↑↓←→●○◂•€", "¡Año! ¿Où? Æ ¾", "Œuvre ÀÎÕÜ")
    ),
    "lines-wrapped": Lines("Display", ("I have lost the display. Check its cable.",)),
    "lines-too-long": Lines("A title of more than its columns", ("One line that is too long", *"234")),
    "lines-unknown": Lines("Grüße 日本", ("A box: 🎲 Ж",)),
    "title-alone": Lines("Götterdämmerung"),
    "title-alone-long": Lines("The Oracle looks at nobody tonight"),
    "menu": MenuScreen("Choose a game", ("Götterdämmerung", "Thor", "Valda"), 0, "↑↓ OK"),
    "menu-scrolled": MenuScreen("Accused is", VALKYRIES, 6, "↑↓ OK"),
    "menu-end": MenuScreen("Accused is", VALKYRIES, 13),
    "menu-wrapped": MenuScreen("Go on?", ("Round three, before the vote on Thor", "New game"), 0, ""),
    "number": NumberScreen("How many play?", 7, "↑↓ OK"),
    "number-negative": NumberScreen("Points of Åsa", -12345, "↑↓ hold: fast  OK"),
    "number-long": NumberScreen("Points", 1234567890, "OK"),
    "number-line": NumberScreen("Player 3", 40, "↑↓ hold: fast  OK", "Total: 120"),
    "number-line-negative": NumberScreen("P15, round 99", -9999, "↑↓ hold: fast  OK", "Entered: -9998"),
    "number-line-long": NumberScreen("Points", 12345678901, "OK", "A line that is much too long"),
    "bar": BarScreen("Vote", 5, 8),
    "bar-full": BarScreen("Vote", 8, 8, ("▼ banish  ▲ spare",)),
    "bar-empty": BarScreen("Vote", 0, 8, ("Thor", "Valkyrie 3", "▼ banish  ▲ spare")),
    "count": CountScreen("The thumbs", 4, 3),
    "count-one-reason": CountScreen("Vote", 14, 11, ("Thor: Valkyrie 1 ▲ -1",)),
    "count-two-reasons": CountScreen("Vote", 4, 2, ("Thor: Valkyrie 1 ▲ -1", "Valda: Hel ▼ +1")),
    "count-reasons": CountScreen(
        "Abstimmung", 14, 12, ("Thor: Valkyrie 1 ▲ -1", "Valda: Hel ▼ +1", "Freyja ▲ +1")
    ),
    "dice": DiceScreen("The dice", (3, 5), ("Oracle: Valkyrie 3",)),
    "dice-alone": DiceScreen("The dice", (6, 1)),
    "dice-two-lines": DiceScreen("The dice", (4, 2), ("Six seats on:", "Oracle: Valkyrie 3")),
    "dice-lines": DiceScreen("The dice", (5, 6, 2), ("Six seats on:", "Oracle: Valkyrie 3", "OK: go on")),
    "ring-7": RingScreen("Odin protects", seats(7, 4), ("Valkyrie 1",), "▲ next, hold ▲ takes"),
    "ring-7-plain": RingScreen("The Oracle", seats(7)),
    "ring-10": RingScreen("Council", seats(10), ("4 min of talk",), "Accuse: hold ▼"),
    "ring-12": RingScreen("Hel banishes", seats(12, 6), (), "▲next hold▲ hold▼pass"),
    "ring-15": RingScreen("Odin protects", seats(15, 13, 13), ("Valkyrie 10",), "▲ next, hold ▲ takes"),
    "ring-15-words": RingScreen(
        "Abstimmung", seats(15), ("Erste Zeile", "Zweite Zeile"), "Jeder Daumen: fertig"
    ),
    "grid-3": GridScreen("Standings", (("Åsa", "12"), ("Björn", "7"), ("Þórr", "103")), "OK"),
    "grid-7": GridScreen("Standings", tuple((name, str(7 * at)) for at, name in enumerate(NAMES[:7]))),
    "grid-15": GridScreen(
        "Standings", tuple((name, str(9 * at - 5)) for at, name in enumerate(NAMES)), "↑↓ OK"
    ),
    "grid-15-wide": GridScreen(
        "Round 3", tuple((name, str(at), str(9 * at), "=") for at, name in enumerate(NAMES))
    ),
    "grid-columns": GridScreen("Round 3", (("Anna", "12", "24"), ("Valkyrie Christine", "1", "333"))),
    "closed": ClosedScreen(),
}


@pytest.mark.parametrize("name", SCREENS)
def test_golden(name: str) -> None:
    path = GOLDEN / f"{name}.png"
    if os.environ.get("GOLDEN") == "renew":
        draw(SCREENS[name]).save(path, optimize=True)
    with Image.open(path) as golden:
        assert golden.mode == "1"
        assert golden.tobytes() == frame(SCREENS[name]), f"{name} is drawn otherwise than in {path}"


def test_every_golden_picture_belongs_to_a_screen() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCREENS)


# ---------------------------------------------------------------- reading it back


def read(screen: Screen, face: str, x: int, y: int, columns: int) -> str:
    """The words drawn there, recognised glyph by glyph; "?" for anything else."""
    picture = draw(screen)
    font = fonts.load(face)
    glyphs = {}
    for character, code in reversed(fonts.CODES.items()):
        mask = font.getmask(bytes([code]), "1")
        glyphs[bytes(255 * bool(pixel) for pixel in mask)] = character
    width, height = font.getmask(b"x", "1").size
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


def test_a_number_is_read_large() -> None:
    assert read(NumberScreen("Points", -12345), "huge", 16, 18, 6) == "-12345"


def test_a_line_below_a_number_leaves_it_large() -> None:
    screen = NumberScreen("Player 3", -12345, "OK", "Total: 120")
    assert read(screen, "large", 28, 16, 6) == "-12345"
    assert read(screen, "text", 34, 40, 10) == "Total: 120"
    assert rows(screen)[3] == "OK"


@pytest.mark.parametrize("hint", ["", "OK"])
@pytest.mark.parametrize("count", [1, 3, 4, 5, 40])
def test_the_menus_cursor_is_always_seen(count: int, hint: str) -> None:
    for at in range(count):
        picture = draw(MenuScreen("T", tuple(f"Item {n}" for n in range(count)), at, hint))
        lit = [y for y in (16, 28, 40, 52) if picture.getpixel((0, y)) and picture.getpixel((119, y + 11))]
        assert len(lit) == 1
        negative = picture.crop((3, lit[0], 3 + 6 * 10, lit[0] + 12)).point(lambda pixel: not pixel)
        alone = draw(Lines("T", (f"Item {at}",))).crop((1, 16, 61, 28))
        assert negative.tobytes() == alone.tobytes()


# ---------------------------------------------------------------- pictures that must tell


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
    "below": lambda seat: replace(seat, below=not seat.below),
    "wounds": lambda seat: replace(seat, wounds=seat.wounds + 1),
    "cards": lambda seat: replace(seat, cards=seat.cards + 1),
    "oracle": lambda seat: replace(seat, oracle=not seat.oracle),
    "marked": lambda seat: replace(seat, marked=not seat.marked),
}


@pytest.mark.parametrize("count", range(7, 16))
@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_at_a_seat_is_seen_and_moves_nothing_else(count: int, change: str) -> None:
    before = RingScreen("Odin protects", seats(count), ("Valkyrie 10",), "▲ next, hold ▲ takes")
    for at, (x, y) in enumerate(places(count)):
        changed = [*before.seats[:at], CHANGES[change](before.seats[at]), *before.seats[at + 1 :]]
        after = draw(replace(before, seats=tuple(changed)))
        was = draw(before)
        assert was.tobytes() != after.tobytes()
        # Three pixels around: the marker's frame and its black rim.
        for picture in (was, after):
            picture.paste(0, (x - 3, y - 3, x + 18, y + 17))
        assert was.tobytes() == after.tobytes()


def test_worlds_differ_in_shape_not_only_in_shade() -> None:
    def stone(below: bool) -> list[int]:
        """How many pixels are lit in each row of the first seat's stone, without a label."""
        picture = draw(RingScreen("", (RingSeat("", below=below),)))
        return [picture.crop((56, 2 + row, 71, 3 + row)).tobytes().hex().count("f") for row in range(10)]

    solid, pit = stone(False), stone(True)
    assert all(solid)
    assert not any(pit[:9]), "hollow"
    assert pit[9], "but with a floor"


@pytest.mark.parametrize("count", [1, 4, 8, 12, 16])
def test_every_score_is_seen(count: int) -> None:
    names = (*NAMES, "Valkyrie")
    before = GridScreen("Standings", tuple((names[at], "10") for at in range(count)), "OK")
    for at in range(count):
        row = (names[at], "11")
        assert frame(before) != frame(replace(before, rows=(*before.rows[:at], row, *before.rows[at + 1 :])))


@pytest.mark.parametrize("lines", range(5))
def test_dice_and_counts_stay_legible_whatever_is_said_with_them(lines: int) -> None:
    said = tuple(f"Line {n}" for n in range(lines))
    dice = [frame(DiceScreen("The dice", (one, other), said)) for one in range(1, 7) for other in range(1, 7)]
    counts = [frame(CountScreen("Vote", down, up, said)) for down in range(16) for up in range(16)]
    assert len(set(dice)) == 36
    assert len(set(counts)) == 256


# ---------------------------------------------------------------- anything at all

texts = st.text(st.characters() | st.sampled_from("äß▲…\n\t 🎲\u200d\u0301\ud800"), max_size=40) | st.just(
    "Long " * 400
)
words = st.lists(texts, max_size=6).map(tuple)
ring_seats = st.builds(
    RingSeat, texts, st.booleans(), st.integers(), st.integers(), st.booleans(), st.booleans()
)
anything: st.SearchStrategy[Screen] = st.one_of(
    st.builds(Lines, texts, words),
    st.builds(MenuScreen, texts, words, st.integers(), texts),
    st.builds(NumberScreen, texts, st.integers(), texts, texts),
    st.builds(RingScreen, texts, st.lists(ring_seats, max_size=20).map(tuple), words, texts),
    st.builds(BarScreen, texts, st.integers(), st.integers(), words),
    st.builds(CountScreen, texts, st.integers(), st.integers(), words),
    st.builds(DiceScreen, texts, st.lists(st.integers(-1, 8), max_size=12).map(tuple), words),
    st.builds(GridScreen, texts, st.lists(words, max_size=30).map(tuple), texts),
    st.builds(ClosedScreen),
)


@settings(deadline=None)
@given(st.lists(anything, min_size=1, max_size=4))
def test_any_screen_is_drawn_and_none_depends_on_those_before(screens: list[Screen]) -> None:
    """Uncached, in order and in reverse: the same pictures."""
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


def test_lit_is_one_and_the_leftmost_pixel_the_highest_bit() -> None:
    screen = SCREENS["ring-15"]
    picture, rows_of_bytes = draw(screen), frame(screen)
    bits = [rows_of_bytes[y * 16 + x // 8] >> (7 - x % 8) & 1 for y in range(64) for x in range(128)]
    assert bits == [bool(picture.getpixel((x, y))) for y in range(64) for x in range(128)]
    assert sum(bits) < 128 * 64 / 2, "a dark picture with light words"
