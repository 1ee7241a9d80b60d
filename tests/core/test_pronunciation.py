"""Names as they are given to the voice."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gm_appliance.core.language import PSEUDO, load
from gm_appliance.core.pronunciation import FILE_NAME, Pronunciation, gathered, pronunciation
from gm_appliance.devices.sound.engines import ENGINES
from gm_appliance.devices.sound.language_voices import ESPEAK
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung.gods import GODS
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF
from gm_appliance.games.thor.model import GODS as THOR_GODS
from gm_appliance.games.thor.narration.names import god_name as thor_name

PACKAGE = Path(gotterdammerung.__file__).parents[2]
FILES = sorted(PACKAGE.rglob(FILE_NAME))
SAID = Pronunciation({"Dvalin": "D'vahlin", "Niörd": "Neeord", "Hel": "Hell", "Hel Frost": "Cold Hell"})


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("Dvalin wounds Niörd.", "D'vahlin wounds Neeord."),
        ("Put Dvalin's card there.", "Put D'vahlin's card there."),
        ("Dvalin, DVALIN, dvalin!", "D'vahlin, D'VAHLIN, d'vahlin!"),
        ("Help, Helga: Hel, Hel Frost and 3 Hel.", "Help, Helga: Hell, Cold Hell and 3 Hell."),
        ("Nobody.", "Nobody."),
    ],
)
def test_names_are_respelled_as_whole_words_in_their_case(written: str, spelled: str) -> None:
    assert SAID(written) == spelled


def test_without_a_list_everything_is_said_as_it_is_written() -> None:
    assert pronunciation(PSEUDO, gotterdammerung.__name__)("Dvalin.") == "Dvalin."
    assert Pronunciation({})("Dvalin.") == "Dvalin."


def test_a_games_spelling_counts_before_the_houses(tmp_path: Path) -> None:
    for name, spelled in (("game", 'Dvalin = "D\'vahlin"'), ("house", 'Dvalin = "x"\nHel = "Hell"')):
        (tmp_path / name).write_text(f"[spelled]\n{spelled}\n")
    said = gathered(tmp_path / name for name in ("game", "nowhere", "house"))
    assert said("Dvalin and Hel") == "D'vahlin and Hell"


def test_a_list_that_is_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    for wrong in ("Dvalin", "[spelled]\nDvalin = 1", '[spelled]\nDvalin = ""', "[voice.pico]\nDvalin = 1"):
        file.write_text(wrong)
        with pytest.raises(ValueError, match=r"spelled|pico|Expected"):
            gathered([file], voice="pico/en-GB")


def test_a_voices_own_spelling_wins_then_that_of_its_engine(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    file.write_text(
        '[spelled]\nHel = "1"\nSif = "1"\nTyr = "1"\n'
        '[voice.pico]\nSif = "2"\nTyr = "2"\n[voice."pico/en-GB"]\nTyr = "3"\n'
    )
    voices = ("", "espeak-ng", "pico/en-US", "pico/en-GB")
    said = [gathered([file], voice=voice)("Hel Sif Tyr") for voice in voices]
    assert said == ["1 1 1", "1 1 1", "1 2 2", "1 2 3"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(file.parts[-4:-1]))
def test_every_list_can_be_read_and_says_no_name_twice(file: Path) -> None:
    listed = tomllib.loads(file.read_text("utf-8"))
    assert set(listed) <= {"fine", "spelled", "voice"}
    assert {one.partition("/")[0] for one in listed.get("voice", {})} <= {*ENGINES, ESPEAK}
    assert not set(listed["fine"]) & set(listed["spelled"])
    said = gathered([file])
    assert all(said(name) == name for name in listed["fine"])
    assert all(said(name) == spelled != name for name, spelled in listed["spelled"].items())


def test_a_german_date_is_no_end_of_a_sentence() -> None:
    assert pronunciation("de", voice=ESPEAK)("3. Januar, 31. März") == "3. januar, 31. märz"
    assert pronunciation("de", voice="pico/de-DE")("3. Januar") == "3. Januar"


def test_somebody_listened_to_every_name_in_english() -> None:
    """Somebody has to listen to a new god's name, and list it as fine or respell it."""
    file = PACKAGE / "games" / "gotterdammerung" / "locales" / "en" / FILE_NAME
    listed = tomllib.loads(file.read_text("utf-8"))
    names = {WORDS_OF[god].name.text for god in GODS} | {"Valkyrie", "Asgard", "Götterdämmerung"}
    assert names - {*listed["fine"], *listed["spelled"]} == set()


def test_nobody_takes_one_god_of_thor_for_another() -> None:
    """Spoken as spelled, Freyr and Freya sound alike."""
    file = PACKAGE / "games" / "thor" / "locales" / "en" / FILE_NAME
    listed = tomllib.loads(file.read_text("utf-8"))
    assert {thor_name(load("en"), god) for god in THOR_GODS} <= {*listed["fine"], *listed["spelled"]}
    assert not gathered([file])("Freyr").startswith("Frey")
