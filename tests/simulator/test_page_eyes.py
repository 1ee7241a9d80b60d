"""Eyes on the page: who sees which card, and what happens while eyes are closed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from gm_appliance.core.cues.props import Card, Deck, Plate
from gm_appliance.core.cues.screens import ClosedScreen
from gm_appliance.core.values import replace
from gm_appliance.simulator.unheard import Unheard
from tests.simulator.room_on_page import Table, game

pytestmark = pytest.mark.browser


def test_a_card_is_seen_while_it_is_lifted_and_by_nobody_else(table: Table) -> None:
    page, other = table.page, table.open()
    faces = (Card(0, "Protector", "yellow", "shield", "protect", own=True), 5)
    others = (Card(0, "Conspirator", "red", "sword", "conspire", own=True), 2)
    table.room.lay([Deck(0, "The pile", (faces, others))])
    table.lay(game(7))
    face = {"protect": "Protector", "conspire": "Conspirator"}[table.room.card_of(6) or ""]
    card = page.locator('[data-card="6"]')
    card.hover()
    page.mouse.down()
    expect(card).to_have_text(face)
    expect(other.locator('[data-seat="6"]')).to_have_attribute("data-lies", "down")  # it got the deal, too
    assert other.locator('[data-card="6"]').inner_text() == ""
    table.room.storm(True)
    expect(card).to_have_text("")
    page.mouse.up()
    card.hover()
    page.mouse.down()
    expect(card).to_have_text("Not now")
    page.mouse.up()
    table.room.lay(game(7, viewable=True))
    expect(page.locator('[data-seat="6"]')).to_have_attribute("data-lies", "forward")
    page.keyboard.press("6")
    page.keyboard.down("c")
    expect(card).to_have_text("Not now")
    page.keyboard.up("c")
    page.keyboard.press("2")
    table.room.behave(Unheard(awake=2, by_hand="look"))
    expect(page.locator("body")).to_have_attribute("data-sees", "true")
    page.keyboard.press("6")
    page.keyboard.down("c")
    expect(card).to_have_text(face)
    page.keyboard.up("c")
    expect(card).to_have_text("")
    assert table.edges.empty()


def test_closed_eyes_are_unmistakable_and_the_box_still_shines(table: Table) -> None:
    page = table.page
    table.room.lay(game(7))
    table.room.storm(True)
    table.room.show(ClosedScreen())
    expect(page.locator("body")).to_have_attribute("data-eyes", "closed")
    expect(page.locator("#eyes")).to_have_text("Eyes closed")
    expect(page.locator(".storm")).to_be_visible()
    above = page.evaluate(
        "[...document.querySelectorAll('#box, .storm')].map((it) => Number(getComputedStyle(it).zIndex))"
    )
    assert above[0] < above[1]  # the storm comes first in the document
    page.locator('[data-button="2:up"]').click()
    assert table.edge() == (2, "up", True)
    table.room.storm(False)
    expect(page.locator("#eyes")).to_have_text("Eyes open")
    expect(page.locator(".storm")).to_be_hidden()


def test_the_one_who_looks_is_told_so_and_nobody_else_is(table: Table) -> None:
    page, other = table.page, table.open()
    table.room.lay(game(7, viewable=True))
    page.keyboard.press("2")
    table.room.storm(True)
    table.room.behave(Unheard(awake=2, by_hand="look"))
    expect(page.locator("#eyes")).to_have_text("Your eyes are open")
    expect(page.locator("#hint")).to_have_text("Look at one card that is pushed forward: hold it")
    expect(other.locator("#eyes")).to_have_text("Eyes closed")
    expect(other.locator("#hint")).to_be_empty()
    table.room.storm(False)
    expect(page.locator("#eyes")).to_have_text("Eyes open")


def test_a_conspirator_among_bots_is_told_who_the_others_are_and_lays_the_die(table: Table) -> None:
    page, other = table.page, table.open()
    faces = (Card(0, "Conspirator", "red", "sword", "conspire", own=True), 2)
    table.room.lay([Deck(0, "The pile", (faces, (Card(0, "Protector", name="protect", own=True), 5)))])
    table.room.lay(game(7))
    one, partner = (seat for seat in range(1, 8) if table.room.card_of(seat) == "conspire")
    victim = next(seat for seat in (1, 2, 3) if seat not in (one, partner))
    table.room.only_human(one)
    table.room.storm(True)
    table.room.behave(Unheard(awake="conspire", by_hand="die"))
    expect(page.locator("#eyes")).to_have_text("Your eyes are open")
    expect(page.locator("#hint")).to_contain_text(f"With you: Valkyrie {partner}")
    expect(page.locator(".companion")).to_have_attribute("data-seat", str(partner))
    page.locator(f'[data-seat="{victim}"] .name').click(force=True)
    expect(page.locator("#hint")).to_contain_text(f"The die lies at Valkyrie {victim}")
    expect(page.locator(f'[data-seat="{victim}"] .chip[data-kind="ThrownDie"]')).to_have_count(1)
    expect(other.locator('.chip[data-kind="ThrownDie"]')).to_have_count(0)
    table.room.storm(False)
    expect(page.locator("#hint")).to_be_empty()
    expect(page.locator('.chip[data-kind="ThrownDie"]')).to_have_count(0)
    table.room.behave(replace(table.room.unheard, hidden=False))
    for each in (page, other):
        expect(each.locator(f'[data-seat="{victim}"] .chip[data-kind="ThrownDie"]')).to_have_count(1)


def test_a_thumb_is_held_out_at_ones_own_place(table: Table) -> None:
    page = table.page
    table.room.lay([Plate(seat, f"Valkyrie {seat}") for seat in range(1, 8)])
    table.room.only_human(5)
    table.room.behave(Unheard(thumbs={3: False}))
    expect(page.locator("#hint")).to_have_text("Hold out your thumb: U or D")
    page.keyboard.press("5")
    page.keyboard.press("u")
    assert [table.edge(), table.edge()] == [(5, "up", True), (5, "up", False)]
    expect(page.locator('[data-seat="5"] .shows')).to_have_class("shows up")
    expect(page.locator('[data-seat="3"] .shows')).to_have_class("shows down")
    expect(page.locator("#hint")).to_be_empty()


def test_who_is_secretly_awake_to_look_sees_one_card_after_the_other(table: Table) -> None:
    page = table.page
    table.room.lay(
        [Deck(0, "The pile", ((Card(0, "Seer", name="seer", own=True), 1), (Card(0, "V", name="v"), 6)))]
    )
    table.lay(game(7, viewable=True))
    seer = next(seat for seat in range(1, 8) if table.room.card_of(seat) == "seer")
    other = page.locator(f'[data-card="{seer % 7 + 1}"]')
    table.room.only_human(seer)
    table.room.storm(True)
    table.room.behave(Unheard(awake="seer", by_hand="look"))
    expect(page.locator("#hint")).to_have_text("Look at one card that is pushed forward: hold it")
    for _ in range(2):
        other.hover(force=True)
        page.mouse.down()
        expect(other).to_have_text("V")
        page.mouse.up()
        expect(other).to_have_text("")
    table.room.behave(Unheard())
    expect(page.locator("#eyes")).to_have_text("Eyes closed")
    other.hover(force=True)
    page.mouse.down()
    expect(other).to_have_text("Not now")
