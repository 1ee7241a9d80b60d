"""The appliance's own voice: sentences rendered ahead of time by children, played by the mixer.

Rendering takes a moment, several on a small Pi, and may hang. So nothing here waits for it: what is
prepared is rendered in the background and kept on disk, what is said unrendered goes to the front.
"""

from __future__ import annotations

import atexit
import logging
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

from gm_appliance.core.ports import FaultReport, estimated_length
from gm_appliance.devices.sound import storm
from gm_appliance.devices.sound.card import PygameDevice, keeps_first_words
from gm_appliance.devices.sound.mixer import SoundMixer
from gm_appliance.devices.sound.render import TIMEOUT, Request, ask_child
from gm_appliance.devices.sound.renderer import FASTEST, SLOWEST, Renderer
from gm_appliance.devices.sound.speech_command import SpeechCommand

__all__ = [
    "DEFAULT_RATE",
    "FASTEST",
    "SLOWEST",
    "VOICES",
    "SilentVoice",
    "SpeechCommand",
    "SpeechVoice",
    "open_sound",
    "spoken_length",
    "spoken_lengths",
]

log = logging.getLogger(__name__)

VOICES = {"en": "gmw/en", "de": "gmw/de", "fr": "roa/fr", "it": "roa/it", "nl": "gmw/nl"}
"""The engine's voice for each language. A variant may be appended, e.g. ``"gmw/de+f3"``."""

DEFAULT_RATE = 160
"""Words per minute: calm, and understood across a table."""


class SilentVoice:
    """A voice nobody hears: lengths from letters alone, no library."""

    def say(self, text: str) -> float:
        return estimated_length(text)

    def hush(self) -> None:
        return

    def prepare(self, texts: Sequence[str]) -> None:
        return

    def volume(self, percent: int) -> None:
        return

    def rate(self, words_per_minute: int) -> None:
        return


class SpeechVoice:
    """The port `Voice`, heard through a mixer.

    spelled: a sentence as it is written to the same as the engine is given it.
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

    def hush(self) -> None:
        self._mixer.hush()
        self._renderer.calm_down()

    def prepare(self, texts: Sequence[str]) -> None:
        for text in texts:
            if text.strip():
                self._renderer.want(self._spelled(text), urgent=False)

    def volume(self, percent: int) -> None:
        """Louder or softer from now on, the sentence being spoken included: 0 to 100."""
        self._mixer.voice_volume(percent)

    def rate(self, words_per_minute: int) -> None:
        """Faster or slower from the next sentence on, 80 to 450; what was prepared is prepared anew."""
        self._renderer.change_rate(words_per_minute)

    def change_language(self, voice: str, spelled: Callable[[str], str], own: bool) -> None:
        """Speak another language from the next sentence on.

        voice: of espeak-ng. spelled: as in the class. own: whether the table's own engine speaks it.
        """
        self._renderer.change_voice(voice, own)
        self._spelled = spelled

    def close(self) -> None:
        """Render nothing more."""
        self._renderer.close()


def open_sound(
    cache_dir: Path,
    language: str,
    rate: int,
    volume: float,
    fault: FaultReport,
    voice: str | None = None,
    device: str = "",
    spelled: Callable[[str], str] = str,
    speech: SpeechCommand | None = None,
) -> tuple[SpeechVoice, SoundMixer]:
    """The voice and the mixer, both at work already. Never raises: what is missing is told.

    cache_dir: made if need be. language: see VOICES; English for a language without a voice.
    rate: words per minute, 80 to 450. volume: 0 to 1. fault: called once a change, from any thread.
    voice: an espeak-ng voice instead of the language's own. device: a sound device as ALSA names it,
    empty for the machine's usual one. spelled: see SpeechVoice.
    speech: the table's own engine; espeak-ng stands in for it.
    """
    passing = None if _writable(cache_dir) else Path(tempfile.mkdtemp(prefix="gm-appliance-"))
    if passing:
        log.error("They are rendered anew at every start, in %s.", passing)
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
    cache = passing or cache_dir
    prompts = cache / "prompts"
    prompts.mkdir(exist_ok=True)
    # What passes may lie in memory: a minute of storm is enough then.
    sounds = tuple(storm.SOUNDS)[: 5 if passing else None]
    opened, rests = partial(PygameDevice, device), partial(keeps_first_words, device)
    mixer = SoundMixer(cache, volume, fault, opened, sounds=sounds, rests=rests)
    chosen = voice or VOICES.get(language, VOICES["en"])
    renderer = Renderer(prompts, chosen, rate, fault, mixer.wake, speech=speech)
    mixer.start()
    renderer.start()
    return SpeechVoice(renderer, mixer, spelled), mixer


def _writable(cache_dir: Path) -> bool:
    """Whether prompts can be kept there; the log says why not."""
    try:
        cache_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(PermissionError):  # somebody else's, who lets us in
            cache_dir.chmod(cache_dir.stat().st_mode & 0o700)
        with tempfile.TemporaryFile(dir=cache_dir):
            return True
    except OSError as error:
        log.error(
            "Prompts cannot be kept in %s: %s. Check whose folder it is and whether the disk is full.",
            cache_dir,
            error,
        )
        return False


def spoken_lengths(
    texts: Sequence[str], language: str, rate: int = DEFAULT_RATE, children: int = 2
) -> list[float]:
    """How many seconds each of these takes, rendered for real; some 30 sentences a second.

    The same samples as the appliance will play: every sentence has a fresh engine. Raises
    RenderFailed where one cannot be rendered, NoEngine where nothing can.
    """
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(children) as pool:
        requests = [
            Request(text, VOICES.get(language, VOICES["en"]), rate, str(Path(folder, f"{number}.wav")))
            for number, text in enumerate(texts)
        ]
        shares = [requests[first::children] for first in range(children)]
        told = pool.map(_lengths, shares)
        lengths = [0.0] * len(requests)
        for first, seconds in enumerate(told):
            lengths[first::children] = seconds
        return lengths


def _lengths(share: Sequence[Request]) -> list[float]:
    return ask_child(share, timeout=TIMEOUT + len(share))[1] if share else []


def spoken_length(text: str, language: str, rate: int = DEFAULT_RATE) -> float:
    """How many seconds this takes, rendered for real. Raises as `spoken_lengths` does."""
    return spoken_lengths((text,), language, rate, children=1)[0]
