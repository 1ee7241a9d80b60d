"""What a decision is asked with, as records: whatever is said or shown at one stands together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeVar

from gm_appliance.core.language import Message
from gm_appliance.core.values import immutable
from gm_appliance.games.gotterdammerung.model import View

T = TypeVar("T")


@immutable
class Wording:
    """A sentence; and the one in its place where those who decide have no pad."""

    pad: Message
    panel: Message | None = None

    def at(self, panel: bool) -> Message:
        return self.panel if panel and self.panel else self.pad


@immutable
class DecisionText:
    """Everything said and shown at one decision.

    ask, again:  the opening, and the same, shorter.
    tasks:       what to do, said after the opening until they have done it once; "", or by the case.
    how:         what to press, said after that, just as long.
    cases:       the opening where it is another one: "first" of several, "second" accusation,
                 "swap" of a pad, "named" with its player, "over" where the game must be, "deputy" where
                 another one decides, "limited" by the clock, "later" and "latest" in other rounds, "on" after
                 an accusation that came to nothing.
    items:       lines of the menu, by value; seats and cards need none.
    hint:        what to press, in a line; where there is a menu it needs none.
    interrupted: where it is not enough to name the round.
    topic:       the line by which it is asked for on the side.
    """

    title: Message
    ask: Wording
    again: Wording
    tasks: Mapping[str, Message] = field(default_factory=dict)
    how: Wording | None = None
    cases: Mapping[str, Wording] = field(default_factory=dict)
    items: Mapping[str, Message] = field(default_factory=dict)
    hint: Wording | None = None
    interrupted: Message | None = None
    topic: Message | None = None


def variant(view: View, *words: T) -> T:
    """One of these by the round: what comes every round is not always put the same, and all may know how."""
    return words[(view.round - 1) % len(words)]
