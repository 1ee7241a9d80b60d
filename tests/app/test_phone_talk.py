"""Letting phones in, from the menu and behind BACK; messages of their process; finding the table again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gm_appliance.app import phones_token
from gm_appliance.app.phones_token import HOURS, EveningToken
from gm_appliance.app.table_phones import PhonesInbox, TablePhones
from gm_appliance.core.cues.screens import CodeScreen, Lines, MenuScreen, RingScreen
from gm_appliance.core.ports import Edge, Fault, Input
from gm_appliance.devices.pads.phones import PhonePads
from gm_appliance.phones.invitation import invitation
from gm_appliance.phones.messages import Named, NotServing, Present, Pressed, Serving
from gm_appliance.testing import Announced, Asked, AtBeat, Said
from tests import scenes
from tests.app.box_table import TOKEN, BoxTable, TestPhones
from tests.seven import EVERYBODY


@contextmanager
def table_with_phones(state: Path, carries: int = 0) -> Iterator[tuple[BoxTable, TestPhones]]:
    with BoxTable(state, phones=True, carries=carries) as table:
        yield table, table.phones


def comes(table: BoxTable, pad: int, name: str = "") -> None:
    table.phones.joins(pad, name)
    table.advance(0.0)


def test_phones_come_from_the_menu(tmp_path: Path) -> None:
    with table_with_phones(tmp_path) as (table, phones):
        listens = phones.is_open
        assert not listens, "unless the table asks for it"
        table.decides("menu.game", "phones")
        table.hears(Asked("joining.code"))
        code: object = table.screen
        assert isinstance(code, CodeScreen)
        assert code.link == invitation("192.168.100.100", TOKEN).link
        assert "".join(code.typed) == "192.168.100.100"
        comes(table, 3)
        table.hears(Announced("phones-joined"))
        now: object = table.screen
        assert isinstance(now, CodeScreen), "the others can go on scanning"
        assert now.lines == ("1 phone",)
        table.answers("done")
        table.hears(Asked("menu.game"))
        assert phones.is_open, "for latecomers"
        assert phones.there == {3}


def test_without_pads_the_code_is_the_first_line_of_the_menu(tmp_path: Path) -> None:
    with table_with_phones(tmp_path) as (table, _phones):
        table.hears(Asked("menu.game"))
        assert _lines(table)[0] != "Phones"
        table.post(Fault("pads", "missing"))
        table.hears(Announced("pads-missing"))
        table.hears_out()
        table.answers("phones")
        table.hears(Asked("joining.code"))
        table.answers("rest")
        table.hears(Asked("menu.game"))
        assert _lines(table)[0] == "Phones"
        assert _lines(table).count("Phones") == 1


def _lines(table: BoxTable) -> tuple[str, ...]:
    screen: object = table.screen
    assert isinstance(screen, MenuScreen)
    return screen.items


def test_a_pad_is_freed_behind_back_in_a_game(tmp_path: Path) -> None:
    with table_with_phones(tmp_path) as (table, phones):
        scenes.to_the_first_points(table, 3)
        table.taps(0, "back")
        table.decides("questions", "phones")
        table.hears(Asked("joining.code"))
        comes(table, 2, "Anna")
        table.taps(0, "back")  # leaves it; the game goes on
        table.hears(Asked("entry.points"))
        table.taps(0, "back")
        table.decides("questions", "phones")
        table.decides("joining.code", "free")
        table.hears(Asked("joining.free"))
        table.sees("Which pad?", "Pad 2: Anna")
        table.answers(2)
        table.hears(Announced("phones-freed"))
        assert not phones.there
        table.decides("joining.code", "rest")
        table.hears(Asked("entry.points"))
        assert not phones.is_open


def test_latecomers_get_the_pad_that_was_called_for_their_place(tmp_path: Path) -> None:
    with table_with_phones(tmp_path) as (table, _phones):
        table.pads = {seat: 16 - seat for seat in EVERYBODY}
        scenes.choose_the_game(table)
        scenes.everybody_is_called(table)
        table.hears(Asked("setup.deal"))
        called = {seat: 16 - seat for seat in EVERYBODY}
        assert table.screens.placed == called
        table.taps(0, "back")
        table.decides("questions", "phones")
        table.hears(Asked("joining.code"))
        assert table.screens.placed == called
        table.ok()
        table.hears(Asked("setup.deal"))
        assert table.screens.placed == called


@pytest.mark.parametrize("reason", ["taken", "forbidden", "no-network"])
def test_the_table_hears_why_phones_cannot_come(tmp_path: Path, reason: str) -> None:
    with table_with_phones(tmp_path) as (table, phones):
        phones.address, phones.trouble = "", reason
        table.decides("menu.game", "phones")
        table.hears(Announced(f"phones-{reason}"))
        assert not phones.is_open
        table.decides("menu.game", "dice")


def test_a_process_that_never_begins_is_told_after_a_while(tmp_path: Path) -> None:
    with table_with_phones(tmp_path) as (table, phones):
        phones.address = ""
        table.decides("menu.game", "phones")
        table.advance(1.0)
        table.sees_written("One moment.")
        table.hears(Announced("phones-late"))


def test_the_boxs_own_wifi_is_measured_against_how_many_come(tmp_path: Path) -> None:
    with table_with_phones(tmp_path, carries=6) as (table, phones):
        table.decides("menu.game", "phones")
        table.decides("joining.network", "own")
        table.decides("joining.wanted", 8)
        crowded = "My own Wi-Fi can handle 6 phones. For more, use a router."
        table.hears(Asked("joining.crowded"), Said(crowded))
        assert not phones.is_open, "before anybody takes a seat"
        table.answers("own")
        table.hears(Asked("joining.wifi"))
        assert isinstance(table.screen, CodeScreen)
        assert table.screen.link == "WIFI:T:WPA;S:Game table;P:AB23CD45;;"
        table.ok()
        table.decides("joining.code", "rest")
        table.hears(Asked("menu.game"))
        assert not table.wifi.name


def test_without_wifi_that_is_said_and_the_evening_goes_on(tmp_path: Path) -> None:
    with table_with_phones(tmp_path, carries=6) as (table, phones):
        table.wifi._works = False
        table.decides("menu.game", "phones")
        table.decides("joining.network", "own")
        table.decides("joining.wanted", 3)
        table.hears(Announced("phones-no-wifi"))
        assert not phones.is_open
        table.decides("menu.game", "dice")
        table.hears(Asked("option.kind"))


def test_names_typed_on_phones_are_offered_first(tmp_path: Path) -> None:
    with table_with_phones(tmp_path) as (table, _phones):
        table.decides("menu.game", "phones")
        table.hears(Asked("joining.code"))
        comes(table, 1, "Anna")
        comes(table, 3, "Cleo")
        comes(table, 4, "cleo")
        table.answers("done")
        scenes.the_score_pad(table, 4, enters="each")
        table.hears(Asked("menu.people"))
        table.sees("Who is playing?", "Anna, Cleo")
        table.hears(Said("Anna and Cleo."))


def test_phones_that_sleep_are_named_before_eyes_close(tmp_path: Path) -> None:
    with table_with_phones(tmp_path) as (table, phones):
        scenes.choose_the_game(table)
        scenes.everybody_is_called(table)
        table.hears(Asked("setup.deal"))
        phones.asleep = frozenset({2, 3})
        table.answers("dealt")
        table.hears(Announced("phones-asleep"))
        table.hears(Said)
        names = table.hears(Said).text
        assert not table.sees_closed_eyes()
        table.hears_out(60.0)
        assert not table.sees_closed_eyes(), "it waits for them"
        phones.asleep = frozenset({3})
        table.advance(1.0)
        (still, *rest) = table.screen.lines if isinstance(table.screen, Lines) else ()
        assert still in names
        assert still != names.rstrip("."), "who woke up is named no more"
        assert rest == ["", "", "OK: go on"]
        phones.asleep = frozenset()
        table.hears(AtBeat("close"))


def test_ok_goes_on_without_the_sleepers(tmp_path: Path) -> None:
    with table_with_phones(tmp_path) as (table, phones):
        scenes.choose_the_game(table)
        scenes.everybody_is_called(table)
        phones.asleep = frozenset({2})
        table.decides("setup.deal", "dealt")
        table.hears(Announced("phones-asleep"))
        table.ok()
        table.hears(AtBeat("close"))


def test_lost_phones_break_a_step_off_and_it_starts_again(tmp_path: Path) -> None:
    with table_with_phones(tmp_path) as (table, phones):
        phones.open()
        scenes.to_the_night(table)
        table.hears(Asked("conspiracy"), AtBeat("close"))
        table.post(Fault("phones", "lost"))
        table.hears(Announced("open-eyes"), Announced("broken-off-phones"))
        table.post(Fault("phones", "back"))
        table.hears(Announced("phones-back"), Asked("conspiracy"))


class Pads(PhonePads):
    token = TOKEN

    def __init__(self) -> None:
        self.requests: list[object] = []

    def invite(self, port: int, language: str, tried: int = 1) -> None:
        self.requests.append((port, language, tried))

    def rest(self) -> None:
        self.requests.append("rest")

    def free(self, pad: int) -> None:
        self.requests.append(pad)


@pytest.fixture
def news() -> list[Input]:
    return []


@pytest.fixture
def phones(news: list[Input]) -> TablePhones:
    made = TablePhones(news.append, lambda: "de", port=80)
    made.pads = Pads()
    return made


def test_nothing_is_asked_of_the_process_before_the_table_wants_phones(phones: TablePhones) -> None:
    assert isinstance(phones.pads, Pads)
    phones.close()
    phones.speak()
    assert phones.pads.requests == []
    phones.open()
    phones.open()
    assert phones.pads.requests == [(80, "de", 1)]
    assert not phones.invitations, "it is not known where they come"
    phones.hear(Serving(("192.168.1.5",), 80))
    assert [one.address for one in phones.invitations] == ["192.168.1.5"]
    phones.close()
    assert phones.pads.requests[1:] == ["rest"]
    assert not phones.invitations


def test_each_phone_is_told_once(phones: TablePhones, news: list[Input]) -> None:
    phones.open()
    phones.hear(Present((3,)))
    phones.hear(Present((3, 5), (3, 9)))
    phones.hear(Present((5,)))
    phones.hear(Present((3, 5)))  # it was away for a while
    assert news == [Fault("phones", "joined", 3), Fault("phones", "joined", 5)]
    assert phones.there == {3, 5}
    phones.hear(Present((3, 5), (3, 9)))
    assert phones.asleep == {3}
    phones.free(3)
    phones.hear(Present((5,)))
    phones.hear(Present((3, 5)))  # somebody else's
    assert news[2:] == [Fault("phones", "freed", 3), Fault("phones", "joined", 3)]
    for button in ("open", "close", "open"):
        phones.hear(Pressed(3, button))
    assert news[4:] == [Fault("phones", "panel", 3)]


def test_why_none_can_come_is_told_and_nothing_else_is_believed(
    phones: TablePhones, news: list[Input]
) -> None:
    phones.open()
    phones.hear(NotServing("no-network"))
    phones.hear(NotServing("haunted"))
    assert (phones.trouble, news) == ("no-network", [Fault("phones", "no-network")])


def test_only_names_are_taken_as_names(phones: TablePhones) -> None:
    for name in ("Anna", " Zoë  ", "<b>", "a" * 40, "A\nB"):
        phones.hear(Named(1, name))
    assert phones.names == {1: "Zoë"}
    phones.hear(Named(1, ""))
    assert phones.names == {}


def test_the_line_of_phones_speaks_of_phones(news: list[Input]) -> None:
    class Inbox:
        post = staticmethod(news.append)

        def now(self) -> float:
            return 1.0

    inbox, edge = PhonesInbox(Inbox()), Edge(2, "up", True, 0.5, 7)
    for item in (edge, Fault("pads", "missing"), Fault("pads", "lost"), Fault("pads", "back")):
        inbox.post(item)
    assert news == [edge, Fault("phones", "lost"), Fault("phones", "back")]


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


@pytest.mark.parametrize("text", [b"", b"{}", b'{"token":"ab","boot":"","made":1000}', None])
def test_what_is_no_token_or_could_have_been_read_by_others_is_replaced(
    text: bytes | None, tmp_path: Path
) -> None:
    path = tmp_path / "phones.json"
    first = EveningToken(path, now=1000.0)
    first.keep(True)
    if text is None:
        path.chmod(0o644)
    else:
        path.write_bytes(text)
    token = EveningToken(path, now=1001.0).token
    assert len(token) == 32
    assert token != first.token


@pytest.mark.parametrize("on_phones", [False, True])
def test_what_to_press_is_not_said_to_who_has_a_phone(on_phones: bool, tmp_path: Path) -> None:
    with table_with_phones(tmp_path) as (table, phones):
        phones.there = frozenset(EVERYBODY if on_phones else EVERYBODY[1:])
        scenes.to_odin(table)
        table.hears_out(3.0)
        hints = [one.text for one in table.all_heard(Said) if "Hold up: choose." in one.text]
        assert bool(hints) != on_phones
        screen: object = table.screen
        assert isinstance(screen, RingScreen)
        assert bool(screen.hint) != on_phones
