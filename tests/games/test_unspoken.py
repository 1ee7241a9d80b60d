"""Silence is explicit: every event and every decision has its words, or is silent on purpose."""

from __future__ import annotations

import ast
import inspect
import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from gettext import NullTranslations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.game import Beat, BlankFace, Choice, Decision, MenuFace, OneOf, Table
from gm_appliance.core.language import Language, load
from gm_appliance.core.narration import Narration, Steady, Unspoken
from gm_appliance.core.play import Play
from gm_appliance.games import gotterdammerung, odins_table, scorepad, thor
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG, events
from gm_appliance.games.gotterdammerung.narration.events import SILENT, TOLD
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.games.gotterdammerung.narration.prompts import PROMPTS
from gm_appliance.games.gotterdammerung.narration.timetables import STEPS
from gm_appliance.games.menu.narration.narrator import _QUESTIONS, Lobby
from gm_appliance.games.menu.rules import lobby
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.odins_table import events as odin_events
from gm_appliance.games.odins_table.narration import telling as odin_telling
from gm_appliance.games.odins_table.narration.narrator import OdinsTable
from gm_appliance.games.odins_table.narration.prompts import PROMPTS as ODIN_PROMPTS
from gm_appliance.games.odins_table.narration.prompts import SILENT as ODIN_SILENT
from gm_appliance.games.scorepad import SCOREPAD
from gm_appliance.games.scorepad import events as scorepad_events
from gm_appliance.games.scorepad.narration import narrator as scorepad_narrator
from gm_appliance.games.scorepad.narration.narrator import Scorepad
from gm_appliance.games.scorepad.narration.prompts import PROMPTS as SCOREPAD_PROMPTS
from gm_appliance.games.thor import THOR
from gm_appliance.games.thor import events as thor_events
from gm_appliance.games.thor.narration import telling as thor_telling
from gm_appliance.games.thor.narration.narrator import Thor
from gm_appliance.games.thor.narration.prompts import PROMPTS as THOR_PROMPTS
from gm_appliance.games.thor.narration.prompts import SILENT as THOR_SILENT
from tests.games.gotterdammerung import random_choice

PLANTED = Decision("somebody.sneezed", Table(), OneOf(("bless",)))


@dataclass(frozen=True)
class Sneezed:
    """An event nobody has words for."""


def defined(module: Any) -> set[type]:
    """The event classes of a module."""
    return {
        one for _, one in inspect.getmembers(module, inspect.isclass) if one.__module__ == module.__name__
    }


def wordless(kinds: Iterable[type], told: Iterable[type], silent: Iterable[type]) -> set[type]:
    return set(kinds) - set(told) - set(silent)


TELLING = [
    (events, TOLD, SILENT),
    (scorepad_events, scorepad_narrator.TOLD, scorepad_narrator.SILENT),
    (thor_events, thor_telling.TOLD, frozenset()),
    (odin_events, odin_telling.TOLD, frozenset()),
]
"""Of each game with events: where they are, what is told, what is not."""


@pytest.mark.parametrize(
    ("kind", "told", "silent"),
    [(kind, told, silent) for module, told, silent in TELLING for kind in sorted(defined(module), key=str)],
)
def test_an_event_is_told_or_silent_on_purpose(kind: type, told: Any, silent: Any) -> None:
    assert (kind in told) != (kind in silent)


@pytest.mark.parametrize(("module", "told", "silent"), TELLING)
def test_an_event_without_words_is_noticed(module: Any, told: Any, silent: Any) -> None:
    assert len(defined(module)) > 5
    assert wordless({*defined(module), Sneezed}, told, silent) == {Sneezed}


BESIDE = frozenset(("council.close", "council.drop", "council.lapse"))
"""Open beside another decision, whose prompt speaks for them too."""


def named(source: str) -> set[str]:
    """The names of the decisions a module makes; of a computed one what it begins with."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    made = [call.args[0] for call in calls if getattr(call.func, "id", "") == "Decision"]
    made = [name.values[0] if isinstance(name, ast.JoinedStr) else name for name in made]
    return {str(name.value) for name in made if isinstance(name, ast.Constant)}


def made(game: str) -> set[str]:
    """The names of the decisions a game makes."""
    modules = (Path(__file__).parents[2] / "gm_appliance" / "games" / game).glob("*.py")
    return {name for module in modules for name in named(module.read_text("utf-8"))}


def wanting(names: Iterable[str], prompts: Iterable[str]) -> set[str]:
    """The decisions, or beginnings of their names, that no prompt is for."""
    known = set(prompts)
    return {
        name
        for name in names
        if not (name in known or (name.endswith(".") and any(one.startswith(name) for one in known)))
    }


PROMPTED: dict[str, set[str]] = {
    "gotterdammerung": {*PROMPTS, *STEPS, *BESIDE},
    "scorepad": set(SCOREPAD_PROMPTS),
    "thor": {*THOR_PROMPTS, *THOR_SILENT},
    "odins_table": {*ODIN_PROMPTS, *ODIN_SILENT, "turn.idunn"},
    # An option's words are with its game, and its test.
    "menu": {*_QUESTIONS, "option."},
}
"""Of each game, the decisions that are asked, or silent on purpose."""


@pytest.mark.parametrize("game", PROMPTED)
def test_every_decision_has_its_prompts_or_is_silent_on_purpose(game: str) -> None:
    names = made(game)
    assert len(names) > 4
    assert wanting(names, PROMPTED[game]) == set()
    planted = named('Decision("somebody.sneezed", Table(), domain)')
    assert wanting({*names, *planted}, PROMPTED[game]) == {"somebody.sneezed"}


def party() -> tuple[Narration, Play]:
    play = Play(GOTTERDAMMERUNG, GOTTERDAMMERUNG.complete({}))
    return Gotterdammerung(load("en", gotterdammerung.__name__)), play


def menu() -> tuple[Narration, Play]:
    games = {"gotterdammerung": Gotterdammerung(load("en", gotterdammerung.__name__))}
    return Lobby(load("en"), games), Play(lobby({"gotterdammerung": GOTTERDAMMERUNG.options}, {}), {})


def pad() -> tuple[Narration, Play]:
    return Scorepad(load("en", scorepad.__name__)), Play(SCOREPAD, SCOREPAD.complete({}))


def stacks() -> tuple[Narration, Play]:
    return Thor(load("en", thor.__name__)), Play(THOR, THOR.complete({"first": "choose"}))


def board() -> tuple[Narration, Play]:
    return OdinsTable(load("en", odins_table.__name__)), Play(ODINS_TABLE, ODINS_TABLE.complete({}))


@pytest.mark.parametrize("table", [party, menu, pad, stacks, board])
def test_what_a_narration_does_not_know_it_names(table: Any) -> None:
    narration, play = table()
    beat = Beat("sneeze", 0.0)
    with pytest.raises(Unspoken, match="Sneezed"):
        narration.tell(Sneezed(), play.view)
    with pytest.raises((Unspoken, KeyError), match="sneezed"):
        narration.ask(PLANTED, play.view)
    with pytest.raises((Unspoken, KeyError), match="sneezed"):
        narration.again(PLANTED, play.view)
    with pytest.raises((Unspoken, KeyError), match="sneezed"):
        narration.remind(PLANTED, play.view, 1)
    with pytest.raises(Unspoken, match="sneezed"):
        narration.beat(PLANTED, play.view, beat)
    with pytest.raises(Unspoken, match="sneezing"):
        narration.explain("sneezing", play.view)
    with pytest.raises((Unspoken, KeyError), match="sneezing"):
        narration.topic("sneezing")


def test_what_the_score_pad_does_not_know_it_shows_nowhere() -> None:
    narration, play = pad()
    assert isinstance(narration, Scorepad)
    assert play.decision is not None
    with pytest.raises(Unspoken, match="sneezed"):
        narration.screen(PLANTED, play.view, BlankFace(), 0)
    for value in ("bless", None):
        planted = MenuFace((Choice(play.decision.name, value),), 0)
        with pytest.raises(Unspoken, match=str(value)):
            narration.screen(play.decision, play.view, planted, 0)
    with pytest.raises(Unspoken, match="sneezing"):
        narration.option("sneezing")


def test_a_beat_without_words_is_named() -> None:
    narration, play = party()
    look = replace(PLANTED, name="oracle.look")
    with pytest.raises(Unspoken, match=r"'sneeze' of 'oracle.look'"):
        narration.beat(look, play.view, Beat("sneeze", 0.0))
    assert narration.beat(look, play.view, Beat("end", 0.0)) == ()


@pytest.mark.parametrize("seed", range(6))
def test_every_prompt_of_a_game_ends_in_words(seed: int) -> None:
    """What has beats is silent before them; whatever else is asked is asked, and asked again."""
    ballot = ("pads", "thumbs", "booth")[seed % 3]
    narration, rng = party()[0], Random(seed)
    play = Play(
        GOTTERDAMMERUNG, GOTTERDAMMERUNG.complete({"ballot": ballot, "dice": ("own", "box")[seed % 2]})
    )
    for _ in range(200):
        decision = play.decision
        if decision is None:
            break
        for one in (decision, *decision.on_request):
            for said in (narration.ask(one, play.view), narration.again(one, play.view)):
                assert bool(said) != bool(one.beats), one.name
        for event, view in play.take(random_choice(decision, play.view, rng)):
            narration.tell(event, view)


# ---------------------------------------------------------------- at the table


class Translated(NullTranslations):
    """Everything means the same."""

    def __init__(self, meaning: str) -> None:
        super().__init__()
        self.meaning = meaning

    def gettext(self, message: str) -> str:
        return self.meaning


def test_at_the_table_what_has_no_words_is_silent_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    narration, play = party()
    steady, view = Steady(narration), play.view
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            assert steady.tell(Sneezed(), view) == ()
            assert steady.ask(PLANTED, view) == ()
            assert steady.screen(PLANTED, view, BlankFace(), 0) == Lines("")
            assert steady.topic("sneezing") == ""
    logged = [record.getMessage() for record in caplog.records]
    assert len(logged) == 4
    assert logged[0] == "No words for event Sneezed (Unspoken: tell Sneezed)."
    assert "somebody.sneezed" in logged[1]


def test_a_value_a_sentence_lacks_ends_no_evening() -> None:
    """A translation that fills in what the English does not."""
    _, play = party()
    wrong = Translated("{horse}")
    steady = Steady(Gotterdammerung(Language("xx", wrong)))
    assert play.decision is not None
    assert steady.ask(play.decision, play.view) == ()
    assert steady.interrupted(play.decision, play.view) == ""


def test_with_words_it_says_the_same() -> None:
    narration, play = party()
    steady, decision, view = Steady(narration), play.decision, play.view
    assert decision is not None
    on_request = tuple(one.name for one in decision.on_request)
    assert steady.ask(decision, view) == narration.ask(decision, view) != ()
    assert steady.again(decision, view) == narration.again(decision, view)
    assert steady.recap(decision, view) == narration.recap(decision, view)
    assert steady.props(view) == narration.props(view)
    assert steady.lights(decision, view) == narration.lights(decision, view)
    assert steady.prefetch(decision, view) == narration.prefetch(decision, view)
    assert steady.back(view, view) == narration.back(view, view)
    assert steady.topics(view, on_request) == narration.topics(view, on_request)
    assert steady.explain("rules", view) == narration.explain("rules", view)
