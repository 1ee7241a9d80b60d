"""Phones at a table for tests: what the process of phones would say, said by the test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.core.ports import Fault, Invitation
from gm_appliance.phones.invitation import invitation

TOKEN = "00112233445566778899aabbccddeeff"


class TestPhones:
    """The port `Phones`. What it tells goes through `post`.

    address: where phones come once they are let in; empty while that is not known.
    """

    __test__ = False  # not for pytest

    def __init__(self, post: Callable[[Fault], None], address: str = "192.168.100.100") -> None:
        self._post = post
        self.address, self.trouble = address, ""
        self.there: frozenset[int] = frozenset()
        self.asleep: frozenset[int] = frozenset()
        self.names: dict[int, str] = {}
        self.is_open = False

    @property
    def invitations(self) -> tuple[Invitation, ...]:
        return (invitation(self.address, TOKEN),) if self.is_open and self.address else ()

    def open(self) -> None:
        self.is_open = True
        if self.trouble:
            self._post(Fault("phones", self.trouble))

    def close(self) -> None:
        self.is_open, self.there, self.asleep = False, frozenset(), frozenset()

    def free(self, pad: int) -> None:
        self.there -= {pad}
        self._post(Fault("phones", "freed", pad))

    # ------------------------------------------------------------ what phones do

    def joins(self, pad: int, name: str = "") -> None:
        """A phone becomes this pad; what it tells is posted."""
        self.there |= {pad}
        if name:
            self.names[pad] = name
        self._post(Fault("phones", "joined", pad))


class TestScreens:
    """The port `Pointer`. placed: the pads of seats, as they were told last. pages: to read, by name."""

    __test__ = False
    points = True

    def __init__(self) -> None:
        self.placed: Mapping[int, int] = {}
        self.pages: dict[str, tuple[str, ...]] = {}

    def place(self, pads: Mapping[int, int]) -> None:
        self.placed = pads

    def read(self, pages: Any) -> None:
        self.pages = {}
        for name, _title, lines in pages:
            self.pages[name] = self.pages.get(name, ()) + lines

    def hear(self, sentences: Any) -> None: ...

    def offer(self, offers: Any) -> None: ...


class TestWifi:
    """The port `OwnWifi`."""

    __test__ = False

    def __init__(self, carries: int, post: Callable[[Fault], None]) -> None:
        self.carries, self._works, self._post = carries, True, post
        self.name = self.password = ""
        self.failed = False

    def open(self) -> None:
        self.failed = not self._works
        if self._works:
            self.name, self.password = "Game table", "AB23CD45"
        else:
            self._post(Fault("phones", "no-wifi"))

    def close(self) -> None:
        self.name = self.password = ""
