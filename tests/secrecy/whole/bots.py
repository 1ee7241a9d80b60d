"""Bots beside the people at a whole box, as the virtual table seats them.

What they press openly is an output: everybody sees and hears it. What they press in secret is written down
with everybody's presses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from random import Random
from typing import Any

from gm_appliance.app import virtual_table
from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import replace
from gm_appliance.simulator.people import People, Temper
from gm_appliance.simulator.room import Room
from tests.secrecy.crowd import SKIPPING, Crowd
from tests.secrecy.drawn import Evening, Secrets
from tests.secrecy.evening import Fact
from tests.secrecy.whole.hands import WholeHands
from tests.secrecy.windows import Press

TEMPER = replace(
    virtual_table.BOTS,
    ends=Temper().ends,
    pause=(SKIPPING + 1.0, SKIPPING + 6.0),
    talk=(1.0, 12.0),
)
"""Bots who answer before the people do now and then, and no thumb before what was told can be skipped."""


class AsDealt(Random):
    """Deals in the room what the people hold. cards: the faction by seat."""

    def __init__(self, cards: Mapping[int, str]) -> None:
        super().__init__(0)
        self._cards = cards

    def shuffle(self, x: MutableSequence[Any]) -> None:
        left = [*x]
        for at, faction in enumerate(faction for _seat, faction in sorted(self._cards.items())):
            x[at] = left.pop([card.name for card in left].index(faction))


class Likings(Random):
    """What bots throw for their secret presses: times are the run's own, what they choose the evening's.

    So that the results stay the same for as long as they can, as the crowd's do. Of several things they
    take whom the people agreed on, else the one that the evening likes best, however many there are.
    """

    def __init__(self, evening: Evening, secrets: Secrets, crowd: Crowd) -> None:
        super().__init__(f"{evening.seed} bots {secrets.run}")
        self._evening, self._secrets, self._crowd = evening, secrets, crowd
        self._chosen = 0

    def choice(self, seq: Any) -> Any:
        self._chosen += 1
        number = self._crowd.asked_so_far
        if number > self._secrets.strays_at:
            return super().choice(seq)
        if self._crowd.victim in seq:
            return self._crowd.victim

        def liked(one: object) -> float:
            return self._evening.random("liked", number, self._chosen, one).random()

        return max(seq, key=liked)


class Fingers:
    """What bots press with: pads at their contacts, the panel as the page presses it. tell: told of every
    open press that is made."""

    def __init__(self, hands: WholeHands, tell: Callable[[str, bytes], None]) -> None:
        self.now = hands.clock.now
        self._hands = hands
        self._tell = tell
        self.secretly = False
        self.hidden: list[tuple[float, int, str]] = []

    def press_at(self, t: float, source: int, button: str, held: float, prompt_id: int | None = None) -> None:
        if source == PANEL:
            self._hands.inbox.press_at(t, source, button, held, prompt_id)
        else:
            self._hands.press(t, (source, button), held, prompt_id)
        # Alone at the panel, OK is what everybody hears.
        if self.secretly and button != "ok":
            self.hidden.append((t, source, button))
            return

        def seen() -> None:
            if prompt_id in (None, self._hands.inbox.prompt_id):
                self._tell("bots", f"{source} {button} {held}".encode())

        self._hands.clock.at(t, seen)


class Company(Observer):
    """People and bots at one table: an observer. seats: the bots'. publish: told of a fact that bots make
    known openly."""

    def __init__(
        self,
        crowd: Crowd,
        bots: People,
        fingers: Fingers,
        seats: frozenset[int],
        publish: Callable[[Fact], None],
    ) -> None:
        self._crowd = crowd
        self._seats = seats
        self._publish = publish
        self._fingers = fingers
        self._everybody: Sequence[Observer] = (crowd, virtual_table._Bots(bots))

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._fingers.secretly, self._fingers.hidden = decision.secret, []
        if decision.name == "end.called":
            self._publish(("called", *self._known_to_bots()))
        for one in self._everybody:
            one.asked(prompt_id, decision)
        self._write_down(self._fingers.hidden)

    def _known_to_bots(self) -> list[tuple[int, str]]:
        """All factions, where a bot conspires: it calls the end, or lets the game go on. Else nothing."""
        cards = self._crowd.cards
        knows = any(cards[seat] == "conspire" for seat in self._seats)
        return sorted(cards.items()) if knows else []

    def _write_down(self, hidden: Sequence[tuple[float, int, str]]) -> None:
        window = self._crowd.window
        if window is None:
            return
        seats = {pad: seat for seat, pad in self._crowd.pads.items()} | {PANEL: PANEL}
        theirs = [Press(t - window.onset, seats[pad], button) for t, pad, button in hidden if pad in seats]
        self._crowd.window = replace(window, presses=(*window.presses, *theirs))

    def chose(self, decision: Decision, choice: Choice) -> None:
        for one in self._everybody:
            one.chose(decision, choice)

    def announced(self, name: str) -> None:
        self._crowd.announced(name)


def seat_bots(
    room: Room,
    evening: Evening,
    secrets: Secrets,
    crowd: Crowd,
    fingers: Fingers,
    publish: Callable[[Fact], None],
) -> tuple[People, Company]:
    room.set_bots(evening.bots)
    likings = Likings(evening, secrets, crowd)
    people = People(fingers, room, evening.random("bots"), likings, lambda: room.bots, TEMPER)
    return people, Company(crowd, people, fingers, evening.bots, publish)


def with_bots(evening: Evening) -> Evening:
    """The evening with bots at some of its seats, two at least and half of them at most."""
    rng = evening.random("bots' seats")
    seats = rng.sample(range(1, evening.players + 1), rng.randint(2, evening.players // 2))
    return replace(evening, bots=frozenset(seats))
