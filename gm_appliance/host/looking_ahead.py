"""Renders what may be said next while people decide."""

from __future__ import annotations

from itertools import chain

from gm_appliance.core.game import Decision
from gm_appliance.host.agenda import Agenda
from gm_appliance.host.cursor import Cursor, all_words
from gm_appliance.host.prompt_words import PromptWords
from gm_appliance.host.session import Session
from gm_appliance.host.window import words_of
from gm_appliance.pickers import face_of, open_picker


def look_ahead(session: Session, decision: Decision) -> None:
    """Render in advance what is said now and next: after each open choice, and after any secret one."""
    play, narration = session.play, session.narration
    prepare = session.stage.prepare
    prepare(chain.from_iterable(words_of(decision, play.view, narration)))
    words, picker = PromptWords(session, decision, narration), open_picker(decision)
    prepare(Cursor(words, picker, Agenda(), lambda: None).suggested(words.ask()))
    prepare((*narration.again(decision, play.view), *words.hint(face_of(picker))))
    prepare(all_words(narration, decision, play.view))
    steps = list(play.possible_steps())
    for step in steps:
        prepare([cue for event, view in step.events for cue in narration.tell(event, view)])
    prepare(narration.prefetch(decision, play.view))
    for step in steps:
        if step.timed:
            # A step with a timetable waits until all its words are rendered.
            prepare(chain.from_iterable(words_of(step.timed, step.view, narration)))
