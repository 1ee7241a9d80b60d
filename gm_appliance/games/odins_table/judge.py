"""The judge: players keep the board themselves and enter fights and conquered spaces.

A fight takes four presses. One list has a line for each attacking card of each colour and, at either end, a
line for a conquered space: White's lines run down from the top, Black's up from the bottom. The cursor
starts between them, so players hold the button in the direction of the attacker until they reach the card,
then press OK. The defending card is entered the same way.
"""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Decision, OneOf, Ready, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.odins_table.board import BLACK, TO_WIN, WHITE
from gm_appliance.games.odins_table.events import BoardKept, Conquered, Fought
from gm_appliance.games.odins_table.fight import CARDS, judged
from gm_appliance.games.odins_table.match import AGREED, CONQUERED, STUCK, end_game, leader
from gm_appliance.games.odins_table.model import COLOURS, JUDGE, Defending, Judging, OdinView, put
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
STOP = Decision("follow.stop", Table(), Ready(("stop",)))
"""On request in `mode=referee`: the box no longer follows the board."""

_CLOSE = Decision("judge.close", Table(), OneOf((GO_ON, AGREED, STUCK)), ends=(AGREED, STUCK))


def said(value: str) -> tuple[int, int | None]:
    """A line's colour and attacking card; None for a conquered space.

    >>> said("black-7"), said("white-conquers")
    ((1, 7), (0, None))
    """
    colour, _, what = value.partition("-")
    return COLOURS.index(colour), None if what == CONQUERS else int(what)


def stop_following(builder: OdinStepBuilder) -> None:
    """From now on, in later games too, the players keep the board. The spaces conquered so far count."""
    view = builder.view
    spaces = (view.conquests(WHITE), view.conquests(BLACK))
    setup = replace(view.setup, mode=JUDGE)
    builder.tell(BoardKept(), setup=setup, spaces=spaces, phase=Judging())


def _judging(view: OdinView, phase: Judging) -> Decision:
    """People close a game without a third space on request."""
    return Decision("judge.next", Table(), NEXT, at=-1, on_request=(_CLOSE,))


def _apply_judging(builder: OdinStepBuilder, phase: Judging, value: Any) -> None:
    if value == AGREED:
        end_game(builder, 0, AGREED)
    elif value == STUCK:
        end_game(builder, leader(builder.view), STUCK)
    elif value != GO_ON:
        colour, card = said(value)
        if card is None:
            _conquer(builder, colour)
        else:
            builder.change(phase=Defending(colour, card))


def _defending(view: OdinView, phase: Defending) -> Decision:
    return Decision("judge.defence", Table(), OneOf(CARDS), at=-1)


def _apply_defending(builder: OdinStepBuilder, phase: Defending, value: Any) -> None:
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


PHASES: dict[type, PhaseRules] = {
    Judging: PhaseRules(_judging, _apply_judging),
    Defending: PhaseRules(_defending, _apply_defending),
}
