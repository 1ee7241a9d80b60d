"""The words of the steps with a timetable, beat by beat."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from gm_appliance.core.cues import Cue, Light, Say, Show, Sound, Storm
from gm_appliance.core.cues.screens import BarScreen, ClosedScreen, Lines, RingScreen, TextScreen
from gm_appliance.core.game import Beat, Decision
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import MissingWords
from gm_appliance.core.values import Value, field, replace
from gm_appliance.games.gotterdammerung.action import look_candidates
from gm_appliance.games.gotterdammerung.model import GotterdammerungView, Learning, Trial
from gm_appliance.games.gotterdammerung.narration.prompts import by_round
from gm_appliance.games.gotterdammerung.narration.props import against, name_of, props, ring_seats

_CLOSE = NP_("line", "Close your eyes.")
_READ_ALOUD = N_("Somebody who is not playing reads me aloud. You close your eyes.")
_COUNT_ALOUD = N_(
    "When night falls, one of you counts aloud to {last}, eyes closed. From {opens} to {closes}, conspirators"
    " lay the die. Then all look."
)


class TimetableText(Value):
    """All words and pictures of a step with a timetable.

    beats:       the words, by the beat's mark.
    interrupted: that the game was interrupted in this step.
    hint:        shown during the lead-in.
    unheard:     how to do it without hearing the box, agreed on beforehand. In seconds from its beginning:
                 {opens} to {closes}, when conspirators have open eyes, and {last}, when all open theirs.
    later:       instead of `beats`, after the first vote of a game.
    repeated:    instead of `beats`, if only seats with missing thumbs are asked.
    """

    title: Message
    beats: Mapping[str, Message]
    interrupted: Message
    hint: Message = _CLOSE
    unheard: Message = _READ_ALOUD
    later: Mapping[str, Message] = field(default_factory=dict)
    repeated: Mapping[str, Message] = field(default_factory=dict)


_NIGHT = TimetableText(
    title=NP_("title", "Night {round}"),
    beats={
        # Later rounds word the rest differently: see `_NIGHTS`.
        "close": N_("Close your eyes."),
        "die": N_("Conspirators, open your eyes. Lay the die on one card. Not a sound."),
        "reclose": N_("Conspirators, close your eyes."),
        "open": N_("All eyes open."),
    },
    interrupted=N_("Götterdämmerung was interrupted in round {round}, during the night."),
)

_NIGHTS: Mapping[str, tuple[Message, ...]] = {
    "lead": (N_("Night falls."), N_("Dusk comes."), N_("The light fades.")),
    "agree": (
        N_("Conspirators, open your eyes. Agree on one. Not a sound."),
        N_("Conspirators, open your eyes."),
    ),
    "rollcall": (
        N_("Everybody, tap once at every name: thumb up. Conspirators, thumb down at your victim."),
        N_("Tap up at each name. Conspirators, down at your victim."),
    ),
}
"""The words of the first night and of later ones; three sentences take turns."""

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
        interrupted=N_("Götterdämmerung was interrupted before I knew your factions."),
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
        interrupted=N_("Götterdämmerung was interrupted in round {round}, during the Oracle's look."),
        unheard=N_("Only the Oracle looks, reads me, and tells you when to open."),
    ),
    "council.vote": TimetableText(
        title=NP_("title", "Vote"),
        beats={"lead": N_("Vote on {accused}. Down banishes, up spares."), "now": N_("Now.")},
        interrupted=N_("Götterdämmerung was interrupted in round {round}, before the vote on {accused}."),
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
        interrupted=N_("Götterdämmerung was interrupted in round {round}, before the vote on {accused}."),
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

_UNSAID = ("thunder", "tick", "end")
"""Beats without words: the thunder, a bar that shrinks, the end."""


def beat_cues(_: Language, decision: Decision, view: GotterdammerungView, beat: Beat) -> tuple[Cue, ...]:
    """The cues at a beat. Raises MissingWords."""
    if decision.name not in STEPS:
        raise MissingWords(f"the timetable of {decision.name!r}")
    cues = (*_eyes(beat), *_shown(_, decision, view, beat))
    spoken = _spoken(_, decision, view, beat)
    return (*cues, Say(spoken)) if spoken else cues


def unheard(_: Language, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
    """How to do a step with closed eyes without hearing the box. Raises MissingWords. The seconds are those
    of its timetable, and the display shows the same to the conspirators."""
    if decision.name not in STEPS:
        raise MissingWords(f"the timetable of {decision.name!r}")
    at = {beat.mark: beat.at for beat in decision.beats}
    seconds = (
        {"opens": ceil(at["die"]), "closes": int(at["reclose"]), "last": ceil(at["open"])}
        if "die" in at
        else {}
    )
    text = _(STEPS[decision.name].unheard, **seconds)
    return (Show(TextScreen(text)), Say(text))


def _eyes(beat: Beat) -> tuple[Cue, ...]:
    if beat.mark == "close":
        return (Light(), Show(ClosedScreen()), Storm(True))
    if beat.mark == "thunder":
        return (Sound("thunder"),)
    return (Storm(False),) if beat.mark == "open" else ()


def _shown(_: Language, decision: Decision, view: GotterdammerungView, beat: Beat) -> tuple[Cue, ...]:
    step = STEPS[decision.name]
    title = _(step.title, round=view.round)
    if beat.mark == "open":
        return (props(_, view),)
    if beat.mark == "lead" and decision.name == "oracle.look":
        oracle = RingScreen(title, ring_seats(_, view, view.oracle), (name_of(_, view, view.oracle),))
        return (Light(), Show(oracle), props(_, view, forward=True))
    if beat.mark == "lead":
        shown = Lines(title, (_against(_, view), "", "", _(step.hint)))
        return (Light(), Show(shown), props(_, view))
    if beat.mark in ("now", "tick") and decision.name == "council.vote":
        lines = (_against(_, view), _(step.hint))
        return (Show(BarScreen(title, beat.about, view.setup.vote, lines)),)
    return ()


def _against(_: Language, view: GotterdammerungView) -> str:
    return against(_, view, view.phase.accused) if isinstance(view.phase, Trial) else ""


def _spoken(_: Language, decision: Decision, view: GotterdammerungView, beat: Beat) -> str:
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
        raise MissingWords(f"beat {beat.mark!r} of {decision.name!r}")
    accused = view.phase.accused if isinstance(view.phase, Trial) else 0
    return _(said, oracle=name_of(_, view, view.oracle), accused=name_of(_, view, accused) if accused else "")


def _message(step: TimetableText, view: GotterdammerungView, mark: str) -> Message | None:
    """The words at a beat, depending on earlier ones; None for silence."""
    if step.title is _NIGHT.title and mark in _NIGHTS:
        return _night(view, mark)
    if isinstance(view.phase, Learning | Trial) and view.phase.repeat and mark in step.repeated:
        return step.repeated[mark]
    return step.later.get(mark) if view.ballots and mark in step.later else step.beats.get(mark)


def _night(view: GotterdammerungView, mark: str) -> Message:
    words = _NIGHTS[mark]
    return by_round(view, *words) if len(words) > 2 else words[min(view.round, 2) - 1]


def _look(_: Language, view: GotterdammerungView) -> str:
    oracle = name_of(_, view, view.oracle)
    if view.oracle in view.gone:
        return _("The Oracle lies at an empty place. Nobody looks.")
    if not look_candidates(view):
        return _("{oracle} is alone down there. Nobody to look at.", oracle=oracle)
    world = _FORWARD["below" if view.place(view.oracle).below else "asgard"]
    return _(world[min(view.round, 2) - 1], oracle=oracle)
