"""A table of Thor in any position a test needs."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import JSON, Choice, Decision
from gm_appliance.core.values import replace
from gm_appliance.games.thor import THOR
from gm_appliance.games.thor.model import ThorView


class Table:
    """By default a live round for four with The Will of Thor; player 1 begins."""

    def __init__(self, **options: JSON) -> None:
        given: dict[str, JSON] = {
            "players": 4,
            "mode": "live",
            "first": "choose",
            "match": "single",
            **options,
        }
        if given["players"] != 2:
            given.setdefault("will_of_thor", "yes")
        self.view: ThorView = THOR.begin(THOR.complete(given))
        self.told: list[Any] = []
        self.say("first.who", 1)

    def say(self, name: str, value: JSON) -> Table:
        step = THOR.apply(self.view, Choice(name, value))
        self.view, self.told = step.state, [event for event, _view in step.events]
        return self

    def decision(self) -> Decision:
        decision = THOR.decision(self.view)
        assert decision is not None
        return decision

    def asked(self) -> tuple[str, tuple[Any, ...]]:
        """The open decision's name and its options, in order."""
        decision = THOR.decision(self.view)
        return (decision.name, getattr(decision.domain, "options", ())) if decision else ("", ())

    def name(self) -> str:
        return self.asked()[0]

    def answers(self) -> set[Any]:
        return set(self.asked()[1])

    def lies(self, **changes: Any) -> Table:
        """Change these fields of the board."""
        self.view = replace(self.view, board=self.view.board._replace(**changes))
        return self

    def offers(self, **values: tuple[int, ...]) -> Table:
        return self.lies(offers=self._of_gods(self.view.board.offers, values))

    def above(self, **cards: str) -> Table:
        will = self.view.board.will
        assert will is not None
        return self.will(above=self._of_gods(will.above, cards))

    def stacks(self, **left: int) -> Table:
        return self.lies(stacks=self._of_gods(self.view.board.stacks, left))

    def will(self, **changes: Any) -> Table:
        will = self.view.board.will
        assert will is not None
        return self.lies(will=replace(will, **changes))

    def holding(self, *held: int) -> Table:
        """Give players, starting at player 1, this many action cards; the others stay in the pile."""
        return self.will(held=held, pile=14 - sum(held))

    def has(self, seat: int, **cards: int) -> Table:
        hands = list(self.view.board.hands)
        hands[seat - 1] = self._of_gods(hands[seat - 1], cards)
        return self.lies(hands=tuple(hands))

    def _of_gods(self, before: tuple[Any, ...], changes: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(changes.get(god, old) for god, old in zip(self.view.gods, before, strict=True))

    def offer(self, god: str, value: int) -> Table:
        return self.say("turn.offer", f"{god}-{value}")

    def place(self, card: str, god: str) -> Table:
        return self.say("turn.offer", "card").say("card.which", card).say("card.god", god)
