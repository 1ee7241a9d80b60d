"""Odin's Table against the box at a whole box: one person, whose choices are scripted, and so are the box's.

It thinks for itself, with the cards of this run in its hand; what it does is then what the script says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from gm_appliance.app import evening as app
from gm_appliance.app.evening_settings import Environment, EveningSettings
from gm_appliance.core.game import JSON, Chance, Choice, Decision, Opponent
from gm_appliance.core.minds import Thought
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL, Stop
from gm_appliance.core.values import replace
from gm_appliance.games.odins_table import ODINS_TABLE
from gm_appliance.pickers import presses
from tests.secrecy.drawn import LANGUAGES, Evening
from tests.secrecy.evening import Run
from tests.secrecy.whole.box import Plant, Table, play_whole
from tests.secrecy.whole.hands import WholeHands
from tests.secrecy.whole.odin_scripts import Scripts, scripts
from tests.secrecy.whole.reports import ask_for_report
from tests.secrecy.whole.troubles import CARD, DISK, DISPLAY, HUB, LASTS, POWER, EventfulEvening, Trouble
from tests.secrecy.whole.world import World

GAME = "odins-table"
KINDS = (POWER, HUB, DISPLAY, CARD, DISK)

TAP = 0.1
"""Seconds a button is held for a tap: contacts bounce."""


def evening_of(seed: int) -> EventfulEvening:
    """One against the box, in the language of its turn; something befalls it, at a choice drawn."""
    rng = Random(f"odin's evening {seed}")
    kind = KINDS[seed % len(KINDS)]
    trouble = Trouble(kind, rng.randrange(8, 40), False, rng.random(), rng.uniform(*LASTS[kind]))
    return EventfulEvening(
        *(seed, 2, {}, 0),
        troubles=(trouble,),
        own_power=rng.random() < 0.5,
        language=LANGUAGES[seed % len(LANGUAGES)],
    )


class Person(Observer):
    """An observer that plays against the box at the panel or a pad, as the script says.

    Besides, REPEAT is pressed, questions are opened, and presses come while the box thinks.

    cards: nobody's; here is no deal. due: what is chosen next of the script.
    at_thought: is called whenever the box is to decide.
    """

    cards: dict[int, str]

    def __init__(self, hands: WholeHands, evening: Evening, world: World, written: Scripts, run: int) -> None:
        self.cards, self._run = {}, run
        self.script, self.due = (written.one, written.other)[run], 0
        self.at_thought: list[Callable[[], object]] = []
        self._menu: dict[str, JSON] = {"menu.game": GAME, "option.mode": "solo", "option.side": written.side}
        self._menu |= {"option.strength": "easy", "menu.rules": "start", "menu.people": "none"}
        self._hands, self._evening, self._world = hands, evening, world
        self._wanted: Choice | None = None
        self._began = self._cut_off = False
        self._strayed = -1

    def go_dark(self) -> None:
        self._wanted, self._cut_off = None, self._began

    def asked(self, prompt_id: int, decision: Decision) -> None:
        now, rng = self._hands.clock.now(), self._evening.random(self.due, decision.name)
        if decision.name.startswith(("menu.", "option.")):
            value = self._menu.get(decision.name)
            if decision.name == "menu.game" and self._began:
                self._hands.post(now + 5.0, Stop())
            elif decision.domain.contains(value):
                self._press(now + 1.0, prompt_id, decision, Choice(decision.name, value))
            else:
                self._hands.press(now + 1.0, (PANEL, "ok"), TAP, prompt_id)
            return
        if self._cut_off:
            self._world.goes_on()
        self._began, self._cut_off = True, False
        if decision.name == "questions":
            line = self._wanted.name if self._wanted else "back"
            self._press(now + 1.0, prompt_id, decision, Choice(decision.name, line))
            return
        self._world.asked(self.due, decision)
        if self.due >= len(self.script):
            self._hands.post(now + 0.5, Stop())  # before the box decides anything more
        elif isinstance(decision.who, Opponent):
            for happens in self.at_thought:
                happens()
            if self.script[self.due][0] in (one.name for one in decision.on_request):
                self._answer(now, rng, prompt_id, decision)  # before the box does anything
            elif self._strayed < self.due and rng.random() < 0.3:
                self._strayed = self.due
                button = rng.choice(("ok", "up", "repeat", "back"))
                self._hands.press(now + rng.uniform(0.3, 1.5), (PANEL, button), TAP, prompt_id)
        elif not isinstance(decision.who, Chance):
            self._answer(now, rng, prompt_id, decision)

    def _answer(self, now: float, rng: Random, prompt_id: int, decision: Decision) -> None:
        choice = self._wanted or Choice(*self.script[self.due])
        self._wanted = None
        if decision.named(choice.name) in decision.on_request:
            self._wanted = choice
            hurried = isinstance(decision.who, Opponent)
            after = rng.uniform(0.3, 0.8) if hurried else rng.uniform(1.0, 9.0)
            self._hands.press(now + after, (PANEL, "back"), TAP, prompt_id)
            return
        if rng.random() < 0.2:
            self._hands.press(now + 1.0, (PANEL, "repeat"), TAP, prompt_id)
        # A press at a pad whose cable is out would be missed, and nobody give it again.
        panel = rng.random() < 0.5 or self._evening.seed % len(KINDS) == KINDS.index(HUB)
        self._press(now + rng.uniform(2.0, 25.0), prompt_id, decision, choice, panel=panel)

    def _press(
        self, t: float, prompt_id: int, decision: Decision, choice: Choice, *, panel: bool = True
    ) -> None:
        for stroke in presses(decision, choice, panel=panel):
            held = max(stroke.held, TAP) + 0.2 * (stroke.held > 0.5)
            self._hands.press(t, (stroke.source, stroke.button), held, prompt_id)
            t += held + 0.3

    def chose(self, decision: Decision, choice: Choice) -> None:
        if decision.name.startswith(("menu.", "option.")):
            return
        assert (choice.name, choice.value) == self.script[self.due]
        self.due += 1
        self._world.chose(self.due, decision)

    def thinks(self, decision: Decision, thought: Thought) -> Callable[[], JSON]:
        """It thinks beside all else, and then does what is written. How long it takes is the run's own."""
        mine, clock = partial(thought, Random(self.due)), self._hands.clock
        found = clock.now() + Random(f"{self._run} {self.due}").uniform(0.01, 0.25)

        def answer() -> JSON:
            clock.pass_by(max(0.0, found - clock.now()))
            assert decision.domain.contains(mine())
            return self.script[self.due][1]

        return answer


class Dealt(Random):
    """The chance of an evening: what the script says."""

    def __init__(self, person: Person) -> None:
        super().__init__(0)
        self._person = person

    def randint(self, a: int, b: int) -> int:
        name, value = self._person.script[self._person.due]
        assert name.startswith("box.")
        return int(str(value))


def play_odin(
    evening: EventfulEvening, written: Scripts, run: int, folder: Path, plant: Plant | None = None
) -> Run:
    """An evening in a whole box, with the cards of its first or its second run."""
    persons: list[Person] = []

    def sits_down(hands: WholeHands, world: World) -> Person:
        persons.append(Person(hands, evening, world, written, run))
        return persons[0]

    def seated(table: Table) -> None:
        (person,) = persons

        def asked_now_and_then() -> None:
            if person.due % 10 == 0:
                ask_for_report(folder / "box" / "state", table.record)

        person.at_thought = [asked_now_and_then]
        games, levels = {GAME: ODINS_TABLE}, {"volume": 80, "rate": 160}
        table.evening = app.Evening(
            *(table.ports, table.journal, person, table.fault),
            EveningSettings(language=evening.language, games=games, levels=levels, teach=False),
            environment=Environment(Dealt(person)),
        )
        if plant:
            plant(table)

    with patch.object(app, "thinker", lambda generator, schedule: persons[0].thinks):
        came = play_whole(folder, evening, run, seated, people=sits_down)
    came.over = persons[0].due == len(persons[0].script)
    return came


def pair(seed: int, folder: Path, plant: Plant | None = None, choices: int | None = None) -> tuple[Run, Run]:
    """An evening with other cards in the box's hand and deck. choices: only the first of them."""
    evening, written = evening_of(seed), scripts(seed)
    assert written.hidden > 10, "hardly a card lies otherwise"
    written = replace(written, one=written.one[:choices], other=written.other[:choices])
    one, other = (play_odin(evening, written, run, folder, plant) for run in (0, 1))
    return one, other


def held(table: Table) -> Any:
    """What the box holds now, from where nobody may look."""
    state = table.evening._host._session.play._now.state
    return state.hand
