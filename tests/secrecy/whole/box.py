"""The whole box on virtual time: an evening from power on to power off, every driver at work.

Real are the menu, the journal, the host, the voice's queue and renderer, the mixer and its masking noise,
the display's keeper and driver, the panel's contacts, the pads' reader, both ends of the link, the hub's
firmware, the room and its page, and every log. Models are the bus, the card, the engine and the circuit.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field, replace
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
from gm_appliance.core.game import Choice, Decision, Every, Game, Outcome, Seat
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL, Fault, Input, Ports, Stop
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
from gm_appliance.storage.journal import writing
from gm_appliance.storage.session_log import JournalSessionLog
from tests.secrecy.crowd import Crowd, Plan, Window
from tests.secrecy.drawn import Evening, Secrets
from tests.secrecy.evening import GAME, Book, Run, exit_code, written_down
from tests.secrecy.hands import Diary, Hands, Key
from tests.secrecy.ledger import Press
from tests.secrecy.whole.bots import AsDealt, Company, Fingers, seat_bots
from tests.secrecy.whole.page import OpenPage, pressed_on_page
from tests.secrecy.whole.parts import (
    Engine,
    Record,
    VirtualPads,
    no_command,
    traced_connect,
    traced_fsync,
    write_wav,
)
from tests.secrecy.whole.replays import tell_again
from tests.secrecy.whole.troubles import CARD, DISK, DISPLAY, HUB, POWER, EventfulEvening, PowerCut, eventful
from tests.secrecy.whole.workers import LivelyClock, worker_on
from tests.secrecy.whole.world import World

CHATTER = panel_module.CHATTER

APART = 0.05
"""Seconds between a press and a beat, and between two presses of one button.

Nearer than that, contacts and cable decide what a press belongs to, and the ledger knows neither."""

SHORTEST = 0.03
"""Seconds a button is held at least: what is shorter is taken for its contacts' bounce."""

TICK = 0.0005
"""Seconds between a beat and even a press that counts for nothing: what comes at once, to the last bit of
a float, has no order that a table would give it."""

LONGEST = 50.0
"""Seconds a button is held at most: after a minute it counts as stuck, which the box may tell."""

DIMMED, OFF = (70.0, 110.0), (310.0, 330.0)
"""Seconds that somebody takes alone at the panel, for the display to dim meanwhile and to go off."""

MENDED = {"pads": HUB, "display": DISPLAY, "sound": CARD, "journal": DISK}
"""What is over when the box finds a part back."""

STORM = (24.0, 24.0, 24.0)
"""Seconds of the segments of storm that are made."""


# ---------------------------------------------------------------- people


class RoomyDiary(Diary):
    """A diary that keeps presses apart from each other and from the beats.

    beats: absolute times. void: a button that counts in none of them, so it may come as near as can be.
    unsure: from when to when no press is entered at all.
    """

    def __init__(self, unsure: Callable[[], list[tuple[float, float]]]) -> None:
        super().__init__()
        self.beats: list[float] = []
        self.void = ""
        self._unsure = unsure

    def enter(self, key: Key, begins: float, ends: float) -> bool:
        if ends - begins < SHORTEST:
            return False
        apart = TICK if key[1] == self.void else APART
        if any(abs(begins - beat) < apart for beat in self.beats):
            return False
        if any(first < begins < last for first, last in self._unsure()):
            return False
        return super().enter(key, begins - APART, ends + APART)


class WholeHands(Hands):
    """Fingers on real contacts, or on the page.

    panel: told of a pin; hub: of a switch's contact; page: of a key. on_page: what only the page has.
    When the box goes dark everybody lets go, and what was planned is not done any more.
    """

    panel: Callable[[str, bool], None]
    hub: Callable[[int, str, bool], None]
    page: Callable[[int, str, bool], None]
    on_page: frozenset[int] = frozenset()

    def __init__(self, clock: LivelyClock) -> None:
        super().__init__(clock)
        self._life = 0
        self._down: set[Key] = set()

    def press(self, t: float, key: Key, held: float, prompt_id: int | None = None) -> None:
        life = self._life

        def press() -> None:
            if self._life == life and prompt_id in (None, self.inbox.prompt_id):
                self._move(key, True)
                self.clock.at(t + min(held, LONGEST), release)

        def release() -> None:
            if self._life == life:
                self.let_go_late += prompt_id not in (None, self.inbox.prompt_id)
                self._move(key, False)

        self.clock.at(t, press)

    def post(self, t: float, item: Input) -> None:
        life = self._life

        def post() -> None:
            if self._life == life:
                self.inbox.post(item)

        self.clock.at(t, post)

    def go_dark(self) -> None:
        """The box has no power: its next life has an inbox of its own."""
        self._life += 1
        for key in sorted(self._down):
            self._move(key, False)
        before, self.inbox = self.inbox, type(self.inbox)(self.clock)
        self.inbox.stamps, self.inbox.waits = before.stamps, before.waits

    def _move(self, key: Key, down: bool) -> None:
        (self._down.add if down else self._down.discard)(key)
        source, button = key
        if source in self.on_page:
            self.page(source, button, down)
        elif source:
            self.hub(source, button, down)
        else:
            self.clock.at(self.clock.now() + CHATTER, lambda: self.panel(button, down))


class Guests(Crowd):
    """The crowd, who first find their game in the menu, go on with one cut off, and go home after it.

    goes_on: told when a game goes on that was cut off.
    """

    def __init__(
        self, hands: Hands, evening: Evening, secrets: Secrets, world: World, goes_on: Callable[[], None]
    ) -> None:
        super().__init__(hands, evening, secrets)
        self._world = world
        self._openly: RoomyDiary = RoomyDiary(world.unsure)
        self._secretly: RoomyDiary = RoomyDiary(world.unsure)
        self._began = self._cut_off = False
        self._goes_on = goes_on

    def go_dark(self) -> None:
        self._cut_off = True
        for diary in (self._openly, self._secretly):
            diary.cancel(after=self._now())

    def heard(self, window: Window) -> Window:
        """Without what was pressed at a pad while its cable was out."""
        gone = self._world.unheard

        def out(press: Press) -> bool:
            t = window.onset + press.at
            return press.seat != PANEL and any(begins <= t <= ends for begins, ends in gone)

        return replace(window, presses=tuple(one for one in window.presses if not out(one)))

    def asked(self, prompt_id: int, decision: Decision) -> None:
        asking = not decision.name.startswith(("menu.", "option."))
        if asking:
            self._world.asked(self.asked_so_far, decision)
        beats = [self._now() + beat.at for beat in decision.beats]
        self._openly.beats = self._secretly.beats = beats
        self._secretly.void = "up" if decision.name == "conspiracy" else ""
        if asking:
            if self._cut_off and self._began:
                self._goes_on()
            self._began, self._cut_off = True, False
            super().asked(prompt_id, decision)
        elif self._began and decision.name != "menu.resume":
            self._hands.post(self._now() + 5.0, Stop())
        else:
            self._tap(self._now() + 1.0, PANEL, "ok", prompt_id=prompt_id)

    def chose(self, decision: Decision, choice: Choice) -> None:
        if self._began and not self._cut_off:
            super().chose(decision, choice)
            self._world.chose(self.asked_so_far, decision)

    def _tap(
        self, t: float, source: int, button: str, held: float = 0.1, prompt_id: int | None = None
    ) -> bool:
        """At a bot's pad is nobody else's hand."""
        if source in {self.pads.get(seat) for seat in self._evening.bots}:
            return False
        return super()._tap(t, source, button, held, prompt_id)

    def _press_alone(self, rng: Random, number: int, prompt_id: int, decision: Decision) -> None:
        """A bot that is alone presses by itself; if it could not, somebody hands the box on."""
        if not isinstance(decision.who, Seat) or decision.who.seat not in self._evening.bots:
            super()._press_alone(rng, number, prompt_id, decision)
            return
        self._secretly.cancel(after=self._now())
        self.window = Window(prompt_id, self._now(), decision, ())
        for after in (40.0, 80.0, 120.0, 160.0):
            self._tap(self._now() + after, PANEL, "ok", prompt_id=prompt_id)

    def announced(self, name: str) -> None:
        """Somebody sees that it is still paused: REPEAT beside BACK is swallowed by the guarded hold."""
        if "paused" in name:
            for after in (30.0, 61.0):
                self._tap(self._now() + after, PANEL, "repeat")

    def _time_alone(self, rng: Random) -> float:
        """Some take so long that the display dims, or goes off, over them; now and then REPEAT wakes it."""
        if rng.random() < 0.7:
            return super()._time_alone(rng)
        seconds = rng.uniform(*rng.choice((DIMMED, DIMMED, OFF)))
        if rng.random() < 0.5:
            self._tap(self._now() + rng.uniform(DIMMED[0], seconds), PANEL, "repeat")
        return seconds

    def _mark(self, aim: Random, rng: Random, decision: Decision, plan: Plan) -> None:
        """Thumbs up, which count for nothing, come as near to the beats as can be."""
        super()._mark(aim, rng, decision, plan)
        assert isinstance(decision.who, Every)
        for beat in decision.beats:
            plan.mash(rng.choice(decision.who.seats), ("up",), (beat.at - APART, beat.at + APART))


# ---------------------------------------------------------------- the evening, with its ledger


class LedgerLog(Book):
    """What the evening takes for its session log."""

    def choose(self, choice: Choice, secret: bool) -> None:
        if secret and self._crowd.window:
            guests: Any = self._crowd
            guests.window = guests.heard(guests.window)
        super().choose(choice, secret)

    def resumed(self, kept: JournalSessionLog) -> LedgerLog:
        """The power was cut: what the journal holds is what stands."""
        self._kept = kept
        del self._ledgers[len(kept.logged) + 1 :]
        self._stands()
        return self

    def end(self, facts: Mapping[str, Any]) -> None:
        kept: Any = self._kept
        kept.end(facts)
        self.ended(Outcome(tuple(facts["winners"]), str(facts["reason"]), facts))

    def retry(self) -> bool:
        kept: Any = self._kept
        return bool(kept.retry())


class WrittenEvening(app.Evening):
    """The evening; whatever is chosen is entered in a ledger too."""

    book: Callable[[JournalSessionLog, bool], Any]

    def _session_log(self, play: Play, waiting: app.Interrupted | None) -> Any:
        log = super()._session_log(play, waiting)
        return log and self.book(log, waiting is not None)


def game_of(evening: Evening) -> Game[Any, Any]:
    """The game, its options standing as this evening has them."""
    game = registered(GAME).game
    options = (_with_default(one, evening.options.get(one.name, one.default)) for one in game.options)
    return replace(game, options=tuple(options))


# ---------------------------------------------------------------- all of it


@dataclass
class Table:
    """All parts of a box that is being played at, for whoever plants something.

    bots: the people at their seats. told_again: what is different while the evening is told again.
    """

    clock: LivelyClock
    hands: WholeHands
    record: Record
    guests: Guests
    world: World
    ledger: LedgerLog | None = None
    room: Any = None
    mixer: Any = None
    renderer: Any = None
    display: Any = None
    panel: Any = None
    pads: Any = None
    journal: Any = None
    evening: Any = None
    bots: Any = None
    told_again: list[AbstractContextManager[Any]] = field(default_factory=list)

    @property
    def hub(self) -> Any:
        return self.world.hub


Plant = Callable[[Table], None]
"""Changes something about a table that is ready to be played at; once for every time the box has power."""


def play_whole(evening: Evening, secrets: Secrets, folder: Path, plant: Plant | None = None) -> Run:
    """Play an evening of a run's secrets in a whole box.

    folder: on no disk. The box has one in it for the time being, always by the same name: its errors say it.
    """
    clock, own = LivelyClock(), folder / "box"
    own.mkdir()
    hands, record = WholeHands(clock), Record(clock.now)
    world = World(clock, record, evening if isinstance(evening, EventfulEvening) else eventful(evening))
    run = Run(record.list, stamps=hands.inbox.stamps, waits=hands.inbox.waits)
    guests = Guests(hands, evening, secrets, world, lambda: run.befell.append((clock.now(), POWER)))
    run.cards = guests.cards
    table = Table(clock, hands, record, guests, world)
    with written_down(record, logging.NOTSET), on_virtual_time(table):
        while _cut_off(table, evening, secrets, own, run, plant):
            world.light_up()
    run.late = hands.let_go_late
    with ExitStack() as stack:
        for planted in table.told_again:
            stack.enter_context(planted)
        tell_again(run, own, record.put)
    shutil.rmtree(own)
    record.put("exit", str(run.exit).encode())
    return run


def _cut_off(
    table: Table, evening: Evening, secrets: Secrets, folder: Path, run: Run, plant: Plant | None
) -> bool:
    """One life of the box, from power on to power off; whether it was cut off."""
    state, kept = folder / "state", folder / "kept"
    with ExitStack() as stack:
        _furnish(stack, table, evening, secrets, folder, run)
        if plant:
            plant(table)
        try:
            run.exit = exit_code(table.evening.run)
            return False
        except PowerCut:
            # The files as they are: who closed them would tidy up.
            shutil.copytree(state, kept)
            table.record.muted = True
            for dark in (table.world, table.hands, table.guests):
                dark.go_dark()
    shutil.rmtree(state)
    kept.rename(state)
    table.record.muted = False
    return True


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
            (renderer_module, "ask_child", Engine(table.record, clock, table.world.disk).ask),
            (renderer_module, "ask_command", no_command),
            (oled, "draw", _drawn),
            (writing, "connect", traced_connect(table.record, table.world.disk)),
            (os, "fsync", traced_fsync(table.record)),
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
        heard(Fault(part, what))

    def heard(item: Input) -> None:
        if isinstance(item, Fault) and item.what == "back" and item.part in MENDED:
            run.befell.append((clock.now(), MENDED[item.part]))
        inbox.post(item)

    table.journal = real_table.open_journal(folder / "state" / "journal.sqlite", fault)
    if table.journal:
        stack.callback(table.journal.close)
    table.room = Room(
        inbox.press, _frame, seats=evening.players, rng=AsDealt(table.guests.cards), now=clock.now
    )
    table.hands.page = OpenPage(record, table.room, clock.now).press
    table.hands.on_page = pressed_on_page(evening)
    table.display = oled.open_display(DisplaySettings(), fault, clock.now, table.world.bus)
    stack.callback(table.display.close)
    voice = _sound(stack, table, folder, fault)
    _wire_pads(stack, table, evening, heard)
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
    observer: Guests | Company = table.guests
    if evening.bots:
        fingers = Fingers(table.hands, record.put)
        table.bots, observer = seat_bots(table.room, evening, secrets, table.guests, fingers)
    table.evening = WrittenEvening(ports, table.journal, "en", observer, fault, games, levels, chance=chance)
    table.evening.book = lambda log, resumed: _book(log, resumed, run, table, evening)


def _book(log: JournalSessionLog, resumed: bool, run: Run, table: Table, evening: Evening) -> LedgerLog:
    if table.ledger and resumed:
        return table.ledger.resumed(log)
    table.ledger = LedgerLog(log, run, table.guests, table.clock, evening)
    return table.ledger


def _sound(stack: ExitStack, table: Table, folder: Path, fault: Callable[[str, str], None]) -> SpeechVoice:
    prompts = folder / "prompts"
    prompts.mkdir(exist_ok=True)
    cards = table.world.cards
    table.mixer = mixer_module.SoundMixer(folder, 0.8, fault, cards.open, cards.playing)
    table.renderer = renderer_module.Renderer(prompts, "gmw/en", 160, fault, table.mixer.wake)
    table.mixer.start()
    table.renderer.start()
    stack.callback(table.mixer.close)
    stack.callback(table.renderer.close)
    return SpeechVoice(table.renderer, table.mixer)


def _wire_pads(stack: ExitStack, table: Table, evening: Evening, heard: Callable[[Input], None]) -> None:
    world, inbox = table.world, table.hands.inbox
    table.pads = VirtualPads(SimpleNamespace(now=inbox.now, post=heard), None, world.cable.open)
    table.pads.clock, table.pads.cable = table.clock, world.cable
    table.pads._link._chance = Random(f"{evening.seed} {table.clock.now()}")
    world.cable.heard_by_host = table.pads._ring
    inbox.on_ask(table.pads.ask)
    table.hands.hub = lambda pad, button, down: world.hub.move(pad, button, down)
    table.pads.start()
    stack.callback(table.pads.close)
