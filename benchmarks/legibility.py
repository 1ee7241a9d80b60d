"""How far away the display can be read: computed from the size of its pixels and the height of its letters.

A capital H is measured in pixels as the fonts draw it. The pitch of a panel of 128 × 64 square pixels is its
diagonal divided by √(128² + 64²). How large a letter looks is the angle it subtends:

- 16 minutes of arc are the least for reading with ease, and 20 to 22 are better: ISO 9241-303, 5.5 (character
  height), as ISO 9241-3 before it.
- 10 minutes suffice for a few words in good contrast, which bright pixels on black have; ISO 9241-3 allows
  smaller text if it is only read incidentally.
- 5 minutes is the smallest letter that an eye with normal sight (6/6 on Snellen's chart) can make out at all.
"""

from __future__ import annotations

from math import hypot, pi, tan

from gm_appliance.devices.display.drawing.text import HEIGHT, LARGE, TEXT, TITLE, WIDTH, Canvas, Typeface

PANELS = (0.96, 1.3, 1.54, 2.42)
"""Diagonals in inches."""

SHOWN = {
    "a line, usual letters": TEXT,
    "the title; large letters: a line": TITLE,
    "large letters: up to ten under the cursor": LARGE,
}

DISTANCE = 2000.0
"""Millimetres from the display to the farthest seat."""

EASY, GLANCE, LEAST = 16, 10, 5
"""Minutes of arc, as explained above."""


def pitch(diagonal: float) -> float:
    """Millimetres from one pixel to the next."""
    return diagonal * 25.4 / hypot(WIDTH, HEIGHT)


def capital(face: Typeface) -> int:
    """The height of a capital letter, in pixels."""
    canvas = Canvas()
    canvas.write(0, 0, "H", face)
    box = canvas.image.getbbox()
    assert box
    return box[3] - box[1]


def minutes(height: float, distance: float = DISTANCE) -> float:
    """The angle a letter subtends; both lengths in the same unit."""
    return height / distance * 180 * 60 / pi


def reach(height: float, least: float) -> float:
    """How far away, in metres, a letter can be read. height: in millimetres. least: in minutes of arc."""
    return height / tan(least * pi / (180 * 60)) / 1000


def rows() -> list[tuple[str, ...]]:
    """The table in docs/install.md: panel, font, its height, its angle, and how far it can be read."""
    found = []
    for panel in PANELS:
        for shown, face in SHOWN.items():
            height = capital(face) * pitch(panel)
            far = (f"{reach(height, least):.1f} m" for least in (EASY, GLANCE, LEAST))
            found.append((f'{panel}"', shown, f"{height:.1f} mm", f"{minutes(height):.0f}′", *far))
    return found


def main() -> None:
    head = ("panel", "letters", "height", "at 2 m", "with ease", "at a glance", "at most")
    for row in (head, *rows()):
        print(f"{row[0]:7}{row[1]:44}" + "".join(f"{cell:>12}" for cell in row[2:]))


if __name__ == "__main__":
    main()
