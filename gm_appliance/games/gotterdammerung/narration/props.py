"""The state of Götterdämmerung's table: spoken in recaps, shown on the ring, laid out as props."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gm_appliance.core.cues import Props, Say
from gm_appliance.core.cues.props import Card, Colour, Deck, Plate, Prop, Symbol, ThrownDie, Token, drawing_of
from gm_appliance.core.cues.screens import RingSeat
from gm_appliance.core.language import NP_, Language, Message, Name
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.action import look_candidates
from gm_appliance.games.gotterdammerung.gods import card_of, wounds
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name, place_label, place_name
from gm_appliance.games.gotterdammerung.places import Place
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.narration.seats import NAMES, SeatWords


def name_of(_: Language, view: GotterdammerungView, seat: int) -> Name:
    return place_name(_, view.place(seat))


def ring_seats(
    _: Language, view: GotterdammerungView, marked: int = 0, lit: frozenset[int] | None = None
) -> tuple[RingSeat, ...]:
    """The ring of seats: the Underworld is hollow, wounds are crosses, other cards bars, the Oracle an eye.

    marked: the seat with the marker; 0 for none.
    lit:    seats that have a bar, instead of those with action cards.
    """

    def seat_of(seat: int, place: Place) -> RingSeat:
        hurt = len(wounds(view, seat))
        bars = len(view.cards_at(seat)) - hurt if lit is None else int(seat in lit)
        eye = view.oracle == seat and lit is None
        return RingSeat(place_label(_, place), place.below, hurt, bars, eye, marked == seat)

    return tuple(seat_of(seat, place) for seat, place in enumerate(view.places, 1))


TAKER = "loki"
"""The god who takes cards to himself."""


def worlds(_: Language, view: GotterdammerungView) -> tuple[Say, ...]:
    """The round, the Oracle, and the shorter list: who is in the Underworld, or who is still in Asgard."""
    below = [seat for seat in view.seats if view.place(seat).below]
    values = {"round": view.round, "oracle": name_of(_, view, view.oracle)}
    if not below:
        return (Say(_("Round {round}. {oracle} is the Oracle. All are in Asgard.", **values)),)
    few_left = 0 < len(view.asgard) < len(below)
    told = [name_of(_, view, seat) for seat in (view.asgard if few_left else below)]
    first, *rest = (_.names(told[i : i + NAMES]) for i in range(0, len(told), NAMES))
    if few_left:
        some = _("Round {round}. {oracle} is the Oracle. Still in Asgard: {names}.", names=first, **values)
    else:
        some = _("Round {round}. {oracle} is the Oracle. Underworld: {names}.", names=first, **values)
    return (Say(some), *(Say(_("Also {names}.", names=more)) for more in rest))


def recap(_: Language, view: GotterdammerungView) -> tuple[Say, ...]:
    """The essentials for the night: the worlds, the Oracle, and whom Dvalin's card saves."""
    kept = tuple(_held(_, view, seat, card) for seat, card in _lying(view) if card_of(card).keeps)
    return (*worlds(_, view), *kept)


def full_recap(_: Language, view: GotterdammerungView) -> tuple[Say, ...]:
    told = list(worlds(_, view))
    for seat, card in _lying(view):
        if card in wounds(view, seat) and not may_have_taken(view, seat):
            name, owner = name_of(_, view, seat), god_name(_, card)
            told.append(Say(_("{seat} is wounded by {owner}.", seat=name, owner=owner)))
        else:
            told.append(_held(_, view, seat, card))
    return tuple(told)


def _lying(view: GotterdammerungView) -> list[tuple[int, str]]:
    return [(seat, card) for seat in view.seats for card in view.cards_at(seat)]


def _held(_: Language, view: GotterdammerungView, seat: int, card: str) -> Say:
    name, owner = name_of(_, view, seat), god_name(_, card)
    return Say(_("{seat} holds {owner}'s card.", owner=owner, seat=name))


def may_have_taken(view: GotterdammerungView, seat: int) -> bool:
    """Whether a card at this seat may have been taken: then a wound is not attributed to its god."""
    return view.place(seat).god == TAKER


def card_back(_: Language, view: GotterdammerungView, card: str) -> Say:
    """Where an action card returns to, which is its place in `view`."""
    at, owner = view.cards[card], god_name(_, card)
    if view.place(at).god == card:
        return Say(_("{owner}'s card goes home.", owner=owner))
    return Say(_("{owner}'s card goes back to {seat}.", owner=owner, seat=name_of(_, view, at)))


def back_in_asgard(_: Language, view: GotterdammerungView, seat: int) -> Say:
    return Say(_("{seat} is back in Asgard. Turn the god card back.", seat=name_of(_, view, seat)))


def moved_back(_: Language, before: GotterdammerungView, view: GotterdammerungView) -> tuple[Say, ...]:
    """The moves people have to make by hand after an undo from `before` to `view`."""
    moved = (card for card, at in view.cards.items() if before.cards.get(card, at) != at)
    said = [card_back(_, view, card) for card in moved]
    if len(before.places) == len(view.places):
        for seat in view.seats:
            if before.place(seat).below and not view.place(seat).below:
                said.append(back_in_asgard(_, view, seat))
            elif view.place(seat).below and not before.place(seat).below:
                name = name_of(_, view, seat)
                said.append(Say(_("{seat} is in the Underworld. Turn the god card.", seat=name)))
    if before.oracle != view.oracle and before.cards.keys() == view.cards.keys():
        said.append(Say(_("The Oracle goes back to {seat}.", seat=name_of(_, view, view.oracle))))
    return tuple(said)


_CARDS: Mapping[str, Message] = {god: words.card for god, words in WORDS_OF.items() if words.card}

_FACTION_CARDS: Mapping[str, Message] = {
    model.PROTECT: NP_("card", "Protector"),
    model.CONSPIRE: NP_("card", "Conspirator"),
}

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
"""By action card: red wounds, blue protects, green gives votes, purple acts for somebody else."""


def props(_: Language, view: GotterdammerungView, forward: bool = False) -> Props:
    """Everything on the table. forward: whether faction cards are pushed out for the Oracle."""
    phase = view.phase.back if isinstance(view.phase, kit.Calling | kit.Leaving) else view.phase
    if isinstance(phase, model.Picking | model.Seating):
        labels = ((seat, _.pgettext("line", "Seat {n}", n=seat)) for seat in view.seats)
        return Props(tuple(Plate(seat, label, numbered=True) for seat, label in labels))
    items: list[Prop] = [*_at_places(_, view.places, view.factions)]
    if not view.factions:
        items += _face_down(_, view.seats, look_candidates(view) if forward else ())
    items += [_action_card(_, card, at, view.place(at)) for card, at in view.cards.items()]
    items.append(Token(view.oracle, _.pgettext("card", "Oracle"), "yellow", "eye", name="oracle"))
    if isinstance(view.phase, kit.Deal | kit.Learning):
        items.append(_deck(_, len(view.places)))
    else:
        items += [ThrownDie(0, die, _.pgettext("card", "Die: {n}", n=die)) for die in view.dice]
    return Props(tuple(items))


def _faction(_: Language, at: int, faction: str) -> Card:
    colour: Colour = "yellow" if faction == model.PROTECT else "red"
    symbol: Symbol = "shield" if faction == model.PROTECT else "sword"
    return Card(at, _(_FACTION_CARDS[faction]), colour, symbol, name=faction, own=True)


@lru_cache(maxsize=1024)
def _action_card(_: Language, card: str, at: int, place: Place) -> Card:
    idle = place.god == card
    return Card(at, _(_CARDS[card]), COLOURS[card], drawing_of(card), name=card, idle=idle)


def _deck(_: Language, players: int) -> Deck:
    protectors, conspirators = model.FACTIONS[players]
    label = _.pgettext(
        "card",
        "{protectors}, {conspirators}",
        protectors=_.ngettext("{n} protector", "{n} protectors", protectors),
        conspirators=_.ngettext("{n} conspirator", "{n} conspirators", conspirators),
    )
    cards = (_faction(_, 0, model.PROTECT), protectors), (_faction(_, 0, model.CONSPIRE), conspirators)
    return Deck(0, label, cards)


@lru_cache(maxsize=256)
def _face_down(_: Language, seats: tuple[int, ...], pushed: tuple[int, ...]) -> tuple[Card, ...]:
    """The faction cards, face down. pushed: the seats whose cards are pushed forward."""
    back = _.pgettext("card", "Faction card")
    return tuple(Card(at, back, face_down=True, own=True, viewable=at in pushed) for at in seats)


@lru_cache(maxsize=256)
def _at_places(_: Language, places: tuple[Place, ...], factions: tuple[str, ...]) -> tuple[Prop, ...]:
    """God cards, and faction cards once they are revealed. Cached, because they seldom change."""
    items: list[Prop] = []
    for seat, place in enumerate(places, 1):
        note = _.pgettext("card", "Underworld") if place.below else ""
        symbol = drawing_of(place.god)
        items.append(Plate(seat, place_name(_, place), note, turned=place.below, symbol=symbol))
        if factions:
            items.append(_faction(_, seat, factions[seat - 1]))
    return tuple(items)


class GodSeats(SeatWords):
    """Seats called by their gods."""

    def name(self, view: GotterdammerungView, seat: int) -> Name:
        return name_of(self._, view, seat)

    def ring(
        self, view: GotterdammerungView, marked: int = 0, lit: frozenset[int] | None = None
    ) -> tuple[RingSeat, ...]:
        return ring_seats(self._, view, marked, lit)

    def table(self, view: GotterdammerungView, forward: bool = False) -> Props:
        return props(self._, view, forward)
