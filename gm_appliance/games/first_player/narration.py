"""The draw for the first player: a light runs round the table, slows down and stops at one seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from gm_appliance.core.cues import Cue, Light, Pause, Props, Say, Show, Sound
from gm_appliance.core.cues.props import Plate, Token
from gm_appliance.core.cues.screens import RingScreen, RingSeat, Screen
from gm_appliance.core.game import Decision, Face
from gm_appliance.core.language import N_, NP_
from gm_appliance.core.narration import ButtonLabels, PromptText
from gm_appliance.core.table_narration import TableNarration
from gm_appliance.games.first_player.rules import Drawn, DrawView

FLASH = 0.4  # seconds for which all lamps flash before the light runs
STEPS = 20  # seats the light visits, including the last, which was drawn

STEP, SLOWER = 0.07, 1.11
"""Seconds at the first seat, and the factor by which each stay is longer than the one before."""

BREATH = 1.2  # seconds of silence before the name


class FirstPlayer(TableNarration):
    TITLE = NP_("line", "Who begins?")
    OPTIONS: ClassVar[Mapping[str, PromptText]] = {
        "players": PromptText(
            ask=N_("Who begins? How many players?"),
            again=N_("How many players?"),
            title=NP_("title", "Players?"),
            help=NP_("help", "number of players, 2 to 15"),
        )
    }

    def setup(self, options: Mapping[str, int | str]) -> str:
        return self.players(int(options["players"]))

    def ask(self, decision: Decision, view: DrawView) -> tuple[Cue, ...]:
        return (Say(self._("{player} begins.", player=self.player(view.drawn))),)

    def again(self, decision: Decision, view: DrawView) -> tuple[Cue, ...]:
        return ()  # the hint what to press is enough

    def labels(self, decision: Decision, view: DrawView, face: Face) -> ButtonLabels:
        again, players = self._.pgettext("button", "draw again"), self._.pgettext("button", "how many play")
        return ButtonLabels(ok=again, back=players)

    def screen(self, decision: Decision, view: DrawView, face: Face, minutes: int) -> Screen:
        return RingScreen(self._title(), self._ring(view, view.drawn), (self.player(view.drawn),))

    def _title(self) -> str:
        return self._.pgettext("title", "Who begins?")

    def _ring(self, view: DrawView, marked: int) -> tuple[RingSeat, ...]:
        return tuple(RingSeat(str(seat), marked=seat == marked) for seat in view.seats)

    def lights(self, decision: Decision, view: DrawView) -> frozenset[int]:
        return frozenset((view.drawn,))

    def tell(self, event: Drawn, view: DrawView) -> tuple[Cue, ...]:
        """Run the light before the table shows who begins."""
        return (*self._running(view), self.props(view))

    def _running(self, view: DrawView) -> Iterator[Cue]:
        """Thunder, all lamps, one after the other, and a breath; equally long for every seat."""
        title = self._title()
        yield Show(RingScreen(title, self._ring(view, 0)))
        yield Sound("thunder")  # it rolls for as long as the light runs
        yield Light(frozenset(view.seats))
        yield Pause(FLASH)
        for step in range(1, STEPS + 1):
            seat = (view.drawn - 1 + step - STEPS) % view.players + 1
            yield Light(frozenset((seat,)))
            yield Show(RingScreen(title, self._ring(view, seat)))
            yield Pause(STEP * SLOWER ** (step - 1) if step < STEPS else BREATH)

    def props(self, view: DrawView) -> Props:
        plates = [
            Plate(seat, self.player(seat), numbered=not self._people.named(seat)) for seat in view.seats
        ]
        if not view.drawn:
            return Props(tuple(plates))
        label = self._.pgettext("card", "Begins")
        return Props((*plates, Token(view.drawn, label, "yellow", "star", name="begins")))
