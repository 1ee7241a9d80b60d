"""`gm-appliance simulate`: the game master at a virtual table."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from random import SystemRandom
from typing import Protocol

from gm_appliance.app import signals
from gm_appliance.app.archive import Archive
from gm_appliance.app.bot_speech import BotSpeech
from gm_appliance.app.evening import Evening
from gm_appliance.app.evening_settings import Environment, Hooks
from gm_appliance.app.languages import SpokenLanguages
from gm_appliance.app.phones import listen, open_phones, with_phones
from gm_appliance.app.real_table import evening_settings, open_journal
from gm_appliance.app.thinking import on_a_thread
from gm_appliance.app.voices import TableVoices
from gm_appliance.config import Configuration
from gm_appliance.core.cues import Say
from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.language import load
from gm_appliance.core.messages import _
from gm_appliance.core.observer import Observers
from gm_appliance.core.people import spellings
from gm_appliance.core.ports import Display, Fault, FaultReport, Lamps, Mixer, Ports, Stop, Voice
from gm_appliance.core.values import Value, replace
from gm_appliance.devices.display.drawing.code import modules
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.pads.phones import PhonePads
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.devices.sound.quick import QuickVoices
from gm_appliance.devices.sound.voice import SilentVoice, open_sound
from gm_appliance.games.registry import emblems
from gm_appliance.host.announcements import Announcements
from gm_appliance.phones.addresses import fragment
from gm_appliance.phones.invitation import invitation
from gm_appliance.phones.messages import FromPhones, Present, Serving
from gm_appliance.simulator.customs import Customs
from gm_appliance.simulator.mirrored import CaptionedVoice, MirroredMixer
from gm_appliance.simulator.people import People, Pressing, Temper
from gm_appliance.simulator.room import Room
from gm_appliance.simulator.token import kept_token
from gm_appliance.simulator.web import serve
from gm_appliance.storage.adjustments import kept_voice

BOTS = Temper(
    miss=0.01, lie=0.0, waver=0.05, ends=0.0, pause=(2.0, 6.0), talk=(20.0, 60.0), called=(0.3, 0.9)
)
"""Human pace; sometimes they forget to press. People drop accusations and close councils."""


class VirtualTableSettings(Value):
    """state:  the folder for journal, virtual cards, the page's token and rendered sentences.
    asked:  the command line's language, which wins over the configuration's; empty for none.
    speed:  seconds at the table per real second; unless it is 1, the voice is silent.
    port:   of the page on 127.0.0.1, or the next free one; 0 for any. phones_port: likewise for phones.
    phones: let phones in from the start.
    """

    state: Path
    config: Configuration = Configuration()
    asked: str = ""
    speed: float = 1.0
    port: int = 8137
    sound: bool = True
    browser: bool = True
    phones: bool = False
    phones_port: int = 8080


class HubPads(Lamps, Protocol):
    """Pads on a hub, in place of the page's. presser: presses them for bots. whole_at: as of `SeatPads`."""

    @property
    def presser(self) -> Pressing: ...

    def press(self, source: int, button: str, down: bool) -> None: ...

    def on_lamps(self, lamps: Callable[[frozenset[int]], None]) -> None: ...

    def whole_at(self) -> float: ...


class PageDisplay(Display, Protocol):
    """A display whose picture is shown on the page."""

    def enlarge(self, large: bool) -> None: ...

    def close(self) -> None: ...


class _Bots(Observers):
    """Bots at the page's free seats, asked again when these change."""

    def __init__(self, people: People) -> None:
        super().__init__(people)
        self._open: tuple[int, Decision] | None = None

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._open = (prompt_id, decision)
        super().asked(prompt_id, decision)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._open = None
        super().chose(decision, choice)

    def changed(self, _seats: frozenset[int]) -> None:
        # Presses in a window are planned at its start: a late bot waits for the next one.
        if self._open and not self._open[1].beats:
            super().asked(*self._open)


def simulate(
    settings: VirtualTableSettings,
    *,
    open_hub: Callable[[ExitStack, TableInbox], HubPads] | None = None,
    open_display: Callable[[Room, DisplaySettings, FaultReport], PageDisplay] | None = None,
) -> None:
    """Run the game master at a virtual table until it is told to stop.

    open_hub, open_display: between the game master and the page.
    Raises JournalBusy if another game master uses the same folder, and OSError if the page cannot be served.
    """
    inbox = TableInbox(RealClock(settings.speed))
    signals.on_end(lambda: inbox.post(Stop()))

    def fault(part: str, what: str) -> None:
        inbox.post(Fault(part, what))

    config = settings.config
    with ExitStack() as stack:
        journal = stack.enter_context(closing(open_journal(settings.state / "journal.sqlite", fault)))
        hub = open_hub(stack, inbox) if open_hub else None
        room = Room(
            hub.press if hub else inbox.press,
            saved=settings.state / "virtual-table.json",
            speed=settings.speed,
        )
        languages = SpokenLanguages(config.language, settings.asked, spellings(config.roster))
        language = languages.now(journal)
        spoken = [language]
        voice, mixer, hooks, say_in, close = _sound(
            settings, languages, lambda part, what: room.notices.quiet(_quiet(spoken[0], part, what))
        )
        hooks.speak(language, kept_voice(journal, language))
        stack.callback(close)
        captioned = CaptionedVoice(voice, room, say_in)
        display: Room | PageDisplay = room
        if open_display:
            display = stack.enter_context(closing(open_display(room, config.display, fault)))
        if hub:
            hub.on_lamps(room.light)
        mirrored = MirroredMixer(mixer, room)
        ports = Ports(inbox, display, hub or room, captioned, mirrored, room, room, captioned.say_in)
        phones, table_phones = open_phones(
            *(stack, inbox, settings.state, lambda: spoken[0]),
            port=settings.phones_port,
            tried=10,
            heard=lambda message: _told(room, phones, message),
            opened=lambda on: None if on else room.notices.invite(""),
        )
        listen(inbox, phones, hub.whole_at if hub else None)
        ports = replace(with_phones(ports, phones), phones=table_phones)
        if settings.phones:
            table_phones.open()
        presser, rng = hub.presser if hub else inbox, SystemRandom()
        bots = _Bots(People(presser, room, rng, rng, lambda: room.bots, BOTS))
        customs, speech = Customs(room, rng), BotSpeech(room, lambda: load(spoken[0]))
        inbox.on_ask(customs.beat)
        room.on_bots(bots.changed)
        token = kept_token(settings.state / "page-token")
        archive = Archive(settings.state / "journal.sqlite", lambda: spoken[0])
        server = serve(room, settings.port, language, token, emblems=emblems(), archive=archive)
        stack.callback(server.close)
        if settings.port and server.port != settings.port:
            said = {"port": settings.port, "other": server.port}
            print(_("Port {port} is in use. The page is on port {other}.", **said), flush=True)
        print(_("The table is at {url} - press Ctrl+C to end the evening.", url=server.url), flush=True)
        if settings.browser:
            webbrowser.open(server.invitation())

        def speak(language: str, voice: str) -> None:
            server.speak(language)
            spoken[0] = language
            table_phones.speak()
            hooks.speak(language, voice)

        Evening(
            *(ports, journal, Observers(room, customs, bots, speech, phones), fault),
            replace(
                evening_settings(
                    config, languages, language, open_display is not None and config.display.large
                ),
                phones=settings.phones,
            ),
            replace(hooks, enlarge=display.enlarge, speak=speak, bots=lambda: room.bots),
            Environment(schedule=on_a_thread),
        ).run()


def _quiet(language: str, part: str, what: str) -> str:
    """A line of the page about the sound; empty where it works."""
    if what not in ("missing", "lost"):
        return ""
    told = Announcements(load(language)).fault(Fault(part, what))
    return next(cue.text for cue in told if isinstance(cue, Say))


def _told(room: Room, phones: PhonePads, message: FromPhones) -> None:
    if isinstance(message, Present):
        room.notices.phones(message.there)
    elif isinstance(message, Serving):
        first = message.addresses[0]
        address = f"http://{first}/#{fragment(phones.token)}"
        room.notices.invite(address, modules(invitation(first, phones.token).link))
        print(_("Phones can join at {address}", address=address), flush=True)


def _sound(
    settings: VirtualTableSettings, languages: SpokenLanguages, fault: FaultReport
) -> tuple[Voice, Mixer, Hooks, Callable[[str, str], float] | None, Callable[[], None]]:
    """Voice, mixer, the hooks that change the voice, `Ports.say_in`, and what closes the first two.

    fault: shows faults on the page; they are no news for the table, because the page shows captions.
    """
    if not settings.sound or settings.speed != 1.0:
        return SilentVoice(), SilentMixer(), Hooks(), None, lambda: None

    cache, voice_settings = settings.state / "voice", settings.config.voice
    voice, mixer = open_sound(
        *(cache, languages.first, voice_settings.rate, voice_settings.first_volume / 100, fault)
    )
    mixer.start()
    voices = TableVoices(languages, settings.config, voice, fault, QuickVoices(cache))

    def close() -> None:
        voice.close()
        mixer.close()

    hooks = Hooks(speak=voices.speak, voices=voices.named, on_trial=voices.on_trial, playing=voices.playing)
    return voice, mixer, hooks, voices.say_in, close
