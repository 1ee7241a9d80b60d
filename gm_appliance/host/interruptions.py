"""Interruptions of a step: undo, pause, and recovery."""

from __future__ import annotations

from gm_appliance.core.cues import Show
from gm_appliance.core.ports import PAD_BUTTONS, PANEL
from gm_appliance.host.cursor import chosen
from gm_appliance.host.session import Session


def take_back(session: Session) -> None:
    """Take the last choice back and say which; wait where something has to be moved by hand."""
    before, depth, names = session.play.view, session.play.undo_depth(), session.play.names
    choice = session.play.taken[-depth].choice
    for _ in range(depth):
        session.session_log.undo()
        session.play = session.play.undone()
    session.rename(names)
    session.stage.begin()
    view, decision = session.play.view, session.play.decision
    assert decision is not None
    what = chosen(session.announcements, session.narration, decision, view, choice)
    moved = session.narration.back(before, view)
    if not session.narration.only_opened(choice):
        session.announce(session.announcements.taken_back(what))
    if moved:
        session.make_remarks()
    for cue in moved:
        session.wait_for(cue)


def pause(session: Session, eyes_closed: bool) -> None:
    """Wait until somebody presses REPEAT."""
    stage, announcements, decision = session.stage, session.announcements, session.play.decision
    stage.begin()
    stage.perform_afresh(announcements.paused(eyes_closed))
    covered_until: float | None = None  # by the picture of some news
    while True:
        # Before waiting: a press must never be what brings out something heard in secret.
        if cues := session.faults():
            covered_until = stage.now() + stage.perform(cues)
        gesture = stage.next(covered_until, heed=True)
        if covered_until is not None and stage.now() >= covered_until:
            covered_until = None
            stage.perform((Show(announcements.pause_screen()),))
        if gesture and gesture.source == PANEL and gesture.kind in ("tap", "hold"):
            if gesture.button in ("repeat", "ok"):
                break
            # A player alone with the box may not know that it is paused: a thumb gets no answer.
            if not (decision and decision.secret and gesture.button in PAD_BUTTONS):
                stage.perform_afresh(announcements.still_paused())
    # Start from silence: what is said next is neither late nor cut off because of the pause.
    stage.begin()
    stage.hush()
    for cue in announcements.go_on():
        session.wait_for(cue)


def recover(session: Session) -> None:
    """The one recovery rule, for a power cut and a pause alike."""
    decision, play = session.play.decision, session.play
    session.stage.begin()
    session.remarks()  # the recap makes them again
    for cue in session.announcements.clear(decision is not None and decision.closed):
        session.wait_for(cue)
    session.tell_events(play.latest)
    session.make_remarks()
    if decision is not None:
        for cue in session.narration.recap(decision, play.view):
            session.wait_for(cue)
