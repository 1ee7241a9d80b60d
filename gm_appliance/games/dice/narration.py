"""Dice: the throw is shown at once and said with the prompt, so nobody has to wait before throwing again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar

from gm_appliance.core.cues import Cue, Pause, Props, Say, Show, Suggestion
from gm_appliance.core.cues.props import ThrownDie
from gm_appliance.core.cues.screens import DiceScreen, DieSymbol, NumberScreen, Screen
from gm_appliance.core.game import Decision, Face, NumberFace
from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.narration import ButtonLabels, PromptText
from gm_appliance.core.table_narration import TableNarration
from gm_appliance.games.dice.kinds import BLOOD, DIAMOND, FOLLOWERS, GOLD, Side
from gm_appliance.games.dice.rules import DiceView, Thrown

TUMBLES = 4
TUMBLE = 0.12
"""The number of pictures of falling dice before the throw, and the seconds each is shown. They make clear
that the dice were thrown again, even if the numbers are the same."""

_KINDS: Mapping[str, Message] = {
    "2d6": NP_("line", "Two dice"),
    "d6": NP_("line", "One die"),
    "d4": NP_("line", "d4"),
    "d8": NP_("line", "d8"),
    "d10": NP_("line", "d10"),
    "d12": NP_("line", "d12"),
    "d20": NP_("line", "d20"),
    "d100": NP_("line", "d100"),
    "valda-yellow": NP_("line", "Valda: yellow"),
    "valda-blue": NP_("line", "Valda: blue"),
    "valda-white": NP_("line", "Valda: white"),
}

_SYMBOLS: Mapping[str, DieSymbol] = {GOLD: "coin", DIAMOND: "gem", BLOOD: "drop"}


class Dice(TableNarration):
    TITLE = NP_("line", "Dice")
    OPTIONS: ClassVar[Mapping[str, PromptText]] = {
        "kind": PromptText(
            ask=N_("Dice. Which ones?"),
            again=N_("Which dice?"),
            title=NP_("title", "Which dice?"),
            items=_KINDS,
            help=NP_("help", "which dice: 2d6 are two of six sides, d20 has twenty"),
        )
    }

    def setup(self, options: Mapping[str, int | str]) -> str:
        return self._(_KINDS[str(options["kind"])])

    def _result(self, view: DiceView) -> str:
        """The sides that came up, and their sum if they can be added."""
        gives, total = view.thrown[0].gives, view.total
        if gives == FOLLOWERS:
            return self._followers(total)
        if gives:
            return self._("{gained}.", gained=self._.enumerated(self._gained(view)))
        if len(view.thrown) == 1:
            return self._("{n}.", n=total)
        dice = self._.enumerated(str(side.number) for side in view.thrown)
        return self._("{dice}. Together {total}.", dice=dice, total=total)

    def _followers(self, total: int) -> str:
        if total > 0:
            return self._.ngettext("{n} follower joins.", "{n} followers join.", total)
        if total < 0:
            return self._.ngettext("{n} follower leaves.", "{n} followers leave.", -total)
        return self._("No followers come or go.")

    def _gained(self, view: DiceView) -> Iterator[str]:
        found: Counter[str] = Counter()
        for side in view.thrown:
            found[side.gives] += side.number
        for gives in (GOLD, DIAMOND, BLOOD):
            if found[gives]:
                yield self._much(gives, found[gives])

    def _much(self, gives: str, number: int) -> str:
        if gives == GOLD:
            return self._.npgettext("card", "{n} gold", "{n} gold", number)
        if gives == DIAMOND:
            return self._.npgettext("card", "{n} diamond", "{n} diamonds", number)
        return self._.npgettext("card", "{n} blood", "{n} blood", number)

    def _title(self, view: DiceView) -> str:
        """The sum, except for a single die: that shows its number itself, and the title names its kind."""
        if view.thrown[0].gives == FOLLOWERS:
            return self._.pgettext("title", "Followers: {n}", n=_signed(view.total))
        if view.thrown[0].gives:
            return self._.enumerated(self._gained(view))
        if len(view.thrown) == 1:
            return self._(_KINDS[view.name])
        return self._.pgettext("title", "Total: {n}", n=view.total)

    def ask(self, decision: Decision, view: DiceView) -> tuple[Cue, ...]:
        # The cursor starts at the number of dice just thrown, and the result says how many those are.
        return (Suggestion(self._result(view)),)

    def again(self, decision: Decision, view: DiceView) -> tuple[Cue, ...]:
        return ()  # the hint what to press is enough

    def labels(self, decision: Decision, view: DiceView, face: Face) -> ButtonLabels:
        if _is_changed(view, face):
            return ButtonLabels(ok=self._.pgettext("button", "roll"))
        return ButtonLabels(
            ok=self._.pgettext("button", "roll again"),
            steps=self._.pgettext("button", "how many dice"),
            back=self._.pgettext("button", "other dice"),
        )

    def screen(self, decision: Decision, view: DiceView, face: Face, minutes: int) -> Screen:
        if isinstance(face, NumberFace) and _is_changed(view, face):
            return NumberScreen(self._.pgettext("title", "How many dice?"), face.value)
        return self._picture(view, view.thrown, self._title(view))

    def _picture(self, view: DiceView, sides: tuple[Side, ...], title: str) -> DiceScreen:
        symbols = tuple(_SYMBOLS[side.gives] for side in sides if side.gives in _SYMBOLS)
        return DiceScreen(
            title,
            tuple(side.number for side in sides),
            sides=len(view.kind.sides),
            signed=sides[0].gives == FOLLOWERS,
            symbols=symbols,
        )

    def under_cursor(self, decision: Decision, view: DiceView, face: Face) -> tuple[Cue, ...]:
        assert isinstance(face, NumberFace)
        return (Say(self._.ngettext("{n} die.", "{n} dice.", face.value)),)

    def tell(self, event: Thrown, view: DiceView) -> tuple[Cue, ...]:
        """Show the dice tumbling before they land."""
        title = self._(_KINDS[view.name])
        falling = (self._picture(view, _tumbled(view, turns), title) for turns in range(TUMBLES, 0, -1))
        tumbling = (cue for picture in falling for cue in (Show(picture), Pause(TUMBLE)))
        return (*tumbling, self.props(view))

    def props(self, view: DiceView) -> Props:
        return Props(tuple(self._die(view, side) for side in view.thrown))

    def _die(self, view: DiceView, side: Side) -> ThrownDie:
        faces = len(view.kind.sides)
        if side.gives == FOLLOWERS:
            label = self._.pgettext("card", "Followers: {n}", n=_signed(side.number))
            return ThrownDie(0, side.number, label, signed=True)
        if side.gives:
            return ThrownDie(0, side.number, self._much(side.gives, side.number), symbol=_SYMBOLS[side.gives])
        return ThrownDie(0, side.number, self._.pgettext("card", "Die: {n}", n=side.number), sides=faces)


def _is_changed(view: DiceView, face: Face) -> bool:
    return isinstance(face, NumberFace) and face.value != len(view.thrown)


def _tumbled(view: DiceView, turns: int) -> tuple[Side, ...]:
    sides = view.kind.sides
    return tuple(
        sides[(sides.index(up) + turns * (2 * die + 1)) % len(sides)] for die, up in enumerate(view.thrown)
    )


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"
