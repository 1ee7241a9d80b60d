"""How the voices pronounce names, buttons and numbers in every language matches what was reviewed."""

from __future__ import annotations

import os

import pytest

from gm_appliance.core.language import languages
from gm_appliance.core.pronunciation import Pronunciation
from tests import phonemes
from tests.phonemes import MAKE, NoEngine, outdated, voices

pytestmark = pytest.mark.process

LISTED = [(language, voice) for language in languages() for voice in voices(language)]


def changed(language: str, voice: str) -> list[str]:
    """The changed pronunciations. Skips without the engine; fails if GM_REQUIRE_VOICES names it."""
    try:
        return outdated(language, voice)
    except NoEngine as error:
        if voice.partition("/")[0] in os.environ.get("GM_REQUIRE_VOICES", "").split():
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.mark.parametrize(("language", "voice"), LISTED)
def test_everything_sounds_as_it_did(language: str, voice: str) -> None:
    now = changed(language, voice)
    assert now == [], f"Listen to these, then run `{MAKE} {language}`:\n" + "\n".join(now)


def test_a_name_that_sounds_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phonemes, "pronunciation", lambda *about, **voice: Pronunciation({"Odin": "Ohdeen"}))
    told = changed("en", "espeak-ng")
    assert "en-espeak-ng.txt: + Odin | Ohdeen | 'oUdi:n" in told
    assert any(one.startswith("en-espeak-ng.txt: - Dvalin | ") for one in told)
