"""The interface the host knows every game's narration by."""

from __future__ import annotations

from typing import Any, Protocol

from gm_appliance.core.cues import Cue, Props, Screen
from gm_appliance.core.game import Beat, Decision, Face


class Asking(Protocol):
    """Turns an open decision into words, a picture and lights."""

    def ask(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """The decision's opening words; they stand on their own and end with what to press."""
        ...

    def again(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """The same, shorter; none where silence is wanted."""
        ...

    def remind(self, decision: Decision, view: Any, times: int) -> tuple[Cue, ...]:
        """How long it has been open by now, `times` its `remind` seconds. Nobody is hurried."""
        ...

    def screen(self, decision: Decision, view: Any, face: Face, minutes: int) -> Screen:
        """The display while an open decision waits; `minutes` it has waited for."""
        ...

    def lights(self, decision: Decision, view: Any) -> frozenset[int]:
        """The seats whose lamps are lit while an open decision waits."""
        ...


class Narration(Asking, Protocol):
    """Turns what is public into cues. The view is the game's own; nothing else comes in."""

    def beat(self, decision: Decision, view: Any, beat: Beat) -> tuple[Cue, ...]:
        """What happens at a beat of a timetable."""
        ...

    def outlook(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """What may be said once this decision is made in secret, whichever way: to have it ready."""
        ...

    def tell(self, event: Any, view: Any) -> tuple[Cue, ...]:
        """An event, with the view right after it."""
        ...

    def back(self, before: Any, view: Any) -> tuple[Cue, ...]:
        """What lies elsewhere now that something was taken back: people move it by hand."""
        ...

    def recap(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """Where the game stands, in a sentence or two, before a decision is opened once more."""
        ...

    def props(self, view: Any) -> Props | None:
        """Everything that lies on the table; None to leave what lies there."""
        ...

    def interrupted(self, decision: Decision, view: Any) -> str:
        """A sentence saying where the game was interrupted."""
        ...

    def topics(self, view: Any, asides: tuple[str, ...]) -> tuple[str, ...]:
        """What can be asked for now, in order: what is explained, and all of `asides`, the decisions
        on the side by name. None where there is nothing to ask."""
        ...

    def topic(self, topic: str) -> str:
        """A topic, or a decision on the side, as a line of the menu; at most 21 columns."""
        ...

    def explain(self, topic: str, view: Any) -> tuple[Cue, ...]:
        """The answer, from what is public."""
        ...
