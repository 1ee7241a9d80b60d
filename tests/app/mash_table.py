"""A whole box at a virtual table where people mash buttons, whatever the game.

In each stretch somebody first has to find the way to the menu and into another game, with the panel alone;
then people play that game for a while; then they mash.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

from gm_appliance.app import evening
from gm_appliance.app.evening_settings import EveningSettings
from gm_appliance.app.real_table import open_journal
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import Input, Stop
from gm_appliance.devices.inbox import TableInbox
from gm_appliance.games.registry import GAMES
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import People
from gm_appliance.testing.screens import words_of
from tests.app.life import Life
from tests.app.mash_hands import Mashing, Quiet

MOST_PRESSES = 100
"""Presses after which the search for another game counts as failed."""

STRETCH = 2500
"""Edges between two searches for another game."""

FAR = (0, 3, 12, 40, 100)
"""Choices made in a game before the mash, in turn."""

LONG = 3600.0
"""Seconds after which the mash begins in any case."""

PLAYERS = 8


class DeadEnd(AssertionError):
    """There is no way to the menu, or the log has an error. The message describes the state."""


class _Company:
    """People who play until a number of choices, or until nothing happens; they plan presses in the inbox."""

    due = None

    def __init__(self, inbox: TableInbox, rng: Random, choices: int) -> None:
        self.dealer = Dealer(rng)
        self.people = People(inbox, self.dealer, rng, rng)
        self.left = choices
        self.until = inbox.now() + LONG

    def act(self, now: float) -> None: ...


class MashedTable(Life):
    """A life whose people press whenever nothing else is due.

    part: the seed; it also selects the first game.
    edges: of the mash, in all; `stretch` in each stretch.
    quiet_first: whether to start with the search for a game instead of the mash.
    presses: how many each search took. begun: the games that were started.
    errors: the errors in the log.
    """

    def __init__(self, folder: Path, part: int, edges: int, stretch: int, quiet_first: bool) -> None:
        settings = EveningSettings(levels={"volume": 80, "rate": 160, "large": 0})
        super().__init__(folder, seed=part, settings=settings, clock=self)
        self._now = 0.0
        self._mail: deque[Input] = deque()
        self._part, self._wanted, self._next_quiet, self._stretch = part, edges, stretch, stretch
        self._rng = Random(f"mash {part}")
        self.mashing = Mashing(self._rng, self.inbox, PLAYERS)
        self.screen: Screen | None = None
        self.question: Decision | None = None
        self._prompt_id = 0
        self.questions: Counter[str] = Counter()
        self.begun: Counter[str] = Counter()
        self.presses: list[int] = []
        self.errors: list[str] = []
        self._company = _Company(self.inbox, self._rng, 0)
        self._hands: Mashing | Quiet | _Company = (
            self._looks_for(self._game()) if quiet_first else self.mashing
        )

    def now(self) -> float:
        return self._now

    def post(self, item: Input | None) -> None:
        if item is not None:
            self._mail.append(item)

    def take(self, until: float | None) -> Input | None:
        if self._mail:
            return self._mail.popleft()
        self._take_turns()
        due = self._hands.due
        if due is None and until is None:
            self._mash()  # nobody has planned anything
            due = self.mashing.due
        if due is None or (until is not None and until <= due):
            self._now = max(self._now, until or 0.0)
            return None
        self._now = max(self._now, due)
        self._hands.act(self._now)
        return self._mail.popleft() if self._mail else None

    @property
    def edges(self) -> int:
        return self.mashing.edges.total()

    def _game(self) -> str:
        return [*GAMES][(self._part + len(self.presses)) % len(GAMES)]

    def _looks_for(self, game: str) -> Quiet:
        self.mashing.let_go()
        return Quiet(self.inbox, self, game)

    def _mash(self) -> None:
        self.mashing.begin(self._now)
        self._hands = self.mashing

    def _take_turns(self) -> None:
        if self.errors:
            raise DeadEnd(f"{self.errors[0]}\n{self.told()}")
        hands = self._hands
        if isinstance(hands, Quiet):
            if hands.is_there:
                self._begun(hands)
            elif hands.pressed > MOST_PRESSES:
                raise DeadEnd(f"{self._game()}, the game looked for, is nowhere\n{self.told()}")
        elif isinstance(hands, _Company):
            if hands.left <= 0 or self._now > hands.until:
                self._mash()
        elif self.edges >= self._next_quiet:
            self._next_quiet += self._stretch
            self._hands = self._looks_for(self._game())

    def _begun(self, quiet: Quiet) -> None:
        self.begun[self._game()] += 1
        self.presses.append(quiet.pressed)
        far = FAR[(len(self.presses) // len(GAMES) + self._part) % len(FAR)]
        self._hands = self._company = _Company(self.inbox, self._rng, far)
        if self.question:
            self._company.people.asked(self._prompt_id, self.question)
        if self.edges >= self._wanted:
            self._mail.append(Stop())

    def _put(self, port: str, what: object) -> None: ...

    def show(self, screen: Screen) -> None:
        self.screen = screen

    def lay(self, items: Sequence[Prop]) -> None:
        self._company.dealer.lay(items)

    def opened(self, prompt_id: int, decision: Decision) -> None:
        self._prompt_id, self.question = prompt_id, decision
        self.questions[decision.name] += 1
        if self._hands is self._company:
            self._company.people.asked(prompt_id, decision)
            # The game is over, and what comes next is not theirs.
            self._company.left *= not decision.name.startswith("menu.")

    def decided(self, decision: Decision, choice: Choice) -> None:
        self._company.left -= 1
        self._company.people.chose(decision, choice)

    def told(self) -> str:
        asked = self.question and f"{self.question.name} of {self.question.who}"
        return (
            f"part {self._part}, after {self.edges} edges, at {self._now:.3f} s, {self._hands}\n"
            f"asked: {asked}; shown: {words_of(self.screen)}; the last edges: {[*self.mashing.last]}"
        )


class _Watching(Observer):
    def __init__(self, table: MashedTable) -> None:
        self._table = table

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._table.opened(prompt_id, decision)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._table.decided(decision, choice)


class _Errors(logging.Handler):
    def __init__(self, told: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._told = told

    def emit(self, record: logging.LogRecord) -> None:
        self._told.append(self.format(record))


@contextmanager
def logged(told: list[str]) -> Iterator[None]:
    handler, root = _Errors(told), logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)


def mash(
    part: int, edges: int, folder: Path, *, stretch: int = STRETCH, quiet_first: bool = True
) -> MashedTable:
    """Mash a box, and find another game in the end. Raises DeadEnd for anything that goes wrong. folder: of
    its journal. The rest as for `MashedTable`."""
    table = MashedTable(folder, part, edges, stretch, quiet_first)
    with (
        logged(table.errors),
        patch.object(evening, "randbits", lambda bits: 1),
        closing(open_journal(folder / "journal.sqlite", table.fault)) as journal,
    ):
        try:
            table.run(_Watching(table), journal)
        except DeadEnd:
            raise
        except Exception as error:
            raise DeadEnd(f"{error!r}\n{table.told()}") from error
    return table
