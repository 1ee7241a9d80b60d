"""The narration of Odin's Table names the right card and square; pieces and cards are on the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from gm_appliance.core.cues import Cue, Props, Say
from gm_appliance.core.cues.props import BoardFrame, Card, Tally, Token
from gm_appliance.core.cues.screens import BoardScreen, Cell, Screen
from gm_appliance.core.game import JSON, Choice, Decision, Seat
from gm_appliance.core.language import load
from gm_appliance.core.people import Party
from gm_appliance.core.play import Play
from gm_appliance.games import odins_table
from gm_appliance.games.odins_table import ODINS_TABLE, events
from gm_appliance.games.odins_table.board import NAMES
from gm_appliance.games.odins_table.model import Fighting, OdinView
from gm_appliance.games.odins_table.narration import narrator
from gm_appliance.games.odins_table.narration.narrator import OdinsTable
from gm_appliance.pickers import face_of, open_picker

pytestmark = pytest.mark.many

Options = dict[str, JSON]
TOLD = OdinsTable(load("en", odins_table.__name__), Party(("Anna", "Bartholomäus")))


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


def said(cues: Iterable[Cue]) -> list[str]:
    return [cue.text for cue in cues if isinstance(cue, Say)]


def opened(play: Play) -> tuple[list[Cue], Screen]:
    """The words and the screen of the open decision."""
    assert play.decision is not None
    face = face_of(open_picker(play.decision))
    return [*TOLD.ask(play.decision, play.view)], TOLD.screen(play.decision, play.view, face, 0)


def wrong_cards(plays: Iterable[Play]) -> tuple[int, list[str]]:
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
        words, screen = opened(play)
        words += TOLD.again(play.decision, play.view)
        wrong += [one for one in said(words) if not one.endswith(f"column {square[0].upper()}?")]
        title = getattr(screen, "title", "")
        if not {square.upper(), square[0].upper()} <= {*re.findall(r"\b[A-F]\d?\b", title)}:
            wrong.append(title)
    return asked, wrong


@pytest.mark.parametrize("mode", ["solo", "referee"])
def test_the_card_asked_for_is_the_one_that_fights(mode: str) -> None:
    plays = (play for seed in range(15) for play in moments(seed, {"mode": mode}))
    asked, wrong = wrong_cards(plays)
    assert asked > 50
    assert wrong == []


def test_a_prompt_for_another_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault: the defender is told the attacker's column too."""
    square = narrator._square

    def of_the_start(decision: Decision, view: OdinView) -> str:
        return NAMES[view.phase.move.start] if isinstance(view.phase, Fighting) else square(decision, view)

    monkeypatch.setattr(narrator, "_square", of_the_start)
    _asked, wrong = wrong_cards(moments(1, {"mode": "referee"}))
    assert wrong


def test_a_square_has_one_name_for_voice_display_and_page() -> None:
    """A piece on C1 is in the third column of the lowest row, seen from White's side."""
    cues, shown = opened(taken(("turn.piece", "c1")))
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


def test_pieces_cards_and_spaces_lie_on_the_table() -> None:
    lying = TOLD.props(taken(white=2).view).items
    rows = {
        (prop.name, prop.at.row) for prop in lying if isinstance(prop, Token) and isinstance(prop.at, Cell)
    }
    assert rows == {("white", 6), ("black", 2)}
    assert len([prop for prop in lying if isinstance(prop, Card) and prop.face_down]) == 12
    assert [prop.near for prop in lying if isinstance(prop, BoardFrame)] == [2]
    judging = TOLD.props(taken(("judge.next", "white-conquers"), white=2, mode="judge").view).items
    assert {(prop.at, prop.name) for prop in judging if isinstance(prop, Token)} == {
        (2, "white"),
        (1, "black"),
    }
    assert [(prop.at, prop.number) for prop in judging if isinstance(prop, Tally)] == [(1, 0), (2, 1)]
