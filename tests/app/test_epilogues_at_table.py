"""Games for points end with their epilogue, which any press skips; and their results keep who began."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from gm_appliance.app.replay import retold
from gm_appliance.core.game import Choice, Clock, Decision, Opponent, Outcome
from gm_appliance.core.ports import PANEL
from gm_appliance.storage.results import NAME, read
from tests.app.life import Box, Life, Output
from tests.app.players import Answer, Players

EVENINGS: dict[str, tuple[int, dict[str, Answer]]] = {
    "thor": (4, {}),
    "valda": (0, {}),
    "odins-table": (9, {"option.mode": "judge"}),
}
"""Seeds of people of whom two things can be told, and what they answer the menu."""


class Sampling(Players):
    """Two who do anything legal once the game begins.

    after: seconds of the epilogue after which they press; never if 0. first: the seat that began.
    over, again: how much the ports had put out when the game was over, and when the menu asked again.
    """

    over = again = first = 0

    def __init__(self, life: Life, game: str, after: float) -> None:
        seed, answers = EVENINGS[game]
        answers = {"menu.game": game, "option.players": 2, **answers}
        super().__init__(life, answers, {"menu.again": self._asked_again})
        self._chance, self._after = Random(seed), after

    def answer(self, decision: Decision) -> Choice | None:
        if decision.name.startswith(("menu.", "option.")) or isinstance(decision.who, Clock | Opponent):
            return super().answer(decision)
        return Choice(decision.name, decision.domain.sample(self._chance))

    def told(self, event: Any) -> None:
        if type(event).__name__ in ("RoundBegins", "GameBegins"):
            self.first = self.first or getattr(event, "first", 0) or event.white

    def finished(self, outcome: Outcome) -> None:
        self.over = len(self._life.outputs)
        if self._after:
            self._life.tap(self._after, PANEL, "down")

    def _asked_again(self, life: Life) -> None:
        self.again = len(life.outputs)
        life.stop()


def evening(box: Box, game: str, after: float = 0.0) -> tuple[Sampling, list[Output]]:
    """Returns the players, and the output of the ports between the end of the game and the menu."""
    life = box.switched_on()
    people = Sampling(life, game, after)
    box.run(life, people)
    assert life.ended == "in order"
    return people, [one for one in life.outputs[people.over : people.again] if one.port != "show"]


@pytest.mark.parametrize("game", EVENINGS)
def test_the_epilogue_is_told_and_a_press_skips_it(game: str, tmp_path: Path) -> None:
    box, other = Box(tmp_path / "whole"), Box(tmp_path / "skipped")
    people, told = evening(box, game)
    heading, sentences = retold(box.path, 1, "en").parts[-1]
    assert (heading, len(sentences)) == ("", 2)
    assert [(one.port, one.what) for one in told] == [("say", one) for one in sentences]
    _people, (said, hushed) = evening(other, game, after=1.0)
    assert (said, hushed) == (told[0], Output(said.t + 1.0, "hush", None))
    ((result,), damaged) = read(box.folder / NAME)
    assert (result.first, damaged) == (people.first, [])
    assert people.first > 0
