"""The words and pictures for Thor's events. A move is a short remark, spoken once, with the next prompt."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Cue, Remark, Say, Show
from gm_appliance.core.language import N_, Language, Name
from gm_appliance.core.people import Party
from gm_appliance.core.standings_told import in_points, wins
from gm_appliance.core.table_narration import EventWords, told_by
from gm_appliance.games.thor import events
from gm_appliance.games.thor.model import GODS, Fact, ThorView
from gm_appliance.games.thor.narration.count import Count
from gm_appliance.games.thor.narration.names import ACTION_CARDS, card_name, god_name
from gm_appliance.games.thor.narration.prompts import PROMPTS
from gm_appliance.games.thor.narration.screens import ThorScreens
from gm_appliance.games.thor.rules import hand_size
from gm_appliance.games.thor.sheets import NONE, facts, score, value_of, worthless, worths, written

OFFER_CARDS = 6


class ThorEvents(EventWords):
    def __init__(self, _: Language, people: Party) -> None:
        super().__init__(_, people)
        self._screens = ThorScreens(_, people)

    def _god(self, god: str) -> Name:
        return god_name(self._, god)

    def round_begins(self, event: events.RoundBegins, view: ThorView) -> tuple[Cue, ...]:
        player = self.player(event.first)
        if event.round > 1:
            return (Say(self._("Round {round}. {player} begins.", round=event.round, player=player)),)
        if event.lots:
            return (*self._deal(view), Say(self._("{player} is drawn to begin.", player=player)))
        return (*self._deal(view), Say(self._("{player} begins.", player=player)))

    def _deal(self, view: ThorView) -> tuple[Cue, ...]:
        hand = hand_size(len(view.seats), len(view.gods))
        aside = len(view.gods) * OFFER_CARDS - hand * len(view.seats)
        dealt = Say(
            self._.ngettext(
                "Shuffle the offer cards. Deal {n} card to each player.",
                "Shuffle the offer cards. Deal {n} cards to each player.",
                hand,
            )
        )
        if not aside:
            return (dealt,)
        left = self._.ngettext(
            "Set the last card aside, face down.", "Set the last {n} cards aside, face down.", aside
        )
        return (dealt, Say(left))

    def offer_placed(self, event: events.OfferPlaced, view: ThorView) -> tuple[Cue, ...]:
        player, god = self.player(event.seat), self._god(event.god)
        said = Remark(self._("{player}: {god}, {n}.", player=player, god=god, n=event.value))
        if not event.sixth:
            return (said,)
        return (said, Remark(self._("The sixth offer. The round ends with this turn.")))

    def declared(self, event: events.Declared, view: ThorView) -> tuple[Cue, ...]:
        return (Remark(self._("{player} ends the round with this turn.", player=self.player(event.seat))),)

    def god_taken(self, event: events.GodTaken, view: ThorView) -> tuple[Cue, ...]:
        player, god = self.player(event.seat), self._god(event.god)
        said = Remark(self._("{player} takes {god}.", player=player, god=god))
        return (said, *(() if event.left else (self._no_more(event.god),)))

    def _no_more(self, god: str) -> Remark:
        return Remark(self._("No cards of {god} are left.", god=self._god(god)))

    def took_nothing(self, event: events.TookNothing, view: ThorView) -> tuple[Cue, ...]:
        if event.forced:
            return (Remark(self._("There is no card to take.")),)
        return (Remark(self._("{player} takes no card.", player=self.player(event.seat))),)

    def out_of_cards(self, event: events.OutOfCards, view: ThorView) -> tuple[Cue, ...]:
        return (Remark(self._("{player} has nothing left to play.", player=self.player(event.seat))),)

    def follows_turns(self, event: events.FollowsTurns, view: ThorView) -> tuple[Cue, ...]:
        if event.on:
            return (Say(self._("From now on I'll follow every turn.")),)
        return (Say(self._("I'll stop following the turns.")),)

    def card_drawn(self, event: events.CardDrawn, view: ThorView) -> tuple[Cue, ...]:
        said = Remark(self._("{player} draws an action card.", player=self.player(event.seat)))
        return (said,) if event.left else (said, Remark(self._("No action cards are left.")))

    def card_placed(self, event: events.CardPlaced, view: ThorView) -> tuple[Cue, ...]:
        player, card = self.player(event.seat), card_name(self._, event.card)
        said = self._(
            "{player} places {card} above {god}.", player=player, card=card, god=self._god(event.god)
        )
        return (Remark(said), *self._worth(event.card, event.god, view))

    def card_removed(self, event: events.CardRemoved, view: ThorView) -> tuple[Cue, ...]:
        player, by, card = self.player(event.seat), card_name(self._, event.by), card_name(self._, event.card)
        said = self._("{player} plays {by}. {card} is removed.", player=player, by=by, card=card)
        return (Remark(said), *self._worth(event.card, event.god, view))

    def _worth(self, card: str, god: str, view: ThorView) -> Iterator[Remark]:
        """The value of the god, if adding or removing the card changes it."""
        if len(ACTION_CARDS[card].sign) > 1:
            value = worths(view.setup, view.board)[GODS.index(god)]
            yield Remark(self._("{god} is worth {n} now.", god=self._god(god), n=value))

    def times_taken(self, event: events.TimesTaken, view: ThorView) -> tuple[Cue, ...]:
        player, god = self.player(event.seat), self._god(event.god)
        if not event.number:
            return (Remark(self._("{player} takes no card of {god}.", player=player, god=god)),)
        said = self._.ngettext(
            "{player} takes {n} card of {god}.",
            "{player} takes {n} cards of {god}.",
            event.number,
            player=player,
            god=god,
        )
        return (Remark(said), *(() if event.left else (self._no_more(event.god),)))

    def oath_kept(self, event: events.OathKept, view: ThorView) -> tuple[Cue, ...]:
        god = self._god(event.god)
        if not event.victim:
            return (Remark(self._("Nobody else has a card of {god}.", god=god)),)
        player, victim = self.player(event.seat), self.player(event.victim)
        return (Remark(self._("{player} takes {god} from {victim}.", player=player, god=god, victim=victim)),)

    def cried(self, event: events.Cried, view: ThorView) -> tuple[Cue, ...]:
        god = self._god(event.god)
        if not event.seats:
            return (Remark(self._("Nobody has a card of {god}.", god=god)),)
        if len(event.seats) > 1 and len(event.seats) == len(view.seats):
            return (Say(self._("Everybody returns a card of {god}.", god=god)),)
        players = [self.player(seat) for seat in event.seats]
        parts = [self._.names(players[first : first + 3]) for first in range(0, len(players), 3)]
        return tuple(
            Say(
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

    def reordered(self, event: events.Reordered, view: ThorView) -> tuple[Cue, ...]:
        god = self._god(event.god)
        if event.value is None:
            return (Remark(self._("{god}: there is nothing to reorder.", god=god)),)
        return (Remark(self._("{god}: {n} is on top now.", god=god, n=event.value)),)

    def corrected(self, event: events.Corrected, view: ThorView) -> tuple[Cue, ...]:
        return (Say(self._("Corrected.")), Say(self._fact(event.fact, event.new)))

    def offer_corrected(self, event: events.OfferCorrected, view: ThorView) -> tuple[Cue, ...]:
        god, right = self._god(event.god), Say(self._("Corrected."))
        if event.to == event.god:
            return (right, Say(self._("{god}: {n}, not {old}.", god=god, n=event.new, old=event.old)))
        said = self._("The {n} now lies at {god}.", n=event.old, god=self._god(event.to))
        return (right, Say(said))

    def _fact(self, fact: Fact, value: int | str) -> str:
        if fact.kind == "held":
            player = self.player(fact.seat)
            return self._("Action cards in {player}'s hand: {n}.", player=player, n=value)
        if fact.kind == "gifts":
            return self._("Three Gifts in {player}'s hand: {n}.", player=self.player(fact.seat), n=value)
        god = self._god(fact.god)
        if fact.kind == "count":
            player = self.player(fact.seat)
            return self._.ngettext(
                "{player}: {n} card of {god}.",
                "{player}: {n} cards of {god}.",
                int(value),
                player=player,
                god=god,
            )
        if fact.kind == "offer" and value == NONE:
            return self._("{god}: no offer.", god=god)
        if fact.kind == "offer":
            return self._("{god}: last offer {n}.", god=god, n=value)
        if value == NONE:
            return self._("{god}: no action card.", god=god)
        return self._("{god}: {card}.", god=god, card=card_name(self._, str(value)))

    def entered(self, event: events.Entered, view: ThorView) -> tuple[Cue, ...]:
        """Brief, because it was just asked. Derived counts are one remark: nobody else has the god."""
        fact, value = event.fact, event.value
        if fact.kind == "count" and event.follows:
            sheet = view.sheets[event.round - 1]
            others = [Fact("count", fact.god, seat) for seat in view.seats]
            values = dict(zip(facts(view.setup), sheet.values, strict=True))
            last = max((one.seat for one in others if values[one] is None), default=0)
            said = self._("Nobody else has {god}.", god=self._god(fact.god))
            return (Remark(said),) if fact.seat == last else ()
        if fact.kind == "gifts":
            return () if event.follows else (Remark(self._fact(fact, value)),)
        if fact.kind == "count":
            player = self.player(fact.seat)
            said = self._.ngettext("{player}: {n} card.", "{player}: {n} cards.", int(value), player=player)
            return (Remark(said),)
        return (Remark(self._fact(fact, value)), *self._not_counted(event, view))

    def _not_counted(self, event: events.Entered, view: ThorView) -> Iterator[Remark]:
        """Why nobody is asked for the cards of a god. The position is as before this entry."""
        sheet = written(view.setup, view.sheets[event.round - 1], event.fact, event.value)
        first = Fact("count", event.fact.god, view.seats[0])
        if worthless(view.setup, sheet, first) and value_of(view.setup, sheet, first) is None:
            yield Remark(self._("Cards of {god} are worth nothing.", god=self._god(event.fact.god)))

    def round_over(self, event: events.RoundOver, view: ThorView) -> tuple[Cue, ...]:
        title = self._(PROMPTS["round.next"].title, round=event.round)
        shown = Show(self._screens.scored(title, view, event.round))
        over = Say(self._("Round {round} is over. Now the count.", round=event.round))
        return (shown, over, *Count(self._, self._people, view, event.round).gods())

    def god_scored(self, event: events.GodScored, view: ThorView) -> Iterator[Cue]:
        """With the first card, announce all cards of the seat."""
        sheet = view.sheets[len(view.points) - 1]
        hand = score(view.setup, sheet).counts[event.seat - 1]
        if view.gods[next(at for at, number in enumerate(hand) if number)] == event.god:
            yield from Count(self._, self._people, view, len(view.points)).short(event.seat)

    def gifts_scored(self, event: events.GiftsScored, view: ThorView) -> Iterator[Cue]:
        """Announced with the gods, if there are any."""
        sheet = view.sheets[len(view.points) - 1]
        if not any(score(view.setup, sheet).counts[event.seat - 1]):
            yield from Count(self._, self._people, view, len(view.points)).short(event.seat)

    def round_scored(self, event: events.RoundScored, view: ThorView) -> tuple[Cue, ...]:
        player, points = self.player(event.seat), in_points(self._, event.points)
        shown = Show(self._screens.round_scored(view, event.round, view.seats))
        if len(view.points) == 1:
            said = self._("{player} has {points}.", player=player, points=points)
        else:
            total = event.total
            said = self._("{player} has {points}, {total} in all.", player=player, points=points, total=total)
        return (shown, Say(said))

    def ended(self, event: events.Ended, view: ThorView) -> tuple[Cue, ...]:
        title = self._(PROMPTS["match.over"].title)
        points = in_points(self._, view.standings[0].points)
        alone = N_("{players} wins the match with {points}.")
        won = wins(self._, self._people, view.winners, points, alone)
        return (Show(self._screens.standings(title, view)), *won)

    TOLD = told_by(vars(), events)
