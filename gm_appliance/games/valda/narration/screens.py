"""The display: holdings, Yggdrasil, menus with prices, numbers and dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm_appliance.core.cues import Say
from gm_appliance.core.cues.screens import (
    DiceScreen,
    DieSymbol,
    Foothold,
    Lane,
    MenuScreen,
    NumberScreen,
    Screen,
    StashScreen,
    Stock,
    TrackScreen,
)
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, NumberFace
from gm_appliance.core.table_narration import Words
from gm_appliance.games.valda import events, phases
from gm_appliance.games.valda.actions import DRAW, drawn
from gm_appliance.games.valda.attack import NONE, power, power_bonus
from gm_appliance.games.valda.cards import effect
from gm_appliance.games.valda.conversion import CONVERSIONS, Conversion
from gm_appliance.games.valda.model import BUILDINGS, DRILL, FOLLOWERS, GODS, LOCK, MINE, RESOURCES, ValdaView
from gm_appliance.games.valda.narration import names
from gm_appliance.games.valda.narration.names import PARTS, amount, amounts, god_name, kind
from gm_appliance.games.valda.narration.prompts import PROMPTS
from gm_appliance.games.valda.parts import followed
from gm_appliance.games.valda.resources import rate
from gm_appliance.games.valda.track import SAFE_ZONES, TREE

STOCKS = (*RESOURCES, MINE, DRILL, FOLLOWERS)  # a stash's contents besides the temples, in order
GODS_AT_ONCE = 4  # the most gods in one sentence, to keep it within twelve words

OF_PLAYERS = frozenset(
    ("first.who", "effect.whom", "attack.who", "attack.redirect", "other.who", "correct.who")
)
"""The decisions whose numbers are seats."""

_DIE: Mapping[str, DieSymbol] = {"gold": "coin", "diamond": "gem"}
_DROP: DieSymbol = "drop"
"""The symbols on yellow and blue dice."""

_CONVERSIONS: Mapping[object, Conversion] = {one.name: one for one in CONVERSIONS}


def entered(view: ValdaView) -> int:
    """The seat whose number is being entered; 0 if none is."""
    match view.phase:
        case phases.Setting(seat=seat):
            return seat
        case phases.Correcting(seat=seat, what=what) if what:
            return seat
        case phases.Counting(seats=seats, numbers=numbers):
            return seats[len(numbers)]
    return 0


class ValdaScreens(Words):
    def screen(self, decision: Decision, view: ValdaView, face: Face, title: str) -> Screen:
        if isinstance(face, NumberFace):
            correcting = isinstance(view.phase, phases.Correcting) and view.setup.keeps == (FOLLOWERS,)
            if correcting or isinstance(view.phase, phases.Setting):
                return self._moving(title, view, face.value)
            return NumberScreen(title, face.value, line=self._below(view))
        assert isinstance(face, MenuFace)
        at = max(face.at, 0)
        if decision.name == "resource.roll":
            return self.stash(view, view.turn, title)
        if decision.name == "game.over" and face.items[at].value == "done":
            return self.tree(title, view)
        return MenuScreen(title, tuple(self.item(one, view) for one in face.items), at)

    def _below(self, view: ValdaView) -> str:
        if isinstance(view.phase, phases.Counting):
            return self.player(entered(view))
        if isinstance(view.phase, phases.Defending):
            swords = power(view, view.phase.attack)
            return self._.npgettext("line", "Against {n} sword", "Against {n} swords", swords)
        if not isinstance(view.phase, phases.Correcting):
            return ""
        what, n = view.phase.what, view.has(view.phase.seat).of(view.phase.what)
        # Translators: a resource, a building or followers, and how many.
        return self._.pgettext("line", "{kind}: {n}", kind=kind(self._, what), n=n)

    def item(self, choice: Choice, view: ValdaView) -> str:
        """The line for a choice. Raises MissingWords."""
        value, name = choice.value, choice.name
        if isinstance(value, int) and name == "attack.who":
            return self.attacker(value, view)
        if isinstance(value, int):
            return self.player(value) if name in OF_PLAYERS else self._die(value, view)
        if name == "trade.give" and value in RESOURCES:
            return names.resources(self._, str(value), rate(view.has(view.turn)))
        if name == "build.what" and value in BUILDINGS:
            god, cost = kind(self._, str(value)), names.short_cost(self._, str(value))
            return self._.pgettext("line", "{god}: {cost}", god=god, cost=cost)
        if name == "followers.what" and (found := _CONVERSIONS.get(value)):
            given = names.resources(self._, found.what, found.number)
            # Translators: what is given, and the followers gained for it.
            return self._.pgettext("line", "{given}: +{n}", given=given, n=found.followers)
        if value == DRAW:
            return self._.npgettext("line", "Draw {n} card", "Draw {n} cards", drawn(view))
        if name == "follow.part" and value in PARTS:
            part = self._(PARTS[str(value)])
            if followed(view.setup, str(value)):
                return self._.pgettext("line", "{part}: on", part=part)
            return self._.pgettext("line", "{part}: off", part=part)
        if name in ("game.what", "effect.kind") and " " in str(value):
            return self._card(str(value))
        if value == NONE and not view.setup.cubes:
            # Translators: no attack is left that the box shall judge.
            return self._.pgettext("line", "All settled")
        words = PROMPTS[name]
        if value not in words.items and value in (*RESOURCES, FOLLOWERS, *BUILDINGS):
            return kind(self._, str(value))
        return self._(words.item(value))

    def attacker(self, seat: int, view: ValdaView) -> str:
        player, bonus = self.player(seat), 0 if view.setup.cubes else power_bonus(view, seat)
        # Translators: a player whose attack cards count as many more swords.
        return self._.pgettext("line", "{player} +{n}", player=player, n=bonus) if bonus else player

    def _card(self, line: str) -> str:
        what, balance, n = effect(line)
        given = names.resources(self._, balance, n)
        if what == "steal":
            return self._.pgettext("line", "Steal {given}", given=given)
        if what == "kill":
            return self._.pgettext("line", "Kill {given}", given=given)
        if what == "lose":
            return self._.pgettext("line", "Take away {given}", given=given)
        # Translators: what a yellow card gives.
        return self._.pgettext("line", "Card: {given}", given=given)

    def _die(self, value: int, view: ValdaView) -> str:
        if view.lying is not None and view.lying.white:
            return f"{value:+}" if value else "0"
        return names.resources(self._, "blood", value)

    def spoken(self, choice: Choice, view: ValdaView) -> str:
        """A choice, spoken: with prices in full."""
        value = choice.value
        if choice.name == "build.what" and value in BUILDINGS:
            return names.cost_of(self._, str(value))
        if choice.name == "followers.what" and (found := _CONVERSIONS.get(value)):
            given = amount(self._, found.what, found.number)
            gained = amount(self._, FOLLOWERS, found.followers)
            return self._("{given} for {gained}.", given=given, gained=gained)
        return self.item(choice, view)

    def tree(self, title: str, view: ValdaView) -> TrackScreen:
        lanes = (Lane(self._people.short(self._, seat), n) for seat, n in enumerate(view.followers, 1))
        return TrackScreen(title, tuple(lanes), TREE, SAFE_ZONES)

    def _moving(self, title: str, view: ValdaView, number: int) -> TrackScreen:
        """Yggdrasil while a seat's followers are being entered: its pawn climbs with the number."""
        moved, shown = entered(view), self.tree(title, view)
        lane = Lane(self._people.short(self._, moved), number, True)
        return TrackScreen(title, (*shown.lanes[: moved - 1], lane, *shown.lanes[moved:]), TREE, SAFE_ZONES)

    def stash(self, view: ValdaView, seat: int, title: str = "") -> StashScreen:
        """Resources, mines, drills, followers and temples of a seat; areas it has locked stand out. title: by
        default the player's name."""
        holding = view.has(seat)
        kept = (what for what in STOCKS if what in view.setup.keeps)
        stocks = tuple(Stock(kind(self._, what), names.SYMBOLS[what], holding.of(what)) for what in kept)
        temples = tuple(
            Foothold(names.god_label(self._, god), min(LOCK, holding.of(god)), holding.of(god) >= LOCK)
            for god in GODS
        )
        return StashScreen(title or self.player(seat), stocks, temples)

    def has(self, view: ValdaView, seat: int) -> Iterator[Say]:
        player, holding = self.player(seat), view.has(seat)
        stash = amounts(self._, ((what, holding.of(what)) for what in (*RESOURCES, FOLLOWERS)))
        if stash:
            yield Say(self._("{player}: {given}.", player=player, given=stash))
        elif view.setup.cubes:
            yield Say(self._("{player} has no resources and no followers.", player=player))
        else:
            yield Say(self._("{player} has no followers.", player=player))
        if dug := amounts(self._, ((what, holding.of(what)) for what in (MINE, DRILL))):
            yield Say(self._("Buildings: {buildings}.", buildings=dug))
        built = [god for god in GODS if holding.of(god)]
        for first in range(0, len(built), GODS_AT_ONCE):
            some = built[first : first + GODS_AT_ONCE]
            gods = self._.names(self._temples(god, holding.of(god)) for god in some)
            yield Say(self._("Temples: {gods}.", gods=gods))

    def _temples(self, god: str, n: int) -> str:
        # Translators: a god, and the number of temples there.
        return self._.pgettext("line", "{god} {n}", god=god_name(self._, god), n=n)

    def start(self, event: events.StartRolled) -> DiceScreen:
        players = " ".join(self._people.short(self._, seat) for seat, _number in event.numbers)
        dice = tuple(number for _seat, number in event.numbers)
        return DiceScreen(self._.pgettext("title", "Who begins?"), dice, (players,))

    def dice(self, event: events.DiceRolled, view: ValdaView) -> Screen:
        """Yellow and blue dice as they lie; a stash if only the table has seen them."""
        title = self._.pgettext("line", "{player} rolls", player=self.player(event.seat))
        lying = view.lying
        if event.own or lying is None:
            return self.stash(view, event.seat, title)
        numbers = (*(1 for _one in lying.yellow), *lying.blue)
        symbols = (*(_DIE[one] for one in lying.yellow), *(_DROP for _one in lying.blue))
        return DiceScreen(title, numbers, symbols=symbols)

    def loki(self, event: events.LokiRolled) -> DiceScreen:
        title = self._.pgettext("title", "Loki's dice")
        return DiceScreen(title, event.dice or (event.total,), signed=True)
