"""Thor on the display: the stacks with their offers, entries, standings."""

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
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.core.standings_told import row
from gm_appliance.games.thor.model import (
    CARDS,
    COPIES,
    GODS,
    Board,
    Correcting,
    Fact,
    MjollnirsPower,
    Sheet,
    Valuing,
    View,
)
from gm_appliance.games.thor.narration.names import ACTION_CARDS, card_name, god_label, god_name
from gm_appliance.games.thor.narration.prompts import item, prompt
from gm_appliance.games.thor.sheets import NONE, asked, facts, score, value_of, worths

AT_A_STACK = frozenset(("turn.offer", "turn.take", "card.god", "remove.god"))
"""Choices of a god: all stacks are shown, with the marker on one."""

NUMBERS = frozenset(("turn.value", "mjollnir.top"))
"""Choices of an offer: it is drawn large."""


class Pictures:
    """What stands on the display, in one language, for these people."""

    def __init__(self, _: Language, people: Party) -> None:
        self._ = _
        self._people = people

    # ------------------------------------------------------------ an open decision

    def screen(self, decision: Decision, view: View, face: Face, title: str) -> Screen:
        """The screen of an open decision, under that title."""
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value, self._.pgettext("line", "↑↓ OK"), self._left(view))
        if not isinstance(face, MenuFace):
            return Lines(title)
        choice, hint = face.items[max(face.at, 0)], self._.pgettext("line", "↑↓ OK")
        if decision.name in AT_A_STACK:
            return self.stacks(title, view, choice.value, self.item(choice, view), hint)
        if decision.name in NUMBERS:
            return NumberScreen(title, int(str(choice.value)), hint, self._lying(view))
        if decision.name == "final.begin":
            begins = self._.pgettext("line", "{player} begins", player=self._people.name(self._, view.first))
            return Lines(title, (begins, "", "", self._.pgettext("line", "Over? OK")))
        if decision.name == "match.over" and choice.value == "done":
            return self.standings(title, view, self._.pgettext("line", "OK: done  ↓: correct"))
        items = tuple(self.item(one, view) for one in face.items)
        return MenuScreen(title, items, max(face.at, 0), hint)

    def item(self, choice: Choice, view: View) -> str:
        """What a choice stands for, in a line. Raises Unspoken."""
        value = choice.value
        if choice.name == "correct.fact" and value != "back":
            return self._of_fact(value, view)
        if isinstance(value, int):
            return self._numbered(choice.name, value, view)
        if value in GODS:
            return god_name(self._, str(value))
        if value in CARDS and choice.name != "correct.group":
            return card_name(self._, str(value))
        return self._(item(choice.name, value))

    def _numbered(self, name: str, value: int, view: View) -> str:
        if name in ("first.who", "oath.from"):
            return self._people.name(self._, value)
        if name == "correct.round":
            return self._.pgettext("line", "Round {number}", number=value)
        if name == "times.take":
            return self._.npgettext("line", "{n} card", "{n} cards", value)
        return str(value)

    def _of_fact(self, value: object, view: View) -> str:
        """What was entered of a fact that may be wrong."""
        assert isinstance(view.phase, Correcting)
        god = "" if view.phase.group == "gifts" else view.phase.group
        kind = str(value) if isinstance(value, str) else "count" if god else "gifts"
        fact = Fact(kind, god, value if isinstance(value, int) else 0)
        return self._fact(view, view.sheets[view.phase.round - 1], fact)

    def _fact(self, view: View, sheet: Sheet, fact: Fact) -> str:
        value = value_of(view.setup, sheet, fact)
        if fact.kind == "card":
            return self._(item("final.card", NONE)) if value == NONE else card_name(self._, str(value))
        if fact.kind == "offer":
            if value == NONE:
                return self._(item("final.offer", NONE))
            return self._.pgettext("line", "Last offer: {n}", n=value)
        player = self._people.name(self._, fact.seat)
        return self._.pgettext("line", "{player}: {n}", player=player, n=value)

    def _left(self, view: View) -> str:
        """Below a number that is entered: how many more there can be, or what was entered before."""
        fact, phase = asked(view), view.phase
        if fact is None:
            return ""
        sheet = view.sheets[phase.round - 1 if isinstance(phase, Correcting) else len(view.sheets) - 1]
        if isinstance(phase, Correcting):
            was = value_of(view.setup, sheet, fact)
            return self._.pgettext("line", "Entered: {n}", n=was)
        if fact.kind == "gifts":
            return self._.pgettext("line", "Three Gifts in hand")
        values = dict(zip(facts(view.setup), sheet.values, strict=True))
        told = [values[Fact("count", fact.god, seat)] for seat in view.seats]
        left = COPIES - sum(int(one) for one in told if one is not None)
        return self._.npgettext("line", "{n} left", "{n} left", left)

    def _lying(self, view: View) -> str:
        """Below an offer that is chosen: those that lie there, the last one on top."""
        assert isinstance(view.phase, Valuing | MjollnirsPower)
        offers = view.board.offers[GODS.index(view.phase.god)]
        if not offers:
            return self._.pgettext("line", "No offer yet")
        return self._.pgettext("line", "There: {offers}", offers=" ".join(map(str, offers)))

    # ------------------------------------------------------------ all stacks, all players

    def stacks(self, title: str, view: View, marked: object = None, line: str = "", hint: str = "") -> Screen:
        """Every stack: what the god is worth, the sign of its action card, its offers, the cards left."""
        board = view.board
        values = worths(view.setup, board)
        piles = tuple(
            self._pile(board, at, god, value, marked == god)
            for at, (god, value) in enumerate(zip(view.gods, values, strict=True))
        )
        return PilesScreen(title, piles, line, hint)

    def _pile(self, board: Board, at: int, god: str, value: int, marked: bool) -> Pile:
        card = board.will.above[at] if board.will else ""
        sign = ACTION_CARDS[card].sign if card else ""
        return Pile(god_label(self._, god), value, sign, board.offers[at], board.stacks[at], COPIES, marked)

    def scored(self, title: str, view: View, round: int, line: str = "") -> Screen:
        """Every god with what it was worth at the end of a round."""
        sheet = view.sheets[round - 1]
        values = score(view.setup, sheet).values
        known = {fact: value_of(view.setup, sheet, fact) for fact in facts(view.setup)}
        piles = []
        for god, value in zip(view.gods, values, strict=True):
            card = str(known.get(Fact("card", god), NONE))
            sign = "" if card == NONE else ACTION_CARDS[card].sign
            left = COPIES - sum(int(str(known[Fact("count", god, seat)])) for seat in view.seats)
            piles.append(Pile(god_label(self._, god), value, sign, (), left, COPIES))
        return PilesScreen(title, tuple(piles), line)

    def standings(self, title: str, view: View, hint: str = "") -> GridScreen:
        """Everybody from best to worst, with all their points."""
        rows = [
            (row(self._, self._people, one.place, seat, len(view.seats)), str(one.points))
            for one in view.standings
            for seat in one.seats
        ]
        return GridScreen(title, tuple(rows), hint)

    def round_scored(self, view: View, round: int, seats: Sequence[int]) -> GridScreen:
        """These seats with their points of that round, and of the match."""
        title = self._(prompt("round.next").title, round=round)
        points, totals = view.points[round - 1], view.totals
        names = [self._people.name(self._, seat) for seat in seats]
        rows = [
            (
                name,
                f"+{points[seat - 1]}" if points[seat - 1] >= 0 else str(points[seat - 1]),
                str(totals[seat]),
            )
            for name, seat in zip(names, seats, strict=True)
        ]
        return GridScreen(title, tuple(rows))
