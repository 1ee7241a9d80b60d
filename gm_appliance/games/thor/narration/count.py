"""Announcing Thor's count: what each god is worth and why, then everybody's points by god."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm_appliance.core.cues import Cue, Say, Show
from gm_appliance.core.cues.screens import GridScreen
from gm_appliance.core.language import Language, Names
from gm_appliance.core.people import Party
from gm_appliance.core.standings_told import in_points
from gm_appliance.core.table_narration import Words
from gm_appliance.games.thor.model import GIFT_POINTS, Fact, ThorView
from gm_appliance.games.thor.narration.names import ACTION_CARDS, card_name, god_name
from gm_appliance.games.thor.sheets import NONE, Score, score, value_of

LISTED = 4  # the most gods with points in one sentence, which keeps it within twelve words


class Count(Words):
    def __init__(self, _: Language, people: Party, view: ThorView, round: int) -> None:
        super().__init__(_, people)
        self._view, self._sheet = view, view.sheets[round - 1]
        self._score: Score = score(view.setup, self._sheet)

    def gods(self) -> Iterator[Say]:
        """The value of each god: first those worth their last offer, then each changed by a card, then the
        worthless ones."""
        values = dict(zip(self._view.gods, self._score.values, strict=True))
        changed = [god for god in values if self._card(god)]
        plain = [god for god in values if god not in changed]
        worth = [(god_name(self._, god), values[god]) for god in plain if values[god]]
        for first, gods in self._listed(worth):
            yield Say(self._("The values: {gods}.", gods=gods) if first else self._also(gods))
        for god in changed:
            yield Say(self.why(god))
        nothing = [god_name(self._, god) for god in plain if not values[god]]
        if nothing:
            yield Say(
                self._.ngettext(
                    "{gods} is worth nothing.",
                    "{gods} are worth nothing.",
                    len(nothing),
                    gods=self._.names(nothing),
                )
            )

    def _card(self, god: str) -> str:
        """The card above a god that changes its value; "" for none."""
        card = value_of(self._view.setup, self._sheet, Fact("card", god)) if self._view.setup.will else NONE
        return "" if card == NONE or len(ACTION_CARDS[str(card)].sign) < 2 else str(card)

    def why(self, god: str) -> str:
        offer, card = value_of(self._view.setup, self._sheet, Fact("offer", god)), self._card(god)
        sign = ACTION_CARDS[card].sign
        told: dict[str, object] = {
            "god": god_name(self._, god),
            "old": 0 if offer == NONE else offer,
            "card": card_name(self._, card),
            "value": self._score.values[self._view.gods.index(god)],
        }
        if sign[0] == "+":
            return self._("{god}: {old}, plus {n} for {card}, makes {value}.", n=sign[1:], **told)
        if sign[0] == "-":
            return self._("{god}: {old}, minus {n} for {card}, makes {value}.", n=sign[1:], **told)
        if sign[0] == "=":
            return self._("{god}: {old}, but {card} makes it {value}.", **told)
        return self._("{god}: {old}, doubled by {card}, makes {value}.", **told)

    def short(self, seat: int) -> Iterator[Cue]:
        """A seat's points, god by god, without zeros. The picture shows the cards too."""
        scored: list[tuple[str, int]] = [
            (god_name(self._, god), value * number) for god, value, number in self._scored(seat)
        ]
        if gifts := self._gifts(seat):
            scored.append((card_name(self._, "gifts"), gifts))
        if scored:
            yield self.picture(seat)
        for first, gods in self._listed(scored):
            player = self.player(seat)
            yield Say(self._("{player}: {gods}.", player=player, gods=gods) if first else self._also(gods))

    def _listed(self, points: Sequence[tuple[str, int]]) -> Iterator[tuple[bool, Names]]:
        for first in range(0, len(points), LISTED):
            some = points[first : first + LISTED]
            each = (self._.pgettext("amount", "{god} {n}", god=god, n=n) for god, n in some)
            yield not first, self._.names(each)

    def _also(self, gods: Names) -> str:
        return self._("Also {gods}.", gods=gods)

    def _scored(self, seat: int) -> Iterator[tuple[str, int, int]]:
        hand = self._score.counts[seat - 1]
        for god, value, number in zip(self._view.gods, self._score.values, hand, strict=True):
            if value and number:
                yield god, value, number

    def _gifts(self, seat: int) -> int:
        return self._score.gifts[seat - 1] * GIFT_POINTS

    def picture(self, seat: int) -> Show:
        rows: list[tuple[str, ...]] = [
            (god_name(self._, god), f"{number}×{value}", str(value * number))
            for god, value, number in self._scored(seat)
        ]
        if gifts := self._gifts(seat):
            cards = self._score.gifts[seat - 1]
            rows.append((card_name(self._, "gifts"), f"{cards}×{GIFT_POINTS}", str(gifts)))
        return Show(GridScreen(self.player(seat), tuple(rows)))

    def whole(self, seat: int) -> Iterator[Cue]:
        points = in_points(self._, self._score.points[seat - 1])
        yield self.picture(seat)
        yield Say(self._("{player} has {points}.", player=self.player(seat), points=points))
        for god, value, number in self._scored(seat):
            for said in self._reason(god, value, number):
                yield self.picture(seat)
                yield said
        if cards := self._score.gifts[seat - 1]:
            yield self.picture(seat)
            yield Say(
                self._.ngettext(
                    "Three Gifts in hand: {points}.",
                    "Three Gifts in hand, {n} times: {points}.",
                    cards,
                    points=in_points(self._, self._gifts(seat)),
                )
            )

    def _reason(self, god: str, value: int, number: int) -> Iterator[Say]:
        name, points = god_name(self._, god), in_points(self._, value * number)
        if self._card(god):
            yield Say(self.why(god))
            cards = self._.ngettext(
                "{n} card of {god}: {points}.",
                "{n} cards of {god}: {points}.",
                number,
                god=name,
                points=points,
            )
            yield Say(cards)
            return
        yield Say(
            self._.ngettext(
                "{god} is worth {value}: {n} card, {points}.",
                "{god} is worth {value}: {n} cards, {points}.",
                number,
                god=name,
                value=value,
                points=points,
            )
        )
