"""One of several: at the panel with a cursor, or at a pad."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from gm_appliance.core.game import Choice, Decision, First, MenuFace, OneOf, Pad, Plain, Seat, Table
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import immutable
from gm_appliance.pickers.gestures import Gesture


@immutable
class Menu:
    """A cursor over choices.

    Panel: UP and DOWN move (held: they go on), OK chooses. A deciding seat's pad: up moves to the
    next, up held chooses, down moves back, down held passes; with one choice any press makes it.
    First-to-press: the gesture itself chooses, and the cursor starts at none, so that a stray OK
    does nothing. A pad's call: any press of that pad; at the panel OK for none.

    >>> menu = Menu.opened(Decision("dinner", Table(), OneOf(("soup", "fish", "cake"))))
    >>> menu = menu.on(Gesture(PANEL, "down", "press", t=1.0))
    >>> menu.at, menu.choice
    (1, None)
    >>> menu.on(Gesture(PANEL, "ok", "press", t=2.0)).choice.value
    'fish'
    """

    items: tuple[Choice, ...]
    at: int
    moves: Mapping[tuple[int, str, str], str | Choice] = field(default_factory=dict)
    choice: Choice | None = None

    @classmethod
    def opened(cls, decision: Decision) -> Menu:
        items: list[Choice] = []
        moves: dict[tuple[int, str, str], str | Choice] = {}
        for one in decision.open():
            if isinstance(one.who, Table | Seat | First | Pad) and isinstance(one.domain, OneOf):
                own = [Choice(one.name, value) for value in one.domain.options]
                # Pads tell by a press which of them they are; at the panel only "none" can be said.
                items += [item for item in own if not (isinstance(one.who, Pad) and item.value)]
                moves.update(_pad_moves(one, own))
        for kind in ("press", "hold", "repeat"):
            moves[PANEL, "up", kind] = "back"
            moves[PANEL, "down", kind] = "next"
        moves[PANEL, "ok", "press"] = "choose"
        return cls(tuple(items), -1 if isinstance(decision.who, First) else 0, moves)

    def resumed(self, draft: Plain) -> Menu:
        """With the cursor where it was; a draft that no longer fits is forgotten."""
        if isinstance(draft, int) and -1 <= draft < len(self.items):
            return replace(self, at=int(draft))
        return self

    @property
    def draft(self) -> Plain:
        return self.at

    @property
    def face(self) -> MenuFace:
        return MenuFace(self.items, self.at)

    def at_end(self) -> Choice | None:
        return None

    def on(self, gesture: Gesture) -> Menu:
        move = self.moves.get((gesture.source, gesture.button, gesture.kind))
        if isinstance(move, Choice):
            return replace(self, choice=move)
        if move == "choose" and self.at >= 0:
            return replace(self, choice=self.items[self.at])
        if move == "next":
            return replace(self, at=(self.at + 1) % len(self.items))
        if move == "back":
            return replace(self, at=(max(self.at, 0) - 1) % len(self.items))
        return self


def _pad_moves(decision: Decision, own: list[Choice]) -> dict[tuple[int, str, str], str | Choice]:
    who = decision.who
    if isinstance(who, First):
        kind, button = who.gesture.split("-")
        return {(int(str(one.value)), button, kind): one for one in own}
    if isinstance(who, Pad):
        return {(int(str(one.value)), b, "press"): one for one in own if one.value for b in ("up", "down")}
    if not isinstance(who, Seat):
        return {}
    seat = who.seat
    if len(own) == 1:
        return {(seat, button, "press"): own[0] for button in ("up", "down")}
    moves: dict[tuple[int, str, str], str | Choice] = {
        (seat, "up", "tap"): "next",
        (seat, "up", "hold"): "choose",
        (seat, "down", "tap"): "back",
    }
    passing = next((one for one in own if one.value == "pass"), None)
    if passing is not None:
        moves[seat, "down", "hold"] = passing
    return moves
