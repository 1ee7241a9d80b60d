"""USB sticks: updates and copies are offered between games."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gm_appliance.app.league import Book
from gm_appliance.core.league import league
from gm_appliance.core.ports import PANEL
from gm_appliance.core.results import Result
from gm_appliance.storage.results import NAME
from gm_appliance.testing import Announced, Asked, Said, VirtualTable
from image.build import manifest
from tests.app.box_table import BoxTable
from tests.app.scores import begins_a_score, begins_again, ends_the_score, enters, scores
from tests.install.plugged import BROKEN, FULL, PROTECTED, RUNS, Plugged

REBOOT = ("systemctl", "--no-block", "reboot")
LATER = RUNS[1] + 86_400
GOOD = {"gm_appliance_2__raucb": manifest("2.0-77777777", LATER)}
OLD = {"gm_appliance_1__raucb": manifest("1.9-99999999", LATER)}


@contextmanager
def a_table(folder: Path, plugged: Plugged) -> Iterator[VirtualTable]:
    with BoxTable(folder / "state", stick=plugged) as table:
        plugged.table = table
        yield table


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Plugged]:
    (tmp_path / "state").mkdir()
    found = Plugged(tmp_path / "usb", tmp_path / "state")
    yield found
    found.close()


def test_at_the_menu_an_update_is_offered_at_once(tmp_path: Path, plugged: Plugged) -> None:
    with a_table(tmp_path, plugged) as table:
        table.hears(Asked("menu.game"))
        plugged.plug(**GOOD)
        table.post(plugged.news())
        table.hears(Asked("stick.install"), Said("Version 2.0 is on the stick. Install it?"))
        assert plugged.ran[-1][-2] != "install", "nothing before OK"
        table.ok()
        table.hears(Announced("stick-installed"), Asked("menu.game"))
        assert "I am installing version 2.0. Leave the stick in." in table.cut
        assert REBOOT in plugged.ran


def test_an_update_waits_for_the_end_of_the_game(tmp_path: Path, plugged: Plugged) -> None:
    with a_table(tmp_path, plugged) as table:
        begins_a_score(table)
        table.hears(Asked("entry.points"))
        plugged.plug(**GOOD)
        table.post(plugged.news())
        table.hears(Said("Version 2.0 is on the stick. OK installs it after this game."))
        table.hears_out(20)
        table.taps(0, "back")  # behind it, for those who did not listen
        table.hears(Asked("questions"))
        table.answers("stick")
        table.hears(Said("Version 2.0 is on the stick. OK installs it after this game."))
        table.taps(0, "ok")
        table.taps(0, "back")
        enters(table, 3, 4)
        assert not [one for one in plugged.ran if "install" in one], "the game goes on"
        ends_the_score(table)
        table.hears(Asked("stick.install"))
        table.taps(0, "back")
        table.hears(Asked("menu.again"))  # no is no, until it is plugged in again
        assert not [one for one in plugged.ran if "install" in one]


@pytest.mark.parametrize("question", ["option.players", "option.until"])
def test_during_set_up_an_update_is_offered_and_set_up_goes_on_where_it_was(
    question: str, tmp_path: Path, plugged: Plugged
) -> None:
    answers: dict[str, int | str] = {"menu.game": "scorepad", "option.players": 3, "option.mode": "round"}
    answers["option.wins"] = "highest"
    with a_table(tmp_path, plugged) as table:
        while (asked := table.hears(Asked).name) != question:
            table.answers(answers.get(asked, "none"), asked)
        plugged.plug(**GOOD)
        table.post(plugged.news())
        table.hears(Asked("stick.install"))
        table.taps(PANEL, "back")
        table.hears(Asked(question))


@pytest.mark.parametrize("button", ["back", "ok"], ids=["declined", "installed and rolled back"])
def test_an_update_that_did_not_stay_is_not_offered_again(
    button: str, tmp_path: Path, plugged: Plugged
) -> None:
    plugged.plug(**GOOD)
    with a_table(tmp_path, plugged) as table:
        table.hears(Asked("stick.install"))
        table.taps(PANEL, button)
        table.hears(Asked("menu.game"))
    with a_table(tmp_path, plugged) as table:  # only the program starts again
        table.hears(Asked("menu.game"))
        table.never_hears(Asked("stick.install"), within=30.0)
    plugged.power_on()
    with a_table(tmp_path, plugged) as table:
        table.hears(Asked("menu.game"))
        table.never_hears(Asked("stick.install"), within=30.0)
        table.answers("stick", "menu.game")
        table.hears(Asked("stick.install"))  # whoever asks for it gets it
        table.taps(PANEL, "back")
        plugged.plug()
        table.post(plugged.news())
        table.hears(Asked("stick.install"))  # or plugs it in again
        table.taps(PANEL, "back")
    plugged.power_on()
    plugged.plug(gm_appliance_2__raucb=manifest("2.0-88888888", LATER))
    plugged.power_on()
    with a_table(tmp_path, plugged) as table:
        table.hears(Asked("stick.install"))  # another build of it


def test_an_update_that_was_not_answered_is_offered_at_the_next_start(
    tmp_path: Path, plugged: Plugged
) -> None:
    plugged.plug(**GOOD)
    for _start in range(2):
        with a_table(tmp_path, plugged) as table:
            table.hears(Asked("stick.install"))
        plugged.power_on()


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("signature verification failed: Verify error: self-signed certificate", "unsigned"),
        ("Invalid bundle format: Signature size is 0", "damaged"),
        (manifest(*RUNS), "same"),
    ],
)
def test_what_is_no_update_is_refused_and_named(
    content: str, what: str, tmp_path: Path, plugged: Plugged
) -> None:
    with a_table(tmp_path, plugged) as table:
        table.hears(Asked("menu.game"))
        plugged.plug(gm_appliance_2__raucb=content)
        table.post(plugged.news())
        table.hears(Announced(f"stick-{what}"))
        table.never_hears(Asked("stick.install"), within=5.0)
        plugged.install(plugged.found)  # even if the box asked for it
        table.hears(Announced("stick-install-pulled"))
        assert not [one for one in plugged.ran if one[:2] == ("rauc", "install")]


def test_an_older_version_is_installed_when_the_table_has_asked_twice(
    tmp_path: Path, plugged: Plugged
) -> None:
    plugged.plug(**OLD)
    with a_table(tmp_path, plugged) as table:
        for presses in (("back",), ("ok", "back"), ("ok", "ok")):
            table.hears(Asked("menu.game"))
            table.never_hears(Asked("stick.older"), within=5.0)
            table.answers("stick", "menu.game")
            asked = "Version 1.9 is on the stick. It is older than mine. Install it anyway?"
            table.hears(Asked("stick.older"), Said(asked))
            for number, button in enumerate(presses):
                if number:
                    told = "Unfinished games may be lost. Really go back to version 1.9?"
                    table.hears(Asked("stick.older-again"), Said(told))
                assert not [one for one in plugged.ran if one[:2] == ("rauc", "install")]
                table.taps(0, button)
        table.hears(Announced("stick-installed"), Asked("menu.game"))
        assert REBOOT in plugged.ran


def test_another_stick_than_the_one_agreed_to_is_not_installed(tmp_path: Path, plugged: Plugged) -> None:
    plugged.plug(**GOOD)
    with a_table(tmp_path, plugged) as table:
        table.hears(Asked("stick.install"))
        (plugged.stick / "gm-appliance-2.raucb").write_text(OLD["gm_appliance_1__raucb"])
        table.ok()
        table.hears(Announced("stick-install-pulled"), Asked("menu.game"))
    assert not [one for one in plugged.ran if one[:2] == ("rauc", "install")]


@pytest.mark.parametrize(("unplugged", "what"), [(False, "install-failed"), (True, "install-pulled")])
def test_an_update_that_fails_leaves_the_old_version(
    unplugged: bool, what: str, tmp_path: Path, plugged: Plugged
) -> None:
    plugged.plug(**GOOD)
    plugged.fails.update({"install": 1, "unplugged": 1} if unplugged else {"install": 1})
    with a_table(tmp_path, plugged) as table:
        table.hears(Asked("stick.install"))
        table.ok()
        table.hears(Announced(f"stick-{what}"), Asked("menu.game"))
        assert REBOOT not in plugged.ran


def test_an_empty_stick_gets_what_happened(tmp_path: Path, plugged: Plugged) -> None:
    plugged.plug(**{"System Volume Information": ""})
    with a_table(tmp_path, plugged) as table:
        scores(table, 3, 4)
        begins_again(table)
        enters(table, 77)
    with a_table(tmp_path, plugged) as table:
        table.decides("menu.resume", "new")
        asks_for_a_copy(table)
        table.ok()
        table.hears(Announced("stick-copied"), Asked("menu.resume"))
        assert "I am copying. Leave the stick in." in table.cut
    (folder,) = plugged.stick.glob("gm-appliance-*")
    names = sorted(str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file())
    copied = ["games.bgsplay", "games/00001-scorepad.txt", "league.jsonl", "report.txt", NAME]
    assert names == copied, "no game that is not over"
    assert (folder / NAME).read_bytes() == (tmp_path / "state" / NAME).read_bytes()
    assert "entry.points 4" in (folder / "games/00001-scorepad.txt").read_text()
    report = (folder / "report.txt").read_text()
    assert "a line of …" in report
    assert "Undervoltage detected!" in report, "an alarm of the kernel, whose log is root's"
    assert "Anna" not in report


def test_results_of_another_box_are_taken_in_when_somebody_says_yes(tmp_path: Path, plugged: Plugged) -> None:
    (tmp_path / "other").mkdir()
    other = Book(tmp_path / "other")
    played = Result("thor", 1.0, "2027-03-07T20:15:00+01:00", True, 60, {"players": 2}, ("Anna", "Bo"))
    (plugged.stick / "gm-appliance-1").mkdir()
    (plugged.stick / "gm-appliance-1" / "league.jsonl").write_bytes(other.tell([played]))
    plugged.plug()
    box = f"{other.box[:4]} {other.box[4:8]}".upper()
    with a_table(tmp_path, plugged) as table:
        for pressed in ("back", "ok"):
            table.decides("menu.game", "stick")
            table.hears(Asked("stick.take"), Said(f"The stick has results from box {box}. Add them to mine?"))
            assert not Book(tmp_path / "state").lines
            table.taps(0, pressed)
            table.hears(Asked("stick.copy"))
            table.taps(0, "back")
        assert f"I am adding the results from box {box}." in table.cut
        table.decides("menu.game", "stick")
        table.hears(Asked("stick.copy"))  # nothing new is on it any more
    assert [one.names for one in league(Book(tmp_path / "state").lines)] == [("Anna", "Bo")]


def asks_for_a_copy(table: VirtualTable) -> None:
    table.decides("menu.game", "stick")
    table.hears(Asked("stick.copy"), Said("Copy results, finished games and a report to the stick?"))


@pytest.mark.parametrize(
    ("fails", "what"), [(FULL, "full"), (PROTECTED, "protected"), (BROKEN, "failed"), (BROKEN, "pulled")]
)
def test_a_copy_that_fails_is_named_and_loses_nothing(
    fails: dict[str, int], what: str, tmp_path: Path, plugged: Plugged
) -> None:
    plugged.plug()
    plugged.fails |= {**fails, **({"gone": 1} if what == "pulled" else {})}
    with a_table(tmp_path, plugged) as table:
        scores(table, 3, 4)
        kept = (tmp_path / "state" / NAME).read_bytes()
        asks_for_a_copy(table)
        table.ok()
        table.hears(Announced(f"stick-{what}"))
        table.decides("menu.again", "other")
        table.hears(Asked("menu.game"))
        assert (tmp_path / "state" / NAME).read_bytes() == kept
        plugged.fails.clear()
        plugged.plug()
        table.answers("stick", "menu.game")
        table.hears(Asked("stick.copy"))  # and then it works
        table.ok()
        table.hears(Announced("stick-copied"))


def test_a_foreign_stick_does_nothing(tmp_path: Path, plugged: Plugged) -> None:
    with a_table(tmp_path, plugged) as table:
        table.hears(Asked("menu.game"))
        plugged.plug(holiday__jpg="beach", autorun__inf="[autorun]", install__sh="#!/bin/sh")
        assert plugged.quiet()
        table.answers("stick", "menu.game")
        table.hears(Announced("stick-foreign"))
        plugged.copy()  # even if the box asked for it
        table.hears(Announced("stick-foreign"))
    assert sorted(one.name for one in plugged.stick.iterdir()) == ["autorun.inf", "holiday.jpg", "install.sh"]
    assert {one[0] for one in plugged.ran} == {"journalctl"}, "no program was run"


def test_what_a_stick_must_be_like_is_told_when_it_cannot_be_read(tmp_path: Path, plugged: Plugged) -> None:
    with a_table(tmp_path, plugged) as table:
        table.hears(Asked("menu.game"))
        plugged.fails["ro"] = errno.EINVAL
        plugged.plug()
        assert plugged.quiet()
        table.answers("stick", "menu.game")
        table.hears(Announced("stick-unread"))


def test_without_a_stick_the_menu_says_what_to_plug_in(tmp_path: Path, plugged: Plugged) -> None:
    with a_table(tmp_path, plugged) as table:
        table.decides("menu.game", "stick")
        table.hears(Announced("stick-none"))


def test_behind_the_parts_the_version_before_comes_back_after_two_questions(
    tmp_path: Path, plugged: Plugged
) -> None:
    plugged.version_before = "1.9"
    with a_table(tmp_path, plugged) as table:
        table.decides("menu.game", "parts")
        table.hears(Asked("check.first"), Said("Check the parts, or go back to the previous version?"))
        table.answers("before", "check.first")
        table.hears(Asked("stick.back"), Said("Go back to version 1.9?"))
        table.ok()
        table.hears(
            Asked("stick.back-again"), Said("Unfinished games may be lost. Really go back to version 1.9?")
        )
        assert not plugged.went.is_set()
        table.ok()
        table.hears(Said("I am going back to version 1.9. One moment."))
    assert plugged.went.is_set()


def test_back_declines_to_go_back(tmp_path: Path, plugged: Plugged) -> None:
    plugged.version_before = "1.9"
    with a_table(tmp_path, plugged) as table:
        for buttons in (("back",), ("ok", "back")):
            table.decides("menu.game", "parts")
            table.decides("check.first", "before")
            for button, question in zip(buttons, ("stick.back", "stick.back-again"), strict=False):
                table.hears(Asked(question))
                table.taps(PANEL, button)
        table.hears(Asked("menu.game"))
    assert not plugged.went.is_set()


def test_a_version_that_does_not_come_back_is_told(tmp_path: Path, plugged: Plugged) -> None:
    plugged.version_before, plugged.fails["back"] = "1.9", errno.EIO
    with a_table(tmp_path, plugged) as table:
        table.decides("menu.game", "parts")
        table.decides("check.first", "before")
        for _question in range(2):
            table.ok()
        table.hears(Announced("stick-back-failed"), Asked("menu.game"))
