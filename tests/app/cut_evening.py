"""Evenings whose power is cut from outside, or whose card fails; each life of the box in its own process.

Each line on standard input is one life, as JSON:

folder:   the state folder. settings: the journal's settings to report; None reports nothing that is found.
game:     what people after `seed` play, to its end; empty to report only what is found.
leave:    the number of choices after which they go home; 0 for the end of the game.
unsynced: what is never synced: ``"journal"``, its commits; ``"results"``; ``"pads"``, the name of their file;
          ``"files"``, everything that SQLite does not write.
plant:    a fault of `crash_plants`; empty for none.
full:     a disk, the decision from which it is full, and the one that makes room again; or nothing.

It announces, a JSON line each, what it finds, every write to the journal before and after, results kept, the
pads of input devices, decisions opened, choices made, faults and warnings; and at the end how it ended.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

# Started by its path, so that only the folder of the tests is known.
sys.path.insert(0, str(Path(__file__).parents[2]))

from gm_appliance.app.evening_settings import EveningSettings, Hooks
from gm_appliance.app.real_table import open_journal
from gm_appliance.core.game import JSON, Choice, Decision, Number, OneOf
from gm_appliance.core.observer import Observer
from gm_appliance.core.results import Result
from gm_appliance.devices.pads.input import numbers
from gm_appliance.games.registry import registered
from gm_appliance.simulator.dealer import unturned
from gm_appliance.simulator.people import People
from gm_appliance.storage import results
from gm_appliance.storage.journal import Journal, writing
from tests.app.crash_plants import PLANTS
from tests.app.fidgety import dealt
from tests.app.life import Life
from tests.app.players import Answer, Players, undone_once

JOURNAL, PADS = "journal.sqlite", "input-pads.json"
WRITES = ("begin", "go_on", "choose", "undo", "draft", "end", "keep_aside", "set_setting")
ROSTER = ("Anna", "Berit", "Carl")
PLAYERS = 7
DEVICES = ("gamepad", "remote", "keypad")
ENOUGH = 8
"""Choices after which a game without an end is ended."""

UNDONE = ("council.support", "final.count", "entry.points")
"""At the first of these decisions in a life the last choice is undone."""


def announce(**what: object) -> None:
    os.write(1, json.dumps(what).encode() + b"\n")


def _announced(name: str) -> Callable[..., Any]:
    right = getattr(Journal, name)

    def call(self: Journal, *given: Any, **named: Any) -> Any:
        announce(goes=name, given=given)
        try:
            got = right(self, *given, **named)
        except OSError:
            announce(failed=name)
            raise
        announce(went=name)
        return got

    return call


class Logged(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        announce(logged=record.getMessage())


def _announce_writes() -> None:
    logging.basicConfig(level=logging.WARNING, handlers=[Logged()])
    for name in WRITES:
        setattr(Journal, name, _announced(name))
    append = results.append

    def appended(path: Path, results: Sequence[Result]) -> None:
        append(path, results)
        announce(results=[one.identity for one in results])

    results.append = appended


def _leave_unsynced(what: Sequence[str]) -> None:
    if "journal" in what:
        writing._SYNCHRONOUS = "OFF"
    if "results" in what:
        results.append = _unsynced(results.append)
    if "pads" in what:
        numbers._sync = lambda folder: None
    if "files" in what:
        os.fsync = lambda fd: None


def _unsynced(right: Callable[..., None]) -> Callable[..., None]:
    def call(*given: Any) -> None:
        fsync, os.fsync = os.fsync, lambda fd: None
        right(*given)
        os.fsync = fsync

    return call


def found(journal: Journal, settings: Sequence[str]) -> dict[str, object]:
    session = journal.running()
    path = journal.path.with_name(results.NAME)
    intact, damaged = results.read(path)
    lines = path.read_bytes().splitlines() if path.exists() else ()
    entries = journal.entries(session.id) if session else ()
    return {
        "kept": [[one.name, one.value] for one in entries],
        "draft": journal.drafted(session.id) if session else None,
        "sessions": [one.status for one in journal.sessions()],
        "settings": {name: journal.setting(name, None) for name in settings},
        "results": [one.identity for one in intact],
        "twice": sum(map(bool, lines)) - len(intact) - len(damaged),
        "boots": journal.boots,
        "damaged": journal.set_aside is not None,
    }


def _players(decision: Decision) -> JSON:
    """PLAYERS, or the minimum if that is not allowed."""
    assert isinstance(decision.domain, Number)
    return PLAYERS if decision.domain.contains(PLAYERS) else decision.domain.lo


def _person(decision: Decision) -> JSON:
    """Choose known people; enter no name."""
    assert isinstance(decision.domain, OneOf)
    first = decision.domain.options[0]
    return first if isinstance(first, int) or "rest" not in decision.domain.options else "rest"


def _in_menu(decision: Decision) -> bool:
    return decision.name.startswith(("menu.", "option."))


@dataclass
class Filling:
    """The disk is full from power on, or from one decision, until another decision. Room that is made
    meanwhile is filled at the next question."""

    disk: str
    begins: str
    ends: str
    full: bool | None = field(default=None, init=False)

    def asked(self, name: str) -> None:
        filling = Path(self.disk, "filling")
        if name == self.begins and self.full is None:
            self.full = True
        elif name == self.ends and self.full:
            self.full = False
            filling.unlink()
        if self.full:
            with suppress(OSError), filling.open("ab", buffering=0) as file:
                while file.write(bytes(1 << 12)):
                    pass


class Company(Observer):
    """People who resume or start the game, play it to its end, and go home. leave: see above."""

    def __init__(self, life: Life, game: str, seed: str, leave: int, filling: Filling) -> None:
        self._life, self._filling = life, filling
        answers: Mapping[str, Answer] = {
            "menu.game": game,
            "menu.again": "again",
            "menu.same": "no",
            "menu.people": "choose",
            "menu.person": _person,
            "option.players": _players,
        }
        # They play again once there is room, which is announced then.
        self._again = filling.ends == "menu.again"
        self._menu = Players(life, answers, {"menu.again": None} if self._again else None)
        self.card_of = dealt(0, PLAYERS).get
        openly, secretly = Random(f"open {seed}"), Random(f"secret {seed}")
        self._people = People(life.inbox, self, openly, secretly)
        self._kept = registered(game).game.kept
        self._left = leave or (0 if self._kept else ENOUGH)
        self._undone = False

    def unturned(self) -> frozenset[int]:
        return unturned(self._life.of("lay")[-1])

    def shown_thumb(self, seat: int) -> None: ...

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._filling.asked(decision.name)
        if self._again and decision.name == "menu.again":
            self._left = 1
        if self._kept or _in_menu(decision):
            announce(asked=decision.name)
        if decision.name in UNDONE and not self._undone:
            self._undone = True
            undone_once(self._life)
        else:
            (self._menu if _in_menu(decision) else self._people).asked(prompt_id, decision)

    def announced(self, name: str) -> None:
        announce(announced=name)

    def chose(self, decision: Decision, choice: Choice) -> None:
        if _in_menu(decision):
            return
        self._people.chose(decision, choice)
        if self._kept:
            announce(chose=[choice.name, choice.value])
        self._left -= 1
        if self._left == 0:
            self._life.stop()


def _came(folder: Path, seed: str) -> dict[str, object]:
    """Plug input devices in, in any order; returns their pads."""
    pads, rng = numbers.PadNumbers(folder / PADS), Random(f"pads {seed}")
    come = rng.sample(DEVICES, rng.randint(0, len(DEVICES)))
    return {one: pads.came(one, f"kind of {one}", sleeps=False, places=1)[0] for one in come}


def live(
    folder: Path,
    game: str,
    seed: str,
    unsynced: Sequence[str],
    settings: Sequence[str] | None,
    plant: str,
    leave: int,
    full: Sequence[str],
) -> None:
    _leave_unsynced(unsynced)
    _announce_writes()
    if plant:
        PLANTS[plant]()
    filling = Filling(*full or ("", "", ""))
    filling.asked("power on")
    table = Life(folder, seed=seed, settings=EveningSettings(roster=ROSTER, teach=False))
    with open_journal(folder / JOURNAL, table.fault) as journal:
        if settings is not None:
            announce(found=found(journal, settings), pads=_came(folder, seed) if game else {})
        if game:
            people = Company(table, game, seed, leave, filling)
            table.run(people, journal, Hooks(playing=lambda game: announce(playing=game)))


def main() -> None:
    for line in sys.stdin:
        life = json.loads(line)
        child = os.fork()
        if not child:
            live(Path(life.pop("folder")), **life)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        announce(ended="killed" if killed else "in order" if status == 0 else "badly")


if __name__ == "__main__":
    main()
