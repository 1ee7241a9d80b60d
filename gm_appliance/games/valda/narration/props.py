"""The table: followers and resources in front of the players; in the middle the drakkar with everybody's
buildings, or with Yggdrasil if the box keeps only followers."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Props
from gm_appliance.core.cues.props import Card, Colour, Plate, Prop, Tally, ThrownDie, drawing_of
from gm_appliance.core.cues.screens import Cell
from gm_appliance.core.table_narration import Words
from gm_appliance.games.valda.model import BUILDINGS, FOLLOWERS, GODS, RESOURCES, ValdaView
from gm_appliance.games.valda.narration.names import COLOURS, SYMBOLS, building_label, resources
from gm_appliance.games.valda.track import ROUNDS, SAFE_ZONES, TREE

SEAT_COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "purple")

ACROSS = 7  # the squares of Yggdrasil in a row

TREE_ROWS = 3
"""The rows of Yggdrasil, with the roots in the last. The drakkar lies below."""

HEAD = 1
"""The row with the kinds of buildings. Below it each player has a row."""

PLAYER, FIRST = 1, 2  # the columns of the players' names, and of the first building


class ValdaProps(Words):
    def props(self, view: ValdaView) -> Props:
        middle = self._yggdrasil if view.setup.keeps == (FOLLOWERS,) else self._stashes
        return Props((*self._plates(view), *middle(view)))

    def _plates(self, view: ValdaView) -> Iterator[Prop]:
        label = self._.pgettext("card", "Followers")
        for seat, number in enumerate(view.followers, 1):
            yield Plate(seat, self.player(seat), numbered=not self._people.named(seat))
            yield Tally(seat, number, label)

    def _drakkar(self, view: ValdaView, at: Cell) -> Prop:
        round = max(1, view.round)
        return Card(at, self._.pgettext("card", "Round {n}", n=round), "grey", name=f"round-{round}")

    def _yggdrasil(self, view: ValdaView) -> Iterator[Prop]:
        """Safe zones, pawns and the drakkar. Above 20 a pawn starts at the roots again; so does the drakkar
        after six rounds of a race."""
        for zone in SAFE_ZONES[1:]:
            safe = self._.pgettext("card", "Safe {n}", n=zone)
            yield Card(_space(zone), safe, "plain", "shield", name=f"safe-{zone}", idle=True)
        for seat, number in enumerate(view.followers, 1):
            at = _space((number - 1) % TREE + 1 if number > TREE else number)
            yield Card(at, self._people.short(self._, seat), SEAT_COLOURS[seat - 1], name=f"pawn-{seat}")
        yield self._drakkar(view, Cell(TREE_ROWS + 1, (max(1, view.round) - 1) % ROUNDS + 1))

    def _stashes(self, view: ValdaView) -> Iterator[Prop]:
        for seat in view.seats:
            for what in RESOURCES:
                if number := view.has(seat).of(what):
                    label = resources(self._, what, number)
                    yield Card(seat, label, COLOURS[what], SYMBOLS[what], name=f"{number}-{what}")
        yield from self._heads(view)
        yield from self._rows(view)
        yield from self._dice(view)

    def _heads(self, view: ValdaView) -> Iterator[Prop]:
        """Mines, drills and the gods' areas; a locked one in the colour of its owner."""
        yield self._drakkar(view, Cell(HEAD, PLAYER))
        for column, what in enumerate(BUILDINGS, FIRST):
            owner, label = view.owner(what) if what in GODS else 0, building_label(self._, what)
            colour = SEAT_COLOURS[owner - 1] if owner else "plain"
            symbol = drawing_of(what) if what in GODS else SYMBOLS[what]
            yield Card(Cell(HEAD, column), label, colour, symbol, name=f"{what}-locked" if owner else what)

    def _rows(self, view: ValdaView) -> Iterator[Prop]:
        for seat in view.seats:
            row, colour = HEAD + seat, SEAT_COLOURS[seat - 1]
            yield Card(Cell(row, PLAYER), self._people.short(self._, seat), colour, name=f"pawn-{seat}")
            for column, what in enumerate(BUILDINGS, FIRST):
                if number := view.has(seat).of(what):
                    yield Card(Cell(row, column), str(number), colour, name=f"{number}-{what}")

    def _dice(self, view: ValdaView) -> Iterator[Prop]:
        if view.lying is None:
            return
        for kind in view.lying.yellow:
            yield ThrownDie(0, 1, resources(self._, kind, 1), symbol="coin" if kind == "gold" else "gem")
        for blood in view.lying.blue:
            yield ThrownDie(0, blood, resources(self._, "blood", blood), symbol="drop")
        for followers in view.lying.white:
            label = self._.pgettext("card", "Loki's die: {n}", n=f"{followers:+}" if followers else "0")
            yield ThrownDie(0, followers, label, signed=True)


def _space(number: int) -> Cell:
    down, across = divmod(number, ACROSS)
    return Cell(TREE_ROWS - down, across + 1)
