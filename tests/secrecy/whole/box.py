"""The whole box on virtual time: an evening from power on to power off, every driver at work.

Real are the menu, the journal, the host, the voice's queue and renderer, the mixer and its masking noise,
the display's keeper and driver, the panel's contacts, the pads' reader, both ends of the link, the hub's
firmware, the room and its page, and every log. Models are the bus, the card, the engine and the circuit.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from luma.core import device as luma_device

from gm_appliance.app import clock as clock_module
from gm_appliance.app import evening as app
from gm_appliance.app import real_table, systemd
from gm_appliance.app.evening_settings import Environment, EveningSettings
from gm_appliance.app.room import with_room
from gm_appliance.app.unfinished import Interrupted
from gm_appliance.config import _with_default
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Game
from gm_appliance.core.observer import Observers
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Fault, Input, Ports, Stop
from gm_appliance.core.values import replace
from gm_appliance.devices import panel as panel_module
from gm_appliance.devices.display import drawing, oled
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.devices.pads import reader
from gm_appliance.devices.sound import espeak_engine as espeak_module
from gm_appliance.devices.sound import mixer as mixer_module
from gm_appliance.devices.sound import renderer as renderer_module
from gm_appliance.devices.sound.keeper import Card
from gm_appliance.devices.sound.shelf import Shelf
from gm_appliance.devices.sound.voice import SpeechVoice
from gm_appliance.games.registry import registered
from gm_appliance.simulator.mirrored import CaptionedVoice, MirroredMixer
from gm_appliance.simulator.room import Room
from gm_appliance.storage.session_log import JournalSessionLog
from tests.secrecy.drawn import NEVER, Evening, Secrets
from tests.secrecy.evening import GAME, Run, exit_code, written_down
from tests.secrecy.whole import parts
from tests.secrecy.whole.book import Book
from tests.secrecy.whole.bots import AsDealt, Company, Fingers, seat_bots
from tests.secrecy.whole.guests import Guests
from tests.secrecy.whole.hands import WholeHands
from tests.secrecy.whole.lights import open_lights
from tests.secrecy.whole.page import OpenPage, pressed_on_page
from tests.secrecy.whole.replays import tell_again
from tests.secrecy.whole.reports import ask_for_report
from tests.secrecy.whole.troubles import CARD, DISK, DISPLAY, HUB, EventfulEvening, PowerCut, eventful
from tests.secrecy.whole.workers import LivelyClock, worker_on
from tests.secrecy.whole.world import World

MENDED = {"pads": HUB, "display": DISPLAY, "sound": CARD, "journal": DISK}
"""What is over when the box finds a part back."""

PINGED = 10.0
"""Seconds between two signs of life."""

STORM = (24.0, 24.0, 24.0)
"""Seconds of the segments of storm that are made."""


class WrittenEvening(app.Evening):
    book: Callable[[JournalSessionLog, Play, bool], Any]

    def _session_log(self, play: Play, waiting: Interrupted | None, people: tuple[str, ...]) -> Any:
        log = super()._session_log(play, waiting, people)
        return log and self.book(log, play, waiting is not None)


def game_of(evening: Evening) -> Game[Any, Any]:
    """The game, its options standing as this evening has them."""
    game = registered(GAME).game
    options = (_with_default(one, evening.options.get(one.name, one.default)) for one in game.options)
    return replace(game, options=tuple(options))


@dataclass
class Table:
    """All parts of a box, for planting leaks. bots: the people at their seats. told_again: what is different
    while the evening is told again. report: asks for one."""

    clock: LivelyClock
    hands: WholeHands
    record: parts.Record
    guests: Guests
    world: World
    book: Book | None = None
    room: Any = None
    lights: Any = None
    mixer: Any = None
    renderer: Any = None
    display: Any = None
    panel: Any = None
    pads: Any = None
    journal: Any = None
    evening: Any = None
    bots: Any = None
    ports: Any = None
    fault: Any = None
    told_again: list[AbstractContextManager[Any]] = field(default_factory=list)
    report: Callable[[Path, parts.Record], None] = ask_for_report

    @property
    def hub(self) -> Any:
        return self.world.hub


Plant = Callable[[Table], None]
"""Changes something about a table that is ready to be played at; once for every time the box has power."""


def play_whole(
    folder: Path,
    evening: Evening,
    run: int,
    plant: Plant | None = None,
    strays_at: int = NEVER,
    people: Callable[[WholeHands, World], Any] | None = None,
) -> Run:
    """Play a run of an evening in a whole box. folder: on no disk. The box has one in it for the time being,
    always by the same name: its errors say it. people: makes others than the guests."""
    clock, own, secrets = LivelyClock(), folder / "box", Secrets(run, strays_at)
    own.mkdir()
    hands, record = WholeHands(clock), parts.Record(clock.now)
    came = Run(record.list)
    evening = evening if isinstance(evening, EventfulEvening) else eventful(evening)

    def befell(kind: str) -> None:
        came.befell.append((clock.now(), kind))

    world = World(clock, record, evening, befell, lambda: hands.inbox.post(Stop()))
    guests = people(hands, world) if people else Guests(hands, evening, secrets, world)
    came.cards = guests.cards
    table = Table(clock, hands, record, guests, world)
    with written_down(record), on_virtual_time(table, own):
        while _cut_off(table, evening, secrets, own, came, plant):
            world.light_up()
    with ExitStack() as stack:
        for planted in table.told_again:
            stack.enter_context(planted)
        tell_again(came, own, record.put)
    shutil.rmtree(own)
    record.put("exit", str(came.exit).encode())
    return came


def _cut_off(
    table: Table, evening: EventfulEvening, secrets: Secrets, folder: Path, run: Run, plant: Plant | None
) -> bool:
    """One life of the box, from power on to power off; whether it is to be followed by another."""
    state, kept = folder / "state", folder / "kept"
    with ExitStack() as stack:
        _furnish(stack, table, evening, secrets, folder, run)
        if plant:
            plant(table)
        try:
            run.exit = exit_code(table.evening.run)
            if not table.world.restarts or run.exit:
                return False
        except PowerCut:
            table.record.muted = True
            # The files as they are: who closed them would tidy up.
            shutil.copytree(state, kept)
        for dark in (table.world, table.hands, table.guests):
            dark.go_dark()
    if not kept.exists():
        return True
    shutil.rmtree(state)
    kept.rename(state)
    table.record.muted = False
    return True


_draw = lru_cache(maxsize=20_000)(drawing.draw)
_frame = lru_cache(maxsize=20_000)(drawing.frame)


def _drawn(screen: Screen, **settings: bool) -> Any:
    return _draw(screen, **settings).copy()


def of_any_box(clock: LivelyClock) -> Iterator[tuple[Any, str, object]]:
    """What is replaced in any box on virtual time: module, name, and what is put there."""
    worker, now = worker_on(clock), SimpleNamespace(monotonic=clock.now, time=clock.now)
    for module in (mixer_module, oled, panel_module, reader, renderer_module):
        yield module, "Worker", worker
    for timed in (mixer_module, reader, renderer_module, clock_module):
        yield timed, "time", now
    yield mixer_module, "threading", SimpleNamespace(Thread=AtOnce)
    yield mixer_module, "make_sounds", quick_sounds
    yield espeak_module, "ask_command", parts.no_command
    yield app, "randbits", lambda bits: 1
    # A display that waits for the end of the process would keep its whole box.
    yield luma_device, "atexit", SimpleNamespace(register=lambda hook: hook)


@contextmanager
def on_virtual_time(table: Table, folder: Path) -> Iterator[None]:
    """Threads, clocks, chance and children of all parts, replaced by the table's. folder: of the box."""
    clock = table.clock
    with ExitStack() as stack:
        replaced: list[tuple[Any, str, object]] = [
            *of_any_box(clock),
            (
                espeak_module,
                "ask_child",
                parts.Engine(table.record, clock, table.world.disk, table.world.voice).ask,
            ),
            (oled, "draw", _drawn),
            *parts.traced(table.record.put, folder, table.world.disk, clock.pass_by),
            (systemd, "ping_every", lambda: PINGED),
            *parts.traced_work(lambda name, sizes: table.record.put("work", f"{name} {sizes}".encode())),
        ]
        for owner, name, instead in replaced:
            stack.enter_context(patch.object(owner, name, instead))
        yield


class Watched(real_table._Watchdog):
    def __init__(self, inbox: Any) -> None:
        super().__init__(inbox, lambda: None)
        self._ready = True


class AtOnce:
    def __init__(self, target: Callable[..., object], args: tuple[object, ...], **_more: object) -> None:
        self.start = partial(target, *args)


def quick_sounds(
    cache: Path, _names: object, supply: Callable[[str, Path], None], *_closing: object, memory: Path | None
) -> None:
    segments = {f"{layer}-{n:02}": seconds for n, seconds in enumerate(STORM) for layer in ("rain", "wind")}
    for name, seconds in {"horn": 1.0, "last-horn": 1.8, "thunder": 4.0, **segments}.items():
        path = cache / f"{name}.wav"
        parts.write_wav(path, seconds)
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
    stack: ExitStack, table: Table, evening: EventfulEvening, secrets: Secrets, folder: Path, run: Run
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
    table.room = Room(inbox.press, _frame, rng=AsDealt(table.guests.cards), now=clock.now)
    table.room.seats = evening.players
    # What phones would show: the page has its own story, and drops this one.
    table.room.read = lambda pages: record.put("reading", repr(pages).encode())
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
    captioned, mirrored = CaptionedVoice(voice, table.room), MirroredMixer(table.mixer, table.room)
    ports = Ports(Watched(inbox), both, both, captioned, mirrored, both, table.room)
    table.lights = open_lights(stack, clock, record.put, inbox, folder, evening.language)
    ports = table.ports = with_room(ports, table.lights.teller)
    table.fault = fault
    chance = evening.random("chance")
    games = {GAME: game_of(evening)}
    levels = {"volume": 80, "rate": 160}
    observer: Guests | Company = table.guests
    if evening.bots:
        fingers = Fingers(table.hands, record.put)
        table.bots, observer = seat_bots(
            table.room,
            evening,
            secrets,
            table.guests,
            fingers,
            lambda fact: run.published.append((table.clock.now(), fact)),
        )
    table.evening = WrittenEvening(
        *(ports, table.journal, Observers(observer, table.lights.teller), fault),
        EveningSettings(
            language=evening.language,
            games=games,
            levels=levels,
            roster=tuple(evening.roster),
            teach=evening.newcomers,
        ),
        environment=Environment(chance),
    )

    def book(log: JournalSessionLog, play: Play, resumed: bool) -> Book:
        if not table.book or not resumed:
            table.book = Book(play, run, table.guests, lambda: table.report(folder / "state", record))
        return table.book.on(log)

    table.evening.book = book


def _sound(stack: ExitStack, table: Table, folder: Path, fault: Callable[[str, str], None]) -> SpeechVoice:
    prompts = folder / "prompts"
    prompts.mkdir(exist_ok=True)
    cards = table.world.cards
    # A card that rests in silence, as headphones do: when it is opened and closed is compared too.
    opened, playing = cards.open, cards.playing
    table.mixer = mixer_module.SoundMixer(folder, 0.8, fault, Card(opened, playing, lambda: True))
    table.renderer = renderer_module.Renderer(Shelf(prompts), "gmw/en", 160, fault, table.mixer.wake)
    table.mixer.start()
    table.renderer.start()
    stack.callback(table.mixer.close)
    stack.callback(table.renderer.close)
    return SpeechVoice(table.renderer, table.mixer)


def _wire_pads(stack: ExitStack, table: Table, evening: Evening, heard: Callable[[Input], None]) -> None:
    world, inbox = table.world, table.hands.inbox
    table.pads = parts.VirtualPads(SimpleNamespace(now=inbox.now, post=heard), None, world.cable.open)
    table.pads.clock, table.pads.cable = table.clock, world.cable
    table.pads._link._chance = Random(f"{evening.seed} {table.clock.now()}")
    world.cable.heard_by_host = table.pads._ring
    inbox.on_ask(table.pads.ask)
    table.hands.hub = lambda pad, button, down: world.hub.move(pad, button, down)
    table.pads.start()
    stack.callback(table.pads.close)
