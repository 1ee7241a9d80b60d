"""Changing the language in the middle of a game loses nothing and takes effect at once."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gm_appliance.app.evening_settings import EveningSettings
from gm_appliance.core import language
from gm_appliance.core.game import JSON, Choice, Clock, Decision, Opponent
from gm_appliance.core.language import PSEUDO, load
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL
from gm_appliance.games.registry import GAMES
from gm_appliance.host.session import Session
from gm_appliance.pickers import presses
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import People
from gm_appliance.storage.adjustments import kept_language
from gm_appliance.testing import Asked, evening
from gm_appliance.testing.screens import words_of
from tests.app.life import Life
from tests.scenes import to_odin

ENGLISH = "en"
LANGUAGES = (ENGLISH, PSEUDO)
ROSTER = ("Brt", "Ctt", "Drk", "Frd", "Grt", "Hnk", "Jrg", "Kld")
"""Names without a vowel: one in the pseudo-language is a sentence that was not translated."""

CHANGES = 15
"""About how often the language is changed in a game, if it is long enough."""


def test_with_one_language_there_is_nothing_to_choose(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        table.taps(PANEL, "back")
        table.hears(Asked("questions"))
        for _ in range(12):
            assert "Language" not in words_of(table.screen)
            table.taps(PANEL, "down")


class Company(Observer):
    """People who play one game to its end. What they do follows from the seed and the choices so far alone.
    changes: how likely another language is chosen before a decision is answered, from 0 to 1."""

    def __init__(self, life: Life, game: str, seed: int, changes: float) -> None:
        self._life, self._game, self._seed, self._changes = life, game, seed, changes
        self._hands, self._whims = Random(), Random(f"{game} {seed}")
        self._dealer = Dealer(Random(seed))
        self._people = People(life.inbox, self._dealer, self._hands, self._hands)
        self._undone = -1
        self._wanted = ""
        self.languages = [ENGLISH]
        self._since = [0.0]  # when each of them was chosen
        self.journal: list[tuple[str, JSON]] = []
        self.undos = 0

    def asked(self, prompt_id: int, decision: Decision) -> None:
        life, count = self._life, len(self.choices)
        life.open_now(decision)
        self._dealer.lay(next(iter(life.of("lay")[-1:]), ()))
        if decision.name == "menu.again":
            life.stop()
        elif decision.name == "menu.game":
            self._press(prompt_id, Choice(decision.name, self._game), decision)
        elif decision.name in ("questions", "language"):
            value = "language" if decision.name == "questions" else self._wanted
            chosen_at = self._press(prompt_id, Choice(decision.name, value), decision)
            if decision.name == "language":
                self.languages.append(self._wanted)
                self._since.append(chosen_at)
        elif self._changes_language(decision):
            life.inbox.press_at(life.inbox.now() + 1.0, PANEL, "back", 0.1, prompt_id)
        else:
            self._hands.seed(f"{self._seed} {count}")
            if self._takes_back(decision, count):
                life.inbox.press_at(life.inbox.now() + 0.2, PANEL, "back", 0.75, prompt_id)
            self._people.asked(prompt_id, decision)

    @property
    def choices(self) -> list[Choice]:
        return self._life.chosen

    @property
    def spoken(self) -> Iterator[tuple[str, str]]:
        """All that was said or shown, each with the language that was chosen last."""
        for t, port, what in self._life.outputs:
            texts = [what] if port == "say" else words_of(what) if port == "show" else ()
            yield from ((self.languages[bisect_right(self._since, t) - 1], text) for text in texts)

    def _changes_language(self, decision: Decision) -> bool:
        asks = isinstance(decision.who, Clock | Opponent) or decision.beats or decision.secret
        if asks or decision.name.startswith(("menu.", "option.")) or self._whims.random() >= self._changes:
            return False
        self._wanted = self._whims.choice([one for one in LANGUAGES if one != self.languages[-1]])
        return True

    def _takes_back(self, decision: Decision, count: int) -> bool:
        in_menu = decision.name.startswith(("menu.", "option."))
        undo = not (in_menu or decision.beats or self._undone == count) and self._hands.random() < 0.05
        self._undone = count if undo else self._undone
        return undo

    def _press(self, prompt_id: int, choice: Choice, decision: Decision) -> float:
        """Returns when the choice will be made."""
        t = self._life.inbox.now() + 0.6
        for stroke in presses(decision, choice):
            t += 0.4
            self._life.inbox.press_at(t, stroke.source, stroke.button, stroke.held, prompt_id)
        return t

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._life.chose(choice)
        self._people.chose(decision, choice)
        if self._life.journal:
            self.journal = [(one.name, one.value) for one in self._life.journal.standing] or self.journal

    def announced(self, name: str) -> None:
        self.undos += name == "taken-back"


def played(folder: Path, game: str, changes: float) -> Company:
    folder.mkdir()
    settings = EveningSettings(teach=False, languages=LANGUAGES, roster=ROSTER)
    life = Life(folder, settings=settings)
    people = Company(life, game, 3, changes)
    life.run(people)
    assert life.journal
    assert kept_language(life.journal) == people.languages[-1] or not changes
    life.journal.close()
    assert life.ended == "in order"
    return people


@pytest.mark.parametrize("game", [name for name, one in GAMES.items() if one.game.kept])
def test_a_game_through_all_languages_is_the_game_in_one(tmp_path: Path, game: str) -> None:
    undisturbed = played(tmp_path / "one", game, 0.0)
    changed = played(tmp_path / "all", game, min(0.2, CHANGES / len(undisturbed.choices)))
    assert undisturbed.languages == [ENGLISH]
    assert {*changed.languages} == {*LANGUAGES}
    assert changed.choices == undisturbed.choices
    assert changed.journal == undisturbed.journal
    assert changed.undos == undisturbed.undos
    assert undisturbed.undos
    assert wrong(changed) == []


def wrong(people: Company) -> list[str]:
    """Sentences in English while another language was chosen."""
    names = re.compile("|".join((*ROSTER, *(load(one)(language.OWN_NAME) for one in LANGUAGES))))
    spoken = [*people.spoken]
    in_pseudo = [names.sub("", text) for tag, text in spoken if tag == PSEUDO]
    assert len(in_pseudo) > len(spoken) / 10
    return [text for text in in_pseudo if re.search("[aeiou]", text, re.I)]


def test_a_sentence_of_the_former_language_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Session, "__setattr__", _keeping_the_narration)
    assert wrong(played(tmp_path / "all", "thor", 0.2))


def _keeping_the_narration(session: Session, name: str, value: object) -> None:
    if name != "narration" or not hasattr(session, name):
        object.__setattr__(session, name, value)
