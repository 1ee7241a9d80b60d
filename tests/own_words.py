"""The narration's words, and those heard at the table: for tests of what is repeated or explained.

A test compares the two, and so still holds when a sentence is reworded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from gm_appliance.core.cues import Cue, Say, Show, Suggestion
from gm_appliance.core.cues.screens import RingScreen, Screen
from gm_appliance.core.game import JSON, Decision, First, MenuFace
from gm_appliance.core.language import load
from gm_appliance.core.narration import Narration
from gm_appliance.games.registry import registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.press_hints import PressHints, hinted
from gm_appliance.host.prompt_words import beside
from gm_appliance.pickers import face_of, open_picker
from gm_appliance.testing import Asked, Said, VirtualTable
from gm_appliance.testing.heard import What, fits
from tests.games.gotterdammerung import Party
from tests.seven import CONSPIRATORS, THOR, VALKYRIE_3

NARRATION = registered("gotterdammerung").narration("en")
HOUSE = Announcements(load("en"))
HINTS = PressHints(load("en"))


def at_the_night(**options: JSON) -> Party:
    """The game as after `scenes.to_the_night`; options change the rules."""
    return Party(CONSPIRATORS, dice="own", **options).deal()


def at_odin(**options: JSON) -> Party:
    """The game as after `scenes.to_odin`; options change the rules."""
    party = at_the_night(**options)
    party.night(VALKYRIE_3)
    party.roll(1, 1)
    assert party.view.oracle == THOR
    return party


def at_the_council() -> Party:
    """The game as after `scenes.to_the_council`."""
    return at_odin().to_council()


def asked(party: Party) -> list[str]:
    """The open question in full."""
    return _said((*_suggested(party, NARRATION.ask(party.decision(), party.view)), *_hint(party)))


def asked_with(party: Party, marked: str) -> list[str]:
    """The open question in full, with the cursor moved to `marked`."""
    words = NARRATION.ask(party.decision(), party.view)
    return _said((*words, HOUSE.suggestion(marked), *_hint(party)))


def _suggested(party: Party, words: tuple[Cue, ...]) -> tuple[Cue, ...]:
    """Add the choice OK would make, as the house does."""
    decision, view = party.decision(), party.view
    return with_suggestion(decision, view, NARRATION, words)


def with_suggestion(
    decision: Decision, view: Any, narration: Narration, words: tuple[Cue, ...], draft: JSON = None
) -> tuple[Cue, ...]:
    """These words of a prompt, plus what is under the cursor, as the house adds it."""
    fresh, picker = open_picker(decision), open_picker(decision, draft)
    face = face_of(picker)
    one_line = isinstance(face, MenuFace) and len(face.items) == 1
    moved = fresh is not None and picker is not None and picker.draft != fresh.draft
    itself = any(isinstance(cue, Suggestion) for cue in words) and not moved
    under = () if one_line or itself or decision.secret else narration.under_cursor(decision, view, face)
    suggested = [HOUSE.suggestion(cue.text.rstrip(".?")) for cue in under if isinstance(cue, Say)][:1]
    return (*words, *suggested)


def asked_who_knows(party: Party) -> list[str]:
    """The open question, as put to somebody who has answered it before."""
    return _said(_suggested(party, NARRATION.ask(party.decision(), party.view)))


def asked_again(party: Party) -> list[str]:
    """The open question, repeated in short."""
    return _said((*NARRATION.again(party.decision(), party.view), *_hint(party)))


def _hint(party: Party) -> tuple[Cue, ...]:
    """The hint of what to press, as the house adds it if all pads work."""
    labels = NARRATION.labels(party.decision(), party.view, face_of(open_picker(party.decision())))
    return HINTS.said(party.decision(), labels, at_pad=_at_pad(party), beside=_beside(party))


def _beside(party: Party) -> str:
    return beside(NARRATION, party.decision(), party.view, at_pad=_at_pad(party))


def _at_pad(party: Party) -> bool:
    who = party.decision().who
    seats = who.seats if isinstance(who, First) else (getattr(who, "seat", 0),)
    return any(seat in party.view.pads for seat in seats)


def reminded(party: Party, times: int) -> list[str]:
    """The reminder of how long they have been talking."""
    return _said(NARRATION.remind(party.decision(), party.view, times))


def explained(party: Party, topic: str) -> list[str]:
    """The answer to a question asked behind BACK."""
    return _said(NARRATION.explain(topic, party.view))


def taken_back(before: Party, after: Party) -> list[str]:
    """The words for what to move when the game goes back from `before` to `after`."""
    return _said(NARRATION.back(before.view, after.view))


def told(party: Party) -> list[str]:
    """The consequences of the last choice."""
    return _said(_told(party))


def recovered(party: Party) -> list[str]:
    """The last choice again, then a recap."""
    return _said((*_told(party), *NARRATION.recap(party.decision(), party.view)))


def _told(party: Party) -> Iterator[Cue]:
    for event, view in party.play.events:
        yield from NARRATION.tell(event, view)


def screen_of(party: Party, minutes: int = 0) -> Screen:
    """The display after this many minutes without a press."""
    face = face_of(open_picker(party.decision()))
    decision, view = party.decision(), party.view
    labels = NARRATION.labels(decision, view, face)
    line = HINTS.line(decision, face, labels, at_pad=_at_pad(party))
    return hinted(NARRATION.screen(decision, view, face, minutes), line, HINTS.beside(_beside(party)))


def _said(cues: Iterable[Cue]) -> list[str]:
    texts = [cue.text for cue in cues if isinstance(cue, Say)]
    assert texts, "the narration is silent here"
    return texts


def said_after(table: VirtualTable, what: What) -> list[str]:
    """Everything said after this was last heard, until another question."""
    return _said_until_asked(one.what for one in table.heard[_last(table, what) + 1 :])


def said_before(table: VirtualTable, what: What) -> list[str]:
    """Everything said before this was last heard, since the question before it."""
    return _said_until_asked(one.what for one in reversed(table.heard[: _last(table, what)]))[::-1]


def _last(table: VirtualTable, what: What) -> int:
    return max(at for at, one in enumerate(table.heard) if fits(what, one.what))


def _said_until_asked(heard: Iterable[Any]) -> list[str]:
    until_asked = takewhile(lambda one: not isinstance(one, Asked), heard)
    return [one.text for one in until_asked if isinstance(one, Said)]


def shows(table: VirtualTable, cues: Iterable[Cue]) -> bool:
    """Whether one of these cues is on the display."""
    return table.screen in [cue.screen for cue in cues if isinstance(cue, Show)]


def marked_seat(table: VirtualTable) -> int:
    """The seat with the marker."""
    assert isinstance(table.screen, RingScreen), table.screen
    (seat,) = (number for number, one in enumerate(table.screen.seats, 1) if one.marked)
    return seat
