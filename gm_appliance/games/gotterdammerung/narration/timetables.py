"""The steps with a timetable, told beat by beat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gm_appliance.core.cues import Cue, Light, Say, Show, Sound, Storm
from gm_appliance.core.cues.screens import BarScreen, ClosedScreen, Lines, RingScreen
from gm_appliance.core.game import Beat, Decision
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import Unspoken
from gm_appliance.core.values import immutable
from gm_appliance.games.gotterdammerung.action import look_candidates
from gm_appliance.games.gotterdammerung.model import Learning, Trial, View
from gm_appliance.games.gotterdammerung.narration.props import against, name_of, props, ring_seats
from gm_appliance.games.gotterdammerung.narration.wording import variant

_CLOSE = NP_("line", "Close your eyes.")


@immutable
class TimetableText:
    """Everything said and shown in a step with a timetable.

    beats: what is said, by the beat's mark. hint: shown during the lead-in.
    later: what is said instead once all have voted before.
    repeated: what is said instead where only those are asked whose thumb was missing.
    """

    title: Message
    beats: Mapping[str, Message]
    interrupted: Message
    hint: Message = _CLOSE
    later: Mapping[str, Message] = field(default_factory=dict)
    repeated: Mapping[str, Message] = field(default_factory=dict)


_NIGHT = TimetableText(
    title=NP_("title", "Night {round}"),
    beats={
        # Nightfall, and how to agree and to tap, are put in other words round by round: see `_NIGHTS`.
        "close": N_("Close your eyes."),
        "die": N_("Conspirators, open your eyes. Lay the die on one card. Not a sound."),
        "reclose": N_("Conspirators, close your eyes."),
        "open": N_("All eyes open."),
    },
    interrupted=N_("Round {round} was interrupted, in the night."),
)

_NIGHTS: Mapping[str, tuple[Message, ...]] = {
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
}
"""What is said in the first night, and then; three take turns."""

STEPS: Mapping[str, TimetableText] = {
    "setup.factions": TimetableText(
        title=NP_("title", "The factions"),
        beats={
            "lead": N_("Now I learn your factions. I tell nobody."),
            "close": N_("Close your eyes."),
            "explain": N_("Thumb down if you conspire, up if you protect."),
            "now": N_("Now."),
            "open": N_("All eyes open."),
        },
        interrupted=N_("The learning of the factions was interrupted."),
        repeated={"lead": N_("Once more, for who is missing.")},
    ),
    "conspiracy": _NIGHT,
    "conspiracy.night": _NIGHT,
    "oracle.look": TimetableText(
        title=NP_("title", "The Oracle"),
        beats={
            # What it begins with depends on where the Oracle is: see `_look`.
            "close": N_("All but {oracle}, close your eyes."),
            "look": N_("{oracle}, look at one card."),
            "return": N_("Oracle, put the card back."),
            "open": N_("Eyes open. Cards back."),
        },
        interrupted=N_("Round {round} was interrupted, at the Oracle's look."),
    ),
    "council.vote": TimetableText(
        title=NP_("title", "Vote"),
        beats={
            "lead": N_("Vote on {accused}. Down banishes, up spares."),
            "now": N_("Now."),
        },
        interrupted=N_("Round {round} was interrupted, before the vote on {accused}."),
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
        interrupted=N_("Round {round} was interrupted, before the vote on {accused}."),
        hint=NP_("line", "▼ banish  ▲ spare"),
    ),
}
"""By decision; nothing is asked beforehand."""

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
"""Before a look, by the Oracle's world: in the first round, and in all others. Who looks is said next."""

_UNSAID = ("thunder", "tick", "end")
"""Beats without words: it thunders, the bar shrinks, or it is over."""


def beat_cues(_: Language, decision: Decision, view: View, beat: Beat) -> tuple[Cue, ...]:
    """What happens at a beat. Raises Unspoken."""
    if decision.name not in STEPS:
        raise Unspoken(f"the timetable of {decision.name!r}")
    cues = (*_eyes(beat), *_shown(_, decision, view, beat))
    spoken = _spoken(_, decision, view, beat)
    return (*cues, Say(spoken)) if spoken else cues


def _eyes(beat: Beat) -> tuple[Cue, ...]:
    if beat.mark == "close":
        return (Light(), Show(ClosedScreen()), Storm(True))
    if beat.mark == "thunder":
        return (Sound("thunder"),)
    return (Storm(False),) if beat.mark == "open" else ()


def _shown(_: Language, decision: Decision, view: View, beat: Beat) -> tuple[Cue, ...]:
    step = STEPS[decision.name]
    title = _(step.title, round=view.round)
    if beat.mark == "open":
        return (props(_, view, forward=False),)
    if beat.mark == "lead" and decision.name == "oracle.look":
        oracle = RingScreen(title, ring_seats(_, view, view.oracle), (name_of(_, view, view.oracle),))
        return (Light(), Show(oracle), props(_, view, forward=True))
    if beat.mark == "lead":
        shown = Lines(title, (_against(_, view), "", "", _(step.hint)))
        return (Light(), Show(shown), props(_, view, forward=False))
    if beat.mark in ("now", "tick") and decision.name == "council.vote":
        lines = (_against(_, view), _(step.hint))
        return (Show(BarScreen(title, beat.about, view.setup.vote, lines)),)
    return ()


def _against(_: Language, view: View) -> str:
    """Whom the vote is on, in a line; empty where there is none."""
    return against(_, view, view.phase.accused) if isinstance(view.phase, Trial) else ""


def _spoken(_: Language, decision: Decision, view: View, beat: Beat) -> str:
    if beat.mark == "count":
        return str(beat.about)
    if beat.mark == "name":
        return str(name_of(_, view, beat.about))
    if beat.mark in _UNSAID:
        return ""
    if beat.mark == "lead" and decision.name == "oracle.look":
        return _look(_, view)
    said = _message(STEPS[decision.name], view, beat.mark)
    if said is None:
        raise Unspoken(f"beat {beat.mark!r} of {decision.name!r}")
    accused = view.phase.accused if isinstance(view.phase, Trial) else 0
    return _(
        said,
        oracle=name_of(_, view, view.oracle),
        accused=name_of(_, view, accused) if accused else "",
    )


def _message(step: TimetableText, view: View, mark: str) -> Message | None:
    """What is said at a beat, by what was said before; None where there is nothing."""
    if step is _NIGHT and mark in _NIGHTS:
        return _night(view, mark)
    if isinstance(view.phase, Learning | Trial) and view.phase.repeat and mark in step.repeated:
        return step.repeated[mark]
    return step.later.get(mark) if view.ballots and mark in step.later else step.beats.get(mark)


def _night(view: View, mark: str) -> Message:
    words = _NIGHTS[mark]
    return variant(view, *words) if len(words) > 2 else words[min(view.round, 2) - 1]


def _look(_: Language, view: View) -> str:
    """Who looks, and which faction cards are pushed forward."""
    oracle = name_of(_, view, view.oracle)
    if view.oracle in view.gone:
        return _("The Oracle lies at an empty place. Nobody looks.")
    if not look_candidates(view):
        return _("{oracle} is alone down there. Nobody to look at.", oracle=oracle)
    world = _FORWARD["below" if view.place(view.oracle).below else "asgard"]
    return _(world[min(view.round, 2) - 1], oracle=oracle)
