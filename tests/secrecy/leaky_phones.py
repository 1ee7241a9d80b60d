"""The real process of phones with a leak planted in it.

    python -m tests.secrecy.leaky_phones LEAK phones --sockets FOLDER

is `gm-appliance phones --sockets FOLDER` with that leak.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from typing import Any

from gm_appliance import cli
from gm_appliance.core.values import replace
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.phone import Phone
from gm_appliance.phones.web import PhonePages, _Line

_moved: list[Phone] = []
"""The phones whose moves have come, the latest last."""

_news: list[Phone] = []
"""Those since the last tick."""


def _instead(owner: type, name: str, act: Callable[..., object]) -> None:
    """A method is replaced: `act` is told it, and what it was given."""
    method = getattr(owner, name)
    setattr(owner, name, lambda *given: act(method, *given))


def _remember(ticked: Any, hub: PhoneHub, phone: Phone, *given: Any) -> object:
    if moved := ticked(hub, phone, *given):
        _moved[:] = [*(one for one in _moved if one is not phone), phone]
        _news.append(phone)
    return moved


def _forget(tick: Any, pages: PhonePages) -> None:
    tick(pages)
    _news.clear()


def _phone(line: _Line) -> Any:
    return line.connection and line.connection.phone


def _in_order_of_presses(_tick: Any, pages: PhonePages) -> None:
    now = pages.now()
    for line in sorted(pages.lines, key=lambda one: [*_moved, _phone(one)].index(_phone(one))):
        line.tick(now)


def _answered(hear: Any, line: _Line, connection: Any, frame: bytes) -> None:
    before = len(_news)
    hear(line, connection, frame)
    if len(_news) > before:
        line._send(connection.due(line._pages.now()))


def _longer(tick: Any, line: _Line, now: int) -> None:
    if _phone(line) in _news:
        line._protocol.send_ping(b"")
    tick(line, now)


def _left_out(tick: Any, line: _Line, now: int) -> None:
    if _phone(line) not in _news:
        tick(line, now)


def _later(tick: Any, line: _Line, now: int) -> None:
    time.sleep(0.002 * bool(_news))
    tick(line, now)


def _logged(ticked: Any, *given: Any) -> object:
    if moved := ticked(*given):
        logging.getLogger("gm_appliance.phones").warning("Somebody pressed.")
    return moved


def _lit(tick: Any, *given: Any) -> object:
    return replace(tick(*given), lamp=bool(_news))


def _shown(content: Any, hub: PhoneHub, phone: Phone) -> object:
    told = content(hub, phone)
    return told and replace(told, freed=bool(phone.ack % 2))


LEAKS: dict[str, tuple[type, str, Callable[..., object]]] = {
    "ticks in the order of presses": (PhonePages, "tick", _in_order_of_presses),
    "a press answered at once": (_Line, "_hear", _answered),
    "bytes more for who pressed": (_Line, "tick", _longer),
    "a tick left out for who pressed": (_Line, "tick", _left_out),
    "ticks later once somebody pressed": (_Line, "tick", _later),
    "a line in the log for a press": (PhoneHub, "ticked", _logged),
    "a lamp at all phones for a press": (PhoneHub, "tick", _lit),
    "a page shown again at a press": (PhoneHub, "content", _shown),
}
"""Which method is replaced, and by what."""


def main(leak: str, *command: str) -> int:
    _instead(PhoneHub, "ticked", _remember)
    _instead(*LEAKS[leak])
    _instead(PhonePages, "tick", _forget)
    return cli.main(command)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
