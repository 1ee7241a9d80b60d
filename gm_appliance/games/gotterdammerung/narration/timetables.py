"""The words of the steps with a timetable, beat by beat."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues import Cue, Light, Show
from gm_appliance.core.cues.screens import RingScreen
from gm_appliance.core.game import Beat, Decision
from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung.action import look_candidates
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration.props import GodSeats
from gm_appliance.hidden_roles.narration.timetables import Timetables, TimetableText

_COUNT_ALOUD = N_(
    "When night falls, one of you counts aloud to {last}, eyes closed. From {opens} to {closes}, conspirators"
    " lay the die. Then all look."
)

_NIGHT = TimetableText(
    title=NP_("title", "Night {round}"),
    beats={
        "close": N_("Close your eyes."),
        "die": N_("Conspirators, open your eyes. Lay the die on one card. Not a sound."),
        "reclose": N_("Conspirators, close your eyes."),
        "open": N_("All eyes open."),
    },
    nightly={
        "lead": (
            N_("Night falls."),
            N_("Dusk comes."),
            N_("The light fades."),
        ),
        "agree": (
            N_("Conspirators, open your eyes. Agree on one. Not a sound."),
            N_("Conspirators, open your eyes."),
        ),
        "rollcall": (
            N_("Everybody, tap once at every name: thumb up. Conspirators, thumb down at your victim."),
            N_("Tap up at each name. Conspirators, down at your victim."),
        ),
    },
    interrupted=N_("{game} was interrupted in round {round}, during the night."),
)

STEPS: Mapping[str, TimetableText] = {
    "setup.factions": TimetableText(
        title=NP_("title", "The factions"),
        beats={
            "lead": N_("I learn your factions now."),
            "close": N_("Close your eyes."),
            "explain": N_("Thumb down if you conspire, up if you protect."),
            "now": N_("Now."),
            "open": N_("All eyes open."),
        },
        interrupted=N_("{game} was interrupted before I knew your factions."),
        repeated={"lead": N_("Once more, for those still missing.")},
    ),
    "conspiracy": _NIGHT,
    "conspiracy.night": replace(_NIGHT, unheard=_COUNT_ALOUD),
    "oracle.look": TimetableText(
        title=NP_("title", "The Oracle"),
        beats={
            # The lead-in depends on where the Oracle is: see `_look`.
            "close": N_("All but {oracle}, close your eyes."),
            "look": N_("{oracle}, look at one card."),
            "return": N_("Oracle, put the card back."),
            "open": N_("Eyes open. Cards back."),
        },
        interrupted=N_("{game} was interrupted in round {round}, during the Oracle's look."),
        unheard=N_("Only the Oracle looks, reads me, and tells you when to open."),
    ),
    "council.vote": TimetableText(
        title=NP_("title", "Vote"),
        beats={
            "lead": N_("Vote on {accused}. Down banishes, up spares."),
            "now": N_("Now."),
        },
        interrupted=N_("{game} was interrupted in round {round}, before the vote on {accused}."),
        hint=NP_("line", "▼ banish  ▲ spare"),
        later={"lead": N_("Vote on {accused}. Down banishes.")},
        repeated={"lead": N_("Down banishes {accused}.")},
    ),
    "council.show": TimetableText(
        title=NP_("title", "Vote"),
        beats={
            "lead": N_("Vote on {accused}. When I say now: thumb down banishes, thumb up spares."),
            "now": N_("Now. Keep it there."),
        },
        interrupted=N_("{game} was interrupted in round {round}, before the vote on {accused}."),
        hint=NP_("line", "▼ banish  ▲ spare"),
    ),
}
"""By decision; these decisions have no prompt."""

_FORWARD: Mapping[str, tuple[Message, Message]] = {
    "asgard": (
        N_("{oracle} is the Oracle. All in Asgard, push your faction card forward."),
        N_("All in Asgard, cards forward."),
    ),
    "below": (
        N_("{oracle} is the Oracle. All in the Underworld, push your faction card forward."),
        N_("All in the Underworld, cards forward."),
    ),
}
"""Before a look, by the Oracle's world, in the first round and later. The next beat says who looks."""


class GotterdammerungTimetables(GodSeats, Timetables):
    STEPS = STEPS

    def values(self, view: GotterdammerungView) -> dict[str, object]:
        return {**super().values(view), "oracle": self.name(view, view.oracle)}

    def shown(self, decision: Decision, view: GotterdammerungView, beat: Beat) -> tuple[Cue, ...]:
        if beat.mark != "lead" or decision.name != "oracle.look":
            return super().shown(decision, view, beat)
        title = self._(STEPS[decision.name].title)
        oracle = RingScreen(title, self.ring(view, view.oracle), (self.name(view, view.oracle),))
        return (Light(), Show(oracle), self.table(view, forward=True))

    def spoken(self, decision: Decision, view: GotterdammerungView, beat: Beat) -> str:
        if beat.mark == "lead" and decision.name == "oracle.look":
            return self._look(view)
        return super().spoken(decision, view, beat)

    def _look(self, view: GotterdammerungView) -> str:
        """Who looks, and which faction cards are pushed forward."""
        oracle = self.name(view, view.oracle)
        if view.oracle in view.gone:
            return self._("The Oracle lies at an empty place. Nobody looks.")
        if not look_candidates(view):
            return self._("{oracle} is alone down there. Nobody to look at.", oracle=oracle)
        world = _FORWARD["below" if view.place(view.oracle).below else "asgard"]
        return self._(world[min(view.round, 2) - 1], oracle=oracle)
