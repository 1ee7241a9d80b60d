"""Odin's Table against the box: evenings in which it holds other cards are alike until one of them is seen.

Both evenings are played from scripts with the same choices, the box's moves included; only the order of its
deck and the places behind its wall differ. All that leaves a port is compared, with its times, up to
the first event in which a card of the box is revealed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_appliance.app import headless
from gm_appliance.app.headless import rehearse
from gm_appliance.core.game import JSON, Choice, OneOf
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.odins_table.board import SQUARES
from gm_appliance.games.odins_table.hand import CARDS_OF_A_DECK, State
from gm_appliance.games.odins_table.model import OdinView
from gm_appliance.games.registry import GAMES, RegisteredGame
from gm_appliance.simulator.script import ScriptError

GAME, BOX = "odins-table", 2
OPTIONS: Mapping[str, JSON] = {"mode": "solo", "strength": "easy"}

Line = dict[str, Any]
Chosen = tuple[str, JSON]

MOST = 70
"""Choices of an evening that are compared."""


class Seen(Exception):
    """A card of the box was revealed: from here on the evenings may differ."""


def played(script: Path, **given: JSON) -> list[Line]:
    """What an evening puts out until a card of the box is revealed, or until the script ends."""
    lines: list[Line] = []

    def write(line: str) -> None:
        lines.append(json.loads(line))
        if revealed(lines[-1]):
            raise Seen

    with suppress(Seen, ScriptError):
        rehearse(GAME, {**OPTIONS, **given}, "en", write, script=script)
    return lines


def peaceful(seed: int, **given: JSON) -> list[Chosen]:
    """What all choose who attack as late as they can, the box included; nobody scouts."""
    rng, found = Random(seed), list[Chosen]()
    play = Play(ODINS_TABLE, ODINS_TABLE.complete({**OPTIONS, **given}))
    while (decision := play.decision) and len(found) < MOST:
        choice = Choice(decision.name, decision.domain.sample(rng))
        if isinstance(decision.domain, OneOf) and decision.name in ("turn.target", "box.move"):
            theirs = play.view.position.theirs
            quiet = [
                one
                for one in decision.domain.options
                if "idunn" not in str(one) and not theirs >> SQUARES[str(one)[-2:]] & 1
            ]
            choice = Choice(decision.name, rng.choice(quiet or decision.domain.options))
        found.append((choice.name, choice.value))
        play.take(choice)
    return found


def script(path: Path, choices: Sequence[Chosen]) -> Path:
    path.write_text("".join(f"{name} {json.dumps(value)}\n" for name, value in choices), "utf-8")
    return path


# ---------------------------------------------------------------- other cards


def order(cards: Sequence[int], number: int) -> list[int]:
    """The order of that number, counted in the factorial system."""
    left, number = list(cards), number - 1
    return [left.pop((number // factorial(place)) % (place + 1)) for place in reversed(range(len(cards)))]


def number(cards: Sequence[int], wanted: Sequence[int]) -> int:
    """The number of an order, so that `order` gives it back."""
    left, found = list(cards), 1
    for card in wanted:
        at = left.index(card)
        left.pop(at)
        found += at * factorial(len(left))
    return found


def with_other_cards(choices: Sequence[Chosen], rng: Random) -> list[Chosen]:
    """The same, but for what the box alone knows: where its cards stand, and what comes from its deck."""
    changed: list[Chosen] = []
    for name, value in choices:
        new: JSON = value
        if name == "box.shuffle":
            deck = order(CARDS_OF_A_DECK, int(str(value)))
            first, rest = deck[:6], deck[6:]
            rng.shuffle(rest)
            new = number(CARDS_OF_A_DECK, (*first, *rest))
        elif name == "box.lay":
            new = rng.randint(1, factorial(6))
        changed.append((name, new))
    return changed


# ---------------------------------------------------------------- what is compared


def revealed(line: Line) -> bool:
    """Whether a card of the box is seen from here on."""
    if line["kind"] != "event":
        return False
    return line["name"] == "Fought" or (
        line["name"] in ("TurnedUp", "IdunnRevealed", "IdunnDiscarded") and line["seat"] == BOX
    )


def put_out(lines: Sequence[Line]) -> list[Line]:
    """What the table gets of it, secrets left out as they are from every port."""
    unseen = [line for line in lines if not revealed(line)]
    return [{**line, "value": ""} if hidden(line) else line for line in unseen]


def hidden(line: Line) -> bool:
    return str(line["audience"]) != "all"


def pair(tmp_path: Path, seed: int, **given: JSON) -> tuple[list[Line], list[Line]]:
    """Two evenings that differ in the box's cards alone."""
    choices = peaceful(seed, **given)
    others = with_other_cards(choices, Random(seed))
    assert others != choices
    one = played(script(tmp_path / "one", choices), **given)
    other = played(script(tmp_path / "other", others), **given)
    return one, other


@pytest.mark.parametrize("side", ["white", "black"])
def test_other_cards_of_the_box_change_nothing_until_one_is_seen(tmp_path: Path, side: str) -> None:
    compared = 0
    for seed in range(2):
        one, other = (put_out(lines) for lines in pair(tmp_path, seed, side=side))
        alike = min(len(one), len(other))  # the other cards may be seen sooner, by Idunn
        assert one[:alike] == other[:alike]
        compared += sum(line["kind"] == "choice" and line["name"] == "box.move" for line in one[:alike])
    assert compared > 15  # moves of the box, the same whatever it holds


def test_that_it_was_secret_is_all_that_is_left_out(tmp_path: Path) -> None:
    one, _other = pair(tmp_path, 1)
    assert {line["name"] for line in one if hidden(line)} == {"box.shuffle", "box.lay", "box.move"}


def leaky(state: State) -> OdinView:
    """A view in which the box's own cards lie open."""
    view = state.view
    if state.hand is None or view.box is None:
        return view
    known = list(view.known)
    known[view.box] = state.hand.cards
    return view.changed({"known": tuple(known)})


def test_a_view_that_tells_its_cards_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = replace(GAMES[GAME], game=replace(GAMES[GAME].game, public=leaky))

    def registered(name: str) -> RegisteredGame:
        return told

    monkeypatch.setattr(headless, "registered", registered)
    one, other = pair(tmp_path, 1)
    assert put_out(one) != put_out(other)
