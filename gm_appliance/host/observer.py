"""Whoever watches the host without taking part."""

from __future__ import annotations

from typing import Any, Protocol

from gm_appliance.core.game import Choice, Decision


class Observer(Protocol):
    """Somebody who watches the loop without taking part: a transcript, bots at their pads."""

    def asked(self, prompt_id: int, decision: Decision) -> None:
        """A decision was opened; `prompt_id` is the number its edges carry."""
        ...

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def told(self, event: Any) -> None: ...

    def rested(self, seconds: float) -> None:
        """The narration pauses for so long."""
        ...
