"""Wires everything together: what `gm-appliance simulate` starts."""

from __future__ import annotations

import logging
import os
import signal
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Any

from gm_appliance.evening import Evening
from gm_appliance.games.game import Choice, Decision, Game
from gm_appliance.journal import Journal, JournalBusy, JournalError
from gm_appliance.simulator.people import People, Temper
from gm_appliance.table.inbox import RealClock, TableInbox
from gm_appliance.table.mixer import SilentMixer
from gm_appliance.table.ports import Mixer, Ports, Stop, Trouble, Voice
from gm_appliance.table.voice import DEFAULT_RATE, SilentVoice, open_sound

log = logging.getLogger(__name__)

BOTS = Temper(miss=0.01, lie=0.0, waver=0.05, pause=(2.0, 6.0), talk=(20.0, 60.0))
"""Bots at human pace: they talk a while before they accuse, and now and then forget to press."""


@dataclass(frozen=True)
class Settings:
    """What the virtual table is started with.

    state: the folder of the journal, the virtual cards and the rendered voice.
    rate:  of the voice, words a minute. volume: 0 to 1.
    games: those on offer, with the defaults of their options; None for all as they are.
    speed: table seconds in one of the wall's; other than 1 the voice is silent.
    port:  of the page on 127.0.0.1; the next free one is taken if it is not free.
    """

    state: Path
    language: str = "en"
    speed: float = 1.0
    port: int = 8137
    sound: bool = True
    browser: bool = True
    rate: int = DEFAULT_RATE
    volume: float = 1.0
    games: Mapping[str, Game[Any, Any]] | None = None


def default_state() -> Path:
    """Where this user's games are remembered."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "gm-appliance"


class _Bots:
    """People at the seats the page leaves to bots, told again when those seats change."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._open: tuple[int, Decision] | None = None

    def asked(self, asking: int, decision: Decision) -> None:
        self._open = (asking, decision)
        self._people.asked(asking, decision)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._open = None
        self._people.chose(decision, choice)

    def told(self, event: Any) -> None:
        self._people.told(event)

    def rested(self, seconds: float) -> None: ...

    def changed(self, _seats: frozenset[int]) -> None:
        """A window's presses are planned at its beginning; a bot that comes late waits for the next."""
        if self._open and not self._open[1].beats:
            self._people.asked(*self._open)


def simulate(settings: Settings) -> None:
    """Run the game master at a virtual table until it is asked to stop.

    Raises JournalBusy where another game master uses the same folder, and OSError where the page
    cannot be served; both say what to do.
    """
    # These bring the web and imaging libraries, which nothing else here needs.
    from gm_appliance.simulator.room import Room
    from gm_appliance.simulator.seen import CaptionedVoice, SeenMixer
    from gm_appliance.simulator.web import serve

    inbox = TableInbox(RealClock(settings.speed))

    def trouble(part: str, what: str) -> None:
        inbox.post(Trouble(part, what))

    with ExitStack() as stack:
        journal = open_journal(settings.state / "journal.sqlite", trouble)
        if journal:
            stack.enter_context(closing(journal))
        room = Room(inbox.press, kept=settings.state / "virtual-table.json", speed=settings.speed)
        voice, mixer, close = _sound(settings, trouble)
        stack.callback(close)
        seen = CaptionedVoice(voice, room)
        ports = Ports(inbox, room, room, seen, SeenMixer(mixer, room), room)
        people = People(
            inbox,
            lambda: room.bots,
            room.card_of,
            room.asgard,
            SystemRandom(),
            SystemRandom(),
            panel=False,
            temper=BOTS,
        )
        bots = _Bots(people)
        room.on_bots(bots.changed)
        server = serve(room, port=settings.port)
        stack.callback(server.close)
        stop_on_signals(inbox)
        print(f"The table stands at {server.url} - Ctrl+C ends the evening.", flush=True)
        if settings.browser:
            webbrowser.open(server.url)
        levels = {"volume": round(settings.volume * 100), "rate": settings.rate}
        Evening(ports, journal, settings.language, bots, trouble, settings.games, levels).run()


def open_journal(path: Path, trouble: Callable[[str, str], None]) -> Journal | None:
    """The journal; None where it cannot be written, which is told. Raises JournalBusy."""
    try:
        return Journal(path)
    except JournalBusy:
        raise
    except JournalError as error:
        log.error("The journal cannot be opened: %s. Games are not remembered.", error)
        trouble("journal", "lost")
        return None


def stop_on_signals(inbox: TableInbox) -> None:
    """SIGTERM and Ctrl+C end the evening in order."""

    def stop(_number: int, _frame: object) -> None:
        inbox.post(Stop())

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)


def _sound(
    settings: Settings, trouble: Callable[[str, str], None]
) -> tuple[Voice, Mixer, Callable[[], None]]:
    if not settings.sound or settings.speed != 1.0:
        return SilentVoice(), SilentMixer(), lambda: None
    cache = settings.state / "voice"
    voice, mixer = open_sound(cache, settings.language, settings.rate, settings.volume, trouble)

    def close() -> None:
        voice.close()
        mixer.close()

    return voice, mixer, close
