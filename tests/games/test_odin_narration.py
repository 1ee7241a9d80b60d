"""The narration of Odin's Table: prompts, pictures and props agree, and every message is used. The wording
itself is in tests/screenplays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest

from gm_appliance.core.cues import Cue, Props, Remark, Say, Show
from gm_appliance.core.cues.props import BoardFrame, Card, Tally, Token
from gm_appliance.core.cues.screens import BoardScreen, Cell, GridScreen, MenuScreen, Screen, VersusScreen
from gm_appliance.core.game import JSON, Choice, Decision, MenuFace, OneOf, Seat
from gm_appliance.core.language import Language, load
from gm_appliance.core.people import Party
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games import odins_table
from gm_appliance.games.odins_table import ODINS_TABLE, events
from gm_appliance.games.odins_table.board import NAMES, Position
from gm_appliance.games.odins_table.fight import judged
from gm_appliance.games.odins_table.model import Fighting, GameResult, OdinView, Repeating
from gm_appliance.games.odins_table.narration import narrator
from gm_appliance.games.odins_table.narration.narrator import OdinsTable
from gm_appliance.pickers import face_of, open_picker
from tests.games.noted import Noted, all_cues, prompt_cues

pytestmark = pytest.mark.many

Options = dict[str, JSON]
PARTY = Party(("Anna", "Bartholomäus"))
SETTINGS: tuple[Options, ...] = (
    {"mode": "referee"},
    {"mode": "referee", "white": "lots", "games": 3},
    {"mode": "judge", "games": 5},
    {"mode": "solo", "games": 3},
)


def narration(people: Party = PARTY) -> OdinsTable:
    return OdinsTable(load("en", odins_table.__name__), people)


def taken(*choices: tuple[str, JSON], **options: JSON) -> Play:
    play = Play(ODINS_TABLE, ODINS_TABLE.complete(options))
    for name, value in choices:
        play.take(Choice(name, value))
    return play


def moments(seed: int, options: Options, most: int = 400) -> Iterator[Play]:
    """A play at each of its steps. Idunn scouts rarely, because otherwise nobody would move."""
    rng, play = Random(seed), Play(ODINS_TABLE, ODINS_TABLE.complete(options))
    yield play
    for _ in range(most):
        if (decision := play.decision) is None:
            return
        others = [*decision.also, *(one for one in decision.on_request if one.name != "follow.stop")]
        one = rng.choice(others) if others and rng.random() < 0.1 else decision
        play.take(Choice(one.name, one.domain.sample(rng)))
        yield play


def seldom(told: OdinsTable) -> Iterator[Cue]:
    """Words that random games rarely reach."""
    match, single = taken(mode="judge", games=3).view, taken().view
    draw, won = replace(single, phase=Repeating()), (GameResult(2, "conquered", (0, 3)),) * 2
    for event, view in (
        (events.BoardKept(), match),
        (events.GameOver(1, 2, "stuck", (0, 1)), match),
        (events.GameOver(1, 0, "agreed", (1, 1)), match),
        (events.Ended("played", ()), match),
        (events.Ended("decided", (2,)), replace(match, results=won)),
        (events.Corrected(1, 2, ("c4",), ("f1",)), single),
        (events.Passed(1), single),
        (events.Repeated(3), single),
        (events.Repeated(4), single),
        (events.PlaysOn(2), single),
        (events.MaySwap(1, False), single),
        (events.Swapped(1, "a", "c"), single),
        (events.Conquered(1, 3), single),
        (events.Shuffled(2), taken(mode="solo").view),
    ):
        yield from told.tell(event, view)
    for attack, defence in ((9, 1), (1, 1), (0, 1), (5, 5), (5, 4)):
        verdict = judged(attack, defence)
        for squares in (("", ""), ("c3", "d4")):
            yield from told.tell(events.Fought(1, attack, defence, *verdict, *squares), single)
    asked = ODINS_TABLE.decision(draw)
    assert asked is not None
    yield from prompt_cues(told, asked, draw)
    yield Say(told.topic("judge.close"))
    bare = replace(single, position=Position(0, 1 << 12))
    yield from told.explain("board", bare)
    yield from told.back(single, bare)
    yield from told.back(bare, single)


@cache
def everything() -> tuple[tuple[Cue, ...], set[tuple[str, str]]]:
    """Nearly everything the game can say or show, and its messages that were not used."""
    noted = Noted()
    told = OdinsTable(Language("en", noted), PARTY)
    plays = (play for seed, options in enumerate(SETTINGS) for play in moments(seed, options))
    cues = tuple(dict.fromkeys([*(cue for play in plays for cue in all_cues(told, play)), *seldom(told)]))
    assert told.title()
    assert all(told.option(option.name).help for option in ODINS_TABLE.options)
    for mode in ("judge", "referee", "solo"):
        for games in (1, 3):
            assert told.setup({"mode": mode, "games": games})
    return cues, noted.unused(odins_table.__name__)


def said(cues: Iterable[Cue]) -> list[str]:
    return [cue.text for cue in cues if isinstance(cue, Say)]


def opened(told: OdinsTable, play: Play) -> tuple[list[Cue], Screen]:
    """The words and the screen of the open decision."""
    assert play.decision is not None
    face = face_of(open_picker(play.decision))
    return [*told.ask(play.decision, play.view)], told.screen(play.decision, play.view, face, 0)


def wrong_cards(told: OdinsTable, plays: Iterable[Play]) -> tuple[int, list[str]]:
    """The number of times a card was asked for, and the prompts and titles that name the wrong column:
    the attacker's card guards the column the piece leaves, the defender's the attacked one."""
    asked, wrong = 0, []
    attack: events.Attacked | None = None
    for play in plays:
        attack = next((event for event, _view in play.events if isinstance(event, events.Attacked)), attack)
        if play.decision is None or not play.decision.name.startswith("fight."):
            continue
        assert attack is not None
        assert isinstance(play.decision.who, Seat)
        square = attack.start if play.decision.who.seat == attack.seat else attack.to
        asked += 1
        words, screen = opened(told, play)
        words += told.again(play.decision, play.view)
        wrong += [one for one in said(words) if not one.endswith(f"column {square[0].upper()}?")]
        title = getattr(screen, "title", "")
        if not {square.upper(), square[0].upper()} <= {*re.findall(r"\b[A-F]\d?\b", title)}:
            wrong.append(title)
    return asked, wrong


@pytest.mark.parametrize("mode", ["solo", "referee"])
def test_the_card_asked_for_is_the_one_that_fights(mode: str) -> None:
    plays = (play for seed in range(15) for play in moments(seed, {"mode": mode}))
    asked, wrong = wrong_cards(narration(), plays)
    assert asked > 50
    assert wrong == []


def test_a_prompt_for_another_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault: the defender is told the attacker's column too."""
    square = narrator._square

    def of_the_start(decision: Decision, view: OdinView) -> str:
        return NAMES[view.phase.move.start] if isinstance(view.phase, Fighting) else square(decision, view)

    monkeypatch.setattr(narrator, "_square", of_the_start)
    _asked, wrong = wrong_cards(narration(), moments(1, {"mode": "referee"}))
    assert wrong


def test_everything_shown_fits_the_display_and_nobody_says_you_to_the_box() -> None:
    kinds = set()
    for cue in everything()[0]:
        assert not isinstance(cue, Say) or not re.search(r"\b[Tt]he box, ", cue.text)
        if not isinstance(cue, Show):
            continue
        screen = cue.screen
        kinds.add(type(screen))
        lines = (*getattr(screen, "items", ()), *getattr(screen, "lines", ()), getattr(screen, "line", ""))
        assert all(len(one) <= 21 for one in (getattr(screen, "title", ""), *lines)), screen
        if isinstance(screen, BoardScreen):
            # Beside the board, a row has room for thirteen of the smallest letters.
            assert max(map(len, f"{screen.title} {screen.line} {screen.hint}".split())) <= 13, screen
    assert kinds >= {BoardScreen, MenuScreen, VersusScreen, GridScreen}


def test_every_message_is_used() -> None:
    assert everything()[1] == set()


def test_the_modes_are_named_in_the_order_of_their_lines() -> None:
    words = narration().option("mode")
    named = {"referee": "board", "judge": "fights", "solo": "against"}
    (domain,) = [one.domain for one in ODINS_TABLE.options if one.name == "mode"]
    assert isinstance(domain, OneOf)
    for sentence in (words.ask, words.again):
        at = [sentence.find(named[str(one)]) for one in domain.options]
        assert min(at) >= 0
        assert at == sorted(at), sentence
    assert [*words.items] == [*domain.options]


def test_a_square_has_one_name_for_voice_display_and_page() -> None:
    """A piece on C1 is in the third column of the lowest row, seen from White's side."""
    cues, shown = opened(narration(), taken(("turn.piece", "c1")))
    assert said(cues)[0].startswith("C1")
    assert isinstance(shown, BoardScreen)
    assert shown.chosen == Cell(5, 3)
    assert (shown.columns[2], shown.rows[4]) == ("C", "1")
    (props,) = [cue for cue in cues if isinstance(cue, Props)]
    (frame,) = [prop for prop in props.items if isinstance(prop, BoardFrame)]
    assert frame.chosen is not None
    assert (frame.columns[frame.chosen.column - 1], frame.rows[frame.chosen.row - 1]) == ("C", "1")
    assert {frame.rows[at.row - 1] for at in frame.targets} == {"2"}
    assert frame.near == 1


def test_the_piece_under_the_cursor_shows_where_it_may_go() -> None:
    _cues, shown = opened(narration(), taken())
    assert isinstance(shown, BoardScreen)
    assert (shown.cursor, shown.line) == (Cell(5, 1), "A1")
    assert set(shown.targets) == {Cell(4, 1), Cell(4, 2)}
    assert len(shown.pieces) == 12


def test_a_fight_shows_both_cards_and_says_who_loses_a_piece() -> None:
    view = taken(mode="judge").view
    for attack in range(10):
        for defence in range(10):
            ends, why = judged(attack, defence)
            cues = narration().tell(events.Fought(1, attack, defence, ends, why), view)
            (shown,) = [cue.screen for cue in cues if isinstance(cue, Show)]
            assert isinstance(shown, VersusScreen)
            assert (shown.left, shown.right) == (attack, defence)
            losers = [name for name in PARTY.names if name in said(cues)[-1]]
            assert losers == {"swap": [], "defender": ["Anna"], "attacker": ["Bartholomäus"]}[ends]


def test_nobody_waits_for_the_voice_at_a_move() -> None:
    told, moves = narration(), 0
    for play in moments(5, {"mode": "referee"}):
        for event, view in play.events:
            if type(event).__name__ in ("Moved", "Attacked", "Resurrected", "TurnedUp", "IdunnDiscarded"):
                moves += 1
                assert {type(cue) for cue in told.tell(event, view)} <= {Props, Remark}, event
    assert moves > 50


def test_pieces_cards_and_spaces_lie_on_the_table() -> None:
    told = narration()
    lying = told.props(taken(white=2).view).items
    rows = {
        (prop.name, prop.at.row) for prop in lying if isinstance(prop, Token) and isinstance(prop.at, Cell)
    }
    assert rows == {("white", 6), ("black", 2)}
    assert len([prop for prop in lying if isinstance(prop, Card) and prop.face_down]) == 12
    assert [prop.near for prop in lying if isinstance(prop, BoardFrame)] == [2]
    judging = told.props(taken(("judge.next", "white-conquers"), white=2, mode="judge").view).items
    assert {(prop.at, prop.name) for prop in judging if isinstance(prop, Token)} == {
        (2, "white"),
        (1, "black"),
    }
    assert [(prop.at, prop.number) for prop in judging if isinstance(prop, Tally)] == [(1, 0), (2, 1)]


def test_a_move_that_is_taken_back_is_moved_back_by_hand() -> None:
    told, play = narration(), taken(("turn.piece", "c1"), ("turn.target", "c2"))
    assert said(told.back(play.view, play.undone().view)) == ["The piece on C2 goes back to C1."]
    assert told.back(play.view, play.view) == ()


def test_the_cursor_names_every_line_also_those_beside_the_squares() -> None:
    told, play = narration(), taken(("turn.piece", "a1"))
    assert play.decision is not None
    face = face_of(open_picker(play.decision))
    assert isinstance(face, MenuFace)
    faces = [MenuFace(face.items, at) for at in range(len(face.items))]
    spoken = [said(told.under_cursor(play.decision, play.view, one)) for one in faces]
    assert spoken == [["A2"], ["B2"], ["Idunn in column A"], ["Idunn at the target"]]
