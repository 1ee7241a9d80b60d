"""Chooses among the voices of the machine."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from functools import partial

from gm_appliance.app.languages import SpokenLanguages
from gm_appliance.app.voice_choice import VoiceChoice
from gm_appliance.config import Configuration
from gm_appliance.core.language import load
from gm_appliance.core.ports import FaultReport
from gm_appliance.devices.sound import engines, packs
from gm_appliance.devices.sound.quick import QuickVoices
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.devices.sound.voice import SpeechVoice
from gm_appliance.devices.sound.wanted import Sample
from gm_appliance.games.menu.narration.prompts import SAMPLE
from gm_appliance.host.announcements import Announcements

log = logging.getLogger(__name__)


def _on_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="voices", daemon=True).start()


class TableVoices:
    """fault: called once if a chosen voice is gone. quick: what is known of their speed.

    Until the voices of a language are measured, in the background, the best that does not stay loaded speaks.
    """

    def __init__(
        self,
        languages: SpokenLanguages,
        config: Configuration,
        voice: SpeechVoice,
        fault: FaultReport,
        quick: QuickVoices,
        background: Callable[[Callable[[], None]], None] = _on_a_thread,
    ) -> None:
        self._languages = languages
        self._voice = voice
        self._fault = fault
        self._quick = quick
        self._choice = VoiceChoice(config, languages.first, quick)
        self._told = self._playing = False
        self._automatic = self._speaking = ""  # the language whose best voice speaks; who speaks
        self._lock = threading.RLock()
        self._background = background

    def named(self, language: str, kept: str = "") -> Mapping[str, str]:
        """The titles of a language's voices, the speaking one first. kept: the chosen one, or empty."""
        found = (self._choice.now(language, kept), *self._choice.there(language))
        return {one: engines.title(one) for one in found}

    def speak(self, language: str, kept: str = "") -> None:
        """Speak a language in the chosen voice, by default the usual one."""
        there = self._choice.there(language)
        with self._lock:
            wanted, now = kept or self._choice.usual(language), self._choice.now(language, kept)
            self._automatic = language if not kept and self._choice.automatic(language) else ""
            if now != wanted and not self._told:
                self._told = True
                log.error(
                    "The voice %r for %r is not on this machine. espeak-ng speaks instead. Install it, as "
                    "docs/sound.md says, or choose another in the menu.",
                    wanted,
                    language,
                )
                self._fault("voice", "stand-in")
            self._change(language, now)
            said = load(language)(SAMPLE)
            self._voice.rehearse([self._sample(language, one, said) for one in there if there[1:]])
        if self._automatic and not all(map(self._quick.settled, self._choice.better(language))):
            self._background(partial(self._measure, language))

    def _measure(self, language: str) -> None:
        """Find the best voice that is quick enough, and speak in it unless something else was chosen."""
        for voice in self._choice.better(language):
            self._quick.prove(voice, load(language)(SAMPLE))
        self._settle()

    def playing(self, game: str) -> None:
        """As `Hooks.playing`: the voice of a game stays, for its timetables are computed from its words."""
        with self._lock:
            self._playing = bool(game)
        self._settle()

    def _settle(self) -> None:
        with self._lock:
            language = self._automatic
            if language and not self._playing and self._choice.now(language) != self._speaking:
                self.speak(language)

    def on_trial(self, language: str, voice: str) -> None:
        """Speak in another voice for now, rather late than by espeak-ng."""
        with self._lock:
            self._automatic = ""
            self._change(language, voice, waits=True)

    def say_in(self, language: str, text: str) -> float:
        """Queue a sentence of another language in its usual voice; returns its length in seconds."""
        return self._voice.say_as(self._sample(language, self._choice.now(language), text))

    def _change(self, language: str, voice: str, *, waits: bool = False) -> None:
        self._speaking = voice
        spelled, espeak, speech = self._speaker(language, voice)
        pack = packs.opened(voice, spelled, engines.folders())
        self._voice.change_voice(espeak, spelled, speech, waits=waits, pack=pack)
        self._voice.keep_at_hand(Announcements(load(language)).troubles())

    def _sample(self, language: str, voice: str, text: str) -> Sample:
        spelled, espeak, speech = self._speaker(language, voice)
        return spelled(text), espeak, speech

    def _speaker(self, language: str, voice: str) -> tuple[Callable[[str], str], str, SpeechCommand | None]:
        """Of the voice itself, or of the one that says what a pack has no recordings of."""
        if engines.engine_of(voice) == packs.PACK:
            voice = self._choice.usual(language)
        spelled = self._languages.spelled(language, voice)
        return spelled, self._choice.espeak(language), self._choice.speech(language, voice)
