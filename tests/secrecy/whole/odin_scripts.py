"""What is chosen at Odin's Table against the box: twice the same to all who watch, with other cards in hand.

The first evening is any. The second is the first, with all changed that can be unseen: where the box's cards
stand, what its deck gives, and whether its Idunn waits in vain. Both tell the same events, to the end, so
that nothing at all may tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, TypeAlias

from gm_appliance.core.game import JSON, Choice, IllegalChoice, OneOf
from gm_appliance.core.play import Play
from gm_appliance.core.values import Value
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.games.odins_table.board import SQUARES

Chosen: TypeAlias = "tuple[str, JSON]"

CARDS = (0, 0, 1, 1, *(card for card in range(2, 9) for _ in range(3)), 9, 9)
"""The box's deck, written down once more."""

TRIES = 400
"""Changes that are tried on the second evening; most would be seen, and are not made."""

MOST = 55
"""Choices of an evening, the box's included."""


class Scripts(Value):
    """Two evenings. side: what the person plays. hidden: how many changes the second one has seen, of
    two cards of the box or of one of its moves."""

    side: str
    one: tuple[Chosen, ...]
    other: tuple[Chosen, ...]
    hidden: int


@cache
def scripts(seed: int) -> Scripts:
    rng = Random(f"odin {seed}")
    side = rng.choice(("white", "black"))
    one = _any(rng, side)
    told = _told(one, side)
    other, made = list(one), 0
    for _ in range(TRIES):
        changed = _changed(other, rng)
        if changed != other and _told(changed, side) == told:
            other, made = changed, made + 1
    return Scripts(side, tuple(one), tuple(other), made)


def _play(side: str) -> Play:
    return Play(ODINS_TABLE, ODINS_TABLE.complete({"mode": "solo", "strength": "easy", "side": side}))


def _any(rng: Random, side: str) -> list[Chosen]:
    """People who attack now and then, correct a card now and then, and scout seldom."""
    play, found = _play(side), list[Chosen]()
    while (decision := play.decision) and len(found) < MOST and decision.name != "match.over":
        one = decision
        if decision.on_request and rng.random() < 0.3:
            one = decision.on_request[0]
        elif decision.also and rng.random() < 0.05:
            one = decision.also[0]
        options: Sequence[Any] = one.domain.options if isinstance(one.domain, OneOf) else ()
        if one.name in ("turn.target", "box.move") and rng.random() < 0.6:
            theirs = play.view.position.theirs
            options = [
                to for to in options if not theirs >> SQUARES[str(to).split("-")[0][-2:]] & 1
            ] or options
        if one.name == "box.move" and rng.random() < 0.8:
            options = [to for to in options if "idunn" not in str(to)]
        value = rng.choice(options) if options else one.domain.sample(rng)
        play.take(Choice(one.name, value))
        found.append((one.name, value))
    return found


def _told(choices: Sequence[Chosen], side: str) -> object:
    """What all at the table learn of these choices, step by step; None where one cannot be made."""
    play, told = _play(side), list[Any]()
    for name, value in choices:
        try:
            events = play.take(Choice(name, value))
        except IllegalChoice:
            return None
        told.append((tuple(event for event, _view in events), play.view, play.can_undo()))
    return told


def laid(cards: Sequence[int], number: int) -> list[int]:
    """The order of that number, counted in the factorial system."""
    left, rest, found = list(cards), number - 1, list[int]()
    while left:
        block = 1
        for size in range(1, len(left)):
            block *= size
        at, rest = divmod(rest, block)
        found.append(left.pop(at))
    return found


def number_of(places: Sequence[int]) -> int:
    """The number of an order, of the places its cards came from."""
    left, found = sorted(places), 0
    for place in places:
        at = left.index(place)
        found = found * len(left) + at
        left.pop(at)
    return found + 1


def _changed(choices: Sequence[Chosen], rng: Random) -> list[Chosen]:
    """Two of the box's cards change places, or one of its attacks is made with Idunn in mind, or without."""
    changed = list(choices)
    at = rng.choice([at for at, (name, _value) in enumerate(choices) if name in _CHANGES])
    name, value = choices[at]
    changed[at] = (name, _CHANGES[name](value, rng))
    return changed


def _swapped(cards: int, first: int) -> Callable[[JSON, Random], JSON]:
    def swapped(number: JSON, rng: Random) -> JSON:
        places = laid(range(cards), int(str(number)))
        one, other = (rng.randrange(first, cards) for _ in range(2))
        places[one], places[other] = places[other], places[one]
        return number_of(places)

    return swapped


def _with_or_without(move: JSON, rng: Random) -> JSON:
    text = str(move)
    return text.removesuffix("-idunn") if text.endswith("-idunn") else f"{text}-idunn"


_CHANGES: dict[str, Callable[[JSON, Random], JSON]] = {
    "box.shuffle": _swapped(len(CARDS), 6),
    "box.lay": _swapped(6, 0),
    "box.move": _with_or_without,
}
