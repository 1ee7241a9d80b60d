"""The choices on offer, for tables with screens to point at. All of it is public."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision, Face
from gm_appliance.core.values import Value, field


class Offer(Value):
    """A possible choice, and where it is shown.

    said:   its words, as under the cursor. row: its line of a list, from 0; -1 for none.
    seat:   the seat that it is about; 0 for none. square: its square of the board, "C2"; empty for none.
    pile:   its pile of several, from 0; -1 for none.
    """

    choice: Choice
    said: str
    row: int = -1
    seat: int = 0
    square: str = ""
    pile: int = -1


class Offers(Value):
    """All possible choices in an open prompt; a number has no items.

    question: the prompt's opening words. face: with the cursor, or the number. screen: the prompt's picture;
    while the display shows another one, nothing is on offer. own: a sole choice in the words of who makes it.
    barred: why seats cannot be chosen, in a few words; not those whose plates say it.
    """

    prompt_id: int
    decision: Decision
    face: Face
    question: tuple[str, ...]
    screen: Screen
    items: tuple[Offer, ...] = ()
    own: str = ""
    barred: Mapping[int, str] = field(default_factory=dict)
