"""The game master at a virtual table: what `gm-appliance simulate` starts."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import Any

from gm_appliance.app import signals
from gm_appliance.app.evening import Evening
from gm_appliance.app.languages import SpokenLanguages
from gm_appliance.app.real_table import open_journal
from gm_appliance.app.thinking import on_a_thread
from gm_appliance.core.game import Choice, Decision, Game
from gm_appliance.core.messages import _
from gm_appliance.core.people import Person, spellings
from gm_appliance.core.ports import PANEL, Fault, FaultReport, Mixer, Ports, Stop, Voice
from gm_appliance.core.values import immutable
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.devices.sound.voice import DEFAULT_RATE, SilentVoice, SpeechCommand, open_sound
from gm_appliance.host.observer import Observers
from gm_appliance.simulator.people import People, Temper
from gm_appliance.simulator.unheard import Customs

BOTS = Temper(miss=0.01, lie=0.0, waver=0.05, drop=0.0, close=0.0, pause=(2.0, 6.0), talk=(20.0, 60.0))
"""Bots at human pace: they talk a while before they accuse, and now and then forget to press.

What only the panel can, to drop an accusation or to close the council, is the people's.
"""


@immutable
class VirtualTableSettings:
    """What the virtual table is started with.

    state: the folder of the journal, the virtual cards, the page's token and the rendered voice.
    language: of the settings. asked: that of the command line, which wins; empty where it names none.
    rate:  of the voice, words a minute. volume: 0 to 1.
    levels: what can be turned at the table, and where it stands at first.
    games: those on offer, with the defaults of their options; None for all as they are.
    speed: table seconds in one of the wall's; other than 1 the voice is silent.
    port:  of the page on 127.0.0.1; the next free one is taken if it is not free.
    display: the page's picture comes from this real display's driver; None draws it directly.
    speech: the table's own engine; None for espeak-ng.
    firmware: pads are pressed through the seat hub's own firmware, which runs in real time.
    roster: who usually plays here.
    """

    state: Path
    language: str = "en"
    asked: str = ""
    speed: float = 1.0
    port: int = 8137
    sound: bool = True
    browser: bool = True
    rate: int = DEFAULT_RATE
    volume: float = 1.0
    levels: Mapping[str, int] | None = None
    games: Mapping[str, Game[Any, Any]] | None = None
    display: DisplaySettings | None = None
    firmware: bool = False
    speech: SpeechCommand | None = None
    roster: tuple[Person, ...] = ()


class FirmwareHubPads:
    """The seat hub's own firmware in the place of a hub: every pad's press goes through its scan."""

    def __init__(self, stack: ExitStack, inbox: TableInbox) -> None:
        from gm_appliance.devices.pads.reader import PadsSettings, open_pads
        from gm_appliance.simulator.firmware_hub import FirmwareHub, NoMicroPython
        from gm_appliance.simulator.pad_presser import PadPresser

        self._inbox = inbox
        self._lamps: Callable[[frozenset[int]], None] = lambda lit: None
        try:
            self._hub = stack.enter_context(FirmwareHub(lambda lit: self._lamps(lit)))
        except NoMicroPython as error:
            raise ValueError(str(error)) from error
        pads = open_pads(PadsSettings(port=str(self._hub.port)), inbox)
        assert pads is not None
        self.pads = stack.enter_context(closing(pads))
        inbox.on_ask(pads.ask)
        self.presser = stack.enter_context(closing(PadPresser(inbox, self._hub.press)))

    def press(self, source: int, button: str, down: bool) -> None:
        if source == PANEL:
            self._inbox.press(source, button, down)
        else:
            self._hub.press(source, button, down)

    def on_lamps(self, lamps: Callable[[frozenset[int]], None]) -> None:
        self._lamps = lamps


class _Bots:
    """People at the seats the page leaves to bots, told again when those seats change."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._open: tuple[int, Decision] | None = None

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._open = (prompt_id, decision)
        self._people.asked(prompt_id, decision)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._open = None
        self._people.chose(decision, choice)

    def told(self, event: Any) -> None:
        self._people.told(event)

    def announced(self, name: str) -> None: ...

    def rested(self, seconds: float) -> None: ...

    def changed(self, _seats: frozenset[int]) -> None:
        """A window's presses are planned at its beginning; a bot that comes late waits for the next."""
        if self._open and not self._open[1].beats:
            self._people.asked(*self._open)


def simulate(settings: VirtualTableSettings) -> None:
    """Run the game master at a virtual table until it is asked to stop.

    Raises JournalBusy where another game master uses the same folder, OSError where the page cannot
    be served, and ValueError where the firmware cannot run; all say what to do.
    """
    # These bring the web and imaging libraries, which nothing else here needs.
    from gm_appliance.simulator.mirrored import CaptionedVoice, DecodedDisplay, MirroredMixer
    from gm_appliance.simulator.room import Room
    from gm_appliance.simulator.token import kept_token
    from gm_appliance.simulator.web import serve

    if settings.firmware and settings.speed != 1.0:
        told = _("the seat hub's firmware runs in real time: leave --speed at 1 with --hub firmware")
        raise ValueError(told)
    inbox = TableInbox(RealClock(settings.speed))
    signals.on_end(lambda: inbox.post(Stop()))

    def fault(part: str, what: str) -> None:
        inbox.post(Fault(part, what))

    with ExitStack() as stack:
        journal = stack.enter_context(closing(open_journal(settings.state / "journal.sqlite", fault)))
        hub = FirmwareHubPads(stack, inbox) if settings.firmware else None
        room = Room(
            hub.press if hub else inbox.press,
            saved=settings.state / "virtual-table.json",
            speed=settings.speed,
        )
        languages = SpokenLanguages(settings.language, settings.asked, "", spellings(settings.roster))
        language = languages.now(journal)
        voice, mixer, speak, close = _sound(settings, languages, language, fault)
        stack.callback(close)
        captioned = CaptionedVoice(voice, room)
        display: Room | DecodedDisplay = room
        if settings.display:
            display = stack.enter_context(closing(DecodedDisplay(room, settings.display, fault)))
        if hub:
            hub.on_lamps(room.light)
        ports = Ports(inbox, display, hub.pads if hub else room, captioned, MirroredMixer(mixer, room), room)
        people = People(
            hub.presser if hub else inbox,
            lambda: room.bots,
            room.card_of,
            room.unturned,
            SystemRandom(),
            SystemRandom(),
            panel=False,
            temper=BOTS,
            shown=room.shown_thumb,
        )
        bots = _Bots(people)
        customs = Customs(room.hands(), SystemRandom())
        inbox.on_ask(customs.beat)
        room.on_bots(bots.changed)
        token = kept_token(settings.state / "page-token")
        server = serve(room, port=settings.port, language=language, token=token)
        stack.callback(server.close)
        print(_("The table stands at {url} - Ctrl+C ends the evening.", url=server.url), flush=True)
        if settings.browser:
            webbrowser.open(server.invitation())
        watching = Observers(customs, bots)
        large = int(settings.display is not None and settings.display.large)
        levels = {**(settings.levels or {}), "large": large}
        games, larger = settings.games, display.enlarge
        roster = [one.name for one in settings.roster]
        Evening(
            *(ports, journal, language, watching, fault, games, levels),
            larger=larger,
            roster=roster,
            aside=on_a_thread,
            languages=languages.choices,
            speak=speak,
        ).run()


def _sound(
    settings: VirtualTableSettings, languages: SpokenLanguages, language: str, fault: FaultReport
) -> tuple[Voice, Mixer, Callable[[str], None], Callable[[], None]]:
    """The voice, the mixer, how another language is spoken, and how both are closed."""
    if not settings.sound or settings.speed != 1.0:
        return SilentVoice(), SilentMixer(), lambda language: None, lambda: None
    cache = settings.state / "voice"
    voice, mixer = open_sound(
        *(cache, languages.first, settings.rate, settings.volume, fault),
        spelled=languages.spelled(languages.first),
        speech=settings.speech,
    )
    if language != languages.first:
        languages.speak(voice, language)

    def close() -> None:
        voice.close()
        mixer.close()

    return voice, mixer, partial(languages.speak, voice), close
