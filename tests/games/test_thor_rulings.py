"""Thor where the referee `plain_thor` does not look: events, the example of the book."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gm_appliance.core.game import JSON
from gm_appliance.games.thor import THOR
from gm_appliance.games.thor.events import (
    CardRemoved,
    Cried,
    Declared,
    Ended,
    GiftsScored,
    GodScored,
    GodTaken,
    OathKept,
    OfferPlaced,
    OutOfCards,
    Reordered,
    RoundOver,
    RoundScored,
    TimesTaken,
    TookNothing,
)
from gm_appliance.games.thor.model import GODS
from tests.games.thor_table import Table


def last_offer(**options: JSON) -> Table:
    """Player 1 has one offer card left; the others have more."""
    return Table(**options).lies(cards=(1, 5, 5, 5))


def sixth() -> Table:
    return Table().offers(odin=(0, 1, 2, 3, 4)).offer("odin", 5)


def one_card() -> Table:
    return Table().holding(1, 0, 0, 0)


def gifts_in_hand() -> Table:
    table = Table().holding(2, 0, 0, 0).offers(odin=(0, 1, 2, 3, 4)).offer("odin", 5)
    return table.say("turn.take", "none").say("gifts.who", 1).say("gifts.who", 1)


def nobody_can_take() -> Table:
    return Table().stacks(**dict.fromkeys(GODS[:5], 0)).will(pile=0).offer("odin", 3)


TOLD: dict[str, tuple[Callable[[], Table], object]] = {
    "the sixth offer": (sixth, OfferPlaced(1, "odin", 5, 6, True)),
    "a god card": (lambda: Table().offer("odin", 5).say("turn.take", "thor"), GodTaken(1, "thor", 4)),
    "no card, by choice": (lambda: sixth().say("turn.take", "none"), TookNothing(1, False)),
    "no card, as there is none": (nobody_can_take, TookNothing(1, True)),
    "the last offer": (lambda: last_offer().offer("odin", 3).say("turn.last", "end"), Declared(1)),
    "nothing to play": (
        lambda: (
            Table().lies(cards=(5, 0, 5, 5)).holding(0, 0, 1, 1).offer("odin", 3).say("turn.take", "thor")
        ),
        OutOfCards(2),
    ),
    "only Three Gifts": (
        lambda: Table().lies(cards=(0, 5, 5, 5)).holding(2, 0, 0, 0).say("turn.offer", "stuck"),
        OutOfCards(1),
    ),
    "a card removed": (
        lambda: one_card().above(odin="wrath").say("turn.offer", "remove").say("remove.with", "gifts"),
        CardRemoved(1, "odin", "wrath", "gifts"),
    ),
    "Favorable Times": (
        lambda: one_card().place("times", "odin").say("times.take", 2),
        TimesTaken(1, "odin", 2, 3),
    ),
    "Favorable Times for nothing": (
        lambda: one_card().stacks(odin=0).place("times", "odin"),
        TimesTaken(1, "odin", 0, 0),
    ),
    "Vanirs' Oath without a victim": (
        lambda: one_card().has(1, odin=3).place("oath", "odin"),
        OathKept(1, "odin", 0),
    ),
    "Cry from Valhalla": (
        lambda: one_card().stacks(odin=0).has(1, odin=2).has(3, odin=3).place("cry", "odin"),
        Cried("odin", (1, 3), 2),
    ),
    "Three Gifts": (gifts_in_hand, GiftsScored(1, 2, 6)),
}


@pytest.mark.parametrize("what", TOLD)
def test_it_is_told(what: str) -> None:
    table, event = TOLD[what]
    assert event in table().told


@pytest.mark.parametrize("offers", [(), (4,)])
def test_mjollnir_on_no_offer_or_one_is_legal_and_only_blocks(offers: tuple[int, ...]) -> None:
    table = one_card().offers(odin=offers).place("mjollnir", "odin")
    assert Reordered("odin", None) in table.told
    assert table.name() == "turn.take"


def test_the_books_example_is_28() -> None:
    """Three Freya at 2, two Odin at 5, three Thor at 4."""
    table = Table(players=2, mode="final").say("final.begin", "enter")
    for offer, own in ((5, 2), (4, 3), (2, 3)):
        table.say("final.offer", offer).say("final.count", own).say("final.count", 0)
    table.say("final.offer", "none").say("final.offer", "none")
    assert [one for one in table.told if isinstance(one, GodScored)] == [
        GodScored(1, "odin", 5, 2, 10),
        GodScored(1, "thor", 4, 3, 12),
        GodScored(1, "freya", 2, 3, 6),
    ]
    assert RoundOver(1, (5, 4, 2, 0, 0)) in table.told
    assert RoundScored(1, 1, 28, 28) in table.told


def test_equal_totals_share_the_win() -> None:
    table = Table(players=3, mode="final", will_of_thor="no").say("final.begin", "enter")
    for _ in range(5):
        for name, value in (("offer", 5), ("count", 1), ("count", 2), ("count", 2)):
            table.say(f"final.{name}", value)
    assert Ended("played", (2, 3)) in table.told
    outcome = THOR.outcome(table.say("match.over", "done").view)
    assert outcome is not None
    assert outcome.winners == (2, 3)
