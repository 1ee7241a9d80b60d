"""Where Götterdämmerung words the same event or question differently, because the table differs."""

from __future__ import annotations

from typing import Any

import pytest

from gm_appliance.core.cues import Cue, Say, Show
from gm_appliance.core.cues.screens import VersusScreen
from gm_appliance.core.language import load
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung.events import CardLaid, CardRemoved, CardTaken
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.events import Counted, ThumbsShown
from gm_appliance.hidden_roles.narration.prompts import VOTES
from tests.games.gotterdammerung import Party
from tests.games.pantheon import Pantheon


@pytest.fixture
def narration() -> Gotterdammerung:
    return Gotterdammerung(load("en", gotterdammerung.__name__))


def said(cues: tuple[Cue, ...]) -> list[str]:
    return [cue.text for cue in cues if isinstance(cue, Say)]


def told(narration: Gotterdammerung, party: Pantheon, events: list[Any]) -> list[str]:
    return [text for event in events for text in said(narration.tell(event, party.view))]


def asked(narration: Gotterdammerung, party: Pantheon) -> str:
    return " ".join(said(narration.ask(party.decision(), party.view)))


def test_where_a_card_is_put_is_said_once_a_game(narration: Gotterdammerung) -> None:
    party = Pantheon("thor", "heimdall")
    counts = []
    for _round in range(2):
        for god in ("odin", "thor", "heimdall"):
            party.until(god)
            seat = party.seat(1 if god == "odin" else 2)  # Thor cannot wound a player Odin shields
            laid = party.act(god, seat)
            assert laid[0] == CardLaid(god, seat)
            counts.append(len(told(narration, party, laid[:1])))
    assert counts == [2, 1, 1, 1, 1, 1]


def test_a_player_healed_but_still_wounded_is_told_so(narration: Gotterdammerung) -> None:
    sentences = []
    for sif in (1, 2):
        party = Pantheon("sif", "thor", "idun")
        party.until("idun", sif=sif, thor=1)
        healed = party.act("idun", "thor")
        assert healed[0] == CardRemoved("idun", "thor", party.seat(1))
        sentences.append(told(narration, party, healed[:1]))
    assert sentences[0] != sentences[1]


def with_a_wound(*, taken: bool) -> tuple[Pantheon, str]:
    """Thor's wound at Loki, who took it, or at a Valkyrie; and the holder's name."""
    party = Pantheon("thor", "loki")
    party.until("loki", thor=1)
    if taken:
        assert party.act("loki", "thor")[0] == CardTaken("loki", "thor", party.seat(1))
    else:
        party.act("loki")
    return party, "Loki" if taken else "Valkyrie 1"


def test_a_wound_that_loki_took_is_not_told_as_thors_doing(narration: Gotterdammerung) -> None:
    """Neither in the recap nor in the count."""
    recaps, counts = [], []
    for taken in (True, False):
        party, holder = with_a_wound(taken=taken)
        wound = said(narration.explain("recap", party.view))[-1]
        recaps.append(wound.replace(holder, "X"))
        counted = next(one for one in party.ballot(2) if isinstance(one, Counted))
        reason, _total = said(narration.tell(counted, party.view))
        counts.append(reason.replace(holder, "X"))
    assert recaps[0] != recaps[1]
    assert counts[0] != counts[1]


def test_each_reason_of_a_count_has_the_votes_with_it(narration: Gotterdammerung) -> None:
    """The last ones are the total; Balder's card turns a vote, and so counts on both sides."""
    turned = (kit.Modifier(2, "balder", kit.DOWN, 0), kit.Modifier(2, "sif", kit.DOWN, 1))
    counted = Counted(1, kit.Count(3, 3, turned, 5, 2))
    shown = next(
        one for one in narration.tell(counted, Pantheon("sif", "balder").view) if isinstance(one, Show)
    ).screen
    assert isinstance(shown, VersusScreen)
    assert [one[1:] for one in shown.reasons] == [(3, 3), (4, 2), (5, 2)]


@pytest.mark.parametrize("count", ["seats", "totals"])
@pytest.mark.parametrize("down", [(1, 2, 3, 4, 6), (5,), ()])
def test_who_voted_how_can_be_asked_unless_only_totals_were_told(
    narration: Gotterdammerung, count: str, down: tuple[int, ...]
) -> None:
    """Once the thumbs were shown by the lamps alone; nothing names a seat where they are secret."""
    party = Party(dice="own", count=count).deal().to_council()
    assert VOTES not in narration.topics(party.view, ())
    told = party.to_vote(4).vote(down)
    assert (VOTES in narration.topics(party.view, ())) == any(isinstance(one, ThumbsShown) for one in told)
    assert (VOTES in narration.topics(party.view, ())) == (count == "seats")
    voted: dict[str, set[int]] = {}
    for sentence in said(narration.explain(VOTES, party.view))[1:]:
        named = {seat for seat in party.view.seats if narration.name(party.view, seat) in sentence}
        voted.setdefault(sentence.partition(":")[0], set()).update(named)
    up = {*party.view.seats} - {*down}
    assert [*voted.values()] == [one for one in ({*down}, up) if one and count == "seats"]


@pytest.mark.parametrize("god", ["balder", "freya"])
def test_a_deputy_is_not_asked_as_the_god_would_be(narration: Gotterdammerung, god: str) -> None:
    """The god's own vote counts, even if Niörd decides."""
    own = Pantheon("thor", "niord", god)
    own.until(god)
    other = Pantheon("thor", "niord", god)
    other.until(god, thor=god, niord=god)
    assert (own.by(), other.by()) == (own.seat(god), other.seat("niord"))
    assert asked(narration, other) != asked(narration, own).replace(god.capitalize(), "Niörd", 1)
