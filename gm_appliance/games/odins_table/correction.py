"""Correcting a card that the person named wrongly in a fight against the box.

The fight is judged again from the state before it, so the box's card and everything it drew stay the same,
and everything the box has done since is taken back. The offer ends when the person decides something else, or
when another card of the box is seen.
"""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Chance, Choice, Decision, OneOf, Opponent, Seat, Step
from gm_appliance.core.values import replace
from gm_appliance.games.odins_table import board, referee, solo
from gm_appliance.games.odins_table.board import BLACK, NAMES, WHITE
from gm_appliance.games.odins_table.events import Corrected, Fought
from gm_appliance.games.odins_table.fight import CARDS
from gm_appliance.games.odins_table.hand import LastFight, State
from gm_appliance.games.odins_table.model import PERSON, Fighting, OdinView, Reshuffling
from gm_appliance.games.odins_table.steps import OdinStepBuilder

CORRECT = Decision("fight.mend", Seat(PERSON), OneOf(CARDS), at=-1)

_FIGHTS = frozenset(("fight.attack", "fight.defence"))


def keeping_last_fight(
    state: State, answered: Decision, choice: Choice, step: Step[State, OdinView]
) -> Step[State, OdinView]:
    """The step that followed from this choice, with the fight that can now be corrected, if any."""
    if state.hand is None:
        return step
    fight = None
    if answered.name in _FIGHTS and any(isinstance(event, Fought) for event, _view in step.events):
        fight = LastFight(replace(state, last_fight=None))
    elif state.last_fight and isinstance(answered.who, Opponent | Chance) and not step.final:
        fight = state.last_fight
        if isinstance(state.view.phase, Reshuffling) and isinstance(choice.value, int):
            fight = replace(fight, shuffled=choice.value)
    return _with(step, fight)


def _with(step: Step[State, OdinView], fight: LastFight | None) -> Step[State, OdinView]:
    after = step.state
    if after.last_fight is fight and after.view.correctable == bool(fight):
        return step
    view = replace(after.view, correctable=bool(fight))
    return replace(step, state=replace(after, view=view, last_fight=fight))


def corrected(state: State, card: Any) -> Step[State, OdinView]:
    fight, stood = state.last_fight, state.view.position
    assert fight is not None
    builder = OdinStepBuilder(fight.before)
    white, black = (tuple(NAMES[one] for one in board.bits(stood[colour])) for colour in (WHITE, BLACK))
    builder.tell(Corrected(PERSON, card, white, black))
    referee.PHASES[Fighting].apply(builder, fight.before.view.phase, card)
    if fight.shuffled and isinstance(builder.view.phase, Reshuffling):
        solo.PHASES[Reshuffling].apply(builder, builder.view.phase, fight.shuffled)
    return _with(builder.step(), fight)
