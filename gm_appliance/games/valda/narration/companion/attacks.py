"""The companion told: attacks, defences, and the god weapons that change them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Remark, Say, Show
from gm_appliance.core.cues.screens import VersusScreen
from gm_appliance.core.language import Language, Name
from gm_appliance.core.people import Party
from gm_appliance.games.valda.companion import events
from gm_appliance.games.valda.companion.model import View
from gm_appliance.games.valda.narration.companion.telling import silent


class AttackTelling:
    """The words for attacks, in one language, for these people."""

    def __init__(self, _: Language, people: Party) -> None:
        self._ = _
        self._people = people

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)

    def attacked(self, event: events.Attacked, view: View) -> tuple[Cue, ...]:
        player = self._player(event.attacker)
        if not event.bonus:
            return (Remark(self._("{player} attacks with {n}.", player=player, n=event.power)),)
        said = self._(
            "{player} attacks with {n}, {bonus} by Surtur.", player=player, n=event.power, bonus=event.bonus
        )
        return (Remark(said),)

    def defended(self, event: events.Defended, view: View) -> tuple[Cue, ...]:
        """Both numbers against each other, and what came of it."""
        if not event.defence:
            return (Remark(self._("{player} does not defend.", player=self._player(event.victim))),)
        title = self._.pgettext("title", "Attack, defence")
        bonus = (self._.pgettext("line", "Tyr: +{n}", n=event.bonus),) if event.bonus else ()
        shown = Show(VersusScreen(title, event.power, event.defence, bonus))
        numbers = {"defence": event.defence, "power": event.power}
        if event.blocked:
            return (shown, Say(self._("{defence} against {power}. Blocked.", **numbers)))
        return (shown, Say(self._("Only {defence} against {power}. It hits.", **numbers)))

    def attack_redirected(self, event: events.AttackRedirected, view: View) -> tuple[Cue, ...]:
        to, victim = self._player(event.to), self._player(event.victim)
        return (Remark(self._("{victim} vanishes. {to} is attacked.", victim=victim, to=to)),)

    def attack_cancelled(self, event: events.AttackCancelled, view: View) -> tuple[Cue, ...]:
        victim = self._player(event.victim)
        return (Remark(self._("The attack is off. {player} takes its card.", player=victim)),)

    def power_doubled(self, event: events.PowerDoubled, view: View) -> tuple[Cue, ...]:
        said = Remark(self._("The attack has {n} now.", n=event.power))
        return (said, Remark(self._("It is still blocked."))) if event.blocked else (said,)

    def horn_blown(self, event: events.HornBlown, view: View) -> tuple[Cue, ...]:
        return (Remark(self._("War Horn. The attack hits.")),)

    def spear_thrown(self, event: events.SpearThrown, view: View) -> tuple[Cue, ...]:
        return (Remark(self._("Soulspear. Killed followers count twice.")),)

    def attack_again(self, event: events.AttackAgain, view: View) -> tuple[Cue, ...]:
        player = self._player(event.attacker)
        return (Remark(self._("{player} plays the same attack again.", player=player)),)


ATTACKS_TOLD: Mapping[type, Callable[[AttackTelling, Any, View], tuple[Cue, ...]]] = {
    events.AttackOrder: silent,
    events.AttacksPassed: silent,
    events.Attacked: AttackTelling.attacked,
    events.Defended: AttackTelling.defended,
    events.AttackRedirected: AttackTelling.attack_redirected,
    events.AttackCancelled: AttackTelling.attack_cancelled,
    events.PowerDoubled: AttackTelling.power_doubled,
    events.HornBlown: AttackTelling.horn_blown,
    events.SpearThrown: AttackTelling.spear_thrown,
    events.AttackAgain: AttackTelling.attack_again,
}
"""What is told of each kind of event of an attack."""
