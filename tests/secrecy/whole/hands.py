"""Fingers on real contacts or on the page, which press no nearer to a beat than these can tell."""

from __future__ import annotations

from collections.abc import Callable

from gm_appliance.core.ports import Input
from gm_appliance.devices.panel import CHATTER
from tests.secrecy.hands import Hands, Key
from tests.secrecy.whole.workers import LivelyClock

APART = 0.05
"""Seconds between a press and a beat, and between two presses of one button.

Nearer than that, contacts and cable decide what a press belongs to."""

AT_ONCE = 0.02
"""Seconds between presses of two buttons of one pad: nearer than that, bounce and scan decide their order."""

SHORTEST = 0.03
"""Seconds a button is held at least: what is shorter is taken for its contacts' bounce."""

TICK = 0.0005
"""Seconds between a beat and even a press that counts for nothing: what comes at once, to the last bit of
a float, has no order that a table would give it."""

LONGEST = 50.0
"""Seconds a button is held at most: after a minute it counts as stuck, which the box may tell."""


class Diary:
    """When which button is down: no hand presses one that is down already.

    Open presses have one, secret ones another, so that neither heeds the other. Presses are kept apart from
    each other and from the beats.

    beats: absolute times. void: a button that counts in none of them, so it may come as near as can be.
    unsure: from when to when no press is entered at all.
    """

    def __init__(self, unsure: Callable[[], list[tuple[float, float]]]) -> None:
        self._down: dict[Key, list[tuple[float, float]]] = {}
        self.beats: list[float] = []
        self.void = ""
        self._unsure = unsure

    def enter(self, key: Key, begins: float, ends: float) -> bool:
        """Enter a press, unless the button is down at some time of it."""
        apart = TICK if key[1] == self.void else APART
        beside = (down for one, down in self._down.items() if one[0] == key[0] and one != key)
        if (
            ends - begins < SHORTEST
            or any(abs(begins - beat) < apart for beat in self.beats)
            or any(first < begins < last for first, last in self._unsure())
            or any(abs(begin + APART - begins) < AT_ONCE for down in beside for begin, _end in down)
        ):
            return False
        begins, ends = begins - APART, ends + APART
        down = self._down.setdefault(key, [])
        if len(down) > 50:  # nothing is planned so long ahead that older entries matter
            down[:] = [one for one in down if one[1] > begins - 400.0]
        if any(begins <= end and begin <= ends for begin, end in down):
            return False
        down.append((begins, ends))
        return True

    def cancel(self, after: float) -> None:
        """Strike out what was to begin later."""
        for key, down in self._down.items():
            self._down[key] = [(begins, ends) for begins, ends in down if begins <= after]


class WholeHands(Hands):
    """Fingers on real contacts, or on the page.

    panel: told of a pin; hub: of a switch's contact; page: of a key. on_page: what only the page has.
    When the box goes dark everybody lets go, and what was planned is not done any more.
    """

    panel: Callable[[str, bool], None]
    hub: Callable[[int, str, bool], None]
    page: Callable[[int, str, bool], None]
    on_page: frozenset[int] = frozenset()

    def __init__(self, clock: LivelyClock) -> None:
        super().__init__(clock)
        self._life = 0
        self._down: set[Key] = set()

    def press(self, t: float, key: Key, held: float, prompt_id: int | None = None) -> None:
        life = self._life

        def press() -> None:
            if self._life == life and prompt_id in (None, self.inbox.prompt_id):
                self._move(key, True)
                self.clock.at(t + min(held, LONGEST), release)

        def release() -> None:
            if self._life == life:
                self._move(key, False)

        self.clock.at(t, press)

    def post(self, t: float, item: Input) -> None:
        life = self._life

        def post() -> None:
            if self._life == life:
                self.inbox.post(item)

        self.clock.at(t, post)

    def go_dark(self) -> None:
        """The box has no power: its next life has an inbox of its own."""
        self._life += 1
        for key in sorted(self._down):
            self._move(key, False)
        before, self.inbox = self.inbox, type(self.inbox)(self.clock)
        self.inbox.stamps, self.inbox.waits = before.stamps, before.waits

    def _move(self, key: Key, down: bool) -> None:
        (self._down.add if down else self._down.discard)(key)
        source, button = key
        if source in self.on_page:
            self.page(source, button, down)
        elif source:
            self.hub(source, button, down)
        else:
            self.clock.at(self.clock.now() + CHATTER, lambda: self.panel(button, down))
