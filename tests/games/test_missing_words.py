"""Silence is explicit: every event and decision has words, or is silent on purpose."""

from __future__ import annotations

import ast
import inspect
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.game import Beat, BlankFace, Decision, OneOf, Table
from gm_appliance.core.language import Language, load
from gm_appliance.core.narration import ForgivingNarration, MissingWords, Narration
from gm_appliance.core.play import Play
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG, events
from gm_appliance.games.gotterdammerung.narration.events import GotterdammerungEvents
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.games.gotterdammerung.narration.prompts import PROMPTS, STEPS
from gm_appliance.games.menu.narration.narrator import Lobby
from gm_appliance.games.menu.narration.prompts import PROMPTS as MENU_PROMPTS
from gm_appliance.games.menu.narration.stick import StickWords
from gm_appliance.games.menu.rules import MenuView, lobby
from gm_appliance.games.odins_table import events as odin_events
from gm_appliance.games.odins_table.narration.events import OdinEvents
from gm_appliance.games.odins_table.narration.prompts import PROMPTS as ODIN_PROMPTS
from gm_appliance.games.odins_table.narration.prompts import SILENT as ODIN_SILENT
from gm_appliance.games.scorepad import events as scorepad_events
from gm_appliance.games.scorepad.narration.events import ScoreEvents
from gm_appliance.games.scorepad.narration.prompts import PROMPTS as SCOREPAD_PROMPTS
from gm_appliance.games.thor import events as thor_events
from gm_appliance.games.thor.narration.events import ThorEvents
from gm_appliance.games.thor.narration.prompts import PROMPTS as THOR_PROMPTS
from gm_appliance.games.thor.narration.prompts import SILENT as THOR_SILENT
from gm_appliance.games.valda import events as valda_events
from gm_appliance.games.valda.narration.events import ValdaEvents
from gm_appliance.games.werewolf.narration.narrator import Werewolf

PLANTED = Decision("somebody.sneezed", Table(), OneOf(("bless",)))


@dataclass(frozen=True)
class Sneezed:
    """An event without words."""


def defined(module: Any) -> set[type]:
    """The event classes of a module."""
    return {
        one for _, one in inspect.getmembers(module, inspect.isclass) if one.__module__ == module.__name__
    }


TOLD: Mapping[Any, Mapping[type, Any]] = {
    events: GotterdammerungEvents.TOLD,
    odin_events: OdinEvents.TOLD,
    scorepad_events: ScoreEvents.TOLD,
    thor_events: ThorEvents.TOLD,
    valda_events: ValdaEvents.TOLD,
}
"""Each module of events, with the events that are told or silent on purpose."""


@pytest.mark.parametrize("module", TOLD)
def test_an_event_is_told_or_silent_on_purpose(module: Any) -> None:
    kinds = defined(module)
    assert len(kinds) > 5
    assert kinds - {*TOLD[module]} == set()
    assert {*kinds, Sneezed} - {*TOLD[module]} == {Sneezed}


BESIDE = frozenset(("council.close", "council.drop", "council.lapse"))
"""Open beside another decision, whose prompt covers them."""


def named(source: str) -> set[str]:
    """The names of the decisions a module makes; for a computed name, its constant beginning."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    made = [call.args[0] for call in calls if getattr(call.func, "id", "") == "Decision"]
    made = [name.values[0] if isinstance(name, ast.JoinedStr) else name for name in made]
    return {str(name.value) for name in made if isinstance(name, ast.Constant)}


def made(game: str) -> set[str]:
    """The names of the decisions a game or a kit makes."""
    package = Path(__file__).parents[2] / "gm_appliance"
    modules = [*(package / "games" / game).glob("*.py"), *(package / game).glob("*.py")]
    return {name for module in modules for name in named(module.read_text("utf-8"))}


def wanting(names: Iterable[str], prompts: Iterable[str]) -> set[str]:
    """The decisions, or beginnings of their names, without a prompt."""
    known = set(prompts)
    return {
        name
        for name in names
        if not (name in known or (name.endswith(".") and any(one.startswith(name) for one in known)))
    }


PROMPTED: dict[str, set[str]] = {
    "gotterdammerung": {*PROMPTS, *STEPS},
    "hidden_roles": {*PROMPTS, *STEPS, *BESIDE, *Werewolf.PROMPTS},
    "scorepad": set(SCOREPAD_PROMPTS),
    "thor": {*THOR_PROMPTS, *THOR_SILENT},
    "odins_table": {*ODIN_PROMPTS, *ODIN_SILENT, "turn.idunn"},
    # An option's words are tested with its game; results are read, not asked for.
    "menu": {*MENU_PROMPTS, *StickWords.PROMPTS, "menu.results", "option."},
}
"""By game: the decisions with a prompt, or silent on purpose."""


@pytest.mark.parametrize("game", PROMPTED)
def test_every_decision_has_its_prompts_or_is_silent_on_purpose(game: str) -> None:
    names = made(game)
    assert len(names) > 3
    assert wanting(names, PROMPTED[game]) == set()
    planted = named('Decision("somebody.sneezed", Table(), domain)')
    assert wanting({*names, *planted}, PROMPTED[game]) == {"somebody.sneezed"}


def party() -> tuple[Narration, Play]:
    play = Play(GOTTERDAMMERUNG, GOTTERDAMMERUNG.complete({}))
    return Gotterdammerung(load("en", gotterdammerung.__name__)), play


def menu() -> tuple[Narration, Play]:
    games = {"gotterdammerung": Gotterdammerung(load("en", gotterdammerung.__name__))}
    return Lobby(load("en"), games), Play(
        lobby(MenuView({"gotterdammerung": GOTTERDAMMERUNG.options}, {})), {}
    )


@pytest.mark.parametrize("table", [party, menu])
def test_what_a_narration_does_not_know_it_names(table: Any) -> None:
    narration, play = table()
    beat = Beat("sneeze", 0.0)
    with pytest.raises(MissingWords, match="Sneezed"):
        narration.tell(Sneezed(), play.view)
    with pytest.raises((MissingWords, KeyError), match="sneezed"):
        narration.ask(PLANTED, play.view)
    with pytest.raises((MissingWords, KeyError), match="sneezed"):
        narration.again(PLANTED, play.view)
    with pytest.raises((MissingWords, KeyError), match="sneezed"):
        narration.remind(PLANTED, play.view, 1)
    with pytest.raises(MissingWords, match="sneezed"):
        narration.beat(PLANTED, play.view, beat)
    with pytest.raises(MissingWords, match="sneezing"):
        narration.explain("sneezing", play.view)
    with pytest.raises((MissingWords, KeyError), match="sneezing"):
        narration.topic("sneezing")


def test_at_the_table_what_has_no_words_is_silent_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    narration, play = party()
    forgiving, view = ForgivingNarration(narration), play.view
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            assert forgiving.tell(Sneezed(), view) == ()
            assert forgiving.ask(PLANTED, view) == ()
            assert forgiving.screen(PLANTED, view, BlankFace(), 0) == Lines("")
            assert forgiving.topic("sneezing") == ""
    logged = [record.getMessage() for record in caplog.records]
    assert len(logged) == 4
    assert logged[0] == "No words for event Sneezed (MissingWords: tell Sneezed; add it to TOLD)."
    assert "somebody.sneezed" in logged[1]


def test_a_value_a_sentence_lacks_ends_no_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a translation has a placeholder that the English lacks, the English is said."""
    english, play = party()
    wrong = NullTranslations()
    monkeypatch.setattr(wrong, "gettext", lambda message: "{horse}")
    forgiving = ForgivingNarration(Gotterdammerung(Language("xx", wrong)))
    assert play.decision is not None
    assert forgiving.ask(play.decision, play.view) == english.ask(play.decision, play.view)
    told = english.interrupted(play.decision, play.view)
    assert forgiving.interrupted(play.decision, play.view) == told
