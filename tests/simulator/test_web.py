"""The page's server, spoken to over its real socket."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.simulator.served import SOON, Table, until

pytest.importorskip("aiohttp", reason="the virtual table needs aiohttp: pip install '.[simulator]'")

import aiohttp

from gm_appliance.core.cues import Card, Deck, Lines
from gm_appliance.simulator import web
from gm_appliance.simulator.room import Room


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.server.close()


def test_every_file_of_the_page_is_served_and_nothing_else(table: Table) -> None:
    async def talk(session: aiohttp.ClientSession) -> None:
        for name in ["", *(file.name for file in web.STATIC.iterdir())]:
            async with session.get(f"{table.origin}/{name}") as answer:
                assert answer.status == 200, name
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        for name in ("web.py", "%2e%2e/web.py", "..%2fweb.py", "static/"):
            async with session.get(f"{table.origin}/{name}") as answer:
                assert answer.status == 404, name

    table.talk(talk)


def test_the_page_takes_nothing_from_elsewhere() -> None:
    for file in web.STATIC.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text, file
        assert "https://" not in text, file
    index = (web.STATIC / "index.html").read_text(encoding="utf-8")
    assert " on" not in "".join(part.split(">")[0] for part in index.split("<")[1:]), "an inline handler"
    assert "style=" not in index


def test_changes_reach_every_page_in_order(table: Table) -> None:
    async def talk(session: aiohttp.ClientSession) -> None:
        async with table.page(session) as one, table.page(session) as two:
            for page in (one, two):
                snapshot, _ = await until(page, "snapshot")
                assert snapshot["lit"] == []
            table.room.light(frozenset({2}))
            table.room.show(Lines("Good evening"))
            table.room.storm(True)
            for page in (one, two):
                _, texts = await until(page, "storm")
                assert [json.loads(text)["type"] for text in texts] == ["lamps", "display", "storm"]

    table.talk(talk)


def test_a_button_is_held_for_as_long_as_the_page_holds_it(table: Table) -> None:
    async def talk(session: aiohttp.ClientSession) -> None:
        async with table.page(session) as page:
            await page.send_json({"type": "press", "source": 3, "button": "down", "down": True})
            await page.send_json({"type": "press", "source": 0, "button": "ok", "down": True})
            assert await asyncio.to_thread(table.edge) == (3, "down", True)
            assert await asyncio.to_thread(table.edge) == (0, "ok", True)
            await page.send_json({"type": "press", "source": 3, "button": "down", "down": False})
            assert await asyncio.to_thread(table.edge) == (3, "down", False)

    table.talk(talk)
    assert table.edge() == (0, "ok", False)


def test_closing_the_server_lets_go_and_can_be_done_twice(table: Table) -> None:
    async def talk(session: aiohttp.ClientSession) -> None:
        async with table.page(session) as page:
            await page.send_json({"type": "press", "source": 1, "button": "up", "down": True})
            assert await asyncio.to_thread(table.edge) == (1, "up", True)
            closing = asyncio.create_task(asyncio.to_thread(table.server.close))
            while (await page.receive()).type != aiohttp.WSMsgType.CLOSE:
                pass
            await closing

    table.talk(talk)
    assert table.edge() == (1, "up", False)
    table.server.close()


def test_a_card_is_told_to_the_page_that_lifts_it_and_to_no_other(table: Table) -> None:
    down = [Card(seat, "card", face_down=True, own=True) for seat in range(1, 8)]
    faces = (Card(0, "P", name="protect"), 5), (Card(0, "C", name="conspire"), 2)

    async def talk(session: aiohttp.ClientSession) -> None:
        async with table.page(session) as one, table.page(session) as two:
            table.room.lay([Deck(0, "pile", faces)])
            table.room.lay(down)
            await one.send_json({"type": "look", "seat": 2})
            answer, before = await until(one, "card")
            assert (answer["seat"], answer["card"]["name"]) == (2, table.room.card_of(2))
            table.room.storm(True)
            await one.send_json({"type": "look", "seat": 2})
            refused, meanwhile = await until(one, "card")
            assert refused["card"] is None
            table.room.sound("horn")
            _, other = await until(two, "sound")
            for text in [*before[:-1], *meanwhile, *other]:
                assert "protect" not in text
                assert "conspire" not in text

    table.talk(talk)


def test_bots_are_set_from_the_page(table: Table) -> None:
    async def talk(session: aiohttp.ClientSession) -> None:
        async with table.page(session) as page:
            await page.send_json({"type": "bot", "seat": 4, "on": True})
            assert (await until(page, "bots"))[0]["seats"] == [4]
            await page.send_json({"type": "only", "seat": 2})
            assert (await until(page, "bots"))[0]["seats"] == [1, *range(3, 16)]

    table.talk(talk)


@pytest.mark.parametrize(
    "nonsense",
    ["", "[]", "{}", "null", '{"type": "press"}', '{"type": "deal"}', '{"type": "look", "seat": "1"}',
     '{"type": "press", "source": 1, "button": "ok", "down": true}',
     '{"type": "press", "source": true, "button": "up", "down": true}',
     '{"type": "press", "source": 1, "button": ["up"], "down": true}',
     '{"type": "bot", "seat": 16, "on": true}', '{"type": "only", "seat": 0}'],
)  # fmt: skip
def test_nonsense_changes_nothing(table: Table, nonsense: str, caplog: pytest.LogCaptureFixture) -> None:
    async def talk(session: aiohttp.ClientSession) -> None:
        async with table.page(session) as page:
            await page.send_str(nonsense)
            await page.send_json({"type": "press", "source": 7, "button": "up", "down": True})
            assert await asyncio.to_thread(table.edge) == (7, "up", True)

    table.talk(talk)
    assert "does not know" in caplog.text
    assert table.room.bots == frozenset()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", ""])
def test_a_page_from_elsewhere_is_not_talked_to(table: Table, origin: str) -> None:
    async def talk(session: aiohttp.ClientSession) -> int:
        try:
            async with table.page(session, Origin=origin):
                return 101
        except aiohttp.WSServerHandshakeError as error:
            return error.status

    assert table.talk(talk) == 403


def test_a_foreign_name_for_this_machine_is_refused(table: Table) -> None:
    port = table.origin.rpartition(":")[2]

    async def talk(session: aiohttp.ClientSession) -> list[int]:
        statuses = []
        for host in (f"evil.example:{port}", f"localhost:{port}", f"127.0.0.1:{port}"):
            async with session.get(table.origin, headers={"Host": host}) as answer:
                statuses.append(answer.status)
        return statuses

    assert table.talk(talk) == [403, 200, 200]


def test_only_this_machine_is_served() -> None:
    with pytest.raises(ValueError, match="this machine only"):
        web.serve(Room(lambda *edge: None), host="0.0.0.0")


def test_a_taken_port_is_passed_over_and_none_free_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        room = Room(lambda *edge: None)
        server = web.serve(room, port=port)
        assert server.url != f"http://127.0.0.1:{port}/"
        server.close()
        monkeypatch.setattr(web, "PORTS_TRIED", 1)
        with pytest.raises(web.PortTaken, match=f"from {port} to {port}"):
            web.serve(room, port=port)


def test_a_page_far_behind_is_given_the_table_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "BACKLOG", 5)
    room = Room(lambda *edge: None, lambda screen: bytes(1024))

    class Slow:
        """A page that takes its first message only after fifty more were told."""

        closed = False

        def __init__(self) -> None:
            self.taken: list[dict[str, Any]] = []

        async def send_str(self, text: str) -> None:
            self.taken.append(json.loads(text))
            if len(self.taken) == 1:
                for number in range(50):
                    room.light(frozenset({1 + number % 15}))
                room.storm(True)
                await asyncio.sleep(0)
            elif self.taken[-1]["type"] == "sound":
                self.closed = True
            else:
                room.sound("horn")

    async def run() -> list[dict[str, Any]]:
        outbox = web._Outbox(room)
        room.enter(outbox.post)
        slow = Slow()
        await outbox.drain(slow)  # type: ignore[arg-type]  # only what `drain` uses of a socket
        return slow.taken

    taken = asyncio.run(asyncio.wait_for(run(), SOON))
    assert [message["type"] for message in taken] == ["snapshot", "snapshot", "sound"]
    assert taken[1]["storm"] is True
