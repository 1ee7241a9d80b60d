"""The words, picture and offers of one open decision, with what to press."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.cues import Cue, Greeting, PressHint, Say
from gm_appliance.core.cues.screens import BoardScreen, MenuScreen, PilesScreen, Screen
from gm_appliance.core.game import Decision, Face, First, MenuFace, Pad, Seat
from gm_appliance.core.narration import ButtonLabels, PromptNarration
from gm_appliance.core.offers import Offer, Offers
from gm_appliance.host.press_hints import PressHints, hinted
from gm_appliance.host.session import Session
from gm_appliance.pickers import face_of, open_picker
from gm_appliance.pickers.thumb import is_thumb


class PromptWords:
    """minutes: how long the decision has been open, as its picture tells it."""

    def __init__(self, session: Session, decision: Decision, narration: PromptNarration) -> None:
        self.stage, self.announcements = session.stage, session.announcements
        self.decision, self.view, self.narration = decision, session.play.view, narration
        self._options = session.play.options
        self.minutes = 0
        self._hints = PressHints(session.announcements.language)
        self._offered: tuple[Offer, ...] | None = None

    def ask(self) -> tuple[Cue, ...]:
        return self._for_hands(self.narration.ask(self.decision, self.view))

    def again(self) -> tuple[Cue, ...]:
        if isinstance(self.decision.who, Pad) and self._on_phones:
            return self.ask()
        return self.narration.again(self.decision, self.view)

    def on_repeat(self) -> tuple[Cue, ...]:
        return self._for_hands(self.narration.on_repeat(self.decision, self.view))

    def _for_hands(self, cues: tuple[Cue, ...]) -> tuple[Cue, ...]:
        """Without what to press if phones show it."""
        return tuple(one for one in cues if not (isinstance(one, PressHint) and self._on_phones))

    def hint(self, face: Face) -> tuple[Cue, ...]:
        hints = self._hints.said(
            self.decision, self._labels(face), at_pad=self._at_pad, beside=self._beside()
        )
        return hints[-1:] * bool(self._beside()) if self._on_phones else hints

    def screen(self, face: Face) -> Screen:
        """The picture, with what to press."""
        screen = self.narration.screen(self.decision, self.view, face, self.minutes)
        line = self._hints.line(self.decision, face, self._labels(face), at_pad=self._at_pad)
        return hinted(screen, "" if self._on_phones else line, self._hints.beside(self._beside()))

    def offers(self, face: Face, screen: Screen) -> Offers:
        """The choices. While the prompt is open only the cursor changes."""
        if self._offered is None:
            self._offered = offered(self.decision, self.view, self.narration, face)
        asked = self.ask()
        later = tuple(cue.later for cue in asked if isinstance(cue, Greeting))
        question = (*(cue.text for cue in asked if isinstance(cue, Say)), *later)
        own = self.narration.own(self.decision, self.view)
        barred = self.narration.barred(self.decision, self.view)
        return Offers(self.stage.prompt_id, self.decision, face, question, screen, self._offered, own, barred)

    def _labels(self, face: Face) -> ButtonLabels | None:
        return self.narration.labels(self.decision, self.view, face)

    @property
    def _at_pad(self) -> bool:
        """Whether the decider has a pad that works."""
        who = self.decision.who
        if isinstance(who, First):
            return any(map(self.stage.has_pad, who.seats))
        return isinstance(who, Seat) and self.stage.has_pad(who.seat)

    @property
    def _on_phones(self) -> bool:
        """Whether all who can decide have phones, whose pages say what to tap; of a roll call everybody."""
        who = self.decision.who
        seats: tuple[int, ...] = ()
        if isinstance(who, First | Seat):
            seats = who.seats if isinstance(who, First) else (who.seat,)
        elif isinstance(who, Pad):
            seats = tuple(range(1, int(self._options.get("players", 0)) + 1))
        return bool(seats) and all(map(self.stage.on_phone, seats))

    def _beside(self) -> str:
        return beside(self.narration, self.decision, self.view, at_pad=self._at_pad)


def beside(narration: PromptNarration, decision: Decision, view: Any, *, at_pad: bool) -> str:
    """The panel's choice while pads race: the last line of its list; empty if it has none."""
    face = face_of(open_picker(decision))
    if not at_pad or not isinstance(decision.who, First) or not isinstance(face, MenuFace):
        return ""
    if face.items[-1].name == decision.name:
        return ""
    return told(narration.under_cursor(decision, view, MenuFace(face.items, len(face.items) - 1)))


def offered(decision: Decision, view: Any, narration: PromptNarration, face: Face) -> tuple[Offer, ...]:
    """Each line of a menu with what the display and the lamps would mark if the cursor were there.

    A thumb has no lines.
    """
    if not isinstance(face, MenuFace) or is_thumb(decision):
        return ()
    offers = []
    for at, choice in enumerate(face.items):
        there = MenuFace(face.items, at)
        screen = narration.screen(decision, view, there, 0)
        said = told(narration.under_cursor(decision, view, there))
        row = screen.at if isinstance(screen, MenuScreen) else -1
        seat = narration.marked_seat(decision, view, there)
        piles = screen.piles if isinstance(screen, PilesScreen) else ()
        pile = next((nth for nth, one in enumerate(piles) if one.marked), -1)
        offers.append(Offer(choice, said, row, seat, _square(screen), pile))
    return tuple(offers)


def told(cues: tuple[Cue, ...]) -> str:
    """The first sentence among these cues, for use inside another one; empty if there is none."""
    said = next((cue.text for cue in cues if isinstance(cue, Say)), "")
    return said.rstrip(".?")


def _square(screen: Screen) -> str:
    """The name of the square under the cursor."""
    if not isinstance(screen, BoardScreen) or screen.cursor is None:
        return ""
    return f"{screen.columns[screen.cursor.column - 1]}{screen.rows[screen.cursor.row - 1]}"
