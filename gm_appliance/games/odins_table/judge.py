"""The judge: the players move by themselves and have a fight judged, or a conquered space counted.

A fight takes four presses. One list has a line for each attacking card of each colour, and at its ends
one for a conquered space: White's lines run down from the top, Black's up from the bottom, so that a
button is held in the direction of whoever attacks until the card is there, and OK enters it. The
defending card is found likewise.
"""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Decision, OneOf, Table
from gm_appliance.games.odins_table.board import TO_WIN
from gm_appliance.games.odins_table.events import Conquered, Fought
from gm_appliance.games.odins_table.fight import CARDS, judged
from gm_appliance.games.odins_table.match import AGREED, CONQUERED, STUCK, end_game, leader
from gm_appliance.games.odins_table.model import COLOURS, Defending, Judging, View, put
from gm_appliance.games.odins_table.steps import OdinStepBuilder

CONQUERS = "conquers"
GO_ON = "on"

NEXT = OneOf(
    (
        f"white-{CONQUERS}",
        *(f"white-{card}" for card in CARDS),
        *(f"black-{card}" for card in reversed(CARDS)),
        f"black-{CONQUERS}",
    )
)
CLOSING = OneOf((AGREED, STUCK, GO_ON))


def said(value: str) -> tuple[int, int | None]:
    """The colour of a line, and the card it attacks with; None where it has conquered a space.

    >>> said("black-7"), said("white-conquers")
    ((1, 7), (0, None))
    """
    colour, _, what = value.partition("-")
    return COLOURS.index(colour), None if what == CONQUERS else int(what)


def judging_decision(view: View, phase: Judging) -> Decision:
    """Beside it, on request: a game that ends without a third space."""
    return Decision("judge.next", Table(), NEXT, on_request=(Decision("judge.close", Table(), CLOSING),))


def apply_judging(builder: OdinStepBuilder, phase: Judging, value: Any) -> None:
    colour, card = said(value)
    if card is None:
        _conquer(builder, colour)
    else:
        builder.change(phase=Defending(colour, card))


def apply_closing(builder: OdinStepBuilder, phase: Judging, value: Any) -> None:
    if value == AGREED:
        end_game(builder, 0, AGREED)
    elif value == STUCK:
        end_game(builder, leader(builder.view), STUCK)


def defending_decision(view: View, phase: Defending) -> Decision:
    return Decision("judge.defence", Table(), OneOf(CARDS))


def apply_defending(builder: OdinStepBuilder, phase: Defending, value: Any) -> None:
    verdict = judged(phase.attack, value)
    attacker = builder.view.seat_of(phase.colour)
    builder.tell(Fought(attacker, phase.attack, value, verdict.ends, verdict.why), phase=Judging())


def _conquer(builder: OdinStepBuilder, colour: int) -> None:
    view = builder.view
    spaces = view.spaces[colour] + 1
    first, second = put(view.spaces, colour, spaces)
    builder.tell(Conquered(view.seat_of(colour), spaces), spaces=(first, second))
    if spaces == TO_WIN:
        end_game(builder, view.seat_of(colour), CONQUERED)
