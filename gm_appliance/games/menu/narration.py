"""The menu, told. Each game's own narration has the words for its options."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues import Cue, Lines, MenuScreen, NumberScreen, Props, Say, Screen
from gm_appliance.core.game import Decision, Face, MenuFace, NumberFace, Plain
from gm_appliance.core.language import N_, NP_, Language
from gm_appliance.core.narration import BaseNarration, GameNarration, OptionText, PromptText, Unspoken
from gm_appliance.games.menu.rules import SETUPS, View

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
    "menu.preset": PromptText(
        ask=N_("Which game do you play? Choose, then press OK."),
        again=N_("Which game? Up and down, then OK."),
        title=NP_("title", "Which game?"),
        items={"own": NP_("line", "Another game")},
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
}


class Lobby(BaseNarration):
    """The narration of the menu.

    games:       each game's narration, for its name and options.
    interrupted: the sentence that says where the waiting game was interrupted.
    """

    def __init__(self, _: Language, games: Mapping[str, GameNarration], interrupted: str = "") -> None:
        self._ = _
        self.games = games
        self.interrupted_at = interrupted

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        option = self._option(decision, view)
        if option:
            return (Say(option.ask),)
        values = {"interrupted": self.interrupted_at, "players": _players(view)}
        return (Say(self._(_question(decision).ask, **values)),)

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        option = self._option(decision, view)
        return (Say(option.again if option else self._(_question(decision).again)),)

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        option = self._option(decision, view)
        title = option.title if option else self._(_question(decision).title)
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value, self._handling(face))
        if not isinstance(face, MenuFace):
            return Lines(title)
        items = tuple(self._line(decision, view, item.value) for item in face.items)
        return MenuScreen(title, items, max(face.at, 0), self._.pgettext("line", "↑↓ OK"))

    def _handling(self, face: NumberFace) -> str:
        """What UP and DOWN do now."""
        if face.leap:
            return self._.pgettext("line", "↑↓ 1  hold {leap}  OK", leap=face.leap)
        return self._.pgettext("line", "↑↓ hold: fast  OK")

    def _line(self, decision: Decision, view: View, value: Plain) -> str:
        if decision.name == "menu.preset" and isinstance(value, int):
            return view.presets[view.chosen][value - 1].name
        return self._item(decision, view, str(value))

    def _item(self, decision: Decision, view: View, value: str) -> str:
        if value in SETUPS[1:]:
            return self._setup(view, value)
        if decision.name == "menu.game":
            return self.games[value].title()
        option = self._option(decision, view)
        if option:
            return option.items[value]
        return self._(_question(decision).items[value], players=_players(view))

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
