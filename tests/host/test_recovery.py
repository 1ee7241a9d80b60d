"""How an evening goes on after a power cut, with a failing journal, and from the last time.

Through `Evening` on virtual time: button edges in, what leaves the ports out.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
from contextlib import closing
from itertools import pairwise, takewhile
from pathlib import Path

import pytest

from gm_appliance import cli
from gm_appliance.app.real_table import open_journal
from gm_appliance.app.unfinished import fold
from gm_appliance.core.cues import Say
from gm_appliance.core.cues.screens import Lines, MenuScreen, TextScreen
from gm_appliance.core.game import JSON, Choice, Decision
from gm_appliance.core.observer import Observer
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL
from gm_appliance.games.registry import registered
from gm_appliance.hidden_roles.events import Won
from gm_appliance.storage.journal import Journal, JournalError, JournalFull, JournalLost, SessionRecord
from gm_appliance.testing.heard import Announced, Asked, Said, What, fits
from tests.app.life import Box, Life
from tests.app.players import GAME, Acts, Players, one_life, press_ok
from tests.app.watched_journal import Kept
from tests.storage.journals import tampered

HOLD = 0.75
ASKED = ["option.players", "option.gods", "option.ballot", "option.dice", "menu.rules"]
"""The menu's questions before every game of other people."""

CALLS = ["setup.pad"] * 7


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def sessions(box: Box) -> list[SessionRecord]:
    with box.read() as journal:
        return list(journal.sessions())


def choices(box: Box, session: int) -> list[Kept]:
    with box.read() as journal:
        return [Kept(one.name, one.value, one.secret) for one in journal.entries(session)]


def interrupted(box: Box) -> Play:
    with box.read() as journal:
        session = journal.running()
        assert session
        return fold(session, [Choice(one.name, one.value) for one in journal.entries(session.id)])


def told_again(play: Play) -> list[str]:
    """The narration of the last choice, then of the state of the game."""
    narration = registered(GAME).narration("en")
    assert play.decision
    cues = [cue for event, view in play.events for cue in narration.tell(event, view)]
    cues += narration.recap(play.decision, play.view)
    return [cue.text for cue in cues if isinstance(cue, Say)]


def said_after(life: Life, what: What) -> list[str]:
    """The sentences from then on until something was asked."""
    heard = [one.what for one in life.heard]
    since = heard[next(at for at, one in enumerate(heard) if fits(what, one)) + 1 :]
    return [one.text for one in takewhile(lambda one: not isinstance(one, Asked), since) if fits(Said, one)]


def is_told_once(life: Life, name: str) -> bool:
    said = [heard.what.text for before, heard in pairwise(life.heard) if before.what == Announced(name)]
    shown = [
        one.lines
        for one in life.of("show")
        if isinstance(one, Lines) and one.lines in {(text,) for text in said}
    ]
    return len(said) == len(shown) == 1


def test_recovery_clears_the_table_tells_the_last_choice_again_and_where_the_game_stands(box: Box) -> None:
    one_life(box, at={"council.whom": Life.cut})
    play = interrupted(box)
    again = told_again(play)
    assert play.decision
    assert again
    life = one_life(box, at={"council.whom": Life.stop})
    assert registered(GAME).narration("en").interrupted(play.decision, play.view) in life.said[0]
    assert said_after(life, Asked("menu.resume"))[1:] == again
    assert life.heard_in_order(Asked("menu.resume"), Asked("council.whom"), Announced("goodbye"))
    resumed = [output.what for output in life.outputs if output.port in ("storm", "light")]
    dark: frozenset[int] = frozenset()
    # The menu's; then both are cleared; then the accuser's lamp.
    assert resumed[:4] == [dark, False, dark, {1}]


def test_an_interrupted_look_is_repeated_at_the_same_card(box: Box) -> None:
    other = Box(box.folder.parent / "other")
    one_life(other, at={"action.thor": Life.cut})
    before = interrupted(other)
    one_life(box, at={"oracle.look": Life.cut})
    repeated = [one for one in told_again(interrupted(box)) if one not in told_again(before)]
    assert repeated, "it is said that it is the same card"
    life = one_life(box, at={"council.accuse": Life.stop})
    assert said_after(life, Asked("menu.resume"))[-1:] == repeated[-1:]
    assert life.names == ["menu.resume", "oracle.look", "council.accuse"]


def test_a_game_whose_end_was_not_told_is_told_to_its_end_without_a_question(box: Box) -> None:
    one_life(box)
    other = Box(box.folder.parent / "other")
    life = other.switched_on()
    life.cut_at(Won)
    other.run(life, Players(life))
    assert [one.status for one in sessions(other)] == ["running"]
    second = one_life(other)
    end = said_after(box.lives[0], Won)
    assert second.said[: len(end)] == end
    assert second.names == ["menu.again"]
    (session,) = sessions(other)
    assert session.status == "ended"
    assert session.outcome == sessions(box)[0].outcome
    assert len(choices(other, 1)) == len(choices(box, 1))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE session SET rules = 99",
        "UPDATE session SET game = 'thor'",
        "UPDATE session SET options = '{\"players\": 99}'",
        "UPDATE record SET value = '99' WHERE name = 'oracle.first-die'",
        "UPDATE record SET value = '{\"1\": \"conspire\"}' WHERE name = 'conspiracy'",
        "UPDATE record SET name = 'council.nonsense' WHERE n = 4",
    ],
)
def test_a_session_that_does_not_fit_is_kept_aside_and_told(
    box: Box, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    one_life(box, at={"council.whom": Life.cut})
    tampered(box.path, damage)
    before = choices(box, 1)
    caplog.set_level(logging.INFO)
    life = one_life(box)
    assert is_told_once(life, "session-set-aside")
    assert "Session 1 does not fit these rules" in caplog.text
    assert "conspire" not in caplog.text
    assert life.names[0] == "menu.game"
    assert life.names[-1] == "menu.again"
    aside, played = sessions(box)
    assert (aside.status, played.status) == ("aside", "ended")
    assert aside.reason
    assert choices(box, 1) == before


def test_a_damaged_journal_is_kept_aside_and_what_is_sound_is_saved(
    box: Box, caplog: pytest.LogCaptureFixture
) -> None:
    one_life(box, at={"council.whom": Life.cut})
    with box.read():
        pass
    damaged = bytearray(box.path.read_bytes())
    damaged[100:3000] = b"\xff" * 2900
    box.path.write_bytes(damaged)
    life = one_life(box)
    assert is_told_once(life, "journal-saved")
    assert life.names[0] == "menu.resume"
    kept = min((one for one in box.folder.iterdir() if ".aside-" in one.name), key=lambda one: len(one.name))
    assert kept.read_bytes() == damaged
    assert str(kept.name) in caplog.text
    assert [one.status for one in sessions(box)] == ["ended"]
    assert max(box.lives[0].inbox.prompt_ids) < min(life.inbox.prompt_ids)


def test_a_game_that_lost_its_last_choices_says_so_when_it_goes_on(box: Box) -> None:
    one_life(box, at={"council.whom": Life.cut})
    before = choices(box, 1)
    with closing(sqlite3.connect(box.path)) as db, db:
        db.execute("UPDATE record SET value = '7' WHERE n = (SELECT max(n) FROM record)")
    with box.read() as journal:
        assert journal.loss == "short"
    assert choices(box, 1) == before[:-1]
    life = one_life(box)
    assert is_told_once(life, "session-short")
    assert [one.status for one in sessions(box)] == ["ended"]


class Medium(Observer):
    """An observer that makes the journal fail from one decision's opening to another's."""

    def __init__(self, life: Life, error: JournalError, begins: str, ends: str) -> None:
        self.players = Players(life)
        self._life = life
        self._error = error
        self._begins, self._ends = begins, ends

    def asked(self, prompt_id: int, decision: Decision) -> None:
        assert self._life.journal
        if decision.name == self._begins:
            self._begins, self._life.journal.fails = "", self._error
        if decision.name == self._ends and not self._begins:
            self._ends, self._life.journal.fails = "", None
        self.players.asked(prompt_id, decision)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self.players.chose(decision, choice)


def played(box: Box, error: JournalError, begins: str, ends: str) -> Life:
    life = box.switched_on()
    return box.run(life, Medium(life, error, begins, ends))


@pytest.mark.parametrize(
    ("error", "fault"),
    [(JournalFull("No room left."), "journal-full"), (JournalLost("Read-only."), "journal-lost")],
)
@pytest.mark.parametrize(
    ("begins", "ends"),
    [("setup.deal", "conspiracy"), ("conspiracy", "council.vote"), ("menu.game", "council.whom")],
)
def test_a_journal_that_fails_is_told_once_and_once_it_is_back_nothing_is_missing(
    box: Box, error: JournalError, fault: str, begins: str, ends: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    life = played(box, error, begins, ends)
    assert is_told_once(life, fault)
    assert is_told_once(life, "journal-back")
    assert life.heard_in_order(Announced(fault), Announced("journal-back"))
    assert str(error) in caplog.text
    assert re.search("is (written again|rewritten)", caplog.text)
    assert life.names[-1] == "menu.again"
    (session,) = sessions(box)
    assert session.status == "ended"
    undisturbed = Box(box.folder.parent / "other")
    one_life(undisturbed)
    assert choices(box, 1) == choices(undisturbed, 1)
    assert session.outcome == sessions(undisturbed)[0].outcome


def test_a_journal_whose_file_vanished_is_given_the_whole_game_again(box: Box) -> None:
    def remove(life: Life) -> None:
        for one in box.folder.glob("journal.sqlite*"):
            if one.suffix != ".lock":
                one.unlink()
        life.tap(2.0, PANEL, "down")
        life.tap(12.0, PANEL, "ok")

    life = one_life(box, at={"action.thor": remove})
    assert is_told_once(life, "journal-lost")
    assert is_told_once(life, "journal-back")
    (session,) = sessions(box)
    assert session.status == "ended"
    assert [(one.name, one.value) for one in choices(box, 1)] == [
        (one.name, one.value) for one in life.chosen if not one.name.startswith(("menu.", "option."))
    ]


def test_without_a_journal_a_game_is_played_all_the_same(
    box: Box, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (box.folder / "file").touch()
    told: list[tuple[str, str]] = []
    opened = open_journal(box.folder / "file" / "journal.sqlite", lambda *fault: told.append(fault))
    assert not opened.is_open
    assert told == [("journal", "lost")]
    assert "The journal cannot be opened" in caplog.text

    def say_so(life: Life) -> None:
        life.fault(*told[0])
        press_ok(life)

    life = one_life(box, at={"menu.game": say_so}, journal=False)
    assert is_told_once(life, "journal-lost")
    assert [one.faction for one in life.all_heard(Won)] == ["protect"]
    assert life.names[-1] == "menu.again"


def test_a_journal_in_use_ends_the_command_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path / "state" / "journal.sqlite"):
        code = cli.main(["simulate", "--state", str(tmp_path / "state"), "--no-sound", "--no-browser"])
    assert code == 1
    complaint = capsys.readouterr().err
    assert f"is in use by process {os.getpid()}. Stop that one first" in complaint
    assert complaint.count("\n") == 1


def test_the_same_people_again_are_one_press_without_a_journal_too(box: Box) -> None:
    at: Acts = {"menu.again": press_ok, "setup.deal": (None, Life.stop)}
    life = one_life(box, {"option.players": 8, "option.dice": "own"}, at, journal=False)
    assert life.names[life.names.index("menu.again") :] == ["menu.again", "setup.deal"]
    assert life.names.count("oracle.first-die") == 2


def test_the_options_of_the_last_evening_are_offered(box: Box) -> None:
    one_life(box, {"option.players": 8, "option.dice": "own"})
    life = one_life(box, at={"setup.deal": Life.stop})
    assert life.names == ["menu.game", "menu.same", "setup.deal"]
    menu = life.shown_at(life.names.index("menu.same"))
    assert isinstance(menu, MenuScreen)
    same, others = menu.items
    assert "8" in same
    assert "8" not in others
    assert [(one.options["players"], one.options["dice"]) for one in sessions(box)] == [(8, "own")] * 2


@pytest.mark.parametrize(
    "kept",
    [
        {GAME: [{"players": 16}]},
        {GAME: [{"players": 8, "moons": 2}]},
        {GAME: [{"dice": "loaded"}]},
        {GAME: [{"players": True}]},
        {GAME: [{"players": 8, "ballot": "booth", "vote": 9}]},
        {GAME: [["players", 8]]},
        {GAME: {"players": 8}},
        {"thor": [{"players": 8}]},
        "eight",
    ],
)
def test_options_that_no_longer_fit_are_not_offered(box: Box, kept: JSON) -> None:
    with box.read() as journal:
        journal.set_setting("last", kept)
    life = one_life(box, at={"setup.deal": Life.stop})
    assert life.names == ["menu.game", *ASKED, *CALLS, "setup.deal"]
    assert sessions(box)[0].options["players"] == 7


@pytest.mark.parametrize("kept", [{"one": 5}, {"1": "five"}, [5, 6], "five", {"1": 16}, {"8": 5}])
def test_pads_that_cannot_be_are_called(box: Box, kept: JSON) -> None:
    with box.read() as journal:
        journal.set_setting("last", {GAME: [{"players": 7}]})
        journal.set_setting("pads", kept)
    life = one_life(box, at={"setup.deal": Life.stop})
    assert life.names == ["menu.game", "menu.same", *CALLS, "setup.deal"]


def test_in_the_menu_there_may_be_nothing_to_take_back(box: Box) -> None:
    def back_then_ok(life: Life) -> None:
        life.tap(2.0, PANEL, "back", HOLD)
        life.tap(6.0, PANEL, "ok")

    life = one_life(box, at={"menu.game": back_then_ok, "setup.deal": Life.stop})
    assert life.all_heard(Announced) == [Announced("nothing-back"), Announced("goodbye")]
    assert life.names == ["menu.game", *ASKED, *CALLS, "setup.deal"]


@pytest.mark.parametrize("when", ["menu.game", "setup.deal", "conspiracy", "council.vote", "council.accuse"])
def test_the_evening_ends_in_order_wherever_it_is_asked_to(box: Box, when: str) -> None:
    def stop_later(life: Life) -> None:
        life.stop_in(30.0)

    life = one_life(box, at={when: stop_later})
    assert life.ended == "in order"
    assert isinstance(life.shown, Lines | TextScreen)
    assert [type(one.what) for one in life.heard[-2:]] == [Announced, Said]
    assert life.heard[-2].what == Announced("goodbye")
    assert life.of("storm")[-1] is False
    assert life.of("light")[-1] == frozenset()
    second = one_life(box)
    assert second.names[0] == ("menu.game" if when == "menu.game" else "menu.resume")
    assert when in second.names[:2]
    assert second.names[-1] == "menu.again"
