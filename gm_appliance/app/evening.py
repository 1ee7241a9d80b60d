"""An evening: menu and games in turn, and the games that a power cut interrupted."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from secrets import randbits

from gm_appliance.app.evening_settings import Environment, EveningSettings, Hooks
from gm_appliance.app.finished import FinishedGames, playing_time
from gm_appliance.app.forgetting import Memory, persons
from gm_appliance.app.journal_faults import JournalFaults
from gm_appliance.app.main_menu import MenuLog, at_options, in_english, offered
from gm_appliance.app.newcomers import Newcomers
from gm_appliance.app.phone_talk import PhoneTalk, typed_names
from gm_appliance.app.speech import Speech
from gm_appliance.app.stick_errands import StickErrands
from gm_appliance.app.story import LastGames
from gm_appliance.app.thinking import thinker
from gm_appliance.app.unfinished import Interrupted, UnfinishedGames
from gm_appliance.core.cues import Sound
from gm_appliance.core.game import JSON, Outcome
from gm_appliance.core.narration import ForgivingNarration, Narration
from gm_appliance.core.people import Party, seated
from gm_appliance.core.play import Play
from gm_appliance.core.ports import FaultReport, Ports
from gm_appliance.core.results import Result, are_new
from gm_appliance.games.checkup import checkup
from gm_appliance.games.checkup.narration import Checkup
from gm_appliance.games.checkup.rules import BEFORE
from gm_appliance.games.menu import rules
from gm_appliance.games.menu.guests import Guests
from gm_appliance.games.menu.narration.narrator import Lobby
from gm_appliance.games.menu.narration.prompts import ALPHABET
from gm_appliance.games.registry import registered
from gm_appliance.host.loop import Host, Observer, OwnChoices, Stopped
from gm_appliance.host.question_narration import SETUP
from gm_appliance.host.run_settings import BACK_LEAVES, Languages, RunMenu, RunSettings
from gm_appliance.storage.adjustments import Adjustments
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.kept_settings import KeptSettings
from gm_appliance.storage.known_players import KnownPlayers
from gm_appliance.storage.recent_setups import RecentSetups
from gm_appliance.storage.results import NAME as RESULTS
from gm_appliance.storage.results import KeptResults
from gm_appliance.storage.session_log import JournalSessionLog, NullSessionLog

log = logging.getLogger(__name__)

DEFAULTS, NO_HOOKS, THIS_MACHINE = EveningSettings(), Hooks(), Environment()


# Many attributes: each part of the box that menu and games use.
class Evening:
    """Everything between power on and power off. journal: retried if not open yet; None keeps nothing."""

    # Many parameters: the outside world, each replaced by some test.
    def __init__(
        self,
        ports: Ports,
        journal: Journal | None,
        observer: Observer,
        fault: FaultReport,
        settings: EveningSettings = DEFAULTS,
        hooks: Hooks = NO_HOOKS,
        environment: Environment = THIS_MACHINE,
    ) -> None:
        self._now, self._clock = ports.inbox.now, environment.clock
        self._settings, self._hooks = settings, hooks
        self._journal = journal
        self._fault = JournalFaults(journal, fault)
        self._registry = registry = environment.registry
        self._games = settings.games or {name: one.game for name, one in registry.items()}
        chance = environment.chance

        self._kept_settings = kept = KeptSettings(journal)
        self._adjustments = adjustments = Adjustments(settings.adjustments(ports, hooks.enlarge), kept)
        self._speech = speech = Speech(settings, hooks, adjustments)
        prompt_ids = _prompt_ids(journal.boots if journal else 0)
        own = OwnChoices(lambda one: one.domain.sample(chance), thinker(chance, environment.schedule))
        self._host = Host(ports, speech.announcements, prompt_ids, own, observer, adjustments)
        self._phones = phones = ports.phones
        self._code_first = settings.phones and phones is not None  # a code is shown before the menu
        self._phone_talk = PhoneTalk(self._host, phones, ports.wifi, speech.words, fault) if phones else None
        self._sticks = StickErrands(self._host, ports.stick, fault, kept)
        self._recent_setups = RecentSetups(kept, self._games, len(rules.SETUPS))
        self._known_players = KnownPlayers(kept, settings.roster)
        self._finished: FinishedGames | None = None
        self._memory: Memory | None = None
        if journal:
            results = KeptResults(journal.path.with_name(RESULTS), self._fault)
            self._memory = Memory(journal, results, self._known_players)
            self._finished = FinishedGames(results, self._clock, hooks.bots)
            self._to_read = LastGames(journal, results)
        self._unfinished = UnfinishedGames(journal, registry, self._finished, self._fault)
        self._session_log_now: JournalSessionLog | None = None  # of the current game, or of the last one
        self._started = 0.0  # when the current game began, by a clock that may be wrong
        self._to_set_up = ""  # the game that was left to change its setup
        self._seats_known = False  # whether it was said how seats are numbered

    def run(self) -> bool:
        """Run until told to stop, and clear the table; returns whether to switch the box off."""
        self._host.perform((Sound("horn"),))
        if self._journal and self._finished:
            self._finished.catch_up(self._journal)
        try:
            recent = ""
            while True:
                recent = self._one_game(recent)
        except Stopped as stopped:
            self._write_what_waits()
            said, power = self._speech.announcements, self._settings.power or ""
            goodbye = said.goodbye(self._host.eyes_closed, bool(self._journal))
            unplugging = said.unplugging(power) if stopped.off else ()
            self._host.perform((*goodbye, *unplugging), to_the_end=stopped.off)
            return stopped.off

    def _one_game(self, recent: str) -> str:
        """From the menu to the end of a game; returns the game's name."""
        self._speech.tell_in(self._speech.language)
        waiting = self._unfinished.running()
        self._write_what_waits()
        if waiting and waiting.play.decision is None:
            # Power was cut between the last choice and its narration: nothing is left to ask.
            return self._resume(waiting)
        if self._sticks.due:
            self._sticks.run(self._speech.words())
        unfinished = self._unfinished.by_number(waiting, rules.LISTED)
        asked = self._ask_menu(waiting, unfinished, recent)
        if asked and asked.reason == rules.PARTS:
            self._check_parts()
            return ""
        if asked and asked.reason == rules.PHONES and self._phone_talk:
            self._phone_talk.talk(self._host.talk_of_phones)
            return ""
        if asked and asked.reason == rules.STICK:
            self._sticks.run(self._speech.words())
            return recent
        if asked and asked.reason == rules.FORGET and self._memory:
            self._fault("results", self._memory.forget(asked.facts["forget"]))
            return ""
        if asked and asked.reason == rules.OFF:
            raise Stopped(off=True)
        if asked and asked.reason == rules.LANGUAGE:
            self._speech.change_language(str(asked.facts["language"]))
            return ""
        if asked and asked.reason == rules.VOICE:
            self._speech.change_voice(str(asked.facts["voice"]))
            return ""
        if asked is None or asked.reason == "resume":
            number = asked.facts.get("session") if asked else None
            chosen = unfinished[number] if isinstance(number, int) else waiting
            assert chosen is not None
            return self._resume(chosen)
        name, options, people = str(asked.facts["game"]), asked.facts["options"], asked.facts["people"]
        assert isinstance(options, dict)
        assert isinstance(people, list)
        self._seats_known = bool(asked.facts["seats_known"])
        self._known_players.change_all(asked.facts["changed"])
        if not self._games[name].kept:
            self._run_unkept(name, options)
            return ""
        same = self._recent_setups.pads(waiting.play.pads if waiting else {}) if asked.facts["same"] else {}
        if not asked.facts["same"]:
            self._host.meet_others()
        return self._start(name, options, same, tuple(map(str, people)))

    def _write_what_waits(self) -> None:
        """Retry writes that failed."""
        self._look_after_journal()
        self._kept_settings.retry()
        if self._finished:
            self._finished.results.retry()

    def _look_after_journal(self) -> None:
        """Retry the game's pending writes, and report the journal's state."""
        if self._session_log_now is None or self._session_log_now.retry():
            self._fault.look()

    def _ask_menu(
        self, waiting: Interrupted | None, unfinished: Mapping[int, Interrupted], recent: str
    ) -> Outcome | None:
        setups = self._recent_setups.setups()
        on_offer = {name: offered(game, setups.get(name, ())) for name, game in self._games.items()}
        kept = {name for name, game in self._games.items() if game.kept}
        spoken = self._speech.language
        told = {name: one.in_menu(spoken) for name, one in self._registry.items()}
        decision = waiting.play.decision if waiting else None
        if decision and decision.secret and not decision.beats:
            self._host.leave_unseen()  # one player was alone at the panel, which responds again now
        where = {number: self._where(one) for number, one in unfinished.items()}
        said, known, adjustments = self._speech.words(), self._known_players, self._adjustments
        languages, voices = self._speech.languages(), self._speech.voices()
        menu = rules.MenuView(
            *(on_offer, {name: some for name, some in setups.items() if name in kept}),
            recent="" if self._to_set_up else recent,
            presets={name: game.presets for name, game in self._games.items()},
            people=Guests(
                *(known.known(), known.tables(), said(ALPHABET)),
                typed=typed_names(self._phones.names) if self._phones else (),
            ),
            unnamed=frozenset(on_offer.keys() - kept),
            unfinished=tuple(unfinished),
            results=self._last_games(),
            persons=persons(self._last_games(), known.known()),
            rates=self._settings.ratings,
            languages=tuple(languages),
            in_english=in_english(self._registry, spoken),
            voices=tuple(voices),
            seats_known=self._seats_known,
            seats_told=frozenset(name for name, game in self._games.items() if game.seats_told),
            volume=adjustments.domain(rules.VOLUME) if rules.VOLUME in self._settings.levels else None,
            phones=self._phones is not None,
            pads=self._host.pads_answer,
            at_seats=self._phones is not None and self._phones.is_open,
            can_switch_off=self._settings.power is not None,
            uses_sticks=self._sticks.there,
        )
        code_first, self._code_first = self._code_first and not waiting, False
        first = rules.PHONES if code_first else "" if setups or waiting else self._asked_first()
        game = rules.lobby(menu, interrupted=bool(waiting), asked_first=first)
        interrupted = where[waiting.session.id][1] if waiting else ""
        menu_narration = ForgivingNarration(Lobby(said, told, interrupted, where, languages, voices))
        play, self._to_set_up = at_options(Play(game, {}), self._to_set_up), ""
        menu_log = MenuLog(adjustments, tuple(voices), self._speech.speak)
        settings = RunSettings(
            back_steps=True,
            left_for=(rules.STICK, "update"),
            reminder=self._sticks.reminder,
            to_read=partial(self._to_read.pages, spoken) if self._finished else tuple,
        )
        while True:
            outcome = self._host.run(play, menu_narration, menu_log, settings)
            play = self._host.play
            if play.decision is None:
                return outcome
            # Left for an update that was plugged in: afterwards the menu goes on where it was.
            if self._sticks.due:
                self._sticks.run(self._speech.words())

    def _asked_first(self) -> str:
        """The menu's first phase for a table that has not played yet."""
        settings, kept = self._settings, self._adjustments.is_kept
        if settings.asks_language and settings.languages[1:] and not kept(rules.LANGUAGE):
            return rules.FIRST_LANGUAGE.removeprefix("menu.")
        return rules.LETTERS if settings.letters and not kept(rules.LETTERS) else ""

    def _start(
        self, name: str, given: Mapping[str, JSON], pads: Mapping[int, int], people: tuple[str, ...]
    ) -> str:
        game = self._games[name]
        options = game.complete(given)
        log.info("A game of %s begins.", name)
        self._recent_setups.keep_setup(name, {key: options[key] for key in given})
        if people:
            self._known_players.keep(people)
        self._play_on(Play(game, options), None, pads, people)
        return name

    def _run_unkept(self, name: str, given: Mapping[str, JSON]) -> None:
        """Play a game that is not kept, until BACK leaves it. Pads and names are those of the last game if it
        had as many players."""
        game = self._games[name]
        options = game.complete(given)
        self._recent_setups.keep_setup(name, {key: options[key] for key in given})
        called, seats = self._recent_setups.pads({}), options.get("players", 0)
        known = called if [*sorted(called)] == [*range(1, int(seats) + 1)] else {}
        narration = self._narration(name, self._known_players.tables().get(int(seats), ()))
        self._host.run(Play(game, options, known), narration, NullSessionLog(), BACK_LEAVES)
        self._to_set_up = name

    def _retell(self, newcomers: Newcomers, language: str, names: Mapping[int, str]) -> Narration:
        """Change the language in a game; returns its narration."""
        self._speech.change_language(language)
        return newcomers.narration(names)

    def _talk_of_phones(self, newcomers: Newcomers, run: RunMenu, names: Mapping[int, str]) -> Narration:
        """Returns the game's narration: there may be pads now."""
        assert self._phone_talk
        self._phone_talk.talk(run)
        return newcomers.narration(names)

    def _check_parts(self) -> None:
        """Let people try the parts of the box, or go back to the previous version."""
        language, before = self._speech.words(), self._sticks.before()
        told = ForgivingNarration(Checkup(language))
        done = self._host.run(Play(checkup(before), {}), told, NullSessionLog(), BACK_LEAVES)
        if done and done.reason == BEFORE:
            self._sticks.go_back(before, language)

    def _resume(self, waiting: Interrupted) -> str:
        log.info("Session %d of %s goes on.", waiting.session.id, waiting.session.game)
        if waiting.short:
            self._fault("session", "short")
        # Others may have played since: "the same again" means the game played last.
        self._recent_setups.keep_options(waiting.session.game, waiting.play.options)
        if waiting.session.people:
            self._known_players.keep(seated(waiting.session.people, waiting.play.names))
        self._play_on(waiting.play, waiting)
        return waiting.session.game

    def _play_on(
        self,
        play: Play,
        waiting: Interrupted | None,
        pads: Mapping[int, int] | None = None,
        people: tuple[str, ...] = (),
    ) -> None:
        people = waiting.session.people if waiting else people
        narrate = partial(self._narration, play.game.name)
        newcomers = Newcomers(people, self._known_players, self._speech.words, narrate)
        self._started = waiting.session.started if waiting else self._clock.now()
        session_log, begun = self._session_log(play, waiting, people), self._now()
        played = playing_time([self._started, *(one.at for one in waiting.logged)]) if waiting else 0.0
        self._hooks.playing(play.game.name)
        settings = RunSettings(
            resumed=waiting is not None,
            may_leave=True,
            pads=pads or {},
            newcomers=newcomers if any(people) else None,
            taught=self._to_teach(play.game.name, people),
            languages=Languages(self._speech.languages, partial(self._retell, newcomers)),
            phones=partial(self._talk_of_phones, newcomers) if self._phone_talk else None,
            reminder=self._sticks.reminder,
            played=played,
        )
        narration = newcomers.narration(play.names)
        outcome = self._host.run(play, narration, session_log or NullSessionLog(), settings)
        self._to_set_up = play.game.name if outcome and outcome.reason == SETUP else ""
        self._recent_setups.keep_pads(self._host.play.pads)
        log.info("The game of %s is over.", play.game.name)
        self._hooks.playing("")
        if session_log and self._finished and outcome:
            seconds, names = played + self._now() - begun, seated(people, self._host.play.names)
            self._finished.keep(play.game.name, play.options, outcome, self._started, seconds, names)
            self._unfinished.end(session_log, outcome)

    def _narration(self, game: str, people: tuple[str, ...], *, in_menu: bool = False) -> ForgivingNarration:
        """A game's narration; its language is spoken from now on, unless the menu only needs a sentence."""
        settings, box = self._settings, registered(game, self._registry)
        told_in = box.told_in(self._speech.language)
        if not in_menu:
            self._speech.tell_in(told_in)
        phones = self._phones is not None and self._phones.is_open
        party = Party(people, settings.pad_lamps if settings.pads else phones, settings.pads or phones)
        return ForgivingNarration(box.narration(told_in, party))

    # ------------------------------------------------------------ the journal

    def _session_log(
        self, play: Play, waiting: Interrupted | None, people: tuple[str, ...]
    ) -> JournalSessionLog | None:
        """The log of the resumed or a new session; None without a journal."""
        journal = self._journal
        if journal is None:
            return None
        name, options, started = play.game.name, play.options, self._started
        self._unfinished.make_room()

        def begin() -> int:
            return journal.begin(name, play.game.rules, dict(options), self._speech.language, started, people)

        session_log = JournalSessionLog(journal, 0, begin, self._fault, self._clock.now)
        if waiting is None:
            session_log.open()
        else:
            session_log.go_on(waiting.session, waiting.logged)
        self._session_log_now = session_log
        self._look_after_journal()
        return session_log

    def _to_teach(self, game: str, names: tuple[str, ...]) -> Callable[[], None] | None:
        """Returns what keeps that these people were taught; None if nobody is new to the game."""
        people = self._known_players
        if not self._settings.teach or not are_new(names, game, self._last_games(), people.taught(game)):
            return None
        return partial(people.keep_taught, game, names)

    def _where(self, one: Interrupted) -> tuple[str, str]:
        """The name of the interrupted game, and a sentence about where it was interrupted."""
        game, decision = one.session.game, one.play.decision
        assert decision is not None
        told = self._narration(game, seated(one.session.people, one.play.names), in_menu=True)
        return game, told.interrupted(decision, one.play.view)

    def _last_games(self) -> tuple[Result, ...]:
        return self._finished.results.all if self._finished else ()


def _prompt_ids(boots: int) -> Iterator[int]:
    """2**32 numbers that no other start of any card uses. boots: the number of this start; 0 if uncounted."""
    return count((boots << 64 | randbits(64)) << 32)
