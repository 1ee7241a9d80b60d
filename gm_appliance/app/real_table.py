"""`gm-appliance run`: the game master on real hardware."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

from gm_appliance import __version__
from gm_appliance.app import card_system, signals, wrong_settings
from gm_appliance.app import systemd as service
from gm_appliance.app.evening import Evening
from gm_appliance.app.evening_settings import Environment, EveningSettings, Hooks
from gm_appliance.app.languages import SpokenLanguages
from gm_appliance.app.phones import SOCKETS, listen, open_phones, with_phones
from gm_appliance.app.room import open_room, with_room
from gm_appliance.app.thinking import on_a_thread
from gm_appliance.app.voices import TableVoices
from gm_appliance.config import Configuration, Pads
from gm_appliance.config.settings import HUB, INPUT
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.observer import Observer, Observers
from gm_appliance.core.people import spellings
from gm_appliance.core.ports import PAD_BUTTONS, Fault, FaultReport, Input, Ports, Stop
from gm_appliance.core.values import replace
from gm_appliance.devices import raspberry_pi
from gm_appliance.devices.display.settings import NONE
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.libraries import load_when_asked
from gm_appliance.devices.own_wifi import NetworkManagerWifi
from gm_appliance.devices.pads.reader import SeatPads, open_pads
from gm_appliance.devices.sound.quick import QuickVoices
from gm_appliance.devices.sound.voice import open_sound
from gm_appliance.devices.stick import HELPER, Shared, UsbStick
from gm_appliance.games.registry import load_all
from gm_appliance.install import welcome
from gm_appliance.storage.adjustments import kept_voice
from gm_appliance.storage.journal import Journal, JournalBusy, JournalError, JournalFull
from gm_appliance.storage.lasting import MOUNTS, fleeting

if TYPE_CHECKING:  # Loaded only if the settings ask for it.
    from gm_appliance.devices.pads.input.reader import InputPads

log = logging.getLogger(__name__)

KERNEL_LINE = Path("/proc/cmdline")
PROVED = Path("/run/gm-appliance-proved")  # exists once the card's system has run for a while
MENDED = Path("/var/mended-games")  # exists if the card's games were mended before this start


def open_journal(path: Path, fault: FaultReport) -> Journal:
    """If the journal cannot be opened, that is reported and retried later. Raises JournalBusy."""
    try:
        try:
            return Journal(path)
        except JournalFull:
            return Journal(path)  # The first attempt folded the log, which may have made room.
    except JournalBusy:
        raise
    except JournalError as error:
        log.error("The journal cannot be opened: %s. It will be retried.", error)
        fault("journal", "full" if isinstance(error, JournalFull) else "lost")
        return Journal(path, at_once=False)


# Many parameters: what is known only at the real table or the virtual one.
def evening_settings(
    config: Configuration,
    languages: SpokenLanguages,
    language: str,
    large: bool | None,
    *,
    pad_lamps: bool = True,
    pads: bool = True,
    power: str | None = None,
) -> EveningSettings:
    """The configuration as `EveningSettings`.

    language: the first one. large: whether the display's letters are; None if they cannot be changed.
    """
    levels = config.levels() if large is None else {**config.levels(), "large": int(large)}
    games = {name: config.game(name) for name in config.games}
    roster = tuple(one.name for one in config.roster)
    letters = power is not None and large is False
    volumes = (config.voice.quietest, config.voice.loudest)
    return EveningSettings(
        *(language, languages.choices, games, levels, roster, pad_lamps, pads, letters, power),
        volumes=volumes,
        asks_language=config.asks_language and not languages.asked,
        ratings=config.ratings,
    )


def warn_if_fleeting(state: Path, fault: FaultReport) -> None:
    """Report if games will be lost at power-off."""
    try:
        kind = fleeting(state.resolve(), MOUNTS.read_text())
    except OSError:
        return
    if not kind:
        return
    ours = "rauc.slot=" in _kernel_line()
    advice = "The card is damaged: write another one." if ours else "Give them a partition: docs/install.md."
    log.error("Games are on %s, in %s, and will be lost at power-off. %s", kind, state, advice)
    fault("journal", "unread" if ours else "fleeting")


def _kernel_line() -> str:
    try:
        return KERNEL_LINE.read_text()
    except OSError:
        return ""


_NEWS = {
    "new": "The update runs",
    "back": "The other system does not start",
    "mended": "The part for games was damaged, and has been mended",
}


def warn_of_the_system(post: Callable[[Fault], None]) -> None:
    """On our own card, announce once a system that was changed and games that were mended."""
    if PROVED.exists():
        return
    for news in card_system.told(_kernel_line(), __version__, mended=MENDED.exists()):
        log.warning("%s; this is version %s.", _NEWS[news.what], __version__)
        post(news)


class _Waking:
    """The panel's inbox: presses wake the display up, except UP and DOWN, which may be secret thumbs."""

    def __init__(self, inbox: TableInbox, wake: Callable[[], None]) -> None:
        self.now = inbox.now
        self.post = inbox.post
        self._press = inbox.press
        self._wake = wake

    def press(self, source: int, button: str, down: bool, t: float) -> None:
        self._press(source, button, down, t)
        if button not in PAD_BUTTONS:
            self._wake()


UNHURRIED = 5.0  # seconds after the first prompt until games are loaded and Wi-Fi is looked for


class _Watchdog:
    """The host's inbox. It pings systemd's watchdog, and reports readiness at the first prompt.

    unhurried: called UNHURRIED seconds later.
    """

    def __init__(self, inbox: TableInbox, unhurried: Callable[[], object]) -> None:
        self._inbox = inbox
        self._unhurried = unhurried
        self._every = service.ping_every()
        self._due = 0.0
        self._ready = False
        self.now = inbox.now
        self.pads_heard = inbox.pads_heard

    def ask(self, prompt_id: int, beat: int) -> None:
        self._inbox.ask(prompt_id, beat)
        if not self._ready:
            self._ready = True
            # Loaded modules stay: the collector need not scan them.
            gc.freeze()
            gc.enable()
            service.ready()
            later = Timer(UNHURRIED, self._unhurried)
            later.daemon = True
            later.start()

    def wait(self, until: float | None) -> Input | None:
        if self._every is None:
            return self._inbox.wait(until)
        while True:
            if self.now() >= self._due:
                service.ping()
                self._due = self.now() + self._every
            got = self._inbox.wait(self._due if until is None else min(until, self._due))
            if got is not None or (until is not None and self.now() >= until):
                return got


class _BareTable:
    """People lay the cards themselves; without pads there are no lamps."""

    def lay(self, items: Sequence[Prop]) -> None: ...

    def light(self, lit: frozenset[int]) -> None: ...


def _open_pads(settings: Pads, state: Path, inbox: TableInbox) -> SeatPads | InputPads | None:
    if settings.source == INPUT:
        from gm_appliance.devices.pads.input.reader import open_input_pads

        return open_input_pads(inbox, state / "input-pads.json", settings.keypad)
    if settings.port is None:
        return None
    # By default the reader looks for the udev name, then for the only Pico.
    return open_pads(None if settings.port == Pads().port else settings.port, inbox)


def _is_interrupted(journal: Journal) -> bool:
    try:
        return journal.running() is not None
    except JournalError:
        return False


def _open_stick(
    config: Configuration, state: Path, inbox: TableInbox, language: Callable[[], str]
) -> UsbStick | None:
    """The port of USB sticks; None without the helper, as on a box run by hand."""
    if not (HELPER / "ask").exists():
        return None

    def export(log_lines: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        from gm_appliance.app.export import exported

        return exported(config, state, log_lines, language())

    def shared() -> Shared:
        from gm_appliance.app.league import Book

        return Book(state)

    try:
        return UsbStick(inbox.post, export, shared)
    except OSError as error:
        log.warning("USB sticks cannot be detected: %s", error)
        return None


def run(
    config: Configuration, state: Path, asked: str, *, bus: Any = None, pins: Callable[[], Any] | None = None
) -> int:
    """Run the game master until it is told to stop; returns the exit code.

    Missing parts are reported, and the evening goes on without them. Raises JournalBusy if another process
    uses the same folder.

    asked: the command line's language; empty for none.
    bus, pins: the display's I²C bus and the panel's pin factory, by default the machine's.
    """
    # Slow to load, and only for photographs' metadata.
    load_when_asked("PIL.ExifTags")
    load_when_asked("PIL.TiffTags")
    # Imported here because they load the drivers' libraries.
    from gm_appliance.devices.display.oled import open_display
    from gm_appliance.devices.panel import lgpio_factory, open_panel

    inbox = TableInbox(RealClock())
    signals.on_end(lambda: inbox.post(Stop()))

    def fault(part: str, what: str) -> None:
        inbox.post(Fault(part, what))

    if wrong := wrong_settings.told(config.mistakes):
        inbox.post(wrong)
    warn_of_the_system(inbox.post)
    languages = SpokenLanguages(config.language, asked, spellings(config.roster))
    with ExitStack() as stack:
        journal = stack.enter_context(closing(open_journal(state / "journal.sqlite", fault)))
        warn_if_fleeting(state, fault)
        welcome.finish()
        display = stack.enter_context(closing(open_display(config.display, fault, inbox.now, bus)))
        pads = _open_pads(config.pads, state, inbox)
        if pads:
            stack.enter_context(closing(pads))
            inbox.on_ask(pads.ask)
        waking = _Waking(inbox, display.wake)
        stack.enter_context(closing(open_panel(config.panel, waking, fault, pins or lgpio_factory)))
        voice, mixer = open_sound(
            *(state / "voice", languages.first, config.voice.rate, config.voice.first_volume / 100, fault),
            device=config.sound.device,
        )
        # Loading the mixer's library would delay the first picture.
        display.after_first(mixer.start)

        language = languages.now(journal)
        voices = TableVoices(languages, config, voice, fault, QuickVoices(state / "voice"))
        voices.speak(language, kept_voice(journal, language))
        stack.callback(mixer.close)
        stack.callback(voice.close)
        spoken = [language]
        phones, table_phones = open_phones(
            *(stack, inbox, state, lambda: spoken[0]),
            port=80,
            folder=SOCKETS if SOCKETS.exists() else None,
            again=lambda: _is_interrupted(journal),
        )
        listen(inbox, phones, pads.whole_at if isinstance(pads, SeatPads) else None)
        wifi = NetworkManagerWifi(fault)
        stack.callback(wifi.shut)
        stick = _open_stick(config, state, inbox, lambda: spoken[0])
        if stick:
            stack.callback(stick.close)

        def unhurried() -> None:
            mixer.start()  # in case the display hangs
            wifi.start()
            load_all()

        bare = _BareTable()
        parts = (_Watchdog(inbox, unhurried), display, pads or bare, voice, mixer, bare)
        ports = Ports(*parts, say_in=voices.say_in, stick=stick)
        ports = replace(with_phones(ports, phones), phones=table_phones, wifi=wifi)
        observers: tuple[Observer, ...] = (phones,)
        if room := open_room(stack, inbox, config.room, state, language):
            ports, observers = with_room(ports, room), (phones, room)

        def speak(language: str, voice: str) -> None:
            spoken[0] = language
            table_phones.speak()
            voices.speak(language, voice)

        def playing(game: str) -> None:
            voices.playing(game)
            service.playing(game)

        large = config.display.large if config.display.driver != NONE else None
        evening = Evening(
            *(ports, journal, Observers(*observers), fault),
            evening_settings(
                *(config, languages, language, large),
                pad_lamps=config.pads.source == HUB,
                power=raspberry_pi.switched_on_by(raspberry_pi.model()),
                pads=pads is not None,
            ),
            Hooks(display.enlarge, speak, voices.named, voices.on_trial, playing),
            Environment(schedule=on_a_thread),
        )
        off = evening.run()
        if off:
            display.leave()
        service.stopping()
    return service.SWITCH_OFF if off else 0
