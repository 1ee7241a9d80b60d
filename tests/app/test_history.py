"""`gm-appliance history` lists and plots finished games; `gm-appliance replay` tells one again."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import convert
from PIL import Image

from gm_appliance import cli
from gm_appliance.app import history
from gm_appliance.app.columns import wide
from gm_appliance.app.replay import NoSuchSession, StillRunning, replay, retold, sessions
from gm_appliance.core.cues import Say
from gm_appliance.core.game import JSON, Choice
from gm_appliance.core.language import PSEUDO, SOURCE
from gm_appliance.core.play import Play
from gm_appliance.core.results import Result
from gm_appliance.core.tallies import BY
from gm_appliance.core.values import replace
from gm_appliance.games.registry import registered
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.results import NAME, append
from tests.storage.journals import tampered

DOCUMENTED = Path(__file__).parents[2] / "docs" / "history.md"


def a_score(number: int, **more: Any) -> Result:
    rounds = [{"1": 10, "2": 25}, {"1": -3, "2": 5}]
    data = {
        "game": "scorepad",
        "started": 1000.5 + number,
        "date": f"2027-03-{number:02}T20:15:00+01:00",
        "certain": True,
        "seconds": 4980.0,
        "options": {"players": 2, "mode": "round"},
        "points": {"1": 7, "2": 30},
        "rounds": rounds,
        "winners": [2],
        "reason": "target",
    }
    return convert({**data, **more}, Result, str_keys=True)


A_NIGHT = Result(
    "gotterdammerung",
    2000.5,
    "2027-03-20T21:00:00+01:00",
    certain=False,
    seconds=7200.0,
    options={"players": 3},
    winners=("protect",),
    reason="all-conspire-banished",
)
REVEALED = replace(
    A_NIGHT,
    started=3000.5,
    winners=("conspire",),
    sides={1: "protect", 5: "conspire", 6: "conspire", 7: "conspire"},
    roles={1: "odin", 5: "hel", 6: "valkyrie 3", 7: "nobody-knows"},
)
GONE = Result("an-older-game", 5.0, "", certain=True, seconds=0.0, winners=("blue",))
NAMED = a_score(9, names=["Åsa", "Bo"])
SOME = [GONE, a_score(1), a_score(2, winners=[1, 2]), A_NIGHT, NAMED]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    append(tmp_path / NAME, SOME)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], state: Path, *words: str) -> str:
    assert cli.main(["history", "--state", str(state), *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], state: Path, *words: str) -> str:
    assert cli.main(["history", "--state", str(state), *words]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_the_table_of_results(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [re.split(" {2,}", line.strip()) for line in told(capsys, state).splitlines()] == [
        ["Date", "Players", "Game", "Winner", "Length"],
        ["an-older-ga…", "blue", "0:00"],
        ["2027-03-01", "Player 2 30, Player 1 7", "Score pad", "Player 2", "1:23"],
        ["2027-03-02", "Player 1 7, Player 2 30", "Score pad", "Player 1, Player 2", "1:23"],
        ["2027-03-20?", "Player 1, Player 2 +1", "Götterdämme…", "The protectors won", "2:00"],
        ["2027-03-09", "Bo 30, Åsa 7", "Score pad", "Bo", "1:23"],
    ]


FIFTEEN = replace(
    REVEALED,
    started=4000.5,
    options={"players": 15},
    names=("Åsa", "Дмитрий", "麻衣", "健太郎", *(f"Anna-Lena {letter}" for letter in "ABCDEFGHIJK")),
    sides={seat: "conspire" if seat in (3, 4, 9, 12, 15) else "protect" for seat in range(1, 16)},
)


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "nl"])
def test_each_game_has_one_line_that_fits(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    width: int,
    language: str,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    append(tmp_path / NAME, [*SOME, FIFTEEN, replace(FIFTEEN, started=1.0, names=(), bots=(1, 2))])
    head, *lines, note = told(capsys, tmp_path, "--language", language).splitlines()
    assert len(lines) == len(SOME) + 2
    assert max(map(wide, (head, *lines))) <= width
    assert ",…" not in "".join(lines)
    assert wide(head) == wide(lines[-1]) or not head.endswith("th"), "the columns stand below each other"
    assert "麻衣" in lines[-2], "the winners come first"
    assert note.startswith("*")
    assert "*" not in "".join(lines[:-1])
    for by in BY:
        counted = told(capsys, tmp_path, "--language", language, "--by", by).splitlines()
        assert counted[1:]
        assert max(map(wide, counted)) <= width
    (wanted := tmp_path / "rated.toml").write_text('ratings = "yes"\n')
    by_person = ("--language", language, "--by", "person", "--game", "gotterdammerung")
    rated = told(capsys, tmp_path, *by_person, "--config", str(wanted))
    plain = told(capsys, tmp_path, *by_person)
    assert rated.startswith(plain)
    assert rated.count(" ± ") >= 15 > plain.count(" ± ")
    assert max(map(wide, rated.splitlines())) <= width


def test_a_winning_side_comes_first_by_name_or_by_role_and_seat() -> None:
    named = replace(REVEALED, certain=True, names=("Anna", "", "", "", "Bo"))
    first, second = [*history.table([REVEALED, named], {REVEALED.identity: 12}, 120)][1:]
    assert re.split(" {2,}", first) == [
        *("12", "2027-03-20?", "Hel (5), Valkyrie 3 (6), Player 7, Odin (1), Player 2 +2"),
        *("Götterdämmerung", "The conspirators won", "2:00"),
    ]
    assert "Bo, Valkyrie 3 (6), Player 7, Anna," in second
    assert history.winner(named) == "The conspirators won"
    (one,) = json.loads(history.as_json([REVEALED]))
    assert (one["winners"], one["winning_players"]) == (["conspire"], ["hel", "valkyrie 3", "nobody-knows"])
    (row,) = csv.DictReader(io.StringIO(history.as_csv([named])))
    assert row["winning_players"] == "Bo;valkyrie 3;nobody-knows"
    assert row["sides"] == "1=protect;5=conspire;6=conspire;7=conspire"
    assert row["roles"] == "1=odin;5=hel;6=valkyrie 3;7=nobody-knows"


def test_results_are_filtered_by_game_and_number(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(told(capsys, state, "--game", "scorepad").splitlines()) == 1 + 3
    assert len(told(capsys, state, "--last", "2").splitlines()) == 1 + 2
    (only,) = told(capsys, state, "--game", "scorepad", "--last", "1").splitlines()[1:]
    assert "2027-03-09" in only
    assert len(told(capsys, state, "--game", "an-older-game").splitlines()) == 1 + 1
    assert len(told(capsys, state, "--table", "bo,åsa").splitlines()) == 1 + 1


def test_without_results_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, tmp_path) == "No game has been finished yet.\n"
    assert json.loads(told(capsys, tmp_path, "--json")) == []
    assert told(capsys, tmp_path, "--csv").splitlines() == [",".join(history.COLUMNS)]


def test_a_damaged_line_is_reported_and_the_others_are_listed(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = state / NAME
    file.write_bytes(file.read_bytes().replace(b"2027-03-02", b"2027-03-03"))
    lines = file.read_text("utf-8").splitlines()
    (damaged,) = (number for number, line in enumerate(lines, 1) if "2027-03-03" in line)
    assert cli.main(["history", "--state", str(state)]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1 + 4
    assert f"line {damaged} of {file}" in err


def test_json_contains_every_field(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(told(capsys, state, "--json"))
    assert [convert(one, Result, str_keys=True) for one in listed] == SOME
    assert {*listed[0]} - {*Result.__struct_fields__} == {"players", "winning_players"}


def test_csv_has_the_documented_columns(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(told(capsys, state, "--csv"))))
    documented = re.findall(r"^\| `(\w+)` \|", DOCUMENTED.read_text("utf-8"), re.M)
    assert list(rows[0]) == documented
    named = rows[-1]
    assert (named["certain"], named["winners"], named["winning_players"]) == ("1", "2", "Bo")
    assert (named["names"], named["points"]) == ("Åsa;Bo", "1=7;2=30")
    assert named["rounds"] == "1=10;2=25|1=-3;2=5"
    assert named["options"] == "players=2;mode=round"
    assert rows[2]["winning_players"] == "1;2"


SVG = "{http://www.w3.org/2000/svg}"


def test_points_over_the_rounds_and_wins_are_drawn(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = state / "plot.svg"
    told(capsys, state, "--plot", str(file))
    words = ["".join(text.itertext()) for text in ElementTree.parse(file).getroot().iter(f"{SVG}text")]
    assert [one for one in words if one.startswith("Score pad, ")] == [
        "Score pad, 2027-03-09 20:15",
        "Score pad, 2027-03-02 20:15",
        "Score pad, 2027-03-01 20:15",
    ]
    assert {"Bo", "1 (100 %)", "Åsa 7", "Bo 30", "Player 1 7", "Wins", "Sides"} <= set(words)
    told(capsys, state, "--plot", str(state / "plot.png"))
    with Image.open(state / "plot.png") as drawn:
        assert drawn.size[0] == 1200


def test_wrong_filters_other_files_and_nothing_to_draw_are_refused(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "scorepad" in refused(capsys, state, "--game", "scorpad")
    assert "--last 0" in refused(capsys, state, "--last", "0")
    assert "plot.gif" in refused(capsys, state, "--plot", "plot.gif")
    (state / NAME).unlink()
    assert "nothing to plot" in refused(capsys, state, "--plot", str(state / "plot.svg"))


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
        assert cli.main(["replay", "1", "--events", "--state", str(tmp_path), *words]) == 0
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
    assert cli.main(["replay", "1", "--events", "--state", str(tmp_path)]) == 0
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
    with pytest.raises(StillRunning, match="not over"):
        retold(path, 1, "en")
