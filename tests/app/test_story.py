"""Finished games as stories and pictures, held against the events of their journals."""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from gm_appliance import cli
from gm_appliance.app import canvas
from gm_appliance.app.archive import Archive
from gm_appliance.app.bg_stats import play_link
from gm_appliance.app.canvas import SHEET
from gm_appliance.app.picture import HEIGHT, WIDTH, picture
from gm_appliance.app.story import Story, story
from gm_appliance.app.unfinished import fold
from gm_appliance.core.cues import Props
from gm_appliance.core.cues.props import Plate
from gm_appliance.core.game import Choice
from gm_appliance.core.language import languages
from gm_appliance.core.results import Result
from gm_appliance.core.values import replace
from gm_appliance.games.registry import registered
from gm_appliance.hidden_roles.events import Accused, Banished, Counted, NightVoid
from gm_appliance.storage.journal import Journal, JournalEntry, SessionRecord
from gm_appliance.storage.results import NAME, append
from tests.games import recorded
from tests.games.recorded import sessions_of

NAMES = (
    *("Anna", "Jörg", "Zoë", "Łukasz", "Đorđe", "Ștefan", "Jean-Luc", "O'Brien", "Maximilianos", "Søren"),
    *("Åsa", "Françoise", "İpek", "Лука", "Ελένη"),
)
"""Of fifteen people, in three scripts."""

GAMES = sorted(file.stem for file in recorded.FOLDER.iterdir())


def told(game: str, kept: dict[str, Any], language: str, people: tuple[str, ...] = ()) -> Story:
    session = SessionRecord(1, game, kept["rules"], "en", kept["options"], 1e9, "ended", "", {}, people)
    steps = enumerate(kept["steps"], 1)
    entries = [
        JournalEntry(n=n, t=1e9 + 30 * n, name=step[0], value=step[1], secret=False) for n, step in steps
    ]
    return story(session, entries, language)


def kept_games() -> list[Any]:
    found = [(game, one) for game in GAMES for one in sessions_of(game)]
    return [pytest.param(game, one, id=f"{game} {n}") for n, (game, one) in enumerate(found)]


@pytest.mark.parametrize(("game", "kept"), kept_games())
def test_every_game_has_a_story_in_every_language(game: str, kept: dict[str, Any]) -> None:
    stories = [told(game, kept, language) for language in languages()]
    assert len({tuple(len(told) for _heading, told in one.parts) for one in stories}) == 1
    for one in stories:
        assert all(len(line) <= 88 for line in one.lines())
        assert one.points == stories[0].points
    sums = Counter[str]()
    for text in (text for _heading, told in stories[0].parts for text in told):
        for name, total, points in re.findall(r"(?:^|, )([^,]+) (-?\d+) \(([+-]\d+)\)", text):
            sums[name] += int(points)
            assert sums[name] == int(total)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_given_up_at_its_first_question_is_told(game: str) -> None:
    before_anything = {**sessions_of(game)[0], "steps": []}
    assert told(game, before_anything, "en").winners == ()


@pytest.mark.parametrize(
    ("game", "kept"), [one for one in kept_games() if one.values[0] == "gotterdammerung"]
)
def test_accusations_ballots_and_falls_are_told_in_their_round(game: str, kept: dict[str, Any]) -> None:
    one = told(game, kept, "en")
    session = SessionRecord(1, game, kept["rules"], "en", kept["options"], 1e9, "ended", "", {})
    play = fold(session, [Choice(step[0], step[1]) for step in kept["steps"]])
    narration = registered(game).narration("en")
    text = dict[str, str]()
    for heading, told_then in one.parts:
        text[heading] = " ".join((text.get(heading, ""), *told_then))
    accused, fell = Counter[str](), dict[int, str]()
    for event, view in (pair for events in reversed([*play.told]) for pair in events):
        heading = narration.chapter(view)
        match event:
            case Accused(accuser, whom):
                accused[heading] += 1
                assert f"{one.people[accuser]} accuses {one.people[whom]}." in text[heading]
            case Counted(_accused, count):
                assert f"{count.raw_down} down, {count.raw_up} up." in text[heading]
            case Banished(seat):
                fell[seat] = heading
                assert one.people[seat] in text[heading]
            case NightVoid(seats):
                fell = {seat: where for seat, where in fell.items() if seat not in seats}
    assert {
        heading: told.count(" accuses ") for heading, told in text.items() if " accuses " in told
    } == accused
    assert one.fallen == fell


def test_a_picture_holds_fifteen_names_in_three_scripts() -> None:
    seats = dict(enumerate(NAMES, 1))
    plates = Props(tuple(Plate(seat, name) for seat, name in seats.items()))
    kept = sessions_of("gotterdammerung")[0]
    story = replace(told("gotterdammerung", kept, "en"), people=seats, persons={}, props=plates, fallen={})
    drawn = picture(story)
    assert Image.open(BytesIO(drawn.png())).size == (WIDTH, HEIGHT)
    texts = ["".join(one.itertext()) for one in ElementTree.fromstring(drawn.svg()).iter(f"{canvas.SVG}text")]
    assert {*NAMES} <= {*texts}


def test_a_long_line_shrinks() -> None:
    drawn = canvas.Canvas(900, 90)
    drawn.text(0, 50, "Who conspired with whom, and why?", 40, "#ffffff", width=240)
    box = Image.open(BytesIO(drawn.png())).crop((0, 8, 900, 90)).point(lambda n: 255 * (n > 80)).getbbox()
    assert box
    assert 200 < box[2] <= 241


def test_letters_that_no_font_has_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canvas, "MORE_FONTS", ())
    canvas._with.cache_clear()
    drawn = canvas.Canvas(900, 90)
    drawn.text(0, 50, "Zoë Łukasz Ștefan Лука 美咲", 40, "#ffffff", width=240)
    assert [*drawn.save(tmp_path / "names.svg")] == []
    assert [*drawn.save(tmp_path / "names.png")] == ["No font here has these letters: Лаку咲美"]
    canvas._with.cache_clear()


@pytest.mark.parametrize("prefix", ["", "svg", "ns0"])
def test_the_sheet_has_the_pages_symbols(prefix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when a library has chosen another prefix for SVG in this process."""
    monkeypatch.setitem(ElementTree._namespace_map, canvas.SVG.strip("{}"), prefix)  # type: ignore[attr-defined]
    canvas.symbols.cache_clear()
    with Image.open(SHEET) as sheet:
        assert sheet.info["source"] == canvas.source(), "python -m docs.drawings.symbols draws it again"


def test_the_command_draws_and_the_archive_leafs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = sessions_of("scorepad")[0]
    journal = Journal(tmp_path / "journal.sqlite")
    number = journal.begin("scorepad", kept["rules"], kept["options"], "en", 1e9, ("<Ann>",))
    for n, (name, value, _digest) in enumerate(kept["steps"]):
        journal.choose(number, name, value, False, 1e9 + n)
    archive = Archive(journal.path, lambda: "en")
    assert archive("1") is None, "a game that is not over"
    journal.end(number, {})
    result = Result("scorepad", 1e9, "", True, 60, {"players": 2}, ("<Ann>",), {1: 5, 2: 3}, winners=(1,))
    append(tmp_path / NAME, [result])
    for kind, head in (("svg", b"<svg"), ("png", b"\x89PNG")):
        file = tmp_path / f"game.{kind}"
        assert cli.main(["replay", "1", "--state", str(tmp_path), "--picture", str(file)]) == 0
        assert file.read_bytes().startswith(head)
        assert archive(f"1.{kind}") == (file.read_bytes(), {"svg": "image/svg+xml", "png": "image/png"}[kind])
    plots = archive("plots.svg")
    assert plots
    assert b"Ann" in plots[0]
    assert cli.main(["replay", "1", "--state", str(tmp_path), "--picture", "game.jpg"]) == 1
    assert "game.jpg" in capsys.readouterr().err
    for name in ("", "1"):
        page = archive(name)
        assert page
        assert b"<Ann>" not in page[0]
    assert page
    assert play_link(result).encode() in page[0]
    assert b"<svg" in page[0], "its code"
    assert (archive("2"), archive("1.jpg"), archive("..")) == (None, None, None)
    journal.close()
