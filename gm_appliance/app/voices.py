"""Chooses among the voices of the machine."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from gm_appliance.app.languages import SpokenLanguages
from gm_appliance.config import Configuration
from gm_appliance.config.settings import AUTO
from gm_appliance.core.language import SOURCE, load
from gm_appliance.core.ports import FaultReport
from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.engines import COMMAND, PICO
from gm_appliance.devices.sound.language_voices import ESPEAK
from gm_appliance.devices.sound.voice import VOICES, SpeechCommand, SpeechVoice
from gm_appliance.devices.sound.wanted import Sample
from gm_appliance.games.menu.narration.prompts import SAMPLE
from gm_appliance.host.announcements import Announcements

log = logging.getLogger(__name__)


class TableVoices:
    """fault: called once if a chosen voice is gone."""

    def __init__(
        self, languages: SpokenLanguages, config: Configuration, voice: SpeechVoice, fault: FaultReport
    ) -> None:
        self._languages = languages
        self._settings, self._command = config.voice, config.speech()
        self._voice = voice
        self._fault = fault
        self._told = False

    def named(self, language: str, kept: str = "") -> Mapping[str, str]:
        """The titles of a language's voices, the speaking one first. kept: the chosen one, or empty."""
        there = self._there(language)
        now = self._now(language, kept)
        return {one: engines.title(one) for one in dict.fromkeys((now, *there))}

    def speak(self, language: str, kept: str = "") -> None:
        """Speak a language in the chosen voice, by default the usual one."""
        there = self._there(language)
        wanted, now = kept or self._usual(language, there), self._now(language, kept)
        if now != wanted:
            self._tell_gone(language, wanted)
        self._change(language, now)
        said = load(language)(SAMPLE)
        self._voice.rehearse([self._sample(language, one, said) for one in there if there[1:]])

    def on_trial(self, language: str, voice: str) -> None:
        """Speak in another voice for now, rather late than by espeak-ng."""
        self._change(language, voice, waits=True)

    def say_in(self, language: str, text: str) -> float:
        """Queue a sentence of another language in its usual voice; returns its length in seconds."""
        return self._voice.say_as(self._sample(language, self._now(language, ""), text))

    def _change(self, language: str, voice: str, *, waits: bool = False) -> None:
        spelled = self._languages.spelled(language, voice)
        self._voice.change_voice(self._espeak(language), spelled, self._speech(language, voice), waits=waits)
        self._voice.keep_at_hand(Announcements(load(language)).troubles())

    def _sample(self, language: str, voice: str, text: str) -> Sample:
        spelled = self._languages.spelled(language, voice)
        return spelled(text), self._espeak(language), self._speech(language, voice)

    def _there(self, language: str) -> tuple[str, ...]:
        command = self._command
        commanded = command and (command.serves_all or language == self._languages.first)
        return (*((COMMAND,) if commanded else ()), *engines.voices(language))

    def _usual(self, language: str, there: Sequence[str]) -> str:
        """The first installed voice of the configured engine, or that engine's name."""
        engine = self._settings.engine
        if engine == AUTO:
            named = self._settings.name and language == self._languages.first
            engine = COMMAND if COMMAND in there else ESPEAK if named else PICO.name
        elif language in engines.languages(engine):
            return next((one for one in there if engines.engine_of(one) == engine), engine)
        return next((one for one in there if engines.engine_of(one) == engine), ESPEAK)

    def _now(self, language: str, kept: str) -> str:
        there = self._there(language)
        wanted = kept or self._usual(language, there)
        return wanted if wanted in there else ESPEAK

    def _tell_gone(self, language: str, wanted: str) -> None:
        told, self._told = self._told, True
        if told:
            return
        log.error(
            "The voice %r for %r is not on this machine. espeak-ng speaks instead. Install it, as "
            "docs/sound.md says, or choose another in the menu.",
            wanted,
            language,
        )
        self._fault("voice", "stand-in")

    def _espeak(self, language: str) -> str:
        own = self._settings.name if language == self._languages.first else ""
        return own or VOICES.get(language, VOICES[SOURCE])

    def _speech(self, language: str, voice: str) -> SpeechCommand | None:
        if voice == COMMAND and self._command:
            return self._command.speaking(language)
        return engines.command(voice)
