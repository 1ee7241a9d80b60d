"""Götterdämmerung told: what is asked, what is shown while it waits, and the steps with a timetable.

What happened is told in `gotterdammerung_events`.
"""

from __future__ import annotations

from typing import Any

from gm_appliance.cues import (
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
from gm_appliance.games.game import Beat, Choice, Decision, Face, First, MenuFace, NumberFace, Seat
from gm_appliance.games.gotterdammerung.gods import GODS, ORACLE
from gm_appliance.games.gotterdammerung.model import (
    FACTIONS,
    VALKYRIE,
    Council,
    Deal,
    Learning,
    Look,
    Night,
    Picking,
    Seating,
    Trial,
    Turn,
    View,
)
from gm_appliance.games.gotterdammerung.rules import look_candidates
from gm_appliance.narration.gotterdammerung_events import Events
from gm_appliance.narration.gotterdammerung_table import Names, props, ring, standing, worlds
from gm_appliance.narration.words import Words

_TIMETABLES = {
    "setup.factions": "learning",
    "conspiracy": "night",
    "oracle.look": "look",
    "council.vote": "vote",
}


class Gotterdammerung:
    """The narration of one language; see `narration.Narration` for what each method promises."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.names = Names(words)
        self._events = Events(words)

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        key = f"ask.{decision.name}"
        if isinstance(view.stage, Council) and view.stage.spared:
            key += "-second"
        if not self.words.has(key):
            return ()
        asked = Say(self.words(key, **self._who(view)))
        if isinstance(view.stage, Turn) and view.stage.by != view.seat_of(view.stage.god):
            return (Say(self.words("ask.stand-in", **self._who(view))), asked)
        return (asked,)

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        key = "again.action" if isinstance(view.stage, Turn) else f"again.{decision.name}"
        return (Say(self.words(key, **self._who(view))),) if self.words.has(key) else ()

    def _who(self, view: View) -> dict[str, str]:
        """The names a prompt may use."""
        protectors, conspirators = FACTIONS[len(view.places)]
        values = {
            "protectors": self.words.number(protectors),
            "conspirators": self.words.number(conspirators),
            "oracle": self.names.spoken(view, view.oracle),
            "number": self.words.number(view.round),
        }
        if isinstance(view.stage, Seating):
            values["god"] = self.words(f"name.{view.stage.gods[len(view.stage.seats)]}")
        if isinstance(view.stage, Turn):
            values["god"] = self.words(f"name.{view.stage.god}")
            values["by"] = self.names.spoken(view, view.stage.by)
        if isinstance(view.stage, Trial):
            trial = view.stage
            values["accuser"] = self.names.spoken(view, trial.accuser)
            values["accused"] = self.names.spoken(view, trial.accused) if trial.accused else ""
            values["supporter"] = self.names.spoken(view, trial.supporter) if trial.supporter else ""
            values["seat"] = self.names.spoken(view, trial.asked[0]) if trial.asked else ""
        return values

    # ------------------------------------------------------------ the display

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        title = self.words(f"title.{decision.name}", **self._who(view))
        stage = view.stage
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value, self.words("hint.number"))
        if isinstance(stage, Deal):
            protectors, conspirators = FACTIONS[len(view.places)]
            lines = (
                self.words("line.protectors", n=protectors),
                self.words("line.conspirators", n=conspirators),
            )
            return Lines(title, (*lines, "", self.words("hint.ok")))
        if not isinstance(face, MenuFace):
            return Lines(title)
        if isinstance(decision.who, First) and face.at < 0:
            return self._waiting(title, decision, view, minutes)
        if isinstance(decision.who, Seat) and len(face.items) > 1:
            return self._aiming(title, decision, view, face)
        if isinstance(stage, Trial) and stage.step == "defence":
            accused, hint = self.names.short(view, stage.accused), self.words("hint.defence")
            return RingScreen(title, ring(self.words, view, stage.accused), (accused,), hint)
        items = tuple(self._item(item, view) for item in face.items)
        return MenuScreen(title, items, max(face.at, 0), self.words("hint.menu"))

    def _waiting(self, title: str, decision: Decision, view: View, minutes: int) -> Screen:
        """Anybody may be the first to press: the council's talk, or an accusation's supporter."""
        if isinstance(view.stage, Trial):
            accuser = self.names.short(view, view.stage.accuser)
            accused = self.names.short(view, view.stage.accused)
            lines = (self.words("line.accuses", accuser=accuser), self.words("line.on", accused=accused))
            return Lines(title, (*lines, "", self.words("line.support")))
        talk = (self.words("line.minutes", n=minutes),) if minutes else ()
        return RingScreen(title, ring(self.words, view), talk, self.words("line.accuse"))

    def _aiming(self, title: str, decision: Decision, view: View, face: MenuFace) -> Screen:
        """One seat chooses another: the ring, with the marker on the one under the cursor."""
        current = face.current
        target = _seat_of(view, current) if current else 0
        line = self._item(current, view) if current else self.words("line.nobody")
        return RingScreen(title, ring(self.words, view, target), (line,), self.words("hint.pad"))

    def _item(self, choice: Choice, view: View) -> str:
        if isinstance(choice.value, int):
            if isinstance(view.stage, Seating):
                return self.words("line.seat", n=choice.value)
            return self.names.short(view, choice.value)
        if isinstance(view.stage, Picking):
            return self.words(f"short.{choice.value}")
        if choice.value in view.cards:
            card = str(choice.value)
            seat = self.names.short(view, view.cards[card])
            return self.words("line.card-at", card=self.words(f"short.{card}"), seat=seat)
        return self.words(f"line.{choice.value}")

    def lights(self, decision: Decision, view: View) -> frozenset[int]:
        if isinstance(decision.who, Seat):
            return frozenset((decision.who.seat,))
        return frozenset(decision.who.seats) if isinstance(decision.who, First) else frozenset()

    # ------------------------------------------------------------ timetables

    def beat(self, decision: Decision, view: View, beat: Beat) -> tuple[Cue, ...]:
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
            hint = "hint.vote" if step == "vote" else "line.close-eyes"
            accused = view.stage.accused if isinstance(view.stage, Trial) else 0
            name = self.names.short(view, accused) if accused else ""
            return (Light(), Show(Lines(title, (name, "", "", self.words(hint)))), self.props(view))
        if step == "vote" and beat.mark in ("now", "tick"):
            return (Show(BarScreen(title, beat.about, view.setup.vote)),)
        return ()

    def _look_screen(self, title: str, view: View) -> Screen:
        return RingScreen(title, ring(self.words, view, view.oracle), (self.names.short(view, view.oracle),))

    def _spoken(self, step: str, view: View, beat: Beat) -> str:
        if beat.mark == "count":
            return self.words.number(beat.about)
        if beat.mark == "name":
            return self.names.spoken(view, beat.about)
        key = f"beat.{step}.{beat.mark}"
        if step == "look" and beat.mark == "lead":
            below = view.place(view.oracle).below
            key += "-alone" if not look_candidates(view) else "-below" if below else "-asgard"
        return self.words(key, **self._who(view)) if self.words.has(key) else ""

    # ------------------------------------------------------------ events, recap, table

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        return self._events.tell(event, view)

    def recap(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if isinstance(view.stage, Picking | Seating | Deal | Learning):
            return ()
        if isinstance(view.stage, Night) and view.round > 1:
            return ()  # The round's beginning, just told, was a recap.
        spoken = list(worlds(self.words, view))
        if isinstance(view.stage, Look):
            spoken.append(Say(self.words("recap.same-card")))
        return tuple(spoken)

    def topics(self, view: View) -> tuple[str, ...]:
        if isinstance(view.stage, Picking | Seating):
            return ("rules",)
        gods = [place.god for place in view.places if place.god != VALKYRIE]
        return ("recap", "rules", *sorted(gods, key=lambda god: GODS[god].order))

    def topic(self, topic: str) -> str:
        if topic in GODS:
            return self.words("topic.god", god=self.words(f"short.{topic}"))
        return self.words(f"topic.{topic}")

    def explain(self, topic: str, view: View) -> tuple[Cue, ...]:
        if topic == "recap":
            return standing(self.words, view)
        if topic in GODS:
            return (Say(self.words(f"explain.{topic}")),)
        count = 1
        while self.words.has(f"explain.rules.{count}"):
            count += 1
        return tuple(Say(self.words(f"explain.rules.{n}")) for n in range(1, count))

    def props(self, view: View) -> Props:
        return props(self.words, view, forward=False)

    def interrupted(self, decision: Decision, view: View) -> str:
        key = "action" if isinstance(view.stage, Turn) else decision.name
        return self.words(f"interrupted.{key}", **self._who(view))


def _seat_of(view: View, choice: Choice) -> int:
    """The seat a choice is about: itself, or where the card or the Oracle lies; 0 for none."""
    if isinstance(choice.value, int):
        return choice.value
    if choice.value == ORACLE:
        return view.oracle
    return view.cards.get(str(choice.value), 0)
