"""What the box neither asks nor hears: eyes that are open, thumbs held up, the die on a card.

At a real table people see to it themselves. Here it follows from the decisions and beats all can hear, so
that one person can play with bots, pads or none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gm_appliance.core.game import Choice, Decision
from gm_appliance.games.gotterdammerung.model import CONSPIRE
from gm_appliance.simulator.people import ON_THE_SIDE

THUMBS = ("council.show", "council.thumb")
"""While these are open, thumbs are held out."""


@dataclass(frozen=True)
class Unheard:
    """How it stands at the table. Who opens the eyes is public; what they see is not.

    awake:  the seats whose eyes are open in the storm, as everybody was told.
    card:   in the storm, the eyes of all who hold this card are open; "" for nobody's.
    laying: they lay a die at a place meanwhile.
    die:    the place it lies at, 0 for none; hidden: only they know it yet.
    thumbs: the thumbs held out by seat, True for up; None while nobody holds out any.
    """

    awake: frozenset[int] = frozenset()
    card: str = ""
    laying: bool = False
    die: int = field(default=0, repr=False)
    hidden: bool = True
    thumbs: Mapping[int, bool] | None = None


@dataclass(frozen=True)
class Hands:
    """What the observer needs of the room.

    change: takes how it stands now. show_die: the table is asked where the die lies, so all see it.
    bots:   the seats they play. present: the seats with a plate; unturned: those of them whose plate is
            not turned round. card: what a seat's own card is, by its name.
    oracle: where the Oracle lies, if a card is pushed forward for a look; else 0.
    """

    change: Callable[[Unheard], None]
    show_die: Callable[[], None]
    bots: Callable[[], frozenset[int]]
    present: Callable[[], frozenset[int]]
    unturned: Callable[[], frozenset[int]]
    card: Callable[[int], str | None]
    oracle: Callable[[], int]


class Customs:
    """An observer, told every beat as well, that has people do what is not the box's business."""

    def __init__(self, hands: Hands, rng: Random) -> None:
        self._hands = hands
        self._rng = rng
        self._decision: Decision | None = None
        self._on_the_side: set[str] = set()

    def beat(self, prompt_id: int, beat: int) -> None:
        """The prompt and the beat that begin: see `TableInbox.on_ask`."""
        decision, hands = self._decision, self._hands
        if decision is None or not decision.beats or beat >= len(decision.beats):
            return
        mark = decision.beats[beat].mark
        if decision.name == "oracle.look" and mark == "close":
            oracle = hands.oracle()
            hands.change(Unheard(awake=frozenset({oracle} if oracle else ())))
        elif decision.name == "conspiracy" and mark == "agree":
            hands.change(Unheard(card=CONSPIRE))
        elif decision.name == "conspiracy.night" and mark == "die":
            hands.change(Unheard(card=CONSPIRE, laying=True, die=self._victim()))
        elif decision.name == "council.show" and mark == "now":
            hands.change(Unheard(thumbs=self._thumbs()))

    def _victim(self) -> int:
        """Where the bots among the conspirators lay the die, unless a person lays it elsewhere."""
        hands = self._hands
        them = {seat for seat in hands.present() if hands.card(seat) == CONSPIRE}
        if not them & hands.bots():
            return 0
        others = sorted(hands.unturned() - them)
        return self._rng.choice(others) if others else 0

    def _thumbs(self) -> dict[int, bool]:
        seats = sorted(self._hands.bots() & self._hands.present())
        return {seat: self._rng.random() < 0.5 for seat in seats}

    # ------------------------------------------------------------ observer

    def asked(self, prompt_id: int, decision: Decision) -> None:
        if decision.name in self._on_the_side:
            return  # questions: whatever lies and shows stays
        self._on_the_side = {*ON_THE_SIDE, *(one.name for one in decision.on_request)}
        self._decision = decision
        if decision.name == "conspiracy.die":
            self._hands.show_die()
        elif decision.name not in THUMBS:
            self._hands.change(Unheard())

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def told(self, event: Any) -> None: ...

    def announced(self, name: str) -> None: ...

    def rested(self, seconds: float) -> None: ...
