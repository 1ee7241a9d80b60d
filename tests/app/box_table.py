"""A box with phones, a Wi-Fi of its own, or a USB stick: the test says what their programs would say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gm_appliance.core.ports import Fault, Invitation, Stick
from gm_appliance.phones.invitation import invitation
from gm_appliance.testing import VirtualTable

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


class BoxTable(VirtualTable):
    """phones: whether phones can come. carries: how many the box's own Wi-Fi serves; 0 if it can make none.

    stick: the port of USB sticks; None where nobody looks after them. others: as of `VirtualTable`.
    """

    phones: TestPhones
    screens: TestScreens
    wifi: TestWifi

    def __init__(
        self,
        state: Path,
        *,
        phones: bool = False,
        carries: int = 0,
        stick: Stick | None = None,
        **others: Any,
    ) -> None:
        super().__init__(state, **others)
        self._ports: dict[str, Any] = {"stick": stick}
        if phones:
            self.phones, self.screens = TestPhones(self._inbox.post), TestScreens()
            self._ports |= {"phones": self.phones, "pointer": self.screens}
        if carries:
            self.wifi = self._ports["wifi"] = TestWifi(carries, self._inbox.post)

    def _more_ports(self) -> dict[str, Any]:
        return self._ports
