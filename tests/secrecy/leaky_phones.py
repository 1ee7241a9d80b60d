"""The real process of phones with a leak planted in it.

    python -m tests.secrecy.leaky_phones LEAK phones --sockets FOLDER

is `gm-appliance phones --sockets FOLDER` with that leak.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from typing import Any

from gm_appliance import cli
from gm_appliance.core.values import replace
from gm_appliance.phones.frames import ProcessTick
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.phone import Phone
from gm_appliance.phones.web import PhonePages, _Line

_pressed: list[Phone] = []
"""The phones that moved since the last tick, and before; the latest comes last."""

_tick, _ticked, _line_tick = PhonePages.tick, PhoneHub.ticked, _Line.tick
_due: list[Phone] = []
"""Those of them that moved since the last tick."""


def _remember(hub: PhoneHub, phone: Phone, tick: Any, now: int) -> bool:
    moved = _ticked(hub, phone, tick, now)
    if moved:
        _pressed[:] = [*(one for one in _pressed if one is not phone), phone]
        _due.append(phone)
    return moved


def _phone(line: _Line) -> Phone | None:
    return line.connection.phone if line.connection else None


def _of_lines(change: Callable[[_Line, int], None]) -> None:
    """Instead of a tick: told the line and the time."""
    _Line.tick = change  # type: ignore[method-assign]

    def all_of_them(pages: PhonePages) -> None:
        _tick(pages)
        _due.clear()

    PhonePages.tick = all_of_them  # type: ignore[method-assign]


def in_order_of_presses() -> None:
    def tick(pages: PhonePages) -> None:
        now = pages.now()
        for line in sorted(pages.lines, key=lambda one: _phone(one) in _pressed and _pressed.index(_phone(one)) + 1):
            line.tick(now)

    PhonePages.tick = tick  # type: ignore[method-assign]


def answered_at_once() -> None:
    hear = _Line._hear

    def heard(line: _Line, connection: Any, frame: bytes) -> None:
        before = len(_due)
        hear(line, connection, frame)
        if len(_due) > before:
            line._send(connection.due(line._pages.now()))

    _Line._hear = heard  # type: ignore[method-assign]


def more_bytes() -> None:
    def tick(line: _Line, now: int) -> None:
        if _phone(line) in _due:
            line._protocol.send_ping(b"")
        _line_tick(line, now)

    _of_lines(tick)


def a_tick_left_out() -> None:
    _of_lines(lambda line, now: None if _phone(line) in _due else _line_tick(line, now))


def a_tick_later() -> None:
    """The one who pressed gets it last."""

    def tick(line: _Line, now: int) -> None:
        after = 0.002 if _phone(line) in _due else 0.0
        asyncio.get_running_loop().call_later(after, _line_tick, line, now)

    _of_lines(tick)


def work_for_each_press() -> None:
    """All get theirs later by half a thousandth of a second for each move."""

    def tick(line: _Line, now: int) -> None:
        time.sleep(0.0005 * len(_due) / 6)
        _line_tick(line, now)

    _of_lines(tick)


def a_log() -> None:
    def ticked(hub: PhoneHub, phone: Phone, tick: Any, now: int) -> bool:
        moved = _remember(hub, phone, tick, now)
        if moved:
            logging.getLogger("gm_appliance.phones").warning("Pad %d moved.", phone.pad)
        return moved

    PhoneHub.ticked = ticked  # type: ignore[method-assign]


def told_to_others() -> None:
    """A lamp is lit wherever thumbs are down."""
    tick = PhoneHub.tick

    def lit(hub: PhoneHub, phone: Phone, echo: int, content: int, now: int) -> ProcessTick:
        return replace(tick(hub, phone, echo, content, now), lamp=bool(_due))

    PhoneHub.tick = lit  # type: ignore[method-assign]
    _of_lines(_line_tick)


def shown_again() -> None:
    """What phones show with open eyes is sent again after a press."""
    content = PhoneHub.content

    def counted(hub: PhoneHub, phone: Phone) -> Any:
        told = content(hub, phone)
        return told and replace(told, freed=bool(phone.ack % 2))

    PhoneHub.content = counted  # type: ignore[method-assign]


LEAKS: dict[str, Callable[[], None]] = {
    "ticks in the order of presses": in_order_of_presses,
    "a press answered at once": answered_at_once,
    "bytes more for who pressed": more_bytes,
    "a tick left out for who pressed": a_tick_left_out,
    "a tick later for who pressed": a_tick_later,
    "work for every press": work_for_each_press,
    "a line in the log for a press": a_log,
    "a lamp at others' phones": told_to_others,
    "a page told anew at a press": shown_again,
}


def main(leak: str, *command: str) -> int:
    PhoneHub.ticked = _remember  # type: ignore[method-assign]
    LEAKS[leak]()
    return cli.main(command)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
