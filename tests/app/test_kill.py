"""Killed at any point, a game is resumed there.

Lives end on virtual time at the Nth call to a port or the journal; the next one begins with that memory
card. `test_crash` kills real processes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.app import unfinished as unfinished_module
from gm_appliance.app.unfinished import fold
from gm_appliance.core.cues import Say
from gm_appliance.core.cues.screens import Lines, MenuScreen, NumberScreen
from gm_appliance.core.game import JSON, Chance, Choice, Decision
from gm_appliance.core.language import load
from gm_appliance.core.play import Play
from gm_appliance.core.values import replace
from gm_appliance.games.registry import RegisteredGame, registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.window import Window
from gm_appliance.pickers import face_of, open_picker
from gm_appliance.storage.journal import SessionRecord
from gm_appliance.storage.session_log import JournalSessionLog
from tests.app.fidgety import Fidgety, dealt
from tests.app.life import Box, Life
from tests.app.players import GAME
from tests.app.transcripts import SEEN
from tests.own_words import with_suggestion

pytestmark = pytest.mark.many

SECRET = {"setup.faction", "setup.factions", "conspiracy", "council.vote", "council.booth"}
OPEN_EYES = Announcements(load("en")).clear(eyes_closed=True)


def check(before: Life, after: Life) -> None:
    assert before.journal
    assert after.journal
    assert not before.uncommitted + after.uncommitted
    assert after.inbox.prompt_ids == sorted(set(after.inbox.prompt_ids))
    assert not set(before.inbox.prompt_ids) & set(after.inbox.prompt_ids)
    assert not SECRET & set(after.journal.drafts)
    if before.journal.over:
        assert after.journal.found_session is None
    else:
        assert after.journal.found == before.journal.standing
    if after.journal.found_session:
        _check_resumed(before, after)


def _check_resumed(before: Life, after: Life) -> None:
    assert before.journal
    assert after.journal
    assert after.journal.found_session
    play = fold(after.journal.found_session, [Choice(one.name, one.value) for one in after.journal.found])
    draft = after.journal.found_draft
    assert draft == before.journal.draft_now
    asked = [one for one in after.asked if not one.name.startswith("menu.")]
    if before.open and before.open[1] == after.journal.found:
        # Nothing was chosen since: the same decision is open again.
        assert play.decision
        assert untimed(play.decision) == untimed(before.open[0])
    if play.decision and (play.decision.secret or play.decision.beats):
        assert draft is None
    thrown = play.decision is not None and isinstance(play.decision.who, Chance)
    if asked and not thrown:
        assert untimed(asked[0]) == untimed(play.decision) if play.decision else asked[0].name == SEEN
    begins = 0 if play.decision is None else 2  # the question whether to go on, and what to press
    told = _told_on_resuming(play, draft[1] if draft else None)[: max(0, len(after.said) - begins)]
    assert after.said[begins : begins + len(told)] == told
    if asked and draft:
        _check_drafted(play, draft, after)


def untimed(decision: Decision) -> Decision:
    """The decision without the times of its beats, which follow the voice."""
    return replace(decision, beats=tuple(replace(one, at=0.0) for one in decision.beats), lead=0.0)


def _told_on_resuming(play: Play, draft: JSON) -> list[str]:
    narration = registered(GAME).narration("en")
    decision = play.decision
    cues = [cue for event, view in play.events for cue in narration.tell(event, view)]
    if decision:
        cues += narration.recap(decision, play.view)
    if decision and not isinstance(decision.who, Chance):
        cues += with_suggestion(decision, play.view, narration, narration.ask(decision, play.view), draft)
    opening = OPEN_EYES if decision and decision.closed else ()
    return [cue.text for cue in (*opening, *cues) if isinstance(cue, Say)]


def _check_drafted(play: Play, draft: tuple[str, JSON], after: Life) -> None:
    assert play.decision
    assert draft[0] == play.decision.name
    number = after.asked.index(play.decision)
    shown = after.shown_at(number)
    if shown is None:
        return
    if isinstance(shown, NumberScreen):
        assert shown.value == draft[1]
    elif isinstance(shown, MenuScreen) and draft[1] != -1:
        assert shown.at == draft[1]
    face = face_of(open_picker(play.decision, draft[1]))
    told = registered(GAME).narration("en").screen(play.decision, play.view, face, 0)
    if isinstance(told, Lines):
        assert isinstance(shown, Lines)
        assert (shown.title, shown.lines[: len(told.lines)]) == (told.title, told.lines)
    else:
        assert unhinted(shown) == unhinted(told)


def unhinted(screen: Any) -> Any:
    return replace(screen, hint="")


def killed_repeatedly(folder: Path, seed: int) -> int:
    """Each life lasts one call longer than the one before, until the game is over; returns the kills."""
    options = {"dice": ("own", "box")[seed % 2], "ballot": ("pads", "thumbs", "pads", "booth")[seed % 4]}
    box, cards = Box(folder), dealt(seed, 7 + seed % 3)
    for lasts in count(1):
        life = box.switched_on(lasts, seed=seed)
        box.run(life, Fidgety(life, f"{seed} {lasts}", cards, options))
        if lasts > 1:
            check(*box.lives)
            del box.lives[0]
        if life.journal and life.journal.over:
            break
    with box.read() as journal:
        (session,) = journal.sessions()
        assert session.status == "ended"
        play = fold(session, [Choice(one.name, one.value) for one in journal.entries(session.id)])
    assert play.outcome
    assert session.outcome
    assert session.outcome["winners"] == [*play.outcome.winners]
    return lasts - 1


@pytest.mark.parametrize(
    "seed", [0, 3, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(10, 20))]
)
def test_a_game_killed_repeatedly_comes_to_its_end(tmp_path: Path, seed: int) -> None:
    assert killed_repeatedly(tmp_path, seed) > 60


def _drafts_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(JournalSessionLog, "drafted", lambda self, name: None)


def _told_once_only(patch: pytest.MonkeyPatch) -> None:
    def silent(session: SessionRecord, choices: list[Choice], registry: Mapping[str, RegisteredGame]) -> Play:
        play = fold(session, choices, registry)
        moments = vars(play)["_moments"]
        moments[-1] = replace(moments[-1], events=())
        return play

    patch.setattr(unfinished_module, "fold", silent)


def _eyes_left_closed(patch: pytest.MonkeyPatch) -> None:
    right = Announcements.clear
    patch.setattr(Announcements, "clear", lambda self, eyes_closed: right(self, False))


def _secrets_drafted(patch: pytest.MonkeyPatch) -> None:
    right = Window.run

    def run(self: Window) -> Choice:
        self._session.session_log.draft(self._decision.name, {"1": "conspire"})
        return right(self)

    patch.setattr(Window, "run", run)


FAULTS = (_told_once_only, _drafts_forgotten, _eyes_left_closed, _secrets_drafted)
"""`test_crash` plants a choice committed late, `test_counters` prompts given twice."""


@pytest.mark.parametrize("plant", FAULTS)
def test_a_planted_fault_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        killed_repeatedly(tmp_path, 0)
