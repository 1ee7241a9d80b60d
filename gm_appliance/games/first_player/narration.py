"""Who begins, told: a light runs round the table and slows down, and stays where somebody begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm_appliance.core.cues import Cue, Handling, Light, Pause, Props, Say, Show, Sound
from gm_appliance.core.cues.props import Plate, Token
from gm_appliance.core.cues.screens import RingScreen, RingSeat, Screen
from gm_appliance.core.game import Decision, Face
from gm_appliance.core.language import Language, Name
from gm_appliance.core.narration import BaseNarration, OptionText, Unspoken
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.games.first_player.rules import Drawn, View

FLASH = 0.4
"""Seconds for which all lamps light up, before the light runs."""

STEPS = 20
"""Places the light comes to, the last of which is the one drawn: as many for everybody."""

STEP, SLOWER = 0.07, 1.11
"""Seconds at the first of them, and how much longer it stays at each than at the one before."""

BREATH = 1.2
"""Seconds of silence before the name is said."""


class FirstPlayer(BaseNarration):
    """The narration of one language; see `narration.GameNarration` for what each method promises."""

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        self._ = _
        self._people = people

    # ------------------------------------------------------------ in the menu

    def title(self) -> str:
        return self._.pgettext("line", "Who begins?")

    def option(self, name: str) -> OptionText:
        if name != "players":
            raise Unspoken(f"the option {name!r}")
        return OptionText(
            ask=self._("Who begins? How many play? Up and down, then OK."),
            again=self._("How many play? Up and down, then OK."),
            title=self._.pgettext("title", "How many play?"),
            help=self._.pgettext("help", "how many people play, 2 to 15"),
        )

    def setup(self, options: Mapping[str, int | str]) -> str:
        return self._.npgettext("line", "{n} plays", "{n} play", int(options["players"]))

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        begins = Say(self._("{player} begins.", player=self._player(view.drawn)))
        return (begins, Handling(self._how()))

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return (Say(self._how()),)

    def _how(self) -> str:
        return self._("OK draws again. Back: how many play.")

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        begins, hint = self._.pgettext("title", "Begins"), self._.pgettext("line", "OK: again")
        return RingScreen(begins, self._ring(view, view.drawn), (self._player(view.drawn),), hint)

    def _ring(self, view: View, marked: int) -> tuple[RingSeat, ...]:
        return tuple(RingSeat(str(seat), marked=seat == marked) for seat in view.seats)

    def lights(self, decision: Decision, view: View) -> frozenset[int]:
        return frozenset((view.drawn,))

    # ------------------------------------------------------------ what happened

    def tell(self, event: object, view: View) -> tuple[Cue, ...]:
        if not isinstance(event, Drawn):
            raise Unspoken(f"tell {type(event).__name__}")
        return (*self._running(view), self.props(view))

    def _running(self, view: View) -> Iterator[Cue]:
        """Thunder, all lamps, then one after the other, as long whoever is drawn, and a breath."""
        title = self._.pgettext("title", "Who begins?")
        yield Show(RingScreen(title, self._ring(view, 0)))
        yield Sound("thunder")  # for the ears: it rolls for as long as the light runs
        yield Light(frozenset(view.seats))
        yield Pause(FLASH)
        for step in range(1, STEPS + 1):
            seat = (view.drawn - 1 + step - STEPS) % view.players + 1
            yield Light(frozenset((seat,)))
            yield Show(RingScreen(title, self._ring(view, seat)))
            yield Pause(STEP * SLOWER ** (step - 1) if step < STEPS else BREATH)

    def props(self, view: View) -> Props:
        plates = [
            Plate(seat, self._player(seat), numbered=not self._people.named(seat)) for seat in view.seats
        ]
        if not view.drawn:
            return Props(tuple(plates))
        label = self._.pgettext("card", "Begins")
        return Props((*plates, Token(view.drawn, label, "yellow", "star", name="begins")))

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)
