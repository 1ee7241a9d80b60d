"""Words of every installed voice are equally loud, and understood in the storm."""

from __future__ import annotations

import math
import wave
from array import array
from functools import cache
from pathlib import Path

import pytest

from gm_appliance.devices.sound import engines, loudness, masking
from gm_appliance.devices.sound.language_voices import ESPEAK, VOICES, voices_of
from gm_appliance.devices.sound.loudness import LEAD, LOUDNESS, TAIL, finish, finished, shelf
from gm_appliance.devices.sound.render import NoEngine, Request, ask_child
from gm_appliance.devices.sound.storm import RATE
from tests.devices.sound.listening import level, powers, samples_of, third_octaves
from tests.devices.sound.spoken import SENTENCES
from tests.devices.sound.test_masking import at_ear, layer_powers, mean_levels
from tests.devices.sound.workshop import BUSY, patient

# The share of each third octave in understanding words (ANSI S3.5, average speech).
IMPORTANCE = {
    160: 0.0083, 200: 0.0095, 250: 0.0150, 315: 0.0289, 400: 0.0440, 500: 0.0578,
    630: 0.0653, 800: 0.0711, 1000: 0.0818, 1250: 0.0844, 1600: 0.0882, 2000: 0.0898,
    2500: 0.0868, 3150: 0.0844, 4000: 0.0771, 5000: 0.0527, 6300: 0.0364, 8000: 0.0185,
}  # fmt: skip
UNDERSTOOD = 0.6  # the index above which speech is well understood; 0.45 is called good, 0.75 very good

SPEAKING = [(language, ESPEAK) for language in sorted(VOICES)] + [
    (language, f"{engine.name}/{voice}")
    for engine in engines.ENGINES.values()
    for language, voices in sorted(voices_of(engine.name).items())
    for voice in voices
]


@cache
def noise_under_words() -> list[float]:
    """The storm's average level in the bands that matter for words, while they are said."""
    levels = [
        [one + 20 * math.log10(gain) for one in mean_levels(layer_powers(layer, 1), tuple(IMPORTANCE))]
        for layer, gain in masking.UNDER_WORDS.items()
    ]
    return [level(sum(10 ** (one / 10) for one in both)) for both in zip(*levels, strict=True)]


def understood(samples: array[int], rate: int) -> float:
    """The speech intelligibility index in the storm: the share of speech that stands out, 0 to 1."""
    parts = [samples[at : at + rate // 20] for at in range(0, len(samples), rate // 20)]
    words = [one / 32768 for part in parts if max(map(abs, part)) > 328 for one in part]  # without pauses
    bands = zip(at_ear(powers(words, rate), tuple(IMPORTANCE)), noise_under_words(), strict=True)
    stand_out = (min(1.0, max(0.0, (word - other + 15) / 30)) for word, other in bands)
    return sum(share * one for share, one in zip(IMPORTANCE.values(), stand_out, strict=True))


def spoken(text: str, language: str, voice: str, wav: Path) -> tuple[array[int], int]:
    """The engine's own rendering, and its rate; it is in `wav`."""
    if voice == ESPEAK:
        try:
            ask_child((Request(text, VOICES[language], 160, str(wav)),))
        except NoEngine as error:
            pytest.skip(f"no speech engine here: {error}")
    else:
        speech = patient(voice)
        speech.render(text, 160, wav, BUSY)
        speech.rest()
    with wave.open(str(wav)) as read:
        return samples_of(wav), read.getframerate()


@pytest.mark.process
@pytest.mark.many
@pytest.mark.parametrize(("language", "voice"), SPEAKING)
def test_every_voice_is_as_loud_as_the_others_and_understood(
    tmp_path: Path, language: str, voice: str
) -> None:
    wav = tmp_path / "words.wav"
    for text in ("Odin.", SENTENCES[language]):
        _own, rate = spoken(text, language, voice, wav)
        seconds, samples = finish(wav), samples_of(wav)
        assert seconds == len(samples) / rate
        assert abs(loudness.loudness(samples, rate) - LOUDNESS) <= 1
        assert max(map(abs, samples)) < 32000, "it isn't clipped"
        loud = [at for at, one in enumerate(samples) if abs(one) > 1000]
        assert loud[0] / rate < LEAD + 0.25  # festival breathes
        assert TAIL / 3 < (len(samples) - loud[-1]) / rate < TAIL + 0.15
    assert understood(samples, rate) >= UNDERSTOOD


@pytest.mark.process
@pytest.mark.many
def test_a_dull_or_soft_rendering_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, rate = spoken(SENTENCES["en"], "en", ESPEAK, tmp_path / "words.wav")
    muffled = array("h", map(int, loudness._filtered(own, shelf(1500, -18, rate))))
    assert understood(finished(muffled, rate), rate) >= UNDERSTOOD
    monkeypatch.setattr(loudness, "_STEEPEST", 0.0)
    assert understood(finished(muffled, rate), rate) < UNDERSTOOD
    monkeypatch.setattr(loudness, "LOUDNESS", LOUDNESS - 6)
    assert understood(finished(own, rate), rate) < UNDERSTOOD


@pytest.mark.process
def test_finishing_changes_nothing_but_treble_gain_and_silence(tmp_path: Path) -> None:
    """Bright words are the engine's own samples, only louder or softer; dull ones their spectrum, tilted."""
    own, rate = spoken("Valkyrie 3.", "en", ESPEAK, tmp_path / "words.wav")
    made, kept = finished(own, rate), loudness.trimmed(own, rate)
    loudest = max(range(len(kept)), key=lambda at: abs(kept[at]) if abs(made[at]) < 0.6 * 32768 else 0)
    gain = made[loudest] / kept[loudest]
    assert all(abs(x * gain - y) < 20 for x, y in zip(kept, made, strict=True) if abs(y) < 0.7 * 32768)
    bands = third_octaves(200, 6300)
    dull = loudness._filtered(kept, shelf(loudness._TREBLE, -12, rate))
    tilted = finished(array("h", map(int, dull)), rate)
    changes = [
        after - before
        for before, after in zip(powers(dull).levels(bands), powers(tilted).levels(bands), strict=True)
    ]
    assert changes == pytest.approx(sorted(changes), abs=1.0)
    assert 6 < changes[-1] - changes[0] < 18


@pytest.mark.parametrize("rate", [16000, 22050, 24000, 48000])
def test_loudness_is_what_the_standard_says(rate: int) -> None:
    """BS.1770: a sine of 997 Hz at full scale has -3.01 LUFS. Pauses do not count, and little is little."""
    sine = array("h", (round(32767 * math.sin(math.tau * 997 * i / rate)) for i in range(2 * rate)))
    assert loudness.loudness(sine, rate) == pytest.approx(-3.01, abs=0.2)
    pause = array("h", bytes(4 * rate))
    assert loudness.loudness(sine + pause + sine, rate) == pytest.approx(-3.7, abs=0.5)
    assert loudness.loudness(sine[: rate // 10], rate) == pytest.approx(-9.03, abs=0.3)
    assert loudness.loudness(pause, rate) == loudness.SILENCE


def test_a_click_is_no_sentence_and_no_error() -> None:
    click = array("h", bytes(2 * RATE))
    click[RATE // 2] = 30000
    assert loudness.trimmed(click, RATE) == click
    assert len(finished(click, RATE)) == RATE


def test_what_is_no_mono_sound_of_16_bits_is_mixed_or_left_as_it_is(tmp_path: Path) -> None:
    wav = tmp_path / "made.wav"
    for channels, width, shorter in ((1, 1, False), (2, 2, True)):
        with wave.open(str(wav), "wb") as made:
            made.setparams((channels, width, RATE, 0, "NONE", ""))
            made.writeframes(bytes(channels * width * RATE) + b"\x40" * 5000 * channels * width)
        before = wav.read_bytes()
        assert (finish(wav) < 1) is shorter
        with wave.open(str(wav)) as read:
            assert read.getnchannels() == 1
        assert (wav.read_bytes() != before) is shorter
