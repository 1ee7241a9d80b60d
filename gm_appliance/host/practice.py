"""People are greeted once an evening, and told what to press until they have done it."""

from __future__ import annotations

from collections.abc import Iterable

from gm_appliance.core.cues import Cue, Greeting, PressHint, Say
from gm_appliance.core.game import Decision, Seat
from gm_appliance.core.ports import PANEL


class Practice:
    """The press hints that each seat has followed once, which is public.

    Nothing is kept over a power cut, so everybody is told again after one.
    """

    def __init__(self) -> None:
        self._known: set[tuple[int, str]] = set()
        self._read: set[str] = set()
        self._greeted = False

    def unknown(self, decision: Decision, cues: Iterable[Cue]) -> tuple[Cue, ...]:
        """These cues, without the press hints that the deciding seat has followed before."""
        who, cues = _who(decision), self.once_greeted(cues)
        return tuple(
            cue for cue in cues if not (isinstance(cue, PressHint) and (who, cue.row) in self._known)
        )

    def once_greeted(self, cues: Iterable[Cue]) -> tuple[Cue, ...]:
        """These cues, with the later words of a greeting after the first one."""
        cues, greeted = tuple(cues), self._greeted
        self._greeted = greeted or any(isinstance(cue, Greeting) for cue in cues)
        return tuple(Say(cue.later) if greeted and isinstance(cue, Greeting) else cue for cue in cues)

    def done(self, decision: Decision, cues: Iterable[Cue]) -> None:
        """The deciding seat has followed the press hints among these cues."""
        who = _who(decision)
        self._known.update((who, cue.row) for cue in cues if isinstance(cue, PressHint))

    def has_read(self, question: str) -> bool:
        """Whether this question was written out before, at a table without sound; marks it as written."""
        known = question in self._read
        self._read.add(question)
        return known

    def forget(self) -> None:
        """Other people sit at the table now."""
        self._known.clear()


def _who(decision: Decision) -> int:
    """The deciding seat; the panel where anybody may decide, or all are called."""
    return decision.who.seat if isinstance(decision.who, Seat) else PANEL
