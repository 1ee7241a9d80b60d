"""The interface for observers: they watch the host and take no part."""

from __future__ import annotations

from functools import partial
from typing import Any

from gm_appliance.core.game import Choice, Decision, Outcome


class Observer:
    """Does nothing; observers, such as a transcript or bots, override the methods they need."""

    def asked(self, prompt_id: int, decision: Decision) -> None:
        """A decision was opened; `prompt_id` is the number its edges carry."""

    def chose(self, decision: Decision, choice: Choice) -> None:
        """This choice was made."""

    def told(self, event: Any) -> None:
        """The game told an event."""

    def announced(self, name: str) -> None:
        """The box itself announced something, such as ``"paused"``; see `announcements`."""

    def began(self) -> None:
        """A game begins, or goes on."""

    def finished(self, outcome: Outcome) -> None:
        """The game is over, and its last events were told."""

    def noted(self, text: str, heading: bool) -> None:
        """The narration adds this to the story; see `cues.StoryLine`."""

    def remarks(self) -> None:
        """The next words are a remark about what happened."""

    def rested(self, seconds: float) -> None:
        """The narration pauses for this many seconds."""


class Observers(Observer):
    """Several observers as one, in order."""

    def __init__(self, *observers: Observer) -> None:
        self._observers = observers
        for name in (one for one in dir(Observer) if not one.startswith("_")):
            setattr(self, name, partial(self._each, name))

    def _each(self, name: str, *given: Any) -> None:
        for observer in self._observers:
            getattr(observer, name)(*given)
