"""A card named wrongly in a fight against the box can be corrected right after it; nothing else changes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gm_appliance.core.game import JSON, Choice, Decision, IllegalChoice
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games.odins_table import ODINS_TABLE, correction
from gm_appliance.games.odins_table.events import Corrected, Fought
from gm_appliance.games.odins_table.hand import LastFight, State
from tests.games.odin_games import in_earnest
from tests.games.odin_table import FACING, Table, facing

FIGHTS = ("fight.attack", "fight.defence")
CORRECT = "fight.mend"


def can_correct(decision: Decision | None) -> bool:
    return decision is not None and any(one.name == CORRECT for one in decision.on_request)


def fought(picture: str = FACING, start: str = "c3", to: str = "c4") -> Table:
    """The person attacked a three with a five."""
    table = Table("solo").lies(picture).box_holds(9, 8, 3, 6, 5, 4)
    return table.moves(start, to).say("fight.attack", 5)


def test_the_corrected_card_fights_the_same_card_of_the_box() -> None:
    table = fought()
    held = table.state.hand
    table.say(CORRECT, 2)
    assert table.told[:2] == [
        Corrected(1, 2, ("c4", "a5"), ("f1",)),
        Fought(1, 2, 3, "defender", "higher", "c3", "c4"),
    ]
    assert table.state.hand == held, "the same card is discarded, and the same one drawn"
    assert table.view.piles[0].used == (2,)
    assert table.name() == "box.move"


def test_a_correction_takes_back_what_the_box_did_since_and_can_be_corrected() -> None:
    table = fought("w..... ..bb.. ..w... ...... .....b").say("box.move", "d4d3")
    assert table.name() == "turn.piece"
    table.say(CORRECT, 2)
    assert table.told[0].black == ("f1", "d3")
    assert (table.name(), table.final) == ("box.move", True)
    assert table.say(CORRECT, 7).told[1].attack == 7


def test_a_correction_is_offered_until_the_persons_next_decision() -> None:
    table = fought()
    table.say("box.move", table.answers()[0])
    assert can_correct(ODINS_TABLE.decision(table.view))
    table.say("turn.piece", table.answers()[0])
    assert not can_correct(ODINS_TABLE.decision(table.view))
    with pytest.raises(IllegalChoice):
        table.say(CORRECT, 2)


def test_a_correction_can_undo_the_end_of_a_match() -> None:
    table = fought("wwb... ..w... ...... ...... .....b", "c4", "c5")
    assert table.name() == "match.over"
    table.say(CORRECT, 2)
    assert (table.name(), table.view.results) == ("box.move", ())


def test_a_card_that_lies_open_is_not_corrected() -> None:
    table = facing(9, 8, 3, 6, 5, 4).face_up(0, c=5).moves("c3", "c4")
    assert table.name() == "box.move"
    assert not can_correct(ODINS_TABLE.decision(table.view))


def test_the_cursor_of_a_correction_starts_at_no_card() -> None:
    assert correction.CORRECT.at < 0


def replayed(choices: list[tuple[str, JSON]]) -> State:
    state = ODINS_TABLE.begin(ODINS_TABLE.complete({"mode": "solo"}))
    for name, value in choices:
        state = ODINS_TABLE.apply(state, Choice(name, value)).state
    return state


def corrections() -> int:
    """Play matches with corrections, and compare each with a match in which the card was right at once.
    Returns the number of corrections."""
    return sum(map(corrections_in_a_match, range(12)))


def corrections_in_a_match(seed: int) -> int:
    rng, play = Random(seed), Play(ODINS_TABLE, ODINS_TABLE.complete({"mode": "solo"}))
    choices: list[tuple[str, JSON]] = []
    fight = corrections = 0
    while (decision := play.decision) and len(choices) < 500:
        choice = in_earnest(decision, rng)
        if can_correct(decision) and rng.random() < 0.3:
            choice = Choice(CORRECT, rng.randrange(10))
            shuffled = [one for one in choices[fight + 1 :] if one[0] == "box.reshuffle"]
            choices[fight:] = [(choices[fight][0], choice.value), *shuffled]
            corrections += 1
        else:
            fight = len(choices) if choice.name in FIGHTS else fight
            choices.append((choice.name, choice.value))
        play.take(choice)
        if choice.name == CORRECT:
            right_at_once = replayed(choices)
            now: State = play._now.state
            assert (now.view, now.hand) == (right_at_once.view, right_at_once.hand)
    return corrections


def test_a_corrected_match_is_the_one_in_which_the_card_was_right_at_once() -> None:
    assert corrections() > 60


def test_a_correction_that_draws_another_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    corrected = correction.corrected

    def another(state: State, card: Any) -> Any:
        assert state.last_fight is not None
        before = state.last_fight.before
        assert before.hand is not None
        stacked = replace(before.hand, deck=before.hand.deck[1:] + before.hand.deck[:1])
        fight = LastFight(replace(before, hand=stacked), state.last_fight.shuffled)
        return corrected(replace(state, last_fight=fight), card)

    monkeypatch.setattr(correction, "corrected", another)
    with pytest.raises(AssertionError):
        corrections()
