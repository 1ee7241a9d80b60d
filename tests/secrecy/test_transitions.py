"""Around every change between a secret and an open moment a thumb may be given blind: it tells nothing.

Its player does not know yet that the moment is over, or has not begun. So each change is played
three times, with that thumb up, down, and not given: the same leaves the ports, at the same times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.ports import Edge
from gm_appliance.host import interruptions, loop, stage
from gm_appliance.host.prompt import Prompt
from gm_appliance.host.session import Session
from gm_appliance.host.stage import Stage
from gm_appliance.pickers.thumb import Booth
from tests.secrecy.transitions import (
    CHANGES,
    Blind,
    a_power_cut,
    a_vote_paused,
    before_a_vote_is_taken_back,
    read_behind_back,
    taken_back,
)
from tests.secrecy.whole.parts import everything_asked

THUMBS = ("up", "down", "none")


def told_apart(folder: Path, change: str, thumbs: Iterable[str] = THUMBS) -> str | None:
    """The first output by which a thumb given blind can be told from another, or from none."""
    runs: list[list[object]] = []
    for thumb in thumbs:
        with everything_asked(folder / thumb) as asked:
            runs.append([*CHANGES[change](folder / thumb, Blind(thumb)).outputs])
        runs[-1] += asked
    assert len(runs[0]) > 100
    for outputs in zip_longest(*runs):
        if any(output != outputs[0] for output in outputs):
            return f"{change}: {outputs}"
    return None


OFTEN = (taken_back, a_power_cut, a_vote_paused, before_a_vote_is_taken_back, read_behind_back)
"""Looked at in every run; the others in the long tests."""


@pytest.mark.parametrize(
    "change",
    [pytest.param(one, marks=() if change in OFTEN else pytest.mark.long) for one, change in CHANGES.items()],
)
def test_a_thumb_given_blind_tells_nothing(tmp_path: Path, change: str) -> None:
    assert told_apart(tmp_path, change) is None


Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def a_pause_that_answers_every_press(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(interruptions, "PAD_BUTTONS", ())


def a_thumb_that_counts_as_soon_as_the_moment_is_over(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(stage, "BLIND", 0.0)


def a_thumb_that_counts_once_its_pad_says_that_it_is_still_down(patch: pytest.MonkeyPatch) -> None:
    def passes_over(self: Any, edge: Edge) -> bool:
        return bool(edge.down and not self._secret and edge.t < self._blind_until)

    patch.setattr(Stage, "_passes_over", passes_over)


def a_fault_told_at_the_next_press(patch: pytest.MonkeyPatch) -> None:
    def pause(session: Session, eyes_closed: bool) -> None:
        session.stage.begin()
        session.stage.perform_afresh(session.announcements.paused(eyes_closed))
        gesture = None
        while gesture is None or gesture.button != "repeat":
            gesture = session.stage.next(None, heed=True)
            session.stage.perform([cue for cue in session.faults() if isinstance(cue, Say)])
        session.stage.perform_afresh(session.announcements.go_on())

    patch.setattr(loop, "pause", pause)


def a_thumb_kept_that_slows_the_recovery(patch: pytest.MonkeyPatch) -> None:
    def recover(session: Session) -> None:
        session.stage.rest(0.05 * sum(one.choice.value == "down" for one in session.play.taken))
        interruptions.recover(session)

    patch.setattr(loop, "recover", recover)


def a_page_more_for_a_thumb(patch: pytest.MonkeyPatch) -> None:
    def run(prompt: Any) -> Any:
        try:
            return ran(prompt)
        finally:
            if isinstance(prompt._picker, Booth) and prompt._picker.at >= 0:
                vars(prompt._session)["given"] = True

    def read_out(session: Session, cues: Iterable[Cue]) -> bool:
        return read(session, (*cues, *[Say("And so on.")] * ("given" in vars(session))))

    ran, read = Prompt.run, Session.read_out
    patch.setattr(Prompt, "run", run)
    patch.setattr(Session, "read_out", read_out)


LEAKS: Sequence[tuple[Plant, str]] = (
    (a_thumb_kept_that_slows_the_recovery, "a_power_cut"),
    (a_page_more_for_a_thumb, "read_behind_back"),
    (a_pause_that_answers_every_press, "paused"),
    (a_thumb_that_counts_as_soon_as_the_moment_is_over, "questions"),
    (a_thumb_that_counts_as_soon_as_the_moment_is_over, "handed_on_by_the_last"),
    (a_thumb_that_counts_as_soon_as_the_moment_is_over, "a_power_cut"),
    (a_thumb_that_counts_as_soon_as_the_moment_is_over, "before_a_vote_is_taken_back"),
    (a_thumb_that_counts_as_soon_as_the_moment_is_over, "a_vote_over"),
    (a_thumb_that_counts_once_its_pad_says_that_it_is_still_down, "before_a_vote_is_taken_back"),
    (a_fault_told_at_the_next_press, "a_vote_paused"),
)
"""What the box did once, or might, and where it shows."""


@pytest.mark.parametrize(
    ("leak", "change"), [*LEAKS[:2], *(pytest.param(*one, marks=pytest.mark.long) for one in LEAKS[2:])]
)
def test_a_planted_leak_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Plant, change: str
) -> None:
    leak(monkeypatch)
    try:
        parted = told_apart(tmp_path, change) is not None
    except AssertionError:  # the evening itself goes otherwise
        parted = True
    assert parted
