"""Yggdrasil with everybody on it, and the drakkar: on the display and on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm_appliance.core.cues.props import Card, Colour, Plate, Prop, Tally
from gm_appliance.core.cues.screens import Cell, Lane, TrackScreen
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.games.valda.track import ROUNDS, SAFE_ZONES, TREE

COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "purple")
"""Of the seats, from the first on."""

ACROSS = 7
"""The squares of a row of the board in the middle."""

TREE_ROWS = 3
"""Its rows, the roots in the last one."""


def tree(
    _: Language, people: Party, title: str, followers: Sequence[int], moved: int = 0, hint: str = ""
) -> TrackScreen:
    """Everybody on Yggdrasil. followers: of each seat. moved: the seat whose followers are being set."""
    lanes = tuple(
        Lane(people.short(_, seat), number, seat == moved) for seat, number in enumerate(followers, 1)
    )
    return TrackScreen(title, lanes, TREE, SAFE_ZONES, hint)


def plates(_: Language, people: Party, followers: Sequence[int]) -> Iterator[Prop]:
    """Who sits where, with how many followers."""
    label = _.pgettext("card", "Followers")
    for seat, number in enumerate(followers, 1):
        yield Plate(seat, people.name(_, seat), numbered=not people.named(seat))
        yield Tally(seat, number, label)


def drakkar(_: Language, round: int, at: Cell) -> Prop:
    """The drakkar, which says what round it is."""
    return Card(at, _.pgettext("card", "Round {n}", n=round), "grey", name=f"round-{round}")


def mooring(round: int) -> Cell:
    """Where the drakkar lies below Yggdrasil; a race goes on, so it is counted anew."""
    return Cell(TREE_ROWS + 1, (round - 1) % ROUNDS + 1)


def pawns(_: Language, people: Party, followers: Sequence[int]) -> Iterator[Prop]:
    """Everybody's pawn on Yggdrasil, and its safe zones. Above 20 it is counted from the roots again."""
    for zone in SAFE_ZONES[1:]:
        safe = _.pgettext("card", "Safe {n}", n=zone)
        yield Card(_space(zone), safe, "plain", "shield", name=f"safe-{zone}", idle=True)
    for seat, number in enumerate(followers, 1):
        space = (number - 1) % TREE + 1 if number > TREE else number
        yield Card(_space(space), people.short(_, seat), COLOURS[seat - 1], name=f"pawn-{seat}")


def _space(number: int) -> Cell:
    """Where a space of Yggdrasil lies."""
    down, across = divmod(number, ACROSS)
    return Cell(TREE_ROWS - down, across + 1)
