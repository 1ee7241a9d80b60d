"""The leader, the standings and the winner."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core import standings_told
from gm_appliance.core.cues import Say
from gm_appliance.core.language import N_, Language, Name
from gm_appliance.core.people import Party
from gm_appliance.core.standings import Standing
from gm_appliance.core.standings import standings as by_points
from gm_appliance.core.standings_told import all_places, wins
from gm_appliance.games.valda import phases
from gm_appliance.games.valda.ending import WON_RACE
from gm_appliance.games.valda.events import Ended
from gm_appliance.games.valda.model import FOLLOWERS, ValdaView
from gm_appliance.games.valda.narration.names import amount


def _places(view: ValdaView) -> tuple[Standing, ...]:
    """From best to worst. Seats that tie with the winners only in followers come after them."""
    winners = view.phase.winners if isinstance(view.phase, phases.Final) else ()
    return by_points(dict(enumerate(view.followers, 1)), winners=winners)


def _in_followers(_: Language, number: int) -> Name:
    return amount(_, FOLLOWERS, number)


def leader(_: Language, people: Party, view: ValdaView) -> Say:
    places = _places(view)
    if len(places) == 1:
        return Say(_.ngettext("All have {n} follower.", "All have {n} followers.", view.followers[0]))
    return standings_told.leader(_, people, places, _in_followers)


def standings(_: Language, people: Party, view: ValdaView) -> Iterator[Say]:
    return all_places(_, people, _places(view), _in_followers)


def win(_: Language, people: Party, event: Ended, view: ValdaView) -> Iterator[Say]:
    race, most = N_("{players} has {points} and wins the race."), N_("{players} wins with {points}.")
    alone = race if event.why == WON_RACE else most
    yield from wins(_, people, event.winners, _in_followers(_, max(view.followers)), alone)
    if len(event.winners) == 1:
        yield Say(_("Midgard has a new god."))
