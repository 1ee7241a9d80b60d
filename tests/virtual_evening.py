"""Whole evenings on virtual time: button edges in, everything that leaves a port out, and power cuts.

A `Box` is what outlasts a power cut: the memory card. A `Life` is one time the box is switched on. The
people at the table are `Players`, who answer each decision by pressing what makes that choice.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias
from unittest.mock import patch

from gm_appliance.cues import Lines, Prop, Screen
from gm_appliance.evening import Evening
from gm_appliance.games.game import Choice, Clock, Decision, Each, First, OneOf, Plain
from gm_appliance.host import Witness
from gm_appliance.journal import Journal, JournalError
from gm_appliance.pickers import presses
from gm_appliance.pickers.presses import TAP
from gm_appliance.table.inbox import TableInbox, VirtualClock
from gm_appliance.table.ports import PANEL, Input, Ports, Stop, Trouble, estimated_length

GAME = "gotterdammerung"
CONSPIRATORS = (2, 5)


class PowerCut(BaseException):
    """The power goes: nothing after this point happens."""


class Output(NamedTuple):
    """Something that left a port."""

    t: float
    port: str
    what: Any


class Kept(NamedTuple):
    """A choice as it is in the journal."""

    name: str
    value: Plain
    secret: bool


class WatchedJournal(Journal):
    """A journal that can be made to fail, and that writes down what was asked of it.

    fails:    what each call that writes raises; None while the medium is well.
    standing: the choices whose commit returned and that were not taken back.
    trying:   what is in the journal if the call that is under way is committed; None between calls.
    """

    def __init__(self, path: Path, tick: Callable[[], None]) -> None:
        self._tick = tick
        self.fails: JournalError | None = None
        self.standing: list[Kept] = []
        self.trying: list[Kept] | None = None
        self.draft_now: tuple[str, Plain] | None = None
        self.draft_tried: tuple[str, Plain] | None = None
        super().__init__(path)
        self.number = 0
        if session := self.running():
            self.number = session.id
            self.standing = [Kept(one.name, one.value, one.secret) for one in self.entries(session.id)]
            self.draft_now = self.drafted(session.id)

    def _write(self, write: Callable[[], Any], after: Sequence[Kept]) -> Any:
        self._tick()
        if self.fails:
            raise self.fails
        self.trying = list(after)
        got = write()
        self.standing, self.trying = list(after), None
        self._tick()
        return got

    def begin(
        self, game: str, rules: int, options: Mapping[str, Plain], language: str, now: float
    ) -> int:
        begin = super().begin
        self.number = self._write(lambda: begin(game, rules, options, language, now), ())
        self.draft_now = None
        return self.number

    def choose(self, session: int, name: str, value: Plain, secret: bool, t: float) -> None:
        choose = super().choose
        after = (*self.standing, Kept(name, value, secret))
        self._write(lambda: choose(session, name, value, secret, t), after)
        self.draft_now = None

    def undo(self, session: int, t: float) -> None:
        undo = super().undo
        self._write(lambda: undo(session, t), self.standing[:-1])
        self.draft_now = None

    def draft(self, session: int, name: str, value: Plain) -> None:
        draft = super().draft
        self.draft_tried = (name, value)
        self._write(lambda: draft(session, name, value), self.standing)
        self.draft_now, self.draft_tried = self.draft_tried, None

    def end(self, session: int, outcome: Mapping[str, Plain]) -> None:
        end = super().end
        self._write(lambda: end(session, outcome), self.standing)

    def set_setting(self, key: str, value: Plain) -> None:
        set_setting = super().set_setting
        self._write(lambda: set_setting(key, value), self.standing)

    def keep_aside(self, session: int, reason: str) -> None:
        keep_aside = super().keep_aside
        self._write(lambda: keep_aside(session, reason), ())


class _Inbox(TableInbox):
    """The inbox, which writes down the number of every asking. `ends_at`: what happens when."""

    def __init__(self, clock: VirtualClock, tick: Callable[[], None]) -> None:
        super().__init__(clock)
        self._tick = tick
        self.askings: list[int] = []
        self.ends_at: tuple[float, Callable[[], None]] | None = None

    def wait(self, until: float | None) -> Input | None:
        while self.ends_at and (until is None or until >= self.ends_at[0]):
            got = super().wait(self.ends_at[0])
            if got is not None:
                return got
            end, self.ends_at = self.ends_at[1], None
            end()
        return super().wait(until)

    def ask(self, asking: int, beat: int) -> None:
        self._tick()
        if asking not in self.askings[-1:]:
            self.askings.append(asking)
        super().ask(asking, beat)


class Life:
    """The box from the moment it is switched on until the power goes or it is told to stop.

    lasts: so many calls to ports and journal until the power goes; None for ever.
    outputs: everything that left a port. asked, chosen: every decision opened, every choice made.
    """

    def __init__(
        self, folder: Path, lasts: int | None = None, *, journal: bool = True, seed: int = 0
    ) -> None:
        self._clock = VirtualClock()
        self._lasts = lasts
        self._seed = seed
        self.ticks = 0
        self.outputs: list[Output] = []
        self.asked: list[Decision] = []
        self.chosen: list[Choice] = []
        self.ended = ""
        self.inbox = _Inbox(self._clock, self.tick)
        self.journal: WatchedJournal | None = None
        self._folder = folder
        self._remembers = journal
        self._last_words = ""

    def tick(self) -> None:
        self.ticks += 1
        if self.ticks == self._lasts:
            raise PowerCut

    def run(self, players: Witness) -> None:
        """Until the power goes or the evening ends; `ended` then says which."""
        ports = Ports(self.inbox, self, self, self, self, self)
        generator = Random(f"chance {self._seed}")
        try:
            if self._remembers:
                self.journal = WatchedJournal(self._folder / "journal.sqlite", self.tick)
            with patch("gm_appliance.evening.SystemRandom", lambda: generator):
                evening = Evening(ports, self.journal, "en", players, self.trouble)
                evening.run()
            self.ended = "in order"
        except PowerCut:
            self.ended = "power cut"

    # ------------------------------------------------------------ what the people and the parts do

    def trouble(self, part: str, what: str) -> None:
        self.inbox.post(Trouble(part, what))

    def stop(self) -> None:
        """As SIGTERM does."""
        self.inbox.post(Stop())

    def cut(self) -> None:
        """The power goes now."""
        raise PowerCut

    def cut_in(self, seconds: float) -> None:
        self.inbox.ends_at = self.inbox.now() + seconds, self.cut

    def stop_in(self, seconds: float) -> None:
        self.inbox.ends_at = self.inbox.now() + seconds, self.stop

    def cut_before(self, sentence: str) -> None:
        self._last_words = sentence

    def tap(self, delay: float, source: int, button: str, held: float = TAP) -> None:
        """Somebody presses a button `delay` seconds from now."""
        self.inbox.press_at(self.inbox.now() + delay, source, button, held)

    # ------------------------------------------------------------ the output ports

    def _put(self, port: str, what: Any) -> None:
        self.tick()
        self.outputs.append(Output(self.inbox.now(), port, what))

    def say(self, text: str) -> float:
        if text == self._last_words:
            raise PowerCut
        self._put("say", text)
        return estimated_length(text)

    def hush(self) -> None:
        self._put("hush", None)

    def prepare(self, texts: Sequence[str]) -> None: ...

    def show(self, screen: Screen) -> None:
        self._put("show", screen)

    def light(self, lit: frozenset[int]) -> None:
        self._put("light", lit)

    def storm(self, on: bool) -> None:
        self._put("storm", on)

    def play(self, name: str) -> None:
        self._put("sound", name)

    def lay(self, items: Sequence[Prop]) -> None:
        self._put("lay", tuple(items))

    # ------------------------------------------------------------ what came of it

    def of(self, port: str) -> list[Any]:
        return [output.what for output in self.outputs if output.port == port]

    @property
    def said(self) -> list[str]:
        return self.of("say")

    @property
    def titles(self) -> list[str]:
        """The titles shown, each once for as long as it stands."""
        titles = [str(getattr(screen, "title", "closed")) for screen in self.of("show")]
        return [title for at, title in enumerate(titles) if titles[at - 1 : at] != [title]]

    @property
    def shown(self) -> Screen:
        """What stands on the display."""
        screen: Screen = self.of("show")[-1]
        return screen

    @property
    def names(self) -> list[str]:
        """The names of all decisions opened, in order."""
        return [decision.name for decision in self.asked]

    def lines(self, title: str) -> list[Lines]:
        """Every plain screen of that title."""
        return [one for one in self.of("show") if isinstance(one, Lines) and one.title == title]


class Box:
    """A box with its memory card. Each life begins with what the one before left on the card.

    Like the kernel's cache, which outlives a killed process, the copied files hold whatever was
    written by then, synced or not.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "0"
        self.folder.mkdir(parents=True)
        self.lives: list[Life] = []

    @property
    def path(self) -> Path:
        return self.folder / "journal.sqlite"

    def switched_on(self, lasts: int | None = None, *, journal: bool = True, seed: int = 0) -> Life:
        self.lives.append(Life(self.folder, lasts, journal=journal, seed=seed))
        return self.lives[-1]

    def run(self, life: Life, players: Witness) -> Life:
        """Run a life to its end, and keep what is on the card then."""
        try:
            life.run(players)
        finally:
            left = self.folder
            self.folder = left.with_name(str(len(self.lives)))
            shutil.copytree(left, self.folder)
            if life.journal:
                life.journal.close()
            shutil.rmtree(left)
        return life

    def evening(
        self,
        answers: Mapping[str, Answer] | None = None,
        at: Acts | None = None,
        *,
        journal: bool = True,
    ) -> Life:
        """One life with people who play a short game of seven; see `Players`."""
        life = self.switched_on(journal=journal)
        return self.run(life, Players(life, answers, at))

    def read(self) -> Journal:
        """The journal between two lives; to be closed again."""
        return Journal(self.path)


# ---------------------------------------------------------------- people

Answer: TypeAlias = "Plain | Callable[[Decision], Plain]"
Act: TypeAlias = "Callable[[Life], None] | None"
Acts: TypeAlias = "Mapping[str, Act | tuple[Act, ...]]"


def _victim(decision: Decision) -> Plain:
    """The conspirators agree on the protector named last."""
    assert isinstance(decision.domain, Each)
    assert isinstance(decision.domain.each, OneOf)
    protectors = [seat for seat in decision.domain.each.options if seat not in CONSPIRATORS]
    return {str(seat): protectors[-1] for seat in CONSPIRATORS}


def _accused(decision: Decision) -> Plain:
    assert isinstance(decision.domain, OneOf)
    options = decision.domain.options
    return next((seat for seat in CONSPIRATORS if seat in options), options[0])


def _all_down(decision: Decision) -> Plain:
    assert isinstance(decision.domain, Each)
    return dict.fromkeys(decision.domain.keys, "down")


def _factions(decision: Decision) -> Plain:
    assert isinstance(decision.domain, Each)
    return {key: "conspire" if int(key) in CONSPIRATORS else "protect" for key in decision.domain.keys}


def press_ok(life: Life) -> None:
    life.tap(2.0, PANEL, "ok")

SHORT_GAME: Mapping[str, Answer] = {
    "menu.game": GAME,
    "menu.same": "yes",
    "menu.resume": "resume",
    "option.players": 7,
    "setup.deal": "dealt",
    "setup.factions": _factions,
    "conspiracy": _victim,
    "oracle.first-die": 3,
    "oracle.second-die": 2,
    "action.odin": "pass",
    "action.thor": "pass",
    "action.hel": "pass",
    "council.accuse": 1,
    "council.whom": _accused,
    "council.support": 3,
    "council.vote": _all_down,
}
"""Two rounds, in each of which a conspirator is accused and banished. Everything else is the first
there is, and after the game everybody goes home."""


class Players:
    """People who answer each decision by name, or do something else when it is opened.

    answers: overrides SHORT_GAME. at: what is done instead of an answer when a decision is opened
    the first time, or, in a tuple, the first few times; None for the answer.
    """

    def __init__(
        self, life: Life, answers: Mapping[str, Answer] | None = None, at: Acts | None = None
    ) -> None:
        self._life = life
        self._answers = {**SHORT_GAME, **(answers or {})}
        acts = {"menu.again": Life.stop, **(at or {})}
        self._at = {name: list(act) if isinstance(act, tuple) else [act] for name, act in acts.items()}

    def asked(self, asking: int, decision: Decision) -> None:
        self._life.asked.append(decision)
        acts = self._at.get(decision.name)
        if acts and (act := acts.pop(0)):
            act(self._life)
        else:
            self.press(asking, self.answer(decision), decision)

    def answer(self, decision: Decision) -> Choice | None:
        """What they choose; None where the clock chooses."""
        if isinstance(decision.who, Clock):
            return None
        answer = self._answers.get(decision.name)
        if answer is None:
            assert isinstance(decision.domain, OneOf)
            answer = decision.domain.options[0]
        return Choice(decision.name, answer(decision) if callable(answer) else answer)

    def press(self, asking: int, choice: Choice | None, decision: Decision) -> None:
        if choice is None:
            return
        now = self._life.inbox.now()
        # Whoever accuses lets the others talk first.
        t = now + (30.0 if isinstance(decision.who, First) else 2.0)
        for stroke in presses(decision, choice):
            at = t if stroke.at is None else now + stroke.at
            self._life.inbox.press_at(at, stroke.source, stroke.button, stroke.held, asking)
            t += stroke.held + 0.3

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._life.chosen.append(choice)

    def told(self, event: Any) -> None: ...

    def rested(self, seconds: float) -> None: ...
