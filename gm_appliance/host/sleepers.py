"""Wakes sleeping phones before thumbs are given, because a sleeping phone registers none.

Everybody at the table sees whose phone is dark, so all of this is public.
"""

from __future__ import annotations

from gm_appliance.core.cues import Light, Say, Show
from gm_appliance.core.cues.props import Plate
from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.game import Decision, Ready, Table
from gm_appliance.host.session import Session

GLANCE = 0.5  # seconds between two checks whether they are awake
SOME = 4  # names in one sentence: with four it keeps to twelve words
LINES = 3  # lines of the display beside what to press


def wake(session: Session) -> None:
    """Name the phones that sleep, and wait until all are awake, or for OK. May raise BrokenOff."""
    if not _asleep(session):
        return
    session.make_remarks()
    session.begin(Decision("phones.asleep", Table(), Ready(("anyway",))))
    known: tuple[str, ...] = ()
    while names := _asleep(session):
        if names != known:
            _tell(session, names, again=bool(known))
            known = names
        if session.turned(GLANCE, "ok"):
            return
    session.stage.hush()
    session.stage.perform((Light(),))


def _asleep(session: Session) -> tuple[str, ...]:
    """The players whose phones sleep, as the table calls them, in the order of their seats."""
    asleep = session.stage.asleep
    laid = session.narration.props(session.play.view) if asleep else None
    plates = {one.at: one.label for one in laid.items if isinstance(one, Plate)} if laid else {}
    return tuple(str(plates[seat]) for seat in sorted(asleep) if seat in plates)


def _tell(session: Session, names: tuple[str, ...], *, again: bool) -> None:
    """again: some of them woke up, or fell asleep, so only the picture changes."""
    _ = session.announcements.language
    shown = [", ".join(names[first : first + 2]) for first in range(0, len(names), 2)]
    lines = (*(*shown[:LINES], "", "", "")[:LINES], session.announcements.ok_goes_on())
    picture = Show(Lines(_.pgettext("title", "Phones asleep"), lines))
    if again:
        session.stage.perform((picture,))
        return
    sentences = session.announcements.asleep(len(names))
    called = [_.names(names[first : first + SOME]) for first in range(0, len(names), SOME)]
    session.stage.perform_afresh((picture, *sentences, *(Say(_("{names}.", names=some)) for some in called)))
