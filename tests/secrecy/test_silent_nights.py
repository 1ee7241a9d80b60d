"""A night in which nobody pressed, or nobody marked, is like any other that banishes nobody.

Nobody marked, or Dvalin's card kept the victim; nobody pressed at all, or everybody tapped. What comes
afterwards is the same to the last word, with every question asked and everything taken back that can be;
and so is what the system is asked for, from power on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from gm_appliance.config import _with_default
from gm_appliance.core.game import Choice
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG, rules
from gm_appliance.games.gotterdammerung.events import CardLaid
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.events import NobodyBanished, Protected, RoundBegins
from gm_appliance.hidden_roles.hooks import Builder
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.window import Window
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Asked, AtBeat, VirtualTable, evening
from tests.scenes import FACTIONS, to_the_night
from tests.secrecy.whole.parts import everything_asked
from tests.seven import CONSPIRATORS, EVERYBODY, ODIN, PANEL

Left: TypeAlias = "tuple[list[tuple[float, str, Any]], list[str]]"


def comes_through(table: VirtualTable) -> list[tuple[float, str, Any]]:
    """All that leaves the box from the end of the night on, with questions and an undo in vain."""
    table.hears(NobodyBanished)
    since = len(table.outputs)
    table.hears_out(20)
    table.holds(PANEL, "back")
    table.hears_out(20)
    table.taps(PANEL, "back")
    table.hears(Asked("questions"))
    table.answers("rules")
    table.hears(Asked("questions"))
    table.taps(PANEL, "back")
    table.hears_out(60)
    return table.outputs[since:]


def pressed(folder: Path, times: int) -> Left:
    """A first night in which everybody taps `times` times at the first name, and nobody is marked."""
    with everything_asked(folder) as asked, evening(folder) as table:
        to_the_night(table)
        table.hears(AtBeat("name", ODIN))
        for _ in range(times):
            thumbs = {seat: "up" if seat in CONSPIRATORS else "down" for seat in EVERYBODY}
            table.everybody_taps(thumbs)
        return comes_through(table), asked


def test_a_night_in_which_nobody_pressed_is_like_any_other(tmp_path: Path) -> None:
    assert pressed(tmp_path / "none", 0) == pressed(tmp_path / "all", 2)


def forgetting(monkeypatch: pytest.MonkeyPatch, name: str, leak: Callable[..., Any]) -> None:
    """The house says something else once nobody pressed. leak: told how it is said, and whether it is so."""
    run, said, silent = Window.run, getattr(Announcements, name), [False]

    def remembered(self: Window) -> Choice:
        choice = run(self)
        silent[0] = not choice.value
        return choice

    monkeypatch.setattr(Window, "run", remembered)
    monkeypatch.setattr(Announcements, name, lambda self, *given: leak(said, self, silent[0], *given))


@pytest.mark.parametrize(
    ("name", "leak"),
    [
        ("page", lambda said, self, silent, number, pages: said(self, number, pages + silent)),
        ("not_back", lambda said, self, silent, anything: said(self, anything and not silent)),
    ],
    ids=["one more page", "another word of undo"],
)
def test_what_tells_that_nobody_pressed_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, leak: Callable[..., Any]
) -> None:
    forgetting(monkeypatch, name, leak)
    assert pressed(tmp_path / "none", 0) != pressed(tmp_path / "all", 2)


def test_a_commit_unsynced_where_nobody_marked_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = Journal.choose

    def chosen(journal: Any, session: int, name: str, value: Any, *more: Any) -> None:
        journal._db.execute(f"PRAGMA synchronous = {'FULL' if value else 'OFF'}")
        choose(journal, session, name, value, *more)

    monkeypatch.setattr(Journal, "choose", chosen)
    assert marked(tmp_path / "nobody", 0) != marked(tmp_path / "odin", ODIN)


GODS: dict[str, int | str] = {"pick": "choose", "gods": 3, "roll_call": "no", "dice": "box"}


@contextmanager
def with_dvalin(folder: Path) -> Iterator[VirtualTable]:
    """The second night falls, and Dvalin's card lies at Odin."""
    options = tuple(_with_default(one, GODS.get(one.name, one.default)) for one in GOTTERDAMMERUNG.options)
    game = replace(GOTTERDAMMERUNG, options=options)
    with evening(folder, {"gotterdammerung": game}) as table:
        table.decides("menu.game", "gotterdammerung")
        for name, value in (("players", 7), ("gods", 3), ("ballot", "pads"), ("dice", "box")):
            table.decides(f"option.{name}", value)
        table.decides("menu.rules", "start")
        for god in ("dvalin", "hel"):
            table.decides("setup.god", god)
        table.decides("setup.deal", "dealt")
        table.decides("setup.factions", FACTIONS)
        table.decides("conspiracy", {})
        table.decides("action.odin", "pass")
        table.decides("action.dvalin", ODIN)
        table.hears(CardLaid("dvalin", ODIN), Asked("council.accuse"))
        table.answers("close", "council.close")
        table.hears(RoundBegins(2))
        yield table


def marked(folder: Path, victim: int) -> Left:
    with everything_asked(folder) as asked, with_dvalin(folder) as table:
        table.decides("conspiracy", {str(seat): victim for seat in CONSPIRATORS} if victim else {})
        return comes_through(table), asked


def test_nobody_hears_that_dvalins_card_kept_the_victim(tmp_path: Path) -> None:
    assert marked(tmp_path / "nobody", 0) == marked(tmp_path / "odin", ODIN)


def test_a_word_of_dvalins_card_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    phases = rules.RULES._phases
    right = phases[kit.Night]

    def kept(builder: Builder, phase: kit.Night, marks: dict[str, int]) -> None:
        right.apply(builder, phase, marks)
        if marks:
            builder.tell(Protected(ODIN))

    monkeypatch.setitem(phases, kit.Night, right._replace(apply=kept))
    assert marked(tmp_path / "nobody", 0) != marked(tmp_path / "odin", ODIN)
