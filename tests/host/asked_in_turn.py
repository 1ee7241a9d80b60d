"""A game that asks given decisions, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.cues.screens import Lines, MenuScreen, NumberScreen, Screen
from gm_appliance.core.game import (
    JSON,
    Choice,
    Decision,
    Face,
    Game,
    MenuFace,
    Mind,
    NumberFace,
    Option,
    Outcome,
    Step,
)
from gm_appliance.core.language import Language
from gm_appliance.core.narration import GameNarration
from gm_appliance.core.people import Party
from gm_appliance.core.values import Value
from gm_appliance.games.registry import RegisteredGame

GAME = "asked-in-turn"


class Chosen(Value):
    name: str
    value: JSON


class Asks(GameNarration):
    def __init__(self, _: Language, people: Party) -> None: ...

    def title(self) -> str:
        return "Questions in turn"

    def setup(self, options: Mapping[str, int | str]) -> str:
        return "Questions in turn"

    def option(self, name: str) -> Any:
        raise AssertionError(f"no option {name}")

    def ask(self, decision: Decision, view: int) -> tuple[Cue, ...]:
        return (Say(f"Whole question: {decision.name}."),)

    def again(self, decision: Decision, view: int) -> tuple[Cue, ...]:
        return (Say(f"Short question: {decision.name}."),)

    def screen(self, decision: Decision, view: int, face: Face, minutes: int) -> Screen:
        if isinstance(face, NumberFace):
            return NumberScreen(decision.name, face.value)
        if isinstance(face, MenuFace):
            return MenuScreen(decision.name, tuple(str(one.value) for one in face.items), face.at)
        return Lines(decision.name)

    def topic(self, topic: str) -> str:
        return topic

    def tell(self, event: Chosen, view: int) -> tuple[Cue, ...]:
        return ()

    def interrupted(self, decision: Decision, view: int) -> str:
        return "The questions were interrupted."


State: TypeAlias = tuple[JSON, ...]
"""The choices so far."""


def game_of(
    *decisions: Decision, options: tuple[Option, ...] = (), mind: Mind[Any, Any] | None = None
) -> Game[State, int]:
    """A choice on request leaves the open decision as it is. The view is the number of choices."""

    def apply(state: State, choice: Choice) -> Step[State, int]:
        beside = choice.name in {one.name for one in decisions[len(state)].on_request}
        after = state if beside else (*state, choice.value)
        return Step(after, ((Chosen(choice.name, choice.value), len(after)),))

    return Game(
        GAME,
        1,
        options,
        lambda options: (),
        len,
        lambda view: decisions[view] if view < len(decisions) else None,
        apply,
        lambda view: Outcome((), "done") if view == len(decisions) else None,
        seats_told=True,
        mind=mind,
    )


def asking_in_turn(
    *decisions: Decision, narration: type[Asks] = Asks, **more: Any
) -> dict[str, RegisteredGame]:
    """A registry with only this game. more: as in `game_of`."""
    return {GAME: RegisteredGame(game_of(*decisions, **more), narration, "gm_appliance")}
