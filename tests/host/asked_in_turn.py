"""A game that asks given decisions, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.cues.screens import Lines, MenuScreen, NumberScreen, Screen
from gm_appliance.core.game import (
    JSON,
    Choice,
    Decision,
    Face,
    Game,
    MenuFace,
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
    """This was chosen."""

    name: str
    value: JSON


class Asks(GameNarration):
    """Each decision is asked by its name."""

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


def asking_in_turn(
    *decisions: Decision, narration: type[Asks] = Asks, options: tuple[Option, ...] = ()
) -> dict[str, RegisteredGame]:
    """A registry with this game alone. What is chosen on request leaves the open decision as it is."""

    def apply(state: int, choice: Choice) -> Step[int, int]:
        beside = choice.name in {one.name for one in decisions[state].on_request}
        after = state if beside else state + 1
        return Step(after, ((Chosen(choice.name, choice.value), after),))

    game: Game[int, int] = Game(
        GAME,
        1,
        options,
        lambda options: 0,
        lambda state: state,
        lambda view: decisions[view] if view < len(decisions) else None,
        apply,
        lambda view: Outcome((), "done") if view == len(decisions) else None,
        seats_told=True,
    )
    return {GAME: RegisteredGame(game, narration, "gm_appliance")}
