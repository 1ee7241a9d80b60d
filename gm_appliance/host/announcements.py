"""What the box says of itself, whatever game is on."""

from __future__ import annotations

from gm_appliance.core.catalogue import Words
from gm_appliance.core.cues import Cue, Light, Lines, Say, Show, Storm
from gm_appliance.core.game import PADS


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

    def broken_off(self, which: int = 0) -> tuple[Cue, ...]:
        """The seat pads are gone in a step that needs them; with `which` those of one register, 1 to 4."""
        words = self.words
        say, shown = self._say("broken-off"), (words("show.broken-off-1"), "")
        if which:
            low, high = _read_by(which)
            say = Say(words("say.broken-off-some", first=words.number(low), last=words.number(high)))
            shown = (words("show.broken-off-some-1"), words("show.broken-off-some-2", low=low, high=high))
        lines = (*shown, "", words("show.broken-off-2"))
        return (Show(Lines(words("trouble-title.pads"), lines)), say)

    def still_paused(self) -> tuple[Cue, ...]:
        return (Say(self.words("again.paused")),)

    def go_on(self) -> tuple[Cue, ...]:
        return (self._say("go-on"),)

    def taken_back(self) -> tuple[Cue, ...]:
        return (Light(), Show(Lines(self.words("show.taken-back"))), self._say("taken-back"))

    def not_back(self, anything: bool) -> tuple[Cue, ...]:
        return (self._say("not-back" if anything else "nothing-back"),)

    def trouble(self, part: str, what: str, which: int = 0) -> tuple[Cue, ...]:
        """What is wrong with a part, or right again. Nothing for a word the catalogue lacks.

        which: the number of the pad; of the register, 1 to 4, whose pads are lost; else 0.
        """
        words = self.words
        key, values = f"trouble.{part}-{what}", {"pad": words.number(which)}
        if (part, what) == ("pads", "lost") and which:
            low, high = _read_by(which)
            key, values = f"{key}-some", {"first": words.number(low), "last": words.number(high)}
        if not words.has(key):
            return ()
        text = words(key, **values)
        return (Show(Lines(words(f"trouble-title.{part}"), (text,))), Say(text))

    def goodbye(self) -> tuple[Cue, ...]:
        return (Storm(False), Light(), Show(Lines(self.words("show.goodbye"))), self._say("goodbye"))


def _read_by(register: int) -> tuple[int, int]:
    """The first and the last pad that a shift register of the seat hub reads."""
    return 4 * register - 3, min(4 * register, PADS)
