"""The requests by which systems test a new Wi-Fi for internet, and the answers that keep a phone in it.

A phone leaves a network without internet, or uses mobile data beside it. In the box's own Wi-Fi these names
lead to the box (`dnsmasq`), which answers them as their owners do. Every answer is constant, so it may be
given under any host.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.values import Value


class Answer(Value):
    """An HTTP answer. kind: its Content-Type; empty for one without a body."""

    status: int
    kind: str = ""
    body: bytes = b""


_NOTHING = Answer(204)
_SUCCESS = Answer(200, "text/html", b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n")
_CANONICAL = b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'

ANSWERS: Mapping[str, Answer] = {
    "/generate_204": _NOTHING,  # Android, Chrome
    "/gen_204": _NOTHING,
    "/hotspot-detect.html": _SUCCESS,  # iOS, macOS
    "/library/test/success.html": _SUCCESS,
    "/connecttest.txt": Answer(200, "text/plain", b"Microsoft Connect Test"),  # Windows 10 and later
    "/ncsi.txt": Answer(200, "text/plain", b"Microsoft NCSI"),
    "/canonical.html": Answer(200, "text/html", _CANONICAL),  # Firefox
    "/success.txt": Answer(200, "text/plain", b"success\n"),
}

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
"""The hosts they are sent to."""


def answer(method: str, path: str) -> Answer | None:
    """The answer to such a request; None for any other.

    >>> answer("GET", "/ncsi.txt").body, answer("POST", "/ncsi.txt"), answer("GET", "/")
    (b'Microsoft NCSI', None, None)
    """
    return ANSWERS.get(path) if method in ("GET", "HEAD") else None


def dnsmasq(address: str) -> str:
    """Lines for NetworkManager's dnsmasq that lead these names, and no others, to the box.

    The last line answers a lookup by Windows that no request follows.

    >>> dnsmasq("10.42.0.1").splitlines()[-2:]
    ['address=/detectportal.firefox.com/10.42.0.1', 'address=/dns.msftncsi.com/131.107.255.255']
    """
    lines = [f"address=/{host}/{address}" for host in HOSTS]
    return "\n".join([*lines, "address=/dns.msftncsi.com/131.107.255.255", ""])
