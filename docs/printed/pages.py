"""A page to print for every language, as PDF in build/docs/printed: `python -m docs.printed.pages`.

The text of a page is the Markdown file of its language, beside this one. What stands between stars in it is
English and a name in the catalogue, a button's, a game's or a line of the menu: the page has the language's.
"""

from __future__ import annotations

import base64
import os
import re
from datetime import UTC, datetime
from functools import cache
from html import escape
from io import BytesIO
from pathlib import Path
from string import Template

import markdown
import pytest
from playwright.sync_api import Browser

from docs.drawings.displays import LIT, UNLIT, menu
from gm_appliance.core.language import SOURCE
from gm_appliance.devices.display.drawing import draw
from tests.catalogues import templates, translations
from tests.simulator.chromium import DRAWN, launched
from tests.wording import english, texts

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TO = ROOT / "build" / "docs" / "printed"
LOOKS = ROOT / "gm_appliance" / "simulator" / "static"

KEYS = {"Up": "▲", "Down": "▼", "OK": "OK", "Back": "↩", "Repeat": "↻"}
"""The buttons of the box, with the signs on them."""

NAME = re.compile(r"\*([^*\n]+)\*")
PLACES = ("word", "line", "title")
"""The contexts in which something is called by a name; the first that has it decides."""

PARTS = ("buttons", "thumbs", "phones", "start", "plug", "wrong")
"""The sections of a page, in their order."""

DATE = re.compile(rb"D:\d{14}")
"""When a PDF was made."""

MM = 96 / 25.4
HEIGHT = 297 * MM


class WrongPage(ValueError):
    """A page cannot be printed as it is written; the message says why."""


@cache
def _named() -> list[tuple[str, str, str, str]]:
    """Language, context, English and name of all that may be one."""
    catalogs = [(SOURCE, english, catalog) for _, catalog in templates()]
    catalogs += [(language, texts, catalog) for _, language, catalog in translations()]
    return [
        (language, one.context or "", english(one)[0], said[0])
        for language, of, catalog in catalogs
        for one in catalog
        if (said := of(one))
    ]


@cache
def names(language: str) -> dict[str, str]:
    """All that has a name on the box, by the English."""
    named: dict[str, str] = {}
    for place in PLACES:
        for tag, context, said, name in _named():
            if (tag, context) == (language, place):
                named.setdefault(said, name)
    return named


def with_names(text: str, language: str) -> str:
    """The text, with the names of its language. Raises WrongPage for one that the box does not use."""

    def named(found: re.Match[str]) -> str:
        if found[1] not in names(language):
            raise WrongPage(f"{language}: the box has no button, game or line called {found[1]!r}")
        sign = KEYS.get(found[1])
        said = escape(names(language)[found[1]], quote=False)
        if sign is None:
            return f'<b class="name">{said}</b>'
        key = f'<b class="key">{sign}</b>'
        return key if sign == said else f'<span class="named">{key}<b>{said}</b></span>'

    # A sign stays with its word.
    return re.sub("([▲▼]) ", "\\1\N{NO-BREAK SPACE}", NAME.sub(named, text))


def sections(language: str) -> tuple[str, str, list[str]]:
    """The title of a page, its first words, and its sections. Raises WrongPage where one is missing."""
    text = (HERE / f"{language}.md").read_text("utf-8")
    head, *parts = re.split(r"^(?=## )", with_names(text, language), flags=re.MULTILINE)
    title, _, first = head.removeprefix("# ").partition("\n")
    if len(parts) != len(PARTS):
        raise WrongPage(f"{language}: {len(parts)} sections, not {len(PARTS)}: {', '.join(PARTS)}")
    return title, first, parts


def page(language: str) -> str:
    """The page as HTML."""
    title, first, parts = sections(language)
    keys = (
        f'<div><b class="key">{sign}</b><small>{escape(names(language)[name])}</small></div>'
        for name, sign in KEYS.items()
    )
    made = {
        name: markdown.markdown(part, extensions=["tables"]) for name, part in zip(PARTS, parts, strict=True)
    }
    return Template((HERE / "page.html").read_text("utf-8")).substitute(
        made,
        language=language,
        title=escape(title),
        intro=markdown.markdown(first),
        keys="".join(keys),
        menu=_display(language),
        looks=LOOKS.as_uri(),
    )


def _display(language: str) -> str:
    """The menu as the box shows it."""
    picture = draw(menu(language)).convert("P")
    picture.putpalette([*UNLIT, *LIT], "RGB")
    file = BytesIO()
    # Larger, for printers make letters of their own of small pictures.
    picture.resize((picture.width * 8, picture.height * 8)).save(file, "PNG")
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


def languages() -> list[str]:
    return sorted(file.stem for file in HERE.glob("*.md"))


def printed(browser: Browser, language: str, to: Path) -> Path:
    """Write the page, beside its HTML. Raises WrongPage if it does not fit."""
    to.mkdir(parents=True, exist_ok=True)
    html = to / f"{language}.html"
    html.write_text(page(language), "utf-8")
    sheet = browser.new_page(viewport={"width": round(210 * MM), "height": round(HEIGHT)})
    sheet.emulate_media(media="print")
    sheet.goto(html.as_uri())
    sheet.evaluate("document.fonts.ready")
    sheet.evaluate(DRAWN)
    over = sheet.evaluate("document.body.getBoundingClientRect().height") - HEIGHT
    wide = sheet.evaluate("document.documentElement.scrollWidth - innerWidth")
    if over > 0 or wide > 0:
        raise WrongPage(f"{language}: {over / MM:.0f} mm too long, {wide / MM:.0f} mm too wide for one page")
    file = html.with_suffix(".pdf")
    sheet.pdf(path=file, prefer_css_page_size=True, print_background=True)
    sheet.close()
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        made = f"{datetime.fromtimestamp(int(epoch), UTC):D:%Y%m%d%H%M%S}".encode()
        file.write_bytes(DATE.sub(made, file.read_bytes()))
    return file


def main() -> None:
    try:
        with launched() as browser:
            for language in languages():
                print(printed(browser, language, TO))
    except pytest.skip.Exception as why:
        raise SystemExit(f"No pages to print: {why}") from None


if __name__ == "__main__":
    main()
