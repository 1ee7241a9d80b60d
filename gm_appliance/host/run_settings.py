"""How a play is run: the effect of BACK, the offers behind it, and newcomers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from gm_appliance.core.game import Outcome
from gm_appliance.core.narration import Narration
from gm_appliance.core.play import Play
from gm_appliance.core.ports import Fault
from gm_appliance.core.values import Value, field


class Languages(Value):
    """The languages that can be chosen during a play.

    offered: the languages' own names by tag; the current one first.
    change:  switches to the language of a tag; also takes the names of those who joined. Returns the play's
             narration in that language.
    """

    offered: Callable[[], Mapping[str, str]]
    change: Callable[[str, Mapping[int, str]], Narration]


class Newcomers(Protocol):
    """The names of people who join a game, at a table that plays with names."""

    def name(self, seat: int, names: Mapping[int, str], run: RunMenu) -> str:
        """Asks for the name of the player who sits down at this seat; returns an empty string for none.

        names: of those who joined before, by seat. run: runs a play of its own, which asks.
        """

    def narration(self, names: Mapping[int, str]) -> Narration:
        """The game's narration once people with these names have joined."""


RunMenu: TypeAlias = "Callable[[Play, Narration], Outcome | None]"

TalkOfPhones: TypeAlias = "Callable[[RunMenu, Mapping[int, str]], Narration]"
"""Talks about phones, in plays that it has run; takes also the names of those who joined. Returns the game's
narration, for there may be pads now."""


# Many attributes: one for each way in which plays differ.
class RunSettings(Value):
    """How one play is run.

    resumed:    the play was interrupted; recover before its decision is opened again.
    back_steps: a tap on BACK undoes, as in menus; else only holding it does.
    may_leave:  the table may leave the play unfinished: ``"end"`` it, or choose another ``"setup"``.
    back_leaves: BACK, tapped or held, leaves it at once, for another ``"setup"``.
    pads:       the pads of seats, where they are known already: these are not called.
    newcomers:  asks for the names of people who join; None where the table plays without names.
    taught:     called once the game was taught, or nobody wanted it; None if nobody is new to it.
    languages:  those that can be chosen behind BACK; None where none can.
    phones:     talks about phones behind BACK; None where there can be none.
    pictured:   the news, by part and kind, that the picture of every prompt shows by itself.
    left_for:   a part and news of it that the play is left for; the part is the outcome's reason.
    reminder:   returns news that people can ask for behind BACK, for as long as it is true.
    played:     the seconds that were played before it was interrupted.
    to_read:    returns pages, each with a name, a title and lines, for a play that has none: a menu.
    looks_ahead: render in advance what may be said next; of no use where nothing is rendered.
    """

    resumed: bool = False
    back_steps: bool = False
    may_leave: bool = False
    back_leaves: bool = False
    pads: Mapping[int, int] = field(default_factory=dict)
    newcomers: Newcomers | None = None
    taught: Callable[[], None] | None = None
    languages: Languages | None = None
    phones: TalkOfPhones | None = None
    pictured: frozenset[tuple[str, str]] = frozenset()
    left_for: tuple[str, str] | None = None
    reminder: Callable[[], Fault | None] = lambda: None
    played: float = 0.0
    to_read: Callable[[], Sequence[tuple[str, str, tuple[str, ...]]]] = tuple
    looks_ahead: bool = True


USUAL, BACK_LEAVES = RunSettings(), RunSettings(back_leaves=True)
UNRENDERED = RunSettings(looks_ahead=False)
