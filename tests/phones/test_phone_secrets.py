"""What a phone's page shows and sends of a press while it may be secret: nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from firmware.hub_protocol import PRESSED, RELEASED
from gm_appliance.phones.messages import Mood, Shown
from tests.phones.served import CLOSED, OPEN, QUIET, THUMBS, TOKEN, PhonesTable, laid, places, shows

pytestmark = pytest.mark.browser


def test_every_state_of_a_vote_looks_the_same_whatever_is_pressed(table: PhonesTable) -> None:
    """To the byte, without a press, during it and after it; and so for the focus of a keyboard."""
    secret = Mood(False, True, True)
    table.tell(OPEN, laid(8))
    page = table.seated(2)
    page.emulate_media(reduced_motion="reduce")
    for beat in ("before", "now", "over"):
        # No seconds are left: nothing moves by itself.
        table.tell(secret, Shown("The vote", "We vote on Zoë.", beat=beat, up="spare", down="banish"))
        expect(page.locator("body")).to_have_attribute("data-beat", beat)
        expect(page.locator("body")).to_have_attribute("data-seen", "false")
        before = page.screenshot()
        for half in ("#up", "#down"):
            table.moves.clear()
            box = page.locator(half).bounding_box()
            assert box
            page.mouse.move(box["x"] + 30, box["y"] + 30)
            page.mouse.down()
            table.until(lambda: len(table.moves) == 1)
            assert page.screenshot() == before
            page.mouse.up()
            table.until(lambda: len(table.moves) == 2)
            assert page.screenshot() == before
            page.locator(half).press("Enter")
            table.until(lambda: len(table.moves) == 4)
            assert page.screenshot() == before
    page.locator("#up").dispatch_event("pointerdown", {"pointerId": 5, "pointerType": "touch"})
    page.evaluate("document.body.dataset.seen = true")
    assert page.screenshot() != before, "a press that shows is found"


def test_with_closed_eyes_nothing_is_to_be_seen_of_what_is_pressed(table: PhonesTable) -> None:
    table.tell(OPEN, places(3), Shown("Night", "All close their eyes."))
    pages = [table.seated(pad) for pad in (1, 2)]
    pages[0].locator("#who").tap()  # Whatever it showed before.
    table.tell(CLOSED)
    for page in pages:
        shows(page, "dark")
        page.evaluate(
            """() => { window.changes = []; window.vibrated = 0; navigator.vibrate = () => ++window.vibrated;
            new MutationObserver((all) => window.changes.push(...all.map((one) => one.attributeName)))
                .observe(document.documentElement, { subtree: true, childList: true, characterData: true,
                    attributes: true }); }"""
        )
    before = [page.screenshot() for page in pages]
    assert before[0] == before[1]
    box = pages[0].locator("#up").bounding_box()
    assert box
    pages[0].mouse.move(box["x"] + 30, box["y"] + 30)
    pages[0].mouse.down()
    table.until(lambda: table.moves == [(1, 0, PRESSED)])
    assert pages[0].screenshot() == before[0]
    pages[0].mouse.up()
    table.until(lambda: table.moves[-1] == (1, 0, RELEASED))
    assert pages[0].screenshot() == before[0]
    for page in pages:
        # Only the class that no rule shows.
        assert {*page.evaluate("window.changes")} <= {"class"}
        assert page.evaluate("window.vibrated") == 0
        assert page.title() == "At the table"
        assert page.locator("body").inner_text().strip() == ""  # and nothing to be read out
    table.tell(QUIET)
    shows(pages[1], "wait")


SENT_BY_A_PRESS = """() => {
    const before = window.sent.length;
    for (const name of ["pointerdown", "pointerup"])
        up.dispatchEvent(new PointerEvent(name, { pointerId: 7, bubbles: true }));
    return window.sent.length - before;
}"""


def test_a_press_that_may_be_secret_waits_for_the_tick(table: PhonesTable) -> None:
    """It sends nothing itself; and all frames have one size."""
    table.tell(CLOSED, places(3))
    page = table.phone()
    page.add_init_script(
        """window.sent = [];
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (data) {
            window.sent.push(data.byteLength);
            send.call(this, data);
        };"""
    )
    page.reload()
    for mood, view, at_once in (
        (CLOSED, "dark", 0),
        (Mood(False, True, True), "thumbs", 0),
        (THUMBS, "thumbs", 2),
    ):
        table.tell(mood)
        if mood.quiet and view == "thumbs":
            page.locator('[data-key^="pad 1 "]').tap()
        shows(page, view)
        table.until(
            lambda mood=mood: page.evaluate("document.body.dataset.seen") == str(mood == THUMBS).lower()
        )
        page.wait_for_function("() => document.body.dataset.view !== 'join'")
        page.wait_for_timeout(500)
        page.evaluate("window.sent = []")
        # Where it may be seen, a tick must have been heard just before.
        table.until(lambda at_once=at_once: page.evaluate(SENT_BY_A_PRESS) == at_once)
        page.wait_for_timeout(300)
        assert {*page.evaluate("window.sent")} == {80}
        if not at_once:
            assert [page.evaluate(SENT_BY_A_PRESS) for _again in range(30)] == [0] * 30
    assert TOKEN not in page.content()


def test_every_beat_sends_one_tick_whatever_thumbs_do(table: PhonesTable) -> None:
    table.tell(OPEN, places(3))
    page = table.seated(2)
    page.add_init_script(
        """const often = setInterval, send = WebSocket.prototype.send;
        window.setInterval = (act, ...given) => often(window.beat = act, ...given);
        window.sent = [];
        WebSocket.prototype.send = function (data) { sent.push(data.byteLength); send.call(this, data); };"""
    )
    page.reload()
    table.tell(CLOSED)
    shows(page, "dark")
    sent = page.evaluate(
        """() => Array.from({ length: 30 }, (_, nth) => {
            const before = sent.length, event = ["pointerdown", "pointerup", "none"][nth % 3];
            up.dispatchEvent(new PointerEvent(event, { pointerId: 7, bubbles: true }));
            beat();
            return sent.slice(before);
        })"""
    )
    assert sent == [[80]] * 30
    table.until(lambda: len(table.moves) == 20)


def test_a_thumb_that_came_down_unseen_is_never_shown_nor_sent_at_once(table: PhonesTable) -> None:
    table.tell(OPEN, places(3))
    page = table.seated(2)
    table.tell(CLOSED)
    shows(page, "dark")
    page.locator("#up").dispatch_event("pointerdown", {"pointerId": 5, "pointerType": "touch"})
    table.until(lambda: (2, 0, PRESSED) in table.moves)
    table.tell(THUMBS)
    expect(page.locator("body")).to_have_attribute("data-seen", "true")
    assert page.locator(".half.in").count() == 0
    page.evaluate(
        "() => { window.sent = 0; const send = WebSocket.prototype.send;"
        " WebSocket.prototype.send = function (it) { window.sent++; return send.call(this, it); }; }"
    )
    before = page.evaluate(
        "() => { const before = sent; dispatchEvent(new PointerEvent('pointerup',"
        " { pointerId: 5, bubbles: true })); return sent - before; }"
    )
    assert before == 0, "it was not sent by itself"
    table.until(lambda: (2, 0, RELEASED) in table.moves)
    page.locator("#down").dispatch_event("pointerdown", {"pointerId": 6, "pointerType": "touch"})
    assert page.locator(".half.in").count() == 1
