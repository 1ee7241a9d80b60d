"""The languages that can be chosen at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm_appliance.core.language import is_whole, languages, load
from gm_appliance.core.pronunciation import pronunciation
from gm_appliance.core.values import Value
from gm_appliance.devices.sound.language_voices import VOICES
from gm_appliance.games.registry import packages
from gm_appliance.storage.adjustments import kept_language
from gm_appliance.storage.journal import Journal


class SpokenLanguages(Value):
    """usual: by the configuration. asked: on the command line, which wins; empty for none.
    people: how names are spelled for the voice.
    """

    usual: str
    asked: str
    people: Mapping[str, str]

    @property
    def first(self) -> str:
        """The language spoken unless one was chosen at the table."""
        return self.asked or self.usual

    @property
    def choices(self) -> tuple[str, ...]:
        """`first`, which may lack texts, and all others that have a voice; games may lack words in them."""
        offered = (one for one in languages() if one in VOICES and is_whole(one))
        return tuple(dict.fromkeys((self.first, *offered)))

    def now(self, journal: Journal | None) -> str:
        """The language chosen at the table if it is still offered, or `first`."""
        chosen = kept_language(journal)
        return chosen if not self.asked and chosen in self.choices else self.first

    def spelled(self, language: str, voice: str) -> Callable[[str], str]:
        """Returns a function that spells sentences of a language for a voice."""
        names = pronunciation(language, *packages(), people=self.people, voice=voice)
        words = load(language)
        return lambda text: names(words.spoken(text))
