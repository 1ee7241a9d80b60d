"""The people of an evening: what they do openly, and what they press in secret.

What is done openly follows from the evening and from the number of the decision alone, so it is the
same in two runs for as long as these are alike. What is pressed in secret follows from the run as
well: who holds which faction card, who marks whom, who mashes what and lets go when.

No hand presses a button that is down already. So every button of a pad is one of two kinds for an
evening, known to all: a *sticky* one may be held in secret beyond its window, and is never pressed
openly; all others are let go of before the window ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random

from gm_appliance.core.game import AllSeats, Choice, Clock, Decision, First, Number, OneOf, Pad, Seat
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL, PANEL_BUTTONS, Fault, Stop
from tests.games import plain_gods as plain
from tests.secrecy.any_crowd import NOTICES
from tests.secrecy.drawn import Evening, Secrets
from tests.secrecy.hands import Key
from tests.secrecy.whole.hands import Diary, WholeHands
from tests.secrecy.windows import CROSSING, Plan, Press, Window, secret_from

HOLD = 0.8
SKIPPING = 6.0
"""Seconds after a choice in which somebody may press OK to skip its events."""

PADS = ("down", "up")

ON_REQUEST = ("night.void", "pad.broken", "ballot.unheard")
"""What is decided on the side here. Nobody leaves: `plain_gods` knows no empty seats."""


class Crowd(Observer):
    def __init__(
        self,
        hands: WholeHands,
        evening: Evening,
        secrets: Secrets,
        unsure: Callable[[], list[tuple[float, float]]],
    ) -> None:
        self._hands = hands
        self.now = hands.clock.now
        self._evening = evening
        self._secrets = secrets
        self._sticky = _some_keys(evening)
        self._openly, self._secretly = Diary(unsure), Diary(unsure)
        self.asked_so_far = self._main = self._chosen = 0
        self.cards = _dealt(evening, secrets)
        self.pads: Mapping[int, int] = {}  # by seat
        self.window: Window | None = None
        self.victim = 0  # whom the conspirators agreed on; 0 for nobody

    def asked(self, prompt_id: int, decision: Decision) -> None:
        if decision.name.startswith("leave."):
            return  # nobody means it, and it closes by itself
        number = self.asked_so_far
        self.asked_so_far += 1
        rng = self._evening.random("open", number)
        # What is asked on the side makes no evening longer.
        if decision.name not in ("questions", *ON_REQUEST):
            self._main += 1
        if self._main > self._evening.decisions:
            self._hands.post(self.now() + rng.uniform(0, 40), Stop())
        self.window = None
        if decision.secret and not decision.beats:
            self._press_alone(rng, number, prompt_id, decision)
        elif decision.name == "questions":
            self._ask_for(rng, prompt_id, decision)
        elif not decision.beats and not decision.name.startswith("somebody."):
            self._answer(rng, prompt_id, decision)
        self._meddle(rng, prompt_id, decision)
        if isinstance(decision.who, AllSeats) and not decision.secret:
            self._press_together(rng, prompt_id, decision)
        if decision.secret and decision.beats:
            self._press_in_secret(number, prompt_id, decision)

    def chose(self, decision: Decision, choice: Choice) -> None:
        """Somebody may skip the events, pause, or undo the choice."""
        rng = self._evening.random("told", self._chosen)
        self._chosen += 1
        t = self.now() + rng.uniform(0.2, SKIPPING)
        does = rng.random()
        if does < 0.3:
            self._tap(t, PANEL, "ok")
        elif does < 0.36:
            self._pause(rng, t)
        elif does < 0.4:
            self._tap(t, PANEL, "back", HOLD)

    def _tap(
        self, t: float, source: int, button: str, held: float = 0.1, prompt_id: int | None = None
    ) -> bool:
        """Plan a press; whether the button is free then."""
        key = (source, button)
        free = key not in self._sticky and self._openly.enter(key, t, t + held)
        if free:
            self._hands.press(t, key, held, prompt_id)
        return free

    def _pause(self, rng: Random, t: float) -> None:
        self._tap(t, PANEL, "repeat", HOLD)
        self._tap(t + HOLD + rng.uniform(2.0, 9.0), PANEL, "repeat")

    def _answer(self, rng: Random, prompt_id: int, decision: Decision) -> None:
        slow = isinstance(decision.who, First) and rng.random() < 0.3
        t = self.now() + rng.uniform(0.5, 80.0 if slow else 14.0)
        for source, button, held in self._strokes(rng, decision):
            self._tap(t, source, button, held, prompt_id)
            t += held + rng.uniform(0.1, 0.6)
        # Somebody else's stray press may have spoilt it: in the end the panel answers.
        for _again in range(5):
            t += rng.uniform(20.0, 40.0)
            self._tap(t, PANEL, "down", prompt_id=prompt_id)
            self._tap(t + 1.0, PANEL, "ok", prompt_id=prompt_id)

    def _press_together(self, rng: Random, prompt_id: int, decision: Decision) -> None:
        """The dry run: most press thumb up, all can see who."""
        for seat in self._people(decision):
            pad = self.pads.get(seat, seat)
            t = self.now() + rng.uniform(1.0, decision.beats[-1].at + 1.0)
            self._tap(t, pad, rng.choice((*PADS, "up", "up")), prompt_id=prompt_id)

    def _ask_for(self, rng: Random, prompt_id: int, decision: Decision) -> None:
        """What BACK opened: up or down to one of the lines, then OK. What nobody answers closes by itself."""
        assert isinstance(decision.domain, OneOf)
        options = decision.domain.options
        lines = [at for at, line in enumerate(options) if not str(line).startswith("somebody.")]
        on_the_side = [at for at in lines if options[at] in ON_REQUEST]
        wanted = rng.choice(on_the_side if on_the_side and rng.random() < 0.5 else lines)
        t = self.now() + rng.uniform(0.5, 4.0)
        strokes = [self._tap(t + 0.3 * nth, PANEL, "down", prompt_id=prompt_id) for nth in range(wanted)]
        if all(strokes):
            self._tap(t + 0.3 * wanted, PANEL, "ok", prompt_id=prompt_id)

    def _strokes(self, rng: Random, decision: Decision) -> list[tuple[int, str, float]]:
        if isinstance(decision.domain, Number):
            return [(PANEL, "up", 0.1)] * rng.randint(0, 5) + [(PANEL, "ok", 0.1)]
        if isinstance(decision.who, Pad):
            assert isinstance(decision.domain, OneOf)
            called = int(rng.choice(decision.domain.options)) if rng.random() < 0.9 else 0
            free = not any((called, button) in self._sticky for button in PADS)
            return [(called, rng.choice(PADS), 0.1)] if called and free else [(PANEL, "ok", 0.1)]
        if decision.name == "council.thumb":
            return [(PANEL, rng.choice(PADS), 0.1)]
        if decision.name == "end.called" and rng.random() < 0.8:
            return [(PANEL, "ok", 0.1)]
        items = [
            (one.who, value)
            for one in decision.open()
            if isinstance(one.domain, OneOf) and not isinstance(one.who, Clock)
            for value in one.domain.options
        ]
        index = rng.randrange(len(items))
        steps = index + isinstance(decision.who, First)
        panel = [(PANEL, "down", 0.1)] * steps + [(PANEL, "ok", 0.1)]
        pad = _at_pad(*items[index], index, len(items))
        sticky = any((seat, button) in self._sticky for seat, button, _held in pad)
        return panel if sticky or not pad or rng.random() < 0.3 else pad

    def _press_alone(self, rng: Random, number: int, prompt_id: int, decision: Decision) -> None:
        """Alone at the panel: thumbs that nobody sees, the last one counts, and OK, which all hear. Now and
        then OK comes before any thumb, which the box says; so that is the same in both runs."""
        self._secretly.cancel(after=self.now())
        own = number >= self._secrets.strays_at
        secret = self._secrets.random(self._evening, number)
        aim = secret if own else self._evening.random("aim", number)
        thumb = aim.choice(PADS)
        if decision.name == "setup.faction" and isinstance(decision.who, Seat):
            thumb = PADS[self.cards[decision.who.seat] == "protect"]
        onset, presses = self.now(), []
        # Somebody may still press OK to skip the events, so no thumb comes before that is over.
        begins = SKIPPING + 0.3
        ready = begins + self._time_alone(rng)
        if rng.random() < 0.2:
            self._tap(onset + rng.uniform(0.5, SKIPPING), PANEL, "ok", prompt_id=prompt_id)
        times = sorted(secret.uniform(begins, ready - 0.3) for _ in range(secret.choice((1, 1, 2, 5, 9))))
        for at, after in pairwise([*times, math.inf]):
            button = thumb if after == math.inf else secret.choice(PADS)
            held = min(secret.choice((0.05, 0.1, 0.25, 0.9)), after - at - 0.01)
            if held > 0 and self._secretly.enter((PANEL, button), onset + at, onset + at + held):
                self._hands.press(onset + at, (PANEL, button), held, prompt_id)
                presses.append(Press(at, PANEL, button))
        t = onset + ready
        for _again in range(6):
            self._tap(t, PANEL, "ok", prompt_id=prompt_id)
            t += rng.uniform(20.0, 40.0)
        self.window = Window(prompt_id, onset, decision, tuple(presses))

    def _time_alone(self, rng: Random) -> float:
        """Seconds in which thumbs are given before OK is pressed."""
        return rng.uniform(1.0, 12.0)

    def _meddle(self, rng: Random, prompt_id: int, decision: Decision) -> None:
        """Pauses, undo, repeats, skips, stray hands on the panel and pads, parts that fail."""
        onset = self.now()
        span = decision.beats[-1].at if decision.beats else 16.0

        def some(chance: float) -> Iterator[float]:
            while rng.random() < chance:
                yield onset + rng.uniform(0.1, span)

        for t in some(0.08):
            self._pause(rng, t)
        for t in some(0.08):
            self._tap(t, PANEL, "back", HOLD)
        for _ in some(0.08):
            self._tap(onset + rng.uniform(0.0, decision.lead or span), PANEL, "back", HOLD)
        for t in some(0.1):
            self._tap(t, PANEL, "repeat")
        if not decision.secret and not decision.beats and decision.name != "questions":
            for t in some(0.05):
                self._tap(t, PANEL, "back")
        if decision.beats:
            for t in some(0.25):
                self._tap(t, PANEL, rng.choice(PANEL_BUTTONS), rng.uniform(0.05, 0.6))
        for t in some(0.03):
            self._hands.post(t, Fault("pads", "lost"))
            # A window that was broken off waits for them.
            self._hands.post(t + rng.uniform(2.0, 40.0), Fault("pads", "back"))
        last = secret_from(decision) - HOLD + CROSSING if decision.secret and decision.beats else span
        while last > 0 and rng.random() < 0.3:
            t, seat = onset + rng.uniform(0.0, last), rng.randint(1, self._evening.players)
            # Not in another decision: it might fall into a secret window.
            self._tap(t, seat, rng.choice(PADS), rng.uniform(0.05, HOLD), prompt_id)
        for t in some(0.05):
            self._hands.post(t, rng.choice(NOTICES))

    def _press_in_secret(self, number: int, prompt_id: int, decision: Decision) -> None:
        # What was planned for a window that was paused or undone is not pressed any more.
        self._secretly.cancel(after=self.now())
        own = number >= self._secrets.strays_at
        shared, rng = self._evening.random("aim", number), self._secrets.random(self._evening, number)
        aim = self._secrets.random(self._evening, "aim", number) if own else shared
        plan = Plan(rng, decision, self.now(), self._sticky, self._secretly, self.pads)
        if decision.name == "conspiracy":
            self._mark(aim, rng, decision, plan)
        else:
            self._vote(aim, rng, decision, plan)
        onset = self.now()
        for press, held in plan.planned:
            self._hands.press(onset + press.at, (self.pads[press.seat], press.button), held, prompt_id)
        self.window = Window(prompt_id, onset, decision, tuple(press for press, _held in plan.planned))

    def _vote(self, aim: Random, rng: Random, decision: Decision, plan: Plan) -> None:
        """Each seat its thumb, some after another thumb; a few do not press while it counts."""
        seats = self._people(decision)
        learning = decision.name == "setup.factions"
        missing = {seat for seat in seats if aim.random() < 0.02}
        thumbs = {seat: aim.choice(PADS) for seat in seats}
        if learning:
            wrong = rng.choice(seats) if aim.random() < 0.15 and seats else 0
            thumbs = {seat: PADS[(self.cards[seat] == "protect") ^ (seat == wrong)] for seat in seats}
        elif self._evening.options.get("count") == "totals":
            # The same thumbs at other seats: where no card weighs, nobody can tell.
            shuffled = [*thumbs.values()]
            rng.shuffle(shuffled)
            thumbs = dict(zip(seats, shuffled, strict=True))
        begins, ends = plan.listening[0].begins, plan.listening[-1].ends
        for seat in seats:
            counts = ends
            if seat not in missing:
                counts = plan.press(seat, thumbs[seat], rng.uniform(begins + 0.3, ends - 0.2))
            plan.mash(seat, PADS, (0.0, begins))
            plan.mash(seat, PADS if seat not in missing else (), (begins, counts))
            plan.mash(seat, (thumbs[seat],) if seat not in missing else (), (counts, ends))
            plan.mash(seat, PADS, (ends, decision.beats[-1].at))

    def _mark(self, aim: Random, rng: Random, decision: Decision, plan: Plan) -> None:
        """The conspirators mark one of Asgard, or nobody; everybody taps and mashes."""
        seats, names = self._people(decision), plan.listening
        them = [seat for seat in seats if self.cards[seat] == "conspire"]
        victim = aim.choice([one.about for one in names]) if aim.random() < 0.85 else 0
        self.victim = victim
        marks = _agreed(rng, them, victim, [one.about for one in names])
        for seat in seats:
            marked = names[0].begins if seat not in them else names[-1].ends
            for one in names:
                if marks.get(seat) == one.about:
                    marked = plan.press(seat, "down", rng.uniform(one.begins + 0.1, one.ends - 0.1))
                elif rng.random() < 0.4:
                    plan.press(seat, "up", rng.uniform(one.begins + 0.1, one.ends - 0.1))
            plan.mash(seat, PADS, (0.0, names[0].begins))
            plan.mash(seat, ("up",), (names[0].begins, marked))
            plan.mash(seat, PADS, (marked, decision.beats[-1].at))

    def _people(self, decision: Decision) -> tuple[int, ...]:
        """Those asked who are no bots: these press for themselves."""
        assert isinstance(decision.who, AllSeats)
        return tuple(seat for seat in decision.who.seats if seat not in self._evening.bots)


def _some_keys(evening: Evening) -> frozenset[Key]:
    rng = evening.random("sticky")
    return frozenset((pad, button) for pad in range(1, 16) for button in PADS if rng.random() < 0.3)


def _dealt(evening: Evening, secrets: Secrets) -> dict[int, str]:
    conspirators = plain.FACTIONS[evening.players][1]
    cards = ["conspire"] * conspirators + ["protect"] * (evening.players - conspirators)
    secrets.random(evening, "deal").shuffle(cards)
    return dict(enumerate(cards, 1))


def _at_pad(who: object, value: int | str, index: int, items: int) -> list[tuple[int, str, float]]:
    """How a pad makes this choice; nothing where only the panel can."""
    if isinstance(who, First):
        button = who.gesture.removeprefix("hold-").removeprefix("press-")
        return [(int(value), button, HOLD)]
    if not isinstance(who, Seat):
        return []
    if items == 1:
        return [(who.seat, "up", 0.1)]
    if value == "pass":
        return [(who.seat, "down", HOLD)]
    return [(who.seat, "up", 0.1)] * index + [(who.seat, "up", HOLD)]


def _agreed(rng: Random, them: Sequence[int], victim: int, named: Sequence[int]) -> dict[int, int]:
    """Marks by which the victim is banished: now and then by a majority only, or by a tie."""
    if not victim:
        return {}
    marks = {seat: victim if rng.random() < 0.6 else rng.choice((0, *named)) for seat in them}
    votes = [*marks.values()]
    most = min((one for one in named if one in votes), key=lambda one: (-votes.count(one), one), default=0)
    return marks if most == victim else dict.fromkeys(them, victim)
