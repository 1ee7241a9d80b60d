"""By ear: every line, number and player that OK could choose has words, in every open decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues import Say
from gm_appliance.core.cues.screens import Lines, Screen
from gm_appliance.core.game import JSON, Choice, Decision, Face, MenuFace, Number, NumberFace, OneOf, Table
from gm_appliance.core.language import load
from gm_appliance.core.narration import MissingWords, Narration, PromptNarration
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL
from gm_appliance.games.menu.guests import Guests
from gm_appliance.games.menu.narration.narrator import Lobby
from gm_appliance.games.menu.rules import MenuView, lobby
from gm_appliance.games.registry import GAMES
from gm_appliance.host.question_narration import QuestionNarration
from gm_appliance.pickers import Gesture, face_of, open_picker
from gm_appliance.pickers.menu import Menu
from tests.games.gotterdammerung import random_choice

FAR = 40
"""Steps after which a number's range has been tried enough."""


def positions(decision: Decision, button: str) -> Iterator[Face]:
    """The cursor's positions as this button of the panel moves it, until one repeats."""
    picker, seen = open_picker(decision), set[JSON]()
    if isinstance(picker, Menu) and picker.groups:
        yield from (picker.resumed(at).face for at in range(len(picker.items)))
        return
    while picker is not None and picker.choice is None and picker.draft not in seen and len(seen) < FAR:
        yield face_of(picker)
        seen.add(str(picker.draft) if isinstance(picker.draft, list | dict) else picker.draft)
        picker = picker.on(Gesture(PANEL, button, "press", 1.0))


def is_somewhere(face: Face) -> bool:
    return isinstance(face, NumberFace) or (isinstance(face, MenuFace) and face.current is not None)


def checked(narration: PromptNarration, decision: Decision, view: Any) -> int:
    """The number of cursor positions with words. Asserts that all have words, and no two the same."""
    told = {}
    for button in ("down", "up"):
        for face in positions(decision, button):
            cues = narration.under_cursor(decision, view, face)
            words = " ".join(cue.text for cue in cues if isinstance(cue, Say)).strip()
            assert bool(words) == is_somewhere(face), (decision.name, face)
            if words:
                told[face] = words
    assert len(set(told.values())) == len(told), (decision.name, told)
    return len(told)


def all_checked(narration: PromptNarration, decision: Decision, view: Any) -> int:
    """The same, including decisions on request; 0 if presses are timed or secret."""
    asked = [decision, *decision.on_request] if not decision.beats else []
    return sum(checked(narration, one, view) for one in asked if not one.secret)


@pytest.mark.parametrize("seed", range(12))
def test_gotterdammerung(seed: int) -> None:
    rng, game = Random(seed), GAMES["gotterdammerung"]
    players = 7 + seed % 9
    options: dict[str, JSON] = {"players": players, "gods": rng.randint(3, players), "talk": 0}
    for name, values in {
        "pick": ("recommended", "choose"),
        "seating": ("spread", "choose"),
        "dice": ("box", "own"),
        "ballot": ("pads", "thumbs", "booth"),
    }.items():
        options[name] = rng.choice(values)
    play, narration = Play(game.game, game.game.complete(options)), game.narration("en")
    found = 0
    for _ in range(150):
        if play.decision is None:
            break
        found += all_checked(narration, play.decision, play.view)
        play.take(random_choice(play.decision, play.view, rng))
    assert found > 30


@pytest.mark.parametrize("options", [{"mode": "round"}, {"mode": "free", "until": "target", "target": 5}])
def test_the_score_pad(options: Mapping[str, JSON]) -> None:
    rng, game = Random(1), GAMES["scorepad"]
    play, narration = Play(game.game, game.game.complete(options)), game.narration("en")
    seen = set()
    for _ in range(400):
        if play.decision is None:
            break
        assert all_checked(narration, play.decision, play.view)
        seen.add(play.decision.name)
        values = getattr(play.decision.domain, "options", ())
        more = [value for value in values if value != "end"] if len(seen) < 7 else values
        value = rng.choice(more) if more else play.decision.domain.sample(rng)
        play.take(Choice(play.decision.name, value))
    assert {"entry.points", "correct.round", "correct.who", "dealer.who"} <= seen


@pytest.mark.parametrize("mode", ["live", "final"])
@pytest.mark.parametrize("seed", range(4))
def test_thor(seed: int, mode: str) -> None:
    rng, game = Random(seed), GAMES["thor"]
    chosen: dict[str, JSON] = {"players": 3 + seed, "will_of_thor": "yes", "mode": mode, "first": "choose"}
    chosen |= {"game": "big"} if seed else {}
    play, narration = Play(game.game, game.game.complete(chosen)), game.narration("en")
    seen = set()
    for _ in range(400):
        if play.decision is None:
            break
        assert all_checked(narration, play.decision, play.view)
        seen.add(play.decision.name)
        on_request = play.decision.on_request if rng.random() < 0.1 else ()
        asked = rng.choice((play.decision, *(one for one in on_request if one.name != "follow.stop")))
        # Avoid ending it early, and bring action cards into play.
        likely = [one for one in ("draw", "card", "remove", "next") if asked.domain.contains(one)]
        value = rng.choice(likely) if likely and rng.random() < 0.5 else asked.domain.sample(rng)
        goes_on = value == "end" and asked.domain.contains("correct")
        play.take(Choice(asked.name, "correct" if goes_on else value))
    assert seen >= (
        {"turn.offer", "turn.take", "card.god"} if mode == "live" else {"final.card", "correct.fact"}
    )


@pytest.mark.parametrize("seed", range(8))
def test_the_menu(seed: int) -> None:
    rng = Random(seed)
    last: dict[str, list[dict[str, int | str]]] = {
        "gotterdammerung": [{"players": 7, "gods": 3}, {"players": 9, "gods": 6}, {"players": 8, "gods": 3}],
        "scorepad": [{"players": 4}],
    }
    told = {name: one.narration("en") for name, one in GAMES.items()}
    narration = Lobby(load("en"), told, "Round 2 was interrupted.")
    offered = {name: one.game.options for name, one in GAMES.items()}
    known = Guests(("Anna", "Bo"), {4: ("Bo", "", "Anna", ""), 7: ("",) * 7})
    openings = (
        (True, "", Guests()),
        (False, "scorepad", Guests()),
        (False, "", Guests()),
        (False, "", known),
    )
    for interrupted, recent, people in openings:
        menu = Play(lobby(MenuView(offered, last, recent, people=people), interrupted=interrupted), {})
        while menu.decision is not None:
            assert all_checked(narration, menu.decision, menu.view)
            asked = menu.decision
            value = "rules" if asked.name == "menu.rules" else asked.domain.sample(rng)
            menu.take(Choice(asked.name, value))


@pytest.mark.parametrize("name", [name for name, one in GAMES.items() if one.game.kept])
def test_the_questions_behind_back(name: str) -> None:
    game = GAMES[name]
    play, narration = Play(game.game, game.game.complete({})), game.narration("en")
    while play.decision is not None and not narration.topics(play.view, ()):
        play.take(random_choice(play.decision, play.view, Random(1)))
    requested = tuple(one.name for one in play.decision.on_request) if play.decision else ()
    topics = narration.topics(play.view, requested)
    asks = QuestionNarration(load("en"), narration)
    menu = Decision("questions", Table(), OneOf((*topics, "volume", "rate", "setup", "end", "back")))
    assert checked(asks, menu, play.view) == len(topics) + 5
    assert checked(asks, Decision("volume", Table(), Number(0, 100, 50)), play.view) > 2


class Unmarked(Narration):
    """Shows a choice, but not what OK would choose."""

    def screen(self, decision: Decision, view: Any, face: Face, minutes: int) -> Screen:
        return Lines(decision.name)


def test_a_cursor_without_words_is_noticed() -> None:
    with pytest.raises(MissingWords, match="dinner"):
        checked(Unmarked(), Decision("dinner", Table(), OneOf(("soup", "fish"))), None)
