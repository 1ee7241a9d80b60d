"""The parts of a council that the second referee does not judge: gestures, the clock, cases random games
miss."""

from __future__ import annotations

import pytest

from gm_appliance.core.game import Clock, First, Ready, Seat, Table
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung.gods import GODS, ActionCard
from gm_appliance.hidden_roles import events
from gm_appliance.hidden_roles.model import Council
from tests.games.gotterdammerung import Party
from tests.games.pantheon import Pantheon

EVERYBODY = (1, 2, 3, 4, 5, 6, 7)


def at_council(**options: int) -> Party:
    party = Party(conspirators=(2, 5), **options).deal()
    party.night()
    return party.to_council()


def test_the_first_to_make_a_gesture_accuses_or_supports_and_the_accused_ends_the_defence() -> None:
    party = at_council()
    assert party.decision().who == First(EVERYBODY, "hold-down")
    party.accuse(4, 6)
    support = party.decision()
    assert support.who == First((1, 2, 3, 5, 7), "press-up")
    assert [(one.name, one.who) for one in support.also] == [("council.drop", Table())]
    party.do("council.support", 1)
    defence = party.decision()
    assert (defence.name, defence.who, defence.domain) == ("council.defence", Seat(6), Ready(("done",)))


def test_where_the_house_wants_it_the_clock_drops_an_accusation_too() -> None:
    party = at_council(drop=60)
    party.accuse(4, 6)
    table, clock = party.decision().also
    assert (table.who, table.limit, clock.who, clock.limit) == (Table(), None, Clock(), 60.0)
    assert party.do("council.lapse", "lapse") == [events.Dropped(6)]
    assert party.view.phase == Council((), resumed=True)


def test_a_council_in_which_nobody_can_be_accused_ends_by_itself() -> None:
    """Two are left in Asgard: one has Tyr's card, and once the other is spared nobody can be accused."""
    party = Pantheon("tyr", "saga", "hel", valkyries=4, conspirators=("hel", 4))
    for who in ("odin", "tyr", "saga", 1, 2, "hel"):
        party.banish(who)
        party.begin_round()
    party.until("", tyr=4)
    ends = [event for event in party.ballot(3) if isinstance(event, events.CouncilEnds)]
    assert ends == [events.CouncilEnds("nobody")]
    assert party.open == "conspiracy"


def test_a_weight_is_never_negative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Impossible with the book's cards; even a harsher Thor would not turn a thumb around."""
    monkeypatch.setitem(GODS, "thor", replace(GODS["thor"], card=ActionCard(wounds=True, votes=-2)))
    party = Pantheon("thor", "saga", "hel")
    party.until("", thor=1)
    counted = next(event.count for event in party.ballot(2, 1, 3) if isinstance(event, events.Counted))
    assert (counted.down, counted.up) == (1, 6)
