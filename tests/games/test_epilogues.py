"""A second reader finds no false claim in the epilogues of automatic evenings, in any language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from benchmarks.epilogues import TABLES, narration, played, told
from gm_appliance.core.cues import Say
from gm_appliance.core.play import Play
from gm_appliance.core.ports import estimated_length
from gm_appliance.core.table_narration import TableNarration
from gm_appliance.games.gotterdammerung import rules as gods
from gm_appliance.games.gotterdammerung.narration import epilogue as gods_told
from gm_appliance.games.odins_table.narration import epilogue as odin_told
from gm_appliance.games.odins_table.narration import names as odin_names
from gm_appliance.games.thor.narration import epilogue as thor_told
from gm_appliance.games.thor.narration import names as thor_names
from gm_appliance.games.werewolf import rules as wolves
from gm_appliance.hidden_roles.events import Banished
from gm_appliance.hidden_roles.narration import facts
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


def gotterdammerung(rng: Random) -> Iterator[Play]:
    tables = [one for one in TABLES if one.game == "gotterdammerung"]
    while True:
        players = rng.randint(7, 15)
        options = {
            "players": players,
            "gods": rng.choice((players, rng.randint(3, players))),
            "accused_votes": rng.choice(("yes", "no")),
            "ballot": rng.choice(("pads", "pads", "pads", "thumbs", "booth")),
        }
        custom = replace(rng.choice(tables), options=options)
        if play := played(custom, rng, rng.choice((0, ODD))):
            yield play


def village(rng: Random) -> Iterator[Play]:
    while True:
        yield werewolf.Evening(rng.randint(6, 15), rng.randrange(10**9)).to_the_end().play


def points(rng: Random, name: str) -> Iterator[Play]:
    """Of sensible people, or of people who do anything."""
    tables = [one for one in TABLES if one.game == name]
    while True:
        custom, at_random = rng.choice(tables), rng.random() < 0.5
        if at_random:
            custom = replace(custom, people=lambda rng: lambda decision, view: None)
        if play := played(custom, rng, ODD if at_random else 0):
            yield play


GAMES: dict[str, Callable[[Random], Iterator[Play]]] = {
    "gotterdammerung": gotterdammerung,
    "werewolf": village,
    "thor": partial(points, name="thor"),
    "odins-table": partial(points, name="odins-table"),
    "valda": partial(points, name="valda"),
}


def read(name: str, play: Play, language: str) -> list[str]:
    """The claims of an evening's epilogue."""
    words, view, folder = narration(name, language), play.view, name.replace("-", "_")
    ending = words.ending(view, 1)
    cues = (*(ending.then if ending else ()), *words.epilogue(told(play)))
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
    said = [cue.text for cue in cues if isinstance(cue, Say)]
    assert sum(map(estimated_length, said)) <= 60
    claims = {"thor": THOR, "odins-table": ODINS_TABLE, "valda": VALDA}.get(name, HIDDEN_ROLES)
    return check(said, reading.read(lines(play)), claims, f"games/{folder}", language)


def evenings(name: str, number: int, languages: Sequence[str] = LANGUAGES) -> Counter[str]:
    """Read so many; returns how often what was claimed."""
    made = Counter[str]()
    for play, _ in zip(GAMES[name](Random(name)), range(number), strict=False):
        for language in languages:
            made.update(read(name, play, language))
    return made


def _changed(**change: Callable[[Any], Any]) -> Callable[..., Any]:
    """`filled_in` with other values for some placeholders."""
    right = TableNarration.filled_in

    def filled_in(self: Any, fact: Any, view: Any) -> dict[str, Any]:
        values = right(self, fact, view)
        return {**values, **{place: wrong(values) for place, wrong in change.items() if place in values}}

    return filled_in


def _apart(falls: list[Any]) -> list[Any]:
    """Pairs of falls, as if the first of each was of another night."""
    return [((Banished(0, ""), 0), one) for one in falls]


FAULTS: dict[str, tuple[str, Any, str, Any]] = {
    "void nights count": ("werewolf", facts, "lasting", list),
    "those who hide are the others": (
        "gotterdammerung",
        gods.RULES,
        "hides",
        lambda card: card == "protect",
    ),
    "the witch's victims are the pack's": ("werewolf", wolves.RULES, "only_they_kill", lambda view: True),
    "two fell in one night": ("werewolf", facts, "pairwise", _apart),
    "everybody is seen": (
        "gotterdammerung",
        gods_told,
        "look_candidates",
        lambda view: view.seats[-1:],
    ),
    "a round too late": (
        "gotterdammerung",
        TableNarration,
        "filled_in",
        _changed(round=lambda values: values["round"] + 1),
    ),
    "equals lead": ("thor", thor_told, "alone_ahead", lambda points: max(points, key=points.get)),
    "any fight is won against the odds": ("odins-table", odin_told, "WEAK", 9),
    "the accused accuses": (
        "gotterdammerung",
        TableNarration,
        "filled_in",
        _changed(accuser=lambda values: values["accused"]),
    ),
    "the votes are swapped": (
        "gotterdammerung",
        TableNarration,
        "filled_in",
        _changed(down=lambda values: values["up"], up=lambda values: values["down"]),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, owner, attribute, wrong = FAULTS[fault]
    monkeypatch.setattr(owner, attribute, wrong)
    with pytest.raises(Untrue):
        evenings(name, 300, ("en",))


@pytest.mark.parametrize("name", GAMES)
def test_some_epilogues_are_true(name: str) -> None:
    assert evenings(name, 40)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_ten_thousand_epilogues_are_true_and_say_all_there_is_to_say(name: str) -> None:
    made = evenings(name, 10_000)
    sentences = {one.said.text for one in narration(name).EPILOGUE.sentences.values()}
    assert [one for one in sentences if not made[one]] == []
