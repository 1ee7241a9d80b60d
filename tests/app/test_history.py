"""`gm-appliance history`: the games played to their end, for people, for other programs, and drawn."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance import cli
from gm_appliance.app import history
from gm_appliance.app.evening import Evening
from gm_appliance.core import messages
from gm_appliance.core.language import PSEUDO, SOURCE
from gm_appliance.core.results import Result, of_plain, to_plain
from gm_appliance.storage.results import NAME, append
from gm_appliance.testing import Box, one_life

DOCUMENTED = Path(__file__).parents[2] / "docs" / "history.md"


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    messages.speak(SOURCE)


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
    return of_plain({**data, **more})


A_NIGHT = of_plain(
    {
        "game": "gotterdammerung",
        "started": 2000.5,
        "date": "2027-03-20T21:00:00+01:00",
        "certain": False,
        "seconds": 7200.0,
        "options": {"players": 3},
        "winners": ["protect"],
        "sides": {},
        "reason": "all-conspire-banished",
    }
)
GONE = of_plain({"game": "an-older-game", "started": 5.0, "winners": ["blue"], "certain": True})
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


# ---------------------------------------------------------------- for people


def test_a_table_for_people(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, state).splitlines() == [
        "Date               Game             Players  Winner              Points  Length",
        "                   an-older-game             blue                          0:00",
        "2027-03-01 20:15   Score pad              2  Player 2            30, 7     1:23",
        "2027-03-02 20:15   Score pad              2  Player 1, Player 2  7, 30     1:23",
        "2027-03-20 21:00?  Götterdämmerung        3  The protectors won            2:00",
        "2027-03-09 20:15   Score pad              2  Bo                  30, 7     1:23",
    ]


texts = st.text(max_size=40)
anything = st.builds(
    Result,
    st.sampled_from(["scorepad", "gotterdammerung"]) | texts,
    st.floats(0, 1e11),
    texts,
    st.booleans(),
    st.floats(0, 1e6),
    st.just({"players": 15}),
    st.lists(texts, max_size=15).map(tuple),
    st.dictionaries(st.integers(1, 15), st.integers(-999_999, 999_999)),
    winners=st.lists(st.integers(1, 15) | texts, max_size=15).map(tuple),
)


@given(st.lists(anything, min_size=1, max_size=5))
def test_whatever_was_played_a_line_a_game_fits_a_terminal(results: list[Result]) -> None:
    lines = list(history.table(results))
    assert len(lines) == len(results) + 1
    assert max(map(len, lines)) <= 80


def test_what_is_cut_is_cut_between_numbers() -> None:
    points = {str(seat): 1000 + seat for seat in range(1, 16)}
    _head, line = history.table([a_score(1, points=points, winners=[15])])
    assert re.search(r"  1015, (10\d\d, )*10\d\d…", line)


def test_headings_are_translated(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = told(capsys, state, "--language", PSEUDO).splitlines()[0]
    assert not re.search("[aeiouyAEIOUY]", head)
    assert len(head.split()) == 6


def test_games_are_chosen(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(told(capsys, state, "--game", "scorepad").splitlines()) == 1 + 3
    assert len(told(capsys, state, "--last", "2").splitlines()) == 1 + 2
    (only,) = told(capsys, state, "--game", "scorepad", "--last", "1").splitlines()[1:]
    assert only.startswith("2027-03-09")
    assert len(told(capsys, state, "--game", "an-older-game").splitlines()) == 1 + 1


def test_what_cannot_be_chosen_is_said(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "scorepad" in refused(capsys, state, "--game", "scorpad")
    assert "--last 0" in refused(capsys, state, "--last", "0")


def test_before_the_first_game_that_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, tmp_path) == "No game was played to its end yet.\n"
    assert json.loads(told(capsys, tmp_path, "--json")) == []
    assert told(capsys, tmp_path, "--csv").splitlines() == [",".join(history.COLUMNS)]


def test_a_damaged_line_is_named_and_the_others_are_listed(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = state / NAME
    file.write_bytes(file.read_bytes().replace(b"2027-03-02", b"2027-03-03"))
    assert cli.main(["history", "--state", str(state)]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1 + 4
    assert f"line 3 of {file}" in err


def test_what_was_played_at_the_table_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = Box(tmp_path)
    one_life(box)
    (one,) = json.loads(told(capsys, box.folder, "--json"))
    assert (one["game"], one["players"], one["winners"]) == ("gotterdammerung", 7, ["protect"])
    assert one["winning_players"] == [1, 3, 4, 6, 7]
    assert Evening.__module__ == "gm_appliance.app.evening"


# ---------------------------------------------------------------- for other programs


def test_json_holds_all_that_is_kept(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(told(capsys, state, "--json"))
    assert [of_plain(one) for one in listed] == SOME
    assert [set(one) - set(to_plain(SOME[0])) for one in listed] == [{"players", "winning_players"}] * 5


def test_csv_holds_the_documented_columns(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(told(capsys, state, "--csv"))))
    documented = re.findall(r"^\| `(\w+)` \|", DOCUMENTED.read_text("utf-8"), re.M)
    assert list(rows[0]) == documented
    named = rows[-1]
    assert (named["certain"], named["winners"], named["winning_players"]) == ("1", "2", "Bo")
    assert (named["names"], named["points"]) == ("Åsa;Bo", "1=7;2=30")
    assert named["rounds"] == "1=10;2=25|1=-3;2=5"
    assert named["options"] == "players=2;mode=round"
    assert rows[2]["winning_players"] == "1;2"


# ---------------------------------------------------------------- drawn

SVG = "{http://www.w3.org/2000/svg}"


def drawn(state: Path, *words: str) -> ElementTree.Element:
    file = state / "plot.svg"
    assert cli.main(["history", "--state", str(state), "--plot", str(file), *words]) == 0
    return ElementTree.parse(file).getroot()


def words_in(picture: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]


def test_points_over_the_rounds_and_wins_are_drawn(state: Path) -> None:
    words = words_in(drawn(state))
    assert [one for one in words if one.startswith("Score pad, ")] == [
        "Score pad, 2027-03-09 20:15",
        "Score pad, 2027-03-02 20:15",
        "Score pad, 2027-03-01 20:15",
    ]
    assert {"Åsa", "Bo", "Player 1", "Player 2", "Wins", "Round", "Points"} <= set(words)


def test_only_the_chosen_games_are_drawn(state: Path) -> None:
    words = words_in(drawn(state, "--last", "1"))
    assert sum(one.startswith("Score pad, ") for one in words) == 1
    assert "Player 1" not in words
    assert words.count("Bo") == 2, "beside a line, and at a bar"


def test_a_line_goes_through_the_points_so_far(tmp_path: Path) -> None:
    """Of a game with one line, in the units of the picture: half-way up stands half of the points."""
    append(tmp_path / NAME, [a_score(1, rounds=[{"1": 10}, {"1": 10}, {"1": -20}], winners=[])])
    (line,) = [
        path
        for path in drawn(tmp_path).iter(f"{SVG}path")
        if "stroke-linecap: square" in path.get("style", "") and path.get("d", "").count("L") == 3
    ]
    heights = [-float(y) for _x, y in re.findall(r"[ML] (\S+) (\S+)", line.get("d", ""))]
    up, further, down = (later - earlier for earlier, later in pairwise(heights))
    assert up == pytest.approx(further)
    assert up > 0
    assert down == pytest.approx(-2 * up)


def test_the_same_games_give_the_same_file(state: Path) -> None:
    drawn(state)
    first = (state / "plot.svg").read_bytes()
    drawn(state)
    assert (state / "plot.svg").read_bytes() == first


def test_without_the_library_it_says_how_to_get_it(
    state: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "gm_appliance.app.plot", raising=False)
    assert "pip install 'gm-appliance[plot]'" in refused(capsys, state, "--plot", str(state / "plot.svg"))
    assert not (state / "plot.svg").exists()


def test_other_files_and_nothing_to_draw_are_refused(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "plot.png" in refused(capsys, state, "--plot", "plot.png")
    (state / NAME).unlink()
    assert "nothing to be drawn" in refused(capsys, state, "--plot", str(state / "plot.svg"))
