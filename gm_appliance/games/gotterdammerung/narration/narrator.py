"""Götterdämmerung told: what is asked, what is shown while it waits, and the steps with a timetable.

What happened is told in `gotterdammerung_events`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gm_appliance.core.catalogue import Words
from gm_appliance.core.cues import (
    BarScreen,
    ClosedScreen,
    Cue,
    Light,
    Lines,
    MenuScreen,
    NumberScreen,
    Props,
    RingScreen,
    Say,
    Screen,
    Show,
    Storm,
)
from gm_appliance.core.game import (
    Beat,
    BlankFace,
    Choice,
    Decision,
    Face,
    First,
    MenuFace,
    NumberFace,
    Pad,
    Seat,
)
from gm_appliance.core.narration import Unspoken
from gm_appliance.games.gotterdammerung.action import look_candidates
from gm_appliance.games.gotterdammerung.council import voters
from gm_appliance.games.gotterdammerung.gods import GODS, ORACLE
from gm_appliance.games.gotterdammerung.model import (
    FACTIONS,
    VALKYRIE,
    Calling,
    Council,
    Deal,
    EndCheck,
    Learning,
    Leaving,
    Look,
    Night,
    Picking,
    Seating,
    Trial,
    Turn,
    View,
)
from gm_appliance.games.gotterdammerung.narration.events import Events
from gm_appliance.games.gotterdammerung.narration.prefetch import outcomes
from gm_appliance.games.gotterdammerung.narration.props import (
    Names,
    full_recap,
    moved_back,
    props,
    ring_seats,
    worlds,
)

_TIMETABLES = {
    "setup.factions": "learning",
    "conspiracy": "night",
    "conspiracy.night": "night",
    "oracle.look": "look",
    "council.vote": "vote",
    "council.show": "show",
}
"""Decisions whose beats speak; nothing is asked beforehand."""

_UNSAID = ("look", "tick", "end")
"""Beats that are silent: the Oracle looks, the bar shrinks, or it is over."""

_AT_PANEL = ("conspiracy.die", "somebody.leaves", "somebody.comes", "pad.broken")
"""Decisions of the table that are about a seat."""


class Gotterdammerung:
    """The narration of one language; see `narration.Narration` for what each method promises."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.names = Names(words)
        self._events = Events(words)

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        key = self._key(f"ask.{decision.name}", self._which(view), _panel(decision, view))
        if decision.name in _TIMETABLES:
            return ()  # its beats speak
        if not key:
            raise Unspoken(f"ask {decision.name!r}")
        asked = Say(self.words(key, **self._who(view)))
        turn = view.phase if isinstance(view.phase, Turn) and _acts(decision) else None
        if turn and turn.by != view.seat_of(turn.god):
            return (Say(self.words("ask.stand-in", **self._who(view))), asked)
        return (asked,)

    def _key(self, key: str, *parts: str) -> str:
        """The longest key there is with these parts after it, in order; empty where there is none."""
        for known in ("".join(parts), *reversed(parts), ""):
            if self.words.has(key + known):
                return key + known
        return ""

    def _which(self, view: View) -> str:
        """What sets this prompt apart from others of its name: the first, the second, a new pad."""
        phase = view.phase
        if isinstance(phase, EndCheck) and len(view.asgard) <= 1:
            return "-over"
        if isinstance(phase, Council) and phase.spared:
            return "-second"
        if isinstance(phase, Calling):
            return "-swap" if phase.swap else "-first" if len(phase.rest) == len(view.present) - 1 else ""
        if isinstance(phase, Trial) and phase.asked == voters(view, phase.accused):
            return "-first"
        return ""

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        name = "again.action" if _acts(decision) else f"again.{decision.name}"
        key = self._key(name, _panel(decision, view))
        if decision.name in _TIMETABLES:
            return ()
        if not key:
            raise Unspoken(f"ask {decision.name!r} again")
        return (Say(self.words(key, **self._who(view))),)

    def remind(self, decision: Decision, view: View, times: int) -> tuple[Cue, ...]:
        passed = times * (view.setup.talk if isinstance(view.phase, Council) else view.setup.defence)
        one = "-one" if passed == 1 else ""
        words = self.words(
            f"remind.{decision.name}{one}", passed=self.words.number(passed), **self._who(view)
        )
        return (Say(words),)

    def _who(self, view: View) -> dict[str, str]:
        """The names a prompt may use."""
        protectors, conspirators = FACTIONS[len(view.places)]
        values = {
            "protectors": self.words.number(protectors),
            "conspirators": self.words.number(conspirators),
            "oracle": self.names.spoken(view, view.oracle),
            "number": self.words.number(view.round),
        }
        if isinstance(view.phase, Seating):
            values["god"] = self.words(f"name.{view.phase.gods[len(view.phase.seats)]}")
        if isinstance(view.phase, Turn):
            values["god"] = self.words(f"name.{view.phase.god}")
            values["by"] = self.names.spoken(view, view.phase.by)
        if isinstance(view.phase, Calling | Leaving):
            values["seat"] = self.names.spoken(view, view.phase.seat)
        if isinstance(view.phase, Learning) and view.phase.asked:
            values["seat"] = self.names.spoken(view, view.phase.asked[0])
        if isinstance(view.phase, Trial):
            trial = view.phase
            values["accuser"] = self.names.spoken(view, trial.accuser)
            values["accused"] = self.names.spoken(view, trial.accused) if trial.accused else ""
            values["supporter"] = self.names.spoken(view, trial.supporter) if trial.supporter else ""
            values["seat"] = self.names.spoken(view, trial.asked[0]) if trial.asked else ""
        return values

    # ------------------------------------------------------------ the display

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        title = self.words(f"title.{decision.name}", **self._who(view))
        phase = view.phase
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value, self.words("hint.number"))
        if decision.name == "setup.deal":
            protectors, conspirators = FACTIONS[len(view.places)]
            lines = (
                self.words("line.protectors", n=protectors),
                self.words("line.conspirators", n=conspirators),
            )
            return Lines(title, (*lines, "", self.words("hint.ok")))
        if isinstance(phase, Calling) or isinstance(face, BlankFace) or decision.name == "council.thumb":
            return self._one_seat(title, decision, view)
        if isinstance(decision.who, First) and face.at < 0:
            return self._waiting(title, decision, view, minutes)
        if len(face.items) > 1 and (isinstance(decision.who, Seat) or decision.name in _AT_PANEL):
            return self._aiming(title, decision, view, face)
        if isinstance(phase, Trial) and decision.name == "council.defence":
            accused, hint = (
                self.names.short(view, phase.accused),
                self.words(f"hint.defence{_panel(decision, view)}"),
            )
            return RingScreen(title, ring_seats(self.words, view, phase.accused), (accused,), hint)
        items = tuple(self._item(item, view) for item in face.items)
        return MenuScreen(title, items, max(face.at, 0), self.words("hint.menu"))

    def _one_seat(self, title: str, decision: Decision, view: View) -> Screen:
        """One seat is asked, and nothing of its answer is shown: a pad's call, a thumb, a booth."""
        phase = view.phase
        if isinstance(phase, Calling):
            called = RingScreen(title, ring_seats(self.words, view, phase.seat, lit=frozenset(view.pads)))
            return replace(called, lines=(self.names.short(view, phase.seat),), hint=self.words("hint.call"))
        asked = phase.asked if isinstance(phase, Learning | Trial) else ()
        hint = "hint.thumb" if decision.name == "council.thumb" else "hint.booth"
        name = self.names.short(view, asked[0]) if asked else ""
        return Lines(title, (name, "", "", self.words(hint)))

    def _waiting(self, title: str, decision: Decision, view: View, minutes: int) -> Screen:
        """Anybody may be the first to press: the council's talk, or an accusation's supporter."""
        if isinstance(view.phase, Trial):
            accuser = self.names.short(view, view.phase.accuser)
            accused = self.names.short(view, view.phase.accused)
            lines = (self.words("line.accuses", accuser=accuser), self.words("line.on", accused=accused))
            return Lines(title, (*lines, "", self.words(f"line.support{_panel(decision, view)}")))
        talk = (self.words("line.minutes", n=minutes),) if minutes else ()
        hint = self.words(f"line.accuse{_panel(decision, view)}")
        return RingScreen(title, ring_seats(self.words, view), talk, hint)

    def _aiming(self, title: str, decision: Decision, view: View, face: MenuFace) -> Screen:
        """One seat chooses another: the ring, with the marker on the one under the cursor."""
        current = face.current
        target = _seat_of(view, current) if current else 0
        line = self._item(current, view) if current else self.words("line.none-yet")
        at_pad = isinstance(decision.who, Seat) and not _panel(decision, view)
        hint = "hint.pad" if at_pad else "hint.menu"
        return RingScreen(title, ring_seats(self.words, view, target), (line,), self.words(hint))

    def _item(self, choice: Choice, view: View) -> str:
        if isinstance(choice.value, int):
            if isinstance(view.phase, Seating):
                return self.words("line.seat", n=choice.value)
            return self.names.short(view, choice.value)
        if choice.value in GODS and isinstance(view.phase, Picking):
            return self.words(f"short.{choice.value}")
        if choice.value in view.cards:
            card = str(choice.value)
            seat = self.names.short(view, view.cards[card])
            return self.words("line.card-at", card=self.words(f"short.{card}"), seat=seat)
        own = f"line.{choice.name}.{choice.value}"
        return self.words(own if self.words.has(own) else f"line.{choice.value}")

    def lights(self, decision: Decision, view: View) -> frozenset[int]:
        if isinstance(decision.who, Pad):
            return frozenset(view.pads)  # those called already
        if isinstance(decision.who, Seat):
            return frozenset((decision.who.seat,))
        return frozenset(decision.who.seats) if isinstance(decision.who, First) else frozenset()

    # ------------------------------------------------------------ timetables

    def beat(self, decision: Decision, view: View, beat: Beat) -> tuple[Cue, ...]:
        if decision.name not in _TIMETABLES:
            raise Unspoken(f"the timetable of {decision.name!r}")
        step = _TIMETABLES[decision.name]
        cues: list[Cue] = [*self._eyes(step, beat), *self._shown(step, view, beat)]
        spoken = self._spoken(step, view, beat)
        return (*cues, Say(spoken)) if spoken else tuple(cues)

    def _eyes(self, step: str, beat: Beat) -> tuple[Cue, ...]:
        if beat.mark == "close":
            return (Light(), Show(ClosedScreen()), Storm(True))
        return (Storm(False),) if beat.mark == "open" else ()

    def _shown(self, step: str, view: View, beat: Beat) -> tuple[Cue, ...]:
        title = self.words(f"title.{step}", n=view.round)
        if beat.mark == "open":
            return (Show(Lines(title)), self.props(view))
        if step == "look" and beat.mark == "lead":
            return (Light(), Show(self._look_screen(title, view)), props(self.words, view, True))
        if beat.mark == "lead":
            hint = "hint.vote" if step in ("vote", "show") else "line.close-eyes"
            accused = view.phase.accused if isinstance(view.phase, Trial) else 0
            name = self.names.short(view, accused) if accused else ""
            return (Light(), Show(Lines(title, (name, "", "", self.words(hint)))), self.props(view))
        if step == "vote" and beat.mark in ("now", "tick"):
            return (Show(BarScreen(title, beat.about, view.setup.vote)),)
        return ()

    def _look_screen(self, title: str, view: View) -> Screen:
        return RingScreen(
            title, ring_seats(self.words, view, view.oracle), (self.names.short(view, view.oracle),)
        )

    def _spoken(self, step: str, view: View, beat: Beat) -> str:
        if beat.mark == "count":
            return self.words.number(beat.about)
        if beat.mark == "name":
            return self.names.spoken(view, beat.about)
        key = f"beat.{step}.{beat.mark}"
        if step == "look" and beat.mark == "lead":
            below = view.place(view.oracle).below
            alone = "-gone" if view.oracle in view.gone else "" if look_candidates(view) else "-alone"
            key += alone or ("-below" if below else "-asgard")
        if beat.mark in _UNSAID:
            return ""
        if not self.words.has(key):
            raise Unspoken(f"beat {beat.mark!r} of {step!r}")
        return self.words(key, **self._who(view))

    # ------------------------------------------------------------ events, recap, table

    def prefetch(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return tuple(cue for event in outcomes(decision, view) for cue in self._events.tell(event, view))

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        return self._events.tell(event, view)

    def recap(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if isinstance(view.phase, Picking | Seating | Calling | Deal | Learning):
            return ()
        if isinstance(view.phase, Night) and view.round > 1:
            return ()  # The round's beginning, just told, was a recap.
        spoken = list(worlds(self.words, view))
        if any(view.cards_at(seat) for seat in view.seats):
            # Cards may have been moved, or the table bumped, since they were told.
            spoken = [*full_recap(self.words, view), Say(self.words("recap.check"))]
        if isinstance(view.phase, Look):
            spoken.append(Say(self.words("recap.same-card")))
        return tuple(spoken)

    def back(self, before: View, view: View) -> tuple[Cue, ...]:
        return moved_back(self.words, before, view)

    def topics(self, view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
        if isinstance(view.phase, Picking | Seating):
            return ("rules", *on_request)
        gods = [place.god for place in view.places if place.god != VALKYRIE]
        return ("recap", *on_request, "mistake", "rules", *sorted(gods, key=lambda god: GODS[god].order))

    def topic(self, topic: str) -> str:
        if topic in GODS:
            return self.words("topic.god", god=self.words(f"short.{topic}"))
        return self.words(f"topic.{topic}")

    def explain(self, topic: str, view: View) -> tuple[Cue, ...]:
        if topic == "recap":
            return full_recap(self.words, view)
        if topic in GODS:
            return (Say(self.words(f"explain.{topic}")),)
        count = 1
        while self.words.has(f"explain.{topic}.{count}"):
            count += 1
        if count == 1:
            raise Unspoken(f"explain {topic!r}")
        return tuple(Say(self.words(f"explain.{topic}.{n}")) for n in range(1, count))

    def props(self, view: View) -> Props:
        return props(self.words, view, forward=False)

    def interrupted(self, decision: Decision, view: View) -> str:
        key = "action" if isinstance(view.phase, Turn) else decision.name
        if not self.words.has(f"interrupted.{key}"):
            key = "round"
        return self.words(f"interrupted.{key}", **self._who(view))


def _acts(decision: Decision) -> bool:
    """Whether it is a god's turn, and not something else that is asked meanwhile."""
    return decision.name.startswith("action.")


def _panel(decision: Decision, view: View) -> str:
    """What a key ends with where those who decide have no pad."""
    has_none = isinstance(decision.who, Seat) and decision.who.seat not in view.pads
    return "-panel" if has_none or not view.with_pads else ""


def _seat_of(view: View, choice: Choice) -> int:
    """The seat a choice is about: itself, or where the card or the Oracle lies; 0 for none."""
    if isinstance(choice.value, int):
        return choice.value
    if choice.value == ORACLE:
        return view.oracle
    return view.cards.get(str(choice.value), 0)
