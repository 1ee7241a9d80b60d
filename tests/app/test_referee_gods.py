"""The second referee of Götterdämmerung notices every fact that is changed or left out."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.app.evenings import Options, play, with_disturbances
from tests.app.transcripts import Disagrees, Line, Referee
from tests.games import plain_gods as plain

pytestmark = pytest.mark.many

Lines = list[Line]
Fact: TypeAlias = "tuple[str | int, ...]"
"""The kind of line, its name, and the keys to a value; numbers in a dict are one key."""

GAMES: dict[str, Options] = {
    "pads": {},
    "thumbs": {"ballot": "thumbs"},
    "booth": {"ballot": "booth"},
    "totals": {"ballot": "booth", "count": "totals"},
}
EVENTFUL = "106"
DISTURBED = (0, 2)

JUDGED = ("decision", "choice", "event", "outcome")
LEFT_OUT = "left out"

ON_REQUEST = ("questions", "leave.end", "somebody.leaves", "somebody.comes", "night.void", "pad.broken")


def is_unjudged(fact: Fact, reason: str) -> bool:
    """Not judged: timetables, first-come gestures, questions on request, factions of games that were left."""
    kind, name, *keys = fact
    if reason == "ended" and (kind, name) in (("choice", "setup.faction"), ("choice", "setup.factions")):
        return keys[0] == "value"
    if name in ON_REQUEST and kind in ("decision", "choice"):
        return keys[0] != "value"
    who = keys[-2:] in (["who", "kind"], ["who", "gesture"])
    marks_of_protectors = (kind, name) == ("choice", "conspiracy") and keys[0] == "value"
    return "beats" in keys or (who and kind == "decision") or marks_of_protectors


@pytest.fixture(params=[*GAMES, *DISTURBED], ids=str)
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Options, Lines]:
    """A game with each way to vote; and of fifteen gods, with people who leave and join."""
    if request.param in GAMES:
        given = GAMES[request.param]
        lines = play("--auto", EVENTFUL, options=given)
    else:
        given, lines = with_disturbances(request.param, tmp_path, players=15, gods=15, count="seats")
    return given, [json.loads(line) for line in lines]


def notices(referee: Referee, lines: Sequence[Line]) -> bool:
    """Whether the referee, after earlier lines, objects to these."""
    try:
        for line in lines:
            referee.read(deepcopy(line))
    except (Disagrees, LookupError, ValueError, TypeError, AttributeError):
        return True
    return referee.outcome is None


def leaves(value: Any, *keys: str | int) -> Iterator[tuple[str | int, ...]]:
    """The keys to each value; of a list, its first item."""
    inner = (
        value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    )
    nested = [found for key, one in inner for found in leaves(one, *keys, key)]
    yield from nested or [keys]


def facts(line: Line) -> Iterator[tuple[Fact, tuple[str | int, ...]]]:
    for keys in leaves({key: value for key, value in line.items() if key not in ("t", "kind")}):
        generic = ("#" if isinstance(key, str) and key.isdigit() else key for key in keys)
        yield (line["kind"], line.get("name", ""), *generic), keys


def at(line: Line, keys: Sequence[str | int]) -> Any:
    value: Any = line
    for key in keys:
        value = value[key]
    return value


def changed(line: Line, keys: Sequence[str | int], known: Sequence[Any]) -> Line:
    """Replace a value by another one of the same place, or by an impossible one."""
    value = at(line, keys)
    other = next((one for one in known if one != value), None)
    if keys[-1] == "legal":  # the first may be the same in another order
        other = " | ".join([*value.split(" | ")[1:], "16"])
    elif other is None:
        other = value + 1 if isinstance(value, int) else [16] if value == [] else f"{value}x"
    new = deepcopy(line)
    at(new, keys[:-1])[keys[-1]] = other
    return new


def unnoticed(given: Options, lines: Lines) -> tuple[int, set[Fact]]:
    """The number of facts judged, and facts that can be changed or left out."""
    known: dict[Fact, list[Any]] = defaultdict(list)
    for line in lines:
        for fact, keys in facts(line):
            known[fact].append(at(line, keys))
    seen, missed, referee = set[Fact](), set[Fact](), Referee(**given)
    for number, line in enumerate(lines):
        tampered: list[tuple[Fact, Lines]] = [((line["kind"], line.get("name", ""), LEFT_OUT), [])]
        tampered += [(fact, [changed(line, keys, known[fact])]) for fact, keys in facts(line)]
        for fact, instead in tampered if line["kind"] in JUDGED else ():
            if fact not in seen and not is_unjudged(fact, lines[-1]["reason"]):
                seen.add(fact)
                if not notices(deepcopy(referee), [*instead, *lines[number + 1 :]]):
                    missed.add(fact)
        referee.read(deepcopy(line))
    assert referee.outcome
    return len(seen), missed


def test_whatever_is_changed_or_left_out_is_noticed(evening: tuple[Options, Lines]) -> None:
    count, missed = unnoticed(*evening)
    assert count > 150
    assert missed == set()


def backs(lines: Lines) -> Iterator[Line]:
    return (item for line in lines for item in line.get("items", ()) if item.get("face_down"))


def a_faction_card_open(lines: Lines) -> None:
    laid = next(line for line in lines if line["kind"] == "props" and line["t"] > 60)
    laid["items"].append({"kind": "Card", "at": 1, "label": "Conspirator", "name": "conspire", "own": True})


def a_faction_on_its_back(lines: Lines) -> None:
    next(backs(lines))["colour"] = "red"


def pushed_out_by_day(lines: Lines) -> None:
    next(backs(lines))["viewable"] = True


def a_banished_card_not_turned(lines: Lines) -> None:
    for line in lines:
        for item in line.get("items", ()):
            item.pop("turned", None)


def another_name(lines: Lines) -> None:
    for line in lines:
        for item in line.get("items", ()):
            item["label"] = "Thor" if item["label"] == "Odin" else item["label"]


def a_lamp_at_no_pad(lines: Lines) -> None:
    next(line for line in lines if line["kind"] == "light" and line["seats"])["seats"] = [15]


def time_that_goes_back(lines: Lines) -> None:
    lines[len(lines) // 2]["t"] = 0.0


def an_end_too_early(lines: Lines) -> None:
    del lines[len(lines) // 2 : -1]


PLANTS: tuple[Callable[[Lines], None], ...] = (
    *(a_faction_card_open, a_faction_on_its_back, pushed_out_by_day, a_banished_card_not_turned),
    *(another_name, a_lamp_at_no_pad, time_that_goes_back, an_end_too_early),
)


def test_what_is_planted_is_noticed() -> None:
    whole = [json.loads(line) for line in play("--auto", EVENTFUL)]
    assert not notices(Referee(), whole)
    for plant in PLANTS:
        lines = deepcopy(whole)
        plant(lines)
        assert lines != whole
        assert notices(Referee(), lines), plant.__name__


def test_the_second_referee_imports_nothing_of_the_first() -> None:
    parts = [*Path(__file__).parent.glob("transcripts*.py"), Path(plain.__file__)]
    assert len(parts) == 5, "and that of Odin's Table"
    assert not any("gm_appliance" in part.read_text("utf-8") for part in parts)
