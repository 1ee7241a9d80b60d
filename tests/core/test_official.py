"""The rulebooks' own terms keep their official names in every translation."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Message

from tests import official
from tests.catalogues import translations
from tests.official import GLOSSARY, faults, lost, terms
from tests.wording import english

pytestmark = pytest.mark.many

TABLE = """\
## 0. The box

| en | de | fr |
|---|---|---|
| round | Runde f ᵈ | manche * |

## 1. Valda (no Italian)

| en | de | fr |
|---|---|---|
| blood drill ᵉ (box: drill ≠) | Blutschürfer m ᵈ (once *Bohrer*) | forage m ᶠ (box: *foreuse*, also ᶠ) |
| **village** ᵉ | Dorf n ᵈ | hameau * (*village* ᶠ) |
| Loki: Tyr's Revenge −3 ᵉ | Tyrs Rache ᵈ | La revanche de Tyr ᶠ |
| gods: Odin, Tyr ᵉ; Hel | the same ᵈ | Odin, Tyr, Hèle ᶠ |
| locked / open ᵉ | gesperrt ᵈ / offen * | fermé ᶠ |
| build | bauen ᵈ | construire ᶠ |
"""


def test_the_terms_are_read_from_the_glossary() -> None:
    read = [(one.language, one.said, one.own, one.official) for one in terms(TABLE)]
    assert read == [
        ("de", "blood drill", "drill", ("Blutschürfer", "Bohrer")),
        ("fr", "blood drill", "drill", ("forage", "foreuse")),
        ("de", "village", "", ("Dorf",)),
        ("de", "Tyr's Revenge", "", ("Tyrs Rache",)),
        ("fr", "Tyr's Revenge", "", ("La revanche de Tyr",)),
        *(("de", god, "", (god,)) for god in ("Odin", "Tyr", "Hel")),
        *(("fr", god, "", (theirs,)) for god, theirs in (("Odin", "Odin"), ("Tyr", "Tyr"), ("Hel", "Hèle"))),
    ]
    assert {one.game for one in terms(TABLE)} == {"valda"}


KEPT = {
    "{player} builds a drill.": "{player} baut einen Bohrer.",
    "two villages": "zwei Dörfer",
    "Tyr's Revenge": "Tyrs Rache",
    "Take Tyr's Revenge.": "Nimm „Tyr’s Revenge“.",  # as printed on the card
    "drilled by Odin": "von Odin gebohrt",  # here a verb, not the building
    "{village} is yours": "{village} ist dein",  # a placeholder
}
LOST = {
    "{player} builds a drill.": "{player} baut eine Bohrmaschine.",
    "two villages": "zwei Siedlungen",
    "Tyr's Revenge": "Vergeltung von Tyr",
    "Odin": "Wotan",
}


@pytest.mark.parametrize("said", KEPT)
def test_a_term_may_be_inflected(said: str) -> None:
    assert lost(Message(said, KEPT[said]), [one for one in terms(TABLE) if one.language == "de"]) == []


@pytest.mark.parametrize("said", LOST)
def test_another_word_is_noticed(said: str) -> None:
    german = [one for one in terms(TABLE) if one.language == "de"]
    assert [one.said for one in lost(Message(said, LOST[said]), german) if one.said != "Tyr"] != []


def test_every_translation_keeps_the_official_terms() -> None:
    assert faults() == []


def test_the_official_terms_are_said() -> None:
    """Otherwise the test above would prove nothing."""
    known = terms(GLOSSARY.read_text("utf-8"))
    said = {
        (term.language, term.said)
        for domain, language, catalog in translations()
        for term in known
        if (term.game, term.language) == (domain.folder.name, language)
        and any(term.stands_in(text) for one in catalog if one.id for text in english(one))
    }
    assert len(said) > len({language for language, _said in said}) * 10 > 0


@pytest.mark.long
def test_an_exception_without_need_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = tmp_path / "official.toml"
    planted.write_text(
        official.EXCEPTIONS.read_text("utf-8") + '[it.stack]\n"Nobody says it." = "so"\n', "utf-8"
    )
    monkeypatch.setattr(official, "EXCEPTIONS", planted)
    assert faults() == ["official.toml excepts without need: ('it', 'stack', 'Nobody says it.')"]
    planted.write_text("", "utf-8")
    assert any("'take a god card'" in fault for fault in faults())
