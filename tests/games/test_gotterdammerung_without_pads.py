"""Götterdämmerung without pads: when the conspirators are asked whether the game is over."""

from __future__ import annotations

import pytest

from gm_appliance.games.gotterdammerung.events import Banished, RoundBegins, Won
from tests.games.gotterdammerung import Party


def after_so_many(banished: int, players: int = 7) -> Party:
    """After nights with the die, one player banished in each, before the last question is answered."""
    party = Party(ballot="thumbs", players=players)
    party.do("setup.deal", "dealt")
    for victim in range(1, banished + 1):
        if party.open == "end.called":
            party.do("end.called", "on")
        if party.open != "conspiracy.night":
            party.to_council().close()
        party.do("conspiracy.night", "over")
        assert party.do("conspiracy.die", victim) == [Banished(victim, "conspiracy")]
    return party


@pytest.mark.parametrize(
    ("players", "banished", "offered"),
    [
        (7, 1, ()),  # five protect, two conspire
        (7, 2, ("on", "protect")),
        (7, 4, ("on", "protect")),
        (7, 5, ("on", "protect", "conspire")),
        (7, 6, ("protect", "conspire")),  # one is left
        (10, 2, ()),  # seven protect, three conspire
        (10, 3, ("on", "protect")),
        (10, 7, ("on", "protect", "conspire")),
    ],
)
def test_the_end_is_asked_for_only_when_possible_with_the_possible_answers(
    players: int, banished: int, offered: tuple[str, ...]
) -> None:
    party = after_so_many(banished, players)
    if offered:
        assert (party.open, party.legal()) == ("end.called", offered)
    else:
        assert party.open == "oracle.first-die"


def test_a_council_that_cannot_have_ended_the_game_is_followed_by_the_next_round() -> None:
    party = after_so_many(0)
    party.do("conspiracy.night", "over")
    party.do("conspiracy.die", "nobody")
    party.to_council()
    party.accuse(1, 4)
    party.do("council.support", 2)
    party.do("council.defence", "done")
    party.do("council.show", "shown")
    for _ in range(6):
        party.do("council.thumb", "down")
    told = party.do("council.thumb", "down")
    assert told[-2:] == [Banished(4, "council"), RoundBegins(2)]
    assert party.open == "conspiracy.night"


def test_hel_goes_on_to_the_look_while_the_game_cannot_be_over() -> None:
    party = after_so_many(0)
    party.do("conspiracy.night", "over")
    party.do("conspiracy.die", "nobody")
    party.roll()
    party.act("odin")
    party.act("thor", 7)
    assert party.act("hel", 7) == [Banished(7, "hel")]
    assert party.open == "oracle.look"


def test_the_faction_that_is_named_has_won() -> None:
    party = after_so_many(2)
    assert party.do("end.called", "protect") == [Won("protect", ())]
    assert party.play.decision is None
