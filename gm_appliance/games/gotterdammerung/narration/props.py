"""The state of Götterdämmerung's table: spoken in recaps, shown on the ring, laid out as props."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gm_appliance.core.cues import Props, Say
from gm_appliance.core.cues.props import Card, Colour, Deck, Plate, Prop, ThrownDie, Token, drawing_of
from gm_appliance.core.cues.screens import RingSeat
from gm_appliance.core.language import N_, Language, Message, Name
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.gods import card_of, lying, wounds
from gm_appliance.games.gotterdammerung.model import GotterdammerungView, Place
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name, place_label, place_name
from gm_appliance.games.gotterdammerung.rules import look_candidates
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.hooks import BANISH
from gm_appliance.hidden_roles.narration.narrator import HiddenRolesNarration

TAKER = "loki"  # the god who takes cards to himself


_CARDS: Mapping[str, Message] = {god: words.card for god, words in WORDS_OF.items() if words.card}


_BELOW = (
    N_("You are in the Underworld."),
    N_("You can still act, accuse, second and vote."),
    N_("If you are a conspirator, you still take part at night."),
    N_("Nobody can accuse you any more."),
)
"""To those who fell."""


def colour_of(god: str) -> Colour:
    """Of an action card: red wounds, blue protects, green gives votes, purple acts for somebody else."""
    card = card_of(god)
    if card.wounds:
        return "red"
    if card.prevents:
        return "blue"
    return "green" if card.votes or card.adds else "purple"


def _faction(_: Language, at: int, faction: str) -> Card:
    if faction == model.PROTECT:
        return Card(at, _.pgettext("card", "Protector"), "yellow", "shield", name=faction, own=True)
    return Card(at, _.pgettext("card", "Conspirator"), "red", "sword", name=faction, own=True)


@lru_cache(maxsize=1024)
def _action_card(_: Language, card: str, at: int, place: Place) -> Card:
    idle = place.god == card
    return Card(at, _(_CARDS[card]), colour_of(card), drawing_of(card), name=card, idle=idle)


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
        name, symbol = place_name(_, place), drawing_of(place.god)
        told = tuple(map(_, _BELOW)) if place.below else ()
        top = seat == 1
        items.append(Plate(seat, name, note, turned=place.below, symbol=symbol, top=top, told=told))
        if factions and factions[seat - 1]:
            items.append(_faction(_, seat, factions[seat - 1]))
    return tuple(items)


class GodSeats(HiddenRolesNarration):
    """Seats called by their gods, and what is at them."""

    def name(self, view: GotterdammerungView, seat: int) -> Name:
        return place_name(self._, view.place(seat))

    def ring(
        self, view: GotterdammerungView, marked: int = 0, lit: frozenset[int] | None = None
    ) -> tuple[RingSeat, ...]:
        """The Underworld is hollow, wounds are crosses, other cards bars, the Oracle an eye."""

        def seat_of(seat: int, place: Place) -> RingSeat:
            hurt = len(wounds(view, seat))
            bars = len(view.cards_at(seat)) - hurt if lit is None else int(seat in lit)
            eye = view.oracle == seat and lit is None
            return RingSeat(place_label(self._, place), place.below, hurt, bars, eye, marked == seat)

        return tuple(seat_of(seat, place) for seat, place in enumerate(view.places, 1))

    def table(self, view: GotterdammerungView, forward: bool = False) -> Props:
        """Everything on the table. forward: whether faction cards are pushed out for the Oracle."""
        _ = self._
        phase = view.phase.back if isinstance(view.phase, kit.Calling | kit.Leaving) else view.phase
        if isinstance(phase, model.Picking | model.Seating):
            labels = ((seat, _.pgettext("line", "Seat {n}", n=seat)) for seat in view.seats)
            return Props(tuple(Plate(seat, label, numbered=True, top=seat == 1) for seat, label in labels))
        items: list[Prop] = [*_at_places(_, view.places, view.factions)]
        turned = view.factions or [""] * len(view.places)
        down = tuple(seat for seat in view.seats if not turned[seat - 1])
        items += _face_down(_, down, look_candidates(view) if forward else ())
        if isinstance(view.phase, kit.Over):
            return Props(tuple(items))  # nothing else matters any more
        items += [_action_card(_, card, at, view.place(at)) for card, at in view.cards.items()]
        items.append(Token(view.oracle, _.pgettext("card", "Oracle"), "yellow", "eye", name="oracle"))
        if isinstance(view.phase, kit.Deal | kit.Learning):
            label = _.pgettext("card", "{protectors}, {conspirators}", **self.sides(view))
            dealt = model.DECKS[len(view.places)]
            factions = tuple((_faction(_, 0, one), dealt[one]) for one in (model.PROTECT, model.CONSPIRE))
            items.append(Deck(0, label, factions))
        else:
            items += [ThrownDie(0, die, _.pgettext("card", "Die: {n}", n=die)) for die in view.dice]
        return Props(tuple(items))

    def worlds(self, view: GotterdammerungView) -> tuple[Say, ...]:
        """The round, the Oracle, and the shorter list: who is below, or who is still in Asgard."""
        below = tuple(seat for seat in view.seats if view.place(seat).below)
        values: dict[str, object] = {"round": view.round, "oracle": self.name(view, view.oracle)}
        if not below:
            return (Say(self._("Round {round}. {oracle} is the Oracle. All are in Asgard.", **values)),)
        few_left = 0 < len(view.asgard) < len(below)
        values["names"], *rest = self.in_groups(view, view.asgard if few_left else below)
        if few_left:
            said = self._("Round {round}. {oracle} is the Oracle. Still in Asgard: {names}.", **values)
        else:
            said = self._("Round {round}. {oracle} is the Oracle. Underworld: {names}.", **values)
        return (Say(said), *(Say(self._("Also {names}.", names=more)) for more in rest))

    def essentials(self, view: GotterdammerungView) -> tuple[Say, ...]:
        """The essentials for the night: the worlds, the Oracle, and whom a card saves."""
        kept = (self._held(view, *one) for one in lying(view) if card_of(one[1]).prevents == BANISH)
        return (*self.worlds(view), *kept)

    def full_recap(self, view: GotterdammerungView) -> tuple[Say, ...]:
        told = list(self.worlds(view))
        for seat, card in lying(view):
            if card in wounds(view, seat) and not may_have_taken(view, seat):
                told.append(Say(self._("{seat} is wounded by {owner}.", **self._of(view, seat, card))))
            else:
                told.append(self._held(view, seat, card))
        return tuple(told)

    def _held(self, view: GotterdammerungView, seat: int, card: str) -> Say:
        return Say(self._("{seat} holds {owner}'s card.", **self._of(view, seat, card)))

    def _of(self, view: GotterdammerungView, seat: int, card: str) -> dict[str, Name]:
        return {"seat": self.name(view, seat), "owner": god_name(self._, card)}

    def sides(self, view: GotterdammerungView) -> dict[str, str]:
        """How many there are of each faction."""
        conspirators, protectors = model.DECKS[len(view.places)].values()
        return {
            "protectors": self._.ngettext("{n} protector", "{n} protectors", protectors),
            "conspirators": self._.ngettext("{n} conspirator", "{n} conspirators", conspirators),
        }

    def card_back(self, view: GotterdammerungView, card: str) -> Say:
        """Where an action card returns to, which is its place in `view`."""
        of = self._of(view, view.cards[card], card)
        if view.place(view.cards[card]).god == card:
            return Say(self._("{owner}'s card goes home.", **of))
        return Say(self._("{owner}'s card goes back to {seat}.", **of))

    def back_in_asgard(self, view: GotterdammerungView, seat: int) -> Say:
        return Say(self._("{seat} is back in Asgard. Turn the god card back.", seat=self.name(view, seat)))

    def moved_back(self, before: GotterdammerungView, view: GotterdammerungView) -> tuple[Say, ...]:
        """The moves people have to make by hand after an undo from `before` to `view`."""
        moved = (card for card, at in view.cards.items() if before.cards.get(card, at) != at)
        said = [self.card_back(view, card) for card in moved]
        if len(before.places) == len(view.places):
            for seat in view.seats:
                if before.place(seat).below and not view.place(seat).below:
                    said.append(self.back_in_asgard(view, seat))
                elif view.place(seat).below and not before.place(seat).below:
                    name = self.name(view, seat)
                    said.append(Say(self._("{seat} is in the Underworld. Turn the god card.", seat=name)))
        if before.oracle != view.oracle and before.cards.keys() == view.cards.keys():
            oracle = self.name(view, view.oracle)
            said.append(Say(self._("The Oracle goes back to {seat}.", seat=oracle)))
        return tuple(said)


def may_have_taken(view: GotterdammerungView, seat: int) -> bool:
    """Whether a card at this seat may have been taken: then a wound is not attributed to its god."""
    return view.place(seat).god == TAKER
