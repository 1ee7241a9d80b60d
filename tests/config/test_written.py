"""The sample file and the reference, generated from the declarations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gm_appliance import cli
from gm_appliance.config import Configuration, parse
from gm_appliance.config.schema import REPEATED, SETTINGS
from gm_appliance.config.written import help_of, sample
from tests.reference import ROOT, outdated, wanted

PAGE = (ROOT / "docs" / "configuration.md").read_text("utf-8")


def test_both_are_up_to_date() -> None:
    assert outdated() == []


def test_what_is_out_of_date_is_told_and_where_the_reference_has_no_place(tmp_path: Path) -> None:
    for path, text in wanted().items():
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir()
        copy.write_text(text.replace("160", "161"), "utf-8")
    assert [one.split(" ")[0] for one in outdated(tmp_path)] == [
        "config/gm-appliance.toml",
        "docs/configuration.md",
    ]
    assert all("python -m tests.reference" in one for one in outdated(tmp_path))
    (tmp_path / "docs/configuration.md").write_text("# Configuration\n")
    with pytest.raises(ValueError, match="no place"):
        outdated(tmp_path)


def test_the_command_writes_the_sample_which_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["config", "sample"]) == 0
    printed = capsys.readouterr().out
    assert printed == sample()
    assert parse(printed.encode()) == Configuration()


def test_each_setting_has_help_that_is_a_sentence() -> None:
    for one in (*SETTINGS, *REPEATED[-2:]):
        assert re.fullmatch(r'["A-Z0-9].{20,}\.', help_of(one)), one.path
