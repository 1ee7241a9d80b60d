"""Random matches of Odin's Table agree with a second referee, and all of them end."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

from gm_appliance.core.game import JSON, OneOf
from gm_appliance.core.play import Play
from gm_appliance.core.values import Value
from gm_appliance.games.odins_table import ODINS_TABLE, board, events, judge, turn_end
from gm_appliance.games.odins_table.fight import Verdict, judged
from tests.app.transcripts_odin import check
from tests.app.transcripts_rules import Disagrees, Line
from tests.games.odin_games import Chooser, at_random, in_earnest, play, to_and_fro

CHOOSERS: dict[str, Chooser] = {"at random": at_random, "in earnest": in_earnest, "to and fro": to_and_fro}

MOST = 20_000
"""The most choices of a random game. Most take fewer than 1,500."""


def counted(seed: int, choose: Chooser, mode: str) -> Play:
    """Play a match, asserting that both referees agree on every offer, every event and the outcome."""
    games, white = (1, 3, 5, 7)[seed % 4], (1, 2, "lots")[seed % 3]
    match, lines = play(seed, choose, mode=mode, games=games, white=white)
    outcome = check(lines, mode, games=games, white=white if isinstance(white, int) else 0)
    assert match.outcome is not None
    assert outcome["winners"] == list(match.outcome.winners)
    began = next(one["white"] for one in map(json.loads, lines) if one.get("name") == "GameBegins")
    assert match.outcome.counted == {"first": began}
    return match


@pytest.mark.many
@pytest.mark.parametrize("choose", CHOOSERS)
def test_a_second_referee_agrees_with_the_referee(choose: str) -> None:
    for seed in range(3 if choose == "at random" else 12):
        counted(seed, CHOOSERS[choose], "referee")


def test_a_second_referee_agrees_with_the_judge() -> None:
    fights: set[JSON] = set()
    for seed in range(30):
        taken = [one.choice.value for one in counted(seed, at_random, "judge").taken]
        fights |= {(attack, defence) for attack, defence in pairwise(taken) if isinstance(defence, int)}
    assert len(fights) == 2 * 10 * 10, "each card of either colour against each"


@pytest.mark.long
@pytest.mark.parametrize("choose", CHOOSERS)
def test_a_second_referee_agrees_in_hundreds_of_matches(choose: str) -> None:
    ended: Counter[str] = Counter()
    for seed in range(10 if choose == "at random" else 120):
        match = counted(1_000 + seed, CHOOSERS[choose], "referee")
        ended.update(one.why for one in match.view.results)
    assert ended["repetition" if choose == "to and fro" else "conquered"]


def quickly(seed: int, mode: str, most: int = MOST) -> str:
    """Why a random game ended. Does not use `Play`, which would remember all states."""
    rng = Random(seed)
    choose = (in_earnest, to_and_fro, at_random, in_earnest)[seed // 2 % 4]
    state = ODINS_TABLE.begin(ODINS_TABLE.complete({"mode": mode}))
    for _ in range(most):
        decision = ODINS_TABLE.decision(state.view)
        assert decision is not None
        state = ODINS_TABLE.apply(state, choose(decision, rng)).state
        if state.view.results:
            return state.view.results[0].why
    raise AssertionError(f"seed {seed}: this game does not end")


@pytest.mark.parametrize("mode", ["referee", "solo"])
@pytest.mark.parametrize("number", [24, pytest.param(500, marks=pytest.mark.long)])
def test_random_games_end(mode: str, number: int) -> None:
    assert {quickly(seed, mode) for seed in range(number)} == {"conquered", "repetition"}


TRICK = Verdict("swap", "trickery")
VERDICTS: dict[str, tuple[Verdict, Callable[[int, int], bool]]] = {
    "a tie to the defender": (Verdict("defender", "tie"), lambda attack, defence: attack == defence != 1),
    "trickery against Loki": (TRICK, lambda attack, defence: attack == defence == 1),
    "trickery against Idunn": (TRICK, lambda *pair: pair == (0, 1)),
    "trickery in attack": (TRICK, lambda attack, defence: attack == 1 < defence),
}


@pytest.mark.parametrize("fault", VERDICTS)
def test_another_verdict_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    verdict, on = VERDICTS[fault]
    monkeypatch.setattr(judge, "judged", lambda *pair: verdict if on(*pair) else judged(*pair))
    with pytest.raises(Disagrees, match="Fought"):
        test_a_second_referee_agrees_with_the_judge()


def some_to_and_fro() -> None:
    for seed in range(12):
        counted(seed, to_and_fro, "referee")


@pytest.mark.parametrize("times", [2, 4])
def test_a_draw_offered_too_early_or_too_late_is_caught(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_end, "OFFERED", times)
    with pytest.raises(Disagrees, match=r"draw\.agree|Repeated"):
        some_to_and_fro()


def test_a_game_that_does_not_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can win, and no draw is offered."""
    monkeypatch.setattr(turn_end, "OFFERED", MOST)
    monkeypatch.setattr(board, "winner", lambda position: None)
    with pytest.raises(AssertionError, match="does not end"):
        quickly(2, "referee", most=3_000)


MODES = ("judge", "referee", "solo")


@pytest.mark.parametrize("mode", MODES)
def test_decisions_with_a_single_choice_are_few(mode: str) -> None:
    """Moving the only piece that can move is still asked: its player decides when."""
    for seed in range(10):
        rng, match = Random(seed), Play(ODINS_TABLE, ODINS_TABLE.complete({"mode": mode}))
        while (decision := match.decision) and len(match.taken) < 400:
            if isinstance(decision.domain, OneOf) and len(decision.domain.options) == 1:
                assert decision.name in ("turn.piece", "turn.target", "box.move", "match.over")
            match.take(in_earnest(decision, rng))


@cache
def whole() -> tuple[str, ...]:
    """The transcript of a match with fights, scouting, swaps and a conqueror."""
    wanted = {"Moved", "Fought", "Resurrected", "TurnedUp", "IdunnDiscarded"}
    wanted |= {"MaySwap", "Swapped", "Conquered"}
    for seed in range(200):
        _match, lines = play(seed, in_earnest, mode="referee", games=5)
        told = {json.loads(line).get("name") for line in lines}
        if wanted <= told:
            check(lines, "referee", games=5)
            return tuple(lines)
    raise AssertionError("no such match among these")


def _first(lines: list[Line], kind: str, name: str) -> Line:
    return next(line for line in lines if line["kind"] == kind and line["name"] == name)


def _event(name: str, **changes: object) -> Callable[[list[Line]], None]:
    return lambda lines: _first(lines, "event", name).update(changes)


def _lost(name: str) -> Callable[[list[Line]], None]:
    return lambda lines: lines.remove(_first(lines, "event", name))


def _offers(name: str, legal: str) -> Callable[[list[Line]], None]:
    return lambda lines: _first(lines, "decision", name).update(legal=legal)


def _another_target(lines: list[Line]) -> None:
    """The piece goes elsewhere than its player chose."""
    asked = _first(lines, "decision", "turn.target")
    choice = _first(lines, "choice", "turn.target")
    choice["value"] = next(one for one in asked["legal"].split(" | ") if one != choice["value"])


def _another_winner(lines: list[Line]) -> None:
    lines[-1]["winners"] = [3 - seat for seat in lines[-1]["winners"]] or [1]


def _another_count(lines: list[Line]) -> None:
    lines[-1]["facts"]["by_round"][0] = {"1": 1, "2": 1}


def _no_end(lines: list[Line]) -> None:
    lines.pop()


PLANTED: dict[str, Callable[[list[Line]], None]] = {
    "a fight won by the other": _event("Fought", ends="nobody"),
    "a fight for another reason": _event("Fought", why="because"),
    "another card": _event("Fought", defence=10),
    "a move from another square": _event("Moved", start="a1", to="a1"),
    "a conquest that is no conquest": _event("Moved", conquers=True),
    "a space too many": _event("Conquered", spaces=3),
    "a conquest that is not announced": _lost("Conquered"),
    "a swap that is not announced": _lost("MaySwap"),
    "other columns swapped": _event("Swapped", second="x"),
    "another card turned up": _event("TurnedUp", card=10),
    "an Idunn that stays": _lost("IdunnDiscarded"),
    "another number of lost pieces": _event("Resurrected", lost=6),
    "the game to the other": _event("GameOver", winner=0),
    "too few pieces offered": _offers("turn.piece", "a1 | b1"),
    "a target too many": _offers("turn.target", "a2 | b2 | f5"),
    "a card that does not exist": _offers("fight.attack", "1 | 2 | 10"),
    "another target chosen": _another_target,
    "another winner": _another_winner,
    "another count": _another_count,
    "no end": _no_end,
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_transcript_with_a_fault_is_caught(fault: str) -> None:
    lines = [json.loads(line) for line in whole()]
    PLANTED[fault](lines)
    with pytest.raises(Disagrees):
        check(map(json.dumps, lines), "referee", games=5)


def test_the_page_names_every_decision_and_every_event() -> None:
    """Events by their classes, decisions by what random games ask."""
    scripts = (Path(__file__).parents[2] / "docs" / "developers" / "scripts.md").read_text("utf-8")
    page = scripts.partition("\n## Odin's Table\n")[2].partition("\n## ")[0]
    kinds = [one for one in vars(events).values() if isinstance(one, type) and issubclass(one, Value)]
    told = {one.__name__ for one in kinds if one is not Value}
    asked = {"white.lots"}
    for mode, seed in product(MODES, range(9)):
        rng, match = Random(seed), Play(ODINS_TABLE, ODINS_TABLE.complete({"mode": mode, "games": 3}))
        choose = (at_random, in_earnest, to_and_fro)[seed % 3]
        while (decision := match.decision) and len(match.taken) < 500:
            asked |= {one.name for one in (*decision.open(), *decision.on_request)}
            match.take(choose(decision, rng))
    assert {"judge.close", "draw.agree", "swap.second", "box.swap", "fight.mend", "end.confirm"} <= asked
    assert [name for name in sorted(told | asked) if f"`{name}`" not in page] == []
