"""The QR code on the display, read as cameras see it: blurred, tilted, nearly borderless, in the dark."""

from __future__ import annotations

import numpy as np
import pytest
import zxingcpp
from PIL import Image, ImageFilter

from gm_appliance.core.cues.screens import CodeScreen
from gm_appliance.devices.display.drawing import draw
from gm_appliance.devices.display.drawing.code import SIDE, modules
from gm_appliance.games.joining.narration import wifi_link
from gm_appliance.games.joining.rules import Wifi
from gm_appliance.phones.invitation import invitation

TOKEN = "00112233445566778899aabbccddeeff"
ADDRESSES = ("10.0.0.7", "192.168.100.100", "192.168.178.200:8137")
SCALE = 6
"""Photo pixels per display pixel."""

BEZEL = 60


def photo(
    link: str, *, large: bool = False, upright: bool = False, border: int = 3, gap: float = 0.0
) -> Image.Image:
    """A frontal photo of the display in its dark bezel. border: lit pixels kept around the code, at most 3.
    gap: the fraction of each pixel that is dark."""
    screen = CodeScreen("Phones", link, ("192.", "168.", "1.", "5"), ("3 phones",), "OK: done  ↓: more")
    shown = draw(screen, large, upright).convert("L")
    cut = 3 - border
    if cut:
        shown.paste(0, (0, 0, shown.width, cut))
        shown.paste(0, (0, SIDE - cut, shown.width, SIDE))
        shown.paste(0, (0, 0, cut, SIDE))
        shown.paste(0, (SIDE - cut, 0, shown.width, SIDE))
    big = np.array(shown.resize((shown.width * SCALE, shown.height * SCALE), Image.Resampling.NEAREST))
    dark = round(gap * SCALE)
    for offset in range(dark):
        big[offset::SCALE] = 0
        big[:, offset::SCALE] = 0
    whole = Image.new("L", (big.shape[1] + 2 * BEZEL, big.shape[0] + 2 * BEZEL), 12)
    whole.paste(Image.fromarray(big), (BEZEL, BEZEL))
    return whole


def tilted(picture: Image.Image, degrees: float, lean: float) -> Image.Image:
    """Rotate in the plane, then view from the side: the far edge shrinks by `lean`."""
    turned = picture.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=12)
    w, h = turned.size
    # The source of each corner: the left edge stays, the right edge shrinks.
    quad = ((0, 0), (0, h), (w, h * (1 + lean)), (w, -h * lean))
    return turned.transform((w, h), Image.Transform.QUAD, [n for at in quad for n in at], fillcolor=12)


def read(picture: Image.Image) -> list[str]:
    return [one.text for one in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("upright", [False, True])
def test_a_camera_reads_the_code_on_every_display(address: str, large: bool, upright: bool) -> None:
    link = invitation(address, TOKEN).link
    assert len(modules(link)) == 29
    assert read(photo(link, large=large, upright=upright)) == [link]


@pytest.mark.parametrize("blur", [0.15, 0.4])  # in modules; at half a module this reader gives up
@pytest.mark.parametrize(("degrees", "lean"), [(9, 0.0), (37, 0.0), (-20, 0.12)])
@pytest.mark.parametrize("gap", [0.0, 0.34])
def test_it_is_read_blurred_and_tilted(blur: float, degrees: float, lean: float, gap: float) -> None:
    link = invitation(ADDRESSES[-1], TOKEN).link
    taken = tilted(photo(link, gap=gap), degrees, lean).filter(ImageFilter.GaussianBlur(blur * 2 * SCALE))
    noise = np.random.default_rng(7).normal(0, 12, (taken.height, taken.width))
    grainy = Image.fromarray(np.clip(np.array(taken) * 0.8 + noise, 0, 255).astype(np.uint8))
    assert read(grainy) == [link]


def test_a_border_of_one_and_a_half_modules_is_enough_and_none_is_not() -> None:
    link = invitation(ADDRESSES[1], TOKEN).link
    assert read(photo(link, border=3)) == [link]
    assert read(photo(link, border=0)) == [], "the border is what makes it readable"


def test_the_wifis_code_is_read_too() -> None:
    link = wifi_link(Wifi(6, "Game table", "AB23CD45"))
    assert len(modules(link)) == 29
    assert read(photo(link)) == [link]


def test_a_text_too_long_for_a_display_has_no_code() -> None:
    assert modules("x" * 5000) == ()
    assert modules("x" * 400) == ()
    draw(CodeScreen("", "x" * 5000))
    draw(CodeScreen("", ""))
