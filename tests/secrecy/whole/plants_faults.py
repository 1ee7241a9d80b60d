"""Leaks that show only where something fails: a cable, the card, the disk, the power, the service.

To add one, add a line to `PLANTS` under its kind. They are looked for in `WHERE`, or in `FAILING`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from firmware.hub_protocol import PRESSED, pad_of
from gm_appliance.core.ports import Fault
from gm_appliance.storage.journal import JournalError
from tests.secrecy.drawn import drawn_evening
from tests.secrecy.whole.box import Plant, Table
from tests.secrecy.whole.planting import after, put
from tests.secrecy.whole.troubles import (
    CARD,
    DISK,
    DISPLAY,
    HUB,
    LINE,
    NAMES,
    POWER,
    RESTART,
    Trouble,
    eventful,
)

log = logging.getLogger("gm_appliance.devices.pads.reports")

_MARKED = drawn_evening(4, 5)
"""The factions are learned in its second decision; in those after it the conspirators mark, and pause."""

FAILING = (
    eventful(_MARKED, Trouble(POWER, 2, True, 0.5, 10.0), Trouble(DISK, 3, True, 0.5, 60.0)),
    eventful(
        _MARKED,
        Trouble(DISK, 1, True, 0.5, 60.0),
        Trouble(DISPLAY, 2, True, 0.35, 15.0),
        Trouble(CARD, 2, True, 0.45, 8.0),
        Trouble(HUB, 2, True, 0.7, 6.0),
        own_power=True,
    ),
    eventful(drawn_evening(22, 5), Trouble(HUB, 2, True, 0.7, 6.0)),
)
"""Evenings with failures, in which planted leaks are looked for until they show.

The power is cut as they mark, and then the marks find the disk full; the factions find it full, and then, one
after the other as they mark, display and card are gone and the hub's cable is out; in one, that cable alone.
"""

AGAIN, GOES_ON = "a press lost on the line and sent again", "a game that goes on"

WHERE = {
    AGAIN: (eventful(_MARKED, Trouble(LINE, 2, True, 0.1, 60.0)),),
    GOES_ON: (
        eventful(_MARKED, Trouble(RESTART, 3, True, 0.5, 5.0), roster=NAMES),
        eventful(_MARKED, Trouble(POWER, 3, True, 0.5, 5.0), own_power=True, roster=NAMES),
    ),
}
"""By kind, evenings in which something else fails.

The line loses bytes as they mark; the service, or the power, ends then, in a game of people with names.
"""


def instead(owner: Any, name: str, do: Callable[..., Any]) -> None:
    """Have this done in place of a method; it is given the method, and then what that would be given."""
    method = getattr(owner, name)
    setattr(owner, name, lambda *given, **named: do(method, *given, **named))


def down(table: Table) -> int:
    return len(table.pads._reports._down)


def pressed(table: Table) -> list[int]:
    """The pads pressed so far, before a power cut too."""
    pads: list[int] = vars(table).setdefault("pressed", [])
    return pads


def remembering(plant: Plant) -> Plant:
    """Planted in a box that keeps in mind which pads were pressed."""

    def planted(table: Table) -> None:
        def moved(method: Callable[..., None], heard: Any, now: float) -> None:
            if heard.move == PRESSED:
                pressed(table).append(pad_of(heard.switch))
            method(heard, now)

        instead(table.pads._reports, "_moved", moved)
        plant(table)

    return planted


def as_pads_are_lost(do: Callable[[Table, str, int], tuple[str, int] | None]) -> Plant:
    """Told why, and which register is not read; gives what the box is to say instead, or None for nothing."""

    def planted(table: Table) -> None:
        def lose(method: Callable[..., None], cause: str, now: float, register: int = 0) -> None:
            said = do(table, cause, register) if table.pads._reports.there else (cause, register)
            if said:
                method(said[0], now, said[1])

        instead(table.pads._reports, "_lose", lose)

    return remembering(planted)


def as_a_choice_is_unwritten(do: Callable[[Table, Any], object]) -> Plant:
    """When the journal cannot take a choice: told its value."""

    def planted(table: Table) -> None:
        def choose(method: Callable[..., None], session: int, name: str, value: Any, *more: Any) -> None:
            try:
                method(session, name, value, *more)
            except JournalError:
                do(table, value)
                raise

        instead(table.journal, "choose", choose)

    return planted


def in_power_again(do: Callable[[Table, list[int]], object]) -> Plant:
    """When the box has power again: told which pads were pressed before."""

    def planted(table: Table) -> None:
        if pads := pressed(table):
            do(table, pads)

    return remembering(planted)


def as_a_line_comes(do: Callable[[Table, int], object], ahead: Callable[[int], bool]) -> Plant:
    """When an event is not the one expected but so far ahead of it: told its count."""

    def planted(table: Table) -> None:
        link = table.pads._link

        def in_order(method: Callable[..., bool], seq: int, now: float) -> bool:
            if ahead(seq - link._expected):
                do(table, seq)
            return method(seq, now)

        instead(link, "_in_order", in_order)

    return planted


def as_the_hub_is_asked_again(do: Callable[[Table, Any], object]) -> Plant:
    """In the firmware, whenever the host wants events once more: told its link."""

    def planted(table: Table) -> None:
        link = table.hub._hub._link

        def acknowledged(method: Callable[..., None], seq: int, again: int, now: int) -> None:
            method(seq, again, now)
            if again:
                do(table, link)

        instead(link, "_acknowledged", acknowledged)

    return planted


def as_a_game_goes_on(do: Callable[[Table, tuple[str, ...], list[int]], object]) -> Plant:
    """Told the names at the table, and the seats that conspire or marked, as they were written down."""

    def planted(table: Table) -> None:
        def resume(method: Callable[[Any], str], waiting: Any) -> str:
            hidden = [
                seat for one in waiting.logged if one.secret for seat in _conspirators(one.choice.value)
            ]
            do(table, waiting.session.people, hidden)
            return method(waiting)

        instead(table.evening, "_resume", resume)

    return planted


def passing_on_faults(part: Callable[[Table], Any], passes: Callable[[Table], object]) -> Plant:
    """What is wrong with a part goes no further unless this holds."""

    def planted(table: Table) -> None:
        def fault(method: Callable[[str, str], None], name: str, what: str) -> None:
            if passes(table):
                method(name, what)

        instead(part(table), "_fault", fault)

    return remembering(planted)


def _an_odd_number(table: Table) -> int:
    return len(pressed(table)) % 2


def _conspirators(value: Any) -> list[int]:
    """The seats whose thumb was down, or that marked somebody."""
    marks = value.items() if isinstance(value, dict) else ()
    return [int(seat) for seat, one in marks if one and one not in ("up", "protect")]


def _a_full_disk_told_for_odd_seats(table: Table) -> None:
    unwritten: set[int] = set()  # each is tried twice
    as_a_choice_is_unwritten(lambda table, value: unwritten.update(_conspirators(value)))(table)
    passing_on_faults(lambda table: table.evening._fault, lambda table: sum(unwritten) % 2)(table)


def _a_card_looked_for_with_a_thumb_down(table: Table) -> None:
    def look(method: Callable[[float], float | None], now: float) -> float | None:
        return method(now) if down(table) else now + 1.0

    instead(table.mixer._card, "look", look)


def _forgotten(table: Table, pads: list[int]) -> None:
    if len(pads) % 2:
        table.hands.inbox.post(Fault("pads", "dropped"))


def _busy(table: Table, seconds: float) -> None:
    table.clock._now += seconds


def _conspirators_first(table: Table, names: tuple[str, ...], hidden: list[int]) -> None:
    """The names of a table that goes on are rendered ahead, in the order in which the cards lie in memory."""
    for seat in sorted(range(1, len(names) + 1), key=lambda seat: seat not in hidden):
        table.renderer.want(f"{names[seat - 1]}, are you there?", False)


PLANTS: dict[str, dict[str, Plant]] = {
    AGAIN: {
        "a press heard twice, for a developer": as_a_line_comes(
            lambda table, seq: log.debug("Heard before."), lambda ahead: ahead < 0
        ),
        "a command given again where a press is missing": as_a_line_comes(
            lambda table, seq: put(table.pads._link, "_commanded_at", None), lambda ahead: ahead > 0
        ),
        "a snapshot whenever the hub is asked again": as_the_hub_is_asked_again(
            lambda table, link: put(link, "_snapshot", None)
        ),
        "damaged lines counted in the log": lambda table: after(
            table.pads._reports,
            "_snapshot",
            lambda *given: log.debug("%d lines were damaged.", table.pads._link._splitter.damaged),
        ),
    },
    GOES_ON: {
        "a commit for everybody who conspires": as_a_game_goes_on(
            lambda table, names, hidden: [table.journal.set_setting("seat", seat) for seat in hidden]
        ),
        "conspirators asked first, by name": as_a_game_goes_on(_conspirators_first),
        "the first who conspires by name, for a developer": as_a_game_goes_on(
            lambda table, names, hidden: log.debug("%s goes on.", names[hidden[0] - 1])
        ),
        "a voice as loud as seats that hide something": as_a_game_goes_on(
            lambda table, names, hidden: table.mixer.voice_volume(80 - sum(hidden) % 7)
        ),
    },
    "values in debug logs, errors and faults": {
        "a full disk that says what cannot be written": as_a_choice_is_unwritten(
            lambda table, value: log.error("Not written: %s", value)
        ),
        "lost pads that say how many thumbs were down": as_pads_are_lost(
            lambda table, cause, register: (f"{cause} {down(table)} were down.", register)
        ),
        "the lost register of the last presser": as_pads_are_lost(
            lambda table, cause, register: (cause, (pressed(table)[-1] + 3) // 4)
        ),
    },
    "a fault heeded only in one case": {
        "lost pads heeded after an odd number of presses": as_pads_are_lost(
            lambda table, cause, register: (cause, register) if len(pressed(table)) % 2 else None
        ),
        "a display missed only with a thumb down": passing_on_faults(
            lambda table: table.display._keeper._health, down
        ),
        "a card missed after an odd number of presses": passing_on_faults(
            lambda table: table.mixer._card, _an_odd_number
        ),
        "a card looked for only with a thumb down": _a_card_looked_for_with_a_thumb_down,
        "a full disk told after an odd number of presses": passing_on_faults(
            lambda table: table.evening._fault, _an_odd_number
        ),
        "a full disk told for odd seats that marked": _a_full_disk_told_for_odd_seats,
        "presses forgotten in a power cut, told of an odd number": in_power_again(_forgotten),
    },
    "sound that depends on who pressed last": {
        "a voice in power again, as loud as the last pad": in_power_again(
            lambda table, pads: table.mixer.voice_volume(80 - pads[-1])
        )
    },
    "a commit, checkpoint or flush at a secret press": {
        "commits in power again, one for every press": in_power_again(
            lambda table, pads: [table.journal.set_setting("pad", one) for one in pads]
        ),
    },
    "work that grows with a mark": {
        "a start that takes longer for every press": in_power_again(
            lambda table, pads: _busy(table, 0.001 * len(pads))
        )
    },
    "what is rendered ahead": {
        "a text in power again for the last presser": in_power_again(
            lambda table, pads: table.renderer.want(f"Pad {pads[-1]}.", False)
        )
    },
}
