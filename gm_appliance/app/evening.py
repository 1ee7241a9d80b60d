"""The evening: the menu, a game, the menu again; and what a power cut left behind."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from random import Random, SystemRandom
from secrets import randbits
from typing import Any

from gm_appliance.app.clock import WallClock
from gm_appliance.app.finished import FinishedGames, playing_time
from gm_appliance.app.journal_faults import JournalFaults
from gm_appliance.app.thinking import Aside, thinker, when_due
from gm_appliance.app.unfinished import Interrupted, UnfinishedGames
from gm_appliance.core.cues import Sound
from gm_appliance.core.game import Choice, Decision, Game, Number, Option, Outcome, Plain
from gm_appliance.core.language import OWN_NAME, load
from gm_appliance.core.narration import Steady
from gm_appliance.core.people import Party
from gm_appliance.core.play import Play
from gm_appliance.core.ports import FaultReport, Ports
from gm_appliance.core.results import Result
from gm_appliance.games.checkup import CHECKUP
from gm_appliance.games.checkup.narration import Checkup
from gm_appliance.games.menu.guests import Guests
from gm_appliance.games.menu.narration.narrator import ALPHABET, Lobby
from gm_appliance.games.menu.rules import LANGUAGE, LISTED, PARTS, SETUPS, lobby
from gm_appliance.games.registry import GAMES, RegisteredGame, registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host, Observer, Stopped
from gm_appliance.host.question_narration import SETUP
from gm_appliance.storage.adjustments import Adjustment, Adjustments
from gm_appliance.storage.habits import Habits
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.regulars import Regulars
from gm_appliance.storage.results import NAME as RESULTS
from gm_appliance.storage.results import KeptResults
from gm_appliance.storage.session_log import JournalSessionLog, NullSessionLog

log = logging.getLogger(__name__)


class Evening:
    """Everything that happens between power on and power off.

    ports:   the table. language: of every word, at first. fault: posts a part's fault to the inbox.
    journal: where games are remembered, open or, which was told, not yet; None remembers nothing.
    observer: watches every game, for example bots.
    games:   those on offer, with the defaults of their options; the registry's as they are if not given.
    levels:  where ``"volume"``, ``"rate"`` and ``"large"``, 0 or 1, stand; whichever is given can be turned
             at the panel.
    larger:  makes the display's letters larger, or the usual ones.
    registry: the games there are, and who tells them.
    chance:  where the box's own dice come from; the machine's randomness if not given.
    roster:  the names of who usually plays here.
    clock:   date and time of day; the machine's if not given.
    playing: told the game's name when one is on, and an empty one when it is over.
    aside:   where the box thinks when it plays a seat itself.
    lamps:   whether the pads have lamps, if there are pads.
    languages: those that can be chosen in the menu. speak: told which one is spoken from now on.
    """

    def __init__(
        self,
        ports: Ports,
        journal: Journal | None,
        language: str,
        observer: Observer,
        fault: FaultReport,
        games: Mapping[str, Game[Any, Any]] | None = None,
        levels: Mapping[str, int] | None = None,
        registry: Mapping[str, RegisteredGame] = GAMES,
        chance: Random | None = None,
        larger: Callable[[bool], None] = lambda large: None,
        roster: Iterable[str] = (),
        clock: WallClock | None = None,
        playing: Callable[[str], None] = lambda game: None,
        aside: Aside = when_due,
        lamps: bool = True,
        languages: Iterable[str] = (),
        speak: Callable[[str], None] = lambda language: None,
    ) -> None:
        self._now, self._clock = ports.inbox.now, clock or WallClock()
        self._playing = playing
        self._lamps = lamps
        self._journal = journal
        self._language = language
        self._languages, self._speak = tuple(languages), speak
        self._fault = JournalFaults(journal, fault)
        self._registry = registry
        self._games = games or {name: one.game for name, one in registry.items()}
        self._announcements = Announcements(load(language))
        generator = chance or SystemRandom()

        def draw(decision: Decision) -> Plain:
            return decision.domain.sample(generator)

        self._adjustments = adjustments = Adjustments(_adjustments(ports, levels or {}, larger), journal)
        prompt_ids = _prompt_ids(journal.boots if journal else 0)
        think = thinker(generator, aside)
        self._host = Host(ports, self._announcements, prompt_ids, draw, observer, adjustments, think=think)
        self._habits = Habits(journal, self._games, len(SETUPS))
        self._regulars = Regulars(journal, roster)
        self._finished: FinishedGames | None = None
        if journal:
            results = KeptResults(journal.path.with_name(RESULTS), self._fault)
            self._finished = FinishedGames(results, self._clock)
        self._unfinished = UnfinishedGames(journal, registry, self._finished, self._fault)
        self._session_log_now: JournalSessionLog | None = None  # of the game played now, or last
        self._started = 0.0  # when the game that is on began, by the clock that may be wrong
        self._anew = ""  # the game that was left to change its setup

    def run(self) -> None:
        """Go on until the service is to end; then clear the table and return."""
        self._host.perform((Sound("horn"),))
        if self._journal and self._finished:
            self._finished.catch_up(self._journal)
        try:
            recent = ""
            while True:
                recent = self._one_game(recent)
        except Stopped:
            self._write_what_waits()
            self._host.perform(self._announcements.goodbye())

    def _one_game(self, recent: str) -> str:
        """From the menu to the end of a game; returns the game's name."""
        waiting = self._unfinished.running()
        self._write_what_waits()
        if waiting and waiting.play.decision is None:
            # Cut off between the last choice and its telling: nothing is left to ask.
            return self._resume(waiting)
        unfinished = self._unfinished.by_number(waiting, LISTED)
        asked = self._ask_menu(waiting, unfinished, recent)
        if asked and asked.reason == PARTS:
            self._check_parts()
            return ""
        if asked and asked.reason == LANGUAGE:
            self._change_language(str(asked.facts["language"]))
            return ""
        if asked is None or asked.reason == "resume":
            number = asked.facts.get("session") if asked else None
            chosen = unfinished[number] if isinstance(number, int) else waiting
            assert chosen is not None
            return self._resume(chosen)
        name, options, people = str(asked.facts["game"]), asked.facts["options"], asked.facts["people"]
        assert isinstance(options, dict)
        assert isinstance(people, list)
        self._forget(asked.facts["forgotten"])
        if not self._games[name].kept:
            self._run_unkept(name, options)
            return ""
        same = self._habits.pads(waiting.play.pads if waiting else {}) if asked.facts["same"] else {}
        if not asked.facts["same"]:
            self._host.meet_others()
        return self._start(name, options, same, tuple(map(str, people)))

    def _write_what_waits(self) -> None:
        """Try again what the card could not take, for there may be room again."""
        self._look_after_journal()
        for kept in (self._adjustments, self._habits, self._regulars):
            kept.retry()
        if self._finished:
            self._finished.results.retry()

    def _look_after_journal(self) -> None:
        """Write what waits of the game, and tell what became of the journal."""
        if self._session_log_now is None or self._session_log_now.retry():
            self._fault.look()

    def _forget(self, names: Plain) -> None:
        if names and isinstance(names, list):
            self._regulars.forget(tuple(map(str, names)))

    def _ask_menu(
        self, waiting: Interrupted | None, unfinished: Mapping[int, Interrupted], recent: str
    ) -> Outcome | None:
        setups = self._habits.setups()
        offered = {name: _offered(game, setups.get(name, ())) for name, game in self._games.items()}
        kept = {name for name, game in self._games.items() if game.kept}
        told = {name: one.narration(self._language) for name, one in self._registry.items()}
        decision = waiting.play.decision if waiting else None
        if decision and decision.secret and not decision.beats:
            self._host.leave_unseen()  # somebody is alone at the panel, which now answers
        where = {number: self._where(one) for number, one in unfinished.items()}
        again = "" if self._anew else recent
        said, regulars = load(self._language), self._regulars
        others = tuple(one for one in self._languages if one != self._language)
        menu = lobby(
            *(offered, {name: some for name, some in setups.items() if name in kept}),
            interrupted=bool(waiting),
            recent=again,
            presets={name: game.presets for name, game in self._games.items()},
            people=Guests(regulars.known(), regulars.tables(), said(ALPHABET), regulars.typed()),
            unnamed=frozenset(offered.keys() - kept),
            unfinished=tuple(unfinished),
            results=self._last_games(),
            languages=(self._language, *others),
        )
        interrupted = where[waiting.session.id][1] if waiting else ""
        called = {one: load(one)(OWN_NAME) for one in (self._language, *others)}
        menu_narration = Steady(Lobby(said, told, interrupted, where, called))
        play, self._anew = _at_options(Play(menu, {}), self._anew), ""
        return self._host.run(play, menu_narration, NullSessionLog(), back_steps=True)

    def _start(
        self, name: str, given: Mapping[str, Plain], pads: Mapping[int, int], people: tuple[str, ...]
    ) -> str:
        game = self._games[name]
        options = game.complete(given)
        log.info("A game of %s begins.", name)
        self._habits.keep_setup(name, {key: options[key] for key in given})
        if people:
            self._regulars.keep(people)
        self._play_on(Play(game, options), None, pads, people)
        return name

    def _run_unkept(self, name: str, given: Mapping[str, Plain]) -> None:
        """Until BACK leads from there to its options, and from those to the menu.

        The lamps are those of the pads called last, where as many people sat there; the names are theirs too.
        """
        game = self._games[name]
        options = game.complete(given)
        self._habits.keep_setup(name, {key: options[key] for key in given})
        called, seats = self._habits.pads({}), options.get("players", 0)
        known = called if [*sorted(called)] == [*range(1, int(seats) + 1)] else {}
        party = Party(self._regulars.tables().get(int(seats), ()), self._lamps)
        narration = Steady(registered(name, self._registry).narration(self._language, party))
        self._host.run(Play(game, options, known), narration, NullSessionLog(), back_leaves=True)
        self._anew = name

    def _change_language(self, language: str) -> None:
        self._language = language
        self._announcements.change_language(load(language))
        self._speak(language)
        self._adjustments.keep_language(language)
        log.info("The language is %s now.", language)

    def _check_parts(self) -> None:
        """Until the people have tried them all, or BACK leads to the menu."""
        narration = Steady(Checkup(load(self._language)))
        self._host.run(Play(CHECKUP, {}), narration, NullSessionLog(), back_leaves=True)

    def _resume(self, waiting: Interrupted) -> str:
        log.info("Session %d of %s goes on.", waiting.session.id, waiting.session.game)
        # Others may have played since; once more means what was played last.
        self._habits.keep_options(waiting.session.game, waiting.play.options)
        if waiting.session.people:
            self._regulars.keep(waiting.session.people)
        self._play_on(waiting.play, waiting)
        return waiting.session.game

    def _play_on(
        self,
        play: Play,
        waiting: Interrupted | None,
        pads: Mapping[int, int] | None = None,
        people: tuple[str, ...] = (),
    ) -> None:
        party = Party(waiting.session.people if waiting else people, self._lamps)
        narration = Steady(registered(play.game.name, self._registry).narration(self._language, party))
        self._started = waiting.session.started if waiting else self._clock.now()
        session_log, begun = self._session_log(play, waiting, party), self._now()
        self._playing(play.game.name)
        outcome = self._host.run(
            play,
            narration,
            session_log or NullSessionLog(),
            resumed=waiting is not None,
            may_leave=True,
            pads=pads,
        )
        self._anew = play.game.name if outcome and outcome.reason == SETUP else ""
        self._habits.keep_pads(self._host.pads)
        log.info("The game of %s is over.", play.game.name)
        self._playing("")
        if session_log and self._finished and outcome:
            before = [self._started, *(one.at for one in waiting.logged)] if waiting else []
            seconds = playing_time(before) + self._now() - begun
            self._finished.keep(play.game.name, play.options, outcome, self._started, seconds, party.names)
            self._unfinished.end(session_log, outcome)

    # ------------------------------------------------------------ the journal

    def _session_log(self, play: Play, waiting: Interrupted | None, party: Party) -> JournalSessionLog | None:
        """The log of a session, a new one where there is none yet; None without a journal."""
        journal = self._journal
        if journal is None:
            return None
        name, options, started = play.game.name, play.options, self._started
        self._unfinished.make_room()

        def begin() -> int:
            return journal.begin(name, play.game.rules, dict(options), self._language, started, party.names)

        session_log = JournalSessionLog(journal, 0, begin, self._fault, self._clock.now)
        if waiting is None:
            session_log.open()
        else:
            session_log.session = waiting.session.id
            session_log.logged += waiting.logged
            if waiting.session.status == "waiting":
                session_log.go_on()
        self._session_log_now = session_log
        self._look_after_journal()
        return session_log

    def _where(self, one: Interrupted) -> tuple[str, str]:
        """Which game was interrupted, and the sentence that says where."""
        game, decision = one.session.game, one.play.decision
        assert decision is not None
        told = registered(game, self._registry).narration(self._language, Party(one.session.people))
        return game, Steady(told).interrupted(decision, one.play.view)

    def _last_games(self) -> tuple[Result, ...]:
        """What is listed at the table, the oldest first."""
        return self._finished.results.all if self._finished else ()


def _at_options(menu: Play, game: str) -> Play:
    """The menu where a game's options begin, so that BACK leads from there to the other games."""
    for name, value in (("menu.resume", "new"), ("menu.game", game), ("menu.same", "no")) if game else ():
        if menu.decision and menu.decision.name == name:
            menu.take(Choice(name, value))
    return menu


def _offered(game: Game[Any, Any], setups: Sequence[Mapping[str, int | str]]) -> tuple[Option, ...]:
    """The options of a game. One that is not kept offers no setup; its numbers start at last time's."""
    if game.kept or not setups:
        return game.options
    return tuple(_starting(one, setups[0].get(one.name, one.default)) for one in game.options)


def _starting(option: Option, at: int | str) -> Option:
    if not isinstance(option.domain, Number) or not isinstance(at, int):
        return option
    return replace(option, domain=replace(option.domain, start=at))


def _prompt_ids(boots: int) -> Iterator[int]:
    """Numbers that no other start gives: 2**32 of them, a hundred a second for a year.

    boots: which start this is; 0 where nobody counts them. Those are told apart by chance, as are the
    starts of another card: the clock could not, for without a network it begins where it stood last.
    """
    return count((boots << 64 | randbits(64)) << 32)


def _adjustments(
    ports: Ports, levels: Mapping[str, int], larger: Callable[[bool], None]
) -> dict[str, Adjustment]:
    """What can be turned. Slower than this, words would not fit the steps with closed eyes."""

    def volume(percent: int) -> None:
        ports.voice.volume(percent)
        ports.mixer.volume(percent)

    def large(on: int) -> None:
        larger(bool(on))

    ranges = {"volume": (0, 100, volume), "rate": (140, 300, ports.voice.rate), "large": (0, 1, large)}
    return {
        name: Adjustment(Number(lo, hi, min(hi, max(lo, levels[name]))), turn)
        for name, (lo, hi, turn) in ranges.items()
        if name in levels
    }
