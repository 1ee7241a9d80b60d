"""Nothing that may end up in a log or a traceback shows a secret: not the state, no picker, no choice."""

from __future__ import annotations

import gc
import logging
import re
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from gm_appliance.app.unfinished import fold
from gm_appliance.core.game import Choice, Decision, GameError, IllegalChoice
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Edge
from gm_appliance.core.values import Value
from gm_appliance.host.loop import Host
from gm_appliance.host.window import Window
from gm_appliance.pickers import open_picker, presses
from gm_appliance.storage.journal import Journal, JournalError
from tests.secrecy.drawn import NEVER, Evening, Secrets
from tests.secrecy.evening import GAME, Box, Run, play, the_box
from tests.secrecy.tampered import Peep, overhear, windowed

SECRET = re.compile(r"['\"](conspire|protect|down|up)['\"]")
EVENING = Evening(5, 8, {"players": 8, "roll_call": "no"}, 30, logging.DEBUG)


class Reprs:
    """A box whose things are turned into text at every turn of an evening."""

    def __init__(self) -> None:
        self.seen: dict[str, set[str]] = {}
        self.pickers: list[tuple[str, str]] = []
        self.pressed = 0

    def note(self, *things: object) -> None:
        for thing in things:
            self.seen.setdefault(type(thing).__name__, set()).add(repr(thing))

    def box(self) -> Box:
        real, notes = the_box(), self
        peep = Peep(real.game)

        class Noting(Host):
            def __init__(self, *parts: Any) -> None:
                super().__init__(*parts)
                overhear(self, self._edge)

            def _edge(self, edge: Edge) -> None:
                session = self._session
                if not session.play.view.factions:
                    stage = session.stage
                    notes.note(
                        peep.state, session.play, stage._hands, stage, session.session_log, session, self
                    )

            def _take(self, decision: Decision, choice: Choice) -> Any:
                told = super()._take(decision, choice)
                notes.note(choice, self._session.play.taken[-1])
                return told

        class Listening(Window):
            def _listen(self, until: float) -> None:
                super()._listen(until)
                notes.note(self)
                if self._decision.secret:
                    picker: Any = self._picker
                    notes.pressed += len(picker.pressed)
                    notes.pickers.append((repr(picker), repr(open_picker(self._decision))))

        return windowed(Box(peep.game, real.narration, Noting), Listening)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Reprs, Run]:
    reprs = Reprs()
    with Journal(tmp_path_factory.mktemp("journal") / "state" / "journal.sqlite") as journal:
        run = play(EVENING, Secrets(0, NEVER), reprs.box(), journal)
        session = journal.running()
        assert session is not None
        for entry in journal.entries(session.id):
            reprs.note(entry)
    return reprs, run


def test_no_repr_shows_a_faction_or_a_thumb(evening: tuple[Reprs, Run]) -> None:
    reprs, run = evening
    assert len(run.windows) >= 4
    expected = {"State", "Play", "Hands", "Choice", "Taken", "JournalEntry", "Book", "Hosting", "Stage"}
    expected |= {"Session", "Listening"}
    assert expected <= set(reprs.seen)
    for kind, texts in reprs.seen.items():
        assert [text for text in texts if SECRET.search(text)] == [], kind


def test_a_secret_picker_looks_as_if_nobody_had_pressed(evening: tuple[Reprs, Run]) -> None:
    reprs, _run = evening
    assert reprs.pressed > 20
    for pressed, fresh in reprs.pickers:
        assert pressed == fresh


@pytest.mark.parametrize(
    "telling",
    [
        lambda state: repr(dict(state.factions)),
        lambda state: f"State(view={state.view!r}, thumbs={ {1: 'up'} })",
    ],
    ids=("factions", "thumbs"),
)
def test_a_telling_repr_is_caught(telling: Callable[[Any], str]) -> None:
    peep = Peep(the_box().game)
    real = the_box()
    play(EVENING, Secrets(0, NEVER), Box(peep.game, real.narration, real.host))
    assert SECRET.search(telling(peep.state))


# ---------------------------------------------------------------- all that the host holds


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


def texts_held(run: int, hide: Callable[[Host, Any], None] = lambda host, choice: None) -> list[set[str]]:
    """The texts of all that the host holds after each choice, until factions are told.

    run: its secrets are its own; all that is public is the same in all runs.
    hide: puts something into the host after a choice.
    """
    texts, real = list[set[str]](), the_box()

    class Noting(Host):
        def _take(self, decision: Decision, choice: Choice) -> Any:
            told = super()._take(decision, choice)
            if not self._session.play.view.factions:
                hide(self, choice)
                texts.append({*filter(_TELLING.search, (_AT.sub("", repr(one)) for one in held(self)))})
            return told

    play(EVENING, Secrets(run, NEVER), Box(real.game, real.narration, Noting))
    return texts


def test_all_that_the_host_holds_looks_alike_whoever_conspires() -> None:
    one, other = texts_held(0), texts_held(1)
    assert len(one) > 20
    assert sum(map(len, one)) > 2000
    assert one == other


class Kept(Value):
    """A class that nobody has heard of yet."""

    value: Any


Kept.__module__ = "gm_appliance.new"


@pytest.mark.parametrize("place", ["an attribute", "a list", "a closure"])
def test_whatever_new_would_tell_a_secret_is_found(place: str) -> None:
    def hide(host: Host, choice: Choice) -> None:
        kept = Kept(choice.value)
        new: Any = {"an attribute": kept, "a list": [[kept]], "a closure": lambda: kept}[place]
        vars(host._stage)["new"] = new

    assert texts_held(0, hide) != texts_held(1, hide)


# ---------------------------------------------------------------- what goes wrong with a secret in hand


def _in_vain(play: Play, journal: Journal, choice: Choice) -> Iterator[Callable[[], object]]:
    """What cannot be done with a choice. Each is legal but for its place, so its value is the true one."""
    decision, other = play.decision, Choice("nobody.asked", choice.value)
    assert decision is not None
    first = journal.begin(GAME, play.game.rules, dict(play.options), "en", now=0.0)
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


def texts_of_errors(run: int, folder: Path) -> list[str]:
    """As Python prints them, with all that led to them, at every secret choice of an evening."""
    texts, real = list[str](), the_box()
    with Journal(folder / f"{run}" / "journal.sqlite") as journal:

        class Failing(Host):
            def _commit(self, decision: Decision, choice: Choice) -> Any:
                for does in _in_vain(self._session.play, journal, choice) if decision.secret else ():
                    with pytest.raises((GameError, ValueError, JournalError)) as failed:
                        does()
                    texts.append("".join(traceback.format_exception(failed.value)))
                return super()._commit(decision, choice)

        play(EVENING, Secrets(run, NEVER), Box(real.game, real.narration, Failing))
    return texts


def test_no_error_tells_a_choice(tmp_path: Path) -> None:
    one, other = (texts_of_errors(run, tmp_path) for run in (0, 1))
    assert len(one) > 30
    assert one == other


def test_an_error_that_tells_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    demand = Decision.demand

    def demanded(decision: Decision, choice: Choice) -> Decision:
        try:
            return demand(decision, choice)
        except IllegalChoice as error:
            raise IllegalChoice(f"{error} It was {choice.value}.") from None

    monkeypatch.setattr(Decision, "demand", demanded)
    assert texts_of_errors(0, tmp_path) != texts_of_errors(1, tmp_path)
