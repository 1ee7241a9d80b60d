"""The requests by which systems test a new Wi-Fi for internet, and the answers that keep a phone in it.

A phone leaves a network without internet, or uses mobile data beside it. In the box's own Wi-Fi the names to
which it sends them lead to the box (systemd/gm-appliance.dnsmasq), which answers as their owners do. Every
answer is constant, so it may be given under any host.
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


def answer(method: str, path: str) -> Answer | None:
    """The answer to such a request; None for any other.

    >>> answer("GET", "/ncsi.txt").body, answer("POST", "/ncsi.txt"), answer("GET", "/")
    (b'Microsoft NCSI', None, None)
    """
    return ANSWERS.get(path) if method in ("GET", "HEAD") else None
