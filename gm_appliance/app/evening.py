"""The evening: the menu, a game, the menu again; and what a power cut left behind."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from random import Random, SystemRandom
from secrets import randbits
from typing import Any

from gm_appliance.core.cues import Sound
from gm_appliance.core.game import Choice, Decision, Game, GameError, Number, Outcome, Plain
from gm_appliance.core.language import load
from gm_appliance.core.messages import _
from gm_appliance.core.narration import Steady
from gm_appliance.core.people import Party
from gm_appliance.core.play import Play
from gm_appliance.core.ports import FaultReport, Ports
from gm_appliance.games.menu.guests import Guests
from gm_appliance.games.menu.narration import ALPHABET, Lobby
from gm_appliance.games.menu.rules import SETUPS, lobby
from gm_appliance.games.registry import GAMES, RegisteredGame, registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host, Observer, Stopped
from gm_appliance.host.question_narration import SETUP
from gm_appliance.storage.adjustments import Adjustment, Adjustments
from gm_appliance.storage.habits import Habits
from gm_appliance.storage.journal import Journal, JournalError, SessionRecord
from gm_appliance.storage.regulars import Regulars
from gm_appliance.storage.session_log import JournalSessionLog, LoggedChoice, NullSessionLog

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Interrupted:
    """A session that was cut off, folded."""

    session: SessionRecord
    play: Play
    logged: tuple[LoggedChoice, ...]


class Evening:
    """Everything that happens between power on and power off.

    ports:   the table. language: of every word. fault: posts a part's fault to the inbox.
    journal: where games are remembered; None where it cannot be opened, which was told.
    observer: watches every game, for example bots.
    games:   those on offer, with the defaults of their options; the registry's as they are if not given.
    levels:  where ``"volume"``, ``"rate"`` and ``"large"``, 0 or 1, stand; whichever is given can be turned
             at the panel.
    larger:  makes the display's letters larger, or the usual ones.
    registry: the games there are, and who tells them.
    chance:  where the box's own dice come from; the machine's randomness if not given.
    roster:  the names of who usually plays here.
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
    ) -> None:
        self._journal = journal
        self._language = language
        self._fault = fault
        self._registry = registry
        self._games = games or {name: one.game for name, one in registry.items()}
        self._announcements = Announcements(load(language))
        generator = chance or SystemRandom()

        def draw(decision: Decision) -> Plain:
            return decision.domain.sample(generator)

        adjustments = Adjustments(_adjustments(ports, levels or {}, larger), journal)
        prompt_ids = _prompt_ids(journal.boots if journal else 0)
        self._host = Host(ports, self._announcements, prompt_ids, draw, observer, adjustments)
        # This evening's own, for a journal that fails: each game's options, and the game just played.
        self._habits = Habits(journal, self._games, len(SETUPS))
        self._regulars = Regulars(journal, roster)
        self._over: JournalSessionLog | None = None
        self._anew = ""  # the game that was left to change its setup

    def run(self) -> None:
        """Go on until the service is to end; then clear the table and return."""
        self._host.perform((Sound("horn"),))
        if self._journal and self._journal.set_aside:
            kept = self._journal.set_aside
            log.error("The journal was damaged. It is kept as %s; a new one was begun.", kept)
            self._fault("journal", "set-aside")
        try:
            recent = ""
            while True:
                recent = self._one_game(recent)
        except Stopped:
            self._host.perform(self._announcements.goodbye())

    def _one_game(self, recent: str) -> str:
        """From the menu to the end of a game; returns the game's name."""
        waiting = self._waiting()
        if waiting and waiting.play.decision is None:
            # Cut off between the last choice and its telling: nothing is left to ask.
            return self._resume(waiting)
        asked = self._ask_menu(waiting, recent)
        if asked is None or asked.reason == "resume":
            assert waiting is not None
            return self._resume(waiting)
        name, options, people = str(asked.facts["game"]), asked.facts["options"], asked.facts["people"]
        assert isinstance(options, dict)
        assert isinstance(people, list)
        same = self._habits.pads(waiting.play.pads if waiting else {}) if asked.facts["same"] else {}
        if not asked.facts["same"]:
            self._host.meet_others()
        return self._start(name, options, same, tuple(map(str, people)))

    def _ask_menu(self, waiting: Interrupted | None, recent: str) -> Outcome | None:
        offered = {name: game.options for name, game in self._games.items()}
        told = {name: one.narration(self._language) for name, one in self._registry.items()}
        interrupted = ""
        if waiting:
            decision, view = waiting.play.decision, waiting.play.view
            assert decision is not None
            if decision.secret and not decision.beats:
                self._host.leave_unseen()  # somebody is alone at the panel, which now answers
            sitting = registered(waiting.session.game, self._registry).narration(
                self._language, Party(waiting.session.people)
            )
            interrupted = Steady(sitting).interrupted(decision, view)
        again = "" if self._anew else recent
        said = load(self._language)
        guests = Guests(self._regulars.known(), self._regulars.tables(), said(ALPHABET))
        menu = lobby(offered, self._habits.setups(), interrupted=bool(waiting), recent=again, people=guests)
        menu_narration = Steady(Lobby(said, told, interrupted))
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

    def _resume(self, waiting: Interrupted) -> str:
        log.info("Session %d of %s goes on.", waiting.session.id, waiting.session.game)
        self._play_on(waiting.play, waiting)
        return waiting.session.game

    def _play_on(
        self,
        play: Play,
        waiting: Interrupted | None,
        pads: Mapping[int, int] | None = None,
        people: tuple[str, ...] = (),
    ) -> None:
        party = Party(waiting.session.people if waiting else people)
        narration = Steady(registered(play.game.name, self._registry).narration(self._language, party))
        session_log = self._session_log(play, waiting, party)
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
        if session_log and outcome:
            winners: list[Plain] = [*outcome.winners]
            facts: dict[str, Plain] = {"winners": winners, "reason": outcome.reason, **outcome.facts}
            session_log.end(facts)
            self._over = session_log

    # ------------------------------------------------------------ the journal

    def _session_log(self, play: Play, waiting: Interrupted | None, party: Party) -> JournalSessionLog | None:
        """The log of a session, a new one where there is none yet; None without a journal."""
        journal = self._journal
        if journal is None:
            return None
        name, options = play.game.name, play.options
        self._is_unwritten()  # a last try, before another session takes its place
        self._over = None

        def begin() -> int:
            now = time.time()
            return journal.begin(name, play.game.rules, dict(options), self._language, now, party.names)

        session_log = JournalSessionLog(journal, 0, begin, self._fault, time.time)
        if waiting is None:
            session_log.open()
        else:
            session_log.session = waiting.session.id
            session_log.logged += waiting.logged
        return session_log

    def _try(self, write: Callable[[Journal], None]) -> None:
        if self._journal is None:
            return
        try:
            write(self._journal)
        except JournalError as error:
            log.error("The journal cannot be written: %s", error)

    def _is_unwritten(self) -> bool:
        """Whether the journal cannot take the end of the game just played: it is over all the same."""
        return self._over is not None and not self._over.retry()

    def _waiting(self) -> Interrupted | None:
        """The interrupted session, folded; one that cannot be folded is kept aside and told."""
        if self._journal is None or self._is_unwritten():
            return None
        try:
            session = self._journal.running()
            entries = self._journal.entries(session.id) if session else ()
        except JournalError as error:
            log.error("The journal cannot be read: %s", error)
            return None
        if session is None:
            return None
        try:
            logged = tuple(LoggedChoice(Choice(one.name, one.value), one.secret, one.t) for one in entries)
            choices = [one.choice for one in logged]
            return Interrupted(session, fold(session, choices, self._registry), logged)
        except (ValueError, ArithmeticError, LookupError, TypeError, AssertionError) as error:
            # Other rules, or damage that SQLite does not see. The reason names no value.
            reason = f"{type(error).__name__} while folding"
        number = session.id
        log.error("Session %d does not fit these rules (%s). It is kept aside.", number, reason)
        self._try(lambda journal: journal.keep_aside(number, reason))
        self._fault("session", "set-aside")
        return None


def _at_options(menu: Play, game: str) -> Play:
    """The menu where a game's options begin, so that BACK leads from there to the other games."""
    for name, value in (("menu.game", game), ("menu.same", "no")) if game else ():
        if menu.decision and menu.decision.name == name:
            menu.take(Choice(name, value))
    return menu


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


class OtherRules(GameError):
    """A session was played by other rules than this version's."""


def fold(
    session: SessionRecord, choices: list[Choice], registry: Mapping[str, RegisteredGame] = GAMES
) -> Play:
    """The play these choices lead to. Raises GameError or NoSuchGame where they do not fit."""
    game = registered(session.game, registry).game
    if session.rules != game.rules:
        played = {"number": session.id, "old": session.rules, "new": game.rules}
        raise OtherRules(_("session {number} was played by rules {old}, not {new}", **played))
    play = Play(game, game.complete(dict(session.options)))
    for choice in choices:
        play.take(choice)
    return play
