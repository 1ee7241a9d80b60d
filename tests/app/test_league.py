"""`gm-appliance league` of two boxes, with real keys."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest

from gm_appliance.app.bg_stats import LINK, play_file, play_link
from gm_appliance.app.league import Book, verify
from gm_appliance.cli import main
from gm_appliance.core.league import read
from gm_appliance.core.results import Result
from gm_appliance.storage.results import NAME, append

SIDES = {1: "conspire", 2: "protect", 3: "protect"}


def thor(started: float, *names: str, points: tuple[int, ...]) -> Result:
    kept = dict(enumerate(points, 1))
    best = tuple(seat for seat, own in kept.items() if own == max(points))
    options = {"players": len(points)}
    return Result(
        "thor", started, "2027-03-07T20:15:00+01:00", True, 1800, options, names, kept, winners=best
    )


@pytest.fixture
def boxes(tmp_path: Path) -> tuple[Path, Path]:
    """Anna wins at both."""
    for at, other in enumerate(("Bert", "Cleo")):
        folder = tmp_path / str(at)
        folder.mkdir()
        append(folder / NAME, [thor(10.0 * at + one, "Anna", other, points=(40, 12)) for one in range(3)])
    return tmp_path / "0", tmp_path / "1"


def test_two_boxes_exchange_results(boxes: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    one, other = boxes
    file, paper = one.parent / "stick.jsonl", one.parent / "page.html"

    def league(folder: Path, *more: str) -> str:
        assert main(["league", "--state", str(folder), "--language", "en", *more]) == 0
        return capsys.readouterr().out

    here, there = Book(one).box[:8], Book(other).box[:8]
    league(one, "--write", str(file))
    refused = league(other, "--take", str(file))
    assert f"Box {here} is untrusted and was left out: --trust {here}" in refused
    assert "Bert" not in refused
    taken = league(other, "--take", str(file), "--trust", here)
    assert "untrusted" not in taken
    assert f"Anna ({here})" in taken
    assert f"Anna ({there})" in taken
    joined = league(other, "--same", f"{here}:Anna", f"{there}:anna", "--ratings", "--page", str(paper))
    (anna,) = (line for line in joined.splitlines() if "Anna" in line)
    assert anna.split()[:4] == ["Anna", "6", "6", "(100"]
    assert "too early to tell" in joined
    assert "<td>Anna</td><td>6</td>" in paper.read_text("utf-8")
    assert league(other, "--apart", f"{here}:Anna", f"{there}:Anna").count("Anna") == 2
    assert main(["league", "--state", str(other), "--same", "Anna", "Bert"]) == 1


def test_forgetting_reaches_the_league(boxes: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    one, other = boxes
    league = ["league", "--language", "en", "--state", str(one)]
    forget = ["forget", "--state", str(one)]
    (one.parent / "other").write_bytes(Book(other).tell([thor(1.0, "Dora", "Emil", points=(3, 4))]))
    assert main([*league, "--take", str(one.parent / "other"), "--trust", Book(other).box[:8]]) == 0
    assert main([*forget, "--person", "Bert"]) == 0
    assert b"Bert" not in (one / "league.jsonl").read_bytes()
    assert b"Dora" in (one / "league.jsonl").read_bytes()
    assert main([*forget, "--person", "emil"]) == 0, "who is only in the league"
    assert not any(name in (one / "league.jsonl").read_bytes() for name in (b"Dora", b"Emil"))
    assert main([*forget, "--person", "Emil"]) == 1
    assert main([*league, "--take", str(one.parent / "other")]) == 0
    assert b"Emil" in (one / "league.jsonl").read_bytes(), "until it is forgotten there"
    assert main([*forget, "--everything"]) == 0
    assert not any(name in (one / "league.jsonl").read_bytes() for name in (b"Anna", b"Dora"))
    assert Book(one).lines, "which tell other boxes"
    capsys.readouterr()


def test_a_record_that_was_changed_is_refused(boxes: tuple[Path, Path]) -> None:
    one, other = map(Book, boxes)
    told = one.tell([thor(1.0, "Anna", "Bert", points=(40, 12))])
    forged = told.replace(b"Bert", b"Zert")
    assert other.brought(forged) == []
    other.take(forged, [one.box])
    assert not other.lines
    assert other.brought(told) == [one.box]
    other.take(told)
    assert len(other.lines) == 1
    signature, _blank, text = told.strip().partition(b" ")
    assert verify(one.box, text, signature.decode())
    assert not verify(other.box, text, signature.decode())
    assert not verify("zz", text, "é")
    assert read(b"") is None


def test_the_link_and_the_file_have_all_that_bg_stats_needs() -> None:
    game = thor(1_800_000_000.0, "Anna", "", points=(40, 12))
    link = play_link(game)
    told = json.loads(unquote(link.removeprefix(LINK)))
    assert link.isascii()
    assert told["playDate"] == "2027-01-15 08:00:00"
    assert told["durationMin"] == 30
    assert told["game"] == {
        **{"sourceGameId": "thor", "name": "Thor"},
        **{"highestWins": True, "noPoints": False, "usesTeams": False},
    }
    first, second = told["players"]
    assert first == {
        **{"sourcePlayerId": "anna", "name": "Anna", "winner": True, "startPlayer": False},
        **{"score": 40, "rank": 1},
    }
    assert (second["name"], second["winner"], second["startPlayer"]) == ("Player 2", False, False)
    hidden = Result("odins-table", 2.0, "", True, 60, {"players": 3}, sides=SIDES, winners=("protect",))
    file = json.loads(play_file([game, hidden]))
    assert file["about"].startswith("This is a Play file that can be read by Board Game Stats.")
    assert [one["id"] for one in file["games"]] == [1, 2]
    people = {one["id"] for one in file["players"]}
    for play, result in zip(file["plays"], (game, hidden), strict=True):
        assert {one["playerRefId"] for one in play["playerScores"]} <= people
        won = [one["winner"] for one in play["playerScores"]]
        assert won == [seat in result.winning_seats for seat in range(1, result.players + 1)]
    assert [one["team"] for one in file["plays"][1]["playerScores"]] == ["conspire", "protect", "protect"]
    assert file["plays"][0]["uuid"] == told["sourcePlayId"]
