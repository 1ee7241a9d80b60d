"""The menu's narration. Each game's own narration has the words for its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Greeting, InLanguage, Props, Remark, Say, Suggestion
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import JSON, Choice, Decision, Face, MenuFace, OneOf
from gm_appliance.core.language import CONTEXTS, Language, Name
from gm_appliance.core.narration import ButtonLabels, GameNarration, OptionText, PromptText
from gm_appliance.core.people import capital
from gm_appliance.core.table_narration import TableNarration
from gm_appliance.core.values import replace
from gm_appliance.games.menu.guests import Renamed
from gm_appliance.games.menu.narration import prompts
from gm_appliance.games.menu.narration.past import SOME, Past
from gm_appliance.games.menu.rules import (
    EVERYTHING,
    FIRST_LANGUAGE,
    FORGET,
    KEEP,
    SETUPS,
    TRIED_VOICE,
    MenuView,
    SeatsCounted,
)

_ANEW = frozenset(
    (
        *("first_language", "large", "game", "volume", "off", "language", "voice", "same", "preset"),
        *("option", "rules", "people", "person", "change", "mend", "letter"),
    )
)
"""The phases in which people are setting up another game."""


class Lobby(TableNarration):
    """The narration of the menu.

    games:       each game's narration, for its name and options.
    interrupted: the sentence that says where the waiting game was interrupted.
    unfinished:  by session number, the title and the same sentence for each game that can be resumed.
    languages:   each selectable language's name for itself.
    voices:      the name of each selectable voice; empty for one without a name.
    """

    PROMPTS = prompts.PROMPTS
    SUGGESTIONS = frozenset(
        ("menu.same", "menu.rules", "menu.resume", "menu.again", "menu.people", "menu.person")
    )

    def __init__(
        self,
        _: Language,
        games: Mapping[str, GameNarration],
        interrupted: str = "",
        unfinished: Mapping[int, tuple[str, str]] | None = None,
        languages: Mapping[str, str] | None = None,
        voices: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(_)
        self._games = games
        self._interrupted = interrupted
        self._languages, self._voices = languages or {}, voices or {}
        self._past = Past(_, games, unfinished or {})

    def prompt(self, decision: Decision, view: MenuView) -> PromptText:
        words = super().prompt(decision, view)
        if decision.name == "menu.game" and view.people.wanted:
            return replace(words, ask=prompts.WITH_NAMES)
        ask, again = prompts.OTHERWISE.get((decision.name, str(_first(decision))), (words.ask, words.again))
        if decision.name == "menu.letter" and view.people.letters:
            ask = again or ask
        return replace(words, ask=ask, again=again)

    def values(self, decision: Decision, view: MenuView) -> Mapping[str, object]:
        values: dict[str, object] = {
            "interrupted": self._interrupted,
            "players": _players(decision.name, view),
        }
        if decision.name == "menu.person":
            name = self.item(Choice(decision.name, _first(decision)), view)
            values |= {"number": view.people.seat, "name": name}
        return {**values, "old": view.people.old}

    def before(self, decision: Decision, view: MenuView) -> Iterator[Say]:
        """Spell the letters so far: read as one word, nobody hears how the name is written."""
        if decision.name == "menu.letter" and view.people.letters:
            items = self.PROMPTS[decision.name].items
            spelt = (self._(items[one]) if one in items else capital(one) for one in view.people.letters)
            yield Say(self._("{name}.", name=", ".join(spelt)))

    def ask(self, decision: Decision, view: MenuView) -> tuple[Cue, ...]:
        if decision.name == "menu.results":
            return tuple(map(Suggestion, self._past.page(view, 0)))
        if decision.name == FIRST_LANGUAGE:
            return self._each_language(view)
        asked = super().ask(decision, view)
        if decision.name == "menu.unfinished":
            return (*asked, *map(Suggestion, self._past.unfinished(view.unfinished[0])))
        if decision.name == TRIED_VOICE:
            return (*asked, Suggestion(self._(prompts.SAMPLE)))
        if decision.name == "menu.letter" and view.people.letters in (
            view.people.letters[:1],
            view.people.old,
        ):
            return (*asked, *self._where_done_is(decision))
        if decision.name == "menu.people" and _first(decision) == "typed":
            return (*asked, *self._listed(_named(view.people.typed_by(view.players))))
        return (*asked, *self._listed(_same_names(decision.name, view)))

    def _each_language(self, view: MenuView) -> tuple[Cue, ...]:
        """Each language's name, as a question in its own voice, which people understand who know no other."""
        return tuple(InLanguage(self._("{what}?", what=self._languages[one]), one) for one in view.languages)

    def _listed(self, names: tuple[str, ...]) -> Iterator[Say]:
        for first in range(0, len(names), SOME):
            some = self._.names(map(Name, names[first : first + SOME]))
            yield Say(self._("{names}.", names=some))

    def _where_done_is(self, decision: Decision) -> Iterator[Say]:
        if _first(decision) != "done" and decision.domain.contains("done"):
            yield Say(self._("Done is one step up."))
            if decision.domain.contains("rub"):
                yield Say(self._("Erase is two steps up."))

    def question(self, decision: Decision, view: MenuView) -> Say:
        if decision.name == "menu.game" and not view.people.wanted:
            words = self.prompt(decision, view)
            return Greeting(self._(words.ask), self._(words.shorter))
        option = self._option(decision.name, view)
        return Say(option.ask) if option else super().question(decision, view)

    def own(self, decision: Decision, view: MenuView) -> str:
        return ""

    def again(self, decision: Decision, view: MenuView) -> tuple[Cue, ...]:
        if decision.name == "menu.results":
            return ()  # not a question
        if decision.name == FIRST_LANGUAGE:
            return self._each_language(view)
        if option := self._option(decision.name, view):
            return (Say(option.again),)
        asked = super().again(decision, view)
        return (*asked, *self._where_done_is(decision)) if decision.name == "menu.letter" else asked

    def labels(self, decision: Decision, view: MenuView, face: Face) -> ButtonLabels | None:
        at, turn = _at(face), self._.pgettext("button", "turn the page")
        if decision.name == "menu.results":
            menu, which = self._.pgettext("button", "the menu"), self._past.which(view, at)
            if view.pages[at] == FORGET:
                menu = self._.pgettext("button", "delete")
            return ButtonLabels(ok=menu, steps=turn if len(view.pages) > 1 else "", page=which)
        if decision.name == "menu.unfinished":
            games = len(view.unfinished)
            on, which = self._.pgettext("button", "go on"), f"{at + 1}/{games}"
            return ButtonLabels(ok=on, steps=turn if games > 1 else "", page=which)
        if decision.name == "menu.rules" and isinstance(face, MenuFace) and face.at == 0:
            rules = self._.pgettext("button", "house rules")
            return ButtonLabels(ok=self._.pgettext("button", "begin"), steps=rules)
        if decision.name == "menu.letter" and view.people.letters and not view.people.mended:
            return ButtonLabels(back=self._.pgettext("button", "erase"))
        if decision.name == "menu.off":
            off, menu = self._.pgettext("button", "switch off"), self._.pgettext("button", "the menu")
            return ButtonLabels(ok=off, back=menu)
        return None

    def screen(self, decision: Decision, view: MenuView, face: Face, minutes: int) -> Screen:
        if isinstance(face, MenuFace) and decision.name == "menu.unfinished":
            return self._past.unfinished_shown(view, _at(face))
        if isinstance(face, MenuFace) and decision.name == "menu.results":
            return self._past.shown(view, _at(face))
        return super().screen(decision, view, face, minutes)

    def heading(self, decision: Decision, view: MenuView) -> str:
        if option := self._option(decision.name, view):
            return option.title
        if decision.name == FIRST_LANGUAGE:
            return _codes(view.languages)
        if decision.name == "menu.letter" and view.people.letters:
            return f"{view.people.letters}_"
        return super().heading(decision, view)

    def item(self, choice: Choice, view: MenuView) -> str:
        match choice.name, choice.value:
            case "menu.person" | "menu.change", int(place):
                return view.people.known[place - 1]
            case "menu.forget", int() | str() as what if what not in (KEEP, EVERYTHING):
                return self._past.deletable(view, what)
            case "menu.preset", int(number):
                return view.presets[view.chosen][number - 1].name
            case "menu.language" | "menu.first_language", str(language):
                return self._languages[language]
            case "menu.voice", str(voice):
                return self._voices[voice] or self._.pgettext("line", "Your own program")
            case "menu.same", str(which) if which in SETUPS[1:]:
                return self._setup(view, which)
            case "menu.game", str(game) if game in self._games:
                title = self._games[game].title()
                return f"{title} (en)" if game in view.in_english else title
            case "menu.letter", str(letter) if len(letter) == 1 and letter.isalpha():
                return letter
            case "menu.people", "typed":
                return self._past.in_a_line(_named(view.people.typed_by(view.players)))
            case name, "yes" | "same" if names := _same_names(name, view):
                return self._past.in_a_line(names)
            case name, value if option := self._option(name, view):
                return option.items[str(value)]
            case name, value:
                return self._(self.PROMPTS[name].item(str(value)), players=_players(name, view))

    def under_cursor(self, decision: Decision, view: MenuView, face: Face) -> tuple[Cue, ...]:
        if isinstance(face, MenuFace) and decision.name == "menu.results":
            return tuple(map(Say, self._past.page(view, _at(face))))
        if isinstance(face, MenuFace) and decision.name == "menu.unfinished":
            return tuple(map(Say, self._past.unfinished(view.unfinished[_at(face)])))
        if decision.name == "menu.forget" and isinstance(face, MenuFace) and face.current:
            number = face.current.value
            if isinstance(number, int):
                return tuple(map(Say, self._past.page(view, number - 1)))
        if decision.name == TRIED_VOICE:
            return (Say(self._(prompts.SAMPLE)),)
        if decision.name in ("menu.language", FIRST_LANGUAGE) and isinstance(face, MenuFace) and face.current:
            language = str(face.current.value)
            return (InLanguage(self._languages[language], language),)
        game = str(face.current.value) if isinstance(face, MenuFace) and face.current else ""
        if decision.name == "menu.game" and game in view.in_english:
            return (Say(self._games[game].title()), Say(self._("In English.")))
        if decision.name == "menu.letter" and isinstance(face, MenuFace) and face.current and face.items[1:]:
            item = self.item(face.current, view)
            return (Say(capital(item) if len(item) == 1 else item),)
        return super().under_cursor(decision, view, face)

    def _setup(self, view: MenuView, which: str) -> str:
        chosen = view.last[view.chosen][SETUPS.index(which)]
        options = {one.name: chosen.get(one.name, one.default) for one in view.offered[view.chosen]}
        return self._games[view.chosen].setup(options)

    def _option(self, decision: str, view: MenuView) -> OptionText | None:
        kind, _dot, name = decision.partition(".")
        return self._games[view.chosen].option(name) if kind == "option" else None

    def happened(self, event: Any, view: MenuView) -> Iterable[Cue]:
        if isinstance(event, SeatsCounted):
            return (Say(self._("Player {n} sits in front of the box. Clockwise from there.", n=1)),)
        if isinstance(event, Renamed) and event.new:
            return (Remark(self._("{old} is called {new} now.", old=Name(event.old), new=Name(event.new))),)
        if isinstance(event, Renamed):
            return (Remark(self._("{name} is off the list.", name=Name(event.old))),)
        return super().happened(event, view)

    def only_opened(self, choice: Choice) -> bool:
        return choice.name == "menu.game" and choice.value in self.PROMPTS[choice.name].items

    def props(self, view: MenuView) -> Props | None:
        # A finished game's parts stay on the table until another one is chosen, and a running game's if
        # people only join.
        return Props(()) if view.phase in _ANEW and view.offered else None

    def interrupted(self, decision: Decision, view: MenuView) -> str:
        return ""


def _codes(languages: Iterable[str]) -> str:
    """A title that everybody understands whatever their language, "EN DE FR IT NL", with as many as fit."""
    title = ""
    for language in languages:
        code = language.partition("_")[0].upper()
        if len(title) + len(code) < CONTEXTS["title"]:
            title = f"{title} {code}".lstrip()
    return title


def _at(face: Face) -> int:
    return max(face.at, 0) if isinstance(face, MenuFace) else 0


def _first(decision: Decision) -> JSON:
    return decision.domain.options[0] if isinstance(decision.domain, OneOf) else None


def _same_names(decision: str, view: MenuView) -> tuple[str, ...]:
    if decision not in ("menu.same", "menu.people"):
        return ()
    return _named(view.people.before(_players(decision, view)))


def _named(seats: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in seats if name)


def _players(decision: str, view: MenuView) -> int:
    if decision == "menu.people":
        return view.players
    setups = view.last.get(view.chosen, ())
    players = setups[0].get("players", 0) if setups else 0
    return players if isinstance(players, int) else 0
