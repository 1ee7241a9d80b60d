"""The parts of a council that the second referee does not judge: cases that random games miss."""

from __future__ import annotations

import pytest

from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung.gods import GODS, ActionCard
from gm_appliance.hidden_roles import events
from tests.games.pantheon import Pantheon


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
