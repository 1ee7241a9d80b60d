"""Where leaks are planted: at a press in the firmware, the reader or the panel, at a choice, in the rules.

Each makes a `Plant` of what is to be done there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from firmware.hub_protocol import PRESSED, pad_of
from gm_appliance.core.game import Game
from gm_appliance.core.ports import PAD_BUTTONS
from gm_appliance.devices.pads.link import Moved
from tests.secrecy.evening import GAME
from tests.secrecy.whole.box import Plant, Table

log = logging.getLogger("gm_appliance.devices.pads.reader")


def after(owner: Any, name: str, do: Callable[..., object]) -> None:
    """Have this done after every call of a method, with the same arguments."""
    method = getattr(owner, name)

    def called(*given: Any, **named: Any) -> Any:
        result = method(*given, **named)
        do(*given, **named)
        return result

    setattr(owner, name, called)


def in_the_hub(do: Callable[[Table, Any, int], object]) -> Plant:
    """At every press, in the firmware: told its link and the pad."""

    def plant(table: Table) -> None:
        link = table.hub._hub._link

        def moved(switch: int, move: int, ms: int) -> None:
            if move == PRESSED:
                do(table, link, pad_of(switch))

        after(link, "moved", moved)

    return plant


def in_the_reader(do: Callable[[Table, int], object], what: int = PRESSED) -> Plant:
    """At every press, where the box hears of it: told the pad."""

    def plant(table: Table) -> None:
        def moved(heard: Moved, now: float) -> None:
            if heard.move == what:
                do(table, pad_of(heard.switch))

        after(table.pads._reports, "_moved", moved)

    return plant


def at_the_panel(do: Callable[[Table, str], object]) -> Plant:
    """At every press of UP or DOWN at the panel, which may be a thumb given alone: told the button."""

    def plant(table: Table) -> None:
        def press(source: int, button: str, down: bool, t: float) -> None:
            if down and button in PAD_BUTTONS:
                do(table, button)

        after(table.panel._inbox, "press", press)

    return plant


def at_the_choice(do: Callable[[Table, int], object]) -> Plant:
    """When what was chosen in secret is written down: told how many marks or thumbs down there are."""

    def plant(table: Table) -> None:
        def choose(session: int, name: str, value: Any, secret: bool, t: float) -> None:
            if secret and isinstance(value, dict):
                do(table, sum(bool(one) and one not in ("up", "protect") for one in value.values()))

        after(table.journal, "choose", choose)

    return plant


def in_the_rules(leak: Callable[[Game[Any, Any]], Game[Any, Any]]) -> Plant:
    def plant(table: Table) -> None:
        games = table.evening._games
        games[GAME] = leak(games[GAME])

    return plant


def put(owner: Any, name: str, value: object) -> None:
    """Set an attribute that there is, as an expression."""
    assert hasattr(owner, name), name
    setattr(owner, name, value)


def pads_pressed(table: Table) -> list[int]:
    """A list to which the pad of every press is added as the box hears of it."""
    pressed: list[int] = []
    in_the_reader(lambda table, pad: pressed.append(pad))(table)
    return pressed
