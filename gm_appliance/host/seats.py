"""The seat of each pad, and the pad of each seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gm_appliance.core.ports import PANEL


class Seats:
    """The pads of the seats. A seat whose pad was not called has the pad of its own number.

    calling: pads are being called, so each goes by its own number.
    """

    def __init__(self) -> None:
        self.calling = False
        self._pads: Mapping[int, int] = {}  # by seat; 0 for none
        self._seats: Mapping[int, int] = {}  # the other way round
        self._used: set[int] = set()  # seats whose pad did something that all could see

    def place(self, pads: Mapping[int, int]) -> None:
        self._pads, self._seats = pads, {pad: seat for seat, pad in pads.items() if pad}

    def source(self, pad: int) -> int | None:
        """The seat of a pad; None for a pad that is nobody's."""
        if pad == PANEL or self.calling:
            return pad
        return self._seats.get(pad, None if pad in self._pads else pad)

    def lamps(self, seats: Iterable[int]) -> frozenset[int]:
        """The pads of these seats, for their lamps."""
        pads = ((self._pads.get(seat, seat), seat) for seat in seats)
        return frozenset(pad for pad, seat in pads if pad and self._seats.get(pad, seat) == seat)

    @property
    def all_lamps(self) -> frozenset[int]:
        """The pads of all seats that were called."""
        return self.lamps(self._pads)

    def used(self, seat: int) -> None:
        """A pad stepped or chose, with a visible or audible effect."""
        self._used.add(seat)

    def has_pad(self, seat: int) -> bool:
        """Whether this seat has a pad: one that was called, or else one that was used.

        A press without effect does not count as use, so the answer is public.
        """
        return bool(self._pads.get(seat, seat if seat in self._used else 0))

    def may_have_pad(self, seat: int) -> bool:
        """Whether this seat did not stay silent when its pad was called."""
        return bool(self._pads.get(seat, seat))
