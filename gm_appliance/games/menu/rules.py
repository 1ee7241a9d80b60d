"""The menu, written as a game: which game, a setup of some other time, each option asked, and who plays.

Its outcome says what to do next: reason ``"start"`` with facts `game`, `options` (those that were
chosen), `same` (the people of last time), `people` (their names, from seat 1 on; none where nobody was
asked), `changed` (each name that was mended, with the name it has now, or deleted, with none) and
`seats_known` (whether the table was told how seats are counted), or reason ``"resume"``, with the fact
`session` where another game is gone on with than the one that was interrupted, or reason ``"parts"``, where
the parts of the box are to be tried, reason ``"language"`` or ``"voice"``, with the fact of that name that is
spoken from now on, reason ``"phones"``, where phones are to come, reason ``"off"``, where the box is to be
switched off, or reason ``"stick"``, where a USB stick is to be used. Levels take effect by the log of the
menu's choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from gm_appliance.core.game import (
    JSON,
    Choice,
    Decision,
    Game,
    IllegalChoice,
    Number,
    OneOf,
    Option,
    Outcome,
    Preset,
    Ready,
    Step,
    Table,
    pages,
)
from gm_appliance.core.results import Result, wins
from gm_appliance.core.values import Redacted, Value, field, replace
from gm_appliance.games.menu import guests
from gm_appliance.games.menu.guests import Guests, Renamed

Options = Mapping[str, int | str]


class SeatsCounted(Value):
    """Seats are about to be called by their numbers, and the table has not heard which is which."""


SETUPS = ("yes", "second", "third")
"""How many setups of other times are offered, newest first; the first one is the last time's."""

NAMES = "names"
"""In the list of games: the players are asked for their names after the settings."""
UNFINISHED, RESULTS = "unfinished", "results"
"""The lines of the menu below the games, where there are any: games to go on with, and games played."""

LANGUAGE = "language"
"""The line of the menu by which another language is chosen, where there are several."""

VOICE, TRIED_VOICE = "voice", "menu.voice"
"""The line of the menu by which another voice is chosen, where there are several, and its question."""

VOLUME = "volume"
"""The line of the menu by which the volume is changed, where it can be, and the name of that decision."""

LETTERS = "large"
"""The decision of the first start: letters as usual, 0, or large ones, 1."""

FIRST_LANGUAGE = "menu.first_language"
"""The decision of the first start before that: the language, each by its own name in its own voice."""

PHONES = "phones"
"""The line of the menu by which phones come to the table, where there can be some."""

PARTS, OFF = "parts", "off"
"""The last lines of the menu: the parts of the box are tried, and it is switched off, where it can be."""

STICK = "stick"
"""The line above them: something is done with a USB stick, where somebody looks after sticks."""

LISTED = 9
"""How many of either can be looked at, the newest first."""

BARS = 5
"""How many players are on one page of wins."""


class MenuView(Redacted):
    """How far the menu has come; all of it is public.

    offered: each game's options. last: each game's setups of the last times, newest first.
    recent: the game just played; once more is offered first.
    phase:  ``"first_language"``, ``"large"``, ``"resume"``, ``"again"``, ``"game"``, ``"same"``,
            ``"preset"``, ``"option"``, ``"rules"``, ``"people"``, ``"person"``, ``"change"``, ``"mend"``,
            ``"letter"``, ``"unfinished"``, ``"results"``, ``"language"``, ``"voice"``, ``"volume"``,
            ``"phones"``, ``"parts"``, ``"off"``, ``"stick"``, ``"gone"`` or ``"done"``.
    chosen: the game chosen now, with its options so far.
    every:  the house's rules are asked too, not only what is asked each time.
    presets: each game's setups by name.
    people: who is known, and who plays. unnamed: the games in which nobody is asked for that.
    unfinished: the sessions that can be gone on with, the newest first. session: the one that is, 0 for the
            one that was interrupted. results: of all finished games, the oldest first.
    languages: those that can be chosen, that which is spoken first. language: the one that was.
    voices: those that can be chosen, that which speaks first. voice: the one that was.
    volume: its levels, from the one it has now; None where it cannot be changed.
    phones: there can be some. can_switch_off: the box can be switched off at the table.
    uses_sticks: it can use USB sticks.
    seats_known: whether the table was told this evening how seats are counted. seats_told: the games that say
            by themselves who sits where.
    """

    redacted = (
        "offered",
        "results",
    )

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
    languages: tuple[str, ...] = ()
    language: str = ""
    voices: tuple[str, ...] = ()
    voice: str = ""
    seats_known: bool = True
    seats_told: frozenset[str] = frozenset()
    volume: Number | None = None
    phones: bool = False
    can_switch_off: bool = False
    uses_sticks: bool = False

    @property
    def players(self) -> int:
        """How many play the chosen game; 0 where that is no option of it."""
        for option in self.offered.get(self.chosen, ()):
            if option.name == "players":
                players = self.options.get("players", option.default)
                return players if isinstance(players, int) else 0
        return 0

    @property
    def lines(self) -> tuple[str, ...]:
        """What can be chosen in the main menu: the games, and below them whatever there is."""
        there: dict[str, object] = {UNFINISHED: self.unfinished, RESULTS: self.results}
        there |= {PHONES: self.phones, NAMES: not self.people.to_ask}
        there |= {LANGUAGE: self.languages[1:], VOICE: self.voices[1:]}
        there |= {VOLUME: self.volume, STICK: self.uses_sticks, PARTS: True, OFF: self.can_switch_off}
        return (*self.offered, *(line for line, something in there.items() if something))

    @property
    def last_games(self) -> tuple[Result, ...]:
        """Those that are listed, the newest first."""
        return self.results[: -LISTED - 1 : -1]

    @property
    def pages(self) -> tuple[int | str, ...]:
        """What is listed: the last games, by numbers from 1, then who won how often, a few at a time."""
        bars = range(0, len(wins(self.results)), BARS)
        return (*range(1, len(self.last_games) + 1), *(f"wins.{first}" for first in bars))

    @property
    def to_ask(self) -> Option | None:
        """The next option to be asked; one that has no effect with those before it never is."""
        return next((option for option, _before in self._left() if option.asked or self.every), None)

    @property
    def to_choose_from(self) -> OneOf | Number:
        """What that option takes with those before it, chosen or not."""
        return next(option.takes(before) for option, before in self._left() if option.asked or self.every)

    @property
    def house_rules(self) -> bool:
        """Whether there is something left that is asked only of who wants other rules."""
        return any(not option.asked for option, _before in self._left())

    def _left(self) -> Iterator[tuple[Option, dict[str, int | str]]]:
        """The options that count and are not chosen yet, each with what stands before it."""
        so_far: dict[str, int | str] = {}
        for option in self.offered.get(self.chosen, ()):
            if not option.counts(so_far):
                continue
            if option.name not in self.options and option.asks(so_far):
                yield option, dict(so_far)
            so_far[option.name] = self.options.get(option.name, option.stands(so_far))


_ASIDE = (UNFINISHED, RESULTS, PHONES, LANGUAGE, VOICE, VOLUME, STICK, PARTS, OFF)
"""The lines that lead to a phase of their own."""


def lobby(view: MenuView, *, interrupted: bool = False, asked_first: str = "") -> Game[MenuView, MenuView]:
    """A menu that begins with this view.

    interrupted: a game waits to be resumed, and that is asked first.
    asked_first: the phase of what the first start asks before anything else, ``"first_language"`` or
    ``"large"``; empty for nothing.
    """
    phase = asked_first or ("resume" if interrupted else "again" if view.recent else view.phase)
    return Game(
        "lobby", 1, (), lambda _options: replace(view, phase=phase), _public, _decision, _apply, _outcome
    )


def _public(view: MenuView) -> MenuView:
    return view


def _decision(view: MenuView) -> Decision | None:
    option = view.to_ask
    match view.phase:
        case "first_language":
            return Decision(FIRST_LANGUAGE, Table(), OneOf(view.languages))
        case "large":
            return Decision(LETTERS, Table(), OneOf((0, 1)))
        case "resume":
            return Decision("menu.resume", Table(), OneOf(("resume", "new")))
        case "again":
            return Decision("menu.again", Table(), OneOf(("again", "other")))
        case "game":
            return Decision("menu.game", Table(), OneOf(view.lines))
        case "unfinished":
            return Decision("menu.unfinished", Table(), pages(view.unfinished))
        case "results":
            return Decision("menu.results", Table(), pages(view.pages))
        case "language":
            return Decision("menu.language", Table(), OneOf(view.languages))
        case "voice":
            return Decision(TRIED_VOICE, Table(), OneOf(view.voices))
        case "volume" if view.volume:
            return Decision(VOLUME, Table(), view.volume)
        case "off":
            return Decision("menu.off", Table(), Ready((OFF,)))
        case "same":
            return Decision("menu.same", Table(), OneOf((*SETUPS[: len(view.last[view.chosen])], "no")))
        case "preset":
            numbers = range(1, len(view.presets[view.chosen]) + 1)
            return Decision("menu.preset", Table(), OneOf((*numbers, "own")))
        case "rules":
            return Decision("menu.rules", Table(), OneOf(("start", "rules")))
        case "people":
            return guests.people_decision(view.people, view.players)
        case "person":
            return guests.person_decision(view.people, view.players)
        case "change":
            return guests.change_decision(view.people)
        case "mend":
            return guests.mend_decision(view.people)
        case "letter":
            return guests.letter_decision(view.people)
        case "option" if option is not None:
            return Decision(f"option.{option.name}", Table(), view.to_choose_from)
    return None


def _apply(view: MenuView, choice: Choice) -> Step[MenuView, MenuView]:
    decision = _decision(view)
    if decision is None:
        raise IllegalChoice(f"{choice!r}: the menu is done")
    decision.demand(choice)
    after = _after(view, choice)
    new = after.people.changed[len(view.people.changed) :]
    events: list[object] = [Renamed(*names) for names in new]
    if not after.seats_known and after.players > 1 and _calls_seats(after):
        after = replace(after, seats_known=True)
        events.append(SeatsCounted())
    # After the last games people are back at the menu, and BACK must not lead to them again.
    read = choice.name == "menu.results"
    return Step(after, tuple((event, after) for event in events), final=read)


def _calls_seats(view: MenuView) -> bool:
    """Whether players are called by their seats' numbers from here on."""
    begun = view.phase == "done" and view.chosen not in view.seats_told
    return begun or view.phase in ("people", "person")


def _after(view: MenuView, choice: Choice) -> MenuView:
    value = choice.value
    if choice.name == "menu.resume":
        return replace(view, phase="done", resume=True) if value == "resume" else replace(view, phase="game")
    if choice.name == "menu.again":
        if value == "again":
            return _with_last(view, view.recent)
        return replace(view, phase="game")
    if choice.name in _NAMING:
        return _NAMING[choice.name](view, value)
    if choice.name == LETTERS:
        return replace(view, phase="game")
    if choice.name == VOLUME:
        assert view.volume
        assert isinstance(value, int)
        return replace(view, phase="game", volume=replace(view.volume, start=value))
    if choice.name == "menu.off":
        return replace(view, phase="gone")
    if choice.name == "menu.game" and value in _ASIDE:
        return replace(view, phase=str(value))
    if choice.name == "menu.unfinished":
        assert isinstance(value, int)
        return replace(view, phase="done", resume=True, session=value)
    if choice.name in ("menu.language", FIRST_LANGUAGE):
        return replace(view, phase="done", language=str(value))
    if choice.name == TRIED_VOICE:
        return replace(view, phase="done", voice=str(value))
    if choice.name == "menu.results":
        return replace(view, phase="game")
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
    """Ask who plays; of the same people as last time nobody is asked again."""
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
"""What follows from each choice of who plays."""


def _outcome(view: MenuView) -> Outcome | None:
    if view.phase in (PARTS, PHONES, STICK, "gone"):
        return Outcome((), OFF if view.phase == "gone" else view.phase)
    if view.phase != "done":
        return None
    if view.language:
        return Outcome((), LANGUAGE, {"language": view.language})
    if view.voice:
        return Outcome((), VOICE, {"voice": view.voice})
    if view.resume:
        return Outcome((), "resume", {"session": view.session} if view.session else {})
    options: dict[str, JSON] = dict(view.options)
    people: list[JSON] = [*view.people.seats]
    changed: list[JSON] = [[*names] for names in view.people.changed]
    facts: dict[str, JSON] = {"game": view.chosen, "options": options, "same": view.same}
    facts |= {"people": people, "changed": changed, "seats_known": view.seats_known}
    return Outcome((), "start", facts)
