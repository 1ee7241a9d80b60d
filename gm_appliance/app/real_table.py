"""The game master on real parts: what `gm-appliance run` starts."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from gm_appliance.app import signals, wrong_settings
from gm_appliance.app import systemd as service
from gm_appliance.app.evening import Evening
from gm_appliance.app.languages import SpokenLanguages
from gm_appliance.app.thinking import on_a_thread
from gm_appliance.config import Configuration, Pads
from gm_appliance.config.settings import HUB, INPUT
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.people import spellings
from gm_appliance.core.ports import PAD_BUTTONS, Fault, FaultReport, Input, Lamps, Ports, Stop
from gm_appliance.core.values import finish_one
from gm_appliance.devices.display.settings import NONE
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.sound.voice import open_sound
from gm_appliance.storage.journal import Journal, JournalBusy, JournalError, JournalFull

log = logging.getLogger(__name__)


def default_state() -> Path:
    """Where this user's games are remembered."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "gm-appliance"


def open_journal(path: Path, fault: FaultReport) -> Journal:
    """The journal; one that cannot be opened now, which is told, is opened later. Raises JournalBusy."""
    try:
        try:
            return Journal(path)
        except JournalFull:
            return Journal(path)  # Trying it has folded the log, which may have made room.
    except JournalBusy:
        raise
    except JournalError as error:
        log.error("The journal cannot be opened: %s. It is tried again.", error)
        fault("journal", "full" if isinstance(error, JournalFull) else "lost")
        return Journal(path, at_once=False)


class _Waking:
    """The inbox as the panel sees it: a press in the open lights the display up.

    UP and DOWN may be a thumb given unseen, so what the display does must not follow from them.
    """

    def __init__(self, inbox: TableInbox, wake: Callable[[], None]) -> None:
        self.now = inbox.now
        self.post = inbox.post
        self._press = inbox.press
        self._wake = wake

    def press(self, source: int, button: str, down: bool, t: float) -> None:
        self._press(source, button, down, t)
        if button not in PAD_BUTTONS:
            self._wake()


class _Pulse:
    """The inbox as the host sees it, with a sign of life to systemd from within its waiting."""

    def __init__(self, inbox: TableInbox) -> None:
        self._inbox = inbox
        self._every = service.ping_every()
        self._due = 0.0
        self.now = inbox.now
        self.ask = inbox.ask

    def wait(self, until: float | None) -> Input | None:
        """What comes in; meanwhile, while nothing does, what the start left undone is done."""
        while (until is None or self.now() < until) and finish_one():
            if (got := self._inbox.wait(self.now())) is not None:
                return got
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
    """A real table: people move the cards."""

    def lay(self, items: Sequence[Prop]) -> None: ...


class _NoPads:
    """A table without a seat hub."""

    def light(self, lit: frozenset[int]) -> None: ...


class _Nobody:
    """An observer who does nothing."""

    def asked(self, prompt_id: int, decision: Decision) -> None: ...

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def told(self, event: Any) -> None: ...

    def announced(self, name: str) -> None: ...

    def rested(self, seconds: float) -> None: ...


class _Pads(Lamps, Protocol):
    """Pads of either source."""

    def ask(self, prompt_id: int, beat: int) -> None: ...

    def close(self) -> None: ...


def _open_pads(settings: Pads, state: Path, inbox: TableInbox) -> _Pads | None:
    """The seat pads, listening; None where there are none to be."""
    if settings.source == INPUT:
        from gm_appliance.devices.pads.input.reader import open_input_pads

        return open_input_pads(inbox, state / "input-pads.json", settings.keypad)
    from gm_appliance.devices.pads.reader import PadsSettings, open_pads

    # The name the udev rule gives it is looked for anyway, and then the only Pico there is.
    port = None if settings.port == Pads.port else settings.port
    return open_pads(PadsSettings(settings.port is not None, port), inbox)


def run(
    config: Configuration,
    state: Path,
    asked: str,
    *,
    bus: Any = None,
    pins: Callable[[], Any] | None = None,
) -> int:
    """Run the game master on real parts until it is asked to stop; returns the exit code.

    Every part may be missing: it is told once, and the evening goes on without. Raises JournalBusy
    where another game master uses the same folder.

    asked: the language of the command line; empty where it names none.
    bus, pins: the display's I²C bus and the panel's pin factory, where they are not the machine's own.
    """
    # These bring the drivers' libraries, which nothing else here needs.
    from gm_appliance.devices.display.oled import open_display
    from gm_appliance.devices.panel import lgpio_factory, open_panel

    inbox = TableInbox(RealClock())
    signals.on_end(lambda: inbox.post(Stop()))

    def fault(part: str, what: str) -> None:
        inbox.post(Fault(part, what))

    if wrong := wrong_settings.told(config.mistakes):
        inbox.post(wrong)
    languages = SpokenLanguages(config.language, asked, config.voice.name, spellings(config.roster))
    with ExitStack() as stack:
        journal = stack.enter_context(closing(open_journal(state / "journal.sqlite", fault)))
        display = stack.enter_context(closing(open_display(config.display, fault, inbox.now, bus)))
        lamps: Lamps = _NoPads()
        pads = _open_pads(config.pads, state, inbox)
        if pads:
            stack.enter_context(closing(pads))
            inbox.on_ask(pads.ask)
            lamps = pads
        waking = _Waking(inbox, display.wake)
        panel = stack.enter_context(closing(open_panel(config.panel, waking, fault, pins or lgpio_factory)))
        # Last, for its thread loads the mixer meanwhile.
        voice, mixer = open_sound(
            *(state / "voice", languages.first, config.voice.rate, config.voice.volume / 100, fault),
            voice=config.voice.name or None,
            device=config.sound.device,
            spelled=languages.spelled(languages.first),
            speech=config.speech(),
        )
        language = languages.now(journal)
        if language != languages.first:
            languages.speak(voice, language)
        stack.callback(mixer.close)
        stack.callback(voice.close)
        ports = Ports(_Pulse(inbox), display, lamps, voice, mixer, _BareTable())
        games = {name: config.game(name) for name in config.games}
        levels = {**config.levels()}
        if config.display.driver != NONE:
            levels["large"] = int(config.display.large)
        roster = [one.name for one in config.roster]
        evening = Evening(
            *(ports, journal, language, _Nobody(), fault, games, levels),
            larger=display.enlarge,
            roster=roster,
            playing=service.playing,
            aside=on_a_thread,
            lamps=config.pads.source == HUB,
            languages=languages.choices,
            speak=partial(languages.speak, voice),
        )
        service.ready()
        evening.run()
        service.stopping()
    return service.SWITCH_OFF if panel.shut_down else 0
