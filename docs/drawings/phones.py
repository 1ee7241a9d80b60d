"""The pictures of the phones, docs/drawings/phones-*.png: `python -m docs.drawings.phones` takes them again.

Each is a row of phones before a box by hand, at moments that the tests look at, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from gm_appliance.phones.messages import Shown
from tests.phones.looks import brought_to
from tests.phones.served import PhonesTable
from tests.phones.states import FIRST, NOTHING, PAD
from tests.simulator.chromium import launched

HERE = Path(__file__).parent
ROWS: Mapping[str, tuple[str, ...]] = {
    "phones-council": ("called", "accuse", "whom", "second"),
    "phones-vote": ("now", "count", "dark", "end"),
    "phones-games": ("ring", "offers", "board", "typed"),
}
"""Pictures, by their names, and the moments in them."""

NOTHING_SHOWN = Shown("", "")
SIZE, WIDTH, GAP = (390, 740), 200, 8
COLOURS = 160


def pictures(rows: Mapping[str, tuple[str, ...]] = ROWS) -> Iterator[tuple[Path, Image.Image]]:
    """Each row as it looks now."""
    high = WIDTH * SIZE[1] // SIZE[0]
    with launched() as browser, closing(PhonesTable(browser)) as table:
        table.tell(*FIRST)
        page = table.seated(PAD, SIZE)
        for name, moments in rows.items():
            row = Image.new("RGB", (len(moments) * (WIDTH + GAP) - GAP, high), "white")
            for at, moment in enumerate(moments):
                table.tell(*FIRST, NOTHING, NOTHING_SHOWN)
                expect(page.locator("#question")).to_have_text("")
                brought_to(table, page, moment)
                if page.locator("body").get_attribute("data-view") in ("wait", "choose"):
                    expect(page.locator("#question")).not_to_have_text("")
                page.evaluate("document.fonts.ready")
                with Image.open(BytesIO(page.screenshot(animations="disabled"))) as taken:
                    row.paste(
                        taken.convert("RGB").resize((WIDTH, high), Image.Resampling.LANCZOS),
                        (at * (WIDTH + GAP), 0),
                    )
            yield HERE / f"{name}.png", row


def main() -> None:
    for file, row in pictures():
        row.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    main()
