"""The narration for games that can be resumed and for finished games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gm_appliance.core.cues.screens import BarsScreen, GridScreen, Lines, Screen
from gm_appliance.core.language import NP_, Language, Name
from gm_appliance.core.narration import GameNarration, worded
from gm_appliance.core.ratings import Rating
from gm_appliance.core.results import Player, Result
from gm_appliance.core.tallies import tallies, wins
from gm_appliance.games.menu.rules import BARS, FORGET, MenuView

SOME = 4  # names per sentence: four keep it within twelve words

LINE = 21

MOST_ROWS = 3  # with more rows than this, the display shortens names

_MONTHS = (
    NP_("line", "{day} January"),
    NP_("line", "{day} February"),
    NP_("line", "{day} March"),
    NP_("line", "{day} April"),
    NP_("line", "{day} May"),
    NP_("line", "{day} June"),
    NP_("line", "{day} July"),
    NP_("line", "{day} August"),
    NP_("line", "{day} September"),
    NP_("line", "{day} October"),
    NP_("line", "{day} November"),
    NP_("line", "{day} December"),
)


class Past:
    """The words for past games. games: each game's narration, for its name and its sides. unfinished: by
    session number, each game that can be resumed, and where it was interrupted."""

    def __init__(
        self, _: Language, games: Mapping[str, GameNarration], unfinished: Mapping[int, tuple[str, str]]
    ) -> None:
        self._ = _
        self._games = games
        self._unfinished = unfinished

    def unfinished(self, session: int) -> tuple[str, str]:
        game, where = self._unfinished[session]
        return self._called(game), where

    def unfinished_shown(self, view: MenuView, at: int) -> Screen:
        game, where = self.unfinished(view.unfinished[at])
        return Lines(game, (where,))

    def _called(self, game: str) -> str:
        """The game's title; for a game that is not in this box, its command-line name."""
        return worded(lambda: self._games[game].title(), game)

    def page(self, view: MenuView, at: int) -> Iterator[str]:
        page = view.pages[at]
        if isinstance(page, str):
            yield from self._counted(view, page)[1]
            return
        result = view.last_games[page - 1]
        yield from filter(None, (self._called(result.game), self._day(result), self._won(result)))
        players = self._on_the_side(result)
        for first in range(0, len(players), SOME):
            yield self._("{names}.", names=self._.names(players[first : first + SOME]))
        for _place, seat, points in result.standings():
            yield self._("{player}: {points}.", player=self._player(result.player(seat)), points=points)

    def shown(self, view: MenuView, at: int) -> Screen:
        page = view.pages[at]
        if isinstance(page, str):
            return self._counted(view, page)[0]
        result = view.last_games[page - 1]
        title, day = self._called(result.game), self._day(result)
        if not result.points:
            return Lines(title, (self._won(result), self.in_a_line(self._on_the_side(result)), day))
        return GridScreen(title, tuple(self._rows(result)))

    def _counted(self, view: MenuView, page: str) -> tuple[Screen, list[str]]:
        """A page of all games, shown and told."""
        kind, _dot, which = page.partition(".")
        if kind == FORGET:
            title, line = self._.pgettext("title", "Delete"), self._.pgettext("line", "Games or people")
            return Lines(title, (line,)), [self._("Press OK to delete games or people.")]
        if kind == "wins":
            title, some = self._.pgettext("title", "Wins"), wins(view.results)[int(which) :][:BARS]
            bars = tuple((self._player(player), won) for player, won in some)
            lines = (
                self._.ngettext("{player}: {n} win.", "{player}: {n} wins.", n, player=one) for one, n in bars
            )
            return BarsScreen(title, bars), [title, *lines]
        title = self._called(which)
        if kind == "sides":
            counted = [one for one in tallies(view.results, "side") if one.key[0] == which]
            sides = [(self._side(*map(str, one.key)), one.wins) for one in counted]
            lines = (self._("{player}: {points}.", player=side, points=str(n)) for side, n in sides)
            return GridScreen(title, tuple((side, str(n)) for side, n in sides)), [title, *lines]
        return self._rated(title, [one for one in view.ratings[which] if one.first])

    def _rated(self, title: str, known: Sequence[Rating]) -> tuple[Screen, list[str]]:
        """known: those whose place is known."""
        heading = self._("Ratings for {game}.", game=title)
        if not known:
            screen = Lines(title, (self._.pgettext("line", "Too early to tell"),))
            return screen, [heading, self._("It is too early to tell.")]
        rows, told = [], []
        for one in known:
            said = {"player": Name(one.name), "rating": one.points, "margin": one.margin}
            told.append(self._("{player}: {rating}, give or take {margin}.", **said))
            row = self._.pgettext("line", "{place}. {player}", place=one.first, player=one.name)
            rows.append((row, f"{one.points} ± {one.margin}"))
        return GridScreen(title, tuple(rows)), [heading, *told]

    def which(self, view: MenuView, at: int) -> str:
        """The page number; for a game with points its date too, which does not fit in the picture."""
        which, page = f"{at + 1}/{len(view.pages)}", view.pages[at]
        result = view.last_games[page - 1] if isinstance(page, int) else None
        return f"{which} {self._day(result)}".rstrip() if result and result.points else which

    def _rows(self, result: Result) -> Iterator[tuple[str, str]]:
        standings = result.standings()
        named = self._player if len(standings) <= MOST_ROWS else self._shortly
        for place, seat, points in standings:
            player = named(result.player(seat))
            yield self._.pgettext("line", "{place}. {player}", place=place, player=player), str(points)

    def _side(self, game: str, side: str) -> str:
        return worded(lambda: self._games[game].side_won(side), side)

    def deletable(self, view: MenuView, what: int | str) -> str:
        """A line for something that can be deleted: a game by its number and day, or a person."""
        if isinstance(what, str):
            return view.persons[int(what.partition(".")[2]) - 1]
        result = view.last_games[what - 1]
        told = self._day(result) or self._called(result.game)
        return self._.pgettext("line", "{place}. {player}", place=what, player=told)

    def _day(self, result: Result) -> str:
        """The date it was played; empty if the clock may have been wrong."""
        if not result.certain or result.day is None:
            return ""
        month, day = result.day
        # Translators: the first day, before the name of a month: "1er" in French, "1º" in Italian.
        first = self._.pgettext("line", "1")
        return self._(_MONTHS[month - 1], day=first if day == 1 else day)

    def _on_the_side(self, result: Result) -> list[str]:
        """The winning side's players by name, or by role if they have none."""
        if not any(isinstance(one, str) for one in result.winners):
            return []
        return [self._as_played(result, seat) for seat in result.winning_seats]

    def _as_played(self, result: Result, seat: int) -> str:
        player = result.player(seat)
        if isinstance(player, str):
            return player
        return worded(lambda: self._games[result.game].role(result.roles[seat]), self._player(player))

    def in_a_line(self, names: Sequence[str]) -> str:
        line, some = ", ".join(names), len(names)
        while len(line) > LINE and some > 1:
            some -= 1
            first = ", ".join(names[:some])
            line = self._.pgettext("line", "{names} +{n}", names=first, n=len(names) - some)
        return line

    def _won(self, result: Result) -> str:
        sides = [one for one in result.winners if isinstance(one, str)]
        if sides and (won := worded(lambda: self._games[result.game].side_won(sides[0]), "")):
            return won
        if not result.winning_seats:
            return self._.pgettext("line", "Nobody won")
        players = self._.names(self._player(result.player(seat)) for seat in result.winning_seats)
        return self._.pgettext("line", "{players} won", players=players)

    def _shortly(self, player: Player) -> str:
        return player if isinstance(player, str) else self._.pgettext("line", "P{seat}", seat=player)

    def _player(self, player: Player) -> str:
        return player if isinstance(player, str) else self._.name("Player {number}", number=player)
