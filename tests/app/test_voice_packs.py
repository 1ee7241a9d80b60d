"""Voice packs: the list of sentences is complete, recordings speak, and their faults are found."""

from __future__ import annotations

import json
import math
import os
import re
import wave
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gm_appliance import cli
from gm_appliance.app import voice_script
from gm_appliance.app.headless import rehearse
from gm_appliance.app.voice_command import write
from gm_appliance.app.voice_script import Line, script
from gm_appliance.core.language import languages, load
from gm_appliance.core.messages import speak
from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.packs import Pack, cut_of, opened, pieces, script_of
from gm_appliance.devices.sound.render import NO_ENGINE, wav_seconds
from gm_appliance.devices.sound.voice import SpeechVoice
from gm_appliance.devices.sound.wanted import Sentence
from gm_appliance.games.registry import registered
from tests.devices.sound.workshop import Workshop

PLAYERS = range(7, 11)
RATE = 8000


@pytest.fixture(autouse=True)
def few_rehearsals(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(voice_script, "REHEARSALS", 8)
    # All that games of hidden roles say is described.
    monkeypatch.setattr(voice_script, "_besides", lambda *said: ())
    yield
    speak("en")


@cache
def listed(language: str, game: str = "gotterdammerung") -> tuple[Line, ...]:
    return script(game, language, PLAYERS)


def said(language: str, evenings: int, game: str = "gotterdammerung") -> set[str]:
    lines: list[str] = []
    for seed in range(evenings):
        players = {"players": PLAYERS[seed % len(PLAYERS)]}
        rehearse(game, players, language, lines.append, seed=10_000 + seed)
    texts = {told["text"] for told in map(json.loads, lines) if told["kind"] == "say"}
    return {text for text in texts if not epilogue(language, game).fullmatch(text)}


@cache
def epilogue(language: str, game: str) -> re.Pattern[str]:
    words, told = load(language, *registered(game).packages), registered(game).narration(language)
    texts = map(words._translations.gettext, [one.text for one in told.EPILOGUE.values()])
    return re.compile("|".join(re.sub(r"\\\{.+?\\\}", ".+", re.escape(one)) for one in texts))


def unlisted(
    lines: Iterable[Line], texts: Iterable[str], language: str, game: str = "gotterdammerung"
) -> set[str]:
    known = {one.text: one for one in lines}
    cut = cut_of(load(language, *registered(game).packages))
    return {text for text in texts if not pieces(text, known, cut)}


@pytest.mark.parametrize(
    ("language", "evenings", "game"),
    [
        ("de", 8, "gotterdammerung"),
        pytest.param("de", 1000, "gotterdammerung", marks=pytest.mark.long),
        *(
            pytest.param(one, 100, "gotterdammerung", marks=pytest.mark.long)
            for one in ("en", "fr", "it", "nl")
        ),
        *(pytest.param(one, 100, "werewolf", marks=pytest.mark.long) for one in languages()),
    ],
)
def test_every_sentence_of_an_evening_is_listed(language: str, evenings: int, game: str) -> None:
    lines = listed(language, game)
    assert unlisted(lines, said(language, evenings, game), language, game) == set()
    assert len({one.text for one in lines}) == len(lines) < 4000
    often = [one.text for one in lines if one.often]
    assert [one.text for one in lines[: len(often)]] == often, "what is never said comes last"
    assert all(one.moment for one in lines[:20])


def test_a_dropped_message_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = voice_script._entries
    monkeypatch.setattr(
        voice_script,
        "_entries",
        lambda package: (one for one in entries(package) if one.text != "{seat} falls."),
    )
    missed = unlisted(script("gotterdammerung", "de", PLAYERS), said("de", 4), "de")
    assert missed
    assert all(text.endswith(" stürzt hinab.") for text in missed)


# ---------------------------------------------------------------- recordings


def record(file: Path, tone: Iterable[float], edges: float = 0.05, rate: int = RATE) -> None:
    """Samples of at most 1, with seconds of silence at both ends."""
    silence = [0] * round(edges * rate)
    with wave.open(str(file), "wb") as written:
        written.setparams((1, 2, rate, 0, "NONE", ""))
        written.writeframes(array("h", [*silence, *(round(32767 * one) for one in tone), *silence]))


def tone(seconds: float, level: float = 0.5, rate: int = RATE) -> list[float]:
    return [max(-1.0, min(1.0, level * math.sin(at / 3))) for at in range(round(seconds * rate))]


def made(folder: Path, lines: Sequence[Line]) -> Path:
    """A pack of these sentences, with a recording of each."""
    speak("de")
    write(lines, folder, "gotterdammerung")
    record(folder / "tone", tone(0.2))
    for number in range(1, len(lines) + 1):
        os.link(folder / "tone", folder / f"{number}.wav")
    return folder


def test_a_pack_speaks_a_whole_evening_without_an_engine(tmp_path: Path) -> None:
    folder, texts = made(tmp_path / "pack", listed("de")), said("de", 1)
    workshop = Workshop(tmp_path, f"raise SystemExit({NO_ENGINE})")
    workshop.renderer.change_voice("gmw/de", pack=Pack(folder))
    played: list[Sentence] = []
    mixer: Any = SimpleNamespace(speak=played.append)
    voice = SpeechVoice(workshop.renderer, mixer)
    for text in texts:
        voice.say(text)
    workshop.settled(*played)
    assert len(played) == len(texts) > 100
    assert [one.text for one in played if one.failed or one.wav is None] == []
    assert workshop.faults == []
    for one in played:
        assert one.wav
        assert voice.length(one.text) == one.seconds == wav_seconds(one.wav), "timetables follow"


def test_the_engine_says_what_is_not_recorded(tmp_path: Path) -> None:
    lines = [Line(text, 1.0, "") for text in ("Night falls.", "Thor", "Odin,", "and Thor.", "Broken.")]
    folder = made(tmp_path / "pack", lines)
    (folder / "5.wav").unlink()
    (folder / "5.wav").write_bytes(b"no WAV file")
    workshop = Workshop(tmp_path)
    workshop.renderer.change_voice("gmw/en", pack=Pack(folder))
    workshop.says("Night falls.", "Odin, and Thor.", "Thor falls.", "Broken.", "Thor", "Thor, and Odin.")
    assert workshop.asked()[:3] == ["Thor falls.", "Broken.", "Thor, and Odin."]


def test_numbers_stay_and_a_changed_sentence_is_not_spoken_by_its_old_recording(tmp_path: Path) -> None:
    folder = made(tmp_path, [Line(text, 1.0, "") for text in ("One.", "Two.", "Three.")])
    write([Line(text, 1.0, "") for text in ("Three.", "Zwo.", "One.")], folder, "gotterdammerung")
    assert script_of(folder) == {3: "Three.", 4: "Zwo.", 1: "One."}
    assert [bool(Pack(folder).takes(text)) for text in ("One.", "Two.", "Zwo.", "Three.")] == [
        True,
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("sound", "told"),
    [
        ({"tone": tone(0.5, 3.0)}, "1.wav is clipped."),
        ({"tone": tone(0.5, 0.005)}, "1.wav is too quiet."),
        ({"tone": [0.0] * 800}, "1.wav is too quiet."),
        ({"tone": tone(9.0)}, "1.wav is too long"),
        ({"tone": [*tone(0.5), *tone(0.1, 0.0)], "edges": 0.0}, "1.wav is cut at its beginning."),
        ({"tone": [*tone(0.1, 0.0), *tone(0.5)], "edges": 0.0}, "1.wav is cut at its end."),
        ({"tone": tone(0.5), "rate": 16000}, "2.wav has a different sample rate"),
    ],
)
def test_a_faulty_recording_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], sound: dict[str, Any], told: str
) -> None:
    folder = made(tmp_path, [Line(text, 1.0, "") for text in ("Thor.", "Night falls.")])
    assert cli.main(["voice", "check", str(folder)]) == 0
    (folder / "1.wav").unlink()
    assert cli.main(["voice", "check", str(folder)]) == 1
    assert "Not recorded: 1\n1 of 2 sentences are recorded." in capsys.readouterr().out
    record(folder / "1.wav", **sound)
    assert cli.main(["voice", "check", str(folder)]) == 1
    line, *_others, last = capsys.readouterr().out.splitlines()
    assert line.startswith(told)
    assert not _others
    assert last == "2 of 2 sentences are recorded."


def test_the_menu_offers_the_packs_of_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    made(tmp_path / "gm-appliance" / "voices" / "packs" / "anna", [Line("Thor.", 1.0, "")])
    assert engines.voices("de")[-2:] == ("pack/anna", "espeak-ng")
    assert "pack/anna" not in engines.voices("fr")
    assert engines.title("pack/anna") == "anna"
    found = opened("pack/anna", str.upper, engines.folders())
    assert found
    assert found.takes("THOR.")
    assert opened("pack/berta", str, engines.folders()) is None
