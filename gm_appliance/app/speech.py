"""The language and the voices of an evening, as chosen in the menu."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from gm_appliance.app.evening_settings import EveningSettings, Hooks
from gm_appliance.core.language import OWN_NAME, Language, load
from gm_appliance.host.announcements import Announcements
from gm_appliance.storage.adjustments import Adjustments

log = logging.getLogger(__name__)


class Speech:
    """language: the tag of the one chosen. announcements: in the one spoken, which a game may change."""

    def __init__(self, settings: EveningSettings, hooks: Hooks, adjustments: Adjustments) -> None:
        self._settings, self._hooks, self._adjustments = settings, hooks, adjustments
        self.language = self._spoken = settings.language
        self.announcements = Announcements(self.words())

    def words(self) -> Language:
        return load(self._spoken)

    def languages(self) -> dict[str, str]:
        """The own names of the languages that can be chosen, the spoken one first."""
        return {tag: load(tag)(OWN_NAME) for tag in dict.fromkeys((self.language, *self._settings.languages))}

    def voices(self) -> Mapping[str, str]:
        """The titles of the voices that can be chosen, the speaking one first."""
        return self._hooks.voices(self.language, self._adjustments.voice(self.language))

    def change_language(self, language: str) -> None:
        self.language = language
        self.tell_in(language, anew=True)
        self._adjustments.keep_language(language)
        log.info("The language is %s now.", language)

    def tell_in(self, language: str, *, anew: bool = False) -> None:
        """Speak this language until the next call. anew: set it even if it is spoken already."""
        if anew or language != self._spoken:
            self._spoken = language
            self.announcements.language = self.words()
            self.speak()

    def change_voice(self, voice: str) -> None:
        self._adjustments.keep_voice(self.language, voice)
        self.speak()
        log.info("The voice for %s is %s now.", self.language, voice)

    def speak(self, on_trial: str = "") -> None:
        """Speak in the chosen voice or, for now, in another one."""
        if on_trial:
            self._hooks.on_trial(self.language, on_trial)
        else:
            self._hooks.speak(self._spoken, self._adjustments.voice(self._spoken))
