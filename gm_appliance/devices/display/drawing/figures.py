"""Screens that are mostly one figure: two numbers, the closed eye."""

from __future__ import annotations

import math

from gm_appliance.core.cues.screens import VersusScreen
from gm_appliance.devices.display.drawing.text import HUGE, LARGE, TEXT, TITLE, WIDTH, Canvas, Typeface, fit

THUMB_UP = (
    ".......##......",
    "......####.....",
    "......####.....",
    "......####.....",
    ".....####......",
    "....#####......",
    "##.#########...",
    "##.###########.",
    "##.###########.",
    "##.#######.....",
    "##.###########.",
    "##.###########.",
    "##.#######.....",
    "##.##########..",
    "##.##########..",
    "##.#######.....",
    "##..########...",
    "##...#######...",
)
THUMB_DOWN = THUMB_UP[::-1]


def signs(screen: VersusScreen) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is drawn beside the two numbers."""
    return (THUMB_DOWN, THUMB_UP) if screen.thumbs else ((), ())


def in_a_row(screen: VersusScreen) -> str:
    """Both numbers as a text."""
    if screen.thumbs:
        return f"{screen.left}▼ {screen.right}▲"
    return f"{screen.left} : {screen.right}"


def versus(canvas: Canvas, screen: VersusScreen) -> None:
    """Two numbers, large above up to two lines, beside the title above more."""
    lines = len(screen.lines)
    if lines > 2:
        text = in_a_row(screen)
        canvas.title(screen.title, WIDTH - (len(text) + 1) * TITLE.width)
        canvas.write(WIDTH - len(text) * TITLE.width, 0, text, TITLE)
    else:
        canvas.title(screen.title)
        middle = (canvas.top + canvas.row(4 - lines)) // 2
        face = HUGE if lines < 2 else LARGE
        numbers = (screen.left, screen.right)
        for left, number, sign in zip((0, WIDTH // 2), numbers, signs(screen), strict=True):
            _half(canvas, left, middle, str(number), sign, face)
        if not screen.thumbs:
            colon(canvas, WIDTH // 2, middle, face)
    canvas.rows(screen.lines, lines if lines < 3 else 4)


def colon(canvas: Canvas, x: int, middle: int, face: Typeface) -> None:
    """Two dots between the numbers, at a third and two thirds of a letter's height."""
    for y in (middle - face.height // 6, middle + face.height // 6):
        canvas.pen.rectangle((x - 2, y - 2, x + 1, y + 1), 1)


def _half(canvas: Canvas, left: int, middle: int, number: str, sign: tuple[str, ...], face: Typeface) -> None:
    """A number, and a sign if there is one, in one half of the picture."""
    wide, gap = (len(sign[0]), 5) if sign else (0, 0)
    room = WIDTH // 2 - wide - gap - 2
    face = next((one for one in (face, LARGE, TITLE) if len(number) <= one.columns(room)), TEXT)
    number = fit(number, face.columns(room))
    x = left + (WIDTH // 2 - len(number) * face.width - gap - wide) // 2
    canvas.write(x, middle - face.height // 2, number, face)
    canvas.stamp(sign, x + len(number) * face.width + gap, middle - len(sign) // 2)


def closed_eye(canvas: Canvas) -> None:
    """A closed eye with its lashes, and the fold of the lid above."""
    dots: set[tuple[int, int]] = set()
    for step in range(-90, 91):
        across = step / 90
        arch = 1 - across * across
        dots |= _dab(*_lid(across), 1.9 * arch + 0.6)
        dots |= _dab(63.5 + 38 * across, 8 + 13 * arch, 0.9 * arch)
    for lash in range(-4, 5):
        root = lash / 4.7
        x, y = _lid(root)
        for step in range(18):
            part = step / 17
            # Each leaves the lid at a right angle and curls upwards at its tip.
            out, down = 20 * root * part * (0.8 + 0.3 * part), (17 - 3 * abs(root)) * part
            dots |= _dab(x + out, y + down - 7 * abs(root) * part * part, 1.7 * (1 - part) + 0.35)
    canvas.pen.point([*dots], 1)


def _lid(across: float) -> tuple[float, float]:
    """A point of the lid's edge, from -1 on the left to 1."""
    return 63.5 + 48 * across, 17 + 22 * (1 - across * across)


def _dab(x: float, y: float, radius: float) -> set[tuple[int, int]]:
    """A round dot of the brush."""
    return {
        (across, down)
        for down in range(math.ceil(y - radius), math.floor(y + radius) + 1)
        for across in range(math.ceil(x - radius), math.floor(x + radius) + 1)
        if (across - x) ** 2 + (down - y) ** 2 <= radius * radius
    }
