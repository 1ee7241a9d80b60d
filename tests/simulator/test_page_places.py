"""Whose place it is, what stands in the corner, and the end over the whole picture."""

from __future__ import annotations

from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from gm_appliance.core.cues.props import Banner, Card, Plate, Prop, ShownThumb
from gm_appliance.devices.display.drawing.code import modules
from tests.simulator.chromium import DRAWN
from tests.simulator.room_on_page import Table

pytestmark = pytest.mark.browser


def gods(seats: int = 7, *, top: bool = True) -> list[Prop]:
    plates = [
        Plate(at, f"Valkyrie {at}", symbol="valkyrie", top=top and at == 1) for at in range(1, seats + 1)
    ]
    return [*plates, *(Card(at, "Card", face_down=True, own=True) for at in range(1, seats + 1))]


def here(page: Page) -> str | None:
    return page.locator(".selected").get_attribute("data-seat")


def test_only_a_click_on_a_place_moves_the_player_there(table: Table) -> None:
    page = table.page
    table.lay(gods())
    assert here(page) == "1"
    page.keyboard.press("Tab")
    page.locator('[data-seat="5"] .name').focus()
    page.keyboard.press("Tab")
    assert here(page) == "1", "the focus moves by itself"
    page.locator('[data-button="4:down"]').click()
    page.locator('[data-seat="3"] .bot').click()
    assert here(page) == "1"
    page.locator('[data-seat="5"] .name').click()
    expect(page.locator('[data-seat="5"]')).to_have_class("seat selected")
    page.locator('[data-seat="2"] .name').focus()
    page.keyboard.press("Space")
    assert here(page) == "2"


def test_one_place_is_yours_and_a_phone_and_a_bot_are_called_so(table: Table) -> None:
    page = table.page
    table.lay(gods())
    badges = page.locator(".seat:visible .bot")
    expect(badges).to_have_text(["you", *[""] * 6])
    assert [one.get_attribute("title") for one in badges.all()] == ["you", *["human"] * 6]
    table.room.set_bot(2, True)
    table.room.notices.phones((1, 3))
    expect(badges).to_have_text(["phone", "bot", "phone", "", "", "", ""])
    table.room.notices.phones(())
    expect(badges).to_have_text(["you", "bot", *[""] * 5])


@pytest.mark.parametrize("top", [True, False])
def test_the_first_player_sits_in_front_of_the_box_or_at_the_top_of_the_ring(table: Table, top: bool) -> None:
    table.lay(gods(top=top))
    box, first = (table.page.locator(one).bounding_box() for one in ("#box", '[data-seat="1"] .name'))
    assert box
    assert first
    assert (first["y"] < box["y"]) is top


OUTSIDE = """[...document.querySelectorAll(".seat:not([hidden])")].filter((seat) => {
    const bounds = seat.getBoundingClientRect();
    const buttons = [...seat.querySelectorAll(".thumb-button")].map((it) => it.getBoundingClientRect());
    return buttons.some((it) => it.bottom > bounds.bottom + 1);
}).length"""


@pytest.mark.parametrize("seats", [7, 15])
def test_in_a_vote_the_buttons_stay_in_their_places(table: Table, seats: int) -> None:
    thumbs = [ShownThumb(at, "Thumb up", up=bool(at % 2)) for at in range(1, seats + 1)]
    table.lay([*gods(seats), *thumbs])
    table.page.evaluate(DRAWN)
    assert table.page.evaluate(OUTSIDE) == 0


UNDER_THE_BAR = """() => {
    const thumbs = [...document.querySelectorAll(".selected .thumb-button")];
    const bar = Math.min(...thumbs.map((it) => it.getBoundingClientRect().top));
    const { body } = document;
    return body.getBoundingClientRect().bottom <= bar && getComputedStyle(body).overflowY === "auto";
}"""


@pytest.mark.parametrize("size", [(360, 740), (640, 400)], ids=["phone", "200 %"])
def test_in_a_small_window_the_thumbs_cover_nothing(table: Table, size: tuple[int, int]) -> None:
    page = table.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table.lay(gods())
    assert page.evaluate(UNDER_THE_BAR)
    for name in ("up", "down", "ok", "back", "repeat"):
        key = page.locator(f'[data-button="panel:{name}"]')
        key.scroll_into_view_if_needed()
        key.click(trial=True)
    card = page.locator('[data-seat="3"] .card').bounding_box()
    assert card
    assert card["height"] >= 40, "where few sit there is room"
    overlap = page.evaluate(
        """[...document.querySelectorAll(".seat:not([hidden], .selected)")].filter((seat) => {
            const [card, place] = [seat.querySelector(".card"), seat].map((it) => it.getBoundingClientRect());
            return card.right > place.right + 1;
        }).length"""
    )
    assert overlap == 0


def test_forced_colours_leave_the_drawings_to_be_seen(browser: Browser) -> None:
    table = Table(browser)
    table.page.emulate_media(forced_colors="active")
    table.lay(gods())
    for thing in (".thumb-button", ".god", ".card"):
        ink, paper = table.page.locator(thing).first.evaluate(
            """it => {
                const drawn = getComputedStyle(it.querySelector(".art"));
                const paper = getComputedStyle(it).backgroundColor;
                return [drawn.fill === "none" ? drawn.stroke : drawn.fill, paper];
            }"""
        )
        assert paper not in ("rgba(0, 0, 0, 0)", ink), thing
    table.close()


def test_no_sound_is_a_line_and_phones_join_from_a_corner(table: Table) -> None:
    page, link = table.page, "http://192.168.1.5:8080/#AAAQEAYE"
    expect(page.locator("#joins")).to_be_hidden()
    table.room.notices.quiet("I cannot play any sound. Read the display.")
    table.room.notices.invite(link, modules("HTTP://192.168.1.5:8080/#AAAQEAYE"))
    expect(page.locator("#quiet")).to_have_text("I cannot play any sound. Read the display.")
    expect(page.locator("#joins-link")).to_have_attribute("href", link)
    page.evaluate("document.documentElement.style.opacity = 1")
    page.evaluate(DRAWN)
    seen = Image.open(BytesIO(page.locator("#joins-code").screenshot())).convert("L")
    assert [one.text for one in zxingcpp.read_barcodes(seen)] == [link.replace("http", "HTTP")]
    late = table.open()
    expect(late.locator("#joins-link")).to_have_text(link)
    table.room.notices.invite("")
    table.room.notices.quiet("")
    expect(page.locator("#joins")).to_be_hidden()
    expect(page.locator("#quiet")).to_be_hidden()


@pytest.mark.parametrize("mood", ["shines", "burns"])
def test_the_end_fills_the_picture_until_somebody_presses(table: Table, mood: str) -> None:
    page, banner = table.page, table.page.locator("#banner")
    table.lay(gods())
    expect(banner).to_be_hidden()
    table.room.lay(
        [*gods(), Banner("Asgard wins", "3 rounds, 74 minutes", "shines" if mood == "shines" else "burns")]
    )
    expect(banner).to_have_text("Asgard wins3 rounds, 74 minutes")
    expect(page.locator("body")).to_have_attribute("data-mood", mood)
    glow = page.locator(".glow").bounding_box()
    assert glow == {"x": 0, "y": 0, **{name: page.viewport_size[name] for name in ("width", "height")}}  # type: ignore[index]
    page.locator('[data-button="panel:ok"]').click(trial=True)
    banner.click()
    assert [table.edge(), table.edge()] == [(0, "ok", True), (0, "ok", False)]
    table.room.lay(gods())
    expect(banner).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-mood", "")
