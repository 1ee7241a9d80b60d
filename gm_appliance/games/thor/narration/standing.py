"""Thor told: who has won."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Say
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.core.standings_told import some_names
from gm_appliance.games.thor.model import View


def win(_: Language, people: Party, view: View) -> Iterator[Say]:
    """Who has won a match in which a round was scored; a shared first place is a shared win."""
    points = view.standings[0].points
    names, *others = some_names(_, people, view.winners)
    if len(view.winners) == 1:
        yield Say(_("{players} wins the match with {points}.", players=names, points=points))
    else:
        yield Say(_("Shared win with {points}: {players}.", players=names, points=points))
    for more in others:
        yield Say(_("These win as well: {players}.", players=more))
