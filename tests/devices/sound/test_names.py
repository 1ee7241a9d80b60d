"""How names sound in engines without phonemes, judged by their samples; for others see `test_phonemes`."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core.pronunciation import pronunciation
from gm_appliance.games.registry import packages
from tests.devices.sound.listening import samples_of
from tests.devices.sound.workshop import BUSY, patient, real

pytestmark = pytest.mark.process

PICO = {
    "Dvalin": 'dI."vA:.lIn',
    "Idun": '"i:.du:n',
    "Niörd": 'ni:."O:d',
    "Njörd": 'ni:."O:d',
    "Saga": '"sA:.g@',
    "Sif": '"sIf',
    "Skadi": '"skA:.di:',
    "Thor": '"TO:',
    "Hel": '"hEl',
}


def spelled(name: str, voice: str) -> str:
    return pronunciation("en", *packages(), voice=voice)(name)


@pytest.mark.parametrize("name", PICO)
def test_pico_says_it_as_it_says_its_phonemes(name: str, tmp_path: Path) -> None:
    pico = real("pico/en-GB")
    as_spelled, as_told = tmp_path / "spelled.wav", tmp_path / "told.wav"
    pico.render(f"{spelled(name, 'pico/en-GB')}.", 160, as_spelled, 20.0)
    pico.render(f"<phoneme ph='{PICO[name]}'/>.", 160, as_told, 20.0)
    assert samples_of(as_spelled) == samples_of(as_told)


@pytest.mark.parametrize("voice", ["pico/en-GB", "piper/en_US-joe-medium", "hibari/heart"])
def test_a_name_alone_is_no_shorter_than_it_can_be_said_and_no_longer_than_a_beat(
    voice: str, tmp_path: Path
) -> None:
    """Neural voices are known to fail at very short texts: they swallow them, or do not stop."""
    speech, lengths = patient(voice), {}
    for name in ("Hel", "Thor", "Tyr", "Odin", "Valkyrie 12"):
        lengths[name] = speech.render(f"{spelled(name, voice)}.", 160, tmp_path / "x.wav", BUSY)
    speech.rest()
    assert min(lengths.values()) > 0.4
    assert max(lengths.values()) < 2.0
    assert lengths["Valkyrie 12"] == max(lengths.values())
