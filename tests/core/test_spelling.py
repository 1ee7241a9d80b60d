"""Every word of the texts is in a dictionary, or in our list of words that dictionaries lack."""

from __future__ import annotations

import os
from itertools import pairwise

import pytest

from gm_appliance.core.language import SOURCE
from tests import spelling
from tests.catalogues import languages
from tests.spelling import (
    LISTS,
    PAGES,
    NoDictionary,
    dictionary,
    misspelt,
    unknown,
    unused,
    vocabulary,
    words,
)

pytestmark = pytest.mark.process


def installed(language: str) -> None:
    """Skip without a dictionary; fail if GM_REQUIRE_HUNSPELL is set."""
    try:
        dictionary(language)
    except NoDictionary as error:
        if os.environ.get("GM_REQUIRE_HUNSPELL", "") not in ("", "0"):
            pytest.fail(f"GM_REQUIRE_HUNSPELL is set, but {error}")
        pytest.skip(str(error))


@pytest.mark.parametrize("language", [SOURCE, *languages(), PAGES])
def test_every_word_is_known(language: str) -> None:
    installed(language)
    assert len(vocabulary(language)) > 500
    assert misspelt(language) == {}, f"put them right, or into a list of {LISTS} if they are"


def test_the_lists_are_sorted_and_needed() -> None:
    for language in (SOURCE, *languages()):
        installed(language)
    files = sorted(LISTS.glob("*.txt"))
    assert len(files) > 2
    for file in files:
        lines = file.read_text("utf-8").splitlines()
        assert all(one < other for one, other in pairwise(lines)), f"{file} is not sorted"
    assert unused() == []


def test_what_is_no_language_is_not_looked_up() -> None:
    assert [*words("{god} {god:gender|f:ferita|m:ferito} dell’Oracolo: {n} a")] == [
        "ferita",
        "ferito",
        "dell'Oracolo",
    ]
    assert [*words("{god}'s card, Odin's")] == ["card", "Odin's"]
    assert [*words("see docs/sound.md, --language or `x y`, 127.0.0.1")] == ["see", "or"]


def test_a_misspelt_word_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(SOURCE)
    assert unknown(SOURCE, ["hammer", "hammre", "Thursday's", "o'clock", "hammer's", "Thro's"]) == {
        "hammre": "hammre",
        "Thro": "Thro's",
    }
    monkeypatch.setattr(spelling, "vocabulary", lambda language: {"hammre": "Thor's hammre."})
    assert misspelt(SOURCE) == misspelt(PAGES) == {"hammre": "Thor's hammre."}
    assert "en.txt: Favor" in unused()


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(SOURCE)
    with pytest.raises(NoDictionary, match=r"apt-cache search \^hunspell-xx"):
        dictionary("xx")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NoDictionary, match="apt install hunspell"):
        dictionary(SOURCE)
