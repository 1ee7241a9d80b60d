"""Odin's Table in any position a test needs."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import JSON, Choice, Decision, Who
from gm_appliance.core.values import replace
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.odins_table.board import NAMES, WHITE, Position
from gm_appliance.games.odins_table.hand import Hand, State
from gm_appliance.games.odins_table.model import OdinView, put, to_begin
from tests.games import plain_odin as plain


class Table:
    """A game in which White has seat 1. told: the events of the last choice. final: whether it revealed a
    card of the box."""

    def __init__(self, mode: str = "referee", **options: JSON) -> None:
        self.state: State = ODINS_TABLE.begin(ODINS_TABLE.complete({"mode": mode, **options}))
        self.told: list[Any] = []
        self.final = False

    @property
    def view(self) -> OdinView:
        return ODINS_TABLE.public(self.state)

    def lies(self, picture: str, turn: int = WHITE) -> Table:
        """Set up the pieces of a picture: Black's energy row first; "w", "b", and "." for an empty space."""
        sets = {"white": 0, "black": 0}
        for square, colour in plain.laid(picture).items():
            sets[colour] |= 1 << NAMES.index(plain.written(square))
        return self.position(Position(sets["white"], sets["black"], turn))

    def position(self, position: Position) -> Table:
        view = replace(self.view, position=position, seen=(position,))
        return self.changed(phase=to_begin(view), position=position, seen=(position,))

    def face_up(self, colour: int, **cards: int) -> Table:
        """Turn up cards of a colour: `c=7`."""
        known = list(self.view.known)
        for column, card in cards.items():
            known[colour] = put(known[colour], "abcdef".index(column), card)
        return self.changed(known=tuple(known))

    def box_holds(self, *cards: int, deck: tuple[int, ...] = (5,) * 21) -> Table:
        """Solo: put these cards behind the box's wall, starting at column a."""
        self.state = replace(self.state, hand=Hand(cards, deck))
        return self

    def changed(self, **changes: Any) -> Table:
        self.state = replace(self.state, view=replace(self.view, **changes))
        return self

    def say(self, name: str, value: JSON) -> Table:
        step = ODINS_TABLE.apply(self.state, Choice(name, value))
        self.state, self.told, self.final = step.state, [event for event, _view in step.events], step.final
        return self

    def moves(self, start: str, to: str) -> Table:
        """Move a piece; `told` has the events of both choices."""
        self.say("turn.piece", start)
        told = self.told
        self.say("turn.target", to)
        self.told = told + self.told
        return self

    def fights(self, attack: int, defence: int) -> Table:
        return self.say("fight.attack", attack).say("fight.defence", defence)

    def asked(self) -> tuple[str, tuple[Any, ...]]:
        """The open decision and its values, in order."""
        decision = ODINS_TABLE.decision(self.view)
        return (decision.name, getattr(decision.domain, "options", ())) if decision else ("", ())

    def decision(self) -> Decision:
        decision = ODINS_TABLE.decision(self.view)
        assert decision is not None
        return decision

    def who(self) -> Who:
        return self.decision().who

    def name(self) -> str:
        return self.asked()[0]

    def answers(self) -> tuple[Any, ...]:
        return self.asked()[1]


FACING = "w..... ..b... ..w... ...... .....b"
"""The person's White on c3, the box's Black on c4, and a conqueror each; all other pieces are lost."""


def facing(*cards: int, turn: int = WHITE) -> Table:
    return Table("solo").lies(FACING, turn).box_holds(*(cards or (9, 8, 7, 6, 5, 4)))
