"""Several boxes, one league, without a server: signed records, and their union.

A box only adds records: a game that ended, that a game was deleted, that two people are one, or are not. Each
carries the box's key, a sequence and the box's signature of exactly these bytes, so it does not matter which
way it came, how often, or after which others. Clocks of boxes decide nothing.

People are known as `BOX:name`, by the beginning of their box's key, as the same name may mean somebody else
elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from gm_appliance.core.people import by_ear
from gm_appliance.core.results import Result
from gm_appliance.core.values import Value, replace

SHORT = 8  # letters by which people tell boxes apart

Lines: TypeAlias = "Mapping[tuple[str, int], bytes]"
"""Records as they were signed, by box and sequence."""

Sign: TypeAlias = "Callable[[bytes], str]"
Verify: TypeAlias = "Callable[[str, bytes, str], bool]"
"""Whether the box with this key signed this text with this signature."""


class Record(Value, omit_defaults=True):
    """box: its public key, in hexadecimal. sequence: from 1.

    result:  a game that ended. deleted: the sequence of one that was deleted.
    same:    two people, as `BOX:name`, and whether they are one.
    heard:   the highest `heard` before it, plus 1; of two opinions about the same people the later counts.
    """

    box: str
    sequence: int
    heard: int
    result: Result | None = None
    deleted: int = 0
    same: tuple[str, str, bool] | None = None

    @property
    def names(self) -> set[str]:
        """Everybody it mentions."""
        people = {one.partition(":")[2] for one in self.same[:2]} if self.same else set()
        return people.union(filter(None, self.result.names if self.result else ()))


def signed(record: Record, sign: Sign) -> bytes:
    text = msgspec.json.encode(record)
    return sign(text).encode() + b" " + text


_DECODER = msgspec.json.Decoder(Record)


def read(line: bytes) -> Record | None:
    """The record in a line, without a check of its signature; None if the line holds no record."""
    try:
        return _DECODER.decode(line.partition(b" ")[2])
    except (msgspec.DecodeError, RecursionError):
        return None


def records(lines: Iterable[bytes]) -> list[Record]:
    return [one for one in map(read, lines) if one]


def merged(kept: Lines, came: Iterable[bytes], known: Iterable[str], verify: Verify) -> Lines:
    """All records, each once, without games that were deleted. Of those that came, only what these boxes
    signed."""
    found, keys = dict(kept), {*known}
    for line in came:
        record = read(line)
        if record is None or record.box not in keys:
            continue
        at = record.box, record.sequence
        signature, _blank, text = line.partition(b" ")
        # A box that was restored from a copy may use a sequence twice: all then keep the same record.
        if line < found.get(at, line + b" ") and verify(
            record.box, text, signature.decode("ascii", "replace")
        ):
            found[at] = line
    deleted = {(one.box, one.deleted) for one in records(found.values()) if one.deleted}
    return {at: line for at, line in sorted(found.items()) if at not in deleted}


def additions(
    lines: Lines,
    box: str,
    results: Iterable[Result],
    sign: Sign,
    forgets: Callable[[str], bool] | None = None,
) -> Lines:
    """The records with those that this box lacks: games that ended or were changed since.

    forgets: if something was deleted here, whether what was said about a person, by name, is deleted too.
    None if nothing was: a game that is missing then is one whose file was damaged.
    """
    told = [one for one in records(lines.values()) if one.box == box]
    own = {one.result.identity: one for one in told if one.result}
    now = {one.identity: one for one in results}
    gone = [one for at, one in own.items() if now.get(at, None if forgets else one.result) != one.result]
    gone += [one for one in told if forgets and one.same and any(map(forgets, one.names))]
    new = [Record(box, 0, 0, deleted=one.sequence) for one in gone]
    new += [Record(box, 0, 0, one) for at, one in now.items() if at not in own or own[at].result != one]
    left_out = {(box, one.sequence) for one in gone}
    return {at: line for at, line in _added(lines, new, sign).items() if at not in left_out}


def opinion(lines: Lines, box: str, people: tuple[str, str], one: bool, sign: Sign) -> Lines:
    """The records with what somebody at this box says: whether two people are one."""
    first, second = sorted(people)
    return _added(lines, [Record(box, 0, 0, same=(first, second, one))], sign)


def _added(lines: Lines, new: Sequence[Record], sign: Sign) -> Lines:
    """The records with some of one box, which get their sequences here."""
    sequence = max((number for box, number in lines if new and box == new[0].box), default=0)
    heard = 1 + max((one.heard for one in records(lines.values())), default=0)
    numbered = [replace(one, sequence=sequence + at, heard=heard) for at, one in enumerate(new, 1)]
    return {**lines, **{(one.box, one.sequence): signed(one, sign) for one in numbered}}


def league(lines: Lines) -> list[Result]:
    """All games, with each person under one name; a name that several people have is followed by the box."""
    told = records(lines.values())
    called = _names(told)
    found = [
        replace(one.result, names=tuple(name and called[_person(one.box, name)] for name in one.result.names))
        for one in told
        if one.result
    ]
    return sorted(found, key=lambda one: (one.started, one.game, one.names))


def persons(lines: Lines) -> set[str]:
    """Everybody who played, as `BOX:name`."""
    return {*_names(records(lines.values()))}


def _person(box: str, name: str) -> str:
    return f"{box[:SHORT]}:{by_ear(name)}"


def _names(told: Iterable[Record]) -> dict[str, str]:
    """What each person is called, by `BOX:name`."""
    spelled: dict[str, str] = {}
    opinions: dict[tuple[str, str], tuple[int, str, bool]] = {}
    for record in told:
        for name in filter(None, record.result.names if record.result else ()):
            spelled.setdefault(_person(record.box, name), name)
        if record.same:
            first, second, one = record.same
            said = record.heard, record.box, one
            opinions[first, second] = max(said, opinions.get((first, second), said))
    known_as = {person: person for person in spelled}
    for people, (_heard, _box, one) in opinions.items():
        if one and known_as.keys() >= {*people}:
            first, second = sorted(known_as[person] for person in people)
            known_as = {person: first if by == second else by for person, by in known_as.items()}
    alike = Counter(by_ear(spelled[one]) for one in {*known_as.values()})
    return {
        person: spelled[one] if alike[by_ear(spelled[one])] == 1 else f"{spelled[one]} ({one[:SHORT]})"
        for person, one in known_as.items()
    }
