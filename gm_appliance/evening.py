"""The evening: the menu, a game, the menu again; and what a power cut left behind."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from itertools import count
from random import SystemRandom

from gm_appliance.cues import Light, Sound, Storm
from gm_appliance.games.game import Choice, Decision, GameError, Outcome, Plain, Play
from gm_appliance.games.lobby import Options, lobby
from gm_appliance.host import Host, Stopped, Witness
from gm_appliance.journal import Journal, JournalError, Session
from gm_appliance.memory import Forgetful, Memory, Remembered
from gm_appliance.narration.house import House
from gm_appliance.narration.lobby import Lobby
from gm_appliance.narration.words import load
from gm_appliance.shelf import SHELF, NoSuchGame, boxed
from gm_appliance.table.ports import Ports

log = logging.getLogger(__name__)

_LAST = "last"
"""The journal's setting that holds each game's options of last time."""


class Evening:
    """Everything that happens between power on and power off.

    ports:   the table. language: of every word. trouble: posts a part's trouble to the inbox.
    journal: where games are remembered; None where it cannot be opened, which was told.
    witness: watches every game, for example bots.
    """

    def __init__(
        self,
        ports: Ports,
        journal: Journal | None,
        language: str,
        witness: Witness,
        trouble: Callable[[str, str], None],
    ) -> None:
        self._ports = ports
        self._journal = journal
        self._language = language
        self._trouble = trouble
        self._house = House(load(language))
        boots = journal.boots if journal else int(time.time())
        # No asking of an earlier start has one of these numbers.
        askings = count(boots << 24)
        chance = SystemRandom()

        def draw(decision: Decision) -> Plain:
            return decision.domain.sample(chance)

        self._host = Host(ports, self._house, askings, draw, witness)

    def run(self) -> None:
        """Go on until the service is to end; then clear the table and return."""
        self._ports.mixer.play(Sound("horn").name)
        if self._journal and self._journal.set_aside:
            kept = self._journal.set_aside
            log.error("The journal was damaged. It is kept as %s; a new one was begun.", kept)
            self._trouble("journal", "set-aside")
        try:
            recent = ""
            while True:
                recent = self._one_game(recent)
        except Stopped:
            self._say_goodbye()

    def _say_goodbye(self) -> None:
        ports = self._ports
        ports.voice.hush()
        self._host.perform((Storm(False), Light(), *self._house.goodbye()))

    def _one_game(self, recent: str) -> str:
        """From the menu to the end of a game; returns the game's name."""
        waiting = self._waiting()
        if waiting and waiting[1].decision is None:
            # Cut off between the last choice and its telling: nothing is left to ask.
            return self._resume(*waiting)
        asked = self._ask_menu(waiting, recent)
        if asked is None or asked.reason == "resume":
            assert waiting is not None
            return self._resume(*waiting)
        name, options = str(asked.facts["game"]), asked.facts["options"]
        assert isinstance(options, dict)
        return self._start(name, options)

    def _ask_menu(self, waiting: tuple[Session, Play] | None, recent: str) -> Outcome | None:
        shelf = {name: one.game.options for name, one in SHELF.items()}
        words = {name: one.words(self._language) for name, one in SHELF.items()}
        interrupted = ""
        if waiting:
            session, play = waiting
            assert play.decision is not None
            narration = boxed(session.game).narration(self._language)
            interrupted = narration.interrupted(play.decision, play.view)
        menu = lobby(shelf, self._last_options(), interrupted=bool(waiting), recent=recent)
        telling = Lobby(load(self._language), words, interrupted)
        return self._host.run(Play(menu, {}), telling, Forgetful(), back_steps=True)

    def _start(self, name: str, given: Mapping[str, Plain]) -> str:
        game = boxed(name).game
        options = game.complete(given)
        memory: Memory = Forgetful()
        session = self._begin(name, game.rules, options)
        if session and self._journal:
            memory = Remembered(self._journal, session, self._trouble, time.time)
        log.info("A game of %s begins.", name)
        self._play_on(Play(game, options), memory, session, resumed=False)
        return name

    def _resume(self, session: Session, play: Play) -> str:
        assert self._journal is not None
        log.info("Session %d of %s goes on.", session.id, session.game)
        memory = Remembered(self._journal, session.id, self._trouble, time.time)
        self._play_on(play, memory, session.id, resumed=True)
        return session.game

    def _play_on(self, play: Play, memory: Memory, session: int, *, resumed: bool) -> None:
        narration = boxed(play.game.name).narration(self._language)
        outcome = self._host.run(play, narration, memory, resumed=resumed)
        log.info("The game of %s is over.", play.game.name)
        if session and self._journal and outcome:
            winners: list[Plain] = [*outcome.winners]
            facts: dict[str, Plain] = {"winners": winners, "reason": outcome.reason, **outcome.facts}
            self._try(lambda journal: journal.end(session, facts))

    # ------------------------------------------------------------ the journal

    def _begin(self, name: str, rules: int, options: Options) -> int:
        """A new session's number; 0 where the journal cannot take one, which is told."""
        if self._journal is None:
            return 0
        last: dict[str, Plain] = {game: dict(one) for game, one in self._last_options().items()}
        self._try(lambda journal: journal.set_setting(_LAST, {**last, name: dict(options)}))
        try:
            return self._journal.begin(name, rules, dict(options), self._language, time.time())
        except JournalError as error:
            log.error("The journal cannot be written: %s. This game is not remembered.", error)
            self._trouble("journal", "lost")
            return 0

    def _try(self, write: Callable[[Journal], None]) -> None:
        if self._journal is None:
            return
        try:
            write(self._journal)
        except JournalError as error:
            log.error("The journal cannot be written: %s.", error)

    def _last_options(self) -> dict[str, Options]:
        """Each game's options of last time, those that still fit."""
        try:
            kept = self._journal.setting(_LAST, {}) if self._journal else {}
        except JournalError as error:
            log.error("The journal cannot be read: %s.", error)
            kept = {}
        last: dict[str, Options] = {}
        for name, options in kept.items() if isinstance(kept, dict) else ():
            try:
                last[name] = boxed(name).game.complete(options if isinstance(options, dict) else {})
            except (GameError, NoSuchGame):
                continue
        return last

    def _waiting(self) -> tuple[Session, Play] | None:
        """The interrupted session, folded; one that cannot be folded is kept aside and told."""
        if self._journal is None:
            return None
        try:
            session = self._journal.running()
            choices = self._journal.entries(session.id) if session else ()
        except JournalError as error:
            log.error("The journal cannot be read: %s.", error)
            return None
        if session is None:
            return None
        try:
            return session, fold(session, [Choice(entry.name, entry.value) for entry in choices])
        except (GameError, NoSuchGame, ArithmeticError, LookupError, TypeError, AssertionError) as error:
            # Other rules, or damage that SQLite does not see. The reason names no value.
            reason = f"{type(error).__name__} while folding"
        number = session.id
        log.error("Session %d does not fit these rules (%s). It is kept aside.", number, reason)
        self._try(lambda journal: journal.keep_aside(number, reason))
        self._trouble("session", "set-aside")
        return None


class OtherRules(GameError):
    """A session was played by other rules than this version's."""


def fold(session: Session, choices: list[Choice]) -> Play:
    """The play these choices lead to. Raises GameError or NoSuchGame where they do not fit."""
    game = boxed(session.game).game
    if session.rules != game.rules:
        raise OtherRules(f"session {session.id} was played by rules {session.rules}, not {game.rules}")
    play = Play(game, game.complete(dict(session.options)))
    for choice in choices:
        play.take(choice)
    return play
