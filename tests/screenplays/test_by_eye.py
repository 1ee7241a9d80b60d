"""Whole evenings by eye only, from power-on to the end: there is no sound.

On seeing a question, somebody steps to the wanted line and presses OK; any text written out is read,
and OK turns the page. What to press follows only from what is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gm_appliance.core.cues.screens import GridScreen, Screen, TextScreen
from gm_appliance.core.ports import Fault
from gm_appliance.games.gotterdammerung.events import Banished, CardLaid, NobodyBanished, Won
from gm_appliance.testing import VirtualTable
from gm_appliance.testing.screens import marked_on, words_of
from tests.seven import NAMES, PANEL, THOR, VALKYRIE_1, VALKYRIE_2, VALKYRIE_3, VALKYRIE_4


class MuteTable(VirtualTable):
    """A box without sound, operated only at the panel. read: texts written out, in order. lit_up: those for
    which the display lit up."""

    def __init__(self, state: Path) -> None:
        super().__init__(state)
        self.read: list[str] = []
        self.lit_up: list[str] = []

    def show(self, screen: Screen) -> None:
        super().show(screen)
        if isinstance(screen, TextScreen):
            (self.lit_up if screen.bright else self.read).append(screen.text)

    @property
    def marked(self) -> str:
        """The choice OK would make; "" if it is not shown."""
        return marked_on(self.screen)

    def waits_for(self, title: str) -> None:
        """Watch the display until it shows this title."""
        for _ in range(600):
            if self.title == title:
                return
            self.advance(0.5)
        raise AssertionError(f"never shown: {title!r}, but {words_of(self.screen)}")

    def finds(self, title: str, words: str, button: str = "down") -> None:
        """Step until these words are marked, then press OK."""
        self.waits_for(title)
        while isinstance(self.screen, GridScreen):  # standings leave the screen once read
            self.advance(0.5)
        for _ in range(60):
            if self.marked == words:
                return self.ok()
            self.taps(PANEL, button)
        raise AssertionError(f"no {words!r} at {title!r}")

    def leaps(self, title: str, group: str, words: str) -> None:
        """Hold the button until this group is marked, then step within it."""
        self.waits_for(title)
        while not self.marked.startswith(group):
            self.holds(PANEL, "down")
        for _ in range(6):
            if self.marked == f"{group}: {words}":
                return self.ok()
            self.taps(PANEL, "up")
        raise AssertionError(f"no {words!r} for {group!r}")

    def agrees(self, title: str) -> None:
        """Press OK: there is only one answer."""
        self.waits_for(title)
        self.ok()

    def was_written(self, *sentences: str) -> None:
        """Assert that these texts were written out, in this order, since the last call."""
        for sentence in sentences:
            assert sentence in self.read, (sentence, self.read)
            del self.read[: self.read.index(sentence) + 1]

    def was_lit(self, *sentences: str) -> None:
        """The same for texts that lit the display up, for people opening their eyes."""
        for sentence in sentences:
            assert sentence in self.lit_up, (sentence, self.lit_up)
            del self.lit_up[: self.lit_up.index(sentence) + 1]


@contextmanager
def mute_evening(state: Path) -> Iterator[MuteTable]:
    table = MuteTable(state)
    table.switch_on()
    table.pads = {}
    try:
        table.post(Fault("sound", "missing"))
        table.sees("Sound", "I cannot play any sound. Read the display.")
        yield table
    finally:
        table.switch_off()


def is_agreed_on(table: MuteTable, *sentences: str) -> None:
    """Without a voice, the rules for opening eyes are shown until somebody presses OK."""
    for _ in range(600):
        if " ".join(sentences) in words_of(table.screen):
            return table.ok()
        table.advance(0.5)
    raise AssertionError(f"never shown: {sentences}, but {words_of(table.screen)}")


def a_night(table: MuteTable, die: str, nightfall: str) -> None:
    """The display lights up for people who should open their eyes."""
    table.finds("Whose card?", die)
    table.was_written(nightfall)
    table.was_lit("Conspirators, open your eyes. Lay the die on one card. Not a sound.")
    table.was_lit("Conspirators, close your eyes.", "All eyes open.")


def throw(table: MuteTable, first: str, second: str) -> None:
    table.finds("First die", first, "up")
    table.finds("Second die", second, "up")


def accuse(table: MuteTable, accuser: str, accused: str, supporter: str) -> None:
    table.finds("Who accuses?", accuser)
    table.finds("Who is accused?", accused)
    table.finds("Who seconds it?", supporter)
    table.agrees("Defence")


def thumbs_are_entered(table: MuteTable, names: tuple[str, ...], down: tuple[str, ...]) -> None:
    for name in names:
        table.waits_for("Whose thumb")
        assert name in words_of(table.screen)
        table.taps(PANEL, "down" if name in down else "up")


def test_gotterdammerung_without_pads_to_the_reveal(tmp_path: Path) -> None:
    with mute_evening(tmp_path) as table:
        table.finds("Choose a game", "Götterdämmerung")
        table.finds("Players?", "7")
        table.was_written("Götterdämmerung. How many players?")
        table.finds("How many gods?", "3")
        table.finds("How to vote?", "Thumbs, shown to all")
        table.finds("Dice: who?", "We roll our own")
        table.finds("Begin?", "Begin")
        table.agrees("Deal the cards")
        table.was_written("Lay out your god card. Take your action card.")
        table.was_written("Deal 5 protectors and 2 conspirators. Look at your own card. Ready? Press OK.")

        is_agreed_on(
            table,
            "When night falls, one of you counts aloud to 40, eyes closed.",
            "From 11 to 33, conspirators lay the die.",
            "Then all look.",
        )
        a_night(table, "Valkyrie 3", "Night falls.")
        table.hears(Banished(VALKYRIE_3, "conspiracy"))
        throw(table, "3", "6")
        table.was_written("Valkyrie 3 falls to the Underworld.")
        table.was_written("Turn your god card. Keep your faction hidden.")
        table.finds("Odin protects", "Valkyrie 4")
        table.hears(CardLaid("odin", VALKYRIE_4))
        table.finds("Thor wounds", "Valkyrie 1")
        table.hears(CardLaid("thor", VALKYRIE_1))
        table.finds("Hel banishes", "Pass")
        is_agreed_on(table, "Only the Oracle looks, reads me, and tells you when to open.")
        accuse(table, "Odin", "Thor", "Hel")
        table.was_lit("Thor, look at one card.", "Oracle, put the card back.")
        thumbs_are_entered(table, NAMES, ("Odin", "Valkyrie 3", "Hel", "Valkyrie 4"))
        table.was_written("Vote on Thor. When I say now: thumb down banishes, thumb up spares.")
        table.hears(Banished(THOR, "council"))
        table.finds("Is it over?", "It goes on")

        a_night(table, "No die on any card", "Dusk comes.")
        table.hears(NobodyBanished)
        throw(table, "2", "2")
        table.finds("Odin protects", "Pass")
        table.finds("Thor wounds", "Pass")
        accuse(table, "Hel", "Valkyrie 2", "Odin")
        thumbs_are_entered(table, NAMES, NAMES)
        table.hears(Banished(VALKYRIE_2, "council"))
        table.finds("Is it over?", "Protectors won")
        assert table.hears(Won).faction == "protect"
        table.waits_for("Once more?")
        table.was_written("Turn your faction cards.")


def test_a_live_round_of_thor_to_its_score(tmp_path: Path) -> None:
    with mute_evening(tmp_path) as table:
        table.finds("Choose a game", "Thor")
        table.finds("Players?", "2")
        table.finds("Count or follow?", "Follow every turn")
        table.finds("Begin?", "House rules")
        table.finds("How many rounds?", "A single round")
        table.finds("Who begins?", "You choose")
        table.finds("The last card", "May be taken")
        table.finds("Who begins?", "Player 2")
        table.advance(30.0)
        table.was_written("Shuffle the offer cards. Deal 14 cards to each player.", "Player 2 begins.")
        for number, (value, card) in enumerate(
            (("4", "Freya"), ("0", "Freya"), ("1", "Thor"), ("3", "Freya"), ("5", "Njörd"))
        ):
            player = f"Player {2 - number % 2}"
            table.leaps(f"{player}: offer", "Freya", value)
            table.finds(f"{player}: card", card)
            table.was_written(f"{player}: Freya, {value}.")
        table.leaps("Player 1: offer", "Freya", "2")
        table.finds("Player 1: card", "No card")
        table.was_written("Player 1: Freya, 2.", "The sixth offer. The round ends with this turn.")
        table.waits_for("Final standings")
        table.advance(60.0)
        table.was_written("The values: Freya 2.", "Player 1 wins the match with 4 points.")
