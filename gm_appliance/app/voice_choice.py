"""Who speaks a language, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gm_appliance.config import Configuration
from gm_appliance.config.settings import AUTO
from gm_appliance.core.language import N_
from gm_appliance.core.messages import _
from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.engines import COMMAND
from gm_appliance.devices.sound.language_voices import ESPEAK
from gm_appliance.devices.sound.quick import QuickVoices

CHOSEN, SET, BEST = N_("chosen in the menu"), N_("by the settings"), N_("the best here")


class VoiceChoice:
    """first: the language of the settings. voices: those of a language on this machine, the best first."""

    def __init__(
        self,
        config: Configuration,
        first: str,
        quick: QuickVoices,
        voices: Callable[[str], tuple[str, ...]] = engines.voices,
    ) -> None:
        self._settings, self._command = config.voice, config.speech()
        self._first = first
        self._quick = quick
        self._voices = voices

    def there(self, language: str) -> tuple[str, ...]:
        command = self._command
        commanded = command and (command.serves_all or language == self._first)
        return (*((COMMAND,) if commanded else ()), *self._voices(language))

    def automatic(self, language: str) -> bool:
        """Whether the settings leave the voice of a language open."""
        named = self._settings.name and language == self._first
        return self._settings.engine == AUTO and COMMAND not in self.there(language) and not named

    def better(self, language: str) -> Iterator[str]:
        """The voices that may speak unasked, the best first, to the first known to be quick enough."""
        for voice in self.there(language):
            if engines.recommended(voice, language):
                yield voice
                if self._quick.settled(voice) and self._quick.suits(voice):
                    return

    def usual(self, language: str) -> str:
        """The best voice, the first installed one of the configured engine, or that engine's name."""
        engine, there = self._settings.engine, self.there(language)
        if self.automatic(language):
            return next(filter(self._quick.suits, self.better(language)), ESPEAK)
        if engine == AUTO:
            engine = COMMAND if COMMAND in there else ESPEAK
        elif language in engines.languages(engine):
            return next((one for one in there if engines.engine_of(one) == engine), engine)
        return next((one for one in there if engines.engine_of(one) == engine), ESPEAK)

    def now(self, language: str, kept: str = "") -> str:
        """kept: the one chosen at the table, or empty."""
        wanted = kept or self.usual(language)
        return wanted if wanted in self.there(language) else ESPEAK

    def why(self, language: str, kept: str = "") -> str:
        """Why that one speaks, for people."""
        if kept == self.now(language, kept):
            return _(CHOSEN)
        if not self.automatic(language):
            return _(SET)
        passed = next((one for one in self.better(language) if not self._quick.suits(one)), "")
        if not passed:
            return _(BEST)
        name = engines.title(passed)
        if self._quick.slowness(passed) is None:
            return _("{voice} is not measured yet", voice=name)
        return _("{voice} is too slow", voice=name)
