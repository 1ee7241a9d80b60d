"""What may be said next is rendered while people decide."""

from __future__ import annotations

from itertools import chain

from gm_appliance.core.game import Decision
from gm_appliance.host.cursor import Cursor, all_words, beside
from gm_appliance.host.press_hints import PressHints
from gm_appliance.host.prompt import at_pad
from gm_appliance.host.session import Session
from gm_appliance.host.window import words_of
from gm_appliance.pickers import face_of, open_picker


def look_ahead(session: Session, decision: Decision) -> None:
    """Render in advance what is said now and next: after each open choice, and after any secret one."""
    play, narration, announcements = session.play, session.narration, session.announcements
    prepare = session.stage.prepare
    prepare(chain.from_iterable(words_of(decision, play.view, narration)))
    cursor = Cursor(session.stage, decision, play.view, narration, open_picker(decision))
    words = cursor.suggested(narration.ask(decision, play.view), announcements)
    prepare((*words, *narration.again(decision, play.view)))
    labels = narration.labels(decision, play.view, face_of(open_picker(decision)))
    hints, padded = PressHints(announcements.language), at_pad(session.stage, decision)
    other = beside(narration, decision, play.view, at_pad=padded)
    prepare(hints.said(decision, labels, at_pad=padded, beside=other))
    prepare(all_words(narration, decision, play.view))
    steps = list(play.possible_steps())
    for step in steps:
        prepare([cue for event, view in step.events for cue in narration.tell(event, view)])
    prepare(narration.prefetch(decision, play.view))
    for step in steps:
        if step.timed:
            # A step with a timetable waits until all its words are rendered.
            prepare(chain.from_iterable(words_of(step.timed, step.view, narration)))
