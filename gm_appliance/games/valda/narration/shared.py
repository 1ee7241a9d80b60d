"""Valda told: what happens in both modes."""

from __future__ import annotations

from gm_appliance.core.cues import Cue, Remark, Say, Show
from gm_appliance.core.cues.screens import DiceScreen, TrackScreen
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.games.valda.companion.events import RoundBegins, StartRolled, ZoneReached
from gm_appliance.games.valda.track import ROUNDS


def start_rolled(_: Language, people: Party, event: StartRolled) -> tuple[Cue, ...]:
    """Everybody's die is shown; said is who rolled highest."""
    names = tuple(people.short(_, seat) for seat, _number in event.numbers)
    dice = tuple(number for _seat, number in event.numbers)
    shown = Show(DiceScreen(_.pgettext("title", "Who begins?"), dice, (" ".join(names),)))
    players = _.names(people.name(_, seat) for seat in event.highest)
    if len(event.highest) == 1:
        return (shown, Say(_("{player} rolls highest, {n}.", player=players, n=max(dice))))
    tied = Say(_("Tied with {n}: {players}.", n=max(dice), players=players))
    return (shown, tied, Say(_("They roll once more.")))


def round_begins(
    _: Language, people: Party, event: RoundBegins, shown: TrackScreen, *, race: bool
) -> tuple[Cue, ...]:
    """The drakkar sails on; the last round is told from the others."""
    player = people.name(_, event.first)
    if event.round != ROUNDS or race:
        began = _("Round {n}. {player} begins.", n=event.round, player=player)
    elif event.clockwise:
        began = _("The last round. {player} begins.", player=player)
    else:
        began = _("The last round goes the other way. {player} begins.", player=player)
    return (Show(shown), Say(began))


def zone_reached(_: Language, people: Party, event: ZoneReached) -> tuple[Cue, ...]:
    player = people.name(_, event.seat)
    return (Remark(_("{player} keeps {n} for good.", player=player, n=event.zone)),)
