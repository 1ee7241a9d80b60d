"""Decisions as they come again and again, each made once."""

from __future__ import annotations

from functools import lru_cache

from gm_appliance.core.game import Decision, OneOf, Seat


@lru_cache(maxsize=1 << 13)
def ask(name: str, seat: int, options: tuple[int | str, ...]) -> Decision:
    """One of these, chosen by a seat. Raises Unservable."""
    return Decision(name, Seat(seat), OneOf(options))
