"""Scenes of a first game for seven, by events rather than words: tests start from them.

The same scenes in full words, for the screenplays, are in `tests/screenplays`.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues.screens import RingScreen
from gm_appliance.games.gotterdammerung import events
from gm_appliance.hidden_roles import events as kit_events
from gm_appliance.testing import Asked, AtBeat, Said, VirtualTable
from tests.seven import CONSPIRATORS, EVERYBODY, HEL, ODIN, THOR, VALKYRIE_1, VALKYRIE_3, VALKYRIE_4

FACTIONS = {str(seat): "conspire" if seat in CONSPIRATORS else "protect" for seat in EVERYBODY}


def choose_the_game(table: VirtualTable, ballot: str = "pads", rules: str = "start") -> None:
    """Götterdämmerung for seven, who throw their own dice and vote in one of three ways. rules: ``"rules"``
    to be asked for house rules too."""
    table.decides("menu.game", "gotterdammerung")
    table.decides("option.players", 7)
    table.decides("option.gods", 3)
    table.decides("option.ballot", ballot)
    table.decides("option.dice", "own")
    table.decides("menu.rules", rules)


def everybody_is_called(table: VirtualTable) -> None:
    """All press the pad at their place; without a pad, OK at the panel."""
    for seat in EVERYBODY:
        table.hears(Asked("setup.pad", seat))
        table.answers(table.pads.get(seat, 0))


def the_box_learns(table: VirtualTable) -> None:
    table.decides("setup.factions", FACTIONS)
    table.hears(kit_events.FactionsLearned(fit=True))


def night(table: VirtualTable, victim: int) -> None:
    table.decides("conspiracy", {str(seat): victim for seat in CONSPIRATORS})
    table.hears(kit_events.Banished(victim, "conspiracy"))


def throw(table: VirtualTable, first: int, second: int, oracle: int) -> None:
    table.decides("oracle.first-die", first)
    table.decides("oracle.second-die", second)
    table.hears(events.OracleMoved((first, second), oracle))


def acts(table: VirtualTable, god: str, seat: int) -> None:
    table.decides(f"action.{god}", seat)
    table.hears(events.CardLaid(god, seat))


def passes(table: VirtualTable, god: str) -> None:
    table.decides(f"action.{god}", "pass")
    table.hears(events.Passed(god))


def accuse(table: VirtualTable, accuser: int, accused: int, supporter: int) -> None:
    """Go from the open council to the vote: an accusation, a supporter, and a short defence."""
    table.decides("council.accuse", accuser)
    table.decides("council.whom", accused)
    table.decides("council.support", supporter)
    table.hears(Asked("council.defence", accused))
    table.advance(8)
    table.answers("done")


def vote(table: VirtualTable, thumbs: Mapping[int, str]) -> None:
    """Vote at the pads, all at once."""
    table.decides("council.vote", {str(seat): thumb for seat, thumb in thumbs.items()})


def counted(table: VirtualTable, down: int, up: int) -> None:
    """The count includes wounds."""
    count = table.hears(kit_events.Counted).count
    assert (count.down, count.up) == (down, up)


def night_with_the_die(table: VirtualTable, lies_at: int | str) -> None:
    table.hears(Asked("conspiracy.night"), AtBeat("die"))
    assert table.hears_the_storm()
    assert table.sees_closed_eyes()
    table.hears(AtBeat("reclose"))
    assert table.sees_closed_eyes()
    table.hears(AtBeat("open"))
    assert not table.hears_the_storm()
    table.decides("conspiracy.die", lies_at)


def to_the_first_vote(table: VirtualTable, ballot: str) -> None:
    """Everything before the vote, at the panel only: the die at Valkyrie three, Thor wounds Valkyrie one."""
    choose_the_game(table, ballot)
    table.decides("setup.deal", "dealt")
    night_with_the_die(table, VALKYRIE_3)
    table.hears(kit_events.Banished(VALKYRIE_3, "conspiracy"))
    throw(table, 3, 6, THOR)
    acts(table, "odin", VALKYRIE_4)
    acts(table, "thor", VALKYRIE_1)
    passes(table, "hel")
    accuse(table, ODIN, THOR, HEL)


def the_score_pad(table: VirtualTable, players: int, **options: int | str) -> None:
    """Choose it, without an earlier setup, for points once a round and no end."""
    table.decides("menu.game", "scorepad")
    if table.hears(Asked).name == "menu.same":
        table.answers("no")
        table.hears(Asked("option.players"))
    table.answers(players)
    chosen = {"mode": "round", "wins": "highest", "until": "none", **options}
    for name in ("mode", "enters", "wins", "until", "target", "rounds"):
        if name in chosen:
            table.decides(f"option.{name}", chosen[name])


def to_the_first_points(table: VirtualTable, players: int, **options: int | str) -> None:
    """Player 1 deals."""
    the_score_pad(table, players, **options)
    table.decides("dealer.first", 1)
    table.hears(Asked("entry.points"))


def marked_seat(table: VirtualTable) -> int:
    """The seat that the display's ring marks; 0 if none is."""
    assert isinstance(table.screen, RingScreen), table.screen
    marked = [seat for seat, one in enumerate(table.screen.seats, 1) if one.marked]
    assert len(marked) < 2, marked
    return marked[0] if marked else 0


def asks_next(table: VirtualTable, name: str, seat: int = 0) -> None:
    """Assert that nothing else is asked before this."""
    assert table.hears(Asked) == Asked(name, seat)


def presses_in_vain(table: VirtualTable, seat: int, button: str) -> None:
    """Press in vain: the question is repeated, and nothing else happens."""
    table.hears_out(6)  # let the prompt finish
    before = len(table.heard)
    table.taps(seat, button)
    assert {type(one.what) for one in table.heard[before:]} == {Said}


def to_the_night(table: VirtualTable) -> None:
    """Thor and Valkyrie two conspire."""
    choose_the_game(table)
    everybody_is_called(table)
    table.decides("setup.deal", "dealt")
    the_box_learns(table)


def to_odin(table: VirtualTable) -> None:
    """Valkyrie three is banished, and the Oracle is at Thor."""
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


def see_the_end(table: VirtualTable) -> None:
    """The banner stays until somebody presses."""
    table.hears(Asked("end.seen"))
    table.advance(2)
    table.ok()
