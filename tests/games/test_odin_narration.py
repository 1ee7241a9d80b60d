"""Odin's Table told: whole sentences, short ones, in every language; pictures that show what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from gm_appliance.core.cues import Cue, Props, Remark, Say, Show
from gm_appliance.core.cues.props import BoardFrame, Card, Tally, Token
from gm_appliance.core.cues.screens import BoardScreen, Cell, GridScreen, MenuScreen, Screen, VersusScreen
from gm_appliance.core.game import Chance, Choice, Decision, MenuFace, Plain
from gm_appliance.core.language import PSEUDO, Language, load
from gm_appliance.core.people import Party
from gm_appliance.core.play import Play
from gm_appliance.games import odins_table
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.odins_table.events import (
    BoxLaid,
    CardsShown,
    Conquered,
    Ended,
    Fought,
    GameOver,
    MaySwap,
    Passed,
    PlaysOn,
    Repeated,
    Shuffled,
    Swapped,
)
from gm_appliance.games.odins_table.fight import judged
from gm_appliance.games.odins_table.model import Repeating
from gm_appliance.games.odins_table.narration.narrator import OdinsTable
from gm_appliance.pickers import face_of, open_picker
from tests.extraction import domains
from tests.games.noted import Noted

pytestmark = pytest.mark.many

Options = dict[str, Plain]
PARTY = Party(("Anna", "Bartholomäus"))
SETTINGS: tuple[Options, ...] = (
    {"mode": "referee"},
    {"mode": "referee", "white": "lots", "games": 3},
    {"mode": "judge", "games": 5},
    {"mode": "judge", "white": 2},
)


def narration(language: str = "en", people: Party = PARTY) -> OdinsTable:
    return OdinsTable(load(language, odins_table.__name__), people)


def taken(*choices: tuple[str, Plain], **options: Plain) -> Play:
    play = Play(ODINS_TABLE, ODINS_TABLE.complete(options))
    for name, value in choices:
        play.take(Choice(name, value))
    return play


def moments(seed: int, options: Options, most: int = 300) -> Iterator[Play]:
    """A play at each of its steps; Idunn seldom scouts, or nobody would ever move."""
    rng, play = Random(seed), Play(ODINS_TABLE, ODINS_TABLE.complete(options))
    yield play
    for _ in range(most):
        if (decision := play.decision) is None:
            return
        others = [*decision.also, *decision.on_request]
        one = rng.choice(others) if others and rng.random() < 0.1 else decision
        play.take(Choice(one.name, one.domain.sample(rng)))
        yield play


def of_moment(told: OdinsTable, play: Play) -> Iterator[Cue]:
    """All that is said and shown now, and could be asked for."""
    view = play.view
    for event, after in play.events:
        yield from told.tell(event, after)
    if play.taken:
        yield from told.back(view, play.undone().view)
    if play.decision is None or isinstance(play.decision.who, Chance):
        return
    for one in (play.decision, *play.decision.on_request):
        yield from told.ask(one, view)
        yield from told.again(one, view)
        face = face_of(open_picker(one))
        assert isinstance(face, MenuFace)
        for at in range(len(face.items)):
            yield from told.under_cursor(one, view, MenuFace(face.items, at))
            yield Show(told.screen(one, view, MenuFace(face.items, at), 0))
    yield from told.recap(play.decision, view)
    yield Say(told.interrupted(play.decision, view))


def all_cues(told: OdinsTable) -> Iterator[Cue]:
    for seed, options in enumerate(SETTINGS * 2):
        for number, play in enumerate(moments(seed, options)):
            yield from of_moment(told, play)
            if play.decision and number % 20 == 0:
                on_request = tuple(one.name for one in play.decision.on_request)
                for topic in told.topics(play.view, on_request):
                    assert len(told.topic(topic)) <= 20
                    yield from () if topic in on_request else told.explain(topic, play.view)
    yield from seldom(told)


def seldom(told: OdinsTable) -> Iterator[Cue]:
    """What is hard to come by."""
    match, single = taken(mode="judge", games=3), taken()
    solo = taken(mode="solo")
    ends = (GameOver(1, 2, "stuck", (0, 1)), GameOver(1, 0, "agreed", (1, 1)), Ended("played", ()))
    for one in ends:
        yield from told.tell(one, match.view)
    others = (Passed(1), Repeated(3), Repeated(4), PlaysOn(2), MaySwap(1, False), Swapped(1, "a", "c"))
    for other in (*others, Conquered(1, 3)):
        yield from told.tell(other, single.view)
    for attack in range(10):
        for defence in range(10):
            verdict = judged(attack, defence)
            for squares in (("", ""), ("c3", "d4")):
                fought = Fought(1, attack, defence, verdict.ends, verdict.why, *squares)
                yield from told.tell(fought, single.view)
    shown = (CardsShown(2, (9, 8, 8, 5, 1, 0)), CardsShown(1, (9,) * 6), BoxLaid(), Shuffled(2))
    for of_solo in shown:
        yield from told.tell(of_solo, solo.view)
    yield from solo_prompts(told, solo)
    draw = single.view.changed({"phase": Repeating()})
    asked = ODINS_TABLE.decision(draw)
    assert asked is not None
    yield from told.ask(asked, draw)
    yield from told.again(asked, draw)
    face = face_of(open_picker(asked))
    assert isinstance(face, MenuFace)
    yield Show(told.screen(asked, draw, face, 0))
    bare = single.view.changed({"position": type(single.view.position)(0, 1 << 12)})
    yield from told.explain("board", bare)
    yield from told.back(single.view, bare)
    yield from told.back(bare, single.view)


def solo_prompts(told: OdinsTable, play: Play) -> Iterator[Cue]:
    yield from told.tell(*play.events[0]) if play.events else ()
    play.take(Choice("box.shuffle", 1))
    decision = play.decision
    assert decision is not None
    yield from told.ask(decision, play.view)
    yield from told.again(decision, play.view)
    yield Show(told.screen(decision, play.view, face_of(open_picker(decision)), 0))
    for number in range(6):
        play.take(Choice("start.card", 5))
        if number == 0 and play.decision:
            yield from told.ask(play.decision, play.view)
    assert play.decision is not None
    assert told.ask(play.decision, play.view) == ()
    yield from told.again(play.decision, play.view)
    yield Show(told.screen(play.decision, play.view, face_of(None), 0))


@cache
def everything(language: str = "en") -> tuple[Cue, ...]:
    return tuple(dict.fromkeys(all_cues(narration(language))))


def said(cues: Any) -> list[str]:
    return [cue.text for cue in cues if isinstance(cue, Say)]


def screens() -> list[Screen]:
    return [cue.screen for cue in everything() if isinstance(cue, Show)]


# ---------------------------------------------------------------- everything it can say and show


def test_no_sentence_has_more_than_twelve_words() -> None:
    sentences = {one for text in said(everything()) for one in re.findall(r"[^.!?]+[.!?]", text)}
    assert {one: len(one.split()) for one in sentences if len(one.split()) > 12} == {}
    assert len(sentences) > 300


def test_all_that_is_shown_fits_the_display() -> None:
    kinds = set()
    for screen in screens():
        kinds.add(type(screen))
        assert len(getattr(screen, "title", "")) <= 21, screen
        for one in (
            *getattr(screen, "items", ()),
            *getattr(screen, "lines", ()),
            getattr(screen, "line", ""),
        ):
            assert len(one) <= 21, one
        if isinstance(screen, BoardScreen):
            # Beside the board thirteen of the smallest letters have room in a row.
            assert max(map(len, f"{screen.title} {screen.line} {screen.hint}".split())) <= 13, screen
    assert kinds >= {BoardScreen, MenuScreen, VersusScreen, GridScreen}


def test_no_sentence_is_left_over() -> None:
    noted = Noted()
    told = OdinsTable(Language("en", noted), PARTY)
    for _cue in all_cues(told):
        pass
    for option in ODINS_TABLE.options:
        assert told.option(option.name).help
    assert 0 < len(told.title()) <= 21
    for mode, games in (("judge", 1), ("referee", 3), ("solo", 1)):
        assert 0 < len(told.setup({"mode": mode, "games": games})) <= 21
    (own,) = (domain for domain in domains() if domain.package == odins_table.__name__)
    marked = {(one.context, one.texts[0]) for one in own.sentences()}
    assert len(marked) > 150
    assert marked - noted.used == set()


def test_the_pseudo_language_shows_no_plain_vowel() -> None:
    """But for the names of squares, which are the same anywhere."""
    plain = re.compile(r"[aeiouyAEIOUY](?![1-5]\b)")
    told = narration(PSEUDO, Party())
    for seed, options in enumerate(SETTINGS):
        for play in moments(seed, options, 100):
            for cue in of_moment(told, play):
                if isinstance(cue, Say):
                    assert not plain.search(re.sub(r"\b[A-F]\b", "", cue.text)), cue
                elif isinstance(cue, Props):
                    labels = (prop.label for prop in cue.items)
                    assert not any(plain.search(label) for label in labels if label not in "ABCDEF")


# ---------------------------------------------------------------- what it says


@pytest.mark.parametrize("attack", range(10))
@pytest.mark.parametrize("defence", range(10))
def test_a_fight_is_explained_in_one_sentence_that_names_the_cards_or_says_who_wins(
    attack: int, defence: int
) -> None:
    verdict = judged(attack, defence)
    view = taken(mode="judge").view
    cues = narration().tell(Fought(1, attack, defence, verdict.ends, verdict.why), view)
    (shown,) = [cue.screen for cue in cues if isinstance(cue, Show)]
    assert isinstance(shown, VersusScreen)
    assert (shown.left, shown.right) == (attack, defence)
    why, follows = said(cues)
    assert ("tie" in why) == (attack == defence)
    assert ("Loki tricks" in why) == (defence == 1 and attack > 1)
    loser = "Anna" if verdict.ends == "defender" else "Bartholomäus"
    assert ("change places" in follows) == (verdict.ends == "swap")
    assert (loser in follows) == (verdict.ends != "swap")


def test_a_square_is_called_alike_by_voice_display_and_page() -> None:
    """A piece on C1 stands in the third column of the lowest row, seen from White's side."""
    told, play = narration(), taken(("turn.piece", "c1"))
    decision = play.decision
    assert decision is not None
    cues = told.ask(decision, play.view)
    assert said(cues)[0].startswith("C1")
    shown = told.screen(decision, play.view, face_of(open_picker(decision)), 0)
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
    told, play = narration(), taken()
    decision = play.decision
    assert decision is not None
    shown = told.screen(decision, play.view, face_of(open_picker(decision)), 0)
    assert isinstance(shown, BoardScreen)
    assert (shown.cursor, shown.line) == (Cell(5, 1), "A1")
    assert set(shown.targets) == {Cell(4, 1), Cell(4, 2)}
    assert len(shown.pieces) == 12


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
    on_board = [prop for prop in lying if isinstance(prop, Token) and isinstance(prop.at, Cell)]
    assert {prop.at.row for prop in on_board if prop.name == "white" and isinstance(prop.at, Cell)} == {6}
    assert {prop.at.row for prop in on_board if prop.name == "black" and isinstance(prop.at, Cell)} == {2}
    assert len([prop for prop in lying if isinstance(prop, Card) and prop.face_down]) == 12
    (near,) = {prop.near for prop in lying if isinstance(prop, BoardFrame)}
    assert near == 2
    judging = told.props(taken(white=2, mode="judge").view).items
    tokens = {(prop.at, prop.name) for prop in judging if isinstance(prop, Token)}
    assert tokens == {(2, "white"), (1, "black")}
    won = told.props(taken(("judge.next", "white-conquers"), mode="judge").view).items
    assert [(prop.at, prop.number) for prop in won if isinstance(prop, Tally)] == [(1, 1), (2, 0)]


def test_what_was_taken_back_is_moved_back_by_hand() -> None:
    told, play = narration(), taken(("turn.piece", "c1"), ("turn.target", "c2"))
    assert said(told.back(play.view, play.undone().view)) == ["The piece on C2 goes back to C1."]
    assert told.back(play.view, play.view) == ()


@pytest.mark.parametrize("options", SETTINGS)
def test_every_prompt_asked_once_more_ends_with_what_to_press(options: Any) -> None:
    told = narration()
    for play in moments(3, options):
        if play.decision and not isinstance(play.decision.who, Chance):
            assert re.search(r"\b(OK|hold|down)\b", said(told.again(play.decision, play.view))[-1])


def test_the_cursor_of_every_list_is_said() -> None:
    """Also of lines that stand beside the squares."""
    told, play = narration(), taken(("turn.piece", "a1"))
    decision: Decision | None = play.decision
    assert decision is not None
    face = face_of(open_picker(decision))
    assert isinstance(face, MenuFace)
    spoken = [
        said(told.under_cursor(decision, play.view, MenuFace(face.items, at)))
        for at in range(len(face.items))
    ]
    assert [one for (one,) in spoken] == ["A2", "B2", "Idunn in column A", "Idunn at the target"]
