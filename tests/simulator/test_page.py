"""The page in a real browser: it loads without complaints, and shows and says what is on the table."""

from __future__ import annotations

from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, expect

from gm_appliance.core.cues.props import Card, Plate, Tally, ThrownDie
from gm_appliance.core.cues.screens import CodeScreen, Lines, MenuScreen, NumberScreen
from gm_appliance.core.language import PSEUDO, load
from gm_appliance.devices.display.drawing import frame
from gm_appliance.phones.invitation import invitation
from gm_appliance.simulator.page_words import page_words
from tests.simulator.bench import DINNER
from tests.simulator.chromium import DRAWN
from tests.simulator.room_on_page import WINDOWS, Table, at, game

pytestmark = pytest.mark.browser


def test_everything_that_lies_and_shines_is_seen_and_can_be_read_out(table: Table) -> None:
    page = table.page
    table.room.lay(game(7))
    table.room.light(frozenset({2}))
    table.room.show(Lines("Good evening", ("Choose",)))
    table.room.caption("Odin protects Thor.", 1.0)
    expect(page.locator("#caption")).to_have_text("Odin protects Thor.")
    expect(page.locator("[data-seat]:visible")).to_have_count(7)
    expect(page.locator('[data-lamp="2"]')).to_have_attribute("data-lit", "true")
    expect(page.locator("#dice .thrown")).to_have_count(2)
    expect(page.locator('[data-seat="3"] [data-name="odin"]')).to_have_text("Odin: shield")
    second, fourth, fifth = (at(page, f'[data-seat="{seat}"]') for seat in (2, 4, 5))
    assert "lamp lit" in second
    assert "Oracle" in second
    assert "Underworld" in fourth
    assert "lamp dark" in fourth
    assert "Thumb down" in fifth
    assert "Good evening · Choose" in at(page, "#display")
    rotated = page.locator('[data-seat="4"] .name').evaluate("it => getComputedStyle(it).rotate")
    assert rotated == "none", "a name is read upright"
    assert page.locator("h1").inner_text() == "The virtual table"


WRITTEN = """() => [
    document.title,
    ...[...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()).flatMap((one) => [
        one.getAttribute("aria-label"),
        ...[...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
    ]),
].filter((text) => text && text.trim())"""


@pytest.mark.parametrize("changed", [False, True], ids=["from the start", "changed"])
def test_the_page_speaks_the_language_of_the_table(browser: Browser, changed: bool) -> None:
    """In accented English: anything without an accent was not translated."""
    table = Table(browser, "en" if changed else PSEUDO)
    page = table.page
    if changed:
        table.room.lay([Plate(1, "Odin"), Card(1, "Card", face_down=True, own=True), Plate(2, "Thor")])
        table.room.sound("horn")
        expect(page.locator("#sound")).to_have_text("♪ horn")
        page.locator("#only").click()
        page.locator('[data-seat="2"]').click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        table.server.speak(PSEUDO)
    expect(page.locator("html")).to_have_attribute("lang", "pseudo")
    table.room.lay([Plate(1, "Ôdîn"), Card(1, "Çàrd", face_down=True, own=True), Plate(2, "Thôr")])
    table.room.light(frozenset({2}))
    expect(page.locator("[data-seat]:visible")).to_have_count(2)
    page.locator('[data-seat="1"]').click()
    expect(page.locator("#only")).to_be_enabled()
    table.room.sound("thunder")
    expect(page.locator("#sound")).to_have_text("♪ thündér")
    written = page.evaluate(WRITTEN)
    assert len(written) > 30
    # The legends of keys and buttons are never translated.
    keys = ["OK", *(keys for keys, _what in page_words(load(PSEUDO))["help"])]
    assert [text for text in written if set(text) & set("aeiouyAEIOUY") and text not in keys] == []
    assert table.complaints == []
    table.close()


def test_a_sentence_is_told_from_the_next_up_to_the_largest_numbers_a_page_knows(table: Table) -> None:
    """JavaScript numbers are floating point: 2**53 is the end of its whole numbers."""
    for numbers in (2**31 - 2, 2**32 - 2, 2**53 - 3):
        table.room._captions._number = numbers
        for sentence in ("Odin.", "Thor.", "Hel."):
            table.room.caption(f"{sentence} {numbers}", 0.0)
            expect(table.page.locator("#caption")).to_have_text(f"{sentence} {numbers}")


def test_a_place_is_called_what_lies_there_or_is_named_or_by_its_number(table: Table) -> None:
    page = table.page
    expect(page.locator('[data-seat="15"].empty .name')).to_have_text("Seat 15")
    table.room.lay(
        [Plate(1, "Player 1", numbered=True), Plate(2, "Åsa"), Plate(3, "Valkyrie 3"), Tally(4, 7)]
    )
    plates = {1: "Player 1", 2: "2Åsa", 3: "3Valkyrie 3", 4: "Seat 4"}
    for seat, plate in plates.items():
        expect(page.locator(f'[data-seat="{seat}"] .name')).to_have_text(plate)
    expect(page.locator(".empty:visible")).to_have_count(1)
    expect(page.locator('[data-kind="Plate"]')).to_have_count(0)
    heard = [at(page, f'[data-seat="{seat}"]') for seat in plates]
    names_heard = [one.split(", lamp")[0] for one in heard]
    assert names_heard == ["Player 1", "Seat 2, Åsa", "Seat 3, Valkyrie 3", "Seat 4"]
    assert heard[3].endswith(", 7")


def test_the_page_brings_its_own_letters(table: Table) -> None:
    """The page looks the same on a machine without fonts, so the measurements hold."""
    table.room.lay(game(7))
    expect(table.page.locator(".seat:visible")).to_have_count(7)
    loaded = table.page.evaluate(
        "document.fonts.ready.then((all) => [...all].filter((it) => it.status === 'loaded')"
        ".map((it) => it.family))"
    )
    assert {name.strip('"') for name in loaded} == {"Alegreya", "Roboto", "Signs"}
    for hook, family in {".name b": "Alegreya", "#only": "Roboto"}.items():
        used = table.page.locator(hook).first.evaluate("(it) => getComputedStyle(it).fontFamily")
        assert used.startswith(family)


DIGITS = """kind => {
    const row = document.body.appendChild(document.createElement("div"));
    row.id = "digits";
    row.style = "position: fixed; inset: 0 auto auto 0; z-index: 99; display: flex; background: black";
    for (const digit of "0123456789") {
        const box = row.appendChild(document.createElement("p"));
        box.className = kind;
        box.style = "width: 80px; color: white; font-size: 80px; line-height: 120px";
        box.textContent = digit;
    }
}"""


@pytest.mark.parametrize("kind", ["caption", "help"])
def test_all_digits_of_the_letters_are_of_one_height(table: Table, kind: str) -> None:
    """Allow a tenth, because round digits overshoot; old-style figures would differ by a third."""
    table.page.evaluate(DIGITS, kind)
    table.page.evaluate("document.fonts.ready")
    seen = Image.open(BytesIO(table.page.locator("#digits").screenshot())).convert("L")
    row = seen.point(lambda light: 255 * (light > 127))
    inks = [row.crop((at, 0, at + 80, row.height)).getbbox() for at in range(0, 800, 80)]
    assert None not in inks
    tops, bottoms = {ink[1] for ink in inks if ink}, {ink[3] for ink in inks if ink}
    tall = max(bottoms) - min(tops)
    assert max(tops) - min(tops) < tall / 10
    assert max(bottoms) - min(bottoms) < tall / 10


def test_the_story_begins_with_the_newest_and_what_was_cut_off_is_part_of_it(table: Table) -> None:
    room, page = table.room, table.page
    story = page.locator("#history li")
    room.told(None)
    room.caption("Odin passes.", 0.0)
    room.caption("Thor waits.", 0.0)
    room.asked(1, DINNER.decision)
    room.caption("Who accuses?", 0.0)
    room.told(None)
    room.caption("Hel falls.", 600.0)
    room.caption("Dawn.", 1.0)
    expect(story).to_have_text(["Hel falls.", "Odin passes. Thor waits."])
    room.hush()
    told = ["Hel falls. Dawn.", "Odin passes. Thor waits."]
    expect(story).to_have_text(told)
    expect(page.locator("#caption")).to_have_text("Hel falls.")
    expect(table.open().locator("#history li")).to_have_text(told)
    expect(page.locator("#story")).to_have_css("opacity", "1")
    room.storm(True)
    dimmed = float(page.locator("[data-eyes=closed] #story").evaluate("(it) => getComputedStyle(it).opacity"))
    assert 0 < dimmed < 0.5
    expect(story).to_have_text(told)
    room.storm(False)
    expect(page.locator("#story")).to_have_css("opacity", "1")


def test_the_display_is_drawn_pixel_for_pixel(table: Table) -> None:
    table.room.show(Lines("Good evening"))
    expect(table.page.locator("#display")).to_have_attribute("aria-label", "Display: Good evening")
    lit = table.page.locator("#display").evaluate(
        """canvas => {
            const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
            return [...Array(128 * 64).keys()].filter((at) => data[at * 4] > 127);
        }"""
    )
    assert lit == [0, 128 * 64 - 1]
    for width, height in WINDOWS:
        table.page.set_viewport_size({"width": width, "height": height})
        box = table.page.locator("#display").bounding_box()
        assert box is not None
        assert box["width"] % 128 == 0
        assert box["width"] == 2 * box["height"]


def test_the_code_for_phones_is_a_link_and_can_be_copied(table: Table) -> None:
    table.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page, come = table.page, table.page.locator("#come")
    table.room.show(CodeScreen("Phones", "HTTP://192.168.1.5:8080/#AAAQEAYE", ("192.168.1.5",)))
    link = "http://192.168.1.5:8080/#AAAQEAYE"
    expect(come.get_by_role("link", name=link)).to_have_attribute("href", link)
    come.get_by_role("button", name="Copy").click()
    expect(come.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    table.room.show(CodeScreen("Wi-Fi", "WIFI:T:WPA;S:Table;P:AB;;", ("Table",)))
    expect(come).to_be_hidden()


@pytest.mark.parametrize("size", [WINDOWS[-1], (390, 844)])
def test_a_phone_scans_the_code_from_the_page(table: Table, size: tuple[int, int]) -> None:
    page, link = table.page, invitation("192.168.100.100:8080", "00112233445566778899aabbccddeeff").link
    page.set_viewport_size({"width": size[0], "height": size[1]})
    screen = CodeScreen("Phones", link, ("192.", "168.", "100.", "100", ":8080"), (), "OK: done  ↓: more")
    table.room.draw = frame
    table.room.show(screen)
    expect(page.locator("#display")).to_have_attribute(
        "aria-label", "Display: Phones · 192.168.100.100:8080 · OK: done  ↓: more"
    )
    page.evaluate(DRAWN)
    seen = Image.open(BytesIO(page.screenshot())).convert("L")
    assert [one.text for one in zxingcpp.read_barcodes(seen)] == [link]


def test_a_die_is_drawn_as_what_it_is(table: Table) -> None:
    dice = (
        ThrownDie(0, 3, "Die: 3"),
        ThrownDie(0, 3, "Die: 3", sides=4),
        ThrownDie(0, 17, "Die: 17", sides=20),
        ThrownDie(0, 2, "2 blood", symbol="drop"),
        ThrownDie(0, 1, "Followers: +1", signed=True),
    )
    table.room.lay(dice)
    drawn = table.page.locator("#dice .thrown")
    expect(drawn).to_have_text(["", "3", "17", "", "+1"])
    expect(drawn.nth(0).locator("circle")).to_have_count(3)
    expect(drawn.nth(3).locator(".drop")).to_have_count(2)
    assert [each.get_attribute("aria-label") for each in drawn.all()] == [one.label for one in dice]


def test_a_short_sound_is_named_for_a_moment_and_each_again(table: Table) -> None:
    line = table.page.locator("#sound")
    for name, word in (("thunder", "thunder"), ("horn", "horn"), ("last-horn", "horn")):
        table.room.sound(name)
        expect(line).to_have_text(f"♪ {word}")
        expect(line).to_be_visible()
        assert line.evaluate("(it) => it.getAnimations().at(-1).effect.getTiming().duration") <= 10_000
        line.evaluate("(it) => it.getAnimations().forEach((one) => one.finish())")
        expect(line).to_be_hidden()


def test_a_screen_reader_hears_where_the_cursor_is(table: Table) -> None:
    read = table.page.locator("#read")
    table.room.show(MenuScreen("Choose a game", ("Thor", "Valda", "Hel"), 0, "OK"))
    expect(read).to_have_text("Choose a game · Thor")
    table.room.show(MenuScreen("Choose a game", ("Thor", "Valda", "Hel"), 1, "OK"))
    expect(read).to_have_text("Valda")
    table.room.show(NumberScreen("How many?", 7, "OK"))
    expect(read).to_have_text("How many? · 7 · OK")
    table.room.show(NumberScreen("How many?", 8, "OK"))
    expect(read).to_have_text("8")
    assert read.get_attribute("aria-live") == "polite"
