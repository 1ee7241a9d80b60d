"""Announcing once which of the card's two systems runs, with its real version."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance import __version__
from gm_appliance.app import real_table
from gm_appliance.core.language import load
from gm_appliance.core.ports import Fault
from gm_appliance.host.announcements import Announcements


@pytest.mark.parametrize(
    ("line", "news"),
    [
        ("rauc.slot=B gm.wanted=B gm.new=- mended", "mended"),
        ("quiet gm.part=2 rauc.slot=A gm.wanted=A gm.new=-", ""),
        ("rauc.slot=B gm.wanted=B gm.new=B", "new"),
        ("rauc.slot=A gm.wanted=B gm.new=B", "back"),
        ("rauc.slot=B gm.wanted=A gm.new=-", "back"),
        ("root=/dev/mmcblk0p2 rootwait", ""),
    ],
)
def test_news_of_the_card(line: str, news: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, proved, mended = (tmp_path / name for name in ("cmdline", "proved", "mended"))
    kernel.write_text(f"{line}\n")
    monkeypatch.setattr(real_table, "KERNEL_LINE", kernel)
    monkeypatch.setattr(real_table, "PROVED", proved)
    monkeypatch.setattr(real_table, "MENDED", mended)
    if news == "mended":
        mended.touch()
    told: list[Fault] = []
    real_table.warn_of_the_system(told.append)
    assert [one.what for one in told] == [news] * bool(news)
    for one in told:
        said = Announcements(load("en")).fault(one)
        assert (__version__ if news != "mended" else "Check that all games are there") in str(said)
    # Once: the game master may start again, the system has not.
    proved.touch()
    told.clear()
    real_table.warn_of_the_system(told.append)
    assert told == []
