"""The docstring of each central type has a correct example."""

from __future__ import annotations

import doctest
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from gm_appliance.core.cues import Cue
from gm_appliance.core.cues.screens import Lines, Screen
from gm_appliance.core.deciders import Beat
from gm_appliance.core.domains import Number, OneOf, PerSeat
from gm_appliance.core.game import AllSeats, Chance, Choice, Decision, Face, Game, Option, Step, Table
from gm_appliance.core.language import load
from gm_appliance.core.minds import Mind
from gm_appliance.core.observer import Observer
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL, Edge, Ports
from gm_appliance.devices.inbox import TableInbox, VirtualClock
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.devices.sound.voice import SilentVoice
from gm_appliance.host.agenda import Agenda
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.prompt import Prompt
from gm_appliance.host.session import Session
from gm_appliance.host.stage import Stage
from gm_appliance.pickers.ballot import Ballot
from gm_appliance.pickers.gestures import Hands
from gm_appliance.pickers.menu import Menu
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.session_log import NullSessionLog

CENTRAL: tuple[type, ...] = (
    *(Decision, Choice, OneOf, Number, PerSeat, Beat, Step, Option, Game, Mind),
    *(Play, Edge, Menu, Ballot, Hands, Journal, Prompt, Agenda),
)

VOCABULARY = {one.__name__: one for one in (Beat, Chance, AllSeats, Game, OneOf, Step, Table)}
"""Names an example may use in addition to those of its own module."""


class Blank:
    """A display, lamps and a table nobody looks at, and a narration without words."""

    def show(self, screen: Screen) -> None: ...

    def light(self, lit: frozenset[int]) -> None: ...

    def lay(self, items: Any) -> None: ...

    def ask(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return ()

    def again(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return ()

    def labels(self, decision: Decision, view: Any, face: Face) -> None:
        return None

    def remind(self, decision: Decision, view: Any, times: int) -> tuple[Cue, ...]:
        return ()

    def screen(self, decision: Decision, view: Any, face: Face, minutes: int) -> Screen:
        return Lines(decision.name)

    def lights(self, decision: Decision, view: Any) -> frozenset[int]:
        return frozenset()

    def under_cursor(self, decision: Decision, view: Any, face: Face) -> tuple[Cue, ...]:
        return ()

    def marked_seat(self, decision: Decision, view: Any, face: Face) -> int:
        return 0


@dataclass
class DownAndOk(Observer):
    """An observer that presses DOWN and then OK, whatever is asked."""

    inbox: TableInbox

    def asked(self, number: int, decision: Decision) -> None:
        self.inbox.press_at(1.0, PANEL, "down", 0.1, number)
        self.inbox.press_at(2.0, PANEL, "ok", 0.1, number)


def session() -> Session:
    """A session in which nothing ever fails."""
    inbox, blank = TableInbox(VirtualClock()), Blank()
    ports = Ports(inbox, blank, blank, SilentVoice(), SilentMixer(), blank)
    observer = DownAndOk(inbox)
    house, narration = Announcements(load("en")), cast(Any, blank)
    nothing: Game[int, int] = Game("nothing", 1, (), lambda _: 0, int, lambda _: None, _none, lambda _: None)
    return Session(
        Stage(ports, count(1), observer), house, observer, Play(nothing, {}), narration, NullSessionLog()
    )


def _none(state: int, choice: Choice) -> Step[int, int]:
    return Step(state)


def wrong_in(documented: type, **given: object) -> str:
    """Errors in a type's examples, or a complaint that it has none; "" if all is well."""
    finder = doctest.DocTestFinder(recurse=False, exclude_empty=True)
    found = finder.find(documented, documented.__name__, extraglobs={**VOCABULARY, **given})
    if not any(one.examples for one in found):
        return f"{documented.__name__} has no example"
    said: list[str] = []
    for one in found:
        doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(one, out=said.append)
    return "".join(said)


@pytest.mark.parametrize("documented", CENTRAL)
def test_a_central_type_has_an_example_and_it_is_right(documented: type, tmp_path: Path) -> None:
    given = {"folder": tmp_path, "session": session(), "narration": Blank(), "session_log": NullSessionLog()}
    assert wrong_in(documented, **given) == ""


class Right:
    """
    >>> 1 + 1
    2
    """


class Wrong:
    """
    >>> 1 + 1
    3
    """


class Raising:
    """
    >>> undefined
    """


class Silent:
    """No example."""


@pytest.mark.parametrize(
    ("planted", "said"),
    [(Wrong, "Expected:\n    3\nGot:\n    2"), (Raising, "NameError"), (Silent, "Silent has no example")],
)
def test_an_example_that_is_wrong_or_not_there_is_caught(planted: type, said: str) -> None:
    assert wrong_in(Right) == ""
    assert said in wrong_in(planted)
