"""Actions that the box does not notice: open eyes, thumbs held out, the die on a card.

At a real table people do this themselves. Here it follows from the public decisions and beats, which lets one
person play with bots, with or without pads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from gm_appliance.core.game import Decision
from gm_appliance.core.observer import Observer
from gm_appliance.core.values import Redacted, Value
from gm_appliance.games.gotterdammerung.model import CONSPIRE
from gm_appliance.simulator.people import ON_THE_SIDE

THUMBS = ("council.show", "council.thumb")
"""The decisions during which people hold out thumbs."""


class Unheard(Redacted):
    """These actions at one moment. Whose eyes are open is public; what they see is not.

    awake:  the seats whose eyes are publicly open in the storm.
    card:   the holders of this card secretly have their eyes open in the storm; "" for nobody.
    laying: whether they may place the die now.
    die:    its seat, 0 for none. hidden: whether only they know it.
    thumbs: by seat, True for up; None while none are held out.
    """

    redacted = ("die",)

    awake: frozenset[int] = frozenset()
    card: str = ""
    laying: bool = False
    die: int = 0
    hidden: bool = True
    thumbs: Mapping[int, bool] | None = None


class Hands(Value):
    """The parts of the room that the observer uses.

    change:   sets the actions. show_die: shows the die to everybody.
    bots:     returns the bots' seats. present: returns the seats with a plate. unturned: returns those whose
              plate is not turned round.
    card:     returns the name of a seat's own card; None before the deal.
    oracle:   returns the Oracle's seat if a card is pushed forward for a look; otherwise 0.
    """

    change: Callable[[Unheard], None]
    show_die: Callable[[], None]
    bots: Callable[[], frozenset[int]]
    present: Callable[[], frozenset[int]]
    unturned: Callable[[], frozenset[int]]
    card: Callable[[int], str | None]
    oracle: Callable[[], int]


class Customs(Observer):
    """An observer of decisions and beats that performs these actions for people and bots."""

    def __init__(self, hands: Hands, rng: Random) -> None:
        self._hands = hands
        self._rng = rng
        self._decision: Decision | None = None
        self._on_the_side: set[str] = set()

    def beat(self, prompt_id: int, beat: int) -> None:
        """A beat of a prompt begins; see `TableInbox.on_ask`."""
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
        """The seat where conspiring bots place the die; 0 if there are none."""
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
            return  # questions change nothing
        self._on_the_side = {*ON_THE_SIDE, *(one.name for one in decision.on_request)}
        self._decision = decision
        if decision.name == "conspiracy.die":
            self._hands.show_die()
        elif decision.name not in THUMBS:
            self._hands.change(Unheard())
