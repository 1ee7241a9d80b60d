"""The phones' page in Firefox; all other tests use Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.hub_protocol import HELD, PRESSED, RELEASED
from gm_appliance.phones.addresses import fragment
from gm_appliance.phones.messages import Choices, Chose, Item, Named, Reading, Shown
from gm_appliance.phones.messages import Page as Text
from tests.phones import fast
from tests.phones.evening import WATCH, PhonesEvening
from tests.phones.firefox import Connection, Firefox, firefox
from tests.phones.served import CLOSED, OPEN, THUMBS, TOKEN, PhonesTable, places

pytestmark = [pytest.mark.browser, pytest.mark.process]

BLACK = """[...document.querySelectorAll("body, .half")].every((one) =>
    ["rgb(0, 0, 0)", "rgb(20, 23, 29)"].includes(getComputedStyle(one).backgroundColor))
    && !document.body.innerText.trim()"""


class FirefoxEvening(PhonesEvening):
    """An evening whose phones are windows of one Firefox."""

    def _opened(self, pad: int, size: tuple[int, int], address: str) -> Any:
        connection: Connection = self._browser
        window = Firefox(connection, size)
        connection.told[str(pad)] = lambda *now: self._sees(pad, *now)
        window.before(f"{fast.PAGE % self._speed}; {WATCH}", str(pad))
        window.goto(address)
        return window

    def _sits(self, page: Any, place: str) -> None:
        page.tap(place)
        page.until("document.body.dataset.view !== 'join'")

    def _listens(self, page: Any, seconds: float) -> None:
        self._browser.listen(seconds)

    def _touches(self, page: Any, at: tuple[float, float]) -> None:
        page.touch(*at)

    def _leaves(self, page: Any) -> None:
        page.close()


@pytest.mark.long
def test_eight_phones_with_firefox_play_an_evening(window: Firefox, tmp_path: Path) -> None:
    options = {"players": 8, "gods": 5}
    evening = FirefoxEvening(
        window.connection,
        tmp_path / "phones",
        "gotterdammerung",
        options,
        range(1, 9),
        speed=4.0,
        enough=lambda evening: evening.over,
    )
    evening.plays()
    assert evening.over
    assert window.faults == []
    assert evening.seen >= {"dark", "thumbs", "choose", "wait"}
    assert evening.chosen.count("setup.pad") == 8


@pytest.fixture
def table() -> Iterator[PhonesTable]:
    table = PhonesTable(None)
    yield table
    table.close()


@pytest.fixture(scope="module")
def window() -> Iterator[Firefox]:
    with firefox() as window:
        yield window


def test_a_phone_with_firefox_is_a_pad_and_a_panel(window: Firefox, table: PhonesTable) -> None:
    story = Text("story", "So far", ("Odin protects Thor.",))
    table.tell(OPEN, places(3), Shown("Wait", "Thor begins."), Reading((story,)))
    window.goto(f"http://127.0.0.1:{table.port}/#{fragment(TOKEN)}")
    window.tap('[data-key^="pad 2 "]')
    table.until(lambda: table.taken == {2})

    table.tell(THUMBS)
    window.until("document.body.dataset.view === 'thumbs' && document.body.dataset.seen === 'true'")
    window.tap("#up")
    window.tap("#down", 900)
    table.until(lambda: len(table.moves) == 5)
    held = [(2, 1, PRESSED), (2, 1, HELD), (2, 1, RELEASED)]
    assert table.moves == [(2, 0, PRESSED), (2, 0, RELEASED), *held]

    table.tell(OPEN, Choices(2, "7", "What do you eat?", (Item("Soup"), Item("Fish"))))
    window.until("document.body.dataset.view === 'choose'")
    window.sees("await new Promise((later) => setTimeout(later, 400))")  # so soon no tap is meant for them
    window.tap('[data-key="item 1"]')
    table.until(lambda: Chose(2, "7", item=1) in table.heard)
    table.tell(Choices(2, "", ""))

    window.tap("#to-read")
    window.until("document.getElementById('sheet-body')?.innerText.includes('Odin protects Thor.')")
    window.tap("#to-table")
    window.tap("#who")
    window.until("document.getElementById('name')")
    window.sees("(document.getElementById('name').value = 'Ada')")
    window.tap(".naming .key")
    table.until(lambda: Named(2, "Ada") in table.heard)

    table.tell(CLOSED)
    window.until("document.body.dataset.view === 'dark'")
    assert window.sees(BLACK)
    window.tap("#down")
    table.until(lambda: table.moves[5:] == [(2, 1, PRESSED), (2, 1, RELEASED)])
    assert window.sees(BLACK)
    table.tell(OPEN)
    window.reload()
    window.until("document.body.dataset.view === 'wait'")
    assert table.taken == {2}, "a reload is the same seat"
    assert window.faults == []
