"""Nothing that may end up in a log or a traceback shows a secret: not the state, no picker, no choice."""

from __future__ import annotations

import gc
import re
import traceback
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from gm_appliance.app.unfinished import fold
from gm_appliance.core.game import AllSeats, Choice, Decision, GameError, IllegalChoice, Seat
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Edge
from gm_appliance.core.values import Value
from gm_appliance.host.loop import Host
from gm_appliance.host.window import Window
from gm_appliance.pickers import presses
from gm_appliance.storage.journal import Journal, JournalError
from tests.secrecy.any_evening import Kept, evenings
from tests.secrecy.any_game import Box, Plant, play
from tests.secrecy.compare import leak
from tests.secrecy.published import PUBLISHED
from tests.secrecy.tampered import overhear

pytestmark = pytest.mark.many

TEXTS = "texts of the host"
"""The port at which they are written down."""


def pairs(name: str, plant: Plant) -> Iterator[tuple[Kept, Kept]]:
    for evening in islice(evenings(name, 16), 2):
        first = play(evening, plant=plant)
        assert first.exit == 0
        yield first, play(evening, first, plant)


def held(root: object) -> Iterator[object]:
    """The box's own things that can be reached from here, closures included, with a repr of their own."""
    seen, found = set[int](), [*vars(root).values()]
    for one in found:  # it grows
        module = type(one).__module__
        if id(one) in seen or isinstance(one, type | ModuleType) or module.startswith("tests"):
            continue
        seen.add(id(one))
        if isinstance(one, FunctionType):
            found += [*(one.__closure__ or ()), *(one.__defaults__ or ())]
        else:
            found += gc.get_referents(one)
        told = any("__repr__" in vars(kind) for kind in type(one).__mro__[:-1])
        if told and module.startswith("gm_appliance"):
            yield one


_AT, _TELLING = re.compile(r" at 0x[0-9a-f]+"), re.compile(r"[^(]\)$")


def noting(hide: Callable[[Host, Any], None] = lambda host, choice: None) -> Plant:
    """Writes the texts of all that the host holds after each choice, and of what is at work at every press.
    hide: puts something into the host after a choice."""

    def plant(box: Box) -> None:
        class Listening(Window):
            def _listen(self, until: float) -> None:
                super()._listen(until)
                texts.update(map(repr, (self, self._picker)))

        class Noting(Host):
            def __init__(self, *parts: Any) -> None:
                super().__init__(*parts)
                overhear(self, self._edge)

            def _edge(self, edge: Edge) -> None:
                session, stage = self._session, self._stage
                texts.update(map(repr, (session, session.play, stage, stage._hands, edge.prompt_id, self)))

            def _ask(self, decision: Decision) -> Any:
                return Listening(self._session, decision).run() if decision.beats else super()._ask(decision)

            def _take(self, decision: Decision, choice: Choice) -> Any:
                told = super()._take(decision, choice)
                hide(self, choice)
                texts.update(filter(_TELLING.search, map(repr, held(self))))
                box.outputs.put(TEXTS, repr(sorted({_AT.sub("", text) for text in texts})).encode())
                texts.clear()
                return told

        texts = set[str]()
        box.host = Noting

    return plant


@pytest.mark.parametrize("name", PUBLISHED)
def test_all_that_the_host_holds_looks_alike_whatever_is_secret(name: str) -> None:
    for first, other in pairs(name, noting()):
        assert leak(first, other) is None
        assert sum(len(output.data) for output in first.outputs if output.port == TEXTS) > 20_000


class New(Value):
    """A class that nobody has heard of yet."""

    value: Any


New.__module__ = "gm_appliance.new"


@pytest.mark.parametrize("place", ["an attribute", "a list", "a closure"])
def test_whatever_new_would_tell_a_secret_is_found(place: str) -> None:
    def hide(host: Host, choice: Choice) -> None:
        new = New(choice.value)
        vars(host._stage)["new"] = {"an attribute": new, "a list": [[new]], "a closure": lambda: new}[place]

    assert any(leak(first, other) for first, other in pairs("gotterdammerung", noting(hide)))


def _in_vain(play: Play, journal: Journal, choice: Choice) -> Iterator[Callable[[], object]]:
    """What cannot be done with a choice. Each is legal but for its place, so its value is the true one."""
    decision, other = play.decision, Choice("nobody.asked", choice.value)
    assert decision is not None
    first = journal.begin(play.game.name, play.game.rules, dict(play.options), "en", now=0.0)
    yield lambda: play.take(other)
    yield lambda: play.game.apply(play._now.state, other)
    yield lambda: decision.demand(other)
    yield lambda: presses(decision, other)
    yield lambda: fold(journal.sessions()[first - 1], [other])
    yield lambda: journal.choose(first + 1, choice.name, choice.value, True, 0.0)
    for value in ([choice.value, float("nan")], {1: choice.value}, [choice.value, choice]):
        yield lambda value=value: journal.choose(first, choice.name, value, True, 0.0)  # type: ignore[misc]
        yield lambda value=value: play.take(Choice(choice.name, value))  # type: ignore[misc]
    journal.keep_aside(first, "given up")
    yield lambda: journal.choose(first, choice.name, choice.value, True, 0.0)


def failing(folder: Path) -> Plant:
    """Writes down the errors at every choice that people make in secret, with all that led to them."""
    runs = count()

    def plant(box: Box) -> None:
        journal = box.while_it_runs.enter_context(Journal(folder / f"{next(runs)}" / "journal.sqlite"))

        class Failing(Host):
            def _commit(self, decision: Decision, choice: Choice) -> Any:
                people = decision.secret and isinstance(decision.who, AllSeats | Seat)
                for does in _in_vain(self._session.play, journal, choice) if people else ():
                    with pytest.raises((GameError, ValueError, JournalError)) as failed:
                        does()
                    box.outputs.put(TEXTS, "".join(traceback.format_exception(failed.value)).encode())
                return super()._commit(decision, choice)

        box.host = Failing

    return plant


def errors_tell(name: str, folder: Path) -> bool:
    told, errors = False, 0
    for first, other in pairs(name, failing(folder)):
        told = told or leak(first, other) is not None
        errors += sum(output.port == TEXTS for output in first.outputs)
    assert errors > 20
    return told


@pytest.mark.parametrize("name", ["gotterdammerung", "werewolf"])
def test_no_error_tells_a_choice(name: str, tmp_path: Path) -> None:
    assert not errors_tell(name, tmp_path)


def test_an_error_that_tells_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    demand = Decision.demand

    def demanded(decision: Decision, choice: Choice) -> Decision:
        try:
            return demand(decision, choice)
        except IllegalChoice as error:
            raise IllegalChoice(f"{error} It was {choice.value}.") from None

    monkeypatch.setattr(Decision, "demand", demanded)
    assert errors_tell("gotterdammerung", tmp_path)
