"""Who begins: draw a player, and draw again as often as people ask."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.game import Chance, Choice, Decision, Number, Outcome, Ready, Step, Table
from gm_appliance.core.values import Value, replace


class DrawView(Value):
    """The view and the state, since nothing is secret. drawn: the seat that begins; 0 until the draw."""

    players: int
    drawn: int = 0

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)


class Drawn(Value):
    seat: int


def begin(options: Mapping[str, int | str]) -> DrawView:
    return DrawView(int(options["players"]))


def decision(view: DrawView) -> Decision:
    if not view.drawn:
        return Decision("first", Chance(), Number(1, view.players))
    # People may start playing, or talk about who began last time; nobody has to answer.
    return Decision("again", Table(), Ready(("again",)), talk=True)


def apply(view: DrawView, choice: Choice) -> Step[DrawView, DrawView]:
    decision(view).demand(choice)
    if not isinstance(choice.value, int):
        return Step(replace(view, drawn=0))
    after = replace(view, drawn=choice.value)
    return Step(after, ((Drawn(choice.value), after),))


def outcome(view: DrawView) -> Outcome | None:
    """The draw never ends; people leave once they know who begins."""
    return None
