"""Boxes whose power is cut, on a card that forgets everything not synced."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from tests.app.told import Told
from tests.storage.card import Card, Helper, card

EVENING = Path(__file__).with_name("cut_evening.py")
STATE = Path("state", "gm-appliance")
"""The state folder on the card. An empty card has neither folder."""

CUTS = ("all", "sectors", "pages", "")
"""Losses of a cut, as in `Disk.forgets`; the last one only kills the process."""

Lines: TypeAlias = "list[dict[str, Any]]"


class Boxes:
    """A process that forks lives of the box, one after the other; see `cut_evening`."""

    def __init__(self, scratch: Path) -> None:
        self._helper = Helper(scratch / "evening.log", EVENING)

    def life(self, folder: Path, told: Told, **command: Any) -> Lines:
        """One life; returns what it announces. command: as for `cut_evening`. Raises Lost."""
        defaults = {"game": "", "seed": "", "unsynced": [], "plant": "", "leave": 0, "full": []}
        self._helper.tell(folder=str(folder), **{**defaults, "settings": told.settings, **command})
        lines = [json.loads(self._helper.answer())]
        while "ended" not in lines[-1]:
            lines.append(json.loads(self._helper.answer()))
        for line in lines:
            told.hear(line)
        assert lines[-1]["ended"] != "badly", self._helper.log.read_text()
        return lines

    def close(self) -> None:
        self._helper.close()


class MountedBoxes:
    def __init__(self, boxes: Boxes, card: Card) -> None:
        self._boxes = boxes
        self.card = card

    def life(self, told: Told, fault: Mapping[str, Any], **command: Any) -> Lines:
        """One life. fault: as of `Card.mounted`, with what the card forgets first. Raises Lost."""
        with self.card.mounted(**fault):
            lines = self._boxes.life(self.card.folder / STATE, told, **command)
        assert lines[-1]["ended"] == ("killed" if self.card.cut else "in order")
        return lines


@contextmanager
def mounted_boxes(scratch: Path) -> Iterator[MountedBoxes]:
    """Skips the test if no card can be mounted here."""
    with card(scratch) as made, closing(Boxes(scratch)) as boxes:
        yield MountedBoxes(boxes, made)


class Evenings:
    """Games in turn on a card, empty at first, with a power cut in each life.

    cuts: what each cut may lose. unsynced: what is not synced, as for `cut_evening`.
    cut: how many lives ended in a cut, by game. told: what the box announced.
    """

    def __init__(
        self, boxes: MountedBoxes, seed: str, cuts: Sequence[str] = CUTS, unsynced: Sequence[str] = ()
    ) -> None:
        self._boxes = boxes
        self._rng = Random(seed)
        self._cuts = cuts
        self._unsynced = [*unsynced]
        self._forget = "new"
        self._lives = 0
        self.cut: Counter[str] = Counter()
        self.told = Told()

    def play_all(self, games: Iterable[str], most: int) -> None:
        """Play each game to its end, with a cut after 1 to `most` calls to the card in each life; and check
        what is left after a last cut. Raises Lost."""
        for game in games:
            over = self.told.over
            while self.told.over == over and self.life(game, self._rng.randint(1, most)):
                pass
        self.look()

    def look(self) -> None:
        self._forget = self._rng.choice(self._cuts)
        self.life("", 0)

    def life(self, game: str, lasts: int) -> bool:
        """Run one life to a cut or the game's end; returns whether it was cut. Raises Lost."""
        self._lives += 1
        seed = f"{self._lives} {self._rng.random()}"
        fault = {"forget": self._forget, "seed": seed, "first": lasts, "does": "cut"}
        lines = self._boxes.life(self.told, fault, game=game, seed=seed, unsynced=self._unsynced)
        if not self._forget:  # a process that was only killed left nothing to complain about
            assert [line for line in lines if "logged" in line] == []
        killed: bool = lines[-1]["ended"] == "killed"
        self.cut[game] += killed
        self._forget = self._rng.choice(self._cuts) if killed else ""
        return killed
