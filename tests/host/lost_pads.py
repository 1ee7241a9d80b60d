"""Lost seat pads: the faults, and the table's messages about them."""

from __future__ import annotations

from itertools import takewhile

from gm_appliance.core.ports import Fault
from gm_appliance.testing import Announced, Asked, Said, VirtualTable
from gm_appliance.testing.heard import What, fits

LOST, BACK = Fault("pads", "lost"), Fault("pads", "back")


def announces(table: VirtualTable, *names: str) -> Said:
    """Assert that these announcements come with nothing between; returns the last sentence."""
    for name in names:
        said: Said = table.hears(Said)
        at = next(at for at, one in enumerate(table.heard) if one.what is said)
        assert table.heard[at - 1].what == Announced(name), said
    return said


def is_asked_again(table: VirtualTable, question: Said) -> None:
    """Assert that this question is the next sentence, followed by a press hint."""
    assert table.hears(Said) == question
    table.hears(Said)


def said_after(table: VirtualTable, what: What) -> list[str]:
    """The sentences since this happened last, until something was asked."""
    heard = [one.what for one in table.heard]
    since = max(at for at, one in enumerate(heard) if fits(what, one)) + 1
    return [one.text for one in takewhile(lambda one: not fits(Asked, one), heard[since:]) if fits(Said, one)]


def is_begun_again(table: VirtualTable, name: str, announced: str, told: list[str]) -> None:
    """Assert that the last choice and the state of the game are told between this and the question."""
    table.hears(Asked(name))
    _announcement, *said = said_after(table, Announced(announced))
    assert said[: len(told)] == told
    assert said[len(told) :], "it is said where the game stands"
