"""The language of messages on the command line; `tests.core.test_messages` finds untranslated texts."""

from __future__ import annotations

import argparse
import inspect
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from gm_appliance import cli, usage
from gm_appliance.core.language import PSEUDO, SOURCE, languages
from gm_appliance.games.registry import GAMES

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


COMMANDS = (
    *("simulate", "run", "phones", "room", "doctor", "hub", "replay"),
    *("history", "league", "forget", "play", "games", "config", "voice"),
)
VALUES = (
    "gm-appliance",
    "docs/configuration.md",
    "docs/history.md",
    "(en)",
    "firmware: ",
    "bus: ",
    *("check", "show", "sample", "script"),
    *COMMANDS,
    *GAMES,
)


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize(
    "command", ["", *COMMANDS, "config check", "config show", "voice check", "voice script"]
)
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
    "play scorepad --auto 1 --set odd=8": (
        "scorepad",
        "'odd'",
        "players, mode, enters, keeper, wins, until, target, rounds",
    ),
    "play scorepad --auto 1 --set players=many": ("players", "'many'"),
    "play scorepad --auto 1 --set players=99": ("players",),
    "play scorepad --auto 1 --set players": ("players=9", "'players'"),
    "play scorepad --script no.script": ("no.script",),
    "simulate --speed 1000": (),
    "simulate --state /dev/null/games": ("/dev/null/games",),
    "simlate": ("'simlate'", "'simulate'"),
    "replay": ("/gm-appliance/journal.sqlite",),
    "replay --language xx": ("'xx'", ", ".join(languages())),
    "games odd": ("'odd'", LISTED),
    "play scorepad": ("play",),
    "history --last many": ("history", "'many'"),
    "history --json --csv": ("history",),
    "history --louder": (),
    "hub info --port /dev/nowhere": ("gm-appliance", "sudo systemctl stop", "dialout", "/dev/nowhere"),
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


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_help(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = run(capsys, "games", game).splitlines()
    options = GAMES[game].game.options
    assert [line.partition(":")[0] for line in printed[::2]] == [one.name for one in options]
    assert plain("\n".join(printed[1::2])) == []
