"""What befalls the parts of an evening, drawn from the evening alone: which cable, when, and for how long."""

from __future__ import annotations

from random import Random

from gm_appliance.core.game import Decision
from gm_appliance.core.values import Value, fields
from tests.secrecy.drawn import Evening, drawn_evening

POWER, HUB, DISPLAY, CARD, DISK = "power cut", "hub cable", "display cable", "card gone", "disk full"
LINE = "bad line"
RESTART = "service restarted"

FAILURES = (POWER, HUB, DISPLAY, CARD, DISK)

KINDS = (*FAILURES, LINE, RESTART)
"""What can befall a box. A run counts one once the box has told that it is over, or goes on; a bad line, of
which the box tells nothing, once something of a press was lost on it."""

LASTS = {
    POWER: (5.0, 90.0),
    HUB: (2.0, 30.0),
    DISPLAY: (8.0, 60.0),
    CARD: (12.0, 60.0),
    DISK: (60.0, 180.0),
    LINE: (5.0, 60.0),
    RESTART: (2.0, 20.0),
}
"""Seconds it lasts: long enough for the box to notice. A bad line is sound again before its window ends.

A hub's cable that is back before the pads count as lost leaves presses to the former beat: the cable
decides which.
"""

NAMES = (
    *("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo"),
    *("Ida", "Jan", "Kim", "Leo", "Mia", "Nils", "Olga"),
)
"""Names for everybody at the largest table."""

SPAN = 16.0
"""Seconds of a decision without a timetable in which something may befall."""


class PowerCut(BaseException):
    """The plug is pulled: nothing that runs is asked."""


class Trouble(Value):
    """Something that befalls the box once.

    number:  in this decision, or the first after it that fits; for a bad line that has beats.
    secret:  only one with a secret window fits.
    at:      how far through it, 0 to 1; for a power cut None: just as its choice is written down.
    seconds: how long it lasts.
    """

    kind: str
    number: int
    secret: bool
    at: float | None
    seconds: float

    def fits(self, number: int, decision: Decision) -> bool:
        if self.kind == LINE and not decision.beats:
            return False
        return number >= self.number and (decision.secret or not self.secret)

    def after(self, decision: Decision) -> float:
        """Seconds from the decision's opening on."""
        assert self.at is not None
        return self.at * (decision.beats[-1].at if decision.beats else SPAN)


class EventfulEvening(Evening):
    """An evening in which parts fail. own_power: the hub does not take its power from the box. roster: who
    may sit here, by name."""

    troubles: tuple[Trouble, ...] = ()
    own_power: bool = False
    roster: tuple[str, ...] = ()


def eventful(
    evening: Evening, *troubles: Trouble, own_power: bool = False, roster: tuple[str, ...] = ()
) -> EventfulEvening:
    given = {one.name: getattr(evening, one.name) for one in fields(Evening)}
    return EventfulEvening(**given, troubles=troubles, own_power=own_power, roster=roster)


def whole_evening(seed: int) -> EventfulEvening:
    """An evening drawn from its number, with what befalls it, if anything; in some people have names."""
    evening = drawn_evening(seed)
    rng = evening.random("troubles")
    first = seed % len(FAILURES)
    kinds = [FAILURES[first], rng.choice(FAILURES)][: rng.choice((0, 1, 1, 1, 1, 1, 2, 2))]
    troubles = [_drawn(rng, kind, evening) for kind in kinds]
    own_power = rng.random() < 0.5
    if rng.random() < 0.5:
        windows = evening.options["ballot"] == "pads" and evening.decisions >= 12
        kind = rng.choice((LINE, LINE, LINE, RESTART)) if windows else RESTART
        troubles.append(_drawn(rng, kind, evening))
    roster = NAMES if rng.random() < 0.3 else ()
    return eventful(evening, *troubles, own_power=own_power, roster=roster)


def _drawn(rng: Random, kind: str, evening: Evening) -> Trouble:
    # Nobody presses in secret where all show their thumbs.
    secret = (rng.random() < 0.6 or kind == LINE) and evening.options["ballot"] != "thumbs"
    at = None if kind == POWER and rng.random() < 0.25 else rng.random()
    number = rng.randrange(max(1, evening.decisions // 2))
    if kind == LINE:  # of that window much is to be left, and no other to come
        at, number = rng.random() / 2, number // 2
    return Trouble(kind, number, secret, at, rng.uniform(*LASTS[kind]))
