"""The menu, told. Each game's own narration has the words for its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gm_appliance.core.cues import Cue, Props, Remark, Say, Suggestion
from gm_appliance.core.cues.screens import Lines, MenuScreen, NumberScreen, Screen
from gm_appliance.core.game import JSON, Decision, Face, MenuFace, NumberFace, OneOf
from gm_appliance.core.language import N_, NP_, Language, Message, Name
from gm_appliance.core.narration import (
    BaseNarration,
    ButtonLabels,
    GameNarration,
    MissingWords,
    OptionText,
    PromptText,
)
from gm_appliance.games.menu.guests import Forgotten
from gm_appliance.games.menu.narration.past import SOME, Past
from gm_appliance.games.menu.rules import (
    LANGUAGE,
    NAMES,
    PARTS,
    RESULTS,
    SETUPS,
    UNFINISHED,
    MenuView,
    SeatsCounted,
)

ALPHABET = NP_("letters", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
"""The letters names are entered with, in order, each as a capital where it has one."""

_QUESTIONS: Mapping[str, PromptText] = {
    "menu.game": PromptText(
        ask=N_("Good evening. Choose a game."),
        again=N_("Choose a game."),
        title=NP_("title", "Choose a game"),
    ),
    "menu.same": PromptText(
        ask=N_("The same {players} as last time?"),
        again=N_("The same people?"),
        title=NP_("title", "Same people?"),
        items={
            "yes": NP_("line", "Yes, the same {players}"),
            "no": NP_("line", "No, others"),
        },
    ),
    "menu.preset": PromptText(
        ask=N_("Which game do you play?"),
        again=N_("Which game?"),
        title=NP_("title", "Which game?"),
        items={"own": NP_("line", "Another game")},
    ),
    "menu.rules": PromptText(
        ask=N_("Ready to begin?"),
        again=N_("Ready?"),
        title=NP_("title", "Begin?"),
        items={"start": NP_("line", "Begin"), "rules": NP_("line", "House rules")},
    ),
    "menu.resume": PromptText(
        ask=N_("{interrupted} Go on?"),
        again=N_("Go on with it?"),
        title=NP_("title", "Go on?"),
        items={"resume": NP_("line", "Go on"), "new": NP_("line", "New game")},
    ),
    "menu.again": PromptText(
        ask=N_("Again, with the same people?"),
        again=N_("Once more?"),
        title=NP_("title", "Once more?"),
        items={"again": NP_("line", "Same people, again"), "other": NP_("line", "The menu")},
    ),
    "menu.unfinished": PromptText(
        ask=N_("Which game goes on?"),
        title=NP_("title", "Unfinished"),
    ),
    "menu.language": PromptText(
        ask=N_("Which language?"),
        title=NP_("title", "Language"),
    ),
    "menu.people": PromptText(
        ask=N_("Do you play with names?"),
        title=NP_("title", "Who plays?"),
        items={"choose": NP_("line", "Choose by name"), "none": NP_("line", "Without names")},
    ),
    "menu.person": PromptText(
        ask=N_("Player {number}: {name}?"),
        title=NP_("title", "Player {number}"),
        items={
            "nobody": NP_("line", "No name"),
            "new": NP_("line", "A new name"),
            "forget": NP_("line", "Forget a name"),
            "rest": NP_("line", "No more names"),
        },
    ),
    "menu.forget": PromptText(
        ask=N_("Which name shall I forget?"),
        again=N_("Which name?"),
        title=NP_("title", "Forget a name"),
        items={"keep": NP_("line", "Keep all names")},
    ),
    "menu.letter": PromptText(
        ask=N_("Enter the name, letter by letter."),
        again=N_("Which letter is next?"),
        title=NP_("title", "The name"),
        items={
            " ": NP_("line", "Blank"),
            "-": NP_("line", "Hyphen"),
            "'": NP_("line", "Apostrophe"),
            "done": NP_("line", "Done"),
        },
    ),
}

_OTHERWISE: Mapping[tuple[str, str], tuple[Message, Message]] = {
    ("menu.people", "none"): (
        N_("No names, as last time?"),
        N_("No names?"),
    ),
    ("menu.people", "same"): (
        N_("The same people as last time?"),
        N_("The same people?"),
    ),
    ("menu.letter", "done"): (
        N_("No room for more letters."),
        N_("No room for more letters."),
    ),
    ("menu.person", "new"): (
        N_("Player {number}: enter a name?"),
        N_("Player {number}: enter a name?"),
    ),
}
"""What is asked, first and again, where this stands first among the answers."""

_SUGGEST_THEMSELVES = frozenset(
    ("menu.same", "menu.rules", "menu.resume", "menu.again", "menu.people", "menu.person")
)
"""What is asked so that it says what OK would choose."""

_BELOW: Mapping[str, Message] = {
    UNFINISHED: NP_("line", "Unfinished games"),
    RESULTS: NP_("line", "Last games"),
    NAMES: NP_("line", "Play with names"),
    LANGUAGE: NP_("line", "Language"),
    PARTS: NP_("line", "Check the parts"),
}
"""The lines of the menu that are no game."""

_WITH_NAMES = N_("Names come after the settings. Choose a game.")
"""What is asked where the players are going to be named."""


class Lobby(BaseNarration):
    """The narration of the menu.

    games:       each game's narration, for its name and options.
    interrupted: the sentence that says where the waiting game was interrupted.
    unfinished:  by number of its session each game that can be gone on with, and the same of it.
    languages:   what each language that can be chosen is called in itself.
    """

    def __init__(
        self,
        _: Language,
        games: Mapping[str, GameNarration],
        interrupted: str = "",
        unfinished: Mapping[int, tuple[str, str]] | None = None,
        languages: Mapping[str, str] | None = None,
    ) -> None:
        self._ = _
        self.games = games
        self.interrupted_at = interrupted
        self._languages = languages or {}
        self._past = Past(_, games, unfinished or {})

    def ask(self, decision: Decision, view: MenuView) -> tuple[Cue, ...]:
        option = self._option(decision, view)
        if option:
            return (Say(option.ask),)
        names = _same_names(decision, view)
        if names:
            # Too many for one sentence.
            same = Suggestion(
                self._("The same {players} as last time?", players=_same_players(decision, view))
            )
            return (same, *self._listed(names))
        if decision.name == "menu.results":
            return tuple(map(Suggestion, self._past.page(view, 0)))
        if decision.name == "menu.letter" and view.people.letters:
            so_far = self._("{name}.", name=self._spelt(view.people.letters))
            next_one, *done = self.again(decision, view)
            return (Say(so_far), next_one, *(done if len(view.people.letters) == 1 else ()))
        sentence, _again = _sentences(decision, view)
        asked = self._(sentence, **self._values(decision, view))
        if decision.name == "menu.unfinished":
            return (Say(asked), *map(Suggestion, self._past.unfinished(view.unfinished[0])))
        return (Suggestion(asked) if decision.name in _SUGGEST_THEMSELVES else Say(asked),)

    def again(self, decision: Decision, view: MenuView) -> tuple[Cue, ...]:
        option = self._option(decision, view)
        if option:
            return (Say(option.again),)
        if decision.name == "menu.results":
            return ()  # Nothing is asked there.
        _ask, sentence = _sentences(decision, view)
        asked = Say(self._(sentence, **self._values(decision, view)))
        if decision.name == "menu.letter" and _first(decision) != "done" and decision.domain.contains("done"):
            return (asked, Say(self._("Done is one step up.")))
        return (asked,)

    def labels(self, decision: Decision, view: MenuView, face: Face) -> ButtonLabels | None:
        if decision.name == "menu.results":
            menu, turn = self._.pgettext("button", "the menu"), self._.pgettext("button", "turn the page")
            return ButtonLabels(ok=menu, steps=turn if len(view.pages) > 1 else "")
        if decision.name == "menu.rules" and isinstance(face, MenuFace) and face.at == 0:
            rules = self._.pgettext("button", "house rules")
            return ButtonLabels(ok=self._.pgettext("button", "begin"), steps=rules)
        if decision.name == "menu.letter" and view.people.letters:
            return ButtonLabels(back=self._.pgettext("button", "rub out"))
        return None

    def _values(self, decision: Decision, view: MenuView) -> dict[str, object]:
        """What is filled in where the menu asks."""
        values: dict[str, object] = {"interrupted": self.interrupted_at, "players": _players(view)}
        if decision.name == "menu.person":
            values |= {"number": view.people.seat, "name": self._item(decision, view, _first(decision))}
        return values

    def _spelt(self, letters: str) -> str:
        """Letter by letter, as it is written: said in one go, nobody hears how."""
        items = _QUESTIONS["menu.letter"].items
        return ", ".join(self._(items[one]) if one in items else one.upper() for one in letters)

    def _listed(self, names: Sequence[str]) -> Iterator[Say]:
        """All these names, a few in each sentence."""
        for first in range(0, len(names), SOME):
            some = self._.names(map(Name, names[first : first + SOME]))
            yield Say(self._("{names}.", names=some))

    def screen(self, decision: Decision, view: MenuView, face: Face, minutes: int) -> Screen:
        if isinstance(face, MenuFace) and decision.name == "menu.unfinished":
            return self._past.unfinished_shown(view, max(face.at, 0))
        if isinstance(face, MenuFace) and decision.name == "menu.results":
            return self._past.shown(view, max(face.at, 0))
        option = self._option(decision, view)
        title = option.title if option else self._title(decision, view)
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value)
        if not isinstance(face, MenuFace):
            return Lines(title)
        items = tuple(self._item(decision, view, item.value) for item in face.items)
        hint = ""
        if decision.name == "menu.letter" and view.people.letters:
            hint = self._.pgettext("line", "↑↓ OK  BACK: rub out")
        return MenuScreen(title, items, max(face.at, 0), hint)

    def _title(self, decision: Decision, view: MenuView) -> str:
        if decision.name == "menu.letter" and view.people.letters:
            return f"{view.people.letters}_"
        return self._(_question(decision).title, number=view.people.seat)

    def _item(self, decision: Decision, view: MenuView, value: JSON) -> str:
        if decision.name in ("menu.person", "menu.forget") and isinstance(value, int):
            return view.people.known[value - 1]
        if decision.name == "menu.preset" and isinstance(value, int):
            return view.presets[view.chosen][value - 1].name
        value = str(value)
        if decision.name == "menu.language":
            return self._languages[value]
        names = _same_names(decision, view)
        if names and value == _first(decision):
            return self._past.in_a_line(names)
        if value in SETUPS[1:]:
            return self._setup(view, value)
        if value in _BELOW:
            return self._(_BELOW[value])
        if decision.name == "menu.game":
            return self.games[value].title()
        if decision.name == "menu.letter" and value.isalpha() and len(value) == 1:
            return value
        option = self._option(decision, view)
        if option:
            return option.items[value]
        return self._(_question(decision).items[value], players=_players(view))

    def under_cursor(self, decision: Decision, view: MenuView, face: Face) -> tuple[Cue, ...]:
        if isinstance(face, MenuFace) and decision.name == "menu.results":
            return tuple(map(Say, self._past.page(view, max(face.at, 0))))
        if isinstance(face, MenuFace) and decision.name == "menu.unfinished":
            return tuple(map(Say, self._past.unfinished(view.unfinished[max(face.at, 0)])))
        if isinstance(face, MenuFace) and decision.name == "menu.letter" and len(face.items) > 1:
            return (Say(self._item(decision, view, face.items[face.at].value).upper()),)
        return super().under_cursor(decision, view, face)

    def tell(self, event: Any, view: MenuView) -> tuple[Cue, ...]:
        if isinstance(event, SeatsCounted):
            where = self._("Player {n} sits before the box. Clockwise from there.", n=1)
            return (Remark(where),)
        if not isinstance(event, Forgotten):
            raise MissingWords(f"tell {type(event).__name__}")
        return (Remark(self._("{name} is off the list.", name=Name(event.name))),)

    def _setup(self, view: MenuView, which: str) -> str:
        """A setup of some other time, in a line of the game's own words."""
        chosen = view.last[view.chosen][SETUPS.index(which)]
        options = {one.name: chosen.get(one.name, one.default) for one in view.offered[view.chosen]}
        return self.games[view.chosen].setup(options)

    def _option(self, decision: Decision, view: MenuView) -> OptionText | None:
        """The words for the game's option this decision is about; None where it is the menu's own."""
        kind, _dot, name = decision.name.partition(".")
        return self.games[view.chosen].option(name) if kind == "option" else None

    def props(self, view: MenuView) -> Props | None:
        # What a game left lies there until another one is chosen.
        return Props(()) if view.phase in _ANEW else None

    def interrupted(self, decision: Decision, view: MenuView) -> str:
        return ""

    def topics(self, view: MenuView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return ()


_ANEW = frozenset(
    ("game", "language", "same", "preset", "option", "rules", "people", "person", "forget", "letter")
)
"""The phases in which another game is being set up."""


def _question(decision: Decision) -> PromptText:
    if decision.name not in _QUESTIONS:
        raise MissingWords(f"ask {decision.name!r}")
    return _QUESTIONS[decision.name]


def _sentences(decision: Decision, view: MenuView) -> tuple[Message, Message]:
    """What is asked, first and again."""
    question = _question(decision)
    if decision.name == "menu.game" and view.people.wanted:
        return _WITH_NAMES, question.shorter
    return _OTHERWISE.get((decision.name, str(_first(decision))), (question.ask, question.shorter))


def _first(decision: Decision) -> JSON:
    """What stands first among the answers."""
    return decision.domain.options[0] if isinstance(decision.domain, OneOf) else None


def _same_names(decision: Decision, view: MenuView) -> tuple[str, ...]:
    """The names of those who played last time, where it is asked whether they play again; none where they
    have none."""
    if decision.name not in ("menu.same", "menu.people"):
        return ()
    return tuple(name for name in view.people.before(_same_players(decision, view)) if name)


def _same_players(decision: Decision, view: MenuView) -> int:
    """How many would play again."""
    return _players(view) if decision.name == "menu.same" else view.players


def _players(view: MenuView) -> int:
    """How many played the chosen game last time; 0 where it was not played."""
    setups = view.last.get(view.chosen, ())
    players = setups[0].get("players", 0) if setups else 0
    return players if isinstance(players, int) else 0
