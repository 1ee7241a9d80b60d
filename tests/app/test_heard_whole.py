"""Whole evenings of every game, by ear: an undone choice is named in a sentence that is not cut off, and
questions name the option under the cursor.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_appliance.core.game import Choice, Clock, Decision, MenuFace, NumberFace, OneOf, Opponent
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL
from gm_appliance.games.registry import GAMES
from gm_appliance.host.cursor import Cursor
from gm_appliance.host.prompt import Prompt
from gm_appliance.host.session import Session
from gm_appliance.pickers import face_of, open_picker, presses
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import People, Temper
from gm_appliance.testing import Said, evening
from gm_appliance.testing.heard import Hushed
from tests.app.life import Life

CHOICES = 30
"""Choices until everybody goes home."""

SITS_DOWN = {"menu.same": "no", "menu.rules": "start", "menu.people": "none"}

SAY_IT = frozenset(
    (
        *("menu.same", "menu.rules", "menu.people", "round.next", "match.over", "game.next"),
        *("reached.target", "end.called", "end.confirm", "throw"),
    )
)
"""Questions whose own text names the option that OK chooses."""

SLOW = Temper(pause=(14.0, 16.0), talk=(14.0, 16.0), panel=1.0)


class Listeners(Observer):
    """People who play one game and hear every question out, with undos and wrong presses. unsaid: options
    under the cursor that nobody was told, with the question."""

    def __init__(self, life: Life, game: str) -> None:
        self._life, self._game, self._rng = life, game, Random(f"ears {game}")
        self._dealer = dealer = Dealer(self._rng)
        self._people = People(life.inbox, dealer, self._rng, self._rng, temper=SLOW)
        self._chosen = 0
        self._taken: list[Decision] = []
        self._undo = False
        self._open: Decision | None = None
        self._since = 0
        self.undone: list[str] = []
        self.wrong = self.suggested = 0
        self.unsaid: list[tuple[str, str]] = []

    def asked(self, prompt_id: int, decision: Decision) -> None:
        life, now = self._life, self._life.inbox.now()
        life.open_now(decision)
        self._dealer.lay(next(iter(life.of("lay")[-1:]), ()))
        self._open, self._since = decision, len(life.heard)
        if self._chosen > CHOICES or decision.name == "menu.again":
            life.stop_in(30.0)
        elif decision.name in SITS_DOWN or decision.name == "menu.game":
            choice = Choice(decision.name, SITS_DOWN.get(decision.name, self._game))
            for at, stroke in enumerate(presses(decision, choice)):
                life.inbox.press_at(now + 14.0 + at / 2, stroke.source, stroke.button, stroke.held, prompt_id)
        elif decision.beats or isinstance(decision.who, Clock | Opponent):
            self._people.asked(prompt_id, decision)
        elif self._undo:
            self._undo = False
            life.tap(14.0, PANEL, "back", 0.75)
        else:
            if self._rng.random() < 0.3:
                self.wrong += 1
                life.inbox.press_at(now + 12.0, *self._rng.choice(((3, "down"), (4, "up"))), 0.1, prompt_id)
            self._people.asked(prompt_id, decision)
        for again in range(1, 9):
            life.inbox.press_at(now + 120.0 * again, PANEL, "down", 0.1, prompt_id)
            life.inbox.press_at(now + 120.0 * again + 1, PANEL, "ok", 0.1, prompt_id)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._look_back()
        self._life.chose(choice)
        self._people.chose(decision, choice)
        if not decision.name.startswith(("menu.", "option.")):
            self._chosen += 1
        if not isinstance(decision.who, Opponent):
            self._taken.append(decision)
        if not decision.name.startswith(("menu.", "option.")):
            self._undo = self._rng.random() < 0.25

    def _look_back(self) -> None:
        """Check that the option initially under the cursor was said."""
        decision, self._open = self._open, None
        if decision is None or decision.secret or decision.beats or decision.name in SAY_IT:
            return
        face = face_of(open_picker(decision))
        if not isinstance(face, NumberFace) and not (
            isinstance(face, MenuFace) and face.current and face.items[1:]
        ):
            return
        said = [one.what.text for one in self._life.heard[self._since :] if isinstance(one.what, Said)]
        self.suggested += 1
        if not any(text.endswith("?") and text != said[0] for text in said):
            self.unsaid.append((decision.name, " ".join(said)))

    def announced(self, name: str) -> None:
        if name == "taken-back":
            last = self._taken.pop()
            if not last.secret:  # of a secret choice nothing is said
                self.undone.append(last.name)


def heard_out(folder: Path, game: str) -> tuple[Life, Listeners]:
    life = Life(folder)
    people = Listeners(life, game)
    life.run(people)
    assert life.journal
    life.journal.close()
    assert life.ended == "in order"
    return life, people


def named(life: Life) -> list[str]:
    """Whole sentences heard about undone choices."""
    ears = life._ears
    told = [(at, one.what.text) for at, one in enumerate(life.heard) if isinstance(one.what, Said)]
    return [text for at, text in told if text.startswith("Taken back: ") and at not in ears.cut]


@pytest.mark.parametrize("game", [name for name, one in GAMES.items() if one.game.kept])
def test_every_evening_can_be_followed_by_ear(tmp_path: Path, game: str) -> None:
    life, people = heard_out(tmp_path, game)
    assert people.unsaid == []
    assert people.suggested > CHOICES / 10
    assert people.wrong
    assert people.undone
    assert len(named(life)) == len(people.undone), people.undone


def hushed_as_it_is_said(patch: pytest.MonkeyPatch) -> None:
    """The next prompt cuts the announcement off, as it once did."""
    patch.setattr(Session, "announced", lambda session: 0.0)


def not_named(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("gm_appliance.host.interruptions.chosen", lambda *about: "")


def one_question_without(patch: pytest.MonkeyPatch) -> None:
    suggested = Cursor.suggested

    def but_one(cursor: Any, words: Any) -> Any:
        silent = cursor._prompt.decision.name == "final.offer"
        return words if silent else suggested(cursor, words)

    patch.setattr(Cursor, "suggested", but_one)


@pytest.mark.parametrize("planted", [hushed_as_it_is_said, not_named, one_question_without])
def test_what_is_planted_is_noticed(
    planted: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(monkeypatch)
    life, people = heard_out(tmp_path, "thor")
    assert people.undone
    assert people.unsaid or len(named(life)) < len(people.undone)


def cut_without_a_press(folder: Path) -> tuple[int, list[str]]:
    """The sentences of 200 decisions of Odin's Table against the box, and those that nobody heard."""
    rng, cut = Random(5), list[str]()
    with evening(folder) as table:
        table.pads = {}
        for name, value in (("menu.game", "odins-table"), ("option.mode", "solo"), ("option.side", "white")):
            table.decides(name, value)
        table.decides("option.strength", "easy")
        table.decides("menu.rules", "start")
        for _ in range(200):
            ears = table._ears
            assert ears.open
            before = set(ears.cut)
            table.advance(14.0)
            heard = [ears.heard[at].what for at in sorted(ears.cut - before)]
            cut += [one.what.text if isinstance(one, Hushed) else one.text for one in heard]
            decision = ears.open[1]
            if decision.name == "match.over":
                break
            if not isinstance(decision.who, Opponent):
                table.answers(liveliest(decision, rng))
        said = len(table.all_heard(Said))
    return said, cut


def liveliest(decision: Decision, rng: Random) -> int | str:
    assert isinstance(decision.domain, OneOf)
    first = rng.random() < 0.7 and decision.name.startswith("turn.")
    return decision.domain.options[0] if first else rng.choice(decision.domain.options)


def test_the_box_as_an_opponent_does_not_interrupt_itself(tmp_path: Path) -> None:
    said, cut = cut_without_a_press(tmp_path)
    assert said > 200
    assert cut == []


def test_an_answer_that_interrupts_its_announcement_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_once(prompt: Any, one: Decision) -> Choice | None:
        prompt._quiet_at = 0.0
        return at_limit(prompt, one)

    at_limit = Prompt._at_limit
    monkeypatch.setattr(Prompt, "_at_limit", at_once)
    _said, cut = cut_without_a_press(tmp_path)
    assert cut
