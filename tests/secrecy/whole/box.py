"""The whole box on virtual time: an evening from power on to power off, every driver at work.

Real are the menu, the journal, the host, the voice's queue and renderer, the mixer and its masking noise,
the display's keeper and driver, the panel's contacts, the pads' reader, both ends of the link, the hub's
firmware, the room and its page, and every log. Models are the bus, the card, the engine and the circuit.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from gm_appliance.app import evening as app
from gm_appliance.app import real_table
from gm_appliance.config import _with_default
from gm_appliance.core.cues import Prop, Screen
from gm_appliance.core.game import Choice, Decision, Game, Outcome
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL, Fault, Ports, Stop
from gm_appliance.devices import panel as panel_module
from gm_appliance.devices.display import drawing, oled
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.devices.pads import reader
from gm_appliance.devices.sound import mixer as mixer_module
from gm_appliance.devices.sound import renderer as renderer_module
from gm_appliance.devices.sound.voice import SpeechVoice
from gm_appliance.games.registry import registered
from gm_appliance.simulator.mirrored import CaptionedVoice, MirroredMixer
from gm_appliance.simulator.room import Room
from gm_appliance.storage.journal import Journal, writing
from gm_appliance.storage.session_log import JournalSessionLog
from tests.secrecy.crowd import Crowd
from tests.secrecy.drawn import Evening, Secrets
from tests.secrecy.evening import GAME, Book, Run, exit_code, written_down
from tests.secrecy.hands import Diary, Hands, Key
from tests.secrecy.outputs import TableClock
from tests.secrecy.whole.hub import Cable, SeatHub
from tests.secrecy.whole.parts import (
    Engine,
    Record,
    RecordingBus,
    RecordingCard,
    VirtualPads,
    page_of,
    traced_connect,
    write_wav,
)
from tests.secrecy.whole.workers import LivelyClock, worker_on

CHATTER = panel_module.CHATTER

APART = 0.05
"""Seconds between a press and a beat, and between two presses of one button.

Nearer than that, contacts and cable decide what a press belongs to, and the ledger knows neither."""

LONGEST = 50.0
"""Seconds a button is held at most: after a minute it counts as stuck, which the box may tell."""

STORM = (24.0, 24.0, 24.0)
"""Seconds of the segments of storm that are made."""


# ---------------------------------------------------------------- people


class RoomyDiary(Diary):
    """A diary that keeps presses apart from each other and from the beats. beats: absolute times."""

    def __init__(self) -> None:
        super().__init__()
        self.beats: list[float] = []

    def enter(self, key: Key, begins: float, ends: float) -> bool:
        if any(abs(begins - beat) < APART for beat in self.beats):
            return False
        return super().enter(key, begins - APART, ends + APART)


class WholeHands(Hands):
    """Fingers on real contacts. panel: told of a pin; hub: of a switch's contact."""

    panel: Callable[[str, bool], None]
    hub: Callable[[int, str, bool], None]

    def press(self, t: float, key: Key, held: float, prompt_id: int | None = None) -> None:
        def press() -> None:
            if prompt_id in (None, self.inbox.prompt_id):
                self._move(key, True)
                self.clock.at(t + min(held, LONGEST), release)

        def release() -> None:
            self.let_go_late += prompt_id not in (None, self.inbox.prompt_id)
            self._move(key, False)

        self.clock.at(t, press)

    def _move(self, key: Key, down: bool) -> None:
        source, button = key
        if source:
            self.hub(source, button, down)
        else:
            self.clock.at(self.clock.now() + CHATTER, lambda: self.panel(button, down))


class Guests(Crowd):
    """The crowd, who first find their game in the menu, and go home after it."""

    def __init__(self, hands: Hands, evening: Evening, secrets: Secrets) -> None:
        super().__init__(hands, evening, secrets)
        self._openly, self._secretly = RoomyDiary(), RoomyDiary()
        self._began = False

    def asked(self, prompt_id: int, decision: Decision) -> None:
        beats = [self._now() + beat.at for beat in decision.beats]
        for diary in (self._openly, self._secretly):
            assert isinstance(diary, RoomyDiary)
            diary.beats = beats
        if not decision.name.startswith(("menu.", "option.")):
            self._began = True
            super().asked(prompt_id, decision)
        elif self._began:
            self._hands.post(self._now() + 5.0, Stop())
        else:
            self._tap(self._now() + 1.0, PANEL, "ok", prompt_id=prompt_id)

    def chose(self, decision: Decision, choice: Choice) -> None:
        if self._began:
            super().chose(decision, choice)

    def announced(self, name: str) -> None:
        """Somebody sees that it is still paused: REPEAT beside BACK is swallowed by the guarded hold."""
        if "paused" in name:
            for after in (30.0, 61.0):
                self._tap(self._now() + after, PANEL, "repeat")


# ---------------------------------------------------------------- the evening, with its ledger


class LedgerLog(Book):
    """What the evening takes for its session log."""

    def end(self, facts: Mapping[str, Any]) -> None:
        kept: Any = self._kept
        kept.end(facts)
        self.ended(Outcome(tuple(facts["winners"]), str(facts["reason"]), facts))

    def retry(self) -> bool:
        kept: Any = self._kept
        return bool(kept.retry())


class WrittenEvening(app.Evening):
    """The evening; whatever is chosen is entered in a ledger too."""

    book: Callable[[JournalSessionLog], Any]

    def _session_log(self, play: Play, waiting: app.Interrupted | None) -> Any:
        log = super()._session_log(play, waiting)
        return log and self.book(log)


def game_of(evening: Evening) -> Game[Any, Any]:
    """The game, its options standing as this evening has them."""
    game = registered(GAME).game
    options = (_with_default(one, evening.options.get(one.name, one.default)) for one in game.options)
    return replace(game, options=tuple(options))


# ---------------------------------------------------------------- all of it


@dataclass
class Table:
    """All parts of a box that is being played at, for whoever plants something."""

    clock: TableClock
    hands: WholeHands
    record: Record
    guests: Guests
    room: Any = None
    mixer: Any = None
    renderer: Any = None
    display: Any = None
    panel: Any = None
    pads: Any = None
    hub: Any = None
    journal: Any = None
    evening: Any = None


Plant = Callable[[Table], None]
"""Changes something about a table that is ready to be played at."""


def play_whole(evening: Evening, secrets: Secrets, folder: Path, plant: Plant | None = None) -> Run:
    """Play an evening of a run's secrets in a whole box; `folder` is empty, and on no disk."""
    clock = LivelyClock()
    hands, record = WholeHands(clock), Record(clock.now)
    guests = Guests(hands, evening, secrets)
    run = Run(record.list, stamps=hands.inbox.stamps, waits=hands.inbox.waits, cards=guests.cards)
    table = Table(clock, hands, record, guests)
    with ExitStack() as stack:
        stack.enter_context(written_down(record, logging.NOTSET))
        stack.enter_context(on_virtual_time(table))
        _furnish(stack, table, evening, secrets, folder, run)
        if plant:
            plant(table)
        run.exit = exit_code(table.evening.run)
    run.late = hands.let_go_late
    record.put("exit", str(run.exit).encode())
    return run


_draw = lru_cache(maxsize=20_000)(drawing.draw)
_frame = lru_cache(maxsize=20_000)(drawing.frame)


def _drawn(screen: Screen, **settings: bool) -> Any:
    return _draw(screen, **settings).copy()


@contextmanager
def on_virtual_time(table: Table) -> Iterator[None]:
    """Threads, clocks, chance and children of all parts, replaced by the table's."""
    clock, at_once = table.clock, SimpleNamespace(Thread=_AtOnce)
    now = SimpleNamespace(monotonic=clock.now, time=clock.now)
    worker = worker_on(clock)
    with ExitStack() as stack:
        for module in (mixer_module, oled, panel_module, reader, renderer_module):
            stack.enter_context(patch.object(module, "Worker", worker))
        for timed in (mixer_module, reader, renderer_module, app):
            stack.enter_context(patch.object(timed, "time", now))
        replaced: list[tuple[Any, str, object]] = [
            (mixer_module, "threading", at_once),
            (mixer_module, "make_sounds", _make_sounds),
            (renderer_module, "ask_child", Engine(table.record, clock).ask),
            (oled, "draw", _drawn),
            (writing, "connect", traced_connect(table.record)),
            (app, "randbits", lambda bits: 1),
        ]
        for owner, name, instead in replaced:
            stack.enter_context(patch.object(owner, name, instead))
        yield


class _AtOnce:
    """A thread that has done all before it is started."""

    def __init__(self, target: Callable[..., object], args: tuple[object, ...], **_more: object) -> None:
        self.start = partial(target, *args)


def _make_sounds(cache: Path, _names: object, supply: Callable[[str, Path], None], _closing: object) -> None:
    segments = {f"storm-{n:02}": seconds for n, seconds in enumerate(STORM)}
    for name, seconds in {"horn": 1.0, "thunder": 4.0, **segments}.items():
        path = cache / f"{name}.wav"
        write_wav(path, seconds)
        supply(name, path)


class _Both:
    """The display and the lamps: the real ones, and the room's."""

    def __init__(self, room: Room, display: Any, pads: Any) -> None:
        self._room, self._display, self._pads = room, display, pads

    def show(self, screen: Screen) -> None:
        self._room.show(screen)
        self._display.show(screen)

    def light(self, lit: frozenset[int]) -> None:
        self._room.light(lit)
        self._pads.light(lit)

    def lay(self, items: tuple[Prop, ...]) -> None:
        self._room.lay(items)


def _furnish(
    stack: ExitStack, table: Table, evening: Evening, secrets: Secrets, folder: Path, run: Run
) -> None:
    clock, record, inbox = table.clock, table.record, table.hands.inbox

    def fault(part: str, what: str) -> None:
        inbox.post(Fault(part, what))

    table.journal = stack.enter_context(Journal(folder / "state" / "journal.sqlite"))
    table.room = Room(
        inbox.press, _frame, seats=evening.players, rng=secrets.random(evening, "cards"), now=clock.now
    )
    table.room.enter(page_of(record))
    table.display = oled.open_display(DisplaySettings(), fault, clock.now, RecordingBus(record))
    stack.callback(table.display.close)
    voice = _sound(stack, table, folder, fault)
    _wire_pads(stack, table, evening)
    waking: Any = real_table._Waking(inbox, table.display.wake)
    table.panel = panel_module.Panel(waking)
    table.panel.start()
    stack.callback(table.panel.close)
    table.hands.panel = table.panel._notice
    both: Any = _Both(table.room, table.display, table.pads)
    ports = Ports(
        inbox, both, both, CaptionedVoice(voice, table.room), MirroredMixer(table.mixer, table.room), both
    )
    chance = evening.random("chance")
    games = {GAME: game_of(evening)}
    levels = {"volume": 80, "rate": 160}
    table.evening = WrittenEvening(
        ports, table.journal, "en", table.guests, fault, games, levels, chance=chance
    )
    table.evening.book = lambda log: _book(log, run, table, evening)


def _book(log: JournalSessionLog, run: Run, table: Table, evening: Evening) -> LedgerLog:
    return LedgerLog(log, run, table.guests, table.clock, evening)


def _sound(stack: ExitStack, table: Table, folder: Path, fault: Callable[[str, str], None]) -> SpeechVoice:
    prompts = folder / "prompts"
    prompts.mkdir()
    card = partial(RecordingCard, table.record, table.clock)
    table.mixer = mixer_module.SoundMixer(folder, 0.8, fault, card, lambda: frozenset({("card", 1)}))
    table.renderer = renderer_module.Renderer(prompts, "gmw/en", 160, fault, table.mixer.wake)
    table.mixer.start()
    table.renderer.start()
    stack.callback(table.mixer.close)
    stack.callback(table.renderer.close)
    return SpeechVoice(table.renderer, table.mixer)


def _wire_pads(stack: ExitStack, table: Table, evening: Evening) -> None:
    cable = Cable(table.clock, table.record.put)
    table.hub = SeatHub(
        table.clock, cable, lambda shifted: table.record.put("lamps", shifted.to_bytes(2, "big"))
    )
    table.pads = VirtualPads(table.hands.inbox, None, lambda port: cable)
    table.pads.clock = table.clock
    table.pads._link._chance = Random(evening.seed)
    cable.heard_by_host = table.pads._ring
    table.hands.inbox.on_ask(table.pads.ask)
    table.hands.hub = table.hub.move
    table.pads.start()
    stack.callback(table.pads.close)
