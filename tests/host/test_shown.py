"""Everything said while eyes are open is also shown, by a picture or in words."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.core.cues.screens import ClosedScreen, Screen, TextScreen
from gm_appliance.core.game import Decision
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL
from gm_appliance.games.scorepad.events import Ended
from gm_appliance.hidden_roles.events import Banished, Won
from gm_appliance.host.stage import Stage
from gm_appliance.testing import Announced, Asked, AtBeat, Said
from gm_appliance.testing.heard import Hushed
from tests.app.fidgety import Fidgety, dealt
from tests.app.life import Box, Life
from tests.app.players import LIVELY, Acts, Answer, Players, undone_once, up_then_ok


class Reader(Life):
    """A box somebody looks at. unshown: sentences that stood nowhere. read: how many did.

    A sentence has its picture where the prompt it belongs to shows one, or where one came right before it
    and no other sentence was said of that.
    """

    def __init__(self, folder: Path, mute: str = "") -> None:
        super().__init__(folder)
        self._mute = mute
        self._screen: Screen | None = None
        self._asked = -1  # the prompt that was opened last, by its number
        self._picture_of: object = None  # the prompt, or the moment, that the display shows
        self._storm = False
        self._glanced = 0.0
        self.unshown: list[str] = []
        self.read = 0
        self.flashed = 0

    def open_now(self, decision: Decision) -> None:
        super().open_now(decision)
        self._asked = self.inbox.prompt_ids[-1]

    @property
    def _prompt_is_open(self) -> bool:
        return self._asked == self.inbox.prompt_ids[-1] and not (self.asked and self.asked[-1].beats)

    def show(self, screen: Screen) -> None:
        super().show(screen)
        self._screen, self._glanced = screen, self.inbox.now()
        self._picture_of = self._asked if self._prompt_is_open else "what is said next"
        if isinstance(screen, TextScreen) and screen.bright:
            assert self._mute or self.names[-1] == "end.seen"  # the winners' banner
            self.flashed += 1

    def storm(self, on: bool) -> None:
        super().storm(on)
        self._storm = on

    def say(self, text: str) -> float:
        self._look(text)
        return super().say(text)

    def _look(self, text: str) -> None:
        screen = self._screen
        if self._storm:
            assert self._mute or isinstance(screen, ClosedScreen)
            return
        if isinstance(screen, TextScreen) and (text in screen.text or not self._prompt_is_open):
            seen = text in screen.text
        elif self._prompt_is_open and self._announced_by(screen):
            seen = True  # the prompt's own picture comes once that is over
        elif self._prompt_is_open:
            seen = self._picture_of == self._asked
        else:
            seen = screen is not None and self._picture_of in ("what is said next", self.inbox.now())
            self._picture_of = self._glanced if self._glanced == self.inbox.now() else None
        self.read += seen
        if not seen:
            self.unshown.append(text)

    def _announced_by(self, screen: Screen | None) -> bool:
        """Whether it shows an announcement made before this prompt, which stays until it has been said."""
        return (
            isinstance(screen, TextScreen)
            and Announced("taken-back")
            in [one.what for one in self.heard if isinstance(one.what, Announced)][-1:]
        )


def has_questions(life: Life) -> None:
    life.tap(2.0, PANEL, "back")


def pauses(life: Life) -> None:
    life.tap(2.0, PANEL, "repeat", 0.75)
    life.tap(9.0, PANEL, "down")
    life.tap(15.0, PANEL, "repeat")


def loses_the_pads(life: Life) -> None:
    life.fault("pads", "lost")
    life.inbox.ends_at = life.inbox.now() + 20.0, lambda: life.fault("pads", "back")


def watched(tmp_path: Path, people: Callable[[Life], Observer], mute: str = "") -> Reader:
    life = Reader(tmp_path, mute)
    if mute:
        life.fault("sound", "missing")
    life.run(people(life))
    assert life.journal is not None
    life.journal.close()
    assert life.ended == "in order"
    return life


def the_whole_game(life: Life) -> Players:
    wanted = iter(("recap", "rules", "thor"))
    answers: dict[str, Answer] = {
        "option.dice": "own",
        "ballot.unheard": "pads",
        "questions": lambda decision: next(wanted, "back"),
    }
    acts: Acts = {
        "setup.deal": undone_once,
        "action.thor": (has_questions, pauses),
        "action.hel": loses_the_pads,
    }
    return Players(life, answers, {**LIVELY, **acts})


def rounds_of_points(life: Life) -> Players:
    answers = iter(("next", "correct", "end"))
    return Players(
        life,
        {
            "menu.game": "scorepad",
            "option.players": 3,
            "option.mode": "round",
            "round.next": lambda decision: next(answers, "end"),
            "end.confirm": "end",
            "entry.points": 3,
        },
        {"entry.points": (up_then_ok, undone_once, None)},
    )


def test_a_whole_game_of_gotterdammerung(tmp_path: Path) -> None:
    life = watched(tmp_path, the_whole_game)
    assert life.unshown == []
    assert life.read > 80
    assert life.all_heard(Won)
    assert life.heard_in_order(Announced("taken-back"), Banished, Asked("questions"), Announced("paused"))


@pytest.mark.parametrize("ballot", ["pads", "thumbs", "booth"])
def test_fidgety_people(tmp_path: Path, ballot: str) -> None:
    def people(life: Life) -> Fidgety:
        return Fidgety(life, ballot, dealt(3, 7), {"ballot": ballot})

    life = watched(tmp_path, people)
    assert life.unshown == []
    assert life.read > 80


def test_the_score_pad(tmp_path: Path) -> None:
    life = watched(tmp_path, rounds_of_points)
    assert life.unshown == []
    assert life.all_heard(Ended)


def test_what_is_resumed(tmp_path: Path) -> None:
    box = Box(tmp_path / "first")
    for cut in ("action.odin", "conspiracy", "council.whom"):
        life = box.switched_on()
        box.run(life, Players(life, at={cut: Life.cut}))
        again = Reader(box.folder)
        again.run(Players(again, at={cut: Life.stop}))
        assert again.unshown == []
        assert again.heard_in_order(Asked("menu.resume"), Announced("goodbye"))
        assert again.journal is not None
        again.journal.close()


@pytest.mark.parametrize("people", [the_whole_game, rounds_of_points])
def test_without_sound_questions_and_news_are_written_out(
    tmp_path: Path, people: Callable[[Life], Players]
) -> None:
    life = watched(tmp_path, people, mute="sound")
    assert life.unshown == []
    written = " ".join(one.text for one in life.of("show") if isinstance(one, TextScreen))
    asked = {"menu.game"}  # whose list came before the box knew that nobody hears it
    for one, then in pairwise(life.heard):
        if not isinstance(then.what, Said) or isinstance(one.what, Said | Hushed | Announced | AtBeat):
            continue  # what follows on a sentence or a fault has its own picture
        if isinstance(one.what, Asked) and (one.what.name in asked or one.what.name == "signals"):
            continue  # it was read before; the signals have a picture of their own
        asked |= {one.what.name} if isinstance(one.what, Asked) else set()
        if "close your eyes" not in then.what.text.lower():  # the picture of a closed eye
            assert then.what.text in written, one.what
    assert len(asked) > 5


def test_without_sound_words_light_up_for_closed_eyes_and_how_is_told_before(tmp_path: Path) -> None:
    """Once for the steps in which somebody reads aloud, and once for those in which the Oracle does."""
    life = watched(tmp_path, the_whole_game, mute="sound")
    assert life.names.count("signals") == 2
    assert life.names.index("signals") < life.names.index("setup.factions")
    steps = [decision for decision in life.asked if decision.closed]
    assert life.flashed > 3 * len(steps)
    ends = [at for at, one in enumerate(life.outputs) if one.port == "storm" and not one.what]
    opened = [life.outputs[at : at + 4] for at in ends if at and life.outputs[at - 1].port == "hush"]
    lamps = [[one.what for one in some if one.port == "light"][:1] for some in opened]
    assert [frozenset(range(1, 8))] in lamps


def test_another_voice_is_heard_as_well_and_one_that_is_back(tmp_path: Path) -> None:
    def people(life: Life) -> Players:
        for what in ("stand-in", "lost", "back"):
            life.fault("voice", what)
        return the_whole_game(life)

    life = watched(tmp_path, people)
    assert life.unshown == []
    assert "signals" not in life.names


def test_words_that_stand_nowhere_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    perform = Stage.perform

    def without_words(self: Stage, cues: Any, *, shown: bool = False) -> float:
        return perform(self, [*cues], shown=True)

    monkeypatch.setattr(Stage, "perform", without_words)
    life = watched(tmp_path, the_whole_game)
    assert "Turn your god card. Keep your faction hidden." in life.unshown
    assert len(life.unshown) > 20
