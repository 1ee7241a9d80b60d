"""What each game publishes of its secrets: lists written by hand, which import nothing of the games.

The comparison of `any_game` ends where two evenings publish different things, and nowhere else: an event that
is not listed, and whatever is not listed of one that is, must be the same in both, and so must their order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from gm_appliance.core.values import Value

Of: TypeAlias = Callable[[Any, Any], object]
"""What is published of an event and the view right after it."""


def of(*names: str) -> Of:
    return lambda event, view: tuple(getattr(event, name) for name in names)


class Published(Value):
    """events: by their class's name. asked: decisions that publish something by being asked."""

    events: Mapping[str, Of]
    asked: frozenset[str] = frozenset()


HIDDEN_ROLES: Mapping[str, Of] = {
    "FactionsLearned": of("fit"),
    "Missing": lambda event, view: sorted(event.seats),
    "NobodyBanished": of(),
    # Who falls, whether that ends the game, and the card if it is turned.
    "Banished": lambda event, view: (event.seat, event.over, view.places[event.seat - 1].card),
    "Protected": of("seat"),
    "ThumbsShown": lambda event, view: view.setup.count == "seats" and sorted(event.thumbs.items()),
    "Totals": of("down", "up"),
    "Spared": of("accused"),
    "Won": of("faction", "factions"),
    "Ended": of("factions"),
}

PUBLISHED: dict[str, Published] = {
    "gotterdammerung": Published(HIDDEN_ROLES),
    # The hunter takes somebody along.
    "werewolf": Published(HIDDEN_ROLES, frozenset(("hunter.shot",))),
    # The cards are shown sorted before they are laid, and again one by one in fights.
    "odins-table": Published(
        {
            "CardsShown": of("seat", "cards"),
            "Moved": of("start", "to", "conquers"),
            "Attacked": of("start", "to", "conquers"),
            "Resurrected": of("to", "lost"),
            "Fought": of("attack", "defence", "ends", "why"),
            "IdunnRevealed": of("column"),
            "TurnedUp": of("column", "card"),
            "IdunnDiscarded": of("column"),
            "Swapped": of("first", "second"),
        }
    ),
}
"""By the game's name."""
