"""Who knows what to press: each is told until having done it once, and no more that evening."""

from __future__ import annotations

from collections.abc import Iterable

from gm_appliance.core.cues import Cue, Handling
from gm_appliance.core.game import Decision, Pad, Seat
from gm_appliance.core.ports import PANEL


class Practice:
    """What everybody has done once, by what was said of how: that somebody chose is public, whatever it was.

    A power cut forgets it, so after one each is told once more.
    """

    def __init__(self) -> None:
        self._known: set[tuple[int, str]] = set()

    def unknown(self, decision: Decision, cues: Iterable[Cue]) -> tuple[Cue, ...]:
        """These cues without how to do what whoever decides has done before."""
        who = _who(decision)
        return tuple(
            cue for cue in cues if not (isinstance(cue, Handling) and (who, cue.text) in self._known)
        )

    def done(self, decision: Decision, cues: Iterable[Cue]) -> None:
        """Whoever decides has done what these cues tell."""
        who = _who(decision)
        self._known.update((who, cue.text) for cue in cues if isinstance(cue, Handling))

    def forget(self) -> None:
        """Other people sit there now."""
        self._known.clear()


def _who(decision: Decision) -> int:
    """The seat of whoever decides; the panel where it may be anybody."""
    return decision.who.seat if isinstance(decision.who, Seat | Pad) else PANEL
