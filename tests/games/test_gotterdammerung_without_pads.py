"""Götterdämmerung without pads: when the conspirators are asked whether the game is over."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from gm_appliance.core.language import SOURCE, languages
from gm_appliance.core.ports import Fault
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import GOTTERDAMMERUNG
from gm_appliance.hidden_roles.events import Banished, RoundBegins, Won
from gm_appliance.testing import Asked, AtBeat, evening
from gm_appliance.testing.screens import words_of
from tests.games.gotterdammerung import Party


def after_so_many(banished: int, players: int = 7) -> Party:
    """After nights with the die that banished one player each, before the last question is answered."""
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


CLOSED = 3.0
"""Seconds, at least, between telling conspirators to close their eyes and telling all to open theirs."""


@pytest.mark.parametrize(
    ("agree", "language"), [*product((10, 15, 60), (SOURCE,)), *product((25,), sorted(languages()))]
)
def test_what_is_counted_aloud_is_the_timetable_of_the_display(
    agree: int, language: str, tmp_path: Path
) -> None:
    """Otherwise somebody would look while conspirators, who see the display, still have their eyes open."""
    options = tuple(
        replace(one, default=agree) if one.name == "agree" else one for one in GOTTERDAMMERUNG.options
    )
    game = replace(GOTTERDAMMERUNG, options=options)
    with evening(tmp_path, {"gotterdammerung": game}, language=language) as table:
        table.pads = {}
        for name, value in (
            ("menu.game", "gotterdammerung"),
            ("option.players", 7),
            ("option.gods", 3),
            ("option.ballot", "thumbs"),
            ("option.dice", "own"),
            ("menu.rules", "start"),
        ):
            table.decides(name, value)
        table.hears(Asked("setup.deal"))
        table.post(Fault("sound", "missing"))
        table.hears_out(20)
        table.answers("dealt")
        table.hears(Asked("signals"))
        agreed = " ".join(words_of(table.screen))
        table.ok()
        table.hears(Asked("conspiracy.night"), AtBeat("open"))
        times = {one.what.mark: one.t for one in table.heard if isinstance(one.what, AtBeat)}
    at = {mark: t - times["lead"] for mark, t in times.items()}
    counted = sorted(int(number) for number in re.findall(r"\d+", agreed))
    assert len(counted) == 3, agreed
    opens, closes, last = counted
    assert 0.0 <= opens - at["die"] < 1.0
    assert 0.0 <= at["reclose"] - closes < 1.0
    assert 0.0 <= last - at["open"] < 1.0
    assert closes + CLOSED <= last
    assert closes - opens >= agree
