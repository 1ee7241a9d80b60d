"""The kept games as pages to leaf through: a list, each game's story, and its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from html import escape
from pathlib import Path

import segno

from gm_appliance.app.bg_stats import BG_STATS, play_link
from gm_appliance.app.clock import date_of
from gm_appliance.app.replay import retold
from gm_appliance.app.story import Story
from gm_appliance.app.web_page import web_page
from gm_appliance.core.game import GameError
from gm_appliance.core.language import load
from gm_appliance.games.registry import NoSuchGame, registered
from gm_appliance.storage.journal import JournalError, JournalReader
from gm_appliance.storage.results import NAME as RESULTS
from gm_appliance.storage.results import read

KINDS = {"svg": "image/svg+xml", "png": "image/png"}


class Archive:
    """Pages by name: "" for the list, "12" for a game, "12.png" for its picture. May be called on any thread.

    language: of the pages, now.
    """

    def __init__(self, journal: Path, language: Callable[[], str]) -> None:
        self._journal, self._language = journal, language

    def __call__(self, name: str) -> tuple[bytes, str] | None:
        """Its content and type; None if there is none of this name."""
        number, _dot, kind = name.partition(".")
        try:
            if not name:
                return self._page(load(self._language()).pgettext("line", "Last games"), self._list())
            if not number.isdecimal() or kind not in ("", *KINDS):
                return None
            story = retold(self._journal, int(number), self._language())
        except (ValueError, GameError, JournalError):
            return None
        if kind:
            from gm_appliance.app.picture import picture  # which takes a while to load

            canvas = picture(story)
            return canvas.png() if kind == "png" else canvas.svg(), KINDS[kind]
        return self._page(story.headline or story.title, self._told(int(number), story))

    def _list(self) -> Iterator[str]:
        with closing(JournalReader(self._journal)) as reader:
            ended = [one for one in reader.sessions() if one.status == "ended"]
        yield "<ul>"
        for one in reversed(ended):
            date = date_of(one.started)[:16].replace("T", " ")
            people = ", ".join(filter(None, one.people))
            with suppress(NoSuchGame):
                name = registered(one.game).in_menu(self._language()).title()
                told = " · ".join(filter(None, (date, name, people)))
                yield f'<li><a href="{one.id}">{escape(told)}</a></li>'
        yield "</ul>"

    def _told(self, number: int, story: Story) -> Iterator[str]:
        back = load(self._language()).pgettext("line", "Last games")
        yield f'<p><a href=".">{escape(back)}</a></p>'
        yield f'<p><img src="{number}.svg" alt="{escape(" ".join((story.headline, story.decided)))}"></p>'
        yield f'<p><a href="{number}.png" download>PNG</a> · <a href="{number}.svg" download>SVG</a></p>'
        yield from self._to_log(number)
        for heading, told in story.parts():
            yield f"<h2>{escape(heading)}</h2>" if heading else ""
            yield from (f"<p>{escape(one)}</p>" for one in told)

    def _to_log(self, number: int) -> Iterator[str]:
        """The link that logs the game in BG Stats, and its code for a phone if it is not too long for one."""
        with closing(JournalReader(self._journal)) as reader:
            identities = [(one.game, one.started) for one in reader.sessions() if one.id == number]
        kept, _damaged = read(self._journal.with_name(RESULTS))
        for one in kept:
            if one.identity in identities:
                link = play_link(one)
                yield f'<p><a href="{link}">{BG_STATS}</a></p>'
                with suppress(segno.DataOverflowError):
                    yield f"<p>{segno.make(link, error='l').svg_inline(scale=3, light='#fff')}</p>"

    def _page(self, heading: str, parts: Iterator[str]) -> tuple[bytes, str]:
        styles = "".join(f'<link rel="stylesheet" href="../{one}.css">' for one in ("fonts", "past"))
        view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
        return web_page(heading, "".join(parts), self._language(), view + styles).encode(), "text/html"
