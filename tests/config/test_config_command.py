"""`gm-appliance config`: its output and exit codes."""

from __future__ import annotations

import re
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from gm_appliance import cli
from gm_appliance.config import Configuration, parse
from gm_appliance.core.domains import Number
from gm_appliance.core.people import Person
from gm_appliance.storage.adjustments import Adjustment, Adjustments
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.kept_settings import KeptSettings

FILE = """\
state = "STATE"
[voice]
rate = 200
volume = 40

[display]
i2c_address = 0x3D
[[games.scorepad.preset]]
name = "Ours"
target = 300
[[roster]]
name = "Siobhán"
"""

KEPT = {"volume": 70, "rate": 150, "large": 1}
"""Values changed at the table."""


@pytest.fixture
def file(places: Path) -> Path:
    path = places / "boot" / "gm-appliance.toml"
    path.write_text(FILE.replace("STATE", str(places / "state")), "utf-8")
    return path


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.main(["config", *words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def lines(shown: str) -> dict[str, str]:
    """Value and comment, by table and key."""
    found, table = {}, ""
    for line in shown.split("\n"):
        table = line if line.startswith("[") else table
        if match := re.fullmatch(r"(\S+) = (.*)  # (.*)", line):
            found[f"{table}{match[1]}"] = f"{match[2]}: {match[3]}"
    return found


def test_all_mistakes_of_a_file_are_1(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("[voice]\nvolme = 1\nrate = = 2\n[pads]\nport = 1\n")
    code, out, err = answer(capsys, "check")
    assert (code, out) == (1, "")
    assert [line.split(": ")[0] for line in err.splitlines()[1:]] == [f"{file}:3", f"{file}:5"]
    assert answer(capsys, "check", "nowhere.toml")[0] == 1


def test_every_value_is_shown_with_where_it_comes_from(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = answer(capsys, "show")
    assert (code, err) == (0, "")
    assert out.startswith(f"# {file}\n")
    found = lines(out)
    assert found["[voice]rate"] == "200: line 3"
    assert found["[voice]name"] == '"": the default'
    assert found["[display]i2c_address"] == "0x3D: line 7"
    assert found["[[games.scorepad.preset]]target"] == "300: line 10"
    assert found["[[roster]]name"] == '"Siobhán": line 12'


def test_what_is_shown_is_a_file_that_means_the_same(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _code, out, _err = answer(capsys, "show")
    assert parse(out.encode()) == parse(file.read_bytes())
    assert parse(out.encode()).roster == (Person("Siobhán"),)
    file.unlink()
    _code, out, _err = answer(capsys, "show")
    assert parse(out.encode()) == Configuration()
    assert "[[games.scorepad.preset]]" in out


def test_what_was_changed_at_the_table_wins(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").mkdir()
    with closing(Journal(tmp_path / "state" / "journal.sqlite")) as journal:
        turned = Adjustments(
            {name: Adjustment(Number(0, 300), lambda level: None) for name in KEPT}, KeptSettings(journal)
        )
        for name, level in KEPT.items():
            turned.keep(name, level)
        turned.keep_language("en")
    code, out, err = answer(capsys, "show")
    assert (code, err) == (0, "")
    found = lines(out)
    assert found["[voice]volume"] == "70: changed at the table; otherwise 40"
    assert found["[voice]rate"] == "150: changed at the table; otherwise 200"
    assert found["language"] == '"en": changed at the table; otherwise "ask"'
    assert found["[display]large"] == '"yes": changed at the table; otherwise "no"'
    assert tomllib.loads(out)["voice"]["volume"] == 70


def test_a_journal_that_cannot_be_read_hides_nothing_else(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "journal.sqlite").write_text("no journal " * 999)
    code, out, err = answer(capsys, "show")
    assert code == 0
    assert "cannot be read" in err
    assert lines(out)["[voice]volume"] == "40: line 4"


def test_with_a_mistake_it_shows_what_counts_all_the_same(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("[voice]\nrate = 200\nvolme = 3\n[pads]\nport = 'none'\n")
    code, out, err = answer(capsys, "show")
    assert code == 1
    assert "Did you mean 'volume'?" in err
    assert (lines(out)["[voice]rate"], lines(out)["[pads]port"]) == ("160: the default", '"none": line 5')
