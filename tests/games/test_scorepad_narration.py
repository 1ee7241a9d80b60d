"""What the score pad says and shows, checked by the numbers; screenplays and catalogue check the words."""

from __future__ import annotations

import re

import pytest

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.cues.props import Plate
from gm_appliance.core.game import JSON, Choice, Decision
from gm_appliance.core.language import load
from gm_appliance.core.play import Play
from gm_appliance.games import scorepad
from gm_appliance.games.scorepad import SCOREPAD
from gm_appliance.games.scorepad.narration.narrator import Scorepad

WRONG: tuple[tuple[str, JSON], ...] = (
    ("round.next", "correct"),
    ("correct.round", 1),
    ("correct.who", 2),
    ("correct.how", "points"),
)


def choose(play: Play, *choices: tuple[str, JSON]) -> Play:
    for one, value in choices:
        play.take(Choice(one, value))
    return play


def begun(**options: JSON) -> Play:
    """An empty pad; player one deals."""
    return choose(Play(SCOREPAD, SCOREPAD.complete(options)), ("dealer.first", 1))


def pad(points: tuple[int, ...], **options: JSON) -> Play:
    """A pad with one complete round. points: by player; player 1 deals, and so is entered last."""
    play = begun(players=len(points), **options)
    for seat in play.view.after_dealer:
        if play.view.setup.mode == "free":
            choose(play, ("free.who", seat))
        choose(play, ("entry.points", points[seat - 1]))
    return play


def narration() -> Scorepad:
    return Scorepad(load("en", scorepad.__name__))


def said(cues: tuple[Cue, ...]) -> list[list[int]]:
    """The numbers of each sentence: players, points and rounds, in ascending order."""
    return [numbers(cue.text) for cue in cues if isinstance(cue, Say)]


def numbers(text: str) -> list[int]:
    for place, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth"), 1):
        text = re.sub(f"(?i){word} place", str(place), text)
    return sorted(map(int, re.findall(r"-?\d+", text)))


def decision(play: Play) -> Decision:
    assert play.decision is not None
    return play.decision


def asked(play: Play) -> list[list[int]]:
    return said(narration().ask(decision(play), play.view))


def told(play: Play) -> list[list[int]]:
    return [one for event, view in play.events for one in said(narration().tell(event, view))]


def test_the_standings_go_from_best_to_worst_with_shared_places() -> None:
    play = choose(pad((7, 40, -12, 7, 7, 7)), ("round.next", "standings"))
    assert asked(play) == [[1, 2, 40], [1, 2, 4, 5, 7], [2, 6], [-12, 3, 6], []]
    play = choose(pad((7, 40), wins="lowest"), ("round.next", "standings"))
    assert asked(play) == [[1, 1, 7], [2, 2, 40], []]


@pytest.mark.parametrize(
    ("points", "lead"),
    [
        ((1, 7, 0), [2, 7]),
        ((-1, -2, -3), [-1, 1]),
        ((7, 7, 0), [1, 2, 7]),
        ((7, 7, 7), [7]),  # all of them
        ((7, 7, 7, 7, 0), [4, 7]),  # four of them
    ],
)
def test_the_end_of_a_round_tells_its_last_entry_and_who_leads(
    points: tuple[int, ...], lead: list[int]
) -> None:
    assert told(pad(points)) == [sorted((1, points[0])), [1], lead]


@pytest.mark.parametrize(
    ("points", "win"), [((3, 20, 20), [[2, 3, 20]]), ((-5,) * 5, [[-5, 1, 2, 3], [4, 5]])]
)
def test_equal_winners_share_the_win_a_few_names_in_a_sentence(
    points: tuple[int, ...], win: list[list[int]]
) -> None:
    play = choose(pad(points), ("round.next", "end"), ("end.confirm", "end"))
    assert told(play) == win


def test_players_who_left_come_last_in_the_standings_and_their_plate_is_turned() -> None:
    play = choose(pad((7, 40, -12)), ("somebody.leaves", 2))
    assert told(play) == [[2, 40]]
    choose(play, ("round.next", "standings"))
    assert asked(play) == [[1, 1, 7], [-12, 2, 3], [2, 40], []]
    plates = [prop for prop in narration().props(play.view).items if isinstance(prop, Plate)]
    assert [bool(plate.turned and plate.note) for plate in plates] == [False, True, False]


def test_the_lamp_of_the_player_whose_points_are_entered_is_lit() -> None:
    play, lit = pad((1, 2, 3)), []
    for one in WRONG:
        lit.append(narration().lights(decision(play), play.view))
        choose(play, one)
    assert lit == [frozenset()] * 3 + [{2}]
    assert narration().lights(decision(play), play.view) == {2}
    choose(play, ("correct.points", 0), ("round.next", "next"))
    assert narration().lights(decision(play), play.view) == {3}  # player two deals now
