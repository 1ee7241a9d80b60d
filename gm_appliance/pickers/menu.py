"""The picker for a list: with a cursor at the panel or a pad, or by gestures."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.game import JSON, Choice, Decision, First, Grouped, MenuFace, OneOf, Pad, Seat, Table
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import field, replace
from gm_appliance.pickers.base import Picker
from gm_appliance.pickers.gestures import Gesture


class Menu(Picker):
    """A cursor over choices.

    At the panel UP and DOWN move the cursor, repeatedly when held, and OK chooses. At the pad of the deciding
    seat taps move it, holding up chooses, and holding down passes; any press makes a single choice. With
    `First` the gesture itself chooses, and the cursor starts at none, so a stray OK does nothing. When a pad
    is called, pressing it in any way chooses it; at the panel OK chooses none.

    If the choices are `Grouped`, taps stay in a group. Holding UP or DOWN goes to the next group, and on as
    long as it is held; at the pad, holding down does.

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
    groups: Grouped | None = None

    @classmethod
    def opened(cls, decision: Decision) -> Menu:
        items: list[Choice] = []
        moves: dict[tuple[int, str, str], str | Choice] = {}
        for one in decision.open():
            if isinstance(one.who, Table | Seat | First | Pad) and isinstance(one.domain, OneOf):
                own = [Choice(one.name, value) for value in one.domain.options]
                # A pad is chosen by pressing it; the panel can only choose none.
                items += [item for item in own if not (isinstance(one.who, Pad) and item.value)]
                moves.update(_pad_moves(one, own))
        for one in decision.open() if len(items) == 1 else ():
            if isinstance(one.who, Seat):
                moves.update({(one.who.seat, button, "press"): items[0] for button in ("up", "down")})
        for kind in ("press", "hold", "repeat"):
            moves[PANEL, "up", kind] = "back"
            moves[PANEL, "down", kind] = "next"
        moves[PANEL, "ok", "press"] = "choose"
        groups = decision.domain if isinstance(decision.domain, Grouped) else None
        if groups:
            moves |= _leaps(decision)
        return cls(tuple(items), -1 if isinstance(decision.who, First) else decision.at, moves, groups=groups)

    def resumed(self, draft: JSON) -> Menu:
        """The menu with the cursor of a draft, which is ignored if it does not fit."""
        if isinstance(draft, int) and -1 <= draft < len(self.items):
            return replace(self, at=int(draft))
        return self

    @property
    def draft(self) -> JSON:
        return self.at

    @property
    def face(self) -> MenuFace:
        return MenuFace(self.items, self.at)

    def on(self, gesture: Gesture) -> Menu:
        move = self.moves.get((gesture.source, gesture.button, gesture.kind))
        if isinstance(move, Choice):
            return replace(self, choice=move)
        if move == "choose" and self.at >= 0:
            return replace(self, choice=self.items[self.at])
        if self.groups and move in _BY:
            leaps = move.startswith("leap")
            if leaps and gesture.nth % EVERY:
                return self
            go = self.groups.leapt if leaps else self.groups.stepped
            return replace(self, at=go(self.at, _BY[move]))
        if move == "next":
            return replace(self, at=(self.at + 1) % len(self.items))
        if move == "back":
            return replace(self, at=(max(self.at, 0) - 1) % len(self.items))
        return self


EVERY = 4  # repeats of a held button per group: slow enough to let go at the right one

_BY = {"next": 1, "back": -1, "leap": 1, "leap back": -1}


def _leaps(decision: Decision) -> dict[tuple[int, str, str], str | Choice]:
    """The gestures that go from group to group, and their effects."""
    moves: dict[tuple[int, str, str], str | Choice] = {
        (PANEL, button, kind): move
        for button, move in (("down", "leap"), ("up", "leap back"))
        for kind in ("hold", "repeat")
    }
    if isinstance(decision.who, Seat):
        moves[decision.who.seat, "down", "hold"] = "leap"
    return moves


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
    moves: dict[tuple[int, str, str], str | Choice] = {
        (seat, "up", "tap"): "back",
        (seat, "up", "hold"): "choose",
        (seat, "down", "tap"): "next",
    }
    passing = next((one for one in own if one.value == "pass"), None)
    if passing is not None:
        moves[seat, "down", "hold"] = passing
    return moves
