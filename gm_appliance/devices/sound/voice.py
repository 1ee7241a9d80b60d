"""The voice: sentences are rendered ahead of time in child processes, and played by the mixer.

Rendering takes a moment, longer on a small Pi, and may hang. So nothing waits for it: prepared sentences are
rendered in the background and kept on disk, and those said before they are rendered go to the front of the
queue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from gm_appliance.core.ports import FaultReport, estimated_length
from gm_appliance.devices.sound.card import PygameDevice, keeps_first_words
from gm_appliance.devices.sound.keeper import Card
from gm_appliance.devices.sound.language_voices import VOICES
from gm_appliance.devices.sound.mixer import SoundMixer
from gm_appliance.devices.sound.packs import Pack
from gm_appliance.devices.sound.renderer import Renderer
from gm_appliance.devices.sound.shelf import Shelf, folder_in_memory
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.devices.sound.wanted import Sample

DEFAULT_RATE = 160  # the default in words per minute: calm, and understood across a table


class SilentVoice:
    """A voice without sound, which estimates lengths and needs no library."""

    def say(self, text: str) -> float:
        return estimated_length(text)

    def length(self, text: str) -> float:
        return estimated_length(text)

    def hush(self) -> None: ...

    def prepare(self, texts: Sequence[str]) -> None: ...

    def volume(self, percent: int) -> None: ...

    def rate(self, words_per_minute: int) -> None: ...


class SpeechVoice:
    """The port `Voice`, heard through a mixer.

    spelled: converts a sentence from its written form to the one given to the engine.
    """

    def __init__(self, renderer: Renderer, mixer: SoundMixer, spelled: Callable[[str], str] = str) -> None:
        self._renderer = renderer
        self._mixer = mixer
        self._spelled = spelled

    def say(self, text: str) -> float:
        if not text.strip():
            return 0.0
        sentence = self._renderer.want(self._spelled(text), urgent=True)
        self._mixer.speak(sentence)
        return sentence.seconds

    def say_as(self, sample: Sample) -> float:
        """Queue a sentence of another voice, spelled for it, and return its length in seconds."""
        sentence = self._renderer.want_of(sample)
        self._mixer.speak(sentence)
        return sentence.seconds

    def hush(self) -> None:
        self._mixer.hush()
        self._renderer.calm_down()

    def prepare(self, texts: Sequence[str]) -> None:
        for text in texts:
            if text.strip():
                self._renderer.want(self._spelled(text), urgent=False)

    def length(self, text: str) -> float | None:
        if not text.strip():
            return 0.0
        sentence = self._renderer.want(self._spelled(text), urgent=False, first=True)
        return sentence.seconds if sentence.wav or sentence.failed else None

    def volume(self, percent: int) -> None:
        """Set the volume, 0 to 100, at once."""
        self._mixer.voice_volume(percent)

    def rate(self, words_per_minute: int) -> None:
        """Set the rate from the next sentence on, 80 to 450 words per minute; prepared sentences are rendered
        again."""
        self._renderer.change_rate(words_per_minute)

    def keep_at_hand(self, texts: Sequence[str]) -> None:
        self._renderer.keep_at_hand([*map(self._spelled, texts)])

    def change_voice(
        self,
        voice: str,
        spelled: Callable[[str], str],
        speech: SpeechCommand | None = None,
        *,
        waits: bool = False,
        pack: Pack | None = None,
    ) -> None:
        """Speak in another voice, or another language, from the next sentence on.

        voice: of espeak-ng. spelled: as in the class. speech, waits, pack: see `Renderer.change_voice`.
        """
        self._renderer.change_voice(voice, speech, waits=waits, pack=pack)
        self._spelled = spelled

    def rehearse(self, samples: Iterable[Sample]) -> None:
        self._renderer.rehearse(samples)

    def close(self) -> None:
        self._renderer.close()


def open_sound(
    cache_dir: Path, language: str, rate: int, volume: float, fault: FaultReport, device: str = ""
) -> tuple[SpeechVoice, SoundMixer]:
    """The voice, espeak-ng's, and the mixer, which is yet to be started. Never raises; missing parts are
    reported.

    cache_dir: made if necessary. language: see VOICES; English for a language without a voice.
    rate: words per minute, 80 to 450. volume: 0 to 1. fault: called once per change, from any thread.
    device: a sound device as in ALSA, empty for the default one.
    """
    _make_private(cache_dir)
    memory = folder_in_memory()
    card = Card(partial(PygameDevice, device), rests=partial(keeps_first_words, device))
    mixer = SoundMixer(cache_dir, volume, fault, card, memory=memory)
    sentences = memory / "prompts" if memory else None
    if sentences:
        sentences.mkdir()
    shelf = Shelf(cache_dir / "prompts", sentences)
    renderer = Renderer(shelf, VOICES.get(language, VOICES["en"]), rate, fault, mixer.wake)
    renderer.start()
    return SpeechVoice(renderer, mixer), mixer


def _make_private(cache_dir: Path) -> None:
    """Make the folder private. Errors are reported when something is kept."""
    with suppress(OSError):
        cache_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # owned by another user, but accessible
        cache_dir.chmod(cache_dir.stat().st_mode & 0o700)
