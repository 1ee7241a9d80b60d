"""People who mash buttons, and one who looks for another game."""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Callable
from itertools import count, cycle
from random import Random
from typing import Protocol, TypeAlias

from gm_appliance.core.cues.screens import MenuScreen, Screen
from gm_appliance.core.game import Decision, OneOf
from gm_appliance.core.ports import PAD_BUTTONS, PANEL, PANEL_BUTTONS, Edge, Fault
from gm_appliance.devices.inbox import TableInbox

Key: TypeAlias = "tuple[int, str]"
"""A source, 0 for the panel or a pad, and its button."""

PADS = range(1, 16)


HEARD = (
    *(("pads", "stuck", 2), ("pads", "mended", 2), ("pads", "dropped", 0)),
    *(("display", "lost", 0), ("display", "back", 0), ("sound", "lost", 0), ("sound", "back", 0)),
)
"""Posted now and then: part, what, which."""


class Mashing:
    """People who press at random, whatever the box shows or says.

    players: how many mash at their pads. edges: how many there were, at the panel and at pads.
    last: the last of them, as time, source, button, and whether it went down.
    """

    def __init__(self, rng: Random, inbox: TableInbox, players: int) -> None:
        self._rng = rng
        self._inbox = inbox
        self._players = players
        self._later: list[tuple[float, int, Key, bool]] = []
        self._order = count()
        self._down: dict[Key, bool] = {}
        self._pads_there = True
        self._next = 0.0
        self.edges: Counter[str] = Counter()
        self.last: deque[tuple[float, int, str, bool]] = deque(maxlen=40)
        acts: dict[Callable[[float], None], int] = {
            self._holds(0.02, 0.3): 70,
            self._holds(0.5, 2.5): 8,
            self._bounce: 6,
            self._press_both_thumbs: 6,
            self._press_all_together: 2,
            self._holds(5.0, 90.0): 1,  # something lies on the button
        }
        self._acts, self._weights = [*acts], [*acts.values()]

    def begin(self, now: float) -> None:
        self._next = now

    @property
    def due(self) -> float:
        return min(self._next, self._later[0][0]) if self._later else self._next

    def act(self, now: float) -> None:
        if self._later and self._later[0][0] <= self._next:
            _t, _order, key, down = heapq.heappop(self._later)
            self._move(key, down)
            return
        self._rng.choices(self._acts, self._weights)[0](now)
        if self._rng.random() < 0.0005:
            self._break_something()
        self._next = max(self._next, now) + self._gap()

    def _gap(self) -> float:
        which = self._rng.random()
        if which < 0.45:
            return self._rng.choice((0.0, 0.001, 0.02))
        if which < 0.985:
            return self._rng.uniform(0.05, 0.6)
        return self._rng.uniform(1.0, 45.0)

    def let_go(self) -> None:
        self._later.clear()
        for key in sorted(key for key, down in self._down.items() if down):
            self._move(key, False)
        if not self._pads_there:
            self._plug_in()

    def _move(self, key: Key, down: bool) -> None:
        """A button may go down twice, as if two people pressed it."""
        source, button = key
        if source != PANEL and not self._pads_there:
            return
        self._down[key] = down
        self.edges["panel" if source == PANEL else "pads"] += 1
        self.last.append((self._inbox.now(), source, button, down))
        self._inbox.press(source, button, down)

    def _plan(self, key: Key, *times: float) -> None:
        for number, t in enumerate(times):
            heapq.heappush(self._later, (t, next(self._order), key, number % 2 == 0))

    def _key(self) -> Key:
        if self._rng.random() < 0.55:
            return PANEL, self._rng.choices(PANEL_BUTTONS, (20, 25, 40, 5, 3))[0]
        # Now and then a pad that is nobody's.
        pad = self._rng.choice(PADS) if self._rng.random() < 0.05 else self._rng.randint(1, self._players)
        return pad, self._rng.choice(PAD_BUTTONS)

    def _holds(self, shortest: float, longest: float) -> Callable[[float], None]:
        return lambda now: self._plan(self._key(), now, now + self._rng.uniform(shortest, longest))

    def _bounce(self, now: float) -> None:
        moves = 2 * self._rng.randint(2, 4)
        self._plan(self._key(), *(now + 0.001 * number for number in range(moves)))

    def _press_both_thumbs(self, now: float) -> None:
        pad, held = self._rng.randint(1, self._players), self._rng.uniform(0.05, 1.2)
        for button in PAD_BUTTONS:
            self._plan((pad, button), now, now + held)

    def _press_all_together(self, now: float) -> None:
        for pad in range(1, self._players + 1):
            self._plan((pad, self._rng.choice(PAD_BUTTONS)), now, now + self._rng.uniform(0.05, 1.0))

    def _break_something(self) -> None:
        if not self._pads_there:
            self._plug_in()
        elif self._rng.random() < 0.7:
            self._pull()
        else:
            self._inbox.post(Fault(*self._rng.choice(HEARD)))

    def _pull(self) -> None:
        """Pull the cable: buttons that are down are released unseen."""
        self._pads_there = False
        for pad, button in sorted(key for key, down in self._down.items() if down and key[0] != PANEL):
            self._down[pad, button] = False
            now, prompt_id = self._inbox.now(), self._inbox.stamp[0]
            self._inbox.post(Edge(pad, button, False, now, prompt_id, cancelled=True))
        self._inbox.post(Fault("pads", "lost"))

    def _plug_in(self) -> None:
        self._pads_there = True
        self._inbox.post(Fault("pads", "back"))


PAUSE = 9.0
"""Seconds between two presses of the one who looks for a game."""

WAYS = {
    **{"menu.resume": "new", "menu.again": "other", "menu.same": "no"},
    **{"menu.people": "none", "menu.person": "nobody", "questions": "end"},
}
"""The choices that lead to the menu and to another game."""

FIRST = ("menu.resume", "menu.again")
"""Decisions before the list of games, which BACK does not leave."""

OUTSIDE = ("menu.", "option.", "questions", "leave.")
"""Prefixes of the decisions that belong to no game."""


IN_VAIN = (("back", 0.1), ("ok", 0.1), ("back", 0.1), ("back", 0.8), ("ok", 0.1))
"""For when nothing else works: BACK asks or steps back, OK answers, BACK held undoes."""

BACKWARDS = (*[("back", 0.1)] * 5, ("ok", 0.1))
"""The way back through the menu: BACK, and OK in case the game is paused."""


class Seen(Protocol):
    """The picture and the last question."""

    screen: Screen | None
    question: Decision | None


class Quiet:
    """Somebody who wants to play this game, and presses one button of the panel at a time. pressed: how often
    so far. found_menu: whether the list of games was shown."""

    def __init__(self, inbox: TableInbox, seen: Seen, game: str) -> None:
        self._inbox = inbox
        self._seen = seen
        self._ways = {**WAYS, "menu.game": game}
        self._next = inbox.now() + PAUSE
        self._held: tuple[str, float] | None = None
        self._tries, self._backwards = cycle(IN_VAIN), cycle(BACKWARDS)
        self.found_menu = False
        self.pressed = 0

    @property
    def due(self) -> float:
        return self._held[1] if self._held else self._next

    def act(self, now: float) -> None:
        if self._held:
            button, _until = self._held
            self._held, self._next = None, now + PAUSE
            self._inbox.press(PANEL, button, False)
            return
        button, seconds = self._button()
        self.pressed += 1
        self._held = button, now + seconds
        self._inbox.press(PANEL, button, True)

    def _button(self) -> tuple[str, float]:
        decision, screen = self._seen.question, self._seen.screen
        name = decision.name if decision else ""
        self.found_menu |= name == "menu.game"
        if not self.found_menu and name.startswith(("menu.", "option.")) and name not in FIRST:
            return next(self._backwards)
        options = decision.domain.options if decision and isinstance(decision.domain, OneOf) else ()
        way = self._ways.get(name)
        if way in options and isinstance(screen, MenuScreen) and len(screen.items) == len(options):
            return ("ok" if screen.at == options.index(way) else "down"), 0.1
        if self.found_menu or name.startswith("leave."):
            return "ok", 0.1
        return next(self._tries)

    @property
    def is_there(self) -> bool:
        asked = self._seen.question
        return self.found_menu and asked is not None and not asked.name.startswith(OUTSIDE)
