"""The page's symbols as pixels, for pictures made without a browser: `python -m docs.drawings.symbols` draws
gm_appliance/app/symbols.png again. Each is white on black in a square of a row of eight.
"""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from gm_appliance.app.canvas import ROW, SHEET, STAMP, source, symbols
from tests.simulator.chromium import launched

LEVELS = 16


def sheet() -> Image.Image:
    """All symbols, as Chromium draws them."""
    rows = -(-len(symbols()) // ROW)
    size = STAMP * ROW, STAMP * rows
    placed = (
        f'<svg x="{at % ROW * STAMP}" y="{at // ROW * STAMP}" width="{STAMP}" viewBox="0 0 24 24">'
        f"{inside}</svg>"
        for at, inside in enumerate(symbols().values())
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}"'
    drawn = f'{head} fill="#fff" color="#fff" fill-rule="evenodd">{"".join(placed)}</svg>'
    with launched() as browser:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        data = b64encode(drawn.encode()).decode()
        page.set_content(
            f"<body style='margin:0;background:#000'><img src='data:image/svg+xml;base64,{data}'></body>"
        )
        page.wait_for_function("document.images[0].complete")
        shot = page.screenshot()
    return Image.open(BytesIO(shot)).convert("L").quantize(LEVELS).convert("L")


if __name__ == "__main__":
    about = PngInfo()
    about.add_text("source", source())
    sheet().save(SHEET, optimize=True, pnginfo=about)
