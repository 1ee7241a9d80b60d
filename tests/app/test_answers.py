"""The language of messages on the command line; `tests.core.test_messages` finds untranslated texts."""

from __future__ import annotations

import argparse
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from gm_appliance import cli, usage
from gm_appliance.core import messages
from gm_appliance.core.cues import Cue
from gm_appliance.core.language import PSEUDO, SOURCE, Language, languages
from gm_appliance.core.people import Party
from gm_appliance.core.values import replace
from gm_appliance.games.registry import GAMES
from gm_appliance.storage.journal import Journal


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    messages.speak(SOURCE)


# ---------------------------------------------------------------- what is printed

FLAGS = re.compile(r"--?[a-z]+(-[a-z]+)*|\{[a-z,]+\}")


def plain(text: str, *values: str) -> list[str]:
    """The words with a plain vowel, without values and flags."""
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, "")
    return re.findall(r"\S*[aeiouyAEIOUY]\S*", FLAGS.sub("", text))


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANGUAGE", PSEUDO)
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The output, even if the command fails."""
    with suppress(SystemExit):
        cli.main(words)
    out, err = capsys.readouterr()
    assert out + err
    return out + err


COMMANDS = ("simulate", "run", "phones", "doctor", "hub", "replay", "history", "play", "games", "config")
VALUES = (
    "gm-appliance",
    "docs/configuration.md",
    "docs/history.md",
    "(en)",
    "firmware: ",
    "bus: ",
    *("check", "show", "sample"),
    *COMMANDS,
    *GAMES,
)


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("command", ["", *COMMANDS, "config check", "config show"])
def test_help_is_translated(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = run(capsys, *command.split(), "--help")
    assert "à" in printed
    assert plain(printed, *VALUES) == []


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("words", ["history --help", "simlate", "doctor --config", "history --last"])
@pytest.mark.parametrize("flag", [("--language", PSEUDO), (f"--language={PSEUDO}",)], ids=str)
def test_help_and_mistakes_are_in_the_language_that_is_named(
    words: str, flag: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", SOURCE)
    command, *others = words.split()
    assert re.search("[àéîõü]", run(capsys, command, *flag, *others))
    assert not re.search("[àéîõü]", run(capsys, command, *others))


LISTED = ", ".join(GAMES)

WRONG = {
    "play scorepat --auto 1": ("'scorepat'", LISTED, "'scorepad'"),
    "play scorepad --auto 1 --set player=8": ("scorepad", "'player'", "'players'"),
    "play scorepad --auto 1 --set odd=8": ("scorepad", "'odd'", "players, mode, wins, until, target, rounds"),
    "play scorepad --auto 1 --set players=many": ("players", "'many'"),
    "play scorepad --auto 1 --set players=99": ("players",),
    "play scorepad --auto 1 --set players": ("players=9", "'players'"),
    "play scorepad --script no.script": ("no.script", "No such file or directory"),
    "simulate --speed 1000": (),
    "simulate --state /dev/null/games": ("/dev/null/games", "Not a directory"),
    "simlate": ("'simlate'", "'simulate'"),
    "replay": ("/gm-appliance/journal.sqlite",),
    "replay --language xx": ("'xx'", ", ".join(languages())),
    "games odd": ("'odd'", LISTED),
    "play scorepad": ("play",),
    "history --last many": ("history", "'many'"),
    "history --json --csv": ("history",),
    "history --louder": (),
    "hub info --port /dev/nowhere": (
        *("gm-appliance", "sudo systemctl stop", "dialout", "/dev/nowhere"),
        "[Errno 2] could not open port /dev/nowhere: [Errno 2] No such file or directory: '/dev/nowhere'",
    ),
}


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("words", WRONG)
def test_errors_are_translated(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if words.startswith("hub"):
        pytest.importorskip("serial")
    printed = run(capsys, *words.split())
    assert printed.count("\n") == 1
    rest = re.sub(r"^gm-appliance( \w+)?: ", "", printed.replace(str(tmp_path), ""))
    assert len(rest) < len(printed)
    for value in sorted(WRONG[words], key=len, reverse=True):
        assert value in rest
        rest = rest.replace(value, "")
    assert plain(rest) == []


WITHOUT = {"simulate": ("simulator", "aiohttp"), "phones": ("phones", "nacl")}
"""Commands that need an extra: the extra and a library in it."""


@pytest.mark.parametrize("command", WITHOUT)
def test_what_a_command_needs_besides_is_named_with_the_way_to_get_it(command: str) -> None:
    extra, library = WITHOUT[command]
    script = f"import sys; sys.modules[{library!r}] = None; from gm_appliance import cli; exit(cli.main())"
    done = subprocess.run([sys.executable, "-c", script, command], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert f"pip install 'gm-appliance[{extra}]'" in line
    assert library in line


def test_argparse_still_calls_its_words_so() -> None:
    source = inspect.getsource(argparse)
    missing = [text for text in usage.TEXTS if f"'{text}'" not in source and f'"{text}"' not in source]
    assert missing == []


# ---------------------------------------------------------------- replay


class Mute:
    """A narration without words."""

    def __init__(self, _language: Language, people: Party) -> None: ...

    def tell(self, event: Any, view: Any) -> tuple[Cue, ...]:
        return ()


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one game that was played in the pseudo-language, and one that is still open."""
    monkeypatch.setitem(GAMES, "scorepad", replace(GAMES["scorepad"], narrate=cast(Any, Mute)))
    game = GAMES["scorepad"].game
    with Journal(tmp_path / "journal.sqlite") as journal:
        for _session in range(2):
            options = {**game.complete({"players": 2})}
            number = journal.begin(game.name, game.rules, options, PSEUDO, 1000.0)
            journal.choose(number, "dealer.first", 1, False, 1001.0)
            journal.choose(number, "entry.points", 40, False, 1001.0)
            journal.choose(number, "entry.points", 7, True, 1002.0)
            if number == 1:
                journal.end(number, {"winners": [], "reason": "ended"})
    return tmp_path


def test_a_session_is_told_in_the_language_it_was_played_in_unless_another_is_asked_for(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", SOURCE)
    words = ("replay", "1", "--state", str(kept))
    own = run(capsys, *words).splitlines()
    assert own[0] == "scorepad, séssîõn 1: éndéd"
    assert "     1.0  entry.points (sécrét)" in own
    english = run(capsys, *words, "--language", SOURCE).splitlines()
    assert english[0] == "scorepad, session 1: ended"
    assert "     1.0  entry.points (secret)" in english
    assert len(own) == len(english)


# ---------------------------------------------------------------- the games


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_help(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = run(capsys, "games", game).splitlines()
    options = GAMES[game].game.options
    assert [line.partition(":")[0] for line in printed[::2]] == [one.name for one in options]
    assert plain("\n".join(printed[1::2])) == []
