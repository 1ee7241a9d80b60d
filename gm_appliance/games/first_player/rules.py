"""Who begins: one of the players is drawn, and another one for as long as somebody wants it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gm_appliance.core.game import Chance, Choice, Decision, Number, OneOf, Outcome, Step, Table
from gm_appliance.core.values import immutable


@immutable
class View:
    """Nothing is secret, so this is the state too. drawn: the seat of whoever begins; 0 while it is drawn."""

    players: int
    drawn: int = 0

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)


@immutable
class Drawn:
    """This seat begins."""

    seat: int


def begin(options: Mapping[str, int | str]) -> View:
    """One is drawn at once."""
    return View(int(options["players"]))


def public(view: View) -> View:
    return view


def decision(view: View) -> Decision:
    if not view.drawn:
        return Decision("first", Chance(), Number(1, view.players))
    # People begin now, or talk of who did last time; nobody has to answer.
    return Decision("again", Table(), OneOf(("again",)), talk=True)


def apply(view: View, choice: Choice) -> Step[View, View]:
    decision(view).demand(choice)
    if not isinstance(choice.value, int):
        return Step(replace(view, drawn=0))
    after = replace(view, drawn=choice.value)
    return Step(after, ((Drawn(choice.value), after),))


def outcome(view: View) -> Outcome | None:
    """It has no end; whoever knows who begins leaves."""
    return None
