"""The council of Götterdämmerung: accusing, supporting, defending, voting, missing thumbs."""

from __future__ import annotations

import pytest

from gm_appliance.core.game import AllSeats, Clock, First, IllegalChoice, Ready, Seat, Table
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import events
from gm_appliance.games.gotterdammerung.gods import GODS, ActionCard
from gm_appliance.games.gotterdammerung.model import Council
from tests.games.gotterdammerung import Party
from tests.games.pantheon import Pantheon

EVERYBODY = (1, 2, 3, 4, 5, 6, 7)


def at_council(victim: int = 0, wounded: int = 0, **options: int) -> Party:
    party = Party(conspirators=(2, 5), **options).deal()
    party.night(victim)
    return party.to_council(wounded)


# ---------------------------------------------------------------- accusing


def test_anybody_accuses_by_holding_thumb_down_first() -> None:
    assert at_council().decision().who == First(EVERYBODY, "hold-down")


def test_the_accuser_says_whom_or_takes_it_back() -> None:
    party = at_council()
    assert party.do("council.accuse", 4) == [events.Accuses(4)]
    assert party.decision().who == Seat(4)
    assert party.legal() == (1, 2, 3, 5, 6, 7, "pass")
    assert party.do("council.whom", "pass") == [events.Withdrawn(4)]
    assert party.open == "council.accuse"


def test_banished_players_accuse_support_and_vote() -> None:
    party = at_council(victim=6)
    assert party.accuse(6, 4)[-1] == events.Accused(6, 4)
    party.do("council.drop", "drop")
    party.accuse(1, 4)
    assert party.do("council.support", 6) == [events.Supported(6, 4)]
    party.do("council.defence", "done")
    assert party.decision().who == AllSeats(EVERYBODY)
    assert party.vote(down=(6,))[0] == events.ThumbsShown(4, {**dict.fromkeys(EVERYBODY, "up"), 6: "down"})


# ---------------------------------------------------------------- supporting


def test_the_supporter_is_neither_accuser_nor_accused() -> None:
    party = at_council()
    assert party.accuse(4, 6)[-1] == events.Accused(4, 6)
    assert party.decision().who == First((1, 2, 3, 5, 7), "press-up")
    for seat in (4, 6):
        with pytest.raises(IllegalChoice):
            party.do("council.support", seat)
    assert party.do("council.support", 1) == [events.Supported(1, 6)]


def test_an_accusation_is_dropped_by_the_table_alone() -> None:
    party = at_council()
    party.accuse(4, 6)
    assert [(one.name, one.who) for one in party.decision().also] == [("council.drop", Table())]
    assert party.do("council.drop", "drop") == [events.Dropped(6)]


def test_where_the_house_wants_it_the_clock_drops_an_accusation_too() -> None:
    party = at_council(drop=60)
    party.accuse(4, 6)
    table, clock = party.decision().also
    assert (table.who, table.limit, clock.who, clock.limit) == (Table(), None, Clock(), 60.0)
    assert party.do("council.lapse", "lapse") == [events.Dropped(6)]
    assert party.view.phase == Council((), resumed=True)


def test_a_dropped_accusation_does_not_count_and_may_be_made_again() -> None:
    party = at_council()
    for _ in range(5):
        party.accuse(4, 6)
        party.do("council.drop", "drop")
    assert party.view.phase == Council((), resumed=True)
    assert party.accuse(4, 6)[-1] == events.Accused(4, 6)


# ---------------------------------------------------------------- defending and voting


def test_the_accused_says_when_the_defence_is_over() -> None:
    party = at_council()
    party.accuse(4, 6)
    party.do("council.support", 1)
    decision = party.decision()
    assert (decision.name, decision.who, decision.domain) == ("council.defence", Seat(6), Ready(("done",)))


def test_everybody_votes_the_accused_too_and_secretly() -> None:
    decision = at_council().to_vote(6).decision()
    assert decision.who == AllSeats(EVERYBODY)
    assert decision.secret
    assert not decision.closed


def test_more_down_than_up_banishes_and_ends_the_council() -> None:
    party = at_council().to_vote(6)
    shown, counted, *then = party.vote(down=(1, 2, 3, 4))
    assert (type(shown), type(counted)) == (events.ThumbsShown, events.Counted)
    assert then == [events.Banished(6, "council"), events.RoundBegins(2)]
    assert party.open == "conspiracy"
    assert party.view.round == 2


# ---------------------------------------------------------------- missing thumbs


def test_missing_voters_are_named_and_asked_a_second_time() -> None:
    party = at_council().to_vote(6)
    assert party.vote(down=(1,), missing=(3, 7)) == [events.Missing((3, 7))]
    assert (party.open, party.decision().who) == ("council.vote", AllSeats((3, 7)))
    shown = party.vote(down=(3,))[0]
    assert shown == events.ThumbsShown(6, {**dict.fromkeys(EVERYBODY, "up"), 1: "down", 3: "down"})


def test_after_the_second_time_each_missing_seat_votes_at_the_panel() -> None:
    party = at_council().to_vote(6)
    party.vote(down=(1, 2), missing=(3, 4, 7))
    assert party.vote(down=(4,), missing=(3, 7)) == [events.Missing((3, 7))]
    for seat in (3, 7):
        booth = party.decision()
        assert (booth.name, booth.who, booth.secret) == ("council.booth", Seat(seat), True)
        told = party.do("council.booth", "down")
    assert told[0].thumbs == {1: "down", 2: "down", 3: "down", 4: "down", 5: "up", 6: "up", 7: "down"}
    assert told[-2:] == [events.Banished(6, "council"), events.RoundBegins(2)]


def test_nothing_of_a_ballot_shows_before_all_thumbs_are_there() -> None:
    one, other = (at_council().to_vote(6) for _ in range(2))
    one.vote(down=(1, 2), missing=(7,))
    other.vote(down=(), missing=(7,))
    assert one.view == other.view
    assert repr(one.play) == repr(other.play)


# ---------------------------------------------------------------- how a council ends


def test_after_a_spared_accusation_exactly_one_other_player_can_be_accused() -> None:
    party = at_council().to_vote(6)
    party.vote(down=())
    assert party.view.phase == Council((6,))
    party.do("council.accuse", 1)
    assert party.legal() == (2, 3, 4, 5, 7, "pass")
    party.do("council.whom", 7)
    party.do("council.support", 2)
    party.do("council.defence", "done")
    assert party.vote(down=())[-3:-1] == [events.Spared(7, tie=False), events.CouncilEnds("second")]
    assert party.open == "conspiracy"


def test_a_dropped_second_accusation_still_leaves_one() -> None:
    party = at_council().to_vote(6)
    party.vote(down=())
    party.accuse(1, 7)
    party.do("council.drop", "drop")
    assert party.view.phase == Council((6,), resumed=True)


def test_the_table_can_end_the_council_before_and_between_accusations() -> None:
    party = at_council()
    assert party.close() == [events.CouncilEnds("agreed"), events.RoundBegins(2)]
    party.to_council().to_vote(6).vote(down=())
    assert party.close() == [events.CouncilEnds("agreed"), events.RoundBegins(3)]
    assert party.view.round == 3


def down_to_two(party: Party) -> Party:
    """Nights, until a protector and a conspirator are left in Asgard, in the council's talk."""
    for victim in (1, 3, 4, 2):
        party.night(victim)
        party.to_council().close()
    party.night(6)
    return party.to_council()


def test_while_both_factions_stand_in_asgard_there_is_a_second_to_accuse() -> None:
    party = down_to_two(Party(conspirators=(2, 5)).deal())
    assert party.view.asgard == (5, 7)
    assert party.to_vote(5).vote(down=())[-1] == events.Spared(5, tie=False)
    # Only seat 7 can be accused, so seat 7 has nobody to accuse.
    assert party.decision().who == First((1, 2, 3, 4, 5, 6), "hold-down")
    assert party.to_vote(7, accuser=1).vote(down=())[-2] == events.CouncilEnds("second")


# ---------------------------------------------------------------- with other gods


def test_a_council_in_which_nobody_can_be_accused_ends_by_itself() -> None:
    """Two are left in Asgard: one has Tyr's card, and after the other is spared there is nobody."""
    party = Pantheon("tyr", "saga", "hel", valkyries=4, conspirators=("hel", 4))
    for who in ("odin", "tyr", "saga", 1, 2, "hel"):
        party.banish(who)
        party.begin_round()
    party.until("", tyr=4)
    told = party.ballot(3)
    assert [event for event in told if isinstance(event, events.CouncilEnds)] == [
        events.CouncilEnds("nobody")
    ]
    assert party.open == "conspiracy"


def test_a_weight_is_never_negative(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the book's cards it cannot be; a harsher Thor would not turn a thumb around."""
    monkeypatch.setitem(GODS, "thor", replace(GODS["thor"], card=ActionCard(wounds=True, votes=-2)))
    party = Pantheon("thor", "saga", "hel")
    party.until("", thor=1)
    counted = next(event.count for event in party.ballot(2, 1, 3) if isinstance(event, events.Counted))
    assert (counted.down, counted.up) == (1, 6)
