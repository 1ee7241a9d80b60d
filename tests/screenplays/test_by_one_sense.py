"""A whole evening without pads with one sense only, from power-on to the end: by ear, with a dark display; by
eye, without sound. What to press follows only from what is said, or shown.

By ear, somebody hears a question, identified by its event because its words may change, steps until the
wanted words are heard, then presses OK. By eye, somebody sees its title, steps to the wanted line and presses
OK; any text written out is read, and OK turns the page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from gm_appliance.core.cues.screens import Screen, TextScreen
from gm_appliance.core.ports import Fault
from gm_appliance.games.gotterdammerung.events import CardLaid, Passed
from gm_appliance.hidden_roles.events import Banished, NobodyBanished, Won
from gm_appliance.testing import Announced, Asked, Said, VirtualTable
from gm_appliance.testing.screens import marked_on, words_of
from tests.seven import NAMES, PANEL, THOR, VALKYRIE_1, VALKYRIE_2, VALKYRIE_3, VALKYRIE_4


class DarkTable(VirtualTable):
    """A box without a display, operated only at the panel."""

    missing = Fault("display", "missing")

    def show(self, screen: Screen) -> None:
        """Show nothing."""

    def begins(self) -> None:
        assert self.all_heard(Announced("display-missing"))

    def waits_for(self, question: str) -> None:
        """Wait for a question and its words."""
        self.hears(Asked(question), Said)

    def finds(self, question: str, words: str, button: str = "down") -> None:
        """Step until these words are heard, then press OK."""
        self.waits_for(question)
        passed: list[str] = []
        while words not in passed:
            assert len(passed) < 60, f"no {words!r} among {passed}"
            self.taps(PANEL, button)
            self.advance(0.5)
            passed.append(self.all_heard(Said)[-1].text)
        self.hears_out()
        self.ok()

    def agrees_on(self, *sentences: str) -> None:
        """Nothing: only without a voice is it agreed on when eyes are opened."""

    def thumb(self, name: str, button: str) -> None:
        self.hears(Asked("council.thumb", NAMES.index(name) + 1), Said)
        self.taps(PANEL, button)

    def was_told(self, *sentences: str) -> None:
        """Nothing: screenplays check the words."""

    was_lit = was_told


TITLES = {
    **{"menu.game": "Choose a game", "option.players": "Players?", "option.gods": "How many gods?"},
    **{"option.ballot": "How to vote?", "option.dice": "Dice: who?", "menu.rules": "Begin?"},
    **{"setup.deal": "Deal the cards", "conspiracy.die": "Whose card?", "action.odin": "Odin protects"},
    **{"oracle.first-die": "First die", "oracle.second-die": "Second die", "action.thor": "Thor wounds"},
    **{"action.hel": "Hel banishes", "council.accuse": "Who accuses?", "council.whom": "Who is accused?"},
    **{"council.support": "Who seconds it?", "council.defence": "Defence", "end.called": "Is it over?"},
    "menu.again": "Once more?",
}
"""The title of each question, by its name."""


class MuteTable(VirtualTable):
    """A box without sound, operated only at the panel. read: texts written out, in order. lit_up: those for
    which the display lit up."""

    missing = Fault("sound", "missing")

    def __init__(self, state: Path) -> None:
        super().__init__(state)
        self.read: list[str] = []
        self.lit_up: list[str] = []

    def show(self, screen: Screen) -> None:
        super().show(screen)
        if isinstance(screen, TextScreen):
            (self.lit_up if screen.bright else self.read).append(screen.text)

    def begins(self) -> None:
        self.sees("Sound", "I cannot play any sound. Read the display.")

    @property
    def marked(self) -> str:
        """The choice OK would make; "" if it is not shown."""
        return marked_on(self.screen)

    def watches_for(self, what: str, is_shown: Callable[[], bool]) -> None:
        for _ in range(600):
            if is_shown():
                return
            self.advance(0.5)
        raise AssertionError(f"never shown: {what!r}, but {words_of(self.screen)}")

    def waits_for(self, question: str) -> None:
        title = TITLES[question]
        self.watches_for(title, lambda: self.title == title)

    def finds(self, question: str, words: str, button: str = "down") -> None:
        """Step until these words are marked, then press OK."""
        self.waits_for(question)
        for _ in range(60):
            if self.marked == words:
                return self.ok()
            self.taps(PANEL, button)
        raise AssertionError(f"no {words!r} at {question!r}")

    def agrees_on(self, *sentences: str) -> None:
        """Without a voice, the rules for opening eyes are shown until somebody presses OK."""
        rules = " ".join(sentences)
        self.watches_for(rules, lambda: rules in words_of(self.screen))
        self.ok()

    def thumb(self, name: str, button: str) -> None:
        self.watches_for(name, lambda: self.title == "Whose thumb")
        assert name in words_of(self.screen)
        self.taps(PANEL, button)

    def was_told(self, *sentences: str) -> None:
        """Assert that these texts were written out, in this order, since the last call."""
        for sentence in sentences:
            assert sentence in self.read, (sentence, self.read)
            del self.read[: self.read.index(sentence) + 1]

    def was_lit(self, *sentences: str) -> None:
        """The same for texts that lit the display up, for people opening their eyes."""
        for sentence in sentences:
            assert sentence in self.lit_up, (sentence, self.lit_up)
            del self.lit_up[: self.lit_up.index(sentence) + 1]


AnyTable: TypeAlias = DarkTable | MuteTable


@pytest.fixture(params=[DarkTable, MuteTable], ids=["by ear", "by eye"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyTable]:
    table: AnyTable = request.param(tmp_path)
    table.switch_on()
    table.pads = {}
    table.post(table.missing)
    table.begins()
    yield table
    table.switch_off()
    assert (table.screen is None) == isinstance(table, DarkTable)


def agrees(table: AnyTable, question: str) -> None:
    """Press OK: there is only one answer."""
    table.waits_for(question)
    table.ok()


def a_night(table: AnyTable, die: str, nightfall: str) -> None:
    """The display lights up for people who should open their eyes."""
    table.finds("conspiracy.die", die)
    table.was_told(nightfall)
    table.was_lit("Conspirators, open your eyes. Lay the die on one card. Not a sound.")
    table.was_lit("Conspirators, close your eyes.", "All eyes open.")


def throw(table: AnyTable, first: str, second: str) -> None:
    table.finds("oracle.first-die", first, "up")
    table.finds("oracle.second-die", second, "up")


def accuse(table: AnyTable, accuser: str, accused: str, supporter: str) -> None:
    table.finds("council.accuse", accuser)
    table.finds("council.whom", accused)
    table.finds("council.support", supporter)
    agrees(table, "council.defence")


def thumbs_are_entered(table: AnyTable, down: Collection[str]) -> None:
    for name in NAMES:
        table.thumb(name, "down" if name in down else "up")


def test_gotterdammerung_without_pads_to_the_reveal(table: AnyTable) -> None:
    table.finds("menu.game", "Götterdämmerung")
    table.finds("option.players", "7")
    table.was_told("Götterdämmerung. How many players?")
    table.finds("option.gods", "3")
    table.finds("option.ballot", "Thumbs, shown to all")
    table.finds("option.dice", "We roll our own")
    table.finds("menu.rules", "Begin")
    agrees(table, "setup.deal")
    table.was_told("Put down your god card. Take your action card.")
    table.was_told("Deal 5 protectors and 2 conspirators. Look at your own card. Ready? Press OK.")

    table.agrees_on(
        "When night falls, one of you counts aloud to 40, eyes closed.",
        "From 11 to 33, conspirators lay the die.",
        "Then all look.",
    )
    a_night(table, "Valkyrie 3", "Night falls.")
    table.hears(Banished(VALKYRIE_3, "conspiracy"))
    throw(table, "3", "6")
    table.was_told("Valkyrie 3 falls to the Underworld.", "Turn your god card. Keep your faction hidden.")
    table.finds("action.odin", "Valkyrie 4")
    table.hears(CardLaid("odin", VALKYRIE_4))
    table.finds("action.thor", "Valkyrie 1")
    table.hears(CardLaid("thor", VALKYRIE_1))
    table.finds("action.hel", "Pass")
    table.hears(Passed("hel"))
    table.agrees_on("Only the Oracle looks, reads the display, then says: eyes open.")
    accuse(table, "Odin", "Thor", "Hel")
    table.was_lit("Thor, look at one card.", "Oracle, put the card back.")
    thumbs_are_entered(table, ("Odin", "Valkyrie 3", "Hel", "Valkyrie 4"))
    table.was_told("Vote on Thor. When I say now: thumbs down to banish, up to spare.")
    table.hears(Banished(THOR, "council"))
    table.finds("end.called", "It goes on")

    a_night(table, "No die on any card", "Dusk falls.")
    table.hears(NobodyBanished)
    throw(table, "2", "2")
    table.finds("action.odin", "Pass")
    table.finds("action.thor", "Pass")
    accuse(table, "Hel", "Valkyrie 2", "Odin")
    thumbs_are_entered(table, NAMES)
    table.hears(Banished(VALKYRIE_2, "council"))
    table.finds("end.called", "Protectors won")
    assert table.hears(Won).faction == "protect"
    table.hears(Asked("end.seen"))
    table.advance(12)
    table.ok()
    table.waits_for("menu.again")
    table.was_told("Turn your faction cards.")
