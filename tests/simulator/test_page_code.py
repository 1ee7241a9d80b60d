"""A phone can scan the code from the page's picture of the display."""

from __future__ import annotations

from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from gm_appliance.core.cues.screens import CodeScreen
from gm_appliance.devices.display.drawing import frame
from gm_appliance.phones.invitation import invitation
from tests.simulator.chromium import DRAWN
from tests.simulator.room_on_page import WINDOWS, Table

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [WINDOWS[-1], (390, 844)])
def test_a_phone_scans_the_code_from_the_page(table: Table, size: tuple[int, int]) -> None:
    page, link = table.page, invitation("192.168.100.100:8080", "00112233445566778899aabbccddeeff").link
    page.set_viewport_size({"width": size[0], "height": size[1]})
    screen = CodeScreen("Phones", link, ("192.", "168.", "100.", "100", ":8080"), (), "OK: done  ↓: more")
    table.room.read_out(screen)
    table.room.show_picture(frame(screen))
    expect(page.locator("#display")).to_have_attribute(
        "aria-label", "Display: Phones · 192.168.100.100:8080 · OK: done  ↓: more"
    )
    page.evaluate(DRAWN)
    seen = Image.open(BytesIO(page.screenshot())).convert("L")
    assert [one.text for one in zxingcpp.read_barcodes(seen)] == [link]
