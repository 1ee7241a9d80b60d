"""A whole game at the virtual table, played by clicking on its page in a real browser."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.seven import NAMES
from tests.simulator.chromium import UNPAINTED
from tests.simulator.daemon import SOON, Daemon
from tests.simulator.page_words import said, title
from tests.simulator.person_at_page import CALLED, Person, Seen

pytestmark = [pytest.mark.browser, pytest.mark.process]

SPEED = 30.0
SEATS = range(1, 8)
ODIN = 1


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path, SPEED)
    daemon.start()
    yield daemon
    daemon.close()


def at_the_table(
    browser: Browser,
    daemon: Daemon,
    wanted: Mapping[str, str | int] | None = None,
    *,
    all_knowing: bool = False,
) -> Person:
    """A person at Odin's seat, and bots at all the others."""
    page = browser.new_page(reduced_motion="reduce")
    page.add_init_script(UNPAINTED)
    person = Person(page, ODIN, daemon.url, wanted=wanted, all_knowing=all_knowing)
    person.page.locator(f'[data-seat="{ODIN}"] .name').click()
    person.page.locator("#only").click()
    return person


@pytest.fixture
def fast(tmp_path: Path) -> Iterator[Daemon]:
    """Twice as fast, for games in which the person presses little."""
    daemon = Daemon(tmp_path, 2 * SPEED)
    daemon.start()
    yield daemon
    daemon.close()


def is_over(seen: Seen) -> bool:
    return seen.asks("menu.again")


def revealed(person: Person, seats: Iterable[int]) -> dict[int, str]:
    """The faction on the card at each of these seats; "" if it is face down."""
    cards = {seat: person.page.locator(f'[data-card="{seat}"]') for seat in seats}
    return {seat: card.get_attribute("data-name") or "" for seat, card in cards.items()}


FACTIONS = {"protect", "conspire"}
BACK = {"kind", "at", "label", "face_down", "own", "viewable"}
"""The only fields sent about a face-down card."""


def check_reveal(person: Person) -> dict[int, str]:
    """Assert that all dealt factions are revealed; returns them."""
    cards = revealed(person, SEATS)
    assert Counter(cards.values()) == {"protect": 5, "conspire": 2}
    assert cards[person.seat] == person.card
    return cards


def check_diary(person: Person, cards: Mapping[int, str]) -> None:
    """Assert that the page closed its eyes when it should, and showed only the person's own card before the
    end, where conspirators are turned first. cards: the factions."""
    diary = person.diary()
    shown = set(diary["faces"])
    expected = {"", str(person.seat), " ".join(map(str, SEATS))}
    assert shown >= expected
    conspire = {str(seat) for seat, card in cards.items() if card == "conspire"}
    assert all({*one.split()} <= conspire for one in shown - expected)
    calls = [caption for caption, eyes in diary["eyes"] if caption in NAMES and eyes == "closed"]
    assert len(calls) >= len(SEATS)
    eyes = dict(diary["eyes"])
    assert eyes[said("conspiracy", "agree")] == "closed"
    assert eyes[said("setup.factions", "explain")] == "closed"
    assert eyes[said("setup.factions", "open")] == "open"


def tables(person: Person) -> list[dict[str, Any]]:
    return [one.get("table", one) for one in person.told if one["type"] in ("snapshot", "table")]


def check_traffic(person: Person) -> None:
    """Assert that before the reveal no faction was sent except the person's own, when lifted."""
    open_cards = [
        {item["name"] for item in own_cards(table) if not item.get("face_down")} for table in tables(person)
    ]
    reveal = next(at for at, names in enumerate(open_cards) if names)
    assert open_cards[reveal] == {"conspire"}, "conspirators first, one by one"
    assert FACTIONS in open_cards[reveal:]
    check_hidden(person, reveal)


def check_hidden(person: Person, reveal: int | None = None) -> None:
    """Assert that no faction was on any table before `reveal`; without it, on any table at all."""
    cards = [one for one in person.told if one["type"] == "card"]
    assert {one["seat"] for one in cards} == {person.seat}
    for table in tables(person)[:reveal]:
        assert all({*item} <= BACK for item in own_cards(table))
        assert not FACTIONS & {item.get("name") for item in table["items"]}
    # Sentences and screens speak of factions to all; other messages never do.
    rest = [one for one in person.told if one["type"] in ("bots", "panel", "lamps", "storm", "hush", "sound")]
    assert rest
    assert not any(word in json.dumps(rest) for word in ("protect", "conspire"))


def own_cards(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [item for item in table["items"] if item.get("own")]


LEAKS: tuple[dict[str, Any], ...] = (
    {"type": "table", "items": [{"kind": "Card", "at": 3, "label": "", "name": "protect", "own": True}]},
    {"type": "table", "items": [{"kind": "Card", "at": 3, "label": "", "name": "conspire"}]},
    {"type": "table", "items": [{"kind": "Card", "at": 3, "face_down": True, "own": True, "colour": "red"}]},
    {"type": "card", "seat": 3, "card": "protect"},
    {"type": "lamps", "lit": [], "because": "conspire"},
)


@pytest.mark.long
def test_a_whole_game_is_played_on_the_page(browser: Browser, daemon: Daemon) -> None:
    person = at_the_table(browser, daemon)
    person.plays(until=is_over)
    check_diary(person, check_reveal(person))
    check_traffic(person)
    # Prove that a leak would be found.
    for leak in LEAKS:
        person.told.insert(1, leak)
        with pytest.raises(AssertionError):
            check_traffic(person)
        del person.told[1]
    assert person.complaints == []
    assert daemon.end() == 0
    assert "conspire" not in daemon.log.read_text()


def sit_down_fifteen(browser: Browser, daemon: Daemon) -> Person:
    return at_the_table(browser, daemon, {"option.players": 15, "option.gods": 15})


@pytest.mark.long
def test_fifteen_gods_play_a_round_on_the_page(browser: Browser, fast: Daemon) -> None:
    """Up to the second night."""
    person = sit_down_fifteen(browser, fast)
    second = title("conspiracy", round=2)
    person.plays(until=lambda seen: person.was_told(second))
    check_hidden(person)
    assert person.complaints == []
    assert fast.end() == 0
    assert "conspire" not in fast.log.read_text()


@pytest.mark.long
@pytest.mark.parametrize("ballot", ["thumbs", "booth"])
def test_a_game_without_pads_is_played_at_the_panel(browser: Browser, daemon: Daemon, ballot: str) -> None:
    """Nobody is called to a pad; the person enters the die, and conspiring bots call the end."""
    person = at_the_table(browser, daemon, {"option.ballot": ballot}, all_knowing=True)
    person.plays(until=is_over)
    shown = {one.get("display", one).get("words", "").split(" · ")[0] for one in person.told}
    assert {title("conspiracy.die"), title("end.called")} <= shown
    # A game may be over before anybody is accused.
    assert (title("council.thumb") in shown) == (ballot == "thumbs" and title("council.defence") in shown)
    assert title("setup.factions") not in shown
    assert not person.was_told(CALLED)
    # The box never knew any faction, and so told the room of none: the cards are still as they were dealt.
    cards = [one for one in person.told if one["type"] == "card"]
    assert {seat: person.lifts(seat) for seat in SEATS} == person.cards
    assert {one["seat"] for one in cards} == set(SEATS)
    assert all({*item} <= BACK for table in tables(person) for item in own_cards(table))
    assert person.complaints == []
    assert daemon.end() == 0


def test_a_daemon_that_stands_still_is_lost_and_does_not_hear_later_what_was_pressed(
    browser: Browser, daemon: Daemon
) -> None:
    person = at_the_table(browser, daemon)
    body = person.page.locator("body")
    shown = person.settled()
    daemon.stand_still()
    try:
        expect(body).to_have_attribute("data-connection", "lost", timeout=SOON * 1000)
        for _ in range(3):
            person.clicks("panel:down")
        person.page.keyboard.press("Enter")
    finally:
        daemon.go_on()
    expect(body).to_have_attribute("data-connection", "open", timeout=SOON * 1000)
    assert person.settled() == shown
    person.goes_on("panel:down", shown)
    assert person.complaints == []
    assert daemon.end() == 0
