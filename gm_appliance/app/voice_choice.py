"""Who speaks a language, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gm_appliance.config import Configuration
from gm_appliance.config.settings import AUTO
from gm_appliance.core.language import SOURCE
from gm_appliance.core.messages import _
from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.engines import COMMAND
from gm_appliance.devices.sound.language_voices import ESPEAK, VOICES, voices_of
from gm_appliance.devices.sound.quick import QuickVoices
from gm_appliance.devices.sound.speech_command import SpeechCommand


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
        self._first, self._quick, self._voices = first, quick, voices

    def there(self, language: str) -> tuple[str, ...]:
        command = self._command
        commanded = command and (command.serves_all or language == self._first)
        return (*((COMMAND,) if commanded else ()), *self._voices(language))

    def automatic(self, language: str) -> bool:
        """Whether the settings leave the voice of a language open."""
        return not (self._settings.engine != AUTO or COMMAND in self.there(language) or self._named(language))

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
        gone = engine if language in voices_of(engine) else ESPEAK
        return next((one for one in there if engines.engine_of(one) == engine), gone)

    def now(self, language: str, kept: str = "") -> str:
        """kept: the one chosen at the table, or empty."""
        wanted = kept or self.usual(language)
        return wanted if wanted in self.there(language) else ESPEAK

    def why(self, language: str, kept: str = "") -> str:
        """Why that one speaks, for people."""
        if kept == self.now(language, kept):
            return _("chosen in the menu")
        if not self.automatic(language):
            return _("by the settings")
        passed = next((one for one in self.better(language) if not self._quick.suits(one)), "")
        if not passed:
            return _("the best here")
        if self._quick.fits(passed):
            return _("{voice} was not quick enough yet", voice=engines.title(passed))
        return _("{voice} needs more memory", voice=engines.title(passed))

    def espeak(self, language: str) -> str:
        """The voice of espeak-ng."""
        return self._named(language) or VOICES.get(language, VOICES[SOURCE])

    def speech(self, language: str, voice: str) -> SpeechCommand | None:
        """What speaks instead of espeak-ng, if anything does."""
        if voice == COMMAND and self._command:
            return self._command.speaking(language)
        return engines.command(voice)

    def _named(self, language: str) -> str:
        return self._settings.name if language == self._first else ""
