"""What `gm-appliance play --auto` prints tells of secrets in its marked lines alone.

The same people are played with other faction cards, and with another throw for all that they press in
secret. Up to the first published fact in which two transcripts differ, they may differ in the values
of secret choices and in nothing else: no line, no time, no order.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from gm_appliance import cli
from gm_appliance.app import headless
from gm_appliance.core.game import Choice, Decision
from gm_appliance.simulator.people import People, Temper
from gm_appliance.simulator.transcript import Transcript
from tests.secrecy.drawn import Evening, drawn_evening
from tests.secrecy.evening import GAME
from tests.secrecy.ledger import Fact, Ledger, Listening, Press

pytestmark = pytest.mark.many

Line = dict[str, Any]
SECRET = ("setup.factions", "setup.faction", "conspiracy", "council.vote", "council.booth")
"""The decisions whose lines are marked."""

THUMBS = {"conspire": "down", "protect": "up", "down": "down", "up": "up"}


CALM = partial(People, temper=Temper(miss=0.005, lie=0.02, idle=0.05))
"""People who seldom do what at once tells two runs apart."""


class Likings(Random):
    """Times are its own; of several things it takes the one that its evening likes best.

    So two of one evening choose alike for as long as they are asked alike.
    """

    def __init__(self, evening: Evening, run: int) -> None:
        super().__init__(f"{evening.seed} {run}")
        self._evening = evening
        self._chosen = 0

    def choice(self, seq: Any) -> Any:
        self._chosen += 1
        return max(seq, key=lambda one: self._evening.random("liked", self._chosen, one).random())


@dataclass
class Told:
    """A transcript, and what was published in the game: with its times, and worked out a second time."""

    lines: list[Line]
    published: list[tuple[float, Fact]] = field(default_factory=list)

    @property
    def cards(self) -> object:
        return self.lines[-1]["facts"].get("factions")


def played(evening: Evening, run: int) -> Told:
    def generator(seed: str) -> Random:
        what = seed.split()[-1]
        if what == "secret":
            return Likings(evening, run)
        return Random(f"{seed} {run}" if what == "deal" else seed)

    given = [f"--set={name}={value}" for name, value in evening.options.items()]
    out = io.StringIO()
    people = patch.object(headless, "People", CALM)
    with people, patch.object(headless, "Random", generator), redirect_stdout(out):
        code = cli.main(["play", GAME, "--auto", str(evening.seed), "--transcript", "-", *given])
    assert code == 0
    told = Told([json.loads(line) for line in out.getvalue().splitlines()])
    _publish(told, evening)
    return told


def _publish(told: Told, evening: Evening) -> None:
    ledger, asked = Ledger(evening.players, evening.options), 0.0
    for line in told.lines:
        asked = line["t"] if line["kind"] == "decision" else asked
        assert line.get("name") != "taken-back", "these people take nothing back"
        if line["kind"] != "choice":
            continue
        secret = line["name"] in SECRET
        presses, listening = _pressed(line, ledger) if secret else ([], [])
        ledger, facts = ledger.after(line["name"], None if secret else line["value"], presses, listening)
        if line["name"] == "end.called":
            # By the people, who know what the box never heard: it begins with the first press for it.
            told.published.append((asked, ("called", line["value"])))
        told.published += [(line["t"], fact) for fact in facts]


def _pressed(line: Line, ledger: Ledger) -> tuple[list[Press], list[Listening]]:
    """Presses that make this secret choice, and where they count."""
    value = line["value"]
    if line["name"] == "conspiracy":
        names = {seat: Listening(nth, nth + 1, seat) for nth, seat in enumerate(ledger.asgard())}
        marks = [Press(names[about].begins + 0.5, int(seat), "down") for seat, about in value.items()]
        return marks, [*names.values()]
    thumbs = value if isinstance(value, dict) else {0: value}
    return [Press(0.5, int(seat), THUMBS[thumb]) for seat, thumb in thumbs.items()], [Listening(0, 1, 0)]


# ---------------------------------------------------------------- compared


def parting(one: Told, other: Told) -> tuple[float, float]:
    """When the first published fact came, in each, in which these differ; infinity for never."""
    for mine, its in zip_longest(one.published, other.published, fillvalue=(math.inf, None)):
        if mine[1] != its[1]:
            return mine[0], its[0]
    return math.inf, math.inf


def open_part(told: Told, until: float) -> list[Line]:
    """The transcript without the values of secret choices."""
    lines = [line for line in told.lines if line["t"] < until]
    return [line if line["audience"] == "all" else line | {"value": None} for line in lines]


def leak(one: Told, other: Told) -> str | None:
    parted = parting(one, other)
    until = min(parted)
    for mine, its in zip_longest(open_part(one, until), open_part(other, until)):
        if mine != its:
            return f"before {until}: {mine} and {its}"
    return None if parted[0] == parted[1] else f"they part at different times: {parted}"


@dataclass
class Strength:
    """How many pairs were compared, lines, pairs of other cards, and secret choices that were not alike."""

    pairs: int = 0
    lines: int = 0
    other_cards: int = 0
    hidden: int = 0

    def add(self, one: Told, other: Told) -> None:
        until = min(parting(one, other))
        self.pairs += 1
        self.lines += len(open_part(one, until))
        self.other_cards += one.cards != other.cards
        pairs = zip(one.lines, other.lines, strict=False)
        self.hidden += sum(
            mine["t"] < until and mine != its for mine, its in pairs if mine["audience"] == "record"
        )


def compared(seeds: Iterable[int]) -> Strength:
    strength = Strength()
    for evening in map(drawn_evening, seeds):
        first = played(evening, 0)
        for other in (played(evening, run) for run in (1, 2)):
            told = leak(first, other)
            assert told is None, f"evening {evening.seed}: {told}"
            strength.add(first, other)
    print(strength)
    return strength


def demand_strong(strength: Strength) -> None:
    assert strength.lines >= 150 * strength.pairs
    assert strength.other_cards >= 0.4 * strength.pairs  # without pads the box hears of none
    assert strength.hidden >= 0.5 * strength.pairs


def test_transcripts_of_other_secrets_are_alike_but_for_marked_lines() -> None:
    demand_strong(compared(range(4)))


@pytest.mark.long
def test_more_transcripts() -> None:
    demand_strong(compared(range(1000, 1030)))


def test_the_ledger_and_the_transcript_know_the_same_end() -> None:
    ends = set()
    for told in (played(drawn_evening(seed), 0) for seed in range(4)):
        outcome = told.lines[-1]
        assert told.published[-2][1] == ("won", *outcome["winners"])
        assert told.published[-1][1][1:] == tuple(
            (int(seat), one) for seat, one in outcome["facts"]["factions"].items()
        )
        ends.add(outcome["reason"])
    assert len(ends) == 2


# ---------------------------------------------------------------- planted


def after_a_secret_choice(do: Callable[[Transcript, Any], object], name: str) -> AbstractContextManager[Any]:
    chose = Transcript.chose

    def told(self: Transcript, decision: Decision, choice: Choice) -> None:
        chose(self, decision, choice)
        if decision.name == name:
            do(self, choice)

    return patch.object(Transcript, "chose", told)


def people_who_think_longer() -> AbstractContextManager[Any]:
    press = People._at_hand

    def slow(self: People, prompt_id: int, strokes: Any, wait: tuple[float, float]) -> float:
        longer = 0.5 * (self._table.card_of(strokes[0].source) == "conspire")
        return press(self, prompt_id, strokes, (wait[0] + longer, wait[1] + longer))

    return patch.object(People, "_at_hand", slow)


LEAKS: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "a secret choice for all": lambda: patch("gm_appliance.simulator.transcript.RECORD", "all"),
    "a pause that tells whether seat one conspires": lambda: after_a_secret_choice(
        lambda transcript, choice: transcript._line(
            "pause", seconds=float(choice.value.get("1") == "conspire")
        ),
        "setup.factions",
    ),
    "a line that names who marked": lambda: after_a_secret_choice(
        lambda transcript, choice: transcript._line("marks", seats=sorted(choice.value)), "conspiracy"
    ),
    "people who think longer when they conspire": people_who_think_longer,
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_leaking_transcript_is_caught(name: str) -> None:
    with LEAKS[name]():
        assert any(
            leak(*(played(evening, run) for run in (0, 1))) for evening in map(drawn_evening, range(12))
        )
