"""Five boxes that carry each other's results on sticks."""

from __future__ import annotations

from hashlib import blake2b
from random import Random

import pytest

from gm_appliance.core.league import Lines, Record, additions, league, merged, opinion, read, signed
from gm_appliance.core.ratings import ratings
from gm_appliance.core.results import Result
from gm_appliance.core.values import replace

BOXES = [f"{number}" * 8 + "f" * 56 for number in range(1, 6)]


def mark(box: str, text: bytes) -> str:
    """Stands in for a signature; tests/app/test_league.py has real ones."""
    return blake2b(box.encode() + text).hexdigest()


def verify(box: str, text: bytes, signature: str) -> bool:
    return signature == mark(box, text)


class Box:
    def __init__(self, key: str) -> None:
        self.key = key
        self.played: list[Result] = []
        self.lines: Lines = {}

    def sign(self, text: bytes) -> str:
        return mark(self.key, text)

    def told(self) -> list[bytes]:
        self.lines = additions(self.lines, self.key, self.played, self.sign, lambda name: False)
        return [*self.lines.values()]

    def take(self, lines: list[bytes]) -> None:
        self.lines = merged(self.lines, lines, BOXES, verify)


def game(random: Random, started: float) -> Result:
    names = random.sample(("Anna", "Bo", "Cleo", "Dov", "Zoë"), 4)
    points = {seat: random.randint(0, 50) for seat in range(1, 5)}
    best = tuple(seat for seat, one in points.items() if one == max(points.values()))
    more = {"names": tuple(names), "points": points, "winners": best}
    return Result("thor", started, "1970-01-01T00:00:00+01:00", False, 60, {"players": 4}, **more)  # type: ignore[arg-type]


def damaged(lines: list[bytes], random: Random) -> list[bytes]:
    """As a stick may bring them: cut, doubled, in another order, with forged ones."""
    came = [*random.sample(lines, len(lines)), *random.sample(lines, len(lines) // 3)]
    if random.random() < 0.3:
        whole = b"\n".join(came)
        came = whole[: random.randrange(len(whole) + 1)].split(b"\n")
    for line in random.sample(lines, min(2, len(lines))):
        record = read(line)
        assert record
        forged = replace(record, sequence=record.sequence + random.choice((0, 50)), heard=99, deleted=1)
        came.append(signed(forged, lambda text: mark(random.choice(BOXES) + "x", text)))
        came.append(line.partition(b" ")[0] + b" " + signed(forged, lambda text: "").partition(b" ")[2])
    stranger = "9" * 64
    came.append(signed(Record(stranger, 1, 1, game(random, 5.0)), lambda text: mark(stranger, text)))
    return came


@pytest.mark.parametrize("seed", range(3))
def test_all_boxes_end_with_the_same_league(seed: int) -> None:
    random = Random(seed)
    boxes = [Box(key) for key in BOXES]
    for _evening in range(20):
        for box in boxes:
            box.played.append(game(random, random.uniform(0, 1e9)))  # clocks are wrong
            if random.random() < 0.1:
                box.played.remove(random.choice(box.played))
        for _stick in range(3):
            one, other = random.sample(boxes, 2)
            other.take(damaged(one.told(), random))
    for _round in range(2):  # sticks that arrive whole, at last
        for one in boxes:
            for other in boxes:
                other.take(one.told())
    all_games = sorted((one.identity for box in boxes for one in box.played), key=lambda one: one[1])
    for box in boxes:
        assert [one.identity for one in league(box.lines)] == all_games
        assert ratings(league(box.lines)) == ratings(league(boxes[0].lines))
    assert len({tuple(box.lines.items()) for box in boxes}) == 1


def test_without_checking_signatures_a_forged_record_is_taken() -> None:
    box = Box(BOXES[0])
    forged = signed(Record(BOXES[1], 1, 1, game(Random(1), 1.0)), lambda text: "00")
    assert not merged({}, [forged], BOXES, verify)
    assert merged({}, [forged], BOXES, lambda *_: True)
    assert not merged({}, Box(BOXES[2]).told(), [box.key], verify)


def test_people_of_two_boxes_are_one_only_when_somebody_says_so() -> None:
    first, second = Box(BOXES[0]), Box(BOXES[1])
    for at, box in enumerate((first, second)):
        box.played.append(replace(game(Random(at), 1.0 + at), names=("Anna", f"Bo{at}", "", "")))
    second.take(first.told())
    second.told()

    def names() -> set[str]:
        return {name for one in league(second.lines) for name in one.names if name}

    assert names() == {"Anna (11111111)", "Anna (22222222)", "Bo0", "Bo1"}
    people = ("22222222:anna", "11111111:anna")
    second.lines = opinion(second.lines, second.key, people, True, second.sign)
    assert names() == {"Anna", "Bo0", "Bo1"}
    first.take(second.told())
    first.lines = opinion(first.lines, first.key, people, False, first.sign)
    second.take(first.told())
    assert names() == {"Anna (11111111)", "Anna (22222222)", "Bo0", "Bo1"}


def test_what_was_said_about_a_forgotten_person_goes() -> None:
    box = Box(BOXES[0])
    box.lines = opinion({}, box.key, ("11111111:anna", "22222222:anna"), True, box.sign)
    kept = additions(box.lines, box.key, [], box.sign, lambda name: name == "bo")
    assert kept == box.lines
    box.played.append(game(Random(1), 1.0))
    told = box.told()
    assert [*additions(box.lines, box.key, [], box.sign).values()] == told, "its file is lost"
    box.lines = opinion({}, box.key, ("11111111:anna", "22222222:anna"), True, box.sign)
    gone = additions(box.lines, box.key, [], box.sign, lambda name: name == "anna")
    assert list(gone) == [(box.key, 2)]
    assert b"anna" not in b"".join(gone.values())
    assert merged(gone, box.lines.values(), BOXES, verify) == gone


def test_a_corrected_game_replaces_the_old_one_everywhere() -> None:
    first, second = Box(BOXES[0]), Box(BOXES[1])
    first.played.append(game(Random(1), 1.0))
    second.take(first.told())
    first.played[0] = replace(first.played[0], names=("", "", "", ""))
    second.take(first.told())
    assert [one.names for one in league(second.lines)] == [("", "", "", "")]
    assert b"Anna" not in b"".join(second.lines.values())
