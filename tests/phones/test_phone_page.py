"""The phones' page before the real server: a place, thumbs, choices, reading, and all that goes wrong."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from firmware.hub_protocol import CANCELLED, HELD, PRESSED, RELEASED
from gm_appliance.core.language import load
from gm_appliance.phones.messages import (
    Choices,
    Chose,
    Free,
    Item,
    Named,
    PanelSheet,
    Pressed,
    Range,
    Reading,
    Shown,
)
from gm_appliance.phones.messages import Page as Text
from gm_appliance.phones.page_words import page_words
from tests.phones.served import CLOSED, OPEN, SOON, THUMBS, PhonesTable, laid, places, shows

PAGE_WORDS = page_words(load("en"))
pytestmark = pytest.mark.browser


def test_a_tap_takes_a_place_and_a_reload_keeps_it(table: PhonesTable) -> None:
    table.tell(OPEN, places(7))
    page = table.phone()
    shows(page, "join")
    page.get_by_role("button", name="Seat 3, Thor").tap()
    shows(page, "wait")
    expect(page.locator("#who")).to_have_attribute("aria-label", "Seat 3, Thor, lamp dark")
    other = table.phone()
    expect(other.get_by_role("button", name="Seat 3, Thor, taken")).to_be_disabled()
    page.reload()
    shows(page, "wait")
    expect(page.locator("#who")).to_have_attribute("aria-label", "Seat 3, Thor, lamp dark")
    assert table.taken == {3}


def test_it_stays_awake_by_a_clip_begun_in_that_tap(table: PhonesTable) -> None:
    table.tell(OPEN, places(3))
    page = table.seated(2)
    page.wait_for_function("() => document.getElementById('awake').currentTime > 0.2")
    clip = page.evaluate("(({ duration, title, loop, src }) => ({ duration, title, loop, src }))(awake)")
    assert clip["duration"] >= 10
    assert (clip["title"], clip["loop"]) == ("", False)
    assert clip["src"].startswith("blob:")  # nothing more of it is ever fetched
    table.until(lambda: not table.heard[-1].asleep)  # type: ignore[union-attr]


def test_thumbs_are_pads(table: PhonesTable) -> None:
    table.tell(THUMBS, places(3))
    page = table.seated(2)
    shows(page, "thumbs")
    page.locator("#up").tap()
    table.until(lambda: table.moves == [(2, 0, PRESSED), (2, 0, RELEASED)])
    table.moves.clear()
    page.keyboard.down("d")
    table.until(lambda: (2, 1, HELD) in table.moves)
    page.keyboard.up("d")
    table.until(lambda: table.moves == [(2, 1, PRESSED), (2, 1, HELD), (2, 1, RELEASED)])
    table.moves.clear()
    page.keyboard.down("u")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    page.keyboard.up("u")
    table.until(lambda: table.moves == [(2, 0, PRESSED), (2, 0, CANCELLED)])


def test_a_thumb_that_is_down_while_the_view_changes_still_lifts(table: PhonesTable) -> None:
    table.tell(THUMBS, places(3))
    page = table.seated(1)
    box = page.locator("#down").bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    table.until(lambda: table.moves == [(1, 1, PRESSED)])
    table.tell(OPEN, Choices(1, "5", "Who begins?", (Item("Odin", 1), Item("Thor", 3))))
    shows(page, "choose")
    page.mouse.up()
    table.until(lambda: table.moves[-1] == (1, 1, RELEASED))


def test_an_open_choice_is_one_tap(table: PhonesTable) -> None:
    table.tell(OPEN, places(3))
    page = table.seated(2)
    table.tell(Choices(2, "7", "Which card?", (Item("Odin"), Item("Thor"), Item("Freya"))))
    expect(page.locator("#question")).to_have_text("Which card?")
    page.wait_for_timeout(400)  # what is tapped sooner was meant for what was there before
    page.get_by_role("button", name="Thor").tap()
    table.until(lambda: Chose(2, "7", item=1) in table.heard)
    table.tell(Choices(2, "8", "How many?", number=Range(3, 1, 20)))
    expect(page.locator("#question")).to_have_text("How many?")
    page.wait_for_timeout(400)
    page.get_by_role("button", name="17").tap()
    table.until(lambda: Chose(2, "8", number=17) in table.heard)
    table.tell(Choices(2, "9", "Points?", number=Range(0, -50, 200)))
    expect(page.locator("#question")).to_have_text("Points?")
    page.wait_for_timeout(400)
    for key in ("1", "2", "plus or minus", "Take -12"):
        page.get_by_role("button", name=key, exact=True).tap()
    table.until(lambda: Chose(2, "9", number=-12) in table.heard)
    table.tell(Choices(2, "", ""))
    shows(page, "wait")


def test_a_sole_choice_is_one_key_in_ones_own_words(table: PhonesTable) -> None:
    table.tell(OPEN, places(3), Shown("Who accuses?", "The council is open.", "Who accuses?"))
    page = table.seated(2)
    own = (Item("Valkyrie 1", 2),)
    table.tell(Choices(2, "7", "Who accuses?", own, guarded=True, own="I accuse …", tone="down"))
    shows(page, "choose")
    expect(page.locator("#question")).to_have_text("The council is open.")
    key = page.locator("#body .key")
    expect(key).to_have_class("option key ember")
    page.wait_for_timeout(400)
    key.tap()
    expect(key).to_contain_text("Tap again.")
    page.keyboard.press("d")  # where no thumb counts, none is given
    key.tap()
    table.until(lambda: Chose(2, "7", item=0) in table.heard)
    assert table.moves == []


def test_who_is_called_answers_with_a_key_that_is_a_thumb(table: PhonesTable) -> None:
    table.tell(OPEN, places(3), Shown(called=2))
    page, other = table.seated(2), table.seated(3)
    expect(page.locator("#question")).to_have_text("Valkyrie 1?")
    expect(other.locator("#question")).to_have_text("Valkyrie 1?")
    assert other.get_by_role("button", name="Here I am").count() == 0
    page.get_by_role("button", name="Here I am").tap()
    table.until(lambda: table.moves == [(2, 0, PRESSED), (2, 0, RELEASED)])


def test_who_has_no_seat_looks_on(table: PhonesTable) -> None:
    table.tell(OPEN, laid(8), Shown("Thor", "Ömer may wound somebody.", acts=4))
    page = table.phone()
    page.get_by_role("button", name="Just watch").tap()
    shows(page, "wait")
    expect(page.locator(".seat")).to_have_count(8)
    expect(page.locator(".seat.acts")).to_have_attribute("aria-label", "Seat 4, Ömer, Valkyrie 2 · Oracle")
    table.tell(THUMBS)
    shows(page, "thumbs")
    page.locator("#up").tap()
    table.tell(CLOSED)
    shows(page, "dark")
    table.tell(OPEN)
    page.get_by_role("button", name="Sit down").tap()
    shows(page, "join")
    assert table.moves == []


def test_a_second_tap_chooses_nothing_and_presses_nothing(table: PhonesTable) -> None:
    """The box offers nothing for a moment; what is tapped then must not fall on a half."""
    table.tell(OPEN, places(3))
    page = table.seated(2)
    table.tell(Choices(2, "7", "Which card?", (Item("Odin"), Item("Thor"))))
    expect(page.locator("#question")).to_have_text("Which card?")
    page.evaluate(
        """() => {
            const watch = (what, name, does) =>
                new MutationObserver(does).observe(what, { subtree: true, attributeFilter: [name] });
            watch(document.getElementById("body"), "class", () =>
                document.querySelector(".option:has(~ .sent)")?.click());
            watch(document.body, "data-view", () => {
                for (const name of ["pointerdown", "pointerup"])
                    up.dispatchEvent(new PointerEvent(name, { pointerId: 7, bubbles: true }));
            });
        }"""
    )
    page.wait_for_timeout(400)
    page.get_by_role("button", name="Thor").tap()
    table.until(lambda: Chose(2, "7", item=1) in table.heard)
    table.tell(Choices(2, "", ""))
    shows(page, "wait")
    assert table.moves == []
    assert [one for one in table.heard if isinstance(one, Chose)] == [Chose(2, "7", item=1)]


def test_what_is_tapped_too_soon_is_not_chosen(table: PhonesTable) -> None:
    """The list was replaced under the finger."""
    table.tell(OPEN, places(3))
    page = table.seated(2)
    page.evaluate(
        """() => new MutationObserver(() => document.querySelector('[data-key="item 0"]')?.click())
            .observe(document.getElementById("body"), { childList: true })"""
    )
    table.tell(Choices(2, "7", "Which card?", (Item("Odin"), Item("Thor"))))
    expect(page.locator("#question")).to_have_text("Which card?")
    table.tell(Choices(2, "8", "Which now?", (Item("Freya"), Item("Thor"))))
    expect(page.locator("#question")).to_have_text("Which now?")
    page.wait_for_timeout(300)
    assert not [one for one in table.heard if isinstance(one, Chose)]


def test_what_is_guarded_is_tapped_twice(table: PhonesTable) -> None:
    whom = Choices(2, "7", "Whom?", (Item("Odin"), Item("Thor")), guarded=True)
    table.tell(OPEN, places(3), whom)
    page = table.seated(2)
    odin, thor = page.get_by_role("button", name="Odin"), page.get_by_role("button", name="Thor")
    page.wait_for_timeout(400)
    odin.tap()
    expect(odin).to_have_text("OdinTap again.")
    thor.tap()
    expect(thor).to_have_text("ThorTap again.")
    expect(odin).to_have_text("Odin")
    assert not [one for one in table.heard if isinstance(one, Chose)]
    thor.tap()
    table.until(lambda: Chose(2, "7", item=1) in table.heard)
    table.tell(Choices(2, "8", "Whom now?", (Item("Odin"), Item("Thor")), guarded=True))
    page.wait_for_timeout(400)
    odin.tap()
    expect(odin).to_have_text("Odin", timeout=SOON)  # nobody wanted it
    assert sum(isinstance(one, Chose) for one in table.heard) == 1


def test_a_name_is_typed_and_pages_are_read(table: PhonesTable) -> None:
    pages = (
        *(Text("story", f"Round {number}", (f"Anna has {number}.",)) for number in (2, 1)),
        Text("story", "BG Stats", ("https://app.bgstatsapp.com/?a",)),
        Text("rules", "Rules", ("Take one.",)),
    )
    table.tell(OPEN, places(3), Shown("Wait", "Thor begins."), Reading(pages))
    page = table.seated(2)
    page.locator("#who").tap()
    expect(page.locator("#sheet-body p.hint").first).to_contain_text("from the next game on")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Save").tap()
    table.until(lambda: Named(2, "Ada") in table.heard)
    shows(page, "wait")
    page.locator("#who").tap()
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    page.get_by_role("button", name="Back to the table").tap()
    page.get_by_role("button", name="Read").tap()
    expect(page.locator("#sheet-body")).to_have_text(
        "Round 2nowAnna has 2.Round 1Anna has 1.BG StatsBG Stats"
    )
    link = page.get_by_role("link", name="BG Stats")
    expect(link).to_have_attribute("href", "https://app.bgstatsapp.com/?a")
    page.get_by_role("button", name="Rules").tap()
    expect(page.locator("#sheet-body")).to_have_text("RulesTake one.")
    page.get_by_role("button", name="Larger letters").tap()
    page.reload()
    expect(page.locator("html")).to_have_css("font-size", "32px")
    table.tell(CLOSED)
    shows(page, "dark")
    table.tell(OPEN)
    shows(page, "wait")
    expect(page.locator("#question")).to_have_text("Thor begins.")


def test_the_stories_of_games_that_are_over_open_one_by_one(table: PhonesTable) -> None:
    pages = (
        Text("game", "2027-03-07 · Thor · Anna wins", ("Anna, Bo",)),
        *(Text("story", f"Round {number}", (f"Anna has {number}.",)) for number in (1, 2)),
        Text("story", "", ("A single point decided the match.",)),
        Text("game", "Valda · Bo wins", ("Bo, Cem",)),
        Text("story", "BG Stats", ("https://app.bgstatsapp.com/?b",)),
    )
    table.tell(OPEN, places(3), Shown("Wait", "Which game?"), Reading(pages))
    page = table.seated(2)
    page.get_by_role("button", name="Read").tap()
    expect(page.get_by_role("button", name="Last games")).to_have_attribute("aria-current", "page")
    games = page.locator("#sheet-body details")
    expect(games.first).to_have_text(
        "2027-03-07 · Thor · Anna wins"
        "Anna, BoRound 1Anna has 1.Round 2Anna has 2.A single point decided the match."
    )
    link = page.get_by_role("link", name="BG Stats")
    expect(link).not_to_be_visible()
    games.last.locator("summary").tap()
    expect(link).to_have_attribute("href", "https://app.bgstatsapp.com/?b")
    expect(link).to_be_visible()


def test_the_table_frees_a_place_and_a_person_leaves_one(table: PhonesTable) -> None:
    table.tell(OPEN, places(3))
    page = table.seated(2)
    table.tell(Free(2))
    shows(page, "join")
    expect(page.locator("#question")).to_have_text("The table has freed your place")
    page.reload()  # It does not take it back by itself.
    shows(page, "join")
    page.get_by_role("button", name="Seat 1, Odin").tap()
    page.locator("#who").tap()
    page.get_by_role("button", name="Leave this place").tap()
    shows(page, "join")
    table.until(lambda: not table.taken)


def test_a_restarted_process_finds_its_phones_and_what_they_press(table: PhonesTable) -> None:
    table.tell(THUMBS, places(3))
    page = table.seated(3)
    table.stop()
    expect(page.locator("#lost")).to_contain_text("does not answer")
    page.locator("#up").tap()
    table.start()
    table.tell(THUMBS, places(3))
    expect(page.locator("#lost")).to_be_empty()
    table.until(lambda: table.taken == {3})
    # What never went out waited for this process, which knows when it was pressed.
    table.until(lambda: table.moves == [(3, 0, PRESSED), (3, 0, RELEASED)])
    page.locator("#down").tap()
    table.until(lambda: table.moves[2:] == [(3, 1, PRESSED), (3, 1, RELEASED)])


def test_a_silent_socket_is_replaced_and_nothing_is_pressed_twice(table: PhonesTable) -> None:
    table.tell(THUMBS, places(3))
    page = table.seated(3)
    with page.expect_websocket():
        table.ticking = False
        page.locator("#down").tap()
    table.ticking = True
    expect(page.locator("#lost")).to_be_empty()
    page.locator("#up").tap()
    table.until(lambda: len(table.moves) >= 4)
    assert table.moves == [(3, 1, PRESSED), (3, 1, RELEASED), (3, 0, PRESSED), (3, 0, RELEASED)]


SLEPT = """() => { for (const hidden of [true, false]) {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    Date.now = () => hidden ? 1 : 5000;
    document.dispatchEvent(new Event("visibilitychange"));
} awake.pause(); }"""


def test_a_phone_that_slept_says_so_until_it_is_tapped(table: PhonesTable) -> None:
    table.tell(OPEN, places(3), Shown("", "Thor begins."))
    page = table.seated(2)
    page.evaluate(SLEPT)
    page.get_by_role("button", name="I’m here").tap()
    shows(page, "wait")
    table.until(lambda: not page.evaluate("awake.paused"))


def test_the_first_phone_has_the_boxs_buttons_and_all_read_it(table: PhonesTable) -> None:
    table.tell(OPEN, places(3), PanelSheet(2))
    page, other = table.seated(2), table.seated(3)
    assert not other.locator("#to-box").is_visible()
    page.get_by_role("button", name="The box’s buttons").tap()
    table.until(lambda: Pressed(2, "open") in table.heard)
    table.tell(PanelSheet(2, open=True, prompt=5, title="Which game?", lines=("Thor", "Valda"), at=1))
    expect(page.locator(".screen .at")).to_have_text("Valda")
    expect(other.locator("#holder")).to_have_text("Valkyrie 1 has the box’s buttons.")
    page.get_by_role("button", name="Take it").tap()
    page.get_by_role("button", name="Back, hold: undo").press("Enter", delay=900)
    table.until(lambda: Pressed(2, "back", 5, held=True) in table.heard)
    assert Pressed(2, "ok", 5) in table.heard
    table.tell(CLOSED)
    shows(page, "dark")


def test_who_is_not_let_in_reads_why(table: PhonesTable) -> None:
    table.tell(OPEN, places(3))
    page = table.seated(1)
    stranger = table.open(page.context, "f" * 32)
    expect(stranger.locator("#question")).to_have_text("An old code")
    lost = table.open(page.context)
    lost.goto(lost.url.partition("#")[0] + "#XYZ")
    expect(lost.locator("#question")).to_have_text("Scan the code")
    again = table.open(page.context)
    shows(again, "wait")
    expect(page.locator("#question")).to_have_text("Open elsewhere")
    page.get_by_role("button", name="Sit here instead").tap()
    shows(page, "wait")
    table.rest()
    expect(page.locator("#question")).to_have_text("Goodbye")


def test_the_letters_of_the_code_can_be_typed(table: PhonesTable) -> None:
    table.tell(OPEN, places(3))
    page = table.phone()
    page.goto(page.url.partition("#")[0])
    letters = page.get_by_label("The letters on the box")
    letters.fill("AAAQ EAYE")
    page.get_by_role("button", name="Come in").tap()
    expect(letters).to_have_js_property("validationMessage", PAGE_WORDS["lettersWrong"])
    letters.fill("aaaq eaye audaocajbifqydiob4")
    page.get_by_role("button", name="Come in").tap()
    shows(page, "join")
