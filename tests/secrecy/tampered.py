"""The real box, looked into or with something done beside it: for checks that nothing tells a secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.core.game import Choice, Game, Step
from gm_appliance.core.ports import Edge
from gm_appliance.core.values import replace
from gm_appliance.host.loop import Host


class Peep:
    """A game that lets the state be seen where only the view should be."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self.game = replace(game, public=self._public)
        self.state: Any = None

    def _public(self, state: Any) -> Any:
        self.state = state
        return self._game.public(state)

    def conspirators(self) -> list[int]:
        """Those in Asgard."""
        factions: Mapping[int, str] = self.state.factions
        return [seat for seat in self.state.view.asgard if factions.get(seat) == "conspire"]


def applying(
    game: Game[Any, Any], act: Callable[[Any, Choice, Step[Any, Any]], Step[Any, Any]]
) -> Game[Any, Any]:
    return replace(game, apply=lambda state, choice: act(state, choice, game.apply(state, choice)))


def overhear(host: Host, heard: Callable[[Edge], None]) -> None:
    """Have the host's stage tell of every edge, right after it took it."""
    stage = host._stage
    take = stage._edge

    def taken(edge: Edge) -> None:
        take(edge)
        heard(edge)

    setattr(stage, "_edge", taken)  # noqa: B010 - mypy refuses a plain assignment to a method
