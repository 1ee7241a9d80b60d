"""The kept games as pages to leaf through: a list with plots, each game's story, and its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import segno

from gm_appliance.app.bg_stats import BG_STATS, play_link
from gm_appliance.app.clock import minute_of
from gm_appliance.app.replay import retold
from gm_appliance.app.story import Story
from gm_appliance.app.web_page import web_page
from gm_appliance.core.game import GameError
from gm_appliance.core.language import load
from gm_appliance.core.messages import speaking
from gm_appliance.games.registry import NoSuchGame, registered
from gm_appliance.storage.journal import JournalError, JournalReader, SessionRecord
from gm_appliance.storage.results import NAME as RESULTS
from gm_appliance.storage.results import read

if TYPE_CHECKING:
    from gm_appliance.app.canvas import Canvas  # which takes a while to load

KINDS = {"svg": "image/svg+xml", "png": "image/png"}
PLOTS = "plots"

HEAD = """<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="../fonts.css"><link rel="stylesheet" href="../past.css">"""


class Archive:
    """Pages by name: "" for the list, "12" for a game, "12.png" for its picture, "plots.svg". May be called
    on any thread.

    language: of the pages, now.
    """

    def __init__(self, journal: Path, language: Callable[[], str]) -> None:
        self._journal, self._language = journal, language

    def __call__(self, name: str) -> tuple[bytes, str] | None:
        """Its content and type; None if there is none of this name."""
        number, _dot, kind = name.partition(".")
        if not name:
            return self._page(load(self._language()).pgettext("line", "Last games"), self._list())
        if not (number.isdecimal() or name == f"{PLOTS}.svg") or kind not in ("", *KINDS):
            return None
        with suppress(ValueError, GameError, JournalError):
            if kind:
                canvas = self._drawn(number)
                return canvas.png() if kind == "png" else canvas.svg(), KINDS[kind]
            story = retold(self._journal, int(number), self._language())
            return self._page(story.headline or story.title, self._told(int(number), story))
        return None

    def _drawn(self, number: str) -> Canvas:
        from gm_appliance.app import picture, plot  # which take a while to load

        with speaking(self._language()):
            if number == PLOTS:
                return plot.plot(read(self._journal.with_name(RESULTS))[0])
            return picture.picture(retold(self._journal, int(number), self._language()))

    def _ended(self) -> list[SessionRecord]:
        with closing(JournalReader(self._journal)) as reader:
            return [one for one in reader.sessions() if one.status == "ended"]

    def _list(self) -> Iterator[str]:
        with suppress(ValueError):  # nothing to plot
            self._drawn(PLOTS)
            yield f'<p><img src="{PLOTS}.svg" alt=""></p>'
        yield "<ul>"
        for one in reversed(self._ended()):
            with suppress(NoSuchGame):
                name = registered(one.game).in_menu(self._language()).title()
                told = filter(None, (minute_of(one.started), name, ", ".join(filter(None, one.people))))
                yield f'<li><a href="{one.id}">{escape(" · ".join(told))}</a></li>'
        yield "</ul>"

    def _told(self, number: int, story: Story) -> Iterator[str]:
        back = load(self._language()).pgettext("line", "Last games")
        yield f'<p><a href=".">{escape(back)}</a></p>'
        yield f'<p><img src="{number}.svg" alt="{escape(" ".join((story.headline, story.decided)))}"></p>'
        with speaking(self._language()):
            lacking = escape("".join(self._drawn(str(number)).lacking()))
        png, svg = (f'<a href="{number}.{kind}" download>{kind.upper()}</a>' for kind in ("png", "svg"))
        yield f"<p>{svg} · {png} {lacking}</p>"
        yield from self._to_log(number)
        for heading, told in story.parts:
            yield f"<h2>{escape(heading)}</h2>" if heading else ""
            yield from (f"<p>{escape(one)}</p>" for one in told)

    def _to_log(self, number: int) -> Iterator[str]:
        """The link that logs the game in BG Stats, and its code for a phone if it is not too long for one."""
        identities = [(one.game, one.started) for one in self._ended() if one.id == number]
        for one in read(self._journal.with_name(RESULTS))[0]:
            if one.identity in identities:
                link = play_link(one)
                yield f'<p><a href="{link}">{BG_STATS}</a></p>'
                with suppress(segno.DataOverflowError):
                    yield f"<p>{segno.make(link, error='l').svg_inline(scale=3, light='#fff')}</p>"

    def _page(self, heading: str, parts: Iterator[str]) -> tuple[bytes, str]:
        return web_page(heading, "".join(parts), self._language(), HEAD).encode(), "text/html"
