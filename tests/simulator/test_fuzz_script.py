"""Mistyped scripts and command lines run, or are refused with one clear sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_appliance import cli
from gm_appliance.app.headless import rehearse
from gm_appliance.core.game import Choice, Clock, Decision, Game
from gm_appliance.core.play import Play
from gm_appliance.games.registry import GAMES
from gm_appliance.simulator.script import Scripted, ScriptError, read_script
from tests.mutated import mutated

MOST_LINES = 60
"""Most answers in a generated script; it may end before its game."""


def _answer(decision: Decision, rng: Random) -> Choice:
    """Any legal answer to an open decision; rarely one that ends the game."""
    ways = [one for one in decision.open() if not isinstance(one.who, Clock)]
    if rng.random() < 0.02:
        ways = [] if decision.beats else [*decision.on_request]
    one = rng.choice(ways or [decision])
    return Choice(one.name, one.domain.sample(rng))


def written(game: Game[Any, Any], rng: Random) -> bytes:
    """The script of a game played at random."""
    play, lines = Play(game, game.complete({})), list[str]()
    while play.decision is not None and len(lines) < MOST_LINES:
        try:
            choice = _answer(play.decision, rng)
        except (ValueError, IndexError):  # there is nothing to choose from
            continue
        play.take(choice)
        lines.append(f"{choice.name} {json.dumps(choice.value)}")
    return "\n".join(lines).encode()


VALUES = (
    *("0", "-1", "1", "2", "7", "1" + "0" * 30, "1.5", "Infinity", "NaN", "true", "null", '""', '"pass"'),
    *('"up"', '"dealt"', "[]", "[1]", "[[]]", "{}", '{"1": 1}', '{"1": "up", "2": "down"}', '{"": ""}'),
    *('{"1": null}', '{"x": 1}', '{"-1": "up"}'),
)


def with_other_values(rng: Random, script: bytes) -> bytes:
    """Keep the lines whole but mix up names and values, so the game goes on for a while."""
    lines = script.split(b"\n")
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(lines))
        name = (rng.choice(lines).split(b" ") or [b""])[0] or b"#"
        same = (lines[at].split(b" ") or [b""])[0] or name
        value = rng.choice(VALUES).encode()
        lines[at] = rng.choice((same + b" " + value, name + b" " + value, rng.choice(lines), lines[at]))
        if rng.random() < 0.3:
            lines.insert(at, rng.choice(lines))
    return b"\n".join(lines)


def fuzz(folder: Path, seed: int, scripts: int) -> int:
    """Run this many scripts; returns how many were refused. Any other error is raised with its seed."""
    refused = 0
    for number in range(scripts):
        rng = Random(f"script {seed} {number}")
        game = rng.choice([*GAMES])
        script = folder / "fuzz.script"
        script.write_bytes(rng.choice((mutated, with_other_values))(rng, written(GAMES[game].game, rng)))
        told = ""
        try:
            rehearse(game, {}, "en", lambda line: None, script=script)
        except ScriptError as error:
            told = str(error)
        except Exception as error:
            raise AssertionError(f"{game}, script {seed} {number}: {error!r}") from error
        if told:
            refused += 1
            assert told.startswith(str(script)), (seed, number, told)
            assert "\n" not in told, (seed, number, told)
    return refused


def test_a_mistyped_script_runs_or_is_refused(tmp_path: Path) -> None:
    assert fuzz(tmp_path, 0, 25) > 8


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_hundreds_of_mistyped_scripts(tmp_path: Path, seed: int) -> None:
    assert fuzz(tmp_path, seed, 400) > 150


def test_an_error_that_escapes_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if an answer were taken without checking it."""
    monkeypatch.setattr(Scripted, "_answer_to", lambda scripted, decision: scripted._answers.popleft().choice)
    with pytest.raises(AssertionError, match="script 0"):
        fuzz(tmp_path, 0, 60)


def test_whatever_a_script_file_holds_is_answers_or_an_error(tmp_path: Path) -> None:
    file = tmp_path / "fuzz.script"
    examples = [one.read_bytes() for one in sorted(Path("docs/examples").glob("*.script"))]
    for number in range(200):
        rng = Random(f"file {number}")
        file.write_bytes(mutated(rng, rng.choice(examples)))
        with suppress(ScriptError):
            assert all(one.line >= 1 for one in read_script(file))


WORDS = (
    *("players", "dice", "ballot", "mode", "beat", "kind", "parts", "opponent", "until", "=", "=7", "7", "0"),
    *("-1", "1e3", "٣", "", " ", "\0", "\n", "ä", "🎲", "9" * 5000, "None", "yes", "box", "a=b=c", ","),
    "Anna",
)


def command(rng: Random) -> list[str]:
    """A mistyped command, of a kind that ends by itself."""

    def word() -> str:
        return "".join(rng.choice(WORDS) for _ in range(rng.choice((1, 1, 2, 3))))

    game = rng.choice((*GAMES, word()))
    some: list[list[str]] = [
        ["--set", word()],
        ["--set", f"{rng.choice(WORDS)}={word()}"],
        ["--players", word()],
        ["--names", word()],
        ["--language", rng.choice(("en", "xx", word()))],
    ]
    if rng.random() < 0.2:
        return [rng.choice(("games", "config", "history", "replay", "doctr", word())), word(), word()]
    more = [one for _ in range(rng.randint(0, 3)) for one in rng.choice(some)]
    return ["play", game, "--script", rng.choice(("/nowhere.script", word())), *more]


def test_a_mistyped_command_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run: Callable[[list[str]], int] = cli.main
    for number in range(120):
        words = command(Random(f"command {number}"))
        try:
            code = run(words)
        except SystemExit as exit:
            code = int(str(exit.code))
        except Exception as error:
            raise AssertionError(f"{words}: {error!r}") from error
        told = capsys.readouterr().err
        assert code in (1, 2), words
        assert told.startswith("gm-appliance"), (words, told)
        assert len(told) < 20_000, words
