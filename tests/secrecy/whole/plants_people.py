"""Leaks planted in bots, and in replays of an evening.

To add one, add a line to its kind in `PLANTS`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from gm_appliance.app import replay as replays
from gm_appliance.core.game import Decision
from gm_appliance.core.values import replace
from gm_appliance.pickers.presses import Stroke
from gm_appliance.storage.journal import JournalEntry, JournalReader
from tests.secrecy.whole.box import Plant, Table

Wait = tuple[float, float]


def conspires(people: Any, seat: int) -> bool:
    return bool(people._table.card_of(seat) == "conspire")


def _seat_of(people: Any, strokes: Sequence[Stroke]) -> int:
    """Whose pad these are pressed at; 0 for the panel."""
    pad = strokes[0].source
    return next((seat for seat, its in people._pads.items() if its == pad), pad)


def at_hand(do: Callable[[tuple[Stroke, ...], Wait, bool], tuple[tuple[Stroke, ...], Wait]]) -> Plant:
    """Wherever a bot that conspires presses its pad openly: told its strokes, how long it thinks, and
    whether it talks first."""

    def plant(table: Table) -> None:
        people = table.bots
        press = people._at_hand

        def pressed(prompt_id: int, strokes: tuple[Stroke, ...], wait: Wait) -> None:
            if conspires(people, _seat_of(people, strokes)):
                strokes, wait = do(strokes, wait, wait == people._temper.talk)
            press(prompt_id, strokes, wait)

        people._at_hand = pressed

    return plant


def when_asked(name: str, do: Callable[[Any, Decision], object]) -> Plant:
    """Before bots do what is named so: told of them, and what is asked."""

    def plant(table: Table) -> None:
        people = table.bots
        press = getattr(people, name)

        def pressed(prompt_id: int, decision: Decision, *seat: int) -> None:
            do(people, decision)
            press(prompt_id, decision, *seat)

        setattr(people, name, pressed)

    return plant


def _slow_when_it_conspires(people: Any, decision: Decision) -> None:
    seat = getattr(decision.who, "seat", 0)
    pause = (14.0, 15.0) if conspires(people, seat) else (7.0, 8.0)
    people._temper = replace(people._temper, pause=pause)


def _throws_for_conspirators(people: Any, _decision: Decision) -> None:
    for seat in people._seats():
        if conspires(people, seat):
            people._open.random()


def _silent_conspirators(table: Table) -> None:
    may = table.bots._may

    def is_free_to(decision: Decision, value: int | str) -> bool:
        accuses = decision.name.startswith("council.")
        return may(decision, value) and not (accuses and conspires(table.bots, int(value)))

    table.bots._may = is_free_to


BOTS: dict[str, Plant] = {
    "a bot that thinks longer when it conspires": at_hand(
        lambda strokes, wait, talks: (strokes, (wait[0] + 0.5, wait[1] + 0.5))
    ),
    "a bot that accuses at once when it conspires": at_hand(
        lambda strokes, wait, talks: (strokes, (0.4, 0.5) if talks else wait)
    ),
    "a bot that presses twice when it conspires": at_hand(
        lambda strokes, wait, talks: ((*strokes, strokes[-1]), wait)
    ),
    "a bot that accuses nobody when it conspires": _silent_conspirators,
    "a bot that is alone for longer when it conspires": when_asked("_press_alone", _slow_when_it_conspires),
    "a bot whose marks cost it an open throw": when_asked("_press_window", _throws_for_conspirators),
}


def _hidden(entry: JournalEntry) -> list[object]:
    """What was chosen in secret, one for each who pressed."""
    if not entry.secret:
        return []
    return [*entry.value.values()] if isinstance(entry.value, dict) else [entry.value]


def _marks(entries: Iterable[JournalEntry]) -> int:
    return sum(one not in ("up", "protect") for entry in entries for one in _hidden(entry))


def in_the_replay(tell: Callable[[Sequence[JournalEntry], list[str]], Iterable[str]]) -> Plant:
    """What is printed of a session is changed: told its choices, and the lines as they are."""

    def plant(table: Table) -> None:
        lines = replays._lines

        def told(session: Any, entries: Sequence[JournalEntry], *more: Any) -> Iterable[str]:
            return tell(entries, list(lines(session, entries, *more)))

        table.told_again.append(patch.object(replays, "_lines", told))

    return plant


def by_choice(tell: Callable[[JournalEntry, str], str | None]) -> Plant:
    """The line of every secret choice is changed, or left out."""

    def told(entries: Sequence[JournalEntry], lines: list[str]) -> Iterator[str]:
        secret = iter([entry for entry in entries if entry.secret])
        for line in lines:
            other = tell(next(secret), line) if line.endswith("(secret)") else line
            if other is not None:
                yield other

    return in_the_replay(told)


def _a_listing_that_counts(table: Table) -> None:
    sessions = replays.sessions

    def listed(journal: Path) -> Iterator[str]:
        reader = JournalReader(journal)
        numbers = [one.id for one in reader.sessions()]
        marks = [_marks(reader.entries(number)) for number in numbers]
        reader.close()
        yield from (f"{line} ({n})" for line, n in zip(sessions(journal), marks, strict=True))

    table.told_again.append(patch.object(replays, "sessions", listed))


def _a_refusal_that_knows(table: Table) -> None:
    ended = replays._ended

    def refused(reader: JournalReader, journal: Path, number: int) -> Any:
        try:
            return ended(reader, journal, number)
        except replays.StillRunning as error:
            raise replays.StillRunning(f"{error} ({_marks(reader.entries(number))})") from error

    table.told_again.append(patch.object(replays, "_ended", refused))


REPLAYS: dict[str, Plant] = {
    "a replay that counts marks in its heading": in_the_replay(
        lambda entries, lines: [f"{lines[0]} {_marks(entries)}", *lines[1:]]
    ),
    "a replay that counts marks where they were made": by_choice(
        lambda entry, line: f"{line} {_marks([entry])}"
    ),
    "a replay without choices of fewer than three marks": by_choice(
        lambda entry, line: line if _marks([entry]) > 2 else None
    ),
    "a secret as long as what was chosen": by_choice(
        lambda entry, line: line.replace("(secret)", "*" * len(json.dumps(entry.value)))
    ),
    "a listing that counts marks": _a_listing_that_counts,
    "a refusal that counts marks": _a_refusal_that_knows,
}

PLANTS: dict[str, dict[str, Plant]] = {
    "bots that think longer when they conspire": BOTS,
    "replays that count": REPLAYS,
}
"""By kind, then by name."""
