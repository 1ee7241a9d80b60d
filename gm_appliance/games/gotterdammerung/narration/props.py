"""What lies on Götterdämmerung's table: names, the ring on the display, the props."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gm_appliance.core.catalogue import Words
from gm_appliance.core.cues import (
    Card,
    Colour,
    Deck,
    Plate,
    Prop,
    Props,
    RingSeat,
    Say,
    Symbol,
    ThrownDie,
    Token,
)
from gm_appliance.games.gotterdammerung.action import look_candidates
from gm_appliance.games.gotterdammerung.gods import wounds
from gm_appliance.games.gotterdammerung.model import (
    CONSPIRE,
    FACTIONS,
    PROTECT,
    Calling,
    Deal,
    Learning,
    Leaving,
    Picking,
    Place,
    Seating,
    View,
)


class Names:
    """Seats by the names of their gods."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def spoken(self, view: View, seat: int) -> str:
        """As said: "Valkyrie three"."""
        return _named(self._words, "name", view.place(seat))

    def short(self, view: View, seat: int) -> str:
        """As shown: "Valkyrie 3"; at most 21 columns."""
        return _named(self._words, "short", view.place(seat))

    def label(self, view: View, seat: int) -> str:
        """One or two letters for the ring."""
        return _named(self._words, "label", view.place(seat))


@lru_cache(maxsize=1024)
def _named(words: Words, form: str, place: Place) -> str:
    """A place's name in that form. Asked for so often that it is kept."""
    number = words.number(place.number) if form == "name" else str(place.number)
    return words.part(f"{form}.{place.god}", number=number)


def ring(
    words: Words, view: View, marked: int = 0, lit: frozenset[int] | None = None
) -> tuple[RingSeat, ...]:
    """The ring of seats, with the marker on one of them.

    Whoever is in the Underworld is hollow, wounds are crosses, other action cards bars, the Oracle the
    eye. With `lit`, those seats have a bar instead of those with cards.
    """
    names = Names(words)

    def seat_of(seat: int) -> RingSeat:
        hurt = len(wounds(view, seat))
        return RingSeat(
            names.label(view, seat),
            hollow=view.place(seat).below,
            crosses=hurt,
            bars=len(view.cards_at(seat)) - hurt if lit is None else int(seat in lit),
            eye=view.oracle == seat and lit is None,
            marked=marked == seat,
        )

    return tuple(seat_of(seat) for seat in view.seats)


NAMES = 4
"""Names in one sentence: with four it keeps to twelve words."""


def worlds(words: Words, view: View) -> tuple[Say, ...]:
    """The round, and who is in the Underworld."""
    names = Names(words)
    below = [names.spoken(view, seat) for seat in view.seats if view.place(seat).below]
    number = words.number(view.round)
    if not below:
        return (Say(words("recap.all", number=number)),)
    first, *rest = (words.names(below[i : i + NAMES]) for i in range(0, len(below), NAMES))
    some = Say(words("recap.some", number=number, names=first))
    return (some, *(Say(words("recap.also", names=more)) for more in rest))


def standing(words: Words, view: View) -> tuple[Say, ...]:
    """Where everything is: who is in the Underworld, wounded by whom, each card, the Oracle."""
    names = Names(words)
    told = list(worlds(words, view))
    for seat in view.seats:
        for card in view.cards_at(seat):
            which = "wounded" if card in wounds(view, seat) else "card"
            owner = words(f"name.{card}")
            told.append(Say(words(f"recap.{which}", seat=names.spoken(view, seat), owner=owner)))
    told.append(Say(words("recap.oracle", seat=names.spoken(view, view.oracle))))
    return tuple(told)


def card_back(words: Words, view: View, card: str) -> Say:
    """Where this action card goes back to: it lies there in `view`."""
    at, owner = view.cards[card], words(f"name.{card}")
    key = "back.card-home" if view.place(at).god == card else "back.card"
    return Say(words(key, owner=owner, seat=Names(words).spoken(view, at)))


def moved_back(words: Words, before: View, view: View) -> tuple[Say, ...]:
    """What people have to move now that `before` was taken back."""
    names = Names(words)
    moved = (card for card, at in view.cards.items() if before.cards.get(card, at) != at)
    said = [card_back(words, view, card) for card in moved]
    if len(before.places) == len(view.places):
        for seat in view.seats:
            if before.place(seat).below != view.place(seat).below:
                key = "back.below" if view.place(seat).below else "back.asgard"
                said.append(Say(words(key, seat=names.spoken(view, seat))))
    if before.oracle != view.oracle and before.cards.keys() == view.cards.keys():
        said.append(Say(words("back.oracle", seat=names.spoken(view, view.oracle))))
    return tuple(said)


COLOURS: Mapping[str, Colour] = {
    "odin": "blue",
    "brynhild": "red",
    "sif": "red",
    "thor": "red",
    "niord": "purple",
    "heimdall": "green",
    "balder": "purple",
    "freya": "green",
    "tyr": "blue",
    "dvalin": "blue",
}
"""Of each action card: red wounds, blue keeps from harm, green gives votes, purple stands in for somebody."""


def _faction(words: Words, at: int, faction: str) -> Card:
    """A faction card, face up."""
    colour: Colour = "yellow" if faction == PROTECT else "red"
    symbol: Symbol = "shield" if faction == PROTECT else "sword"
    return Card(at, words(f"card.{faction}"), colour, symbol, name=faction, own=True)


def props(words: Words, view: View, forward: bool) -> Props:
    """Everything that lies on the table; `forward`: faction cards are pushed out for the Oracle."""
    stage = view.stage.back if isinstance(view.stage, Calling | Leaving) else view.stage
    if isinstance(stage, Picking | Seating):
        return Props(tuple(Plate(seat, words("line.seat", n=seat), numbered=True) for seat in view.seats))
    items: list[Prop] = [*_at_places(words, view.places, view.factions)]
    if not view.factions:
        items += _face_down(words, view.seats, look_candidates(view) if forward else ())
    items += [_action_card(words, card, at, view.place(at)) for card, at in view.cards.items()]
    items.append(Token(view.oracle, words("card.oracle"), "yellow", "eye", name="oracle"))
    if isinstance(view.stage, Deal | Learning):
        items.append(_deck(words, len(view.places)))
    else:
        items += [ThrownDie(0, die, words("card.die", n=die)) for die in view.dice]
    return Props(tuple(items))


@lru_cache(maxsize=1024)
def _action_card(words: Words, card: str, at: int, place: Place) -> Card:
    """At its own god's place it does nothing yet."""
    return Card(at, words(f"card.{card}"), COLOURS[card], name=card, idle=place.god == card)


def _deck(words: Words, players: int) -> Deck:
    """The faction cards to be dealt."""
    protectors, conspirators = FACTIONS[players]
    label = words("card.deal", protectors=protectors, conspirators=conspirators)
    cards = (_faction(words, 0, PROTECT), protectors), (_faction(words, 0, CONSPIRE), conspirators)
    return Deck(0, label, cards)


@lru_cache(maxsize=256)
def _face_down(words: Words, seats: tuple[int, ...], pushed: tuple[int, ...]) -> tuple[Card, ...]:
    """The faction cards as they lie while nobody may know them; those pushed forward are."""
    back = words("card.faction")
    return tuple(Card(at, back, face_down=True, own=True, forward=at in pushed) for at in seats)


@lru_cache(maxsize=256)
def _at_places(words: Words, places: tuple[Place, ...], factions: tuple[str, ...]) -> tuple[Prop, ...]:
    """God cards and what was revealed, which change seldom; the other cards change all the time."""
    items: list[Prop] = []
    for seat, place in enumerate(places, 1):
        note = words("card.below") if place.below else ""
        items.append(Plate(seat, _named(words, "short", place), note, turned=place.below))
        if factions:
            items.append(_faction(words, seat, factions[seat - 1]))
    return tuple(items)
