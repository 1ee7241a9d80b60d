"""One evening through the real host, on virtual time, with every port written down."""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from gm_appliance.core import language
from gm_appliance.core.game import JSON, Choice, Game, Outcome
from gm_appliance.core.language import SOURCE, load
from gm_appliance.core.narration import Narration
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Ports
from gm_appliance.core.values import Value
from gm_appliance.devices.inbox import Starved
from gm_appliance.games.registry import registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host, OwnChoices, Stopped
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.session_log import JournalSessionLog, NullSessionLog, SessionLog
from tests.secrecy.crowd import Crowd
from tests.secrecy.drawn import Evening, Secrets
from tests.secrecy.hands import Hands
from tests.secrecy.ledger import Fact, Ledger
from tests.secrecy.outputs import ENGINES, Console, LogPort, Output, Outputs, TableClock, Voice
from tests.secrecy.windows import Window

GAME = "gotterdammerung"


class Box(Value):
    """What is under test; a planted leak replaces some of it."""

    game: Game[Any, Any]
    narration: Narration
    host: type[Host] = Host
    language: str = SOURCE


def the_box(tag: str = SOURCE) -> Box:
    return Box(registered(GAME).game, registered(GAME).narration(tag), language=tag)


@dataclass
class Run:
    """What came of an evening.

    published: every fact of the hand-written list with its time.
    broken:    what no run may do, whatever another does.
    standing:  how many choices stand, and since when.
    retold:    the last game as `gm-appliance replay` tells it, where it was asked.
    windows:   the secret windows that ran to their end, and when that was.
    stamps:    when presses began to carry which prompt and beat.
    waits:     how often the host waited for an input, by prompt and beat.
    late:      how many presses were let go of only after their prompt was over.
    cards:     the faction cards as dealt. over: the game was played to its end.
    """

    outputs: list[Output] = field(default_factory=list)
    published: list[tuple[float, Fact]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    standing: list[tuple[float, int]] = field(default_factory=list)
    retold: list[str] = field(default_factory=list)
    windows: list[tuple[float, Window]] = field(default_factory=list)
    stamps: list[tuple[float, int, int]] = field(default_factory=list)
    waits: Counter[tuple[int, int]] = field(default_factory=Counter)
    cards: dict[int, str] = field(default_factory=dict)
    late: int = 0
    exit: object = None
    over: bool = False
    befell: list[tuple[float, str]] = field(default_factory=list)


class Book:
    """The host's session log, and the harness's: whatever is chosen here is entered in the ledger."""

    def __init__(self, kept: SessionLog, run: Run, crowd: Crowd, clock: TableClock, evening: Evening) -> None:
        self._kept = kept
        self._run = run
        self._crowd = crowd
        self._clock = clock
        self._ledgers = [Ledger(evening.players, evening.options)]
        crowd.pads = self._ledgers[-1].pads

    def choose(self, choice: Choice, secret: bool) -> None:
        self._kept.choose(choice, secret)
        ledger, window = self._ledgers[-1], self._crowd.window
        if secret:
            assert window is not None
            if choice.name == "conspiracy" and [one.about for one in window.listening()] != ledger.asgard():
                self._run.broken.append("the roll call and the ledger know another Asgard")
            window = window.until(self._clock.now())
            ledger, facts = ledger.after(choice.name, None, window.presses, window.listening())
            self._run.windows.append((self._clock.now(), window))
        else:
            ledger, facts = ledger.after(choice.name, choice.value, (), ())
        self._ledgers.append(ledger)
        self._stands()
        self._run.published += [(self._clock.now(), fact) for fact in facts]

    def undo(self) -> None:
        self._kept.undo()
        if self._ledgers.pop().final:
            self._run.broken.append("a step that read the factions was taken back")
        self._stands()

    def _stands(self) -> None:
        self._crowd.pads = self._ledgers[-1].pads
        self._run.standing.append((self._clock.now(), len(self._ledgers) - 1))

    def ended(self, outcome: Outcome) -> None:
        facts = [fact for _t, fact in self._run.published[-2:]]
        known = outcome.facts["factions"]
        assert isinstance(known, dict)
        if not known:
            return  # Without pads the box never heard them.
        factions = sorted((int(seat), faction) for seat, faction in known.items())
        if facts != [("won", *outcome.winners), ("factions", *factions)]:
            self._run.broken.append("the box and the ledger know another end")

    def draft(self, name: str, value: JSON) -> None:
        self._kept.draft(name, value)

    def drafted(self, name: str) -> JSON:
        return self._kept.drafted(name)


def play(
    evening: Evening,
    secrets: Secrets,
    box: Box,
    journal: Journal | None = None,
    crowd_of: type[Crowd] = Crowd,
    cost: float = 0.0,
) -> Run:
    """Play one evening of a run's secrets in this box.

    crowd_of: who presses. cost: seconds the box needs for every input.
    """
    clock = TableClock(cost)
    hands, outputs = Hands(clock), Outputs(clock.now)
    crowd = crowd_of(hands, evening, secrets)
    run = Run(outputs.list, stamps=hands.inbox.stamps, waits=hands.inbox.waits, cards=crowd.cards)
    book = Book(_session_log(evening, journal, clock), run, crowd, clock, evening)
    chance = evening.random("chance")

    own = OwnChoices(lambda decision: decision.domain.sample(chance))
    voice = Voice(outputs.put, ENGINES[evening.voice])
    ports = Ports(hands.inbox, outputs, outputs, voice, outputs, outputs)
    host = box.host(ports, Announcements(load(box.language)), count(1), own, crowd)
    started = Play(box.game, box.game.complete(evening.options))

    def main() -> None:
        if (outcome := host.run(started, box.narration, book)) is not None:
            run.over = True
            book.ended(outcome)

    with written_down(outputs, evening.log_level):
        run.exit = exit_code(main)
    run.late = hands.let_go_late
    outputs.put("exit", str(run.exit).encode())
    return run


def _session_log(evening: Evening, journal: Journal | None, clock: TableClock) -> SessionLog:
    if journal is None:
        return NullSessionLog()
    game = registered(GAME).game

    def begin() -> int:
        return journal.begin(GAME, game.rules, dict(evening.options), "en", clock.now())

    session_log = JournalSessionLog(journal, 0, begin, lambda part, what: None, clock.now)
    session_log.open()
    return session_log


def exit_code(main: Callable[[], None]) -> object:
    """What the process would end with, its last words said as Python says them."""
    try:
        main()
    except Stopped:
        return 0
    except SystemExit as wish:
        return wish.code
    except Starved:
        return "starved"
    except Exception:
        traceback.print_exc()
        return 1
    return 0


@contextmanager
def written_down(outputs: Outputs, log_level: int) -> Iterator[None]:
    """The log from this level on, standard output and standard error, as ports.

    Not what a translation lacks: that is logged once in a process, and two runs share one.
    """
    root, handler = logging.getLogger(), LogPort(outputs)
    handler.addFilter(lambda record: record.name != language.__name__)
    before = root.level
    root.addHandler(handler)
    root.setLevel(log_level)
    try:
        with redirect_stdout(Console(outputs, "stdout")), redirect_stderr(Console(outputs, "stderr")):
            yield
    finally:
        root.setLevel(before)
        root.removeHandler(handler)
