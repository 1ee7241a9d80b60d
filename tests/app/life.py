"""Whole evenings in virtual time: button edges in, everything that leaves a port out, and power cuts.

A `Box` is the memory card, which survives power cuts. A `Life` is the box from power-on to power-off. The
observer it is run with presses the buttons; see `players`, `fidgety` and `mash_table`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from gm_appliance.app.evening import NO_HOOKS, Evening
from gm_appliance.app.evening_settings import Environment, EveningSettings, Hooks
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.observer import Observer, Observers
from gm_appliance.core.ports import Fault, Input, Ports, Stop, estimated_length
from gm_appliance.devices.inbox import TimeSource, VirtualClock
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.devices.sound.voice import SilentVoice
from gm_appliance.pickers.presses import TAP
from gm_appliance.storage.journal import Journal
from gm_appliance.testing.clock import WatchfulInbox
from gm_appliance.testing.heard import Ears, Heard, What, fits
from tests.app.watched_journal import Kept, WatchedJournal

USUAL = EveningSettings(teach=False)
"""The settings of an evening among people who know all games."""


class PowerCut(BaseException):
    """Power is cut: nothing after this point happens."""


class Output(NamedTuple):
    t: float
    port: str
    what: Any


class _Ears(Ears):
    """on: called with each record."""

    def __init__(self, now: Callable[[], float], on: Callable[[Any], None]) -> None:
        super().__init__(now)
        self._on = on

    def _hear(self, what: Any) -> None:
        super()._hear(what)
        self._on(what)


class _Inbox(WatchfulInbox):
    """An inbox that records every prompt's number. ends_at: what happens when."""

    def __init__(self, clock: TimeSource, tick: Callable[[], None]) -> None:
        super().__init__(clock)
        self._tick = tick
        self.prompt_ids: list[int] = []
        self.ends_at: tuple[float, Callable[[], None]] | None = None

    def wait(self, until: float | None) -> Input | None:
        while self.ends_at and (until is None or until >= self.ends_at[0]):
            got = super().wait(self.ends_at[0])
            if got is not None:
                return got
            end, self.ends_at = self.ends_at[1], None
            end()
        return super().wait(until)

    def ask(self, prompt_id: int, beat: int) -> None:
        self._tick()
        if prompt_id not in self.prompt_ids[-1:]:
            self.prompt_ids.append(prompt_id)
        super().ask(prompt_id, beat)


# Many attributes: what a life does, and what came of it.
class Life(SilentVoice, SilentMixer):
    """The box from power-on until power is cut or it is stopped.

    lasts:   the number of calls to ports and journal until power is cut; None for never.
    clock:   instead of one that jumps to what is due next.
    asked, chosen: every decision opened, every choice made.
    open:    the game's decision opened last, and the choices made by then.
    uncommitted: choices from which something followed before they were in the journal.
    """

    def __init__(
        self,
        folder: Path,
        lasts: int | None = None,
        *,
        journal: bool = True,
        seed: int | str = 0,
        settings: EveningSettings = USUAL,
        clock: TimeSource | None = None,
    ) -> None:
        self._lasts = lasts
        self._seed, self._settings = seed, settings
        self.ticks = 0
        self.outputs: list[Output] = []
        self.asked: list[Decision] = []
        self.asked_at: list[int] = []
        self.chosen: list[Choice] = []
        self.open: tuple[Decision, list[Kept]] | None = None
        self.uncommitted: list[str] = []
        self._on_the_side: set[str] = set()
        self.ended = ""
        self.inbox = _Inbox(clock or VirtualClock(), self.tick)
        self._ears = _Ears(self.inbox.now, self._hears)
        self.journal: WatchedJournal | None = None
        self._folder = folder
        self._remembers = journal
        self._last: What | None = None

    def tick(self) -> None:
        self.ticks += 1
        if self.ticks == self._lasts:
            self.cut()

    def run(self, players: Observer, journal: Journal | None = None, hooks: Hooks = NO_HOOKS) -> None:
        """Run until power is cut or the evening ends; `ended` says which. journal: not a watched one."""
        ports = Ports(self.inbox, self, self, self, self, self)
        environment = Environment(Random(f"chance {self._seed}"))
        observers = Observers(self._ears, players)
        try:
            if self._remembers and not journal:
                journal = self.journal = WatchedJournal(self._folder / "journal.sqlite", self.tick)
            Evening(ports, journal, observers, self.fault, self._settings, hooks, environment).run()
            self.ended = "in order"
        except PowerCut:
            self.ended = "power cut"

    def open_now(self, decision: Decision) -> None:
        self.asked.append(decision)
        self.asked_at.append(len(self.outputs))
        if decision.name in self._on_the_side:
            return
        self._on_the_side = {
            "questions",
            "language",
            "leave.setup",
            "leave.end",
            *(one.name for one in decision.on_request),
        }
        if self.journal and not decision.name.startswith(("menu.", "option.", "end.")):
            self.open = decision, self.journal.standing

    def chose(self, choice: Choice) -> None:
        self.chosen.append(choice)
        last = self.journal.standing[-1:] if self.journal else []
        if [(one.name, one.value) for one in last] != [(choice.name, choice.value)]:
            self.uncommitted += [] if choice.name.startswith(("menu.", "option.")) else [choice.name]

    def fault(self, part: str, what: str) -> None:
        self.inbox.post(Fault(part, what))

    def stop(self) -> None:
        self.inbox.post(Stop())

    def cut(self) -> None:
        raise PowerCut

    def stop_in(self, seconds: float) -> None:
        self.inbox.ends_at = self.inbox.now() + seconds, self.stop

    def cut_at(self, what: What) -> None:
        self._last = what

    def _hears(self, what: Any) -> None:
        if self._last is not None and fits(self._last, what):
            raise PowerCut

    def tap(self, delay: float, source: int, button: str, held: float = TAP) -> None:
        self.inbox.press_at(self.inbox.now() + delay, source, button, held)

    def _put(self, port: str, what: Any) -> None:
        self.tick()
        self.outputs.append(Output(self.inbox.now(), port, what))

    def say(self, text: str) -> float:
        self._put("say", text)
        seconds = estimated_length(text)
        self._ears.say(text, seconds)
        return seconds

    def hush(self) -> None:
        self._put("hush", None)
        self._ears.hush()

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

    def of(self, port: str) -> list[Any]:
        return [output.what for output in self.outputs if output.port == port]

    @property
    def heard(self) -> list[Heard]:
        return self._ears.heard

    @property
    def quiet_at(self) -> float:
        """When everything said so far ends."""
        return max((end for _at, _begin, end in self._ears._spoken), default=0.0)

    def all_heard(self, what: What) -> list[Any]:
        return self._ears.of(what)

    def heard_in_order(self, *what: What) -> bool:
        rest = iter(self._ears.heard)
        return all(any(fits(one, other.what) for other in rest) for one in what)

    @property
    def said(self) -> list[str]:
        return self.of("say")

    @property
    def shown(self) -> Screen:
        screen: Screen = self.of("show")[-1]
        return screen

    def shown_at(self, number: int) -> Screen | None:
        """The first screen after this many decisions were opened; None if there was none."""
        since = self.outputs[self.asked_at[number] :]
        return next((output.what for output in since if output.port == "show"), None)

    @property
    def names(self) -> list[str]:
        return [decision.name for decision in self.asked]


class Box:
    """A box with its memory card. Each life begins with the card the one before left. The copied files
    contain everything written by then, synced or not, like the kernel's cache after a kill."""

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

    def run(self, life: Life, players: Observer) -> Life:
        try:
            life.run(players)
        finally:
            left = self.folder
            self.folder = left.with_name(str(int(left.name) + 1))
            shutil.copytree(left, self.folder)
            if life.journal:
                life.journal.close()
            shutil.rmtree(left)
        return life

    def read(self) -> Journal:
        return Journal(self.path)
