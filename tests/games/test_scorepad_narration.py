"""What the score pad says and shows, checked by the numbers; screenplays and catalogue check the words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.cues.props import Plate
from gm_appliance.core.cues.screens import GridScreen, NumberScreen
from gm_appliance.core.game import JSON, Choice, Decision, NumberFace
from gm_appliance.core.language import PSEUDO, Language, load
from gm_appliance.core.play import Play
from gm_appliance.games import scorepad
from gm_appliance.games.scorepad import SCOREPAD
from gm_appliance.games.scorepad.narration.narrator import Scorepad
from gm_appliance.pickers import face_of, open_picker
from gm_appliance.testing.things import in_no_language
from tests.games.noted import NotedPseudo, all_cues, texts

SETTINGS: tuple[dict[str, JSON], ...] = (
    {"players": 2, "mode": "free"},
    {"players": 3, "wins": "lowest", "until": "target", "target": -20},
    {"players": 3, "mode": "free", "until": "target", "target": 10},
    {"players": 4, "until": "rounds", "rounds": 2},
    {"players": 5, "mode": "free", "until": "rounds", "rounds": 2},
    {"players": 8},
)

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
    return sorted(map(int, re.findall(r"-?\d+", text)))


def decision(play: Play) -> Decision:
    assert play.decision is not None
    return play.decision


def asked(play: Play) -> list[list[int]]:
    return said(narration().ask(decision(play), play.view))


def told(play: Play) -> list[list[int]]:
    return [one for event, view in play.events for one in said(narration().tell(event, view))]


def random_choice(decision: Decision, rng: Random) -> Choice:
    """Mostly corrections and ties; the end comes late."""
    one = rng.choice((decision, *decision.on_request)) if rng.random() < 0.2 else decision
    if one.name in ("entry.points", "join.points", "correct.points"):
        return Choice(one.name, rng.choice((0, 0, 0, 1, -12)))
    values: list[JSON] = list(getattr(one.domain, "options", ()))
    if "correct" in values and rng.random() < 0.4:
        return Choice(one.name, "correct")
    if "end" in values and rng.random() < 0.7:
        values.remove("end")
    return Choice(one.name, rng.choice(values))


def moments() -> Iterator[Play]:
    over: tuple[tuple[str, JSON], ...] = (("end.confirm", "end"),)
    yield choose(begun(mode="free"), ("free.who", "end"), *over)
    yield choose(pad((5,) * 4), ("round.next", "end"), *over)
    won = choose(begun(mode="free", until="target", target=5), ("free.who", 1), ("entry.points", 5))
    yield won
    yield choose(won, ("reached.target", "end"))
    for seed, options in enumerate(SETTINGS):
        rng, play = Random(seed), Play(SCOREPAD, SCOREPAD.complete(options))
        yield play
        while play.decision and len(play.taken) < 80:
            play.take(play.decision.forced() or random_choice(play.decision, rng))
            yield play


@pytest.mark.many
def test_every_sentence_is_used_and_nothing_else_is_said_or_shown() -> None:
    noted, plain = NotedPseudo(), re.compile("[aeiouyAEIOUY]")
    narration = Scorepad(Language(PSEUDO, noted))
    for play in moments():
        for cue in all_cues(narration, play):
            assert not any(plain.search(text) for text in texts(cue)), cue
    for option in SCOREPAD.options:
        assert narration.option(option.name).help
    assert narration.title()
    lines: tuple[tuple[dict[str, int | str], list[int]], ...] = (
        ({"until": "none"}, [4]),
        ({"until": "target", "target": -500}, [-500, 4]),
        ({"until": "rounds", "rounds": 7}, [4, 7]),
    )
    for given, expected in lines:
        most, fewest = (
            narration.setup({"players": 4, "wins": wins, **given}) for wins in ("highest", "lowest")
        )
        assert numbers(most) == numbers(fewest) == expected
        assert most != fewest
    assert noted.unused(scorepad.__name__) == set()


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


def test_below_a_number_is_the_total_or_the_entry_to_be_corrected() -> None:
    play = choose(pad((1, -20, 3)), ("round.next", "next"))
    assert below(play) == [3]
    choose(play, ("entry.points", 4))
    assert below(play) == [1]
    choose(play, ("entry.points", 4), ("entry.points", 4), *WRONG)
    assert below(play) == [-20]


def below(play: Play) -> list[int]:
    shown = narration().screen(decision(play), play.view, NumberFace(0), 0)
    assert isinstance(shown, NumberScreen)
    return numbers(shown.line)


def test_names_points_and_the_dealer_are_on_the_table() -> None:
    lying = narration().props(pad((1, -20, 3)).view)
    assert [(prop.at, in_no_language(prop)) for prop in lying.items] == [
        *((seat, "plate") for seat in (1, 2, 3)),
        (1, "1"),
        (2, "-20"),
        (3, "3"),
        (1, "dealer"),
    ]


def test_many_players_have_short_names_in_the_standings() -> None:
    lengths = []
    for count in (5, 15):
        play = choose(pad((5,) * count), ("round.next", "standings"))
        grid = narration().screen(decision(play), play.view, face_of(open_picker(decision(play))), 0)
        assert isinstance(grid, GridScreen)
        assert [numbers(cell) for cell in grid.rows[-1]] == [[1, count], [5]]
        lengths.append({len(name) for name, _ in grid.rows})
    assert max(lengths[1]) < min(lengths[0])


def test_no_prompt_says_what_to_press() -> None:
    """The host adds that itself."""
    words = [str(text) for one in Scorepad.PROMPTS.values() for text in (one.ask.text, one.shorter.text)]
    assert [text for text in words if re.search(r"\b(OK|[Pp]ress|[Hh]old)\b", text)] == []
