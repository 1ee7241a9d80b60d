"""The sample file and the reference, generated from the declarations."""

from __future__ import annotations

import re

import pytest

from gm_appliance import cli
from gm_appliance.config import Configuration, parse
from gm_appliance.config.schema import REPEATED, SETTINGS
from gm_appliance.config.written import help_of, sample
from tests.reference import ROOT, outdated

PAGE = (ROOT / "docs" / "configuration.md").read_text("utf-8")


def test_both_are_up_to_date() -> None:
    assert outdated() == []


def test_the_command_writes_the_sample_which_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["config", "sample"]) == 0
    printed = capsys.readouterr().out
    assert printed == sample()
    assert parse(printed.encode()) == Configuration()


def test_each_setting_has_help_that_is_a_sentence() -> None:
    for one in (*SETTINGS, *REPEATED[-2:]):
        assert re.fullmatch(r'["A-Z0-9].{20,}\.', help_of(one)), one.path
