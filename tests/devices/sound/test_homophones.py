"""No two texts of different meaning sound alike, except those listed with a reason or a remedy."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gm_appliance.core.language import languages
from tests import homophones
from tests.homophones import alike

LISTED = tomllib.loads(Path(__file__).with_name("homophones.toml").read_text("utf-8"))

pytestmark = pytest.mark.process


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_what_sounds_alike_is_listed(language: str) -> None:
    listed = dict(LISTED[language])
    numerals = {*listed.pop("numerals").split()}
    found = {pair for pair in alike(language) if not _is_numeral(pair, numerals)}
    assert found == {*listed}
    assert all(listed.values()), "each with its reason"


def _is_numeral(pair: str, numerals: set[str]) -> bool:
    """Whether these are a number in digits and in letters."""
    digits, _bar, letters = pair.partition(" | ")
    return digits.isdecimal() and letters in numerals


@pytest.mark.parametrize(
    ("language", "values", "words", "told"),
    [
        ("fr", ["2 sang", "200"], [], "2 sang | 200"),
        ("fr", ["Hel"], ["elle"], "elle | hel"),
        ("nl", ["Loki neemt D1.", "Loki neemt E1."], [], "neemt d1 | neemt e1"),
        ("de", ["Spieler 13", "Spieler 3: 10"], [], "spieler 13 | spieler 3 10"),
    ],
)
def test_homophones_are_found(
    monkeypatch: pytest.MonkeyPatch, language: str, values: list[str], words: list[str], told: str
) -> None:
    monkeypatch.setattr(homophones, "_groups", lambda _language: [(values, words)])
    assert [*alike(language)] == [told]
