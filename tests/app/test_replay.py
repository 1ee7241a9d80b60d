"""`gm-appliance replay`: a finished session, retold from the journal."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from gm_appliance import cli
from gm_appliance.app.replay import NoSuchSession, StillRunning, replay, sessions
from gm_appliance.core.cues import Say
from gm_appliance.core.game import JSON, Choice
from gm_appliance.core.language import PSEUDO, SOURCE
from gm_appliance.core.play import Play
from gm_appliance.games.registry import registered
from gm_appliance.storage.journal import Journal
from tests.storage.journals import tampered

Entered = Sequence[tuple[str, JSON]]

SCORES: Entered = (
    ("dealer.first", 1),
    ("entry.points", 40),
    ("entry.points", -3),
    ("round.next", "next"),
    ("entry.points", 0),
    ("entry.points", 12),
    ("round.next", "end"),
    ("end.confirm", "end"),
    ("final.read", "done"),
)

NIGHT: Entered = (
    *(("setup.pad", seat) for seat in range(1, 8)),
    ("setup.deal", "dealt"),
    ("setup.factions", {str(seat): "conspire" if seat < 3 else "protect" for seat in range(1, 8)}),
    ("conspiracy", {"1": 5, "2": 5}),
    ("oracle.first-die", 3),
)
SECRET = ("setup.factions", "conspiracy")


def kept(
    folder: Path, game: str, entered: Entered, *, over: bool = True, language: str = "en", **options: JSON
) -> Path:
    """A journal with one session of these choices."""
    path = folder / "journal.sqlite"
    play = Play(registered(game).game, registered(game).game.complete(options))
    journal = Journal(path)
    session = journal.begin(game, play.game.rules, dict(play.options), language, 1000.0)
    for at, (name, value) in enumerate(entered):
        journal.choose(session, name, value, name in SECRET, 1001.0 + 2 * at)
    if over:
        journal.end(session, {"winners": [], "reason": "ended"})
    journal.close()
    return path


def said(game: str, entered: Entered, **options: JSON) -> list[list[str]]:
    """The sentences after each choice, as lines of a replay."""
    box = registered(game)
    play, narration = Play(box.game, box.game.complete(options)), box.narration("en")
    return [
        [
            " " * 10 + cue.text
            for event, view in play.take(Choice(name, value))
            for cue in narration.tell(event, view)
            if isinstance(cue, Say)
        ]
        for name, value in entered
    ]


@pytest.mark.parametrize("secrets", [False, True])
def test_secret_choices_are_shown_only_on_request(tmp_path: Path, secrets: bool) -> None:
    path = kept(tmp_path, "gotterdammerung", NIGHT, players=7)
    lines = list(replay(path, 1, "en", secrets=secrets))
    told = "\n".join(lines)
    assert ("conspiracy (secret)" in told) == (not secrets)
    assert ('{"1": 5, "2": 5}' in told) == secrets
    _oracle, banished = reversed(said("gotterdammerung", NIGHT, players=7)[-2:])
    assert banished
    assert set(banished) <= set(lines)


def test_a_session_is_told_in_its_own_language_unless_another_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, "gotterdammerung", NIGHT, players=7, language=PSEUDO)
    for words, head, secret in (
        ((), "gotterdammerung, séssîõn 1: éndéd", "conspiracy (sécrét)"),
        (("--language", SOURCE), "gotterdammerung, session 1: ended", "conspiracy (secret)"),
    ):
        assert cli.main(["replay", "1", "--state", str(tmp_path), *words]) == 0
        told = capsys.readouterr().out
        assert told.splitlines()[0] == head
        assert secret in told


def test_sessions_are_listed_and_an_unknown_number_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(tmp_path, "scorepad", SCORES, players=2)
    (line,) = sessions(path)
    assert line.endswith("scorepad, 2 players: ended")
    with pytest.raises(NoSuchSession, match="no session 4; it has: 1"):
        list(replay(path, 4, "en", secrets=False))
    assert cli.main(["replay", "1", "--state", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == list(replay(path, 1, "en", secrets=False))


@pytest.mark.parametrize(("started", "date"), [(2.0**32, "2106-02-07"), (1e20, "-" * 16)])
def test_a_session_with_an_impossible_time_is_listed(
    tmp_path: Path, started: float, date: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(tmp_path, "scorepad", SCORES, players=2)
    tampered(path, "UPDATE session SET started = ?", started)
    monkeypatch.setattr("time.localtime", time.gmtime)
    (line,) = sessions(path)
    assert line.split()[:2] == ["1", date]


def test_an_unfinished_game_is_not_replayed(tmp_path: Path) -> None:
    path = kept(tmp_path, "gotterdammerung", NIGHT, over=False, players=7)
    with pytest.raises(StillRunning, match="not over"):
        list(replay(path, 1, "en", secrets=True))
