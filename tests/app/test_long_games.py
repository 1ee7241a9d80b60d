"""Very long games: their numbers can still be said, shown and undone."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from gm_appliance.core.cues import Cue, Say, Show
from gm_appliance.core.cues.screens import GridScreen, Screen
from gm_appliance.core.game import JSON, Choice
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.devices.display.drawing import draw
from gm_appliance.games.registry import registered
from gm_appliance.pickers import face_of, open_picker

MOST = 9999
ROUNDS = 400


def told(cues: Iterable[Cue]) -> tuple[list[str], list[Screen]]:
    """The sentences, and the screens drawn on every display."""
    said: list[str] = []
    shown: list[Screen] = []
    for cue in cues:
        if isinstance(cue, Say):
            said.append(cue.text)
        elif isinstance(cue, Show):
            shown.append(cue.screen)
            drawn(cue.screen)
    return said, shown


def drawn(screen: Screen) -> list[bytes]:
    return [draw(screen, large, upright).tobytes() for large in (False, True) for upright in (False, True)]


def open_now(play: Play) -> tuple[list[str], Screen]:
    """Sentences and screens of the open decision."""
    narration, decision = registered(play.game.name).narration("en"), play.decision
    assert decision is not None
    asked = (*narration.ask(decision, play.view), *narration.again(decision, play.view))
    screen = narration.screen(decision, play.view, face_of(open_picker(decision, None)), 10**6)
    drawn(screen)
    return told((*asked, *narration.recap(decision, play.view)))[0], screen


def took(play: Play, name: str, value: JSON) -> list[str]:
    """The sentences after a choice."""
    narration = registered(play.game.name).narration("en")
    said: list[str] = []
    for event, view in play.take(Choice(name, value)):
        said += told(narration.tell(event, view))[0]
    return said + (open_now(play)[0] if play.decision else [])


def numbers(said: Iterable[str]) -> list[list[int]]:
    """The numbers in each sentence, sorted."""
    return [sorted(map(int, re.findall(r"-?\d+", one))) for one in said]


@pytest.fixture(scope="module")
def pad() -> Play:
    """A score pad after 400 rounds: player 1 has won and player 5 has lost all of them."""
    game = registered("scorepad").game
    play = Play(game, game.complete({"players": 5}))
    play.take(Choice("dealer.first", 1))
    for number in range(ROUNDS):
        if number:
            play.take(Choice("round.next", "next"))
        for seat in play.view.after_dealer:
            play.take(Choice("entry.points", {1: MOST, 5: -MOST}.get(seat, 0)))
    return play


def test_a_score_pad_with_hundreds_of_rounds_says_and_shows_everything(pad: Play) -> None:
    play = pad.undone()
    last = play.view.dealer
    assert [ROUNDS] in numbers(took(play, "entry.points", {1: MOST, 5: -MOST}.get(last, 0)))
    assert numbers(took(play, "round.next", "standings"))[0] == [1, 1, ROUNDS * MOST]
    assert isinstance(open_now(play)[1], GridScreen)
    took(play, "standings.read", "done")
    took(play, "round.next", "correct")
    took(play, "correct.round", 17)
    took(play, "correct.who", 5)
    took(play, "correct.how", "points")
    total = 1 - (ROUNDS - 1) * MOST
    assert [total, 5] in numbers(took(play, "correct.points", 1))
    took(play, "round.next", "end")
    assert numbers(took(play, "end.confirm", "end"))[0] == [1, ROUNDS * MOST]
    took(play, "final.read", "done")
    assert play.outcome is not None
    assert play.outcome.facts["rounds"] == ROUNDS


@pytest.mark.parametrize("players", [2, 5, 15])
def test_the_last_digit_of_a_long_sum_is_visible_on_every_display(players: int) -> None:
    """Up to eight digits: a thousand rounds of the most points."""
    rows = [(f"{place}. P{place}", str(-99_999_990 + place % 10)) for place in range(1, players + 1)]
    screen = GridScreen("Standings", tuple(rows), "OK")
    other = replace(screen, rows=tuple((name, f"{points[:-1]}x") for name, points in rows))
    assert all(one != two for one, two in zip(drawn(screen), drawn(other), strict=True))
