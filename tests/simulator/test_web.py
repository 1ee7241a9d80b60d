"""The page's server, spoken to over its real socket."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from yarl import URL

from gm_appliance.simulator import web
from gm_appliance.simulator.room import Room
from gm_appliance.simulator.token import kept_token
from tests.simulator.served import SOON, Table, until


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.server.close()


def test_every_file_of_the_page_is_served_and_nothing_else(table: Table) -> None:
    async def talk(session: aiohttp.ClientSession) -> None:
        files = [file.relative_to(web.STATIC).as_posix() for file in web.STATIC.rglob("*") if file.is_file()]
        for name in ["", *files]:
            async with session.get(f"{table.server.url}{name}") as answer:
                assert answer.status == 200, name
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        for name in ("web.py", "%2e%2e/web.py", "..%2fweb.py", "static/", "fonts/", "fonts/..%2f..%2fweb.py"):
            # Encoded: the client would otherwise shorten the path.
            async with session.get(URL(f"{table.server.url}{name}", encoded=True)) as answer:
                assert answer.status == 404, name

    table.talk(talk)


def press(beat: int, down: bool = True) -> dict[str, Any]:
    return {"type": "press", "source": 0, "button": "ok", "down": down, "beat": beat}


def test_what_is_pressed_long_after_the_last_sign_of_life_is_dropped(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(web, "BEAT", 0.01)
    caplog.set_level(logging.INFO)

    async def talk(session: aiohttp.ClientSession) -> None:
        async with table.page(session) as page:
            heard = (await until(page, "alive"))[0]["beat"]
            await page.send_json(press(heard))
            assert await asyncio.to_thread(table.edge) == (0, "ok", True)
            table.time += web.LATE + 23.0
            # A release is never late; a new press is, and so is anything else.
            await page.send_json(press(heard, down=False))
            await page.send_json(press(heard))
            await page.send_json({"type": "bot", "seat": 4, "on": True, "beat": heard})
            assert await asyncio.to_thread(table.edge) == (0, "ok", False)
            table.room.sound("horn")
            await until(page, "sound")  # by now, older signs of life have arrived
            newest = (await until(page, "alive"))[0]["beat"]
            await page.send_json(press(newest))
            assert await asyncio.to_thread(table.edge) == (0, "ok", True)

    table.talk(talk)
    assert table.room.bots == frozenset()
    assert table.edge() == (0, "ok", False)
    assert table.edges.empty()
    assert caplog.text.count("is dropped") == 2


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", ""])
def test_a_page_from_elsewhere_is_not_talked_to(table: Table, origin: str) -> None:
    async def talk(session: aiohttp.ClientSession) -> int:
        try:
            async with table.page(session, Origin=origin):
                return 101
        except aiohttp.WSServerHandshakeError as error:
            return error.status

    assert table.talk(talk) == 403


NOT_THE_TOKEN = ("", "wrong", "%C3%A9", "..", "open", "{token}x", "x{token}", "?token={token}", "#{token}")


@pytest.mark.parametrize("wrong", NOT_THE_TOKEN)
def test_without_the_token_nothing_is_told_and_nobody_talked_to(table: Table, wrong: str) -> None:
    token = table.server.url.split("/")[3]
    base = f"{table.origin}/{wrong.format(token=token)}".rstrip("/")

    async def talk(session: aiohttp.ClientSession) -> set[int]:
        statuses = set()
        for path in ("", "/", "/table.js", "/words.json", "/table", "/no-such-file"):
            async with session.get(base + path, headers={"Origin": table.origin}) as answer:
                statuses.add(answer.status)
                assert token not in await answer.text()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{base}/table", headers={"Origin": table.origin})
        return {*statuses, refused.value.status}

    assert table.talk(talk) <= {403, 404}
    assert table.room.bots == frozenset()


def test_another_start_has_another_token_and_neither_is_logged(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)

    async def talk(session: aiohttp.ClientSession) -> None:
        async with table.page(session) as page:
            await page.send_str("nonsense")
            await page.send_json({"type": "press", "source": 7, "button": "up", "down": True})
            assert await asyncio.to_thread(table.edge) == (7, "up", True)
        async with session.get(f"{table.origin}/words.json") as answer:
            assert answer.status == 403

    table.talk(talk)
    another = Table()
    another.server.close()
    tokens = {one.server.url.split("/")[3] for one in (table, another)}
    assert {len(token) for token in tokens} == {43}
    assert len(tokens) == 2
    assert caplog.records
    for token in tokens:
        assert token not in caplog.text
        assert token not in repr(table.server)


def test_an_invitation_opens_the_page_once(table: Table) -> None:
    invitation = table.server.invitation()
    assert table.server.url.split("/")[3] not in invitation

    async def talk(session: aiohttp.ClientSession) -> None:
        async with session.get(f"{invitation}x") as answer:
            assert answer.status == 403
        async with session.get(invitation) as answer:
            assert (answer.status, str(answer.url)) == (200, table.server.url)
        async with session.get(invitation) as answer:
            assert answer.status == 403

    table.talk(talk)


def test_a_kept_token_outlives_a_restart_and_is_readable_by_the_user_alone(tmp_path: Path) -> None:
    file = tmp_path / "state" / "page-token"
    token = kept_token(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert kept_token(file) == token
    server = web.serve(Room(lambda *edge: None), port=0, token=token)
    server.close()
    assert server.url == f"{server.origin}/{token}/"


def test_a_token_that_others_could_read_or_that_is_none_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "page-token"
    token = kept_token(file)
    file.chmod(0o640)
    assert kept_token(file) != token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for nonsense in (b"", b"short", b"\xff" * 43, b"../" * 14 + b"x", token.encode() + b"\n"):
        file.write_bytes(nonsense)
        assert len(kept_token(file)) == 43
        assert file.read_bytes() != nonsense


def test_a_token_that_cannot_be_kept_holds_for_this_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "state").write_text("no folder")
    token = kept_token(tmp_path / "state" / "page-token")
    assert len(token) == 43
    assert "for this start only" in caplog.text
    assert token not in caplog.text


def test_a_foreign_name_for_this_machine_is_refused(table: Table) -> None:
    port = table.origin.rpartition(":")[2]

    async def talk(session: aiohttp.ClientSession) -> list[int]:
        statuses = []
        for host in (f"evil.example:{port}", f"localhost:{port}", f"127.0.0.1:{port}"):
            async with session.get(table.server.url, headers={"Host": host}) as answer:
                statuses.append(answer.status)
        return statuses

    assert table.talk(talk) == [403, 200, 200]


def test_only_this_machine_is_served(table: Table) -> None:
    assert {site[0] for site in table.server._runner.addresses} == {"127.0.0.1"}


def test_a_taken_port_is_passed_over_and_none_free_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        room = Room(lambda *edge: None)
        server = web.serve(room, port=port)
        assert server.origin != f"http://127.0.0.1:{port}"
        server.close()
        monkeypatch.setattr(web, "PORTS_TRIED", 1)
        with pytest.raises(web.PortTaken, match=f"from {port} to {port}"):
            web.serve(room, port=port)


def test_a_page_far_behind_is_given_the_table_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "BACKLOG", 5)
    room = Room(lambda *edge: None, lambda screen: bytes(1024))

    class Slow:
        """A page that takes its first message only after fifty more were sent."""

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
