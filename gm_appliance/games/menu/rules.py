"""The menu, written as a game: choosing a game, reusing an earlier setup, setting options, seating players.

The outcome's reason says what to do next:

- ``"start"``: begin a game. Facts: `game`, `options` (those chosen), `same` (same people as last time),
  `people` (their names from seat 1; empty if not asked for), `changed` (each corrected name with its
  replacement, each deleted one with "") and `seats_known` (whether the table has heard how seats are
  counted).
- ``"resume"``: resume the interrupted game, or if there is a fact `session`, that one.
- ``"forget"``: delete what the fact of the same name says, as in `MenuView.deletable`.
- ``"language"``, ``"voice"``: speak this way from now on; the value is the fact of the same name.
- ``"parts"``: the check-up. ``"phones"``: let phones join. ``"stick"``: use a USB stick.
- ``"off"``: switch the box off.

Volume changes take effect through the log of the menu's choices.
"""

# Long: a question and its consequences for each line of the menu.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from gm_appliance.core.game import (
    JSON,
    Choice,
    Decision,
    Game,
    Number,
    OneOf,
    Option,
    Outcome,
    Preset,
    Ready,
    Step,
    Table,
    demanded,
    pages,
)
from gm_appliance.core.ratings import Rating, ratings
from gm_appliance.core.results import Result
from gm_appliance.core.tallies import tallies, wins
from gm_appliance.core.values import Redacted, Value, field, replace
from gm_appliance.games.menu import guests
from gm_appliance.games.menu.guests import Guests, Renamed

Options = Mapping[str, int | str]


class SeatsCounted(Value):
    """Players will be called by seat number, and the table has not heard yet how seats are counted."""


SETUPS = ("yes", "second", "third")

NAMES = "names"  # in the list of games: ask for the players' names after the settings
UNFINISHED, RESULTS = "unfinished", "results"
"""The menu's lines below the games, if there are any: games to resume, and finished games."""

LANGUAGE = "language"  # the menu's line for another language, if there are several

VOICE, TRIED_VOICE = "voice", "menu.voice"
"""The menu's line for another voice, if there are several, and the decision it leads to."""

VOLUME = "volume"
"""The menu's line for the volume, if it can be changed, and the decision it leads to."""

LETTERS = "large"  # the decision at first start: letters of the usual size, 0, or large ones, 1

FIRST_LANGUAGE = "menu.first_language"
"""The decision before that: the language, each named in its own voice."""

PHONES = "phones"  # the menu's line that lets phones join, if the box supports them

PARTS, OFF = "parts", "off"
"""The menu's last lines: check the parts, and switch the box off, if it can do that."""

STICK = "stick"  # the line above them: use a USB stick, if the box can
FORGET, EVERYTHING, KEEP = "forget", "all", "keep"
"""The last page of the results, which leads to a question; and two of its answers."""

LISTED = 9  # the most finished games listed, newest first
BARS = 5  # players per page of wins


# Many attributes: one for each line of the menu and for each choice so far.
class MenuView(Redacted):
    """How far the menu has come; all of it is public.

    offered: each game's options. last: each game's latest setups, newest first.
    recent: the game just played, offered again first.
    phase:  ``"first_language"``, ``"large"``, ``"resume"``, ``"again"``, ``"game"``, ``"same"``,
            ``"preset"``, ``"option"``, ``"rules"``, ``"people"``, ``"person"``, ``"change"``, ``"mend"``,
            ``"letter"``, ``"unfinished"``, ``"results"``, ``"forget"``, ``"sure"``, ``"language"``,
            ``"voice"``, ``"volume"``, ``"phones"``, ``"parts"``, ``"off"``, ``"stick"``, ``"gone"`` or
            ``"done"``.
    chosen, options: the game chosen, and its options so far.
    every:  ask for the house rules too, not only for the options asked every time.
    presets: each game's presets.
    people: who is known, and who plays. unnamed: the games that need no names.
    unfinished: the sessions that can be resumed, newest first. session: the one chosen; 0 for the
            interrupted one. results: of all finished games, oldest first. persons: all whose names are
            kept. forgotten: of `deletable`, what was chosen; empty for nothing.
    rates:  people are rated. ratings: by game, once the results are shown, which takes a while.
    languages: the selectable ones, the current one first. language: the one chosen. in_english: the games
            that are not translated into the current one.
    voices: the selectable ones, the current one first. voice: the one chosen.
    volume: its levels, starting at the current one; None if it cannot be changed.
    phones: the box supports phones. pads: pads answer, or phones that came. at_seats: phones are let in, at
            which seats can enter numbers.
    can_switch_off: the box can be switched off at the table. uses_sticks: it can use USB sticks.
    seats_known: whether the table has heard this evening how seats are counted. seats_told: the games that
            say themselves who sits where.
    """

    redacted = ("offered", "results", "ratings")

    offered: Mapping[str, tuple[Option, ...]]
    last: Mapping[str, Sequence[Options]]
    recent: str = ""
    phase: str = "game"
    chosen: str = ""
    options: Options = field(default_factory=dict)
    every: bool = False
    same: bool = False
    resume: bool = False
    presets: Mapping[str, tuple[Preset, ...]] = field(default_factory=dict)
    people: Guests = field(default_factory=Guests)
    unnamed: frozenset[str] = frozenset()
    unfinished: tuple[int, ...] = ()
    session: int = 0
    results: tuple[Result, ...] = ()
    persons: tuple[str, ...] = ()
    forgotten: int | str = ""
    rates: bool = False
    ratings: Mapping[str, Sequence[Rating]] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    language: str = ""
    in_english: frozenset[str] = frozenset()
    voices: tuple[str, ...] = ()
    voice: str = ""
    seats_known: bool = True
    seats_told: frozenset[str] = frozenset()
    volume: Number | None = None
    phones: bool = False
    pads: bool = True
    at_seats: bool = False
    can_switch_off: bool = False
    uses_sticks: bool = False

    @property
    def players(self) -> int:
        """The number of players of the chosen game; 0 if it has no such option."""
        for option in self.offered.get(self.chosen, ()):
            if option.name == "players":
                players = self.options.get("players", option.default)
                return players if isinstance(players, int) else 0
        return 0

    @property
    def lines(self) -> tuple[str, ...]:
        """The main menu's lines: the games, then all else that is there. Without pads phones come first."""
        there: dict[str, object] = {UNFINISHED: self.unfinished, RESULTS: self.results}
        there |= {PHONES: self.phones, NAMES: not self.people.to_ask}
        there |= {LANGUAGE: self.languages[1:], VOICE: self.voices[1:]}
        there |= {VOLUME: self.volume, STICK: self.uses_sticks, PARTS: True, OFF: self.can_switch_off}
        lines = (*self.offered, *(line for line, something in there.items() if something))
        first = (PHONES,) if self.phones and not self.pads else ()
        return tuple(dict.fromkeys((*first, *lines)))

    @property
    def last_games(self) -> tuple[Result, ...]:
        return self.results[: -LISTED - 1 : -1]

    @property
    def pages(self) -> tuple[int | str, ...]:
        """The pages of results: the last games, by number from 1, the wins of a few players each, those of
        each game's sides, each game's ratings, and deletion."""
        bars = range(0, len(wins(self.results)), BARS)
        played = dict.fromkeys(str(one.key[0]) for one in tallies(self.results, "side"))
        pages = (*(f"wins.{first}" for first in bars), *(f"sides.{game}" for game in played))
        rated = (f"ratings.{game}" for game in self.ratings)
        return (*range(1, len(self.last_games) + 1), *pages, *rated, FORGET)

    @property
    def deletable(self) -> tuple[int | str, ...]:
        """The last games by number, each person by number, and everything; before them, nothing."""
        persons = (f"person.{number}" for number in range(1, len(self.persons) + 1))
        return (KEEP, *range(1, len(self.last_games) + 1), *persons, EVERYTHING)

    @property
    def to_ask(self) -> Option | None:
        """The next option to ask for. Options without effect, given those before them, are skipped."""
        return next((option for option, _before in self._left() if option.asked or self.every), None)

    @property
    def to_choose_from(self) -> OneOf | Number:
        """The domain of that option, given the values of those before it, chosen or default."""
        return next(option.takes(before) for option, before in self._left() if option.asked or self.every)

    @property
    def house_rules(self) -> bool:
        """Whether options remain that are asked for only by people who want house rules."""
        return any(not option.asked for option, _before in self._left())

    def _left(self) -> Iterator[tuple[Option, dict[str, int | str]]]:
        """The options that count and are not chosen yet, each with the values of those before it."""
        so_far: dict[str, int | str] = {}
        for option in self.offered.get(self.chosen, ()):
            if not option.counts(so_far):
                continue
            asked = self.at_seats or not option.at_seats
            if asked and option.name not in self.options and option.asks(so_far):
                yield option, dict(so_far)
            so_far[option.name] = self.options.get(option.name, option.stands(so_far))


_ASIDE = (UNFINISHED, RESULTS, PHONES, LANGUAGE, VOICE, VOLUME, STICK, PARTS, OFF)


def lobby(view: MenuView, *, interrupted: bool = False, asked_first: str = "") -> Game[MenuView, MenuView]:
    """A menu that begins with this view. interrupted: ask first whether to resume the waiting game.
    asked_first: the phase to begin with: ``"first_language"`` or ``"large"`` at a first start, ``"phones"``
    to let them in at once; empty for none."""
    phase = asked_first or ("resume" if interrupted else "again" if view.recent else view.phase)
    begun = replace(view, phase=phase)
    return Game("lobby", 1, (), lambda _options: begun, lambda view: view, _decision, _apply, _outcome)


_DECISIONS: Mapping[str, Callable[[MenuView], Decision]] = {
    "first_language": lambda view: Decision(FIRST_LANGUAGE, Table(), OneOf(view.languages)),
    "large": lambda view: Decision(LETTERS, Table(), OneOf((0, 1))),
    "resume": lambda view: Decision("menu.resume", Table(), OneOf(("resume", "new"))),
    "again": lambda view: Decision("menu.again", Table(), OneOf(("again", "other"))),
    "game": lambda view: Decision("menu.game", Table(), OneOf(view.lines)),
    "unfinished": lambda view: Decision("menu.unfinished", Table(), pages(view.unfinished)),
    "results": lambda view: Decision("menu.results", Table(), pages(view.pages)),
    "forget": lambda view: Decision("menu.forget", Table(), OneOf(view.deletable)),
    "sure": lambda view: Decision("menu.sure", Table(), OneOf((KEEP, "delete"))),
    "language": lambda view: Decision("menu.language", Table(), OneOf(view.languages)),
    "voice": lambda view: Decision(TRIED_VOICE, Table(), OneOf(view.voices)),
    "off": lambda view: Decision("menu.off", Table(), Ready((OFF,))),
    "same": lambda view: Decision(
        "menu.same", Table(), OneOf((*SETUPS[: len(view.last[view.chosen])], "no"))
    ),
    "preset": lambda view: Decision(
        "menu.preset", Table(), OneOf((*range(1, len(view.presets[view.chosen]) + 1), "own"))
    ),
    "rules": lambda view: Decision("menu.rules", Table(), OneOf(("start", "rules"))),
    "change": lambda view: Decision("menu.change", Table(), OneOf(("keep", *view.people.changeable))),
    "mend": lambda view: Decision("menu.mend", Table(), OneOf(("mend", "delete"))),
}
"""The decisions that a phase always has; `_decision` makes those that depend on more."""


def _decision(view: MenuView) -> Decision | None:
    if view.phase in _DECISIONS:
        return _DECISIONS[view.phase](view)
    match view.phase:
        case "volume" if view.volume:
            return Decision(VOLUME, Table(), view.volume)
        case "people":
            return guests.people_decision(view.people, view.players)
        case "person":
            return guests.person_decision(view.people, view.players)
        case "letter":
            return guests.letter_decision(view.people)
        case "option" if view.to_ask:
            return Decision(f"option.{view.to_ask.name}", Table(), view.to_choose_from)
    return None


def _apply(view: MenuView, choice: Choice) -> Step[MenuView, MenuView]:
    demanded(_decision(view), choice)
    after = _after(view, choice)
    new = after.people.changed[len(view.people.changed) :]
    events: list[object] = [Renamed(*names) for names in new]
    if not after.seats_known and after.players > 1 and _calls_seats(after):
        after = replace(after, seats_known=True)
        events.append(SeatsCounted())
    # Results lead back to the menu, and BACK there must not return to them.
    read = choice.name == "menu.results"
    return Step(after, tuple((event, after) for event in events), final=read)


def _calls_seats(view: MenuView) -> bool:
    begun = view.phase == "done" and view.chosen not in view.seats_told
    return begun or view.phase in ("people", "person")


def _after(view: MenuView, choice: Choice) -> MenuView:
    value = choice.value
    if choice.name == "menu.resume":
        return replace(view, phase="done", resume=True) if value == "resume" else replace(view, phase="game")
    if choice.name == "menu.again":
        return _with_last(view, view.recent) if value == "again" else replace(view, phase="game")
    if choice.name in _NAMING:
        return _NAMING[choice.name](view, value)
    if choice.name == "menu.results" and value == FORGET:
        return replace(view, phase=FORGET)
    if choice.name == "menu.forget" and value != KEEP:
        assert isinstance(value, int | str)
        return replace(view, phase="sure", forgotten=value)
    if choice.name == "menu.sure" and value != KEEP:
        return replace(view, phase="done")
    if choice.name in (LETTERS, "menu.results", "menu.forget", "menu.sure"):
        return replace(view, phase="game", forgotten="")
    if choice.name == VOLUME:
        assert view.volume
        assert isinstance(value, int)
        return replace(view, phase="game", volume=replace(view.volume, start=value))
    if choice.name == "menu.off":
        return replace(view, phase="gone")
    if choice.name == "menu.game" and value in _ASIDE:
        rated = ratings(view.results) if view.rates and value == RESULTS else {}
        return replace(view, phase=str(value), ratings=rated)
    if choice.name == "menu.unfinished":
        assert isinstance(value, int)
        return replace(view, phase="done", resume=True, session=value)
    if choice.name in ("menu.language", FIRST_LANGUAGE):
        return replace(view, phase="done", language=str(value))
    if choice.name == TRIED_VOICE:
        return replace(view, phase="done", voice=str(value))
    if choice.name == "menu.game":
        if value == NAMES:
            return replace(view, people=replace(view.people, wanted=True))
        chosen = replace(view, chosen=str(value))
        return replace(chosen, phase="same") if value in view.last else _to_presets(chosen)
    if choice.name == "menu.preset":
        known = view.presets[view.chosen][value - 1].options if isinstance(value, int) else {}
        return _to_options(replace(view, options=known))
    if choice.name == "menu.same":
        return _to_presets(view) if value == "no" else _with_last(view, view.chosen, SETUPS.index(str(value)))
    if choice.name == "menu.rules":
        return _to_options(replace(view, every=True)) if value == "rules" else _to_people(view)
    assert view.to_ask is not None
    assert isinstance(value, int | str)
    return _to_options(replace(view, options={**view.options, view.to_ask.name: value}))


def _with_last(view: MenuView, game: str, nth: int = 0) -> MenuView:
    setups = view.last.get(game, ())
    options = setups[nth] if setups else {}
    return _to_people(replace(view, chosen=game, options=options, same=nth == 0))


def _to_presets(view: MenuView) -> MenuView:
    return replace(view, phase="preset") if view.presets.get(view.chosen) else _to_options(view)


def _to_options(view: MenuView) -> MenuView:
    if view.to_ask:
        return replace(view, phase="option")
    return replace(view, phase="rules") if view.house_rules and not view.every else _to_people(view)


# ---------------------------------------------------------------- who plays


def _to_people(view: MenuView) -> MenuView:
    people, before = view.people, view.people.before(view.players)
    if not people.to_ask or not view.players or view.chosen in view.unnamed:
        return replace(view, phase="done")
    if view.same and before and not people.wanted and not any(people.typed):
        return _all_seated(view, before)
    return replace(view, phase="people" if people.known or any(people.typed) else "person")


def _after_people(view: MenuView, value: JSON) -> MenuView:
    if value == "choose":
        return replace(view, phase="person")
    seats = {"same": view.people.before(view.players), "typed": view.people.typed_by(view.players)}
    return _all_seated(view, seats.get(str(value), ("",) * view.players))


def _after_person(view: MenuView, value: JSON) -> MenuView:
    if value in ("new", "change"):
        return replace(view, phase="letter" if value == "new" else "change")
    return _next_person(view, guests.seated(view.people, value, view.players))


def _after_change(view: MenuView, value: JSON) -> MenuView:
    if not isinstance(value, int):
        return replace(view, phase="person")
    return replace(view, phase="mend", people=replace(view.people, mended=value))


def _after_mend(view: MenuView, value: JSON) -> MenuView:
    if value == "delete":
        return replace(view, phase="person", people=guests.changed(view.people, ""))
    return replace(view, phase="letter", people=replace(view.people, letters=view.people.old))


def _after_letter(view: MenuView, value: JSON) -> MenuView:
    people = view.people
    if value != "done":
        return replace(view, people=guests.lettered(people, value))
    if people.mended:
        return replace(view, phase="person", people=guests.changed(people, people.letters))
    return _next_person(view, guests.entered(people))


def _next_person(view: MenuView, people: Guests) -> MenuView:
    phase = "person" if len(people.seats) < view.players else "done"
    return replace(view, phase=phase, people=people)


def _all_seated(view: MenuView, seats: tuple[str, ...]) -> MenuView:
    return replace(view, phase="done", people=replace(view.people, seats=seats))


_NAMING: Mapping[str, Callable[[MenuView, JSON], MenuView]] = {
    "menu.people": _after_people,
    "menu.person": _after_person,
    "menu.change": _after_change,
    "menu.mend": _after_mend,
    "menu.letter": _after_letter,
}


def _outcome(view: MenuView) -> Outcome | None:
    if view.phase in (PARTS, PHONES, STICK, "gone"):
        return Outcome((), OFF if view.phase == "gone" else view.phase)
    if view.phase != "done":
        return None
    if view.forgotten:
        return Outcome((), FORGET, {"forget": view.forgotten})
    if view.language:
        return Outcome((), LANGUAGE, {"language": view.language})
    if view.voice:
        return Outcome((), VOICE, {"voice": view.voice})
    if view.resume:
        return Outcome((), "resume", {"session": view.session} if view.session else {})
    options: dict[str, JSON] = dict(view.options)
    changed: list[JSON] = [[*names] for names in view.people.changed]
    facts: dict[str, JSON] = {"game": view.chosen, "options": options, "same": view.same}
    facts |= {"people": [*view.people.seats], "changed": changed, "seats_known": view.seats_known}
    return Outcome((), "start", facts)
