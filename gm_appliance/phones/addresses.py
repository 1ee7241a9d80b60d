"""The addresses at which phones of the local network reach this machine."""

from __future__ import annotations

import base64
import socket
from collections.abc import Iterator
from contextlib import suppress
from fcntl import ioctl

SIOCGIFADDR = 0x8915  # asks Linux for an interface's address
OWN_WIFI = "10.42.0.1"  # the machine's address in a Wi-Fi of its own: phones that come by it see no other
INSIDE = ("br-", "docker", "lo", "veth", "virbr")
"""How the names of interfaces begin that lead only into this machine."""


def addresses() -> tuple[str, ...]:
    """The likeliest first; none without a network."""
    found = [*_routed(), *_of_interfaces()]
    return tuple(dict.fromkeys(sorted(found, key=lambda one: one != OWN_WIFI)))


def _routed() -> Iterator[str]:
    """The address from which other networks are reached."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # No packet is sent.
        yield probe.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        for _index, name in socket.if_nameindex():
            if not name.startswith(INSIDE):
                with suppress(OSError):  # It has none.
                    answer = ioctl(asker, SIOCGIFADDR, name.encode().ljust(40, b"\0"))
                    yield socket.inet_ntoa(answer[20:24])


def with_port(address: str, port: int) -> str:
    """The address as people type it, without the usual port."""
    return address if port == 80 else f"{address}:{port}"


def fragment(token: str) -> str:
    """A token of 32 hexadecimal digits as the fragment of a link: 26 capital letters and digits.

    >>> fragment("000102030405060708090a0b0c0d0e0f")
    'AAAQEAYEAUDAOCAJBIFQYDIOB4'
    """
    return base64.b32encode(bytes.fromhex(token)).decode("ascii").rstrip("=")
