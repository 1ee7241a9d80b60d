"""Valda in a minute, and in thirty seconds for latecomers."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Cue
from gm_appliance.core.cues.screens import DiceScreen, VersusScreen
from gm_appliance.core.language import N_, Language
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.table_narration import Teaching
from gm_appliance.core.values import replace
from gm_appliance.games.valda.model import FOLLOWERS, ValdaView
from gm_appliance.games.valda.narration.screens import ValdaScreens

_TREE = N_("Each of you climbs Yggdrasil, one step for each follower.")
_SIX_ROUNDS = N_("After six rounds, the most followers win.")
_RACE = N_("The first to reach 20 followers wins at once.")
_SAFE = N_("Once you reach 5, 12 or 20 followers, you keep them.")


class ValdaTeaching(Teaching):
    BEFORE = frozenset(("first.die", "first.who"))

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        super().__init__(_, people)
        self._screens = ValdaScreens(_, people)

    def minute(self, view: ValdaView) -> Iterator[Cue]:
        tree = self._screens.tree(self._.pgettext("title", "Yggdrasil"), view)
        yield from self.told(tree, _TREE, _RACE if view.setup.race else _SIX_ROUNDS, _SAFE)
        dice = DiceScreen(self._.pgettext("title", "Dice"), (1, 1, 2), symbols=("coin", "gem", "drop"))
        yield from self.told(
            dice,
            N_("A turn has five phases. First, dice bring blood, gold and diamonds."),
            N_("Roll a yellow die for each mine, a blue one per drill."),
        )
        yield from self.told(
            None,
            N_("Second: draw two cards face up. Then take three actions."),
            N_("With an action, play a yellow card or take a resource."),
            N_("Third: build up to two mines, drills or temples."),
        )
        first, *others = tree.lanes
        risen = replace(tree, lanes=(replace(first, at=first.at + 1, marked=True), *others))
        yield from self.told(risen, N_("A temple brings a follower, and its god's power."))
        attack = VersusScreen(self._.pgettext("title", "An attack"), 4, 5)
        yield from self.told(
            attack,
            N_("Fourth: the others may each attack with one card."),
            N_("As many shields as swords block it."),
        )
        yield from self.told(risen, N_("Fifth: gods turn your resources into followers."))
        if view.setup.keeps == (FOLLOWERS,):
            yield from self.told(None, N_("After each turn, tell me your followers."))
        else:
            follows_all = N_("Tell me what you do. I keep count.")
            guides = N_("I roll, judge attacks, and count followers with you.")
            yield from self.told(None, follows_all if view.setup.cubes else guides)
            yield from self.at_pads()

    def half_minute(self, view: ValdaView) -> Iterator[Cue]:
        tree = self._screens.tree(self._.pgettext("title", "Yggdrasil"), view)
        yield from self.told(tree, _TREE, _RACE if view.setup.race else _SIX_ROUNDS, _SAFE)
        yield from self.told(
            None,
            N_("On your turn, dice bring resources."),
            N_("Then play cards, and build mines, drills or temples."),
            N_("The others may attack you. Shields block swords."),
            N_("At the end, gods turn your resources into followers."),
        )
        if view.setup.keeps != (FOLLOWERS,):
            yield from self.at_pads()

    def pads(self, view: ValdaView) -> dict[int, str]:
        if view.setup.keeps == (FOLLOWERS,):
            return {}
        return {seat: self.player(seat) for seat in view.seats}
