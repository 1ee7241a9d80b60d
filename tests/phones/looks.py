"""What eyes, thumbs and screen readers find wrong. Pictures: python -m tests.phones.looks FOLDER."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from playwright.sync_api import Page, expect

from gm_appliance.phones.messages import Choices, FromBox, Shown
from tests.phones.served import CLOSED, SIZES, THUMBS, PhonesTable
from tests.phones.states import FIRST, NOTHING, PAD, STATES
from tests.simulator.chromium import DRAWN, launched
from tests.simulator.kept_out import findings, foreign

States: TypeAlias = Mapping[str, tuple[FromBox, ...]]

SMALLEST, LEGIBLE = 44, 14
"""CSS pixels that a thumb needs, and letters."""

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
        if (it.matches("button, input") && Math.min(width, height) < smallest - 0.6)
            faults.push(`too small to press: ${called(it)} ${width}x${height}`);
        const text = [...it.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
        if (text && parseFloat(fontSize) < legible) faults.push(`too small to read: ${called(it)}`);
    }
    const laid = everything.filter((it) => it.matches(".seat > *"))
        .map((it) => [it, it.getBoundingClientRect()]);
    for (const [at, [one, a]] of laid.entries())
        for (const [other, b] of laid.slice(at + 1))
            if (one.parentNode !== other.parentNode
                && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
                faults.push(`over another: ${called(one)} / ${called(other)}`);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches)
        for (const one of document.getAnimations()) faults.push(`moving: ${called(one.effect.target)}`);
    return faults;
}"""


def squeezed(page: Page) -> list[str]:
    """Everything that is cut, too small, over another, or moves for those who asked for none of it."""
    page.evaluate(DRAWN)
    found: list[str] = page.evaluate(FAULTS, [SMALLEST, LEGIBLE])
    return found


def faults_of(page: Page) -> list[str]:
    """The same, and whatever keeps somebody out."""
    return [*squeezed(page), *findings(page), *(f"foreign letters: {font}" for font in foreign(page))]


def brought_to(table: PhonesTable, page: Page, name: str, states: States = STATES) -> None:
    """Have the phone at `PAD` show one of the states."""
    table.tell(*FIRST, NOTHING, *states[name])
    mood, *rest = states[name]
    chosen = any(isinstance(one, Choices) for one in rest)
    view = "thumbs" if mood == THUMBS else "dark" if mood == CLOSED else "choose" if chosen else "wait"
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator("body")).to_have_attribute("data-view", view)
    if view == "thumbs":
        beat = next(one.beat for one in rest if isinstance(one, Shown))
        expect(page.locator("body")).to_have_attribute("data-beat", beat)
    said = next((one for one in rest if isinstance(one, Shown)), None)
    if view == "wait" and said and not (said.called or said.accused or PAD in said.fell):
        expect(page.locator("#question")).to_have_text(said.sentence)
    elif view == "choose":
        prompt = next(one.prompt for one in rest if isinstance(one, Choices))
        expect(page.locator("#body")).to_have_attribute("data-prompt", prompt)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with launched() as browser:
        table = PhonesTable(browser)
        for width, height in (*SIZES, (844, 390)):
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
