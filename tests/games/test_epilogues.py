"""A second reader finds no false claim in the epilogues of automatic evenings, in any language."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from benchmarks.epilogues import TABLES, narration, played, told
from gm_appliance.core import epilogue, table_narration
from gm_appliance.core.epilogue import Fact, Told
from gm_appliance.core.play import Play
from gm_appliance.core.ports import estimated_length
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import rules as gods
from gm_appliance.games.gotterdammerung.narration import narrator as gods_told
from gm_appliance.games.odins_table.narration import epilogue as odin_told
from gm_appliance.games.odins_table.narration import names as odin_names
from gm_appliance.games.thor.narration import names as thor_names
from gm_appliance.games.werewolf import rules as wolves
from gm_appliance.hidden_roles.events import NobodyBanished
from gm_appliance.hidden_roles.narration import epilogue as kit
from gm_appliance.simulator.transcript import Transcript
from tests.catalogues import languages as translated
from tests.games import werewolf
from tests.games.epilogues import Reading, Untrue, check
from tests.games.epilogues_hidden import HIDDEN_ROLES, Hidden
from tests.games.epilogues_points import ODINS_TABLE, THOR, THORS, VALDA, Games, Match, Race

LANGUAGES = ("en", *translated())
ODD = 0.05


def lines(play: Play) -> Iterator[str]:
    written: list[str] = []
    transcript = Transcript(written.append, lambda: 0.0)
    for event, _view in told(play):
        transcript.told(event)
    yield from written


def gotterdammerung(rng: Random) -> Play | None:
    players = rng.randint(7, 15)
    options = {
        "players": players,
        "gods": rng.choice((players, rng.randint(3, players))),
        "accused_votes": rng.choice(("yes", "no")),
        "ballot": rng.choice(("pads", "pads", "pads", "thumbs", "booth")),
    }
    custom = dataclasses.replace(
        rng.choice([one for one in TABLES if one.game == "gotterdammerung"]), options=options
    )
    return played(custom, rng, rng.choice((0, ODD)))


def village(rng: Random) -> Play:
    return werewolf.Evening(rng.randint(6, 15), rng.randrange(10**9)).to_the_end().play


def points(rng: Random, name: str) -> Play | None:
    """Of sensible people, or of people who do anything."""
    custom, at_random = rng.choice([one for one in TABLES if one.game == name]), rng.random() < 0.5
    if at_random:
        custom = dataclasses.replace(custom, people=lambda rng: lambda decision, view: None)
    return played(custom, rng, ODD if at_random else 0)


GAMES: dict[str, Callable[[Random], Play | None]] = {
    "gotterdammerung": gotterdammerung,
    "werewolf": village,
    "thor": partial(points, name="thor"),
    "odins-table": partial(points, name="odins-table"),
    "valda": partial(points, name="valda"),
}


def read(name: str, play: Play, language: str) -> list[str]:
    """The claims of an evening's epilogue."""
    words, view, folder = narration(name, language), play.view, name.replace("-", "_")
    said = words.epilogue(told(play)).values()
    names = [str(words.name(view, seat)) for seat in getattr(view, "seats", (1, 2))]
    reading: Reading
    if name == "thor":
        reading = Match(names, [str(thor_names.god_name(words._, god)) for god in THORS])
    elif name == "valda":
        reading = Race(names)
    elif name == "odins-table":
        reading = Games(names, [str(odin_names.god_name(words._, card)) for card in range(10)])
    else:
        reading = Hidden(names, others_kill=name == "werewolf" and view.setup.roles > 1)
    assert sum(map(estimated_length, said)) <= 60
    claims = {"thor": THOR, "odins-table": ODINS_TABLE, "valda": VALDA}.get(name, HIDDEN_ROLES)
    return check(said, reading.read(lines(play)), claims, f"games/{folder}", language)


def evening(name: str, number: int) -> Play | None:
    """None for one that never ended."""
    return GAMES[name](Random(f"{name} {number}"))


def evenings(name: str, numbers: Iterable[int], languages: Sequence[str] = LANGUAGES) -> Counter[str]:
    """Read these; returns how often what was claimed."""
    made = Counter[str]()
    for number in numbers:
        if play := evening(name, number):
            for language in languages:
                made.update(read(name, play, language))
    return made


EVENINGS = {
    "gotterdammerung": (0, 1, 2, 6, 14, 23, 28, 34, 158),
    "werewolf": (0, 1, 9, 13, 14, 19, 24, 60, 136, 298),
    "thor": (11, 17, 21, 32),
    "odins-table": (0, 4, 37),
    "valda": (1, 15),
}
"""Some in which each sentence is told once. If rules change, read from the first on to find others."""

NEVER = {"felled by cards", "saved by cards"}
"""Not in a village, whose votes no card changes."""


def untold(name: str, made: Counter[str]) -> list[str]:
    """The kinds of facts of which nothing was claimed."""
    sentences = narration(name).EPILOGUE.items()
    never = NEVER if name == "werewolf" else set()
    return [kind for kind, one in sentences if kind not in never and not made[one.text]]


def _changed(change: Callable[[Fact], dict[str, Any]]) -> tuple[Any, str, Any]:
    """Facts with other seats or words."""

    def rarest(facts: Iterable[Fact], kinds: Sequence[str]) -> list[Fact]:
        return [replace(one, **change(one)) for one in epilogue.rarest(facts, kinds)]

    return table_narration, "rarest", rarest


def _of_oneself(fact: Fact) -> dict[str, Any]:
    return {"seats": dict.fromkeys(fact.seats, fact.seats["accused"])} if "accuser" in fact.seats else {}


def _later(fact: Fact) -> dict[str, Any]:
    return {"words": {name: int(n) + 1 if name == "round" else n for name, n in fact.words.items()}}


def _swapped(fact: Fact) -> dict[str, Any]:
    swap = {"up": "down", "down": "up"}
    return {"words": {swap.get(name, name): n for name, n in fact.words.items()}}


def _apart(seats: Iterable[int]) -> list[tuple[int, int]]:
    """Pairs, as if each had fallen after somebody else."""
    return [(0, one) for one in seats]


def _the_others(words: Any, cards: tuple[str, ...], view: Any) -> tuple[str, str, tuple[int, ...]]:
    return "", "", tuple(seat for seat in view.seats if cards[seat - 1] == "protect")


def _all_quiet_nights(told: Told) -> int:
    return sum(isinstance(event, NobodyBanished) for event, _view in told)


FAULTS: dict[str, tuple[str, Any, str, Any]] = {
    "void nights count": ("werewolf", kit, "quiet_nights", _all_quiet_nights),
    "those who hide are the others": (
        "gotterdammerung",
        gods_told.Gotterdammerung,
        "hidden_side",
        _the_others,
    ),
    "the witch's victims are the pack's": ("werewolf", wolves.RULES, "only_they_kill", lambda view: True),
    "two fell in one night": ("werewolf", kit, "pairwise", _apart),
    "everybody is seen": ("gotterdammerung", gods_told, "look_candidates", lambda view: view.seats[-1:]),
    "a round too late": ("gotterdammerung", *_changed(_later)),
    "equals lead": ("thor", epilogue, "alone_ahead", lambda points: max(points, key=points.get)),
    "any fight is won against the odds": ("odins-table", odin_told, "WEAK", 9),
    "the accused accuses": ("gotterdammerung", *_changed(_of_oneself)),
    "the votes are swapped": ("gotterdammerung", *_changed(_swapped)),
    "another vote decided": ("gotterdammerung", gods.RULES, "decisive", lambda view: view.verdicts[0]),
}


FIRST = {"void nights count": 419}
"""The first evening to read, if a fault is rare."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, owner, attribute, wrong = FAULTS[fault]
    monkeypatch.setattr(owner, attribute, wrong)
    first = FIRST.get(fault, 0)
    with pytest.raises(Untrue):
        evenings(name, range(first, first + 1000), ("en",))


@pytest.mark.parametrize("name", GAMES)
def test_each_sentence_is_told_and_true_in_every_language(name: str) -> None:
    assert untold(name, evenings(name, EVENINGS[name])) == []


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_many_epilogues_are_true(name: str) -> None:
    assert evenings(name, range(300))
