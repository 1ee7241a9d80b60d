"""Scenes of a first game for seven by what happens, whatever the words: tests begin after them.

The same in full words, for the screenplays, is in `tests/screenplays`.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.games.gotterdammerung.events import Banished, CardLaid, FactionsLearned, OracleMoved, Passed
from gm_appliance.testing import Asked, VirtualTable
from tests.seven import CONSPIRATORS, EVERYBODY, THOR, VALKYRIE_3

FACTIONS = {str(seat): "conspire" if seat in CONSPIRATORS else "protect" for seat in EVERYBODY}


def choose_the_game(table: VirtualTable, ballot: str = "pads") -> None:
    """Götterdämmerung, for seven, who throw their own dice and vote in one of three ways."""
    table.decides("menu.game", "gotterdammerung")
    table.decides("option.players", 7)
    table.decides("option.gods", 3)
    table.decides("option.ballot", ballot)
    table.decides("option.dice", "own")
    table.decides("menu.rules", "start")


def everybody_is_called(table: VirtualTable) -> None:
    """Each presses the pad that lies at the own place; who has none, OK at the panel."""
    for seat in EVERYBODY:
        table.hears(Asked("setup.pad", seat))
        table.answers(table.pads.get(seat, 0))


def the_box_learns(table: VirtualTable) -> None:
    table.decides("setup.factions", FACTIONS)
    table.hears(FactionsLearned(fit=True))


def night(table: VirtualTable, victim: int) -> None:
    table.decides("conspiracy", {str(seat): victim for seat in CONSPIRATORS})
    table.hears(Banished(victim, "conspiracy"))


def throw(table: VirtualTable, first: int, second: int, oracle: int) -> None:
    table.decides("oracle.first-die", first)
    table.decides("oracle.second-die", second)
    table.hears(OracleMoved((first, second), oracle))


def acts(table: VirtualTable, god: str, seat: int) -> None:
    table.decides(f"action.{god}", seat)
    table.hears(CardLaid(god, seat))


def passes(table: VirtualTable, god: str) -> None:
    table.decides(f"action.{god}", "pass")
    table.hears(Passed(god))


def accuse(table: VirtualTable, accuser: int, accused: int, supporter: int) -> None:
    """From the open council to the vote: one accuses, one supports it, and there is a short defence."""
    table.decides("council.accuse", accuser)
    table.decides("council.whom", accused)
    table.decides("council.support", supporter)
    table.hears(Asked("council.defence", accused))
    table.advance(8)
    table.answers("done")


def vote(table: VirtualTable, thumbs: Mapping[int, str]) -> None:
    """At the pads, all at once."""
    table.decides("council.vote", {str(seat): thumb for seat, thumb in thumbs.items()})


# ---------------------------------------------------------------- where tests begin


def to_the_night(table: VirtualTable) -> None:
    """Thor and Valkyrie two conspire."""
    choose_the_game(table)
    everybody_is_called(table)
    table.decides("setup.deal", "dealt")
    the_box_learns(table)


def to_odin(table: VirtualTable) -> None:
    """Valkyrie three is banished, and the Oracle at Thor."""
    to_the_night(table)
    night(table, VALKYRIE_3)
    throw(table, 1, 1, THOR)
    table.hears(Asked("action.odin"))


def to_the_council(table: VirtualTable) -> None:
    """No god does anything; Hel has nobody to banish."""
    to_odin(table)
    table.answers("pass")
    passes(table, "thor")
    table.hears(Asked("council.accuse"))
