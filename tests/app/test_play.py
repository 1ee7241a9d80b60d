"""`gm-appliance play`: whole games as transcripts and as spoken words, at random and from scripts."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gm_appliance import cli
from gm_appliance.app import headless
from tests.app.evenings import play
from tests.app.transcripts import Line, check


@pytest.mark.many
@pytest.mark.parametrize("game", ["gotterdammerung", "thor"])
def test_a_seed_decides_every_line(game: str) -> None:
    assert play("--auto", "1", game=game) == play("--auto", "1", game=game) != play("--auto", "2", game=game)


@pytest.mark.many
def test_without_a_transcript_the_words_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "gotterdammerung", "--auto", "4"]) == 0
    told = capsys.readouterr().out.splitlines()
    spoken = [json.loads(line) for line in play("--auto", "4")]
    assert [line["text"] for line in spoken if line["kind"] == "say"] == [line[10:] for line in told]


def test_a_game_that_goes_on_and_on_ends_with_what_repeats(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(headless, "MOST_CHOICES", 30)
    assert cli.main(["play", "scorepad", "--auto", "1"]) == 1
    assert "scorepad is not over after 30 choices; " in (told := capsys.readouterr().err)
    assert "of them were 'entry.points'" in told


PLAIN_VOWELS = set("aeiouyAEIOUY")


def words_of(line: Line) -> list[str]:
    if line["kind"] == "say":
        return [line["text"]]
    if line["kind"] == "props":
        return [
            text for item in line["items"] for text in (item.get("label", ""), item.get("note", "")) if text
        ]
    return strings(line["screen"]) if line["kind"] == "show" else []


def strings(screen: Any) -> list[str]:
    if isinstance(screen, dict):
        return [text for key, value in screen.items() if key != "kind" for text in strings(value)]
    if isinstance(screen, list):
        return [text for value in screen for text in strings(value)]
    return [screen] if isinstance(screen, str) else []


@pytest.mark.many
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gotterdammerung", ("--players", "7", "--set", "gods=3")),
        ("gotterdammerung", ("--players", "15", "--set", "gods=15", "--set", "ballot=thumbs")),
        ("gotterdammerung", ("--players", "9", "--set", "ballot=booth", "--set", "dice=own")),
        ("scorepad", ("--players", "4")),
        ("thor", ("--players", "3")),
    ],
)
def test_every_word_said_shown_or_laid_comes_from_a_catalogue(game: str, options: tuple[str, ...]) -> None:
    for line in map(json.loads, play(*options, "--auto", "3", "--language", "x-pseudo", game=game)):
        for text in words_of(line):
            assert not PLAIN_VOWELS & set(text), text


@pytest.mark.parametrize(
    ("game", "option"), [("scorepad", "until=rounds"), ("thor", "mode=live"), ("thor", "mode=final")]
)
def test_names_change_nothing_but_the_words(game: str, option: str) -> None:
    command = ("--auto", "3", "--players", "3", "--set", option)
    numbers, names = (
        [json.loads(line) for line in play(*command, *given, game=game)]
        for given in ((), ("--names", "Anna,,Jean-Luc"))
    )
    choices = [[line["value"] for line in lines if line["kind"] == "choice"] for lines in (numbers, names)]
    assert choices[0] == choices[1] != []
    told = [[text for line in lines for text in words_of(line)] for lines in (numbers, names)]
    named = {"Player 1": "Anna", "Player 3": "Jean-Luc", "P1,": "An,", "P3,": "Je,"}
    assert not any(name in text for text in told[0] for name in named.values())
    for number, name in named.items():
        told[0] = [text.replace(number, name) for text in told[0]]
    assert told[0] == told[1]


EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
EXAMPLE = EXAMPLES / "first-game.script"
THUMBS = EXAMPLES / "thumbs.script"
SOMEBODY = EXAMPLES / "somebody.script"


def script(tmp_path: Path, *lines: str) -> str:
    file = tmp_path / "evening.script"
    file.write_text("\n".join(lines), "utf-8")
    return str(file)


def test_the_example_script_leads_to_its_outcome() -> None:
    outcome = check(play("--script", str(EXAMPLE)))
    assert outcome["winners"] == ["protect"]
    assert outcome["facts"]["rounds"] == 2


def test_the_example_without_pads_has_the_same_outcome_without_factions() -> None:
    outcome = check(play("--set", "ballot=thumbs", "--script", str(THUMBS)), ballot="thumbs")
    assert outcome["winners"] == ["protect"]
    assert outcome["facts"]["rounds"] == 2
    assert outcome["facts"]["factions"] == {}


def test_the_example_with_disturbances_is_ended_by_the_people() -> None:
    lines = play("--script", str(SOMEBODY))
    outcome = check(lines)
    assert outcome["winners"] == []
    assert outcome["reason"] == "ended"
    events = {line["name"] for line in map(json.loads, lines) if line["kind"] == "event"}
    assert {"PadCalled", "NightVoid", "Leaves", "Joins", "Ended"} <= events


def documented(language: str) -> list[str]:
    """The lines of docs/developers/transcript.md in blocks of that language."""
    page = (EXAMPLE.parent.parent / "developers" / "transcript.md").read_text("utf-8")
    blocks = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_the_documented_command_prints_the_documented_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE.parent.parent.parent)
    (command,) = documented("sh")
    assert command.startswith("gm-appliance play gotterdammerung ")
    assert command.endswith(" --transcript -")
    printed = iter(play(*shlex.split(command)[3:-2]))
    assert len(documented("json")) > 10
    for line in documented("json"):
        assert line in printed, line  # in this order: an iterator only goes forward


def test_every_decision_a_script_can_answer_is_documented() -> None:
    page = (EXAMPLE.parent.parent / "developers" / "transcript.md").read_text("utf-8")
    played = [play("--auto", str(seed)) for seed in range(1, 4)]
    played += [play("--set", "ballot=thumbs", "--script", str(THUMBS)), play("--script", str(SOMEBODY))]
    for line in map(json.loads, (line for lines in played for line in lines)):
        if line["kind"] == "choice":
            assert f"`{line['name']}`" in page
        assert f"`{line['kind']}`" in page


def test_comments_blank_lines_tabs_and_a_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    untidy = ["# mine", "", *("  " + line.replace(" ", "\t ", 1) + "  " for line in lines)]
    file = tmp_path / "evening.script"
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(untidy).encode())
    assert play("--script", str(file)) == play("--script", str(EXAMPLE))


def test_a_scripts_people_press_the_pads_it_called_and_lamps_are_theirs() -> None:
    """Players without a pad press the panel; otherwise the game would never go on."""
    told = map(json.loads, play("--script", str(SOMEBODY)))
    lit = [line["seats"] for line in told if line["kind"] == "light"]
    assert [3] in lit
    assert [12] in lit, "Thor's new pad"
    assert [11] in lit, "Hel's"


FULL = ("--set", "players=7", "--set", "gods=7", "--set", "seating=choose")
"""A god at every seat, so only one seat is left for each and nobody is asked."""


def test_a_script_may_name_what_nobody_is_asked_for(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in play(*FULL, "--auto", "3")]
    assert not [line for line in lines if (line["kind"], line.get("name")) == ("decision", "setup.seat")]
    told = [f"{one['name']} {json.dumps(one['value'])}" for one in lines if one["kind"] == "choice"]
    assert len(told) > len(kept := [one for one in told if not one.startswith("setup.seat")])
    whole = play(*FULL, "--script", script(tmp_path, *told))
    assert whole == play(*FULL, "--script", script(tmp_path, *kept))
    assert '"name": "setup.seat"' in "".join(whole)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit code and the one line on standard error."""
    try:
        code = cli.main(["play", *words])
    except SystemExit as exit:
        code = int(str(exit.code))
    error = capsys.readouterr().err
    assert error.startswith("gm-appliance")
    assert error.count("\n") == 1
    assert error.endswith("\n")
    return code, error


DEAL = 'setup.deal "dealt"'
FACTIONS = next(line for line in EXAMPLE.read_text("utf-8").splitlines() if line.startswith("setup.factions"))
AT_PADS = ("gotterdammerung", "--set", "roll_call=no")
"""Each seat has the pad of its number, so that a script starts with the deal."""

WRONG_LINES: dict[str, tuple[list[str], int | None, str]] = {
    "a line without a value": (["setup.deal"], 1, "'setup.deal' must be followed by a value as JSON"),
    "a value that is no JSON": (["setup.deal dealt"], 1, "'dealt' is not JSON"),
    "brackets without end": (["setup.deal " + "[" * 100_000], 1, "must be followed by a value as JSON"),
    "the wrong decision": (
        [DEAL, "conspiracy {}"],
        2,
        "'conspiracy' is not open here, but setup.factions is.",
    ),
    "a misspelt decision": (["setup.deel 1"], 1, "Did you mean 'setup.deal'?"),
    "a value that is not legal": ([DEAL, FACTIONS, 'conspiracy {"3": 8}'], 3, "Possible: any of"),
    "the wrong type of a value": ([DEAL, FACTIONS, "conspiracy 3"], 3, "conspiracy cannot be 3. Possible"),
    "an end before the game's": ([DEAL, FACTIONS], None, "the script ends, but conspiracy must be decided"),
}


@pytest.mark.parametrize("what", WRONG_LINES)
def test_a_wrong_line_of_a_script_is_reported_with_its_number(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, number, part = WRONG_LINES[what]
    file = script(tmp_path, *lines)
    code, error = refused(capsys, *AT_PADS, "--script", file)
    assert code == 1
    assert (f"{file}:{number}: " if number else f"{file}: ") in error
    assert part in error
    assert len(error) < 600


def test_a_script_that_goes_on_after_the_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    file = script(tmp_path, *lines, 'setup.deal "dealt"')
    code, error = refused(capsys, "gotterdammerung", "--script", file)
    assert code == 1
    assert f"{file}:{len(lines) + 1}: the game is over" in error


@pytest.mark.parametrize("what", ["a folder", "no text"])
def test_a_script_that_is_not_a_text_file_is_refused(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path
    if what == "no text":
        file = tmp_path / "picture.png"
        file.write_bytes(b"\x89PNG\xff\xfe")
    code, error = refused(capsys, "gotterdammerung", "--script", str(file))
    assert code == 1
    assert f"{file}: the script" in error


@pytest.mark.process
def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m gm_appliance.cli play gotterdammerung --auto 7 --transcript - | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1
