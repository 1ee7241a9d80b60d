"""What Götterdämmerung tells apart: the same event or question in other words where the table is another."""

from __future__ import annotations

from typing import Any

import pytest

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.language import load
from gm_appliance.games import gotterdammerung
from gm_appliance.games.gotterdammerung.events import CardLaid, CardRemoved, CardTaken, Counted
from gm_appliance.games.gotterdammerung.narration.narrator import Gotterdammerung
from tests.games.gotterdammerung import Party
from tests.games.pantheon import ORDER, Pantheon


@pytest.fixture
def narration() -> Gotterdammerung:
    return Gotterdammerung(load("en", gotterdammerung.__name__))


def said(cues: tuple[Cue, ...]) -> list[str]:
    return [cue.text for cue in cues if isinstance(cue, Say)]


def told(narration: Gotterdammerung, party: Pantheon, events: list[Any]) -> list[str]:
    return [text for event in events for text in said(narration.tell(event, party.view))]


def asked(narration: Gotterdammerung, party: Pantheon) -> str:
    """What is asked, and how it is done."""
    return " ".join(said(narration.ask(party.decision(), party.view))[-2:])


# ---------------------------------------------------------------- cards


def test_where_a_card_is_put_is_said_once_a_game(narration: Gotterdammerung) -> None:
    party = Pantheon("thor", "heimdall")
    counts = []
    for _round in range(2):
        for god in ("odin", "thor", "heimdall"):
            party.until(god)
            seat = party.seat(1 if god == "odin" else 2)  # whom Odin shields Thor cannot wound
            laid = party.act(god, seat)
            assert laid[0] == CardLaid(god, seat)
            counts.append(len(told(narration, party, laid[:1])))
    assert counts == [2, 1, 1, 1, 1, 1]


def test_who_is_healed_but_wounded_still_is_told_so(narration: Gotterdammerung) -> None:
    sentences = []
    for sif in (1, 2):
        party = Pantheon("sif", "thor", "idun")
        party.until("idun", sif=sif, thor=1)
        healed = party.act("idun", "thor")
        assert healed[0] == CardRemoved("idun", "thor", party.seat(1))
        sentences.append(told(narration, party, healed[:1]))
    assert sentences[0] != sentences[1]


def with_a_wound(*, taken: bool) -> tuple[Pantheon, str]:
    """Thor's wound at Loki, who took it, or at a Valkyrie; and that one's name."""
    party = Pantheon("thor", "loki")
    party.until("loki", thor=1)
    if taken:
        assert party.act("loki", "thor")[0] == CardTaken("loki", "thor", party.seat(1))
    else:
        party.act("loki")
    return party, "Loki" if taken else "Valkyrie 1"


def test_a_wound_that_loki_took_is_not_told_as_thors_deed(narration: Gotterdammerung) -> None:
    """Neither where the table stands nor in the count."""
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


# ---------------------------------------------------------------- questions


@pytest.mark.parametrize("god", ["balder", "freya"])
def test_who_stands_in_is_not_asked_as_the_god_would_be(narration: Gotterdammerung, god: str) -> None:
    """Whose vote weighs is the god's own, whoever decides."""
    own = Pantheon("thor", "niord", god)
    own.until(god)
    other = Pantheon("thor", "niord", god)
    other.until(god, thor=god, niord=god)
    assert (own.by(), other.by()) == (god, "niord")
    assert asked(narration, other) != asked(narration, own).replace(god.capitalize(), "Niörd", 1)


@pytest.mark.parametrize("god", ORDER)
def test_the_panel_says_that_a_god_may_pass(narration: Gotterdammerung, god: str) -> None:
    party = Pantheon("brynhild", "saga", god)
    wounds = {} if god in ("odin", "brynhild") else {"brynhild": 1}
    party.until(god, **wounds)
    seat = party.seat(god)
    party.do("pad.broken", seat)
    party.do("setup.pad", 0)
    assert "pass" in asked(narration, party).lower()


def test_so_does_it_say_to_who_accuses(narration: Gotterdammerung) -> None:
    party = Pantheon("thor", "hel")
    party.until("")
    party.talk()
    party.do("pad.broken", 1)
    party.do("setup.pad", 0)
    party.do("council.accuse", 1)
    assert "pass" in asked(narration, party).lower()


# ---------------------------------------------------------------- who is missing, what does not fit


def test_a_vote_of_the_missing_is_not_opened_as_if_all_voted_again(narration: Gotterdammerung) -> None:
    party = Pantheon("thor", "hel")
    party.until("")
    party.talk().to_vote(party.seat(1))
    openings = []
    for missing in ((2,), ()):
        decision = party.decision()
        openings.append(said(narration.beat(decision, party.view, decision.beats[0])))
        party.vote(down=(), missing=missing)
    assert openings[0] != openings[1]


def test_thumbs_that_never_fit_are_told_as_a_wrong_deal(narration: Gotterdammerung) -> None:
    party = Party(conspirators=(2, 5, 6))
    party.do("setup.deal", "dealt")
    sentences = []
    for _count in range(3):
        (wrong,) = party.do("setup.factions", party.cards())
        sentences.append(said(narration.tell(wrong, party.view)))
    assert sentences[0] == sentences[1] != sentences[2]
