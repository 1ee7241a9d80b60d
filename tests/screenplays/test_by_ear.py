"""Whole evenings by ear only, from power-on to the end: the display is dark.

On hearing a question, somebody steps until the wanted words are heard, then presses OK. Questions are
identified by their events, because their words may change; what to press follows only from what is said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.ports import Fault
from gm_appliance.games.gotterdammerung.events import Banished, CardLaid, NobodyBanished, Passed, Won
from gm_appliance.games.thor.events import Ended as ThorEnded
from gm_appliance.games.thor.events import OfferPlaced, RoundScored
from gm_appliance.testing import Announced, Asked, Said, VirtualTable
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_1, VALKYRIE_2, VALKYRIE_3, VALKYRIE_4


class DarkTable(VirtualTable):
    """A box without a display, operated only at the panel."""

    def show(self, screen: Screen) -> None:
        """Show nothing."""

    def is_told(self, question: str, seat: int | None = None) -> None:
        """Wait for a question and its words."""
        self.hears(Asked(question, seat), Said)

    def finds(self, question: str, words: str, button: str = "down") -> None:
        """Step until these words are heard, then press OK."""
        self.is_told(question)
        passed: list[str] = []
        while words not in passed:
            assert len(passed) < 60, f"no {words!r} among {passed}"
            self.taps(PANEL, button)
            self.advance(0.5)
            passed.append(self.all_heard(Said)[-1].text)
        self.hears_out()
        self.ok()

    def leaps(self, question: str, group: str, words: str) -> None:
        """Hold the button until this group is heard, then step within it."""
        self.is_told(question)
        while not (heard := self.all_heard(Said)[-1].text).startswith(group):
            self.holds(PANEL, "down")
            self.advance(0.5)
        for _ in range(6):
            if heard == f"{group}: {words}":
                break
            self.taps(PANEL, "up")
            self.advance(0.5)
            heard = self.all_heard(Said)[-1].text
        assert heard == f"{group}: {words}"
        self.hears_out()
        self.ok()

    def agrees(self, question: str) -> None:
        """Press OK: there is only one answer."""
        self.is_told(question)
        self.ok()


@contextmanager
def dark_evening(state: Path) -> Iterator[DarkTable]:
    table = DarkTable(state)
    table.switch_on()
    table.pads = {}
    try:
        table.post(Fault("display", "missing"))
        assert table.all_heard(Announced("display-missing"))
        yield table
    finally:
        table.switch_off()
        assert table.screen is None


def throw(table: DarkTable, first: str, second: str) -> None:
    table.finds("oracle.first-die", first, "up")
    table.finds("oracle.second-die", second, "up")


def accuse(table: DarkTable, accuser: str, accused: str, supporter: str) -> None:
    table.finds("council.accuse", accuser)
    table.finds("council.whom", accused)
    table.finds("council.support", supporter)
    table.agrees("council.defence")


def thumbs_are_entered(table: DarkTable, down: Collection[int]) -> None:
    for seat in EVERYBODY:
        table.is_told("council.thumb", seat)
        table.taps(PANEL, "down" if seat in down else "up")


def test_gotterdammerung_without_pads_to_the_reveal(tmp_path: Path) -> None:
    with dark_evening(tmp_path) as table:
        table.finds("menu.game", "Götterdämmerung")
        table.finds("option.players", "7")
        table.finds("option.gods", "3")
        table.finds("option.ballot", "Thumbs, shown to all")
        table.finds("option.dice", "We roll our own")
        table.finds("menu.rules", "Begin")
        table.agrees("setup.deal")

        table.finds("conspiracy.die", "Valkyrie 3")
        table.hears(Banished(VALKYRIE_3, "conspiracy"))
        throw(table, "3", "6")
        table.finds("action.odin", "Valkyrie 4")
        table.hears(CardLaid("odin", VALKYRIE_4))
        table.finds("action.thor", "Valkyrie 1")
        table.hears(CardLaid("thor", VALKYRIE_1))
        table.finds("action.hel", "Pass")
        table.hears(Passed("hel"))
        accuse(table, "Odin", "Thor", "Hel")
        thumbs_are_entered(table, (ODIN, VALKYRIE_3, HEL, VALKYRIE_4))
        table.hears(Banished(THOR, "council"))
        table.finds("end.called", "It goes on")

        table.finds("conspiracy.die", "No die on any card")
        table.hears(NobodyBanished)
        throw(table, "2", "2")
        table.finds("action.odin", "Pass")
        table.finds("action.thor", "Pass")
        accuse(table, "Hel", "Valkyrie 2", "Odin")
        thumbs_are_entered(table, EVERYBODY)
        table.hears(Banished(VALKYRIE_2, "council"))
        table.finds("end.called", "Protectors won")
        assert table.hears(Won).faction == "protect"
        table.is_told("menu.again")


def test_a_live_round_of_thor_to_its_score(tmp_path: Path) -> None:
    with dark_evening(tmp_path) as table:
        table.finds("menu.game", "Thor")
        table.finds("option.players", "2")
        table.finds("option.mode", "Follow every turn")
        table.finds("menu.rules", "House rules")
        table.finds("option.match", "A single round")
        table.finds("option.first", "You choose")
        table.finds("option.last_card", "May be taken")
        table.finds("first.who", "Player 2")
        for value, card in (("4", "Freya"), ("0", "Freya"), ("1", "Thor"), ("3", "Freya"), ("5", "Njörd")):
            table.leaps("turn.offer", "Freya", value)
            table.finds("turn.take", card)
        table.leaps("turn.offer", "Freya", "2")
        table.hears(OfferPlaced(1, "freya", 2, 6, sixth=True))
        table.finds("turn.take", "No card")
        table.hears(RoundScored(1, 1, 4, 4), RoundScored(1, 2, 2, 2), ThorEnded("played", (1,)))
        table.is_told("match.over")
