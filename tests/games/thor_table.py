"""A table of Thor that is laid as a test needs it."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Choice, Plain
from gm_appliance.games.thor import THOR
from gm_appliance.games.thor.model import View


class Table:
    """A live round of four with The Will of Thor, where nothing else is said; player 1 begins."""

    def __init__(self, **options: Plain) -> None:
        given: dict[str, Plain] = {"players": 4, "first": "choose", "match": "single", **options}
        if given["players"] != 2:
            given.setdefault("will_of_thor", "yes")
        self.view: View = THOR.begin(THOR.complete(given))
        self.told: list[Any] = []
        self.say("first.who", 1)

    def say(self, name: str, value: Plain) -> Table:
        step = THOR.apply(self.view, Choice(name, value))
        self.view, self.told = step.state, [event for event, _view in step.events]
        return self

    def asked(self) -> tuple[str, tuple[Any, ...]]:
        """The open question and its answers, in order."""
        decision = THOR.decision(self.view)
        return (decision.name, getattr(decision.domain, "options", ())) if decision else ("", ())

    def name(self) -> str:
        return self.asked()[0]

    def answers(self) -> set[Any]:
        return set(self.asked()[1])

    def lies(self, **changes: Any) -> Table:
        """What lies on the table, by what the board calls it: of one god or seat, or as a whole."""
        self.view = self.view.changed({"board": self.view.board._replace(**changes)})
        return self

    def offers(self, **values: tuple[int, ...]) -> Table:
        """These offers lie at these gods."""
        return self.lies(offers=self._of_gods(self.view.board.offers, values))

    def above(self, **cards: str) -> Table:
        """These action cards lie above these gods."""
        will = self.view.board.will
        assert will is not None
        return self.will(above=self._of_gods(will.above, cards))

    def stacks(self, **left: int) -> Table:
        return self.lies(stacks=self._of_gods(self.view.board.stacks, left))

    def will(self, **changes: Any) -> Table:
        will = self.view.board.will
        assert will is not None
        return self.lies(will=type(will)(**{**will.__dict__, **changes}))

    def holding(self, *held: int) -> Table:
        """So many action cards are in the hands, beginning with player 1."""
        return self.will(held=held, pile=14 - sum(held))

    def has(self, seat: int, **cards: int) -> Table:
        hands = list(self.view.board.hands)
        hands[seat - 1] = self._of_gods(hands[seat - 1], cards)
        return self.lies(hands=tuple(hands))

    def _of_gods(self, before: tuple[Any, ...], changes: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(changes.get(god, old) for god, old in zip(self.view.gods, before, strict=True))

    def offer(self, god: str, value: int) -> Table:
        return self.say("turn.offer", god).say("turn.value", value)

    def place(self, card: str, god: str) -> Table:
        return self.say("turn.offer", "card").say("card.which", card).say("card.god", god)
