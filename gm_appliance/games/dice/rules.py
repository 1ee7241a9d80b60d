"""Dice: thrown again and again until somebody leaves. Chance chooses the side each die shows; the kind says
what is on it."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.game import Chance, Choice, Decision, Number, Outcome, PerSeat, Step, Table
from gm_appliance.core.values import Value, replace
from gm_appliance.games.dice.kinds import KINDS, Kind, Side

MOST = 6  # the most dice in one throw


class DiceView(Value):
    """The view, and the state too, since nothing is secret. name: the kind of dice. dice: how many are
    thrown. thrown: the sides that came up; empty during a throw."""

    name: str
    dice: int
    thrown: tuple[Side, ...] = ()

    @property
    def kind(self) -> Kind:
        return KINDS[self.name]

    @property
    def total(self) -> int:
        return sum(side.number for side in self.thrown)


class Thrown(Value):
    sides: tuple[Side, ...]


def begin(options: Mapping[str, int | str]) -> DiceView:
    name = str(options["kind"])
    return DiceView(name, KINDS[name].dice)


def decision(view: DiceView) -> Decision:
    if not view.thrown:
        dice = tuple(map(str, range(1, view.dice + 1)))
        return Decision("dice", Chance(), PerSeat(dice, Number(1, len(view.kind.sides))))
    # People look at their throw and talk about it for as long as they like.
    return Decision("throw", Table(), Number(1, MOST, view.dice), talk=True)


def apply(view: DiceView, choice: Choice) -> Step[DiceView, DiceView]:
    decision(view).demand(choice)
    if isinstance(choice.value, int):
        return Step(replace(view, dice=choice.value, thrown=()))
    assert isinstance(choice.value, dict)
    up = tuple(view.kind.sides[int(str(choice.value[die])) - 1] for die in sorted(choice.value))
    after = replace(view, thrown=up)
    return Step(after, ((Thrown(up), after),))


def outcome(view: DiceView) -> Outcome | None:
    """Dice never end; people just leave."""
    return None
