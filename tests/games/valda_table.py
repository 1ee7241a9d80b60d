"""A table of Valda in any position a test needs."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import JSON, Choice, Decision, Number, OneOf
from gm_appliance.core.values import replace
from gm_appliance.games.valda import VALDA, phases
from gm_appliance.games.valda.model import GODS, ValdaView


class ValdaTable:
    """A game of the companion for four, unless options say otherwise. Player 1 begins."""

    def __init__(self, **options: JSON) -> None:
        given: dict[str, JSON] = {"players": 4, "mode": "companion", **options}
        self.view: ValdaView = VALDA.begin(VALDA.complete(given))
        self.told: list[Any] = []
        if self.asked() == "first.who":
            self.say("first.who", 1)

    def say(self, name: str, value: JSON) -> ValdaTable:
        """Make a choice. Raises IllegalChoice if it is not allowed."""
        step = VALDA.apply(self.view, Choice(name, value))
        self.view, self.told = step.state, [event for event, _ in step.events]
        return self

    def says(self, *choices: tuple[str, JSON]) -> ValdaTable:
        """Make several choices; `told` keeps the events of them all."""
        told: list[Any] = []
        for name, value in choices:
            told += self.say(name, value).told
        self.told = told
        return self

    def rolls(self) -> ValdaTable:
        """Roll the dice of the player whose turn it is: gold and diamond in turn."""
        has = self.view.has(self.view.turn)
        dice: JSON = {str(die): 1 if die % 2 else 6 for die in range(1, has.mine + has.drill + 1)}
        return self.says(("resource.roll", "roll"), ("resource.dice", dice))

    def decision(self) -> Decision:
        decision = VALDA.decision(self.view)
        assert decision is not None
        return decision

    def asked(self) -> str:
        """The open question; "" once the game is over."""
        decision = VALDA.decision(self.view)
        return decision.name if decision else ""

    def answers(self) -> tuple[Any, ...]:
        """The possible answers, in order; for a number, the lowest and the highest."""
        domain = self.decision().domain
        if isinstance(domain, Number):
            return domain.lo, domain.hi
        assert isinstance(domain, OneOf)
        return domain.options

    def on_request(self, name: str) -> tuple[Any, ...]:
        """The possible answers to a decision open on request; empty if it is not."""
        found = self.decision().named(name)
        return found.domain.options if found and isinstance(found.domain, OneOf) else ()

    def has(self, seat: int, **what: int) -> ValdaTable:
        """Give the seat these balances; temples by god."""
        holdings = list(self.view.holdings)
        before = holdings[seat - 1]
        temples = tuple(what.pop(god, now) for god, now in zip(GODS, before.temples, strict=True))
        holdings[seat - 1] = replace(before, temples=temples, **what)  # type: ignore[arg-type]
        return self.lies(holdings=tuple(holdings))

    def bare(self, seat: int, **what: int) -> ValdaTable:
        """Give the seat these balances, and no other resources."""
        return self.has(seat, **{"blood": 0, "gold": 0, "diamond": 0, **what})

    def lies(self, **changes: Any) -> ValdaTable:
        self.view = replace(self.view, **changes)
        return self

    def of(self, seat: int, what: str) -> int:
        return self.view.has(seat).of(what)

    def stash(self, seat: int) -> tuple[int, int, int]:
        """Blood, gold and diamond of a seat."""
        has = self.view.has(seat)
        return has.blood, has.gold, has.diamond

    def acting(self) -> ValdaTable:
        return self.lies(phase=phases.Acting())

    def building(self) -> ValdaTable:
        return self.lies(phase=phases.Building())

    def attacked(self, *seats: int) -> ValdaTable:
        """Go to the attack phase, in which these may attack, in this order."""
        return self.lies(phase=phases.Attacking(seats or (2, 3, 4)))

    def converting(self) -> ValdaTable:
        return self.lies(phase=phases.Converting((0,) * 6))

    def attack(self, seat: int, power: int) -> ValdaTable:
        """The seat attacks with this number of swords."""
        return self.says(("attack.who", seat), ("attack.power", power))

    def hit(self, seat: int, power: int = 3) -> ValdaTable:
        """The seat attacks, and nobody defends."""
        return self.attack(seat, power).say("attack.defence", 0)

    def card(self, *choices: tuple[str, JSON]) -> ValdaTable:
        """Play a yellow card of player 1, in the game phase."""
        return self.acting().says(("game.what", "card"), *choices)


def told(table: ValdaTable, kind: type) -> Any:
    """The only event of that kind just told."""
    (found,) = (event for event in table.told if isinstance(event, kind))
    return found
