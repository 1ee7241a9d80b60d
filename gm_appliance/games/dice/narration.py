"""Dice told: what came up is seen, and said with the prompt, so that nobody waits to throw again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from gm_appliance.core.cues import Cue, Handling, Pause, Props, Say, Show
from gm_appliance.core.cues.props import ThrownDie
from gm_appliance.core.cues.screens import DiceScreen, DieSymbol, NumberScreen, Screen
from gm_appliance.core.game import Decision, Face, NumberFace
from gm_appliance.core.language import NP_, Language, Message
from gm_appliance.core.narration import BaseNarration, OptionText, Unspoken
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.games.dice.kinds import BLOOD, DIAMOND, FOLLOWERS, GOLD, Side
from gm_appliance.games.dice.rules import Thrown, View

TUMBLES = 4
TUMBLE = 0.12
"""So many pictures of falling dice come before what was thrown, each for so many seconds: whoever throws
the same once more sees that it is another throw."""

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


class Dice(BaseNarration):
    """The narration of one language; see `narration.GameNarration` for what each method promises."""

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        self._ = _

    # ------------------------------------------------------------ in the menu

    def title(self) -> str:
        return self._.pgettext("line", "Dice")

    def option(self, name: str) -> OptionText:
        if name != "kind":
            raise Unspoken(f"the option {name!r}")
        return OptionText(
            ask=self._("Dice. Which ones? Up and down, then OK."),
            again=self._("Which dice? Up and down, then OK."),
            title=self._.pgettext("title", "Which dice?"),
            items={kind: self._(line) for kind, line in _KINDS.items()},
            help=self._.pgettext("help", "which dice: 2d6 are two of six sides, d20 has twenty"),
        )

    def setup(self, options: Mapping[str, int | str]) -> str:
        return self._(_KINDS[str(options["kind"])])

    # ------------------------------------------------------------ what came up, in words

    def _result(self, view: View) -> str:
        """What came up, and the sum where it is a sum."""
        gives, total = view.thrown[0].gives, view.total
        if gives == FOLLOWERS:
            return self._followers(total)
        if gives:
            return self._("{gained}.", gained=self._.enumerated(self._gained(view)))
        if len(view.thrown) == 1:
            return self._("{n}.", n=total)
        dice = self._.enumerated(str(side.number) for side in view.thrown)
        return self._("{dice}. {total}.", dice=dice, total=total)

    def _followers(self, total: int) -> str:
        if total > 0:
            return self._.ngettext("{n} follower joins.", "{n} followers join.", total)
        if total < 0:
            return self._.ngettext("{n} follower leaves.", "{n} followers leave.", -total)
        return self._("No follower joins, none leaves.")

    def _gained(self, view: View) -> Iterator[str]:
        """How much of each thing."""
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

    def _title(self, view: View) -> str:
        """The sum; of one die it stands on it, and the title says which it is."""
        if view.thrown[0].gives == FOLLOWERS:
            return self._.pgettext("title", "Followers: {n}", n=_signed(view.total))
        if view.thrown[0].gives:
            return self._.enumerated(self._gained(view))
        if len(view.thrown) == 1:
            return self._(_KINDS[view.name])
        return self._.pgettext("title", "Total: {n}", n=view.total)

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return (Say(self._result(view)), Handling(self._how()))

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return (Say(self._how()),)

    def _how(self) -> str:
        return self._("OK throws again. Up and down: how many dice. Back: other dice.")

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        if isinstance(face, NumberFace) and face.value != len(view.thrown):
            title = self._.pgettext("title", "How many dice?")
            return NumberScreen(title, face.value, self._.pgettext("line", "OK: throw"))
        return self._picture(view, view.thrown, self._title(view))

    def _picture(self, view: View, sides: tuple[Side, ...], title: str) -> DiceScreen:
        symbols = tuple(_SYMBOLS[side.gives] for side in sides if side.gives in _SYMBOLS)
        return DiceScreen(
            title,
            tuple(side.number for side in sides),
            (self._.pgettext("line", "OK: again  ↑↓: dice"),),
            sides=len(view.kind.sides),
            signed=sides[0].gives == FOLLOWERS,
            symbols=symbols,
        )

    def under_cursor(self, decision: Decision, view: View, face: Face) -> tuple[Cue, ...]:
        assert isinstance(face, NumberFace)
        return (Say(self._.ngettext("{n} die.", "{n} dice.", face.value)),)

    # ------------------------------------------------------------ what happened

    def tell(self, event: object, view: View) -> tuple[Cue, ...]:
        if not isinstance(event, Thrown):
            raise Unspoken(f"tell {type(event).__name__}")
        title = self._(_KINDS[view.name])
        falling = (self._picture(view, _tumbled(view, turns), title) for turns in range(TUMBLES, 0, -1))
        tumbling = (cue for picture in falling for cue in (Show(picture), Pause(TUMBLE)))
        return (*tumbling, self.props(view))

    def props(self, view: View) -> Props:
        return Props(tuple(self._die(view, side) for side in view.thrown))

    def _die(self, view: View, side: Side) -> ThrownDie:
        faces = len(view.kind.sides)
        if side.gives == FOLLOWERS:
            label = self._.pgettext("card", "Followers: {n}", n=_signed(side.number))
            return ThrownDie(0, side.number, label, signed=True)
        if side.gives:
            return ThrownDie(0, side.number, self._much(side.gives, side.number), symbol=_SYMBOLS[side.gives])
        return ThrownDie(0, side.number, self._.pgettext("card", "Die: {n}", n=side.number), sides=faces)


def _tumbled(view: View, turns: int) -> tuple[Side, ...]:
    """Other sides of the same dice, some turns before they lay still: each other ones."""
    sides = view.kind.sides
    return tuple(
        sides[(sides.index(up) + turns * (2 * die + 1)) % len(sides)] for die, up in enumerate(view.thrown)
    )


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"
