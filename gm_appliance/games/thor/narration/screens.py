"""Thor's screens: stacks with their offers, entries, standings."""

from __future__ import annotations

from collections.abc import Sequence

from gm_appliance.core.cues.screens import (
    GridScreen,
    Lines,
    MenuScreen,
    NumberScreen,
    Pile,
    PilesScreen,
    Screen,
)
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, NumberFace
from gm_appliance.core.standings_told import row
from gm_appliance.core.table_narration import Words
from gm_appliance.core.values import replace
from gm_appliance.games.thor import model
from gm_appliance.games.thor.amending import fact as amended
from gm_appliance.games.thor.amending import offer_of, value_now
from gm_appliance.games.thor.model import GODS, Fact, ThorView
from gm_appliance.games.thor.narration.names import ACTION_CARDS, card_name, god_label, god_name
from gm_appliance.games.thor.narration.prompts import PROMPTS
from gm_appliance.games.thor.sheets import NONE, asked, facts, score, value_of, worths

AT_A_STACK = frozenset(("turn.offer", "turn.take", "card.god", "remove.god"))


class ThorScreens(Words):
    def screen(self, decision: Decision, view: ThorView, face: Face, title: str) -> Screen:
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value, line=self._left(view))
        if not isinstance(face, MenuFace):
            return Lines(title)
        choice = face.items[max(face.at, 0)]
        if decision.name in AT_A_STACK:
            god = str(choice.value).partition("-")[0]
            return self.stacks(title, view, god, self.item(choice, view))
        if decision.name == "mjollnir.top":
            return NumberScreen(title, int(str(choice.value)), line=self._lying(view))
        if decision.name == "final.begin":
            begins = self._.pgettext("line", "{player} begins", player=self.player(view.first))
            return Lines(title, (begins,))
        if decision.name == "match.over" and choice.value == "done":
            return self.standings(title, view)
        items = tuple(self.item(one, view) for one in face.items)
        return MenuScreen(title, items, max(face.at, 0))

    def item(self, choice: Choice, view: ThorView) -> str:
        """The line for a choice. Raises MissingWords."""
        value = choice.value
        if choice.name == "correct.fact" and value != "back":
            return self._of_fact(value, view)
        if choice.name == "correct.offer" and value in GODS:
            return self._.pgettext("line", "It is at {god}", god=god_name(self._, str(value)))
        god, _, number = str(value).partition("-")
        if choice.name == "turn.offer" and number:
            return self._.pgettext("line", "{god}: {n}", god=god_name(self._, god), n=number)
        if isinstance(value, int):
            return self._numbered(choice.name, value, view)
        if value in GODS:
            return god_name(self._, str(value))
        if value in model.CARDS and choice.name != "correct.group":
            return card_name(self._, str(value))
        return self._(PROMPTS[choice.name].item(value))

    def _numbered(self, name: str, value: int, view: ThorView) -> str:
        if name in ("first.who", "oath.from", "gifts.who"):
            return self.player(value)
        if name == "correct.round":
            return self._.pgettext("line", "Round {number}", number=value)
        if name == "times.take":
            return self._.npgettext("line", "{n} card", "{n} cards", value)
        return str(value)

    def _of_fact(self, value: object, view: ThorView) -> str:
        assert isinstance(value, int | str)
        if isinstance(view.phase, model.Amending):
            if (offer := offer_of(value)) is not None:
                return self._.pgettext("line", "Offer: {n}", n=offer)
            lying = amended(replace(view.phase, what=value))
            return self._words(lying, value_now(view, lying))
        assert isinstance(view.phase, model.Correcting)
        god = "" if view.phase.group == "gifts" else view.phase.group
        kind = str(value) if isinstance(value, str) else "count" if god else "gifts"
        fact = Fact(kind, god, value if isinstance(value, int) else 0)
        return self._words(fact, value_of(view.setup, view.sheets[view.phase.round - 1], fact))

    def _words(self, fact: Fact, value: int | str | None) -> str:
        if fact.kind == "card":
            return (
                self._(PROMPTS["final.card"].item(NONE)) if value == NONE else card_name(self._, str(value))
            )
        if fact.kind == "offer":
            if value == NONE:
                return self._(PROMPTS["final.offer"].item(NONE))
            return self._.pgettext("line", "Last offer: {n}", n=value)
        player = self.player(fact.seat)
        return self._.pgettext("line", "{player}: {n}", player=player, n=value)

    def _left(self, view: ThorView) -> str:
        fact, phase = self.fact(view), view.phase
        if fact is None:
            return ""
        if isinstance(phase, model.Amending):
            return self._.pgettext("line", "Entered: {n}", n=value_now(view, fact))
        sheet = view.sheets[phase.round - 1 if isinstance(phase, model.Correcting) else len(view.sheets) - 1]
        if isinstance(phase, model.Correcting):
            was = value_of(view.setup, sheet, fact)
            return self._.pgettext("line", "Entered: {n}", n=was)
        values = dict(zip(facts(view.setup), sheet.values, strict=True))
        told = [values[Fact("count", fact.god, seat)] for seat in view.seats]
        left = model.COPIES - sum(int(one) for one in told if one is not None)
        return self._.npgettext("line", "{n} card left", "{n} cards left", left)

    def _lying(self, view: ThorView) -> str:
        assert isinstance(view.phase, model.MjollnirsPower)
        offers = view.board.offers[GODS.index(view.phase.god)]
        return self._.pgettext("line", "Offers: {offers}", offers=" ".join(map(str, offers)))

    def fact(self, view: ThorView) -> Fact | None:
        """The fact being asked for; None if there is none, or if the question concerns several seats."""
        phase = view.phase
        if isinstance(phase, model.Amending):
            return None if phase.what == "" or offer_of(phase.what) is not None else amended(phase)
        fact = asked(view)
        return None if fact and fact.kind == "gifts" and isinstance(phase, model.Entering) else fact

    def stacks(self, title: str, view: ThorView, marked: object = None, line: str = "") -> Screen:
        board = view.board
        values = worths(view.setup, board)
        piles = tuple(
            self._pile(board, at, god, value, marked == god)
            for at, (god, value) in enumerate(zip(view.gods, values, strict=True))
        )
        return PilesScreen(title, piles, line)

    def _pile(self, board: model.Board, at: int, god: str, value: int, marked: bool) -> Pile:
        card = board.will.above[at] if board.will else ""
        sign = ACTION_CARDS[card].sign if card else ""
        return Pile(
            god_label(self._, god), value, sign, board.offers[at], board.stacks[at], model.COPIES, marked
        )

    def scored(self, title: str, view: ThorView, round: int, line: str = "") -> Screen:
        sheet = view.sheets[round - 1]
        values = score(view.setup, sheet).values
        known = {fact: value_of(view.setup, sheet, fact) for fact in facts(view.setup)}
        piles = []
        for god, value in zip(view.gods, values, strict=True):
            card = str(known.get(Fact("card", god), NONE))
            sign = "" if card == NONE else ACTION_CARDS[card].sign
            counts = [known[Fact("count", god, seat)] for seat in view.seats]
            # Without blocks if nobody counted cards, because the god is worthless.
            most = 0 if None in counts else model.COPIES
            left = most - sum(int(one) for one in counts if one is not None) if most else 0
            piles.append(Pile(god_label(self._, god), value, sign, (), left, most))
        return PilesScreen(title, tuple(piles), line)

    def standings(self, title: str, view: ThorView) -> GridScreen:
        rows = [
            (row(self._, self._people, one.place, seat, len(view.seats)), str(one.points))
            for one in view.standings
            for seat in one.seats
        ]
        return GridScreen(title, tuple(rows))

    def round_scored(self, view: ThorView, round: int, seats: Sequence[int]) -> GridScreen:
        title = self._(PROMPTS["round.next"].title, round=round)
        points, totals = view.points[round - 1], view.totals
        names = [self.player(seat) for seat in seats]
        rows = [
            (
                name,
                f"+{points[seat - 1]}" if points[seat - 1] >= 0 else str(points[seat - 1]),
                str(totals[seat]),
            )
            for name, seat in zip(names, seats, strict=True)
        ]
        return GridScreen(title, tuple(rows))
