"""The menu, told. Each game's own narration has the words for its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from gm_appliance.core.cues import (
    BarsScreen,
    Cue,
    GridScreen,
    Handling,
    Lines,
    MenuScreen,
    NumberScreen,
    Props,
    Say,
    Screen,
)
from gm_appliance.core.game import Decision, Face, MenuFace, NumberFace
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import BaseNarration, GameNarration, OptionText, PromptText, Unspoken
from gm_appliance.core.results import Player, Result, wins
from gm_appliance.games.menu.rules import BARS, RESULTS, SETUPS, UNFINISHED, View

_QUESTIONS: Mapping[str, PromptText] = {
    "menu.game": PromptText(
        ask=N_("Good evening. Choose a game. Up and down, then OK."),
        again=N_("Choose a game. Up and down, then OK."),
        title=NP_("title", "Choose a game"),
    ),
    "menu.same": PromptText(
        ask=N_("The same {players} as last time? OK, or down for others."),
        again=N_("The same people? OK, or down for others."),
        title=NP_("title", "Same people?"),
        items={
            "yes": NP_("line", "Yes, the same {players}"),
            "no": NP_("line", "No, others"),
        },
    ),
    "menu.rules": PromptText(
        ask=N_("OK to begin, or down for house rules."),
        again=N_("OK to begin. Down: house rules."),
        title=NP_("title", "Begin?"),
        items={"start": NP_("line", "Begin"), "rules": NP_("line", "House rules")},
    ),
    "menu.resume": PromptText(
        ask=N_("{interrupted} Go on? OK, or down for a new game."),
        again=N_("Go on with it? OK, or down for a new game."),
        title=NP_("title", "Go on?"),
        items={"resume": NP_("line", "Go on"), "new": NP_("line", "New game")},
    ),
    "menu.again": PromptText(
        ask=N_("Again, with the same people? OK, or down for the menu."),
        again=N_("Once more? OK, or down for the menu."),
        title=NP_("title", "Once more?"),
        items={"again": NP_("line", "Same people, again"), "other": NP_("line", "The menu")},
    ),
    "menu.unfinished": PromptText(
        ask=N_("Which game goes on? Up and down, then OK."),
        again=N_("Which game goes on? Up and down, then OK."),
        title=NP_("title", "Unfinished"),
    ),
    "menu.results": PromptText(
        ask=N_("Up and down turn the pages. OK: the menu."),
        again=N_("Up and down turn the pages. OK: the menu."),
        title=NP_("title", "Wins"),
    ),
}

_BELOW: Mapping[str, Message] = {
    UNFINISHED: NP_("line", "Unfinished games"),
    RESULTS: NP_("line", "Last games"),
}
"""The lines of the menu that are no game."""

MOST_ROWS = 3
"""With more, names stand short on the display."""

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


class Lobby(BaseNarration):
    """The narration of the menu.

    games:       each game's narration, for its name and options.
    interrupted: the sentence that says where the waiting game was interrupted.
    unfinished:  by number of its session each game that can be gone on with, and the same of it.
    """

    def __init__(
        self,
        _: Language,
        games: Mapping[str, GameNarration],
        interrupted: str = "",
        unfinished: Mapping[int, tuple[str, str]] | None = None,
    ) -> None:
        self._ = _
        self.games = games
        self.interrupted_at = interrupted
        self.unfinished = unfinished or {}

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        option = self._option(decision, view)
        if option:
            return (Say(option.ask),)
        values = {"interrupted": self.interrupted_at, "players": _players(view)}
        asked = self._(_question(decision).ask, **values)
        if decision.name == "menu.unfinished":
            return (Say(asked), *map(Say, self._unfinished(view.unfinished[0])))
        if decision.name == "menu.results":
            return (*map(Say, self._page(view, 0)), Handling(asked))
        return (Say(asked),)

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        option = self._option(decision, view)
        return (Say(option.again if option else self._(_question(decision).again)),)

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        option = self._option(decision, view)
        title = option.title if option else self._(_question(decision).title)
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value, self._.pgettext("line", "↑↓ hold: fast  OK"))
        if not isinstance(face, MenuFace):
            return Lines(title)
        if decision.name == "menu.unfinished":
            at, hint = max(face.at, 0), NP_("line", "{n}/{pages}  ↑↓  OK: go on")
            game, *where = self._unfinished(view.unfinished[at])
            return Lines(game, (*where, "", "", self._(hint, n=at + 1, pages=len(face.items))))
        if decision.name == "menu.results":
            return self._page_shown(view, max(face.at, 0))
        items = tuple(self._item(decision, view, str(item.value)) for item in face.items)
        return MenuScreen(title, items, max(face.at, 0), self._.pgettext("line", "↑↓ OK"))

    def _item(self, decision: Decision, view: View, value: str) -> str:
        if value in SETUPS[1:]:
            return self._setup(view, value)
        if decision.name == "menu.game":
            return self._(_BELOW[value]) if value in _BELOW else self.games[value].title()
        option = self._option(decision, view)
        if option:
            return option.items[value]
        return self._(_question(decision).items[value], players=_players(view))

    def under_cursor(self, decision: Decision, view: View, face: Face) -> tuple[Cue, ...]:
        if isinstance(face, MenuFace) and decision.name == "menu.results":
            return tuple(map(Say, self._page(view, max(face.at, 0))))
        if isinstance(face, MenuFace) and decision.name == "menu.unfinished":
            return tuple(map(Say, self._unfinished(view.unfinished[max(face.at, 0)])))
        return super().under_cursor(decision, view, face)

    # ------------------------------------------------------------ games to go on with, and games played

    def _unfinished(self, session: int) -> tuple[str, str]:
        """A game's name, and where it was interrupted."""
        game, where = self.unfinished[session]
        return self._called(game), where

    def _called(self, game: str) -> str:
        """A game by its name; one that is in this box no more, by that on the command line."""
        return self.games[game].title() if game in self.games else game

    def _page(self, view: View, at: int) -> Iterator[str]:
        """What is said of a page: what it shows."""
        page = view.pages[at]
        if isinstance(page, int):
            result = view.last_games[page - 1]
            yield from filter(None, (self._called(result.game), self._day(result), self._won(result)))
            for _place, seat, points in result.standings():
                yield self._("{player}: {points}.", player=self._player(result.player(seat)), points=points)
            return
        yield self._.pgettext("title", "Wins")
        for player, won in self._bars(view, page):
            yield self._.ngettext("{player}: {n} win.", "{player}: {n} wins.", won, player=player)

    def _page_shown(self, view: View, at: int) -> Screen:
        page, said = view.pages[at], {"n": at + 1, "pages": len(view.pages)}
        hint = self._.pgettext("line", "{n}/{pages}  ↑↓  OK: menu", **said)
        if not isinstance(page, int):
            return BarsScreen(self._.pgettext("title", "Wins"), tuple(self._bars(view, page)), hint)
        result = view.last_games[page - 1]
        title, day = self._called(result.game), self._day(result)
        if not result.points:
            return Lines(title, (self._won(result), day, "", hint))
        if day:
            hint = self._.pgettext("line", "{n}/{pages} ↑↓ {day}", day=day, **said)
        return GridScreen(title, tuple(self._rows(result)), hint)

    def _rows(self, result: Result) -> Iterator[tuple[str, str]]:
        """Who stood where, and with how many points."""
        standings = result.standings()
        named = self._player if len(standings) <= MOST_ROWS else self._shortly
        for place, seat, points in standings:
            player = named(result.player(seat))
            yield self._.pgettext("line", "{place}. {player}", place=place, player=player), str(points)

    def _bars(self, view: View, page: str) -> Iterator[tuple[str, int]]:
        first = int(page.rpartition(".")[2])
        for player, won in wins(view.results)[first : first + BARS]:
            yield self._player(player), won

    def _day(self, result: Result) -> str:
        """When it was played; nothing where the clock may have been wrong."""
        if not result.certain or result.day is None:
            return ""
        month, day = result.day
        return self._(_MONTHS[month - 1], day=day)

    def _won(self, result: Result) -> str:
        sides = [one for one in result.winners if isinstance(one, str)]
        if sides and result.game in self.games:
            with suppress(Unspoken):
                return self.games[result.game].side_won(sides[0])
        seats = result.winning_seats
        if not seats:
            return self._.pgettext("line", "Nobody won")
        players = self._.names(self._player(result.player(seat)) for seat in seats)
        return self._.pgettext("line", "{players} won", players=players)

    def _shortly(self, player: Player) -> str:
        return player if isinstance(player, str) else self._.pgettext("line", "P{seat}", seat=player)

    def _player(self, player: Player) -> str:
        return player if isinstance(player, str) else self._.name("Player {number}", number=player)

    def _setup(self, view: View, which: str) -> str:
        """A setup of some other time, in a line of the game's own words."""
        chosen = view.last[view.chosen][SETUPS.index(which)]
        options = {one.name: chosen.get(one.name, one.default) for one in view.offered[view.chosen]}
        return self.games[view.chosen].setup(options)

    def _option(self, decision: Decision, view: View) -> OptionText | None:
        """The words for the game's option this decision is about; None where it is the menu's own."""
        kind, _dot, name = decision.name.partition(".")
        return self.games[view.chosen].option(name) if kind == "option" else None

    def props(self, view: View) -> Props | None:
        # What a game left lies there until another one is chosen.
        return Props(()) if view.phase in ("game", "same", "option", "rules") else None

    def interrupted(self, decision: Decision, view: View) -> str:
        return ""

    def topics(self, view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return ()


def _question(decision: Decision) -> PromptText:
    if decision.name not in _QUESTIONS:
        raise Unspoken(f"ask {decision.name!r}")
    return _QUESTIONS[decision.name]


def _players(view: View) -> int:
    """How many played the chosen game last time; 0 where it was not played."""
    setups = view.last.get(view.chosen, ())
    players = setups[0].get("players", 0) if setups else 0
    return players if isinstance(players, int) else 0
