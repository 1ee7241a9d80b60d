"""Screens of words: lines, spoken text, lists."""

from __future__ import annotations

from PIL import Image, ImageChops

from gm_appliance.core.cues.screens import Lines, MenuScreen, TextScreen
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.layout import WORDS, Layout, TextBlock
from gm_appliance.devices.display.drawing.text import HUGE, SMALL, TEXT, TITLE, wrap


def lines(layout: Layout, screen: Lines) -> None:
    """A title and lines; a title alone is in the middle."""
    said = layout.tidied(screen.lines)
    if not said:
        _announce(layout, screen.title)
        return
    layout.head(screen.title)
    if layout.compact:
        layout.rows(screen.lines, layout.top)
    else:
        hints = int(len(said) > 1)
        layout.fill(said[: len(said) - hints], "".join(said[len(said) - hints :]))


def _announce(layout: Layout, title: str) -> None:
    """A title alone; in the usual picture between two short rules."""
    if not layout.compact:
        layout.fill((title,))
        return
    layout.faces = (TITLE, TEXT, SMALL)
    words, _none = layout.fitted((title,), "", layout.height)
    layout.put(words, (layout.height - words.height) // 2)
    middle, away = layout.width // 2, words.height // 2 + 4
    for y in (layout.height // 2 - away - 1, layout.height // 2 + away) if words.rows else ():
        layout.pen.line((middle - 20, y, middle + 19, y), 1)


def text(layout: Layout, screen: TextScreen) -> None:
    """Only words, all of them, as large as possible; the hint no larger than other hints."""
    layout.faces = (HUGE,) if screen.text.isdecimal() else WORDS
    said, hint = (" ".join(fonts.tidy(one).split()) for one in (screen.text, screen.hint))
    if hint and layout.wide:
        layout.foot(hint, TEXT)
        hint = ""
    layout.fill((said,), hint)
    if screen.bright:
        layout.image.paste(ImageChops.logical_xor(layout.image, Image.new("1", layout.image.size, 1)))


# ---------------------------------------------------------------- lists


def menu(layout: Layout, screen: MenuScreen) -> None:
    """The item under the cursor and those around it that fit; in large type only that one."""
    marks = screen.at >= 0
    items = list(screen.items) if marks or layout.whole else []
    at = min(max(screen.at, 0), len(items) - 1)
    layout.head(screen.title, f"{at + 1}/{len(items)}" if items and not layout.whole else "")
    if not items:
        layout.fill((), screen.hint)
        return
    right = layout.width - 1
    if layout.compact:
        layout.foot(screen.hint, TEXT)
        shown = _listed(layout, items, at)
        if len(shown) < len(items):
            right -= 5
            _scrollbar(layout, shown[0][0], len(shown), len(items))
    else:
        body, foot = layout.fitted((items[at],), screen.hint, layout.bottom - layout.top)
        body = body if body.rows else TextBlock(TEXT, [""])
        layout.bottom -= foot.height
        layout.put(foot, layout.bottom, x=1)
        shown = _around(layout, items, at, body) if layout.whole else [(at, body)]
    least = TEXT.height if layout.compact else 0
    heights = [max(words.height, least) for _, words in shown]
    top = layout.top if layout.whole else layout.top + (layout.bottom - layout.top - sum(heights)) // 2
    for (index, words), high in zip(shown, heights, strict=True):
        layout.lines.append((index, top, top + high - 1))
        marked = marks and index == at
        if marked:
            layout.pen.rectangle((0, top, right, top + high - 1), 1)
        x = 2 if layout.whole else None
        layout.put(words, top + (high - words.height) // 2, x, ink=int(not marked))
        top += high


def _listed(layout: Layout, items: list[str], at: int) -> list[tuple[int, TextBlock]]:
    """Rows of the usual picture; longer items take free rows, or narrower letters beside the scroll bar."""
    rows = (layout.bottom - layout.top) // TEXT.height
    first = min(max(at - rows // 2, 0), max(len(items) - rows, 0))
    free = max(rows - len(items), 0)
    right = layout.width - 2 - 5 * (len(items) > rows)
    shown = []
    for index in range(first, min(first + rows, len(items))):
        item = fonts.tidy(items[index])
        face = SMALL if len(items) > rows and len(item) > TEXT.columns(right) else TEXT
        broken = wrap(item, face.columns(right), 1 + free)
        free -= len(broken) - 1
        shown.append((index, TextBlock(face, broken)))
    return shown


def _scrollbar(layout: Layout, first: int, shown: int, whole: int) -> None:
    top, bottom = layout.top, layout.top + shown * TEXT.height - 2
    right = layout.width - 1
    layout.pen.point([(right - 1, y) for y in range(top, bottom + 1, 3)], 1)
    length = max(4, (bottom - top) * shown // whole)
    begin = top + (bottom - top - length) * first // (whole - shown)
    layout.pen.rectangle((right - 2, begin, right, begin + length), 1)


def _around(layout: Layout, items: list[str], at: int, body: TextBlock) -> list[tuple[int, TextBlock]]:
    """The items around that one that fit."""
    shown = [(at, body)]
    room = layout.bottom - layout.top - body.height
    before, after = at - 1, at + 1
    while before >= 0 or after < len(items):
        for index in (after, before):
            if 0 <= index < len(items):
                item = (items[index],)
                words = layout.set(item, body.face) or layout.cut(item, body.face, 2)
                if words.height > room:
                    return sorted(shown)
                shown.append((index, words))
                room -= words.height
        before, after = before - 1, after + 1
    return sorted(shown)
