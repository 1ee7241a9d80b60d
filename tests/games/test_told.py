"""In random evenings of every game: all that is said and shown has words, in the language; nobody waits for
the voice unless it is news."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues import Props, Remark
from gm_appliance.core.cues.screens import Lines, Screen
from gm_appliance.core.game import Choice, Decision, Face, Number, OneOf, Table
from gm_appliance.core.language import PSEUDO, Language, load
from gm_appliance.core.narration import MissingWords, Narration
from gm_appliance.core.people import NOBODY
from gm_appliance.core.play import Play
from gm_appliance.games.menu.guests import Guests
from gm_appliance.games.menu.narration.narrator import Lobby
from gm_appliance.games.menu.rules import MenuView, lobby
from gm_appliance.games.registry import GAMES
from gm_appliance.games.valda.narration.names import SYMBOLS
from gm_appliance.host.question_narration import QuestionNarration
from tests.games import noted
from tests.games.noted import Noted, all_cues, checked, moments, texts

pytestmark = pytest.mark.many

EVENINGS, MOST = 10, 120
"""Random evenings of each game, and the most choices in each."""

UNTRANSLATED = re.compile("[aeiouyAEIOUY]")
SQUARE = re.compile(r"\b[A-F][1-5]?\b")


def in_english(name: str, words: Noted, evenings: int = EVENINGS) -> set[str]:
    """The texts of random evenings that are not in the pseudo-language."""
    narration = GAMES[name].narrate(Language(PSEUDO, words), NOBODY)
    found = {narration.title()}
    for option in GAMES[name].game.options:
        text = narration.option(option.name)
        labels = map(str, option.domain.options) if isinstance(option.domain, OneOf) else ()
        assert {*text.items} == {*labels}, option.name
        found |= {text.ask, text.again, text.title, text.help, *text.items.values()}
    for seed in range(evenings):
        for play in moments(name, seed, MOST):
            found.update(text for cue in all_cues(narration, play) for text in texts(cue))
    return {one for one in found - {*SYMBOLS.values()} if UNTRANSLATED.search(SQUARE.sub("", one))}


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_said_and_shown_has_words_in_the_language(name: str) -> None:
    words = Noted()
    assert in_english(name, words) == set()
    assert words.share(GAMES[name].package) > 0.7, "the evenings are not varied enough"


def test_a_text_that_is_not_translated_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noted, "pseudo", lambda message: message)
    assert in_english("dice", Noted(), evenings=1)


@pytest.mark.parametrize("seed", range(8))
def test_the_menu_has_words_for_each_line(seed: int) -> None:
    rng = Random(seed)
    last: dict[str, list[dict[str, int | str]]] = {
        "gotterdammerung": [{"players": 7, "gods": 3}, {"players": 9, "gods": 6}, {"players": 8, "gods": 3}],
        "scorepad": [{"players": 4}],
    }
    told = {name: one.narration("en") for name, one in GAMES.items()}
    narration = Lobby(load("en"), told, "Round 2 was interrupted.")
    offered = {name: one.game.options for name, one in GAMES.items()}
    known = Guests(("Anna", "Bo"), {4: ("Bo", "", "Anna", ""), 7: ("",) * 7})
    for interrupted, recent, people in (
        (True, "", Guests()),
        (False, "scorepad", Guests()),
        (False, "", Guests()),
        (False, "", known),
    ):
        menu = Play(lobby(MenuView(offered, last, recent, people=people), interrupted=interrupted), {})
        while (asked := menu.decision) is not None:
            assert checked(narration, asked, menu.view)
            value = "rules" if asked.name == "menu.rules" else asked.domain.sample(rng)
            menu.take(Choice(asked.name, value))


def test_the_questions_behind_back_have_words_for_each_line() -> None:
    game = GAMES["thor"]
    play, narration = Play(game.game, game.game.complete({})), game.narration("en")
    topics = narration.topics(play.view, ())
    asks = QuestionNarration(load("en"), narration)
    menu = Decision("questions", Table(), OneOf((*topics, "volume", "rate", "setup", "end", "back")))
    assert len(checked(asks, menu, play.view)) == len(topics) + 5
    assert len(checked(asks, Decision("volume", Table(), Number(0, 100, 50)), play.view)) > 2


class Unmarked(Narration):
    """Shows a choice, but not what OK would choose."""

    def screen(self, decision: Decision, view: Any, face: Face, minutes: int) -> Screen:
        return Lines(decision.name)


def test_a_cursor_without_words_is_noticed() -> None:
    with pytest.raises(MissingWords, match="dinner"):
        checked(Unmarked(), Decision("dinner", Table(), OneOf(("soup", "fish"))), None)


AWAITED = {
    "odins-table": (
        *("BoxLaid", "CardsShown", "Conquered", "Corrected", "Ended", "Fought", "GameBegins", "GameOver"),
        *("IdunnDiscarded", "MaySwap", "PlaysOn", "Repeated", "Shuffled"),
    ),
    "thor": (
        *(
            "Corrected",
            "Cried",
            "Ended",
            "FollowsTurns",
            "GiftsScored",
            "GodScored",
            "OfferCorrected",
            "RoundBegins",
        ),
        *("RoundOver", "RoundScored"),
    ),
    "valda": (
        *("BuildingCancelled", "Built", "ByHand", "Corrected", "Defended", "DiceRolled", "Ended", "Endowed"),
        *("HandLimited", "LokiRolled", "PartSwitched", "RoundBegins", "StartRolled", "Tied", "TurnBegins"),
    ),
}
"""Events that are news, or ask for something. All others, moves and entries, are remarks said with the next
prompt."""

BY_HAND = {
    "odins-table": ("IdunnDiscarded", "Shuffled"),
    "thor": ("Cried",),
    "valda": ("ByHand", "HandLimited"),
}
"""Events that ask for something to be done by hand."""


@pytest.mark.parametrize("name", AWAITED)
def test_nobody_waits_for_the_repetition_of_a_move(name: str) -> None:
    narration, seen = GAMES[name].narration("en"), 0
    for play in (play for seed in range(EVENINGS) for play in moments(name, seed, MOST)):
        for event, view in play.events:
            if type(event).__name__ not in AWAITED[name]:
                seen += 1
                assert {type(cue) for cue in narration.tell(event, view)} <= {Props, Remark}, event
            if type(event).__name__ in BY_HAND[name]:
                assert Remark not in map(type, narration.tell(event, view)), event
    assert seen > 200
