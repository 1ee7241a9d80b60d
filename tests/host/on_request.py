"""Opens decisions on request behind BACK."""

from __future__ import annotations

from gm_appliance.core.game import Decision, OneOf
from gm_appliance.core.language import load
from gm_appliance.games.registry import registered
from gm_appliance.host.question_narration import QuestionNarration
from gm_appliance.host.stage import BLIND
from gm_appliance.testing import Asked, VirtualTable
from tests.seven import PANEL


def somebody_asks(table: VirtualTable, name: str, *groups: str) -> None:
    """Open this decision on request, through these groups of the menu; no lamp is lit then."""
    table.taps(PANEL, "back")
    table.hears(Asked("questions"))
    table.advance(BLIND)  # a thumb this soon after BACK may be one given unseen
    for group in groups:
        table.answers(group)
        table.hears(Asked("questions"))
    table.answers(name)
    table.hears(Asked(name))
    assert table.lit == frozenset()


def line_to(topic: str, decision: Decision, game: str) -> str:
    """The line of this list behind BACK that leads to a topic: its own, or a group above it."""
    assert isinstance(decision.domain, OneOf)
    menu = QuestionNarration(load("en"), registered(game).narration("en"))
    while topic and topic not in decision.domain.options:
        topic = menu.group(topic)
    return topic
