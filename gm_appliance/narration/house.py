"""What the box says of itself, whatever game is on."""

from __future__ import annotations

from gm_appliance.cues import Cue, Light, Lines, Say, Show, Storm
from gm_appliance.narration.words import Words


class House:
    """Pauses, undo, recovery and troubles, in the players' language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def _say(self, key: str) -> Say:
        return Say(self.words(f"say.{key}"))

    def clear(self, eyes_closed: bool) -> tuple[Cue, ...]:
        """No storm, no lights; and where eyes may be closed, open them."""
        opening = (self._say("open-eyes"),) if eyes_closed else ()
        return (Storm(False), Light(), *opening)

    def paused(self, eyes_closed: bool) -> tuple[Cue, ...]:
        words = self.words
        screen = Lines(words("show.paused"), (words("show.paused-1"), "", "", words("show.paused-2")))
        spoken = self._say("paused-closed" if eyes_closed else "paused")
        return (Storm(False), Light(), Show(screen), spoken)

    def broken_off(self) -> tuple[Cue, ...]:
        """The seat pads are gone in a step that needs them."""
        words = self.words
        lines = (words("show.broken-off-1"), "", "", words("show.broken-off-2"))
        return (Show(Lines(words("trouble-title.pads"), lines)), self._say("broken-off"))

    def still_paused(self) -> tuple[Cue, ...]:
        return (Say(self.words("again.paused")),)

    def go_on(self) -> tuple[Cue, ...]:
        return (self._say("go-on"),)

    def taken_back(self) -> tuple[Cue, ...]:
        return (Light(), Show(Lines(self.words("show.taken-back"))), self._say("taken-back"))

    def not_back(self, anything: bool) -> tuple[Cue, ...]:
        return (self._say("not-back" if anything else "nothing-back"),)

    def trouble(self, part: str, what: str) -> tuple[Cue, ...]:
        """A part is missing, lost or back. Nothing for a word the catalogue lacks."""
        key = f"trouble.{part}-{what}"
        if not self.words.has(key):
            return ()
        text = self.words(key)
        return (Show(Lines(self.words(f"trouble-title.{part}"), (text,))), Say(text))

    def goodbye(self) -> tuple[Cue, ...]:
        return (Storm(False), Light(), Show(Lines(self.words("show.goodbye"))), self._say("goodbye"))
