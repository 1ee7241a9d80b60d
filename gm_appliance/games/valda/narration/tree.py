"""Yggdrasil with everybody on it, and the drakkar: on the display and on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm_appliance.core.cues import Card, Cell, Colour, Lane, Plate, Prop, Tally, Token, TrackScreen
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.games.valda.track import ROUNDS, SAFE_ZONES, TREE

COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "purple")
"""Of the seats, from the first on."""

ACROSS = 7
"""The squares of a row of the board in the middle."""

DRAKKAR, ROOTS = 1, 2
"""The row of the moorings, and the first of the three of Yggdrasil."""

BOARD_ROWS = 4
"""The rows of both together."""


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


def board(_: Language, people: Party, round: int, followers: Sequence[int]) -> Iterator[Prop]:
    """The drakkar at its mooring, further on counted anew, and everybody's pawn on Yggdrasil.

    Beyond its top Yggdrasil is counted from its roots again.
    """
    sailing = _.pgettext("card", "Round {n}", n=round)
    yield Token(Cell(DRAKKAR, (round - 1) % ROUNDS + 1), sailing, "grey", name="drakkar")
    for zone in SAFE_ZONES[1:]:
        safe = _.pgettext("card", "Safe {n}", n=zone)
        yield Card(_space(zone), safe, "green", "shield", name=f"safe-{zone}", idle=True)
    for seat, number in enumerate(followers, 1):
        space = (number - 1) % TREE + 1 if number > TREE else number
        pawn = people.short(_, seat)
        yield Token(_space(space), pawn, COLOURS[seat - 1], name=f"pawn-{seat}")


def _space(number: int) -> Cell:
    """Where a space of Yggdrasil lies; its roots are below."""
    down, across = divmod(number, ACROSS)
    return Cell(BOARD_ROWS - down, across + 1)
