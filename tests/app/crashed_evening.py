"""A box each of whose lives is a process, forked from one that has imported and cached everything: for
`test_crash`.

Standard input is a socket. It takes a JSON line for each life to start, and it and every life announce there
what happens. A life waits for a line before it does anything, so that strace can be attached. Announcements
and the log use ``send``, so that every write of the process is to its state.
"""

from __future__ import annotations

import ctypes
import gc
import json
import logging
import os
import socket
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

# Started by its path, so that only the folder of the tests is known.
sys.path.insert(0, str(Path(__file__).parents[2]))

from gm_appliance.app.clock import WallClock
from gm_appliance.app.evening import Evening
from gm_appliance.app.evening_settings import Environment, EveningSettings, Hooks
from gm_appliance.app.real_table import open_journal
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import JSON, Choice, Decision
from gm_appliance.core.observer import Observer, Observers
from gm_appliance.core.ports import PANEL, Ports
from gm_appliance.pickers import presses
from gm_appliance.pickers.presses import Stroke
from gm_appliance.storage.results import NAME as RESULTS
from gm_appliance.storage.session_log import JournalSessionLog
from gm_appliance.testing.life import Life, PowerCut
from gm_appliance.testing.players import Acts, Answer, Players, undone_once
from tests.app.crash_plants import PLANTS

TABLE = socket.socket(fileno=os.dup(0))
TRACED_BY_ANYBODY = (0x59616D61, -1)  # PR_SET_PTRACER, PR_SET_PTRACER_ANY: some kernels ask


def announce(**what: object) -> None:
    TABLE.sendall(json.dumps(what).encode() + b"\n")


def told() -> str:
    """The next line; empty at the end. It is read byte by byte, since the rest is for another process."""
    line = b""
    while (one := TABLE.recv(1)) not in (b"", b"\n"):
        line += one
    return line.decode()


class Logged(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        announce(logged=record.getMessage(), level=record.levelname)


class Lowest(Random):
    """Dice that always show the lowest number."""

    def random(self) -> float:
        return 0.0

    def getrandbits(self, bits: int, /) -> int:
        return 0


class Calendar(WallClock):
    """A clock that shows `noon` at power on."""

    def __init__(self, noon: float, since: Callable[[], float]) -> None:
        super().__init__(Path("/nowhere"))
        self._noon = noon
        self._since = since

    def now(self) -> float:
        return self._noon + self._since()


class Announcing(Observer):
    """An observer that announces everything."""

    def asked(self, prompt_id: int, decision: Decision) -> None:
        announce(asked=decision.name, prompt_id=prompt_id)

    def chose(self, decision: Decision, choice: Choice) -> None:
        announce(chose=choice.name, value=choice.value)

    def told(self, event: Any) -> None:
        announce(told=type(event).__name__)

    def announced(self, name: str) -> None:
        announce(announced=name)


class Box(Life):
    """The box as the real table wires it, at a table on virtual time.

    noon: the time of day at power on.
    entered: the draft with which the last prompt opened; people continue from it.
    """

    def __init__(self, folder: Path, noon: float) -> None:
        super().__init__(folder)
        self._calendar = Calendar(noon, self.inbox.now)
        self._played = False
        self.entered: JSON = None
        self._crowd: Crowd | None = None

    def live(self, crowd: Crowd) -> None:
        """From power on until they go home."""
        self._crowd = crowd
        journal = open_journal(self._folder / "journal.sqlite", self.fault)
        ports = Ports(self.inbox, self, self, self, self, self)
        watching = Observers(Announcing(), self._ears, crowd)
        evening = Evening(
            *(ports, journal, watching, self.fault),
            EveningSettings(levels={"volume": 100, "rate": 160}, roster=("Anna", "Bo"), teach=False),
            Hooks(playing=self._playing),
            Environment(Lowest(0), self._calendar),
        )
        try:
            evening.run()
        finally:
            journal.close()

    @property
    def finished(self) -> bool:
        """Whether a game was played to its end, in this life or before."""
        results = self._folder / RESULTS
        return self._played or (results.exists() and results.stat().st_size > 0)

    def _playing(self, game: str) -> None:
        self._played |= not game
        announce(playing=game)

    def show(self, screen: Screen) -> None:
        super().show(screen)
        assert self._crowd
        self._crowd.looks()

    def volume(self, percent: int) -> None:
        announce(volume=percent)

    def cut(self) -> None:
        announce(ended="power cut")
        os._exit(0)


class Rehearsed(Box):
    """A box that runs before all others, to fill caches."""

    def cut(self) -> None:
        raise PowerCut


# ---------------------------------------------------------------- the people


def asks_something(life: Life) -> None:
    life.tap(2.0, PANEL, "back")


@dataclass(frozen=True)
class Played:
    """How a game is played here.

    answers: by the names of the decisions, as for `Players`. acts: what is done instead, the first time.
    cut:     the number of its decisions after which the power goes; all lives start with what was kept then.
             0: they start with nothing.
    home:    everybody goes home at this decision of the next game.
    """

    answers: Mapping[str, Answer]
    acts: Acts
    cut: int
    home: str


GAMES: Mapping[str, Played] = {
    "gotterdammerung": Played(
        {"option.dice": "own", "menu.people": "none"},
        {"action.odin": (asks_something, None), "council.support": (undone_once, None)},
        21,
        "setup.deal",
    ),
    "thor": Played(
        {"option.players": 3, "option.mode": "live", "menu.people": "none"},
        {"turn.offer": (asks_something, None), "turn.take": (undone_once, None)},
        30,
        "turn.take",
    ),
    "scorepad": Played(
        {
            **{"option.players": 2, "option.mode": "round", "option.wins": "highest"},
            **{"option.until": "rounds", "option.rounds": 2, "dealer.first": 1, "entry.points": 3},
            **{"reached.rounds": "end", "final.read": "done"},
        },
        {"entry.points": (asks_something, None), "reached.rounds": (undone_once, None)},
        0,
        "entry.points",
    ),
}
"""Each from its middle to its end and into the next one; the score pad from the box's first start on.
Meanwhile the volume is changed and a choice undone."""


class Crowd(Players):
    """They resume the interrupted game, play it to its end, start it again, and go home.

    If no game can be resumed and none is finished, they go home at once.
    begin: they start the game, until the power goes. filling: somebody fills the disk, and makes room.
    """

    def __init__(self, box: Box, game: str, *, begin: bool = False, filling: Filling | None = None) -> None:
        self._box = box
        self._filling = filling
        self._game = GAMES[game]
        self._left = self._game.cut if begin else None
        self._turned = False
        self._asked: tuple[int, Decision] | None = None
        menu: dict[str, Answer] = {"menu.game": game, "menu.again": "again", "menu.resume": "resume"}
        asked: dict[str, Answer] = {"questions": self._question, "volume": 90}
        acts = {"menu.again": None, **({} if begin else self._game.acts)}
        super().__init__(box, {**menu, **asked, **self._game.answers}, acts)

    def _question(self, decision: Decision) -> JSON:
        before, self._turned = self._turned, True
        return "back" if before else "volume"

    def asked(self, prompt_id: int, decision: Decision) -> None:
        if self._filling:
            self._filling.asked(decision.name)
        if self._left is not None and not decision.name.startswith(("menu.", "option.")):
            self._left -= 1
        if self._left == 0:
            self._box.cut()
        finished = self._box.finished
        lost = decision.name == "menu.game" and self._left is None and self._game.cut and not finished
        if lost or (finished and decision.name == self._game.home):
            self._box.stop()
        elif decision.beats:
            super().asked(prompt_id, decision)
        else:
            self._asked, self._box.entered = (prompt_id, decision), None

    def looks(self) -> None:
        """The display shows the prompt and its draft: they continue from there."""
        if self._asked is None:
            return
        (prompt_id, decision), self._asked, at = self._asked, None, self._box.entered
        now = self._box.inbox.now()
        if not isinstance(at, int) or at < 0:
            super().asked(prompt_id, decision)
        else:
            t = now + 2.0
            for stroke in self._strokes(decision, at):
                self._box.inbox.press_at(t, stroke.source, stroke.button, stroke.held, prompt_id)
                t += stroke.held + 0.3
        if decision.said_first:
            # What was not said before, as where news was, is said now instead of being chosen.
            *_moves, chosen = self._strokes(decision)
            self._box.inbox.press_at(now + 30.0, chosen.source, chosen.button, chosen.held, prompt_id)

    def _strokes(self, decision: Decision, at: int | None = None) -> tuple[Stroke, ...]:
        choice = self.answer(decision)
        assert choice
        return presses(decision, choice, at=at)


# ---------------------------------------------------------------- lives


@dataclass
class Filling:
    """The disk is full from power on, or from one decision, until another decision.

    Room that is made meanwhile is filled at the next question.
    """

    disk: Path
    begins: str
    ends: str
    full: bool | None = None

    def asked(self, name: str) -> None:
        filling = self.disk / "filling"
        if name == self.begins and self.full is None:
            self.full = True
        elif name == self.ends and self.full:
            self.full = False
            filling.unlink()
        if self.full:
            with suppress(OSError), filling.open("ab", buffering=0) as file:
                while file.write(bytes(1 << 12)):
                    pass


def live(
    folder: str,
    game: str,
    noon: float,
    begin: bool = False,
    plant: str = "",
    full: tuple[str, str, str] | None = None,
) -> None:
    """One life, which announces its end.

    begin: they start the game, until the power goes. full: as in `Filling`.
    """
    ctypes.CDLL(None).prctl(*TRACED_BY_ANYBODY)
    announce(pid=os.getpid())
    told()
    if plant:
        PLANTS[plant]()
    box = Box(Path(folder), noon)
    see_what_is_entered(box)
    filling = Filling(Path(full[0]), *full[1:]) if full else None
    try:
        if filling:
            filling.asked("power on")
        box.live(Crowd(box, game, begin=begin, filling=filling))
        announce(ended="in order")
    except BaseException:
        announce(ended=traceback.format_exc())


def forked(told_to: Mapping[str, Any]) -> int:
    """Run a life in a forked process; returns its exit status."""
    child = os.fork()
    if not child:
        live(**told_to)
        os._exit(0)
    return os.waitpid(child, 0)[1]


def see_what_is_entered(box: Box) -> None:
    right = JournalSessionLog.drafted

    def drafted(self: JournalSessionLog, name: str) -> JSON:
        box.entered = right(self, name)
        return box.entered

    JournalSessionLog.drafted = drafted  # type: ignore[method-assign]


def warm_up() -> None:
    """Import and cache what a first life needs."""
    for game in GAMES:
        with TemporaryDirectory() as folder:
            for begin in (True, False):
                box = Rehearsed(Path(folder), 0.0)
                with suppress(PowerCut):
                    box.live(Crowd(box, game, begin=begin))
    gc.freeze()


def main() -> None:
    warm_up()
    announce(warm=True)
    logging.basicConfig(level=logging.INFO, handlers=[Logged()])
    while line := told():
        announce(over=forked(json.loads(line)))


if __name__ == "__main__":
    main()
