"""The languages that can be chosen at the table, and how each is spoken."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import SOURCE, whole_languages
from gm_appliance.core.pronunciation import Pronunciation, pronunciation
from gm_appliance.core.values import immutable
from gm_appliance.devices.sound.voice import VOICES, SpeechVoice
from gm_appliance.games.registry import packages
from gm_appliance.storage.adjustments import kept_language
from gm_appliance.storage.journal import Journal


@immutable
class SpokenLanguages:
    """usual: the one of the settings, and of their voice. asked: the one of the command line, which wins.

    voice: of the settings, empty for the usual one. people: how names are spelled for the voice.
    """

    usual: str
    asked: str
    voice: str
    people: Mapping[str, str]

    @property
    def first(self) -> str:
        """The one that is spoken where none was chosen at the table."""
        return self.asked or self.usual

    @property
    def choices(self) -> tuple[str, ...]:
        """That one, and those in which nothing is left in English and that a voice speaks."""
        return tuple(
            dict.fromkeys((self.first, *(one for one in whole_languages(*packages()) if one in VOICES)))
        )

    def now(self, journal: Journal | None) -> str:
        """The one that was chosen at the table, if it can be; else the first."""
        chosen = kept_language(journal)
        return chosen if not self.asked and chosen in self.choices else self.first

    def spelled(self, language: str) -> Pronunciation:
        return pronunciation(language, *packages(), people=self.people)

    def speak(self, voice: SpeechVoice, language: str) -> None:
        """From now on. The voice of the settings, and their engine, are for the first language alone."""
        own = language == self.first
        of_language = VOICES.get(language, VOICES[SOURCE])
        voice.change_language((own and self.voice) or of_language, self.spelled(language), own)
