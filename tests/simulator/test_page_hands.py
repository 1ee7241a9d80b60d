"""Hands on the page: mouse and keyboard move the right buttons, and let go of them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from gm_appliance.core.cues.props import Plate
from gm_appliance.simulator import web
from tests.simulator.room_on_page import Table, game

pytestmark = pytest.mark.browser


def test_a_mouse_holds_and_lets_go_even_outside_the_button(table: Table) -> None:
    page = table.page
    table.lay(game(7))
    page.locator('[data-button="3:down"]').hover()
    page.mouse.down()
    assert table.edge() == (3, "down", True)
    page.mouse.move(5, 5)
    page.mouse.up()
    assert table.edge() == (3, "down", False)
    page.locator('[data-button="panel:repeat"]').click()
    assert [table.edge(), table.edge()] == [(0, "repeat", True), (0, "repeat", False)]


def test_the_keyboard_reaches_everything(table: Table) -> None:
    page = table.page
    table.room.lay(game(12))
    expect(page.locator('[data-seat="12"]')).to_be_visible()
    keys = {"ArrowUp": "up", "ArrowDown": "down", "Enter": "ok", "Backspace": "back", "r": "repeat"}
    for key, button in keys.items():
        page.keyboard.press(key)
        assert [table.edge(), table.edge()] == [(0, button, True), (0, button, False)]
    for key, seat in {"3": 3, "0": 10, "Shift+Digit2": 12}.items():
        page.keyboard.press(key)
        page.keyboard.down("d")
        page.keyboard.down("d")  # key repeat
        assert table.edge() == (seat, "down", True)
        page.keyboard.up("d")
        assert table.edge() == (seat, "down", False)
        page.keyboard.press("u")
        assert [table.edge(), table.edge()] == [(seat, "up", True), (seat, "up", False)]
    page.keyboard.press("b")
    expect(page.locator('[data-seat="12"] .bot')).to_have_attribute("aria-pressed", "true")
    assert table.room.bots == {12}
    page.locator('[data-seat="12"] .up').focus()
    page.keyboard.press("Space")
    assert [table.edge(), table.edge()] == [(12, "up", True), (12, "up", False)]
    assert table.edges.empty()


def test_leaving_the_window_lets_go(table: Table) -> None:
    page = table.page
    table.room.lay(game(7))
    expect(page.locator('[data-seat="8"]')).to_be_hidden()
    page.keyboard.down("u")
    assert table.edge() == (1, "up", True)
    page.evaluate("dispatchEvent(new Event('blur'))")
    assert table.edge() == (1, "up", False)
    page.keyboard.up("u")
    page.keyboard.down("ArrowUp")
    assert table.edge() == (0, "up", True)
    page.close()
    assert table.edge() == (0, "up", False)


def test_bots_at_all_other_places_are_one_press_on_every_page(table: Table) -> None:
    other = table.open()
    table.room.lay(game(7))
    table.page.keyboard.press("5")
    table.page.locator("#only").click()
    expect(other.locator(".is-bot:visible")).to_have_count(6)
    assert table.room.bots == frozenset(range(1, 16)) - {5}


def test_after_that_enter_is_the_panels_ok_again(table: Table) -> None:
    table.room.lay(game(7))
    table.page.locator("#only").click()
    expect(table.page.locator(".is-bot:visible")).to_have_count(6)
    table.page.keyboard.press("Enter")
    assert [table.edge(), table.edge()] == [(0, "ok", True), (0, "ok", False)]


def test_a_page_that_hears_nothing_is_lost_and_drops_what_is_pressed(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "BEAT", 3600.0)
    # Only the page drops what is late; the server does not, however slow the machine.
    monkeypatch.setattr(web, "LATE", 3600.0)
    table = Table(browser)
    page = table.context.new_page()
    page.clock.install(time=0)
    page.clock.pause_at(1)  # otherwise the page's clock would run with ours
    page.goto(table.server.url)
    body = page.locator("body")
    expect(body).to_have_attribute("data-connection", "open")
    page.keyboard.down("Enter")
    assert table.edge() == (0, "ok", True)
    page.clock.run_for(2000)
    expect(body).to_have_attribute("data-connection", "open")
    page.clock.run_for(1000)
    expect(body).to_have_attribute("data-connection", "lost")
    expect(page.locator("#lost")).to_contain_text("lost")
    assert table.edge() == (0, "ok", False), "what was held is let go"
    page.keyboard.up("Enter")
    page.keyboard.press("ArrowUp")
    page.locator('[data-button="3:up"]').click()
    # At the next sign of life it goes on, without the presses made meanwhile.
    table.room._tell({"type": "alive", "beat": 1})
    expect(body).to_have_attribute("data-connection", "open")
    expect(page.locator("#lost")).to_be_empty()
    page.keyboard.press("ArrowDown")
    assert [table.edge(), table.edge()] == [(0, "down", True), (0, "down", False)]
    assert table.edges.empty()
    table.close()


def test_bots_at_all_other_places_means_all_but_ones_own(table: Table) -> None:
    page = table.page
    table.room.lay([Plate(seat, f"Valkyrie {seat}") for seat in range(1, 8)])
    table.room.only_human(5)
    page.locator('[data-button="2:up"]').click()
    page.locator('[data-seat="2"] .name').click()
    expect(page.locator('[data-seat="2"]')).to_have_class(re.compile("selected"))
    expect(page.locator("#only")).to_have_text("Bots at all places but Valkyrie 5")
    page.locator("#only").click()
    page.locator('[data-button="panel:ok"]').click()
    assert {table.edge()[:2] for _ in range(4)} == {(2, "up"), (0, "ok")}
    assert table.room.bots == frozenset(range(1, 16)) - {5}
