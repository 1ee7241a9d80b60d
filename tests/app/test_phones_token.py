"""Phones find the table again after a restart, but not on a later evening."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.app import phones_token
from gm_appliance.app.phones_token import HOURS, EveningToken


def test_the_token_outlasts_a_restart_and_not_the_night(tmp_path: Path) -> None:
    path = tmp_path / "phones.json"
    first = EveningToken(path, now=1000.0)
    first.keep(True)
    assert path.stat().st_mode & 0o777 == 0o600
    again = EveningToken(path, now=2000.0)
    assert (again.token, again.invited, again.was_off) == (first.token, True, False)
    for now in (1000.0 + HOURS * 3600, 999.0):
        assert EveningToken(path, now).token != first.token
    assert not EveningToken(path, now=1e6).invited


def test_after_the_power_was_off_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "phones.json"
    first = EveningToken(path, now=1000.0)
    first.keep(True)
    boot = tmp_path / "boot"
    boot.write_text("another\n")
    monkeypatch.setattr(phones_token, "BOOT", boot)
    again = EveningToken(path, now=1100.0)
    assert (again.token, again.was_off) == (first.token, True)


@pytest.mark.parametrize("text", [b"", b"{}", b'{"token":"ab","boot":"","made":1000}'])
def test_what_is_no_token_is_replaced(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "phones.json"
    path.write_bytes(text)
    path.chmod(0o600)
    assert len(EveningToken(path, now=1001.0).token) == 32


def test_one_that_others_could_have_read_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "phones.json"
    first = EveningToken(path, now=1000.0)
    first.keep(True)
    path.chmod(0o644)
    assert EveningToken(path, now=1001.0).token != first.token
