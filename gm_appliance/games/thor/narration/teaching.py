"""Thor in a minute, and in thirty seconds for latecomers."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Cue
from gm_appliance.core.cues.screens import Pile, PilesScreen
from gm_appliance.core.language import N_
from gm_appliance.core.table_narration import Teaching
from gm_appliance.core.values import replace
from gm_appliance.games.thor.model import COPIES, ThorView
from gm_appliance.games.thor.narration.names import god_label

_GOAL = N_("Collect the gods that are worth most at the end.")
_OFFER = N_("On your turn, first lay an offer beneath its god.")
_TAKE = N_("Then take a god card from any stack. It lies open.")
_END = N_("The sixth offer to one god ends the round.")
_WORTH = N_("Each god card scores that god's last offer, or nothing.")
_MOST = N_("Most points win.")


class ThorTeaching(Teaching):
    BEFORE = frozenset(("first.lots", "first.who"))

    def minute(self, view: ThorView) -> Iterator[Cue]:
        yield from self.told(self._stacks(view), N_("Each god has five cards."))
        yield from self.told(None, N_("You are dealt offers, from 0 to 5."))
        yield from self.told(self._stacks(view), _GOAL)
        yield from self.told(self._stacks(view, 2), _OFFER)
        yield from self.told(
            self._stacks(view, 2, 4), N_("A new offer covers earlier ones. Only the last one counts.")
        )
        yield from self.told(self._stacks(view, 2, 4, left=COPIES - 1), _TAKE)
        yield from self.told(None, N_("Raise your own gods, and lower those of the others."))
        yield from self.told(self._stacks(view, 2, 4, 1, 0, 5, 3, left=1), _END, _WORTH)
        if view.setup.will:
            yield from self.told(
                None,
                N_("Instead of a god card, you may draw an action card."),
                N_("Instead of an offer, play one to change a god's value."),
            )
        begins = (N_("Each of you begins one round."),) if view.setup.rounds > 1 else ()
        yield from self.told(None, *begins, _MOST)
        if view.setup.mode == "live":
            yield from self.told(None, N_("Tell me every offer, and every card you take."))
            yield from self.at_pads()
        else:
            yield from self.told(None, N_("Play on your own. Then tell me how the round ended."))

    def half_minute(self, view: ThorView) -> Iterator[Cue]:
        yield from self.told(self._stacks(view), _GOAL)
        yield from self.told(self._stacks(view, 2, 4), _OFFER)
        yield from self.told(self._stacks(view, 2, 4, left=COPIES - 1), _TAKE)
        yield from self.told(self._stacks(view, 2, 4, 1, 0, 5, 3, left=1), _END, _WORTH, _MOST)
        if view.setup.mode == "live":
            yield from self.at_pads()

    def pads(self, view: ThorView) -> dict[int, str]:
        return {seat: self.player(seat) for seat in view.seats} if view.setup.mode == "live" else {}

    def _stacks(self, view: ThorView, *offers: int, left: int = COPIES) -> PilesScreen:
        first, *others = (Pile(god_label(self._, god), 0, remaining=COPIES, most=COPIES) for god in view.gods)
        shown = replace(first, number=offers[-1] if offers else 0, lying=offers, remaining=left)
        return PilesScreen(self._.pgettext("title", "An example"), (shown, *others))
