"""Whatever a phone shows can be read and pressed, on small phones and by everybody; the wire is Python's."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware.hub_protocol import HOLD_MS
from gm_appliance.phones.page import STATIC
from tests.phones.looks import brought_to, faults_of, squeezed
from tests.phones.served import OPEN, SIZES, PhonesTable, places
from tests.phones.states import FIRST, PAD, STATES, states_in
from tests.phones.vectors import vectors

QUICK = [(name, SIZES[at % len(SIZES)]) for at, name in enumerate(STATES)]
ALL = [(name, size) for name in STATES for size in (*SIZES, (640, 360))]


@dataclass(frozen=True)
class Way:
    """How somebody's phone is set."""

    language: str = "en"
    sizes: Sequence[tuple[int, int]] = SIZES[2:]
    css: str = ""
    media: Mapping[str, Any] = field(default_factory=dict)
    look: Callable[[Page], list[str]] = squeezed


STYLED = """css => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
}"""


def looked_at(
    table: PhonesTable, page: Page, cases: list[tuple[str, tuple[int, int]]], way: Way
) -> list[str]:
    found, states = [], states_in(way.language)
    for name, (width, height) in cases:
        page.set_viewport_size({"width": width, "height": height})
        brought_to(table, page, name, states)
        found += [f"{name}, {width} wide: {one}" for one in way.look(page)]
    return found


def seen(table: PhonesTable, cases: list[tuple[str, tuple[int, int]]]) -> list[str]:
    table.tell(*FIRST)
    return looked_at(table, table.seated(PAD), cases, Way(look=faults_of))


@pytest.mark.browser
def test_every_view_has_room_on_some_phone(table: PhonesTable) -> None:
    assert seen(table, QUICK) == []


@pytest.mark.browser
@pytest.mark.long
def test_every_view_has_room_on_every_phone(table: PhonesTable) -> None:
    assert seen(table, ALL) == []


WAYS: Mapping[str, Way] = {
    "sideways": Way(sizes=((568, 320), (844, 390), (932, 430))),
    "tablets": Way(sizes=((430, 932), (768, 1024), (1024, 768))),
    "text at 200 %": Way("de", ((320, 568), (390, 844)), css="html { font-size: 200% }"),
    "plain": Way(css=":root:root { --grain: none; --braid: none }"),
    "more contrast": Way(media={"contrast": "more"}, look=faults_of),
    "forced colours": Way(media={"forced_colors": "active"}, look=faults_of),
    **{language: Way(language, SIZES[:2]) for language in ("de", "fr", "it", "nl")},
}
"""What people need, or have."""


@pytest.mark.browser
@pytest.mark.long
@pytest.mark.parametrize("name", WAYS)
def test_every_view_has_room_whatever_people_need(browser: Browser, name: str) -> None:
    way = WAYS[name]
    with closing(PhonesTable(browser, way.language)) as table:
        table.tell(*FIRST)
        page = table.seated(PAD)
        page.emulate_media(**way.media)
        page.evaluate(STYLED, way.css)
        found = looked_at(table, page, [(state, size) for state in STATES for size in way.sizes], way)
        assert [*table.complaints, *found] == []


@pytest.mark.browser
def test_the_start_is_painted_before_the_code_is_there(table: PhonesTable) -> None:
    """What is slow to draw, or to fetch, comes later."""
    page = table.phone()
    page.route("**/phone.js", lambda route: None)
    page.reload(wait_until="commit")
    table.until(lambda: page.evaluate("performance.getEntriesByName('first-contentful-paint').length"))
    expect(page.locator(".dawn")).to_be_visible()
    assert "url(" not in page.evaluate(
        "getComputedStyle(document.querySelector('.wood'), '::before').background"
    )
    assert ":has(" not in (STATIC / "phone.css").read_text()


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES)
def test_so_do_joining_reading_naming_and_losing_the_table(table: PhonesTable, size: tuple[int, int]) -> None:
    table.tell(*FIRST)
    page = table.phone(size)
    expect(page.locator(".place")).to_have_count(15)
    found = faults_of(page)
    page.locator(".place").nth(PAD - 1).tap()
    for button, view in (("#to-read", "read"), ("#to-table", "wait"), ("#who", "place")):
        page.locator(button).tap()
        expect(page.locator("body")).to_have_attribute("data-view", view)
        found += faults_of(page)
    table.stop()
    expect(page.locator("#lost")).not_to_be_empty()
    found += faults_of(page)
    table.start()
    table.tell(OPEN, places(2))
    expect(page.locator("#lost")).to_be_empty()
    table.rest()
    expect(page.locator("body")).to_have_attribute("data-view", "end")
    assert [*found, *faults_of(page)] == []


KINDS = {
    *("too small to press", "too small to read", "over another", "moving"),
    *("foreign letters", "button-name"),
}


@pytest.mark.browser
def test_what_keeps_people_out_is_found(table: PhonesTable) -> None:
    table.tell(*FIRST)
    page = table.seated(PAD)
    brought_to(table, page, "piles")
    assert faults_of(page) == []
    page.evaluate(
        "document.querySelector('.option').style.cssText = 'min-height: 0; height: 40px';"
        "document.querySelector('.option .who').style.fontSize = '9px'"
    )
    page.evaluate("document.getElementById('question').textContent = 'Один'")
    page.evaluate("document.getElementById('question').animate([{ opacity: 0 }], 60000)")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p class=seat><b>Ada</b></p>'.repeat(2))")
    page.evaluate("document.getElementById('who').removeAttribute('aria-label'); called.textContent = ''")
    kinds = {one.split(" at ")[0].split(": ")[0] for one in faults_of(page)}
    assert kinds >= KINDS


READS = """async ({ told, process, phone, token }) => {
    const { Seal, keyOf, tokenOf } = await import("/seal.js");
    const { read } = await import("/frames.js");
    const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (one) => parseInt(one, 16));
    const hex = (all) => [...all].map((one) => one.toString(16).padStart(2, "0")).join("");
    const key = (way) => keyOf(tokenOf(token), way, bytes(process), bytes(phone));
    const opener = new Seal(key(0));
    const opened = told.to_phone.map(({ sealed }) => opener.open(bytes(sealed)));
    const sealer = new Seal(key(1));
    const sealed = told.from_phone.map(({ plain }) => hex(sealer.seal(bytes(plain))));
    let forged = 0;
    try { new Seal(key(0)).open(bytes(told.to_phone[1].sealed)); } catch { forged++; }
    const keys = [hex(key(0)), hex(key(1))];
    return { keys, opened: opened.map(hex), read: opened.map(read), sealed, forged };
}"""

WRITES = """async () => {
    const { ask, phoneTick } = await import("/frames.js");
    const hex = (all) => [...all].map((one) => one.toString(16).padStart(2, "0")).join("");
    const moves = [[65535, 0, 1, 4294967290], [0, 1, 1, 1], [1, 1, 2, 701], [2, 0, 0, 90]]
        .map(([seq, half, move, at]) => ({ seq, half, move, at }));
    return [
        ask({ kind: "Hello", id: "0123456789abcdef".repeat(2), load: 77, pad: 3 }),
        phoneTick({ clock: 5000, echo: 0, visible: true, clip: false, moves: [] }),
        phoneTick({ clock: 4294967295, echo: 123456, visible: false, clip: true, moves }),
        ask({ kind: "Choose", prompt: "41", item: 2, number: null }),
        ask({ kind: "Choose", prompt: "42", item: null, number: 7 }),
    ].map(hex);
}"""


@pytest.mark.browser
def test_the_page_seals_and_reads_as_python_does(table: PhonesTable) -> None:
    told: Any = vectors()
    page = table.phone()
    given = {"told": told, "token": told["fragment"]}
    given |= {"process": told["process_challenge"], "phone": told["phone_challenge"]}
    got = page.evaluate(READS, given)
    assert got["keys"] == [told["to_phone_key"], told["from_phone_key"]]
    assert got["opened"] == [one["plain"] for one in told["to_phone"]]
    assert got["sealed"] == [one["sealed"] for one in told["from_phone"]]
    assert got["forged"] == 1  # the second frame, where the first is due
    first, second, content = got["read"]
    assert (first["clock"], first["quiet"], first["closed"]) == (10, True, False)
    assert (second["ack"], second["boot"], second["pad"], second["closed"]) == (65535, 4000000000, 15, True)
    assert {"type": "content", **told["to_phone"][2]["says"]} == content
    written = page.evaluate(WRITES)
    for mine, theirs in zip(written, told["from_phone"], strict=True):
        plain = bytes.fromhex(mine)
        if plain[0] == 1:
            assert mine == theirs["plain"]
        else:
            assert len(mine) == len(theirs["plain"])
            says = json.loads(plain[3 : 3 + int.from_bytes(plain[1:3], "big")])
            assert says == {**theirs["says"], **says}


def test_a_hold_is_as_long_as_on_a_pad() -> None:
    assert f"const HOLD_MS = {HOLD_MS};" in (STATIC / "phone.js").read_text()


NOBLE = STATIC / "noble"


def changed(folder: Path) -> list[str]:
    """The files that are not those that were pinned, by name."""
    listed = (folder / "README.md").read_text().split("```")[1].split("\n")
    pinned = {name: digest for digest, name in (line.split("  ") for line in listed if line)}
    there = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.glob("*/*")
    }
    return sorted({name for name, _digest in {*pinned.items()} ^ {*there.items()}})


def test_the_ciphers_are_those_that_were_pinned(tmp_path: Path) -> None:
    assert changed(NOBLE) == []
    copy = tmp_path / "noble"
    for path in (NOBLE / "README.md", *NOBLE.glob("*/*")):
        there = copy / path.relative_to(NOBLE)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_bytes(path.read_bytes() + b"//" * (path.name == "_poly1305.js"))
    (copy / "hashes" / "more.js").write_text("")
    assert changed(copy) == ["ciphers/_poly1305.js", "hashes/more.js"]
