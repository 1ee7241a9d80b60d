"""Changes between secret and open moments, around which a thumb is given blind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import NamedTuple, TypeAlias

from gm_appliance.core.ports import Fault
from gm_appliance.host.questions import UNASKED
from gm_appliance.pickers.gestures import HOLD
from gm_appliance.testing import Announced, Asked, AtBeat, VirtualTable, evening
from tests.scenes import accuse, passes, to_odin, to_the_first_vote
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR

AROUND = tuple(round(0.04 * step, 2) for step in range(-5, 11))
"""Seconds from the change at which the thumb is given."""

AFTER = tuple(offset for offset in AROUND if offset > 0)
"""The same where a thumb before the change is meant for it, and counts."""

PAUSED = (*AROUND, 0.6, 1.0, 1.9)
"""The same where nobody may ever hear of it."""

HELD = HOLD + 0.2
"""Seconds for which a button is down that is held."""


class Act(NamedTuple):
    """Something that happens `at` seconds from the change."""

    at: float
    does: Callable[[VirtualTable], None]


Acts: TypeAlias = "tuple[Act, ...]"


def press(at: float, source: int, button: str, held: float = 0.05) -> Acts:
    return (
        Act(at, lambda table: table.press(source, button)),
        Act(at + held, lambda table: table.press(source, button, down=False)),
    )


def hold(button: str) -> Acts:
    """At the panel, so that it is a hold just when the change is to come."""
    return press(-HOLD, PANEL, button, HELD)


def tap(button: str) -> Acts:
    """At the panel, so that it is a tap just when the change is to come."""
    return press(-0.05, PANEL, button)


def hears_of(part: str, what: str, at: float = 0.0) -> Acts:
    return (Act(at, lambda table: table.post(Fault(part, what))),)


def goes_on(table: VirtualTable, acts: Iterable[Act], seconds: float = 2.0, change: float = 1.0) -> None:
    """Perform these acts around a change in `change` seconds, and go on for `seconds` after it."""
    change += table.now
    for at, does in sorted(acts, key=lambda act: act.at):
        table.advance(max(0.0, change + at - table.now))
        does(table)
    table.advance(max(0.0, change + seconds - table.now))


class Blind(NamedTuple):
    """The thumb that is given blind; `none` in one of three runs."""

    thumb: str

    def at(self, offset: float, source: int = PANEL, held: float = 0.05) -> Acts:
        return () if self.thumb == "none" else press(offset, source, self.thumb, held)


@contextmanager
def alone(folder: Path) -> Iterator[VirtualTable]:
    """Odin is alone with the box, the first of all in a vote."""
    with evening(folder) as table:
        table.pads = {}
        to_the_first_vote(table, "booth")
        table.hears(Asked("council.booth", ODIN))
        table.advance(5)
        yield table


def is_asked_again(table: VirtualTable, seat: int = ODIN) -> None:
    table.hears(Asked("council.booth", seat))
    table.advance(5)


@contextmanager
def in_a_vote(folder: Path) -> Iterator[VirtualTable]:
    """All are about to vote at their pads on Thor."""
    with evening(folder) as table:
        to_odin(table)
        table.answers("pass")
        passes(table, "thor")
        accuse(table, ODIN, THOR, HEL)
        table.hears(Asked("council.vote"))
        yield table


def paused(folder: Path, blind: Blind) -> VirtualTable:
    with alone(folder) as table:
        for offset in PAUSED:
            goes_on(table, (*hold("repeat"), *blind.at(offset)))
            table.hears(Announced("paused"))
            table.taps(PANEL, "repeat")
            is_asked_again(table)
    return table


def after_a_pause(folder: Path, blind: Blind) -> VirtualTable:
    """Around REPEAT, which goes on."""
    with alone(folder) as table:
        for offset in AROUND:
            goes_on(table, hold("repeat"))
            goes_on(table, (*tap("repeat"), *blind.at(offset)))
            is_asked_again(table)
    return table


def taken_back(folder: Path, blind: Blind) -> VirtualTable:
    with alone(folder) as table:
        for offset in AROUND:
            goes_on(table, (*hold("back"), *blind.at(offset)))
            table.hears(Announced("taken-back"), Asked("council.defence"))
            table.advance(20)
            table.answers("done")
            is_asked_again(table)
    return table


def taken_back_to_the_seat_before(folder: Path, blind: Blind) -> VirtualTable:
    with alone(folder) as table:
        for offset in AROUND:
            table.answers("down")
            is_asked_again(table, ODIN + 1)
            goes_on(table, (*hold("back"), *blind.at(offset)))
            is_asked_again(table)
    return table


def questions(folder: Path, blind: Blind) -> VirtualTable:
    """BACK opens them, and closes them."""
    with alone(folder) as table:
        for offset in AROUND:
            goes_on(table, (*tap("back"), *blind.at(offset)))
            table.hears(Asked("questions"))
            table.taps(PANEL, "back")
            is_asked_again(table)
    return table


def after_questions(folder: Path, blind: Blind) -> VirtualTable:
    """BACK closes them, or nobody does."""
    with alone(folder) as table:
        for offset in AFTER:
            goes_on(table, tap("back"))
            goes_on(table, (*tap("back"), *blind.at(offset)))
            is_asked_again(table)
            goes_on(table, tap("back"), seconds=0.0)
            goes_on(table, blind.at(offset), change=UNASKED)
            is_asked_again(table)
    return table


def a_part_lost(folder: Path, blind: Blind) -> VirtualTable:
    with alone(folder) as table:
        for offset in AROUND:
            for what in ("lost", "back"):
                goes_on(table, (*hears_of("pads", what), *blind.at(offset)), seconds=8.0)
    return table


def asked_once_more(folder: Path, blind: Blind) -> VirtualTable:
    """REPEAT is tapped; and OK, with nothing to hand on yet."""
    with alone(folder) as table:
        for offset in AROUND:
            goes_on(table, (*tap("repeat"), *blind.at(offset)), seconds=15.0)
    for offset in AFTER:
        with alone(folder / f"{offset}") as other:
            goes_on(other, (*press(0.0, PANEL, "ok"), *blind.at(offset)), seconds=15.0)
        table.outputs += other.outputs
    return table


def handed_on(folder: Path, blind: Blind) -> VirtualTable:
    """Odin presses OK; BACK held takes that back again."""
    with alone(folder) as table:
        for offset in AFTER:
            table.taps(PANEL, "down")
            goes_on(table, (*press(0.0, PANEL, "ok"), *blind.at(offset)))
            is_asked_again(table, ODIN + 1)
            goes_on(table, hold("back"))
            is_asked_again(table)
    return table


def handed_on_by_the_last(folder: Path, blind: Blind) -> VirtualTable:
    """And OK once more: the words are skipped, and the council goes on."""
    left = []
    for offset in AFTER:
        with alone(folder / f"{offset}") as table:
            for seat in EVERYBODY[:-1]:
                table.answers("up")
                is_asked_again(table, seat + 1)
            table.taps(PANEL, "down")
            ok = (*press(0.0, PANEL, "ok"), *press(0.1, PANEL, "ok"))
            goes_on(table, (*ok, *blind.at(offset)), seconds=4.0)
            table.hears(Asked("council.accuse"))
        left += table.outputs
    table.outputs = left
    return table


def read_behind_back(folder: Path, blind: Blind) -> VirtualTable:
    """The rules behind BACK, page by page, once a thumb was given."""
    with alone(folder) as table:
        goes_on(table, blind.at(0.0))
        table.taps(PANEL, "back")
        table.hears(Asked("questions"))
        table.advance(1)  # no thumb counts right after a secret moment
        table.answers("rules")
        table.hears(Asked("questions"))
        table.taps(PANEL, "back")
        is_asked_again(table)
        table.advance(20)
    return table


def a_power_cut(folder: Path, blind: Blind) -> VirtualTable:
    """Before it, and as soon as the box can hear again. Odin's thumb is kept already, up or down."""
    with alone(folder) as table:
        table.answers("down" if blind.thumb == "down" else "up")
        is_asked_again(table, ODIN + 1)
        goes_on(table, blind.at(-0.1), seconds=0.0)
    left = [*table.outputs]
    for offset in AFTER:
        with evening(folder) as table:
            goes_on(table, blind.at(offset), change=0.0)
            table.ok()
            table.advance(60)
        left += table.outputs
    table.outputs = left
    return table


def before_a_vote_is_taken_back(folder: Path, blind: Blind) -> VirtualTable:
    """Thor, who would say at a pad that the defence is done, is early with a thumb, and may hold it."""
    with in_a_vote(folder) as table:
        for offset, held in product(AROUND, (0.05, HELD)):
            goes_on(table, (*hold("back"), *blind.at(offset, THOR, held)), change=HOLD)
            table.hears(Announced("taken-back"))
            if table.all_heard(Asked)[-1].name == "council.defence":
                table.answers("done")
            table.hears(Asked("council.vote"))
    return table


def a_vote_paused(folder: Path, blind: Blind) -> VirtualTable:
    """Presses were lost in it, of which nothing is said before."""
    with in_a_vote(folder) as table:
        for offset in PAUSED:
            table.hears(AtBeat("count"))
            heard = hears_of("pads", "dropped", at=-0.5)
            goes_on(table, (*heard, *hold("repeat"), *blind.at(offset, THOR)), seconds=8.0)
            table.hears(Announced("paused"))
            table.taps(PANEL, "repeat")
            table.hears(Asked("council.vote"))
        assert len(table.all_heard(Announced("pads-dropped"))) == len(PAUSED)
    return table


def a_cable_pulled_in_a_vote(folder: Path, blind: Blind) -> VirtualTable:
    """And put in again."""
    with in_a_vote(folder) as table:
        for offset in AROUND:
            table.hears(AtBeat("count"))
            for what in ("lost", "back"):
                goes_on(table, (*hears_of("pads", what), *blind.at(offset, THOR)), seconds=1.0)
            table.hears(Asked("council.vote"))
    return table


def a_vote_over(folder: Path, blind: Blind) -> VirtualTable:
    """OK skips the events, and the council goes on, where holding thumb down accuses."""
    left = []
    for offset in AFTER:
        with in_a_vote(folder / f"{offset}") as table:
            table.answers({f"{seat}": "up" for seat in EVERYBODY})
            table.hears(AtBeat("end"))
            acts = (*press(0.05, PANEL, "ok"), *blind.at(offset, HEL, HELD))
            goes_on(table, acts, change=0.0, seconds=4.0)
            table.hears(Asked("council.accuse"))
        left += table.outputs
    table.outputs = left
    return table


CHANGES: Mapping[str, Callable[[Path, Blind], VirtualTable]] = {
    change.__name__: change
    for change in (
        *(paused, after_a_pause, taken_back, taken_back_to_the_seat_before, questions, after_questions),
        *(a_part_lost, asked_once_more, handed_on, handed_on_by_the_last, a_power_cut, read_behind_back),
        *(before_a_vote_is_taken_back, a_vote_paused, a_cable_pulled_in_a_vote, a_vote_over),
    )
}
