"""Thor told: what happened. Whatever was placed or taken is said once, and in few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Remark, Say, Show
from gm_appliance.core.language import Language, Name
from gm_appliance.core.narration import Unspoken
from gm_appliance.core.people import Party
from gm_appliance.games.thor import events
from gm_appliance.games.thor.model import GODS, Fact, View
from gm_appliance.games.thor.narration.names import ACTION_CARDS, card_name, god_name
from gm_appliance.games.thor.narration.prompts import prompt
from gm_appliance.games.thor.narration.screens import Pictures
from gm_appliance.games.thor.narration.standing import win
from gm_appliance.games.thor.rules import hand_size
from gm_appliance.games.thor.sheets import NONE, facts, score, worths

OFFER_CARDS = 6
"""Offer cards of each god."""


class Telling:
    """The words for every event, in one language, for these people."""

    def __init__(self, _: Language, people: Party) -> None:
        self._ = _
        self._people = people
        self._pictures = Pictures(_, people)

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        """What is said and shown of an event. Raises Unspoken."""
        told = TOLD.get(type(event))
        if told is None:
            raise Unspoken(f"tell {type(event).__name__}")
        return told(self, event, view)

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)

    def _god(self, god: str) -> Name:
        return god_name(self._, god)

    # ------------------------------------------------------------ a round

    def round_begins(self, event: events.RoundBegins, view: View) -> tuple[Cue, ...]:
        player = self._player(event.first)
        if event.round > 1:
            return (Say(self._("Round {round}. {player} begins.", round=event.round, player=player)),)
        if event.lots:
            return (*self._deal(view), Say(self._("The lot falls on {player}.", player=player)))
        return (*self._deal(view), Say(self._("{player} begins.", player=player)))

    def _deal(self, view: View) -> tuple[Cue, ...]:
        """How the table is laid, before the first round."""
        hand = hand_size(len(view.seats), len(view.gods))
        aside = len(view.gods) * OFFER_CARDS - hand * len(view.seats)
        dealt = Say(self._("Shuffle the offer cards. Deal {n} to each player.", n=hand))
        if not aside:
            return (dealt,)
        left = self._.ngettext(
            "Set the last one aside, face down.", "Set the last {n} aside, face down.", aside
        )
        return (dealt, Say(left))

    def offer_placed(self, event: events.OfferPlaced, view: View) -> tuple[Cue, ...]:
        said = Remark(
            self._(
                "{player}: {god}, {n}.",
                player=self._player(event.seat),
                god=self._god(event.god),
                n=event.value,
            )
        )
        if not event.sixth:
            return (said,)
        return (said, Remark(self._("The sixth offer. The round ends with this turn.")))

    def declared(self, event: events.Declared, view: View) -> tuple[Cue, ...]:
        return (Remark(self._("{player} ends the round with this turn.", player=self._player(event.seat))),)

    def god_taken(self, event: events.GodTaken, view: View) -> tuple[Cue, ...]:
        player, god = self._player(event.seat), self._god(event.god)
        said = Remark(self._("{player} takes {god}.", player=player, god=god))
        return (said, *(() if event.left else (self._no_more(event.god),)))

    def _no_more(self, god: str) -> Remark:
        return Remark(self._("No cards of {god} are left.", god=self._god(god)))

    def took_nothing(self, event: events.TookNothing, view: View) -> tuple[Cue, ...]:
        if event.forced:
            return (Remark(self._("There is no card to take.")),)
        return (Remark(self._("{player} takes no card.", player=self._player(event.seat))),)

    def out_of_cards(self, event: events.OutOfCards, view: View) -> tuple[Cue, ...]:
        return (Remark(self._("{player} has nothing left to play.", player=self._player(event.seat))),)

    # ------------------------------------------------------------ action cards

    def card_drawn(self, event: events.CardDrawn, view: View) -> tuple[Cue, ...]:
        said = Remark(self._("{player} draws an action card.", player=self._player(event.seat)))
        return (said,) if event.left else (said, Remark(self._("No action cards are left.")))

    def card_placed(self, event: events.CardPlaced, view: View) -> tuple[Cue, ...]:
        player, god = self._player(event.seat), self._god(event.god)
        card = card_name(self._, event.card)
        said = Remark(self._("{player}: {card} above {god}.", player=player, card=card, god=god))
        changes = len(ACTION_CARDS[event.card].sign) > 1
        return (said, self._worth(event.god, view)) if changes else (said,)

    def _worth(self, god: str, view: View) -> Remark:
        value = worths(view.setup, view.board)[GODS.index(god)]
        return Remark(self._("{god} is worth {n} now.", god=self._god(god), n=value))

    def card_removed(self, event: events.CardRemoved, view: View) -> tuple[Cue, ...]:
        player, by, card = (
            self._player(event.seat),
            card_name(self._, event.by),
            card_name(self._, event.card),
        )
        said = Remark(self._("{player} plays {by}. {card} goes.", player=player, by=by, card=card))
        changed = len(ACTION_CARDS[event.card].sign) > 1
        return (said, self._worth(event.god, view)) if changed else (said,)

    def times_taken(self, event: events.TimesTaken, view: View) -> tuple[Cue, ...]:
        player, god = self._player(event.seat), self._god(event.god)
        if not event.number:
            return (Remark(self._("{player} takes none of {god}.", player=player, god=god)),)
        said = self._.ngettext(
            "{player} takes {n} card of {god}.",
            "{player} takes {n} cards of {god}.",
            event.number,
            player=player,
            god=god,
        )
        return (Remark(said), *(() if event.left else (self._no_more(event.god),)))

    def oath_kept(self, event: events.OathKept, view: View) -> tuple[Cue, ...]:
        god = self._god(event.god)
        if not event.victim:
            return (Remark(self._("Nobody else has a card of {god}.", god=god)),)
        player, victim = self._player(event.seat), self._player(event.victim)
        return (Remark(self._("{player} takes {god} from {victim}.", player=player, god=god, victim=victim)),)

    def cried(self, event: events.Cried, view: View) -> tuple[Cue, ...]:
        god = self._god(event.god)
        if not event.seats:
            return (Remark(self._("Nobody has a card of {god}.", god=god)),)
        if len(event.seats) > 1 and len(event.seats) == len(view.seats):
            return (Remark(self._("All return a card of {god}.", god=god)),)
        players = [self._player(seat) for seat in event.seats]
        parts = [self._.names(players[first : first + 3]) for first in range(0, len(players), 3)]
        return tuple(
            Remark(
                self._.ngettext(
                    "{players} returns a card of {god}.",
                    "{players} return a card of {god}.",
                    min(3, len(players) - 3 * at),
                    players=some,
                    god=god,
                )
            )
            for at, some in enumerate(parts)
        )

    def reordered(self, event: events.Reordered, view: View) -> tuple[Cue, ...]:
        god = self._god(event.god)
        if event.value is None:
            return (Remark(self._("{god}: there is nothing to reorder.", god=god)),)
        return (Remark(self._("{god}: {n} is on top now.", god=god, n=event.value)),)

    # ------------------------------------------------------------ corrections

    def corrected(self, event: events.Corrected, view: View) -> tuple[Cue, ...]:
        return (
            Say(self._("Corrected.")),
            self._fact(event.fact.kind, event.fact.god, event.fact.seat, event.new),
        )

    def _fact(self, kind: str, god: str, seat: int, value: int | str) -> Say:
        """A fact of a final position, as it is now."""
        if kind == "offer" and value == NONE:
            return Say(self._("{god}: no offer.", god=self._god(god)))
        if kind == "offer":
            return Say(self._("{god}: last offer {n}.", god=self._god(god), n=value))
        if kind == "card" and value == NONE:
            return Say(self._("{god}: no action card.", god=self._god(god)))
        if kind == "card":
            card = card_name(self._, str(value))
            return Say(self._("{god}: {card}.", god=self._god(god), card=card))
        player = self._player(seat)
        if kind == "gifts":
            return Say(self._("{player}: Three Gifts, {n}.", player=player, n=value))
        return Say(self._("{player}: {n} of {god}.", player=player, n=value, god=self._god(god)))

    def entered(self, event: events.Entered, view: View) -> tuple[Cue, ...]:
        """In short, for it was just asked. What nobody entered is told too: it was clear from the rest."""
        fact, value = event.fact, event.value
        if fact.kind == "count" and event.follows:
            sheet = view.sheets[event.round - 1]
            others = [Fact("count", fact.god, seat) for seat in view.seats]
            values = dict(zip(facts(view.setup), sheet.values, strict=True))
            last = max((one.seat for one in others if values[one] is None), default=0)
            said = self._("Nobody else has {god}.", god=self._god(fact.god))
            return (Remark(said),) if fact.seat == last else ()
        if fact.kind in ("count", "gifts"):
            return (Remark(self._("{player}: {n}.", player=self._player(fact.seat), n=value)),)
        return (Remark(self._fact(fact.kind, fact.god, fact.seat, value).text),)

    # ------------------------------------------------------------ the score

    def round_over(self, event: events.RoundOver, view: View) -> tuple[Cue, ...]:
        title = self._(prompt("round.next").title, round=event.round)
        shown = Show(self._pictures.scored(title, view, event.round))
        over = Say(self._("Round {round} is over. The count.", round=event.round))
        nothing = [self._god(god) for god, value in zip(view.gods, event.values, strict=True) if not value]
        if not nothing:
            return (shown, over)
        names = self._.names(nothing)
        said = self._.ngettext(
            "{gods} is worth nothing.", "{gods} are worth nothing.", len(nothing), gods=names
        )
        return (shown, over, Say(said))

    def god_scored(self, event: events.GodScored, view: View) -> tuple[Cue, ...]:
        """As the sum goes on; of what is worth nothing all have heard."""
        whose = (self._whose(event.seat),) if self._is_first(event, view) else ()
        if not event.value:
            return whose
        said = self._.ngettext(
            "{god} is worth {value}: {n} card, {points}.",
            "{god} is worth {value}: {n} cards, {points}.",
            event.number,
            god=self._god(event.god),
            value=event.value,
            points=event.points,
        )
        return (*whose, Say(said))

    def _is_first(self, event: events.GodScored, view: View) -> bool:
        hand = score(view.setup, view.sheets[len(view.points) - 1]).counts[event.seat - 1]
        return view.gods[next(at for at, number in enumerate(hand) if number)] == event.god

    def _whose(self, seat: int) -> Say:
        return Say(self._("Now {player}.", player=self._player(seat)))

    def gifts_scored(self, event: events.GiftsScored, view: View) -> tuple[Cue, ...]:
        hand = score(view.setup, view.sheets[len(view.points) - 1]).counts[event.seat - 1]
        whose = () if any(hand) else (self._whose(event.seat),)
        said = self._.ngettext(
            "Three Gifts in hand: {points}.",
            "Three Gifts in hand, {n} times: {points}.",
            event.number,
            points=event.points,
        )
        return (*whose, Say(said))

    def round_scored(self, event: events.RoundScored, view: View) -> tuple[Cue, ...]:
        player, points = self._player(event.seat), event.points
        shown = Show(self._pictures.round_scored(view, event.round, view.seats))
        if len(view.points) == 1:
            said = self._.ngettext(
                "{player} has {n} point.", "{player} has {n} points.", points, player=player
            )
        else:
            said = self._.ngettext(
                "{player} has {n} point, in all {total}.",
                "{player} has {n} points, in all {total}.",
                points,
                player=player,
                total=event.total,
            )
        return (shown, Say(said))

    def ended(self, event: events.Ended, view: View) -> tuple[Cue, ...]:
        title = self._(prompt("match.over").title)
        return (Show(self._pictures.standings(title, view)), *win(self._, self._people, view))


TOLD: Mapping[type, Callable[[Telling, Any, View], tuple[Cue, ...]]] = {
    events.RoundBegins: Telling.round_begins,
    events.OfferPlaced: Telling.offer_placed,
    events.Declared: Telling.declared,
    events.GodTaken: Telling.god_taken,
    events.TookNothing: Telling.took_nothing,
    events.OutOfCards: Telling.out_of_cards,
    events.CardDrawn: Telling.card_drawn,
    events.CardPlaced: Telling.card_placed,
    events.CardRemoved: Telling.card_removed,
    events.TimesTaken: Telling.times_taken,
    events.OathKept: Telling.oath_kept,
    events.Cried: Telling.cried,
    events.Reordered: Telling.reordered,
    events.Entered: Telling.entered,
    events.Corrected: Telling.corrected,
    events.RoundOver: Telling.round_over,
    events.GodScored: Telling.god_scored,
    events.GiftsScored: Telling.gifts_scored,
    events.RoundScored: Telling.round_scored,
    events.Ended: Telling.ended,
}
"""What is told of each kind of event."""
