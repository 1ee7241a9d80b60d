"""The options of one game, as the rules read them."""

from __future__ import annotations

from functools import cached_property

from gm_appliance.core.values import immutable


@immutable
class Faces:
    """The six sides of each colour of dice, in order.

    A yellow side is "gold" or "diamond", a blue one so much blood, a white one so many followers.
    """

    yellow: tuple[str, ...]
    blue: tuple[int, ...]
    white: tuple[int, ...]


@immutable
class Setup:
    """The options of one game.

    own: the table rolls its own dice. any_four: any four resources are traded for one, not four of a kind.
    by_hand: the parts of `options.PARTS` that the box does not keep.
    """

    players: int
    turnaround: bool
    race: bool
    own: bool
    any_four: bool
    by_hand: frozenset[str]
    faces: Faces

    @cached_property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(1, self.players + 1))

    @property
    def whole(self) -> bool:
        """Whether the box is told of everything that changes a balance, and so knows every one."""
        return not self.by_hand - {"weapons"}
