"""The companion on the display: what somebody has, menus with costs, numbers, dice, attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm_appliance.core.cues import Say
from gm_appliance.core.cues.screens import (
    DiceScreen,
    DieSymbol,
    Foothold,
    MenuScreen,
    NumberScreen,
    Screen,
    StashScreen,
    Stock,
    TrackScreen,
)
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, NumberFace
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.games.valda.companion.conversion import CONVERSIONS
from gm_appliance.games.valda.companion.events import DiceRolled, LokiRolled
from gm_appliance.games.valda.companion.model import (
    BUILDINGS,
    DRILL,
    FOLLOWERS,
    GODS,
    LOCK,
    MINE,
    RESOURCES,
    View,
)
from gm_appliance.games.valda.companion.resources import rate
from gm_appliance.games.valda.narration.companion.prompts import correcting, item
from gm_appliance.games.valda.narration.names import (
    SYMBOLS,
    amount,
    amounts,
    cost_of,
    god_label,
    god_name,
    kind,
    short_cost,
)
from gm_appliance.games.valda.narration.tree import tree

STOCKS = (*RESOURCES, MINE, DRILL, FOLLOWERS)
"""What stands in a stash beside the temples, in order."""

GODS_AT_ONCE = 4
"""Gods in one sentence: with four it keeps to twelve words."""

_SEATS = frozenset(("first.who", "effect.whom", "attack.who", "attack.redirect", "correct.who"))
"""Choices of a player."""

_DIE: Mapping[str, DieSymbol] = {"gold": "coin", "diamond": "gem"}
_DROP: DieSymbol = "drop"
"""What yellow and blue dice show."""


class Pictures:
    """What stands on the display, in one language, for these people."""

    def __init__(self, _: Language, people: Party) -> None:
        self._ = _
        self._people = people

    # ------------------------------------------------------------ an open decision

    def screen(self, decision: Decision, view: View, face: Face, title: str) -> Screen:
        """The screen of an open decision, under that title."""
        hint = self._.pgettext("line", "↑↓ OK")
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value, hint, self._below(view))
        assert isinstance(face, MenuFace)
        at = max(face.at, 0)
        if decision.name == "resource.roll":
            return self.stash(view, view.turn, title, self._.pgettext("line", "OK: roll"))
        if decision.name == "game.over" and face.items[at].value == "done":
            only = len(face.items) == 1
            done = self._.pgettext("line", "OK: done  ↓: correct")
            return self.tree(title, view, self._.pgettext("line", "OK: done") if only else done)
        return MenuScreen(title, tuple(self.item(one, view) for one in face.items), at, hint)

    def _below(self, view: View) -> str:
        """Below a number that is entered: of what it is, and how it was."""
        seat, what = correcting(view)
        if not what:
            return ""
        return self._.pgettext("line", "{kind}: {n}", kind=kind(self._, what), n=view.has(seat).of(what))

    def item(self, choice: Choice, view: View) -> str:
        """What a choice stands for, in a line. Raises Unspoken."""
        value, name = choice.value, choice.name
        if isinstance(value, int):
            return self._people.name(self._, value) if name in _SEATS else self._die(value, view)
        if name == "trade.give" and value in RESOURCES:
            return amount(self._, str(value), rate(view.has(view.turn)))
        if name == "build.what" and value in BUILDINGS:
            what = str(value)
            return self._.pgettext(
                "line", "{god}: {cost}", god=kind(self._, what), cost=short_cost(self._, what)
            )
        if name == "followers.what" and (found := _conversion(value)):
            what, number, followers = found
            given = amount(self._, what, number)
            return self._.pgettext("line", "{given}: +{n}", given=given, n=followers)
        named = name in ("effect.what", "effect.to", "correct.what", "trade.take", "trade.mixed", *_CROWN)
        if named and value in (*RESOURCES, FOLLOWERS, *BUILDINGS):
            return kind(self._, str(value))
        return self._(item(name, value))

    def _die(self, value: int, view: View) -> str:
        """What lies on a blue or a white die."""
        lying = getattr(view, "lying", None)
        if lying is not None and lying.white:
            return f"{value:+}" if value else "0"
        return amount(self._, "blood", value)

    def spoken(self, choice: Choice, view: View) -> str:
        """The same for the ear: costs in full."""
        value = choice.value
        if choice.name == "build.what" and value in BUILDINGS:
            return cost_of(self._, str(value))
        if choice.name == "followers.what" and (found := _conversion(value)):
            what, number, followers = found
            given, gained = amount(self._, what, number), amount(self._, FOLLOWERS, followers)
            return self._("{given} for {gained}.", given=given, gained=gained)
        return self.item(choice, view)

    # ------------------------------------------------------------ what somebody has

    def stash(self, view: View, seat: int, title: str, hint: str = "") -> StashScreen:
        """Resources, mines, drills, followers and temples of a seat; areas it has locked stand out."""
        holding = view.has(seat)
        stocks = tuple(Stock(kind(self._, what), SYMBOLS[what], holding.of(what)) for what in STOCKS)
        temples = tuple(
            Foothold(god_label(self._, god), min(LOCK, holding.of(god)), holding.of(god) >= LOCK)
            for god in GODS
        )
        return StashScreen(title, stocks, temples, hint)

    def has(self, view: View, seat: int) -> Iterator[Say]:
        """The same in words: resources and followers, then mines and drills, then temples."""
        player, holding = self._people.name(self._, seat), view.has(seat)
        stash = amounts(self._, ((what, holding.of(what)) for what in (*RESOURCES, FOLLOWERS)))
        if stash:
            yield Say(self._("{player}: {stash}.", player=player, stash=stash))
        else:
            yield Say(self._("{player} has no resources and no followers.", player=player))
        if dug := amounts(self._, ((what, holding.of(what)) for what in (MINE, DRILL))):
            yield Say(self._("{dug}.", dug=dug))
        built = [god for god in GODS if holding.of(god)]
        for first in range(0, len(built), GODS_AT_ONCE):
            some = built[first : first + GODS_AT_ONCE]
            gods = self._.names(self._temples(god, holding.of(god)) for god in some)
            yield Say(self._("Temples: {gods}.", gods=gods))

    def _temples(self, god: str, n: int) -> str:
        return self._.pgettext("line", "{god} {n}", god=god_name(self._, god), n=n)

    def tree(self, title: str, view: View, hint: str = "") -> TrackScreen:
        """Everybody on Yggdrasil."""
        return tree(self._, self._people, title, view.followers, hint=hint)

    # ------------------------------------------------------------ dice

    def dice(self, event: DiceRolled, view: View) -> Screen:
        """Yellow and blue dice as they lie; a stash where only the table has seen them."""
        title = self._.pgettext("line", "{player} rolls", player=self._people.name(self._, event.seat))
        lying = view.lying
        if event.own or lying is None:
            return self.stash(view, event.seat, title)
        numbers = (*(1 for _one in lying.yellow), *lying.blue)
        symbols: tuple[DieSymbol, ...] = (
            *(_DIE[one] for one in lying.yellow),
            *(_DROP for _one in lying.blue),
        )
        return DiceScreen(title, numbers, symbols=symbols)

    def loki(self, event: LokiRolled) -> Screen:
        title = self._.pgettext("title", "Loki's dice")
        return DiceScreen(title, event.dice or (event.total,), signed=True)


_CROWN = ("crown.die", "crown.face")


def _conversion(value: object) -> tuple[str, int, int] | None:
    """What is given, how much of it, and for how many followers."""
    found = (one for one in CONVERSIONS if one.name == value)
    return next(((one.what, one.number, one.followers) for one in found), None)
