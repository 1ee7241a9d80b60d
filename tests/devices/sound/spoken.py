"""The exact lengths of sentences, by rendering them as the appliance does."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gm_appliance.devices.sound.language_voices import VOICES
from gm_appliance.devices.sound.loudness import trimmed
from gm_appliance.devices.sound.render import TIMEOUT, Request, ask_child
from gm_appliance.devices.sound.storm import RATE
from gm_appliance.devices.sound.voice import DEFAULT_RATE
from tests.devices.sound.listening import samples_of

SENTENCES = {
    "en": "Conspirators, open your eyes. Valkyrie 3. Thor is banished. Odin.",
    "de": "Verschwörer, öffnet die Augen. Walküre drei. Thor ist verbannt. Odin.",
    "fr": "Conspirateurs, ouvrez les yeux. Valkyrie trois. Thor est banni. Odin.",
    "it": "Cospiratori, aprite gli occhi. Valchiria tre. Thor è bandito. Odino.",
    "nl": "Samenzweerders, open je ogen. Walkure drie. Thor is verbannen. Odin.",
}


def spoken_lengths(
    texts: Sequence[str], language: str, rate: int = DEFAULT_RATE, children: int = 2
) -> list[float]:
    """The exact lengths of these sentences in seconds, by rendering and trimming them; about 25 a second.
    Raises RenderFailed if one cannot be rendered, NoEngine without an engine."""
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
    if share:
        ask_child(share, timeout=TIMEOUT + len(share))
    # Trimming alone determines the length; levelling would take as long as rendering.
    return [len(trimmed(samples_of(Path(one.wav)), RATE)) / RATE for one in share]
