"""Press hints: the gestures that a row of the table names, and no others, reach every choice.

The words are heard and seen at the table. Their effect is found by trying the row's gestures, and then
pressed at the panel and at pads.
"""

# Long: it finds out what each hint reaches, and tries that at the table.

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.game import (
    JSON,
    Clock,
    Decision,
    First,
    Grouped,
    Number,
    OneOf,
    Pad,
    Ready,
    Seat,
    Table,
)
from gm_appliance.core.language import load
from gm_appliance.core.people import NOBODY
from gm_appliance.core.ports import PANEL, Fault
from gm_appliance.core.values import replace
from gm_appliance.host.press_hints import ROWS, Row, row_of
from gm_appliance.host.prompt_words import beside
from gm_appliance.pickers import Hands, Picker, open_picker
from gm_appliance.pickers.gestures import HOLD, REPEAT
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from gm_appliance.testing.heard import fits
from tests.extraction import domains
from tests.host.asked_in_turn import GAME, Asks, Chosen, asking_in_turn

CALLED, PADLESS = (1, 2, 3), 9
"""Seats whose pads are called, and one that has none."""

CLOSE = Decision("close", Table(), OneOf(("close",)))
LATE = Decision("late", Clock(), OneOf(("late",)), limit=3600.0)
FREE = OneOf(("thor", "odin", "hel"))
THUMBS = OneOf(("down", "up"))
GROUPS = Grouped(
    ("odin-5", "odin-3", "thor-4", "thor-2", "thor-0", "card"), sizes=(2, 3, 1), starts=(0, 2, 0)
)

SHAPES: Mapping[str, Decision] = {
    one.name: one
    for one in (
        Decision("ready", Table(), Ready(("dealt",))),
        Decision("ready-late", Table(), Ready(("dealt",)), also=(LATE,)),
        Decision("ready-or", Table(), Ready(("dealt",)), also=(CLOSE,)),
        Decision("ready-pad", Seat(2), Ready(("dealt",))),
        Decision("ready-pad-or", Seat(2), Ready(("dealt",)), also=(CLOSE,)),
        Decision("ready-padless", Seat(PADLESS), Ready(("dealt",))),
        Decision("several", Table(), FREE),
        Decision("several-none", Table(), FREE, at=-1),
        Decision("several-said", Seat(2), FREE, at=-1, said_first=True),
        Decision("several-pad", Seat(2), FREE, also=(LATE,)),
        Decision("several-pad-or", Seat(3), FREE, also=(CLOSE,)),
        Decision("several-padless", Seat(PADLESS), FREE),
        Decision("pass", Table(), OneOf(("thor", "odin", "pass"))),
        Decision("pass-pad", Seat(2), OneOf(("thor", "odin", "pass"))),
        Decision("pass-padless", Seat(PADLESS), OneOf(("thor", "pass"))),
        Decision("first-up", First(CALLED, "press-up"), OneOf(CALLED), also=(CLOSE,)),
        Decision("first-down", First(CALLED, "hold-down"), OneOf(CALLED)),
        Decision("first-padless", First((PADLESS, 10), "press-up"), OneOf((PADLESS, 10))),
        Decision("first-one", First((2,), "hold-down"), OneOf((2,))),
        Decision("number", Table(), Number(0, 5, 2)),
        Decision("number-pad", Seat(2), Number(1, 4, 1)),
        Decision("leaps", Table(), Number(-600, 600)),
        Decision("groups", Table(), GROUPS, at=4),
        Decision("groups-pad", Seat(2), GROUPS),
        Decision("thumb", Table(), THUMBS),
        Decision("thumb-pad", Seat(2), THUMBS),
        Decision("secret", Seat(2), THUMBS, secret=True),
        Decision("secret-padless", Seat(PADLESS), OneOf(("conspire", "protect")), secret=True),
        Decision("call", Pad(11), OneOf((0, 4, 5))),
    )
}


class Press(NamedTuple):
    source: int
    button: str
    seconds: float


def sources(decision: Decision) -> tuple[int, ...]:
    who, domain = decision.who, decision.domain
    if isinstance(who, First):
        return who.seats
    if isinstance(who, Pad):
        assert isinstance(domain, OneOf)
        return tuple(int(pad) for pad in domain.options if pad)
    return (who.seat,) if isinstance(who, Seat) else ()


def possible(row: Row, decision: Decision, pad_button: str) -> list[Press]:
    """The presses by somebody who makes only these gestures. A hold may last."""
    made = []
    for where, button, kind in row.gestures:
        lasting: tuple[float, ...] = (0.1,) if kind != "hold" else (HOLD + 0.05,)
        if where == "panel" and kind == "hold":
            lasting = tuple(HOLD + REPEAT * repeats + 0.05 for repeats in (0, 8, 20))
        for source in sources(decision) if where == "pad" else (PANEL,):
            named = button if where == "panel" or names_a_thumb(row) else pad_button
            made += [Press(source, named, seconds) for seconds in lasting]
    return made


def pressed(picker: Picker, press: Press) -> Picker:
    """The picker after a press that goes through `Hands`, as in the host."""
    hands, gestures = Hands().edge(press.source, press.button, True, 1.0, 0)
    if press.source != PANEL and press.seconds > HOLD:
        hands, more = hands.edge(press.source, press.button, True, 1.0 + HOLD, 0)
        gestures += more
    hands, more = hands.wake(1.0 + press.seconds)
    _hands, last = hands.edge(press.source, press.button, False, 1.0 + press.seconds, 0)
    for gesture in (*gestures, *more, *last):
        if picker.choice is None:
            picker = picker.on(gesture)
    return picker


@cache
def reached(row: Row, decision: Decision, pad_button: str = "up") -> dict[tuple[str, JSON], list[Press]]:
    start = open_picker(decision)
    assert start is not None
    able, seen = possible(row, decision, pad_button), {state(start)}
    found: dict[tuple[str, JSON], list[Press]] = {}
    ways: list[tuple[Picker, list[Press]]] = [(start, [])]
    for picker, way in ways:
        for press in able:
            after, path = pressed(picker, press), [*way, press]
            if after.choice:
                found.setdefault((after.choice.name, after.choice.value), path)
            elif state(after) not in seen:
                seen.add(state(after))
                ways.append((after, path))
    return found


def state(picker: Picker) -> tuple[Any, ...]:
    return tuple(getattr(picker, name, None) for name in ("at", "value", "leap", "leaps", "thumb"))


def choices(decision: Decision) -> set[tuple[str, JSON]]:
    found: set[tuple[str, JSON]] = set()
    for one in decision.open():
        if isinstance(one.domain, Number):
            found |= {(one.name, number) for number in range(one.domain.lo, one.domain.hi + 1)}
        elif isinstance(one.domain, OneOf) and not isinstance(one.who, Clock):
            found |= {(one.name, value) for value in one.domain.options}
    return found


_SIGNS = {"▲": "up", "▼": "down", "↑": "up", "↓": "down"}
_HOW = re.compile(r"\b(tap|hold|press|thumb)(?: thumb)? (up|down)\b")


def names_a_thumb(row: Row) -> bool:
    """Whether the words name one of a pad's two buttons; otherwise either is meant."""
    return bool(named(row.said.text) & {"up", "down"} or named(row.line.text) & {"up", "down"})


def plain(text: str) -> str:
    return "".join(f" {_SIGNS[one]} " if one in _SIGNS else one for one in text.lower()).replace("  ", " ")


def named(text: str) -> set[str]:
    return set(re.findall(r"\b(up|down|ok)\b", plain(text)))


def differences(row: Row) -> list[str]:
    buttons = {button for _where, button, _kind in row.gestures}
    if not names_a_thumb(row):
        buttons = {button for where, button, _kind in row.gestures if where == "panel"}
    wrong = [] if len({*row.gestures}) == len(row.gestures) else ["a gesture stands there twice"]
    both = named(row.said.text) | named(row.line.text)
    if both != buttons:
        wrong.append(f"its words name {sorted(both)}, its gestures {sorted(buttons)}")
    for text in (row.said.text, row.line.text):
        for how, button in _HOW.findall(plain(text)):
            kinds = {kind for _where, one, kind in row.gestures if one == button}
            if (how if how != "thumb" else "press") not in kinds:
                wrong.append(f"{text!r}, but {button} is meant by {sorted(kinds)}")
        if ("hold" in text.lower()) != any(kind == "hold" for _where, _button, kind in row.gestures):
            wrong.append(f"{text!r} says otherwise what is held")
    return wrong


def rows_told(decision: Decision, *, at_pad: bool) -> list[str]:
    other = beside(Asks(load("en"), NOBODY), decision, 0, at_pad=at_pad)
    return [row_of(decision, at_pad=at_pad), *(["beside"] if other else [])]


def unreached(names: Iterable[str], decision: Decision) -> set[tuple[str, JSON]]:
    """The choices that cannot be made by these rows' gestures, with either button if a pad's is not named."""
    wanted = choices(decision)
    for name in names:
        either = ("up",) if names_a_thumb(ROWS[name]) else ("up", "down")
        found = [reached(ROWS[name], decision, button).keys() for button in either]
        wanted -= {one for one in wanted if all(one in some for some in found)}
    return wanted


@pytest.mark.parametrize("name", ROWS)
def test_a_row_says_what_its_gestures_are(name: str) -> None:
    assert differences(ROWS[name]) == []


@pytest.mark.parametrize("decision", SHAPES.values(), ids=SHAPES)
def test_each_shape_has_a_row_that_reaches_every_choice(decision: Decision) -> None:
    for at_pad in {False, bool(sources(decision))}:
        assert unreached(rows_told(decision, at_pad=at_pad), decision) == set()


@pytest.mark.parametrize(
    ("name", "which"),
    [
        (name, which)
        for name, row in ROWS.items()
        for which, (where, _button, _kind) in enumerate(row.gestures)
        if where == "panel" or names_a_thumb(row)  # else either of the pad's buttons is meant
    ],
)
def test_a_row_with_a_wrong_button_is_found(monkeypatch: pytest.MonkeyPatch, name: str, which: int) -> None:
    gestures = [*ROWS[name].gestures]
    where, button, kind = gestures[which]
    gestures[which] = (where, {"up": "down", "down": "up", "ok": "back"}[button], kind)
    wrong = replace(ROWS[name], gestures=tuple(gestures))
    monkeypatch.setitem(ROWS, name, wrong)
    told = [(one, rows_told(one, at_pad=at_pad)) for one in SHAPES.values() for at_pad in (False, True)]
    assert differences(wrong) or any(unreached(names, one) for one, names in told if name in names)


_SPELT = re.compile(r"[↑↓]|\bOK: |, then OK")


def test_no_game_spells_the_buttons_that_choose() -> None:
    said = {text for domain in domains() for one in domain.sentences() for text in one.texts}
    assert any(map(_SPELT.search, said))  # the house does
    games = [one for domain in domains() for one in domain.sentences() if "/games/" in one.file]
    assert len(games) > 500
    assert [text for one in games for text in one.texts if _SPELT.search(text)] == []


SitsDown: TypeAlias = "Callable[..., VirtualTable]"


def calls(*seats: int) -> list[Decision]:
    """Calls of pads: each seat has the pad of its number, and the last one has none."""
    return [Decision("seat-pad", Pad(seat), OneOf(tuple(range(16)))) for seat in (*seats, PADLESS)]


@pytest.fixture
def sits_down(tmp_path: Path) -> Iterator[Callable[..., VirtualTable]]:
    """Opens tables that ask these decisions, one after the other."""
    with ExitStack() as open_tables:

        def begins(*asked: Decision, called: Sequence[int] = CALLED) -> VirtualTable:
            registry = asking_in_turn(*calls(*called), *asked)
            table = open_tables.enter_context(evening(tmp_path, registry=registry))
            table.decides("menu.game", GAME)
            for seat in (*called, PADLESS):
                table.decides("seat-pad", seat if seat != PADLESS else 0)
            return table

        yield begins


class Hint(NamedTuple):
    """The hint as said and as shown; the one about the panel meanwhile; and whether it came at once."""

    said: str
    line: str
    beside: tuple[str, ...]
    at_once: bool = False


_AT_PANEL = ROWS["beside"].said.text.removeprefix("{what}")


def hint_heard(table: VirtualTable, name: str) -> Hint:
    """The hint, after checking what is said at once, after ten silent seconds, and on REPEAT."""
    table.hears(Asked(name))
    asked = max(at for at, one in enumerate(table.heard) if fits(Asked, one.what))
    opening = said_since(table, asked, 9.0)
    silence = said_since(table, len(table.heard), 12.0)
    question, hint = hint_repeated(table, name)
    assert silence == [f"Short question: {name}.", hint.said, *hint.beside]
    at_once = opening == [*question, hint.said, *hint.beside]
    assert at_once or opening == question
    return hint._replace(at_once=at_once)


def hint_repeated(table: VirtualTable, name: str) -> tuple[list[str], Hint]:
    before = len(table.heard)
    table.taps(PANEL, "repeat")
    said = said_since(table, before, 9.0)
    assert len({*said}) == len(said)
    at_panel = tuple(one for one in said if one.endswith(_AT_PANEL))
    *question, hint = said[: len(said) - len(at_panel)]
    assert question[0] == f"Whole question: {name}."
    screen = table.screen
    line = screen.lines[-1] if isinstance(screen, Lines) else str(getattr(screen, "hint", ""))
    return question, Hint(hint, line, at_panel)


def said_since(table: VirtualTable, before: int, seconds: float) -> list[str]:
    table.hears_out(seconds)
    return [one.what.text for one in table.heard[before:] if fits(Said, one.what)]


def row_meant(hint: Hint) -> Row:
    (row,) = (row for row in ROWS.values() if row.said.text == hint.said)
    before, _leap, after = row.line.text.partition("{leap}")
    assert hint.line.startswith(before)
    assert hint.line.endswith(after)
    return row


def values(decision: Decision) -> Iterator[tuple[str, JSON]]:
    """All values, or some of many numbers."""
    for one in decision.open():
        if isinstance(one.domain, Number):
            some = (one.domain.lo, one.domain.start, one.domain.start + 1, 237, one.domain.hi)
            yield from ((one.name, value) for value in some if one.domain.contains(value))
        elif isinstance(one.domain, OneOf) and not isinstance(one.who, Clock):
            yield from ((one.name, value) for value in one.domain.options)


def test_what_is_said_is_all_it_takes_at_panel_and_pads(sits_down: SitsDown) -> None:
    steps = [(shape, value) for shape in SHAPES.values() for value in values(shape)]
    table = sits_down(*(decision for decision, _value in steps))
    known = {(PANEL, "No pad there? Press OK.")}  # pads were called before
    for decision, (name, value) in steps:
        hint = hint_heard(table, decision.name)
        who = decision.who.seat if isinstance(decision.who, Seat) else PANEL
        assert hint.at_once == ((who, hint.said) not in known), "told until it was done once"
        ways = reached(row_meant(hint), decision)
        if (name, value) not in ways:  # what the table does at the panel meanwhile
            assert hint.beside == (f"{str(value).capitalize()}{_AT_PANEL}",)
            ways = reached(ROWS["beside"], decision)
        known.add((who, hint.said))
        for press in ways[name, value]:
            table.holds(*press)
            table.advance(0.1)
        table.hears(Chosen(name, value))


@pytest.mark.parametrize("what", ["missing", "lost", "none", "unplugged", "comes-and-goes", "other-protocol"])
@pytest.mark.parametrize("name", ["several-pad", "pass-pad", "first-up"])
def test_where_no_pad_is_heard_any_more_the_panel_is_told_of(
    sits_down: SitsDown, name: str, what: str
) -> None:
    table = sits_down(SHAPES[name], SHAPES[name])
    at_pad = row_meant(hint_heard(table, name))
    assert {where for where, _button, _kind in at_pad.gestures} == {"pad"}
    table.post(Fault("pads", what))
    table.hears_out(30.0)  # it is told, and asked once more
    at_panel = row_meant(hint_repeated(table, name)[1])
    assert at_panel == ROWS["list"]
    (wanted, way), *_others = reached(at_panel, SHAPES[name]).items()
    for press in way:
        table.holds(*press)
        table.advance(0.1)
    table.hears(Chosen(*wanted))
    assert row_meant(hint_heard(table, name)) == at_panel
    table.post(Fault("pads", "back"))
    table.hears_out(30.0)
    assert row_meant(hint_repeated(table, name)[1]) == at_pad


@pytest.mark.parametrize("somebody_else", [False, True])
def test_a_pad_that_nobody_called_counts_once_it_was_used(sits_down: SitsDown, somebody_else: bool) -> None:
    """A press without effect may be a late secret one, so it does not count."""
    asked = SHAPES["several-pad"]
    table = sits_down(SHAPES["several"] if somebody_else else asked, asked, called=())
    table.hears(Asked)
    table.taps(2, "down")
    table.answers("thor")
    assert row_meant(hint_heard(table, asked.name)) == ROWS["list" if somebody_else else "list.pad"]
