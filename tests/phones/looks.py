"""What eyes, thumbs and screen readers find wrong. Pictures: python -m tests.phones.looks FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.phones.served import SIZES, PhonesTable
from tests.phones.states import FIRST, NOTHING, PAD, STATES
from tests.simulator.chromium import DRAWN, launched
from tests.simulator.kept_out import findings, foreign

SMALLEST = 48
"""CSS pixels that a thumb needs; a square of a board, among its like, a little less."""

FAULTS = """([smallest, legible]) => {
    const faults = [];
    const seen = (it) => it.getClientRects().length && !it.closest(".heard");
    const called = (it) => it.getAttribute("aria-label") || it.textContent.trim() || it.id;
    const everything = [...document.querySelectorAll("body *")].filter(seen);
    for (const it of everything) {
        const { left, right, width, height } = it.getBoundingClientRect();
        if (left < -3.5 || right > innerWidth + 3.5) faults.push(`outside the window: ${called(it)}`);
        const { fontSize, overflowX } = getComputedStyle(it);
        if (it.scrollWidth > it.clientWidth + 1 && overflowX !== "visible" && it.clientWidth)
            faults.push(`cut: ${called(it)}`);
        const least = it.matches(".square") ? smallest - 4 : smallest;
        if (it.matches("button, input") && Math.min(width, height) < least - 0.6)
            faults.push(`too small to press: ${called(it)} ${width}x${height}`);
        const text = [...it.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
        if (text && parseFloat(fontSize) < legible) faults.push(`too small to read: ${called(it)}`);
    }
    return faults;
}"""


def faults_of(page: Page) -> list[str]:
    """Everything that is cut, too small, or keeps somebody out."""
    page.evaluate(DRAWN)
    found: list[str] = page.evaluate(FAULTS, [SMALLEST, 15])
    return [*found, *findings(page), *(f"foreign letters: {font}" for font in foreign(page))]


def brought_to(table: PhonesTable, page: Page, name: str) -> None:
    """Have the phone at `PAD` show one of the states."""
    table.tell(*FIRST, NOTHING, *STATES[name])
    view = {"menu": "wait", "one": "wait"}.get(name, name if name in ("wait", "thumbs", "dark") else "choose")
    expect(page.locator("body")).to_have_attribute("data-view", view)
    said = next((one for one in STATES[name] if hasattr(one, "question") or hasattr(one, "title")), None)
    if said is not None:
        expect(page.locator("#question")).to_have_text(getattr(said, "question", getattr(said, "title", "")))


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with launched() as browser:
        table = PhonesTable(browser)
        for width, height in SIZES:
            table.tell(*FIRST)
            page = table.phone((width, height))
            page.locator('[data-key^="pad 5 "]').wait_for()
            page.screenshot(path=folder / f"join-{width}.png")
            page.locator(f'[data-key^="pad {PAD} "]').tap()
            for name in STATES:
                brought_to(table, page, name)
                page.evaluate(DRAWN)
                page.screenshot(path=folder / f"{name}-{width}.png")
            page.context.close()
            table.stop()
            table.start()
        table.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
