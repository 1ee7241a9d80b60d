"""The questions by which systems learn whether a Wi-Fi has the internet, answered byte for byte."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from aiohttp import ClientSession
from websockets.datastructures import Headers
from websockets.http11 import Request

from gm_appliance.phones import page, web
from gm_appliance.phones.addresses import OWN_WIFI
from gm_appliance.phones.captive import ANSWERS, answer
from gm_appliance.phones.connection import GONE
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.web import PhonePages

APPLE = b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"
FIREFOX = b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
ASKED = [
    ("connectivitycheck.gstatic.com", "/generate_204", 204, b""),
    ("www.google.com", "/gen_204", 204, b""),
    ("captive.apple.com", "/hotspot-detect.html", 200, APPLE),
    ("www.msftconnecttest.com", "/connecttest.txt", 200, b"Microsoft Connect Test"),
    ("www.msftncsi.com", "/ncsi.txt", 200, b"Microsoft NCSI"),
    ("detectportal.firefox.com", "/canonical.html", 200, FIREFOX),
    ("detectportal.firefox.com", "/success.txt", 200, b"success\n"),
]

HOSTS = (
    "connectivitycheck.gstatic.com",
    "connectivitycheck.android.com",
    "connect.rom.miui.com",
    "connectivitycheck.platform.hicloud.com",
    "captive.apple.com",
    "www.msftconnecttest.com",
    "www.msftncsi.com",
    "detectportal.firefox.com",
)
"""The hosts to which systems send them."""


def test_the_lengths_are_those_of_their_owners() -> None:
    assert [len(ANSWERS[path].body) for path in ("/hotspot-detect.html", "/connecttest.txt")] == [69, 22]


def test_the_server_answers_them_under_foreign_names_and_nothing_else() -> None:
    async def ask() -> None:
        pages = PhonePages(PhoneHub(1, lambda message: None), lambda: 0, lambda: None)
        port = await pages.open(0, "127.0.0.1")
        try:
            async with ClientSession(auto_decompress=False) as session:
                for host, path, status, body in ASKED:
                    got = await session.get(f"http://127.0.0.1:{port}{path}", headers={"Host": host})
                    assert (got.status, await got.read()) == (status, body), path
                    assert status != 204 or "Content-Type" not in got.headers
                got = await session.get(f"http://127.0.0.1:{port}/", headers={"Host": "captive.apple.com"})
                assert got.status == 403, "the page itself is at its address only"
        finally:
            await pages.close(GONE)

    asyncio.run(ask())


def test_a_release_with_other_code_is_fetched_although_its_files_are_as_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a card all files have one time, and the code of all modules is sent as one."""
    pages = PhonePages(PhoneHub(1, lambda message: None), lambda: 0, lambda: None)
    monkeypatch.setattr(web, "shrunk", page.shrunk.__wrapped__)

    def tag(known: str = "") -> tuple[int, str]:
        headers = Headers({"Host": "127.0.0.1", "Accept-Encoding": "gzip", "If-None-Match": known})
        got = pages.answer(Request("/phone.js", headers, method="GET"))
        assert got
        return got.status_code, got.headers["ETag"]

    first = tag()[1]
    assert tag(first) == (304, first)
    monkeypatch.setattr(page, "whole_code", lambda: "another module's code;")
    assert tag(first)[0] == 200


def test_only_a_look_at_a_page_is_answered_like_that() -> None:
    assert answer("POST", "/generate_204") is None


def test_only_those_names_lead_to_the_box() -> None:
    file = Path(__file__).parents[2] / "systemd/gm-appliance.dnsmasq"
    told = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    lookup = "address=/dns.msftncsi.com/131.107.255.255"  # by Windows; no request follows it
    assert told == [*(f"address=/{host}/{OWN_WIFI}" for host in HOSTS), lookup]
